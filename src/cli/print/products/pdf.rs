//! The PDF: pages of cards, as a printer at home or one of a profile takes them.

use camino::Utf8Path;

use muster_core::diag::escape::line;
use muster_core::print::inks::MOST_INK;
use muster_core::print::profile::Profile;
use muster_core::print::sheet::Tiles;
use muster_core::print::{Card, Deck, PageOptions, pdf, sheet};
use muster_systems::english::count_of;

use crate::cli::Trouble;
use crate::cli::output::Artifact;
use crate::cli::print::Args;
use crate::cli::print::progress::Progress;
use crate::cli::print::telling::Files;
use crate::project::drawing::Progress as _;

impl Args {
    /// Writes a PDF.
    pub(super) fn pdf(&self, to: &Utf8Path, deck: &Deck, progress: &Progress) -> Result<Files, Trouble> {
        let pages = sheet::pages(deck, &self.options());
        self.stays_on_paper(&pages)?;
        progress.expect(pages.len());
        let in_inks = || pdf::PdfColors { standard: pdf::Standard::X4, press: self.press, most_ink: MOST_INK };
        let own = self.press.map_or(pdf::PdfColors::SCREEN, |_| in_inks());
        let colors = self.profile.map_or(own, Profile::colors);
        let bytes = pdf::write_by(colors, deck, &pages, &|| progress.step());
        self.report.overwrite.write(to, Artifact::Pdf, &bytes)?;
        let options = self.options();
        let tiled: Vec<String> = sheet::tiled_cards(deck, &options)
            .iter()
            .map(|(card, tiles)| describe_tiles(card, tiles, &options))
            .collect();
        Ok(Files { count: count_of(pages.len(), "page"), leftover: tiled.concat() })
    }
}

/// Says how a piece that is larger than the paper is printed.
fn describe_tiles(card: &Card, tiles: &Tiles, options: &PageOptions) -> String {
    let Tiles { columns, rows, has_legend_apart, .. } = tiles;
    let direction = if tiles.is_landscape() { "landscape" } else { "portrait" };
    let sheets = count_of(columns * rows, "sheet");
    let legend = if *has_legend_apart { ", with the legend on the plan" } else { "" };
    let on_papers = Tiles::tiles_by_paper(card, options).map(|(paper, tiles)| format!("{paper} {tiles}")).join(", ");
    format!("{}: {sheets} ({columns} × {rows}, {direction}){legend}; by paper: {on_papers}\n", line(&card.label))
}
