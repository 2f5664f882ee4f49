//! TT146 `divided-army`: the name of an army is used on two hexes.

use rustc_hash::FxHashMap;

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::resolve::TabletopBattle;

pub(super) const CHECK: Check<TabletopBattle> =
    Check { code: Code::new("TT146", "divided-army", Severity::Warning, include_str!("divided_army.md")), run };

fn run(battle: &TabletopBattle, cx: &mut Cx<'_>) {
    let mut first: FxHashMap<(usize, &str), (usize, usize)> = FxHashMap::default();
    for (faction, entry, setup) in battle.setup() {
        let (Some(army), Some(hex)) = (setup.army, setup.hex) else { continue };
        let name = battle.factions[faction].armies[army].as_str();
        let (stands, earlier) = *first.entry((faction, name)).or_insert((hex, entry));
        if stands != hex {
            let number = battle.map.as_ref().map(|map| map.digits(stands)).unwrap_or_default();
            let message = format!("`{name}` is also on hex `{number}`; an army is in one hex, so these are two armies");
            let finding = cx.finding(battle.setup_address(faction, entry, "/at"), message);
            cx.push(finding.with_related(battle.setup_address(faction, earlier, "/at"), "here"));
        }
    }
}
