//! The grid of equal cards on a sheet of paper, flat or to be folded.

use super::super::frame::{Frame, Rect};
use super::super::layout::Typesetter;
use super::super::{Layout, MAX_BLEED, Options, Size};
use super::furniture::{self, MARK_EDGE, MARK_GAP, SHORT_MARK};

/// Paper left free around a grid: printers leave about as much white.
const EDGE: f64 = 5.0;

/// From a fold to the cards on both sides of it: room for their bleed.
const FOLD: f64 = 4.0;

/// A margin below the cards that is good for notes even if the one beside them is wider.
const BELOW: f64 = 8.0;

/// A grid in the middle of the paper.
#[derive(Debug, Clone)]
pub(super) struct Grid {
    pub(super) paper: Size,
    /// Bleed on the left and right of a card, above and below it.
    pub(super) bleed: (f64, f64),
    /// Whether the backs lie above a fold across the middle, and the fronts below it.
    pub(super) fold: bool,
    card: Size,
    /// Where the trims of the columns and rows begin.
    lefts: Vec<f64>,
    tops: Vec<f64>,
}

/// How many cards fit between the white edges.
fn count(room: f64, card: f64) -> usize {
    ((room / card).floor() as usize).max(1)
}

/// As much of the wanted bleed as leaves room for marks, shared by `parts` cards' edges.
fn bleed(spare: f64, wanted: f64, parts: usize) -> f64 {
    wanted.min(spare / parts as f64).clamp(0.0, MAX_BLEED)
}

/// Room for the marks on one side of a grid.
const MARKS: f64 = MARK_GAP + SHORT_MARK + MARK_EDGE;

/// The bleed along one direction of the paper, and where the trims begin.
fn axis(paper: f64, card: f64, wanted: f64) -> (f64, Vec<f64>) {
    let cards = count(paper - 2.0 * EDGE, card);
    let bleed = bleed(paper - card * cards as f64 - 2.0 * MARKS, wanted, 2 * cards);
    let pitch = card + 2.0 * bleed;
    let first = (paper - pitch * cards as f64) / 2.0 + bleed;
    (bleed, (0..cards).map(|i| first + pitch * i as f64).collect())
}

/// The same on both sides of a fold across the middle.
fn folded(paper: f64, card: f64, wanted: f64) -> (f64, Vec<f64>) {
    let half = paper / 2.0 - FOLD;
    let cards = count(half - EDGE, card);
    let bleed = bleed(half - card * cards as f64 - MARKS, wanted, 2 * cards - 1);
    let below: Vec<f64> = (0..cards).map(|i| paper / 2.0 + FOLD + (card + 2.0 * bleed) * i as f64).collect();
    let above = below.iter().rev().map(|top| paper - top - card);
    (bleed, above.chain(below.iter().copied()).collect())
}

impl Grid {
    pub(super) fn new(card: Size, options: &Options) -> Grid {
        let fold = options.layout == Layout::Gutterfold;
        let upright = options.paper.size();
        let across = Size { width: upright.height, height: upright.width };
        let grid = |paper: Size| {
            let (x, lefts) = axis(paper.width, card.width, options.bleed);
            let down = if fold { folded } else { axis };
            let (y, tops) = down(paper.height, card.height, options.bleed);
            Grid { paper, bleed: (x, y), fold, card, lefts, tops }
        };
        let (upright, across) = (grid(upright), grid(across));
        if fold && across.cells() > upright.cells() && across.fits() { across } else { upright }
    }

    /// How many leaves a sheet holds.
    pub(super) fn cells(&self) -> usize {
        self.lefts.len() * self.tops.len() / if self.fold { 2 } else { 1 }
    }

    fn fits(&self) -> bool {
        let trim = self.trim();
        trim.x > 0.0 && trim.y > 0.0
    }

    /// The trim of all the cards together.
    pub(super) fn trim(&self) -> Rect {
        let (x, y) = (self.lefts[0], self.tops[0]);
        let last = |of: &[f64]| of[of.len() - 1];
        Rect::new(x, y, last(&self.lefts) + self.card.width - x, last(&self.tops) + self.card.height - y)
    }

    /// The trim and the bleed around it.
    pub(super) fn outer(&self) -> Rect {
        self.trim().grown(self.bleed.0, self.bleed.1)
    }

    fn cell(&self, column: usize, row: usize) -> Rect {
        Rect::new(self.lefts[column], self.tops[row], self.card.width, self.card.height)
    }

    /// The trim of the front of a leaf.
    pub(super) fn front(&self, leaf: usize) -> Rect {
        let (column, row) = (leaf % self.lefts.len(), leaf / self.lefts.len());
        self.cell(column, if self.fold { self.tops.len() / 2 + row } else { row })
    }

    /// The trim of its back: across the fold, or where it comes to lie as the paper is turned over sideways.
    pub(super) fn back(&self, leaf: usize) -> Rect {
        let (column, row) = (leaf % self.lefts.len(), leaf / self.lefts.len());
        if self.fold {
            self.cell(column, self.tops.len() / 2 - 1 - row)
        } else {
            self.cell(self.lefts.len() - 1 - column, row)
        }
    }

    /// Crop marks at every trim line, outside the grid, and a dashed line where to fold.
    pub(super) fn marks(&self, frame: &mut Frame) {
        let both = |starts: &[f64], length: f64| starts.iter().flat_map(|start| [*start, start + length]).collect();
        let (columns, rows) = (both(&self.lefts, self.card.width), both(&self.tops, self.card.height));
        furniture::marks(frame, self.outer(), self.paper, columns, rows);
        if self.fold {
            furniture::fold(frame, self.outer(), self.paper);
        }
    }

    /// A ruler and notes in the wider margin: each beside a card, clear of the crop marks.
    pub(super) fn note(&self, frame: &mut Frame, label: &str, ts: &mut Typesetter) {
        let outer = self.outer();
        if outer.y >= outer.x.min(BELOW) {
            let starts: Vec<f64> = self.lefts.iter().map(|left| left - outer.x).collect();
            furniture::note(frame, outer, true, (&starts, self.card.width), label, ts);
        } else {
            let ends = self.tops.iter().rev().map(|top| outer.bottom() - top - self.card.height);
            furniture::note(frame, outer, false, (&ends.collect::<Vec<_>>(), self.card.height), label, ts);
        }
    }
}
