//! Names and numbers of one battle turned into indices: what the engine, the checks and the pieces share.

mod cards;
mod factions;
mod map;
mod names;
mod slips;

use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashMap;

use muster_core::source::{Address, FileId, Pointer};
use muster_systems::Doc;

pub use self::cards::{ResolvedAbility, ResolvedCard, STANDARD_COST, STANDARD_SPEED, STANDARD_TYPE};
pub use self::factions::{ResolvedFaction, SetupCards};
pub use self::map::{LETTERS, ResolvedMap, RoadSegment};
pub use self::names::{ReferenceKind, TabletopReference};
use super::model::{HexVictory, TabletopCardId, TabletopDocument, TabletopScenario};

/// Turns of a battle, where the scenario says nothing.
pub const DEFAULT_TURNS: u16 = 100;

/// A scenario with its map and decks, every reference resolved; or a deck or a map alone, without factions. References
/// that mean nothing stay visible: they are `None`, and in [`TabletopBattle::references`].
#[derive(Debug, Clone)]
pub struct TabletopBattle {
    /// The scenario's file (or the deck or map) first, then the map and decks that it names.
    docs: Vec<Arc<Doc<TabletopDocument>>>,
    /// Every card of these files, in written order.
    pub cards: Vec<ResolvedCard>,
    /// The factions as written; two to four in a sound scenario, none in a deck or a map alone.
    pub factions: Vec<ResolvedFaction>,
    /// The map; `None` if the scenario has none, or the file is a deck.
    pub map: Option<ResolvedMap>,
    /// The conditions of victory, with their names resolved.
    pub victory: Vec<ResolvedVictory>,
    /// Every name or number by which something refers to a faction, a card or a hex, in written order.
    pub references: Vec<TabletopReference>,
    by_id: FxHashMap<TabletopCardId, usize>,
    by_name: FxHashMap<String, usize>,
    /// By faction and hex: where its cards can ever come. Worked out by `reach` when it is first asked for.
    pub(super) reached: OnceLock<Vec<Vec<bool>>>,
}

/// A condition of victory (TT-1.4). What means nothing is left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResolvedVictory {
    /// The faction that wins by it; `None` if any can.
    pub faction: Option<usize>,
    /// The condition.
    pub rule: VictoryGoal,
}

/// A condition that must hold to win.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum VictoryGoal {
    /// The faction holds all these hexes at the end of a turn.
    Hold {
        /// The hexes.
        hexes: Vec<usize>,
        /// The turn.
        until: u16,
    },
    /// No other faction has a copy of the card left on the map; `None` if the card means nothing.
    Destroy(Option<usize>),
    /// The faction has most might on the map when the turns are over.
    MostMight,
    /// The faction is the last on the map.
    Last,
}

impl TabletopBattle {
    /// Resolves a scenario with its map and decks, or one of these alone. Mistakes stay visible in the result; checks
    /// report them.
    pub fn new(docs: Vec<Arc<Doc<TabletopDocument>>>) -> TabletopBattle {
        let map = docs.iter().find_map(|doc| doc.model.map.as_ref().map(|map| ResolvedMap::new(doc.file, map)));
        let cards = cards::resolve(&docs);
        let mut battle = TabletopBattle {
            by_id: cards.iter().enumerate().rev().map(|(i, card)| (card.id, i)).collect(),
            by_name: cards.iter().enumerate().rev().map(|(i, card)| (card.name.clone(), i)).collect(),
            docs,
            cards,
            factions: Vec::new(),
            map,
            victory: Vec::new(),
            references: Vec::new(),
            reached: OnceLock::new(),
        };
        factions::resolve(&mut battle);
        names::resolve(&mut battle);
        battle.victory = battle.resolved_victory();
        battle
    }

    fn resolved_victory(&self) -> Vec<ResolvedVictory> {
        let written = self.scenario().map_or(&[][..], |scenario| &scenario.victory);
        let resolve = |victory: &HexVictory| ResolvedVictory {
            faction: victory.faction().and_then(|name| self.find_faction(name)),
            rule: match victory {
                HexVictory::Hold { hexes, until, .. } => VictoryGoal::Hold {
                    hexes: hexes.iter().filter_map(|hex| self.map.as_ref()?.find(hex)).collect(),
                    until: until.unwrap_or_else(|| self.turns()),
                },
                HexVictory::Destroy { card, .. } => VictoryGoal::Destroy(self.find_card(card)),
                HexVictory::MostMight => VictoryGoal::MostMight,
                HexVictory::Last => VictoryGoal::Last,
            },
        };
        written.iter().map(resolve).collect()
    }

    /// Returns the scenario; `None` for a deck or a map alone.
    pub fn scenario(&self) -> Option<&TabletopScenario> {
        self.docs[0].model.scenario.as_ref()
    }

    /// Returns the turns after which the battle ends.
    pub fn turns(&self) -> u16 {
        self.scenario().and_then(|scenario| scenario.turns).unwrap_or(DEFAULT_TURNS)
    }

    /// Returns the files: the scenario's (or the deck or map) first.
    pub fn docs(&self) -> &[Arc<Doc<TabletopDocument>>] {
        &self.docs
    }

    /// Returns the scenario's file, or that of the deck or map.
    pub fn file(&self) -> FileId {
        self.docs[0].file
    }

    /// Returns the place of something in the first file, by its pointer: `/scenario/factions/0`.
    pub fn scenario_address(&self, pointer: &str) -> Address {
        Address::value(self.file(), Pointer::parse(pointer))
    }

    /// Returns the place of something of a faction; `suffix` is relative to it, as `/name`.
    pub fn faction_address(&self, faction: usize, suffix: &str) -> Address {
        self.scenario_address(&format!("/scenario/factions/{faction}{suffix}"))
    }

    /// Returns the place of something of a card; `suffix` is relative to it, as `/cost`.
    pub fn card_address(&self, card: usize, suffix: &str) -> Address {
        let ResolvedCard { doc, index, .. } = self.cards[card];
        Address::value(self.docs[doc].file, Pointer::root().key("cards").index(index).join(suffix))
    }

    /// Returns the faction that a name means: the first of that name.
    pub fn find_faction(&self, name: &str) -> Option<usize> {
        self.factions.iter().position(|faction| faction.name == name)
    }

    /// Returns the card that a number or a name means: a number wins, and of several the first.
    pub fn find_card(&self, text: &str) -> Option<usize> {
        let numbered = TabletopCardId::parse(text).and_then(|id| self.by_id.get(&id));
        numbered.or_else(|| self.by_name.get(text)).copied()
    }

    /// Returns the first card with a number.
    pub fn card_numbered(&self, id: TabletopCardId) -> Option<usize> {
        self.by_id.get(&id).copied()
    }

    /// Returns the card that a place is in, an index into [`TabletopBattle::cards`]; `None` for a place in none.
    pub fn card_at(&self, at: &Address) -> Option<usize> {
        let mut steps = at.pointer.steps();
        let index: usize = steps.next().filter(|list| list == "cards").and_then(|_| steps.next()?.parse().ok())?;
        let of_file = |card: &ResolvedCard| self.docs[card.doc].file == at.file && card.index == index;
        self.cards.iter().position(of_file)
    }

    /// Returns the cards that are to be judged by themselves: those that a faction has, and all of a file that the user
    /// named. The other cards of a deck are judged with the scenarios that use them.
    pub fn judged_cards(&self) -> impl Iterator<Item = usize> {
        let is_judged = |card: &ResolvedCard| !card.factions.is_empty() || self.docs[card.doc].given;
        (0..self.cards.len()).filter(move |card| is_judged(&self.cards[*card]))
    }

    /// Returns the cards that a faction may deploy or has on the map at the start.
    pub fn fielded_cards(&self) -> impl Iterator<Item = usize> {
        (0..self.cards.len()).filter(|card| !self.cards[*card].factions.is_empty())
    }

    /// Returns the cards on the map at the start: the faction, the place in its set-up, and the cards.
    pub fn setup(&self) -> impl Iterator<Item = (usize, usize, &SetupCards)> {
        let factions = self.factions.iter().enumerate();
        factions.flat_map(|(i, faction)| faction.setup.iter().enumerate().map(move |(k, setup)| (i, k, setup)))
    }

    /// Returns the place of something of a faction's set-up; `suffix` is relative to the entry, as `/at`.
    pub fn setup_address(&self, faction: usize, entry: usize, suffix: &str) -> Address {
        self.faction_address(faction, &format!("/setup/{entry}{suffix}"))
    }

    /// Returns the factions by initiative, the highest first: the order in which they act (TT-1.2).
    pub fn initiative_order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.factions.len()).collect();
        order.sort_by_key(|faction| std::cmp::Reverse(self.factions[*faction].initiative));
        order
    }
}
