//! Names and numbers of one battle turned into indices: what the engine, the checks and the pieces share.

mod decks;
mod names;
mod rules;
mod units;

use std::sync::Arc;

use rustc_hash::FxHashMap;

use muster_core::source::{Address, FileId, Pointer};
use muster_systems::Doc;

pub use self::decks::{CardInUse, DeckCard, LULLS_ASIDE, published_cards};
use self::names::UnitIndex;
pub use self::names::{NameKind, NameMeaning, WrittenName};
pub use self::rules::{
    AchievementSource, BattleAchievement, BattleConcealment, BattleCondition, BattleForfeit, BattlePlace,
    BattleSpecial, BattleTrigger, BattleVictory, TriggerEffect,
};
pub use self::units::{BattleSide, BattleUnit, POINTS_PER_COUNTER, counters_by_state, default_mcv};
use super::model::{StandIn, StatesDocument, StatesScenario, StatesSide};

/// A scenario with its armies and decks, every reference resolved; or an army or a deck alone, without sides. References
/// that mean nothing stay visible: they are `None`, and in [`StatesBattle::names`].
#[derive(Debug, Clone)]
pub struct StatesBattle {
    /// The scenario's file (or the army or deck) first, then the armies and decks that it names.
    docs: Vec<Arc<Doc<StatesDocument>>>,
    /// Every unit of these files: those of the first side, those of the second, then those of no side. A unit's index here
    /// is its number in the order of the scenario.
    pub units: Vec<BattleUnit>,
    /// The sides as written; two in a sound scenario, none in an army or a deck alone.
    pub sides: Vec<BattleSide>,
    /// The cards in use: the published ones in their order, replaced by own ones of the same name, then the other own
    /// ones. Decks list them by their index here.
    pub cards: Vec<CardInUse>,
    /// Places.
    pub places: Vec<BattlePlace>,
    /// Achievements that can be won.
    pub achievements: Vec<BattleAchievement>,
    /// Triggers of states.
    pub triggers: Vec<BattleTrigger>,
    /// Forfeits.
    pub forfeits: Vec<BattleForfeit>,
    /// Units under trays.
    pub concealed: Vec<BattleConcealment>,
    /// Conditions of victory.
    pub victory: Vec<BattleVictory>,
    /// Special rules.
    pub specials: Vec<BattleSpecial>,
    /// The numbers of the stand-in, defaults applied.
    pub stand_in: StandIn,
    /// Every name or number by which something refers to a side, a unit, a card or a place, in written order.
    pub names: Vec<WrittenName>,
    /// The units by number and name.
    index: UnitIndex,
    /// The cards in use by name.
    by_name: FxHashMap<String, usize>,
}

impl StatesBattle {
    /// Resolves a scenario with its armies and decks, or one of these alone. Mistakes stay visible in the result; checks
    /// report them.
    pub fn new(docs: Vec<Arc<Doc<StatesDocument>>>) -> StatesBattle {
        let (units, mut sides) = units::resolve(&docs);
        let scenario = docs[0].model.scenario.as_ref();
        let stand_in = scenario.and_then(|scenario| scenario.stand_in).unwrap_or_default();
        let cards = decks::cards_in_use(&docs);
        let by_name = cards.iter().enumerate().map(|(i, card)| (card.definition.card.clone(), i)).collect();
        let mut battle = StatesBattle {
            docs,
            index: UnitIndex::new(&units),
            units,
            sides: Vec::new(),
            cards,
            places: Vec::new(),
            achievements: Vec::new(),
            triggers: Vec::new(),
            forfeits: Vec::new(),
            concealed: Vec::new(),
            victory: Vec::new(),
            specials: Vec::new(),
            stand_in,
            names: Vec::new(),
            by_name,
        };
        decks::deal(&mut sides, &battle);
        battle.sides = sides;
        names::resolve(&mut battle);
        rules::resolve(&mut battle);
        battle
    }

    /// Returns the scenario; `None` for an army or a deck alone.
    pub fn scenario(&self) -> Option<&StatesScenario> {
        self.docs[0].model.scenario.as_ref()
    }

    /// Returns the sides as written; none for an army or a deck alone.
    pub fn written_sides(&self) -> &[StatesSide] {
        self.scenario().map_or(&[], |scenario| &scenario.sides)
    }

    /// Returns the files: the scenario's (or the army or deck) first.
    pub fn docs(&self) -> &[Arc<Doc<StatesDocument>>] {
        &self.docs
    }

    /// Returns the scenario's file, or that of the army or deck.
    pub fn file(&self) -> FileId {
        self.docs[0].file
    }

    /// Returns the place of something in the first file, by its pointer: `/scenario/sides/0`.
    pub fn scenario_address(&self, pointer: &str) -> Address {
        Address::value(self.file(), Pointer::parse(pointer))
    }

    /// Returns the place of something of a side; `suffix` is relative to it, as `/name`.
    pub fn side_address(&self, side: usize, suffix: &str) -> Address {
        self.scenario_address(&format!("/scenario/sides/{side}{suffix}"))
    }

    /// Returns the other side, where there are two.
    pub fn enemy(&self, side: usize) -> Option<usize> {
        (self.sides.len() == 2 && side < 2).then(|| 1 - side)
    }

    /// Returns true if there are exactly two sides, so that each has an enemy.
    pub fn has_two_sides(&self) -> bool {
        self.sides.len() == 2
    }

    /// Returns the side that a name means: the first of that name.
    pub fn find_side(&self, name: &str) -> Option<usize> {
        self.written_sides().iter().position(|side| side.name == name)
    }

    /// Returns the place that a name means: the first of that name.
    pub fn find_place(&self, name: &str) -> Option<usize> {
        self.places.iter().position(|place| place.name == name)
    }

    /// Returns the card in use that a name means.
    pub fn find_card(&self, name: &str) -> Option<usize> {
        self.by_name.get(name).copied()
    }
}
