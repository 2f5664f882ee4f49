//! Plays a recorded battle move by move: what could have been done, what was, and the first thing that was wrong.

use super::chance::{Chance, Draw, DrawLabel, Lack, Tape};
use super::rng::{Rng, battle_seed};
use super::{Engine, Next, Outcome, fault, settle, step};

/// One turn as it was recorded. `T` is whatever the caller wants to find its places by.
#[derive(Debug, Clone)]
pub struct Turn<M, T> {
    /// The player whose turn the record says it is; `None` if it does not say so, or the turn is everybody's.
    pub player: Option<usize>,
    /// The place where the record names the player.
    pub tag: T,
    /// The moves and draws. Moves are made in order; a draw that stands behind a move is drawn after it.
    pub entries: Vec<TurnEntry<M, T>>,
}

/// One thing that was recorded.
#[derive(Debug, Clone)]
pub enum TurnEntry<M, T> {
    /// A player's choice.
    Chosen {
        /// The kind of the decision, as in [`Next::Decide`].
        kind: &'static str,
        /// The move.
        chosen: M,
        /// The place of the move.
        tag: T,
    },
    /// Numbers that were drawn.
    Drawn {
        /// The draws, each found by its label.
        draws: Vec<Draw>,
        /// The place of the draws.
        tag: T,
    },
}

impl<M, T> TurnEntry<M, T> {
    fn tag(&self) -> &T {
        match self {
            TurnEntry::Chosen { tag, .. } | TurnEntry::Drawn { tag, .. } => tag,
        }
    }
}

/// A decision in a battle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Decision {
    /// The player who decides.
    pub player: usize,
    /// The kind of the decision, as in [`Next::Decide`].
    pub kind: &'static str,
    /// The turn of the decision, from 1.
    pub turn: u32,
}

/// The default of a decision that a record leaves out, such as `done`: the move that is meant, if there is one.
pub type Unsaid<'a, M> = &'a dyn Fn(Decision, &[M]) -> Option<M>;

/// A decision that had more than one legal move.
#[derive(Debug, Clone)]
pub struct Step<M> {
    /// The decision.
    pub decision: Decision,
    /// The legal moves, in the engine's order.
    pub legal: Vec<M>,
    /// The move that was made.
    pub chosen: M,
}

/// The result of replaying a record.
#[derive(Debug, Clone)]
pub struct Replay<S, M, I, T> {
    /// Every decision with more than one legal move.
    pub steps: Vec<Step<M>>,
    /// The state after each turn that was played whole.
    pub states: Vec<S>,
    /// Those turns with everything that was chosen, drawn and left unsaid, in the order in which it came.
    pub played: Vec<Turn<M, ()>>,
    /// The outcome of the battle, if it has ended.
    pub outcome: Option<Outcome>,
    /// The first thing that was wrong: nothing was played after it.
    pub fault: Option<PlayFault<S, M, I, T>>,
    /// By the record's turn, from 0: the draws that are not written and were made by chance.
    pub drawn: Vec<(usize, Vec<Draw>)>,
}

/// The replay of a record of an engine's battle.
pub type ReplayOf<E, T> = Replay<<E as Engine>::State, <E as Engine>::Move, <E as Engine>::Illegal, T>;

/// A mistake in a record of an engine's battle.
pub type WrongOf<E> = PlayMistake<<E as Engine>::Move, <E as Engine>::Illegal>;

/// Something in a record that cannot be.
#[derive(Debug, Clone)]
pub struct PlayFault<S, M, I, T> {
    /// The turn of the record, from 0.
    pub turn: usize,
    /// The place of the mistake: the entry, or the turn where something is missing.
    pub tag: T,
    /// The state in which it is wrong.
    pub state: S,
    /// The first move of the turn that is written and was not made: where a decision is missing, perhaps this is one too many.
    pub next: Option<TurnEntry<M, T>>,
    /// The mistake.
    pub wrong: PlayMistake<M, I>,
}

/// A mistake in a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PlayMistake<M, I> {
    /// A move that is not legal.
    Illegal {
        /// The decision that was to be made.
        decision: Decision,
        /// The move that is written.
        chosen: M,
        /// The reason it is not legal.
        why: I,
        /// The legal moves.
        legal: Vec<M>,
    },
    /// A decision that is not written.
    Missing {
        /// The decision that is missing.
        decision: Decision,
        /// The legal moves.
        legal: Vec<M>,
    },
    /// A move where nothing of its kind is to be decided.
    Uncalled {
        /// The kind it is written as.
        kind: &'static str,
        /// The move that is written.
        chosen: M,
        /// The kind of the decision to be made instead, if any.
        instead: Option<&'static str>,
    },
    /// Not as much is written as is drawn, or it cannot be drawn.
    Draws {
        /// The purpose of the draws.
        label: DrawLabel,
        /// The numbers that are drawn.
        drawn: usize,
        /// The numbers that are written.
        written: usize,
        /// The number that is written and cannot be drawn; `None` where they are too many or too few.
        impossible: Option<u32>,
        /// The move that draws; `None` where no move does.
        of: Option<M>,
    },
    /// It is another player's turn.
    Player {
        /// The player whose turn it is.
        player: usize,
    },
    /// The battle was over before this turn.
    Over {
        /// The outcome of the battle.
        outcome: Outcome,
    },
    /// The record is right, but the engine is not.
    Engine(fault::Fault),
}

/// Plays a record. Nothing in it is corrected: it stops at the first thing that is wrong. With a seed in `draw`, what is
/// drawn and not written is drawn by chance: for every turn by numbers of its own.
pub fn replay<E: Engine, T: Clone>(
    engine: &E,
    turns: &[Turn<E::Move, T>],
    unsaid: Unsaid<'_, E::Move>,
    draw: Option<u64>,
) -> ReplayOf<E, T> {
    play(engine, turns, unsaid, false, draw)
}

/// Plays a record that leaves out decisions of kinds that come again and again in a turn, as [`replay`] does. Where a
/// decision may be left unsaid, a move that is written is for it if all draws that are written before are drawn, and if it
/// is legal there; otherwise it is for a later one.
pub fn replay_sparse<E: Engine, T: Clone>(
    engine: &E,
    turns: &[Turn<E::Move, T>],
    unsaid: Unsaid<'_, E::Move>,
    draw: Option<u64>,
) -> ReplayOf<E, T> {
    play(engine, turns, unsaid, true, draw)
}

fn play<E: Engine, T: Clone>(
    engine: &E,
    turns: &[Turn<E::Move, T>],
    unsaid: Unsaid<'_, E::Move>,
    is_sparse: bool,
    draw: Option<u64>,
) -> ReplayOf<E, T> {
    let replay = Replay {
        steps: Vec::new(),
        states: Vec::new(),
        played: Vec::new(),
        outcome: None,
        fault: None,
        drawn: Vec::new(),
    };
    let (state, moves, entries) = (engine.start(), Vec::new(), Vec::new());
    let mut player = Player { engine, state, moves, is_sparse, refused: None, entries, replay };
    for (number, turn) in turns.iter().enumerate() {
        let mut script = Script::new(turn, draw.map(|seed| Rng::new(battle_seed(seed, number as u64))));
        let played = fault::Fault::caught(|| player.turn(&mut script, unsaid));
        if !script.tape.added_draws().is_empty() {
            player.replay.drawn.push((number, script.tape.added_draws().to_vec()));
        }
        if let Err((tag, wrong)) = played.unwrap_or_else(|panic| Err((turn.tag.clone(), PlayMistake::Engine(panic)))) {
            player.replay.outcome = engine.outcome(&player.state);
            let next = script.rest().first().cloned();
            player.replay.fault = Some(PlayFault { turn: number, tag, state: player.state, next, wrong });
            return player.replay;
        }
        player.replay.states.push(player.state.clone());
        let entries = std::mem::take(&mut player.entries);
        player.replay.played.push(Turn { player: turn.player, tag: (), entries });
    }
    player.replay.outcome = engine.outcome(&settle(engine, player.state));
    player.replay
}

/// A turn as it is written, and the parts of it that are used.
struct Script<'a, M, T> {
    turn: &'a Turn<M, T>,
    /// The first entry with a move that is not made yet; the number of entries after the last.
    next_move: usize,
    tape: Tape,
    /// By draw of the tape: the entry that it stands in.
    entry_of: Vec<usize>,
    /// The last entry that was used.
    last: Option<usize>,
}

impl<'a, M, T> Script<'a, M, T> {
    fn new(turn: &'a Turn<M, T>, rng: Option<Rng>) -> Script<'a, M, T> {
        let (mut draws, mut entry_of) = (Vec::new(), Vec::new());
        for (number, entry) in turn.entries.iter().enumerate() {
            if let TurnEntry::Drawn { draws: written, .. } = entry {
                draws.extend(written);
                entry_of.resize(draws.len(), number);
            }
        }
        let tape = match rng {
            None => Tape::new(draws),
            Some(rng) => Tape::or_random(draws, rng),
        };
        let mut script = Script { turn, next_move: 0, tape, entry_of, last: None };
        script.find_move(0);
        script
    }

    /// Goes on to the first move from an entry on.
    fn find_move(&mut self, from: usize) {
        let entries = &self.turn.entries;
        let is_move = |i: &usize| matches!(entries[*i], TurnEntry::Chosen { .. });
        self.next_move = (from..entries.len()).find(is_move).unwrap_or(entries.len());
    }

    fn advance(&mut self) {
        self.last = self.last.max(Some(self.next_move));
        self.find_move(self.next_move + 1);
    }

    /// Returns the moves that are not made yet, and what stands between them.
    fn rest(&self) -> &'a [TurnEntry<M, T>] {
        &self.turn.entries[self.next_move..]
    }

    /// Returns the entries of the draws that have not been drawn.
    fn undrawn(&self) -> impl Iterator<Item = usize> {
        self.tape.unused_draws().map(|(draw, _)| self.entry_of[draw])
    }

    /// Returns true if a draw that is written before the next move has not been drawn.
    fn has_draws_before_move(&self) -> bool {
        self.undrawn().any(|entry| entry < self.next_move)
    }

    /// Returns the first move that is not made, where it stands before an entry, or before the end: what is written before a draw
    /// is done before it.
    fn find_skipped(&self, before: Option<usize>) -> Option<(&'static str, &'a M, &'a T)> {
        match self.rest().first()? {
            TurnEntry::Chosen { kind, chosen, tag } if before.is_none_or(|entry| self.next_move < entry) => {
                Some((kind, chosen, tag))
            }
            _ => None,
        }
    }

    /// Fails on the first draw that has not been drawn.
    fn nothing_undrawn<I>(&self) -> Result<(), (T, PlayMistake<M, I>)>
    where
        T: Clone,
    {
        let Some((_, Draw { label, .. })) = self.tape.unused_draws().next() else { return Ok(()) };
        let entry = self.undrawn().next().expect("internal error: it stands in an entry");
        let written = self.undrawn().filter(|other| *other == entry).count();
        Err((
            self.turn.entries[entry].tag().clone(),
            PlayMistake::Draws { label, drawn: 0, written, impossible: None, of: None },
        ))
    }

    /// Returns the place of the last entry that was used.
    fn place(&self) -> &'a T {
        self.last.map_or(&self.turn.tag, |last| self.turn.entries[last].tag())
    }
}

/// A replay under way.
struct Player<'a, E: Engine, T> {
    engine: &'a E,
    state: E::State,
    moves: Vec<E::Move>,
    /// True if decisions that come again and again may be left out.
    is_sparse: bool,
    /// The place of a move that was not legal where it could have been made, and why.
    refused: Option<(usize, WrongOf<E>)>,
    /// The choices and draws of the turn so far.
    entries: Vec<TurnEntry<E::Move, ()>>,
    replay: ReplayOf<E, T>,
}

/// A result, or the place of a mistake and the mistake.
type Sound<E, T, V = ()> = Result<V, (T, WrongOf<E>)>;

impl<E: Engine, T: Clone> Player<'_, E, T> {
    /// Plays one turn to its end, or says what is wrong and where.
    fn turn(&mut self, script: &mut Script<'_, E::Move, T>, unsaid: Unsaid<'_, E::Move>) -> Sound<E, T> {
        let turn = script.turn;
        self.not_over(&turn.tag)?;
        let now = self.engine.clock(&self.state);
        if let (Some(player), Some(written)) = (now.player, turn.player)
            && player != written
        {
            return Err((turn.tag.clone(), PlayMistake::Player { player }));
        }
        self.sound(&turn.tag)?;
        self.refused = None;
        let mut begun = false;
        while self.engine.clock(&self.state).turn == now.turn {
            match self.engine.next(&self.state) {
                Next::Over(_) => break,
                Next::Auto => {
                    let drew = self.step(script, None)?;
                    if !begun && !drew {
                        // It may have ended as the turn began: then there was no such turn.
                        self.not_over(&turn.tag)?;
                    }
                }
                Next::Decide { player, kind } => {
                    let decision = Decision { player, kind, turn: now.turn };
                    let chosen = self.decide(decision, script, unsaid)?;
                    self.entries.push(TurnEntry::Chosen { kind, chosen: chosen.clone(), tag: () });
                    self.step(script, Some(&chosen))?;
                }
            }
            begun = true;
            self.sound(script.place())?;
        }
        if let Some((kind, chosen, tag)) = script.find_skipped(script.undrawn().next()) {
            return Err((tag.clone(), self.explain_uncalled(script, kind, chosen)));
        }
        script.nothing_undrawn()
    }

    /// Makes a move, or what nobody decides, with what is written for it to draw. Returns true if it drew anything.
    fn step(&mut self, script: &mut Script<'_, E::Move, T>, of: Option<&E::Move>) -> Sound<E, T, bool> {
        let mut after = self.state.clone();
        let mut draws = Vec::new();
        step(self.engine, &mut after, of, &mut Chance::from_tape(&mut script.tape).record_in(&mut draws));
        let reached = script.tape.last_reached().map(|draw| script.entry_of[draw]);
        if let Some(entry) = reached
            && let Some((kind, chosen, tag)) = script.find_skipped(Some(entry))
        {
            return Err((tag.clone(), self.explain_uncalled(script, kind, chosen)));
        }
        if let Some(Lack { label, drawn, written, impossible, at }) = script.tape.lack() {
            // Where a turn says many things, nothing but the last that was done says what should be drawn.
            let nowhere = if self.is_sparse { script.place() } else { &script.turn.tag };
            let tag = at.map_or(nowhere, |draw| script.turn.entries[script.entry_of[draw]].tag());
            return Err((tag.clone(), PlayMistake::Draws { label, drawn, written, impossible, of: of.cloned() }));
        }
        script.last = script.last.max(reached);
        self.state = after;
        let drew = !draws.is_empty();
        if drew {
            self.entries.push(TurnEntry::Drawn { draws, tag: () });
        }
        Ok(drew)
    }

    /// Returns what is wrong with a move that nobody asked for: if it was not legal where it could have been made, that.
    fn explain_uncalled(
        &mut self,
        script: &Script<'_, E::Move, T>,
        kind: &'static str,
        chosen: &E::Move,
    ) -> WrongOf<E> {
        match self.refused.take().filter(|(entry, _)| *entry == script.next_move) {
            Some((_, wrong)) => wrong,
            None => PlayMistake::Uncalled { kind, chosen: chosen.clone(), instead: None },
        }
    }

    /// Returns the move that the record has for a decision.
    fn decide(
        &mut self,
        decision: Decision,
        script: &mut Script<'_, E::Move, T>,
        unsaid: Unsaid<'_, E::Move>,
    ) -> Sound<E, T, E::Move> {
        self.engine.moves(&self.state, &mut self.moves);
        let legal = self.moves.clone();
        let before_draws = script.rest().iter().take_while(|entry| matches!(entry, TurnEntry::Chosen { .. }));
        let mut of_kind =
            before_draws.filter(|e| matches!(e, TurnEntry::Chosen { kind, .. } if *kind == decision.kind));
        let is_for_later = self.is_sparse && script.has_draws_before_move();
        let chosen = match script.rest().first() {
            Some(TurnEntry::Chosen { kind, chosen, tag }) if *kind == decision.kind && !is_for_later => {
                if let Some(why) = self.engine.illegal(&self.state, chosen) {
                    let wrong = PlayMistake::Illegal { decision, chosen: chosen.clone(), why, legal: legal.clone() };
                    match unsaid(decision, &legal).filter(|_| self.is_sparse) {
                        None => return Err((tag.clone(), wrong)),
                        Some(unsaid) => {
                            self.refused = Some((script.next_move, wrong));
                            unsaid
                        }
                    }
                } else {
                    script.advance();
                    chosen.clone()
                }
            }
            // The decision is written, but something that nobody asked for stands before it.
            Some(TurnEntry::Chosen { kind, chosen, tag }) if !self.is_sparse && of_kind.next().is_some() => {
                let instead = Some(decision.kind);
                return Err((tag.clone(), PlayMistake::Uncalled { kind, chosen: chosen.clone(), instead }));
            }
            _ => match unsaid(decision, &legal) {
                Some(chosen) => chosen,
                None => {
                    // A move that was passed over because it is not legal, or draws that nothing called for, are why.
                    if let Some((entry, wrong)) = self.refused.take().filter(|(entry, _)| *entry == script.next_move) {
                        return Err((script.turn.entries[entry].tag().clone(), wrong));
                    }
                    if is_for_later {
                        script.nothing_undrawn()?;
                    }
                    let nowhere = if self.is_sparse { script.place() } else { &script.turn.tag };
                    return Err((nowhere.clone(), PlayMistake::Missing { decision, legal }));
                }
            },
        };
        if legal.len() > 1 {
            self.replay.steps.push(Step { decision, legal, chosen: chosen.clone() });
        }
        Ok(chosen)
    }

    /// Asks the engine whether the state can be.
    fn sound(&mut self, tag: &T) -> Sound<E, T> {
        match fault::Fault::find(self.engine, &self.state, &mut self.moves) {
            Some(fault) => Err((tag.clone(), PlayMistake::Engine(fault))),
            None => Ok(()),
        }
    }

    fn not_over(&self, turn: &T) -> Sound<E, T> {
        match self.engine.outcome(&self.state) {
            Some(outcome) => Err((turn.clone(), PlayMistake::Over { outcome })),
            None => Ok(()),
        }
    }
}
