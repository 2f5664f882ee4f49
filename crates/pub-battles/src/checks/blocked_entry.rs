//! PB173 `blocked-entry`: no place around the point where a road meets the edge can be entered.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::checks::{entries, impassable, meets, title};
use crate::geometry::{Footprint, MapPoint};
use crate::model::MapEdge;
use crate::resolve::PubBattle;

pub(super) const CHECK: Check<PubBattle> =
    Check { code: Code::new("PB173", "blocked-entry", Severity::Error, include_str!("blocked_entry.md")), run };

fn run(battle: &PubBattle, cx: &mut Cx<'_>) {
    let Some(field) = &battle.field else { return };
    for entry in entries(battle) {
        let Some(road) = entry.entry.road else { continue };
        let [width, depth] = entry.size;
        let edge = entry.entry.edge;
        let (aside, inward) = (i32::from(width / 2), i32::from(depth.div_ceil(2)));
        let mut places =
            meets(field, &field.roads[road], edge).take(1).flat_map(|at| (-aside..=aside).map(move |by| (at, by)));
        let blocked = |(at, by): (MapPoint, i32)| {
            let centre = match edge {
                MapEdge::South => MapPoint { x: at.x + by, y: inward },
                MapEdge::North => MapPoint { x: at.x + by, y: field.size.y - inward },
                MapEdge::West => MapPoint { x: inward, y: at.y + by },
                MapEdge::East => MapPoint { x: field.size.x - inward, y: at.y + by },
            };
            let outline = Footprint::new(centre, edge.inward().0, width, depth);
            let ground = impassable(field).find(|(_, area)| area.holds(centre, &outline)).map(|(feature, _)| feature);
            (outline.is_on_map(field.size), ground)
        };
        let mut ground = None;
        let is_open = places.any(|place| {
            let (is_on, blocks) = blocked(place);
            ground = ground.or(blocks);
            is_on && blocks.is_none()
        });
        // A road that does not meet the edge is another finding.
        if let (false, Some(feature)) = (is_open, ground) {
            let title = title(field, feature);
            let message = format!(
                "`{}` meets the {} edge in {title}, which cannot be entered",
                field.roads[road].name,
                edge.word()
            );
            cx.push(cx.finding(entry.at.join("/on"), message));
        }
    }
}
