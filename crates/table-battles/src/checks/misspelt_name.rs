//! TB129 `misspelt-name`: several references agree on a formation's name, but the formation itself spells it differently.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity, did_you_mean};
use muster_systems::hints::scalar;

use crate::causes;
use crate::resolve::Battle;

pub(super) const CHECK: Check<Battle> =
    Check { code: Code::new("TB129", "misspelt-name", Severity::Error, include_str!("misspelt_name.md")), run };

fn run(battle: &Battle, cx: &mut Cx<'_>) {
    if !battle.sides_known() {
        return;
    }
    for causes::MisspeltName { card, meant, references } in causes::misspelt(battle) {
        let at = battle.card_address(card, "/name");
        let (name, count) = (&battle.formation(card).name, references.len());
        let by = if count == 1 { "one reference".to_owned() } else { format!("all {count} references") };
        let message = format!("`{name}` is written `{meant}` in {by} to it");
        // Not safe: the name is printed, and what the author calls the formation is not certain.
        let finding = cx.finding(at.clone(), message).help(did_you_mean(name, &meant));
        let finding = finding.replace(false, at, scalar(&meant));
        cx.push(
            references.into_iter().fold(finding, |finding, at| finding.with_related(at, format!("`{meant}` here"))),
        );
    }
}
