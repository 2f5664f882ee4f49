//! Names and numbers of one battle turned into indices: what the engine, the checks and the faces share.

mod complete;
mod effects;

use std::collections::HashSet;
use std::hash::Hash;
use std::ops::Range;
use std::sync::Arc;

use rustc_hash::FxHashMap;

pub(crate) use self::effects::{CUBES, rule_pointer};
use muster_core::source::{Address, FileId, Pointer};
use muster_systems::Doc;

pub use self::effects::{EffectReference, Placed};
use super::model::{Action, CardId, CardRange, Cards, Document, Formation, Reserve, Scenario, Side, Targets};

/// A scenario and its decks with every reference resolved; or a deck alone, without sides.
#[derive(Debug)]
pub struct Battle {
    /// The scenario's file (or the deck) first, then the decks it names.
    docs: Vec<Arc<Doc<Document>>>,
    /// Every formation of these files, in written order.
    pub cards: Vec<BattleCard>,
    /// The sides as written; two in a sound scenario.
    pub armies: Vec<Army>,
    /// Every name or number by which a card in a side refers to another, card by card.
    pub references: Vec<Reference>,
    /// By card: its part of `references`.
    of: Vec<Range<usize>>,
    /// The cards with a number or name, as far as their sides differ: the first of each kind.
    by_id: FxHashMap<CardId, Vec<usize>>,
    by_name: FxHashMap<String, Vec<usize>>,
}

/// A formation card of the battle.
#[derive(Debug, Clone)]
pub struct BattleCard {
    doc: usize,
    index: usize,
    /// Card number and side.
    pub id: CardId,
    /// The sides that list it: one in a sound scenario, none for a card of a deck that is not used here.
    pub sides: Vec<usize>,
}

/// One side's cards.
#[derive(Debug, Clone, Default)]
pub struct Army {
    /// Indices into [`Battle::cards`], by card number within each range as listed.
    pub cards: Vec<usize>,
    /// Listed cards that no file defines, with the range that lists them.
    pub missing: Vec<(CardId, Pointer)>,
}

/// The role in which one card refers to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ReferenceRole {
    /// Target of an attack.
    Attack,
    /// Enemy whose attack can be screened.
    Screen,
    /// Enemy that can be counterattacked.
    Counterattack,
    /// Friend whose hits can be absorbed.
    Absorb,
    /// Friend in reserve that can be commanded.
    Command,
    /// Friend behind whom the card waits in reserve.
    Behind,
    /// Friend who commands the card out of reserve.
    CommandedBy,
}

impl ReferenceRole {
    /// Returns true if a card of the own side is meant.
    pub fn friendly(self) -> bool {
        matches!(
            self,
            ReferenceRole::Absorb | ReferenceRole::Command | ReferenceRole::Behind | ReferenceRole::CommandedBy
        )
    }
}

/// A name or number by which a card refers to another.
#[derive(Debug, Clone)]
pub struct Reference {
    /// The card that refers, an index into [`Battle::cards`].
    pub from: usize,
    /// Its action that refers, for the roles of actions.
    pub action: Option<usize>,
    /// The role of the reference.
    pub role: ReferenceRole,
    /// As written.
    pub text: String,
    /// The place where it is written.
    pub at: Address,
    /// The card it means.
    pub found: Found,
}

/// The meaning of a name or number to a card of one side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Found {
    /// The card of the side that is meant.
    Card(usize),
    /// Only a card of the side that is not meant.
    WrongSide(usize),
    /// Only a card that is in neither side.
    Unused(usize),
    /// No card at all.
    Nothing,
}

impl Found {
    /// Returns the card, when it is one of the side that is meant.
    pub fn card(self) -> Option<usize> {
        match self {
            Found::Card(card) => Some(card),
            _ => None,
        }
    }
}

impl Battle {
    /// Resolves a scenario with its decks, or a deck alone. Mistakes stay visible in the result; checks report them.
    pub fn new(docs: Vec<Arc<Doc<Document>>>) -> Battle {
        let mut cards: Vec<BattleCard> = docs
            .iter()
            .enumerate()
            .flat_map(|(doc, d)| {
                let ids = d.model.formations.iter().enumerate();
                ids.map(move |(index, f)| BattleCard { doc, index, id: f.card, sides: Vec::new() })
            })
            .collect();
        let sides = docs[0].model.scenario.as_ref().map_or(&[][..], |s| &s.sides);
        let first = cards.iter().enumerate().rev().map(|(i, card)| (card.id, i)).collect();
        let armies = sides.iter().enumerate().map(|(i, side)| Army::new(i, side, &mut cards, &first)).collect();
        let mut battle = Battle {
            of: vec![0..0; cards.len()],
            docs,
            cards,
            armies,
            references: Vec::new(),
            by_id: FxHashMap::default(),
            by_name: FxHashMap::default(),
        };
        battle.index();
        battle.resolve();
        battle
    }

    /// Returns the scenario; `None` for a deck alone.
    pub fn scenario(&self) -> Option<&Scenario> {
        self.docs[0].model.scenario.as_ref()
    }

    /// Returns the files: the scenario's (or the deck) first.
    pub fn docs(&self) -> &[Arc<Doc<Document>>] {
        &self.docs
    }

    /// Returns the scenario's file, or the deck's.
    pub fn file(&self) -> FileId {
        self.docs[0].file
    }

    /// Returns a card's formation as written.
    pub fn formation(&self, card: usize) -> &Formation {
        let BattleCard { doc, index, .. } = self.cards[card];
        &self.docs[doc].model.formations[index]
    }

    /// Returns the place where a card is written: its file's index in [`Battle::docs`], and its own in that file.
    pub fn written_place(&self, card: usize) -> (usize, usize) {
        (self.cards[card].doc, self.cards[card].index)
    }

    /// Returns the file that defines a card.
    pub fn doc_of(&self, card: usize) -> &Doc<Document> {
        &self.docs[self.cards[card].doc]
    }

    /// Returns the place where something of a card is written; `suffix` is relative to the formation, as `/actions/0`.
    pub fn card_address(&self, card: usize, suffix: &str) -> Address {
        let pointer = Pointer::root().key("formations").index(self.cards[card].index).join(suffix);
        Address::value(self.doc_of(card).file, pointer)
    }

    /// Returns the card that a place is on, an index into [`Battle::cards`]; `None` for a place on no card.
    pub fn card_at(&self, at: &Address) -> Option<usize> {
        let mut steps = at.pointer.steps();
        let index: usize = steps.next().filter(|list| list == "formations").and_then(|_| steps.next()?.parse().ok())?;
        (0..self.cards.len()).find(|card| self.doc_of(*card).file == at.file && self.cards[*card].index == index)
    }

    /// Returns the place where something of the scenario is written; `suffix` is relative to the document, as
    /// `/scenario/sides/0`.
    pub fn scenario_address(&self, suffix: &str) -> Address {
        Address::value(self.file(), Pointer::parse(suffix))
    }

    /// Returns the meaning of a name or number when a card of `side` refers to a friend or an enemy. A number wins over a name.
    pub fn find(&self, side: usize, friendly: bool, text: &str) -> Found {
        self.find_from(&[side], friendly, text)
    }

    /// Like [`Battle::find`]. What a card that both sides list refers to may be in either: that it is in both is the
    /// mistake, not what it says.
    fn find_from(&self, sides: &[usize], friendly: bool, text: &str) -> Found {
        let numbered = CardId::parse(text).and_then(|id| self.by_id.get(&id));
        let Some(cards) = numbered.or_else(|| self.by_name.get(text)) else { return Found::Nothing };
        let meant = |side: &usize| sides.len() > 1 || sides.contains(side) == friendly;
        let found = |keep: &dyn Fn(&BattleCard) -> bool| cards.iter().copied().find(|card| keep(&self.cards[*card]));
        if let Some(card) = found(&|card| card.sides.iter().any(meant)) {
            return Found::Card(card);
        }
        match found(&|card| !card.sides.is_empty()) {
            Some(card) => Found::WrongSide(card),
            None => Found::Unused(cards[0]),
        }
    }

    /// Returns the meaning of a name or number in an effect of a card, or of the scenario: any formation, the card's own side
    /// first.
    pub fn find_anyone(&self, card: Option<usize>, text: &str) -> Found {
        let own = card.and_then(|card| self.cards[card].sides.first());
        match self.find_from(own.map_or(&[], std::slice::from_ref), own.is_some(), text) {
            Found::WrongSide(card) => Found::Card(card),
            found => found,
        }
    }

    /// Returns the sides as written; none in a deck alone.
    pub fn sides(&self) -> &[Side] {
        self.scenario().map_or(&[], |scenario| &scenario.sides)
    }

    /// Returns the cards of the sides, side by side, each once.
    pub fn fielded_cards(&self) -> impl Iterator<Item = usize> {
        let armies = self.armies.iter().enumerate();
        let cards = armies.flat_map(|(side, army)| army.cards.iter().map(move |card| (side, *card)));
        cards.filter(|(side, card)| self.cards[*card].sides[0] == *side).map(|(_, card)| card)
    }

    /// Returns the cards of both sides in the order in which the engine numbers them, a card of both sides twice.
    pub fn engine_order(&self) -> impl Iterator<Item = usize> {
        self.armies.iter().flat_map(|army| &army.cards).copied()
    }

    /// Returns the cards that this battle is to judge by themselves: those that a side lists, and all of a file that the user
    /// named. The other cards of a deck are judged with the scenarios that use them.
    pub fn judged_cards(&self) -> impl Iterator<Item = usize> {
        (0..self.cards.len()).filter(|card| !self.cards[*card].sides.is_empty() || self.doc_of(*card).given)
    }

    /// Returns the cards that a card of `side` may refer to as friends or as enemies.
    pub fn candidates(&self, side: usize, friendly: bool) -> impl Iterator<Item = usize> {
        let armies = self.armies.iter().enumerate().filter(move |(i, _)| (*i == side) == friendly);
        armies.flat_map(|(_, army)| army.cards.iter().copied())
    }

    /// Returns every range of cards with its side and where it is written.
    pub fn ranges(&self) -> impl Iterator<Item = (usize, CardRange, Address)> {
        let ranges = self
            .sides()
            .iter()
            .enumerate()
            .flat_map(|(i, side)| ranges(i, side).into_iter().map(move |range| (i, range)));
        ranges.map(|(i, (range, pointer))| (i, range, Address::value(self.file(), pointer)))
    }

    /// Returns the first range that lists a card, and where it is written.
    pub fn range_of(&self, card: usize) -> Option<(CardRange, Address)> {
        let lists = |range: CardRange| range.cards().any(|id| id == self.cards[card].id);
        self.ranges().find(|(_, range, _)| lists(*range)).map(|(_, range, at)| (range, at))
    }

    /// Returns the references of a card; none for a card that no side lists.
    pub fn references_of(&self, card: usize) -> &[Reference] {
        &self.references[self.of[card].clone()]
    }

    /// Returns the cards an action names and that are found; none where it says `any`.
    pub fn targets(&self, card: usize, action: usize) -> impl Iterator<Item = usize> {
        self.references_of(card).iter().filter(move |r| r.action == Some(action)).filter_map(Reference::card)
    }

    fn index(&mut self) {
        for (i, card) in self.cards.iter().enumerate() {
            let name = &self.docs[card.doc].model.formations[card.index].name;
            keep(&mut self.by_id, card.id, i, &self.cards);
            keep(&mut self.by_name, name.clone(), i, &self.cards);
        }
    }

    fn resolve(&mut self) {
        let mut references = Vec::new();
        for (side, army) in self.armies.iter().enumerate() {
            for &from in &army.cards {
                let sides = &self.cards[from].sides;
                if sides[0] != side {
                    continue;
                }
                let start = references.len();
                references.extend(self.formation(from).names().into_iter().map(|named| Reference {
                    from,
                    action: named.action,
                    role: named.role,
                    text: named.text.to_owned(),
                    at: self.card_address(from, &named.suffix),
                    found: self.find_from(sides, named.role.friendly(), named.text),
                }));
                self.of[from] = start..references.len();
            }
        }
        self.references = references;
    }
}

/// Keeps a card under its key unless one with the same sides is there already: lookups stay short.
fn keep<K: Eq + Hash>(map: &mut FxHashMap<K, Vec<usize>>, key: K, card: usize, cards: &[BattleCard]) {
    let kept = map.entry(key).or_default();
    if kept.iter().all(|other| cards[*other].sides != cards[card].sides) {
        kept.push(card);
    }
}

/// A name or number as a formation writes it.
#[derive(Debug, Clone)]
pub struct Named<'a> {
    /// The action that writes it, for the roles of actions.
    pub action: Option<usize>,
    /// The role of the reference.
    pub role: ReferenceRole,
    /// As written.
    pub text: &'a str,
    /// The place, relative to the formation.
    pub suffix: String,
}

impl Formation {
    /// Returns every name or number by which the formation refers to another, in written order.
    pub fn names(&self) -> Vec<Named<'_>> {
        let mut names = Vec::new();
        match &self.reserve {
            Some(Reserve::Behind(text)) => {
                names.push(Named {
                    action: None,
                    role: ReferenceRole::Behind,
                    text,
                    suffix: "/reserve/behind".to_owned(),
                });
            }
            Some(Reserve::CommandedBy(text)) => {
                let suffix = "/reserve/commanded_by".to_owned();
                names.push(Named { action: None, role: ReferenceRole::CommandedBy, text, suffix });
            }
            None => {}
        }
        for (i, action) in self.actions.iter().enumerate() {
            let Some((role, texts)) = action.names() else { continue };
            let targets = texts.iter().enumerate();
            names.extend(targets.map(|(j, text)| {
                let suffix = format!("/actions/{i}/targets/{j}");
                Named { action: Some(i), role, text, suffix }
            }));
        }
        names
    }
}

impl Reference {
    /// Returns the card it means, when it is one of the side that is meant.
    pub fn card(&self) -> Option<usize> {
        self.found.card()
    }
}

impl Action {
    /// Returns the names the action lists and what for; `None` if it lists none or says `any`.
    pub fn names(&self) -> Option<(ReferenceRole, &[String])> {
        Some(match self {
            Action::Attack { targets, .. } => (ReferenceRole::Attack, targets.as_slice()),
            Action::Command { targets, .. } => (ReferenceRole::Command, targets.as_slice()),
            Action::Screen { targets, .. } => (ReferenceRole::Screen, targets.names()?),
            Action::Counterattack { targets, .. } => (ReferenceRole::Counterattack, targets.names()?),
            Action::Absorb { targets, .. } => (ReferenceRole::Absorb, targets.names()?),
            Action::Bombard { .. } => return None,
        })
    }
}

impl Targets {
    /// Returns the names; `None` for `any`.
    pub fn names(&self) -> Option<&[String]> {
        match self {
            Targets::Listed(names) => Some(names),
            Targets::Any(_) => None,
        }
    }
}

impl Army {
    fn new(index: usize, side: &Side, cards: &mut [BattleCard], first: &FxHashMap<CardId, usize>) -> Army {
        let mut army = Army::default();
        let mut missing = HashSet::new();
        for (range, pointer) in ranges(index, side) {
            for id in as_meant(range, first) {
                match first.get(&id).copied() {
                    Some(card) if cards[card].sides.contains(&index) => {}
                    Some(card) => {
                        cards[card].sides.push(index);
                        army.cards.push(card);
                    }
                    None if missing.insert(id) => army.missing.push((id, pointer.clone())),
                    None => {}
                }
            }
        }
        army
    }
}

/// Returns the ranges of a side's cards and where they are written.
fn ranges(index: usize, side: &Side) -> Vec<(CardRange, Pointer)> {
    let base = Pointer::root().key("scenario").key("sides").index(index).key("cards");
    match &side.cards {
        Cards::One(range) => vec![(*range, base)],
        Cards::Many(ranges) => ranges.iter().enumerate().map(|(i, range)| (*range, base.index(i))).collect(),
    }
}

/// Returns the cards of a range. A backward one, or one over both letters, is read as it was probably meant, so that only the
/// range itself is found at fault and not every card that it hides.
fn as_meant(range: CardRange, first: &FxHashMap<CardId, usize>) -> Vec<CardId> {
    let CardRange { first: a, last: b } = range;
    if a.letter == b.letter {
        let ordered = CardRange { first: a.min(b), last: a.max(b) };
        return ordered.cards().collect();
    }
    let numbers = a.number.min(b.number)..=a.number.max(b.number);
    let both = numbers.flat_map(|number| [CardId { number, ..a }, CardId { number, ..b }]);
    both.filter(|id| first.contains_key(id)).collect()
}
