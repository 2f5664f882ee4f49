//! Hits: how many, on whom, and all at once (TB-8).

use super::{ActionRow, Kind, Phase, State, TableBattles, bit};
use crate::play::Watch;
use crate::systems::table_battles::model::{Hits, Takes};

/// A reaction that changes an attack: the card, what it does, the dice that came off it.
type Reaction<'a> = (u8, &'a ActionRow, u8);

impl TableBattles {
    /// The pending attack is resolved.
    pub(super) fn strike<W: Watch>(&self, state: &mut State, reaction: Option<Reaction<'_>>, watch: &mut W) {
        let attack = state.attack;
        let action = &self.setup.actions[usize::from(attack.row)];
        let victim = match reaction {
            Some((card, row, _)) if row.kind == Kind::Absorb => card,
            _ => attack.target,
        };
        let on_victim = self.hits_on(state, victim, reaction);
        let mut on_attacker = action.own;
        if let Some((_, row, dice)) = reaction
            && row.kind == Kind::Counterattack
        {
            on_attacker = on_attacker.saturating_add(printed(row.hits, dice));
        }
        self.lose(state, victim, on_victim);
        self.lose(state, attack.attacker, on_attacker);
        let empty = |card: u8| state.strength[usize::from(card)] == 0 && self.setup.special & bit(card) == 0;
        let mut routed = if empty(victim) { bit(victim) } else { 0 };
        routed |= if empty(attack.attacker) { bit(attack.attacker) } else { 0 };
        state.phase = Phase::Roll;
        if routed != 0 {
            self.rout(state, routed, watch);
        }
        self.judge(state);
    }

    /// Hits of the pending attack on whoever takes them (TB-8.1, TB-7.3).
    pub(super) fn hits_on(&self, state: &State, victim: u8, reaction: Option<Reaction<'_>>) -> u8 {
        let attack = state.attack;
        let action = &self.setup.actions[usize::from(attack.row)];
        let hits = printed(action.hits, attack.dice) + self.oblique(state, attack.attacker, victim);
        match reaction.map(|(_, row, _)| (row.kind, row)) {
            Some((Kind::Absorb, row)) => match row.takes {
                Takes::All => hits,
                Takes::One => hits.min(1),
                Takes::OneFewer => hits.saturating_sub(1),
            },
            Some((_, row)) => hits.saturating_sub(row.takes_less).saturating_sub(self.linked(state, victim)),
            None => hits.saturating_sub(self.linked(state, victim)),
        }
    }

    /// One hit more by infantry with three sticks more than who takes the hits (TB-12.4).
    fn oblique(&self, state: &State, attacker: u8, victim: u8) -> u8 {
        let sticks = |card: u8| u16::from(state.strength[usize::from(card)]);
        let strong = sticks(attacker) >= sticks(victim) + 3;
        let normal = (self.setup.special & (bit(attacker) | bit(victim))) == 0;
        u8::from(self.setup.oblique && normal && self.row(attacker).infantry && strong)
    }

    /// One hit less on a linked formation that is attacked, by however many it is linked with (TB-12.1 gives one).
    fn linked(&self, state: &State, target: u8) -> u8 {
        u8::from(self.row(target).links & state.play != 0)
    }

    /// Sticks are lost, not more than there are (TB-8.3). A special formation has none: hits on it are lost too.
    fn lose(&self, state: &mut State, card: u8, hits: u8) {
        if self.setup.special & bit(card) != 0 {
            return;
        }
        let sticks = &mut state.strength[usize::from(card)];
        let lost = hits.min(*sticks);
        *sticks -= lost;
        state.lost[self.side(card)] += u16::from(lost);
    }
}

/// Printed hits with this many dice off the card (TB-6.6).
pub(super) fn printed(hits: Hits, dice: u8) -> u8 {
    hits.flat + if hits.per_die { dice } else { 0 }
}
