//! Monte Carlo tree search: grows a tree of the moves to come, deepest where it looks best, and plays the most promising move.
//!
//! The moves of the decision at hand are tried equally often, then the better half of them, and so on (sequential halving): what
//! counts is the move that is made in the end, not how the others did on the way. Further down the most promising move is tried.
//! A playout is a few quick turns from a new node, valued by the engine, not a battle to its end: hundreds of random moves say
//! little about the one that is to be chosen.
//!
//! If something is hidden, a tree is grown for each of several possible positions. The first move is chosen by all of them
//! together, those that follow by each alone. One tree of all positions, or later moves that are chosen together as well, played no
//! better (docs/balance.md).

mod tree;

use self::tree::Tree;
use super::{Player, Thought};
use crate::play::chance::Chance;
use crate::play::rng::Rng;
use crate::play::stop::Stop;
use crate::play::{Blind, Engine, Next, Playout};

/// Playouts that a possible position is worth, and the most positions: where something is hidden. Many positions with a few playouts
/// each play better than few that are searched well.
const PLAYOUTS_OF_A_POSITION: u32 = 12;
const MOST_POSITIONS: u32 = 16;
/// Playouts that a move of the decision at hand is worth at least: of more moves only those with the best prospects are tried.
const PLAYOUTS_OF_A_MOVE: u32 = 4;
/// The part of the playouts, one in so many, that a decision makes in any case, however often its position came up before.
const FRESH: u32 = 10;

/// The searching bot: its tree, and the buffers it fills again and again.
#[derive(Debug)]
pub(super) struct Mcts<E: Engine> {
    playouts: u32,
    stop: Stop,
    tree: Tree<E>,
    moves: Vec<E::Move>,
    /// The nodes of the possible positions.
    roots: Vec<u32>,
    /// The moves of the decision at hand that are still tried: their places among all.
    left: Vec<u32>,
}

impl<E: Playout> Player<E> for Mcts<E> {
    fn most_positions(&self) -> u32 {
        self.playouts.div_ceil(PLAYOUTS_OF_A_POSITION).min(MOST_POSITIONS)
    }

    fn choose(&mut self, engine: &E, positions: &[E::State], _: usize, rng: &mut Rng) -> E::Move {
        engine.moves(&positions[0], &mut self.moves);
        if let [only] = self.moves.as_slice() {
            return only.clone();
        }
        self.tree.prune();
        self.roots.clear();
        for state in positions {
            let root = self.tree.plant(engine, state, rng);
            if self.tree.chooses_from(root, &self.moves) {
                self.roots.push(root);
            }
        }
        let best = self.halve(engine, rng);
        self.moves[best as usize].clone()
    }

    fn consider(&mut self, engine: &E, positions: &[E::State], player: usize, rng: &mut Rng) -> Vec<Thought> {
        self.choose(engine, positions, player, rng);
        let Mcts { moves, tree, roots, .. } = self;
        if moves.len() < 2 {
            return Vec::new();
        }
        let tried = |number: u32| roots.iter().map(|root| u64::from(tree.tries(*root, number))).sum::<u64>();
        let numbers = 0..moves.len() as u32;
        let all = numbers.clone().map(tried).sum::<u64>().max(1) as f64;
        let share = |number| roots.iter().map(|root| tree.prospects(*root, number)).sum::<f64>() / roots.len() as f64;
        numbers.map(|number| Thought::Searched { tries: tried(number) as f64 / all, share: share(number) }).collect()
    }
}

impl<E: Playout> Mcts<E> {
    pub(super) fn new(engine: &E, playouts: u32, stop: &Stop) -> Mcts<E> {
        Mcts {
            playouts,
            stop: stop.clone(),
            tree: Tree::new(engine, usual_lead(engine, stop)),
            moves: Vec::with_capacity(64),
            roots: Vec::with_capacity(MOST_POSITIONS as usize),
            left: Vec::with_capacity(64),
        }
    }

    /// Forgets the battle that it played, since another begins.
    pub(super) fn forget(&mut self) {
        self.tree.clear();
    }

    /// Tries the moves of the decision at hand equally often, and keeps the better half of them, until one is left.
    fn halve(&mut self, engine: &E, rng: &mut Rng) -> u32 {
        self.left.clear();
        self.left.extend(0..self.moves.len() as u32);
        self.sort();
        self.left.truncate((self.playouts / PLAYOUTS_OF_A_MOVE).max(2) as usize);
        let rounds = self.left.len().next_power_of_two().ilog2();
        // What earlier decisions found out about a position that recurs need not be found out again.
        let known = self.roots.iter().map(|root| self.tree.visits(*root)).sum::<u32>();
        let mut made = known.min(self.playouts - self.playouts.div_ceil(FRESH));
        for round in 0..rounds {
            let share = (self.playouts - made) / (rounds - round) / self.left.len() as u32;
            for i in 0..self.left.len() {
                for _ in 0..share.max(1) {
                    if made == self.playouts || self.stop.is_called() || self.is_won() {
                        self.sort();
                        return self.left[0];
                    }
                    // Each position in turn, and again from the first with the next move.
                    let root = self.roots[made as usize % self.roots.len()];
                    self.tree.playout(engine, (root, self.left[i]), rng);
                    made += 1;
                }
            }
            self.sort();
            self.left.truncate(self.left.len().div_ceil(2));
        }
        self.left[0]
    }

    /// Returns true if there is nothing to search for: the only position has a move that wins, or none of which anything is
    /// not known.
    fn is_won(&self) -> bool {
        matches!(self.roots.as_slice(), [root] if self.tree.is_proven(*root))
    }

    /// Puts the moves that are left in order, the best one first; of equals the one that is listed first.
    fn sort(&mut self) {
        let Mcts { left, tree, roots, .. } = self;
        let mean = |number: u32| roots.iter().map(|root| tree.prospects(*root, number)).sum::<f64>();
        left.sort_unstable_by(|a, b| mean(*b).total_cmp(&mean(*a)).then(a.cmp(b)));
    }
}

/// Goes on to the next decision, or to the end. `digest` changes if anything is drawn.
fn advance<E: Engine>(engine: &E, state: &mut E::State, rng: &mut Rng, digest: &mut u64) {
    while engine.next(state) == Next::Auto {
        engine.advance(state, &mut Chance::fair(rng).with_digest(digest), &mut Blind);
    }
}

/// Returns the lead that players usually have, in the engine's points: the mean over the decisions of some random battles.
fn usual_lead<E: Playout>(engine: &E, stop: &Stop) -> f64 {
    const BATTLES: u64 = 16;
    const DECISIONS: u32 = 1000;
    let (mut sum, mut seen) = (0.0, 0.0);
    let mut moves = Vec::new();
    for seed in 0..BATTLES {
        let mut rng = Rng::new(seed);
        let mut state = engine.start();
        for _ in 0..DECISIONS {
            advance(engine, &mut state, &mut rng, &mut 0);
            if engine.outcome(&state).is_some() || stop.is_called() {
                break;
            }
            sum += f64::from(engine.value(&state, 0)).abs();
            seen += 1.0;
            let chosen = engine.pick(&state, &mut moves, |legal| rng.draw_below(legal));
            engine.apply(&mut state, &chosen, &mut Chance::fair(&mut rng), &mut Blind);
        }
    }
    if sum > 0.0 { sum / seen } else { 1.0 }
}
