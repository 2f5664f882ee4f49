//! TB144 `needless-command`: a command lists a formation that is not in reserve (TB-6.9).

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::causes;
use crate::resolve::{Battle, ReferenceRole};

pub(super) const CHECK: Check<Battle> =
    Check { code: Code::new("TB144", "needless-command", Severity::Error, include_str!("needless_command.md")), run };

fn run(battle: &Battle, cx: &mut Cx<'_>) {
    for reference in battle.references.iter().filter(|reference| reference.role == ReferenceRole::Command) {
        let Some(card) = reference.card().filter(|_| !causes::to_itself(reference)) else { continue };
        if battle.formation(card).reserve.is_none() {
            let message = format!("`{}` is not in reserve and cannot be commanded", reference.text);
            let by = &battle.formation(reference.from).name;
            let finding = cx
                .finding(reference.at.clone(), message)
                .with_related(battle.card_address(card, "/card"), "it starts in play");
            cx.push(finding.help(format!("give that card `reserve: {{commanded_by: {by}}}`")));
        }
    }
}
