//! One mistake, one finding: which findings speak for a mistake, and which ones that follow from it keep silent.
//!
//! - A reference to the card itself is `targets-itself` only; one to a card of the side that is not meant is `wrong-side`
//!   only, whatever its role.
//! - A backward range is read as it was meant, and a card of both sides refers to either ([`Battle::new`]).
//! - A card whose references are all on the wrong side is itself there: one `wrong-side` at the list ([`misplaced_cards`]).
//! - A name that may be the one of an undefined card belongs to `undefined-card` ([`undefined_references`]), and one that
//!   may be the lost name of a card that has another's to `duplicate-name` ([`renamed_references`]).
//! - Where several references agree on a name that is one slip away from a card's, and none writes it as the card does,
//!   the card's name is the slip: `misspelt-name` speaks, once ([`misspelt`]). So it does for a name in curly quotes that
//!   a reference writes without them.
//! - A card whose other printed side is listed, but not defined, belongs to `undefined-card` ([`turned_cards`]).
//! - A card between its neighbours with a number that does not fit there, while the number that fits is undefined, is
//!   one slip ([`misnumbered_cards`]): `duplicate-card` speaks if the wrong number is taken, `undefined-card` if not.
//! - A card that no side lists belongs to `card-not-in-battle` where it is referred to: in the scenario's own file at the first
//!   reference, with the others. In that file, where every card should be listed, one that nobody refers to belongs to
//!   `card-in-no-scenario` ([`unlisted_cards`]).
//! - Where there are fewer than two sides nothing is said about the enemy ([`Battle::sides_known`]).
//! - Sides are compared only when each card stands in one ([`Battle::armies_known`]), and that nobody does something is said only
//!   when every name means a card ([`Battle::all_found`]).
//! - A name in an effect may mean an undefined card or the lost name of a card, as any other ([`unknown_in_effects`]).
//! - What a whole side can do is judged as if the findings about its single cards were fixed.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use muster_core::diag::near::{closest_match, fold, slips};
use muster_core::source::Address;
use muster_core::source::quotes::without_curly_quotes;

use super::effects::Referent;
use super::model::CardId;
use super::resolve::{Battle, EffectReference, Found, Reference, ReferenceRole};

/// Names are compared with what is legal only up to this many: hints are for people.
const COMPARED: usize = 400;

/// Most unknown names that are compared with the cards' own: nobody reads more findings, and comparing takes time.
const HINTED: usize = 100;

/// A name with more slips than this in it is another name.
const SLIPS: usize = 2;

/// Returns true if a reference is to the very card that makes it.
pub fn to_itself(reference: &Reference) -> bool {
    matches!(reference.found, Found::Card(card) | Found::WrongSide(card) if card == reference.from)
}

/// Returns the references of a role that mean no card, and that no undefined card explains.
pub fn unknown(battle: &Battle, roles: &[ReferenceRole]) -> Vec<usize> {
    let references = battle.references.iter().enumerate();
    let nothing = references.filter(|(_, r)| r.found == Found::Nothing && roles.contains(&r.role));
    let mut unknown: Vec<usize> =
        nothing.filter(|(_, r)| r.role.friendly() || battle.sides_known()).map(|(i, _)| i).collect();
    if unknown.is_empty() {
        return unknown;
    }
    let explained: HashSet<usize> = (0..battle.armies.len())
        .flat_map(|army| [undefined_references(battle, army), renamed_references(battle, army)])
        .flatten()
        .collect();
    let misspelt = misspelt(battle);
    unknown.retain(|i| !explained.contains(i) && !explains(&misspelt, &battle.references[*i].at));
    unknown
}

/// A card whose name is misspelt, as its references agree.
pub struct MisspeltName {
    /// The card, an index into [`Battle::cards`].
    pub card: usize,
    /// The name that the references write.
    pub meant: String,
    /// The places where they write it.
    pub references: Vec<Address>,
}

/// Returns the cards of the sides whose own name is the slip: two references or more agree on another that is one slip away from
/// it and from no other name of the side, and none writes the card's.
pub fn misspelt(battle: &Battle) -> Vec<MisspeltName> {
    let mut unknown: BTreeMap<(usize, String), Vec<Address>> = BTreeMap::new();
    let mut confirmed = HashSet::new();
    let of_cards = battle.references.iter().map(|r| {
        let own = battle.cards[r.from].sides[0];
        let side = if r.role.friendly() { Some(own) } else { enemy(battle, own) };
        (side, r.text.clone(), r.at.clone(), r.found)
    });
    let effects = battle.effects();
    let of_effects = battle.effect_references().into_iter().filter(|r| r.meant != Referent::Side).filter_map(|r| {
        let own = effects[r.effect].card.and_then(|card| battle.cards[card].sides.first().copied());
        // An effect on anyone may mean either side: only a friend's side is known.
        Some((own.filter(|_| r.meant == Referent::Friend), r.text, r.at, r.found?))
    });
    for (side, text, at, found) in of_cards.chain(of_effects) {
        match (found, side) {
            (Found::Card(card), _) if battle.formation(card).name == text => drop(confirmed.insert(card)),
            (Found::Nothing, Some(side)) => unknown.entry((side, text)).or_default().push(at),
            (Found::Nothing, None) => {
                for side in 0..battle.armies.len() {
                    unknown.entry((side, text.clone())).or_default().push(at.clone());
                }
            }
            _ => {}
        }
    }
    // The same name in curly quotes is no other name: one reference is enough then.
    let plain_names: HashSet<&str> =
        battle.fielded_cards().filter_map(|card| without_curly_quotes(&battle.formation(card).name)).collect();
    let mut misspelt: Vec<MisspeltName> = Vec::new();
    let agreed = |(_, text): &(usize, String), references: &Vec<Address>| {
        references.len() > 1 || plain_names.contains(text.as_str())
    };
    for ((side, text), references) in unknown.into_iter().filter(|(name, at)| agreed(name, at)).take(HINTED) {
        let cards = || battle.armies[side].cards.iter().copied().take(COMPARED);
        let names: Vec<&str> = cards().map(|card| battle.formation(card).name.as_str()).collect();
        let quoted = names.iter().copied().find(|name| without_curly_quotes(name) == Some(&text));
        let Some(name) = quoted.or_else(|| closest_match(&text, &names).map(|meant| meant.text)) else { continue };
        let mut named = cards().filter(|card| battle.formation(*card).name == name);
        let (Some(card), None) = (named.next(), named.next()) else { continue };
        // Whoever leaves out accents everywhere did not mean the name to have none.
        let plain = text.is_ascii() && !name.is_ascii() && fold(&text) == fold(name);
        if !plain && !confirmed.contains(&card) && misspelt.iter().all(|other| other.card != card) {
            misspelt.push(MisspeltName { card, meant: text, references });
        }
    }
    misspelt
}

/// Returns true if a misspelt name is why the reference at a place means nothing.
fn explains(misspelt: &[MisspeltName], at: &Address) -> bool {
    misspelt.iter().any(|name| name.references.contains(at))
}

/// Returns the other side, where there are two.
fn enemy(battle: &Battle, side: usize) -> Option<usize> {
    (battle.armies.len() == 2 && side < 2).then(|| 1 - side)
}

/// Returns the names in effects that mean nothing there, and that no undefined, renamed or misplaced card explains.
pub fn unknown_in_effects(battle: &Battle) -> Vec<EffectReference> {
    let mut unknown = battle.effect_references();
    unknown.retain(|r| matches!(r.found, Some(Found::Nothing | Found::WrongSide(_))));
    if unknown.is_empty() || !battle.sides_known() {
        return Vec::new();
    }
    let missing: HashSet<CardId> = battle.armies.iter().flat_map(|army| &army.missing).map(|(id, _)| *id).collect();
    let mut names = HashSet::new();
    let doubled = battle.fielded_cards().any(|card| !names.insert(&battle.formation(card).name));
    let (misplaced, misspelt, effects) = (misplaced_cards(battle), misspelt(battle), battle.effects());
    unknown.retain(|reference| {
        if explains(&misspelt, &reference.at) {
            return false;
        }
        let card = effects[reference.effect].card;
        let unlike =
            || legal_in_effect(battle, card, reference.meant).iter().all(|n| slips(&reference.text, n) > SLIPS);
        match (reference.found, CardId::parse(&reference.text)) {
            (Some(Found::WrongSide(other)), _) => {
                !misplaced.contains_key(&other) && card.is_none_or(|card| !misplaced.contains_key(&card))
            }
            _ if reference.meant == Referent::Side => true,
            (_, Some(id)) => !missing.contains(&id),
            _ => missing.is_empty() && !doubled || !unlike(),
        }
    });
    unknown
}

/// Returns the names that could stand in an effect of a card, or of the scenario.
pub fn legal_in_effect(battle: &Battle, card: Option<usize>, meant: Referent) -> Vec<&str> {
    if meant == Referent::Side {
        let sides = battle.sides().iter().map(|side| side.name.as_str());
        return sides.chain(card.map(|_| "enemy")).collect();
    }
    let own = |other: &usize| card.is_some_and(|card| battle.cards[card].sides[0] == battle.cards[*other].sides[0]);
    let fits = |other: &usize| meant == Referent::Anyone || own(other) && card != Some(*other);
    let cards = battle.fielded_cards().filter(fits);
    let mut names: Vec<&str> = cards.map(|card| battle.formation(card).name.as_str()).take(COMPARED).collect();
    let mut seen = HashSet::new();
    names.retain(|name| seen.insert(*name));
    names
}

/// Returns the references that mean no card because a side lists cards that no file defines: by one of these numbers, or by a
/// name unlike any other, as long as there are no more such names than undefined cards.
pub fn undefined_references(battle: &Battle, army: usize) -> Vec<usize> {
    let missing: HashSet<CardId> = battle.armies[army].missing.iter().map(|(id, _)| *id).collect();
    if missing.is_empty() {
        return Vec::new();
    }
    let (numbers, mut named): (Vec<usize>, Vec<usize>) =
        strangers(battle, army).into_iter().partition(|i| CardId::parse(&battle.references[*i].text).is_some());
    let mut explained: Vec<usize> = numbers;
    explained.retain(|i| CardId::parse(&battle.references[*i].text).is_some_and(|id| missing.contains(&id)));
    let names: BTreeSet<&str> = named.iter().map(|i| battle.references[*i].text.as_str()).collect();
    if names.len() <= missing.len() {
        explained.append(&mut named);
    }
    explained.sort_unstable();
    explained
}

/// Returns the references by a name that more than one card uses and that a card may have lost, since it has the name of another
/// card of its side.
pub fn renamed_references(battle: &Battle, army: usize) -> Vec<usize> {
    let mut names = HashSet::new();
    let cards = battle.armies[army].cards.iter();
    let doubles = cards.filter(|card| !names.insert(battle.formation(**card).name.as_str())).count();
    if doubles == 0 || !battle.armies[army].missing.is_empty() {
        return Vec::new();
    }
    let strangers = strangers(battle, army);
    let text = |i: &usize| battle.references[*i].text.as_str();
    let mut uses: HashMap<&str, usize> = HashMap::new();
    strangers.iter().for_each(|i| *uses.entry(text(i)).or_default() += 1);
    let mut lost: Vec<usize> = strangers.iter().copied().filter(|i| uses[text(i)] > 1).collect();
    if lost.iter().map(text).collect::<BTreeSet<_>>().len() > doubles {
        lost.clear();
    }
    lost
}

/// Returns the references into an army that mean no card and that are unlike any name there.
fn strangers(battle: &Battle, army: usize) -> Vec<usize> {
    let references = battle.references.iter().enumerate().filter(|(_, r)| {
        let own = battle.cards[r.from].sides.contains(&army);
        r.found == Found::Nothing && own == r.role.friendly()
    });
    let number = |text: &str| CardId::parse(text).is_some();
    let unlike = |r: &Reference| number(&r.text) || legal(battle, r).iter().all(|name| slips(&r.text, name) > SLIPS);
    references.filter(|(_, r)| unlike(r)).map(|(i, _)| i).collect()
}

/// Returns the cards that no side uses and whose number is a slip: the card before or after in the file says what it should be,
/// and a side lists that number while no file defines it. By card, with the number that fits.
pub fn misnumbered_cards(battle: &Battle) -> BTreeMap<usize, CardId> {
    let missing: HashSet<CardId> = battle.armies.iter().flat_map(|army| &army.missing).map(|(id, _)| *id).collect();
    let mut slips = BTreeMap::new();
    if missing.is_empty() {
        return slips;
    }
    let (mut taken, cards) = (HashSet::new(), &battle.cards);
    let used = |card: usize| cards.get(card).filter(|card| !card.sides.is_empty()).map(|card| card.id);
    for i in (0..cards.len()).filter(|i| cards[*i].sides.is_empty()) {
        let after = i.checked_sub(1).and_then(used).map(|id| CardId { number: id.number + 1, ..id });
        let before = used(i + 1).filter(|id| id.number > 1).map(|id| CardId { number: id.number - 1, ..id });
        let fits = after.into_iter().chain(before).find(|id| missing.contains(id) && !taken.contains(id));
        slips.extend(fits.map(|id| (i, id)));
        taken.extend(fits);
    }
    slips
}

/// Returns the cards that no side uses while one lists the other printed side of the same card, which no file defines.
pub fn turned_cards(battle: &Battle) -> Vec<usize> {
    let missing: HashSet<CardId> = battle.armies.iter().flat_map(|army| &army.missing).map(|(id, _)| *id).collect();
    let cards = battle.cards.iter().enumerate();
    let turned = cards.filter(|(_, card)| card.sides.is_empty() && missing.contains(&card.id.other_side()));
    turned.map(|(i, _)| i).collect()
}

/// Returns the cards of the scenario's own file that no side lists. A number that is a slip, or taken, is another finding.
pub fn unlisted_cards(battle: &Battle) -> BTreeSet<usize> {
    if battle.scenario().is_none() || !battle.sides_known() {
        return BTreeSet::new();
    }
    // What was listed in its place is undefined, and says so.
    let explained: HashSet<usize> = misnumbered_cards(battle).into_keys().chain(turned_cards(battle)).collect();
    let mut seen = HashSet::new();
    let first: Vec<bool> = battle.cards.iter().map(|card| seen.insert(card.id)).collect();
    let own = (0..battle.cards.len()).filter(|card| battle.doc_of(*card).file == battle.file());
    own.filter(|card| first[*card] && battle.cards[*card].sides.is_empty() && !explained.contains(card)).collect()
}

/// A name or number that means a card of neither side.
pub struct UnusedName {
    /// The card, an index into [`Battle::cards`].
    pub card: usize,
    /// As written.
    pub text: String,
    /// The place where it is written.
    pub at: Address,
}

/// Returns the names and numbers on cards, then in special rules, that mean a card of neither side.
pub fn unused_names(battle: &Battle) -> Vec<UnusedName> {
    let unused = |found, text: &str, at: &Address| match found {
        Found::Unused(card) => Some(UnusedName { card, text: text.to_owned(), at: at.clone() }),
        _ => None,
    };
    let on_cards = battle.references.iter().filter_map(|r| unused(r.found, &r.text, &r.at));
    let effects = battle.effect_references();
    let in_effects = effects.iter().filter_map(|r| unused(r.found?, &r.text, &r.at));
    on_cards.chain(in_effects).collect()
}

/// Returns the cards that are listed on the wrong side: three references or more are to or from each, and all of them mean a card
/// of the side that is not meant. By card, with these references.
pub fn misplaced_cards(battle: &Battle) -> BTreeMap<usize, Vec<usize>> {
    let mut wrong: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    let mut right = HashSet::new();
    for (i, reference) in battle.references.iter().enumerate() {
        match reference.found {
            Found::WrongSide(card) if !to_itself(reference) => {
                wrong.entry(card).or_default().push(i);
                wrong.entry(reference.from).or_default().push(i);
            }
            Found::Card(card) => right.extend([card, reference.from]),
            _ => {}
        }
    }
    wrong.retain(|card, references| !right.contains(card) && references.len() >= 3);
    wrong
}

/// Returns the names that could stand where a reference stands: an attack is not on special formations, and a command is to
/// friends in reserve.
pub fn legal<'a>(battle: &'a Battle, reference: &Reference) -> Vec<&'a str> {
    let side = battle.cards[reference.from].sides[0];
    let fits = |card: &usize| match reference.role {
        ReferenceRole::Attack => !battle.formation(*card).strength.special(),
        ReferenceRole::Command => battle.formation(*card).reserve.is_some(),
        _ => true,
    };
    let cards = battle.candidates(side, reference.role.friendly()).filter(|card| *card != reference.from).filter(fits);
    let mut names: Vec<&str> = cards.map(|card| battle.formation(card).name.as_str()).take(COMPARED).collect();
    let mut seen = HashSet::new();
    names.retain(|name| seen.insert(*name));
    names
}
