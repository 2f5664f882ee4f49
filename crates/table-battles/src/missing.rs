//! Formations that cards name and nobody has written: cards to go on from.

use muster_core::diag::Edit;
use muster_core::source::Address;
use muster_systems::names::{MissingThing, listing, missing_entries};
use muster_systems::scalar;

use super::model::Cards;
use super::resolve::{Army, Battle, Found, Reference};
use super::values::{CardId, CardRange, Letter};

/// Returns the formations that can be made for names and numbers that mean nothing, and for numbers that a side lists.
pub(super) fn missing(battle: &Battle) -> Vec<MissingThing> {
    let named = battle.references.iter().filter_map(|reference| card(battle, reference));
    let listed = (0..battle.armies.len()).flat_map(|side| cards_listed(battle, side));
    named.chain(listed).collect()
}

/// Returns the cards that a side lists and no file defines.
fn cards_listed(battle: &Battle, side: usize) -> Vec<MissingThing> {
    let new = |id| entry(battle, side, id, &format!("Card {id}"));
    missing_entries(&battle.armies[side].missing, "card", |at| battle.scenario_address(at.as_str()), new)
}

/// Returns a card of the side that is meant, at the end of the scenario's own cards, with the number that is meant or the next one
/// that nobody has.
fn card(battle: &Battle, reference: &Reference) -> Option<MissingThing> {
    let name = reference.text.trim();
    if reference.found != Found::Nothing || name.is_empty() || name == "any" {
        return None;
    }
    let own = *battle.cards[reference.from].sides.first()?;
    let side = match (reference.role.friendly(), battle.sides().len()) {
        (true, _) => own,
        (false, 2) => 1 - own,
        _ => return None,
    };
    if let Some(id) = CardId::parse(name) {
        let lists = |army: &Army| army.missing.iter().any(|(missing, _)| *missing == id);
        // One that another side lists is no card of this one.
        if battle.armies.iter().enumerate().any(|(of, army)| of != side && lists(army)) {
            return None;
        }
        let mut edits = vec![entry(battle, side, id, &format!("Card {id}"))?];
        if !lists(&battle.armies[side]) {
            edits.insert(0, one_more(battle, side, id)?);
        }
        return Some(MissingThing { at: reference.at.clone(), kind: "card", names: vec![id.to_string()], edits });
    }
    let last = battle.candidates(side, true).last();
    let letter = last.map_or(Letter::A, |last| battle.cards[last].id.letter);
    let taken = battle.cards.iter().map(|card| card.id.number);
    let listed = battle.ranges().map(|(_, range, _)| range.first.number.max(range.last.number));
    let id = CardId { number: taken.chain(listed).max()? + 1, letter };
    CardId::parse(&id.to_string())?;
    let edits = vec![one_more(battle, side, id)?, entry(battle, side, id, name)?];
    Some(MissingThing { at: reference.at.clone(), kind: "formation", names: vec![name.to_owned()], edits })
}

/// Returns the edit that writes a card of a side at the end of the list that has its last one.
fn entry(battle: &Battle, side: usize, id: CardId, name: &str) -> Option<Edit> {
    let last = battle.candidates(side, true).last();
    let wing = last.map_or("red", |last| battle.formation(last).wing.word());
    // What it may attack is up to the author; that it attacks somebody keeps the battle sound.
    let enemy = battle.candidates(side, false).find(|card| !battle.formation(*card).strength.special())?;
    let enemy = scalar(&battle.formation(enemy).name);
    let lines = [
        format!("card: {id}"),
        format!("name: {}", scalar(name)),
        format!("wing: {wing}"),
        "strength: 4".to_owned(),
        "dice: 6".to_owned(),
        "actions:".to_owned(),
        format!("  - {{type: attack, targets: [{enemy}], hits: 1 per die, self: 1}}"),
    ];
    // Beside the last card of the side: in the scenario, or in the deck that has it.
    let list = last.and_then(|last| {
        let at = battle.card_address(last, "");
        Some(Address { pointer: at.pointer.parent()?, ..at })
    });
    Some(Edit::append(list.unwrap_or_else(|| battle.scenario_address("/formations")), lines.join("\n")))
}

/// Returns the edit that lists one more card of a side.
fn one_more(battle: &Battle, side: usize, id: CardId) -> Option<Edit> {
    let at = battle.scenario_address(&format!("/scenario/sides/{side}/cards"));
    Some(match &battle.sides().get(side)?.cards {
        Cards::One(range) => {
            let CardRange { first, last } = *range;
            let follows = last.number + 1 == id.number && last.letter == id.letter && first.number <= last.number;
            listing(at, Some((range, follows.then_some(CardRange { first, last: id }))), id)
        }
        Cards::Many(_) => listing::<CardRange, _>(at, None, id),
    })
}
