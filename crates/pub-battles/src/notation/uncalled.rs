//! Reasons that a decision in a play was not called for.

use crate::engine::{PubEngine, PubMove, decisions};
use crate::model::Leader;
use crate::state::{BlockFlags, PubPhase, PubState};

/// Returns the reason as the continuation of "it is not legal:". `command` is the one whose activation is written, none in a
/// combat phase; the state is that in which the play goes on.
pub(super) fn why(
    engine: &PubEngine,
    state: &PubState,
    (kind, chosen): (&str, &PubMove),
    command: Option<usize>,
) -> String {
    if matches!(state.phase, PubPhase::Over(..)) {
        return "the battle is over".to_owned();
    }
    let of = command.and_then(|command| Some((engine.rules.commands.get(command)?, &state.commands[command])));
    match (kind, chosen) {
        (decisions::BLOCK, PubMove::Block(block)) => block_why(engine, state, *block),
        (decisions::HQ | decisions::ARMY_HQ, _) if of.is_some_and(|(_, of)| of.at.is_none()) => {
            format!("the headquarters is not on the map and cannot enter now{}", told_die(state))
        }
        (decisions::HQ, _) => "the activation ends before a headquarters moves".to_owned(),
        (decisions::ARMY | decisions::ARMY_HQ, _) => {
            "no army headquarters without a chit can move with the corps now (PB-10.7)".to_owned()
        }
        (decisions::JOIN, _) if !engine.rules.leadership => {
            "leaders cannot join blocks: `optional` does not list `leadership`".to_owned()
        }
        (decisions::JOIN, _) if of.is_some_and(|(_, of)| of.leader == Leader::Poor) => {
            "a poor leader joins no block (PB-8.2)".to_owned()
        }
        (decisions::JOIN, _) => "none of the leader's blocks is on the map (PB-8.2)".to_owned(),
        (decisions::SUPPORT, _) => {
            "no support is possible: the block that is gone had none, or both are gone (PB-5.7)".to_owned()
        }
        (decisions::ORDERS, _) if !engine.rules.written_orders => {
            "orders are not used: `optional` does not list `written-orders`".to_owned()
        }
        (decisions::PLACE, _) => "no block of a spotted headquarters is placed now (PB-10.6)".to_owned(),
        _ => "the activation is over".to_owned(),
    }
}

/// Returns the die that was thrown for entering, in brackets; nothing where none was.
fn told_die(state: &PubState) -> String {
    match state.entry_die {
        0 => String::new(),
        die => format!(" (the die shows {die})"),
    }
}

/// Returns the reason a block is not asked to act.
fn block_why(engine: &PubEngine, state: &PubState, block: u8) -> String {
    let (flags, name) = (state.blocks[usize::from(block)].flags, &engine.rules.blocks[usize::from(block)].name);
    if flags.has(BlockFlags::ELIMINATED) {
        format!("`{name}` is eliminated")
    } else if flags.has(BlockFlags::WAITING) {
        format!("`{name}` is not on the map and cannot enter now{}", told_die(state))
    } else if flags.has(BlockFlags::HIDDEN) {
        format!("`{name}` is hidden with its headquarters (PB-10.6)")
    } else {
        format!("the activation ends before `{name}` acts")
    }
}
