//! SB137 `place-nowhere`: a place that nobody can hold is named where it matters who holds it.

use crate::check::{Check, Cx};
use crate::diag::{Code, Severity};
use crate::systems::states_of_battle::resolve::StatesBattle;

/// A place that nobody can hold is named where it matters who holds it.
pub(super) const CHECK: Check<StatesBattle> =
    Check { code: Code::new("SB137", "place-nowhere", Severity::Info, include_str!("place_nowhere.md")), run };

fn run(battle: &StatesBattle, cx: &mut Cx<'_>) {
    let forfeits = battle.forfeits.iter().map(|forfeit| (forfeit.place, forfeit.at.join("/on/lost")));
    let victory = battle.victory.iter().map(|victory| (victory.place, victory.at.join("/place")));
    for (place, at) in forfeits.chain(victory) {
        let Some(place) = place.map(|place| &battle.places[place]).filter(|place| place.spot.is_none()) else {
            continue;
        };
        let message = format!("`{}` lies nowhere on the field: who holds it is for the players to say", place.name);
        let finding = cx.at(at, message).help("give it `at` and `lane`, and it is played too");
        cx.push(finding.related(place.at.clone(), "the place"));
    }
}
