//! A battle in which one player never makes certain moves, where it has others.

use super::chance::Chance;
use super::fault::Breach;
use super::rng::Rng;
use super::{Clock, Engine, MoveKind, Next, Playout, Watch};

/// An engine that does not list some moves of a player, unless they are all it has.
#[derive(Debug)]
pub struct Barred<'a, E, F> {
    engine: &'a E,
    player: usize,
    bars: F,
}

impl<'a, E: Engine, F: Fn(&E::State, &E::Move) -> bool + Send + Sync> Barred<'a, E, F> {
    /// Returns the rules of `engine`, but `player` never makes the moves for which `bars` is true in the state at hand.
    pub fn new(engine: &'a E, player: usize, bars: F) -> Self {
        Barred { engine, player, bars }
    }
}

impl<E: Engine, F: Fn(&E::State, &E::Move) -> bool + Send + Sync> Engine for Barred<'_, E, F> {
    type State = E::State;
    type Move = E::Move;
    type Illegal = E::Illegal;

    const HIDDEN: bool = E::HIDDEN;

    fn players(&self) -> usize {
        self.engine.players()
    }

    fn start(&self) -> E::State {
        self.engine.start()
    }

    fn next(&self, state: &E::State) -> Next {
        self.engine.next(state)
    }

    fn clock(&self, state: &E::State) -> Clock {
        self.engine.clock(state)
    }

    fn rounds(&self, state: &E::State) -> u32 {
        self.engine.rounds(state)
    }

    fn moves(&self, state: &E::State, into: &mut Vec<E::Move>) {
        self.engine.moves(state, into);
        if !matches!(self.engine.next(state), Next::Decide { player, .. } if player == self.player) {
            return;
        }
        let left = |chosen: &E::Move| !(self.bars)(state, chosen);
        if into.iter().any(left) {
            into.retain(left);
        }
    }

    fn apply<W: Watch>(&self, state: &mut E::State, chosen: &E::Move, chance: &mut Chance<'_>, watch: &mut W) {
        self.engine.apply(state, chosen, chance, watch);
    }

    fn advance<W: Watch>(&self, state: &mut E::State, chance: &mut Chance<'_>, watch: &mut W) {
        self.engine.advance(state, chance, watch);
    }

    fn redraw(&self, state: &mut E::State, seen_by: usize, rng: &mut Rng) {
        self.engine.redraw(state, seen_by, rng);
    }

    fn find_breach(&self, state: &E::State) -> Option<Breach> {
        self.engine.find_breach(state)
    }

    fn value(&self, state: &E::State, player: usize) -> i32 {
        self.engine.value(state, player)
    }

    fn counters(&self) -> usize {
        self.engine.counters()
    }
}

impl<E: Playout, F: Fn(&E::State, &E::Move) -> bool + Send + Sync> Playout for Barred<'_, E, F> {
    const SEARCH_TURNS: u32 = E::SEARCH_TURNS;
    const REPLIES: bool = E::REPLIES;
    const BY_KIND: bool = E::BY_KIND;

    fn search_turns(&self) -> u32 {
        self.engine.search_turns()
    }

    fn drawn_alike(&self, state: &E::State) -> Option<u64> {
        self.engine.drawn_alike(state)
    }

    fn recurs(&self, state: &E::State, into: &mut Vec<u8>) -> bool {
        self.engine.recurs(state, into)
    }

    fn kind(&self, state: &E::State, chosen: &E::Move) -> MoveKind {
        self.engine.kind(state, chosen)
    }
}
