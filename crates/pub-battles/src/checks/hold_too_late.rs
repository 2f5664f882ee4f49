//! PB161 `hold-too-late`: a location is checked after a turn that is never played.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};
use muster_systems::english::count_in_digits;

use crate::checks::last_turn;
use crate::resolve::{PubBattle, ResolvedGoal};

pub(super) const CHECK: Check<PubBattle> =
    Check { code: Code::new("PB161", "hold-too-late", Severity::Error, include_str!("hold_too_late.md")), run };

fn run(battle: &PubBattle, cx: &mut Cx<'_>) {
    let last = last_turn(battle);
    for (i, goal) in battle.victory.iter().enumerate() {
        let ResolvedGoal::Hold { turn: Some(turn), .. } = goal else { continue };
        if u32::from(*turn) > last {
            let turns = count_in_digits(last as usize, "turn", "turns");
            let at = battle.scenario_address(&format!("/scenario/victory/{i}/at"));
            let finding = cx.finding(at, format!("turn `{turn}` is never played; the battle has {turns}"));
            cx.push(finding.help("without `at` it is checked at the end of a day"));
        }
    }
}
