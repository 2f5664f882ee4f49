//! TT164 `victory-twice`: a victory condition, or one of its hexes, is listed twice.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Edit, Severity};

use crate::model::HexVictory;
use crate::resolve::{ResolvedVictory, TabletopBattle, VictoryGoal};

pub(super) const CHECK: Check<TabletopBattle> =
    Check { code: Code::new("TT164", "victory-twice", Severity::Warning, include_str!("victory_twice.md")), run };

fn run(battle: &TabletopBattle, cx: &mut Cx<'_>) {
    let Some(scenario) = battle.scenario() else { return };
    let sorted = |victory: &ResolvedVictory| {
        let mut victory = victory.clone();
        if let VictoryGoal::Hold { hexes, .. } = &mut victory.rule {
            hexes.sort_unstable();
            hexes.dedup();
        }
        victory
    };
    let conditions: Vec<ResolvedVictory> = battle.victory.iter().map(sorted).collect();
    for (i, written) in scenario.victory.iter().enumerate() {
        let at = |suffix: String| battle.scenario_address(&format!("/scenario/victory/{i}{suffix}"));
        // What names nothing is like everything else that names nothing, and found elsewhere.
        let means = match &conditions[i].rule {
            VictoryGoal::Hold { hexes, .. } => !hexes.is_empty() && conditions[i].faction.is_some(),
            VictoryGoal::Destroy(card) => card.is_some() && conditions[i].faction.is_some(),
            VictoryGoal::MostMight | VictoryGoal::Last => true,
        };
        if let Some(earlier) = conditions[..i].iter().position(|other| means && *other == conditions[i]) {
            let finding = cx.finding(at("/rule".to_owned()), "this condition is already listed");
            let earlier = battle.scenario_address(&format!("/scenario/victory/{earlier}/rule"));
            let item = at(String::new());
            cx.push(
                finding.with_related(earlier, "the first one").help("remove it").mend(true, vec![Edit::remove(item)]),
            );
        }
        let (HexVictory::Hold { hexes, .. }, Some(map)) = (written, &battle.map) else { continue };
        let found: Vec<Option<usize>> = hexes.iter().map(|hex| map.find(hex)).collect();
        for (k, hex) in found.iter().enumerate().filter_map(|(k, hex)| Some((k, (*hex)?))) {
            if found[..k].contains(&Some(hex)) {
                let hex_at = at(format!("/hexes/{k}"));
                let finding = cx.finding(hex_at.clone(), format!("hex `{}` is already listed", map.digits(hex)));
                cx.push(finding.help("remove it").mend(true, vec![Edit::remove(hex_at)]));
            }
        }
    }
}
