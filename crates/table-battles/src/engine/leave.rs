//! Leaving and entering play: routs, morale, pursuits, retirements, reserves (TB-10).

use super::events::Listener;
use super::{Counter, Each, EventKind, Mask, Phase, SideCounter, State, TableBattles, bit};
use crate::effects::Deed;

impl TableBattles {
    /// Formations without sticks rout together (TB-8.2, TB-10.5).
    pub(super) fn rout<W: Listener>(&self, state: &mut State, routed: Mask, watch: &mut W) {
        let (routed, saviours) = self.save_from_rout(state, routed, watch);
        let mut owed = [0_u8; 2];
        state.routed |= routed;
        for card in Each(routed) {
            self.count(card, Counter::Routed, watch);
            watch.hear(EventKind::Routs, card);
            let stranded = self.leave(state, card);
            state.lost[self.side(card)] += u16::from(stranded);
            owed[self.side(card)] += self.rules.row(card).gives;
        }
        // Routs on both sides give no morale at all (TB-10.2).
        let both = self.rules.sides.iter().all(|side| side.mask & routed != 0);
        let giver = usize::from(owed[1] > 0);
        let cubes = if both { 0 } else { owed[giver].min(state.morale[giver]) };
        state.morale[giver] -= cubes;
        state.morale[1 - giver] += cubes;
        watch.count(self.side_counter(1 - giver, SideCounter::Taken), cubes.into());
        let pursuing = self.allowed_formations(state, Deed::Pursue, self.pursuing(state, routed), watch);
        for card in Each(pursuing) {
            self.count(card, Counter::Pursued, watch);
            watch.hear(EventKind::Pursues, card);
            self.leave(state, card);
        }
        self.relieve(state, routed | pursuing | saviours, watch);
    }

    /// Formations that an effect saves from rout keep one stick, and others leave in their place: who routs still, and
    /// who left.
    fn save_from_rout<W: Listener>(&self, state: &mut State, routed: Mask, watch: &mut W) -> (Mask, Mask) {
        let (mut routed, mut saviours) = (routed, 0);
        if self.rules.specials.rescued & routed == 0 {
            return (routed, saviours);
        }
        for row in &self.rules.specials.rescues {
            let able = (routed | saviours) & bit(row.card) == 0 && row.test.holds(state);
            let Some(friend) = Each(routed & row.friends & !self.rules.special).next().filter(|_| able) else {
                continue;
            };
            // Its last stick was lost a moment ago.
            state.strength[usize::from(friend)] = 1;
            state.lost[self.side(friend)] -= 1;
            routed &= !bit(friend);
            saviours |= bit(row.card);
            self.count_use(row.effect, watch);
            self.dismiss(state, row.card, watch);
        }
        (routed, saviours)
    }

    /// Takes a formation out of play by an effect: not a rout, no morale. Its sticks are eliminated: TB-11.3 spares only those on
    /// formations that retire or pursue.
    pub(super) fn dismiss<W: Listener>(&self, state: &mut State, card: u8, watch: &mut W) {
        watch.count(self.left_counter(card), 1);
        watch.hear(EventKind::Leaves, card);
        let sticks = if self.rules.special & bit(card) == 0 { state.strength[usize::from(card)] } else { 0 };
        let stranded = self.leave(state, card);
        state.lost[self.side(card)] += u16::from(sticks + stranded);
    }

    /// Formations in play that pursue those who rout (TB-10.3). Those that routed too have left already, and those
    /// that enter by it are not there yet.
    fn pursuing(&self, state: &State, routed: Mask) -> Mask {
        let able = Each(self.rules.pursuit & state.play);
        able.filter(|card| self.rules.row(*card).attacks & routed != 0).fold(0, |mask, card| mask | bit(card))
    }

    /// Takes a formation out of play as its side's action (TB-6.10).
    pub(super) fn retire<W: Listener>(&self, state: &mut State, card: u8, watch: &mut W) {
        self.count(card, Counter::Retired, watch);
        watch.hear(EventKind::Retires, card);
        self.leave(state, card);
        self.relieve(state, bit(card), watch);
        state.phase = Phase::Roll;
    }

    /// Takes a card out of the battle. How many sticks were on their way to it.
    fn leave(&self, state: &mut State, card: u8) -> u8 {
        let at = usize::from(card);
        state.play &= !bit(card);
        state.reserve &= !bit(card);
        state.ready &= !bit(card);
        state.pool[self.side(card)] += std::mem::take(&mut state.dice[at]).len();
        let strength = std::mem::take(&mut state.strength[at]);
        state.supply += std::mem::take(&mut state.cubes[at]);
        if self.rules.special & bit(card) != 0 {
            state.supply += strength;
        }
        self.strand(state, card)
    }

    /// Brings into play those who wait behind formations that left (TB-10.4).
    pub(super) fn relieve<W: Listener>(&self, state: &mut State, left: Mask, watch: &mut W) {
        let waiting = Each(left).fold(0, |mask, card| mask | self.rules.row(card).waiting);
        self.enter(state, waiting & state.reserve, watch);
    }

    /// Formations enter play.
    pub(super) fn enter<W: Listener>(&self, state: &mut State, entering: Mask, watch: &mut W) {
        if entering == 0 {
            return;
        }
        state.reserve &= !entering;
        state.play |= entering;
        for card in Each(entering) {
            self.count(card, Counter::Entered, watch);
            watch.hear(EventKind::Enters, card);
        }
    }
}
