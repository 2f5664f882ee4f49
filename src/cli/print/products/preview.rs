//! One picture of all faces, on a screen or as a press prints them.

use camino::Utf8PathBuf;

use muster_core::diag::escape::line;
use muster_core::print::image::png;
use muster_core::print::inks::{MOST_INK, Separation, StatedInks};
use muster_core::print::{Deck, contact};
use muster_systems::english::count_of;

use crate::cli::Trouble;
use crate::cli::output::Artifact;
use crate::cli::print::Args;
use crate::project::drawing::PrintedCard;

/// The resolution a contact sheet says it has.
const SCREEN: f64 = 96.0;

impl Args {
    /// Writes the picture of all faces, and returns the line that tells of it; empty when none is asked for.
    pub(in crate::cli::print) fn preview(&self, pieces: &[PrintedCard]) -> Result<String, Trouble> {
        self.contact_sheet(self.to.preview.as_ref(), pieces, None)
    }

    /// Writes the picture of all faces as a press prints them, and returns the line that tells of it.
    pub(in crate::cli::print) fn soft_proof(
        &self,
        pieces: &[PrintedCard],
        inks: &StatedInks,
    ) -> Result<String, Trouble> {
        let separation = match self.profile {
            Some(profile) => profile.separation(inks, profile.colors().most_ink.min(MOST_INK)),
            None => Separation::with_press(self.press, inks, MOST_INK),
        };
        self.contact_sheet(self.to.soft_proof.as_ref(), pieces, Some(separation))
    }

    fn contact_sheet(
        &self,
        file: Option<&Utf8PathBuf>,
        pieces: &[PrintedCard],
        separation: Option<Separation<'_>>,
    ) -> Result<String, Trouble> {
        let Some(file) = file.filter(|_| !pieces.is_empty()) else { return Ok(String::new()) };
        let deck = Deck { cards: pieces.iter().map(|piece| piece.drawn.card.clone()).collect(), ..Deck::default() };
        if let Some(sheet) = contact::contact_sheet(&deck, self.two_sided()) {
            let sheet = if let Some(separation) = separation { separation.proof(&sheet) } else { sheet };
            self.report.overwrite.write(file, Artifact::Png, &png(&sheet, SCREEN))?;
        }
        Ok(format!("{}: {}\n", line(file.as_str()), count_of(contact::faces(&deck, self.two_sided()).len(), "face")))
    }
}
