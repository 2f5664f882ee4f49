//! PB122 `foot-outruns-horse`: the foot move is longer than the mounted move.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Edit, Severity};
use muster_core::source::{Address, Pointer};

use crate::resolve::PubBattle;

pub(super) const CHECK: Check<PubBattle> = Check {
    code: Code::new("PB122", "foot-outruns-horse", Severity::Warning, include_str!("foot_outruns_horse.md")),
    run,
};

fn run(battle: &PubBattle, cx: &mut Cx<'_>) {
    let Some(field) = &battle.field else { return };
    let (foot, mounted) = (field.foot, field.mounted);
    if foot > mounted {
        let at = |key: &str| Address::value(field.file, Pointer::parse(format!("/map/{key}")));
        let finding =
            cx.finding(at("foot"), format!("the foot move of {foot} is longer than the mounted move of {mounted}"));
        let swapped =
            vec![Edit::replace(at("foot"), mounted.to_string()), Edit::replace(at("mounted"), foot.to_string())];
        let finding = finding.with_related(at("mounted"), "the mounted move");
        cx.push(finding.help("are they swapped?").mend(false, swapped));
    }
}
