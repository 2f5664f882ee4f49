//! SB140 `no-counters`: a side starts without Morale Counters and loses at once.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::model::CounterRule;
use crate::resolve::POINTS_PER_COUNTER;
use crate::resolve::StatesBattle;

pub(super) const CHECK: Check<StatesBattle> =
    Check { code: Code::new("SB140", "no-counters", Severity::Error, include_str!("no_counters.md")), run };

fn run(battle: &StatesBattle, cx: &mut Cx<'_>) {
    let Some(scenario) = battle.scenario() else { return };
    for (i, side) in battle.sides.iter().enumerate().filter(|(i, side)| battle.army_is_known(*i) && side.counters == 0)
    {
        let per = scenario.points_per_counter.unwrap_or(POINTS_PER_COUNTER);
        let given = side.points / u32::from(per);
        let (suffix, message) = match scenario.sides[i].counters {
            None => {
                ("/name", format!("{} points give `{}` no counters; {per} points give one", side.points, side.name))
            }
            Some(CounterRule::Exactly(_)) => {
                ("/counters/exactly", format!("`{}` has no counters and loses at once", side.name))
            }
            Some(CounterRule::Add(add)) => {
                ("/counters/add", format!("`{add}` leaves `{}` without counters; its points give {given}", side.name))
            }
        };
        cx.push(cx.finding(battle.side_address(i, suffix), message));
    }
}
