//! What a player is asked, and the moves in the player's words.

use crate::systems::table_battles::engine::{Move, State, TableBattles};
use crate::play::{Engine, Next};

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
            format!("{}: take the dice off without effect ({})", card(of), action(of, number))
        }
        Move::Retire { card: of } => format!("{}: retire", card(of)),
        Move::Decline => "No reaction".to_owned(),
        Move::Place { card: of, dice } => {
            let dice: Vec<String> = dice.faces().map(|face| face.to_string()).collect();
            format!("{}: place {}", card(of), dice.join(" "))
        }
        Move::Done => "Place no more dice".to_owned(),
    }
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
