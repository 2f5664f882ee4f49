//! Plays a battle and records it, and looks at every state whether it is sound.

use super::bots::{Bot, Seat};
use super::chance::{Chance, Draw};
use super::effort::{Effort, Pace, TURN_EVENTS};
use super::fault::Fault;
use super::replay::{Turn, TurnEntry};
use super::rng::Rng;
use super::{Engine, Next, Outcome, Playout, Watch, settle};

/// The maker of the choices and draws of a battle that is recorded.
pub trait Author<E: Engine> {
    /// Begins a turn; they are counted from 0.
    fn turn(&mut self, _number: usize) {}

    /// Returns one of the legal moves, for a player who decides.
    fn choose(&mut self, engine: &E, state: &E::State, player: usize, legal: &[E::Move]) -> E::Move;

    /// Returns the chance of the next step.
    fn chance(&mut self) -> Chance<'_>;

    /// Returns the steps of [`Effort`] that it takes to choose one of so many moves, besides listing them.
    fn steps(&self, _legal: usize) -> u64 {
        0
    }
}

/// The bounds of a battle that is recorded.
#[derive(Debug, Clone, Copy)]
pub struct Limits<'a> {
    /// The last turn of the game that is played, as [`Engine::rounds`] counts them.
    pub rounds: u32,
    /// The last turn of the clock that is played: a record has one entry for each.
    pub turns: u32,
    /// The most events of a turn; one of more does not end.
    pub turn_events: u32,
    /// The steps that it may take.
    pub effort: &'a Effort,
}

impl<'a> Limits<'a> {
    /// Returns the limits of a battle of so many turns of the game.
    pub fn rounds(rounds: u32, effort: &'a Effort) -> Limits<'a> {
        Limits { rounds, turns: u32::MAX, turn_events: TURN_EVENTS, effort }
    }
}

/// An author who draws fairly and asks a function at every decision.
#[derive(Debug)]
pub struct By<F>(pub Rng, pub F);

impl<E: Engine, F: FnMut(&E::State, &[E::Move], &mut Rng) -> E::Move> Author<E> for By<F> {
    fn choose(&mut self, _: &E, state: &E::State, _: usize, legal: &[E::Move]) -> E::Move {
        (self.1)(state, legal, &mut self.0)
    }

    fn chance(&mut self) -> Chance<'_> {
        Chance::fair(&mut self.0)
    }
}

/// The bots of a battle, which is then the same as where it is not recorded.
#[derive(Debug)]
pub struct Table<E: Engine> {
    seats: Vec<Seat<E>>,
    rng: Rng,
}

impl<E: Playout> Table<E> {
    /// Returns a bot for each side.
    pub fn new(engine: &E, bots: &[Bot], rng: Rng) -> Table<E> {
        Table { seats: bots.iter().map(|bot| Seat::new(*bot, engine)).collect(), rng }
    }
}

impl<E: Playout> Author<E> for Table<E> {
    fn choose(&mut self, engine: &E, state: &E::State, player: usize, _: &[E::Move]) -> E::Move {
        self.seats[player].choose(engine, state, player, &mut self.rng)
    }

    fn chance(&mut self) -> Chance<'_> {
        Chance::fair(&mut self.rng)
    }
}

/// A battle that was played, as a record of itself.
#[derive(Debug, Clone)]
pub struct RecordedBattle<S, M> {
    /// The turns, with every decision, also those with a single legal move. The last one may be unfinished: there the
    /// battle went wrong.
    pub turns: Vec<Turn<M, ()>>,
    /// The state after each turn that was played whole.
    pub states: Vec<S>,
    /// The last state.
    pub state: S,
    /// The outcome; `None` if the battle was given up.
    pub outcome: Option<Outcome>,
    /// The fault the battle ended with, if any; nothing was played after it.
    pub fault: Option<Fault>,
    /// Moves other than those that do least: how much was done on purpose.
    pub deeds: usize,
}

/// Plays a battle of at most `limit` turns of the game, as [`Engine::rounds`] counts them, and records it.
pub fn record<E: Engine, A: Author<E>, W: Watch>(
    engine: &E,
    limit: u32,
    author: &mut A,
    watch: &mut W,
) -> RecordedBattle<E::State, E::Move> {
    record_within(engine, Limits::rounds(limit, &Effort::unbounded()), author, watch)
}

/// Plays a battle within some limits, and records it. It is given up where one of them is reached; a turn that does not end
/// is a fault.
pub fn record_within<E: Engine, A: Author<E>, W: Watch>(
    engine: &E,
    limits: Limits<'_>,
    author: &mut A,
    watch: &mut W,
) -> RecordedBattle<E::State, E::Move> {
    let state = engine.start();
    let now = engine.clock(&state);
    let turn = Turn { player: now.player, tag: (), entries: Vec::new() };
    let played = RecordedBattle { turns: Vec::new(), states: Vec::new(), state, outcome: None, fault: None, deeds: 0 };
    let mut recorder = Recorder { engine, played, turn, number: now.turn, moves: Vec::new(), draws: Vec::new() };
    let fault = match Fault::caught(|| recorder.play(limits, author, watch)) {
        Ok(fault) => fault,
        Err(panic) => Some(panic),
    };
    recorder.finish(fault)
}

struct Recorder<'a, E: Engine> {
    engine: &'a E,
    played: RecordedBattle<E::State, E::Move>,
    /// The turn under way, and its number.
    turn: Turn<E::Move, ()>,
    number: u32,
    /// The moves listed when the state was looked at.
    moves: Vec<E::Move>,
    /// The draws of the step under way, kept also where the step fails after it.
    draws: Vec<Draw>,
}

impl<E: Engine> Recorder<'_, E> {
    fn play<A: Author<E>, W: Watch>(&mut self, limits: Limits<'_>, author: &mut A, watch: &mut W) -> Option<Fault> {
        author.turn(0);
        let mut pace = Pace::default();
        loop {
            let fault = Fault::find(self.engine, &self.played.state, &mut self.moves);
            let next = self.engine.next(&self.played.state);
            let over = matches!(next, Next::Over(_));
            if fault.is_none() && over && !self.turn.entries.is_empty() {
                self.end_turn();
            }
            let is_beyond = self.number > limits.turns || self.engine.rounds(&self.played.state) > limits.rounds;
            if fault.is_some() || over || is_beyond || limits.effort.is_spent() {
                return fault;
            }
            if pace.exceeds(self.number, limits.turn_events) {
                return Some(Fault::EndlessTurn);
            }
            let legal = if matches!(next, Next::Decide { .. }) { self.moves.len() } else { 0 };
            limits.effort.spend(1 + legal as u64 + author.steps(legal));
            self.step(next, author, watch);
            self.keep_draws();
            let now = self.engine.clock(&self.played.state);
            if now.turn > self.number {
                self.number = now.turn;
                self.end_turn();
                self.turn.player = now.player;
                author.turn(self.played.turns.len());
            }
        }
    }

    fn end_turn(&mut self) {
        let entries = std::mem::take(&mut self.turn.entries);
        self.played.turns.push(Turn { player: self.turn.player, tag: (), entries });
        self.played.states.push(self.played.state.clone());
    }

    fn step<A: Author<E>, W: Watch>(&mut self, next: Next, author: &mut A, watch: &mut W) {
        let state = &mut self.played.state;
        if let Next::Decide { player, kind } = next {
            let chosen = author.choose(self.engine, state, player, &self.moves);
            self.played.deeds += usize::from(self.moves[self.engine.idle(&self.moves)] != chosen);
            self.turn.entries.push(TurnEntry::Chosen { kind, chosen: chosen.clone(), tag: () });
            self.engine.apply(state, &chosen, &mut author.chance().record_in(&mut self.draws), watch);
        } else {
            self.engine.advance(state, &mut author.chance().record_in(&mut self.draws), watch);
        }
    }

    fn keep_draws(&mut self) {
        if !self.draws.is_empty() {
            self.turn.entries.push(TurnEntry::Drawn { draws: std::mem::take(&mut self.draws), tag: () });
        }
    }

    fn finish(mut self, fault: Option<Fault>) -> RecordedBattle<E::State, E::Move> {
        self.keep_draws();
        if fault.is_none() {
            self.played.outcome = self.engine.outcome(&settle(self.engine, self.played.state.clone()));
        } else {
            // Also a turn in which nothing was done: its beginning went wrong.
            self.played.turns.push(self.turn);
        }
        self.played.fault = fault;
        self.played
    }
}
