//! A battle in which one player never makes certain moves, where it has others.

use super::fault::Breach;
use super::{Decision, Dice, Engine, Outcome, Watch};

/// An engine that does not list some moves of a player, unless they are all it has.
#[derive(Debug)]
pub struct Barred<'a, E, F> {
    engine: &'a E,
    player: usize,
    bars: F,
}

impl<'a, E: Engine, F: Fn(&E::State, E::Move) -> bool + Send + Sync> Barred<'a, E, F> {
    /// The rules of `engine`, but `player` never makes the moves for which `bars` is true in the state at hand.
    pub fn new(engine: &'a E, player: usize, bars: F) -> Self {
        Barred { engine, player, bars }
    }
}

impl<E: Engine, F: Fn(&E::State, E::Move) -> bool + Send + Sync> Engine for Barred<'_, E, F> {
    type State = E::State;
    type Move = E::Move;

    fn players(&self) -> usize {
        self.engine.players()
    }

    fn start(&self) -> E::State {
        self.engine.start()
    }

    fn decision(&self, state: &E::State) -> Decision {
        self.engine.decision(state)
    }

    fn moves(&self, state: &E::State, into: &mut Vec<E::Move>) {
        self.engine.moves(state, into);
        let decision = self.engine.decision(state);
        if decision.kind.is_none() || decision.player != self.player {
            return;
        }
        let left = |chosen: &E::Move| !(self.bars)(state, *chosen);
        if into.iter().any(left) {
            into.retain(left);
        }
    }

    fn apply<D: Dice, W: Watch>(&self, state: &mut E::State, chosen: E::Move, dice: &mut D, watch: &mut W) {
        self.engine.apply(state, chosen, dice, watch);
    }

    fn outcome(&self, state: &E::State) -> Option<Outcome> {
        self.engine.outcome(state)
    }

    fn broken(&self, state: &E::State) -> Option<Breach> {
        self.engine.broken(state)
    }

    fn value(&self, state: &E::State, player: usize) -> i32 {
        self.engine.value(state, player)
    }

    fn counters(&self) -> usize {
        self.engine.counters()
    }
}
