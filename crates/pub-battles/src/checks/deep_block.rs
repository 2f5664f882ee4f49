//! PB121 `deep-block`: a block is deeper than it is wide.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};
use muster_core::source::{Address, Pointer};

use crate::checks::written_commands;
use crate::resolve::PubBattle;

pub(super) const CHECK: Check<PubBattle> =
    Check { code: Code::new("PB121", "deep-block", Severity::Warning, include_str!("deep_block.md")), run };

fn run(battle: &PubBattle, cx: &mut Cx<'_>) {
    let Some(field) = &battle.field else { return };
    let message =
        |[width, depth]: [u16; 2]| format!("blocks are {width} wide and {depth} deep; expected them wider than deep");
    let help = "the width is measured along the front";
    if field.block[1] > field.block[0] {
        let at = Address::value(field.file, Pointer::parse("/map/block"));
        cx.push(cx.finding(at, message(field.block)).help(help));
    }
    let written = written_commands(battle);
    for (i, (block, written)) in battle.blocks.iter().zip(written.iter().flat_map(|command| command.blocks)).enumerate()
    {
        let key = match (written.width, written.depth) {
            (_, Some(_)) => "/depth",
            (Some(_), None) => "/width",
            (None, None) => continue,
        };
        if block.size[1] > block.size[0] {
            cx.push(cx.finding(battle.block_address(i, key), message(block.size)).help(help));
        }
    }
}
