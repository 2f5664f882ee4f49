//! TT162 `late-hold`: hexes must be held until a turn that is never played.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};
use muster_systems::english::count_in_digits;

use crate::resolve::{TabletopBattle, VictoryGoal};

pub(super) const CHECK: Check<TabletopBattle> =
    Check { code: Code::new("TT162", "late-hold", Severity::Error, include_str!("late_hold.md")), run };

fn run(battle: &TabletopBattle, cx: &mut Cx<'_>) {
    for (i, victory) in battle.victory.iter().enumerate() {
        let VictoryGoal::Hold { until, .. } = victory.rule else { continue };
        let turns = battle.turns();
        if until > turns {
            let at = battle.scenario_address(&format!("/scenario/victory/{i}/until"));
            let turns = count_in_digits(turns.into(), "turn", "turns");
            let finding = cx.finding(at, format!("turn `{until}` is never played; the battle has {turns}"));
            cx.push(finding.help("without `until` it is the last turn"));
        }
    }
}
