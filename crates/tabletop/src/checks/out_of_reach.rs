//! TT161 `out-of-reach`: a faction must hold a hex that none of its cards can reach.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::model::HexVictory;
use crate::reach::Ground;
use crate::resolve::{TabletopBattle, VictoryGoal};

pub(super) const CHECK: Check<TabletopBattle> =
    Check { code: Code::new("TT161", "out-of-reach", Severity::Warning, include_str!("out_of_reach.md")), run };

fn run(battle: &TabletopBattle, cx: &mut Cx<'_>) {
    let Some(scenario) = battle.scenario() else { return };
    if !battle.victory.iter().any(|victory| matches!(victory.rule, VictoryGoal::Hold { .. })) {
        return;
    }
    let Some(ground) = Ground::new(battle) else { return };
    let reached = ground.reached_hexes();
    for (i, victory) in scenario.victory.iter().enumerate() {
        let (HexVictory::Hold { hexes, .. }, Some(faction)) = (victory, battle.victory[i].faction) else { continue };
        // A faction without a card on the map, or with unknown ones, is another finding.
        if !battle.factions[faction].knows_start() {
            continue;
        }
        // A hex without terrain is another finding too.
        let is_out_of_reach = |hex: usize| ground.map().terrain[hex].is_some() && !reached[faction][hex];
        for (k, hex) in hexes.iter().enumerate() {
            if let Some(hex) = ground.map().find(hex).filter(|hex| is_out_of_reach(*hex)) {
                let (name, number) = (&battle.factions[faction].name, ground.map().digits(hex));
                let message = format!("no card of `{name}` can ever reach hex `{number}`");
                cx.push(cx.finding(battle.scenario_address(&format!("/scenario/victory/{i}/hexes/{k}")), message));
            }
        }
    }
}
