//! PB172 `idle-along`: a unit that enters on a road also has `along`.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::checks::entries;
use crate::resolve::PubBattle;

pub(super) const CHECK: Check<PubBattle> =
    Check { code: Code::new("PB172", "idle-along", Severity::Warning, include_str!("idle_along.md")), run };

fn run(battle: &PubBattle, cx: &mut Cx<'_>) {
    for entry in entries(battle) {
        if entry.written.on.is_some() && entry.written.along.is_some() {
            let finding = cx.finding(entry.at.join("/along"), "units that enter on a road enter nowhere else");
            cx.push(finding.with_related(entry.at.join("/on"), "on this road").help("remove `along` or `on`"));
        }
    }
}
