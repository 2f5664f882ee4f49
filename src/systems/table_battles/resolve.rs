//! Names and numbers of one battle turned into indices: what the engine, the checks and the faces share.

use std::collections::HashMap;
use std::sync::Arc;

use super::model::{Action, CardId, CardRange, Cards, Document, Formation, Reserve, Scenario, Side, Targets};
use crate::source::{Address, FileId, Pointer};
use crate::systems::Doc;

/// A scenario and its decks with every reference resolved; or a deck alone, without sides.
#[derive(Debug)]
pub struct Battle {
    /// The scenario's file (or the deck) first, then the decks it names.
    docs: Vec<Arc<Doc<Document>>>,
    /// Every formation of these files, in written order.
    pub cards: Vec<Card>,
    /// The sides as written; two in a sound scenario.
    pub armies: Vec<Army>,
    /// Every name or number by which a card in a side refers to another.
    pub references: Vec<Reference>,
}

/// A formation card of the battle.
#[derive(Debug, Clone)]
pub struct Card {
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

/// How one card refers to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
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

impl Role {
    /// Whether a card of the own side is meant.
    pub fn friendly(self) -> bool {
        matches!(self, Role::Absorb | Role::Command | Role::Behind | Role::CommandedBy)
    }
}

/// A name or number by which a card refers to another.
#[derive(Debug, Clone)]
pub struct Reference {
    /// The card that refers, an index into [`Battle::cards`].
    pub from: usize,
    /// Its action that refers, for the roles of actions.
    pub action: Option<usize>,
    /// What for.
    pub role: Role,
    /// As written.
    pub text: String,
    /// Where it is written.
    pub at: Address,
    /// What it means.
    pub found: Found,
}

/// What a name or number means to a card of one side.
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

impl Battle {
    /// Resolves a scenario with its decks, or a deck alone. Mistakes stay visible in the result; checks report them.
    pub fn new(docs: Vec<Arc<Doc<Document>>>) -> Battle {
        let mut cards: Vec<Card> = docs
            .iter()
            .enumerate()
            .flat_map(|(doc, d)| {
                let ids = d.model.formations.iter().enumerate();
                ids.map(move |(index, f)| Card { doc, index, id: f.card, sides: Vec::new() })
            })
            .collect();
        let sides = docs[0].model.scenario.as_ref().map_or(&[][..], |s| &s.sides);
        let by_id = cards.iter().enumerate().rev().map(|(i, card)| (card.id, i)).collect();
        let armies = sides.iter().enumerate().map(|(i, side)| Army::new(i, side, &mut cards, &by_id)).collect();
        let mut battle = Battle { docs, cards, armies, references: Vec::new() };
        battle.references = battle.resolve();
        battle
    }

    /// The scenario; none for a deck alone.
    pub fn scenario(&self) -> Option<&Scenario> {
        self.docs[0].model.scenario.as_ref()
    }

    /// The files: the scenario's (or the deck) first.
    pub fn docs(&self) -> &[Arc<Doc<Document>>] {
        &self.docs
    }

    /// The scenario's file, or the deck's.
    pub fn file(&self) -> FileId {
        self.docs[0].file
    }

    /// A card's formation as written.
    pub fn formation(&self, card: usize) -> &Formation {
        let Card { doc, index, .. } = self.cards[card];
        &self.docs[doc].model.formations[index]
    }

    /// The file that defines a card.
    pub fn doc_of(&self, card: usize) -> &Doc<Document> {
        &self.docs[self.cards[card].doc]
    }

    /// Where something of a card is written; `suffix` is relative to the formation, as `/actions/0`.
    pub fn at(&self, card: usize, suffix: &str) -> Address {
        let pointer = Pointer::root().key("formations").index(self.cards[card].index).join(suffix);
        Address::value(self.doc_of(card).file, pointer)
    }

    /// Where something of the scenario is written; `suffix` is relative to the document, as `/scenario/sides/0`.
    pub fn at_scenario(&self, suffix: &str) -> Address {
        Address::value(self.file(), Pointer::parse(suffix))
    }

    /// What a name or number means when a card of `side` refers to a friend or an enemy. A number wins over a name.
    pub fn find(&self, side: usize, friendly: bool, text: &str) -> Found {
        let id = CardId::parse(text).filter(|id| self.cards.iter().any(|card| card.id == *id));
        let named = |card: usize| match id {
            Some(id) => self.cards[card].id == id,
            None => self.formation(card).name == text,
        };
        let among = |army: &Army| army.cards.iter().copied().find(|card| named(*card));
        let of = |meant: bool| {
            let mut armies = self.armies.iter().enumerate().filter(|(i, _)| ((*i == side) == friendly) == meant);
            armies.find_map(|(_, army)| among(army))
        };
        if let Some(card) = of(true) {
            return Found::Card(card);
        }
        if let Some(card) = of(false) {
            return Found::WrongSide(card);
        }
        (0..self.cards.len()).find(|card| named(*card)).map_or(Found::Nothing, Found::Unused)
    }

    /// The names a card of `side` may refer to as friends or as enemies.
    pub fn names(&self, side: usize, friendly: bool) -> impl Iterator<Item = &str> {
        let armies = self.armies.iter().enumerate().filter(move |(i, _)| (*i == side) == friendly);
        armies.flat_map(|(_, army)| army.cards.iter().map(|card| self.formation(*card).name.as_str()))
    }

    /// The cards an action names and that are found; none where it says `any`.
    pub fn targets(&self, card: usize, action: usize) -> impl Iterator<Item = usize> {
        self.references.iter().filter(move |r| r.from == card && r.action == Some(action)).filter_map(|r| r.card())
    }

    fn resolve(&self) -> Vec<Reference> {
        let mut references = Vec::new();
        for (side, army) in self.armies.iter().enumerate() {
            for &from in &army.cards {
                let formation = self.formation(from);
                let mut refer = |action, role: Role, text: &str, suffix: String| {
                    let found = self.find(side, role.friendly(), text);
                    references.push(Reference {
                        from,
                        action,
                        role,
                        text: text.to_owned(),
                        at: self.at(from, &suffix),
                        found,
                    });
                };
                match &formation.reserve {
                    Some(Reserve::Behind(name)) => refer(None, Role::Behind, name, "/reserve/behind".to_owned()),
                    Some(Reserve::CommandedBy(name)) => {
                        refer(None, Role::CommandedBy, name, "/reserve/commanded_by".to_owned());
                    }
                    None => {}
                }
                for (i, action) in formation.actions.iter().enumerate() {
                    let Some((role, names)) = action.names() else { continue };
                    for (j, name) in names.iter().enumerate() {
                        refer(Some(i), role, name, format!("/actions/{i}/targets/{j}"));
                    }
                }
            }
        }
        references
    }
}

impl Reference {
    /// The card it means, when it is one of the side that is meant.
    pub fn card(&self) -> Option<usize> {
        match self.found {
            Found::Card(card) => Some(card),
            _ => None,
        }
    }
}

impl Action {
    /// The names the action lists and what for; none where it lists none or says `any`.
    pub fn names(&self) -> Option<(Role, &[String])> {
        Some(match self {
            Action::Attack { targets, .. } => (Role::Attack, targets.as_slice()),
            Action::Command { targets, .. } => (Role::Command, targets.as_slice()),
            Action::Screen { targets, .. } => (Role::Screen, targets.listed()?),
            Action::Counterattack { targets, .. } => (Role::Counterattack, targets.listed()?),
            Action::Absorb { targets, .. } => (Role::Absorb, targets.listed()?),
            Action::Bombard { .. } => return None,
        })
    }
}

impl Targets {
    /// The names; none for `any`.
    pub fn listed(&self) -> Option<&[String]> {
        match self {
            Targets::Listed(names) => Some(names),
            Targets::Any(_) => None,
        }
    }
}

impl Army {
    fn new(index: usize, side: &Side, cards: &mut [Card], by_id: &HashMap<CardId, usize>) -> Army {
        let mut army = Army::default();
        let base = Pointer::root().key("scenario").key("sides").index(index).key("cards");
        let ranges: Vec<(CardRange, Pointer)> = match &side.cards {
            Cards::One(range) => vec![(*range, base)],
            Cards::Many(ranges) => ranges.iter().enumerate().map(|(i, range)| (*range, base.index(i))).collect(),
        };
        for (range, pointer) in ranges {
            for id in range.cards() {
                match by_id.get(&id).copied() {
                    Some(card) if cards[card].sides.contains(&index) => {}
                    Some(card) => {
                        cards[card].sides.push(index);
                        army.cards.push(card);
                    }
                    None => army.missing.push((id, pointer.clone())),
                }
            }
        }
        army
    }
}
