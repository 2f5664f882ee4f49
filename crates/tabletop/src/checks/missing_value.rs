//! TT120 `missing-value`: a card has no cost, might, speed or type.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};
use muster_systems::english::quote_names;

use crate::resolve::TabletopBattle;

pub(super) const CHECK: Check<TabletopBattle> =
    Check { code: Code::new("TT120", "missing-value", Severity::Error, include_str!("missing_value.md")), run };

fn run(battle: &TabletopBattle, cx: &mut Cx<'_>) {
    for card in battle.judged_cards().filter(|card| !battle.cards[*card].is_standard()) {
        let written = battle.written_card(card);
        let values = [
            ("type", written.kind.is_none()),
            ("cost", written.cost.is_none()),
            ("might", written.might.is_none()),
            ("speed", written.speed.is_none()),
        ];
        let missing: Vec<&str> = values.into_iter().filter(|(_, missing)| *missing).map(|(key, _)| key).collect();
        if missing.is_empty() {
            continue;
        }
        let is_bare = missing.len() == values.len();
        let message =
            format!("`{}` has no {}; only a standard can do without", written.name, quote_names(missing, "and no"));
        let finding = cx.finding(battle.card_address(card, "/name"), message);
        cx.push(if is_bare { finding.help("if it is a standard, write `role: standard`") } else { finding });
    }
}
