//! The positions of a battle and what leads from one to another.

use std::hash::Hasher as _;
use std::ops::Range;

use rustc_hash::{FxHashMap, FxHasher};

use super::{Listed, SolveLimits};
use crate::play::branches::Branches;
use crate::play::chance::Chance;
use crate::play::{Blind, Next};

/// A place in the graph.
pub(super) type Node = u32;

/// A kind of place, by what happens in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// The battle is over, with this winner.
    Over(Option<u8>),
    /// A player chooses where to go.
    Choice(u8),
    /// Chance decides.
    Chance,
}

/// The positions of a battle.
#[derive(Debug, Default)]
pub(super) struct Graph {
    kinds: Vec<Kind>,
    /// By place: where its links are among all.
    links: Vec<(u32, u32)>,
    targets: Vec<Node>,
    /// By link: its probability; 0 for those of choices.
    probabilities: Vec<f64>,
    pub(super) start: Node,
}

impl Graph {
    /// Lists the positions that a battle can come to from one of them, with the place of each by its bytes. If there are too many, returns how many were
    /// found.
    pub(super) fn list<E: Listed>(
        engine: &E,
        start: &E::State,
        limits: &SolveLimits,
    ) -> Result<(Graph, Positions), usize> {
        Builder::new(engine, limits).build(start)
    }

    /// Returns the number of places.
    pub(super) fn len(&self) -> usize {
        self.kinds.len()
    }

    pub(super) fn kind(&self, node: Node) -> Kind {
        self.kinds[node as usize]
    }

    /// Returns the places that lead on from one.
    pub(super) fn targets(&self, node: Node) -> &[Node] {
        &self.targets[self.range(node)]
    }

    /// Returns the probabilities of the links of a place.
    pub(super) fn probabilities(&self, node: Node) -> &[f64] {
        &self.probabilities[self.range(node)]
    }

    fn range(&self, node: Node) -> Range<usize> {
        let (first, end) = self.links[node as usize];
        first as usize..end as usize
    }

    fn add(&mut self, kind: Kind) -> Node {
        self.kinds.push(kind);
        self.links.push((0, 0));
        self.kinds.len() as Node - 1
    }

    fn connect(&mut self, node: Node, links: impl Iterator<Item = (Node, f64)>) {
        let first = self.targets.len() as u32;
        for (target, probability) in links {
            self.targets.push(target);
            self.probabilities.push(probability);
        }
        self.links[node as usize] = (first, self.targets.len() as u32);
    }
}

/// The place of each position, by its bytes.
pub(super) type Positions = FxHashMap<Box<[u8]>, Node>;

/// A graph on its way.
struct Builder<'a, E: Listed> {
    engine: &'a E,
    limits: &'a SolveLimits,
    graph: Graph,
    positions: Positions,
    /// The places that are chosen from within a step, by a hash of what is chosen from.
    choices: FxHashMap<u64, Node>,
    /// The places of the ends, by winner.
    ends: FxHashMap<Option<u8>, Node>,
    /// Positions whose links are not yet known.
    open: Vec<(Node, E::State)>,
    moves: u64,
}

impl<'a, E: Listed> Builder<'a, E> {
    fn new(engine: &'a E, limits: &'a SolveLimits) -> Builder<'a, E> {
        Builder {
            engine,
            limits,
            graph: Graph::default(),
            positions: Positions::default(),
            choices: FxHashMap::default(),
            ends: FxHashMap::default(),
            open: Vec::new(),
            moves: 0,
        }
    }

    fn build(mut self, start: &E::State) -> Result<(Graph, Positions), usize> {
        self.graph.start = self.place(start.clone());
        while let Some((node, state)) = self.open.pop() {
            let within = self.graph.len() <= self.limits.positions
                && self.graph.targets.len() <= self.limits.links
                && self.moves <= self.limits.moves;
            if !within {
                return Err(self.graph.len());
            }
            match self.graph.kind(node) {
                Kind::Chance => {
                    let links = self.ways(|engine, chance| {
                        let mut after = state.clone();
                        engine.advance(&mut after, chance, &mut Blind);
                        after
                    });
                    self.graph.connect(node, links.into_iter());
                }
                Kind::Choice(player) => {
                    let targets = self.choose(&state, player);
                    self.graph.connect(node, targets.into_iter().map(|target| (target, 0.0)));
                }
                Kind::Over(_) => {}
            }
        }
        Ok((self.graph, self.positions))
    }

    /// Returns the places where a step leads, with their probabilities.
    fn ways(&mut self, step: impl Fn(&E, &mut Chance<'_>) -> E::State) -> Vec<(Node, f64)> {
        let mut links: Vec<(Node, f64)> = Vec::new();
        let mut branches = Branches::default();
        loop {
            let after = step(self.engine, &mut Chance::from_branches(&mut branches));
            let probability = branches.probability();
            self.moves += 1;
            let node = self.place(after);
            match links.iter_mut().find(|(other, _)| *other == node) {
                Some((_, sum)) => *sum += probability,
                None => links.push((node, probability)),
            }
            if !branches.advance() {
                return links;
            }
        }
    }

    /// Returns the place of a state, after all that happens by itself and draws nothing.
    fn place(&mut self, mut state: E::State) -> Node {
        loop {
            match self.engine.next(&state) {
                Next::Over(outcome) => {
                    let winner = outcome.winner.map(|winner| winner as u8);
                    let graph = &mut self.graph;
                    return *self.ends.entry(winner).or_insert_with(|| graph.add(Kind::Over(winner)));
                }
                Next::Decide { player, .. } => {
                    let kind = Kind::Choice(player as u8);
                    if self.engine.is_passing(&state) {
                        let targets = self.choose(&state, player as u8);
                        return self.choice(kind, &targets);
                    }
                    return self.position(kind, state);
                }
                Next::Auto => {
                    let mut branches = Branches::default();
                    let mut after = state.clone();
                    self.engine.advance(&mut after, &mut Chance::from_branches(&mut branches), &mut Blind);
                    self.moves += 1;
                    if branches.has_drawn() {
                        return self.position(Kind::Chance, state);
                    }
                    state = after;
                }
            }
        }
    }

    /// Returns the place of a position that is kept.
    fn position(&mut self, kind: Kind, state: E::State) -> Node {
        let mut bytes = Vec::with_capacity(64);
        self.engine.position(&state, &mut bytes);
        if let Some(node) = self.positions.get(bytes.as_slice()) {
            return *node;
        }
        let node = self.graph.add(kind);
        self.positions.insert(bytes.into_boxed_slice(), node);
        self.open.push((node, state));
        node
    }

    /// Returns the place where a player chooses from others.
    fn choice(&mut self, kind: Kind, targets: &[Node]) -> Node {
        if let [only] = targets {
            return *only;
        }
        let mut hasher = FxHasher::default();
        targets.iter().for_each(|target| hasher.write_u32(*target));
        let hash = hasher.finish();
        let known = self.choices.get(&hash).copied();
        if let Some(node) = known.filter(|node| self.graph.kind(*node) == kind && self.graph.targets(*node) == targets)
        {
            return node;
        }
        let node = self.graph.add(kind);
        self.graph.connect(node, targets.iter().map(|target| (*target, 0.0)));
        self.choices.insert(hash, node);
        node
    }

    /// Returns the places that a player can reach from a state, in ascending order.
    fn choose(&mut self, state: &E::State, player: u8) -> Vec<Node> {
        let (mut passing, mut targets, mut moves) = (vec![state.clone()], Vec::new(), Vec::new());
        let mut seen: Vec<Box<[u8]>> = Vec::new();
        while let Some(state) = passing.pop() {
            self.engine.moves(&state, &mut moves);
            for chosen in std::mem::take(&mut moves) {
                let mut branches = Branches::default();
                let mut after = state.clone();
                self.engine.apply(&mut after, &chosen, &mut Chance::from_branches(&mut branches), &mut Blind);
                self.moves += 1;
                if branches.has_drawn() {
                    let links = self.ways(|engine, chance| {
                        let mut after = state.clone();
                        engine.apply(&mut after, &chosen, chance, &mut Blind);
                        after
                    });
                    let node = self.graph.add(Kind::Chance);
                    self.graph.connect(node, links.into_iter());
                    targets.push(node);
                    continue;
                }
                let goes_on =
                    matches!(self.engine.next(&after), Next::Decide { player: same, .. } if same as u8 == player);
                if goes_on && self.engine.is_passing(&after) {
                    let mut bytes = Vec::with_capacity(64);
                    self.engine.position(&after, &mut bytes);
                    let bytes = bytes.into_boxed_slice();
                    if !seen.contains(&bytes) {
                        seen.push(bytes);
                        passing.push(after);
                    }
                } else {
                    targets.push(self.place(after));
                }
            }
        }
        targets.sort_unstable();
        targets.dedup();
        targets
    }
}
