//! PB142 `impassable-start`: a block or a headquarters starts on ground that cannot be entered.

use crate::check::{Check, Cx};
use crate::diag::{Code, Severity};
use crate::systems::pub_battles::checks::{headquarters, impassable, standing, title};
use crate::systems::pub_battles::resolve::PubBattle;

/// A block or a headquarters starts on ground that cannot be entered.
pub(super) const CHECK: Check<PubBattle> =
    Check { code: Code::new("PB142", "impassable-start", Severity::Error, include_str!("impassable_start.md")), run };

fn run(battle: &PubBattle, cx: &mut Cx<'_>) {
    let Some(field) = &battle.field else { return };
    let help = "nothing is in an area with half of it or less";
    let blocks = standing(battle).map(|piece| {
        let (at, name) = (battle.at_block(piece.index, "/at"), format!("`{}`", battle.blocks[piece.index].name));
        (piece, at, name)
    });
    let cubes = headquarters(battle).map(|piece| {
        let name = format!("the headquarters of `{}`", battle.commands[piece.index].hq);
        let at = battle.at_command(piece.index, "/at");
        (piece, at, name)
    });
    for (piece, at, name) in blocks.chain(cubes) {
        let mut grounds = impassable(field);
        if let Some((feature, _)) = grounds.find(|(_, area)| area.holds(piece.at, &piece.outline)) {
            let message = format!("{name} stands in {}, which cannot be entered", title(field, feature));
            cx.push(cx.at(at, message).help(help));
        }
    }
}
