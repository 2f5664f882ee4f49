//! Reactions to an attack: screens, counterattacks, absorptions (TB-7).

use super::events::Listener;
use super::{ActionRow, Each, Kind, Move, Phase, State, TableBattles, bit};

impl TableBattles {
    /// Adds the reactions of the attacked side; it may decline if all of them are voluntary (TB-7.5).
    pub(super) fn reactions(&self, state: &State, into: &mut Vec<Move>) {
        let mut mandatory = false;
        self.each_reaction(state, |card, action, row| {
            mandatory |= !row.voluntary;
            into.push(Move::React { card, action });
            true
        });
        if !mandatory {
            into.push(Move::Decline);
        }
    }

    /// Returns true if any reaction is possible.
    pub(super) fn can_react(&self, state: &State) -> bool {
        let mut possible = false;
        self.each_reaction(state, |_, _, _| {
            possible = true;
            false
        });
        possible
    }

    /// Shows every possible reaction until `go_on` says no.
    #[inline]
    fn each_reaction(&self, state: &State, mut go_on: impl FnMut(u8, u8, &ActionRow) -> bool) {
        let own = self.rules.sides[usize::from(state.mover ^ 1)].mask & state.play & state.ready;
        let named = self.rules.row(state.attack.attacker).answered | self.rules.row(state.attack.target).absorbed;
        for card in Each(own & named) {
            let row = self.rules.row(card);
            let met = self.rules.met_requirements(state, card);
            for index in row.actions.0..row.actions.1 {
                let action = &self.rules.actions[usize::from(index)];
                let possible = met & action.need != 0 && self.answers(state, card, action);
                if possible && !go_on(card, (index - row.actions.0) as u8, action) {
                    return;
                }
            }
        }
    }

    /// Returns true if a reaction answers this attack (TB-7.1 to TB-7.3).
    #[inline]
    pub(super) fn answers(&self, state: &State, card: u8, action: &ActionRow) -> bool {
        let against = Self::answered_formation(state, card, action);
        against.is_some_and(|against| !(action.touched && self.forbids(state, action, Some(against))))
    }

    /// Returns the formation for which or against which a reaction answers this attack, where no effect forbids it; `None` if it
    /// does not answer it.
    #[inline]
    pub(super) fn answered_formation(state: &State, card: u8, action: &ActionRow) -> Option<u8> {
        let attack = state.attack;
        let (fits, against) = match action.kind {
            Kind::Screen => (true, attack.attacker),
            Kind::Counterattack => (card == attack.target, attack.attacker),
            Kind::Absorb => (card != attack.target, attack.target),
            Kind::Attack | Kind::Bombard | Kind::Command => return None,
        };
        (fits && action.named & bit(against) != 0).then_some(against)
    }

    /// Makes a reaction: it costs its dice and the side's next action phase (TB-7.4, TB-7.6).
    pub(super) fn react<W: Listener>(&self, state: &mut State, card: u8, action: u8, watch: &mut W) {
        let (row, reaction) = self.rules.action(card, action);
        let dice = self.expend(state, card);
        state.skip[self.side(card)] = true;
        self.count_react(card, row, watch);
        if reaction.kind == Kind::Screen {
            // Neither side loses anything, not even the attacker by its own attack (TB-7.1).
            state.phase = Phase::Roll;
        } else {
            self.strike(state, Some((card, reaction, dice)), watch);
        }
    }
}
