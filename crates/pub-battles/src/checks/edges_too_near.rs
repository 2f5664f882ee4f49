//! PB211 `edges-too-near`: the home edges of two decks are not opposite or are too close together.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::model::MapEdge;
use crate::resolve::PubBattle;

pub(super) const CHECK: Check<PubBattle> =
    Check { code: Code::new("PB211", "edges-too-near", Severity::Error, include_str!("edges_too_near.md")), run };

fn run(battle: &PubBattle, cx: &mut Cx<'_>) {
    let (Some(decks), Some(field)) = (battle.decks(), &battle.field) else { return };
    let [first, second] = &decks.decks[..] else { return };
    let at = |pointer: &str| battle.scenario_address(&format!("/capture_the_flag/decks/{pointer}"));
    if (first.edge.inward().0 + 180) % 360 != second.edge.inward().0 {
        let message = format!(
            "the {} edge is not opposite the {} edge of `{}`",
            second.edge.word(),
            first.edge.word(),
            first.name
        );
        cx.push(cx.finding(at("1/edge"), message).with_related(at("0/edge"), "the other home edge"));
        return;
    }
    let across = match first.edge {
        MapEdge::North | MapEdge::South => field.size.y,
        MapEdge::East | MapEdge::West => field.size.x,
    };
    let least = 2 * i32::from(field.mounted) + i32::from(field.foot);
    if across < least {
        let message = format!(
            "the map is {across} from edge to edge; expected at least {least} (two mounted moves and a foot move)"
        );
        cx.push(cx.finding(at("1/edge"), message));
    }
}
