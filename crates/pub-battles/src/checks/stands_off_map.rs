//! PB140 `stands-off-map`: a block or headquarters is off the map at the start.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::checks::{headquarters, standing};
use crate::resolve::PubBattle;

pub(super) const CHECK: Check<PubBattle> =
    Check { code: Code::new("PB140", "stands-off-map", Severity::Error, include_str!("stands_off_map.md")), run };

fn run(battle: &PubBattle, cx: &mut Cx<'_>) {
    let Some(field) = &battle.field else { return };
    let extent = field.extent();
    let says = |centre_is_on: bool| if centre_is_on { "reaches over the edge of" } else { "is off" };
    for piece in standing(battle).filter(|piece| !piece.outline.is_on_map(field.size)) {
        let (block, says) = (&battle.blocks[piece.index], says(field.is_on_map(piece.at)));
        let message = format!("`{}` {says} the map, which is {extent}", block.name);
        let finding = cx.finding(battle.block_address(piece.index, "/at"), message);
        let [width, depth] = block.size;
        cx.push(finding.help(format!(
            "this is where its centre is; it is {width} wide and {depth} deep, facing {}°",
            block.facing
        )));
    }
    for piece in headquarters(battle).filter(|piece| !piece.outline.is_on_map(field.size)) {
        let (command, says) = (&battle.commands[piece.index], says(field.is_on_map(piece.at)));
        let message = format!("the headquarters of `{}` {says} the map, which is {extent}", command.hq);
        cx.push(cx.finding(battle.command_address(piece.index, "/at"), message));
    }
}
