//! Faults of battles, and the kinds that say when two battles have gone wrong in the same way.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use serde::{Deserialize, Serialize};

use super::effort::TURN_EVENTS;
use super::{Engine, Next};

/// A clause of the rules that a state breaks: no state can, so the engine has made a mistake.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Breach {
    /// The clause, `TB-1.1`.
    pub clause: String,
    /// The part of the state that breaks it, in words.
    pub what: String,
}

impl Breach {
    /// Returns a breach of a clause.
    pub fn new(clause: &str, what: impl Into<String>) -> Breach {
        Breach { clause: clause.to_owned(), what: what.into() }
    }
}

/// The reason a battle went wrong.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Fault {
    /// A state breaks the rules.
    Breach(Breach),
    /// Nobody has won, and no move is legal.
    Stuck,
    /// The engine panicked, with this message.
    Panic(String),
    /// It did not end within the turn limit.
    Endless,
    /// A turn of it went on for [`TURN_EVENTS`].
    EndlessTurn,
}

impl Fault {
    /// Returns the key that is equal for all battles that went wrong in the same way. Numbers in a message may differ.
    pub fn kind(&self) -> String {
        match self {
            Fault::Breach(breach) => format!("breach {}", breach.clause),
            Fault::Stuck => "stuck".to_owned(),
            Fault::Panic(message) => {
                let words = message.split(|c: char| c.is_ascii_digit()).filter(|part| !part.is_empty());
                format!("panic {}", words.collect::<Vec<_>>().join("0"))
            }
            Fault::Endless => "endless".to_owned(),
            Fault::EndlessTurn => "endless turn".to_owned(),
        }
    }

    /// Returns true if the engine is to blame: all but a battle or a turn that does not end.
    pub fn internal(&self) -> bool {
        !matches!(self, Fault::Endless | Fault::EndlessTurn)
    }

    /// Returns the fault of a state by the engine's own answers; `None` for a sound one. Where a player decides, `moves` holds
    /// the legal ones then.
    pub fn find<E: Engine>(engine: &E, state: &E::State, moves: &mut Vec<E::Move>) -> Option<Fault> {
        if let Some(breach) = engine.find_breach(state) {
            return Some(Fault::Breach(breach));
        }
        if !matches!(engine.next(state), Next::Decide { .. }) {
            return None;
        }
        engine.moves(state, moves);
        moves.is_empty().then_some(Fault::Stuck)
    }

    /// Returns the result of `play`, or the panic that it ended in.
    ///
    /// # Errors
    ///
    /// The panic, with what it said.
    #[inline]
    pub fn caught<T>(play: impl FnOnce() -> T) -> Result<T, Fault> {
        catch_unwind(AssertUnwindSafe(play)).map_err(|payload| Fault::Panic(message(&*payload)))
    }
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Fault::Breach(Breach { clause, what }) => write!(f, "{what} ({clause})"),
            Fault::Stuck => f.write_str("nobody has won, and no move is legal"),
            Fault::Panic(message) => f.write_str(message.strip_prefix("internal error: ").unwrap_or(message)),
            Fault::Endless => f.write_str("the battle does not end"),
            Fault::EndlessTurn => write!(f, "a turn went on for more than {TURN_EVENTS} events"),
        }
    }
}

fn message(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<String>().map(String::as_str).or_else(|| payload.downcast_ref().copied());
    text.unwrap_or("unknown").to_owned()
}
