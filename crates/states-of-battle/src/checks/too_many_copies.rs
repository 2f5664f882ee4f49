//! SB151 `too-many-copies`: an Orders deck has more copies of a card than the stock.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};
use muster_core::source::Address;

use crate::resolve::NameMeaning;
use crate::resolve::StatesBattle;

pub(super) const CHECK: Check<StatesBattle> =
    Check { code: Code::new("SB151", "too-many-copies", Severity::Error, include_str!("too_many_copies.md")), run };

fn run(battle: &StatesBattle, cx: &mut Cx<'_>) {
    for (i, side) in battle.written_sides().iter().enumerate() {
        for (name, copies) in side.orders.iter().flatten() {
            let NameMeaning::Meant(card) = battle.find_orders(name) else { continue };
            let (stock, card) = (battle.cards[card].definition.copies, &battle.cards[card]);
            if copies.0 > stock && !card.is_lull() {
                let at = battle.side_address(i, "/orders");
                let at = Address::value(at.file, at.pointer.key(name));
                let finding = cx.finding(at.clone(), format!("`{}` of `{name}`, but the stock has {stock}", copies.0));
                cx.push(finding.help(format!("write `{stock}` and choose another card")).replace(
                    false,
                    at,
                    stock.to_string(),
                ));
            }
        }
    }
}
