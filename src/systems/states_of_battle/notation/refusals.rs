//! Reasons that choices are not legal, in words.

use crate::systems::states_of_battle::engine::{Refused, StatesEngine};
use crate::systems::states_of_battle::state::FieldState;

/// Returns a reason, as the continuation of "`{to: ...}` is not legal:".
pub(super) fn refusal(engine: &StatesEngine, _: &FieldState, why: Refused) -> String {
    let unit = |unit: u8| {
        let row = engine.rules.unit(unit);
        format!("`{}` ({})", row.number, row.name)
    };
    match why {
        Refused::NotOffered => "it is not among what can be chosen here".to_owned(),
        Refused::OffField => {
            let numbers = &engine.rules.numbers;
            format!("the field has {} inches and {} lanes", numbers.depth, numbers.lanes)
        }
        Refused::TooFar(inches) => format!("it is further than {inches} inches (SB-8.12, 8.13)"),
        Refused::NudgedTooFar(inches) => format!("it is further than {inches} inches (SB-10.1)"),
        Refused::HalfMove => "who moves by half does not charge".to_owned(),
        Refused::March => "a march goes to a place ahead, and keeps its facing (SB-8.12)".to_owned(),
        Refused::NoMove => "the unit stands there and faces so already".to_owned(),
        Refused::InTheWay(other) => format!("{} stands in the way (SB-8.12)", unit(other)),
        Refused::TooNear(other) => format!("{} stands less than 3 inches from there (SB-8.12)", unit(other)),
        Refused::OutsideZone(inches) => format!("it is not within {inches} inches of the own edge (SB-10.1)"),
        Refused::NotSeen => "the unit does not see it (SB-8.6)".to_owned(),
    }
}
