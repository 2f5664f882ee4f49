//! Distances of a map's places from the borders of its areas, by square cells: so that most places of a way need no closer look.

use super::{FeatureRules, FieldGround};
use crate::geometry::MapPoint;

/// The least side of a cell is two to this power, in map units.
const LEAST_SHIFT: u32 = 4;
/// The most sides of areas that all cells together are compared with.
const MOST_COMPARED: i64 = 20_000_000;

/// The cells of a map.
#[derive(Debug, Clone)]
pub struct GroundCells {
    /// The side of a cell is two to this power, in map units.
    shift: u32,
    /// Cells in a row.
    columns: i32,
    rows: i32,
    cells: Vec<GroundCell>,
}

/// The facts that hold for all places of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GroundCell {
    /// Areas with a border so near that a block somewhere in the cell may lie on it, a bit each, by their features.
    pub near: u128,
    /// Map units around each of its places without a border of another area: more than the radius of any block.
    pub clear: i32,
    /// Whether it is inside another area that can be entered.
    pub is_passable_area: bool,
    /// Whether it is inside another area, an impassable one.
    pub is_impassable_area: bool,
}

impl GroundCells {
    /// Returns the cells of a map of a size, for blocks of at most a radius; `None` for a map with more features than a cell has
    /// bits.
    pub(super) fn new(size: MapPoint, features: &[FeatureRules], radius: i32) -> Option<GroundCells> {
        if features.len() > u128::BITS as usize {
            return None;
        }
        let areas = || {
            features.iter().enumerate().filter_map(|(number, feature)| match &feature.ground {
                FieldGround::Area(area) => Some((number, feature.passable, area)),
                FieldGround::Line(..) => None,
            })
        };
        let sides: i64 = areas().map(|(_, _, area)| area.sides().count() as i64).sum();
        let mut shift = LEAST_SHIFT;
        let count = |shift: u32| i64::from((size.x >> shift) + 1) * i64::from((size.y >> shift) + 1);
        while count(shift) * sides.max(1) > MOST_COMPARED {
            shift += 1;
        }
        let side = 1 << shift;
        let (columns, rows) = ((size.x >> shift) + 1, (size.y >> shift) + 1);
        // From the middle of a cell to its corner, rounded up.
        let half = side * 3 / 4 + 1;
        let cell = |index: i32| {
            let middle = MapPoint { x: index % columns * side + side / 2, y: index / columns * side + side / 2 };
            let mut cell =
                GroundCell { clear: i32::MAX / 4, near: 0, is_passable_area: false, is_impassable_area: false };
            for (number, passable, area) in areas() {
                let nearest = area.sides().map(|(from, to)| distance(middle, from, to)).min().unwrap_or(0) - half;
                if nearest <= radius {
                    cell.near |= 1 << number;
                    continue;
                }
                cell.clear = cell.clear.min(nearest);
                if area.contains(middle.fine()) {
                    cell.is_passable_area |= passable;
                    cell.is_impassable_area |= !passable;
                }
            }
            cell
        };
        Some(GroundCells { shift, columns, rows, cells: (0..columns * rows).map(cell).collect() })
    }

    /// Returns the cell of a place; none beside the map.
    #[inline]
    pub fn cell(&self, place: MapPoint) -> Option<GroundCell> {
        let (column, row) = (place.x >> self.shift, place.y >> self.shift);
        if column < 0 || row < 0 || column >= self.columns || row >= self.rows {
            return None;
        }
        Some(self.cells[(row * self.columns + column) as usize])
    }
}

/// Returns the distance of a place from a straight line in map units, rounded down.
#[inline]
fn distance(at: MapPoint, from: MapPoint, to: MapPoint) -> i32 {
    let v = |a: MapPoint, b: MapPoint| [i64::from(b.x - a.x), i64::from(b.y - a.y)];
    let (along, aside) = (v(from, to), v(from, at));
    let whole = along[0] * along[0] + along[1] * along[1];
    let part = along[0] * aside[0] + along[1] * aside[1];
    let square = if part <= 0 {
        from.square_to(at)
    } else if part >= whole {
        to.square_to(at)
    } else {
        let off = i128::from(along[0] * aside[1] - along[1] * aside[0]);
        (off * off / i128::from(whole)) as i64
    };
    (square as u64).isqrt() as i32
}
