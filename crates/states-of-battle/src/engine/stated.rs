//! Facts of a base game that is played elsewhere: what States of Battle makes of them (SB-2, SB-3).
//!
//! The facts of an entry are gathered before they are settled together. The units of the round of combat that is being stated
//! are in the first of [`FieldState::fights`]. Those that lost one are in the second, with the sides whose generals may be
//! inspired by what broke.

use muster_core::play::Watch;

use super::tally::{self, Phase, UnitTally};
use super::{FactKind, Refused, StatesEngine};
use crate::field::{Aspect, UnitNumbers, one};
use crate::rules::{DeedRow, Feat};
use crate::state::{FieldState, Fight, Task};

/// The index in [`FieldState::fights`] of the round of combat that is being stated.
const TOLD: usize = 0;
/// The index of what the entry has stated so far.
const ENTRY: usize = 1;

impl StatesEngine {
    /// Returns true if a deed concerns the base game alone, and is stated.
    pub(super) fn is_of_the_field(&self, deed: &DeedRow) -> bool {
        match deed {
            DeedRow::Move { .. }
            | DeedRow::MoveGroup { .. }
            | DeedRow::HalfMove { .. }
            | DeedRow::Melee
            | DeedRow::Reload { .. }
            | DeedRow::Cast
            | DeedRow::RallyAll
            | DeedRow::Fire
            | DeedRow::ToHit(_) => true,
            DeedRow::Opponent(program) => self.rules.program(*program).iter().all(|deed| self.is_of_the_field(deed)),
            DeedRow::Counters { .. }
            | DeedRow::Push { .. }
            | DeedRow::Roll(_)
            | DeedRow::Draw(_)
            | DeedRow::Lose(_)
            | DeedRow::Keep(_) => false,
        }
    }

    /// Returns the reason a fact cannot be; `None` if it can.
    pub(super) fn refused_fact(&self, state: &FieldState, kind: FactKind, (a, b): (u8, u8)) -> Option<Refused> {
        match kind {
            FactKind::Charged(_) | FactKind::ChargedFar(_) => {
                self.not_there(state, a).or_else(|| self.not_there(state, b)).or_else(|| self.same_side(a, b))
            }
            FactKind::Won | FactKind::Lost => {
                let [won, lost] = state.fights[TOLD].units;
                let (with, against) = if kind == FactKind::Won { (won, lost) } else { (lost, won) };
                let army = self.rules.army(self.rules.unit(a).side);
                let enemy = UnitNumbers(with & !army).next().map(|other| Refused::BothSides(a, other));
                let friend = UnitNumbers(against & army).next().map(|other| Refused::SameSide(a, other));
                self.not_there(state, a).or(enemy).or(friend)
            }
            FactKind::Fought => state.fights[TOLD].units.contains(&0).then_some(Refused::HalfAFight),
            FactKind::Killed | FactKind::Broke => self.not_there(state, a).or_else(|| self.not_there(state, b)),
            FactKind::Gone => self.not_there(state, a),
            FactKind::Challenged | FactKind::ChallengeLost => {
                let has = |set: u64, unit: u8| set & one(unit) != 0;
                let sets = &self.rules.sets;
                self.not_there(state, a)
                    .or_else(|| self.not_there(state, b))
                    .or_else(|| self.same_side(a, b))
                    .or_else(|| (!has(sets.heroic, a)).then_some(Refused::NotHeroic(a)))
                    .or_else(|| (!has(sets.named, b)).then_some(Refused::NotNamed(b)))
            }
            FactKind::Held => (state.places[usize::from(a)] == Some(b)).then_some(Refused::HeldAlready(b)),
            FactKind::UsedStarter => {
                (state.cards[usize::from(b)].starter[usize::from(a)] == 0).then_some(Refused::NoSuchCard(b))
            }
            FactKind::UsedKept => {
                if state.cards[usize::from(b)].kept[usize::from(a)] == 0 {
                    return Some(Refused::NoSuchCard(b));
                }
                (state.fights[ENTRY].weights[usize::from(b)] == 0).then_some(Refused::NotInspired)
            }
        }
    }

    /// Returns the reason a unit can have no part in a fact.
    fn not_there(&self, state: &FieldState, unit: u8) -> Option<Refused> {
        if state.sets.out & one(unit) != 0 {
            return Some(Refused::Out(unit));
        }
        (state.sets.reserve & one(self.carrier(unit)) != 0).then_some(Refused::Waits(unit))
    }

    fn same_side(&self, a: u8, b: u8) -> Option<Refused> {
        (self.rules.unit(a).side == self.rules.unit(b).side).then_some(Refused::SameSide(a, b))
    }

    /// Notes a fact, with what it costs and wins; all of it is settled with the entry.
    pub(super) fn fact<W: Watch>(&self, state: &mut FieldState, kind: FactKind, (a, b): (u8, u8), watch: &mut W) {
        match kind {
            FactKind::Charged(aspect) => self.stated_charge(state, (a, b), aspect, false, watch),
            FactKind::ChargedFar(aspect) => self.stated_charge(state, (a, b), aspect, true, watch),
            // Who rides has no counter of his own to lose.
            FactKind::Won => state.fights[TOLD].units[0] |= one(self.carrier(a)),
            FactKind::Lost => state.fights[TOLD].units[1] |= one(self.carrier(a)),
            FactKind::Fought => self.stated_combat(state, watch),
            FactKind::Killed => {
                let (victim, killer) = (self.rules.unit(a), self.rules.unit(b));
                let is_own_fault = a != b && victim.side == killer.side;
                if !is_own_fault {
                    self.achieve(state, victim.side ^ 1, Feat::FirstBlood, watch);
                }
                let is_machine = self.rules.sets.all_machines & one(b) != 0;
                if a != b && !is_own_fault && is_machine && killer.side == state.active {
                    self.salvo(state, b, a, watch);
                }
            }
            FactKind::Broke => self.stated_break(state, a, b, watch),
            FactKind::Gone => self.lose_unit(state, a, watch),
            FactKind::Challenged | FactKind::ChallengeLost => {
                let side = self.rules.unit(a).side;
                watch.count(tally::phase(Phase::Challenge), 1);
                let is_won = kind == FactKind::Challenged;
                if is_won {
                    self.achieve(state, side, Feat::HeroicChallenge, watch);
                } else {
                    self.lose_heroic_challenge(state, side);
                }
                let winner = if is_won { a } else { b };
                if self.rules.unit(winner).general {
                    state.fights[ENTRY].weights[usize::from(self.rules.unit(winner).side)] = 1;
                }
            }
            FactKind::Held => self.take_place(state, a, b, watch),
            FactKind::UsedStarter => {
                self.use_starter(state, b, a, watch);
                state.stack.push(Task::Declare { side: b, stage: 0, stop: 0 });
            }
            FactKind::UsedKept => {
                // What the entry has told is settled before the card gives anything.
                self.settle_facts(state, watch);
                if state.end.is_none() {
                    state.cards[usize::from(b)].kept[usize::from(a)] -= 1;
                    state.stack.push(Task::Kept { side: b, kind: a, stage: 0 });
                }
            }
        }
    }

    /// Settles the facts of an entry.
    pub(super) fn settle_facts<W: Watch>(&self, state: &mut FieldState, watch: &mut W) {
        state.fights[TOLD] = Fight::default();
        state.fights[ENTRY] = Fight::default();
        self.settle(state, watch);
        if state.end.is_none() {
            self.victory(state, |row| !row.at_end);
        }
    }

    fn stated_charge<W: Watch>(
        &self,
        state: &mut FieldState,
        (unit, target): (u8, u8),
        aspect: Aspect,
        is_far: bool,
        watch: &mut W,
    ) {
        let side = self.rules.unit(unit).side;
        if is_far {
            self.achieve(state, side, Feat::ThunderousCharge, watch);
        }
        watch.count(tally::unit(unit, UnitTally::Charged), 1);
        watch.count(tally::phase(Phase::Charge), 1);
        // One unit alone makes no pincer movement, from however many sides it is said to charge (SB-3.3).
        let is_again = state.sets.charging & one(unit) != 0 && state.units[usize::from(unit)].struck == target;
        state.sets.charging |= one(unit);
        state.unit(unit).struck = target;
        if !is_again {
            self.charged_from(state, (side, target), aspect, watch);
        }
    }

    /// Tells the round of combat of the units that were named: each that lost costs a counter, and a smaller unit that has beaten
    /// a greater one is heroic (SB-2.1, SB-3.6). Who rides does not count.
    fn stated_combat<W: Watch>(&self, state: &mut FieldState, watch: &mut W) {
        let [winners, losers] = std::mem::take(&mut state.fights[TOLD].units);
        let Some(winner) = UnitNumbers(winners).next() else { return };
        let side = self.rules.unit(winner).side;
        self.beaten(state, (winners, losers), side, watch);
        state.fights[ENTRY].broke |= losers;
        watch.count(tally::phase(Phase::Combat), 1);
    }

    /// Tells that a unit broke: it costs a counter unless it has lost a round of combat with the same entry (SB-2.1, SB-3.7).
    fn stated_break<W: Watch>(&self, state: &mut FieldState, unit: u8, by: u8, watch: &mut W) {
        let (row, other) = (self.rules.unit(unit), self.rules.unit(by));
        let is_beaten = state.fights[ENTRY].broke & one(unit) != 0;
        if !is_beaten {
            self.lose_counters(state, row.side, 1);
        }
        self.breaks(state, unit, watch);
        if other.side == row.side {
            return;
        }
        if !is_beaten && other.mcv < row.mcv {
            self.achieve(state, other.side, Feat::HeroicMoment, watch);
        }
        let mut generals = UnitNumbers(self.rules.sets.generals & self.rules.army(other.side) & !state.sets.out);
        let is_led = |general: u8| {
            self.carrier(general) == self.carrier(by) && row.points >= self.rules.unit(self.carrier(general)).points
        };
        if generals.any(is_led) {
            state.fights[ENTRY].weights[usize::from(other.side)] = 1;
        }
    }
}
