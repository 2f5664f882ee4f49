//! TT149 `no-start`: a faction has no card on the map at the start.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::resolve::TabletopBattle;

pub(super) const CHECK: Check<TabletopBattle> =
    Check { code: Code::new("TT149", "no-start", Severity::Error, include_str!("no_start.md")), run };

fn run(battle: &TabletopBattle, cx: &mut Cx<'_>) {
    for (i, faction) in battle.factions.iter().enumerate().filter(|(_, faction)| faction.setup.is_empty()) {
        let message = format!("`{}` has no card on the map at the start, so it is out of the battle", faction.name);
        let finding = cx.finding(battle.faction_address(i, "/name"), message);
        cx.push(finding.help("cards are deployed at standards: add one to its `setup`"));
    }
}
