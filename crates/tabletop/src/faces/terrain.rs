//! The terrain of hexes: a ground for each, and a drawing on it that is read on a grey print too.

use std::sync::Arc;

use muster_core::print::frame::{Frame, Path, Rect, Segment, Stroke, at};
use muster_core::print::template::Look;

use super::strokes::{corners, lines, polygon};
use crate::model::Terrain;

/// Hexes are drawn so many millimetres from side to side, around the origin.
pub(super) const ACROSS: f64 = 20.0;

/// Returns the hex of a terrain, made once for each of a few kinds, so that neighbours are not alike.
pub(super) fn hex(look: &Look, terrain: Terrain, flat: bool, kind: usize) -> Arc<Frame> {
    let number = (terrain as usize * 2 + usize::from(flat)) * KINDS + kind % KINDS;
    look.symbol("hex", number, |look| {
        let mut frame = Frame::default();
        let outline = Path::polygon(&corners(at(0.0, 0.0), ACROSS, flat));
        frame.fill(outline, look.color(terrain.word()));
        match terrain {
            Terrain::Plain => {}
            Terrain::Forest => trees(look, &mut frame, kind % KINDS),
            Terrain::Mountain => peaks(look, &mut frame, kind % KINDS),
            Terrain::Water => waves(look, &mut frame),
        }
        frame
    })
}

/// The kinds in which a terrain is drawn.
const KINDS: usize = 2;

/// Firs, by rows, so that those below stand in front.
fn trees(look: &Look, frame: &mut Frame, kind: usize) {
    const PLACES: [&[(f64, f64)]; KINDS] = [
        &[
            (-4.4, -1.2),
            (0.4, -2.0),
            (5.0, -1.0),
            (-7.0, 2.6),
            (-2.2, 2.8),
            (2.8, 3.0),
            (7.0, 2.8),
            (-4.4, 7.0),
            (0.4, 7.4),
            (4.8, 6.8),
        ],
        &[
            (-5.4, -0.8),
            (-0.8, -1.8),
            (4.2, -1.6),
            (-7.4, 3.2),
            (-3.2, 3.6),
            (1.6, 2.4),
            (6.6, 3.4),
            (-2.0, 7.6),
            (3.0, 7.2),
        ],
    ];
    let (ink, ground) = (look.color("trees"), look.color("forest"));
    for (x, y) in PLACES[kind] {
        let crown = [(x - 1.75, y + 0.6), (*x, y - 4.0), (x + 1.75, y + 0.6)];
        frame.fill(Path::rect(Rect::new(x - 0.3, y + 0.5, 0.6, 1.1)), ink);
        frame.fill(polygon(&crown), ink);
        frame.stroke(polygon(&crown), Stroke::new(ground, 0.25));
    }
}

/// Peaks with their shaded sides.
fn peaks(look: &Look, frame: &mut Frame, kind: usize) {
    const PEAKS: [&[(f64, f64, f64)]; KINDS] =
        [&[(-4.2, 3.0, 7.4), (4.6, 3.6, 6.6), (0.2, 7.6, 9.4)], &[(4.0, 2.8, 7.2), (-4.8, 4.4, 7.0), (1.4, 7.8, 8.0)]];
    let ink = look.color("peaks");
    for (x, foot, height) in PEAKS[kind] {
        let (top, half) = (foot - height, height * 0.52);
        let slope = [(x - half, *foot), (*x, top), (x + half, *foot)];
        frame.fill(polygon(&slope), look.paper());
        let shade = [
            (*x, top),
            (x + half, *foot),
            (x + half * 0.1, *foot),
            (x - half * 0.16, foot - height * 0.38),
            (x + half * 0.12, foot - height * 0.6),
        ];
        frame.fill(polygon(&shade), ink);
        frame.stroke(lines(&slope), Stroke { round: true, ..Stroke::new(ink, 0.45) });
    }
}

/// Waves, row by row.
fn waves(look: &Look, frame: &mut Frame) {
    let stroke = Stroke { round: true, ..Stroke::new(look.color("waves"), 0.4) };
    for (y, from, count) in [(-3.6, -5.4, 2), (-0.4, -7.2, 3), (2.8, -5.4, 2), (6.0, -3.4, 1)] {
        for i in 0..count {
            let x = from + 5.2 * f64::from(i);
            let crest = Segment::Curve(at(x + 0.9, y - 1.3), at(x + 1.4, y - 1.3), at(x + 2.0, y));
            let trough = Segment::Curve(at(x + 2.6, y + 1.3), at(x + 3.1, y + 1.3), at(x + 4.0, y));
            frame.stroke(Path(vec![Segment::Move(at(x, y)), crest, trough]), stroke);
        }
    }
}
