//! The questions that phases ask: hits, permissions, placements, targets, dice. The answers change nothing.

use super::EffectId;
use crate::play::Watch;
use crate::systems::table_battles::effects::{Blow, Deed, InReserve};
use crate::systems::table_battles::engine::{ActionRow, Each, Kind, Mask, Move, State, TableBattles, bit};

impl TableBattles {
    /// Hits of `by` on `on` after all effects (TB-8.1): `less` is what else takes from them, before any limit.
    pub(in crate::systems::table_battles::engine) fn changed_hits<W: Watch>(
        &self,
        state: &State,
        of: Blow,
        (by, on): (u8, u8),
        (hits, less): (u8, u8),
        watch: &mut W,
    ) -> u8 {
        if self.setup.specials.hits.is_empty() {
            return hits.saturating_sub(less);
        }
        self.specially_changed(state, of, (by, on), (hits, less), watch)
    }

    #[inline(never)]
    fn specially_changed<W: Watch>(
        &self,
        state: &State,
        of: Blow,
        (by, on): (u8, u8),
        (hits, less): (u8, u8),
        watch: &mut W,
    ) -> u8 {
        let mut sum = i16::from(hits) - i16::from(less);
        let mut most = u8::MAX;
        for row in &self.setup.specials.hits {
            if row.of == of && row.by & bit(by) != 0 && row.on & bit(on) != 0 && row.test.holds(state) {
                sum += row.change;
                most = most.min(row.most);
                self.used(row.effect, watch);
            }
        }
        u8::try_from(sum.max(0)).unwrap_or(u8::MAX).min(most)
    }

    /// Whether an effect forbids something to a formation. `action` is the number of its action, where it is one, and
    /// `against` whom it concerns.
    #[inline]
    pub(in crate::systems::table_battles::engine) fn forbidden(
        &self,
        state: &State,
        deed: Deed,
        card: u8,
        action: Option<u8>,
        against: Option<u8>,
    ) -> bool {
        self.setup.specials.forbidden[deed as usize] & bit(card) != 0
            && self.forbidding(deed, card, action, against, |test| test.holds(state)).is_some()
    }

    /// The effect that forbids it, among those whose condition is judged so.
    pub(super) fn forbidding(
        &self,
        deed: Deed,
        card: u8,
        action: Option<u8>,
        against: Option<u8>,
        judge: impl Fn(&super::Test) -> bool,
    ) -> Option<EffectId> {
        let rows = self.setup.specials.forbids.iter();
        let concerns = |row: &&super::ForbidRow| {
            row.deed == deed
                && row.cards & bit(card) != 0
                && (row.action.is_none() || row.action == action)
                && against.is_none_or(|other| row.against & bit(other) != 0)
                && judge(&row.test)
        };
        rows.filter(|row| against.is_some() || row.against == Mask::MAX).find(concerns).map(|row| row.effect)
    }

    /// Whether an effect forbids an action or reaction.
    #[inline(never)]
    pub(in crate::systems::table_battles::engine) fn forbids(
        &self,
        state: &State,
        action: &ActionRow,
        against: Option<u8>,
    ) -> bool {
        self.forbidden(state, action.kind.deed(), action.card, Some(action.number), against)
    }

    /// What an attack does while its target is in reserve.
    pub(in crate::systems::table_battles::engine) fn in_reserve(
        &self,
        state: &State,
        row: u16,
    ) -> (InReserve, Option<EffectId>) {
        let action = &self.setup.actions[usize::from(row)];
        let mut aims = self.setup.specials.aims.iter().filter(|aim| {
            aim.cards & bit(action.card) != 0
                && (aim.action.is_none() || aim.action == Some(action.number))
                && aim.test.holds(state)
        });
        aims.next().map_or((InReserve::Waits, None), |aim| (aim.attack, Some(aim.effect)))
    }

    /// Counts the effect that an attack about to be made owes its target to.
    pub(in crate::systems::table_battles::engine) fn count_aim<W: Watch>(
        &self,
        state: &State,
        row: u16,
        watch: &mut W,
    ) {
        let present = state.play | state.reserve;
        let waiting = self.listed(row).find(|target| present & bit(*target) != 0);
        if waiting.is_some_and(|target| state.reserve & bit(target) != 0)
            && let Some(effect) = self.in_reserve(state, row).1
        {
            self.used(effect, watch);
        }
    }

    /// Whether a special formation can be attacked now.
    #[inline]
    pub(in crate::systems::table_battles::engine) fn routable(&self, state: &State, card: u8) -> bool {
        self.setup.specials.routable & bit(card) != 0
            && self.setup.specials.routables.iter().any(|row| row.card == card && row.test.holds(state))
    }

    /// Cards whose dice count in an attack of this one.
    pub(in crate::systems::table_battles::engine) fn lenders(
        &self,
        state: &State,
        card: u8,
    ) -> impl Iterator<Item = (u8, EffectId)> {
        let lent = self.setup.specials.lent_to & bit(card) != 0;
        let rows = if lent { self.setup.specials.lends.as_slice() } else { &[] };
        rows.iter()
            .filter(move |row| {
                row.to & bit(card) != 0
                    && row.card != card
                    && !state.dice[usize::from(row.card)].is_empty()
                    && row.test.holds(state)
            })
            .map(|row| (row.card, row.effect))
    }

    /// How many cards of each wing, and of the army instead if that is not 0, take dice in this roll phase: by wing, and
    /// last the army.
    pub(in crate::systems::table_battles::engine) fn allowance(&self, state: &State, side: usize) -> [u8; 5] {
        let mut cards = [1, 1, 1, 1, 0];
        for row in &self.setup.specials.placements {
            if usize::from(row.side) == side && row.test.holds(state) {
                let place = row.wing.map_or(4, |wing| wing as usize);
                cards[place] = cards[place].max(row.cards);
            }
        }
        cards
    }

    /// Counts the effects that let a second card of its wing take dice.
    pub(in crate::systems::table_battles::engine) fn count_placement<W: Watch>(
        &self,
        state: &State,
        card: u8,
        watch: &mut W,
    ) {
        let wing = self.row(card).wing;
        for row in &self.setup.specials.placements {
            let concerns = usize::from(row.side) == self.side(card) && row.wing.is_none_or(|other| other == wing);
            if concerns && row.test.holds(state) {
                self.used(row.effect, watch);
            }
        }
    }

    /// Counts the effects that gave cubes at set-up, once.
    pub(in crate::systems::table_battles::engine) fn count_cubes<W: Watch>(&self, watch: &mut W) {
        self.setup.specials.cubes.iter().for_each(|(.., effect)| self.used(*effect, watch));
    }

    /// Counts the effects that forbid something to those who have what it takes, before a move is made.
    pub(super) fn count_forbids<W: Watch>(&self, state: &State, chosen: Move, watch: &mut W) {
        let acting = matches!(chosen, Move::Pass | Move::Act { .. } | Move::Null { .. } | Move::Retire { .. });
        let attacked = matches!(chosen, Move::Act { card, action }
            if self.action(card, action).1.kind == Kind::Attack);
        for row in &self.setup.specials.forbids {
            let able = match row.deed {
                Deed::Attack | Deed::Bombard | Deed::Command | Deed::Retire if acting => {
                    self.setup.sides[usize::from(state.mover)].mask & state.play & state.ready
                }
                Deed::Screen | Deed::Counterattack | Deed::Absorb if attacked => {
                    self.setup.sides[usize::from(state.mover ^ 1)].mask & state.play & state.ready
                }
                _ => 0,
            };
            if able & row.cards != 0 && row.test.holds(state) {
                self.used(row.effect, watch);
            }
        }
    }

    /// The formations of a set that an effect does not keep from something.
    #[inline(always)]
    pub(in crate::systems::table_battles::engine) fn allowed<W: Watch>(
        &self,
        state: &State,
        deed: Deed,
        cards: Mask,
        watch: &mut W,
    ) -> Mask {
        if self.setup.specials.forbidden[deed as usize] & cards == 0 {
            return cards;
        }
        self.without_forbidden(state, deed, cards, watch)
    }

    #[inline(never)]
    fn without_forbidden<W: Watch>(&self, state: &State, deed: Deed, cards: Mask, watch: &mut W) -> Mask {
        let mut allowed = cards;
        for card in Each(cards) {
            if let Some(effect) = self.forbidding(deed, card, None, None, |test| test.holds(state)) {
                self.used(effect, watch);
                allowed &= !bit(card);
            }
        }
        allowed
    }

    /// An effect made a difference.
    #[inline]
    pub(in crate::systems::table_battles::engine) fn used<W: Watch>(&self, effect: EffectId, watch: &mut W) {
        watch.count(self.effect_counter(usize::from(effect)), 1);
    }
}
