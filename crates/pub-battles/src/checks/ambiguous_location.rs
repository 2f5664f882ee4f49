//! PB106 `ambiguous-location`: two locations of the map have the same name.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::checks::twins;
use crate::resolve::PubBattle;

pub(super) const CHECK: Check<PubBattle> = Check {
    code: Code::new("PB106", "ambiguous-location", Severity::Warning, include_str!("ambiguous_location.md")),
    run,
};

fn run(battle: &PubBattle, cx: &mut Cx<'_>) {
    let Some(field) = &battle.field else { return };
    let names: Vec<&str> = field.locations.iter().map(|location| location.name.as_str()).collect();
    for twin in twins(&names) {
        let finding = cx.finding(field.locations[twin.again].written.clone(), twin.message("location"));
        let finding = finding
            .with_related(field.locations[twin.first].written.clone(), "orders and victory conditions mean this one");
        cx.push(finding.help("a feature does not need a name; without one it is not a location"));
    }
}
