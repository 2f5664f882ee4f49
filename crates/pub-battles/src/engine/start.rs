//! The state at set-up.

use crate::rules::{HqCover, MAX_BLOCKS, MAX_COMMANDS, PubRules};
use crate::state::{Attack, BlockFlags, BlockState, CommandOrders, CommandState, MAX_ATTACKS, PubPhase, PubState};

/// Returns the state before the first turn begins.
pub(super) fn start(rules: &PubRules) -> PubState {
    let mut blocks = [BlockState::default(); MAX_BLOCKS];
    for (block, of) in blocks.iter_mut().zip(&rules.blocks) {
        block.facing = of.facing;
        match (of.at, rules.commands[usize::from(of.command)].cover) {
            (Some(at), _) => block.at = at,
            (None, HqCover::Hidden) => block.flags = BlockFlags::HIDDEN,
            (None, _) => block.flags = BlockFlags::WAITING,
        }
    }
    let mut commands = [CommandState::default(); MAX_COMMANDS];
    for (command, of) in commands.iter_mut().zip(&rules.commands) {
        command.at = of.at;
        command.cover = of.cover;
        command.leader = of.leader;
        let had_any = !of.orders.is_empty();
        command.orders = CommandOrders { follows: of.orders, had_any, ..CommandOrders::default() };
    }
    PubState {
        blocks,
        commands,
        attacks: [Attack::default(); MAX_ATTACKS],
        attack_count: 0,
        phase: PubPhase::Draw,
        turn: 1,
        day: 1,
        night: false,
        clock: 0,
        drawn: 0,
        entry_die: 0,
        army_acted: 0,
        army_goes: false,
        round: 0,
        fallen: 0,
        placing: 0,
        losses: [0; 2],
    }
}
