//! PB134 `area-or-line`: a feature has neither an area nor a line, or has both.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};
use muster_core::source::{Address, Pointer};

use crate::resolve::PubBattle;

pub(super) const CHECK: Check<PubBattle> =
    Check { code: Code::new("PB134", "area-or-line", Severity::Error, include_str!("area_or_line.md")), run };

fn run(battle: &PubBattle, cx: &mut Cx<'_>) {
    let Some((file, map)) = battle.map() else { return };
    for (i, feature) in map.features.iter().enumerate() {
        let at = Pointer::root().key("map").key("features").index(i);
        match (&feature.area, &feature.line) {
            (Some(_), Some(_)) => {
                let finding = cx.finding(Address::key(file, at.key("line")), "this feature already has an area");
                let finding = finding.with_related(Address::key(file, at.key("area")), "its area");
                cx.push(finding.help("a feature is either an area or a line; split it in two"));
            }
            (None, None) => {
                let finding =
                    cx.finding(Address::value(file, at.key("kind")), "this feature has neither an area nor a line");
                cx.push(finding.help("add its corners under `area`, or the points of a line under `line`"));
            }
            (Some(_), None) | (None, Some(_)) => {}
        }
    }
}
