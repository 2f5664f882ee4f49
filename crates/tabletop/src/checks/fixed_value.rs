//! TT121 `fixed-value`: a standard has a value other than the fixed one.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::resolve::{STANDARD_COST, STANDARD_SPEED, TabletopBattle};

pub(super) const CHECK: Check<TabletopBattle> =
    Check { code: Code::new("TT121", "fixed-value", Severity::Error, include_str!("fixed_value.md")), run };

fn run(battle: &TabletopBattle, cx: &mut Cx<'_>) {
    for card in battle.judged_cards().filter(|card| battle.cards[*card].is_standard()) {
        let written = battle.written_card(card);
        let values = [
            ("cost", written.cost, STANDARD_COST),
            ("might", written.might.map(u32::from), 0),
            ("speed", written.speed.map(u32::from), STANDARD_SPEED.into()),
        ];
        for (key, value, fixed) in values {
            if let Some(value) = value.filter(|value| *value != fixed) {
                let at = battle.card_address(card, &format!("/{key}"));
                let finding = cx.finding(at.clone(), format!("the {key} of a standard is always {fixed}, not {value}"));
                cx.push(finding.help("remove it").replace(true, at, fixed.to_string()));
            }
        }
    }
}
