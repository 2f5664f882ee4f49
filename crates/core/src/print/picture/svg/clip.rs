//! Clip paths: a drawing is cut along outlines that lie in each other, and one of several outlines is enough.

use std::rc::Rc;

use usvg::tiny_skia_path::Transform as SkiaTransform;
use usvg::{FillRule, Node};

use super::{Drawing, PictureFault};
use crate::print::frame::{Clip, Path, Point, Rect, Segment};

/// The most ways of lying within a clip path that a drawing is drawn for.
const MOST_WAYS: usize = 64;

/// Outlines, all of which something lies in.
pub(super) type Way = Vec<Rc<Clip>>;

impl Drawing {
    /// Returns the ways of lying within a clip path; none if nothing does. They may overlap.
    pub(super) fn ways(&mut self, clip: &usvg::ClipPath, map: SkiaTransform) -> Result<Vec<Way>, PictureFault> {
        let mut ways = Vec::new();
        self.shapes(clip.root(), map.pre_concat(clip.transform()), &mut ways)?;
        let mut ways = join_outlines(ways);
        if let Some(outer) = clip.clip_path() {
            let outer = self.ways(outer, map)?;
            ways = both(&ways, &outer);
        }
        self.few(ways)
    }

    /// Adds the ways of lying within the shapes of a clip path.
    fn shapes(&mut self, group: &usvg::Group, map: SkiaTransform, ways: &mut Vec<Way>) -> Result<(), PictureFault> {
        for node in group.children() {
            self.step()?;
            match node {
                Node::Group(inner) => {
                    let map = map.pre_concat(inner.transform());
                    let mut own = Vec::new();
                    self.shapes(inner, map, &mut own)?;
                    if let Some(clip) = inner.clip_path() {
                        let clip = self.ways(clip, map)?;
                        own = self.few(both(&join_outlines(own), &clip))?;
                    }
                    ways.append(&mut own);
                }
                Node::Path(path) if path.is_visible() => {
                    let even_odd = path.fill().is_some_and(|fill| fill.rule() == FillRule::EvenOdd);
                    let outline = self.convert_path(path.data(), map)?;
                    if !outline.0.is_empty() {
                        ways.push(vec![Rc::new(Clip { path: outline, even_odd })]);
                    }
                }
                Node::Path(_) | Node::Image(_) | Node::Text(_) => {}
            }
        }
        Ok(())
    }

    fn few(&self, ways: Vec<Way>) -> Result<Vec<Way>, PictureFault> {
        match ways.len() {
            0..=MOST_WAYS => Ok(ways),
            many => Err(PictureFault::Endless(format!("one of its clip paths has {many} overlapping parts"))),
        }
    }
}

/// Returns the ways of lying within one of each.
fn both(one: &[Way], other: &[Way]) -> Vec<Way> {
    one.iter().flat_map(|one| other.iter().map(|other| one.iter().chain(other).cloned().collect())).collect()
}

/// Makes one of all outlines that are whole by the nonzero rule: they run one way round, so that none is a hole in another.
fn join_outlines(ways: Vec<Way>) -> Vec<Way> {
    let is_plain = |way: &Way| matches!(way.as_slice(), [clip] if !clip.even_odd);
    if ways.iter().filter(|way| is_plain(way)).count() < 2 {
        return ways;
    }
    let (plain, mut others): (Vec<Way>, Vec<Way>) = ways.into_iter().partition(is_plain);
    let paths = plain.into_iter().flatten().map(|clip| clockwise(Rc::unwrap_or_clone(clip).path));
    let path = paths.fold(Path::default(), Path::append);
    others.insert(0, vec![Rc::new(Clip { path, even_odd: false })]);
    others
}

/// Returns true if ways of lying within may overlap.
pub(super) fn overlap(ways: &[Way]) -> bool {
    let bounds: Vec<Option<Rect>> = ways
        .iter()
        .map(|way| {
            let mut bounds = way.iter().map(|clip| clip.path.bounds());
            let first = bounds.next()??;
            bounds.try_fold(first, |all, one| all.common(one?))
        })
        .collect();
    let meet = |one: &Rect, other: &Rect| one.common(*other).is_some_and(|both| both.width * both.height > 0.0);
    let is_met = |i: usize| bounds[i].is_some_and(|one| bounds[..i].iter().flatten().any(|other| meet(&one, other)));
    (1..bounds.len()).any(is_met)
}

/// Returns an outline as it is, or the other way round.
fn clockwise(path: Path) -> Path {
    if area(&path) >= 0.0 { path } else { reverse(&path) }
}

/// Returns the parts of an outline, each with its first point.
fn parts(path: &Path) -> Vec<(Point, &[Segment])> {
    let mut parts = Vec::new();
    for part in path.0.chunk_by(|_, next| !matches!(next, Segment::Move(_))) {
        if let [Segment::Move(start), rest @ ..] = part {
            parts.push((*start, rest));
        }
    }
    parts
}

fn end(segment: &Segment, start: Point) -> Point {
    match segment {
        Segment::Move(p) | Segment::Line(p) | Segment::Curve(_, _, p) => *p,
        Segment::Close => start,
    }
}

/// Returns the area within the points of an outline, negative against the clock.
fn area(path: &Path) -> f64 {
    let mut sum = 0.0;
    for (start, rest) in parts(path) {
        let mut before = start;
        let mut to = |p: Point| {
            sum += before.x * p.y - p.x * before.y;
            before = p;
        };
        for segment in rest {
            if let Segment::Curve(a, b, _) = segment {
                to(*a);
                to(*b);
            }
            to(end(segment, start));
        }
        to(start);
    }
    sum
}

/// Returns an outline that runs the other way round.
fn reverse(path: &Path) -> Path {
    let mut out = Vec::with_capacity(path.0.len());
    for (start, rest) in parts(path) {
        let ends: Vec<Point> = std::iter::once(start).chain(rest.iter().map(|segment| end(segment, start))).collect();
        out.push(Segment::Move(ends[ends.len() - 1]));
        for (segment, to) in rest.iter().zip(&ends).rev() {
            out.push(match segment {
                Segment::Curve(a, b, _) => Segment::Curve(*b, *a, *to),
                _ => Segment::Line(*to),
            });
        }
        out.push(Segment::Close);
    }
    Path(out)
}
