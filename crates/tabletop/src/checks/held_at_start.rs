//! TT160 `held-at-start`: at the start a faction is on the hexes that it wins by holding in the first turn.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::resolve::{TabletopBattle, VictoryGoal};

pub(super) const CHECK: Check<TabletopBattle> =
    Check { code: Code::new("TT160", "held-at-start", Severity::Warning, include_str!("held_at_start.md")), run };

fn run(battle: &TabletopBattle, cx: &mut Cx<'_>) {
    for (i, victory) in battle.victory.iter().enumerate() {
        let (Some(faction), VictoryGoal::Hold { hexes, until: 1 }) = (victory.faction, &victory.rule) else { continue };
        let faction = &battle.factions[faction];
        let stands = |hex: &usize| faction.setup.iter().any(|entry| entry.hex == Some(*hex));
        if !hexes.is_empty() && hexes.iter().all(stands) {
            let there = if hexes.len() == 1 { "there" } else { "on all of them" };
            let message =
                format!("`{}` is {there} at the start, so it only needs to stay for one turn to win", faction.name);
            cx.push(cx.finding(battle.scenario_address(&format!("/scenario/victory/{i}/hexes")), message));
        }
    }
}
