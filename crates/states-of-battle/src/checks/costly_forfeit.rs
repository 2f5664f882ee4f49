//! SB142 `costly-forfeit`: a side forfeits more counters than it has.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::resolve::StatesBattle;

pub(super) const CHECK: Check<StatesBattle> =
    Check { code: Code::new("SB142", "costly-forfeit", Severity::Warning, include_str!("costly_forfeit.md")), run };

fn run(battle: &StatesBattle, cx: &mut Cx<'_>) {
    for (i, side) in battle.sides.iter().enumerate().filter(|(i, side)| battle.army_is_known(*i) && side.counters > 0) {
        let mut all = 0;
        for forfeit in battle.forfeits.iter().filter(|forfeit| forfeit.side == Some(i)) {
            let before = all;
            all += u16::from(forfeit.counters);
            if all > side.counters && before <= side.counters {
                let what = if before == 0 { "this costs" } else { "with the others this costs" };
                let message = format!("{what} `{}` {all} counters; it starts with {}", side.name, side.counters);
                cx.push(cx.finding(forfeit.at.join("/counters"), message));
            }
        }
    }
}
