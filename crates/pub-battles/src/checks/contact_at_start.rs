//! PB143 `contact-at-start`: enemies are in contact at the start.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::checks::{Piece, standing};
use crate::resolve::PubBattle;

pub(super) const CHECK: Check<PubBattle> =
    Check { code: Code::new("PB143", "contact-at-start", Severity::Warning, include_str!("contact_at_start.md")), run };

fn run(battle: &PubBattle, cx: &mut Cx<'_>) {
    let side = |piece: &Piece| battle.commands[battle.blocks[piece.index].command].side;
    let pieces: Vec<Piece> = standing(battle).collect();
    for (k, piece) in pieces.iter().enumerate() {
        let touches = |other: &&Piece| {
            side(other) != side(piece)
                && other.outline.is_adjacent(&piece.outline)
                && !other.outline.overlaps(&piece.outline)
        };
        if let Some(other) = pieces[..k].iter().find(touches) {
            let [name, enemy] = [piece.index, other.index].map(|block| &battle.blocks[block].name);
            let finding = cx.finding(battle.block_address(piece.index, "/at"), format!("`{name}` touches `{enemy}`"));
            cx.push(finding.with_related(battle.block_address(other.index, "/at"), format!("`{enemy}` is here")));
        }
    }
}
