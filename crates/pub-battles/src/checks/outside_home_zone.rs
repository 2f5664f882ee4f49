//! PB214 `outside-home-zone`: in Capture the Flag something starts more than a mounted move from its home edge.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::checks::{Piece, from_edge, headquarters, standing};
use crate::geometry::MapPoint;
use crate::resolve::PubBattle;

pub(super) const CHECK: Check<PubBattle> =
    Check { code: Code::new("PB214", "outside-home-zone", Severity::Error, include_str!("outside_home_zone.md")), run };

fn run(battle: &PubBattle, cx: &mut Cx<'_>) {
    let Some(field) = &battle.field else { return };
    if battle.scenario().is_none_or(|scenario| scenario.bases.is_empty()) {
        return;
    }
    let blocks = standing(battle).map(|piece| {
        let of = &battle.blocks[piece.index];
        (of.command, battle.block_address(piece.index, "/at"), format!("`{}`", of.name), piece)
    });
    let cubes = headquarters(battle).map(|piece| {
        let name = format!("the headquarters of `{}`", battle.commands[piece.index].hq);
        (piece.index, battle.command_address(piece.index, "/at"), name, piece)
    });
    for (command, at, name, Piece { at: place, .. }) in blocks.chain(cubes) {
        let edge = battle.sides[battle.commands[command].side].edge;
        let inward = from_edge(field, edge, place);
        if inward > i32::from(field.mounted) && field.is_on_map(place) {
            let message = format!(
                "{name} starts {inward} from the {} edge; with `bases`, everything on the map at the start must be within {} of its home edge",
                edge.word(),
                field.mounted
            );
            let MapPoint { x, y } = place;
            let help = format!("move it from [{x}, {y}] towards its edge, to within a mounted move (PB-10.4)");
            cx.push(cx.finding(at, message).help(help));
        }
    }
}
