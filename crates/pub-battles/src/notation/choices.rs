//! What a player is asked, and what the other side does not see of the answers.

use crate::engine::{PubEngine, decisions};
use crate::state::{PubPhase, PubState};

/// Returns a decision as a question.
pub(super) fn question(kind: &str) -> &'static str {
    match kind {
        decisions::ORDERS => "Which orders do you write?",
        decisions::ARMY => "Does the army headquarters act now?",
        decisions::HQ => "Where does the headquarters go?",
        decisions::ARMY_HQ => "Where does the army headquarters go?",
        decisions::PLACE => "Where is the block placed?",
        decisions::BLOCK => "Which block moves next?",
        decisions::MOVE => "What does the block do?",
        decisions::JOIN => "Which block joins the combat?",
        decisions::SUPPORT => "What does the supporting block do?",
        _ => "",
    }
}

/// Returns the block, or the headquarters, that is to be decided about.
pub(super) fn subject(engine: &PubEngine, state: &PubState) -> Option<String> {
    match state.phase {
        PubPhase::Act(_, block) => Some(engine.rules.blocks[usize::from(block)].full_name.clone()),
        _ => engine.acting(state).map(|command| engine.rules.commands[usize::from(command)].name.clone()),
    }
}

/// Returns the words for a key of a move.
pub(super) fn key_words(key: &str) -> Option<&'static str> {
    Some(match key {
        "block" => "",
        "hq" => "headquarters to",
        "echelon" => "in echelon",
        "road" => "along",
        "deploy" => "deployed",
        "write" => "write:",
        "target" => "bombard",
        "does" => "to",
        "army" => "the army headquarters acts",
        _ => return None,
    })
}

/// Returns true for what the other side does not see: written orders, and all that a command decides whose headquarters is not
/// spotted.
pub(super) fn is_secret(engine: &PubEngine, state: &PubState, kind: &str) -> bool {
    let is_unspotted = |command: u8| state.commands[usize::from(command)].cover.is_unspotted();
    kind == decisions::ORDERS || engine.acting(state).is_some_and(is_unspotted)
}
