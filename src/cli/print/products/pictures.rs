//! A picture of each face, in a folder.

use camino::Utf8Path;
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use super::leftover;
use crate::cli::Trouble;
use crate::cli::output::{Artifact, counted, make_folder};
use crate::cli::print::Args;
use crate::cli::print::progress::Progress;
use crate::cli::print::telling::Files;
use crate::print::frame::Rect;
use crate::print::image::{dots, paint, png};
use crate::print::sheet::{Leaf, LeafSide, leaves};
use crate::print::{Card, Deck};
use crate::project::drawing::Progress as _;

/// The most pixels of a face: a tarot card at 1,200 dpi. Every thread holds a picture or two of that size.
const MOST_PIXELS: f64 = 32e6;

impl Args {
    /// Writes a file for each side of each card into a folder, named by its place and number.
    pub(super) fn pictures(&self, folder: &Utf8Path, deck: &Deck, progress: &Progress) -> Result<Files, Trouble> {
        let ((dpi, bleed), overwrite) = (self.resolution(), self.report.overwrite);
        let files = files(deck, self.two_sided());
        let area = |card: &Card| Rect::new(0.0, 0.0, card.size.width, card.size.height).grown(bleed, bleed);
        deck.cards.iter().try_for_each(|card| within_memory(area(card), dpi))?;
        make_folder(folder)?;
        files.iter().try_for_each(|(name, _)| overwrite.check(&folder.join(name), Artifact::Png))?;
        progress.expect(files.len());
        files.par_iter().try_for_each(|(name, side)| {
            let card = &deck.cards[side.card];
            let face = if side.front { Some(&card.front) } else { card.back.as_ref() };
            let area = area(card);
            let face = face.map(|face| card.clipped(face, bleed));
            let picture = face.and_then(|face| paint(&face, area, dots(area.width, dpi), dots(area.height, dpi)));
            let picture = picture.ok_or_else(|| Trouble(format!("a card face at {dpi} dpi has no pixels")))?;
            overwrite.write(&folder.join(name), Artifact::Png, &png(&picture, dpi))?;
            progress.step();
            Ok::<(), Trouble>(())
        })?;
        let names: Vec<String> = files.into_iter().map(|(name, _)| name).collect();
        Ok(Files { count: counted(names.len(), "file"), leftover: leftover::describe(folder, &names) })
    }
}

/// Returns the sides to paint, each with the name of its file.
fn files(deck: &Deck, two_sided: bool) -> Vec<(String, LeafSide)> {
    let leaves: Vec<Leaf> = leaves(&deck.cards, two_sided).into_iter().filter(|leaf| leaf.copies > 0).collect();
    let digits = leaves.len().to_string().len().max(2);
    let mut files: Vec<(String, LeafSide)> = Vec::new();
    for (i, leaf) in leaves.iter().enumerate() {
        let number: String = deck.cards[leaf.front.card].number.chars().map(plain).collect();
        let times = if leaf.copies > 1 { format!("-x{}", leaf.copies) } else { String::new() };
        let name = format!("{:0digits$}-{number}{times}", i + 1);
        files.push((format!("{name}.png"), leaf.front));
        files.extend(leaf.back.map(|back| (format!("{name}-back.png"), back)));
    }
    files
}

/// Returns what may stand in a file's name on every system.
fn plain(c: char) -> char {
    if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' }
}

/// Refuses a face that takes too much memory at a resolution, and says what is possible.
fn within_memory(area: Rect, dpi: f64) -> Result<(), Trouble> {
    let inches = area.width * area.height / (25.4 * 25.4);
    if inches * dpi * dpi <= MOST_PIXELS {
        return Ok(());
    }
    Err(Trouble(format!(
        "a card face of {:.0} × {:.0} mm has too many pixels at {dpi} dpi; use at most {} dpi",
        area.width,
        area.height,
        (MOST_PIXELS / inches).sqrt().floor()
    )))
}
