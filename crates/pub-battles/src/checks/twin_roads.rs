//! PB107 `twin-roads`: two roads of the map have the same name.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::checks::twins;
use crate::resolve::PubBattle;

pub(super) const CHECK: Check<PubBattle> =
    Check { code: Code::new("PB107", "twin-roads", Severity::Warning, include_str!("twin_roads.md")), run };

fn run(battle: &PubBattle, cx: &mut Cx<'_>) {
    let Some(field) = &battle.field else { return };
    let names: Vec<&str> = field.roads.iter().map(|road| road.name.as_str()).collect();
    let at = |road: usize| field.roads[road].written.name();
    for twin in twins(&names) {
        let finding = cx.finding(at(twin.again), twin.message("road"));
        cx.push(finding.with_related(at(twin.first), "moves and entries mean this one"));
    }
}
