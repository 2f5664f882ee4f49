//! TB135 `too-large`: a battle is larger than the engine can play.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::engine::{Refusal, TableBattles};
use crate::resolve::Battle;

pub(super) const CHECK: Check<Battle> =
    Check { code: Code::new("TB135", "too-large", Severity::Error, include_str!("too_large.md")), run };

fn run(battle: &Battle, cx: &mut Cx<'_>) {
    if let Err(Refusal::TooLarge(why)) = TableBattles::compile(battle) {
        let finding = cx.finding(battle.scenario_address("/scenario/name"), why);
        cx.push(finding.help("split it into several scenarios"));
    }
}
