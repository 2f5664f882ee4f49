//! TT141 `contested-start`: cards of two factions start on the same hex.

use rustc_hash::FxHashMap;

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::resolve::TabletopBattle;

pub(super) const CHECK: Check<TabletopBattle> =
    Check { code: Code::new("TT141", "contested-start", Severity::Error, include_str!("contested_start.md")), run };

fn run(battle: &TabletopBattle, cx: &mut Cx<'_>) {
    let mut first: FxHashMap<usize, (usize, usize)> = FxHashMap::default();
    for (faction, entry, setup) in battle.setup() {
        let Some(hex) = setup.hex else { continue };
        let (owner, earlier) = *first.entry(hex).or_insert((faction, entry));
        if owner != faction {
            let number = battle.map.as_ref().map(|map| map.digits(hex)).unwrap_or_default();
            let message = format!(
                "`{}` is already on hex `{number}`; factions must start on different hexes",
                battle.factions[owner].name
            );
            let finding = cx.finding(battle.setup_address(faction, entry, "/at"), message);
            cx.push(finding.with_related(battle.setup_address(owner, earlier, "/at"), "here"));
        }
    }
}
