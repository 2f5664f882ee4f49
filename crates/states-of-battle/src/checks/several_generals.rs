//! SB122 `several-generals`: an army has more than one general.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::resolve::StatesBattle;

pub(super) const CHECK: Check<StatesBattle> =
    Check { code: Code::new("SB122", "several-generals", Severity::Error, include_str!("several_generals.md")), run };

fn run(battle: &StatesBattle, cx: &mut Cx<'_>) {
    for side in &battle.sides {
        for general in side.generals.iter().skip(1) {
            let message = format!("`{}` already has a general; each side has exactly one", side.name);
            let finding = cx.finding(battle.unit_address(*general, "/kind"), message);
            let finding = finding.help("make this one a `character`, with `named: true` if he can be challenged");
            let finding = finding.replace(false, battle.unit_address(*general, "/kind"), "character");
            cx.push(finding.with_related(battle.unit_address(side.generals[0], "/kind"), "the other general"));
        }
    }
}
