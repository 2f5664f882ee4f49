//! The report of `--exhaustive`: everything that is there to be used, and whether it was.

use std::fmt::Write as _;

use serde_json::{Value, json};

use muster_core::check::allow::Allows;
use muster_core::diag::Diagnostic;
use muster_core::play::exhaust::{Sought, Wanted};
use muster_core::play::smoke::{SmokeOptions, Totals};
use muster_systems::{Compiled, System, Use};

use super::super::table::align;
use crate::review::{Review, all_codes};

/// Everything that is there to be used in a scenario, and what was played for it.
pub(super) struct Exhausted {
    uses: Vec<Use>,
    /// By use: whether a comment at its place allows that it is never used.
    declared: Vec<bool>,
    wanted: u64,
    pub(super) sought: Sought,
}

/// The number of uses that is wanted of everything, and the most battles that are played for it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Goal {
    pub(super) uses: u64,
    pub(super) tries: u64,
}

impl Exhausted {
    /// Plays on after a run until everything has been used that can be and should be.
    pub(super) fn new(
        battle: &dyn Compiled,
        review: &Review,
        systems: &'static [&'static System],
        (options, totals): (&SmokeOptions, &Totals),
        goal: Goal,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Exhausted {
        let uses = battle.usable();
        let mut allows = Allows::read(&review.sources, &all_codes(systems));
        let mut declared = |one: &Use| {
            let unused = Diagnostic::new(one.used.code, one.used.at.clone(), String::new());
            allows.apply(&review.sources, vec![unused]).is_empty()
        };
        let declared: Vec<bool> = uses.iter().map(&mut declared).collect();
        let open = uses.iter().zip(&declared).filter(|(one, declared)| one.impossible.is_none() && !**declared);
        let wanted = Wanted {
            counters: open.map(|(one, _)| one.used.counter).collect(),
            uses: goal.uses,
            most: goal.tries,
            seed: options.seed,
        };
        let sought = battle.exhaust(&wanted, totals.counters.clone(), progress);
        Exhausted { uses, declared, wanted: goal.uses, sought }
    }

    fn times(&self, one: &Use) -> u64 {
        self.sought.counters[one.used.counter]
    }

    /// Returns what was not used as often as it should be, each with whether that was declared.
    fn remaining_uses(&self) -> Vec<(&Use, bool)> {
        let each = self.uses.iter().zip(self.declared.iter().copied());
        each.filter(|(one, _)| self.times(one) < self.wanted).collect()
    }

    /// Returns the report for people: how many things were used, and each that is left.
    pub(super) fn text(&self) -> String {
        let left = self.remaining_uses();
        let mut text = format!(
            "  used   {} of {} at least {} times, after {} more battles played to use them\n",
            self.uses.len() - left.len(),
            self.uses.len(),
            self.wanted,
            self.sought.battles,
        );
        let rows = left.iter().map(|(one, declared)| {
            let often = match self.times(one) {
                0 => "never".to_owned(),
                1 => "once".to_owned(),
                n => format!("{n} times"),
            };
            let why = match (&one.impossible, declared) {
                (Some(why), _) => format!("proven: {why}"),
                (None, true) => "declared".to_owned(),
                (None, false) => "left".to_owned(),
            };
            vec![one.used.card.clone(), one.used.name.clone(), one.used.what.clone(), often, why]
        });
        let _ = write!(text, "{}", align(rows, |_| false));
        text
    }

    /// Returns the report for programs.
    pub(super) fn json(&self) -> Value {
        let left = self.remaining_uses().into_iter().map(|(one, declared)| {
            json!({
                "card": one.used.card, "name": one.used.name, "what": one.used.what, "times": self.times(one),
                "proven": one.impossible, "declared": declared, "pointer": one.used.at.pointer.as_str(),
            })
        });
        json!({
            "wanted": self.wanted, "battles": self.sought.battles, "all": self.uses.len(),
            "left": left.collect::<Vec<_>>(),
        })
    }
}
