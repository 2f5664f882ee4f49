//! PB142 `impassable-start`: a block or headquarters starts on ground that cannot be entered.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::checks::{headquarters, impassable, standing, title};
use crate::geometry::{MapPoint, touch};
use crate::resolve::{FeatureGround, Field, PubBattle};

pub(super) const CHECK: Check<PubBattle> =
    Check { code: Code::new("PB142", "impassable-start", Severity::Error, include_str!("impassable_start.md")), run };

/// Returns the lines that cannot be crossed, each with its feature.
fn impassable_lines(field: &Field) -> impl Iterator<Item = (usize, &[MapPoint])> {
    field.features.iter().enumerate().filter_map(|(i, feature)| match &feature.ground {
        FeatureGround::Line(line) if field.kind_of(feature).is_some_and(|kind| !kind.passable) => Some((i, &line[..])),
        FeatureGround::Line(_) | FeatureGround::Area(_) | FeatureGround::Nowhere => None,
    })
}

/// Returns true if a place is on a line (PB-1.6).
fn lies_on(at: MapPoint, line: &[MapPoint]) -> bool {
    line.windows(2).any(|ends| touch(at, at, ends[0], ends[1]))
}

fn run(battle: &PubBattle, cx: &mut Cx<'_>) {
    let Some(field) = &battle.field else { return };
    let help = "a block counts as in an area only with more than half of it inside";
    let blocks = standing(battle).map(|piece| {
        let (at, name) = (battle.block_address(piece.index, "/at"), format!("`{}`", battle.blocks[piece.index].name));
        (piece, at, name)
    });
    let cubes = headquarters(battle).map(|piece| {
        let name = format!("the headquarters of `{}`", battle.commands[piece.index].hq);
        let at = battle.command_address(piece.index, "/at");
        (piece, at, name)
    });
    for (piece, at, name) in blocks.chain(cubes) {
        let mut grounds = impassable(field);
        if let Some((feature, _)) = grounds.find(|(_, area)| area.holds(piece.at, &piece.outline)) {
            let message = format!("{name} is in {}, which cannot be entered", title(field, feature));
            cx.push(cx.finding(at, message).help(help));
        } else if let Some(feature) = impassable_lines(field).find(|(_, line)| lies_on(piece.at, line)).map(|(i, _)| i)
        {
            let message = format!("the centre of {name} is on {}, which cannot be crossed", title(field, feature));
            cx.push(cx.finding(at, message).help("move it to one side"));
        }
    }
}
