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
            let (need, dice) = (engine.requirement(card, action), shown(state.dice(card)));
            format!("the requirement `{need}` is not met by {dice} on {}", label(card))
        }
        Illegal::Reaction(card, action) => format!("action {} of {} is a reaction", number(action), label(card)),
        Illegal::SpecialNull(card) => {
            format!("{} is a special formation: it has no dice for a null action", label(card))
        }
        Illegal::Performable => "the action can be performed, so it is not a null action".to_owned(),
        Illegal::LowMorale => "the opponent has no more than one morale cube".to_owned(),
        Illegal::NobodyToCommand => "nobody it commands is in reserve".to_owned(),
        Illegal::TargetsAway => "everyone it attacks is in reserve or has left play".to_owned(),
        Illegal::TargetsLeft => "everyone it attacks has left play".to_owned(),
        Illegal::SpecialTarget(card) => format!("its target {} is a special formation", label(card)),
        Illegal::TargetInReserve(card) => format!("its target {} is in reserve", label(card)),
        Illegal::CannotRetire(card) => format!("{} cannot retire", label(card)),
        Illegal::SpecialRetires(card) => format!("{} has no dice to retire with", label(card)),
        Illegal::NoReaction(card, action) => format!("action {} of {} is not a reaction", number(action), label(card)),
        Illegal::ScreensOthers(card, action) => {
            format!("action {} of {} does not screen {}", number(action), label(card), label(attacker))
        }
        Illegal::NotAttacked(card) => format!("{} is not attacked: {} is", label(card), label(target)),
        Illegal::CounterattacksOthers(card, action) => {
            format!("action {} of {} is not against {}", number(action), label(card), label(attacker))
        }
        Illegal::AttackedItself(card) => format!("{} is attacked itself", label(card)),
        Illegal::AbsorbsForOthers(card, action) => {
            format!("action {} of {} does not absorb hits on {}", number(action), label(card), label(target))
        }
        Illegal::MustReact => "the reaction is mandatory".to_owned(),
        Illegal::SpecialShifts(card) => format!("{} is a special formation", label(card)),
        Illegal::ToItself => "sticks are sent to another formation".to_owned(),
        Illegal::OtherArm(from, to) => format!("{} and {} are not of one arm", label(from), label(to)),
        Illegal::NoSticks => "at least one stick is sent".to_owned(),
        Illegal::KeepsNone(card) => {
            format!("{} has {} sticks and keeps at least one", label(card), state.strength(card))
        }
        Illegal::TakesNoDice(card) => format!("{} takes no dice", label(card)),
        Illegal::WingServed(card) => {
            let wing = engine.wing(card).word();
            format!("dice were already placed on a card of the {wing} wing in this phase")
        }
        Illegal::NoDice => "at least one die is placed".to_owned(),
        Illegal::NotRolled(face) => match state.rolled().count(face) {
            0 => format!("no die shows {face}"),
            1 => format!("only one die shows {face}"),
            n => format!("only {n} dice show {face}"),
        },
        Illegal::Full(card) => format!("{} holds all its cubes", label(card)),
        Illegal::NoFreeCube(card) => format!("{} gets no cube: none is free", label(card)),
        Illegal::NotTaken(card, dice) => {
            format!("the dice area of {} does not take {}", label(card), shown(dice))
        }
    }
}

/// Returns dice from high to low, `6 6 5`.
fn shown(dice: DiceWord) -> String {
    let mut faces: Vec<String> = dice.faces().map(|face| face.to_string()).collect();
    faces.reverse();
    faces.join(" ")
}
