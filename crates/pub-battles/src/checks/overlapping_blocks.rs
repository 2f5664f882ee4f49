//! PB141 `overlapping-blocks`: two blocks overlap at the start.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::checks::{Piece, standing};
use crate::resolve::PubBattle;

pub(super) const CHECK: Check<PubBattle> = Check {
    code: Code::new("PB141", "overlapping-blocks", Severity::Error, include_str!("overlapping_blocks.md")),
    run,
};

fn run(battle: &PubBattle, cx: &mut Cx<'_>) {
    let pieces: Vec<Piece> = standing(battle).collect();
    for (k, piece) in pieces.iter().enumerate() {
        if let Some(other) = pieces[..k].iter().find(|other| other.outline.overlaps(&piece.outline)) {
            let [name, under] = [piece.index, other.index].map(|block| &battle.blocks[block].name);
            let finding = cx.finding(battle.block_address(piece.index, "/at"), format!("`{name}` overlaps `{under}`"));
            cx.push(finding.with_related(battle.block_address(other.index, "/at"), format!("`{under}` is here")));
        }
    }
}
