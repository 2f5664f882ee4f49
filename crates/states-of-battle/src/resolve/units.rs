//! The units of a battle, on their sides, with what their kind gives; and the counters of each side.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use camino::{Utf8Component, Utf8Path, Utf8PathBuf};
use rustc_hash::FxHashMap;

use muster_core::source::{Address, Pointer};
use muster_systems::Doc;

use super::{DeckCard, NameMeaning, StatesBattle};
use crate::model::{
    ArmyUnit, CounterRule, FacedSpot, PolyhedralDie, StatesDocument, StatesSide, UnitId, UnitKind, UnitList, UnitRange,
};

/// A unit of the battle, with what is not written taken from its kind (SB-8.7).
#[derive(Debug, Clone)]
pub struct BattleUnit {
    doc: usize,
    index: usize,
    /// Its number.
    pub id: UnitId,
    /// Its name.
    pub name: String,
    /// The side whose unit it is; `None` for one that no side has.
    pub side: Option<usize>,
    /// The kind of unit.
    pub kind: UnitKind,
    /// Its points.
    pub points: u16,
    /// The counters that its loss costs (SB-1.3).
    pub mcv: u8,
    /// Whether it is a named character: a general unless it is said that he is not.
    pub named: bool,
    /// Its models at the start, at least 1.
    pub models: u16,
    /// Whether it moves by itself (SB-6.5).
    pub alternate: bool,
    /// The spot and facing at the start, as written.
    pub at: Option<FacedSpot>,
    /// Inches that it moves.
    pub movement: u8,
    /// Inches from which it charges; `None` for its move and two dice.
    pub charge: Option<u8>,
    /// Inches that it shoots or casts; 0 for one that does neither.
    pub range: u8,
    /// The unit that it rides in, as far as the name means one; an index into [`StatesBattle::units`].
    pub carrier: Option<NameMeaning>,
    /// Whether it waits off the field for a trigger.
    pub waits: bool,
    /// The place where its side lists it; `None` for one of an army of its side, and one that no side has.
    pub listed: Option<Pointer>,
}

impl BattleUnit {
    /// Returns the unit of its own side that it rides in, an index into [`StatesBattle::units`].
    pub fn rides_in(&self) -> Option<usize> {
        self.carrier.and_then(NameMeaning::index)
    }
}

/// One side: its units, its counters, its decks.
#[derive(Debug, Clone)]
pub struct BattleSide {
    /// Its name.
    pub name: String,
    /// Its units, indices into [`StatesBattle::units`]: those of its armies, then those it lists.
    pub units: Vec<usize>,
    /// Listed units that no file has, with the place that lists them.
    pub missing: Vec<(UnitId, Pointer)>,
    /// Listed units that another side has, or that this one has already, with the place that lists them.
    pub taken: Vec<(usize, Pointer)>,
    /// Its generals, indices into [`StatesBattle::units`]; one in a sound scenario.
    pub generals: Vec<usize>,
    /// The general's Generalship die.
    pub generalship: PolyhedralDie,
    /// The points of all its units.
    pub points: u32,
    /// Its counters at the start (SB-1.2).
    pub counters: u16,
    /// Its counters in Emboldened, Shaken, Bloodied and Desperate at the start (SB-1.4).
    pub by_state: [u16; 4],
    /// Its Orders deck with the Lulls if it is written, else the whole stock with the Lulls; by the order of the cards.
    pub orders: Vec<DeckCard>,
    /// Whether the Orders deck is written: no card is to be left out before the battle.
    pub orders_chosen: bool,
    /// Its Event deck.
    pub events: Vec<DeckCard>,
    /// Its starter cards; none where they are not in use.
    pub starter: Vec<DeckCard>,
}

/// Points that give a counter, unless the scenario says otherwise (SB-1.2).
pub const POINTS_PER_COUNTER: u16 = 75;

/// Returns the Morale Counter Value of a unit by its points: their seventy-fifth, rounded half up, at least 1 (SB-1.3).
pub fn default_mcv(points: u16) -> u8 {
    let rounded = (2 * u32::from(points) + 75) / 150;
    u8::try_from(rounded).unwrap_or(u8::MAX).max(1)
}

/// Returns counters shared equally over the four states, the remainder one each to the earlier ones (SB-1.4).
pub fn counters_by_state(counters: u16) -> [u16; 4] {
    std::array::from_fn(|state| counters / 4 + u16::from(counters % 4 > state as u16))
}

/// Returns a share of points rounded half up, at least 1.
fn share(points: u16, of: u16) -> u16 {
    ((points + of / 2) / of).max(1)
}

impl BattleUnit {
    fn new(doc: usize, index: usize, written: &ArmyUnit) -> BattleUnit {
        use UnitKind as K;
        let ArmyUnit { kind, points, .. } = *written;
        let (movement, range, models) = match kind {
            K::Infantry => (4, 0, share(points, 10)),
            K::Missile => (4, 24, share(points, 10)),
            K::Cavalry => (8, 0, share(points, 20)),
            K::Monster => (6, 0, 1),
            K::WarMachine => (3, 48, 3),
            K::Wizard => (4, 18, 1),
            K::Character | K::General => (4, 0, 1),
        };
        BattleUnit {
            doc,
            index,
            id: written.unit,
            name: written.name.clone(),
            side: None,
            kind,
            points,
            mcv: written.mcv.unwrap_or_else(|| default_mcv(points)),
            named: written.named.unwrap_or(kind == K::General),
            models: written.models.unwrap_or(models),
            alternate: written.alternate,
            at: written.at,
            movement: written.movement.unwrap_or(movement),
            charge: written.charge,
            range: written.range.unwrap_or(range),
            carrier: None,
            waits: false,
            listed: None,
        }
    }
}

/// Returns the units in the order of the battle, and the sides, whose decks are still empty.
pub(super) fn resolve(docs: &[Arc<Doc<StatesDocument>>]) -> (Vec<BattleUnit>, Vec<BattleSide>) {
    let written_sides = docs[0].model.scenario.as_ref().map_or(&[][..], |scenario| &scenario.sides);
    let mut written: Vec<BattleUnit> = docs
        .iter()
        .enumerate()
        .flat_map(|(doc, d)| d.model.units.iter().enumerate().map(move |(i, unit)| BattleUnit::new(doc, i, unit)))
        .collect();
    let first: FxHashMap<UnitId, usize> = written.iter().enumerate().rev().map(|(i, unit)| (unit.id, i)).collect();
    let armies = armies(written_sides);
    let mut sides: Vec<BattleSide> = Vec::new();
    for (index, side) in written_sides.iter().enumerate() {
        let army_docs: HashSet<usize> =
            armies.iter().enumerate().filter(|(_, of)| **of == Some(index)).map(|(named, _)| named + 1).collect();
        let mut of_side = Listed::default();
        for unit in 0..written.len() {
            if !army_docs.contains(&written[unit].doc) {
                continue;
            }
            of_side.take(index, unit, None, &mut written);
        }
        for (range, pointer) in ranges(index, side) {
            for id in as_meant(range, &first) {
                match first.get(&id) {
                    Some(unit) => of_side.take(index, *unit, Some(&pointer), &mut written),
                    None => of_side.missing.push((id, pointer.clone())),
                }
            }
        }
        sides.push(BattleSide::new(side, of_side));
    }
    let mut order: Vec<usize> = sides.iter().flat_map(|side| side.units.iter().copied()).collect();
    order.extend((0..written.len()).filter(|unit| written[*unit].side.is_none()));
    let mut place = vec![0; written.len()];
    order.iter().enumerate().for_each(|(new, old)| place[*old] = new);
    let units: Vec<BattleUnit> = order.iter().map(|old| written[*old].clone()).collect();
    for side in &mut sides {
        side.units.iter_mut().for_each(|unit| *unit = place[*unit]);
        side.taken.iter_mut().for_each(|(unit, _)| *unit = place[*unit]);
    }
    let per_counter = docs[0].model.scenario.as_ref().and_then(|scenario| scenario.points_per_counter);
    let per_counter = per_counter.unwrap_or(POINTS_PER_COUNTER);
    for (side, written) in sides.iter_mut().zip(written_sides) {
        side.points = side.units.iter().map(|unit| u32::from(units[*unit].points)).sum();
        side.generals = side.units.iter().copied().filter(|unit| units[*unit].kind == UnitKind::General).collect();
        side.counters = counters(side.points, per_counter, written.counters);
        side.by_state = counters_by_state(side.counters);
    }
    (units, sides)
}

/// Returns the counters that points give, and what a side's rule makes of them; none at the least.
fn counters(points: u32, per_counter: u16, rule: Option<CounterRule>) -> u16 {
    let given = i64::from(points / u32::from(per_counter.max(1)));
    let counters = match rule {
        None => given,
        Some(CounterRule::Add(more)) => given + i64::from(more),
        Some(CounterRule::Exactly(counters)) => counters.into(),
    };
    u16::try_from(counters.max(0)).unwrap_or(u16::MAX)
}

/// The units of a side while they are gathered.
#[derive(Default)]
struct Listed {
    units: Vec<usize>,
    missing: Vec<(UnitId, Pointer)>,
    taken: Vec<(usize, Pointer)>,
}

impl Listed {
    /// Takes a unit for a side, listed at a place or in an army of the side. One that a side has already stays there.
    fn take(&mut self, side: usize, unit: usize, pointer: Option<&Pointer>, units: &mut [BattleUnit]) {
        if units[unit].side.is_none() {
            units[unit].side = Some(side);
            units[unit].listed = pointer.cloned();
            self.units.push(unit);
        } else {
            self.taken.extend(pointer.map(|pointer| (unit, pointer.clone())));
        }
    }
}

impl BattleSide {
    fn new(written: &StatesSide, Listed { units, missing, taken }: Listed) -> BattleSide {
        BattleSide {
            name: written.name.clone(),
            units,
            missing,
            taken,
            generals: Vec::new(),
            generalship: written.generalship,
            points: 0,
            counters: 0,
            by_state: [0; 4],
            orders: Vec::new(),
            orders_chosen: written.orders.is_some(),
            events: Vec::new(),
            starter: Vec::new(),
        }
    }
}

/// Returns for each file after the first whose army it is: files named by sides come first, then the decks, and a file
/// that is named again is there once.
fn armies(sides: &[StatesSide]) -> Vec<Option<usize>> {
    let named = sides.iter().enumerate().flat_map(|(side, written)| written.army.iter().map(move |name| (side, name)));
    let mut seen = HashSet::new();
    named.filter(|(_, name)| seen.insert(plain_path(name))).map(|(side, _)| Some(side)).collect()
}

/// Returns a path without `.` and, as far as it can be, without `..`.
fn plain_path(name: &str) -> Utf8PathBuf {
    let mut plain = Utf8PathBuf::new();
    for component in Utf8Path::new(name).components() {
        match component {
            Utf8Component::CurDir => {}
            Utf8Component::ParentDir if plain.file_name().is_some() => {
                plain.pop();
            }
            other => plain.push(other),
        }
    }
    plain
}

/// Returns the ranges of a side's units and where they are written.
fn ranges(index: usize, side: &StatesSide) -> Vec<(UnitRange, Pointer)> {
    let base = Pointer::root().key("scenario").key("sides").index(index).key("units");
    match &side.units {
        None => Vec::new(),
        Some(UnitList::One(range)) => vec![(*range, base)],
        Some(UnitList::Many(ranges)) => ranges.iter().enumerate().map(|(i, range)| (*range, base.index(i))).collect(),
    }
}

/// Returns the units of a range. Of one over several letters, those with its first letters that there are: only the range
/// itself is found at fault, and not every unit that it hides.
fn as_meant(range: UnitRange, first: &FxHashMap<UnitId, usize>) -> Vec<UnitId> {
    if range.first.is_alike(range.last) {
        return range.numbers().collect();
    }
    let last = range.first.with_number(range.last.number);
    UnitRange { last, ..range }.numbers().filter(|id| first.contains_key(id)).collect()
}

impl StatesBattle {
    /// Returns a unit as written.
    pub fn written_unit(&self, unit: usize) -> &ArmyUnit {
        let BattleUnit { doc, index, .. } = self.units[unit];
        &self.docs[doc].model.units[index]
    }

    /// Returns the place where a unit is written: its file's index in [`StatesBattle::docs`], and its own in that file.
    pub fn written_place(&self, unit: usize) -> (usize, usize) {
        (self.units[unit].doc, self.units[unit].index)
    }

    /// Returns the file that has a unit.
    pub fn doc_of_unit(&self, unit: usize) -> &Doc<StatesDocument> {
        &self.docs[self.units[unit].doc]
    }

    /// Returns the place of something of a unit; `suffix` is relative to it, as `/points`.
    pub fn unit_address(&self, unit: usize, suffix: &str) -> Address {
        let pointer = Pointer::root().key("units").index(self.units[unit].index).join(suffix);
        Address::value(self.doc_of_unit(unit).file, pointer)
    }

    /// Returns the unit that a place is in, an index into [`StatesBattle::units`]; `None` for a place in none.
    pub fn unit_at(&self, at: &Address) -> Option<usize> {
        let mut steps = at.pointer.steps();
        let index: usize = steps.next().filter(|list| list == "units").and_then(|_| steps.next()?.parse().ok())?;
        (0..self.units.len()).find(|unit| self.doc_of_unit(*unit).file == at.file && self.units[*unit].index == index)
    }

    /// Returns the units whose number is a slip, with the number that fits: the unit before or after in the file says what
    /// it should be, a side lists that, and no file defines it. The slip is a number that another unit has too, or that no
    /// side lists.
    pub fn misnumbered_units(&self) -> BTreeMap<usize, UnitId> {
        let mut slips = BTreeMap::new();
        let mut missing: HashSet<UnitId> =
            self.sides.iter().flat_map(|side| &side.missing).map(|(id, _)| *id).collect();
        if missing.is_empty() {
            return slips;
        }
        let mut written: Vec<usize> = (0..self.units.len()).collect();
        written.sort_unstable_by_key(|unit| self.written_place(*unit));
        let neighbour = |at: Option<usize>, unit: usize| {
            let other = at.and_then(|at| written.get(at)).copied()?;
            (self.units[other].doc == self.units[unit].doc).then(|| self.units[other].id)
        };
        for (at, &unit) in written.iter().enumerate() {
            if self.units[unit].side.is_some() && !self.is_numbered_twice(unit) {
                continue;
            }
            let after = neighbour(at.checked_sub(1), unit).map(|id| id.with_number(id.number + 1));
            let before = neighbour(Some(at + 1), unit).map(|id| id.with_number(id.number.saturating_sub(1)));
            if let Some(fits) = after.into_iter().chain(before).find(|id| missing.contains(id)) {
                missing.remove(&fits);
                slips.insert(unit, fits);
            }
        }
        slips
    }

    /// Returns every range of units with its side and where it is written.
    pub fn unit_ranges(&self) -> impl Iterator<Item = (usize, UnitRange, Address)> {
        let sides = self.written_sides().iter().enumerate();
        let ranges = sides.flat_map(|(i, side)| ranges(i, side).into_iter().map(move |range| (i, range)));
        ranges.map(|(i, (range, pointer))| (i, range, Address::value(self.file(), pointer)))
    }

    /// Returns true if a side's army can be judged as a whole: it has units, and every unit that it lists is defined. One
    /// that the other side has too is judged as that side's.
    pub fn army_is_known(&self, side: usize) -> bool {
        let BattleSide { units, missing, .. } = &self.sides[side];
        !units.is_empty() && missing.is_empty()
    }

    /// Returns the units of the sides, side by side.
    pub fn fielded_units(&self) -> impl Iterator<Item = usize> {
        self.sides.iter().flat_map(|side| side.units.iter().copied())
    }

    /// Returns the units that are to be judged by themselves: those of a side, and all of a file that the user named. The
    /// other units of a deck are judged with the scenarios that use them.
    pub fn judged_units(&self) -> impl Iterator<Item = usize> {
        (0..self.units.len()).filter(|unit| self.units[*unit].side.is_some() || self.doc_of_unit(*unit).given)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sb_1_3_values_follow_from_points() {
        let values = [(224, 3), (80, 1), (112, 1), (113, 2), (1, 1), (5000, 67)];
        for (points, mcv) in values {
            assert_eq!(default_mcv(points), mcv, "{points}");
        }
    }

    #[test]
    fn sb_1_4_counters_are_shared_over_the_states() {
        for (points, all, by_state) in [
            (500, 6, [2, 2, 1, 1]),
            (1000, 13, [4, 3, 3, 3]),
            (2500, 33, [9, 8, 8, 8]),
            (225, 3, [1, 1, 1, 0]),
            (74, 0, [0; 4]),
        ] {
            assert_eq!(counters(points, 75, None), all);
            assert_eq!(counters_by_state(all), by_state);
        }
    }

    #[test]
    fn sb_1_2_counters_may_be_added_or_said() {
        assert_eq!(counters(1000, 75, Some(CounterRule::Add(2))), 15);
        assert_eq!(counters(1000, 100, Some(CounterRule::Add(-12))), 0);
        assert_eq!(counters(1000, 75, Some(CounterRule::Exactly(9))), 9);
    }
}
