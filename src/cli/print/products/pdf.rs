//! The PDF: pages of cards, as a printer at home or one of a profile takes them.

use camino::Utf8Path;

use crate::cli::Trouble;
use crate::cli::output::{Artifact, counted};
use crate::cli::print::Args;
use crate::cli::print::progress::Progress;
use crate::cli::print::telling::Files;
use crate::print::profile::Profile;
use crate::print::{Deck, pdf, sheet};
use crate::project::drawing::Progress as _;

impl Args {
    /// Writes a PDF.
    pub(super) fn pdf(&self, to: &Utf8Path, deck: &Deck, progress: &Progress) -> Result<Files, Trouble> {
        let pages = sheet::pages(deck, &self.options());
        self.stays_on_paper(&pages)?;
        progress.expect(pages.len());
        let colors = self.profile.map_or(pdf::PdfColors::SCREEN, Profile::colors);
        let bytes = pdf::write_by(colors, deck, &pages, &|| progress.step());
        self.report.overwrite.write(to, Artifact::Pdf, &bytes)?;
        Ok(Files { count: counted(pages.len(), "page"), leftover: String::new() })
    }
}
