//! The grid of equal cards on a sheet of paper, flat or to be folded, or of one strip to be folded.

use super::super::cut::CutShape;
use super::super::frame::{Frame, Rect};
use super::super::layout::Typesetter;
use super::super::{Layout, MAX_BLEED, Marks, PageOptions, Size};
use super::furniture::{self, MARK, MARK_GAP, Note, SHORT_MARK};

/// Paper left free around a grid: printers leave about as much white.
const EDGE: f64 = 5.0;

/// From a fold to the cards on both sides of it: room for their bleed.
const FOLD: f64 = 4.0;

/// A margin below the cards that is good for notes even if the one beside them is wider.
const BELOW: f64 = 8.0;

/// Pieces that are not higher than this share a page with others of another size.
const SMALL: f64 = 40.0;

/// The way the backs come to lie behind their fronts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Fold {
    /// They are printed on the other side of the paper.
    None,
    /// They lie above a fold across the middle of the paper, the fronts below it.
    Sheet,
    /// They lie above their fronts on a strip that is folded round card of this thickness.
    Strip(f64),
}

/// A grid in the middle of the paper.
#[derive(Debug, Clone)]
pub(super) struct Grid {
    pub(super) paper: Size,
    /// Bleed on the left and right of a card, above and below it.
    pub(super) bleed: (f64, f64),
    /// The way the backs come to lie behind their fronts.
    pub(super) fold: Fold,
    /// The rectangle that its crop marks may stand in.
    clear: Rect,
    /// Whether ruler and notes stand below it, not beside it.
    below: bool,
    card: Size,
    /// The outline of the cards.
    pub(super) cut: CutShape,
    /// The left edges of the columns' trims, and the top edges of the rows'.
    lefts: Vec<f64>,
    tops: Vec<f64>,
}

/// Returns the number of cards that fit between the white edges.
fn count(room: f64, card: f64) -> usize {
    ((room / card).floor() as usize).max(1)
}

/// Returns as much of the wanted bleed as leaves room for marks, shared by `parts` cards' edges.
fn bleed(spare: f64, wanted: f64, parts: usize) -> f64 {
    wanted.min(spare / parts as f64).clamp(0.0, MAX_BLEED)
}

/// A crop mark beside one of several grids, with its gap.
const MARKED: f64 = MARK_GAP + SHORT_MARK;

/// Between the crop marks of two grids on one page, and room for the notes below the last one.
const BETWEEN: f64 = 1.0;
const NOTE: f64 = 5.0;

/// The top of the first of several grids on the paper.
pub(super) const TOP: f64 = EDGE + MARK - SHORT_MARK;

/// Width of the white edge that home printers leave around the paper.
const WHITE: f64 = 4.2;

/// Room for the marks on one side of a grid, and for ruler and notes.
const MARKS: f64 = MARKED + WHITE;
const NOTES: f64 = NOTE + EDGE;

/// Returns the room that a card takes at least. Small pieces, and others where that is wished, have all of the bleed that is wanted, and there
/// are fewer of them.
fn cell(card: f64, wanted: f64, small: bool) -> f64 {
    if small { card + 2.0 * wanted } else { card }
}

/// Returns the bleed along one direction of the paper that leaves this much room on both sides, and where the trims begin.
fn axis(paper: f64, card: f64, wanted: f64, room: f64, small: bool) -> (f64, Vec<f64>) {
    let cell = cell(card, wanted, small);
    let edge = if cell > card { room.max(EDGE) } else { EDGE };
    let cards = count(paper - 2.0 * edge, cell);
    let bleed = bleed(paper - card * cards as f64 - 2.0 * room, wanted, 2 * cards);
    let pitch = card + 2.0 * bleed;
    let first = (paper - pitch * cards as f64) / 2.0 + bleed;
    (bleed, (0..cards).map(|i| first + pitch * i as f64).collect())
}

/// Returns the same on both sides of a fold across the middle.
fn fit_folded(paper: f64, card: f64, wanted: f64, room: f64, small: bool) -> (f64, Vec<f64>) {
    let half = paper / 2.0 - FOLD;
    // Small pieces have their notes below their marks, and rows enough.
    let cards = count(half - if small { MARKED + NOTES } else { EDGE }, cell(card, wanted, small));
    let bleed = bleed(half - card * cards as f64 - room, wanted, 2 * cards - 1);
    let below: Vec<f64> = (0..cards).map(|i| paper / 2.0 + FOLD + (card + 2.0 * bleed) * i as f64).collect();
    let above = below.iter().rev().map(|top| paper - top - card);
    (bleed, above.chain(below.iter().copied()).collect())
}

impl Grid {
    pub(super) fn new(card: Size, cut: CutShape, options: &PageOptions) -> Grid {
        if options.layout == Layout::Foldover {
            return Grid::strip(card, cut, options);
        }
        let fold = if options.layout == Layout::Gutterfold { Fold::Sheet } else { Fold::None };
        let (paper, cutter) = (options.paper.size(), options.marks == Marks::Cutter);
        let corners = if cutter { 2.0 * furniture::CORNER } else { 0.0 };
        let upright = Size { width: paper.width - corners, height: paper.height - corners };
        let across = Size { width: upright.height, height: upright.width };
        let grid = |paper: Size| {
            let down = if fold == Fold::Sheet { fit_folded } else { axis };
            let small = card.height <= SMALL || options.has_whole_bleed;
            let margin = |(_, starts): (f64, Vec<f64>)| starts[0];
            let left = margin(axis(paper.width, card.width, 0.0, 0.0, small));
            let top = margin(down(paper.height, card.height, 0.0, 0.0, small));
            let below = top >= left.min(BELOW);
            let room = |notes: bool| if notes { NOTES } else { MARKS };
            let (x, lefts) = axis(paper.width, card.width, options.bleed, room(!below), small);
            let (y, tops) = down(paper.height, card.height, options.bleed, room(below), small);
            Grid { paper, bleed: (x, y), fold, clear: furniture::clear(paper), below, card, cut, lefts, tops }
        };
        let (upright, across) = (grid(upright), grid(across));
        // Marks in the corners leave little room for cards; tokens had better share an upright sheet.
        let by_count = fold == Fold::Sheet || cutter && !upright.small();
        let is_better = if by_count { across.cells() > upright.cells() } else { !upright.fits() };
        if is_better && across.fits() { across } else { upright }
    }

    /// Returns a strip of fronts with their backs above them. It lies beyond the end of the paper until [`Grid::band`] gives it
    /// its place.
    fn strip(card: Size, cut: CutShape, options: &PageOptions) -> Grid {
        let (paper, fold) = (options.paper.size(), Fold::Strip(options.thickness));
        let (across, lefts) = axis(paper.width, card.width, options.bleed, MARKS, card.height <= SMALL);
        let bleed = (across, options.bleed.clamp(0.0, MAX_BLEED));
        let tops = vec![paper.height, paper.height + card.height + options.thickness];
        Grid { paper, bleed, fold, clear: furniture::clear(paper), below: true, card, cut, lefts, tops }
    }

    /// Returns true if fronts and backs lie on one page.
    pub(super) fn folds(&self) -> bool {
        self.fold != Fold::None
    }

    /// Returns the number of leaves a sheet holds, or a strip.
    pub(super) fn cells(&self) -> usize {
        let rows = match self.fold {
            Fold::None if self.shares() => {
                ((self.paper.height - TOP - 2.0 * MARKED - EDGE - NOTE) / self.pitch()) as usize
            }
            Fold::None => self.tops.len(),
            Fold::Sheet | Fold::Strip(_) => self.tops.len() / 2,
        };
        self.lefts.len() * rows
    }

    /// Returns the grid with only the rows that so many small pieces need, on both sides of the fold.
    pub(super) fn holding(&self, leaves: usize) -> Grid {
        if !(self.fold == Fold::Sheet && self.small()) {
            return self.clone();
        }
        let (rows, middle) = (leaves.div_ceil(self.lefts.len()), self.tops.len() / 2);
        let mut grid = Grid { tops: self.tops[middle - rows..middle + rows].to_vec(), ..self.clone() };
        grid.clear = Rect { x: self.clear.x, width: self.clear.width, ..grid.outer().inflate(0.0, MARKED) };
        grid
    }

    /// Returns the distance from the top of one card to that of the next.
    fn pitch(&self) -> f64 {
        self.card.height + 2.0 * self.bleed.1
    }

    /// Returns true if it may share a page.
    pub(super) fn shares(&self) -> bool {
        match self.fold {
            Fold::None => self.small(),
            Fold::Sheet => false,
            Fold::Strip(_) => true,
        }
    }

    fn small(&self) -> bool {
        self.card.height <= SMALL
    }

    /// Returns the grid as so many pieces need it, with its crop marks from `top` on; and where the next one may begin. `None` if
    /// it does not end on the paper.
    pub(super) fn band(&self, pieces: usize, top: f64) -> Option<(Grid, f64)> {
        let (columns, rows) = (self.lefts.len().min(pieces), pieces.div_ceil(self.lefts.len()));
        let (across, down) = (self.card.width + 2.0 * self.bleed.0, self.pitch());
        // In the middle, so that it is there on the back as well.
        let left = (self.paper.width - across * columns as f64) / 2.0 + self.bleed.0;
        let first = top + MARKED + self.bleed.1;
        let (tops, bottom) = match self.fold {
            Fold::Strip(thickness) => {
                let front = first + self.card.height + thickness;
                (vec![first, front], front + self.card.height + self.bleed.1 + MARKED)
            }
            _ => ((0..rows).map(|i| first + down * i as f64).collect(), top + down * rows as f64 + 2.0 * MARKED),
        };
        let band = Grid {
            lefts: (0..columns).map(|i| left + across * i as f64).collect(),
            tops,
            clear: Rect { y: top, height: bottom - top, ..self.clear },
            ..self.clone()
        };
        (bottom <= self.paper.height - EDGE - NOTE).then_some((band, bottom + BETWEEN))
    }

    /// Returns true if it holds a card on the paper, or a strip of one.
    pub(super) fn holds_one(&self) -> bool {
        match self.fold {
            Fold::Strip(_) => self.lefts[0] > 0.0 && self.band(1, TOP).is_some(),
            Fold::None | Fold::Sheet => self.fits(),
        }
    }

    /// Returns true if it lies on the paper.
    pub(super) fn fits(&self) -> bool {
        let trim = self.trim();
        trim.x > 0.0 && trim.y > 0.0
    }

    /// Returns the trim of all the cards together.
    pub(super) fn trim(&self) -> Rect {
        let (x, y) = (self.lefts[0], self.tops[0]);
        let last = |of: &[f64]| of[of.len() - 1];
        Rect::new(x, y, last(&self.lefts) + self.card.width - x, last(&self.tops) + self.card.height - y)
    }

    /// Returns the trim and the bleed around it.
    pub(super) fn outer(&self) -> Rect {
        self.trim().inflate(self.bleed.0, self.bleed.1)
    }

    fn cell(&self, column: usize, row: usize) -> Rect {
        Rect::new(self.lefts[column], self.tops[row], self.card.width, self.card.height)
    }

    /// Returns the trim of the front of a leaf.
    pub(super) fn front(&self, leaf: usize) -> Rect {
        let (column, row) = (leaf % self.lefts.len(), leaf / self.lefts.len());
        self.cell(column, if self.folds() { self.tops.len() / 2 + row } else { row })
    }

    /// Returns the trim of its back: across the fold, or where it comes to lie as the paper is turned over sideways.
    pub(super) fn back(&self, leaf: usize) -> Rect {
        let (column, row) = (leaf % self.lefts.len(), leaf / self.lefts.len());
        if self.folds() {
            self.cell(column, self.tops.len() / 2 - 1 - row)
        } else {
            self.cell(self.lefts.len() - 1 - column, row)
        }
    }

    /// Returns the place where a card with this trim may print: its bleed, but on a strip not beyond the middle of the card's
    /// edge.
    pub(super) fn clip(&self, trim: Rect) -> Rect {
        let clip = trim.inflate(self.bleed.0, self.bleed.1);
        let Fold::Strip(thickness) = self.fold else { return clip };
        let edge = self.bleed.1.min(thickness / 2.0);
        if trim.y > self.tops[0] {
            Rect { y: trim.y - edge, height: clip.bottom() - trim.y + edge, ..clip }
        } else {
            Rect { height: trim.bottom() + edge - clip.y, ..clip }
        }
    }

    /// Draws crop marks at every trim line that is cut straight, outside the grid, and dashes where to fold.
    pub(super) fn marks(&self, frame: &mut Frame) {
        let columns = (0..self.lefts.len()).flat_map(|column| self.cut.straight_cuts(self.cell(column, 0)).0).collect();
        let rows = (0..self.tops.len()).flat_map(|row| self.cut.straight_cuts(self.cell(0, row)).1);
        let mut rows: Vec<f64> = rows.collect();
        if let (Fold::Strip(_), [top, _, _, bottom]) = (self.fold, &rows[..]) {
            // It is folded along the two lines between.
            rows = vec![*top, *bottom];
        }
        furniture::marks(frame, self.outer(), self.clear, columns, rows);
        match self.fold {
            Fold::None => {}
            Fold::Sheet => furniture::fold(frame, self.paper),
            Fold::Strip(_) => {
                let edges = vec![self.tops[0] + self.card.height, self.tops[1]];
                furniture::fold_marks(frame, self.outer(), self.clear, edges);
            }
        }
    }

    /// Draws a ruler and notes in the wider margin: each beside a card, clear of the crop marks.
    pub(super) fn note(&self, frame: &mut Frame, note: &Note<'_>, ts: &mut Typesetter) {
        let outer = self.outer();
        if self.small() || self.shares() {
            // Small pieces have crop marks too close for words: below them, in thirds of the paper.
            let third = (self.paper.width - 2.0 * EDGE) / 3.0;
            let below = Rect { x: EDGE, width: 3.0 * third, height: self.clear.bottom() - outer.y, ..outer };
            return furniture::note(frame, below, true, (&[0.0, third, 2.0 * third], third), note, ts);
        }
        let (starts, card): (Vec<f64>, f64) = match self.below {
            true => (self.lefts.iter().map(|left| left - outer.x).collect(), self.card.width),
            false => {
                let ends = self.tops.iter().rev().map(|top| outer.bottom() - top - self.card.height);
                (ends.collect(), self.card.height)
            }
        };
        match starts.as_slice() {
            // Beside a card alone there is room for everything.
            [start] => {
                let thirds = [0.0, 1.0, 2.0].map(|third| start + third * card / 3.0);
                furniture::note(frame, outer, self.below, (&thirds, card / 3.0), note, ts);
            }
            starts => furniture::note(frame, outer, self.below, (starts, card), note, ts),
        }
    }
}
