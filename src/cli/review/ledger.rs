//! Who won the battles that were recorded, by scenario.

use serde_json::{Map, Value, json};

use muster_core::diag::escape::line;
use muster_core::play::interval::Interval;
use muster_systems::english::count_of;
use muster_systems::{Replayed, Role};

use crate::cli::table::{label_line, share_and_interval, short_line};
use crate::review::{Review, Unit};

/// The recorded battles that are legal, counted.
#[derive(Default)]
pub(super) struct Ledger(Vec<Page>);

/// Those of one scenario.
struct Page {
    /// The scenario's file.
    path: String,
    name: String,
    /// By side, in the engine's order.
    wins: Vec<(String, u64)>,
    draws: u64,
    unfinished: u64,
}

/// Returns the file of the scenario of a play, and its name.
pub(super) fn scenario<'a>(review: &'a Review, play: &Unit) -> (&'a str, &'a str) {
    let is_its = |unit: &&Unit| unit.outline.kind.role == Role::Main && play.files.contains(&unit.file);
    let path = |unit: &Unit| review.sources.get(unit.file).path().as_str();
    let found = review.units.iter().find(is_its);
    found.map_or(("", ""), |unit| (path(unit), unit.outline.name.as_deref().unwrap_or_default()))
}

impl Ledger {
    /// Counts a battle that was replayed without an error.
    pub(super) fn count(&mut self, (path, name): (&str, &str), sides: &[String], replayed: &Replayed) {
        let known = self.0.iter().position(|page| page.path == path).unwrap_or_else(|| {
            let wins = sides.iter().map(|side| (side.clone(), 0)).collect();
            self.0.push(Page { path: path.to_owned(), name: name.to_owned(), wins, draws: 0, unfinished: 0 });
            self.0.len() - 1
        });
        let page = &mut self.0[known];
        let winner = replayed.result["winner"].as_str();
        match page.wins.iter_mut().find(|(side, _)| Some(side.as_str()) == winner) {
            Some((_, wins)) => *wins += 1,
            None if replayed.result.is_null() => page.unfinished += 1,
            None => page.draws += 1,
        }
    }

    /// Returns the ledger as the JSON output has it.
    pub(super) fn json(&self) -> Value {
        let page = |page: &Page| {
            let wins: Map<String, Value> = page.wins.iter().map(|(side, n)| (side.clone(), json!(n))).collect();
            json!({
                "scenario": page.path, "battles": page.battles(), "wins": wins, "draws": page.draws,
                "unfinished": page.unfinished,
            })
        };
        self.0.iter().map(page).collect()
    }

    /// Returns the ledger for people: nothing of a single battle, whose result is beside its moves.
    pub(super) fn text(&self) -> String {
        if self.0.iter().map(Page::battles).sum::<u64>() < 2 {
            return String::new();
        }
        self.0.iter().map(Page::text).collect()
    }
}

impl Page {
    fn battles(&self) -> u64 {
        self.won_battles() + self.draws + self.unfinished
    }

    /// Returns the number of battles that somebody won.
    fn won_battles(&self) -> u64 {
        self.wins.iter().map(|(_, wins)| wins).sum()
    }

    fn text(&self) -> String {
        let battles = count_of(self.battles(), "recorded battle");
        let side = |(side, wins): &(String, u64)| {
            let share = share_and_interval(Interval::estimate(*wins, self.won_battles()));
            format!("{} {wins}: {share}", short_line(side))
        };
        let mut said: Vec<String> = match self.won_battles() {
            0 => Vec::new(),
            _ => self.wins.iter().map(side).collect(),
        };
        let others = [("drawn", self.draws), ("unfinished", self.unfinished)];
        said.extend(others.iter().filter(|(_, n)| *n > 0).map(|(what, n)| format!("{what} {n}")));
        format!(
            "{} ({}): {battles}\n{}\n",
            short_line(&self.name),
            line(&self.path),
            label_line("won", 3, &said.join(" · "))
        )
    }
}
