//! SB133 `half-placed`: a place has inches but no lane, or a lane but no inches.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::model::{LocatedPlace, PlaceEntry};
use crate::resolve::StatesBattle;

pub(super) const CHECK: Check<StatesBattle> =
    Check { code: Code::new("SB133", "half-placed", Severity::Error, include_str!("half_placed.md")), run };

fn run(battle: &StatesBattle, cx: &mut Cx<'_>) {
    for (i, place) in battle.scenario().into_iter().flat_map(|scenario| scenario.places.iter().enumerate()) {
        let PlaceEntry::Located(LocatedPlace { place, at, lane, .. }) = place else { continue };
        let (written, missing) = match (at, lane) {
            (Some(_), None) => ("at", "lane"),
            (None, Some(_)) => ("lane", "at"),
            _ => continue,
        };
        let message =
            format!("`{place}` has `{written}` but not `{missing}`, so it has no position and nobody can hold it");
        cx.push(cx.finding(battle.scenario_address(&format!("/scenario/places/{i}/{written}")), message));
    }
}
