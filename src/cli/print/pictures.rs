//! Faces as PNG files: a folder of them, a contact sheet, the sheets of Tabletop Simulator.

use camino::Utf8Path;
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use super::super::Trouble;
use super::super::output::{Artifact, Overwrite, make_folder};
use super::progress::Progress;
use crate::print::frame::Rect;
use crate::print::image::{dots, paint, png};
use crate::print::sheet::{Leaf, Side, leaves};
use crate::print::{Card, Deck, contact};

/// The resolution a contact sheet says it has.
const SCREEN: f64 = 96.0;

/// The most pixels of a face: a tarot card at 1,200 dpi. Every thread holds a picture or two of that size.
const MOST_PIXELS: f64 = 32e6;

/// Refuses a face that takes too much memory at a resolution, and says what is possible.
fn within_memory(area: Rect, dpi: f64) -> Result<(), Trouble> {
    let inches = area.width * area.height / (25.4 * 25.4);
    if inches * dpi * dpi <= MOST_PIXELS {
        return Ok(());
    }
    Err(Trouble(format!(
        "a face of {:.0} × {:.0} mm has too many pixels at {dpi} dpi; at most {} dpi",
        area.width,
        area.height,
        (MOST_PIXELS / inches).sqrt().floor()
    )))
}

/// Writes a file for each side of each card, named by its place and number; the files' names.
pub(super) fn faces(
    folder: &Utf8Path,
    deck: &Deck,
    (dpi, bleed): (f64, f64),
    two_sided: bool,
    overwrite: Overwrite,
    progress: &Progress,
) -> Result<Vec<String>, Trouble> {
    let leaves: Vec<Leaf> = leaves(&deck.cards, two_sided).into_iter().filter(|leaf| leaf.copies > 0).collect();
    let digits = leaves.len().to_string().len().max(2);
    let mut files: Vec<(String, Side)> = Vec::new();
    for (i, leaf) in leaves.iter().enumerate() {
        let number: String = deck.cards[leaf.front.card].number.chars().map(plain).collect();
        let times = if leaf.copies > 1 { format!("-x{}", leaf.copies) } else { String::new() };
        let name = format!("{:0digits$}-{number}{times}", i + 1);
        files.push((format!("{name}.png"), leaf.front));
        files.extend(leaf.back.map(|back| (format!("{name}-back.png"), back)));
    }
    let area = |card: &Card| Rect::new(0.0, 0.0, card.size.width, card.size.height).grown(bleed, bleed);
    deck.cards.iter().try_for_each(|card| within_memory(area(card), dpi))?;
    make_folder(folder)?;
    files.iter().try_for_each(|(name, _)| overwrite.check(&folder.join(name), Artifact::Png))?;
    progress.expect(files.len());
    files.par_iter().try_for_each(|(name, side)| {
        let card = &deck.cards[side.card];
        let face = if side.front { Some(&card.front) } else { card.back.as_ref() };
        let area = area(card);
        let picture = face.and_then(|face| paint(face, area, dots(area.width, dpi), dots(area.height, dpi)));
        let picture = picture.ok_or_else(|| Trouble(format!("a face at {dpi} dpi has no pixels")))?;
        overwrite.write(&folder.join(name), Artifact::Png, &png(&picture, dpi))?;
        progress.step();
        Ok::<(), Trouble>(())
    })?;
    Ok(files.into_iter().map(|(name, _)| name).collect())
}

/// What may stand in a file's name on every system.
fn plain(c: char) -> char {
    if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' }
}

/// Writes one picture of all faces.
pub(super) fn preview(file: &Utf8Path, deck: &Deck, backs: bool, overwrite: Overwrite) -> Result<(), Trouble> {
    match contact::contact_sheet(deck, backs) {
        Some(sheet) => overwrite.write(file, Artifact::Png, &png(&sheet, SCREEN)),
        None => Ok(()),
    }
}

/// Writes sheets and the saved object of Tabletop Simulator; the files' names.
pub(super) fn tabletop(
    folder: &Utf8Path,
    deck: &Deck,
    dpi: f64,
    url: &str,
    overwrite: Overwrite,
) -> Result<Vec<String>, Trouble> {
    let base = if url.is_empty() || url.ends_with('/') { url.to_owned() } else { format!("{url}/") };
    let tabletop = contact::tabletop(deck, dpi, &base);
    make_folder(folder)?;
    let object = folder.join("deck.json");
    overwrite.check(&object, Artifact::SavedObject)?;
    tabletop.pictures.iter().try_for_each(|(name, _)| overwrite.check(&folder.join(name), Artifact::Png))?;
    for (name, picture) in &tabletop.pictures {
        overwrite.write(&folder.join(name), Artifact::Png, &png(picture, dpi))?;
    }
    let json = serde_json::to_string_pretty(&tabletop.object).map_err(|error| Trouble(error.to_string()))?;
    overwrite.write(&object, Artifact::SavedObject, format!("{json}\n").as_bytes())?;
    Ok(tabletop.pictures.into_iter().map(|(name, _)| name).chain(["deck.json".to_owned()]).collect())
}
