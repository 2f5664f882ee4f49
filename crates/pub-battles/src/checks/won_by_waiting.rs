//! PB160 `won-by-waiting`: a side already has what it wins by at the start, and no enemy can get there in time.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::checks::{hold_turn, may_reach, standing};
use crate::geometry::Footprint;
use crate::resolve::{PubBattle, ResolvedGoal};

pub(super) const CHECK: Check<PubBattle> =
    Check { code: Code::new("PB160", "won-by-waiting", Severity::Warning, include_str!("won_by_waiting.md")), run };

fn run(battle: &PubBattle, cx: &mut Cx<'_>) {
    let Some(scenario) = battle.scenario() else { return };
    if scenario.victory.is_empty() {
        return;
    }
    let side_of = |block: usize| battle.commands[battle.blocks[block].command].side;
    for (i, goal) in battle.victory.iter().enumerate() {
        let ResolvedGoal::Hold { places, within, turn, side, .. } = goal else { continue };
        if hold_turn(battle, i, *turn).is_none() {
            continue;
        }
        let turn = turn.unwrap_or(scenario.turns);
        for holder in (0..battle.sides.len()).filter(|holder| side.is_none_or(|side| side == *holder)) {
            let is_held = places.iter().all(|at| {
                let place = Footprint::place(*at);
                standing(battle)
                    .any(|piece| side_of(piece.index) == holder && piece.outline.is_within(&place, within.0, within.1))
            });
            let may_come = |block: usize| {
                side_of(block) != holder && places.iter().any(|at| may_reach(battle, block, *at, *within, (turn, 2)))
            };
            if is_held && !(0..battle.blocks.len()).any(may_come) {
                let name = &battle.sides[holder].name;
                let message =
                    format!("`{name}` is already there at the start, and no enemy can get there by turn {turn}");
                cx.push(cx.finding(battle.scenario_address(&format!("/scenario/victory/{i}/location")), message));
            }
        }
    }
}
