//! Errors that keep a project's work from being done. An author's mistake is a finding, and none of these.

use std::fmt;
use std::io;

use muster_core::diag::describe;

/// Trouble, told in one line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Trouble {
    /// A mistake of usage: something is asked for that there is not, or that means nothing.
    Usage(String),
    /// The machine's: a file that cannot be read, a program that cannot be run.
    Machine(String),
}

impl Trouble {
    /// Returns a file that cannot be read, and why.
    pub fn unreadable(path: &impl fmt::Display, error: &io::Error) -> Trouble {
        Trouble::Machine(format!("cannot read `{path}`: {}", describe(error)))
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trouble::Usage(text) | Trouble::Machine(text) => f.write_str(text),
        }
    }
}

impl std::error::Error for Trouble {}
