//! TT110 `faction-count`: a scenario does not have two to four factions.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};
use muster_core::source::{Address, Pointer};
use muster_systems::english::count_in_digits;

use crate::resolve::TabletopBattle;

pub(super) const CHECK: Check<TabletopBattle> =
    Check { code: Code::new("TT110", "faction-count", Severity::Error, include_str!("faction_count.md")), run };

fn run(battle: &TabletopBattle, cx: &mut Cx<'_>) {
    let count = battle.factions.len();
    if battle.scenario().is_some() && !(2..=4).contains(&count) {
        let at = Address::key(battle.file(), Pointer::parse("/scenario/factions"));
        cx.push(cx.finding(
            at,
            format!("the battle has {}; expected two to four", count_in_digits(count, "faction", "factions")),
        ));
    }
}
