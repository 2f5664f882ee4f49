//! Monte Carlo tree search: grows a tree of the moves to come, deepest where it looks best, and plays the move it visited most.
//!
//! A node is a state in which somebody decides. Between a move and the next such state dice may be rolled: then the move leads to
//! several nodes, more of them the more often it is tried (progressive widening), and each roll that was drawn counts the same. A
//! playout is a few random turns from a new node, valued by the engine, not a battle to its end: hundreds of random moves say
//! little about the one that is to be chosen.
//!
//! Where something is hidden, a tree is grown for each of several possible positions, and their visits are added up.

use super::{Player, answered, follow};
use crate::play::chance::Chance;
use crate::play::rng::Rng;
use crate::play::stop::Stop;
use crate::play::{Blind, Engine, Next, Playout};

/// Weight of exploration: the preference for a move that was hardly tried, in standard deviations of the values of playouts.
const CURIOSITY: f64 = 1.0;
/// As how many playouts the engine's value of a move and its best reply counts, before it is tried and after.
const PRIOR: f64 = 8.0;
/// Playouts that a possible position is worth, and the most positions: where something is hidden.
const PLAYOUTS_OF_A_POSITION: u32 = 50;
const MOST_POSITIONS: u32 = 16;

/// No node.
const NONE: u32 = u32::MAX;

/// The searching bot: its tree, and the buffers it fills again and again.
#[derive(Debug)]
pub(super) struct Mcts<E: Engine> {
    playouts: u32,
    stop: Stop,
    /// The lead that is half of a sure victory, in the engine's points.
    lead: f64,
    nodes: Vec<Node<E::State>>,
    edges: Vec<Edge<E::Move>>,
    moves: Vec<E::Move>,
    replies: Vec<E::Move>,
    /// The values of the playouts for the player that decides at the root: their number, sum and sum of squares.
    results: (f64, f64, f64),
    /// The moves of the decision at hand, with the playouts of all trees.
    tried: Vec<Tried<E::Move>>,
    /// The way from the root to a leaf: nodes and the edges taken there.
    path: Vec<(u32, u32)>,
}

/// A move of the decision at hand.
#[derive(Debug)]
struct Tried<M> {
    chosen: M,
    visits: u32,
    /// The sum of what its playouts came to.
    total: f64,
}

/// A state in which somebody decides, or the end.
#[derive(Debug)]
struct Node<S> {
    state: S,
    player: usize,
    ended: bool,
    /// Its moves; none before it is visited again.
    edges: (u32, u32),
    visits: u32,
    /// The dice between the move and this state, how often they were drawn, and the next node of that move.
    rolled: u64,
    drawn: u32,
    next: u32,
}

/// A move of a node.
#[derive(Debug)]
struct Edge<M> {
    chosen: M,
    visits: u32,
    /// The sum of what its playouts came to for who decides.
    total: f64,
    /// The engine's value of the state after it and the best reply, for the player that decides.
    prior: f64,
    /// Its nodes: the first, and how many.
    first: u32,
    nodes: u32,
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
        self.tried.clear();
        self.tried.extend(self.moves.iter().map(|chosen| Tried { chosen: chosen.clone(), visits: 0, total: 0.0 }));
        let share = self.playouts.div_ceil(positions.len() as u32);
        for state in positions {
            self.search(engine, state, share, rng);
        }
        self.most_visited()
    }
}

impl<S> Node<S> {
    fn new<E: Engine<State = S>>(engine: &E, state: S) -> Node<S> {
        let next = engine.next(&state);
        Node {
            player: if let Next::Decide { player, .. } = next { player } else { 0 },
            ended: matches!(next, Next::Over(_)),
            state,
            edges: (0, 0),
            visits: 0,
            rolled: 0,
            drawn: 0,
            next: NONE,
        }
    }
}

impl<E: Playout> Mcts<E> {
    pub(super) fn new(engine: &E, playouts: u32, stop: &Stop) -> Mcts<E> {
        Mcts {
            playouts,
            stop: stop.clone(),
            lead: usual_lead(engine, stop),
            nodes: Vec::new(),
            edges: Vec::new(),
            moves: Vec::with_capacity(64),
            replies: Vec::with_capacity(64),
            results: (0.0, 0.0, 0.0),
            tried: Vec::new(),
            path: Vec::with_capacity(64),
        }
    }

    /// Grows the tree of a position, and adds its visits to those of the others.
    fn search(&mut self, engine: &E, state: &E::State, playouts: u32, rng: &mut Rng) {
        self.nodes.clear();
        self.edges.clear();
        self.results = (0.0, 0.0, 0.0);
        self.nodes.push(Node::new(engine, state.clone()));
        self.expand(engine, 0, rng);
        for _ in 0..playouts {
            if self.stop.is_called() {
                break;
            }
            self.playout(engine, rng);
        }
        let (first, end) = self.nodes[0].edges;
        for edge in &self.edges[first as usize..end as usize] {
            if let Some(tried) = self.tried.iter_mut().find(|tried| tried.chosen == edge.chosen) {
                tried.visits += edge.visits;
                tried.total += edge.total;
            }
        }
    }

    /// Goes down the tree to a new node, plays on from there, and counts what came of it all the way up.
    fn playout(&mut self, engine: &E, rng: &mut Rng) {
        self.path.clear();
        let mut at = 0;
        loop {
            let node = &self.nodes[at as usize];
            if node.ended || node.visits == 0 && at != 0 {
                break;
            }
            if node.edges.0 == node.edges.1 {
                self.expand(engine, at, rng);
            }
            let edge = self.promising(at);
            self.path.push((at, edge));
            at = self.descend(engine, at, edge, rng);
        }
        let end = self.play_on(engine, self.nodes[at as usize].state.clone(), rng);
        self.nodes[at as usize].visits += 1;
        let result = share(engine, &end, self.nodes[0].player, self.lead);
        let (n, sum, squares) = self.results;
        self.results = (n + 1.0, sum + result, squares + result * result);
        for &(node, edge) in &self.path {
            let node = &mut self.nodes[node as usize];
            node.visits += 1;
            let edge = &mut self.edges[edge as usize];
            edge.visits += 1;
            edge.total += share(engine, &end, node.player, self.lead);
        }
    }

    /// Gives a node its moves, each with what the engine says of it.
    fn expand(&mut self, engine: &E, at: u32, rng: &mut Rng) {
        let node = &mut self.nodes[at as usize];
        engine.moves(&node.state, &mut self.moves);
        let first = self.edges.len() as u32;
        for chosen in &self.moves {
            let drawn = (&mut *rng, &mut 0);
            let after = answered(engine, (&node.state, node.player), chosen, &mut self.replies, drawn);
            let prior = share(engine, &after, node.player, self.lead);
            self.edges.push(Edge { chosen: chosen.clone(), visits: 0, total: 0.0, prior, first: NONE, nodes: 0 });
        }
        node.edges = (first, self.edges.len() as u32);
    }

    /// Returns the move to try next: what did well, and what was hardly tried.
    fn promising(&self, at: u32) -> u32 {
        let node = &self.nodes[at as usize];
        let (first, end) = node.edges;
        let curiosity = CURIOSITY * self.deviation();
        let tried = f64::from(node.visits + 1).ln();
        let mut best = (f64::MIN, first);
        for index in first..end {
            let edge = &self.edges[index as usize];
            let weight = f64::from(edge.visits) + PRIOR;
            let mean = (edge.total + PRIOR * edge.prior) / weight;
            let score = mean + curiosity * (tried / weight).sqrt();
            if score > best.0 {
                best = (score, index);
            }
        }
        best.1
    }

    /// Returns the standard deviation of what playouts came to so far; before there are some, that of any number from 0 to 1.
    fn deviation(&self) -> f64 {
        const SOME: f64 = 8.0;
        let (n, sum, squares) = self.results;
        if n < SOME { 0.29 } else { (squares / n - (sum / n) * (sum / n)).max(0.0).sqrt() }
    }

    /// Returns the node that a move leads to: by dice newly drawn, or by those of which the fewest playouts were made.
    fn descend(&mut self, engine: &E, at: u32, edge: u32, rng: &mut Rng) -> u32 {
        let Edge { ref chosen, visits, first, nodes, .. } = self.edges[edge as usize];
        if first != NONE {
            let only = self.nodes[first as usize].rolled == 0;
            if only || nodes * nodes > visits {
                return self.least_visited(first);
            }
        }
        let mut rolled = 0;
        let mut state = follow(engine, &self.nodes[at as usize].state, chosen, rng, &mut rolled);
        advance(engine, &mut state, rng, &mut rolled);
        let mut known = first;
        while known != NONE {
            let node = &mut self.nodes[known as usize];
            if node.rolled == rolled {
                node.drawn += 1;
                return known;
            }
            known = node.next;
        }
        let new = self.nodes.len() as u32;
        self.nodes.push(Node { rolled, drawn: 1, next: first, ..Node::new(engine, state) });
        let edge = &mut self.edges[edge as usize];
        edge.first = new;
        edge.nodes += 1;
        new
    }

    /// Returns of the nodes of a move the one with the fewest visits for each time it was drawn.
    fn least_visited(&self, first: u32) -> u32 {
        let mut best = first;
        let mut at = self.nodes[first as usize].next;
        while at != NONE {
            let (a, b) = (&self.nodes[at as usize], &self.nodes[best as usize]);
            if u64::from(a.visits) * u64::from(b.drawn) < u64::from(b.visits) * u64::from(a.drawn) {
                best = at;
            }
            at = a.next;
        }
        best
    }

    /// Plays some random turns from a state, and returns the last state.
    fn play_on(&mut self, engine: &E, mut state: E::State, rng: &mut Rng) -> E::State {
        let last = engine.clock(&state).turn + E::SEARCH_TURNS - 1;
        engine.play_on(&mut state, last, rng, &mut self.moves, &mut Blind);
        state
    }

    /// Returns the move with the most playouts; of several such the best one.
    fn most_visited(&self) -> E::Move {
        let mut best = &self.tried[0];
        for tried in &self.tried {
            if (tried.visits, tried.total) > (best.visits, best.total) {
                best = tried;
            }
        }
        best.chosen.clone()
    }
}

/// Returns what a state is worth to a player, from 0 for a defeat to 1 for a victory.
fn share<E: Engine>(engine: &E, state: &E::State, player: usize, lead: f64) -> f64 {
    match engine.outcome(state) {
        Some(outcome) => match outcome.winner {
            None => 0.5,
            Some(winner) => f64::from(u8::from(winner == player)),
        },
        None => {
            let value = f64::from(engine.value(state, player));
            0.5 + 0.5 * value / (value.abs() + lead)
        }
    }
}

/// Goes on to the next decision, or to the end. `digest` changes if anything is drawn.
fn advance<E: Engine>(engine: &E, state: &mut E::State, rng: &mut Rng, digest: &mut u64) {
    while engine.next(state) == Next::Auto {
        engine.advance(state, &mut Chance::fair(rng).digested(digest), &mut Blind);
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
            let chosen = engine.pick(&state, &mut moves, |legal| rng.below(legal));
            engine.apply(&mut state, &chosen, &mut Chance::fair(&mut rng), &mut Blind);
        }
    }
    if sum > 0.0 { sum / seen } else { 1.0 }
}
