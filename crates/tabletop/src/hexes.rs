//! The geometry of a map: which hexes are neighbours, and how far it is from one to another (TT-1.1).
//!
//! Hexes are numbered as they are written, the first row from left to right, then the next. Distances are counted in cube
//! coordinates, in which every step changes two of three numbers that sum up to 0.

use super::values::Shoved;

/// The shape of a map: a rectangle of hexes of which every second column (with a flat top) or row (with a pointed one)
/// lies half a hex further.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HexLayout {
    /// Hexes in a row.
    pub columns: u16,
    /// Rows.
    pub rows: u16,
    /// Whether the hexes have a flat top.
    pub flat: bool,
    /// The columns or rows that lie half a hex further.
    pub shoved: Shoved,
}

/// Steps from a hex that is not shoved with a flat top, clockwise from the top, as columns and rows.
const FLAT: [(i32, i32); 6] = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1)];

impl HexLayout {
    /// Returns the number of hexes.
    pub fn len(self) -> usize {
        usize::from(self.columns) * usize::from(self.rows)
    }

    /// Returns true if there is no hex.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Returns true if its hexes are numbered with three digits each.
    pub fn is_wide(self) -> bool {
        self.columns > 99 || self.rows > 99
    }

    /// Returns the hex in a column and a row, both from 1; none off the map.
    pub fn hex(self, column: u16, row: u16) -> Option<usize> {
        let on_map = (1..=self.columns).contains(&column) && (1..=self.rows).contains(&row);
        on_map.then(|| usize::from(row - 1) * usize::from(self.columns) + usize::from(column - 1))
    }

    /// Returns the column and the row of a hex, both from 1.
    pub fn place(self, hex: usize) -> (u16, u16) {
        let columns = usize::from(self.columns);
        ((hex % columns) as u16 + 1, (hex / columns) as u16 + 1)
    }

    /// Returns true if a line of hexes, counted from 1, lies half a hex further: a column with a flat top, else a row.
    pub fn is_shoved(self, line: u16) -> bool {
        line.is_multiple_of(2) == (self.shoved == Shoved::Even)
    }

    /// Returns the neighbours of a hex, clockwise: from the top with a flat top, else from the upper right. None stands for
    /// one off the map.
    pub fn neighbours(self, hex: usize) -> [Option<usize>; 6] {
        let (column, row) = self.place(hex);
        let (columns, rows) = (i32::from(self.columns), i32::from(self.rows));
        let shoved = self.is_shoved(if self.flat { column } else { row });
        let (x, y) = (i32::from(column) - 1, i32::from(row) - 1);
        std::array::from_fn(|i| {
            // A pointed map is a flat one seen in a mirror along its diagonal.
            let (across, along) = FLAT[if self.flat { i } else { (10 - i) % 6 }];
            let along = along + i32::from(shoved && across != 0);
            let (dx, dy) = if self.flat { (across, along) } else { (along, across) };
            let (x, y) = (x + dx, y + dy);
            let on_map = x >= 0 && x < columns && y >= 0 && y < rows;
            on_map.then(|| (y * columns + x) as usize)
        })
    }

    /// Returns the steps from one hex to another as the crow flies.
    pub fn distance(self, a: usize, b: usize) -> u32 {
        let ((qa, ra), (qb, rb)) = (self.axial(a), self.axial(b));
        let (dq, dr) = (i32::from(qa) - i32::from(qb), i32::from(ra) - i32::from(rb));
        (dq.unsigned_abs() + dr.unsigned_abs() + (dq + dr).unsigned_abs()) / 2
    }

    /// Returns two of the cube coordinates of a hex.
    pub fn axial(self, hex: usize) -> (i16, i16) {
        let (column, row) = self.place(hex);
        let (across, along) = if self.flat { (column, row) } else { (row, column) };
        let across = across as i16;
        let lines_before = match self.shoved {
            Shoved::Even => (across - 1) / 2,
            Shoved::Odd => across / 2,
        };
        (across, along as i16 - lines_before)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layouts() -> impl Iterator<Item = HexLayout> {
        let shapes = [(1, 1), (1, 5), (5, 1), (2, 2), (7, 6), (6, 7)];
        shapes.into_iter().flat_map(|(columns, rows)| {
            [(true, Shoved::Even), (true, Shoved::Odd), (false, Shoved::Even), (false, Shoved::Odd)]
                .map(|(flat, shoved)| HexLayout { columns, rows, flat, shoved })
        })
    }

    #[test]
    fn tt_1_1_neighbours_are_one_step_away_and_all_that_are() {
        for layout in layouts() {
            for a in 0..layout.len() {
                let neighbours = layout.neighbours(a);
                for b in 0..layout.len() {
                    assert_eq!(neighbours.contains(&Some(b)), layout.distance(a, b) == 1, "{layout:?} {a} {b}");
                    assert_eq!(layout.distance(a, b), layout.distance(b, a));
                }
            }
        }
    }

    #[test]
    fn tt_1_1_neighbours_stand_opposite_each_other() {
        for layout in layouts() {
            for hex in 0..layout.len() {
                for (direction, neighbour) in layout.neighbours(hex).into_iter().enumerate() {
                    if let Some(neighbour) = neighbour {
                        assert_eq!(layout.neighbours(neighbour)[(direction + 3) % 6], Some(hex), "{layout:?} {hex}");
                    }
                }
            }
        }
    }

    #[test]
    fn tt_1_1_distances_are_the_steps_of_the_shortest_way() {
        for layout in layouts() {
            for start in 0..layout.len() {
                let mut steps = vec![u32::MAX; layout.len()];
                let mut queue = std::collections::VecDeque::from([start]);
                steps[start] = 0;
                while let Some(hex) = queue.pop_front() {
                    for next in layout.neighbours(hex).into_iter().flatten() {
                        if steps[next] == u32::MAX {
                            steps[next] = steps[hex] + 1;
                            queue.push_back(next);
                        }
                    }
                }
                (0..layout.len()).for_each(|to| assert_eq!(layout.distance(start, to), steps[to], "{layout:?}"));
            }
        }
    }
}
