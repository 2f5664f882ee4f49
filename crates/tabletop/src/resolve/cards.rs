//! The cards of a battle, with what their role gives.

use std::sync::Arc;

use muster_systems::Doc;

use crate::model::{CardAbility, CardRole, TabletopCard, TabletopCardId, TabletopDocument, Trait};

use super::TabletopBattle;

/// The cost of deploying a standard, in resources (TT-2.3).
pub const STANDARD_COST: u32 = 5000;
/// The hexes that a standard moves (TT-2.3).
pub const STANDARD_SPEED: u8 = 1;
/// The type of a standard that has none.
pub const STANDARD_TYPE: &str = "Standard";

/// A card of the battle, with what is not written taken from its role. What is not written and has to be is 0 or empty; a
/// check reports it.
#[derive(Debug, Clone)]
pub struct ResolvedCard {
    /// Its file's index in [`TabletopBattle::docs`].
    pub doc: usize,
    /// Its index in that file.
    pub index: usize,
    /// Its number.
    pub id: TabletopCardId,
    /// Its name.
    pub name: String,
    /// Its type.
    pub kind: String,
    /// The kind of card.
    pub role: CardRole,
    /// Resources that deploying it costs.
    pub cost: u32,
    /// Its might, before experience and everything else.
    pub might: u16,
    /// Its speed in hexes.
    pub speed: u8,
    /// Its traits, those of its role counted, each once, in the order of the clauses.
    pub traits: Vec<Trait>,
    /// Its abilities.
    pub abilities: Vec<ResolvedAbility>,
    /// The factions that may deploy it or have it on the map at the start, in order.
    pub factions: Vec<usize>,
}

/// An ability with its names resolved.
#[derive(Debug, Clone)]
pub struct ResolvedAbility {
    /// The ability as written.
    pub written: CardAbility,
    /// The card of `with` in `while` and in `unless`, an index into [`TabletopBattle::cards`].
    pub companions: [Option<usize>; 2],
}

impl ResolvedCard {
    fn new(doc: usize, index: usize, written: &TabletopCard) -> ResolvedCard {
        let is_standard = written.role == CardRole::Standard;
        let fixed = |value: u32| if is_standard { value } else { 0 };
        let traits = Trait::ALL.into_iter();
        let has = |one: &Trait| written.traits.contains(one) || is_standard && *one == Trait::Sheltering;
        ResolvedCard {
            doc,
            index,
            id: written.card,
            name: written.name.clone(),
            kind: written
                .kind
                .clone()
                .unwrap_or_else(|| if is_standard { STANDARD_TYPE.to_owned() } else { String::new() }),
            role: written.role,
            cost: written.cost.unwrap_or(fixed(STANDARD_COST)),
            might: written.might.unwrap_or(0),
            speed: written.speed.unwrap_or(fixed(STANDARD_SPEED.into()) as u8),
            traits: traits.filter(has).collect(),
            abilities: written
                .abilities
                .iter()
                .map(|ability| ResolvedAbility { written: ability.clone(), companions: [None; 2] })
                .collect(),
            factions: Vec::new(),
        }
    }

    /// Returns true if it is a standard.
    pub fn is_standard(&self) -> bool {
        self.role == CardRole::Standard
    }

    /// Returns true if it has a trait of its own.
    pub fn has(&self, quality: Trait) -> bool {
        self.traits.contains(&quality)
    }
}

/// Returns all cards, in written order, without their factions.
pub(super) fn resolve(docs: &[Arc<Doc<TabletopDocument>>]) -> Vec<ResolvedCard> {
    let cards = docs.iter().enumerate();
    let cards = cards.flat_map(|(doc, d)| d.model.cards.iter().enumerate().map(move |(i, card)| (doc, i, card)));
    cards.map(|(doc, index, card)| ResolvedCard::new(doc, index, card)).collect()
}

impl TabletopBattle {
    /// Returns a card as written.
    pub fn written_card(&self, card: usize) -> &TabletopCard {
        let ResolvedCard { doc, index, .. } = self.cards[card];
        &self.docs[doc].model.cards[index]
    }
}
