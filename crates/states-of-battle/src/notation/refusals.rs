//! Reasons that choices are not legal, in words.

use crate::engine::{Refused, StatesEngine};
use crate::state::FieldState;

/// Returns a reason, as the continuation of "`{to: ...}` is not legal:".
pub(super) fn refusal(engine: &StatesEngine, _: &FieldState, why: Refused) -> String {
    let unit = |unit: u8| {
        let row = engine.rules.unit(unit);
        format!("`{}` ({})", row.number, row.name)
    };
    let side = |side: u8| &engine.rules.sides[usize::from(side)].name;
    match why {
        Refused::NotOffered => "it is not one of the choices here".to_owned(),
        Refused::OffField => {
            let numbers = &engine.rules.numbers;
            format!("the field has {} inches and {} lanes", numbers.depth, numbers.lanes)
        }
        Refused::TooFar(inches) => format!("it is more than {inches} inches away (SB-8.12, 8.13)"),
        Refused::NudgedTooFar(inches) => format!("it is more than {inches} inches away (SB-10.1)"),
        Refused::HalfMove => "a unit that moves at half speed cannot charge".to_owned(),
        Refused::March => "a march must go to a place ahead and keep its facing (SB-8.12)".to_owned(),
        Refused::NoMove => "the unit is already there with that facing".to_owned(),
        Refused::InTheWay(other) => format!("{} is in the way (SB-8.12)", unit(other)),
        Refused::TooNear(other) => format!("{} is less than 3 inches from there (SB-8.12)", unit(other)),
        Refused::OutsideZone(inches) => format!("it is not within {inches} inches of its own edge (SB-10.1)"),
        Refused::NotSeen => "the unit cannot see it (SB-8.6)".to_owned(),
        Refused::HasMoved(other) => format!("{} has already moved in this round (SB-8.12)", unit(other)),
        Refused::Fights(other) => format!("{} is in combat (SB-8.12)", unit(other)),
        Refused::Flees(other) => format!("{} flees (SB-8.12)", unit(other)),
        Refused::ByItself(other) => format!("{} can only move by itself (SB-6.5)", unit(other)),
        Refused::Rides(other) => format!("{} rides another unit (SB-8.8)", unit(other)),
        Refused::OutOfGroup(other) => {
            format!("{} is too far from the character that is the target (SB-6.1)", unit(other))
        }
        Refused::NotOwn(other) => format!("{} belongs to the enemy", unit(other)),
        Refused::NotInHand(who) => format!("`{}` does not hold it", side(who)),
        Refused::EventsFirst(who) => format!("`{}` plays its Event cards first (SB-5.4)", side(who)),
        Refused::LullStays => "a Lull cannot be discarded instead of being played (SB-4.6)".to_owned(),
        Refused::Out(other) => format!("{} is out of the battle", unit(other)),
        Refused::Waits(other) => format!("{} has not arrived", unit(other)),
        Refused::SameSide(a, b) => format!("{} and {} are of the same side", unit(a), unit(b)),
        Refused::BothSides(a, b) => format!("{} and {} are enemies", unit(a), unit(b)),
        Refused::HalfAFight => "a round of combat needs units that `won` and units that `lost`".to_owned(),
        Refused::NotHeroic(other) => format!("{} is not a character, general or wizard", unit(other)),
        Refused::NotNamed(other) => format!("{} is not a named character (SB-3.5)", unit(other)),
        Refused::HeldAlready(who) => format!("`{}` already holds it", side(who)),
        Refused::NoSuchCard(who) => format!("`{}` does not have it", side(who)),
        Refused::Spent(other) => format!("{} is spent until it is reloaded (SB-6.4)", unit(other)),
        Refused::HasShot(other) => format!("{} already shot in this turn (SB-6.4)", unit(other)),
        Refused::UnderTray(other) => format!("{} lies under a tray (SB-10.2)", unit(other)),
        Refused::OutOfRange(inches) => format!("the target is more than {inches} inches away (SB-8.18)"),
        Refused::TargetFights(other) => format!("{} is in combat (SB-8.18)", unit(other)),
        Refused::NotInspired => "in this entry the general has won no challenge, and his unit has broken no unit of at least the same points (SB-6.3)"
            .to_owned(),
    }
}
