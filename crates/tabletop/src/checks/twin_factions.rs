//! TT111 `twin-factions`: two factions have the same name.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::resolve::TabletopBattle;

pub(super) const CHECK: Check<TabletopBattle> =
    Check { code: Code::new("TT111", "twin-factions", Severity::Error, include_str!("twin_factions.md")), run };

fn run(battle: &TabletopBattle, cx: &mut Cx<'_>) {
    for (i, faction) in battle.factions.iter().enumerate() {
        let is_same = |name: &str| name.to_lowercase() == faction.name.to_lowercase();
        if let Some(earlier) = battle.factions[..i].iter().position(|other| is_same(&other.name)) {
            let other = &battle.factions[earlier].name;
            let message = match *other == faction.name {
                true => format!("`{}` is already the name of another faction", faction.name),
                false => format!("`{}` and `{other}` differ only in capitals", faction.name),
            };
            let finding = cx.finding(battle.faction_address(i, "/name"), message);
            cx.push(finding.with_related(battle.faction_address(earlier, "/name"), "the other faction"));
        }
    }
}
