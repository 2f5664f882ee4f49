//! Cards and places that a battle names and nobody has written: entries to go on from.

use std::collections::BTreeSet;

use muster_core::diag::Edit;
use muster_core::source::Address;
use muster_systems::names::{MissingThing, listing, missing_entries};
use muster_systems::scalar;

use super::model::{HexVictory, TabletopCardList};
use super::resolve::{ReferenceKind, TabletopBattle, TabletopReference};
use super::values::{HexNumber, TabletopCardId, TabletopCardRange};

/// Names for which something is offered at most: nobody writes so many new ones at once.
const OFFERED: usize = 400;

/// Returns what can be made for names and numbers that mean nothing.
pub(super) fn missing(battle: &TabletopBattle) -> Vec<MissingThing> {
    let unknown = battle.references.iter().filter(|reference| reference.means.is_none());
    let named = unknown.filter_map(|reference| match reference.kind {
        ReferenceKind::Card => card(battle, reference),
        ReferenceKind::Hex => place(battle, reference),
        // What one has at the start is for its author to say.
        ReferenceKind::Faction => None,
    });
    let listed = (0..battle.factions.len()).flat_map(|faction| cards_listed(battle, faction));
    named.chain(listed).take(OFFERED).collect()
}

/// Returns a card with the next number of the faction that is meant, or the one by which it is named, listed with its faction.
fn card(battle: &TabletopBattle, reference: &TabletopReference) -> Option<MissingThing> {
    let faction = faction_meant(battle, reference)?;
    let last = neighbour(battle, faction)?;
    let number = TabletopCardId::parse(&reference.text);
    let id = number.or_else(|| next(battle, battle.cards[last].id))?;
    let name = if number.is_some() { format!("Card {id}") } else { reference.text.clone() };
    let at = battle.faction_address(faction, "/cards");
    let list = match &battle.scenario()?.factions.get(faction)?.cards {
        TabletopCardList::One(range) => listing(at, Some((range, range.longer(id))), id),
        TabletopCardList::Many(_) => listing::<TabletopCardRange, _>(at, None, id),
    };
    let edits = vec![Edit::append(cards(battle, last)?, entry(battle, last, id, &name)), list];
    Some(MissingThing { at: reference.at.clone(), kind: "card", names: vec![reference.text.clone()], edits })
}

/// Returns the cards that a faction lists and nobody has written.
fn cards_listed(battle: &TabletopBattle, faction: usize) -> Vec<MissingThing> {
    let Some(last) = neighbour(battle, faction) else { return Vec::new() };
    let new = |id| Some(Edit::append(cards(battle, last)?, entry(battle, last, id, &format!("Card {id}"))));
    missing_entries(&battle.factions[faction].missing, "card", |at| Address::value(battle.file(), at.clone()), new)
}

/// Returns the faction that a card is for: whose set-up or whose card names it; where it is to be destroyed, another than the one
/// that wins by that.
fn faction_meant(battle: &TabletopBattle, reference: &TabletopReference) -> Option<usize> {
    let steps: Vec<String> = reference.at.pointer.steps().collect();
    let steps: Vec<&str> = steps.iter().map(String::as_str).collect();
    match steps.as_slice() {
        ["scenario", "factions", faction, ..] => faction.parse().ok(),
        ["scenario", "victory", victory, ..] => {
            let victory: &HexVictory = battle.scenario()?.victory.get(victory.parse::<usize>().ok()?)?;
            let winner = victory.faction().and_then(|name| battle.find_faction(name));
            (0..battle.factions.len()).find(|faction| Some(*faction) != winner)
        }
        ["cards", ..] => {
            let names = |card: &usize| {
                let at = battle.card_address(*card, "/");
                at.file == reference.at.file && reference.at.pointer.as_str().starts_with(at.pointer.as_str())
            };
            let card = (0..battle.cards.len()).find(names)?;
            battle.cards[card].factions.first().copied()
        }
        _ => None,
    }
}

/// Returns a card beside which one of a faction is written: the last that it lists, or the last of all.
fn neighbour(battle: &TabletopBattle, faction: usize) -> Option<usize> {
    battle.factions.get(faction)?.cards.last().copied().or(battle.cards.len().checked_sub(1))
}

/// Returns the list that a card is in.
fn cards(battle: &TabletopBattle, card: usize) -> Option<Address> {
    let Address { file, pointer, .. } = battle.card_address(card, "");
    Some(Address::value(file, pointer.parent()?))
}

/// Returns the first number with the letters of another that is higher than all of them.
fn next(battle: &TabletopBattle, like: TabletopCardId) -> Option<TabletopCardId> {
    let missing = battle.factions.iter().flat_map(|faction| faction.missing.iter().map(|(id, _)| *id));
    let taken = battle.cards.iter().map(|card| card.id).chain(missing).filter(|id| id.is_alike(like));
    let id = like.with_number(taken.map(|id| id.number).max()? + 1);
    TabletopCardId::parse(&id.to_string())
}

/// Returns a card of the type and cost of another one, where that has them.
fn entry(battle: &TabletopBattle, like: usize, id: TabletopCardId, name: &str) -> String {
    let kind = battle.written_card(like).kind.as_deref().unwrap_or("Infantry");
    let cost = battle.written_card(like).cost.unwrap_or(100);
    format!("{{card: {id}, name: {}, type: {}, cost: {cost}, might: 2, speed: 2}}", scalar(name), scalar(kind))
}

/// Returns a place at the hex without a name that is the nearest to the middle of the map.
fn place(battle: &TabletopBattle, reference: &TabletopReference) -> Option<MissingThing> {
    let map = battle.map.as_ref()?;
    if HexNumber::parse(&reference.text).is_some() {
        return None;
    }
    let middle = map.layout.hex(map.layout.columns.div_ceil(2), map.layout.rows.div_ceil(2))?;
    let named: BTreeSet<usize> = map.places.iter().filter_map(|(_, hex)| *hex).collect();
    let free = (0..map.layout.len()).filter(|hex| !named.contains(hex));
    let hex = free.min_by_key(|hex| map.layout.distance(middle, *hex))?;
    let entry = format!("{}: \"{}\"", scalar(&reference.text), map.digits(hex));
    let edit = match map.places.is_empty() {
        true => Edit::insert(map.address(""), format!("places: {{{entry}}}")),
        false => Edit::insert(map.address("/places"), entry),
    };
    Some(MissingThing {
        at: reference.at.clone(),
        kind: "place",
        names: vec![reference.text.clone()],
        edits: vec![edit],
    })
}
