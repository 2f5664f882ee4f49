//! Every name or number by which something refers to a side, a unit, a card or a place, and what it means.

use rustc_hash::{FxHashMap, FxHashSet};

use muster_core::source::{Address, Pointer};

use super::{BattleUnit, StatesBattle};
use crate::model::{DeckKind, PlaceEntry, SpecialCondition, StateTrigger, UnitId};

/// The kind of thing that a name should be of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NameKind {
    /// A side.
    Side,
    /// A unit of this side, or of any where it is not known which.
    Unit(Option<usize>),
    /// An Orders card.
    Orders,
    /// A place.
    Place,
}

/// The meaning of a name or number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NameMeaning {
    /// The thing that is meant, by its index into the sides, units, cards or places of the battle.
    Meant(usize),
    /// Only something that is not meant here, by its index: a unit of another side or of none, a card of another deck.
    Elsewhere(usize),
    /// Nothing at all.
    Nothing,
}

impl NameMeaning {
    /// Returns the index of what is meant; `None` if the name means nothing that can be meant.
    pub fn index(self) -> Option<usize> {
        match self {
            NameMeaning::Meant(index) => Some(index),
            NameMeaning::Elsewhere(_) | NameMeaning::Nothing => None,
        }
    }
}

/// A name or number by which something refers to something else.
#[derive(Debug, Clone)]
pub struct WrittenName {
    /// The kind of thing it should be a name of.
    pub kind: NameKind,
    /// As written.
    pub text: String,
    /// The place where it is written. A card of a side's Orders deck is the key there.
    pub at: Address,
    /// Its meaning.
    pub meaning: NameMeaning,
}

impl StatesBattle {
    /// Returns the meaning of a unit's name or number, if one of `side` is meant, or of any. A number wins over a name.
    pub fn find_unit(&self, side: Option<usize>, text: &str) -> NameMeaning {
        let numbered = UnitId::parse(text).and_then(|id| self.index.by_id.get(&id));
        let Some(units) = numbered.or_else(|| self.index.by_name.get(text)) else { return NameMeaning::Nothing };
        let of_side = units.iter().copied().find(|unit| side.is_none() || self.units[*unit].side == side);
        of_side.map_or(NameMeaning::Elsewhere(units[0]), NameMeaning::Meant)
    }

    /// Returns true if a unit has this number.
    pub fn has_unit_numbered(&self, id: UnitId) -> bool {
        self.index.by_id.contains_key(&id)
    }

    /// Returns true if another unit has the same number as this one.
    pub fn is_numbered_twice(&self, unit: usize) -> bool {
        self.index.twice.contains(&self.units[unit].id)
    }

    /// Returns the meaning of a name if an Orders card is meant.
    pub fn find_orders(&self, name: &str) -> NameMeaning {
        match self.find_card(name) {
            None => NameMeaning::Nothing,
            Some(card) if self.cards[card].definition.deck == DeckKind::Orders => NameMeaning::Meant(card),
            Some(card) => NameMeaning::Elsewhere(card),
        }
    }
}

/// The units by their numbers and names: of each side the first.
#[derive(Debug, Clone, Default)]
pub(super) struct UnitIndex {
    by_id: FxHashMap<UnitId, Vec<usize>>,
    by_name: FxHashMap<String, Vec<usize>>,
    /// Numbers that several units have.
    twice: FxHashSet<UnitId>,
}

impl UnitIndex {
    pub(super) fn new(units: &[BattleUnit]) -> UnitIndex {
        let mut index = UnitIndex::default();
        for (number, unit) in units.iter().enumerate() {
            // One of each side is enough: lookups stay short.
            let keep = |kept: &mut Vec<usize>| {
                if kept.iter().all(|other| units[*other].side != unit.side) {
                    kept.push(number);
                }
            };
            if index.by_id.contains_key(&unit.id) {
                index.twice.insert(unit.id);
            }
            keep(index.by_id.entry(unit.id).or_default());
            keep(index.by_name.entry(unit.name.clone()).or_default());
        }
        index
    }
}

/// Finds every name of the battle's documents and what it means; and lets each unit know whom it rides in. Places are not
/// resolved yet: they are known by their order in the scenario.
pub(super) fn resolve(battle: &mut StatesBattle) {
    let mut names = Vec::new();
    let mut carriers = Vec::new();
    for unit in 0..battle.units.len() {
        let Some(text) = battle.written_unit(unit).carrier.as_deref() else { continue };
        let side = battle.units[unit].side;
        // A unit of an army alone rides with another of the file.
        let meaning = battle.find_unit(side, text);
        carriers.push((unit, meaning));
        let at = battle.unit_address(unit, "/in");
        names.push(WrittenName { kind: NameKind::Unit(side), text: text.to_owned(), at, meaning });
    }
    names.extend(Reader { battle, names: Vec::new() }.read());
    battle.names = names;
    carriers.into_iter().for_each(|(unit, meaning)| battle.units[unit].carrier = Some(meaning));
}

/// Reads the names of a scenario.
struct Reader<'b> {
    battle: &'b StatesBattle,
    names: Vec<WrittenName>,
}

impl Reader<'_> {
    fn read(mut self) -> Vec<WrittenName> {
        let Some(scenario) = self.battle.scenario() else { return Vec::new() };
        let root = Pointer::root().key("scenario");
        let of = |list: &str, index: usize| root.key(list).index(index);
        for (i, side) in scenario.sides.iter().enumerate() {
            for name in side.orders.iter().flat_map(|orders| orders.keys()) {
                let at = Address::key(self.battle.file(), of("sides", i).key("orders").key(name));
                let meaning = self.battle.find_orders(name);
                self.names.push(WrittenName { kind: NameKind::Orders, text: name.clone(), at, meaning });
            }
        }
        for (i, trigger) in scenario.triggers.iter().enumerate() {
            let at = of("triggers", i);
            self.side(trigger.side(), at.key("side"));
            if let StateTrigger::Reinforcements { units, .. } = trigger {
                let side = self.battle.find_side(trigger.side());
                for (k, text) in units.iter().enumerate() {
                    self.unit(side, text, at.key("units").index(k));
                }
            }
        }
        for (i, forfeit) in scenario.forfeits.iter().enumerate() {
            self.side(&forfeit.side, of("forfeits", i).key("side"));
            self.place(&forfeit.on.lost, of("forfeits", i).key("on").key("lost"));
        }
        for (i, concealed) in scenario.concealed.iter().enumerate() {
            self.side(&concealed.side, of("concealed", i).key("side"));
        }
        for (i, place) in scenario.places.iter().enumerate() {
            if let PlaceEntry::Located(place) = place {
                place.held_by.iter().for_each(|side| self.side(side, of("places", i).key("held_by")));
            }
        }
        for (i, victory) in scenario.victory.iter().enumerate() {
            self.place(&victory.place, of("victory", i).key("place"));
            victory.side.iter().for_each(|side| self.side(side, of("victory", i).key("side")));
        }
        for (i, special) in scenario.special.iter().enumerate() {
            let at = of("special", i);
            self.side(&special.side, at.key("side"));
            for (key, condition) in [("while", &special.only_while), ("unless", &special.unless)] {
                if let Some(SpecialCondition { holds: Some(place), .. }) = condition {
                    self.place(place, at.key(key).key("holds"));
                }
            }
        }
        self.names
    }

    fn side(&mut self, name: &str, at: Pointer) {
        let meaning = self.battle.find_side(name).map_or(NameMeaning::Nothing, NameMeaning::Meant);
        self.push(NameKind::Side, name, at, meaning);
    }

    fn unit(&mut self, side: Option<usize>, text: &str, at: Pointer) {
        let meaning = self.battle.find_unit(side, text);
        self.push(NameKind::Unit(side), text, at, meaning);
    }

    fn place(&mut self, name: &str, at: Pointer) {
        let places = self.battle.scenario().map_or(&[][..], |scenario| &scenario.places);
        let place = places.iter().position(|place| place.name() == name);
        self.push(NameKind::Place, name, at, place.map_or(NameMeaning::Nothing, NameMeaning::Meant));
    }

    fn push(&mut self, kind: NameKind, text: &str, at: Pointer, meaning: NameMeaning) {
        let at = Address::value(self.battle.file(), at);
        self.names.push(WrittenName { kind, text: text.to_owned(), at, meaning });
    }
}
