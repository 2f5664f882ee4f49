//! Units, Orders cards and places that a battle names and nobody has written: entries to go on from.

use muster_core::diag::Edit;
use muster_core::source::Address;
use muster_systems::names::{MissingThing, listing, missing_entries};
use muster_systems::scalar;

use super::model::UnitList;
use super::resolve::{NameKind, NameMeaning, StatesBattle, WrittenName};
use super::values::{UnitId, UnitRange};

/// Most places of a scenario.
const PLACES: usize = 8;

/// Names for which something is offered at most: nobody writes so many new ones at once.
const OFFERED: usize = 400;

/// Returns what can be made for names and numbers that mean nothing.
pub(super) fn missing(battle: &StatesBattle) -> Vec<MissingThing> {
    let unknown = battle.names.iter().filter(|name| name.meaning == NameMeaning::Nothing);
    let named = unknown.filter_map(|name| match name.kind {
        NameKind::Unit(side) => unit(battle, side, name),
        NameKind::Orders => order(battle, name),
        NameKind::Place => place(battle, name),
        // A battle has two sides.
        NameKind::Side => None,
    });
    let listed = (0..battle.sides.len()).flat_map(|side| units_listed(battle, side));
    named.chain(listed).take(OFFERED).collect()
}

/// Returns a unit with the next number of its side, or the one by which it is named, listed with its side.
fn unit(battle: &StatesBattle, side: Option<usize>, name: &WrittenName) -> Option<MissingThing> {
    let (last, is_listed) = neighbour(battle, side)?;
    let number = UnitId::parse(&name.text);
    let id = number.or_else(|| next(battle, battle.units[last].id))?;
    let text = if number.is_some() { format!("Unit {id}") } else { name.text.clone() };
    let mut edits = vec![Edit::append(units(battle, last)?, entry(id, &text))];
    if let (Some(side), true) = (side, is_listed) {
        let at = battle.side_address(side, "/units");
        edits.push(match battle.written_sides().get(side)?.units.as_ref()? {
            UnitList::One(range) => listing(at, Some((range, range.longer(id))), id),
            UnitList::Many(_) => listing::<UnitRange, _>(at, None, id),
        });
    }
    Some(MissingThing { at: name.at.clone(), kind: "unit", names: vec![name.text.clone()], edits })
}

/// Returns the units that a side lists and nobody has written.
fn units_listed(battle: &StatesBattle, side: usize) -> Vec<MissingThing> {
    let Some((last, _)) = neighbour(battle, Some(side)) else { return Vec::new() };
    let new = |id| Some(Edit::append(units(battle, last)?, entry(id, &format!("Unit {id}"))));
    missing_entries(&battle.sides[side].missing, "unit", |at| battle.scenario_address(at.as_str()), new)
}

/// Returns a unit beside which one of a side is written, the last that the side lists or of its army, and whether a list of the
/// side names it; the last of all where no side is meant.
fn neighbour(battle: &StatesBattle, side: Option<usize>) -> Option<(usize, bool)> {
    let Some(side) = side else { return battle.units.len().checked_sub(1).map(|last| (last, false)) };
    let last = battle.sides.get(side)?.units.last().copied();
    let is_listed = battle.written_sides().get(side)?.units.is_some();
    last.or(battle.units.len().checked_sub(1)).map(|last| (last, is_listed))
}

/// Returns the list that a unit is in.
fn units(battle: &StatesBattle, unit: usize) -> Option<Address> {
    let Address { file, pointer, .. } = battle.unit_address(unit, "");
    Some(Address::value(file, pointer.parent()?))
}

/// Returns the first number with the letters of another that is higher than all of them.
fn next(battle: &StatesBattle, like: UnitId) -> Option<UnitId> {
    let missing = battle.sides.iter().flat_map(|side| side.missing.iter().map(|(id, _)| *id));
    let taken = battle.units.iter().map(|unit| unit.id).chain(missing).filter(|id| id.is_alike(like));
    let id = like.with_number(taken.map(|id| id.number).max()? + 1);
    UnitId::parse(&id.to_string())
}

fn entry(id: UnitId, name: &str) -> String {
    format!("{{unit: {id}, name: {}, points: 100}}", scalar(name))
}

/// Returns an Orders card of the scenario's own, with as many copies as the decks have of it.
fn order(battle: &StatesBattle, name: &WrittenName) -> Option<MissingThing> {
    let decks = battle.written_sides().iter().filter_map(|side| side.orders.as_ref()?.get(&name.text));
    let copies = decks.map(|copies| copies.0).max()?;
    // A card without a word would be a Lull, which no deck chooses.
    let text = format!("{{card: {}, deck: orders, copies: {copies}, play: [melee]}}", scalar(&name.text));
    let root = battle.scenario_address("");
    let edit = match battle.docs()[0].model.cards.is_empty() {
        true => Edit::insert(root, format!("cards: [{text}]")),
        false => Edit::append(root.join("/cards"), text),
    };
    Some(MissingThing { at: name.at.clone(), kind: "card", names: vec![name.text.clone()], edits: vec![edit] })
}

/// Returns a place that nobody holds.
fn place(battle: &StatesBattle, name: &WrittenName) -> Option<MissingThing> {
    let text = scalar(&name.text);
    let edit = match battle.scenario()?.places.len() {
        0 => Edit::insert(battle.scenario_address("/scenario"), format!("places: [{text}]")),
        PLACES.. => return None,
        _ => Edit::append(battle.scenario_address("/scenario/places"), text),
    };
    Some(MissingThing { at: name.at.clone(), kind: "place", names: vec![name.text.clone()], edits: vec![edit] })
}
