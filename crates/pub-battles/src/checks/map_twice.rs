//! PB131 `map-twice`: a scenario names a map file but also has its own map.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};
use muster_core::source::{Address, Pointer};

use crate::resolve::PubBattle;

pub(super) const CHECK: Check<PubBattle> =
    Check { code: Code::new("PB131", "map-twice", Severity::Error, include_str!("map_twice.md")), run };

fn run(battle: &PubBattle, cx: &mut Cx<'_>) {
    let own = battle.docs()[0].model.map.is_some();
    let named = [
        ("/scenario/map", battle.scenario().is_some_and(|scenario| scenario.map.is_some())),
        ("/capture_the_flag/map", battle.decks().is_some_and(|decks| decks.map.is_some())),
    ];
    for (at, _) in named.into_iter().filter(|(_, names)| own && *names) {
        let message = "the map file is ignored: this file has its own `map`";
        let finding = cx.finding(battle.scenario_address(at), message);
        let at = Address::key(battle.file(), Pointer::parse("/map"));
        cx.push(finding.with_related(at, "its own map").help("remove one of them"));
    }
}
