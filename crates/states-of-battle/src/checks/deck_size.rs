//! SB150 `deck-size`: an Orders deck does not have fourteen cards besides the Lulls.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};
use muster_core::source::Address;

use crate::model::DeckKind;
use crate::resolve::LULLS_ASIDE;
use crate::resolve::StatesBattle;

pub(super) const CHECK: Check<StatesBattle> =
    Check { code: Code::new("SB150", "deck-size", Severity::Error, include_str!("deck_size.md")), run };

fn run(battle: &StatesBattle, cx: &mut Cx<'_>) {
    let Some(scenario) = battle.scenario() else { return };
    let is_lull = |name: &str| battle.find_card(name).is_some_and(|card| battle.cards[card].is_lull());
    for (i, side) in scenario.sides.iter().enumerate() {
        let Some(orders) = &side.orders else { continue };
        let chosen: u16 = orders.iter().filter(|(name, _)| !is_lull(name)).map(|(_, copies)| u16::from(copies.0)).sum();
        if chosen != LULLS_ASIDE {
            let at = Address::key(battle.file(), battle.side_address(i, "/orders").pointer);
            let message = format!("the deck has {chosen} cards; expected {LULLS_ASIDE}, besides the Lulls");
            let difference = chosen.abs_diff(LULLS_ASIDE);
            let help = match chosen < LULLS_ASIDE {
                true => format!("add {difference} more"),
                false => format!("remove {difference}"),
            };
            cx.push(cx.finding(at, message).help(help));
        }
    }
    let stock = battle.cards.iter().filter(|card| card.definition.deck == DeckKind::Orders && !card.is_lull());
    let stock: u16 = stock.map(|card| u16::from(card.definition.copies)).sum();
    if stock < LULLS_ASIDE && scenario.sides.iter().any(|side| side.orders.is_none()) {
        let message = format!("the stock has {stock} Orders cards; a deck needs {LULLS_ASIDE}, besides the Lulls");
        let finding = cx.finding(battle.scenario_address("/scenario/cards"), message);
        let more = LULLS_ASIDE - stock;
        cx.push(finding.help(format!("increase the `copies` of Orders cards by {more}, or remove `cards: own`")));
    }
}
