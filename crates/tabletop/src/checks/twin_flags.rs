//! TT118 `twin-flags`: two factions have the same flag.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::model::Flag;
use crate::resolve::TabletopBattle;

pub(super) const CHECK: Check<TabletopBattle> =
    Check { code: Code::new("TT118", "twin-flags", Severity::Warning, include_str!("twin_flags.md")), run };

fn run(battle: &TabletopBattle, cx: &mut Cx<'_>) {
    let factions = battle.scenario().map_or(&[][..], |scenario| &scenario.factions);
    for (i, faction) in factions.iter().enumerate().filter(|(_, faction)| faction.flag != Flag::default()) {
        if let Some(earlier) = factions[..i].iter().position(|other| other.flag == faction.flag) {
            let message =
                format!("`{}` has the same flag; counters must be told apart by their flag", factions[earlier].name);
            let finding = cx.finding(battle.faction_address(i, "/flag"), message);
            cx.push(finding.with_related(battle.faction_address(earlier, "/flag"), "the other faction"));
        }
    }
}
