//! Cards on pages: what lies on the two sides of a piece of card, where on the paper, and where its back comes to lie.

mod furniture;
mod grid;
mod leaf;
mod tiles;

use std::sync::Arc;

use super::frame::{Frame, Rect, Transform};
use super::layout::Typesetter;
use super::locale::PrintWord;
use super::{Card, Deck, Duplex, Layout, MAX_BLEED, Marks, PageOptions, Size};
pub(super) use furniture::MARK_STROKE;
use furniture::{MARK, MARK_EDGE, MARK_GAP, Note, Proof};
use grid::{Fold, Grid, TOP};
pub use leaf::{Leaf, LeafSide, leaves, other_sides};
pub use tiles::Tiles;

/// A page to be written.
#[derive(Debug, Clone, Default)]
pub struct Page {
    /// The paper, or the single card with its bleed and marks.
    pub size: Size,
    /// The outline of what is cut out: the grid, or the card.
    pub trim: Rect,
    /// The trim and its bleed.
    pub bleed: Rect,
    /// Whether the whole page stands on its head, for paper that is turned over its short edge.
    pub turned: bool,
    /// Shift of everything to the right and down as it is printed, in millimetres.
    pub shift: (f64, f64),
    /// The faces.
    pub places: Vec<Place>,
    /// The drawing outside the cards: marks, ruler and note.
    pub furniture: Frame,
}

/// A face on a page.
#[derive(Debug, Clone)]
pub struct Place {
    /// Index of the card in the deck.
    pub card: usize,
    /// The copy, from 0.
    pub copy: u32,
    /// Its front or its back.
    pub face: Arc<Frame>,
    /// The rectangle of its trim.
    pub trim: Rect,
    /// The rectangle it may print on: the trim and its bleed.
    pub clip: Rect,
    /// Whether this is the front of the card.
    pub front: bool,
    /// Whether the face stands on its head.
    pub turned: bool,
}

impl Place {
    fn new(deck: &Deck, side: LeafSide, copy: u32, trim: Rect, bleed: (f64, f64)) -> Place {
        let card = &deck.cards[side.card];
        let face = if side.front { Some(&card.front) } else { card.back.as_ref() };
        let face = card
            .clip_side(face.expect("internal error: a leaf with a back that the card has not"), bleed.0.min(bleed.1));
        let clip = trim.inflate(bleed.0, bleed.1);
        Place { card: side.card, copy, face, trim, clip, front: side.front, turned: false }
    }
}

/// Returns the pages of a deck.
pub fn pages(deck: &Deck, options: &PageOptions) -> Vec<Page> {
    let two_sided = options.duplex != Duplex::None || options.layout.is_folded();
    let leaves = leaves(&deck.cards, two_sided);
    let mut proof = Proof::default();
    let mut pages = match options.layout {
        Layout::Single => singles(deck, &leaves, options, &mut proof),
        Layout::Sheet | Layout::Gutterfold | Layout::Foldover => sheets(deck, &leaves, options, &mut proof),
    };
    if options.backs_first && pages.len().is_multiple_of(2) && has_backs(&leaves) {
        pages.chunks_exact_mut(2).for_each(|sheet| sheet.swap(0, 1));
    }
    pages
}

/// Returns the greatest shift of second pages across and down, in millimetres, with all cards on the paper.
pub fn room_to_move(pages: &[Page]) -> (f64, f64) {
    let room = |page: &Page| {
        let (size, trim) = (page.size, page.trim);
        (trim.x.min(size.width - trim.right()), trim.y.min(size.height - trim.bottom()))
    };
    pages.iter().map(room).fold((f64::MAX, f64::MAX), |(x, y), (across, down)| (x.min(across), y.min(down)))
}

/// Returns the cards that are printed in tiles, and how; none where every card has a page of its size.
pub fn tiled_cards<'d>(deck: &'d Deck, options: &PageOptions) -> Vec<(&'d Card, Tiles)> {
    let cards = deck.cards.iter().filter(|card| options.layout != Layout::Single && card.copies > 0);
    cards.filter_map(|card| Some((card, Tiles::fit(card, options)?))).collect()
}

/// Returns the two pages of a sheet, or the only one.
fn sides(leaves: &[Leaf], options: &PageOptions) -> &'static [bool] {
    let second = !options.layout.is_folded() && has_backs(leaves);
    if second { &[true, false] } else { &[true] }
}

fn has_backs(leaves: &[Leaf]) -> bool {
    leaves.iter().any(|leaf| leaf.back.is_some())
}

/// Returns a page of the first side of a sheet, or of the second one as the options have it.
fn page(first: bool, options: &PageOptions) -> Page {
    // Over the short edge the same back comes to lie on its head.
    let turned = !first && options.duplex == Duplex::Short;
    let shift = if first { (0.0, 0.0) } else { options.back_offset };
    Page { turned, shift, ..Page::default() }
}

/// Returns the leaves, each as often as it is to be printed, those of one size and shape together.
fn runs(deck: &Deck, leaves: &[Leaf]) -> Vec<Vec<(Leaf, u32)>> {
    let size = |leaf: &Leaf| (deck.cards[leaf.front.card].size, deck.cards[leaf.front.card].cut);
    let mut runs: Vec<Vec<(Leaf, u32)>> = Vec::new();
    for leaf in leaves {
        let copies = (0..leaf.copies).map(|copy| (*leaf, copy));
        match runs.iter_mut().find(|run| run.first().is_some_and(|(first, _)| size(first) == size(leaf))) {
            Some(run) => run.extend(copies),
            None => runs.push(copies.collect()),
        }
    }
    runs.retain(|run| !run.is_empty());
    runs
}

/// A grid and what lies in it.
type Filled<'a> = (Grid, &'a [(Leaf, u32)]);

/// Returns a sheet for each grid, but small pieces one below the other on one.
fn join_grids<'a>(grids: impl Iterator<Item = Filled<'a>>) -> Vec<Vec<Filled<'a>>> {
    let mut sheets: Vec<Vec<Filled<'a>>> = Vec::new();
    let mut next = None;
    for (grid, leaves) in grids {
        let shared = grid.shares();
        let paper = sheets.last().map(|sheet| sheet[0].0.paper);
        let below = next.filter(|_| shared && paper == Some(grid.paper));
        let below = below.and_then(|top| grid.band(leaves.len(), top));
        match (below, sheets.last_mut()) {
            (Some((band, end)), Some(sheet)) => {
                sheet.push((band, leaves));
                next = Some(end);
            }
            _ => {
                let band = if shared { grid.band(leaves.len(), TOP) } else { None };
                next = band.as_ref().map(|(_, end)| *end);
                sheets.push(vec![(band.map_or(grid, |(band, _)| band), leaves)]);
            }
        }
    }
    sheets
}

/// Returns the grid that leaves of one size lie in. Tokens with nothing on their backs lie flat where they are too large to
/// be folded.
fn grid(deck: &Deck, run: &[(Leaf, u32)], options: &PageOptions) -> Grid {
    let card = &deck.cards[run[0].0.front.card];
    let grid = Grid::new(card.size, card.cut, options);
    if grid.folds() && !grid.holds_one() && card.token && run.iter().all(|(leaf, _)| leaf.back.is_none()) {
        return Grid::new(card.size, card.cut, &PageOptions { layout: Layout::Sheet, ..*options });
    }
    grid
}

fn sheets(deck: &Deck, leaves: &[Leaf], options: &PageOptions, proof: &mut Proof) -> Vec<Page> {
    let mut ts = Typesetter::default();
    let tiles_of = |run: &[(Leaf, u32)]| Tiles::fit(&deck.cards[run[0].0.front.card], options);
    let (runs, tiled): (Vec<_>, Vec<_>) = runs(deck, leaves).into_iter().partition(|run| tiles_of(run).is_none());
    let grids = runs.iter().flat_map(|run| {
        let grid = grid(deck, run, options);
        let cells = grid.cells();
        run.chunks(cells).map(move |leaves| (grid.holding(leaves.len()), leaves))
    });
    let sheets = join_grids(grids);
    let sides = sides(leaves, options);
    let locale = deck.locale();
    let mut pages = Vec::new();
    for (number, grids) in sheets.iter().enumerate() {
        let (top, last) = (&grids[0].0, &grids[grids.len() - 1].0);
        for first in sides.iter().copied() {
            let all = |of: fn(&Grid) -> Rect| grids.iter().map(|(grid, _)| of(grid)).reduce(Rect::union);
            let [trim, bleed] = [all(Grid::trim), all(Grid::outer)].map(Option::unwrap_or_default);
            let mut page = Page { size: top.paper, trim, bleed, ..page(first, options) };
            let side = match (top.fold, sides.len(), first) {
                (Fold::Sheet, ..) => Some(PrintWord::FoldSheet),
                (Fold::Strip(_), ..) => Some(PrintWord::FoldStrips),
                (Fold::None, 1, _) => None,
                (Fold::None, _, true) => Some(PrintWord::Fronts),
                (Fold::None, _, false) => Some(PrintWord::Backs),
            };
            let (number, all) = ((number + 1).to_string(), sheets.len().to_string());
            let sheet = locale.say(PrintWord::Sheet, &[("number", &number), ("sheets", &all)]);
            let stamp = options.proof.then(|| locale.say(PrintWord::ProofStamp, &[]));
            let side = side.map(|side| locale.say(side, &[]));
            let label = |title: Option<&str>| {
                let parts = [stamp.as_deref(), title, Some(&*sheet), side.as_deref()];
                parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
            };
            let (whole, short) = (label((!deck.title.is_empty()).then_some(&*deck.title)), label(None));
            last.note(&mut page.furniture, &Note::new(locale, &[&whole, &short]), &mut ts);
            for (grid, leaves) in grids {
                if options.marks != Marks::Cutter {
                    grid.marks(&mut page.furniture);
                }
                let before = page.places.len();
                for (cell, (leaf, copy)) in leaves.iter().enumerate() {
                    if first {
                        let trim = grid.front(cell);
                        let place = Place::new(deck, leaf.front, *copy, trim, grid.bleed);
                        page.places.push(Place { clip: grid.clip(trim), ..place });
                        furniture::outline(&mut page.furniture, grid.cut, trim);
                    }
                    if let Some(side) = leaf.back.filter(|_| grid.folds() || !first) {
                        let trim = grid.back(cell);
                        let place = Place::new(deck, side, *copy, trim, grid.bleed);
                        page.places.push(Place { clip: grid.clip(trim), turned: grid.folds(), ..place });
                    }
                }
                if options.proof {
                    proof.draw(&mut page, before, grid.bleed, grid.cut);
                }
            }
            pages.push(if options.marks == Marks::Cutter { add_corner_marks(page, first) } else { page });
        }
    }
    for run in &tiled {
        for (leaf, copy) in run {
            // Pieces of one size may have legends of their own.
            let Some(tiles) = Tiles::fit(&deck.cards[leaf.front.card], options) else { continue };
            // Nobody glues what has something on its back; the other side of the paper stays white.
            for tile in tiles.pages(deck, (leaf.front, *copy), options, &mut ts) {
                let blank = Page { size: tile.size, trim: tile.trim, bleed: tile.bleed, ..page(false, options) };
                pages.push(tile);
                pages.extend(sides.iter().filter(|first| !**first).map(|_| blank.clone()));
            }
        }
    }
    pages
}

/// Returns a page with room around it for the marks of a cutting machine, and with them if it looks at the page.
fn add_corner_marks(page: Page, is_seen: bool) -> Page {
    let room = furniture::CORNER;
    let moved = |r: Rect| Rect { x: r.x + room, y: r.y + room, ..r };
    let size = Size { width: page.size.width + 2.0 * room, height: page.size.height + 2.0 * room };
    let mut furniture = Frame::default();
    furniture.place(&Arc::new(page.furniture), Transform::from_translate(room, room));
    if is_seen {
        furniture::corners(&mut furniture, size);
    }
    let place = |place: Place| Place { trim: moved(place.trim), clip: moved(place.clip), ..place };
    let places = page.places.into_iter().map(place).collect();
    Page { size, trim: moved(page.trim), bleed: moved(page.bleed), places, furniture, ..page }
}

fn singles(deck: &Deck, leaves: &[Leaf], options: &PageOptions, proof: &mut Proof) -> Vec<Page> {
    let bleed = options.bleed.clamp(0.0, MAX_BLEED);
    let margin = bleed + if options.marks == Marks::All { MARK_GAP + MARK + MARK_EDGE } else { 0.0 };
    let sides = sides(leaves, options);
    let mut pages = Vec::new();
    for (leaf, copy) in runs(deck, leaves).into_iter().flatten() {
        let Card { size: card, cut, .. } = deck.cards[leaf.front.card];
        let size = Size { width: card.width + 2.0 * margin, height: card.height + 2.0 * margin };
        let trim = Rect::new(margin, margin, card.width, card.height);
        for first in sides.iter().copied() {
            let mut page = Page { size, trim, bleed: trim.inflate(bleed, bleed), ..page(first, options) };
            if options.marks == Marks::All {
                let (columns, rows) = cut.straight_cuts(trim);
                furniture::outline(&mut page.furniture, cut, trim);
                furniture::marks(&mut page.furniture, page.bleed, furniture::clear(size), columns, rows);
            }
            let side = if first { Some(leaf.front) } else { leaf.back };
            page.places.extend(side.map(|side| Place::new(deck, side, copy, trim, (bleed, bleed))));
            if options.proof {
                proof.draw(&mut page, 0, (bleed, bleed), cut);
            }
            pages.push(page);
        }
    }
    pages
}
