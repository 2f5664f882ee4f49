//! Formations that cards name and nobody has written: cards to go on from.

use super::model::Cards;
use super::resolve::{Battle, Found, Reference};
use super::values::{CardId, CardRange, Letter};
use crate::diag::Edit;
use crate::source::Address;
use crate::systems::names::{MissingThing, listing};
use crate::systems::scalar;

/// Returns the formations that can be made for names that mean nothing.
pub(super) fn missing(battle: &Battle) -> Vec<MissingThing> {
    battle.references.iter().filter_map(|reference| card(battle, reference)).collect()
}

/// Returns a card of the side that is meant, at the end of the scenario's own cards, with the next number that nobody has.
fn card(battle: &Battle, reference: &Reference) -> Option<MissingThing> {
    let name = reference.text.trim();
    if reference.found != Found::Nothing || name.is_empty() || name == "any" || CardId::parse(name).is_some() {
        return None;
    }
    let own = *battle.cards[reference.from].sides.first()?;
    let side = match (reference.role.friendly(), battle.sides().len()) {
        (true, _) => own,
        (false, 2) => 1 - own,
        _ => return None,
    };
    let last = battle.candidates(side, true).last();
    let letter = last.map_or(Letter::A, |last| battle.cards[last].id.letter);
    let taken = battle.cards.iter().map(|card| card.id.number);
    let listed = battle.ranges().map(|(_, range, _)| range.first.number.max(range.last.number));
    let id = CardId { number: taken.chain(listed).max()? + 1, letter };
    let wing = last.map_or("red", |last| battle.formation(last).wing.word());
    // What it may attack is up to the author; that it attacks somebody keeps the battle sound.
    let enemy = battle.candidates(side, false).next()?;
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
    CardId::parse(&id.to_string())?;
    let cards = battle.at_scenario(&format!("/scenario/sides/{side}/cards"));
    Some(MissingThing {
        at: reference.at.clone(),
        kind: "formation",
        name: name.to_owned(),
        edits: vec![
            one_more(&battle.sides().get(side)?.cards, cards, id),
            Edit::append(battle.at_scenario("/formations"), lines.join("\n")),
        ],
    })
}

/// Returns the edit that lists one more card of a side.
fn one_more(cards: &Cards, at: Address, id: CardId) -> Edit {
    match cards {
        Cards::One(range) => {
            let CardRange { first, last } = *range;
            let follows = last.number + 1 == id.number && last.letter == id.letter && first.number <= last.number;
            listing(at, Some((range, follows.then_some(CardRange { first, last: id }))), id)
        }
        Cards::Many(_) => listing::<CardRange, _>(at, None, id),
    }
}
