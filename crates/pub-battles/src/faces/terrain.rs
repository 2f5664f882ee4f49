//! The look of terrain: a tint for each kind, and a drawing on it that is read on a grey print too.

mod looks;
mod signs;

pub(super) use self::looks::{LAYERS, TerrainStyle, styles, tint};

use muster_core::print::frame::{Color, Frame, Path, Point, Rect, Segment, Stroke, Transform, at};
use muster_core::print::template::Look;

use self::looks::ink;
use self::signs::{HOUSES, TREES, house, tree, tuft, wave};
use crate::model::TerrainLook;

/// An area on the paper.
#[derive(Debug, Clone)]
pub(super) struct Patch {
    rings: Vec<Vec<Point>>,
    pub(super) bounds: Rect,
}

impl Patch {
    /// Returns an area of rings; `None` for one without extent.
    pub(super) fn new(rings: Vec<Vec<Point>>) -> Option<Patch> {
        let rings: Vec<Vec<Point>> = rings.into_iter().filter(|ring| ring.len() > 2).collect();
        let first = *rings.first()?.first()?;
        let of_point = |bounds: Rect, p: &Point| bounds.union(Rect::new(p.x, p.y, 0.0, 0.0));
        let bounds = rings.iter().flatten().fold(Rect::new(first.x, first.y, 0.0, 0.0), of_point);
        Some(Patch { rings, bounds })
    }

    pub(super) fn path(&self) -> Path {
        self.rings.iter().map(|ring| Path::polygon(ring)).fold(Path::default(), Path::append)
    }

    /// Returns its sides, those of its holes too.
    pub(super) fn sides(&self) -> impl Iterator<Item = (Point, Point)> {
        self.rings.iter().flat_map(|ring| ring.iter().copied().zip(ring.iter().copied().cycle().skip(1)))
    }

    /// Returns true if a point is inside.
    pub(super) fn contains(&self, p: Point) -> bool {
        let b = self.bounds;
        if p.x < b.x || p.x > b.right() || p.y < b.y || p.y > b.bottom() {
            return false;
        }
        // Counted side by side: the lettering of a map asks this of very many points.
        let mut is_inside = false;
        for ring in &self.rings {
            let Some(mut from) = ring.last() else { continue };
            for to in ring {
                let is_crossed =
                    (from.y > p.y) != (to.y > p.y) && p.x < from.x + (to.x - from.x) * (p.y - from.y) / (to.y - from.y);
                is_inside ^= is_crossed;
                from = to;
            }
        }
        is_inside
    }

    /// Returns true if a point and its neighbourhood are inside.
    fn holds(&self, p: Point, x: f64, y: f64) -> bool {
        [(0.0, 0.0), (-x, -y), (x, -y), (-x, y), (x, y)].iter().all(|(dx, dy)| self.contains(at(p.x + dx, p.y + dy)))
    }
}

/// The texture of ground: the size of its signs, and the places left free of them.
pub(super) struct Texture<'a> {
    /// 1 for signs at their usual size.
    pub(super) scale: f64,
    /// The distance between signs as a multiple of the usual one, so that no map has too many of them.
    pub(super) spread: f64,
    /// Whether signs stand in straight rows.
    pub(super) in_rows: bool,
    /// Returns true near a name or a road.
    pub(super) is_taken: &'a dyn Fn(Point) -> bool,
}

/// Returns a number from 0 to 1 for a cell of a grid: always the same one.
fn chance(column: i64, row: i64, salt: u64) -> f64 {
    let mut h = (column as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ (row as u64).wrapping_mul(0xC2B2_AE3D_27D4_EB4F);
    h ^= salt.wrapping_mul(0xD6E8_FEB8_6659_FD93);
    h = (h ^ (h >> 32)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    h = (h ^ (h >> 32)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    ((h ^ (h >> 32)) >> 40) as f64 / (1_u64 << 24) as f64
}

impl Texture<'_> {
    /// Fills an area with its tint.
    pub(super) fn ground(&self, look: &Look, frame: &mut Frame, patch: &Patch, of: TerrainStyle) {
        frame.fill(patch.path(), look.color(tint(of.look)));
    }

    /// Returns the same for a kind: sparser for further kinds of a look, and every second one in rows.
    fn texture(&self, style: TerrainStyle) -> Texture<'_> {
        let spread = self.spread * (1.0 + 0.3 * f64::from(style.variant.min(6)));
        Texture { spread, in_rows: style.variant % 2 == 1, ..*self }
    }

    /// Draws on an area what tells its terrain without colour.
    pub(super) fn signs(&self, look: &Look, frame: &mut Frame, patch: &Patch, of: TerrainStyle) {
        self.texture(of).signs_of(look, frame, patch, of.look);
        if !of.passable {
            let border = Stroke { round: true, ..Stroke::new(look.color(ink(of.look)), 0.9 * self.scale) };
            frame.stroke(patch.path(), border);
        }
    }

    fn signs_of(&self, look: &Look, frame: &mut Frame, patch: &Patch, of: TerrainLook) {
        let s = self.scale;
        let color = look.color(ink(of));
        let edge = |frame: &mut Frame, width: f64, part: f64| {
            frame.stroke(
                patch.path(),
                Stroke { round: true, ..Stroke::new(color.mix(look.color(tint(of)), part), width * s) },
            );
        };
        match of {
            TerrainLook::Wood => {
                edge(frame, 0.25, 0.35);
                self.scatter(patch, (3.7, 3.1), (1.45, 1.45), |p, n| {
                    let tree = look.symbol("tree", n % TREES, |look| tree(look, n % TREES));
                    frame.place(
                        &tree,
                        Transform::from_scale_translate(s * (0.9 + 0.25 * chance(n as i64, 5, 9)), p.x, p.y),
                    );
                });
            }
            TerrainLook::Hill => {
                edge(frame, 0.15, 0.55);
                self.hachures(patch, color, frame);
            }
            TerrainLook::Water => {
                let mut shore = Frame::default();
                for (width, part) in [(4.6, 0.72), (2.4, 0.5)] {
                    let tone = color.mix(look.color("water"), part);
                    shore.stroke(patch.path(), Stroke { round: true, ..Stroke::new(tone, width * s) });
                }
                frame.place_within(patch.path(), &std::sync::Arc::new(shore), Transform::from_translate(0.0, 0.0));
                edge(frame, 0.4, 0.0);
                self.scatter(patch, (9.0, 4.6), (3.4, 1.6), |p, _| {
                    let wave = look.symbol("wave", 0, |look| wave(look.color("waves")));
                    frame.place(&wave, Transform::from_scale_translate(s, p.x, p.y));
                });
            }
            TerrainLook::Town => {
                edge(frame, 0.25, 0.3);
                self.scatter(patch, (3.6, 3.2), (1.0, 0.9), |p, n| {
                    let house = look.symbol("house", n % HOUSES, |look| house(look.color("houses"), n % HOUSES));
                    frame.place(&house, Transform::from_scale_translate(s, p.x, p.y));
                });
            }
            TerrainLook::Marsh => {
                frame.stroke(patch.path(), Stroke { dash: Some((1.4 * s, 0.8 * s)), ..Stroke::new(color, 0.25 * s) });
                self.scatter(patch, (6.2, 3.4), (2.2, 1.0), |p, _| {
                    let tuft = look.symbol("tuft", 0, |look| tuft(look.color("reeds")));
                    frame.place(&tuft, Transform::from_scale_translate(s, p.x, p.y));
                });
            }
            TerrainLook::Field => {
                frame.stroke(patch.path(), Stroke { dash: Some((0.9 * s, 0.5 * s)), ..Stroke::new(color, 0.25 * s) });
                self.rows(patch, color, frame);
            }
            TerrainLook::Plain => edge(frame, 0.2, 0.3),
        }
    }

    /// Calls `put` with places inside an area, on a grid from which they stray a little; `half` is the room that a sign takes
    /// to each side.
    fn scatter(&self, patch: &Patch, (across, down): (f64, f64), half: (f64, f64), mut put: impl FnMut(Point, usize)) {
        let (s, b) = (self.scale, patch.bounds);
        let (dx, dy) = (across * s * self.spread, down * s * self.spread);
        let (hx, hy) = (half.0 * s, half.1 * s);
        let cells = |from: f64, to: f64, pitch: f64| (from / pitch).floor() as i64 - 1..=(to / pitch).ceil() as i64;
        let mut number = 0;
        for row in cells(b.y, b.bottom(), dy) {
            for column in cells(b.x, b.right(), dx) {
                let shove = if self.in_rows || row % 2 == 0 { 0.0 } else { 0.5 };
                let stray = |salt: u64| if self.in_rows { 0.0 } else { (chance(column, row, salt) - 0.5) * 0.5 };
                let p = at((column as f64 + shove + stray(1)) * dx, (row as f64 + stray(2)) * dy);
                if patch.holds(p, hx, hy) && !(self.is_taken)(p) {
                    put(p, (chance(column, row, 3) * 64.0) as usize + number % 2);
                    number += 1;
                }
            }
        }
    }

    /// Strokes down the slope, broad at the crest, from inside an area to its edge.
    fn hachures(&self, patch: &Patch, color: Color, frame: &mut Frame) {
        let s = self.scale;
        let (pitch, b) = (1.15 * s * self.spread, patch.bounds);
        let length = (4.2 * s).min(0.28 * b.width.min(b.height)).max(0.6 * s);
        let mut left = 0.0;
        for (number, (from, to)) in patch.sides().enumerate() {
            let (dx, dy) = (to.x - from.x, to.y - from.y);
            let side = dx.hypot(dy);
            if side < 1e-6 {
                continue;
            }
            let (ux, uy) = (dx / side, dy / side);
            // Inward is where a point close by is inside.
            let near = 0.05 * s;
            let middle = at((from.x + to.x) / 2.0, (from.y + to.y) / 2.0);
            let inward = if patch.contains(at(middle.x - uy * near, middle.y + ux * near)) { 1.0 } else { -1.0 };
            let (nx, ny) = (-uy * inward, ux * inward);
            let mut along = left;
            while along < side {
                let foot = at(from.x + ux * along, from.y + uy * along);
                let full = length * (0.72 + 0.4 * chance(number as i64, (along / pitch) as i64, 4));
                along += pitch;
                let tip = |part: f64| at(foot.x + nx * full * part, foot.y + ny * full * part);
                let reach = [1.0, 0.6].into_iter().find(|part| patch.contains(tip(*part)));
                let Some(top) = reach.map(tip).filter(|top| !(self.is_taken)(*top) && !(self.is_taken)(foot)) else {
                    continue;
                };
                let half = 0.26 * s;
                let corner = |sign: f64| at(top.x + ux * half * sign, top.y + uy * half * sign);
                frame.fill(Path::polygon(&[foot, corner(-1.0), corner(1.0)]), color);
            }
            left = along - side;
        }
    }

    /// Draws the rows of a field, slanting as chance has it.
    fn rows(&self, patch: &Patch, color: Color, frame: &mut Frame) {
        let (s, b) = (self.scale, patch.bounds);
        let slants = [(1.0, 0.0), (0.8, 0.6), (0.6, -0.8), (0.8, -0.6)];
        let (ux, uy) = slants[(chance(b.x as i64, b.y as i64, 6) * 4.0) as usize % 4];
        let reach = b.width.hypot(b.height) / 2.0;
        let middle = at(b.x + b.width / 2.0, b.y + b.height / 2.0);
        let pitch = 1.5 * s * self.spread;
        let count = (reach / pitch).floor() as i64;
        let mut rows = Path::default();
        for row in -count..=count {
            let off = row as f64 * pitch;
            let (x, y) = (middle.x - uy * off, middle.y + ux * off);
            rows.0.push(Segment::Move(at(x - ux * reach, y - uy * reach)));
            rows.0.push(Segment::Line(at(x + ux * reach, y + uy * reach)));
        }
        let mut drawn = Frame::default();
        drawn.stroke(rows, Stroke { dash: Some((0.5 * s, 0.9 * s)), ..Stroke::new(color, 0.28 * s) });
        frame.place_within(patch.path(), &std::sync::Arc::new(drawn), Transform::from_translate(0.0, 0.0));
    }

    /// Draws a line of terrain: a stream, a hedge, a wall; between two lines where nobody crosses it.
    pub(super) fn line(&self, look: &Look, frame: &mut Frame, points: &[Point], of: TerrainStyle) {
        if !of.passable {
            for (color, width) in [(ink(of.look), 3.0), ("paper", 2.2)] {
                let mut path = Path::polygon(points);
                path.0.pop();
                frame.stroke(path, Stroke { round: true, ..Stroke::new(look.color(color), width * self.scale) });
            }
        }
        // Of further kinds of a look lines are thinner, and what stands on them is farther apart.
        let thin = 1.0 / (1.0 + 0.5 * f64::from(of.variant.min(3)));
        self.texture(of).line_of(look, frame, points, (of.look, thin));
    }

    fn line_of(&self, look: &Look, frame: &mut Frame, points: &[Point], (of, thin): (TerrainLook, f64)) {
        let s = self.scale;
        let color = look.color(ink(of));
        let mut path = Path::polygon(points);
        path.0.pop();
        let stroke = |width: f64| Stroke { round: true, ..Stroke::new(color, width * thin * s) };
        match of {
            TerrainLook::Water => frame.stroke(path, stroke(1.1)),
            TerrainLook::Town => {
                frame.stroke(path, stroke(0.55));
                self.beads(points, 2.6, |p, (ux, uy), _| {
                    let d = 0.55 * s;
                    frame.stroke(
                        Path::line(at(p.x + uy * d, p.y - ux * d), at(p.x - uy * d, p.y + ux * d)),
                        stroke(0.45),
                    );
                });
            }
            TerrainLook::Wood => self.beads(points, 2.3, |p, _, n| {
                let tree = look.symbol("tree", n % TREES, |look| tree(look, n % TREES));
                frame.place(&tree, Transform::from_scale_translate(0.72 * s, p.x, p.y));
            }),
            TerrainLook::Hill => {
                frame.stroke(path, stroke(0.4));
                self.beads(points, 1.1, |p, (ux, uy), n| {
                    let d = if n % 2 == 0 { 1.7 } else { -1.7 } * s;
                    frame.stroke(Path::line(p, at(p.x + uy * d, p.y - ux * d)), stroke(0.3));
                });
            }
            TerrainLook::Field => {
                frame.stroke(path, stroke(0.3));
                self.beads(points, 2.2, |p, (ux, uy), _| {
                    let d = 0.75 * s;
                    frame.stroke(
                        Path::line(
                            at(p.x + (ux + uy) * d, p.y + (uy - ux) * d),
                            at(p.x - (ux + uy) * d, p.y - (uy - ux) * d),
                        ),
                        stroke(0.3),
                    );
                });
            }
            TerrainLook::Marsh => {
                frame.stroke(path, Stroke { dash: Some((1.6 * s, 1.0 * s)), ..Stroke::new(color, 0.7 * s) });
            }
            TerrainLook::Plain => {
                frame.stroke(path, Stroke { dash: Some((2.4 * s, 1.2 * s)), ..Stroke::new(color, 0.5 * s) });
            }
        }
    }

    /// Calls `put` with places along a line, evenly spaced, and the direction there.
    fn beads(&self, points: &[Point], pitch: f64, mut put: impl FnMut(Point, (f64, f64), usize)) {
        let pitch = pitch * self.scale * self.spread;
        let mut left = pitch / 2.0;
        let mut number = 0;
        for pair in points.windows(2) {
            let (dx, dy) = (pair[1].x - pair[0].x, pair[1].y - pair[0].y);
            let side = dx.hypot(dy);
            if side < 1e-6 {
                continue;
            }
            let unit = (dx / side, dy / side);
            let mut along = left;
            while along < side {
                put(at(pair[0].x + unit.0 * along, pair[0].y + unit.1 * along), unit, number);
                number += 1;
                along += pitch;
            }
            left = along - side;
        }
    }
}
