//! The text of the cards, without drawings.

use camino::Utf8Path;

use crate::cli::Trouble;
use crate::cli::output::{Artifact, counted};
use crate::cli::print::Args;
use crate::cli::print::telling::Files;
use crate::diag::escape::{Syntax, line};
use crate::print::Deck;

impl Args {
    /// Writes one text: what every card says, under its number and name, with an empty line between two cards.
    pub(super) fn text(&self, to: &Utf8Path, deck: &Deck) -> Result<Files, Trouble> {
        let cards = deck.cards.iter().map(|card| {
            let times = if card.copies == 1 { String::new() } else { format!(" × {}", card.copies) };
            format!("{}{times}\n{}\n", line(&card.label), card.text)
        });
        let text = cards.collect::<Vec<_>>().join("\n");
        let lines = text.lines().count();
        self.report.overwrite.write(to, Artifact::Text, Syntax::Text.escape(&text).bytes())?;
        Ok(Files { count: counted(lines, "line"), leftover: String::new() })
    }
}
