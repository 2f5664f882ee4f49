//! TT112 `equal-initiative`: two factions have the same initiative.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::resolve::{ResolvedFaction, TabletopBattle};

pub(super) const CHECK: Check<TabletopBattle> =
    Check { code: Code::new("TT112", "equal-initiative", Severity::Error, include_str!("equal_initiative.md")), run };

fn run(battle: &TabletopBattle, cx: &mut Cx<'_>) {
    for (i, faction) in battle.factions.iter().enumerate() {
        let is_same = |other: &ResolvedFaction| other.initiative == faction.initiative;
        if let Some(earlier) = battle.factions[..i].iter().position(is_same) {
            let message = format!(
                "`{}` also has initiative {}; expected a different number for each faction, since the highest acts first",
                battle.factions[earlier].name, faction.initiative
            );
            let finding = cx.finding(battle.faction_address(i, "/initiative"), message);
            cx.push(finding.with_related(battle.faction_address(earlier, "/initiative"), "the other faction"));
        }
    }
}
