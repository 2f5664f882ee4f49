//! SB152 `lull-listed`: a Lull is listed in an Orders deck.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};
use muster_core::source::Address;

use crate::resolve::StatesBattle;

pub(super) const CHECK: Check<StatesBattle> =
    Check { code: Code::new("SB152", "lull-listed", Severity::Error, include_str!("lull_listed.md")), run };

fn run(battle: &StatesBattle, cx: &mut Cx<'_>) {
    for (i, side) in battle.written_sides().iter().enumerate() {
        for name in side.orders.iter().flat_map(|orders| orders.keys()) {
            let Some(card) = battle.find_card(name).filter(|card| battle.cards[*card].is_lull()) else { continue };
            let at = battle.side_address(i, "/orders");
            let at = Address::key(at.file, at.pointer.key(name));
            let copies = battle.cards[card].definition.copies;
            let message = format!("`{name}` cannot be chosen; {copies} are added to every Orders deck");
            cx.push(cx.finding(at, message).help("remove it from the list"));
        }
    }
}
