//! TB142 `reserve-cycle`: formations in reserve wait for each other in a circle, so none of them ever enters (TB-10.4).

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::reach::{Opened, reserve_cycles};
use crate::resolve::Battle;

pub(super) const CHECK: Check<Battle> =
    Check { code: Code::new("TB142", "reserve-cycle", Severity::Error, include_str!("reserve_cycle.md")), run };

fn run(battle: &Battle, cx: &mut Cx<'_>) {
    for cycle in reserve_cycles(battle, &Opened::new(battle)) {
        let name = |card: usize| format!("`{}`", battle.formation(card).name);
        let whole: Vec<String> = cycle.iter().chain(cycle.first()).map(|r| name(r.from)).collect();
        let message = format!("{} wait for each other and never enter", whole.join(" → "));
        let mut finding = cx.finding(cycle[0].at.clone(), message);
        for reference in &cycle[1..] {
            finding = finding.with_related(reference.at.clone(), format!("{} waits here", name(reference.from)));
        }
        cx.push(finding);
    }
}
