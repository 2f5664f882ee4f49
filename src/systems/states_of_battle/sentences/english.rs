//! Clauses to sentences, and what is counted.

pub(super) use crate::systems::english::number;
pub use crate::systems::english::{capital, list};

/// Returns `one counter`, `two counters`.
pub fn counted(n: u32, what: &str) -> String {
    format!("{} {what}{}", number(n), if n == 1 { "" } else { "s" })
}

/// Returns each clause as a sentence.
pub(super) fn sentences(clauses: &[String]) -> String {
    clauses.iter().map(|clause| capital(clause) + ".").collect::<Vec<_>>().join(" ")
}

/// Returns what is done one after the other, each in its clauses, as a part of a sentence: `draw one card; then lose two`.
pub(super) fn chain(deeds: &[Vec<String>]) -> String {
    deeds.iter().map(|clauses| clauses.join("; ")).collect::<Vec<_>>().join("; then ")
}
