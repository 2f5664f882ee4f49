//! The outline that a piece is cut along.

use super::Size;
use super::frame::{Path, Rect, at};

/// The outline that a piece is cut along, within its trimmed size.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum CutShape {
    /// The trim itself.
    #[default]
    Rectangle,
    /// A hexagon with a side above and below, and a corner on the left and right.
    FlatHexagon,
    /// A hexagon with a side on the left and right, and a corner above and below.
    PointedHexagon,
}

impl CutShape {
    /// Returns the trimmed size of a regular piece that measures `across` millimetres from a side to the opposite one.
    pub fn regular(self, across: f64) -> Size {
        let corners = across * 2.0 / 3.0_f64.sqrt();
        match self {
            CutShape::Rectangle => Size { width: across, height: across },
            CutShape::FlatHexagon => Size { width: corners, height: across },
            CutShape::PointedHexagon => Size { width: across, height: corners },
        }
    }

    /// Returns the outline of a piece with this trim, every side of it moved outward by `by` millimetres.
    pub fn path(self, trim: Rect, by: f64) -> Path {
        let middle = at(trim.x + trim.width / 2.0, trim.y + trim.height / 2.0);
        match self {
            CutShape::Rectangle => Path::rect(trim.inflate(by, by)),
            CutShape::FlatHexagon => {
                let corners = hexagon(trim.width, trim.height, by);
                Path::polygon(&corners.map(|(along, across)| at(middle.x + along, middle.y + across)))
            }
            CutShape::PointedHexagon => {
                let corners = hexagon(trim.height, trim.width, by);
                Path::polygon(&corners.map(|(along, across)| at(middle.x + across, middle.y + along)))
            }
        }
    }

    /// Returns the trim lines across and down the page that a straight cut follows, of a piece with this trim.
    pub(super) fn straight_cuts(self, trim: Rect) -> (Vec<f64>, Vec<f64>) {
        let (columns, rows) = (vec![trim.x, trim.right()], vec![trim.y, trim.bottom()]);
        match self {
            CutShape::Rectangle => (columns, rows),
            CutShape::FlatHexagon => (Vec::new(), rows),
            CutShape::PointedHexagon => (columns, Vec::new()),
        }
    }
}

/// Returns the corners of a hexagon around the origin, `length` from corner to corner and `width` from side to side, every
/// side of it moved outward by `by`: how far each lies along the line between the two corners, and across it.
fn hexagon(length: f64, width: f64, by: f64) -> [(f64, f64); 6] {
    let (run, half) = (length / 4.0, width / 2.0);
    // A side that slants goes `run` along while it goes `half` across.
    let tip = length / 2.0 + by * (run * run + half * half).sqrt() / half;
    let side = half + by;
    let shoulder = tip - side * run / half;
    [(-tip, 0.0), (-shoulder, -side), (shoulder, -side), (tip, 0.0), (shoulder, side), (-shoulder, side)]
}
