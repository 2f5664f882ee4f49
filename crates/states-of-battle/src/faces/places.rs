//! Places of both sides' counters on the round board: their size, and how many lie on each other.

use std::f64::consts::{FRAC_PI_2, FRAC_PI_4};

use muster_core::print::frame::{Point, at};

use super::strokes::polar;
use crate::model::MoraleState;

/// The radius of the board, and that of the disc within its rim, in millimetres.
pub(super) const BOARD: f64 = 90.0;
pub(super) const DISC: f64 = 84.0;
/// The middle of the board.
pub(super) const MIDDLE: Point = at(BOARD, BOARD);
/// From the rim to the first row, between two rows, and from a place to the border of what it lies in.
const RIM: f64 = 0.6;
const BETWEEN: f64 = 0.4;
const EDGE: f64 = 0.3;
/// No row is nearer to the middle: names stand there.
const HUB: f64 = 17.5;
/// The diameters of counters: 20 mm, or 5/8 inch.
pub(super) const LARGE: f64 = 20.0;
pub(super) const SMALL: f64 = 15.9;

/// The places of all counters on the board.
#[derive(Debug, Clone)]
pub(super) struct Places {
    /// The diameter of the counters.
    pub(super) counter: f64,
    /// The places.
    pub(super) places: Vec<Place>,
}

/// A place for a counter of a side, or for several on each other.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    /// Its middle.
    pub(super) middle: Point,
    /// The side: 0 or 1.
    pub(super) side: usize,
    /// Number of counters the side has left while its topmost one lies there.
    pub(super) most: u16,
    /// And while its lowest one lies there.
    pub(super) least: u16,
}

/// The division of a state's places between the sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Division {
    /// Half of the quarter is one side's, half the other's.
    Halves,
    /// Each row is shared, so that one place more fits.
    Rows,
}

/// Returns the direction in which a state begins. From the top of the board against the clock, each has a quarter.
pub(super) fn begin(state: MoraleState) -> f64 {
    FRAC_PI_2 * (1.0 + f64::from(state as u8))
}

impl Places {
    /// Returns the places of two sides with so many counters in their states.
    pub(super) fn new(sides: [[u16; 4]; 2]) -> Places {
        let most = sides.into_iter().flatten().max().unwrap_or(0);
        let holds = |counter: f64, angle: f64| rows(counter, angle).iter().map(|(_, places)| places).sum::<u16>();
        let large = holds(LARGE, FRAC_PI_4);
        let small = holds(SMALL, FRAC_PI_4);
        let shared = holds(SMALL, FRAC_PI_2) / 2;
        // What has no place of its own lies on another one of its side.
        let stacked = |by_state: [u16; 4]| by_state.into_iter().max().unwrap_or(0).div_ceil(small).max(1);
        let (counter, stacks) = match most {
            most if most <= large => (LARGE, [1; 2]),
            most if most <= shared => (SMALL, [1; 2]),
            _ => (SMALL, sides.map(stacked)),
        };
        let mut places = Vec::new();
        for state in MoraleState::ALL {
            let of_state = [0, 1].map(|side: usize| sides[side][state as usize].div_ceil(stacks[side]));
            let enough = of_state.into_iter().all(|places| places <= if counter == LARGE { large } else { small });
            let division = if enough { Division::Halves } else { Division::Rows };
            for (side, by_state) in sides.into_iter().enumerate() {
                let after: u16 = by_state[state as usize + 1..].iter().sum();
                let mut left = after + by_state[state as usize];
                for middle in middles(state, side, counter, division, of_state[side]) {
                    let least = left.saturating_sub(stacks[side]).max(after) + 1;
                    places.push(Place { middle, side, most: left, least });
                    left = least - 1;
                }
            }
        }
        Places { counter, places }
    }
}

/// Returns the rows within an angle of the disc, the outermost first: their radius, and how many places they have.
fn rows(counter: f64, angle: f64) -> Vec<(f64, u16)> {
    let room = counter / 2.0 + EDGE;
    let radii = (0..).map(|row| DISC - RIM - counter / 2.0 - (counter + BETWEEN) * f64::from(row));
    let places = |radius: f64| (angle / (2.0 * (room / radius).asin())) as u16;
    let rows = radii.take_while(|radius| radius - counter / 2.0 >= HUB);
    rows.map(|radius| (radius, places(radius))).filter(|(_, places)| *places > 0).collect()
}

/// Returns the middles of so many places of a side, in the order in which they are emptied.
fn middles(state: MoraleState, side: usize, counter: f64, division: Division, count: u16) -> Vec<Point> {
    let mut middles = Vec::new();
    let mut left = count;
    match division {
        Division::Halves => {
            let begin = begin(state) + FRAC_PI_4 * side as f64;
            for (radius, places) in rows(counter, FRAC_PI_4) {
                let in_row = places.min(left);
                left -= in_row;
                let part = FRAC_PI_4 / f64::from(in_row.max(1));
                middles.extend((0..in_row).map(|i| polar(MIDDLE, radius, begin + part * (f64::from(i) + 0.5))));
            }
        }
        Division::Rows => {
            for (i, (radius, places)) in rows(counter, FRAC_PI_2).into_iter().enumerate() {
                let part = FRAC_PI_2 / f64::from(places);
                // The odd place of a row belongs to one side, that of the next odd row to the other.
                let odd_before = rows(counter, FRAC_PI_2)[..i].iter().filter(|(_, places)| places % 2 == 1).count();
                let first = places / 2 + u16::from(places % 2 == 1 && odd_before.is_multiple_of(2));
                let of_side = if side == 0 { 0..first } else { first..places };
                let in_row = of_side.take(left.into()).map(|i| begin(state) + part * (f64::from(i) + 0.5));
                let before = middles.len();
                middles.extend(in_row.map(|direction| polar(MIDDLE, radius, direction)));
                left -= (middles.len() - before) as u16;
            }
        }
    }
    middles
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::resolve::counters_by_state;

    fn apart(a: Point, b: Point) -> f64 {
        (a.x - b.x).hypot(a.y - b.y)
    }

    #[test]
    fn every_counter_has_a_place_and_no_two_overlap() {
        for first in 0..=200 {
            for second in [0, 1, 6, 13, 20, 33, 36, first] {
                let sides = [first, second].map(counters_by_state);
                let Places { counter, places } = Places::new(sides);
                for (side, counters) in [first, second].into_iter().enumerate() {
                    let mut of_side: Vec<u16> = places
                        .iter()
                        .filter(|place| place.side == side)
                        .flat_map(|place| place.least..=place.most)
                        .collect();
                    of_side.sort_unstable();
                    assert_eq!(of_side, (1..=counters).collect::<Vec<_>>(), "{first} and {second}");
                }
                for (i, place) in places.iter().enumerate() {
                    let from_middle = apart(place.middle, MIDDLE);
                    assert!(from_middle + counter / 2.0 < DISC && from_middle - counter / 2.0 >= HUB);
                    // Within its quarter of the board.
                    let across = (place.middle.x - MIDDLE.x).abs().min((place.middle.y - MIDDLE.y).abs());
                    assert!(across > counter / 2.0, "{first} and {second}: {place:?}");
                    let next =
                        places[..i].iter().map(|other| apart(place.middle, other.middle)).fold(f64::MAX, f64::min);
                    assert!(next > counter, "{first} and {second}: {next}");
                }
            }
        }
    }

    #[test]
    fn counters_are_as_large_as_the_armies_allow() {
        let of = |counters: u16| {
            let Places { counter, places } = Places::new([counters_by_state(counters); 2]);
            (counter, places.iter().map(|place| place.most - place.least + 1).max().unwrap_or(0))
        };
        assert_eq!([6, 13, 20].map(of), [(LARGE, 1); 3]);
        assert_eq!([21, 33, 36].map(of), [(SMALL, 1); 3]);
        assert_eq!([37, 64, 65, 200].map(of), [(SMALL, 2), (SMALL, 2), (SMALL, 3), (SMALL, 7)]);
        let Places { places, .. } = Places::new([20, 200].map(counters_by_state));
        let alone = |place: &Place| place.most == place.least;
        assert!(places.iter().filter(|place| place.side == 0).all(alone), "a small army beside a large one");
    }

    #[test]
    fn counters_are_taken_against_the_clock_from_the_top() {
        let Places { places, .. } = Places::new([[2, 2, 2, 2], [0; 4]]);
        let quarters: Vec<(bool, bool)> =
            places.iter().map(|place| (place.middle.x < MIDDLE.x, place.middle.y < MIDDLE.y)).collect();
        let [left, right] = [true, false];
        let (up, down) = (true, false);
        let of = |quarter| [quarter; 2];
        assert_eq!(quarters, [of((left, up)), of((left, down)), of((right, down)), of((right, up))].concat());
        assert_eq!(places.iter().map(|place| place.most).collect::<Vec<_>>(), [8, 7, 6, 5, 4, 3, 2, 1]);
    }
}
