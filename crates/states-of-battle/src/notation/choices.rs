//! What a player is asked, and what the other side does not see of the answers.

use crate::engine::StatesEngine;
use crate::state::{FieldState, Task};

/// Returns a decision as a question.
pub(super) fn question(kind: &str) -> &'static str {
    match kind {
        "leave" => "Which Orders card stays out of your deck?",
        "conceal" => "Which unit lies under the next tray? (SB-10.2)",
        "deploys" => "Who places the next unit? (SB-10.1)",
        "place" => "Where is the unit placed? Inches from your edge, and the lane. (SB-10)",
        "nudge" => "Move or exchange one of your units, or pass? (SB-10.1)",
        "mark" => "Mark units for a Stratagem, or pass? (SB-7.2)",
        "pick" => "Which Orders card do you take from the pile? (SB-5.3)",
        "first" => "Who goes first? (SB-5.4)",
        "favour" => "Throw again with a starter card, or pass? (SB-7.1)",
        "stratagem" => "Roll for the Stratagem? (SB-7.2)",
        "play" => "Which card do you play or let go? (SB-5.4)",
        "respond" => "Stop the card with a starter card, or pass? (SB-7.1)",
        "inspire" => "Use Inspiring Leader? (SB-6.3)",
        "window" | "end" => "Shoot, or use a starter card, or pass? (SB-6.4)",
        "aim" => "Shoot at a character, or pass?",
        "unit" => "Which unit moves? (SB-8.12)",
        "go" => "Where does it go, and how does it face? (SB-8.12)",
        "rally" => "Which fleeing unit tries to rally? (SB-8.27)",
        "react" => "How does the charged unit react? (SB-8.14)",
        "challenge" => "Challenge a character, or pass? (SB-8.28)",
        "pursue" => "Which unit pursues, or none? (SB-8.25)",
        "cast" => "Which wizard casts, and what? (SB-8.29)",
        "risk" => "Take the test? (SB-6.3)",
        "accept" => "Accept the offer of the card? (SB-6.3)",
        "lose" => "Which Orders card do you lose? (SB-6.3)",
        _ => "",
    }
}

/// Returns the name of a unit.
pub(super) fn piece_name(engine: &StatesEngine, number: &str) -> Option<String> {
    engine.rules.units.iter().find(|unit| unit.number == number).map(|unit| unit.name.clone())
}

/// Returns the unit that is to be decided about.
pub(super) fn subject(engine: &StatesEngine, state: &FieldState) -> Option<String> {
    match state.stack.top() {
        Task::Go { unit, .. } | Task::React { unit, .. } => Some(engine.rules.unit(unit).number.clone()),
        _ => None,
    }
}

/// Returns the words for a key of a choice.
pub(super) fn key_words(key: &str) -> Option<&'static str> {
    Some(match key {
        "card" => "play",
        "discard" => "let go of",
        "unit" | "by" | "stratagem" | "react" => "",
        "stop" => "stop it with",
        "reroll" => "throw again with",
        "starter" => "use",
        "free" => "half a move of",
        "at" => "inch",
        "aim" => "aim at",
        "pick" => "take",
        "first" => "first:",
        "deploys" => "next:",
        "risk" => "take it",
        "inspire" => "use it",
        _ => return None,
    })
}

/// Returns true for decisions that the other side does not see: of hands, decks, and what lies under trays.
pub(super) fn is_secret(kind: &str) -> bool {
    ["leave", "conceal", "pick"].contains(&kind)
}
