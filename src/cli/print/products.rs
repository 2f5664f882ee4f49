//! Products of a print: a PDF, pictures, sheets for Tabletop Simulator, or plain text; besides them a picture of all faces, or
//! the pages that show the offset of a printer's backs.

mod calibration;
mod leftover;
mod pdf;
mod pictures;
mod preview;
mod simulator;
mod text;

use muster_core::print::Deck;

use super::Args;
use super::format::Format;
use super::progress::Progress;
use super::telling;
use crate::cli::Trouble;

impl Args {
    /// Writes the files, and returns the line that reports them.
    pub(super) fn write(&self, deck: &Deck, progress: &Progress) -> Result<String, Trouble> {
        if deck.cards.is_empty() {
            return Ok(telling::describe_unchanged(self.since.as_deref().unwrap_or_default()));
        }
        let Some(to) = &self.destination() else { return Ok(String::new()) };
        let files = match self.output_format() {
            Format::Pdf => self.pdf(to, deck, progress)?,
            Format::Png => self.pictures(to, deck, progress)?,
            Format::Tts => self.simulator(to, deck)?,
            Format::Text => self.text(deck)?,
            // These are made without drawn cards.
            Format::Forum | Format::Calibration => return Ok(String::new()),
        };
        Ok(telling::describe_written(to, deck, &files, self.two_sided()))
    }
}
