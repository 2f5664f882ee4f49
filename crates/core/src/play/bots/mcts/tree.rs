//! The tree of a search: positions in which somebody decides, and the moves between them.
//!
//! Between a move and the next position dice may be rolled: then the move leads to several nodes, more of them the more often it
//! is tried (progressive widening). Each counts as often as it was drawn; rolls after which the battle goes on alike are one. A
//! node comes to what its better moves come to: bad ones that were tried too say little of it. A move that ends the battle is
//! known for sure, and so is a position with a move that wins.
//!
//! Where positions recur ([`Playout::recurs`]), each has one node, whatever way leads to it: the tree is a graph, and what is known
//! of a position counts wherever it comes up again, in later decisions of the battle too.

use std::hash::Hasher as _;

use rustc_hash::{FxHashMap, FxHasher};

use super::advance;
use crate::play::bots::{follow, play_best_reply};
use crate::play::rng::Rng;
use crate::play::{Engine, Next, Playout};

/// Weight of exploration: the preference for a move that was hardly tried, in standard deviations of the values of playouts.
const CURIOSITY: f64 = 3.0;

/// The weights of a search, which differ where positions recur and are known better and better: found by play against exact values.
#[derive(Debug, Clone, Copy)]
struct Weights {
    /// As how many playouts the engine's value of a move and its best reply counts, before it is tried and after.
    prior: f64,
    /// The distance below the best move of a node at which another move counts half of its playouts.
    tolerance: f64,
    /// A move leads to about as many nodes as the root of this many times its tries.
    width: u32,
    /// The number of times that a battle is played on from a new node. What is found where positions recur lasts for the rest
    /// of the battle, and is worth more.
    times: u32,
}

impl Weights {
    const USUAL: Weights = Weights { prior: 8.0, tolerance: 0.1, width: 1, times: 1 };
    const RECURRING: Weights = Weights { prior: 4.0, tolerance: 0.05, width: 2, times: 4 };
}

/// The most players.
const PLAYERS: usize = 4;
/// The value for each player, from 0 for a defeat to 1 for a victory.
type Values = [f64; PLAYERS];

/// No node.
const NONE: u32 = u32::MAX;

/// A tree, or several of them: a root for each possible position.
#[derive(Debug)]
pub(super) struct Tree<E: Engine> {
    /// The lead that is half of a sure victory, in the engine's points.
    lead: f64,
    nodes: Vec<Node<E::State>>,
    edges: Vec<Edge<E::Move>>,
    moves: Vec<E::Move>,
    replies: Vec<E::Move>,
    /// The values of the playouts for the player that decides at the root: their number, sum and sum of squares.
    results: (f64, f64, f64),
    /// The way from the root to a leaf: nodes, the edges taken there, and the draws after them.
    path: Vec<(u32, u32, u32)>,
    draws: Vec<Draw>,
    /// The nodes of positions that recur, by a hash of their bytes.
    known: FxHashMap<u64, u32>,
    bytes: Vec<u8>,
    /// True if positions of the battle recur.
    recurs: bool,
    weights: Weights,
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
    /// The value of its first playout, and its value by all playouts.
    own: Values,
    value: Values,
    /// True if that is certain.
    proven: bool,
    /// True while it lies on the way to a leaf.
    on_path: bool,
}

/// A move of a node.
#[derive(Debug)]
struct Edge<M> {
    chosen: M,
    visits: u32,
    /// The sum of the values of its draws, each as often as it came up, and the number of times.
    sum: Values,
    times: f64,
    /// True if that is certain.
    proven: bool,
    /// The engine's value of the state after it and the best reply, for the player that decides.
    prior: f64,
    /// Its expected value for that player, by playouts and by the engine.
    mean: f64,
    /// Its draws: the first, and how many.
    first: u32,
    draws: u32,
}

/// A draw after a move, and the node that it leads to.
#[derive(Debug)]
struct Draw {
    /// Tells it from others; 0 if nothing was drawn.
    drawn: u64,
    node: u32,
    /// The number of times that it came up, and that its node was visited from here.
    times: u32,
    visits: u32,
    /// The value of its node when it was last visited from here.
    value: Values,
    /// The next one of the move.
    next: u32,
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
            own: Values::default(),
            value: Values::default(),
            proven: false,
            on_path: false,
        }
    }

    /// Values it by its moves.
    fn value_by<M>(&mut self, edges: &[Edge<M>], tolerance: f64) {
        let tried = || edges.iter().filter(|edge| edge.visits > 0);
        let best = tried().map(|edge| edge.mean).fold(0.0, f64::max);
        let (mut sum, mut weight) = (self.own, 1.0);
        for edge in tried() {
            let short = (best - edge.mean) / tolerance;
            let counts = f64::from(edge.visits) / (1.0 + short * short);
            weight += counts;
            let each = counts / edge.times;
            sum.iter_mut().zip(edge.sum).for_each(|(sum, value)| *sum += each * value);
        }
        self.value = sum.map(|sum| sum / weight);
        let settles = |edge: &&Edge<M>| edge.proven && (edge.mean == best);
        if let Some(edge) = tried().find(settles)
            && (best >= 1.0 || edges.iter().all(|edge| edge.proven))
        {
            (self.value, self.proven) = (edge.sum.map(|sum| sum / edge.times), true);
        }
    }
}

impl<M> Edge<M> {
    fn new(chosen: M, prior: f64) -> Edge<M> {
        Edge {
            chosen,
            visits: 0,
            sum: Values::default(),
            times: 0.0,
            proven: false,
            prior,
            mean: prior,
            first: NONE,
            draws: 0,
        }
    }

    /// Counts a playout that went on from one of its draws to a node, for the player that decides.
    fn count<S>(&mut self, draw: &mut Draw, node: &Node<S>, (player, prior): (usize, f64)) {
        self.visits += 1;
        let times = f64::from(draw.times);
        for (sum, (value, before)) in self.sum.iter_mut().zip(node.value.iter().zip(&draw.value)) {
            *sum += times * (value - before);
        }
        draw.value = node.value;
        self.proven = node.proven && draw.drawn == 0;
        let value = self.sum[player] / self.times;
        let visits = f64::from(self.visits);
        self.mean = if self.proven { value } else { (visits * value + prior * self.prior) / (visits + prior) };
    }
}

impl<E: Playout> Tree<E> {
    /// Returns an empty tree; `lead` is half of a sure victory, in the engine's points.
    pub(super) fn new(engine: &E, lead: f64) -> Tree<E> {
        let mut bytes = Vec::with_capacity(64);
        let recurs = engine.recurs(&engine.start(), &mut bytes);
        Tree {
            lead,
            nodes: Vec::new(),
            edges: Vec::new(),
            moves: Vec::with_capacity(64),
            replies: Vec::with_capacity(64),
            results: (0.0, 0.0, 0.0),
            path: Vec::with_capacity(64),
            draws: Vec::new(),
            known: FxHashMap::default(),
            bytes,
            recurs,
            weights: if recurs { Weights::RECURRING } else { Weights::USUAL },
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.edges.clear();
        self.draws.clear();
        self.known.clear();
    }

    /// Gets ready for the next decision of a battle: forgets what is of no more use.
    pub(super) fn prune(&mut self) {
        const MOST_NODES: usize = 100_000;
        if !self.recurs || self.nodes.len() > MOST_NODES {
            self.clear();
        }
        self.results = (0.0, 0.0, 0.0);
    }

    /// Returns the root of a position, with its moves.
    pub(super) fn plant(&mut self, engine: &E, state: &E::State, rng: &mut Rng) -> u32 {
        let root = self.node(engine, state.clone());
        if self.recurs && self.nodes[root as usize].visits == 0 {
            // It may come up below itself.
            self.value_leaf(engine, root, rng);
        }
        if self.nodes[root as usize].edges.0 == self.nodes[root as usize].edges.1 {
            self.expand(engine, root, rng);
        }
        root
    }

    /// Returns the node of a state: a new one, or the one that its position has.
    fn node(&mut self, engine: &E, state: E::State) -> u32 {
        let new = self.nodes.len() as u32;
        let node = Node::new(engine, state);
        self.bytes.clear();
        if self.recurs && !node.ended && engine.recurs(&node.state, &mut self.bytes) {
            let mut hasher = FxHasher::default();
            hasher.write(&self.bytes);
            let known = *self.known.entry(hasher.finish()).or_insert(new);
            if known != new && self.is_at(engine, known) {
                return known;
            }
        }
        self.nodes.push(node);
        new
    }

    /// Returns true if a node has the position whose bytes were just written: other bytes may have the same hash.
    fn is_at(&mut self, engine: &E, node: u32) -> bool {
        let end = self.bytes.len();
        engine.recurs(&self.nodes[node as usize].state, &mut self.bytes);
        let (sought, found) = self.bytes.split_at(end);
        sought == found
    }

    /// Returns true if a node has these moves, in this order.
    pub(super) fn chooses_from(&self, node: u32, moves: &[E::Move]) -> bool {
        let (first, end) = self.nodes[node as usize].edges;
        self.edges[first as usize..end as usize].iter().map(|edge| &edge.chosen).eq(moves)
    }

    /// Returns the number of playouts that came through a node.
    pub(super) fn visits(&self, node: u32) -> u32 {
        self.nodes[node as usize].visits
    }

    /// Returns true if the value of a node is certain.
    pub(super) fn is_proven(&self, node: u32) -> bool {
        self.nodes[node as usize].proven
    }

    /// Returns the expected value of a move of a node, by its number there, for the player that decides.
    pub(super) fn prospects(&self, node: u32, number: u32) -> f64 {
        self.edges[(self.nodes[node as usize].edges.0 + number) as usize].mean
    }

    /// Returns the number of playouts that began with a move of a node, by its number there.
    pub(super) fn tries(&self, node: u32, number: u32) -> u32 {
        self.edges[(self.nodes[node as usize].edges.0 + number) as usize].visits
    }

    /// Goes down the tree, first by a move of the root with this number, to a new node, plays on from there, and counts what came
    /// of it all the way up.
    pub(super) fn playout(&mut self, engine: &E, (root, number): (u32, u32), rng: &mut Rng) {
        self.path.clear();
        let mut edge = self.nodes[root as usize].edges.0 + number;
        let mut at = root;
        loop {
            let draw = self.draw(engine, at, edge, rng);
            self.path.push((at, edge, draw));
            self.nodes[at as usize].on_path = true;
            at = self.draws[draw as usize].node;
            let node = &self.nodes[at as usize];
            if node.on_path || node.ended || node.proven || node.visits == 0 {
                break;
            }
            if node.edges.0 == node.edges.1 {
                self.expand(engine, at, rng);
            }
            edge = self.promising(at);
        }
        self.count(engine, at, rng);
    }

    /// Values a leaf, and what leads to it.
    fn count(&mut self, engine: &E, leaf: u32, rng: &mut Rng) {
        let node = &self.nodes[leaf as usize];
        // A way that comes back to a position on it has gained nothing, and shows nothing.
        if !node.proven && !node.on_path {
            self.value_leaf(engine, leaf, rng);
        }
        let result = self.nodes[leaf as usize].value[self.nodes[self.path[0].0 as usize].player];
        let (n, sum, squares) = self.results;
        self.results = (n + 1.0, sum + result, squares + result * result);
        for (at, edge, draw) in self.path.iter().rev().copied() {
            let player = self.nodes[at as usize].player;
            let draw = &mut self.draws[draw as usize];
            let child = &self.nodes[draw.node as usize];
            self.edges[edge as usize].count(draw, child, (player, self.weights.prior));
            let node = &mut self.nodes[at as usize];
            node.visits += 1;
            node.on_path = false;
            let (first, end) = node.edges;
            node.value_by(&self.edges[first as usize..end as usize], self.weights.tolerance);
        }
    }

    /// Values a node without moves by playouts.
    fn value_leaf(&mut self, engine: &E, leaf: u32, rng: &mut Rng) {
        let ended = self.nodes[leaf as usize].ended;
        let times = if ended { 1 } else { self.weights.times };
        let mut value = Values::default();
        for _ in 0..times {
            let played = self.play_on(engine, leaf, rng);
            value.iter_mut().zip(played).for_each(|(sum, value)| *sum += value / f64::from(times));
        }
        let node = &mut self.nodes[leaf as usize];
        (node.own, node.value, node.proven) = (value, value, ended);
        node.visits += 1;
    }

    /// Gives a node its moves, each with what the engine says of it.
    fn expand(&mut self, engine: &E, at: u32, rng: &mut Rng) {
        let node = &mut self.nodes[at as usize];
        engine.moves(&node.state, &mut self.moves);
        let first = self.edges.len() as u32;
        for chosen in &self.moves {
            let drawn = (&mut *rng, &mut 0);
            let after = play_best_reply(engine, (&node.state, node.player), chosen, &mut self.replies, drawn);
            self.edges.push(Edge::new(chosen.clone(), share(engine, &after, node.player, self.lead)));
        }
        node.edges = (first, self.edges.len() as u32);
    }

    /// Returns the move to try next: what did well, and what was hardly tried.
    fn promising(&self, at: u32) -> u32 {
        let node = &self.nodes[at as usize];
        let (first, end) = node.edges;
        let curiosity = CURIOSITY * self.deviation() * f64::from(node.visits + 1).ln().sqrt();
        let mut best = (f64::MIN, first);
        for index in first..end {
            let edge = &self.edges[index as usize];
            let doubt =
                if edge.proven { 0.0 } else { curiosity / (f64::from(edge.visits) + self.weights.prior).sqrt() };
            if edge.mean + doubt > best.0 {
                best = (edge.mean + doubt, index);
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

    /// Returns the index of a draw after a move: a new one, or the one of which the fewest playouts were made.
    fn draw(&mut self, engine: &E, at: u32, edge: u32, rng: &mut Rng) -> u32 {
        let Edge { ref chosen, visits, first, draws, .. } = self.edges[edge as usize];
        if first != NONE {
            let only = self.draws[first as usize].drawn == 0;
            if only || draws * draws > self.weights.width * visits {
                return self.least_visited(first);
            }
        }
        let mut drawn = 0;
        let mut state = follow(engine, &self.nodes[at as usize].state, chosen, rng, &mut drawn);
        advance(engine, &mut state, rng, &mut drawn);
        if drawn != 0 {
            // Only what nothing was drawn for has 0.
            drawn = engine.drawn_alike(&state).map_or(drawn, |alike| alike | 1);
        }
        let edge = &mut self.edges[edge as usize];
        edge.times += 1.0;
        let mut known = first;
        while known != NONE {
            let draw = &mut self.draws[known as usize];
            if draw.drawn == drawn {
                draw.times += 1;
                draw.visits += 1;
                edge.sum.iter_mut().zip(draw.value).for_each(|(sum, value)| *sum += value);
                return known;
            }
            known = draw.next;
        }
        let new = self.draws.len() as u32;
        edge.first = new;
        edge.draws += 1;
        let node = self.node(engine, state);
        self.draws.push(Draw { drawn, node, times: 1, visits: 1, value: Values::default(), next: first });
        new
    }

    /// Returns of the draws after a move the one with the fewest visits for each time it came up, and counts one more.
    fn least_visited(&mut self, first: u32) -> u32 {
        let mut best = first;
        let mut at = self.draws[first as usize].next;
        while at != NONE {
            let (a, b) = (&self.draws[at as usize], &self.draws[best as usize]);
            if u64::from(a.visits) * u64::from(b.times) < u64::from(b.visits) * u64::from(a.times) {
                best = at;
            }
            at = a.next;
        }
        self.draws[best as usize].visits += 1;
        best
    }

    /// Plays some turns from a node, and returns what they come to for each player.
    fn play_on(&mut self, engine: &E, at: u32, rng: &mut Rng) -> Values {
        let mut state = self.nodes[at as usize].state.clone();
        let last = engine.clock(&state).turn + engine.search_turns() - 1;
        if !self.nodes[at as usize].ended {
            engine.search_on(&mut state, last, rng, &mut self.moves);
        }
        let mut values = Values::default();
        for (player, value) in values.iter_mut().enumerate().take(engine.players()) {
            *value = share(engine, &state, player, self.lead);
        }
        values
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
