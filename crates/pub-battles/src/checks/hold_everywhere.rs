//! PB163 `hold-everywhere`: a location counts as held from anywhere on the map.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::geometry::MapPoint;
use crate::resolve::{PubBattle, ResolvedGoal};

pub(super) const CHECK: Check<PubBattle> =
    Check { code: Code::new("PB163", "hold-everywhere", Severity::Warning, include_str!("hold_everywhere.md")), run };

fn run(battle: &PubBattle, cx: &mut Cx<'_>) {
    let Some(field) = &battle.field else { return };
    for (i, goal) in battle.victory.iter().enumerate() {
        let ResolvedGoal::Hold { places, within: (length, parts), .. } = goal else { continue };
        let MapPoint { x, y } = field.size;
        let corners = [MapPoint { x: 0, y: 0 }, MapPoint { x, y: 0 }, MapPoint { x: 0, y }, field.size];
        let parts = i64::from(*parts);
        let reaches = |place: &MapPoint, corner: &MapPoint| {
            place.square_to(*corner) * parts * parts <= i64::from(*length) * i64::from(*length)
        };
        if places.iter().any(|place| corners.iter().all(|corner| reaches(place, corner))) {
            let message = format!("every place on the map is within that distance; the map is {}", field.extent());
            cx.push(cx.finding(battle.scenario_address(&format!("/scenario/victory/{i}/within")), message));
        }
    }
}
