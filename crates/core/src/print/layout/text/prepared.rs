//! Text that is measured: pieces between which a line may break.

use std::cell::RefCell;
use std::ops::Range;
use std::rc::Rc;

use super::bidi::Directions;
use super::{Align, ICON, SpanContent, TextSpan, blank};

/// The range of pieces on each line.
pub(super) type Lines = Rc<[Range<usize>]>;

/// Text measured and ready to be broken into lines of any width at any size.
#[derive(Debug, Default)]
pub struct Prepared<'a> {
    pub(super) atoms: Vec<TextSpan<'a>>,
    pub(super) pieces: Vec<Piece>,
    /// Whether its author ended a line within it.
    pub(super) has_line_ends: bool,
    /// The directions of the letters; `None` if none is written from right to left.
    pub(super) directions: Option<Box<Directions>>,
    /// The lines by the width they were broken for: what was measured is drawn next, and breaking takes longest.
    pub(super) broken: RefCell<Vec<(f64, Lines)>>,
}

/// A piece of text between two places where a line may break.
#[derive(Debug)]
pub(super) struct Piece {
    pub(super) atoms: Range<usize>,
    /// Widths in ems of the piece, the space after it, and the hyphen that a break here costs.
    pub(super) width: f64,
    pub(super) space: f64,
    pub(super) hyphen: f64,
    /// Whether a line breaks after it only where what it joins is wider than a line.
    pub(super) glued: bool,
    /// Whether it ends with a hyphen of its own, after which a line breaks as unwillingly as within a word.
    pub(super) hyphenated: bool,
    /// The number of line ends that its author wrote after it.
    pub(super) line_ends: u32,
}

impl<'a> Prepared<'a> {
    /// Adds a span of `width` ems; where no line may break before it, to the piece that is last.
    pub(super) fn push(&mut self, span: TextSpan<'a>, width: f64, open: bool) {
        self.atoms.push(span);
        let end = self.atoms.len();
        match self.pieces.last_mut() {
            Some(piece) if !open => {
                piece.atoms.end = end;
                piece.width += width;
            }
            _ => self.pieces.push(Piece {
                atoms: end - 1..end,
                width,
                space: 0.0,
                hyphen: 0.0,
                glued: false,
                hyphenated: false,
                line_ends: 0,
            }),
        }
    }

    /// Returns true if there is nothing to set.
    pub fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    /// Returns the alignment of its lines. Text aligned left is aligned right if it reads from right to left.
    pub fn align(&self, align: Align) -> Align {
        match (align, &self.directions) {
            (Align::Left, Some(directions)) if directions.begins_right() => Align::Right,
            _ => align,
        }
    }

    /// Returns the range of all pieces, for everything on one line.
    pub fn whole(&self) -> Range<usize> {
        0..self.pieces.len()
    }

    /// Returns true if so many lines of `width` ems may be enough: no piece is wider, and all together are not too
    /// much.
    pub fn may_fit(&self, lines: usize, width: f64) -> bool {
        let (mut all, mut space) = (0.0, 0.0);
        for piece in &self.pieces {
            if piece.width > width {
                return false;
            }
            all += piece.width + piece.space;
            space = f64::max(space, piece.space);
        }
        // The spaces where lines end take no room.
        all <= lines as f64 * (width + space)
    }

    /// Returns the width of a line in ems.
    pub fn width(&self, line: &Range<usize>) -> f64 {
        let pieces = &self.pieces[line.clone()];
        let last = pieces.last().map_or(0.0, |last| last.hyphen - last.space);
        pieces.iter().map(|piece| piece.width + piece.space).sum::<f64>() + last
    }

    /// Returns the extent of a line above and below its baseline, in ems.
    pub fn extent(&self, line: &Range<usize>) -> (f64, f64) {
        let atoms = self.pieces[line.clone()].iter().flat_map(|piece| &self.atoms[piece.atoms.clone()]);
        atoms.map(extent).fold((0.0, 0.0), |(rise, depth), (r, d)| (f64::max(rise, r), f64::max(depth, d)))
    }
}

/// Returns the extent of a span above and below its baseline, in ems.
fn extent(span: &TextSpan<'_>) -> (f64, f64) {
    let cap = span.style.font.cap_height();
    let SpanContent::Text(text) = span.content else { return (cap * ICON, cap * (ICON - 1.0) / 2.0) };
    // Accents on capitals are the highest; other letters hardly exceed a capital.
    let accents = text.contains(|c: char| (c.is_uppercase() && !c.is_ascii()) || is_tall(c));
    let low = text.contains(|c: char| !c.is_uppercase() && !c.is_ascii_digit() && !blank(c));
    let (high, deep) = span.style.font.extent();
    (if accents { high } else { cap + 0.04 }, if low { deep } else { 0.0 })
}

/// Returns true if a character is of a script whose letters may be higher than capitals, or have marks above them.
fn is_tall(c: char) -> bool {
    c >= '\u{590}' && !('\u{2000}'..'\u{2c00}').contains(&c)
}
