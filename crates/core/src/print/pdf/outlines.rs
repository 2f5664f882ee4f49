//! Outlines that are drawn again and again, such as labels and dice: each is written once, wherever it stands.

use std::collections::HashMap;
use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

use super::content::units;
use crate::print::frame::{DrawnShape, Point, Segment};

/// Shorter outlines are written out: naming them would not be shorter.
const LONG: usize = 7;

/// Outlines, counted from where they begin.
#[derive(Default)]
pub(super) struct Outlines {
    seen: HashMap<u64, Seen>,
    /// The outlines that occur more than once, in the order of their second use.
    pub(super) shared: Vec<DrawnShape>,
}

struct Seen {
    shape: DrawnShape,
    index: Option<usize>,
}

/// Returns the operator that paints a shape.
pub(super) fn paint(shape: &DrawnShape) -> &'static str {
    match (shape.fill, shape.stroke) {
        (Some(_), Some(_)) => "B*",
        (Some(_), None) => "f*",
        (None, Some(_)) => "S",
        (None, None) => "n",
    }
}

/// Returns the place where a shape begins.
pub(super) fn start(shape: &DrawnShape) -> (i64, i64) {
    shape.path.0.first().map_or((0, 0), |first| steps(first).0[0])
}

/// Returns the points of a segment, how many, and its operator.
pub(super) fn steps(segment: &Segment) -> ([(i64, i64); 3], usize, &'static [u8]) {
    let at = |p: &Point| (units(p.x), units(p.y));
    match segment {
        Segment::Move(p) => ([at(p), (0, 0), (0, 0)], 1, b"m "),
        Segment::Line(p) => ([at(p), (0, 0), (0, 0)], 1, b"l "),
        Segment::Curve(a, b, p) => ([at(a), at(b), at(p)], 3, b"c "),
        Segment::Close => ([(0, 0); 3], 0, b"h "),
    }
}

/// Returns numbers for an outline: the same ones for the same outline in another place.
fn numbers(shape: &DrawnShape) -> impl Iterator<Item = i64> + '_ {
    let (x, y) = start(shape);
    shape.path.0.iter().flat_map(move |segment| {
        let (points, count, operator) = steps(segment);
        let points = points.into_iter().take(count).flat_map(move |point| [point.0 - x, point.1 - y]);
        points.chain([i64::from(operator[0])])
    })
}

/// Returns a number for a table; outlines of the same number are compared.
fn hash(shape: &DrawnShape) -> u64 {
    let mut hasher = FxHasher::default();
    paint(shape).hash(&mut hasher);
    numbers(shape).for_each(|number| hasher.write_i64(number));
    hasher.finish()
}

fn alike(a: &DrawnShape, b: &DrawnShape) -> bool {
    paint(a) == paint(b) && numbers(a).eq(numbers(b))
}

impl Outlines {
    /// Notes a use of a shape.
    pub(super) fn count(&mut self, shape: &DrawnShape) {
        if shape.path.0.len() < LONG {
            return;
        }
        match self.seen.entry(hash(shape)) {
            std::collections::hash_map::Entry::Vacant(entry) => {
                entry.insert(Seen { shape: shape.clone(), index: None });
            }
            std::collections::hash_map::Entry::Occupied(mut entry) => {
                let seen = entry.get_mut();
                if seen.index.is_none() && alike(&seen.shape, shape) {
                    seen.index = Some(self.shared.len());
                    self.shared.push(seen.shape.clone());
                }
            }
        }
    }

    /// Returns the shared outline of a shape, and where it stands.
    pub(super) fn find(&self, shape: &DrawnShape) -> Option<(usize, (i64, i64))> {
        if shape.path.0.len() < LONG {
            return None;
        }
        let seen = self.seen.get(&hash(shape))?;
        let index = seen.index?;
        alike(&seen.shape, shape).then(|| (index, start(shape)))
    }
}
