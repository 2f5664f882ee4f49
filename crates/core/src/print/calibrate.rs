//! Two pages to lay over each other against the light: they show how far a printer sets its backs off.

use super::font::Font;
use super::frame::{Color, Frame, Path, Point, Rect, Stroke, at};
use super::layout::{POINT, Style, TextSpan, Typesetter};
use super::sheet::{MARK_STROKE, Page};
use super::{Duplex, PageOptions, Size};

/// A grid reaches this many millimetres from its middle.
const REACH: i32 = 6;

/// A cross reaches beyond the grid it is read on.
const CROSS: f64 = 9.0;

/// From the paper's edges to the outer grids' middles.
const INSET: f64 = 30.0;

const GRID: Color = Color(150, 150, 150);

/// Returns the grids on the front, and the crosses on the back that would stand on their middles. Grids and crosses are where the
/// options' paper and duplex have them, and the options' offset is already applied to the back.
pub fn pages(options: &PageOptions) -> [Page; 2] {
    let paper = options.paper.size();
    let mut ts = Typesetter::default();
    let mut front = Frame::default();
    let mut back = Frame::default();
    for target in targets(paper) {
        grid(&mut front, target, options.duplex, &mut ts);
        cross(&mut back, place_behind(target, paper, options.duplex));
    }
    // Up and down trade places on a back that is turned over the short edge: there the lower half is free as well.
    let edge = if options.duplex == Duplex::Short { "short" } else { "long" };
    let room = Rect::new(INSET + 15.0, paper.height / 2.0 + 22.0, paper.width - 2.0 * INSET - 30.0, 0.0);
    let how = format!(
        "Front. Print both pages at 100 % (actual size) on one sheet, turned over the {edge} edge. Hold it against the light with this side towards you. Each grid shows a cross from the back. Read its position, first along the bottom, then up the side: for a cross at 1 and -0.5, use --back-offset=1,-0.5. Use the grid in the middle; if the corners differ from it by more than a millimetre, the paper was fed at an angle. To test the offset, print this sheet with it: every cross is then at 0 and 0."
    );
    paragraph(&mut front, room, &how, &mut ts);
    let offset = match options.back_offset {
        (0.0, 0.0) => String::new(),
        (x, y) => format!(", moved by --back-offset={x},{y}"),
    };
    paragraph(&mut back, room, &format!("Back{offset}."), &mut ts);
    [(front, (0.0, 0.0)), (back, options.back_offset)].map(|(furniture, shift)| {
        let all = Rect::new(0.0, 0.0, paper.width, paper.height);
        Page { size: paper, trim: all, bleed: all, shift, furniture, ..Page::default() }
    })
}

/// Returns the middles of the grids: the middle of the paper first, then near its corners.
fn targets(paper: Size) -> [Point; 5] {
    let (left, top) = (INSET, INSET);
    let (right, bottom) = (paper.width - INSET, paper.height - INSET);
    [at(paper.width / 2.0, paper.height / 2.0), at(left, top), at(right, top), at(left, bottom), at(right, bottom)]
}

/// Returns the place on the back that comes to lie behind a place of the front.
fn place_behind(p: Point, paper: Size, duplex: Duplex) -> Point {
    match duplex {
        Duplex::Short => at(p.x, paper.height - p.y),
        Duplex::Long | Duplex::None => at(paper.width - p.x, p.y),
    }
}

/// Returns what to print at a line of the grid this far right of its middle, or this far below it: the offset that
/// moves a cross from there to the middle.
fn labels(mm: i32, duplex: Duplex) -> (i32, i32) {
    // Moving a back to the right moves it to the left for who looks through the front, unless the paper was
    // turned over its short edge; then up is down instead.
    match duplex {
        Duplex::Short => (-mm, mm),
        Duplex::Long | Duplex::None => (mm, -mm),
    }
}

fn grid(frame: &mut Frame, middle: Point, duplex: Duplex, ts: &mut Typesetter) {
    let reach = f64::from(REACH);
    for mm in -REACH..=REACH {
        let step = f64::from(mm);
        let stroke = match mm {
            0 => MARK_STROKE,
            _ if mm % 2 == 0 => Stroke::new(GRID, 0.15),
            _ => Stroke::new(GRID, 0.08),
        };
        frame.stroke(Path::line(at(middle.x + step, middle.y - reach), at(middle.x + step, middle.y + reach)), stroke);
        frame.stroke(Path::line(at(middle.x - reach, middle.y + step), at(middle.x + reach, middle.y + step)), stroke);
        if mm % 2 == 0 {
            let (right, down) = labels(mm, duplex);
            number(frame, right, at(middle.x + step, middle.y + reach + 2.2), 0.5, ts);
            number(frame, down, at(middle.x - reach - 0.7, middle.y + step + 0.6), 1.0, ts);
        }
    }
}

/// Draws a number whose width is `part` to the left of `to`.
fn number(frame: &mut Frame, number: i32, to: Point, part: f64, ts: &mut Typesetter) {
    let text = number.to_string();
    let style = Style { font: Font::Sans, color: Color::BLACK };
    if let Ok(line) = ts.line(&[TextSpan::new(&text, style)], 4.0) {
        let x = to.x - line.width * part;
        line.draw(frame, at(x, to.y));
    }
}

fn cross(frame: &mut Frame, middle: Point) {
    let Point { x, y } = middle;
    frame.stroke(Path::line(at(x - CROSS, y), at(x + CROSS, y)), MARK_STROKE);
    frame.stroke(Path::line(at(x, y - CROSS), at(x, y + CROSS)), MARK_STROKE);
    frame.stroke(Path::circle(middle, 1.0), MARK_STROKE);
}

fn paragraph(frame: &mut Frame, room: Rect, text: &str, ts: &mut Typesetter) {
    const SIZE: f64 = 9.0;
    let style = Style { font: Font::Sans, color: Color::BLACK };
    let lines = ts.wrap(&[TextSpan::new(text, style)], SIZE, room.width, false).unwrap_or_default();
    for (i, line) in lines.into_iter().enumerate() {
        line.draw(frame, at(room.x, room.y + i as f64 * SIZE * POINT * 1.4));
    }
}

#[cfg(test)]
mod tests {
    use super::super::Paper;
    use super::*;

    #[test]
    fn the_offset_that_is_read_brings_the_cross_to_the_middle() {
        for duplex in [Duplex::Long, Duplex::Short] {
            let paper = Paper::LETTER.size();
            // The printer sets its backs off by so much, as they are printed.
            let wrong = (2, -3);
            for target in targets(paper) {
                let intended = place_behind(target, paper, duplex);
                let printed = at(intended.x + f64::from(wrong.0), intended.y + f64::from(wrong.1));
                // Behind is its own inverse: where the cross is seen through the front.
                let seen = place_behind(printed, paper, duplex);
                let (right, down) = ((seen.x - target.x).round() as i32, (seen.y - target.y).round() as i32);
                let read = (labels(right, duplex).0, labels(down, duplex).1);
                assert_eq!((wrong.0 + read.0, wrong.1 + read.1), (0, 0), "{duplex:?}");
            }
        }
    }
}
