//! Triggers: effects act after a resolution, until nothing more happens (TB-10.5).

use muster_core::play::Watch;

use super::events::{Events, Heard, Listener};
use super::{Do, Each, EventKind, Kind, Mask, Move, On, State, TableBattles, Trigger, bit};

impl TableBattles {
    /// Makes a move in a battle with special rules.
    #[inline(never)]
    pub(super) fn special_step<W: Watch>(&self, state: &mut State, chosen: Move, watch: &mut W) {
        self.count_withheld_acts(state, chosen, watch);
        let mut heard = Heard::new(watch);
        self.step(state, chosen, &mut heard);
        if !self.rules.specials.triggers.is_empty() && Self::is_resolved(state, chosen) {
            self.tell(state, chosen, &mut heard.events);
            self.settle(state, &mut heard);
        }
    }

    /// Tells the events of a move that has been resolved, beyond who entered and left.
    fn tell(&self, state: &State, chosen: Move, events: &mut Events) {
        let attack = state.attack;
        let mut struck = false;
        let mut answered = false;
        match chosen {
            Move::Act { card, action } => {
                let (row, action) = self.rules.action(card, action);
                match action.kind {
                    Kind::Attack => struck = true,
                    Kind::Bombard => events.tell(EventKind::Bombards, card),
                    _ => events.tell(EventKind::Commands, card),
                }
                if !struck {
                    events.note_performed(row);
                }
                self.tell_cube(state, card, events);
            }
            Move::Decline => (struck, answered) = (true, true),
            Move::React { card, action } => {
                let (row, action) = self.rules.action(card, action);
                let kind = match action.kind {
                    Kind::Screen => EventKind::Screens,
                    Kind::Counterattack => EventKind::Counterattacks,
                    _ => EventKind::Absorbs,
                };
                events.tell(kind, card);
                events.note_performed(row);
                (struck, answered) = (kind != EventKind::Screens, true);
                self.tell_cube(state, card, events);
            }
            _ => {}
        }
        // The attacker's cube came off when it attacked, but nothing is answered before the attack is over.
        if answered {
            self.tell_cube(state, attack.attacker, events);
        }
        if struck {
            events.tell(EventKind::Attacks, attack.attacker);
            events.note_performed(attack.row);
        }
    }

    fn tell_cube(&self, state: &State, card: u8, events: &mut Events) {
        if self.rules.special & bit(card) != 0 {
            events.cube(card, state.strength[usize::from(card)]);
        }
    }

    /// Effects answer what happened, in written order, and then what that made happen. All that answer the same are
    /// chosen before any of it happens. It ends: a formation enters and leaves once, and no effect answers cubes twice.
    fn settle<W: Watch>(&self, state: &mut State, heard: &mut Heard<'_, W>) {
        let triggers = &self.rules.specials.triggers;
        let mut counted: u64 = 0;
        while !heard.events.is_empty() {
            let events = heard.events.take();
            let answering = (0..triggers.len()).filter(|number| self.answers_now(state, &triggers[*number], &events));
            let answering = answering.fold(0, |mask, number| mask | 1 << number) & !counted;
            for number in Each(answering) {
                let trigger = &triggers[usize::from(number)];
                let mut times = events.times(trigger.on);
                if matches!(trigger.on, On::Cubes(..)) {
                    counted |= 1 << number;
                    times = 1;
                }
                if trigger.once != 0 {
                    state.happened |= trigger.once;
                    times = 1;
                }
                let before = *state;
                for _ in 0..times {
                    for happening in &trigger.does {
                        self.make_happen(state, *happening, heard);
                    }
                }
                if let Some(effect) = trigger.effect
                    && *state != before
                {
                    self.count_use(effect, heard);
                }
            }
        }
    }

    /// Returns true if a trigger answers what happened: it holds, and its card is in play or has just left.
    fn answers_now(&self, state: &State, trigger: &Trigger, events: &Events) -> bool {
        events.times(trigger.on) > 0
            && state.happened & trigger.once == 0
            && trigger.owner.is_none_or(|card| (state.play | events.left_formations()) & bit(card) != 0)
            && trigger.test.holds(state)
    }

    fn make_happen<W: Watch>(&self, state: &mut State, happening: Do, heard: &mut Heard<'_, W>) {
        let present = state.play | state.reserve;
        match happening {
            Do::Rout(cards) => self.rout_whole(state, cards & present, heard),
            Do::Leave(cards) => self.dismiss_all(state, cards & present, heard),
            Do::Enter(cards) => self.enter(state, cards & state.reserve, heard),
            Do::Hit(cards, hits) => self.apply_hits(state, cards & state.play, hits, heard),
            Do::GainMorale(side, cubes) => {
                let cubes = cubes.min(state.supply);
                state.supply -= cubes;
                state.morale[usize::from(side)] += cubes;
            }
            Do::LoseMorale(side, cubes) => {
                let cubes = cubes.min(state.morale[usize::from(side)]);
                state.supply += cubes;
                state.morale[usize::from(side)] -= cubes;
            }
            Do::AddCube(cards) => {
                for card in Each(cards & state.play & self.rules.special) {
                    if self.has_room(state, card) {
                        state.strength[usize::from(card)] += 1;
                        state.supply -= 1;
                        state.ready |= bit(card);
                    }
                }
                // No strength limits the cubes on the others.
                for card in Each(cards & state.play & !self.rules.special) {
                    let added = state.supply.min(1);
                    state.cubes[usize::from(card)] += added;
                    state.supply -= added;
                }
            }
            Do::RemoveCube(cards) => {
                for card in Each(cards & present & self.rules.special) {
                    if state.strength[usize::from(card)] > 0 {
                        self.expend(state, card);
                        self.tell_cube(state, card, &mut heard.events);
                    }
                }
                for card in Each(cards & present & !self.rules.special) {
                    if let Some(left) = state.cubes[usize::from(card)].checked_sub(1) {
                        state.cubes[usize::from(card)] = left;
                        state.supply += 1;
                        heard.events.cube(card, left);
                    }
                }
            }
            Do::Remember(latch) => state.happened |= latch,
        }
    }

    /// Formations rout as they stand: all their sticks are eliminated.
    fn rout_whole<W: Listener>(&self, state: &mut State, cards: Mask, watch: &mut W) {
        for card in Each(cards & !self.rules.special) {
            let sticks = state.strength[usize::from(card)];
            self.lose(state, card, sticks, watch);
        }
        if cards != 0 {
            self.rout(state, cards, watch);
        }
    }

    /// Hits outside an attack.
    fn apply_hits<W: Listener>(&self, state: &mut State, cards: Mask, hits: u8, watch: &mut W) {
        let mut routed = 0;
        for card in Each(cards) {
            self.lose(state, card, hits, watch);
            if self.beaten(state, card, hits, watch) {
                routed |= bit(card);
            }
        }
        if routed != 0 {
            self.rout(state, routed, watch);
        }
    }

    /// Formations leave play by an effect. Those who wait behind them enter, as when they leave in any other way
    /// (TB-10.4).
    fn dismiss_all<W: Listener>(&self, state: &mut State, cards: Mask, watch: &mut W) {
        Each(cards).for_each(|card| self.dismiss(state, card, watch));
        self.relieve(state, cards, watch);
    }
}
