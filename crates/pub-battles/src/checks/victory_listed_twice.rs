//! PB162 `victory-listed-twice`: a victory rule, or one of its locations, is listed twice.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Edit, Severity};

use crate::model::{HoldTime, PubVictory};
use crate::resolve::PubBattle;

pub(super) const CHECK: Check<PubBattle> = Check {
    code: Code::new("PB162", "victory-listed-twice", Severity::Warning, include_str!("victory_listed_twice.md")),
    run,
};

fn run(battle: &PubBattle, cx: &mut Cx<'_>) {
    let Some(scenario) = battle.scenario() else { return };
    let sorted = |victory: &PubVictory| {
        let PubVictory::Hold { location, within, at, side, .. } = victory else { return (victory.word(), None) };
        let mut names = location.names().to_vec();
        names.sort_unstable();
        names.dedup();
        let turn = match at {
            HoldTime::Turn(turn) => Some(*turn),
            HoldTime::End(_) => None,
        };
        (victory.word(), Some((names, battle.length(*within), turn, side.clone())))
    };
    let goals: Vec<_> = scenario.victory.iter().map(sorted).collect();
    for (i, victory) in scenario.victory.iter().enumerate() {
        let at = |i: usize, suffix: &str| battle.scenario_address(&format!("/scenario/victory/{i}{suffix}"));
        if let Some(earlier) = goals[..i].iter().position(|other| *other == goals[i]) {
            let finding = cx.finding(at(i, "/rule"), "this rule is already listed");
            let finding = finding.with_related(at(earlier, "/rule"), "the first one").help("remove it");
            cx.push(finding.mend(true, vec![Edit::remove(at(i, ""))]));
        }
        let PubVictory::Hold { location, .. } = victory else { continue };
        let names = location.names();
        for (k, name) in names.iter().enumerate() {
            if names[..k].contains(name) {
                let at = at(i, &format!("/location/{k}"));
                let finding = cx.finding(at.clone(), format!("`{name}` is already listed"));
                cx.push(finding.help("remove it").mend(true, vec![Edit::remove(at)]));
            }
        }
    }
}
