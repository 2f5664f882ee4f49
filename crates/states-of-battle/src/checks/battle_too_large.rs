//! SB127 `battle-too-large`: a battle is larger than can be played.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::model::DeckKind;
use crate::resolve::{CardInUse, StatesBattle};
use crate::rules::{MAX_KINDS, MAX_PLACES, MAX_SPECIALS, MAX_TRAYS, MAX_UNITS};

pub(super) const CHECK: Check<StatesBattle> =
    Check { code: Code::new("SB127", "battle-too-large", Severity::Error, include_str!("battle_too_large.md")), run };

/// Most units of a side.
const UNITS: usize = MAX_UNITS / 2;
/// Most counters of a side at the start.
const COUNTERS: u16 = 200;

fn run(battle: &StatesBattle, cx: &mut Cx<'_>) {
    for (i, side) in battle.sides.iter().enumerate() {
        if side.units.len() > UNITS {
            let message = format!("`{}` has {} units; at most {UNITS} can be played", side.name, side.units.len());
            cx.push(cx.finding(battle.side_address(i, "/name"), message));
        }
        if side.counters > COUNTERS {
            let message = format!("`{}` has {} counters; at most {COUNTERS} can be played", side.name, side.counters);
            cx.push(
                cx.finding(battle.side_address(i, "/name"), message)
                    .help("more points per counter make fewer counters"),
            );
        }
    }
    let with_published = battle.scenario().is_some();
    for deck in [DeckKind::Orders, DeckKind::Events, DeckKind::Starter] {
        // Of a deck alone it is not known whether the published cards are in use besides.
        let counted = |card: &CardInUse| card.definition.deck == deck && (with_published || card.at.is_some());
        let own = battle.cards.iter().enumerate().filter(|(_, card)| counted(card));
        if let Some((card, _)) = own.skip(MAX_KINDS).find(|(_, card)| card.at.is_some())
            && let Some(at) = battle.card_address(card, "/card")
        {
            let count = battle.cards.iter().filter(|card| counted(card)).count();
            let message = format!("there are {count} kinds of {}; at most {MAX_KINDS} can be played", deck.cards());
            cx.push(cx.finding(at, message).help("to skip the published cards, add `cards: own`"));
        }
    }
    let mut trays = 0;
    for tray in &battle.concealed {
        let before = trays;
        trays += usize::from(tray.units);
        if trays > MAX_TRAYS && before <= MAX_TRAYS {
            let message = format!("there are {trays} trays; at most {MAX_TRAYS} can be played");
            cx.push(cx.finding(tray.at.join("/units"), message));
        }
    }
    if let Some(place) = battle.places.get(MAX_PLACES) {
        let message = format!("there are {} places; at most {MAX_PLACES} can be played", battle.places.len());
        cx.push(cx.finding(place.name_at.clone(), message));
    }
    if let Some(special) = battle.specials.get(MAX_SPECIALS) {
        let message =
            format!("there are {} special rules; at most {MAX_SPECIALS} can be played", battle.specials.len());
        cx.push(cx.finding(special.at.join("/on"), message));
    }
}
