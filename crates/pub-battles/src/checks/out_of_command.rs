//! PB146 `out-of-command`: a block is out of command at the start.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::checks::{Piece, headquarters, standing};
use crate::model::BlockKind;
use crate::resolve::PubBattle;

pub(super) const CHECK: Check<PubBattle> =
    Check { code: Code::new("PB146", "out-of-command", Severity::Warning, include_str!("out_of_command.md")), run };

fn run(battle: &PubBattle, cx: &mut Cx<'_>) {
    let Some(field) = &battle.field else { return };
    let headquarters: Vec<Piece> = headquarters(battle).collect();
    for piece in standing(battle) {
        let block = &battle.blocks[piece.index];
        let army = battle.commands[block.command].army;
        let mut commanders = headquarters.iter().filter(|hq| hq.index == block.command || Some(hq.index) == army);
        let own = &battle.commands[block.command];
        // What stands off the map, and blocks of a headquarters that is nowhere, are other findings.
        if !piece.outline.is_on_map(field.size) || (own.at.is_none() && own.entry.is_none()) {
            continue;
        }
        // Artillery fires from afar, and trains do not attack: to them it is all one.
        let attacks = !block.kind.is_artillery() && block.kind != BlockKind::Train;
        if !attacks || commanders.any(|hq| hq.outline.is_within(&piece.outline, field.mounted, 3)) {
            continue;
        }
        let range = field.mounted / 3;
        // Of one that is not on the map it is said that it enters.
        let told = |command: usize| match battle.commands[command].at {
            Some(_) => format!("`{}`", battle.commands[command].hq),
            None => format!("`{}`, which is not on the map at the start", battle.commands[command].hq),
        };
        let or_army = match army {
            Some(army) => format!(" or {}", told(army)),
            None => String::new(),
        };
        let message = format!(
            "`{}` is more than {range} (a third of the mounted move) from {}{or_army}",
            block.name,
            told(block.command)
        );
        cx.push(cx.finding(battle.block_address(piece.index, "/at"), message));
    }
}
