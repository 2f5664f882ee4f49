//! The move after which it stands best, once the opponent has replied.

use super::{Player, Thought, play_best_reply};
use crate::play::Playout;
use crate::play::rng::Rng;
use crate::play::stop::Stop;

/// One decision in this many is random.
const WHIM: u32 = 10;
/// Tries of a move that draws.
const TRIES: i64 = 4;

/// The greedy bot.
#[derive(Debug)]
pub(super) struct Greedy<M> {
    /// The legal moves of the decision at hand.
    moves: Vec<M>,
    replies: Vec<M>,
    best: Vec<M>,
    stop: Stop,
}

impl<M> Greedy<M> {
    pub(super) fn new(stop: &Stop) -> Greedy<M> {
        let moves = || Vec::with_capacity(64);
        Greedy { moves: moves(), replies: moves(), best: moves(), stop: stop.clone() }
    }
}

impl<E: Playout> Player<E> for Greedy<E::Move> {
    fn most_positions(&self) -> u32 {
        8
    }

    fn choose(&mut self, engine: &E, positions: &[E::State], player: usize, rng: &mut Rng) -> E::Move {
        engine.moves(&positions[0], &mut self.moves);
        match self.moves.as_slice() {
            [only] => only.clone(),
            moves if rng.draw_below(WHIM) == 0 => moves[rng.draw_below(moves.len() as u32) as usize].clone(),
            _ => self.best(engine, positions, player, rng),
        }
    }

    fn consider(&mut self, engine: &E, positions: &[E::State], player: usize, rng: &mut Rng) -> Vec<Thought> {
        engine.moves(&positions[0], &mut self.moves);
        if self.moves.len() > 1 {
            // As in a choice, whether or not it is a random one.
            rng.draw_below(WHIM);
        }
        let tries = positions.len() as f64 * TRIES as f64;
        let weighed = |chosen: &E::Move| {
            let values = positions.iter().map(|state| value(engine, (state, player), chosen, &mut self.replies, rng));
            Thought::Points(values.sum::<i64>() as f64 / tries)
        };
        self.moves.iter().map(weighed).collect()
    }
}

impl<M: Clone> Greedy<M> {
    fn best<E: Playout<Move = M>>(&mut self, engine: &E, positions: &[E::State], player: usize, rng: &mut Rng) -> M {
        let mut best_value = i64::MIN;
        self.best.clear();
        for chosen in &self.moves {
            let values = positions.iter().map(|state| value(engine, (state, player), chosen, &mut self.replies, rng));
            let value = values.sum();
            if value > best_value {
                best_value = value;
                self.best.clear();
            }
            if value == best_value {
                self.best.push(chosen.clone());
            }
            if self.stop.is_called() {
                break;
            }
        }
        self.best[rng.draw_below(self.best.len() as u32) as usize].clone()
    }
}

/// Returns the engine's value for a player of the state after a move, summed over several tries: where something is drawn,
/// each draws again.
fn value<E: Playout>(
    engine: &E,
    (state, player): (&E::State, usize),
    chosen: &E::Move,
    replies: &mut Vec<E::Move>,
    rng: &mut Rng,
) -> i64 {
    let mut sum = 0;
    for left in (0..TRIES).rev() {
        let mut digest = 0;
        let after = play_best_reply(engine, (state, player), chosen, replies, (rng, &mut digest));
        let value = i64::from(engine.value(&after, player));
        if digest == 0 {
            return sum + value * (left + 1);
        }
        sum += value;
    }
    sum
}
