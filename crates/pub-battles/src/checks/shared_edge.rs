//! PB111 `shared-edge`: both sides have the same home edge.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::resolve::PubBattle;

pub(super) const CHECK: Check<PubBattle> =
    Check { code: Code::new("PB111", "shared-edge", Severity::Warning, include_str!("shared_edge.md")), run };

fn run(battle: &PubBattle, cx: &mut Cx<'_>) {
    let [first, second] = &battle.sides[..] else { return };
    if first.edge == second.edge {
        let message = format!("`{}` already has the {} edge as its home", first.name, second.edge.word());
        let finding = cx.finding(battle.scenario_address("/scenario/sides/1/edge"), message);
        cx.push(finding.with_related(battle.scenario_address("/scenario/sides/0/edge"), "here"));
    }
}
