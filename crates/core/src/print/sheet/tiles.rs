//! A piece that is larger than the paper, in tiles: a plan of them, then a page for each, which overlaps the next. There are as few
//! as on paper of either direction, with the legend of the piece where it is or on the plan.

use super::super::cut::CutShape;
use super::super::font::Font;
use super::super::frame::{Color, Frame, Path, Rect, Stroke, Transform, at};
use super::super::layout::{POINT, Style, TextSpan, Typesetter};
use super::super::locale::PrintWord;
use super::super::{Card, Deck, Layout, PageOptions, Paper, Size};
use super::furniture::{self, MARK_STROKE, Note};
use super::grid::Grid;
use super::{LeafSide, Page, Place};

/// From the paper's edge to the tile: room for its name above and for the ruler below, both where home printers print.
const MARGIN: f64 = 7.5;
/// Overlap of a tile with the next. It is cut in the middle of that, and glued over the rest.
const OVERLAP: f64 = 10.0;
/// The plan of the tiles is at most this large.
const PLAN: Size = Size { width: 150.0, height: 190.0 };
/// From the top of the page to the plan of the tiles: room for the title and two lines.
const ABOVE_PLAN: f64 = 16.0;
/// From the plan of the tiles to the legend.
const ABOVE_LEGEND: f64 = 6.0;
/// The length by which something may be too long and still fit: lengths are sums with rounding errors.
const ROUNDING: f64 = 1e-6;

/// The division of a piece into tiles.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tiles {
    paper: Size,
    /// The size that the tiles cover: the piece, or the piece without its legend.
    piece: Size,
    /// The tiles across.
    pub columns: usize,
    /// The tiles down.
    pub rows: usize,
    /// True if the legend of the piece is on the plan.
    pub has_legend_apart: bool,
}

impl Tiles {
    /// Returns the fewest tiles that a card is divided into; `None` if it lies on a sheet whole.
    pub(super) fn fit(card: &Card, options: &PageOptions) -> Option<Tiles> {
        let flat = PageOptions { layout: Layout::Sheet, ..*options };
        if Grid::new(card.size, CutShape::Rectangle, &flat).fits() {
            return None;
        }
        let upright = options.paper.size();
        let across = Size { width: upright.height, height: upright.width };
        let of = |height: f64, has_legend_apart: bool| {
            let piece = Size { height, ..card.size };
            [upright, across].map(|paper| {
                let window = window(paper);
                let count = |length: f64, room: f64| {
                    ((length - OVERLAP - ROUNDING) / (room - OVERLAP)).ceil().max(1.0) as usize
                };
                let (columns, rows) = (count(piece.width, window.width), count(piece.height, window.height));
                Tiles { paper, piece, columns, rows, has_legend_apart }
            })
        };
        let whole = of(card.size.height, false).into_iter();
        let without = card.legend.iter().flat_map(|legend| of(card.size.height - legend.strip, true));
        // Of as few tiles the first stays.
        whole.chain(without).min_by_key(|tiles| tiles.columns * tiles.rows)
    }

    /// Returns the names of papers with the fewest tiles that a card is divided into on each.
    pub fn tiles_by_paper(card: &Card, options: &PageOptions) -> [(&'static str, usize); Paper::NAMED.len()] {
        Paper::NAMED.map(|(name, paper)| {
            let tiles = Tiles::fit(card, &PageOptions { paper, ..*options });
            (name, tiles.map_or(1, |tiles| tiles.columns * tiles.rows))
        })
    }

    /// Returns true if the paper lies on its long side.
    pub fn is_landscape(&self) -> bool {
        self.paper.width > self.paper.height
    }

    /// Returns true if the piece is on one tile, all of it.
    fn is_whole(&self) -> bool {
        self.columns * self.rows == 1 && !self.has_legend_apart
    }

    /// Returns true if there is a page that shows how the tiles lie: of two, each says it.
    fn has_plan(&self) -> bool {
        self.columns * self.rows > 2 || self.has_legend_apart
    }

    /// Returns the part of the piece that a tile shows, in the piece's coordinates. All tiles are of one size, so that none has next
    /// to nothing on it.
    fn part(&self, column: usize, row: usize) -> Rect {
        let length = |piece: f64, tiles: usize| (piece + OVERLAP * (tiles - 1) as f64) / tiles as f64;
        let (width, height) = (length(self.piece.width, self.columns), length(self.piece.height, self.rows));
        Rect::new((width - OVERLAP) * column as f64, (height - OVERLAP) * row as f64, width, height)
    }

    /// Returns the tiles by row, each with its column, row and name: a letter for the column, a number for the row.
    fn all(&self) -> impl Iterator<Item = (usize, usize, String)> + use<> {
        let columns = self.columns;
        (0..self.rows).flat_map(move |row| {
            (0..columns).map(move |column| (column, row, format!("{}{}", letters(column), row + 1)))
        })
    }

    /// Returns the pages of a side of a card: the plan, then the tiles. What fits on the paper, only not within the marks of a
    /// cutting machine, is one tile, and needs no plan.
    pub(super) fn pages(
        &self,
        deck: &Deck,
        (side, copy): (LeafSide, u32),
        options: &PageOptions,
        ts: &mut Typesetter,
    ) -> Vec<Page> {
        let card = &deck.cards[side.card];
        let locale = card.language();
        let title = [&*deck.title, card.label.as_str()].into_iter().filter(|text| !text.is_empty());
        let title = title.collect::<Vec<_>>().join(" · ");
        let is_whole = self.is_whole();
        let mut pages: Vec<Page> = self.has_plan().then(|| self.plan(card, &title, options, ts)).into_iter().collect();
        for (column, row, name) in self.all() {
            let (window, part) = (window(self.paper), self.part(column, row));
            let shown = Rect::new(window.x, window.y, part.width, part.height);
            let trim = Rect::new(window.x - part.x, window.y - part.y, self.piece.width, self.piece.height);
            let place = Place { clip: shown, ..Place::new(deck, side, copy, trim, (0.0, 0.0)) };
            let mut furniture = Frame::default();
            self.cuts(&mut furniture, shown, (column, row));
            let (heading, label) = match is_whole {
                true => (title.clone(), locale.say(PrintWord::CutByHand, &[])),
                false => {
                    let (columns, rows) = (self.columns.to_string(), self.rows.to_string());
                    let slots = [("name", &*name), ("columns", &*columns), ("rows", &*rows)];
                    (format!("{name} · {title}"), locale.say(PrintWord::Tile, &slots))
                }
            };
            write(&mut furniture, &heading, 7.5, (window.x + 4.0, MARGIN - 1.5), ts);
            note(&mut furniture, self.paper, &Note::new(locale, &[&label]), ts);
            pages.push(Page {
                size: self.paper,
                trim: shown,
                bleed: shown,
                places: vec![place],
                furniture,
                ..Page::default()
            });
        }
        pages
    }

    /// Draws where a tile is cut: along the outline of the piece, and in the middle of what it shares with the tile to its
    /// left and with the one above it.
    fn cuts(&self, furniture: &mut Frame, shown: Rect, (column, row): (usize, usize)) {
        let cut = Stroke { dash: Some((1.5, 1.0)), ..MARK_STROKE };
        if column > 0 {
            let x = shown.x + OVERLAP / 2.0;
            furniture.stroke(Path::line(at(x, shown.y - 3.0), at(x, shown.bottom() + 3.0)), cut);
        }
        if row > 0 {
            let y = shown.y + OVERLAP / 2.0;
            furniture.stroke(Path::line(at(shown.x - 3.0, y), at(shown.right() + 3.0, y)), cut);
        }
        let edges = |first: bool, last: bool, from: f64, to: f64| {
            [first.then_some(from), last.then_some(to)].into_iter().flatten().collect::<Vec<f64>>()
        };
        let columns = edges(column == 0, column + 1 == self.columns, shown.x, shown.right());
        let rows = edges(row == 0, row + 1 == self.rows, shown.y, shown.bottom());
        furniture::marks(furniture, shown, furniture::clear(self.paper), columns, rows);
    }

    /// Returns the page that shows how the tiles lie.
    fn plan(&self, card: &Card, title: &str, options: &PageOptions, ts: &mut Typesetter) -> Page {
        let (window, locale) = (window(self.paper), card.language());
        let legend = card.legend.as_ref().filter(|_| self.has_legend_apart);
        let taken = ABOVE_PLAN + legend.map_or(0.0, |legend| legend.height + ABOVE_LEGEND);
        let room = Size { width: PLAN.width.min(window.width), height: PLAN.height.min(window.height - taken) };
        let scale = (room.width / self.piece.width).min(room.height / self.piece.height);
        let (left, top) = (window.x, window.y + ABOVE_PLAN);
        let mut furniture = Frame::default();
        write(&mut furniture, title, 12.0, (left, window.y + 3.0), ts);
        let [width, height] = [self.piece.width, self.piece.height].map(|mm| format!("{mm:.0}"));
        let tiles = format!("{} ({} × {})", self.columns * self.rows, self.columns, self.rows);
        let slots = [("width", &*width), ("height", &*height), ("tiles", &*tiles)];
        let about = locale.say(PrintWord::TilesAbout, &slots);
        write(&mut furniture, &about, 8.0, (left, window.y + 8.0), ts);
        let on_papers =
            Tiles::tiles_by_paper(card, options).map(|(paper, tiles)| format!("{paper} {tiles}")).join(" · ");
        let choices = locale.say(PrintWord::TilesOnPapers, &[("list", &*on_papers)]);
        write(&mut furniture, &choices, 8.0, (left, window.y + 12.0), ts);
        let map = Transform::from_scale_translate(scale, left, top);
        match legend {
            None => furniture.place(&card.front, map),
            Some(legend) => {
                let shown = Path::rect(Rect::new(0.0, 0.0, self.piece.width, self.piece.height));
                furniture.place_within(shown, &card.front, map);
                let below = top + self.piece.height * scale + ABOVE_LEGEND;
                furniture.place(&legend.frame, Transform::from_translate(left, below));
            }
        }
        for (column, row, name) in self.all() {
            let part = self.part(column, row);
            let outline =
                Rect::new(left + part.x * scale, top + part.y * scale, part.width * scale, part.height * scale);
            furniture.stroke(Path::rect(outline), MARK_STROKE);
            // In a label of its own, so that it is read on any drawing.
            let label = Rect::new(outline.x + 1.5, outline.y + 1.5, 7.0, 4.5);
            furniture.fill(Path::rect(label), Color::WHITE);
            write(&mut furniture, &name, 9.0, (label.x + 1.0, label.y + 3.4), ts);
        }
        let label = locale.say(PrintWord::TilesPlan, &[]);
        note(&mut furniture, self.paper, &Note::new(locale, &[&label]), ts);
        Page { size: self.paper, trim: window, bleed: window, furniture, ..Page::default() }
    }
}

/// Returns the place where a tile lies on the paper.
fn window(paper: Size) -> Rect {
    Rect::new(MARGIN, MARGIN, paper.width - 2.0 * MARGIN, paper.height - 2.0 * MARGIN)
}

/// Returns the letters of a column: `A` to `Z`, then `AA`.
fn letters(column: usize) -> String {
    let last = char::from(b'A' + (column % 26) as u8);
    if column < 26 { last.to_string() } else { letters(column / 26 - 1) + &last.to_string() }
}

/// Writes a line of text that begins at a place. A line with letters that no font has is omitted.
fn write(frame: &mut Frame, text: &str, size: f64, (x, y): (f64, f64), ts: &mut Typesetter) {
    let spans = [TextSpan::new(text, Style { font: Font::Sans, color: Color::BLACK })];
    if let Ok(text) = ts.prepare(&spans, false) {
        let whole = text.whole();
        let longest = 170.0 / (text.width(&whole) * POINT);
        ts.set(&text, whole, size.min(longest)).draw(frame, at(x, y));
    }
}

/// Draws the ruler and the notes below a tile.
fn note(frame: &mut Frame, paper: Size, note: &Note<'_>, ts: &mut Typesetter) {
    let window = window(paper);
    let third = window.width / 3.0;
    furniture::note(frame, window, true, (&[0.0, third, 2.0 * third], third), note, ts);
}
