//! PB168 `hold-out-of-reach`: no side that could win by a location can get there in time.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::checks::{hold_turn, may_reach};
use crate::resolve::{PubBattle, ResolvedGoal};

pub(super) const CHECK: Check<PubBattle> =
    Check { code: Code::new("PB168", "hold-out-of-reach", Severity::Error, include_str!("hold_out_of_reach.md")), run };

fn run(battle: &PubBattle, cx: &mut Cx<'_>) {
    let side_of = |block: usize| battle.commands[battle.blocks[block].command].side;
    for (i, goal) in battle.victory.iter().enumerate() {
        let ResolvedGoal::Hold { places, within, turn, side, .. } = goal else { continue };
        let Some(turn) = hold_turn(battle, i, *turn) else { continue };
        let may_hold = |holder: usize| {
            places.iter().all(|at| {
                let may_come =
                    |block: usize| side_of(block) == holder && may_reach(battle, block, *at, *within, (turn, 4));
                (0..battle.blocks.len()).any(may_come)
            })
        };
        let mut holders = (0..battle.sides.len()).filter(|holder| side.is_none_or(|side| side == *holder));
        if !holders.any(may_hold) {
            let who = side.map_or("nobody".to_owned(), |side| format!("no block of `{}`", battle.sides[side].name));
            let message = format!("{who} can get there by turn {turn}");
            cx.push(cx.finding(battle.scenario_address(&format!("/scenario/victory/{i}/location")), message));
        }
    }
}
