//! Breaks measured text into lines: where its author ended a line, and between those evenly, by widths.

use std::ops::Range;
use std::rc::Rc;

use textwrap::core::Fragment;
use textwrap::wrap_algorithms::{Penalties, wrap_optimal_fit};

use super::prepared::{Lines, Piece, Prepared};

/// The unit of widths in which textwrap's penalties are meant: about a letter.
const LETTER: f64 = 0.5;

/// Lines are made even in at most so many steps.
const EVENING: u8 = 5;

/// The part of the width by which the longest of even lines may be too long: less is not seen.
const EVEN: f64 = 0.04;

/// A hyphen costs as much as a line short by a third, a last line of one short word a little more; overfull lines are
/// avoided first.
const PENALTIES: Penalties = Penalties {
    nline_penalty: 1000,
    overflow_penalty: 1_000_000,
    short_last_line_fraction: 4,
    short_last_line_penalty: 200,
    hyphen_penalty: 150,
};

impl Fragment for Piece {
    fn width(&self) -> f64 {
        self.width / LETTER
    }
    fn whitespace_width(&self) -> f64 {
        self.space / LETTER
    }
    fn penalty_width(&self) -> f64 {
        // What has a width has its price.
        if self.hyphenated { f64::MIN_POSITIVE } else { self.hyphen / LETTER }
    }
}

/// Breaks pieces into lines, evenly filled. Returns the end of each line.
fn wrap(pieces: &[Piece], width: f64) -> Vec<usize> {
    let fragments = wrap_optimal_fit(pieces, &[width / LETTER], &PENALTIES);
    // Widths come from a font, so the sums cannot overflow.
    let lines = fragments.expect("internal error: infinite text widths");
    let mut end = 0;
    let ends = |line: &[Piece]| {
        end += line.len();
        end
    };
    lines.into_iter().map(ends).collect()
}

/// Returns true if a line must end after a character (UAX #14: BK, CR, LF and NL). `\r\n` is one end.
pub(super) fn ends_line(c: char) -> bool {
    matches!(c, '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

impl Prepared<'_> {
    /// Ends the line after what was added last, as its author did. Twice in a row leaves an empty line; at the beginning it
    /// does nothing.
    pub(super) fn end_line(&mut self, space: f64) {
        if let Some(last) = self.pieces.last_mut() {
            // In a place of one line it is a space.
            (last.space, last.glued) = (space, false);
            last.line_ends += 1;
            self.has_line_ends = true;
        }
    }

    /// Forgets the line ends behind the last letter.
    pub(super) fn trim_line_ends(&mut self) {
        if let Some(last) = self.pieces.last_mut().filter(|last| last.line_ends > 0) {
            last.line_ends = 0;
            self.has_line_ends = self.pieces.iter().any(|piece| piece.line_ends > 0);
        }
    }

    /// Returns the lines, no wider than `width` ems where that can be done, evenly filled. An empty line of the author is an
    /// empty range.
    pub fn lines(&self, width: f64) -> Lines {
        let mut broken = self.broken.borrow_mut();
        if let Some((_, lines)) = broken.iter().find(|(known, _)| *known == width) {
            return Rc::clone(lines);
        }
        let lines = self.break_at(width);
        broken.push((width, Rc::clone(&lines)));
        lines
    }

    /// Returns as many lines as [`Prepared::lines`] does, about equally long and with no more hyphens: of lines that stand in the
    /// middle, a last one of two short words is seen.
    pub fn even_lines(&self, width: f64) -> Lines {
        let lines = self.lines(width);
        if lines.len() < 2 {
            return lines;
        }
        let longest = |lines: &Lines| lines.iter().map(|line| self.width(line)).fold(0.0, f64::max);
        let hyphens = |lines: &Lines| lines.iter().filter(|line| self.ends_in_hyphen(line)).count();
        let (most, mut even) = (hyphens(&lines), Rc::clone(&lines));
        let (mut low, mut high) = (self.width(&self.whole()) / lines.len() as f64, longest(&lines));
        for _ in 0..EVENING {
            if high - low <= EVEN * width {
                break;
            }
            let narrower = (low + high) / 2.0;
            let tried = self.break_at(narrower);
            let reached = longest(&tried);
            if tried.len() == lines.len() && hyphens(&tried) <= most && reached < high {
                (high, even) = (reached, tried);
            } else {
                low = narrower;
            }
        }
        even
    }

    /// Returns true if a line ends within a word.
    fn ends_in_hyphen(&self, line: &Range<usize>) -> bool {
        self.pieces[line.clone()].last().is_some_and(|last| last.hyphen > 0.0 || last.hyphenated)
    }

    fn break_at(&self, width: f64) -> Lines {
        // What fits on one line is set on one line.
        if !self.has_line_ends && self.width(&self.whole()) <= width {
            return Rc::new([self.whole()]);
        }
        let mut lines = Vec::new();
        let mut start = 0;
        for part in self.pieces.split_inclusive(|piece| piece.line_ends > 0) {
            let end = start + part.len();
            self.break_part(start..end, width, &mut lines);
            let empty = part.last().map_or(0, |last| last.line_ends.saturating_sub(1));
            lines.extend((0..empty).map(|_| end..end));
            start = end;
        }
        lines.into()
    }

    /// Adds the lines of pieces among which no author ended a line.
    fn break_part(&self, part: Range<usize>, width: f64, lines: &mut Vec<Range<usize>>) {
        if self.width(&part) <= width {
            return lines.push(part);
        }
        let mut start = part.start;
        let mut push = |end: usize| lines.push(std::mem::replace(&mut start, end)..end);
        if !self.pieces[part.clone()].iter().any(|piece| piece.glued) {
            wrap(&self.pieces[part.clone()], width).into_iter().for_each(|end| push(part.start + end));
            return;
        }
        let joined = self.glued_pieces(part, width);
        let fragments: Vec<Piece> = joined.iter().map(|range| self.as_one(range)).collect();
        let last = |end: usize| joined.get(end.checked_sub(1)?);
        wrap(&fragments, width).into_iter().filter_map(last).for_each(|range| push(range.end));
    }

    /// Returns the pieces of a part that stay together on lines of `width` ems: those that are glued, where a line holds them.
    fn glued_pieces(&self, part: Range<usize>, width: f64) -> Vec<Range<usize>> {
        let mut joined = Vec::new();
        let mut start = part.start;
        while start < part.end {
            let glued = self.pieces[start..part.end].iter().take_while(|piece| piece.glued).count();
            let end = (start + glued + 1).min(part.end);
            if self.width(&(start..end)) <= width {
                joined.push(start..end);
            } else {
                joined.extend((start..end).map(|i| i..i + 1));
            }
            start = end;
        }
        joined
    }

    /// Pieces as one that does not break.
    fn as_one(&self, range: &Range<usize>) -> Piece {
        let pieces = &self.pieces[range.clone()];
        let (space, hyphen, hyphenated) =
            pieces.last().map_or((0.0, 0.0, false), |last| (last.space, last.hyphen, last.hyphenated));
        let width = pieces.iter().map(|piece| piece.width + piece.space).sum::<f64>() - space;
        Piece { atoms: 0..0, width, space, hyphen, glued: false, hyphenated, line_ends: 0 }
    }
}

/// Returns true if a character is of Chinese or Japanese, where a line may break between any two.
pub(super) fn is_ideographic(c: char) -> bool {
    matches!(c, '\u{2e80}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{ff00}'..='\u{ffef}' | '\u{20000}'..='\u{3ffff}')
}

/// Characters that no line begins with: what closes, lengthens or ends.
const NEVER_FIRST: &str =
    "、。，．・：；？！」』）】〕〉》〗〙’”ー々〻…‥ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ｡｣､･,.:;?!)]}%％";

/// Characters that no line ends with: what opens.
const NEVER_LAST: &str = "「『（【〔〈《〖〘‘“｢([{";

/// Returns the parts of a word between which a line may break, as Chinese and Japanese are written.
pub(super) fn ideographic_parts(word: &str) -> impl Iterator<Item = &str> {
    let breaks = word.char_indices().zip(word.chars().skip(1)).filter_map(|((at, before), after)| {
        let is_between = is_ideographic(before) || is_ideographic(after);
        let may_break = is_between && !NEVER_LAST.contains(before) && !NEVER_FIRST.contains(after);
        may_break.then_some(at + before.len_utf8())
    });
    let mut start = 0;
    breaks.chain([word.len()]).map(move |end| &word[std::mem::replace(&mut start, end)..end])
}
