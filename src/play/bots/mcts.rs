//! Monte Carlo tree search: grows a tree of what may come, deepest where it looks best, and plays what it looked at most.
//!
//! A node is a state in which somebody decides. Between a move and the next such state dice may be rolled: then the move
//! leads to several nodes, more of them the more often it is tried (progressive widening), and each roll that was drawn
//! counts the same. A playout is a few random turns from a new node, valued by the engine, not a battle to its end:
//! hundreds of random moves say little about the one that is to be chosen.

use super::{Player, answered, follow};
use crate::play::rng::Rng;
use crate::play::roll::Roll;
use crate::play::{Blind, Dice, Engine};

/// How much a move that was hardly tried is preferred to one that has done well, in standard deviations of what playouts
/// come to.
const CURIOSITY: f64 = 1.0;
/// As how many playouts the engine's value of a move and its best reply counts, before it is tried and after.
const PRIOR: f64 = 8.0;
/// Turns of a playout.
const HORIZON: u32 = 4;

/// No node.
const NONE: u32 = u32::MAX;

/// The searching bot: its tree, and the buffers it fills again and again.
#[derive(Debug)]
pub(super) struct Mcts<E: Engine> {
    playouts: u32,
    /// The lead that is half of a sure victory, in the engine's points.
    lead: f64,
    nodes: Vec<Node<E::State>>,
    edges: Vec<Edge<E::Move>>,
    moves: Vec<E::Move>,
    replies: Vec<E::Move>,
    /// What playouts came to for who decides at the root: how many, their sum and the sum of their squares.
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
    /// What the engine says of the state after it and the best reply, for who decides.
    prior: f64,
    /// Its nodes: the first, and how many.
    first: u32,
    nodes: u32,
}

impl<E: Engine> Player<E> for Mcts<E> {
    fn choose(&mut self, engine: &E, state: &E::State, rng: &mut Rng) -> E::Move {
        engine.moves(state, &mut self.moves);
        if let [only] = self.moves.as_slice() {
            return *only;
        }
        self.nodes.clear();
        self.edges.clear();
        self.results = (0.0, 0.0, 0.0);
        self.nodes.push(Node::new(engine, *state));
        self.expand(engine, 0);
        for _ in 0..self.playouts {
            self.playout(engine, rng);
        }
        self.most_visited()
    }
}

impl<S: Copy> Node<S> {
    fn new<E: Engine<State = S>>(engine: &E, state: S) -> Node<S> {
        Node {
            player: engine.decision(&state).player,
            ended: engine.outcome(&state).is_some(),
            state,
            edges: (0, 0),
            visits: 0,
            rolled: 0,
            drawn: 0,
            next: NONE,
        }
    }
}

impl<E: Engine> Mcts<E> {
    pub(super) fn new(engine: &E, playouts: u32) -> Mcts<E> {
        Mcts {
            playouts,
            lead: usual_lead(engine),
            nodes: Vec::new(),
            edges: Vec::new(),
            moves: Vec::with_capacity(64),
            replies: Vec::with_capacity(64),
            results: (0.0, 0.0, 0.0),
            path: Vec::with_capacity(64),
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
                self.expand(engine, at);
            }
            let edge = self.promising(at);
            self.path.push((at, edge));
            at = self.descend(engine, at, edge, rng);
        }
        let end = self.play_on(engine, self.nodes[at as usize].state, rng);
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
    fn expand(&mut self, engine: &E, at: u32) {
        let node = &mut self.nodes[at as usize];
        engine.moves(&node.state, &mut self.moves);
        let first = self.edges.len() as u32;
        for chosen in &self.moves {
            let after = answered(engine, &node.state, *chosen, &mut self.replies);
            let prior = share(engine, &after, node.player, self.lead);
            self.edges.push(Edge { chosen: *chosen, visits: 0, total: 0.0, prior, first: NONE, nodes: 0 });
        }
        node.edges = (first, self.edges.len() as u32);
    }

    /// The move to try next: what did well, and what was hardly tried.
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

    /// The standard deviation of what playouts came to so far; before there are some, that of any number from 0 to 1.
    fn deviation(&self) -> f64 {
        const SOME: f64 = 8.0;
        let (n, sum, squares) = self.results;
        if n < SOME { 0.29 } else { (squares / n - (sum / n) * (sum / n)).max(0.0).sqrt() }
    }

    /// The node that a move leads to: by dice newly drawn, or by those of which the fewest playouts were made.
    fn descend(&mut self, engine: &E, at: u32, edge: u32, rng: &mut Rng) -> u32 {
        let Edge { chosen, visits, first, nodes, .. } = self.edges[edge as usize];
        if first != NONE {
            let only = self.nodes[first as usize].rolled == 0;
            if only || nodes * nodes > visits {
                return self.least_visited(first);
            }
        }
        let mut state = follow(engine, &self.nodes[at as usize].state, chosen);
        let rolled = advance(engine, &mut state, &mut self.moves, rng);
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

    /// Of the nodes of a move, the one with the fewest visits for each time it was drawn.
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

    /// Some random turns from a state.
    fn play_on(&mut self, engine: &E, mut state: E::State, rng: &mut Rng) -> E::State {
        let last = engine.decision(&state).turn + HORIZON - 1;
        engine.play_on(&mut state, last, rng, &mut self.moves, &mut Blind);
        state
    }

    /// The move of the root with the most playouts; of several such the best one.
    fn most_visited(&self) -> E::Move {
        let (first, end) = self.nodes[0].edges;
        let edges = &self.edges[first as usize..end as usize];
        let mut best = &edges[0];
        for edge in edges {
            if (edge.visits, edge.total) > (best.visits, best.total) {
                best = edge;
            }
        }
        best.chosen
    }
}

/// What a state is worth to a player, from 0 for a defeat to 1 for a victory.
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

/// Goes on to the next decision, or to the end. A number for the dice that were rolled; 0 for none.
fn advance<E: Engine>(engine: &E, state: &mut E::State, moves: &mut Vec<E::Move>, rng: &mut Rng) -> u64 {
    let mut dice = Noted { rng, rolled: 0 };
    while engine.outcome(state).is_none() && engine.decision(state).kind.is_none() {
        let step = engine.pick(state, moves, |_| 0);
        engine.apply(state, step, &mut dice, &mut Blind);
    }
    dice.rolled
}

/// Dice that are noted as a number.
struct Noted<'a> {
    rng: &'a mut Rng,
    rolled: u64,
}

impl Noted<'_> {
    fn note(&mut self, dice: u64) {
        self.rolled = (self.rolled ^ dice).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29) | 1;
    }
}

impl Dice for Noted<'_> {
    fn roll(&mut self) -> u8 {
        let die = self.rng.roll();
        self.note(u64::from(die));
        die
    }

    fn next_turn(&mut self) {
        self.rng.next_turn();
    }

    fn roll_many(&mut self, n: u8) -> Roll {
        let roll = self.rng.roll_many(n);
        self.note(u64::from(roll.counts));
        roll
    }
}

/// The lead that players usually have, in the engine's points: the mean over the decisions of some random battles.
fn usual_lead<E: Engine>(engine: &E) -> f64 {
    const BATTLES: u64 = 16;
    const DECISIONS: u32 = 1000;
    let (mut sum, mut seen) = (0.0, 0.0);
    let mut moves = Vec::new();
    for seed in 0..BATTLES {
        let mut rng = Rng::new(seed);
        let mut state = engine.start();
        for _ in 0..DECISIONS {
            advance(engine, &mut state, &mut moves, &mut rng);
            if engine.outcome(&state).is_some() {
                break;
            }
            sum += f64::from(engine.value(&state, 0)).abs();
            seen += 1.0;
            let chosen = engine.pick(&state, &mut moves, |legal| rng.below(legal));
            engine.apply(&mut state, chosen, &mut rng, &mut Blind);
        }
    }
    if sum > 0.0 { sum / seen } else { 1.0 }
}
