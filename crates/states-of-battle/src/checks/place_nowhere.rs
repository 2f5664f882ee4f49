//! SB137 `place-nowhere`: a rule depends on who holds a place, but the place has no position.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::resolve::StatesBattle;

pub(super) const CHECK: Check<StatesBattle> =
    Check { code: Code::new("SB137", "place-nowhere", Severity::Info, include_str!("place_nowhere.md")), run };

fn run(battle: &StatesBattle, cx: &mut Cx<'_>) {
    let forfeits = battle.forfeits.iter().map(|forfeit| (forfeit.place, forfeit.at.join("/on/lost")));
    let victory = battle.victory.iter().map(|victory| (victory.place, victory.at.join("/place")));
    for (place, at) in forfeits.chain(victory) {
        let Some(place) = place.map(|place| &battle.places[place]).filter(|place| place.spot.is_none()) else {
            continue;
        };
        let message =
            format!("`{}` has no position on the field, so only the players can tell who holds it", place.name);
        let finding = cx.finding(at, message).help("add `at` and `lane` to have it played");
        cx.push(finding.with_related(place.at.clone(), "the place"));
    }
}
