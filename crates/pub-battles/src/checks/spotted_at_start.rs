//! PB149 `spotted-at-start`: a hidden headquarters is so close to an enemy headquarters that it is spotted before anyone
//! acts.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::checks::{Piece, headquarters};
use crate::resolve::PubBattle;

pub(super) const CHECK: Check<PubBattle> =
    Check { code: Code::new("PB149", "spotted-at-start", Severity::Error, include_str!("spotted_at_start.md")), run };

fn run(battle: &PubBattle, cx: &mut Cx<'_>) {
    let Some(field) = &battle.field else { return };
    let cubes: Vec<Piece> = headquarters(battle).collect();
    let of = |piece: &Piece| &battle.commands[piece.index];
    let is_unspotted = |piece: &Piece| of(piece).is_hidden || of(piece).is_fog;
    for cube in cubes.iter().filter(|cube| is_unspotted(cube)) {
        // Of two that are hidden both would be told of: the later one is.
        let sees = |other: &&Piece| {
            of(other).side != of(cube).side
                && (other.index < cube.index || !is_unspotted(other))
                && other.outline.is_within(&cube.outline, field.foot, 1)
        };
        if let Some(other) = cubes.iter().find(sees) {
            let message = format!(
                "`{}` is at most {} (a foot move) from `{}`, so it is spotted before anyone acts",
                of(cube).hq,
                field.foot,
                of(other).hq
            );
            let finding = cx.finding(battle.command_address(cube.index, "/at"), message);
            let finding =
                finding.with_related(battle.command_address(other.index, "/at"), format!("`{}`", of(other).hq));
            cx.push(finding.help("move them farther apart, or show both from the start"));
        }
    }
}
