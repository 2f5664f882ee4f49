//! One mistake, one finding: which findings speak for a mistake, and which ones that follow from it keep silent.
//!
//! - A reference to the card itself is `targets-itself` only; one to a card of the side that is not meant is `wrong-side`
//!   only, whatever its role.
//! - A backward range is read as it was meant, and a card of both sides refers to either ([`Battle::new`]).
//! - A name that may be the one of an undefined card belongs to `undefined-card` ([`undefined`]).
//! - A card that no side lists belongs to `card-in-no-scenario` in the scenario's own file, with all that refers to it;
//!   in a deck, where such cards are usual, to `card-not-in-battle` where it is referred to.
//! - Where there are fewer than two sides nothing is said about the enemy ([`sides_known`]).
//! - What a whole side can do is judged as if the findings about its single cards were mended.

use std::collections::{BTreeSet, HashSet};

use super::model::CardId;
use super::resolve::{Battle, Found, Reference, Role};
use crate::diag::nearest;

/// Names are compared with what is legal only up to this many: hints are for people.
const COMPARED: usize = 400;

/// Whether both sides are written, so that friend and enemy can be told.
pub fn sides_known(battle: &Battle) -> bool {
    battle.armies.len() >= 2
}

/// Whether every name and number of the battle means a card: only then can it be said that nobody does something.
pub fn all_found(battle: &Battle) -> bool {
    sides_known(battle) && battle.references.iter().all(|reference| reference.card().is_some())
}

/// Whether a reference is to the very card that makes it.
pub fn to_itself(reference: &Reference) -> bool {
    matches!(reference.found, Found::Card(card) | Found::WrongSide(card) if card == reference.from)
}

/// The references of a role that mean no card, and that no undefined card explains.
pub fn unknown(battle: &Battle, roles: &[Role]) -> Vec<usize> {
    let explained: HashSet<usize> = (0..battle.armies.len()).flat_map(|army| undefined(battle, army)).collect();
    let references = battle.references.iter().enumerate();
    let nothing = references.filter(|(_, r)| r.found == Found::Nothing && roles.contains(&r.role));
    let known = nothing.filter(|(_, r)| r.role.friendly() || sides_known(battle));
    known.map(|(i, _)| i).filter(|i| !explained.contains(i)).collect()
}

/// The references that mean no card because a side lists cards that no file defines: by one of these numbers, or by a
/// name unlike any other, as long as there are no more such names than undefined cards.
pub fn undefined(battle: &Battle, army: usize) -> Vec<usize> {
    let missing: HashSet<CardId> = battle.armies[army].missing.iter().map(|(id, _)| *id).collect();
    if missing.is_empty() {
        return Vec::new();
    }
    let (mut explained, mut named, mut names) = (Vec::new(), Vec::new(), BTreeSet::new());
    for (i, reference) in battle.references.iter().enumerate() {
        let own = battle.cards[reference.from].sides.contains(&army);
        if reference.found != Found::Nothing || own != reference.role.friendly() {
            continue;
        }
        match CardId::parse(&reference.text) {
            Some(id) if missing.contains(&id) => explained.push(i),
            None if nearest(&reference.text, legal(battle, reference)).is_none() => {
                named.push(i);
                names.insert(&reference.text);
            }
            _ => {}
        }
    }
    if names.len() <= missing.len() {
        explained.append(&mut named);
    }
    explained.sort_unstable();
    explained
}

/// The names that could stand where a reference stands: an attack is not on special formations, and a command is to
/// friends in reserve.
pub fn legal<'a>(battle: &'a Battle, reference: &Reference) -> Vec<&'a str> {
    let side = battle.cards[reference.from].sides[0];
    let fits = |card: &usize| match reference.role {
        Role::Attack => !battle.formation(*card).strength.special(),
        Role::Command => battle.formation(*card).reserve.is_some(),
        _ => true,
    };
    let cards = battle.candidates(side, reference.role.friendly()).filter(|card| *card != reference.from).filter(fits);
    let mut names: Vec<&str> = cards.map(|card| battle.formation(card).name.as_str()).take(COMPARED).collect();
    let mut seen = HashSet::new();
    names.retain(|name| seen.insert(*name));
    names
}
