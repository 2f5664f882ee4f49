//! TB186 `unknown-action`: a special rule names an action that none of its cards has.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::resolve::Battle;

pub(super) const CHECK: Check<Battle> =
    Check { code: Code::new("TB186", "unknown-action", Severity::Error, include_str!("unknown_action.md")), run };

fn run(battle: &Battle, cx: &mut Cx<'_>) {
    for placed in battle.effects() {
        for (suffix, number, card) in battle.unknown_actions(&placed) {
            let formation = battle.formation(card);
            let message = match formation.actions.len() {
                0 => format!("there is no action `{number}`: `{}` has no actions", formation.name),
                1 => format!("there is no action `{number}`: `{}` has one action", formation.name),
                most => format!("there is no action `{number}`: `{}` has {most}", formation.name),
            };
            let finding = cx.finding(battle.effect_address(&placed, &suffix), message);
            let at = if formation.actions.is_empty() { "/name" } else { "/actions" };
            cx.push(finding.with_related(battle.card_address(card, at), "actions are numbered from 1"));
        }
    }
}
