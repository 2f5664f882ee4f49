//! Faults of catalogues.

use std::fmt;

/// Something wrong in a catalogue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CatalogueFault {
    /// The JSON Pointer of what is wrong.
    pub pointer: String,
    /// The mistake there.
    pub wrong: CatalogueMistake,
}

impl CatalogueFault {
    pub(super) fn new(pointer: &str, wrong: CatalogueMistake) -> CatalogueFault {
        CatalogueFault { pointer: pointer.to_owned(), wrong }
    }
}

/// A mistake in a catalogue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CatalogueMistake {
    /// Words of the game that it lacks.
    Missing(Vec<&'static str>),
    /// A word that the game does not have.
    Unknown(String),
    /// A placeholder that means nothing in its text.
    Placeholder {
        /// The text between the braces.
        found: String,
        /// The names that are allowed there.
        allowed: Vec<String>,
    },
    /// A placeholder that a text needs.
    Unused(&'static str),
    /// A placeholder of a text or a noun that stands twice: lists would double with each of their parts.
    Twice(&'static str),
    /// A brace that is never closed.
    Unclosed,
    /// The condition of one of several texts of a word means nothing.
    Choice {
        /// The condition as it is written.
        found: String,
        /// The conditions that are allowed; empty for a word that has one text.
        allowed: Vec<String>,
    },
    /// Several texts of which none is for all that the others leave.
    NoOther(&'static str),
}

/// The most words that one message lists.
const LISTED: usize = 12;

impl fmt::Display for CatalogueMistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |words: &[String]| words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ");
        match self {
            CatalogueMistake::Missing(keys) => {
                let first: Vec<String> = keys.iter().take(LISTED).map(|key| (*key).to_owned()).collect();
                let more = keys.len().saturating_sub(LISTED);
                let more = if more > 0 { format!(" and {more} more") } else { String::new() };
                write!(f, "missing translations: {}{more} (printed in English)", list(&first))
            }
            CatalogueMistake::Unknown(key) => write!(f, "unknown key `{key}`"),
            CatalogueMistake::Placeholder { found, allowed } if allowed.is_empty() => {
                write!(f, "unknown placeholder `{{{found}}}`; this text takes none")
            }
            CatalogueMistake::Placeholder { found, allowed } => {
                let allowed: Vec<String> = allowed.iter().map(|name| format!("{{{name}}}")).collect();
                write!(f, "unknown placeholder `{{{found}}}`; expected {}", list(&allowed))
            }
            CatalogueMistake::Unused(name) => write!(f, "missing placeholder `{{{name}}}`"),
            CatalogueMistake::Twice(name) => write!(f, "`{{{name}}}` is in the text twice; expected once"),
            CatalogueMistake::Unclosed => f.write_str("unclosed brace"),
            CatalogueMistake::Choice { found, allowed } if allowed.is_empty() => {
                write!(f, "unknown variant `{found}`; this text has no variants")
            }
            CatalogueMistake::Choice { found, allowed } => {
                write!(f, "unknown variant `{found}`; expected keys such as {}", list(allowed))
            }
            CatalogueMistake::NoOther(key) => write!(f, "missing text for `{key}`"),
        }
    }
}
