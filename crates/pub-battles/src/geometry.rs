//! The geometry of blocks on a map, over whole numbers alone: outlines, contact, shares of areas, ways and lines of sight.
//! docs/pub-battles-play.md, section 1, says what each of them is.

mod square;

pub use self::square::SquareDistance;
use super::values::{BlockFacing, MAX_SIDE, MapPlace};

/// The unit of sines: 1 is so much.
pub const UNIT: i64 = 16_384;
/// Fine units in a map unit: corners of outlines are whole numbers of them.
pub const FINE: i64 = 2 * UNIT;
/// So that rounding decides nothing, half of a block is told from more or less by a thousandth of the block: of twice its
/// area, one part in so many.
const MARGIN: i64 = 500;
/// Parts of a map unit to which lengths of ways are measured.
pub const LENGTH: u64 = 1024;

/// The sines of 0° to 90°, in parts of [`UNIT`], rounded.
const SINES: [i32; 91] = [
    0, 286, 572, 857, 1143, 1428, 1713, 1997, 2280, 2563, 2845, 3126, 3406, 3686, 3964, 4240, 4516, 4790, 5063, 5334,
    5604, 5872, 6138, 6402, 6664, 6924, 7182, 7438, 7692, 7943, 8192, 8438, 8682, 8923, 9162, 9397, 9630, 9860, 10087,
    10311, 10531, 10749, 10963, 11174, 11381, 11585, 11786, 11982, 12176, 12365, 12551, 12733, 12911, 13085, 13255,
    13421, 13583, 13741, 13894, 14044, 14189, 14330, 14466, 14598, 14726, 14849, 14968, 15082, 15191, 15296, 15396,
    15491, 15582, 15668, 15749, 15826, 15897, 15964, 16026, 16083, 16135, 16182, 16225, 16262, 16294, 16322, 16344,
    16362, 16374, 16382, 16384,
];

/// The tangents of 0.5°, 1.5° to 44.5°, in parts of 2³⁰, rounded.
const HALF_TANGENTS: [i64; 45] = [
    9_370_403,
    28_116_919,
    46_880_580,
    65_672_863,
    84_505_314,
    103_389_578,
    122_337_428,
    141_360_793,
    160_471_791,
    179_682_758,
    199_006_284,
    218_455_243,
    238_042_831,
    257_782_605,
    277_688_517,
    297_774_962,
    318_056_818,
    338_549_497,
    359_268_989,
    380_231_922,
    401_455_618,
    422_958_153,
    444_758_426,
    466_876_233,
    489_332_341,
    512_148_578,
    535_347_925,
    558_954_614,
    582_994_243,
    607_493_895,
    632_482_270,
    657_989_836,
    684_048_984,
    710_694_210,
    737_962_310,
    765_892_600,
    794_527_154,
    823_911_080,
    854_092_812,
    885_124_454,
    917_062_153,
    949_966_519,
    983_903_106,
    1_018_942_945,
    1_055_163_152,
];

/// A place on a map, in map units.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct MapPoint {
    /// Grows to the east.
    pub x: i32,
    /// Grows to the north.
    pub y: i32,
}

impl From<MapPlace> for MapPoint {
    /// Returns the place; one that is further off every map than the longest side of one is brought so near, so that no
    /// length grows beyond what is computed with.
    fn from(place: MapPlace) -> MapPoint {
        let [x, y] = place.map(|at| at.clamp(-MAX_SIDE, 2 * MAX_SIDE));
        MapPoint { x, y }
    }
}

impl From<MapPoint> for MapPlace {
    fn from(MapPoint { x, y }: MapPoint) -> MapPlace {
        [x, y]
    }
}

impl MapPoint {
    /// Returns the square of the distance to another place, in map units.
    #[inline]
    pub fn square_to(self, other: MapPoint) -> i64 {
        let (dx, dy) = (i64::from(other.x - self.x), i64::from(other.y - self.y));
        dx * dx + dy * dy
    }

    /// Returns the distance to another place in parts of [`LENGTH`], rounded down.
    #[inline]
    pub fn length_to(self, other: MapPoint) -> u64 {
        (self.square_to(other) as u64 * LENGTH * LENGTH).isqrt()
    }

    /// Returns the place that lies `part` of `whole` on the way to another, rounded to map units, halves away from here.
    #[inline]
    pub fn toward(self, other: MapPoint, part: i64, whole: i64) -> MapPoint {
        let along = |from: i32, to: i32| from + divide_rounded(i64::from(to - from) * part, whole) as i32;
        MapPoint { x: along(self.x, other.x), y: along(self.y, other.y) }
    }

    /// Returns the place `length` map units away in a direction, rounded to map units.
    #[inline]
    pub fn ahead(self, facing: u16, length: i64) -> MapPoint {
        let [x, y] = front(facing);
        MapPoint {
            x: self.x + divide_rounded(x * length, UNIT) as i32,
            y: self.y + divide_rounded(y * length, UNIT) as i32,
        }
    }

    /// Returns the direction to another place; none to the same.
    pub fn direction_to(self, other: MapPoint) -> Option<u16> {
        direction(i64::from(other.x - self.x), i64::from(other.y - self.y))
    }

    /// Returns the place in fine units.
    #[inline]
    pub fn fine(self) -> [i64; 2] {
        [i64::from(self.x) * FINE, i64::from(self.y) * FINE]
    }
}

/// Returns a quotient rounded to the nearest whole number, halves away from zero. The divisor is positive.
#[inline]
pub fn divide_rounded(dividend: i64, divisor: i64) -> i64 {
    let half = divisor / 2;
    if dividend < 0 { -((-dividend + half) / divisor) } else { (dividend + half) / divisor }
}

/// The vectors of all facings.
static FRONTS: [[i32; 2]; 360] = {
    let mut fronts = [[0; 2]; 360];
    let mut facing = 0;
    while facing < 360 {
        fronts[facing] = [sine(facing), sine((facing + 90) % 360)];
        facing += 1;
    }
    fronts
};

/// Returns the sine of a facing, in parts of [`UNIT`].
const fn sine(degrees: usize) -> i32 {
    match degrees {
        0..=90 => SINES[degrees],
        91..=180 => SINES[180 - degrees],
        181..=270 => -SINES[degrees - 180],
        _ => -SINES[360 - degrees],
    }
}

/// Returns the vector of a facing, in parts of [`UNIT`].
#[inline]
pub fn front(facing: u16) -> [i64; 2] {
    map_pair(FRONTS[usize::from(facing)], i64::from)
}

/// Returns the vector to the right of a facing, in parts of [`UNIT`].
#[inline]
pub fn right(facing: u16) -> [i64; 2] {
    let [x, y] = front(facing);
    [y, -x]
}

/// Returns the whole degree nearest to the direction of a vector; `None` for one without length.
pub fn direction(dx: i64, dy: i64) -> Option<u16> {
    if (dx, dy) == (0, 0) {
        return None;
    }
    let (less, more) = (dx.abs().min(dy.abs()), dx.abs().max(dy.abs()));
    // Degrees from the nearer axis: as many as half degrees lie before it.
    let from_axis = HALF_TANGENTS.partition_point(|tangent| (less << 30) > tangent * more) as u16;
    let degrees = match (dy.abs() >= dx.abs(), dx >= 0, dy >= 0) {
        (true, true, true) => from_axis,
        (true, false, true) => 360 - from_axis,
        (true, true, false) => 180 - from_axis,
        (true, false, false) => 180 + from_axis,
        (false, true, true) => 90 - from_axis,
        (false, true, false) => 90 + from_axis,
        (false, false, true) => 270 + from_axis,
        (false, false, false) => 270 - from_axis,
    };
    Some(degrees % 360)
}

/// Returns the angle between two facings, 0 to 180.
#[inline]
pub fn angle(one: u16, other: u16) -> u16 {
    let apart = one.abs_diff(other);
    apart.min(360 - apart)
}

/// Returns both of a pair changed. `map` of arrays is not always inlined, and battles do this most of the time.
#[inline]
fn map_pair<T, U>([a, b]: [T; 2], change: impl Fn(T) -> U) -> [U; 2] {
    [change(a), change(b)]
}

#[inline]
fn dot(a: [i64; 2], b: [i64; 2]) -> i64 {
    a[0] * b[0] + a[1] * b[1]
}

#[inline]
fn cross(a: [i64; 2], b: [i64; 2]) -> i64 {
    a[0] * b[1] - a[1] * b[0]
}

#[inline]
fn minus(a: [i64; 2], b: [i64; 2]) -> [i64; 2] {
    [a[0] - b[0], a[1] - b[1]]
}

/// A rectangle with a facing: a block, a headquarters, an edge of a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Footprint {
    /// Its centre, in fine units.
    centre: [i64; 2],
    /// The vectors to its right and to its front, in parts of [`UNIT`].
    axes: [[i64; 2]; 2],
    /// The square of the length of either vector.
    norm: i64,
    /// Its width and its depth, in map units.
    size: [i64; 2],
}

impl Footprint {
    /// Returns the outline of a block.
    #[inline]
    pub fn new(centre: MapPoint, facing: u16, width: u16, depth: u16) -> Footprint {
        let axes = [right(facing), front(facing)];
        Footprint { centre: centre.fine(), axes, norm: dot(axes[0], axes[0]), size: [width.into(), depth.into()] }
    }

    /// Returns a place as an outline without extent.
    #[inline]
    pub fn place(at: MapPoint) -> Footprint {
        Footprint::new(at, 0, 0, 0)
    }

    /// Returns the same outline elsewhere.
    #[inline]
    pub fn moved_to(&self, at: MapPoint) -> Footprint {
        Footprint { centre: at.fine(), ..*self }
    }

    /// Returns the edge at its front, or with `sign` -1 the one at its rear.
    #[inline]
    fn edge(&self, sign: i64) -> Footprint {
        let [_, ahead] = self.axes;
        let out = sign * self.size[1];
        let centre = [self.centre[0] + ahead[0] * out, self.centre[1] + ahead[1] * out];
        Footprint { centre, size: [self.size[0], 0], ..*self }
    }

    /// Returns the corners in fine units: front left, front right, rear right, rear left.
    #[inline]
    pub fn corners(&self) -> [[i64; 2]; 4] {
        let [across, ahead] = self.axes;
        let [w, d] = self.size;
        let corner = |x: i64, y: i64| {
            [
                self.centre[0] + across[0] * w * x + ahead[0] * d * y,
                self.centre[1] + across[1] * w * x + ahead[1] * d * y,
            ]
        };
        [corner(-1, 1), corner(1, 1), corner(1, -1), corner(-1, -1)]
    }

    /// Returns the radius of a circle around it, in map units, rounded up.
    pub fn radius(&self) -> i64 {
        let [w, d] = self.size;
        (w * w + d * d).isqrt() / 2 + 2
    }

    /// Returns a length, in map units, that no point of it is farther from its centre: more than its radius, and quicker to
    /// tell.
    #[inline]
    fn extent(&self) -> i64 {
        (self.size[0] + self.size[1]) / 2 + 2
    }

    /// Returns the gap between the two along a vector of the first, below 0 where they overlap along it: in fine units, as
    /// parts of the length of the vector.
    #[inline]
    fn gap(&self, other: &Footprint, axis: usize) -> i64 {
        let along = self.axes[axis];
        let reach = self.size[axis] * self.norm
            + other.size[0] * dot(other.axes[0], along).abs()
            + other.size[1] * dot(other.axes[1], along).abs();
        dot(minus(other.centre, self.centre), along).abs() - reach
    }

    /// Returns true if the two share more than a border.
    #[inline]
    pub fn overlaps(&self, other: &Footprint) -> bool {
        self.gap(other, 0) < 0 && self.gap(other, 1) < 0 && other.gap(self, 0) < 0 && other.gap(self, 1) < 0
    }

    /// Returns a length in map units, rounded down, that the two are at least apart; `None` if they overlap.
    #[inline]
    pub fn clearance(&self, other: &Footprint) -> Option<i64> {
        let gap = self.gap(other, 0).max(self.gap(other, 1)).max(other.gap(self, 0)).max(other.gap(self, 1));
        // Rounding makes vectors longer than their unit by less than a thousandth.
        (gap >= 0).then_some(gap / (FINE * (UNIT + UNIT / 1000)))
    }

    /// Returns how far a point lies beyond the rectangle to a side and ahead or behind, 0 within: in fine units, as parts of
    /// the length of its vectors.
    #[inline]
    fn beyond(&self, point: [i64; 2]) -> [i64; 2] {
        let from_centre = minus(point, self.centre);
        let out = |axis: usize| (dot(from_centre, self.axes[axis]).abs() - self.size[axis] * self.norm).max(0);
        [out(0), out(1)]
    }

    /// Returns the square of the distance from a point.
    fn square_to_point(&self, point: [i64; 2]) -> SquareDistance {
        let [x, y] = map_pair(self.beyond(point), |out| u128::from(out.unsigned_abs()));
        SquareDistance::new(x * x + y * y, self.norm.unsigned_abs().into())
    }

    /// Returns the square of the distance between two; of two that overlap, 0.
    pub fn square_distance(&self, other: &Footprint) -> SquareDistance {
        if self.overlaps(other) {
            return SquareDistance::ZERO;
        }
        let ours = self.corners().into_iter().map(|corner| other.square_to_point(corner));
        let theirs = other.corners().into_iter().map(|corner| self.square_to_point(corner));
        ours.chain(theirs).min().unwrap_or(SquareDistance::ZERO)
    }

    /// Returns the square of the distance to a straight line between two places.
    pub fn square_to_line(&self, from: MapPoint, to: MapPoint) -> SquareDistance {
        if from == to {
            return self.square_distance(&Footprint::place(from));
        }
        let (from, to) = (from.fine(), to.fine());
        if self.is_passed_by(from, to) {
            return SquareDistance::ZERO;
        }
        let along = minus(to, from);
        let wide = |a: [i64; 2], b: [i64; 2]| i128::from(a[0]) * i128::from(b[0]) + i128::from(a[1]) * i128::from(b[1]);
        let whole = wide(along, along);
        let to_line = |corner: [i64; 2]| {
            let aside = minus(corner, from);
            let part = wide(along, aside);
            let between = |corner: [i64; 2]| SquareDistance::new(wide(corner, corner).unsigned_abs(), 1);
            if part <= 0 {
                between(aside)
            } else if part >= whole {
                between(minus(corner, to))
            } else {
                let off = wide([along[1], -along[0]], aside).unsigned_abs();
                SquareDistance::new(off * off, whole.unsigned_abs())
            }
        };
        let ends = map_pair([from, to], |end| self.square_to_point(end));
        self.corners().into_iter().map(to_line).chain(ends).min().unwrap_or(SquareDistance::ZERO)
    }

    /// Returns true if they are at most `length` / `parts` map units apart.
    #[inline]
    pub fn is_within(&self, other: &Footprint, length: u16, parts: u16) -> bool {
        // Circles around both tell most that are far apart.
        let apart = minus(other.centre, self.centre);
        let reach = (i64::from(length / parts) + 1 + self.extent() + other.extent()) * FINE;
        if apart[0].abs() > reach || apart[1].abs() > reach {
            return false;
        }
        self.square_distance(other).is_at_most(length, parts)
    }

    /// Returns true if they are at most a map unit apart, or overlap.
    #[inline]
    pub fn is_adjacent(&self, other: &Footprint) -> bool {
        self.is_within(other, 1, 1)
    }

    /// Returns true if its front is in contact with another (PB-1.5).
    #[inline]
    pub fn is_in_front_contact(&self, other: &Footprint) -> bool {
        let apart = minus(other.centre, self.centre);
        let reach = (1 + self.extent() + other.extent()) * FINE;
        apart[0].abs() <= reach && apart[1].abs() <= reach && self.edge(1).touches(other) && !self.overlaps(other)
    }

    /// Returns true if an edge is at most a map unit from an outline that it does not cross.
    #[inline]
    fn touches(&self, other: &Footprint) -> bool {
        let is_near = |corner: [i64; 2], to: &Footprint| {
            let [x, y] = to.beyond(corner);
            // A map unit is little more than this; the squares of twice as much have few bits.
            x.max(y) <= 2 * FINE * UNIT && x * x + y * y <= FINE * FINE * to.norm
        };
        // An edge has two corners, each of them twice.
        let [left, right, ..] = self.corners();
        is_near(left, other) || is_near(right, other) || other.corners().into_iter().any(|corner| is_near(corner, self))
    }

    /// Returns true if its front is in contact with the rear of another (PB-1.5).
    pub fn is_in_rear_contact(&self, other: &Footprint) -> bool {
        self.is_in_front_contact(other) && other.has_behind(self) && self.edge(1).touches(&other.edge(-1))
    }

    /// Returns true if the centre of another lies behind the line of its rear edge.
    fn has_behind(&self, other: &Footprint) -> bool {
        dot(minus(other.centre, self.centre), self.axes[1]) < -self.size[1] * self.norm
    }

    /// Returns true if another stands directly behind it (PB-3.3).
    pub fn has_directly_behind(&self, other: &Footprint) -> bool {
        let aside = dot(minus(other.centre, self.centre), self.axes[0]).abs();
        aside <= self.size[0] * self.norm && self.has_behind(other) && self.is_adjacent(other)
    }

    /// Returns true if all of it is on a map of a size.
    pub fn is_on_map(&self, size: MapPoint) -> bool {
        let [east, north] = size.fine();
        self.corners().iter().all(|[x, y]| (0..=east).contains(x) && (0..=north).contains(y))
    }

    /// Returns true if a straight line between two points, in fine units, passes through its inside.
    #[inline]
    pub fn is_passed_by(&self, from: [i64; 2], to: [i64; 2]) -> bool {
        for axis in 0..2 {
            let ends = map_pair([from, to], |end| dot(minus(end, self.centre), self.axes[axis]));
            let reach = self.size[axis] * self.norm;
            if ends.iter().all(|end| *end >= reach) || ends.iter().all(|end| *end <= -reach) {
                return false;
            }
        }
        let along = minus(to, from);
        let (mut is_left, mut is_right) = (false, false);
        for corner in self.corners() {
            let side = cross(along, minus(corner, from));
            is_left |= side > 0;
            is_right |= side < 0;
        }
        is_left && is_right
    }
}

/// A polygon, with holes where it has any, or several.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct MapArea {
    /// The rings: those that bound it, and those of its holes.
    rings: Vec<Ring>,
    /// The least and the greatest coordinates.
    low: MapPoint,
    high: MapPoint,
}

/// A ring of an area.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Ring {
    corners: Vec<MapPoint>,
    is_hole: bool,
}

impl MapArea {
    /// Returns the area of rings, each with whether it is a hole.
    pub fn new(rings: impl IntoIterator<Item = (Vec<MapPoint>, bool)>) -> MapArea {
        let rings: Vec<Ring> = rings.into_iter().map(|(corners, is_hole)| Ring { corners, is_hole }).collect();
        let points = || rings.iter().flat_map(|ring| &ring.corners);
        let low = MapPoint { x: points().map(|p| p.x).min().unwrap_or(0), y: points().map(|p| p.y).min().unwrap_or(0) };
        let high =
            MapPoint { x: points().map(|p| p.x).max().unwrap_or(0), y: points().map(|p| p.y).max().unwrap_or(0) };
        MapArea { rings, low, high }
    }

    /// Returns the corners of each ring, and whether it is a hole.
    pub fn rings(&self) -> impl Iterator<Item = (&[MapPoint], bool)> {
        self.rings.iter().map(|ring| (&ring.corners[..], ring.is_hole))
    }

    /// Returns the corners of the rectangle around it: south-west and north-east.
    pub fn bounds(&self) -> (MapPoint, MapPoint) {
        (self.low, self.high)
    }

    /// Returns the middle of the rectangle around it.
    pub fn middle(&self) -> MapPoint {
        self.low.toward(self.high, 1, 2)
    }

    /// Returns true if it may be within `radius` map units of a place.
    #[inline]
    pub fn is_near(&self, at: MapPoint, radius: i32) -> bool {
        at.x + radius >= self.low.x
            && at.x - radius <= self.high.x
            && at.y + radius >= self.low.y
            && at.y - radius <= self.high.y
    }

    /// Returns the part of an outline that is inside: twice that, and the whole, in the same unit.
    fn share(&self, centre: MapPoint, outline: &Footprint) -> (i64, i64) {
        let half = map_pair(outline.size, |size| divide_rounded(size * outline.norm, 2 * UNIT));
        let local = |corner: MapPoint| {
            let from_centre = [i64::from(corner.x - centre.x), i64::from(corner.y - centre.y)];
            map_pair(outline.axes, |axis| dot(from_centre, axis))
        };
        let inside = |ring: &Ring| {
            let Some(last) = ring.corners.last() else { return 0 };
            let mut twice = 0;
            let mut from = local(*last);
            for corner in &ring.corners {
                let to = local(*corner);
                twice += area_below(from, to, half);
                from = to;
            }
            if ring.is_hole { -twice.abs() } else { twice.abs() }
        };
        // `area_below` counts every part twice.
        (self.rings.iter().map(inside).sum(), 4 * half[0] * half[1])
    }

    /// Returns true if more than half of a block is inside (PB-1.4).
    #[inline]
    pub fn holds(&self, centre: MapPoint, outline: &Footprint) -> bool {
        self.is_near(centre, outline.extent() as i32) && {
            let (twice, whole) = self.share(centre, outline);
            (twice - whole) * MARGIN > whole
        }
    }

    /// Like [`MapArea::holds`], with the number of map units that the block can at least go before that may change.
    #[inline]
    pub fn holds_for(&self, centre: MapPoint, outline: &Footprint) -> (bool, i64) {
        let extent = outline.extent() as i32;
        let beside =
            (self.low.x - centre.x).max(centre.x - self.high.x).max(self.low.y - centre.y).max(centre.y - self.high.y);
        if beside > extent {
            return (false, i64::from(beside - extent));
        }
        let (twice, whole) = self.share(centre, outline);
        // Going one unit, a rectangle leaves and covers at most as much as its diagonal is long: less than width and depth.
        let [width, depth] = outline.size;
        let far = (twice - whole).abs() - whole / MARGIN;
        let units = if far > 0 { far / (whole / (width * depth).max(1)).max(1) / (2 * (width + depth)) } else { 0 };
        ((twice - whole) * MARGIN > whole, units)
    }

    /// Returns true if a block occupies it: at least half is inside (PB-1.4).
    #[inline]
    pub fn is_occupied(&self, centre: MapPoint, outline: &Footprint) -> bool {
        self.is_near(centre, outline.extent() as i32) && {
            let (twice, whole) = self.share(centre, outline);
            (whole - twice) * MARGIN <= whole
        }
    }

    /// Returns true if a point, in fine units, is inside and on no border.
    pub fn contains(&self, point: [i64; 2]) -> bool {
        let mut is_inside = false;
        for (from, to) in self.sides() {
            let (from, to) = (from.fine(), to.fine());
            let side = cross(minus(to, from), minus(point, from));
            if side == 0 && dot(minus(point, from), minus(point, to)) <= 0 {
                return false;
            }
            if (from[1] > point[1]) != (to[1] > point[1]) && (side > 0) == (to[1] > from[1]) {
                is_inside = !is_inside;
            }
        }
        is_inside
    }

    /// Returns true if a straight line between two points, in fine units, passes through it: it crosses a border where no
    /// corner is, or one of its ends is inside.
    pub fn is_passed_by(&self, from: [i64; 2], to: [i64; 2]) -> bool {
        let (low, high) = (self.low.fine(), self.high.fine());
        let is_beyond = |axis: usize| from[axis].max(to[axis]) < low[axis] || from[axis].min(to[axis]) > high[axis];
        if is_beyond(0) || is_beyond(1) {
            return false;
        }
        let along = minus(to, from);
        let is_crossed = |a: [i64; 2], b: [i64; 2]| {
            let (one, other) = (cross(along, minus(a, from)), cross(along, minus(b, from)));
            let side = minus(b, a);
            let (start, end) = (cross(side, minus(from, a)), cross(side, minus(to, a)));
            one.signum() * other.signum() < 0 && start.signum() * end.signum() < 0
        };
        self.sides().any(|(a, b)| is_crossed(a.fine(), b.fine())) || self.contains(from) || self.contains(to)
    }

    /// Returns the sides of all its rings.
    pub fn sides(&self) -> impl Iterator<Item = (MapPoint, MapPoint)> {
        self.rings.iter().flat_map(|ring| {
            let next = ring.corners.iter().cycle().skip(1);
            ring.corners.iter().copied().zip(next.copied())
        })
    }
}

/// Returns twice the area between a side of a polygon and the lower edge of a rectangle around the origin, as far as it is
/// inside the rectangle; negative where the side runs to the left. The sum over all sides is twice what the polygon covers.
#[inline]
fn area_below(from: [i64; 2], to: [i64; 2], half: [i64; 2]) -> i64 {
    let (left, right, sign) = if from[0] <= to[0] { (from, to, 1) } else { (to, from, -1) };
    if right[0] <= -half[0] || left[0] >= half[0] || left[0] == right[0] {
        return 0;
    }
    // Where the side crosses a line x = at, and a line y = at.
    let y_at = |at: i64| left[1] + divide_rounded((right[1] - left[1]) * (at - left[0]), right[0] - left[0]);
    let start = if left[0] < -half[0] { [-half[0], y_at(-half[0])] } else { left };
    let end = if right[0] > half[0] { [half[0], y_at(half[0])] } else { right };
    let height = |y: i64| y.clamp(-half[1], half[1]) + half[1];
    let low = start[1].min(end[1]);
    let high = start[1].max(end[1]);
    let strip = |a: [i64; 2], b: [i64; 2]| (b[0] - a[0]) * (height(a[1]) + height(b[1]));
    if low >= half[1] || high <= -half[1] || (low >= -half[1] && high <= half[1]) {
        return sign * strip(start, end);
    }
    // The side leaves the rectangle above or below: it is cut there.
    let x_at = |at: i64| {
        let rise = end[1] - start[1];
        start[0] + divide_rounded((end[0] - start[0]) * (at - start[1]) * rise.signum(), rise.abs())
    };
    let rises = end[1] > start[1];
    let (first, last) = if rises { (-half[1], half[1]) } else { (half[1], -half[1]) };
    let is_cut_at = |at: i64| low < at && at < high;
    let mut before = start;
    let mut sum = 0;
    for at in [first, last] {
        if is_cut_at(at) {
            let cut = [x_at(at), at];
            sum += strip(before, cut);
            before = cut;
        }
    }
    sign * (sum + strip(before, end))
}

/// Returns true if two straight lines have a point in common, their ends counted.
#[inline]
pub fn touch(a: MapPoint, b: MapPoint, c: MapPoint, d: MapPoint) -> bool {
    let v = |p: MapPoint| [i64::from(p.x), i64::from(p.y)];
    let (a, b, c, d) = (v(a), v(b), v(c), v(d));
    let side = |from: [i64; 2], to: [i64; 2], point: [i64; 2]| cross(minus(to, from), minus(point, from)).signum();
    let is_on = |from: [i64; 2], to: [i64; 2], point: [i64; 2]| dot(minus(point, from), minus(point, to)) <= 0;
    let sides = [side(a, b, c), side(a, b, d), side(c, d, a), side(c, d, b)];
    sides[0] * sides[1] < 0 && sides[2] * sides[3] < 0
        || sides[0] == 0 && is_on(a, b, c)
        || sides[1] == 0 && is_on(a, b, d)
        || sides[2] == 0 && is_on(c, d, a)
        || sides[3] == 0 && is_on(c, d, b)
}

/// Returns the facing of degrees that may be beyond 0 to 359.
pub fn facing(degrees: i32) -> BlockFacing {
    BlockFacing(degrees.rem_euclid(360) as u16)
}
