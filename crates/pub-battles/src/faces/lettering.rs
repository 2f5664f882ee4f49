//! Lettering of a map: each name near its place, upon no other name, and upon nothing that matters if that can be had.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use muster_core::print::What;
use muster_core::print::font::Font;
use muster_core::print::frame::{Color, Frame, Path, Point, Rect, Transform, at};
use muster_core::print::layout::{Line, POINT, Style, TextSpan, Typesetter};
use muster_core::source::steps;

use super::terrain::Patch;

/// A rectangle in any direction.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Slab {
    corners: [Point; 4],
    around: Rect,
}

impl Slab {
    /// Returns a rectangle around a point, its width along a direction.
    pub(super) fn new(middle: Point, (ux, uy): (f64, f64), width: f64, height: f64) -> Slab {
        let corner = |x: f64, y: f64| {
            let (x, y) = (x * width / 2.0, y * height / 2.0);
            at(middle.x + ux * x - uy * y, middle.y + uy * x + ux * y)
        };
        let corners = [corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)];
        let dot = |p: Point| Rect::new(p.x, p.y, 0.0, 0.0);
        let around = corners.iter().fold(dot(corners[0]), |around, p| around.union(dot(*p)));
        Slab { corners, around }
    }

    /// Returns true if the two share more than a border.
    pub(super) fn overlaps(&self, other: &Slab) -> bool {
        let (a, b) = (self.around, other.around);
        if a.right() <= b.x || b.right() <= a.x || a.bottom() <= b.y || b.bottom() <= a.y {
            return false;
        }
        let separates = |one: &Slab, other: &Slab, axis: usize| {
            let (from, to) = (one.corners[0], one.corners[if axis == 0 { 1 } else { 3 }]);
            let along = |p: Point| (to.x - from.x) * (p.x - from.x) + (to.y - from.y) * (p.y - from.y);
            let own = along(to);
            let (low, high) =
                other.corners.iter().map(|p| along(*p)).fold((f64::MAX, f64::MIN), |(l, h), x| (l.min(x), h.max(x)));
            high <= 0.0 || low >= own
        };
        ![0, 1].iter().any(|axis| separates(self, other, *axis) || separates(other, self, *axis))
    }

    fn is_within(&self, room: Rect) -> bool {
        let a = self.around;
        a.x >= room.x && a.right() <= room.right() && a.y >= room.y && a.bottom() <= room.bottom()
    }

    /// Returns points all over it, at most `pitch` apart.
    fn points(&self, pitch: f64) -> impl Iterator<Item = Point> + use<> {
        let [a, b, _, d] = self.corners;
        let steps = |to: Point| (((to.x - a.x).hypot(to.y - a.y) / pitch).ceil() as usize).clamp(1, 64);
        let (across, down) = (steps(b), steps(d));
        (0..=across).flat_map(move |i| {
            (0..=down).map(move |j| {
                let (u, v) = (i as f64 / across as f64, j as f64 / down as f64);
                at(a.x + (b.x - a.x) * u + (d.x - a.x) * v, a.y + (b.y - a.y) * u + (d.y - a.y) * v)
            })
        })
    }
}

/// An obstacle that a name should not cover.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Obstacle {
    Nothing,
    /// The border of an area.
    Border,
    /// A block or a headquarters, which would hide it.
    Piece,
    /// The circle around a place: a name on it has a ground of its own, as on a line.
    Circle,
    /// A road or a stream.
    Line,
}

impl Obstacle {
    /// Returns how bad a square of it below a name is.
    fn badness(self) -> f64 {
        match self {
            Obstacle::Nothing => 0.0,
            Obstacle::Border | Obstacle::Circle => 0.5,
            Obstacle::Piece | Obstacle::Line => 1.4,
        }
    }
}

/// The obstacles on a map, by small squares.
#[derive(Debug, Clone)]
pub(super) struct Busy {
    room: Rect,
    cell: f64,
    columns: usize,
    cells: Vec<Obstacle>,
}

impl Busy {
    pub(super) fn new(room: Rect) -> Busy {
        let cell = (room.width.max(room.height) / 1000.0).max(1.0);
        let count = |length: f64| (length / cell).ceil() as usize + 1;
        let columns = count(room.width);
        Busy { room, cell, columns, cells: vec![Obstacle::Nothing; columns * count(room.height)] }
    }

    fn index(&self, p: Point) -> Option<usize> {
        let (x, y) = ((p.x - self.room.x) / self.cell, (p.y - self.room.y) / self.cell);
        let is_on = x >= 0.0 && y >= 0.0 && x < self.columns as f64;
        let index = y.max(0.0) as usize * self.columns + x.max(0.0) as usize;
        (is_on && index < self.cells.len()).then_some(index)
    }

    fn set(&mut self, p: Point, what: Obstacle) {
        if let Some(index) = self.index(p) {
            self.cells[index] = self.cells[index].max(what);
        }
    }

    #[inline]
    fn obstacle(&self, p: Point) -> Obstacle {
        self.index(p).map_or(Obstacle::Nothing, |index| self.cells[index])
    }

    /// Marks the squares along a line.
    pub(super) fn mark(&mut self, points: &[Point], what: Obstacle) {
        for pair in points.windows(2) {
            let (dx, dy) = (pair[1].x - pair[0].x, pair[1].y - pair[0].y);
            let steps = (dx.hypot(dy) / self.cell * 2.0).ceil().max(1.0) as usize;
            for step in 0..=steps {
                let part = step as f64 / steps as f64;
                self.set(at(pair[0].x + dx * part, pair[0].y + dy * part), what);
            }
        }
    }

    /// Marks the squares below a rectangle.
    pub(super) fn cover(&mut self, slab: &Slab, what: Obstacle) {
        slab.points(self.cell).for_each(|p| self.set(p, what));
    }

    /// Returns true if a line runs near a point.
    pub(super) fn is_near(&self, p: Point, reach: f64) -> bool {
        let near = [
            (0.0, 0.0),
            (-1.0, 0.0),
            (1.0, 0.0),
            (0.0, -1.0),
            (0.0, 1.0),
            (0.7, 0.7),
            (-0.7, 0.7),
            (0.7, -0.7),
            (-0.7, -0.7),
        ];
        near.iter().any(|(x, y)| self.obstacle(at(p.x + x * reach, p.y + y * reach)) == Obstacle::Line)
    }

    /// Returns what lies below a rectangle, square by square.
    fn obstacles_below(&self, slab: &Slab) -> impl Iterator<Item = Obstacle> {
        slab.points(self.cell).map(|p| self.obstacle(p))
    }
}

/// The thing that a name belongs to.
pub(super) enum Named<'a> {
    /// A place, with a mark of this radius.
    Spot(Point, f64),
    /// An area.
    Area(&'a Patch),
    /// A line of this width.
    Line(&'a [Point], f64),
}

/// A name to be placed.
pub(super) struct Wanted<'a> {
    pub(super) text: &'a str,
    pub(super) font: Font,
    /// Its colour in a template's palette.
    pub(super) color: &'static str,
    /// The largest and the smallest size in points.
    pub(super) sizes: (f64, f64),
    pub(super) of: Named<'a>,
}

/// A name in its place.
#[derive(Debug, Clone)]
pub(super) struct PlacedName {
    lines: Vec<String>,
    font: Font,
    color: &'static str,
    size: f64,
    middle: Point,
    turn: (f64, f64),
    pub(super) slab: Slab,
    /// Whether lines run below it.
    is_crossed: bool,
}

/// From the baseline of a line of text to that of the next, and the height of one, in ems.
const PITCH: f64 = 1.05;
const RISE: f64 = 0.74;
const DEPTH: f64 = 0.24;
/// Around a name.
const AIR: f64 = 0.35;

/// Places names one after the other.
pub(super) struct Lettering<'a> {
    room: Rect,
    busy: &'a Busy,
    /// Returns true where the ground is drawn on so much that a name of something else is hard to read.
    is_rough: &'a dyn Fn(Point) -> bool,
    taken: Taken,
}

/// The side of a square of [`Taken`], in millimetres: about the height of two names.
const SQUARE: f64 = 10.0;

/// The slabs that names are kept off, by the squares of the map that they reach into. A name is compared only with slabs near
/// it.
#[derive(Default)]
struct Taken {
    slabs: Vec<Slab>,
    squares: FxHashMap<(i32, i32), Vec<u32>>,
}

impl Taken {
    fn squares(slab: &Slab) -> impl Iterator<Item = (i32, i32)> {
        let a = slab.around;
        // Beyond ten metres all is one square.
        let square = |mm: f64| (mm / SQUARE).floor().clamp(-1000.0, 1000.0) as i32;
        let [left, right, top, bottom] = [a.x, a.right(), a.y, a.bottom()].map(square);
        (left..=right).flat_map(move |x| (top..=bottom).map(move |y| (x, y)))
    }

    fn push(&mut self, slab: Slab) {
        let number = self.slabs.len() as u32;
        for square in Taken::squares(&slab) {
            self.squares.entry(square).or_default().push(number);
        }
        self.slabs.push(slab);
    }

    fn overlaps(&self, slab: &Slab) -> bool {
        Taken::squares(slab).any(|square| {
            let near = self.squares.get(&square).map_or(&[][..], Vec::as_slice);
            near.iter().any(|i| {
                steps::count(1);
                self.slabs[*i as usize].overlaps(slab)
            })
        })
    }
}

/// A place that a name may have, and how bad it is.
struct Candidate {
    lines: Vec<String>,
    size: f64,
    middle: Point,
    turn: (f64, f64),
    slab: Slab,
    badness: f64,
}

/// A place as bad as this is taken before smaller letters are tried.
const FAIR: f64 = 9.0;

impl<'a> Lettering<'a> {
    pub(super) fn new(room: Rect, busy: &'a Busy, is_rough: &'a dyn Fn(Point) -> bool) -> Lettering<'a> {
        Lettering { room, busy, is_rough, taken: Taken::default() }
    }

    /// Keeps names off something.
    pub(super) fn take(&mut self, slab: Slab) {
        self.taken.push(slab);
    }

    /// Places a name as well as can be; the error says why there is no place for it.
    pub(super) fn place(&mut self, wanted: &Wanted<'_>) -> Result<PlacedName, What> {
        let style = Style { font: wanted.font, color: Color::BLACK };
        let forms = forms(wanted.text, matches!(wanted.of, Named::Area(_) | Named::Spot(..)));
        // The width of each form in ems.
        let measured = Typesetter::lent(|ts| {
            let mut measured = Vec::new();
            for form in forms {
                let mut widest = 0.0_f64;
                for line in &form {
                    let text = ts.prepare(&[TextSpan::new(line, style)], false).map_err(What::NoGlyphs)?;
                    widest = widest.max(text.width(&text.whole()));
                }
                measured.push((form, widest));
            }
            Ok(measured)
        })?;
        let (most, least) = wanted.sizes;
        let mut best: Option<Candidate> = None;
        let mut size = most;
        loop {
            for (form, ems) in &measured {
                let em = size * POINT;
                let width = ems * em + 2.0 * AIR;
                let height = em * (RISE + DEPTH + PITCH * (form.len() - 1) as f64) + 2.0 * AIR;
                let smaller = (most - size) * 1.5 + (form.len() - 1) as f64 * 1.5;
                for (middle, turn, badness) in spots(&wanted.of, width, height) {
                    let badness = badness + smaller;
                    if best.as_ref().is_some_and(|best| best.badness <= badness) {
                        continue;
                    }
                    let slab = Slab::new(middle, turn, width, height);
                    if !slab.is_within(self.room) || self.taken.overlaps(&slab) {
                        continue;
                    }
                    let least = best.as_ref().map_or(f64::INFINITY, |best| best.badness);
                    if let Some(badness) = self.badness(badness, &slab, &wanted.of, least) {
                        best = Some(Candidate { lines: form.clone(), size, middle, turn, slab, badness });
                    }
                }
            }
            if size <= least || best.as_ref().is_some_and(|best| best.badness < FAIR) {
                break;
            }
            size = (size - 1.0).max(least);
        }
        let Candidate { lines, size, middle, turn, slab, .. } = best.ok_or(What::NoRoom)?;
        self.taken.push(slab);
        let is_crossed = self.busy.obstacles_below(&slab).any(|what| what >= Obstacle::Circle);
        Ok(PlacedName { lines, font: wanted.font, color: wanted.color, size, middle, turn, slab, is_crossed })
    }

    /// Returns how bad a place is, from how far it is from the best; `None` if it is not better than the least bad one so far.
    fn badness(&self, off: f64, slab: &Slab, of: &Named<'_>, least: f64) -> Option<f64> {
        let points: Vec<Point> = slab.points(3.0).collect();
        let share = |is: &dyn Fn(Point) -> bool| points.iter().filter(|p| is(**p)).count() as f64 / points.len() as f64;
        let outside = match of {
            Named::Area(patch) => 12.0 * share(&|p| !patch.contains(p)),
            Named::Line(..) => 6.0 * share(self.is_rough),
            Named::Spot(..) => 4.0 * share(self.is_rough),
        };
        let (mut crossed, mut badness) = (0.0_f64, off + outside);
        let mut below = self.busy.obstacles_below(slab);
        while badness < least {
            let Some(what) = below.next() else { return Some(badness) };
            crossed += what.badness();
            badness = off + (outside + crossed.min(24.0));
        }
        None
    }
}

/// Returns a name on one line and, where it has several words, in the two lines that are most alike.
fn forms(text: &str, several: bool) -> Vec<Vec<String>> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut forms = vec![vec![words.join(" ")]];
    let split = |at: usize| vec![words[..at].join(" "), words[at..].join(" ")];
    let widest = |form: &Vec<String>| form.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    if several {
        forms.extend((1..words.len()).map(split).min_by_key(widest));
    }
    forms
}

/// Returns the places for a name of this size, each with its direction and a number that is higher the worse the place is.
fn spots(of: &Named<'_>, width: f64, height: f64) -> Vec<(Point, (f64, f64), f64)> {
    match of {
        Named::Spot(p, radius) => {
            let (x, y) = (width / 2.0 + radius + 0.4, height / 2.0 + radius + 0.1);
            let (nx, ny) = (width / 2.0 + radius * 0.6, height / 2.0 + radius * 0.6);
            let around = [
                (x, 0.0, 0.0),
                (-x, 0.0, 0.6),
                (nx, -ny, 0.4),
                (nx, ny, 0.8),
                (-nx, -ny, 1.0),
                (-nx, ny, 1.2),
                (0.0, -y, 1.0),
                (0.0, y, 1.4),
                // Farther off, where all around is taken.
                (x + 3.0, -ny - 2.0, 7.0),
                (x + 3.0, ny + 2.0, 7.0),
                (-x - 3.0, -ny - 2.0, 7.5),
                (-x - 3.0, ny + 2.0, 7.5),
                (0.0, -y - 3.0, 8.0),
                (0.0, y + 3.0, 8.0),
            ];
            around.iter().map(|(dx, dy, badness)| (at(p.x + dx, p.y + dy), (1.0, 0.0), *badness)).collect()
        }
        Named::Area(patch) => {
            let b = patch.bounds;
            let middle = at(b.x + b.width / 2.0, b.y + b.height / 2.0);
            let mut spots = Vec::new();
            let steps = 10;
            for i in 0..=steps {
                for j in 0..=steps {
                    let p = at(b.x + b.width * f64::from(i) / 10.0, b.y + b.height * f64::from(j) / 10.0);
                    let off = ((p.x - middle.x) / b.width.max(1.0)).hypot((p.y - middle.y) / b.height.max(1.0));
                    spots.push((p, (1.0, 0.0), 5.0 * off));
                }
            }
            // Beside it, where it is too small.
            let (x, y) = ((b.width + width) / 2.0 + 0.5, (b.height + height) / 2.0 + 0.5);
            let beside = [
                (0.0, y, 1.0),
                (0.0, -y, 1.2),
                (x, 0.0, 1.4),
                (-x, 0.0, 1.6),
                (x, -y, 3.0),
                (x, y, 3.0),
                (-x, -y, 3.0),
                (-x, y, 3.0),
            ];
            spots.extend(beside.iter().map(|(dx, dy, bad)| (at(middle.x + dx, middle.y + dy), (1.0, 0.0), *bad)));
            spots
        }
        Named::Line(points, line) => places_along(points, line / 2.0, width, height),
    }
}

/// Returns places along a line, above and below it, where it is straight enough for the width of a name.
fn places_along(points: &[Point], half: f64, width: f64, height: f64) -> Vec<(Point, (f64, f64), f64)> {
    let mut lengths = vec![0.0];
    for pair in points.windows(2) {
        let last = lengths[lengths.len() - 1];
        lengths.push(last + (pair[1].x - pair[0].x).hypot(pair[1].y - pair[0].y));
    }
    let whole = lengths[lengths.len() - 1];
    let point_at = |length: f64| {
        let next = lengths.partition_point(|at| *at < length).clamp(1, points.len() - 1);
        let (from, to) = (points[next - 1], points[next]);
        let part = (length - lengths[next - 1]) / (lengths[next] - lengths[next - 1]).max(1e-9);
        at(from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part)
    };
    let mut spots = Vec::new();
    if points.len() < 2 || whole <= 0.0 {
        return spots;
    }
    let reach = (width / 2.0).min(whole / 2.0);
    let steps = 24;
    for step in 0..=steps {
        let middle_at = reach + (whole - 2.0 * reach) * f64::from(step) / f64::from(steps);
        let (from, to) = (point_at(middle_at - reach), point_at(middle_at + reach));
        let (dx, dy) = (to.x - from.x, to.y - from.y);
        let chord = dx.hypot(dy);
        if chord < 1e-6 {
            continue;
        }
        // From the left to the right, or upwards.
        let sign = if dx < -1e-9 || (dx.abs() <= 1e-9 && dy > 0.0) { -1.0 } else { 1.0 };
        let (ux, uy) = (dx / chord * sign, dy / chord * sign);
        let middle = at((from.x + to.x) / 2.0, (from.y + to.y) / 2.0);
        // How far the line bends away from the name, up and down.
        let bend = (0..=8).map(|i| {
            let p = point_at(middle_at - reach + 2.0 * reach * f64::from(i) / 8.0);
            (p.y - middle.y) * ux - (p.x - middle.x) * uy
        });
        let (high, low) = bend.fold((0.0_f64, 0.0_f64), |(high, low), d| (high.min(d), low.max(d)));
        let center = (f64::from(step) / f64::from(steps) - 0.5).abs();
        let badness = 1.6 * (low - high) + 3.0 * center + 2.5 * uy.abs();
        for (side, bad) in [(high - half - height / 2.0 - 0.15, 0.0), (low + half + height / 2.0 + 0.15, 0.5)] {
            spots.push((at(middle.x - uy * side, middle.y + ux * side), (ux, uy), badness + bad));
        }
    }
    spots
}

impl PlacedName {
    /// Returns the middle of its place.
    pub(super) fn middle(&self) -> Point {
        self.middle
    }

    /// Draws it; where lines run below it, on a ground of its own.
    pub(super) fn draw(&self, frame: &mut Frame, ink: Color, ground: Color) {
        if self.is_crossed {
            frame.fill(Path::polygon(&self.slab.corners), ground);
        }
        let em = self.size * POINT;
        let style = Style { font: self.font, color: ink };
        let set = |line: &String| Typesetter::lent(|ts| ts.line(&[TextSpan::new(line, style)], self.size).ok());
        let mut drawn = Frame::default();
        let height = em * (RISE + DEPTH + PITCH * (self.lines.len() - 1) as f64);
        let lines: Vec<Line> = self.lines.iter().filter_map(set).collect();
        for (i, line) in lines.into_iter().enumerate() {
            let y = -height / 2.0 + em * (RISE + PITCH * i as f64);
            let x = -line.width / 2.0;
            line.draw(&mut drawn, at(x, y));
        }
        let (cos, sin) = self.turn;
        frame.place(&Arc::new(drawn), Transform([cos, sin, -sin, cos, self.middle.x, self.middle.y]));
    }

    pub(super) fn color(&self) -> &'static str {
        self.color
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slabs_overlap_as_they_are_seen() {
        let level = Slab::new(at(0.0, 0.0), (1.0, 0.0), 10.0, 2.0);
        let turned = |x: f64, y: f64| Slab::new(at(x, y), (0.6, 0.8), 10.0, 2.0);
        assert!(level.overlaps(&turned(0.0, 0.0)) && turned(3.0, 2.0).overlaps(&level));
        // The rectangles around both overlap, they do not.
        assert!(!level.overlaps(&turned(7.5, 5.5)) && !turned(-7.5, -5.5).overlaps(&level));
        assert!(!level.overlaps(&Slab::new(at(10.0, 0.0), (1.0, 0.0), 10.0, 2.0)), "a border is no overlap");
    }

    #[test]
    fn names_keep_off_each_other_and_within_the_map_or_are_not_placed() {
        let room = Rect::new(0.0, 0.0, 60.0, 20.0);
        let busy = Busy::new(room);
        let mut lettering = Lettering::new(room, &busy, &|_| false);
        let placed: Vec<_> = (0..40)
            .map(|i| {
                let p = at(10.0 + f64::from(i % 8) * 5.0, 8.0 + f64::from(i / 8));
                let of = Named::Spot(p, 0.8);
                lettering.place(&Wanted {
                    text: "Brannick Mill",
                    font: Font::Sans,
                    color: "ink",
                    sizes: (9.0, 5.0),
                    of,
                })
            })
            .collect();
        let slabs: Vec<Slab> = placed.iter().filter_map(|name| Some(name.as_ref().ok()?.slab)).collect();
        assert!(slabs.len() > 4 && placed.iter().any(|name| name.as_ref().err() == Some(&What::NoRoom)));
        for (i, slab) in slabs.iter().enumerate() {
            assert!(slab.is_within(room) && slabs[..i].iter().all(|other| !other.overlaps(slab)), "{i}");
        }
    }
}
