//! TT183 `zero-value`: a value of a card is 0.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::resolve::TabletopBattle;

pub(super) const CHECK: Check<TabletopBattle> =
    Check { code: Code::new("TT183", "zero-value", Severity::Info, include_str!("zero_value.md")), run };

fn run(battle: &TabletopBattle, cx: &mut Cx<'_>) {
    for card in battle.judged_cards().filter(|card| !battle.cards[*card].is_standard()) {
        let (written, name) = (battle.written_card(card), &battle.cards[card].name);
        let values = [
            ("cost", written.cost, "costs nothing: any number can be deployed in every turn"),
            (
                "might",
                written.might.map(u32::from),
                "has no might of its own: without a bonus, anything it meets in combat destroys it",
            ),
            ("speed", written.speed.map(u32::from), "has no speed: it never moves, except to disengage"),
        ];
        for (key, _, meaning) in values.into_iter().filter(|(_, value, _)| *value == Some(0)) {
            cx.push(cx.finding(battle.card_address(card, &format!("/{key}")), format!("`{name}` {meaning}")));
        }
    }
}
