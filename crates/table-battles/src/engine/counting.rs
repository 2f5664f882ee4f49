//! Counts the effects that make a difference by what does not happen: what they forbid, put off or limit counts when
//! everything else for it was there.

use muster_core::play::Watch;

use super::{ARMY, ActionRow, Each, Kind, Move, State, TableBattles, bit};
use crate::effects::{Deed, InReserve};

impl TableBattles {
    /// Counts the effects that keep formations from an action in this action phase, before any is chosen.
    #[inline]
    pub(super) fn count_withheld_acts<W: Watch>(&self, state: &State, chosen: Move, watch: &mut W) {
        let restricted = self.rules.sides[usize::from(state.mover)].mask & self.rules.specials.acts_restricted;
        let able = restricted & state.play & state.ready;
        if able != 0 && matches!(chosen, Move::Pass | Move::Act { .. } | Move::Null { .. } | Move::Retire { .. }) {
            Each(able).for_each(|card| self.count_withheld_acts_of(state, card, watch));
        }
    }

    #[inline(never)]
    fn count_withheld_acts_of<W: Watch>(&self, state: &State, card: u8, watch: &mut W) {
        let row = self.rules.row(card);
        for index in self.rules.acts_on(row) {
            let action = &self.rules.actions[usize::from(*index)];
            if self.rules.met_by(state, action) & action.need != 0 {
                self.count_withheld_act(state, *index, action, watch);
            }
        }
        if row.retire && !row.special {
            self.count_forbidding(state, Deed::Retire, card, (None, None), watch);
        }
    }

    /// Counts the effects that keep a formation from an action for which it has what it takes.
    fn count_withheld_act<W: Watch>(&self, state: &State, row: u16, action: &ActionRow, watch: &mut W) {
        let against = match action.kind {
            Kind::Attack => {
                let Some(target) = self.rules.current_target(state, row) else { return };
                if !self.is_open(state, target) {
                    return;
                }
                if state.reserve & bit(target) != 0 {
                    match self.rules.reserve_rule(state, row) {
                        (InReserve::Hits, _) => {}
                        (_, Some(effect)) => return self.count_use(effect, watch),
                        (_, None) => return,
                    }
                }
                Some(target)
            }
            Kind::Command => match self.rules.listed_targets(row).find(|friend| state.reserve & bit(*friend) != 0) {
                Some(friend) => Some(friend),
                None => return,
            },
            _ if state.morale[usize::from(state.mover ^ 1)] > 1 => None,
            _ => return,
        };
        self.count_forbidding(state, action.kind.deed(), action.card, (Some(action.number), against), watch);
    }

    /// Counts the effects that keep formations from a reaction to the pending attack.
    #[inline]
    pub(super) fn count_withheld_reactions<W: Watch>(&self, state: &State, watch: &mut W) {
        let restricted = self.rules.sides[usize::from(state.mover ^ 1)].mask & self.rules.specials.reactions_restricted;
        let able = restricted & state.play & state.ready;
        if able != 0 {
            Each(able).for_each(|card| self.count_withheld_reactions_of(state, card, watch));
        }
    }

    #[inline(never)]
    fn count_withheld_reactions_of<W: Watch>(&self, state: &State, card: u8, watch: &mut W) {
        let (start, end) = self.rules.row(card).actions;
        let met = self.rules.met_requirements(state, card);
        for action in &self.rules.actions[usize::from(start)..usize::from(end)] {
            if met & action.need != 0
                && let Some(against) = Self::answered_formation(state, card, action)
            {
                let what = (Some(action.number), Some(against));
                self.count_forbidding(state, action.kind.deed(), card, what, watch);
            }
        }
    }

    /// Counts the effects that forbid something: `what` is the number of the action, where it is one, and against whom.
    fn count_forbidding<W: Watch>(
        &self,
        state: &State,
        deed: Deed,
        card: u8,
        (action, against): (Option<u8>, Option<u8>),
        watch: &mut W,
    ) {
        let forbidding = self.rules.forbidding(deed, card, action, against, |test| test.holds(state));
        forbidding.for_each(|effect| self.count_use(effect, watch));
    }

    /// Counts the effect by which an attack about to be made goes past or into the reserve.
    pub(super) fn count_aim<W: Watch>(&self, state: &State, row: u16, watch: &mut W) {
        let present = state.play | state.reserve;
        let waiting = self.rules.listed_targets(row).find(|target| present & bit(*target) != 0);
        if waiting.is_some_and(|target| state.reserve & bit(target) != 0)
            && let Some(effect) = self.rules.reserve_rule(state, row).1
        {
            self.count_use(effect, watch);
        }
    }

    /// Counts the effects by which a card takes dice beside another of its wing, and those by which it is the last in
    /// this roll phase though dice would fit a card of another wing. `place` is where its side counts the cards.
    pub(super) fn count_placement<W: Watch>(&self, state: &State, card: u8, place: usize, watch: &mut W) {
        let (side, wing_mates) = (self.side(card), self.rules.taker(card).wing_mates);
        let counted = if place == ARMY { self.rules.sides[side].mask } else { wing_mates };
        let before = (state.served & counted).count_ones();
        let beside = state.served & wing_mates != 0;
        let last = place == ARMY && state.allowance[ARMY] == 1 && self.fits_another_wing(state, card);
        if !beside && !last {
            return;
        }
        // The allowance was worked out before dice were placed, on which conditions may depend.
        let opened = State { ready: state.ready & !(state.served | bit(card)), ..*state };
        for row in &self.rules.specials.placements {
            let concerns = usize::from(row.side) == side && row.wing.map_or(ARMY, |wing| wing as usize) == place;
            let decides = beside && u32::from(row.cards) > before || last && u32::from(row.cards) == before + 1;
            if concerns && decides && (row.test.holds(state) || row.test.holds(&opened)) {
                self.count_use(row.effect, watch);
            }
        }
    }

    /// Returns true if dice that are left fit a card of a wing on which none were placed.
    fn fits_another_wing(&self, state: &State, card: u8) -> bool {
        let served = state.served | bit(card);
        let fitting = state.open & self.fast.sets(&self.rules, state.mover).takers(state.rolled.rank());
        Each(fitting).any(|other| self.rules.taker(other).wing_mates & served == 0)
    }

    /// Counts the effects that gave other cubes at set-up than the rules do (TB-4.1), as far as there were any (TB-4.2).
    pub(super) fn count_cubes<W: Watch>(&self, state: &State, watch: &mut W) {
        let rows = &self.rules.specials.cubes;
        let first_of_card = |i: usize| rows[..i].iter().all(|(card, ..)| *card != rows[i].0);
        for i in (0..rows.len()).filter(|i| first_of_card(*i)) {
            let (card, wanted, effect) = rows[i];
            let by_rule = u8::from(self.special(card));
            let short_of_supply = self.cubes_on(state, card) < wanted.min(by_rule);
            if self.cubes_on(state, card) != by_rule && !short_of_supply {
                self.count_use(effect, watch);
            }
        }
    }

    /// Counts the effects by which a side can never again attack, where without any of them it could (TB-11.2).
    #[inline(never)]
    pub(super) fn count_hopeless<W: Watch>(&self, state: &State, side: usize, watch: &mut W) {
        if self.rules.specials.forbids.is_empty()
            || !self.rules.may_attack_in(&self.rules.future_with(state, false), side)
        {
            return;
        }
        let future = self.rules.future(state);
        let left = self.rules.sides[side].mask & (state.play | state.reserve);
        for row in &self.rules.specials.forbids {
            let attacking = matches!(row.deed, Deed::Attack | Deed::Command | Deed::Dice);
            if attacking && row.cards & left != 0 && row.test.certain(&future) {
                self.count_use(row.effect, watch);
            }
        }
    }
}
