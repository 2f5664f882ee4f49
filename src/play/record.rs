//! Plays a battle and records it, and looks at every state whether it is sound.

use super::bots::{Bot, Seat};
use super::fault::Fault;
use super::replay::{Entry, Turn, Unrolled, settled};
use super::rng::Rng;
use super::roll::Roll;
use super::{Dice, Engine, Outcome, Watch};

/// Who makes the choices of a battle that is recorded, and rolls its dice.
pub trait Author<E: Engine>: Dice {
    /// A turn begins; they are counted from 0.
    fn turn(&mut self, _number: usize) {}

    /// One of the legal moves.
    fn choose(&mut self, engine: &E, state: &E::State, legal: &[E::Move]) -> E::Move;
}

/// An author made of dice and a function that is asked at every decision.
#[derive(Debug)]
pub struct By<D, F>(pub D, pub F);

impl<D: Dice, F> Dice for By<D, F> {
    fn roll(&mut self) -> u8 {
        self.0.roll()
    }

    fn next_turn(&mut self) {
        self.0.next_turn();
    }

    fn roll_many(&mut self, n: u8) -> Roll {
        self.0.roll_many(n)
    }
}

impl<E: Engine, D: Dice, F: FnMut(&E::State, &[E::Move], &mut D) -> E::Move> Author<E> for By<D, F> {
    fn choose(&mut self, _: &E, state: &E::State, legal: &[E::Move]) -> E::Move {
        (self.1)(state, legal, &mut self.0)
    }
}

/// The bots of a battle, which is then the same as where it is not recorded.
#[derive(Debug)]
pub struct Table<E: Engine> {
    seats: Vec<Seat<E>>,
    rng: Rng,
}

impl<E: Engine> Table<E> {
    /// A bot for each side.
    pub fn new(engine: &E, bots: &[Bot], rng: Rng) -> Table<E> {
        Table { seats: bots.iter().map(|bot| Seat::new(*bot, engine)).collect(), rng }
    }
}

impl<E: Engine> Dice for Table<E> {
    fn roll(&mut self) -> u8 {
        self.rng.roll()
    }

    fn next_turn(&mut self) {
        self.rng.next_turn();
    }

    fn roll_many(&mut self, n: u8) -> Roll {
        self.rng.roll_many(n)
    }
}

impl<E: Engine> Author<E> for Table<E> {
    fn choose(&mut self, engine: &E, state: &E::State, _: &[E::Move]) -> E::Move {
        self.seats[engine.decision(state).player].choose(engine, state, &mut self.rng)
    }
}

/// A battle that was played, as a record of itself.
#[derive(Debug, Clone)]
pub struct Played<S, M> {
    /// The turns, with every decision, also those with a single legal move. The last one may be unfinished: there the
    /// battle went wrong.
    pub turns: Vec<Turn<M, ()>>,
    /// The state after each turn that was played whole.
    pub states: Vec<S>,
    /// The last state.
    pub state: S,
    /// How it ended; none when it was given up.
    pub outcome: Option<Outcome>,
    /// What went wrong, if anything; nothing was played after it.
    pub fault: Option<Fault>,
    /// Moves that were not the first ones listed: how much was done on purpose.
    pub deeds: usize,
}

/// Plays a battle of at most `limit` turns and records it.
pub fn record<E: Engine, A: Author<E>, W: Watch>(
    engine: &E,
    limit: u32,
    author: &mut A,
    watch: &mut W,
) -> Played<E::State, E::Move> {
    let state = engine.start();
    let now = engine.decision(&state);
    let turn = Turn { player: now.player, tag: (), entries: Vec::new() };
    let played = Played { turns: Vec::new(), states: Vec::new(), state, outcome: None, fault: None, deeds: 0 };
    let mut recorder = Recorder { engine, played, turn, number: now.turn, moves: Vec::new() };
    let fault = match Fault::caught(|| recorder.play(limit, author, watch)) {
        Ok(fault) => fault,
        Err(panic) => Some(panic),
    };
    recorder.finish(fault)
}

struct Recorder<'a, E: Engine> {
    engine: &'a E,
    played: Played<E::State, E::Move>,
    /// The turn under way, and its number.
    turn: Turn<E::Move, ()>,
    number: u32,
    moves: Vec<E::Move>,
}

impl<E: Engine> Recorder<'_, E> {
    fn play<A: Author<E>, W: Watch>(&mut self, limit: u32, author: &mut A, watch: &mut W) -> Option<Fault> {
        author.turn(0);
        loop {
            let fault = Fault::of(self.engine, &self.played.state, &mut self.moves);
            if fault.is_some() || self.number > limit || self.engine.outcome(&self.played.state).is_some() {
                return fault;
            }
            self.step(author, watch);
            let next = self.engine.decision(&self.played.state);
            if next.turn != self.number {
                self.number = next.turn;
                let following = Turn { player: next.player, tag: (), entries: Vec::new() };
                self.played.turns.push(std::mem::replace(&mut self.turn, following));
                self.played.states.push(self.played.state);
                author.turn(self.played.turns.len());
            }
        }
    }

    /// Makes one of the moves, which were listed when the state was looked at.
    fn step<A: Author<E>, W: Watch>(&mut self, author: &mut A, watch: &mut W) {
        let state = &mut self.played.state;
        match self.engine.decision(state).kind {
            Some(kind) => {
                let chosen = author.choose(self.engine, state, &self.moves);
                self.played.deeds += usize::from(chosen != self.moves[0]);
                self.turn.entries.push(Entry::Chosen { kind, chosen, tag: () });
                self.engine.apply(state, chosen, &mut Unrolled::default(), watch);
            }
            None => {
                let mut tape = Tape { dice: author, entries: &mut self.turn.entries, new: true };
                self.engine.apply(state, self.moves[0], &mut tape, watch);
            }
        }
    }

    fn finish(mut self, fault: Option<Fault>) -> Played<E::State, E::Move> {
        if fault.is_none() {
            self.played.outcome = self.engine.outcome(&settled(self.engine, self.played.state, &mut self.moves));
        } else {
            // Also a turn in which nothing was done: its beginning went wrong.
            self.played.turns.push(self.turn);
        }
        self.played.fault = fault;
        self.played
    }
}

/// Keeps what is rolled in one step, also where the step fails after it.
struct Tape<'a, A, M> {
    dice: &'a mut A,
    entries: &'a mut Vec<Entry<M, ()>>,
    /// Nothing was rolled yet.
    new: bool,
}

impl<A, M> Tape<'_, A, M> {
    fn keep(&mut self, die: u8) {
        if std::mem::take(&mut self.new) {
            self.entries.push(Entry::Rolled { dice: Vec::new(), tag: () });
        }
        if let Some(Entry::Rolled { dice, .. }) = self.entries.last_mut() {
            dice.push(die);
        }
    }
}

impl<A: Dice, M> Dice for Tape<'_, A, M> {
    fn roll(&mut self) -> u8 {
        let die = self.dice.roll();
        self.keep(die);
        die
    }

    fn next_turn(&mut self) {
        self.dice.next_turn();
    }

    /// In one draw, as where nothing is recorded: a battle stays the same when it is.
    fn roll_many(&mut self, n: u8) -> Roll {
        let roll = self.dice.roll_many(n);
        for face in 1..=6 {
            (0..roll.counts >> (4 * (face - 1)) & 0xF).for_each(|_| self.keep(face));
        }
        roll
    }
}
