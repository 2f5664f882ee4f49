//! Questions that the tables answer: who is listed, who is aimed at, what dice meet, what effects forbid. The answers
//! change nothing.

use super::{ActionRow, AimRow, EffectId, FormationRow, Kind, Mask, Rules, State, TakerRow, Test, bit};
use crate::dice::DiceWord;
use crate::effects::{Deed, InReserve};

impl Rules {
    /// Returns the row of a formation.
    #[inline]
    pub(crate) fn row(&self, formation: u8) -> &FormationRow {
        &self.formations[usize::from(formation)]
    }

    /// Returns a formation as a roll phase sees it.
    #[inline]
    pub(crate) fn taker(&self, formation: u8) -> &TakerRow {
        &self.takers[usize::from(formation)]
    }

    /// Returns the row of a formation's action, counted from 0: its number and itself.
    #[inline]
    pub(crate) fn action(&self, card: u8, action: u8) -> (u16, &ActionRow) {
        let row = self.row(card).actions.0 + u16::from(action);
        (row, &self.actions[usize::from(row)])
    }

    /// Returns the rows of a card's actions that are no reactions.
    #[inline]
    pub(crate) fn acts_on(&self, row: &FormationRow) -> &[u16] {
        &self.acts[usize::from(row.acts.0)..usize::from(row.acts.1)]
    }

    /// Returns the requirements a card with dice or cubes meets (TB-3.1; by a cube, TB-3.2).
    #[inline]
    pub(crate) fn met_requirements(&self, state: &State, card: u8) -> u8 {
        if self.special & bit(card) != 0 { u8::MAX } else { state.dice[usize::from(card)].meets() }
    }

    /// Like [`Rules::met_requirements`] for one of the card's actions: in an attack, friends' dice may count.
    pub(crate) fn met_by(&self, state: &State, action: &ActionRow) -> u8 {
        if action.kind != Kind::Attack || self.special & bit(action.card) != 0 {
            return self.met_requirements(state, action.card);
        }
        let own = state.dice[usize::from(action.card)];
        let lent = self.lenders(state, action.card).map(|(card, _)| state.dice[usize::from(card)]);
        lent.fold(own, DiceWord::plus).meets()
    }

    /// Returns the first listed formation that has not left play (TB-6.3), unless an effect passes over those in reserve.
    #[inline(always)]
    pub(crate) fn current_target(&self, state: &State, row: u16) -> Option<u8> {
        let first = self.listed_targets(row).find(|target| (state.play | state.reserve) & bit(*target) != 0)?;
        if self.actions[usize::from(row)].aims { self.past_reserves(state, row, first) } else { Some(first) }
    }

    /// Returns the target of an attack that an effect may let pass over those in reserve.
    #[inline(never)]
    fn past_reserves(&self, state: &State, row: u16, first: u8) -> Option<u8> {
        if state.reserve & bit(first) != 0 && self.reserve_rule(state, row).0 == InReserve::Skips {
            return self.listed_targets(row).find(|target| state.play & bit(*target) != 0);
        }
        Some(first)
    }

    /// Returns the targets of an attack or command, in printed order.
    #[inline(always)]
    pub(crate) fn listed_targets(&self, row: u16) -> impl Iterator<Item = u8> {
        let (start, end) = self.actions[usize::from(row)].targets;
        self.targets[usize::from(start)..usize::from(end)].iter().copied()
    }

    /// Returns the effects that forbid it, of those whose condition `judge` accepts, in written order.
    pub(crate) fn forbidding(
        &self,
        deed: Deed,
        card: u8,
        action: Option<u8>,
        against: Option<u8>,
        judge: impl Fn(&Test) -> bool,
    ) -> impl Iterator<Item = EffectId> {
        let rows = self.specials.forbids.iter().filter(move |row| {
            row.deed == deed
                && row.cards & bit(card) != 0
                && (row.action.is_none() || row.action == action)
                && against.map_or(row.against == Mask::MAX, |other| row.against & bit(other) != 0)
                && judge(&row.test)
        });
        rows.map(|row| row.effect)
    }

    /// Returns the way an attack works while its target is in reserve.
    pub(crate) fn reserve_rule(&self, state: &State, row: u16) -> (InReserve, Option<EffectId>) {
        let aim = self.aims(&self.actions[usize::from(row)]).find(|aim| aim.test.holds(state));
        aim.map_or((InReserve::Waits, None), |aim| (aim.attack, Some(aim.effect)))
    }

    /// Returns the effects about what an attack does while its target is in reserve, whether they hold or not.
    pub(crate) fn aims(&self, action: &ActionRow) -> impl Iterator<Item = &AimRow> {
        let (card, number) = (bit(action.card), action.number);
        let aims = self.specials.aims.iter();
        aims.filter(move |aim| aim.cards & card != 0 && (aim.action.is_none() || aim.action == Some(number)))
    }

    /// Returns the cards whose dice count in an attack of this one.
    pub(crate) fn lenders(&self, state: &State, card: u8) -> impl Iterator<Item = (u8, EffectId)> {
        let lent = self.specials.lent_to & bit(card) != 0;
        let rows = if lent { self.specials.lends.as_slice() } else { &[] };
        rows.iter()
            .filter(move |row| {
                row.to & bit(card) != 0
                    && row.card != card
                    && !state.dice[usize::from(row.card)].is_empty()
                    && row.test.holds(state)
            })
            .map(|row| (row.card, row.effect))
    }
}
