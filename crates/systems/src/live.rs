//! Battles under way, for everyone who plays them: what is to be decided, what may be chosen, in words and as plays write it,
//! and what happened, as far as a side sees it.

mod told;

use std::any::Any;
use std::collections::BTreeSet;
use std::sync::Arc;

use serde_json::Value;

use muster_core::play::bots::{Bot, Thought};
use muster_core::play::replay::Turn;
use muster_core::play::session::{BattleSession, EntryOf, SessionEntry, SessionEvent, TakenBack};
use muster_core::play::{Engine, Next};

use super::Replayed;
use super::notation::{self, Changed, MoveOf, Notation, StateOf};
use super::played::CompiledBattle;
use super::system::downcast;

/// What comes next in a battle under way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LiveNext {
    /// A side decides between several moves.
    Decide {
        /// The side.
        side: usize,
        /// The kind of the decision, in the words of the game's plays.
        kind: &'static str,
    },
    /// The battle is over.
    Over {
        /// The side that won; `None` for a draw.
        winner: Option<usize>,
        /// The cause, in the words of the game's plays.
        by: &'static str,
    },
    /// The engine broke; what was played until then stands.
    Broken(String),
}

/// A move that may be chosen, or that may not though somebody might think of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LiveOption {
    /// The move in words, and of one that may not be chosen the reason.
    pub words: String,
    /// The move as a play writes it.
    pub written: Value,
}

/// A line of the log of a battle under way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogLine {
    /// The turn it happened in, as plays count them, from 1.
    pub turn: u32,
    /// The side that chose; of what was drawn, the side whose turn it is. `None` where it is no side's.
    pub side: Option<usize>,
    /// True for what was drawn.
    pub is_drawn: bool,
    /// The event in words.
    pub words: String,
}

/// A battle under way.
pub trait LiveBattle: Any + Send {
    /// Returns the sides' names.
    fn sides(&self) -> &[String];

    /// Returns the word for a turn of the record, in the singular.
    fn noun(&self) -> &'static str;

    /// Returns the turn that is played, as plays count them, from 1, and the side whose turn it is.
    fn turn(&self) -> (u32, Option<usize>);

    /// Returns true if the battle lies on the table as its cards; see [`Notation::LIES_AS_CARDS`].
    fn lies_as_cards(&self) -> bool;

    /// Returns true if something of a battle is seen by one side alone.
    fn hides(&self) -> bool;

    /// Returns what comes next.
    fn next(&self) -> LiveNext;

    /// Returns what is to be decided as a question to its player; empty where the kind says it all.
    fn question(&self) -> &'static str;

    /// Returns the name of the piece that is to be decided about, as moves name it; `None` where the decision is about none, or
    /// about several.
    fn subject(&self) -> Option<String>;

    /// Returns the moves that may be chosen.
    fn options(&self) -> Vec<LiveOption>;

    /// Returns moves that are not legal though somebody might think of them, with the reasons.
    fn refusals(&self) -> Vec<LiveOption>;

    /// Makes the move of an index, and all that follows until somebody decides again. Returns false if there is none.
    fn choose(&mut self, option: usize) -> bool;

    /// Returns the index of the move that a bot would make for the side that decides, as that side sees the battle.
    fn advice(&mut self, bot: Bot) -> Option<usize>;

    /// Returns what a bot thinks of each move that may be chosen when it makes the choice that [`LiveBattle::advice`] would return now;
    /// nothing if it does not weigh moves. It sees what the side that decides sees.
    fn thoughts(&self, bot: Bot) -> Vec<Thought>;

    /// Returns true if a decision of one of these sides can be taken back.
    fn can_take_back(&self, sides: &dyn Fn(usize) -> bool) -> bool;

    /// Takes back the latest decision of one of these sides, with all that happened since.
    fn take_back(&mut self, sides: &dyn Fn(usize) -> bool) -> Option<TakenBack>;

    /// Returns the log as a side sees it, or all of it: its last lines, at most so many.
    fn log(&self, most: usize, seen_by: Option<usize>) -> Vec<LogLine>;

    /// Returns the state as reports show it, as a side sees it or all of it.
    fn state(&self, seen_by: Option<usize>) -> Value;

    /// Returns the same in plain words, line by line.
    fn state_in_words(&self, seen_by: Option<usize>) -> String;

    /// Returns true if a turn was played whole.
    fn has_record(&self) -> bool;

    /// Returns the turns that were played whole as the text of a play; `scenario` is the scenario's file from the play's.
    fn record(&self, scenario: &str) -> String;
}

/// The words for a decision that is not seen.
const SECRET: &str = "chooses in secret";

/// The most changes that a line of the log tells.
const CHANGES: usize = 24;

/// The most moves that are shown with the reason they are not legal.
const REFUSALS: usize = 60;

/// A battle of a game under way.
pub(super) struct Live<G: Notation> {
    /// The battle as it was compiled.
    pub(super) compiled: CompiledBattle<G>,
    /// What was played of it.
    pub(super) session: BattleSession<G::Engine>,
}

/// Begins a battle by a seed, with the turns of a replayed one as far as they are legal. Returns it with the number of those that
/// were.
pub(super) fn begin<G: Notation>(
    compiled: CompiledBattle<G>,
    seed: u64,
    from: Option<&Replayed>,
) -> (Box<dyn LiveBattle>, usize) {
    let turns: Arc<Vec<Turn<MoveOf<G>, ()>>> = from.map_or_else(Arc::default, |from| downcast(&from.played));
    let (session, followed) = BattleSession::resume(&compiled.engine, seed, &turns);
    (Box::new(Live::<G> { compiled, session }), followed)
}

impl<G: Notation> Live<G> {
    fn engine(&self) -> &G::Engine {
        &self.compiled.engine
    }

    /// Returns an event as a side sees it; `None` for what it does not see.
    fn log_line(&self, happening: &EntryOf<G::Engine>, seen_by: Option<usize>) -> Option<LogLine> {
        let SessionEntry { turn, mover, event } = happening;
        let (side, is_drawn, words) = match event {
            SessionEvent::Chosen { player, kind, chosen, forced, states: [before, after] } => {
                let is_hidden =
                    seen_by.is_some_and(|seen_by| seen_by != *player) && G::is_secret(self.engine(), before, kind);
                let mut words = match is_hidden {
                    true => SECRET.to_owned(),
                    false => self.words(before, chosen, seen_by.is_none_or(|seen_by| seen_by == *player)),
                };
                if *forced && !is_hidden {
                    words += " (the only choice)";
                }
                let changes = self.changes(before, after, Some(chosen), seen_by);
                (Some(*player), false, if changes.is_empty() { words } else { format!("{words} → {changes}") })
            }
            SessionEvent::Drawn { draws, before } => {
                (*mover, true, G::describe_draws(self.engine(), before, draws, seen_by))
            }
            SessionEvent::Passed([before, after]) => (None, false, self.changes(before, after, None, seen_by)),
            SessionEvent::Reopened => (*mover, false, "a decision was taken back".to_owned()),
        };
        (!words.is_empty()).then_some(LogLine { turn: *turn, side, is_drawn, words })
    }

    /// Returns a decision in words, after the piece that it was about where the words do not name it and its side looks.
    fn words(&self, before: &StateOf<G>, chosen: &MoveOf<G>, is_own: bool) -> String {
        let (engine, words) = (self.engine(), self.with_outlook(before, chosen));
        let subject = G::subject(engine, before).filter(|_| is_own || !G::Engine::HIDDEN);
        match subject.filter(|piece| !names(&G::option(engine, chosen)).contains(piece)) {
            Some(piece) => {
                let name = G::piece_name(engine, &piece).map(|name| format!(" {name}")).unwrap_or_default();
                format!("{piece}{name}: {words}")
            }
            None => words,
        }
    }

    /// Returns a move in words, with what it is done to and what follows from it.
    fn with_outlook(&self, state: &StateOf<G>, chosen: &MoveOf<G>) -> String {
        let words = G::words(self.engine(), chosen);
        match G::outlook(self.engine(), state, chosen) {
            Some(outlook) => format!("{words}, {outlook}"),
            None => words,
        }
    }

    /// Returns what has changed in words, the first of it where there is very much.
    fn changes(
        &self,
        before: &StateOf<G>,
        after: &StateOf<G>,
        chosen: Option<&MoveOf<G>>,
        seen_by: Option<usize>,
    ) -> String {
        let mut changes = G::changes(self.engine(), &Changed { before, after, chosen }, seen_by);
        let more = changes.len().saturating_sub(CHANGES);
        changes.truncate(CHANGES);
        if more > 0 {
            changes.push(format!("and {more} more changes"));
        }
        changes.join(", ")
    }
}

impl<G: Notation> LiveBattle for Live<G> {
    fn sides(&self) -> &[String] {
        &self.compiled.sides
    }

    fn noun(&self) -> &'static str {
        G::TURN
    }

    fn turn(&self) -> (u32, Option<usize>) {
        let clock = self.engine().clock(self.session.state());
        (clock.turn, clock.player)
    }

    fn lies_as_cards(&self) -> bool {
        G::LIES_AS_CARDS
    }

    fn hides(&self) -> bool {
        G::Engine::HIDDEN
    }

    fn next(&self) -> LiveNext {
        if let Some(fault) = self.session.fault() {
            return LiveNext::Broken(fault.to_string());
        }
        match self.session.next(self.engine()) {
            Next::Decide { player, kind } => LiveNext::Decide { side: player, kind },
            Next::Over(outcome) => LiveNext::Over { winner: outcome.winner, by: outcome.by },
            Next::Auto => LiveNext::Broken("something should happen by itself, and does not".to_owned()),
        }
    }

    fn question(&self) -> &'static str {
        match self.next() {
            LiveNext::Decide { kind, .. } => G::question(kind),
            LiveNext::Over { .. } | LiveNext::Broken(_) => "",
        }
    }

    fn subject(&self) -> Option<String> {
        G::subject(self.engine(), self.session.state())
    }

    fn options(&self) -> Vec<LiveOption> {
        let option = |chosen: &MoveOf<G>| LiveOption {
            words: self.with_outlook(self.session.state(), chosen),
            written: G::option(self.engine(), chosen),
        };
        self.session.legal().iter().map(option).collect()
    }

    fn refusals(&self) -> Vec<LiveOption> {
        if !matches!(self.next(), LiveNext::Decide { .. }) {
            return Vec::new();
        }
        let (engine, state) = (self.engine(), self.session.state());
        let refusal = |chosen: MoveOf<G>| {
            let why = engine.illegal(state, &chosen)?;
            let clause = G::clause(&why).map(|clause| format!(" ({clause})")).unwrap_or_default();
            let words = format!("{}: {}{clause}", G::words(engine, &chosen), G::refusal(engine, state, &why));
            Some(LiveOption { words: words.replace('`', ""), written: G::option(engine, &chosen) })
        };
        G::thinkable(engine, state).into_iter().filter_map(refusal).take(REFUSALS).collect()
    }

    fn choose(&mut self, option: usize) -> bool {
        self.session.choose(&self.compiled.engine, option)
    }

    fn advice(&mut self, bot: Bot) -> Option<usize> {
        self.session.advice(&self.compiled.engine, bot)
    }

    fn thoughts(&self, bot: Bot) -> Vec<Thought> {
        self.session.thoughts(&self.compiled.engine, bot)
    }

    fn can_take_back(&self, sides: &dyn Fn(usize) -> bool) -> bool {
        self.session.can_take_back(sides)
    }

    fn take_back(&mut self, sides: &dyn Fn(usize) -> bool) -> Option<TakenBack> {
        self.session.take_back(&self.compiled.engine, sides)
    }

    fn log(&self, most: usize, seen_by: Option<usize>) -> Vec<LogLine> {
        let seen = self.session.events().iter().rev().filter_map(|happening| self.log_line(happening, seen_by));
        let mut lines: Vec<LogLine> = seen.take(most).collect();
        lines.reverse();
        lines
    }

    fn state(&self, seen_by: Option<usize>) -> Value {
        G::show(self.engine(), self.session.state(), seen_by)
    }

    fn state_in_words(&self, seen_by: Option<usize>) -> String {
        told::describe_state(&self.state(seen_by), &|number| G::piece_name(self.engine(), number))
    }

    fn has_record(&self) -> bool {
        !self.session.record(self.engine()).0.is_empty()
    }

    fn record(&self, scenario: &str) -> String {
        let (turns, outcome) = self.session.record(self.engine());
        // A turn that was not played whole is not written.
        let notes: String = self
            .session
            .reopened_turns()
            .iter()
            .filter(|turn| **turn as usize <= turns.len())
            .map(|turn| format!("# In {} {turn}, a decision was taken back after it had been answered.\n", G::TURN))
            .collect();
        notes + &notation::write::<G>(self.engine(), &self.compiled.sides, scenario, turns, outcome)
    }
}

/// Returns the names in a move as a play writes it, pieces and places, each once: first what does something.
pub fn names(written: &Value) -> Vec<String> {
    fn collect(written: &Value, into: &mut Vec<String>) {
        match written {
            Value::String(text) => into.push(text.clone()),
            Value::Array(items) if items.iter().all(Value::is_number) => into.extend(place_name(written)),
            Value::Array(items) => items.iter().for_each(|item| collect(item, into)),
            Value::Object(keys) => {
                into.extend(place_name(written));
                keys.values().for_each(|value| collect(value, into));
            }
            _ => {}
        }
    }
    let (mut all, mut seen) = (Vec::new(), BTreeSet::new());
    collect(written, &mut all);
    all.retain(|name| seen.insert(name.clone()));
    all
}

/// Returns the name of a place of a map as a play writes it, `[858, 277]` or `{at: 12, lane: 5}` whatever faces where there; `None`
/// for what is no place.
pub fn place_name(written: &Value) -> Option<String> {
    match written {
        Value::Array(items) => match items.as_slice() {
            [x, y] if x.is_number() && y.is_number() => Some(format!("{x}, {y}")),
            _ => None,
        },
        Value::Object(keys) => Some(format!("{} in., lane {}", keys.get("at")?.as_u64()?, keys.get("lane")?.as_u64()?)),
        _ => None,
    }
}

/// The words of a game for moves as plays write them.
pub struct Speech<'a> {
    /// Returns the name of what has a number.
    pub name: &'a dyn Fn(&str) -> Option<String>,
    /// Returns the words for a key, where it says too little.
    pub key: &'a dyn Fn(&str) -> Option<&'static str>,
}

impl Speech<'_> {
    /// Returns a move in words, as a sentence begins: `{shoot: K5, target: C10}` is "Shoot K5 Bowmen, target C10 Horse".
    pub fn sentence(&self, written: &Value) -> String {
        let words = self.words(written);
        let mut letters = words.chars();
        letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
    }

    fn words(&self, written: &Value) -> String {
        match written {
            Value::Object(keys) => {
                let part = |(key, value): (&String, &Value)| {
                    let plain = || key.replace('_', " ");
                    let key = (self.key)(key).map_or_else(plain, str::to_owned);
                    match value {
                        Value::Bool(true) => key,
                        Value::Bool(false) => format!("{key}: no"),
                        value if key.is_empty() => self.words(value),
                        value => format!("{key} {}", self.words(value)),
                    }
                };
                keys.iter().map(part).collect::<Vec<_>>().join(", ")
            }
            Value::Array(items) => {
                let between = if items.iter().all(Value::is_number) { ", " } else { " – " };
                items.iter().map(|item| self.words(item)).collect::<Vec<_>>().join(between)
            }
            Value::String(text) => (self.name)(text).map_or_else(|| text.clone(), |name| format!("{text} {name}")),
            other => other.to_string(),
        }
    }
}
