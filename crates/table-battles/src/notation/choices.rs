//! What a player is asked, and the moves in the player's words.

use muster_core::play::{Engine, Next};

use crate::engine::{Answers, Illegal, Move, State, TableBattles};
use crate::model::Location;

/// Returns a decision as a question.
pub(super) fn question(kind: &str) -> &'static str {
    match kind {
        "shift" => "Shift sticks, or none? (TB-12.2)",
        "act" => "Act with one formation, or pass? (TB-5.2)",
        "react" => "Which reaction? (TB-7)",
        "place" => "Where do the dice go? One card of each wing may take dice. (TB-9)",
        _ => "",
    }
}

/// Returns a move in words.
pub(super) fn words(engine: &TableBattles, chosen: Move) -> String {
    let card = |card: u8| format!("{} {}", engine.id(card), engine.name(card));
    let action = |of: u8, action: u8| {
        let word = engine.action_word(of, action);
        // Of two attacks the number tells them apart.
        let alike = (0..engine.actions(of) as u8).filter(|other| engine.action_word(of, *other) == word).count();
        if alike > 1 { format!("{word} (action {})", action + 1) } else { word.to_owned() }
    };
    match chosen {
        Move::NoShift => "Shift nothing".to_owned(),
        Move::Shift { from, to, sticks } => {
            let noun = if sticks == 1 { "stick" } else { "sticks" };
            format!("Shift {sticks} {noun} from {} to {}", card(from), card(to))
        }
        Move::Pass => "Pass".to_owned(),
        Move::Act { card: of, action: number } | Move::React { card: of, action: number } => {
            format!("{}: {}", card(of), action(of, number))
        }
        Move::Null { card: of, action: number } => {
            format!("{}: {} without effect, only to take the dice off", card(of), action(of, number))
        }
        Move::Retire { card: of } => format!("{}: retire", card(of)),
        Move::Decline => "No reaction".to_owned(),
        Move::Place { card: of, dice } => {
            let dice: Vec<String> = dice.faces().map(|face| face.to_string()).collect();
            format!("{}: place {}", card(of), dice.join(" "))
        }
        Move::Done => "Stop placing dice".to_owned(),
    }
}

/// Returns what a move is done to and what follows from it by the rules alone, where its words do not say it.
pub(super) fn outlook(engine: &TableBattles, state: &State, chosen: Move) -> Option<String> {
    let card = |card: u8| format!("{} {}", engine.id(card), engine.name(card));
    match chosen {
        Move::Act { card: of, action } => {
            let object = card(engine.object_of(state, of, action)?);
            if engine.action_word(of, action) == "command" {
                return Some(format!("{object} enters"));
            }
            let Answers { reactions, must } = engine.answers_to(state, of, action);
            let answer = |(by, reaction): &(u8, u8)| format!("{} ({})", card(*by), engine.action_word(*by, *reaction));
            let by = reactions.iter().map(answer).collect::<Vec<_>>().join(" or ");
            Some(match (by.is_empty(), must) {
                (true, _) => format!("on {object}"),
                (false, true) => format!("on {object}; {by} must react"),
                (false, false) => format!("on {object}; {by} can react"),
            })
        }
        Move::React { card: of, action } => Some(match engine.action_word(of, action) {
            "screen" => "the attack has no effect; no action next turn".to_owned(),
            _ => "no action next turn".to_owned(),
        }),
        Move::Place { card: of, .. } if engine.special(of) => Some("gains 1 cube".to_owned()),
        _ => None,
    }
}

/// Returns what has changed on the table: formations that lost something, left play or came into it, and morale.
pub(super) fn changes(engine: &TableBattles, before: &State, after: &State) -> Vec<String> {
    let counted = |n: u8, one: &str| if n == 1 { format!("1 {one}") } else { format!("{n} {one}s") };
    let mut changes = Vec::new();
    for card in 0..engine.formations() as u8 {
        let name = format!("{} {}", engine.id(card), engine.name(card));
        let lost = |count: &dyn Fn(&State) -> u8| count(before).saturating_sub(count(after));
        match (before.location(card), after.location(card)) {
            (Location::Play | Location::Reserve, Location::Out) => changes.push(format!("{name} leaves play")),
            (Location::Reserve, Location::Play) => changes.push(format!("{name} enters from reserve")),
            (Location::Play, Location::Play) => {
                let [sticks, cubes] =
                    [lost(&|state| engine.sticks_on(state, card)), lost(&|state| engine.cubes_on(state, card))];
                if sticks > 0 {
                    changes.push(format!("{name} loses {}", counted(sticks, "stick")));
                }
                if cubes > 0 {
                    changes.push(format!("{name} spends {}", counted(cubes, "cube")));
                }
            }
            _ => {}
        }
    }
    for side in 0..engine.players() {
        let (was, now) = (before.morale(side), after.morale(side));
        if was != now {
            changes.push(format!("morale of {}: {was} to {now}", engine.side_name(side)));
        }
    }
    changes
}

/// Returns the actions and reactions that somebody might think of: all of the side that decides.
pub(super) fn thinkable(engine: &TableBattles, state: &State) -> Vec<Move> {
    let Next::Decide { player, kind } = engine.next(state) else { return Vec::new() };
    let own = (0..engine.formations() as u8).filter(|card| engine.side(*card) == player);
    let actions = own.flat_map(|card| (0..engine.actions(card) as u8).map(move |action| (card, action)));
    match kind {
        "act" => actions.map(|(card, action)| Move::Act { card, action }).collect(),
        "react" => actions.map(|(card, action)| Move::React { card, action }).collect(),
        _ => Vec::new(),
    }
}

/// Returns the clause that a reason follows from.
pub(super) fn clause(why: Illegal) -> Option<&'static str> {
    Some(match why {
        Illegal::InReserve(_) | Illegal::LeftPlay(_) | Illegal::NotReady(_) => "TB-6.1",
        Illegal::Unmet(..) => "TB-3.1",
        Illegal::Reaction(..) => "TB-6.2",
        Illegal::SpecialNull(_) | Illegal::Performable => "TB-6.7",
        Illegal::LowMorale => "TB-6.8",
        Illegal::NobodyToCommand => "TB-6.9",
        Illegal::TargetsAway | Illegal::TargetsLeft => "TB-6.3",
        Illegal::SpecialTarget(_) => "TB-6.5",
        Illegal::TargetInReserve(_) => "TB-6.4",
        Illegal::CannotRetire(_) | Illegal::SpecialRetires(_) => "TB-6.10",
        Illegal::NoReaction(..) | Illegal::ScreensOthers(..) => "TB-7.1",
        Illegal::NotAttacked(_) | Illegal::CounterattacksOthers(..) => "TB-7.2",
        Illegal::AttackedItself(_) | Illegal::AbsorbsForOthers(..) => "TB-7.3",
        Illegal::MustReact => "TB-7.5",
        Illegal::SpecialShifts(_)
        | Illegal::ToItself
        | Illegal::OtherArm(..)
        | Illegal::NoSticks
        | Illegal::KeepsNone(_) => "TB-12.2",
        Illegal::TakesNoDice(_) => "TB-2.4",
        Illegal::WingServed(_) => "TB-9.1",
        Illegal::Full(_) => "TB-9.2",
        Illegal::NoFreeCube(_) => "TB-4.2",
        Illegal::NotTaken(..) => "TB-2.1",
        Illegal::NotAsked | Illegal::Forbidden | Illegal::OtherSide(_) | Illegal::NoDice | Illegal::NotRolled(_) => {
            return None;
        }
    })
}
