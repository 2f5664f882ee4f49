//! Cards on pages: the grid on the paper, bleed, crop marks, ruler and note, and where the backs come to lie.

use std::sync::Arc;

use super::font::Font;
use super::frame::{Color, Frame, Path, Point, Rect, Stroke, Transform, at};
use super::layout::{Span, Style, Typesetter};
use super::{Card, Deck, Duplex, Layout, MAX_BLEED, Options, Size};

/// A page to be written.
#[derive(Debug, Clone)]
pub struct Page {
    /// The paper, or the single card with its bleed and marks.
    pub size: Size,
    /// The outline of what is cut out: the grid, or the card.
    pub trim: Rect,
    /// The trim and its bleed.
    pub bleed: Rect,
    /// Whether the whole page stands on its head, for paper that is turned over its short edge.
    pub turned: bool,
    /// The faces.
    pub places: Vec<Place>,
    /// What is printed outside the cards: marks, ruler and note.
    pub furniture: Frame,
}

/// A face on a page.
#[derive(Debug, Clone)]
pub struct Place {
    /// Index of the card in the deck.
    pub card: usize,
    /// Which copy, from 0.
    pub copy: u32,
    /// Its front or its back.
    pub face: Arc<Frame>,
    /// Where its trim lies.
    pub trim: Rect,
    /// Where it may print: the trim and its bleed.
    pub clip: Rect,
    /// Whether this is the front.
    pub front: bool,
}

/// Paper left free around a grid: printers leave about as much white.
const EDGE: f64 = 5.0;
/// From the bleed to a crop mark.
const MARK_GAP: f64 = 0.5;
/// Crop marks are this long, or as long as the paper allows.
const MARK: f64 = 4.0;
/// The shortest crop mark a knife finds.
const SHORT_MARK: f64 = 2.0;
/// From a crop mark to the paper's edge: marks at the edge make viewers shrink the page.
const MARK_EDGE: f64 = 2.0;
/// From the bleed to the ruler and note, and how high they are.
const NOTE_GAP: f64 = 1.2;
const NOTE: f64 = 3.0;

const MARK_STROKE: Stroke = Stroke { color: Color::BLACK, width: 0.15, round: false, dash: None };

/// The pages of a deck.
pub fn pages(deck: &Deck, options: &Options) -> Vec<Page> {
    match options.layout {
        Layout::Sheet => sheets(deck, options),
        Layout::Single => singles(deck, options),
    }
}

/// A grid of equal cards in the middle of the paper.
#[derive(Debug, Clone, Copy)]
struct Grid {
    paper: Size,
    card: Size,
    columns: usize,
    rows: usize,
    /// Bleed on the left and right of a card, above and below it.
    bleed: (f64, f64),
}

impl Grid {
    fn new(card: Size, options: &Options) -> Grid {
        let paper = options.paper.size();
        let fit = |paper: f64, card: f64| (((paper - 2.0 * EDGE) / card).floor() as usize).max(1);
        let (columns, rows) = (fit(paper.width, card.width), fit(paper.height, card.height));
        // As much of the bleed as leaves room for marks; each direction for itself.
        let bleed = |paper: f64, card: f64, count: usize| {
            let spare = paper - card * count as f64 - 2.0 * (MARK_GAP + SHORT_MARK + MARK_EDGE);
            options.bleed.min(spare / (2.0 * count as f64)).clamp(0.0, MAX_BLEED)
        };
        let bleed = (bleed(paper.width, card.width, columns), bleed(paper.height, card.height, rows));
        Grid { paper, card, columns, rows, bleed }
    }

    fn cells(&self) -> usize {
        self.columns * self.rows
    }

    /// The trim of all the cards together.
    fn trim(&self) -> Rect {
        let (x, y) = self.bleed;
        let width = self.columns as f64 * (self.card.width + 2.0 * x) - 2.0 * x;
        let height = self.rows as f64 * (self.card.height + 2.0 * y) - 2.0 * y;
        Rect::new((self.paper.width - width) / 2.0, (self.paper.height - height) / 2.0, width, height)
    }

    /// The trim of a card, by column and row.
    fn cell(&self, column: usize, row: usize) -> Rect {
        let (trim, (x, y)) = (self.trim(), self.bleed);
        let left = trim.x + column as f64 * (self.card.width + 2.0 * x);
        let top = trim.y + row as f64 * (self.card.height + 2.0 * y);
        Rect::new(left, top, self.card.width, self.card.height)
    }

    /// Crop marks at every trim line, outside the grid.
    fn marks(&self, frame: &mut Frame) {
        let outer = self.trim().grown(self.bleed.0, self.bleed.1);
        let columns: Vec<f64> = (0..self.columns).flat_map(|i| [self.cell(i, 0).x, self.cell(i, 0).right()]).collect();
        let rows: Vec<f64> = (0..self.rows).flat_map(|i| [self.cell(0, i).y, self.cell(0, i).bottom()]).collect();
        marks(frame, outer, self.paper, columns, rows);
    }
}

/// Crop marks around `outer` on a page of `paper`, at these places across and down.
fn marks(frame: &mut Frame, outer: Rect, paper: Size, mut columns: Vec<f64>, mut rows: Vec<f64>) {
    // Without a bleed neighbours share a trim line.
    columns.dedup_by(|a, b| (*a - *b).abs() < 0.01);
    rows.dedup_by(|a, b| (*a - *b).abs() < 0.01);
    let length = |room: f64| (room - MARK_GAP - MARK_EDGE).min(MARK);
    let mut line = |from: Point, to: Point| frame.stroke(Path::line(from, to), MARK_STROKE);
    for x in columns {
        let (up, down) = (outer.y - MARK_GAP, outer.bottom() + MARK_GAP);
        line(at(x, up - length(outer.y)), at(x, up));
        line(at(x, down), at(x, down + length(paper.height - outer.bottom())));
    }
    for y in rows {
        let (left, right) = (outer.x - MARK_GAP, outer.right() + MARK_GAP);
        line(at(left - length(outer.x), y), at(left, y));
        line(at(right, y), at(right + length(paper.width - outer.right()), y));
    }
}

/// The cards, each as often as it is to be printed, in runs of one size.
fn runs(deck: &Deck) -> Vec<Vec<(usize, u32)>> {
    let mut runs: Vec<Vec<(usize, u32)>> = Vec::new();
    for (i, card) in deck.cards.iter().enumerate() {
        let copies = (0..card.copies).map(|copy| (i, copy));
        match runs.last_mut().filter(|run| run.last().is_some_and(|(last, _)| deck.cards[*last].size == card.size)) {
            Some(run) => run.extend(copies),
            None => runs.push(copies.collect()),
        }
    }
    runs.retain(|run| !run.is_empty());
    runs
}

fn sheets(deck: &Deck, options: &Options) -> Vec<Page> {
    let mut ts = Typesetter::default();
    let duplex = options.duplex != Duplex::None && deck.cards.iter().any(|c| c.back.is_some());
    let sheets: Vec<(Grid, Vec<(usize, u32)>)> = runs(deck)
        .iter()
        .flat_map(|run| {
            let grid = Grid::new(deck.cards[run[0].0].size, options);
            run.chunks(grid.cells()).map(move |cards| (grid, cards.to_vec())).collect::<Vec<_>>()
        })
        .collect();
    let mut pages = Vec::new();
    for (number, (grid, cards)) in sheets.iter().enumerate() {
        for front in if duplex { &[true, false][..] } else { &[true] } {
            let mut furniture = Frame::default();
            grid.marks(&mut furniture);
            let side = match (duplex, front) {
                (false, _) => "",
                (_, true) => " · fronts",
                (_, false) => " · backs",
            };
            let label = format!("{} · sheet {} of {}{side}", deck.title, number + 1, sheets.len());
            note(&mut furniture, grid, &label, &mut ts);
            let places = cards.iter().enumerate().filter_map(|(cell, (card, copy))| {
                let (column, row) = (cell % grid.columns, cell / grid.columns);
                // The paper is turned over sideways: the back of the first card lies on the right.
                let column = if *front { column } else { grid.columns - 1 - column };
                place(&deck.cards[*card], *card, *copy, *front, grid.cell(column, row), grid.bleed)
            });
            let (trim, bleed) = (grid.trim(), grid.trim().grown(grid.bleed.0, grid.bleed.1));
            // Over the short edge the same back comes to lie on its head.
            let turned = !front && options.duplex == Duplex::Short;
            pages.push(Page { size: grid.paper, trim, bleed, turned, places: places.collect(), furniture });
        }
    }
    pages
}

fn place(card: &Card, index: usize, copy: u32, front: bool, trim: Rect, bleed: (f64, f64)) -> Option<Place> {
    let face = if front { Some(&card.front) } else { card.back.as_ref() };
    let clip = trim.grown(bleed.0, bleed.1);
    face.map(|face| Place { card: index, copy, face: Arc::clone(face), trim, clip, front })
}

/// A ruler, a note and the sheet's name in the wider margin: each beside a card, clear of the crop marks.
fn note(frame: &mut Frame, grid: &Grid, label: &str, ts: &mut Typesetter) {
    let outer = grid.trim().grown(grid.bleed.0, grid.bleed.1);
    let below = outer.y >= outer.x;
    // The strip's coordinates: along the margin from the grid's corner, and away from the grid.
    let (card, pitch, cards, first) = if below {
        (grid.card.width, grid.card.width + 2.0 * grid.bleed.0, grid.columns, grid.bleed.0)
    } else {
        (grid.card.height, grid.card.height + 2.0 * grid.bleed.1, grid.rows, grid.bleed.1)
    };
    let mut strip = Frame::default();
    let style = Style { font: Font::Sans, color: Color::BLACK };
    let mut text = |strip: &mut Frame, text: &str, x: f64, room: f64| {
        for size in [6.0, 5.0, 4.0] {
            // A title in letters no font has, or a very long one, is left off: it stands on the cards.
            let Ok(line) = ts.line(&[Span::new(text, style)], size) else { return };
            if line.width <= room {
                return line.draw(strip, at(x, 2.2));
            }
        }
    };
    let (x, y) = (first + 3.0, 0.4);
    let ruler = [50.0, 40.0, 30.0, 20.0].into_iter().find(|mm| mm + 13.0 <= card).unwrap_or(10.0);
    strip.stroke(Path::line(at(x, y), at(x + ruler, y)), MARK_STROKE);
    for mm in 0..=ruler as u32 {
        let length = if mm.is_multiple_of(10) { 2.0 } else { 0.9 };
        let tick = x + f64::from(mm);
        strip.stroke(Path::line(at(tick, y), at(tick, y + length)), MARK_STROKE);
    }
    text(&mut strip, &format!("{ruler:.0} mm"), x + ruler + 1.0, card - ruler - 4.5);
    for (i, note) in ["print at 100 % (actual size)", label].into_iter().enumerate() {
        if i + 1 < cards {
            text(&mut strip, note, x + pitch * (i + 1) as f64, card - 6.0);
        }
    }
    let transform = if below {
        Transform::at(outer.x, outer.bottom() + NOTE_GAP)
    } else {
        Transform::quarter(outer.x - NOTE_GAP - NOTE, outer.bottom())
    };
    frame.place(&Arc::new(strip), transform);
}

fn singles(deck: &Deck, options: &Options) -> Vec<Page> {
    let bleed = options.bleed.clamp(0.0, MAX_BLEED);
    let margin = bleed + if options.marks { MARK_GAP + MARK + MARK_EDGE } else { 0.0 };
    let duplex = options.duplex != Duplex::None && deck.cards.iter().any(|c| c.back.is_some());
    let mut pages = Vec::new();
    for (index, copy) in runs(deck).into_iter().flatten() {
        let card = &deck.cards[index];
        let size = Size { width: card.size.width + 2.0 * margin, height: card.size.height + 2.0 * margin };
        let trim = Rect::new(margin, margin, card.size.width, card.size.height);
        let outer = trim.grown(bleed, bleed);
        for front in if duplex { &[true, false][..] } else { &[true] } {
            let mut furniture = Frame::default();
            if options.marks {
                marks(&mut furniture, outer, size, vec![trim.x, trim.right()], vec![trim.y, trim.bottom()]);
            }
            let places = place(card, index, copy, *front, trim, (bleed, bleed)).into_iter().collect();
            let turned = !front && options.duplex == Duplex::Short;
            pages.push(Page { size, trim, bleed: outer, turned, places, furniture });
        }
    }
    pages
}
