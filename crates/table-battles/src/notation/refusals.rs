//! Reasons that moves are not legal, in an author's words.

use super::super::engine::{DiceWord, Illegal, State, TableBattles};

/// Returns a reason in words, as the continuation of "`7A` is not legal:".
pub(super) fn refusal(engine: &TableBattles, state: &State, why: Illegal) -> String {
    let label = |card: u8| format!("`{}` ({})", engine.id(card), engine.name(card));
    let (attacker, target) = engine.attack(state);
    let number = |action: u8| action + 1;
    match why {
        Illegal::NotAsked => "the rules do not allow it".to_owned(),
        Illegal::Forbidden => "a special rule forbids it".to_owned(),
        Illegal::OtherSide(card) => {
            format!("{} is a card of `{}`", label(card), engine.side_name(engine.side(card)))
        }
        Illegal::InReserve(card) => format!("{} is in reserve", label(card)),
        Illegal::LeftPlay(card) => format!("{} has left play", label(card)),
        Illegal::NotReady(card) => {
            let what = if engine.special(card) { "no cube lies" } else { "no dice lie" };
            format!("{what} on {}", label(card))
        }
        Illegal::Unmet(card, action) => {
            let (need, dice) = (engine.requirement(card, action), show_dice(state.dice(card)));
            format!("the requirement `{need}` is not met by {dice} on {}", label(card))
        }
        Illegal::Reaction(card, action) => format!("action {} of {} is a reaction", number(action), label(card)),
        Illegal::SpecialNull(card) => {
            format!("{} is a special formation and cannot take a null action", label(card))
        }
        Illegal::Performable => "the action can be performed, so it is not a null action".to_owned(),
        Illegal::LowMorale => "the opponent has at most one morale cube".to_owned(),
        Illegal::NobodyToCommand => "nobody that it commands is in reserve".to_owned(),
        Illegal::TargetsAway => "all its targets are in reserve or have left play".to_owned(),
        Illegal::TargetsLeft => "all its targets have left play".to_owned(),
        Illegal::SpecialTarget(card) => format!("its target {} is a special formation", label(card)),
        Illegal::TargetInReserve(card) => format!("its target {} is in reserve", label(card)),
        Illegal::CannotRetire(card) => format!("{} cannot retire", label(card)),
        Illegal::SpecialRetires(card) => format!("{} has no dice to retire with", label(card)),
        Illegal::NoReaction(card, action) => format!("action {} of {} is not a reaction", number(action), label(card)),
        Illegal::ScreensOthers(card, action) => {
            format!("action {} of {} does not screen {}", number(action), label(card), label(attacker))
        }
        Illegal::NotAttacked(card) => format!("{} is not the target; {} is", label(card), label(target)),
        Illegal::CounterattacksOthers(card, action) => {
            format!("action {} of {} is not against {}", number(action), label(card), label(attacker))
        }
        Illegal::AttackedItself(card) => format!("{} is the target itself", label(card)),
        Illegal::AbsorbsForOthers(card, action) => {
            format!("action {} of {} does not absorb hits on {}", number(action), label(card), label(target))
        }
        Illegal::MustReact => "the reaction is mandatory".to_owned(),
        Illegal::SpecialShifts(card) => format!("{} is a special formation", label(card)),
        Illegal::ToItself => "sticks must go to another formation".to_owned(),
        Illegal::OtherArm(from, to) => format!("{} and {} have different arms", label(from), label(to)),
        Illegal::NoSticks => "at least one stick must be sent".to_owned(),
        Illegal::KeepsNone(card) => {
            format!("{} has {} sticks and must keep at least one", label(card), state.strength(card))
        }
        Illegal::TakesNoDice(card) => format!("{} takes no dice", label(card)),
        Illegal::WingServed(card) => {
            let wing = engine.wing(card).word();
            format!("dice were already placed on a card of the {wing} wing in this phase")
        }
        Illegal::NoDice => "at least one die must be placed".to_owned(),
        Illegal::NotRolled(face) => match state.rolled_dice().count(face) {
            0 => format!("no die shows {face}"),
            1 => format!("only one die shows {face}"),
            n => format!("only {n} dice show {face}"),
        },
        Illegal::Full(card) => format!("{} already holds all its cubes", label(card)),
        Illegal::NoFreeCube(card) => format!("{} gets no cube because none is free", label(card)),
        Illegal::NotTaken(card, dice) => {
            format!("the dice area of {} does not take {}", label(card), show_dice(dice))
        }
    }
}

/// Returns dice from high to low, `6 6 5`.
fn show_dice(dice: DiceWord) -> String {
    let mut faces: Vec<String> = dice.faces().map(|face| face.to_string()).collect();
    faces.reverse();
    faces.join(" ")
}
