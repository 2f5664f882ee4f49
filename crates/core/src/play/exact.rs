//! Exact values of battles that are small enough: the share that each of two sides can secure if both play their best.
//!
//! All positions that can be reached are listed as a graph of choices and chances, and valued from the end of the battle to its
//! start. A side's share is the least fixed point: the probability with which it wins in the end whatever the other side does.
//! Nobody wins a battle that never ends, so the two shares add up to less than 1 if a side can hold out.

mod graph;
mod value;

use self::graph::{Graph, Positions};
use super::branches::Branches;
use super::chance::Chance;
use super::{Blind, Engine, Next};

/// An engine whose positions can be listed.
pub trait Listed: Engine {
    /// Appends bytes that are equal for two states just if the battle goes on from both in the same way.
    fn position(&self, state: &Self::State, into: &mut Vec<u8>);

    /// Returns true for a state in the middle of one player's decisions, such as dice half placed. Such states are not kept,
    /// only the positions that they lead to. No chain of moves may lead from one back to itself.
    fn is_passing(&self, _state: &Self::State) -> bool {
        false
    }
}

/// The bounds of a search for exact values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SolveLimits {
    /// The most positions.
    pub positions: usize,
    /// The most ways from positions to others.
    pub links: usize,
    /// The most moves made to find them.
    pub moves: u64,
    /// The most ways that are checked to value the positions. When they are used up, the shares are bounds from below.
    pub steps: u64,
}

impl SolveLimits {
    /// Limits of about a second of work.
    pub const QUICK: SolveLimits =
        SolveLimits { positions: 30_000, links: 1_000_000, moves: 3_000_000, steps: 200_000_000 };

    /// Limits that fit in 500 MB.
    pub const FULL: SolveLimits =
        SolveLimits { positions: 4_000_000, links: 32_000_000, moves: 400_000_000, steps: 20_000_000_000 };
}

/// The exact value of a battle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Exact {
    /// The probability from 0 to 1 with which each side wins if it plays its best, whatever the other does. The error is less
    /// than the difference between their sum and 1; if that is 0, it is less than 10⁻⁹.
    pub shares: [f64; 2],
    /// Positions of the graph: those that chance or a player leads on from, and the ends.
    pub states: usize,
}

impl Exact {
    /// Returns the rest that neither side can make its own: draws, battles that never end, and what lies between bounds.
    pub fn unfinished_share(&self) -> f64 {
        (1.0 - self.shares[0] - self.shares[1]).max(0.0)
    }
}

/// The reason a battle has no exact value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unsolved {
    /// There are not two players, or something is hidden from them.
    Kind,
    /// More than the limits allow; with the positions found by then.
    TooLarge(usize),
}

/// Returns the exact value of a battle.
///
/// # Errors
///
/// Says why it has none: it is of another kind, or larger than the limits.
pub fn solve<E: Listed>(engine: &E, limits: &SolveLimits) -> Result<Exact, Unsolved> {
    solve_from(engine, &engine.start(), limits)
}

/// Returns the exact value of a position in which nobody is in the middle of decisions ([`Listed::is_passing`]).
///
/// # Errors
///
/// Says why it has none: it is of another kind, or larger than the limits.
pub fn solve_from<E: Listed>(engine: &E, start: &E::State, limits: &SolveLimits) -> Result<Exact, Unsolved> {
    // Where each position lies is of no more use: large battles need the memory.
    let graph = list_positions(engine, start, limits)?.0;
    let values = graph.values(limits.steps);
    Ok(Exact { shares: values[graph.start as usize], states: graph.len() })
}

/// Returns the positions that a battle can come to from one of them, and the place of each; `Err` says why they cannot be listed.
fn list_positions<E: Listed>(
    engine: &E,
    start: &E::State,
    limits: &SolveLimits,
) -> Result<(Graph, Positions), Unsolved> {
    if E::HIDDEN || engine.players() != 2 {
        return Err(Unsolved::Kind);
    }
    Graph::list(engine, start, limits).map_err(Unsolved::TooLarge)
}

/// The exact values of all positions of a battle.
#[derive(Debug)]
pub struct ExactValues<'a, E> {
    engine: &'a E,
    places: Positions,
    /// By place: the probability with which each side can make sure of winning.
    values: Vec<[f64; 2]>,
}

impl<'a, E: Listed> ExactValues<'a, E> {
    /// Solves a battle.
    ///
    /// # Errors
    ///
    /// Says why it cannot be solved: it is of another kind, or larger than the limits.
    pub fn new(engine: &'a E, limits: &SolveLimits) -> Result<ExactValues<'a, E>, Unsolved> {
        let (graph, places) = list_positions(engine, &engine.start(), limits)?;
        Ok(ExactValues { engine, values: graph.values(limits.steps), places })
    }

    /// Returns the number of positions; see [`Exact::states`].
    pub fn states(&self) -> usize {
        self.values.len()
    }

    /// Returns the probability from 0 to 1 with which each side can make sure of winning from a state that the battle can come to.
    pub fn shares(&self, state: &E::State) -> [f64; 2] {
        match self.engine.next(state) {
            Next::Over(outcome) => [0, 1].map(|side| f64::from(u8::from(outcome.winner == Some(side)))),
            Next::Decide { player, .. } if self.engine.is_passing(state) => {
                let mut moves = Vec::new();
                self.engine.moves(state, &mut moves);
                let each: Vec<[f64; 2]> = moves.iter().map(|chosen| self.values_after(state, chosen)).collect();
                let of = |side: usize| {
                    let each = each.iter().map(|value| value[side]);
                    if side == player { each.fold(0.0, f64::max) } else { each.fold(1.0, f64::min) }
                };
                [of(0), of(1)]
            }
            Next::Decide { .. } => self.known_values(state),
            Next::Auto => {
                let (mut branches, mut after) = (Branches::default(), state.clone());
                self.engine.advance(&mut after, &mut Chance::from_branches(&mut branches), &mut Blind);
                if branches.has_drawn() { self.known_values(state) } else { self.shares(&after) }
            }
        }
    }

    /// Returns the values of the state after a move, on average over what it draws.
    pub fn values_after(&self, state: &E::State, chosen: &E::Move) -> [f64; 2] {
        let (mut branches, mut sum) = (Branches::default(), [0.0; 2]);
        loop {
            let mut after = state.clone();
            self.engine.apply(&mut after, chosen, &mut Chance::from_branches(&mut branches), &mut Blind);
            let (value, probability) = (self.shares(&after), branches.probability());
            (0..2).for_each(|side| sum[side] += probability * value[side]);
            if !branches.advance() {
                return sum;
            }
        }
    }

    fn known_values(&self, state: &E::State) -> [f64; 2] {
        let mut bytes = Vec::with_capacity(64);
        self.engine.position(state, &mut bytes);
        let place = self.places.get(bytes.as_slice());
        self.values[*place.expect("internal error: a state that the battle cannot come to") as usize]
    }
}
