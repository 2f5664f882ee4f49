//! Sheet furniture, which is printed outside the cards: crop marks, the fold, ruler and notes; and the lines of a proof over
//! them.

use std::sync::Arc;

use super::super::cut::CutShape;
use super::super::font::Font;
use super::super::frame::{Color, Frame, Path, Point, Rect, Segment, Stroke, Transform, at};
use super::super::layout::{POINT, Style, TextSpan, Typesetter};
use super::super::locale::{Locale, PrintWord};
use super::super::{SAFE, Size};
use super::Page;

/// From the bleed to a crop mark.
pub(super) const MARK_GAP: f64 = 0.5;
/// Crop marks are this long, or as long as the paper allows.
pub(super) const MARK: f64 = 4.0;
/// The shortest crop mark a knife finds.
pub(super) const SHORT_MARK: f64 = 2.0;
/// From a crop mark to the paper's edge: marks at the edge make viewers shrink the page.
pub(super) const MARK_EDGE: f64 = 2.0;
/// From the bleed to the ruler and note, and how high they are.
const NOTE_GAP: f64 = 1.2;
const NOTE: f64 = 3.0;
/// The sizes of a note in points, and the smallest of them.
const NOTE_SIZES: [f64; 3] = [6.0, 5.0, LEAST_NOTE];
const LEAST_NOTE: f64 = 4.0;
/// The width in ems that letters of a text have on average at least.
const NARROW: f64 = 0.2;

/// From the paper's edges to the corner of a mark that a cutting machine looks for, how long its arms are, and how wide: what
/// Silhouette's machines with four marks find.
pub(super) const CORNER: f64 = 10.0;
const ARM: f64 = 20.0;
const CORNER_WIDTH: f64 = 0.3;

/// A line to cut or measure by.
pub(in super::super) const MARK_STROKE: Stroke = Stroke { color: Color::BLACK, width: 0.15, round: false, dash: None };

/// Returns the place where crop marks may stand on a page: not at its edges.
pub(super) fn clear(paper: Size) -> Rect {
    Rect::new(0.0, 0.0, paper.width, paper.height).inflate(-MARK_EDGE, -MARK_EDGE)
}

/// Draws crop marks around `outer`, within `clear`, at these places across and down.
pub(super) fn marks(frame: &mut Frame, outer: Rect, clear: Rect, columns: Vec<f64>, rows: Vec<f64>) {
    marks_of(MARK_STROKE, frame, outer, clear, columns, rows);
}

/// Draws dashed marks on both sides of `outer`, within `clear`, at these places down the page, where a strip is folded.
pub(super) fn fold_marks(frame: &mut Frame, outer: Rect, clear: Rect, rows: Vec<f64>) {
    marks_of(Stroke { dash: Some((0.6, 0.4)), ..MARK_STROKE }, frame, outer, clear, Vec::new(), rows);
}

fn marks_of(stroke: Stroke, frame: &mut Frame, outer: Rect, clear: Rect, mut columns: Vec<f64>, mut rows: Vec<f64>) {
    // Without a bleed neighbours share a trim line.
    columns.dedup_by(|a, b| (*a - *b).abs() < 0.01);
    rows.dedup_by(|a, b| (*a - *b).abs() < 0.01);
    let length = |room: f64| (room - MARK_GAP).min(MARK);
    let mut line = |from: Point, to: Point| frame.stroke(Path::line(from, to), stroke);
    for x in columns {
        let (up, down) = (outer.y - MARK_GAP, outer.bottom() + MARK_GAP);
        line(at(x, up - length(outer.y - clear.y)), at(x, up));
        line(at(x, down), at(x, down + length(clear.bottom() - outer.bottom())));
    }
    for y in rows {
        let (left, right) = (outer.x - MARK_GAP, outer.right() + MARK_GAP);
        line(at(left - length(outer.x - clear.x), y), at(left, y));
        line(at(right, y), at(right + length(clear.right() - outer.right()), y));
    }
}

/// Draws L-shaped marks in the corners of a page, their arms along its edges.
pub(super) fn corners(frame: &mut Frame, paper: Size) {
    let (left, top, right, bottom) = (CORNER, CORNER, paper.width - CORNER, paper.height - CORNER);
    for (x, along) in [(left, ARM), (right, -ARM)] {
        for (y, down) in [(top, ARM), (bottom, -ARM)] {
            let path =
                Path(vec![Segment::Move(at(x + along, y)), Segment::Line(at(x, y)), Segment::Line(at(x, y + down))]);
            frame.stroke(path, Stroke::new(Color::BLACK, CORNER_WIDTH));
        }
    }
}

/// Draws the outline of a piece that straight cuts do not free: black and white, so that it is seen on any ground.
pub(super) fn outline(frame: &mut Frame, cut: CutShape, trim: Rect) {
    if cut != CutShape::Rectangle {
        frame.stroke(cut.path(trim, 0.0), MARK_STROKE);
        frame.stroke(cut.path(trim, 0.0), Stroke { color: Color::WHITE, dash: Some((0.8, 0.8)), ..MARK_STROKE });
    }
}

/// Dashes where the paper is folded, between the cards.
pub(super) fn fold(frame: &mut Frame, paper: Size) {
    let y = paper.height / 2.0;
    let stroke = Stroke { dash: Some((1.0, 0.7)), ..MARK_STROKE };
    frame.stroke(Path::line(at(MARK_EDGE, y), at(paper.width - MARK_EDGE, y)), stroke);
}

/// The note in the margin of a sheet.
pub(super) struct Note<'a> {
    /// The words for the size that it is to be printed at.
    size: String,
    /// The names of the sheet, the longest first: the first that fits is written.
    labels: &'a [&'a str],
}

impl<'a> Note<'a> {
    /// Returns the note in a language.
    pub(super) fn new(locale: &Locale, labels: &'a [&'a str]) -> Note<'a> {
        Note { size: locale.say(PrintWord::ActualSize, &[]), labels }
    }
}

/// Draws a ruler and the two parts of a note in a margin, each beside one of the cards, which begin at `starts` from the corner of
/// `outer` and are `card` long.
pub(super) fn note(
    frame: &mut Frame,
    outer: Rect,
    below: bool,
    (starts, card): (&[f64], f64),
    Note { size, labels }: &Note<'_>,
    ts: &mut Typesetter,
) {
    // The strip's coordinates: along the margin from the grid's corner, and away from the grid.
    let mut strip = Frame::default();
    let style = Style { font: Font::Sans, color: Color::BLACK };
    let mut text = |strip: &mut Frame, texts: &[&str], x: f64, room: f64| {
        for text in texts {
            // The title of many battles is not measured only to be left out.
            if text.chars().count() as f64 * NARROW * LEAST_NOTE * POINT > room {
                continue;
            }
            let spans = [TextSpan::new(text, style)];
            // A text in letters no font has gives way to the next one, as one that is too long does.
            let Ok(text) = ts.prepare(&spans, false) else { continue };
            let whole = text.whole();
            let em = text.width(&whole);
            if let Some(size) = NOTE_SIZES.into_iter().find(|size| em * size * POINT <= room) {
                return ts.set(&text, whole, size).draw(strip, at(x, 2.2));
            }
        }
    };
    let (x, y) = (starts[0] + 3.0, 0.4);
    let ruler = [50.0, 40.0, 30.0, 20.0].into_iter().find(|mm| mm + 13.0 <= card).unwrap_or(10.0);
    strip.stroke(Path::line(at(x, y), at(x + ruler, y)), MARK_STROKE);
    for mm in 0..=ruler as u32 {
        let length = if mm.is_multiple_of(10) { 2.0 } else { 0.9 };
        let tick = x + f64::from(mm);
        strip.stroke(Path::line(at(tick, y), at(tick, y + length)), MARK_STROKE);
    }
    text(&mut strip, &[&format!("{ruler:.0} mm")], x + ruler + 1.0, card - ruler - 4.5);
    for (start, note) in starts.iter().skip(1).zip([&[size.as_str()][..], labels]) {
        text(&mut strip, note, start + 3.0, card - 6.0);
    }
    let transform = if below {
        Transform::from_translate(outer.x, outer.bottom() + NOTE_GAP)
    } else {
        Transform::quarter(outer.x - NOTE_GAP - NOTE, outer.bottom())
    };
    frame.place(&Arc::new(strip), transform);
}

/// The lines of a proof: what bleeds red, the cut blue, the safe line green; each drawing shared.
#[derive(Default)]
pub(super) struct Proof(Vec<Lines>);

/// The lines over cards of one size and shape with one bleed.
struct Lines {
    size: Size,
    cut: CutShape,
    bleed: (f64, f64),
    frame: Arc<Frame>,
}

impl Proof {
    /// Draws the lines over the cards of a page from the `first` on.
    pub(super) fn draw(&mut self, page: &mut Page, first: usize, bleed: (f64, f64), cut: CutShape) {
        for place in &page.places[first..] {
            let size = Size { width: place.trim.width, height: place.trim.height };
            let lines = self.lines(size, cut, bleed);
            page.furniture.place(&lines, Transform::from_translate(place.trim.x, place.trim.y));
        }
    }

    fn lines(&mut self, size: Size, cut: CutShape, bleed: (f64, f64)) -> Arc<Frame> {
        let is_known = |known: &&Lines| (known.size, known.cut, known.bleed) == (size, cut, bleed);
        if let Some(known) = self.0.iter().find(is_known) {
            return Arc::clone(&known.frame);
        }
        let trim = Rect::new(0.0, 0.0, size.width, size.height);
        let mut frame = Frame::default();
        let width = 0.25;
        // Within the bleed, so that neither a neighbour nor the margin is drawn on.
        let outer = match cut {
            CutShape::Rectangle => Path::rect(trim.inflate(bleed.0 - width / 2.0, bleed.1 - width / 2.0)),
            hexagon => hexagon.path(trim, bleed.0.min(bleed.1) - width / 2.0),
        };
        if bleed.0 > width && bleed.1 > width {
            frame.stroke(outer, Stroke::new(Color(220, 0, 0), width));
        }
        frame.stroke(cut.path(trim, 0.0), Stroke::new(Color(0, 60, 220), width));
        let safe = Stroke { dash: Some((1.5, 1.0)), ..Stroke::new(Color(0, 150, 40), width) };
        frame.stroke(cut.path(trim, -SAFE), safe);
        let frame = Arc::new(frame);
        self.0.push(Lines { size, cut, bleed, frame: Arc::clone(&frame) });
        frame
    }
}
