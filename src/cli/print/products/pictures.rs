//! A picture of each face, in a folder; beside them the order of a printer.

use std::collections::HashMap;
use std::iter;

use camino::Utf8Path;
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use muster_core::digest::Digest;
use muster_core::print::frame::Rect;
use muster_core::print::image::{dots, paint, png};
use muster_core::print::order::{OrderForm, OrderedCard};
use muster_core::print::sheet::{Leaf, LeafSide, leaves};
use muster_core::print::{Card, Deck};
use muster_systems::english::count_of;

use super::leftover;
use crate::cli::Trouble;
use crate::cli::output::{Artifact, make_folder, sealed};
use crate::cli::print::Args;
use crate::cli::print::progress::Progress;
use crate::cli::print::telling::Files;
use crate::project::drawing::Progress as _;

/// The most pixels of a face: a tarot card at 1,200 dpi. Every thread holds a picture or two of that size.
const MOST_PIXELS: f64 = 32e6;

impl Args {
    /// Writes a file for each side of each card into a folder, named by its place and number, and the order of a printer that takes one.
    pub(super) fn pictures(&self, folder: &Utf8Path, deck: &Deck, progress: &Progress) -> Result<Files, Trouble> {
        let ((dpi, bleed), overwrite) = (self.resolution(), self.report.overwrite);
        let leaves = leaf_files(deck, self.two_sided());
        let files: Vec<&SideFile> = leaves.iter().flat_map(|leaf| iter::once(&leaf.front).chain(&leaf.back)).collect();
        let area = |card: &Card| Rect::new(0.0, 0.0, card.size.width, card.size.height).inflate(bleed, bleed);
        deck.cards.iter().try_for_each(|card| check_memory(area(card), dpi))?;
        let order = self.profile.and_then(|profile| Some((profile, profile.order.as_ref()?)));
        make_folder(folder)?;
        files.iter().try_for_each(|(name, _)| overwrite.check(&folder.join(name), Artifact::Png))?;
        order.map_or(Ok(()), |(_, form)| overwrite.check(&folder.join(form.file()), Artifact::Order))?;
        progress.expect(files.len());
        let write = |(name, side): &&SideFile| {
            let card = &deck.cards[side.card];
            let face = if side.front { Some(&card.front) } else { card.back.as_ref() };
            let area = area(card);
            let face = face.map(|face| card.clip_side(face, bleed));
            let picture = face.and_then(|face| paint(&face, area, dots(area.width, dpi), dots(area.height, dpi)));
            let picture = picture.ok_or_else(|| Trouble(format!("a card face at {dpi} dpi has no pixels")))?;
            let bytes = png(&picture, dpi);
            overwrite.write(&folder.join(name), Artifact::Png, &bytes)?;
            progress.step();
            let mut digest = Digest::default();
            digest.add(&bytes);
            Ok::<(u64, usize), Trouble>((digest.number(), bytes.len()))
        };
        let written = files.par_iter().map(write).collect::<Result<Vec<_>, Trouble>>()?;
        let mut names: Vec<String> = files.iter().map(|(name, _)| name.clone()).collect();
        if let Some((profile, form)) = order {
            let contents = files.iter().map(|(name, _)| name.as_str()).zip(written).collect();
            let text = form.write(profile, game(deck), &ordered_cards(deck, &leaves, &contents));
            // JSON is known by its keys.
            let text = if *form == OrderForm::Components { text } else { sealed(&text) };
            overwrite.write(&folder.join(form.file()), Artifact::Order, text.as_bytes())?;
            names.push(form.file().to_owned());
        }
        Ok(Files { count: count_of(names.len(), "file"), leftover: leftover::describe(folder, &names) })
    }
}

/// A picture: the name of its file, and the side that is on it.
type SideFile = (String, LeafSide);

/// The pictures of a leaf.
struct LeafFiles {
    front: SideFile,
    back: Option<SideFile>,
    copies: u32,
}

/// Returns the sides to paint, each with the name of its file.
fn leaf_files(deck: &Deck, two_sided: bool) -> Vec<LeafFiles> {
    let leaves: Vec<Leaf> = leaves(&deck.cards, two_sided).into_iter().filter(|leaf| leaf.copies > 0).collect();
    let digits = leaves.len().to_string().len().max(2);
    let files = |(i, leaf): (usize, &Leaf)| {
        let number: String = deck.cards[leaf.front.card].number.chars().map(plain).collect();
        let times = if leaf.copies > 1 { format!("-x{}", leaf.copies) } else { String::new() };
        let name = format!("{:0digits$}-{number}{times}", i + 1);
        LeafFiles {
            front: (format!("{name}.png"), leaf.front),
            back: leaf.back.map(|back| (format!("{name}-back.png"), back)),
            copies: leaf.copies,
        }
    };
    leaves.iter().enumerate().map(files).collect()
}

/// Returns what is ordered of the pictures with these contents. Cards whose backs look the same name the picture of the first of them.
fn ordered_cards(deck: &Deck, leaves: &[LeafFiles], contents: &HashMap<&str, (u64, usize)>) -> Vec<OrderedCard> {
    let mut known: HashMap<(u64, usize), String> = HashMap::new();
    let mut ordered = Vec::new();
    for LeafFiles { front: (front, side), back, copies } in leaves {
        let card = &deck.cards[side.card];
        let first = |(name, _): &SideFile| known.entry(contents[name.as_str()]).or_insert(name.clone()).clone();
        let (name, front, back) = (card.label.clone(), front.clone(), back.as_ref().map(first));
        ordered.push(OrderedCard { name, size: card.size, copies: *copies, front, back });
    }
    ordered
}

/// Returns the name of the game that is ordered.
fn game(deck: &Deck) -> &str {
    if deck.title.is_empty() { "Cards" } else { &deck.title }
}
/// Returns what may stand in a file's name on every system.
fn plain(c: char) -> char {
    if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' }
}

/// Refuses a face that takes too much memory at a resolution, and says what is possible.
fn check_memory(area: Rect, dpi: f64) -> Result<(), Trouble> {
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
