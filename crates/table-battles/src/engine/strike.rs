//! Hits: how many, on whom, and all at once (TB-8).

use muster_core::play::Watch;

use super::events::Listener;
use super::{ActionRow, Counter, Kind, Phase, State, TableBattles, bit};
use crate::effects::Blow;
use crate::model::{Hits, Takes};

/// A reaction that changes an attack: the card, what it does, the dice that came off it.
type Reaction<'a> = (u8, &'a ActionRow, u8);

impl TableBattles {
    /// Resolves the pending attack. Inlined: where nobody reacts, most of it falls away.
    #[inline(always)]
    pub(super) fn strike<W: Listener>(&self, state: &mut State, reaction: Option<Reaction<'_>>, watch: &mut W) {
        let attack = state.attack;
        let action = &self.rules.actions[usize::from(attack.row)];
        let victim = match reaction {
            Some((card, row, _)) if row.kind == Kind::Absorb => card,
            _ => attack.target,
        };
        let on_victim = self.hits_on(state, victim, reaction, watch);
        let mut on_attacker = action.own;
        if let Some((_, row, dice)) = reaction
            && row.kind == Kind::Counterattack
        {
            let hits = (printed_hits(row.hits, dice), 0);
            let hits = self.changed_hits(state, Blow::Counterattack, (attack.target, attack.attacker), hits, watch);
            on_attacker = on_attacker.saturating_add(hits);
            self.count_by(attack.target, Counter::Given, hits, watch);
        }
        self.count_by(attack.attacker, Counter::Given, on_victim, watch);
        self.lose(state, victim, on_victim, watch);
        self.lose(state, attack.attacker, on_attacker, watch);
        let mut routed = if self.beaten(state, victim, on_victim, watch) { bit(victim) } else { 0 };
        routed |= if self.beaten(state, attack.attacker, 0, watch) { bit(attack.attacker) } else { 0 };
        state.phase = Phase::Roll;
        if routed != 0 {
            self.rout(state, routed, watch);
        }
    }

    /// Returns true if a formation routs by what it has just taken: without sticks, or, where an effect says so, a
    /// special one by the hits of one attack.
    #[inline]
    pub(super) fn beaten<W: Watch>(&self, state: &State, card: u8, hits: u8, watch: &mut W) -> bool {
        if self.rules.special & bit(card) == 0 {
            return state.strength[usize::from(card)] == 0;
        }
        self.special_beaten(state, card, hits, watch)
    }

    #[inline(never)]
    fn special_beaten<W: Watch>(&self, state: &State, card: u8, hits: u8, watch: &mut W) -> bool {
        if self.rules.specials.routable & bit(card) == 0 {
            return false;
        }
        let mut rows = self.rules.specials.routables.iter().filter(|row| row.card == card && row.test.holds(state));
        let beaten = rows.find(|row| hits >= row.hits);
        beaten.inspect(|row| self.count_use(row.effect, watch)).is_some()
    }

    /// Hits of the pending attack on whoever takes them (TB-8.1, TB-7.3).
    #[inline(always)]
    fn hits_on<W: Watch>(&self, state: &State, victim: u8, reaction: Option<Reaction<'_>>, watch: &mut W) -> u8 {
        let attack = state.attack;
        let action = &self.rules.actions[usize::from(attack.row)];
        let hits = printed_hits(action.hits, attack.dice) + self.oblique(state, attack.attacker, victim);
        let absorbed = reaction.filter(|(_, row, _)| row.kind == Kind::Absorb);
        let less = match reaction {
            _ if absorbed.is_some() => 0,
            Some((_, row, _)) => row.takes_less + self.linked_hits(state, victim),
            None => self.linked_hits(state, victim),
        };
        // Effects are about who is attacked, whoever takes the hits.
        let hits = self.changed_hits(state, Blow::Attack, (attack.attacker, attack.target), (hits, less), watch);
        match absorbed.map(|(_, row, _)| row.takes) {
            None | Some(Takes::All) => hits,
            Some(Takes::One) => hits.min(1),
            Some(Takes::OneFewer) => hits.saturating_sub(1),
        }
    }

    /// Returns the additional hits, 0 or 1, by infantry with three sticks more than who takes the hits (TB-12.4).
    fn oblique(&self, state: &State, attacker: u8, victim: u8) -> u8 {
        let sticks = |card: u8| u16::from(state.strength[usize::from(card)]);
        let strong = sticks(attacker) >= sticks(victim) + 3;
        let normal = (self.rules.special & (bit(attacker) | bit(victim))) == 0;
        u8::from(self.rules.oblique && normal && self.rules.row(attacker).infantry && strong)
    }

    /// Returns the hits taken off, 0 or 1, for a linked formation that is attacked, by however many it is linked with (TB-12.1
    /// gives one).
    fn linked_hits(&self, state: &State, target: u8) -> u8 {
        u8::from(self.rules.row(target).links & state.play != 0)
    }

    /// Sticks are lost, not more than there are (TB-8.3). A special formation has none: hits on it are lost too.
    #[inline]
    pub(super) fn lose<W: Watch>(&self, state: &mut State, card: u8, hits: u8, watch: &mut W) {
        if self.rules.special & bit(card) != 0 {
            return;
        }
        let sticks = &mut state.strength[usize::from(card)];
        let lost = hits.min(*sticks);
        *sticks -= lost;
        state.lost[self.side(card)] += u16::from(lost);
        self.count_by(card, Counter::Taken, lost, watch);
    }
}

/// Returns the printed hits with this many dice off the card (TB-6.6).
pub(super) fn printed_hits(hits: Hits, dice: u8) -> u8 {
    hits.flat + if hits.per_die { dice } else { 0 }
}
