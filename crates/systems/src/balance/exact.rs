//! The exact value of a battle, as reports of balance show it.

use serde::Serialize;
use serde_json::{Map, Value};

use muster_core::play::exact::{Exact, Unsolved};
use muster_core::play::interval::rounded;

use crate::english::digits;

/// The exact shares of a battle under best play of both sides, or why there are none.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum ExactReport {
    /// The battle was solved.
    Solved {
        /// By side: the probability, from 0 to 1, with which it wins if it plays its best, whatever the other side does.
        shares: Map<String, Value>,
        /// The rest, which neither side can secure: draws, and battles that a side can keep from ending.
        unfinished: f64,
        /// Positions of the battle.
        states: usize,
    },
    /// The battle was not solved.
    Refused {
        /// The reason.
        refused: String,
        /// Positions that were found before the search stopped; 0 if there was no search.
        states: usize,
    },
}

impl ExactReport {
    /// Returns the report of a battle between these sides; without a value where the game's positions cannot be listed.
    pub fn new(solved: Option<Result<Exact, Unsolved>>, sides: &[String]) -> ExactReport {
        match solved {
            Some(Ok(exact)) => ExactReport::Solved {
                shares: sides
                    .iter()
                    .zip(exact.shares)
                    .map(|(side, share)| (side.clone(), rounded(share, 6).into()))
                    .collect(),
                unfinished: rounded(exact.unfinished_share(), 6),
                states: exact.states,
            },
            Some(Err(Unsolved::TooLarge(states))) => ExactReport::Refused {
                refused: format!("the battle has at least {} positions, too many to list", digits(states as u32)),
                states,
            },
            Some(Err(Unsolved::Kind)) | None => ExactReport::Refused {
                refused: "exact values need two sides that see everything".to_owned(),
                states: 0,
            },
        }
    }

    /// Returns the share of a side, by its number, with half of what neither can make its own; `None` if it is not solved.
    pub(super) fn score(&self, side: usize) -> Option<f64> {
        match self {
            ExactReport::Solved { shares, unfinished, .. } => {
                Some(shares.values().nth(side)?.as_f64()? + unfinished / 2.0)
            }
            ExactReport::Refused { .. } => None,
        }
    }

    /// Returns who wins how often under best play of both, as a sentence; `None` if it is not solved.
    pub(super) fn sentence(&self) -> Option<String> {
        let ExactReport::Solved { shares, unfinished, .. } = self else { return None };
        let share = |(_, share): &(&String, &Value)| share.as_f64().unwrap_or(0.0);
        let (side, best) =
            shares.iter().map(|one| (one.0, share(&one))).reduce(|a, b| if b.1 > a.1 { b } else { a })?;
        let neither = match *unfinished {
            all if all >= 0.9995 => return Some("Under best play of both sides, nobody wins a battle.".to_owned()),
            some if some >= 0.0005 => format!("; {:.1} % are drawn, or never decided", some * 100.0),
            _ => String::new(),
        };
        Some(format!("Under best play of both sides, {side} wins {:.1} % of the battles{neither}.", best * 100.0))
    }

    /// Returns true if the battle was solved.
    pub fn is_solved(&self) -> bool {
        matches!(self, ExactReport::Solved { .. })
    }

    /// Returns the shares in one line, or the reason there are none.
    pub fn describe(&self) -> String {
        match self {
            ExactReport::Solved { shares, unfinished, states } => {
                let percent = |share: f64| format!("{:.1} %", share * 100.0);
                let shares =
                    shares.iter().map(|(side, share)| format!("{side} {}", percent(share.as_f64().unwrap_or(0.0))));
                let mut parts: Vec<String> = shares.collect();
                if *unfinished >= 0.0005 {
                    parts.push(format!("neither {} (drawn, or never decided)", percent(*unfinished)));
                }
                format!("{} under best play of both sides ({} positions)", parts.join(" · "), digits(*states as u32))
            }
            ExactReport::Refused { refused, .. } => format!("no value: {refused}"),
        }
    }
}
