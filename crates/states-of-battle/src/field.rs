//! The field of the stand-in: places, distances, facing, sight (SB-8.2 to 8.6). All of it is whole numbers.

/// The width of a lane in inches.
pub const LANE: i32 = 4;
/// Distance from the line between two units within which a third stands in its way, in inches.
const IN_THE_WAY: i32 = 2;
/// Least distance of a unit from another, in inches.
pub const APART: i32 = 3;

/// A place of the field: inches from the first side's edge, and a lane, from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct FieldSpot {
    /// Inches from the first side's edge.
    pub x: u8,
    /// The lane.
    pub lane: u8,
}

impl FieldSpot {
    /// Returns the way to another place: inches away from the first side's edge, and to the first side's right.
    #[inline]
    pub fn way_to(self, other: FieldSpot) -> (i32, i32) {
        (i32::from(other.x) - i32::from(self.x), (i32::from(other.lane) - i32::from(self.lane)) * LANE)
    }

    /// Returns the square of the distance.
    #[inline]
    pub fn distance_squared(self, other: FieldSpot) -> i32 {
        let (dx, dy) = self.way_to(other);
        dx * dx + dy * dy
    }

    /// Returns true if the distance is at most so many inches.
    #[inline]
    pub fn is_within(self, other: FieldSpot, inches: i32) -> bool {
        self.distance_squared(other) <= inches * inches
    }

    /// Returns true if the distance is less than so many inches.
    #[inline]
    pub fn is_nearer(self, other: FieldSpot, inches: i32) -> bool {
        self.distance_squared(other) < inches * inches
    }

    /// Returns true if a unit here stands in the way of the line between two places (SB-8.5).
    #[inline]
    pub fn is_between(self, from: FieldSpot, to: FieldSpot) -> bool {
        let (ax, ay) = from.way_to(to);
        let (bx, by) = from.way_to(self);
        let (length, along, across) = (ax * ax + ay * ay, ax * bx + ay * by, ax * by - ay * bx);
        along > 0 && along < length && across * across < IN_THE_WAY * IN_THE_WAY * length
    }
}

/// One of the four directions of the field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[repr(u8)]
pub enum Direction {
    /// Away from the first side's edge.
    #[default]
    Away,
    /// To the right, as the first side sees it: towards higher lanes.
    Right,
    /// Towards the first side's edge.
    Home,
    /// Towards lower lanes.
    Left,
}

impl Direction {
    /// All four, clockwise.
    pub const ALL: [Direction; 4] = [Direction::Away, Direction::Right, Direction::Home, Direction::Left];

    /// Returns the direction in which a side's units face the enemy's edge.
    #[inline]
    pub fn front(side: u8) -> Direction {
        if side == 0 { Direction::Away } else { Direction::Home }
    }

    /// Returns the direction after so many quarter turns to the right.
    #[inline]
    pub fn turn(self, quarters: u8) -> Direction {
        Direction::ALL[usize::from((self as u8 + quarters) % 4)]
    }

    /// Returns the way as inches ahead and inches to the right, for one who faces so.
    #[inline]
    pub fn to_relative(self, (dx, dy): (i32, i32)) -> (i32, i32) {
        match self {
            Direction::Away => (dx, dy),
            Direction::Right => (dy, -dx),
            Direction::Home => (-dx, -dy),
            Direction::Left => (-dy, dx),
        }
    }

    /// Returns true if a way goes into the arc of one who faces so (SB-8.4).
    #[inline]
    pub fn sees(self, way: (i32, i32)) -> bool {
        let (ahead, right) = self.to_relative(way);
        ahead > 0 && right.abs() <= ahead
    }
}

/// The part of a unit that is charged (SB-8.16).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Aspect {
    /// Its front.
    Front,
    /// Its left.
    Left,
    /// Its right.
    Right,
    /// Its rear.
    Rear,
}

impl Aspect {
    /// Returns the part of a unit that faces so, on which a place lies; `way` leads there.
    pub fn facing(facing: Direction, way: (i32, i32)) -> Aspect {
        let (ahead, right) = facing.to_relative(way);
        if ahead >= right.abs() {
            Aspect::Front
        } else if -ahead >= right.abs() {
            Aspect::Rear
        } else if right < 0 {
            Aspect::Left
        } else {
            Aspect::Right
        }
    }
}

/// The units of a set, from the lowest number.
#[derive(Debug, Clone, Copy)]
pub struct UnitNumbers(pub u64);

impl Iterator for UnitNumbers {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        if self.0 == 0 {
            return None;
        }
        let unit = self.0.trailing_zeros() as u8;
        self.0 &= self.0 - 1;
        Some(unit)
    }
}

/// Returns the set of one unit.
#[inline]
pub fn one(unit: u8) -> u64 {
    1 << unit
}

/// Returns a chance of `x` in `y` in hundredths, rounded half up, from 5 to 95 (SB-8.10). `y` is above 0.
#[inline]
pub fn hundredths(x: u64, y: u64) -> u8 {
    ((200 * x + y) / (2 * y)).clamp(5, 95) as u8
}

/// Returns `x` divided by `y`, rounded half up. `y` is above 0.
#[inline]
pub fn half_up(x: u64, y: u64) -> u64 {
    (2 * x + y) / (2 * y)
}
