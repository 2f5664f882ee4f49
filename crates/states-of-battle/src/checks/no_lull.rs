//! SB159 `no-lull`: no card of the Orders stock is a Lull.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::model::{CardsInUse, DeckKind};
use crate::resolve::StatesBattle;

pub(super) const CHECK: Check<StatesBattle> =
    Check { code: Code::new("SB159", "no-lull", Severity::Warning, include_str!("no_lull.md")), run };

fn run(battle: &StatesBattle, cx: &mut Cx<'_>) {
    let Some(scenario) = battle.scenario() else { return };
    let mut orders = battle.cards.iter().filter(|card| card.definition.deck == DeckKind::Orders).peekable();
    if orders.peek().is_none() || orders.any(|card| card.is_lull()) {
        return;
    }
    let replaced = battle.find_card("Lull").and_then(|card| battle.card_address(card, "/play"));
    let at = match (scenario.cards, replaced) {
        (CardsInUse::Published, Some(at)) => at,
        _ => battle.scenario_address("/scenario/cards"),
    };
    let message =
        "there is no Lull among the Orders cards; every Orders deck has two besides the fourteen that are chosen";
    cx.push(
        cx.finding(at, message).help("add `{card: Lull, deck: orders, copies: 2}`: a card without `play` is a Lull"),
    );
}
