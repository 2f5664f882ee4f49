//! The frame: what every layout ends in and every exporter translates. Millimetres, origin top left, y down.

use std::sync::Arc;

use super::font::Font;
use super::picture::Raster;

/// A drawing: items painted in order.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Frame {
    /// The items, the lowest first.
    pub items: Vec<Item>,
}

/// One thing drawn.
#[derive(Debug, Clone, PartialEq)]
pub enum Item {
    /// A drawing placed in this one.
    Group(Group),
    /// Shaped glyphs on one baseline.
    Text(Text),
    /// A path, filled or stroked or both.
    Shape(DrawnShape),
    /// An area, filled with a colour or a gradient.
    Area(FilledArea),
    /// Pixels.
    Image(Image),
}

impl Item {
    /// Returns a rectangle that holds it, perhaps with room around it; nothing if there is nothing.
    fn bounds(&self) -> Option<Rect> {
        match self {
            Item::Group(group) => {
                let inner = match &group.clip {
                    Some(clip) => clip.path.bounds(),
                    None => group.frame.bounds(),
                };
                inner.map(|inner| inner.transform(group.transform))
            }
            // Letters may reach far beyond their line.
            Item::Text(text) => {
                let line = Rect::new(text.at.x, text.at.y, text.width().max(0.0), 0.0);
                Some(line.inflate(2.0 * text.size, 2.0 * text.size))
            }
            Item::Shape(shape) => {
                // A sharp corner reaches out as far as the miter limit lets it.
                let beyond = shape.stroke.map_or(0.0, |stroke| 5.0 * stroke.width);
                shape.path.bounds().map(|bounds| bounds.inflate(beyond, beyond))
            }
            Item::Area(area) => area.path.bounds(),
            Item::Image(image) => Some(image.rect),
        }
    }
}

/// A drawing placed in another one. Groups that share an allocation are written to a file once.
#[derive(Debug, Clone, PartialEq)]
pub struct Group {
    /// From the group's coordinates to those of the frame around it.
    pub transform: Transform,
    /// The drawing.
    pub frame: Arc<Frame>,
    /// The outline outside of which nothing is drawn, in the group's coordinates; `None` for all of it.
    pub clip: Option<Clip>,
    /// From 0, nothing is seen of it, to 1, nothing is seen through it.
    pub opacity: f64,
}

/// An outline outside of which nothing is drawn.
#[derive(Debug, Clone, PartialEq)]
pub struct Clip {
    /// The outline.
    pub path: Path,
    /// True for the even-odd rule, false for the nonzero rule.
    pub even_odd: bool,
}

impl From<Path> for Clip {
    fn from(path: Path) -> Clip {
        Clip { path, even_odd: true }
    }
}

/// A small drawing that stands in texts, its top left corner at the origin.
#[derive(Debug, Clone, PartialEq)]
pub struct Icon {
    /// The drawing.
    pub frame: Arc<Frame>,
    /// Its height.
    pub height: f64,
    /// Its width for a height of 1.
    pub width: f64,
}

impl Icon {
    /// Returns the icon as high as `height` with its top left corner at `to`.
    pub fn item_at(&self, height: f64, to: Point) -> Item {
        let transform = Transform::from_scale_translate(height / self.height, to.x, to.y);
        Item::Group(Group { transform, frame: Arc::clone(&self.frame), clip: None, opacity: 1.0 })
    }
}

/// A run of glyphs in one font, size and colour.
#[derive(Debug, Clone, PartialEq)]
pub struct Text {
    /// Start of the baseline.
    pub at: Point,
    /// The font.
    pub font: Font,
    /// Size of the em in millimetres.
    pub size: f64,
    /// The colour.
    pub color: Color,
    /// The text that a reader copies.
    pub text: String,
    /// The glyphs that are drawn.
    pub glyphs: Vec<Glyph>,
}

impl Text {
    /// Returns true if it is written from right to left: its glyphs stand as they are drawn, its last letter first.
    pub fn is_leftward(&self) -> bool {
        matches!(self.glyphs.as_slice(), [first, .., last] if first.cluster > last.cluster)
    }

    /// Returns the width in millimetres.
    pub fn width(&self) -> f64 {
        self.glyphs.iter().map(|g| f64::from(g.advance)).sum::<f64>() * self.size / self.font.units_per_em()
    }
}

/// A glyph, measured in the font's units: as small as they are in the font, since a deck has hundreds of thousands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Glyph {
    /// The start of its characters in the run's text, in bytes.
    pub cluster: u32,
    /// Its number in the font.
    pub id: u16,
    /// The advance of the pen, kerning included.
    pub advance: i16,
    /// Shift to the right.
    pub dx: i16,
    /// Shift up.
    pub dy: i16,
}

/// A path with its paint.
#[derive(Debug, Clone, PartialEq)]
pub struct DrawnShape {
    /// The outline.
    pub path: Path,
    /// The colour inside.
    pub fill: Option<Color>,
    /// The line.
    pub stroke: Option<Stroke>,
}

/// The stroke of a line.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stroke {
    /// The colour.
    pub color: Color,
    /// The width in millimetres.
    pub width: f64,
    /// Round ends and corners instead of square ones.
    pub round: bool,
    /// Lengths of dash and gap in millimetres.
    pub dash: Option<(f64, f64)>,
}

impl Stroke {
    /// Returns a plain line.
    pub fn new(color: Color, width: f64) -> Stroke {
        Stroke { color, width, round: false, dash: None }
    }
}

/// A filled outline.
#[derive(Debug, Clone, PartialEq)]
pub struct FilledArea {
    /// The outline.
    pub path: Path,
    /// The paint.
    pub fill: AreaFill,
    /// True for the even-odd rule, false for the nonzero rule.
    pub even_odd: bool,
}

/// The paint of an area.
#[derive(Debug, Clone, PartialEq)]
pub enum AreaFill {
    /// One colour.
    Color(Color),
    /// Colours that run into each other. Areas that share an allocation share it in a file.
    Gradient(Arc<Gradient>),
}

/// Colours that run into each other; beyond its ends the first and the last go on.
#[derive(Debug, Clone, PartialEq)]
pub struct Gradient {
    /// The line or circle that the colours run along.
    pub run: GradientRun,
    /// From the gradient's coordinates to those of the frame that it is in.
    pub transform: Transform,
    /// Places from 0 to 1, rising, at least two, and the colours there.
    pub stops: Vec<(f64, Color)>,
}

/// The run of a gradient's colours.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum GradientRun {
    /// A line, from its first point to its second.
    Linear(Point, Point),
    /// From a point, or the circle around it, to the circle around a centre.
    Radial {
        /// The point at which it begins; within the circle.
        focus: Point,
        /// The radius of the circle at which it begins; 0 for the point alone.
        inner: f64,
        /// The centre of the circle.
        center: Point,
        /// The radius of the circle.
        radius: f64,
    },
}

/// A picture of pixels stretched over a rectangle.
#[derive(Debug, Clone, PartialEq)]
pub struct Image {
    /// The rectangle.
    pub rect: Rect,
    /// The pixels. Images that share an allocation share it in a file.
    pub raster: Arc<Raster>,
}

/// Pixels, row by row from the top, three bytes each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pixels {
    /// Pixels in a row.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// Red, green, blue: `3 * width * height` bytes.
    pub rgb: Vec<u8>,
}

/// A colour of the screen; equal parts are written as grey, so that black text stays black alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Color(pub u8, pub u8, pub u8);

impl Color {
    /// Black.
    pub const BLACK: Color = Color(0, 0, 0);
    /// White.
    pub const WHITE: Color = Color(255, 255, 255);

    /// Returns this colour mixed with `part` (0 to 1) of another.
    pub fn mix(self, other: Color, part: f64) -> Color {
        let mix = |a: u8, b: u8| (f64::from(a) + (f64::from(b) - f64::from(a)) * part).round() as u8;
        Color(mix(self.0, other.0), mix(self.1, other.1), mix(self.2, other.2))
    }
}

/// A place.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Point {
    /// From the left.
    pub x: f64,
    /// From the top.
    pub y: f64,
}

/// Returns the point at `x`, `y`.
pub const fn at(x: f64, y: f64) -> Point {
    Point { x, y }
}

/// An upright rectangle.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Rect {
    /// Left edge.
    pub x: f64,
    /// Top edge.
    pub y: f64,
    /// Width.
    pub width: f64,
    /// Height.
    pub height: f64,
}

impl Rect {
    /// Returns a rectangle by its top left corner and size.
    pub const fn new(x: f64, y: f64, width: f64, height: f64) -> Rect {
        Rect { x, y, width, height }
    }

    /// Returns the top left corner.
    pub fn corner(self) -> Point {
        at(self.x, self.y)
    }

    /// Returns the right edge.
    pub fn right(self) -> f64 {
        self.x + self.width
    }

    /// Returns the bottom edge.
    pub fn bottom(self) -> f64 {
        self.y + self.height
    }

    /// Returns its middle.
    pub fn middle(self) -> Point {
        at(self.x + self.width / 2.0, self.y + self.height / 2.0)
    }

    /// Returns the smallest upright rectangle around it, mapped.
    pub fn transform(self, transform: Transform) -> Rect {
        let corners =
            [(self.x, self.y), (self.right(), self.y), (self.x, self.bottom()), (self.right(), self.bottom())];
        let corners = corners.map(|(x, y)| transform.apply(at(x, y)));
        let least = |of: fn(&Point) -> f64| corners.iter().map(of).fold(f64::INFINITY, f64::min);
        let most = |of: fn(&Point) -> f64| corners.iter().map(of).fold(f64::NEG_INFINITY, f64::max);
        let (x, y) = (least(|p| p.x), least(|p| p.y));
        Rect::new(x, y, most(|p| p.x) - x, most(|p| p.y) - y)
    }

    /// Returns the smallest rectangle around both.
    pub fn union(self, other: Rect) -> Rect {
        let (x, y) = (self.x.min(other.x), self.y.min(other.y));
        Rect::new(x, y, self.right().max(other.right()) - x, self.bottom().max(other.bottom()) - y)
    }

    /// Returns what lies in both; nothing if they are apart.
    pub fn common(self, other: Rect) -> Option<Rect> {
        let (x, y) = (self.x.max(other.x), self.y.max(other.y));
        let (width, height) = (self.right().min(other.right()) - x, self.bottom().min(other.bottom()) - y);
        (width >= 0.0 && height >= 0.0).then(|| Rect::new(x, y, width, height))
    }

    /// Returns a rectangle larger by these lengths on the left and right, above and below.
    pub fn inflate(self, x: f64, y: f64) -> Rect {
        Rect::new(self.x - x, self.y - y, self.width + 2.0 * x, self.height + 2.0 * y)
    }
}

/// An affine map: `x' = a x + c y + e`, `y' = b x + d y + f`, kept as `[a, b, c, d, e, f]`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Transform(pub [f64; 6]);

impl Transform {
    /// Returns a transform that only moves.
    pub const fn from_translate(x: f64, y: f64) -> Transform {
        Transform([1.0, 0.0, 0.0, 1.0, x, y])
    }

    /// Returns a transform that scales, then moves.
    pub const fn from_scale_translate(scale: f64, x: f64, y: f64) -> Transform {
        Transform([scale, 0.0, 0.0, scale, x, y])
    }

    /// Returns a transform that turns by degrees with the clock about a point.
    pub fn from_rotate_at(degrees: f64, about: Point) -> Transform {
        // Quarters are exact: straight lines stay straight on paper.
        let (sin, cos) = match degrees.rem_euclid(360.0) {
            0.0 => (0.0, 1.0),
            90.0 => (1.0, 0.0),
            180.0 => (0.0, -1.0),
            270.0 => (-1.0, 0.0),
            other => other.to_radians().sin_cos(),
        };
        let back = Transform([cos, sin, -sin, cos, 0.0, 0.0]).apply(about);
        Transform([cos, sin, -sin, cos, about.x - back.x, about.y - back.y])
    }

    /// Returns a transform that turns a quarter against the clock, then moves.
    pub const fn quarter(x: f64, y: f64) -> Transform {
        Transform([0.0, -1.0, 1.0, 0.0, x, y])
    }

    /// Returns the place where a point comes to lie.
    pub fn apply(self, p: Point) -> Point {
        let [a, b, c, d, e, f] = self.0;
        at(a * p.x + c * p.y + e, b * p.x + d * p.y + f)
    }

    /// Returns this map after `inner`.
    pub fn compose(self, inner: Transform) -> Transform {
        let [a, b, c, d, ..] = self.0;
        let [ia, ib, ic, id, ie, if_] = inner.0;
        let to = self.apply(at(ie, if_));
        Transform([a * ia + c * ib, b * ia + d * ib, a * ic + c * id, b * ic + d * id, to.x, to.y])
    }
}

/// An outline of lines and curves.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Path(pub Vec<Segment>);

/// A step of an outline.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Segment {
    /// Begin here.
    Move(Point),
    /// A straight line to here.
    Line(Point),
    /// A cubic curve with two control points to the last one.
    Curve(Point, Point, Point),
    /// Back to the beginning.
    Close,
}

/// Control points this far along a tangent make a quarter of a circle.
const QUARTER: f64 = 0.552_284_75;

impl Path {
    /// Returns a straight line.
    pub fn line(from: Point, to: Point) -> Path {
        Path(vec![Segment::Move(from), Segment::Line(to)])
    }

    /// Returns a closed polygon.
    pub fn polygon(points: &[Point]) -> Path {
        let step = |(i, p): (usize, &Point)| if i == 0 { Segment::Move(*p) } else { Segment::Line(*p) };
        Path(points.iter().enumerate().map(step).chain([Segment::Close]).collect())
    }

    /// Returns a rectangle.
    pub fn rect(r: Rect) -> Path {
        Path::polygon(&[at(r.x, r.y), at(r.right(), r.y), at(r.right(), r.bottom()), at(r.x, r.bottom())])
    }

    /// Returns a rectangle with rounded corners.
    pub fn rounded_rect(r: Rect, radius: f64) -> Path {
        let (x0, y0, x1, y1, k) = (r.x, r.y, r.right(), r.bottom(), radius * (1.0 - QUARTER));
        use Segment::{Close, Curve, Line, Move};
        Path(vec![
            Move(at(x0 + radius, y0)),
            Line(at(x1 - radius, y0)),
            Curve(at(x1 - k, y0), at(x1, y0 + k), at(x1, y0 + radius)),
            Line(at(x1, y1 - radius)),
            Curve(at(x1, y1 - k), at(x1 - k, y1), at(x1 - radius, y1)),
            Line(at(x0 + radius, y1)),
            Curve(at(x0 + k, y1), at(x0, y1 - k), at(x0, y1 - radius)),
            Line(at(x0, y0 + radius)),
            Curve(at(x0, y0 + k), at(x0 + k, y0), at(x0 + radius, y0)),
            Close,
        ])
    }

    /// Returns a circle.
    pub fn circle(center: Point, radius: f64) -> Path {
        let (x, y, r, k) = (center.x, center.y, radius, radius * QUARTER);
        use Segment::{Close, Curve, Move};
        Path(vec![
            Move(at(x + r, y)),
            Curve(at(x + r, y + k), at(x + k, y + r), at(x, y + r)),
            Curve(at(x - k, y + r), at(x - r, y + k), at(x - r, y)),
            Curve(at(x - r, y - k), at(x - k, y - r), at(x, y - r)),
            Curve(at(x + k, y - r), at(x + r, y - k), at(x + r, y)),
            Close,
        ])
    }

    /// Returns an ellipse as large as a rectangle.
    pub fn ellipse(r: Rect) -> Path {
        let middle = r.middle();
        let stretch = |p: Point| at(p.x, middle.y + (p.y - middle.y) * r.height / r.width);
        let step = |segment: &Segment| match *segment {
            Segment::Move(p) => Segment::Move(stretch(p)),
            Segment::Line(p) => Segment::Line(stretch(p)),
            Segment::Curve(a, b, p) => Segment::Curve(stretch(a), stretch(b), stretch(p)),
            Segment::Close => Segment::Close,
        };
        Path(Path::circle(middle, r.width / 2.0).0.iter().map(step).collect())
    }

    /// Returns a rectangle around all of its points, those that bend it included; nothing if it has none.
    pub fn bounds(&self) -> Option<Rect> {
        let points = self.0.iter().flat_map(|segment| match segment {
            Segment::Move(p) | Segment::Line(p) => [Some(*p), None, None],
            Segment::Curve(a, b, p) => [Some(*a), Some(*b), Some(*p)],
            Segment::Close => [None; 3],
        });
        points.flatten().map(|p| Rect::new(p.x, p.y, 0.0, 0.0)).reduce(Rect::union)
    }

    /// Returns both outlines as one; drawn with the even-odd rule it is one cut out of the other.
    pub fn append(mut self, other: Path) -> Path {
        self.0.extend(other.0);
        self
    }
}

impl Frame {
    /// Returns a rectangle that holds all that is drawn, perhaps with room around it; nothing if there is nothing.
    pub fn bounds(&self) -> Option<Rect> {
        self.items.iter().filter_map(Item::bounds).reduce(Rect::union)
    }

    /// Fills a path.
    pub fn fill(&mut self, path: Path, color: Color) {
        self.items.push(Item::Shape(DrawnShape { path, fill: Some(color), stroke: None }));
    }

    /// Strokes a path.
    pub fn stroke(&mut self, path: Path, stroke: Stroke) {
        self.items.push(Item::Shape(DrawnShape { path, fill: None, stroke: Some(stroke) }));
    }

    /// Places a drawing that may be shared.
    pub fn place(&mut self, frame: &Arc<Frame>, transform: Transform) {
        let frame = Arc::clone(frame);
        self.items.push(Item::Group(Group { transform, frame, clip: None, opacity: 1.0 }));
    }

    /// Places the part of a drawing that lies inside of an outline, by the even-odd rule; the drawing may be shared.
    pub fn place_within(&mut self, clip: Path, frame: &Arc<Frame>, transform: Transform) {
        let frame = Arc::clone(frame);
        self.items.push(Item::Group(Group { transform, frame, clip: Some(clip.into()), opacity: 1.0 }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transforms_compose_from_the_inside() {
        let outer = Transform::quarter(10.0, 20.0);
        let inner = Transform::from_scale_translate(2.0, 1.0, 0.0);
        let p = at(3.0, 4.0);
        assert_eq!(outer.compose(inner).apply(p), outer.apply(inner.apply(p)));
        assert_eq!(outer.apply(at(1.0, 0.0)), at(10.0, 19.0));
    }

    #[test]
    fn what_is_turned_keeps_its_middle() {
        let rect = Rect::new(2.0, 3.0, 10.0, 4.0);
        let turned = Transform::from_rotate_at(90.0, rect.middle());
        assert_eq!(turned.apply(rect.middle()), rect.middle());
        assert_eq!(rect.transform(turned), Rect::new(5.0, 0.0, 4.0, 10.0));
        // With the clock: what was on the right is below.
        assert_eq!(turned.apply(at(12.0, 5.0)), at(7.0, 10.0));
    }
}
