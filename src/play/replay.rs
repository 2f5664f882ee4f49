//! Plays a recorded battle move by move: what could have been done, what was, and the first thing that was wrong.

use super::{Blind, Decision, Dice, Engine, Outcome, fault};

/// One turn as it was recorded. `T` is whatever the caller wants to find its places by.
#[derive(Debug, Clone)]
pub struct Turn<M, T> {
    /// Whose turn it is said to be.
    pub player: usize,
    /// Where that is said.
    pub tag: T,
    /// What was done and rolled, in order.
    pub entries: Vec<Entry<M, T>>,
}

/// One thing that was recorded.
#[derive(Debug, Clone)]
pub enum Entry<M, T> {
    /// What somebody chose.
    Chosen {
        /// The kind of the decision, as [`Decision::kind`].
        kind: &'static str,
        /// What was chosen.
        chosen: M,
        /// Where it is written.
        tag: T,
    },
    /// The dice that were rolled.
    Rolled {
        /// The dice, 1 to 6 each.
        dice: Vec<u8>,
        /// Where they are written.
        tag: T,
    },
}

impl<M, T> Entry<M, T> {
    fn tag(&self) -> &T {
        match self {
            Entry::Chosen { tag, .. } | Entry::Rolled { tag, .. } => tag,
        }
    }
}

/// What a record leaves unsaid: the move that is meant where it has none of a decision's kind, `done`.
pub type Unsaid<'a, M> = &'a dyn Fn(Decision, &[M]) -> Option<M>;

/// A decision that had more than one legal move.
#[derive(Debug, Clone)]
pub struct Step<M> {
    /// Who decided, what and when.
    pub decision: Decision,
    /// What could have been done, in the engine's order.
    pub legal: Vec<M>,
    /// What was done.
    pub chosen: M,
}

/// What came of a record.
#[derive(Debug, Clone)]
pub struct Replay<S, M, T> {
    /// Every decision with more than one legal move.
    pub steps: Vec<Step<M>>,
    /// The state after each turn that was played whole.
    pub states: Vec<S>,
    /// How the battle ended, if it has.
    pub outcome: Option<Outcome>,
    /// The first thing that was wrong: nothing was played after it.
    pub fault: Option<Fault<S, M, T>>,
}

/// Something in a record that cannot be.
#[derive(Debug, Clone)]
pub struct Fault<S, M, T> {
    /// The turn of the record, from 0.
    pub turn: usize,
    /// Where it is: the entry, or the turn where something is missing.
    pub tag: T,
    /// The state in which it is wrong.
    pub state: S,
    /// What is wrong.
    pub wrong: Wrong<M>,
}

/// What is wrong in a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wrong<M> {
    /// A move that is not legal.
    Illegal {
        /// What was to be decided.
        decision: Decision,
        /// What was written.
        chosen: M,
        /// What is legal.
        legal: Vec<M>,
    },
    /// A decision that is not written.
    Missing {
        /// What is to be decided.
        decision: Decision,
        /// What is legal.
        legal: Vec<M>,
    },
    /// A move where nothing of its kind is to be decided.
    Uncalled {
        /// The kind it is written as.
        kind: &'static str,
        /// What was written.
        chosen: M,
        /// What is to be decided instead, if anything.
        instead: Option<&'static str>,
    },
    /// Not as many dice as are rolled.
    Dice {
        /// How many are rolled.
        rolled: usize,
        /// How many were written.
        written: usize,
    },
    /// It is another player's turn.
    Player {
        /// Whose turn it is.
        player: usize,
    },
    /// The battle was over before this turn.
    Over {
        /// How it ended.
        outcome: Outcome,
    },
    /// The record is right, but the engine is not.
    Engine(fault::Fault),
}

/// Plays a record. Nothing in it is corrected: it stops at the first thing that is wrong.
pub fn replay<E: Engine, T: Clone>(
    engine: &E,
    turns: &[Turn<E::Move, T>],
    unsaid: Unsaid<'_, E::Move>,
) -> Replay<E::State, E::Move, T> {
    let mut player = Player {
        engine,
        state: engine.start(),
        moves: Vec::new(),
        replay: Replay { steps: Vec::new(), states: Vec::new(), outcome: None, fault: None },
    };
    for (number, turn) in turns.iter().enumerate() {
        let played = fault::Fault::caught(|| player.turn(turn, unsaid));
        if let Err((tag, wrong)) = played.unwrap_or_else(|panic| Err((turn.tag.clone(), Wrong::Engine(panic)))) {
            player.replay.outcome = engine.outcome(&player.state);
            player.replay.fault = Some(Fault { turn: number, tag, state: player.state, wrong });
            return player.replay;
        }
        player.replay.states.push(player.state);
    }
    player.replay.outcome = engine.outcome(&settled(engine, player.state, &mut player.moves));
    player.replay
}

/// The state after the steps that nobody decides and no dice are rolled in: a battle can end in them, before anybody
/// decides anything in the turn that follows a record.
pub(super) fn settled<E: Engine>(engine: &E, mut state: E::State, moves: &mut Vec<E::Move>) -> E::State {
    while let Some(step) = automatic(engine, &state, moves)
        && !step.chance
    {
        engine.apply(&mut state, step.only, &mut Unrolled::default(), &mut Blind);
    }
    state
}

/// The step that comes next, when nobody decides it.
fn automatic<E: Engine>(engine: &E, state: &E::State, moves: &mut Vec<E::Move>) -> Option<Automatic<E::Move>> {
    if engine.decision(state).kind.is_some() {
        return None;
    }
    engine.moves(state, moves);
    let only = *moves.first()?;
    let mut dice = Unrolled::default();
    engine.apply(&mut state.clone(), only, &mut dice, &mut Blind);
    Some(Automatic { only, dice: dice.rolled, chance: dice.rolled > 0 })
}

/// A replay under way.
struct Player<'a, E: Engine, T> {
    engine: &'a E,
    state: E::State,
    moves: Vec<E::Move>,
    replay: Replay<E::State, E::Move, T>,
}

/// A step that nobody decides.
struct Automatic<M> {
    only: M,
    /// How many dice it rolls.
    dice: usize,
    chance: bool,
}

impl<E: Engine, T: Clone> Player<'_, E, T> {
    /// Plays one turn to its end, or says what is wrong and where.
    fn turn(&mut self, turn: &Turn<E::Move, T>, unsaid: Unsaid<'_, E::Move>) -> Result<(), (T, Wrong<E::Move>)> {
        self.not_over(&turn.tag)?;
        let start = self.engine.decision(&self.state);
        if start.player != turn.player {
            return Err((turn.tag.clone(), Wrong::Player { player: start.player }));
        }
        let mut entries = turn.entries.iter();
        let mut begun = false;
        let rolled = |entry: &Entry<E::Move, T>| matches!(entry, Entry::Rolled { .. });
        self.sound(&turn.tag)?;
        while self.engine.outcome(&self.state).is_none() && self.engine.decision(&self.state).turn == start.turn {
            let rest = entries.as_slice();
            if let Some(step) = automatic(self.engine, &self.state, &mut self.moves) {
                if step.chance {
                    match rest.first() {
                        Some(Entry::Rolled { dice, .. }) if dice.len() == step.dice => {
                            entries.next();
                            self.engine.apply(&mut self.state, step.only, &mut super::Scripted::new(dice), &mut Blind);
                        }
                        Some(Entry::Rolled { dice, tag }) => {
                            return Err((tag.clone(), Wrong::Dice { rolled: step.dice, written: dice.len() }));
                        }
                        Some(Entry::Chosen { kind, chosen, tag }) if rest.iter().any(rolled) => {
                            return Err((tag.clone(), Wrong::Uncalled { kind, chosen: *chosen, instead: None }));
                        }
                        _ => return Err((turn.tag.clone(), Wrong::Dice { rolled: step.dice, written: 0 })),
                    }
                } else {
                    self.engine.apply(&mut self.state, step.only, &mut Unrolled::default(), &mut Blind);
                    if !begun {
                        // It may have ended as the turn began: then there was no such turn.
                        self.not_over(&turn.tag)?;
                    }
                }
            } else if self.decide(&turn.tag, rest, unsaid)? {
                entries.next();
            }
            begun = true;
            let done = turn.entries.len() - entries.len();
            self.sound(done.checked_sub(1).map_or(&turn.tag, |last| turn.entries[last].tag()))?;
        }
        match entries.next() {
            None => Ok(()),
            Some(Entry::Chosen { kind, chosen, tag }) => {
                Err((tag.clone(), Wrong::Uncalled { kind, chosen: *chosen, instead: None }))
            }
            Some(Entry::Rolled { dice, tag }) => Err((tag.clone(), Wrong::Dice { rolled: 0, written: dice.len() })),
        }
    }

    /// Makes the move that the record has for a decision. Whether an entry of the record was used.
    fn decide(
        &mut self,
        turn: &T,
        rest: &[Entry<E::Move, T>],
        unsaid: Unsaid<'_, E::Move>,
    ) -> Result<bool, (T, Wrong<E::Move>)> {
        let decision = self.engine.decision(&self.state);
        self.engine.moves(&self.state, &mut self.moves);
        let legal = self.moves.clone();
        let of_kind =
            |entry: &Entry<E::Move, T>| matches!(entry, Entry::Chosen { kind, .. } if Some(*kind) == decision.kind);
        let before_dice = rest.iter().take_while(|entry| matches!(entry, Entry::Chosen { .. }));
        let (chosen, used) = match rest.first() {
            Some(Entry::Chosen { kind, chosen, tag }) if Some(*kind) == decision.kind => {
                if !legal.contains(chosen) {
                    return Err((tag.clone(), Wrong::Illegal { decision, chosen: *chosen, legal }));
                }
                (*chosen, true)
            }
            // The decision is written, but something that nobody asked for stands before it.
            Some(Entry::Chosen { kind, chosen, tag }) if before_dice.clone().any(of_kind) => {
                return Err((tag.clone(), Wrong::Uncalled { kind, chosen: *chosen, instead: decision.kind }));
            }
            _ => match unsaid(decision, &legal) {
                Some(chosen) => (chosen, false),
                None => return Err((turn.clone(), Wrong::Missing { decision, legal })),
            },
        };
        self.engine.apply(&mut self.state, chosen, &mut Unrolled::default(), &mut Blind);
        if legal.len() > 1 {
            self.replay.steps.push(Step { decision, legal, chosen });
        }
        Ok(used)
    }

    /// Whether the state can be.
    fn sound(&mut self, tag: &T) -> Result<(), (T, Wrong<E::Move>)> {
        match fault::Fault::of(self.engine, &self.state, &mut self.moves) {
            Some(fault) => Err((tag.clone(), Wrong::Engine(fault))),
            None => Ok(()),
        }
    }

    fn not_over(&self, turn: &T) -> Result<(), (T, Wrong<E::Move>)> {
        match self.engine.outcome(&self.state) {
            Some(outcome) => Err((turn.clone(), Wrong::Over { outcome })),
            None => Ok(()),
        }
    }
}

/// Counts the dice that a step rolls.
#[derive(Debug, Default)]
pub(super) struct Unrolled {
    rolled: usize,
}

impl Dice for Unrolled {
    fn roll(&mut self) -> u8 {
        self.rolled += 1;
        1
    }
}
