//! The tree of a search: positions in which somebody decides, and the moves between them.
//!
//! Between a move and the next position dice may be rolled: then the move leads to several nodes, more of them the more often it
//! is tried (progressive widening). Each counts as often as it was drawn; rolls after which the battle goes on alike are one. A
//! node comes to what its better moves come to: bad ones that were tried too say little of it. A move that ends the battle is
//! known for sure, and so is a position with a move that wins.

use super::advance;
use crate::play::bots::{answered, follow};
use crate::play::rng::Rng;
use crate::play::{Engine, Next, Playout};

/// Weight of exploration: the preference for a move that was hardly tried, in standard deviations of the values of playouts.
const CURIOSITY: f64 = 3.0;
/// As how many playouts the engine's value of a move and its best reply counts, before it is tried and after.
const PRIOR: f64 = 8.0;
/// The distance below the best move of a node at which another move counts half of its playouts.
const TOLERANCE: f64 = 0.1;

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
    /// The way from the root to a leaf: nodes and the edges taken there.
    path: Vec<(u32, u32)>,
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
    /// The draws between the move and this state, how often they came up, and the next node of that move.
    drawn: u64,
    times: u32,
    next: u32,
}

/// A move of a node.
#[derive(Debug)]
struct Edge<M> {
    chosen: M,
    visits: u32,
    /// The sum of the values of its nodes, each as often as it was drawn, and the number of draws.
    sum: Values,
    times: f64,
    /// True if that is certain.
    proven: bool,
    /// The engine's value of the state after it and the best reply, for the player that decides.
    prior: f64,
    /// Its expected value for that player, by playouts and by the engine.
    mean: f64,
    /// Its nodes: the first, and how many.
    first: u32,
    nodes: u32,
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
            drawn: 0,
            times: 0,
            next: NONE,
        }
    }

    /// Values it by its moves.
    fn value_by<M>(&mut self, edges: &[Edge<M>]) {
        let tried = || edges.iter().filter(|edge| edge.visits > 0);
        let best = tried().map(|edge| edge.mean).fold(0.0, f64::max);
        let (mut sum, mut weight) = (self.own, 1.0);
        for edge in tried() {
            let short = (best - edge.mean) / TOLERANCE;
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
            nodes: 0,
        }
    }

    /// Counts a playout that changed what one of its nodes comes to, for the player that decides.
    fn count<S>(&mut self, node: &Node<S>, before: &Values, player: usize) {
        self.visits += 1;
        let times = f64::from(node.times);
        for (sum, (value, before)) in self.sum.iter_mut().zip(node.value.iter().zip(before)) {
            *sum += times * (value - before);
        }
        self.proven = node.proven && node.drawn == 0;
        let value = self.sum[player] / self.times;
        let visits = f64::from(self.visits);
        self.mean = if self.proven { value } else { (visits * value + PRIOR * self.prior) / (visits + PRIOR) };
    }
}

impl<E: Playout> Tree<E> {
    /// Returns an empty tree; `lead` is half of a sure victory, in the engine's points.
    pub(super) fn new(lead: f64) -> Tree<E> {
        Tree {
            lead,
            nodes: Vec::new(),
            edges: Vec::new(),
            moves: Vec::with_capacity(64),
            replies: Vec::with_capacity(64),
            results: (0.0, 0.0, 0.0),
            path: Vec::with_capacity(64),
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.edges.clear();
        self.results = (0.0, 0.0, 0.0);
    }

    /// Adds the root of a position, with its moves.
    pub(super) fn plant(&mut self, engine: &E, state: &E::State, rng: &mut Rng) -> u32 {
        let root = self.nodes.len() as u32;
        self.nodes.push(Node::new(engine, state.clone()));
        self.expand(engine, root, rng);
        root
    }

    /// Returns true if a node has these moves, in this order.
    pub(super) fn chooses_from(&self, node: u32, moves: &[E::Move]) -> bool {
        let (first, end) = self.nodes[node as usize].edges;
        self.edges[first as usize..end as usize].iter().map(|edge| &edge.chosen).eq(moves)
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
            self.path.push((at, edge));
            at = self.descend(engine, at, edge, rng);
            let node = &self.nodes[at as usize];
            if node.ended || node.proven || node.visits == 0 {
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
        let mut before = self.nodes[leaf as usize].value;
        if !self.nodes[leaf as usize].proven {
            let value = self.play_on(engine, leaf, rng);
            let node = &mut self.nodes[leaf as usize];
            (node.own, node.value, node.proven) = (value, value, node.ended);
        }
        self.nodes[leaf as usize].visits += 1;
        let result = self.nodes[leaf as usize].value[self.nodes[self.path[0].0 as usize].player];
        let (n, sum, squares) = self.results;
        self.results = (n + 1.0, sum + result, squares + result * result);
        let mut child = leaf;
        for (at, edge) in self.path.iter().rev().copied() {
            let player = self.nodes[at as usize].player;
            self.edges[edge as usize].count(&self.nodes[child as usize], &before, player);
            let node = &mut self.nodes[at as usize];
            node.visits += 1;
            before = node.value;
            let (first, end) = node.edges;
            node.value_by(&self.edges[first as usize..end as usize]);
            child = at;
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
            let doubt = if edge.proven { 0.0 } else { curiosity / (f64::from(edge.visits) + PRIOR).sqrt() };
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

    /// Returns the node that a move leads to: by dice newly drawn, or by those of which the fewest playouts were made.
    fn descend(&mut self, engine: &E, at: u32, edge: u32, rng: &mut Rng) -> u32 {
        let Edge { ref chosen, visits, first, nodes, .. } = self.edges[edge as usize];
        if first != NONE {
            let only = self.nodes[first as usize].drawn == 0;
            if only || nodes * nodes > visits {
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
            let node = &mut self.nodes[known as usize];
            if node.drawn == drawn {
                node.times += 1;
                edge.sum.iter_mut().zip(node.value).for_each(|(sum, value)| *sum += value);
                return known;
            }
            known = node.next;
        }
        let new = self.nodes.len() as u32;
        edge.first = new;
        edge.nodes += 1;
        self.nodes.push(Node { drawn, times: 1, next: first, ..Node::new(engine, state) });
        new
    }

    /// Returns of the nodes of a move the one with the fewest visits for each time it was drawn.
    fn least_visited(&self, first: u32) -> u32 {
        let mut best = first;
        let mut at = self.nodes[first as usize].next;
        while at != NONE {
            let (a, b) = (&self.nodes[at as usize], &self.nodes[best as usize]);
            if u64::from(a.visits) * u64::from(b.times) < u64::from(b.visits) * u64::from(a.times) {
                best = at;
            }
            at = a.next;
        }
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
