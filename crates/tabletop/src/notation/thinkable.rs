//! Orders that a player might think of and that are not legal.

use std::collections::BTreeSet;

use muster_core::play::Engine;

use crate::engine::{HexEngine, HexOrder};
use crate::rules::{Aim, NO_HEX};
use crate::state::{CardState, HexState};

/// Returns, for each card of the faction that gives orders, a step where it has none, the abilities that it cannot use, and
/// training where a standard is; and the cards that cannot be deployed.
pub(super) fn thinkable(engine: &HexEngine, state: &HexState) -> Vec<HexOrder> {
    let Some(faction) = engine.acting(state) else { return Vec::new() };
    let is_legal = |order: &HexOrder| engine.illegal(state, order).is_none();
    let mut orders = Vec::new();
    let mut armies = BTreeSet::new();
    for (place, card) in state.cards().iter().enumerate().filter(|(_, card)| card.faction == faction) {
        let in_army = card.army != 0;
        if state.is_leader(place) && (!in_army || armies.insert(card.army)) {
            let steps = steps(engine, card, in_army);
            if !steps.iter().any(&is_legal) {
                orders.extend(steps.first());
            }
        }
        orders.extend(abilities(engine, state, card).into_iter().filter(|order| !is_legal(order)));
        let has_standard = state.cards_in_hex(card.hex).any(|other| {
            let other = &state.all[other];
            other.faction == faction && other.id() != card.id() && engine.is_standard(other)
        });
        if state.is_leader(place) && has_standard && !engine.is_standard(card) {
            orders.extend([HexOrder::Train { card: card.id() }].into_iter().filter(|order| !is_legal(order)));
        }
    }
    let standards: Vec<HexOrder> = state
        .cards()
        .iter()
        .filter(|card| card.faction == faction && engine.is_standard(card))
        .map(|card| HexOrder::Deploy { row: 0, at: card.id() })
        .collect();
    for row in &engine.rules.factions[usize::from(faction)].cards {
        let deploy = |order: &HexOrder| match *order {
            HexOrder::Deploy { at, .. } => HexOrder::Deploy { row: *row, at },
            other => other,
        };
        let deploys: Vec<HexOrder> = standards.iter().map(deploy).collect();
        if !deploys.iter().any(&is_legal) {
            orders.extend(deploys.first());
        }
    }
    orders
}

/// Returns the steps of a card, or of its army, to all neighbours.
fn steps(engine: &HexEngine, card: &CardState, army: bool) -> Vec<HexOrder> {
    let neighbours = engine.rules.neighbours[usize::from(card.hex)].into_iter().filter(|to| *to != NO_HEX);
    neighbours.map(|to| HexOrder::Step { card: card.id(), from: card.hex, to, army }).collect()
}

/// Returns an order for each ability of a card that is used: a strike at the nearest enemy.
fn abilities(engine: &HexEngine, state: &HexState, card: &CardState) -> Vec<HexOrder> {
    let enemies = || state.cards().iter().filter(|other| other.faction != card.faction);
    let nearest = enemies().min_by_key(|other| engine.rules.distance(card.hex, other.hex));
    let order = |(ability, aim): (u8, Aim)| match aim {
        Aim::Strike { .. } => {
            let strikes = |target: &CardState| HexOrder::Strike { card: card.id(), ability, target: target.id() };
            let is_legal = |target: &&CardState| engine.illegal(state, &strikes(target)).is_none();
            // One enemy that it can strike is enough.
            if enemies().any(|target| is_legal(&target)) { None } else { nearest.map(strikes) }
        }
        Aim::None => Some(HexOrder::Use { card: card.id(), ability, to: NO_HEX }),
        Aim::BuildRoad | Aim::DemolishRoad => {
            let neighbours = engine.rules.neighbours[usize::from(card.hex)].into_iter().filter(|to| *to != NO_HEX);
            let uses: Vec<HexOrder> = neighbours.map(|to| HexOrder::Use { card: card.id(), ability, to }).collect();
            let is_legal = |order: &HexOrder| engine.illegal(state, order).is_none();
            if uses.iter().any(is_legal) { None } else { uses.first().copied() }
        }
    };
    let rows = (0..).zip(&engine.rules.cards[usize::from(card.row)].abilities);
    rows.filter(|(_, row)| row.active).filter_map(|(ability, row)| order((ability, row.aim))).collect()
}
