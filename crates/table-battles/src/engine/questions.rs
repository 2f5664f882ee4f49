//! The questions that phases ask: hits, permissions, placements, targets, dice. The answers change nothing.

use muster_core::play::Watch;

use super::{ARMY, ActionRow, Each, EffectId, HitRow, Mask, State, TableBattles, bit};
use crate::effects::{Blow, Deed};

impl TableBattles {
    /// Hits of `by` on `on` after all effects (TB-8.1): `less` is what else takes from them, before any limit.
    pub(super) fn changed_hits<W: Watch>(
        &self,
        state: &State,
        of: Blow,
        (by, on): (u8, u8),
        (hits, less): (u8, u8),
        watch: &mut W,
    ) -> u8 {
        if self.rules.specials.hits.is_empty() {
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
        for row in &self.rules.specials.hits {
            if row.change != 0 && concerns(row) {
                if (sum + row.change).max(0) != sum.max(0) {
                    self.count_use(row.effect, watch);
                }
                sum += row.change;
            }
        }
        let mut hits = u8::try_from(sum.max(0)).unwrap_or(u8::MAX);
        for row in &self.rules.specials.hits {
            if row.most < hits && concerns(row) {
                hits = row.most;
                self.count_use(row.effect, watch);
            }
        }
        hits
    }

    /// Returns true if an effect forbids something to a formation. `action` is the number of its action, where it is
    /// one, and `against` whom it concerns.
    #[inline]
    pub(super) fn forbidden(
        &self,
        state: &State,
        deed: Deed,
        card: u8,
        action: Option<u8>,
        against: Option<u8>,
    ) -> bool {
        self.rules.specials.forbidden[deed as usize] & bit(card) != 0
            && self.rules.forbidding(deed, card, action, against, |test| test.holds(state)).next().is_some()
    }

    /// Returns true if an effect forbids an action or reaction.
    #[inline(never)]
    pub(super) fn forbids(&self, state: &State, action: &ActionRow, against: Option<u8>) -> bool {
        self.forbidden(state, action.kind.deed(), action.card, Some(action.number), against)
    }

    /// Returns true if a special formation can be attacked now.
    #[inline]
    pub(super) fn routable(&self, state: &State, card: u8) -> bool {
        self.rules.specials.routable & bit(card) != 0
            && self.rules.specials.routables.iter().any(|row| row.card == card && row.test.holds(state))
    }

    /// Returns the number of cards of each wing, and of the army instead if that is not 0, that take dice in this roll phase: by
    /// wing, and last the army.
    pub(super) fn allowance(&self, state: &State, side: usize) -> [u8; ARMY + 1] {
        let mut cards = [1; ARMY + 1];
        cards[ARMY] = 0;
        for row in &self.rules.specials.placements {
            if usize::from(row.side) == side && row.test.holds(state) {
                let place = row.wing.map_or(ARMY, |wing| wing as usize);
                cards[place] = cards[place].max(row.cards);
            }
        }
        cards
    }

    /// Returns the formations of a set that an effect does not keep from something.
    #[inline(always)]
    pub(super) fn allowed_formations<W: Watch>(&self, state: &State, deed: Deed, cards: Mask, watch: &mut W) -> Mask {
        if self.rules.specials.forbidden[deed as usize] & cards == 0 {
            return cards;
        }
        self.without_forbidden(state, deed, cards, watch)
    }

    #[inline(never)]
    fn without_forbidden<W: Watch>(&self, state: &State, deed: Deed, cards: Mask, watch: &mut W) -> Mask {
        let mut allowed = cards;
        for card in Each(cards) {
            for effect in self.rules.forbidding(deed, card, None, None, |test| test.holds(state)) {
                self.count_use(effect, watch);
                allowed &= !bit(card);
            }
        }
        allowed
    }

    /// Counts that an effect made a difference.
    #[inline]
    pub(super) fn count_use<W: Watch>(&self, effect: EffectId, watch: &mut W) {
        watch.count(self.effect_counter(usize::from(effect)), 1);
    }
}
