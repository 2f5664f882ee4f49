//! The two pages that show how far a printer sets its backs off.

use muster_core::diag::escape::line;
use muster_core::print::{Deck, calibrate, pdf};

use crate::cli::output::{Artifact, text_to_stdout};
use crate::cli::print::Args;
use crate::cli::{Exit, Outcome, Trouble};

impl Args {
    /// Writes the two pages of a calibration.
    pub(in crate::cli::print) fn calibration(&self) -> Outcome {
        self.replaces()?;
        let deck = Deck { title: "Muster: offset of the backs".to_owned(), ..Deck::default() };
        let pages = calibrate::pages(&self.options());
        let Some(file) = &self.to.output else {
            return Err(Trouble("`--format calibration` writes a PDF: name it with `-o`".to_owned()));
        };
        self.report.overwrite.write(file, Artifact::Pdf, &pdf::write_pages(&deck, &pages))?;
        let text = format!("{}: print both pages on one sheet and read the offset there\n", line(file.as_str()));
        text_to_stdout(&text)?;
        Ok(Exit::Clean)
    }
}
