//! A battle under way, for players who decide one thing after the other: what happened is kept, and can be taken back.

use std::collections::VecDeque;

use super::bots::{Bot, Seat, Thought};
use super::chance::{Chance, Draw, Tape};
use super::effort::Pace;
use super::fault::Fault;
use super::replay::{Turn, TurnEntry};
use super::rng::Rng;
use super::{Engine, Next, Outcome, Playout, step};

/// The most decisions that can be taken back; of a longer battle the older ones stand.
const KEPT: usize = 1_000;

/// A battle under way. It always stands where a player decides between several moves, where the battle is over, or where the
/// engine broke: what nobody decides, and what leaves no choice, has happened already.
#[derive(Debug)]
pub struct BattleSession<E: Engine> {
    state: E::State,
    /// Draws for the battle, and for the bots.
    chance: Rng,
    bots: Rng,
    /// The turns that were played whole, and the one under way with its number.
    turns: Vec<Turn<E::Move, ()>>,
    open: Turn<E::Move, ()>,
    number: u32,
    happened: Vec<EntryOf<E>>,
    /// The positions in which a player chose, the latest last.
    past: VecDeque<Past<E>>,
    /// The legal moves of who decides.
    legal: Vec<E::Move>,
    /// The turns in which a decision was taken back after chance or another player had answered it.
    reopened: Vec<u32>,
    fault: Option<Fault>,
}

/// An entry of an engine's battle.
pub type EntryOf<E> = SessionEntry<<E as Engine>::Move, <E as Engine>::State>;

/// Something that happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionEntry<M, S> {
    /// The turn it happened in, as [`Engine::clock`] counts them.
    pub turn: u32,
    /// The player whose turn it is; `None` for a turn that all players share.
    pub mover: Option<usize>,
    /// The event.
    pub event: SessionEvent<M, S>,
}

/// An event of a battle under way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SessionEvent<M, S> {
    /// A player made a move.
    Chosen {
        /// The player.
        player: usize,
        /// The kind of the decision, as in [`Next::Decide`].
        kind: &'static str,
        /// The move.
        chosen: M,
        /// True if no other was legal.
        forced: bool,
        /// The positions before and after it.
        states: [S; 2],
    },
    /// Numbers were drawn together.
    Drawn {
        /// The numbers.
        draws: Vec<Draw>,
        /// The position before they were drawn.
        before: S,
    },
    /// Something happened that nobody decides: the positions before and after it.
    Passed([S; 2]),
    /// A decision was taken back after it had been answered.
    Reopened,
}

/// A position in which a player chose.
#[derive(Debug)]
struct Past<E: Engine> {
    state: E::State,
    player: usize,
    turns: usize,
    open: Turn<E::Move, ()>,
    number: u32,
    happened: usize,
}

/// A decision that was taken back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TakenBack {
    /// The turn of the decision.
    pub turn: u32,
    /// True if something had been drawn since, or another player had chosen: the battle knows more now than it did then.
    pub answered: bool,
}

impl<E: Playout> BattleSession<E> {
    /// Begins a battle with recorded turns, as far as they are legal; returns it with the number of those that were played
    /// whole. What is not recorded is drawn by the seed: the same seed and the same choices make the same battle.
    pub fn resume(engine: &E, seed: u64, turns: &[Turn<E::Move, ()>]) -> (BattleSession<E>, usize) {
        let state = engine.start();
        let clock = engine.clock(&state);
        let mut session = BattleSession {
            state,
            chance: Rng::new(seed),
            // Bots that think longer must not change the dice.
            bots: Rng::new(!seed),
            turns: Vec::new(),
            open: Turn { player: clock.player, tag: (), entries: Vec::new() },
            number: clock.turn,
            happened: Vec::new(),
            past: VecDeque::new(),
            legal: Vec::new(),
            reopened: Vec::new(),
            fault: None,
        };
        let followed = turns.iter().take_while(|turn| session.follow(engine, turn)).count();
        session.settle(engine);
        (session, followed)
    }

    /// Returns the position.
    pub fn state(&self) -> &E::State {
        &self.state
    }

    /// Returns the next event: a decision, or the end of the battle. Where the engine broke it is neither, see
    /// [`BattleSession::fault`].
    pub fn next(&self, engine: &E) -> Next {
        engine.next(&self.state)
    }

    /// Returns the legal moves of who decides, in the engine's order; none where the battle is over.
    pub fn legal(&self) -> &[E::Move] {
        &self.legal
    }

    /// Returns the fault the battle ended with, if any.
    pub fn fault(&self) -> Option<&Fault> {
        self.fault.as_ref()
    }

    /// Returns all that happened, in order.
    pub fn events(&self) -> &[EntryOf<E>] {
        &self.happened
    }

    /// Returns the turns that were played whole, and the outcome of the battle if it is over.
    pub fn record(&self, engine: &E) -> (&[Turn<E::Move, ()>], Option<Outcome>) {
        let outcome = if self.fault.is_none() { engine.outcome(&self.state) } else { None };
        (&self.turns, outcome)
    }

    /// Returns the turns in which a decision was taken back after it had been answered.
    pub fn reopened_turns(&self) -> &[u32] {
        &self.reopened
    }

    /// Makes the legal move of this index, and all that follows until somebody decides again. Returns false if there is no
    /// such move.
    pub fn choose(&mut self, engine: &E, index: usize) -> bool {
        let Some(chosen) = self.legal.get(index).cloned() else { return false };
        let Next::Decide { player, kind } = self.next(engine) else { return false };
        self.remember(player);
        self.make(engine, (player, kind), &chosen, false, None);
        self.settle(engine);
        true
    }

    /// Returns the index of the move that a bot would make for who decides, as that player sees the battle. `None` where
    /// nobody decides, or the engine broke.
    pub fn advice(&mut self, engine: &E, bot: Bot) -> Option<usize> {
        let Next::Decide { player, .. } = self.next(engine) else { return None };
        let (state, rng) = (&self.state, &mut self.bots);
        let chosen = Fault::caught(|| Seat::new(bot, engine).choose(engine, state, player, rng));
        match chosen {
            Ok(chosen) => self.legal.iter().position(|legal| *legal == chosen),
            Err(fault) => {
                self.fault = Some(fault);
                None
            }
        }
    }

    /// Returns what a bot thinks of each legal move when it makes the choice that [`BattleSession::advice`] would return now, as the
    /// player who decides sees the battle; nothing if it does not weigh moves, or nobody decides.
    pub fn thoughts(&self, engine: &E, bot: Bot) -> Vec<Thought> {
        let Next::Decide { player, .. } = self.next(engine) else { return Vec::new() };
        let mut rng = self.bots.clone();
        let thought = Fault::caught(|| Seat::new(bot, engine).consider(engine, &self.state, player, &mut rng));
        thought.ok().filter(|thoughts| thoughts.len() == self.legal.len()).unwrap_or_default()
    }

    /// Returns true if a decision of one of these players can be taken back.
    pub fn can_take_back(&self, is_one: impl Fn(usize) -> bool) -> bool {
        self.past.iter().any(|past| is_one(past.player))
    }

    /// Takes back the latest decision of one of these players, with all that happened since. What is drawn again may fall
    /// otherwise. Returns nothing where there is no such decision.
    pub fn take_back(&mut self, engine: &E, is_one: impl Fn(usize) -> bool) -> Option<TakenBack> {
        let place = self.past.iter().rposition(|past| is_one(past.player))?;
        let past = self.past.drain(place..).next()?;
        let (player, turn) = (past.player, past.number);
        let since = &self.happened[past.happened..];
        let answers = |event: &SessionEvent<E::Move, E::State>| match event {
            SessionEvent::Chosen { player: who, forced, .. } => *who != player && !forced,
            SessionEvent::Drawn { .. } | SessionEvent::Reopened => true,
            SessionEvent::Passed(_) => false,
        };
        let answered = since.iter().any(|one| answers(&one.event));
        self.restore(past);
        self.reopened.retain(|reopened| *reopened < turn || *reopened == turn && !answered);
        if answered {
            self.reopened.push(turn);
            self.happen(SessionEvent::Reopened);
        }
        self.settle(engine);
        Some(TakenBack { turn, answered })
    }

    /// Plays a recorded turn. Returns false, with nothing played, if it is not legal as a whole.
    fn follow(&mut self, engine: &E, turn: &Turn<E::Move, ()>) -> bool {
        if matches!(self.next(engine), Next::Over(_)) {
            return false;
        }
        let before = self.here(0);
        let (kept, number) = (self.past.len(), self.number);
        let draws = turn.entries.iter().filter_map(|entry| match entry {
            TurnEntry::Drawn { draws, .. } => Some(draws.as_slice()),
            TurnEntry::Chosen { .. } => None,
        });
        let mut tape = Tape::new(draws.flatten().copied().collect());
        let mut choices = turn.entries.iter().filter_map(|entry| match entry {
            TurnEntry::Chosen { chosen, .. } => Some(chosen),
            TurnEntry::Drawn { .. } => None,
        });
        while self.number == number && self.is_sound(engine) {
            match self.next(engine) {
                Next::Over(_) => break,
                Next::Auto => self.pass(engine, Some(&mut tape)),
                Next::Decide { player, kind } => {
                    let chosen = choices.next().filter(|chosen| engine.illegal(&self.state, chosen).is_none());
                    let Some(chosen) = chosen else { break };
                    let forced = self.legal.len() == 1;
                    if !forced {
                        self.remember(player);
                    }
                    self.make(engine, (player, kind), chosen, forced, Some(&mut tape));
                }
            }
            if tape.lack().is_some() {
                break;
            }
        }
        let is_over = self.fault.is_none() && matches!(self.next(engine), Next::Over(_));
        let is_whole = self.fault.is_none() && (self.number > number || is_over);
        if !is_whole || tape.lack().is_some() || choices.next().is_some() {
            self.past.truncate(kept);
            self.restore(before);
            return false;
        }
        true
    }

    /// Returns true if the engine's own answers about the position are sound, and lists the legal moves; else keeps the fault.
    fn is_sound(&mut self, engine: &E) -> bool {
        if self.fault.is_none() {
            let (state, legal) = (&self.state, &mut self.legal);
            self.fault = Fault::caught(|| Fault::find(engine, state, legal)).unwrap_or_else(Some);
        }
        self.fault.is_none()
    }

    /// Makes happen what nobody decides, and moves without an alternative, until a player has a choice or the battle is over.
    fn settle(&mut self, engine: &E) {
        let mut pace = Pace::default();
        while self.is_sound(engine) {
            match self.next(engine) {
                Next::Over(_) => {
                    if !self.open.entries.is_empty() {
                        self.end_turn();
                    }
                    break;
                }
                _ if pace.is_endless(self.number) => self.fault = Some(Fault::EndlessTurn),
                Next::Auto => self.pass(engine, None),
                Next::Decide { player, kind } => {
                    let [only] = self.legal.as_slice() else { return };
                    let only = only.clone();
                    self.make(engine, (player, kind), &only, true, None);
                }
            }
        }
        self.legal.clear();
    }

    /// Returns the position, for a player to come back to.
    fn here(&self, player: usize) -> Past<E> {
        Past {
            state: self.state.clone(),
            player,
            turns: self.turns.len(),
            open: self.open.clone(),
            number: self.number,
            happened: self.happened.len(),
        }
    }

    fn remember(&mut self, player: usize) {
        if self.past.len() == KEPT {
            self.past.pop_front();
        }
        self.past.push_back(self.here(player));
    }

    fn restore(&mut self, Past { state, turns, open, number, happened, .. }: Past<E>) {
        self.happened.truncate(happened);
        self.turns.truncate(turns);
        (self.state, self.open, self.number) = (state, open, number);
        self.fault = None;
    }

    fn make(
        &mut self,
        engine: &E,
        (player, kind): (usize, &'static str),
        chosen: &E::Move,
        forced: bool,
        tape: Option<&mut Tape>,
    ) {
        self.open.entries.push(TurnEntry::Chosen { kind, chosen: chosen.clone(), tag: () });
        let (place, before) = (self.happened.len(), self.state.clone());
        self.happen(SessionEvent::Chosen {
            player,
            kind,
            chosen: chosen.clone(),
            forced,
            states: [before.clone(), before],
        });
        self.step(engine, Some(chosen), tape);
        if let SessionEvent::Chosen { states: [_, after], .. } = &mut self.happened[place].event {
            after.clone_from(&self.state);
        }
    }

    /// Makes the next event that nobody decides, and keeps the positions before and after it.
    fn pass(&mut self, engine: &E, tape: Option<&mut Tape>) {
        let (turn, mover, before) = (self.number, self.open.player, self.state.clone());
        self.step(engine, None, tape);
        let event = SessionEvent::Passed([before, self.state.clone()]);
        self.happened.push(SessionEntry { turn, mover, event });
    }

    /// Makes a move or the next event that nobody decides, and keeps what is drawn: by the tape, or by chance. A panic is kept
    /// as the fault.
    fn step(&mut self, engine: &E, chosen: Option<&E::Move>, tape: Option<&mut Tape>) {
        let (mut draws, before) = (Vec::new(), self.state.clone());
        let (state, rng) = (&mut self.state, &mut self.chance);
        let made = Fault::caught(|| {
            let chance = tape.map_or_else(|| Chance::fair(rng), Chance::from_tape);
            step(engine, state, chosen, &mut chance.record_in(&mut draws));
        });
        self.fault = made.err();
        if !draws.is_empty() {
            self.open.entries.push(TurnEntry::Drawn { draws: draws.clone(), tag: () });
            self.happen(SessionEvent::Drawn { draws, before });
        }
        let now = engine.clock(&self.state);
        if self.fault.is_none() && now.turn > self.number {
            self.end_turn();
            (self.number, self.open.player) = (now.turn, now.player);
        }
    }

    fn end_turn(&mut self) {
        let entries = std::mem::take(&mut self.open.entries);
        self.turns.push(Turn { player: self.open.player, tag: (), entries });
    }

    fn happen(&mut self, event: SessionEvent<E::Move, E::State>) {
        self.happened.push(SessionEntry { turn: self.number, mover: self.open.player, event });
    }
}
