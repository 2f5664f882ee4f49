//! The text of the cards, without drawings.

use muster_core::diag::escape::{Syntax, line};
use muster_core::print::{Card, Deck};
use muster_systems::catalogue::capital;
use muster_systems::english::count_of;

use crate::cli::Trouble;
use crate::cli::output::{self, Artifact};
use crate::cli::print::Args;
use crate::cli::print::telling::Files;

impl Args {
    /// Writes one text, to standard output where no file is named: what every card says, under its number and name, with an empty line between two cards.
    pub(super) fn text(&self, deck: &Deck) -> Result<Files, Trouble> {
        let cards = deck.cards.iter().map(|card| {
            let times = if card.copies == 1 { String::new() } else { format!(" × {}", card.copies) };
            format!("{}{times}\n{}\n", line(&card.label), text_below_label(card))
        });
        let text = cards.collect::<Vec<_>>().join("\n");
        let lines = text.lines().count();
        let text = Syntax::Text.escape(&text);
        match &self.to.output {
            Some(to) => self.report.overwrite.write(to, Artifact::Text, text.bytes())?,
            None => output::to_stdout(&text)?,
        }
        Ok(Files { count: count_of(lines, "line"), leftover: String::new() })
    }
}

/// Returns what a card says, without its number and name in the first line, which stand above it, and without what that says
/// twice, one beside the other. What is equal further on is kept: two factions may have the same.
fn text_below_label(card: &Card) -> String {
    const BETWEEN: &str = " · ";
    let (first, rest) = card.text.split_once('\n').unwrap_or((&card.text, ""));
    let label = [card.label.as_str(), card.name(), card.number.as_str()];
    let mut more: Vec<&str> = Vec::new();
    for part in first.split(BETWEEN) {
        if !label.contains(&part) && more.last() != Some(&part) {
            more.push(part);
        }
    }
    [capital(&more.join(BETWEEN)).as_str(), rest]
        .into_iter()
        .filter(|text| !text.is_empty())
        .collect::<Vec<_>>()
        .join("\n")
}
