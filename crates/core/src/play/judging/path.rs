//! The way that a recorded battle took: every place where it could have gone on in another way, by a decision or by chance.

use crate::play::chance::{Chance, Tape};
use crate::play::replay::{Turn, TurnEntry};
use crate::play::rng::Rng;
use crate::play::{Blind, Engine, Next, step};

/// The most moves of a decision that are tried: of more, those after which the engine values the position highest.
const MOST: usize = 64;

/// A place from which the battle went on by a decision, by what was drawn, or by both.
pub(super) struct Point<E: Engine> {
    /// The turn of the clock, from 1.
    pub(super) turn: u32,
    /// The player who decided. Where nobody did, the one whose turn it is; in a turn that all share the one who decided last, and
    /// the first player before that.
    pub(super) player: usize,
    /// The state before.
    pub(super) state: E::State,
    /// The decision; `None` where something was drawn before anybody had a choice in the turn.
    pub(super) choice: Option<Choice<E::Move>>,
    /// Whether anything was drawn from here to the next point.
    pub(super) has_drawn: bool,
}

/// A decision with more than one legal move.
pub(super) struct Choice<M> {
    /// The number of legal moves.
    pub(super) legal: usize,
    /// Those that are tried, in the engine's order: at least two.
    pub(super) tried: Vec<M>,
    /// The index of the move that was made.
    pub(super) chosen: usize,
}

/// The points of a battle in order, and the state in which its record ends.
pub(super) struct Path<E: Engine> {
    pub(super) points: Vec<Point<E>>,
    pub(super) end: E::State,
}

impl<E: Engine> Path<E> {
    /// Follows a record that was replayed without a mistake, with every decision and draw in the order in which it came.
    pub(super) fn follow(engine: &E, turns: &[Turn<E::Move, ()>]) -> Path<E> {
        let mut entries = turns.iter().flat_map(|turn| &turn.entries).peekable();
        let (mut state, mut points) = (engine.start(), Vec::<Point<E>>::new());
        loop {
            let (decider, chosen) = match engine.next(&state) {
                Next::Over(_) => break,
                Next::Auto => (None, None),
                Next::Decide { player, .. } => match entries.next() {
                    Some(TurnEntry::Chosen { chosen, .. }) => (Some(player), Some(chosen)),
                    _ => break,
                },
            };
            let mut tape = Tape::new(match entries.peek() {
                Some(TurnEntry::Drawn { draws, .. }) => draws.clone(),
                _ => Vec::new(),
            });
            let mut after = state.clone();
            step(engine, &mut after, chosen, &mut Chance::from_tape(&mut tape));
            if tape.lack().is_some() {
                // The record ends before this is drawn.
                break;
            }
            let has_drawn = tape.last_reached().is_some();
            if has_drawn {
                entries.next();
            }
            let clock = engine.clock(&state);
            let choice = chosen.and_then(|chosen| Choice::new(engine, &state, decider, chosen));
            match points.last_mut() {
                Some(last) if choice.is_none() && last.turn == clock.turn => last.has_drawn |= has_drawn,
                last if choice.is_some() || has_drawn => {
                    let player = decider.or(clock.player).or(last.map(|last| last.player)).unwrap_or(0);
                    points.push(Point { turn: clock.turn, player, state, choice, has_drawn });
                }
                _ => {}
            }
            state = after;
        }
        Path { points, end: state }
    }

    /// Returns the state that the battle reached from a point: that of the next one, or the last.
    pub(super) fn state_after(&self, point: usize) -> &E::State {
        self.points.get(point + 1).map_or(&self.end, |next| &next.state)
    }
}

impl<M> Choice<M> {
    /// Returns the decision in which a player made a move; `None` if no other one was legal.
    fn new<E: Engine<Move = M>>(engine: &E, state: &E::State, decider: Option<usize>, chosen: &M) -> Option<Choice<M>>
    where
        M: Clone + PartialEq,
    {
        let mut tried = Vec::new();
        engine.moves(state, &mut tried);
        if !tried.contains(chosen) {
            // Where not all legal moves are listed, the one that was made may be none of those.
            tried.push(chosen.clone());
        }
        let legal = tried.len();
        if legal > MOST {
            let player = decider?;
            let mut by_value: Vec<usize> = (0..legal).collect();
            by_value.sort_by_cached_key(|i| {
                let mut after = state.clone();
                engine.apply(&mut after, &tried[*i], &mut Chance::fair(&mut Rng::new(0)), &mut Blind);
                (tried[*i] != *chosen, -i64::from(engine.value(&after, player)))
            });
            by_value.truncate(MOST);
            by_value.sort_unstable();
            tried = by_value.into_iter().map(|i| tried[i].clone()).collect();
        }
        let chosen = tried.iter().position(|tried| tried == chosen)?;
        (legal > 1).then_some(Choice { legal, tried, chosen })
    }
}
