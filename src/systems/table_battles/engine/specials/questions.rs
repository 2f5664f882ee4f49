//! The questions that phases ask: hits, permissions, placements, targets, dice. The answers change nothing.

use super::{EffectId, HitRow};
use crate::play::Watch;
use crate::systems::table_battles::effects::{Blow, Deed, InReserve};
use crate::systems::table_battles::engine::{ARMY, ActionRow, Each, Mask, State, TableBattles, bit};

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
        let concerns =
            |row: &HitRow| row.of == of && row.by & bit(by) != 0 && row.on & bit(on) != 0 && row.test.holds(state);
        let mut sum = i16::from(hits) - i16::from(less);
        for row in self.setup.specials.hits.iter().filter(|row| row.change != 0 && concerns(row)) {
            if (sum + row.change).max(0) != sum.max(0) {
                self.used(row.effect, watch);
            }
            sum += row.change;
        }
        let mut hits = u8::try_from(sum.max(0)).unwrap_or(u8::MAX);
        for row in &self.setup.specials.hits {
            if row.most < hits && concerns(row) {
                hits = row.most;
                self.used(row.effect, watch);
            }
        }
        hits
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
            && self.forbidding(deed, card, action, against, |test| test.holds(state)).next().is_some()
    }

    /// The effects that forbid it, of those whose condition `judge` accepts, in written order.
    pub(super) fn forbidding(
        &self,
        deed: Deed,
        card: u8,
        action: Option<u8>,
        against: Option<u8>,
        judge: impl Fn(&super::Test) -> bool,
    ) -> impl Iterator<Item = EffectId> {
        let rows = self.setup.specials.forbids.iter().filter(move |row| {
            row.deed == deed
                && row.cards & bit(card) != 0
                && (row.action.is_none() || row.action == action)
                && against.map_or(row.against == Mask::MAX, |other| row.against & bit(other) != 0)
                && judge(&row.test)
        });
        rows.map(|row| row.effect)
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
        let aim = self.aims(&self.setup.actions[usize::from(row)]).find(|aim| aim.test.holds(state));
        aim.map_or((InReserve::Waits, None), |aim| (aim.attack, Some(aim.effect)))
    }

    /// The effects about what an attack does while its target is in reserve, whether they hold or not.
    pub(super) fn aims(&self, action: &ActionRow) -> impl Iterator<Item = &super::AimRow> {
        let (card, number) = (bit(action.card), action.number);
        let aims = self.setup.specials.aims.iter();
        aims.filter(move |aim| aim.cards & card != 0 && (aim.action.is_none() || aim.action == Some(number)))
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
    pub(in crate::systems::table_battles::engine) fn allowance(&self, state: &State, side: usize) -> [u8; ARMY + 1] {
        let mut cards = [1, 1, 1, 1, 0];
        for row in &self.setup.specials.placements {
            if usize::from(row.side) == side && row.test.holds(state) {
                let place = row.wing.map_or(ARMY, |wing| wing as usize);
                cards[place] = cards[place].max(row.cards);
            }
        }
        cards
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
            for effect in self.forbidding(deed, card, None, None, |test| test.holds(state)) {
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
