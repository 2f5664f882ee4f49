//! One picture of all faces.

use crate::cli::Trouble;
use crate::cli::output::{Artifact, counted};
use crate::cli::print::Args;
use crate::diag::escape::line;
use crate::print::image::png;
use crate::print::{Deck, contact};
use crate::project::drawing::PrintedCard;

/// The resolution a contact sheet says it has.
const SCREEN: f64 = 96.0;

impl Args {
    /// Writes the picture of all faces, and returns the line that tells of it; empty when none is asked for.
    pub(in crate::cli::print) fn preview(&self, pieces: &[PrintedCard]) -> Result<String, Trouble> {
        let Some(file) = self.preview.as_ref().filter(|_| !pieces.is_empty()) else { return Ok(String::new()) };
        let deck = Deck { cards: pieces.iter().map(|piece| piece.card.clone()).collect(), ..Deck::default() };
        if let Some(sheet) = contact::contact_sheet(&deck, self.two_sided()) {
            self.report.overwrite.write(file, Artifact::Png, &png(&sheet, SCREEN))?;
        }
        Ok(format!("{}: {}\n", line(file.as_str()), counted(deck.cards.len(), "face")))
    }
}
