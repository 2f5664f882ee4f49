//! Magic: bolts and wards (SB-6.1, SB-8.29, 8.30).

use muster_core::play::Watch;
use muster_core::play::chance::Chance;

use super::tally::UnitTally;
use super::{StatesEngine, tally};
use crate::field::{UnitNumbers, hundredths, one};
use crate::state::{FieldState, Task, ThrowKind};

impl StatesEngine {
    /// Returns the wizards of a side that can still cast with this card.
    pub(super) fn casters(&self, state: &FieldState, side: u8) -> impl Iterator<Item = u8> {
        let sets = state.sets;
        let able = sets.field & !sets.flees & !sets.hidden;
        UnitNumbers(sets.to_cast & self.rules.army(side) & !sets.out)
            .filter(move |wizard| able & one(self.carrier(*wizard)) != 0)
    }

    /// Returns what a wizard can cast a bolt at: enemies, then trays.
    pub(super) fn bolts<'a>(&'a self, state: &'a FieldState, wizard: u8) -> impl Iterator<Item = u8> + 'a {
        let range = self.rules.unit(wizard).range;
        let trays = self.rules.trays.len();
        self.seen_targets(state, wizard, range).chain(self.tray_targets(state, wizard, range, trays))
    }

    /// Returns the units that a wizard can give a ward.
    pub(super) fn wards<'a>(&'a self, state: &'a FieldState, wizard: u8) -> impl Iterator<Item = u8> + 'a {
        let row = self.rules.unit(wizard);
        let sets = &state.sets;
        let friends = self.rules.army(row.side) & sets.field & !(sets.flees | sets.warded);
        let here = state.spot(self.carrier(wizard));
        UnitNumbers(friends).filter(move |friend| here.is_within(state.spot(*friend), row.range.into()))
    }

    /// Returns the chance that a wizard casts.
    fn casts(&self, state: &FieldState, wizard: u8) -> u8 {
        let row = self.rules.unit(wizard);
        let enemies = UnitNumbers(self.rules.sets.wizards & self.rules.army(row.side ^ 1) & !state.sets.out);
        let standing = state.sets.field & !state.sets.flees;
        let standing = enemies.filter(|enemy| standing & one(self.carrier(*enemy)) != 0);
        let own = u64::from(row.points);
        let other = standing.map(|enemy| u64::from(self.rules.unit(enemy).points)).max().unwrap_or(own);
        hundredths(2 * u64::from(self.rules.numbers.cast) * own, 100 * (own + other))
    }

    fn throw_spell(&self, state: &mut FieldState, wizard: u8, next: Task, chance: &mut Chance<'_>) {
        *state.stack.top_mut() = next;
        self.throw(state, ThrowKind::Hundred, self.rules.unit(wizard).side, chance);
    }

    /// Casts a bolt: it kills as a hit does.
    pub(super) fn bolt<W: Watch>(
        &self,
        state: &mut FieldState,
        unit: u8,
        target: u8,
        stage: u8,
        chance: &mut Chance<'_>,
        watch: &mut W,
    ) {
        let strength = self.rules.unit(unit).points;
        let at = |stage| Task::Bolt { unit, target, stage };
        match stage {
            0 => {
                watch.count(tally::unit(unit, UnitTally::Shot), 1);
                self.throw_spell(state, unit, at(1), chance);
            }
            1 if state.thrown[0] > self.casts(state, unit) => state.stack.pop(),
            1 => {
                watch.count(tally::unit(unit, UnitTally::Killed), 1);
                let per_cent = self.rules.numbers.magic;
                self.volley(state, unit, (target, strength, per_cent), at(2), chance, watch);
            }
            _ => self.panic(state, unit, target, strength, watch),
        }
    }

    /// Casts a ward.
    pub(super) fn ward<W: Watch>(
        &self,
        state: &mut FieldState,
        unit: u8,
        target: u8,
        stage: u8,
        chance: &mut Chance<'_>,
        watch: &mut W,
    ) {
        if stage == 0 {
            watch.count(tally::unit(unit, UnitTally::Shot), 1);
            self.throw_spell(state, unit, Task::Ward { unit, target, stage: 1 }, chance);
            return;
        }
        state.stack.pop();
        if state.thrown[0] <= self.casts(state, unit) {
            state.sets.warded |= one(target);
        }
    }
}
