//! TB161 `uneven-sides`: one side has more than twice as many sticks as the other.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use super::too_many_sticks::sticks;
use crate::resolve::Battle;

pub(super) const CHECK: Check<Battle> =
    Check { code: Code::new("TB161", "uneven-sides", Severity::Info, include_str!("uneven_sides.md")), run };

fn run(battle: &Battle, cx: &mut Cx<'_>) {
    if !battle.armies_known() {
        return;
    }
    let mut totals = vec![0; battle.armies.len()];
    for card in battle.fielded_cards() {
        totals[battle.cards[card].sides[0]] += sticks(battle, card);
    }
    let all: usize = totals.iter().sum();
    for (i, side) in battle.sides().iter().enumerate() {
        let others = all - totals[i];
        if others > 2 * totals[i] && totals[i] > 0 && totals.len() == 2 {
            let plural = if totals[i] == 1 { "" } else { "s" };
            let message = format!("`{}` has {} stick{plural}; the other side has {others}", side.name, totals[i]);
            cx.push(cx.finding(battle.scenario_address(&format!("/scenario/sides/{i}/name")), message));
        }
    }
}
