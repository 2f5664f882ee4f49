//! SVG files as drawings: fills and lines become paths. Features that a drawing cannot have are omitted and named.

mod bounds;
mod clip;
mod color;
mod sheet;
mod source;
mod style;
mod transform;

use std::borrow::Cow;
use std::sync::Arc;

use usvg::tiny_skia_path::{Path as SkiaPath, PathBuilder, PathSegment, Stroke as Pen, Transform as SkiaTransform};
use usvg::{Node, Paint, SpreadMethod, roxmltree};

use super::{PictureFault, VectorPicture};
use crate::print::Size;
use crate::print::frame::{
    AreaFill, Color, FilledArea, Frame, Gradient, GradientRun, Group, Item, Path, Point, Rect, Segment, Transform, at,
};

const SVG: &str = "http://www.w3.org/2000/svg";

/// The longer side of every drawing in its own units: fine enough for what is written in hundredths of them.
const LONGER_SIDE: f32 = 1000.0;
/// The most segments of all paths together.
const MOST_SEGMENTS: usize = 500_000;
/// The most dashes of a line; one with more is drawn whole.
const MOST_DASHES: f32 = 20_000.0;
/// The most colours of all gradients together.
const MOST_STOPS: usize = 100_000;
/// The most steps of drawing: groups, shapes and what they are cut along.
const MOST_STEPS: usize = 1_000_000;
/// The most times that the whole drawing is painted over: of hundreds of layers few are seen.
const MOST_LAYERS: f64 = 1_000.0;
/// The cost of a group that is seen through as a whole, as a multiple of the cost of one shape of its size.
const SEEN_THROUGH: f64 = 4.0;
/// The most bends of a line that is drawn at once: it is not known before how many a wide line has at its edges.
const MOST_BENDS: usize = 200;
/// Farther away nothing is seen.
const FAR: f32 = 1e6;
/// Fineness of bent edges: parts of a unit.
const FINENESS: f32 = 4.0;

fn endless(why: String) -> PictureFault {
    PictureFault::Endless(why)
}

fn parse_xml<'a>(
    text: &'a str,
    options: roxmltree::ParsingOptions<'a>,
) -> Result<roxmltree::Document<'a>, PictureFault> {
    roxmltree::Document::parse_with_options(text, options).map_err(|error| match error {
        roxmltree::Error::NodesLimitReached => endless(format!("it has more than {} parts", bounds::MOST_NODES)),
        error => PictureFault::Damaged(error.to_string()),
    })
}

/// Reads a file.
pub(super) fn read(bytes: &[u8]) -> Result<VectorPicture, PictureFault> {
    let damaged = |how: String| PictureFault::Damaged(how);
    let text = std::str::from_utf8(bytes).map_err(|_| damaged("its text is not UTF-8".to_owned()))?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    source::check(text)?;
    let options = roxmltree::ParsingOptions { allow_dtd: true, nodes_limit: bounds::MOST_NODES, ..Default::default() };
    let xml = parse_xml(text, options)?;
    bounds::check(&xml)?;
    if !style::is_svg(xml.root_element()) || xml.root_element().tag_name().name() != "svg" {
        return Err(damaged("its first element is not `svg`".to_owned()));
    }
    let style::Written { text, left_out } = style::inline_styles(&xml)?;
    let xml = parse_xml(&text, roxmltree::ParsingOptions::default())?;
    bounds::count(&xml)?;
    let tree = usvg::Tree::from_xmltree(&xml, &usvg::Options::default()).map_err(|error| damaged(error.to_string()))?;
    let (width, height) = (tree.size().width(), tree.size().height());
    let scale = LONGER_SIDE / width.max(height);
    let is_sized = scale.is_finite() && scale > 0.0 && width.min(height) * scale >= 1e-3;
    if !is_sized {
        return Err(damaged("its size is out of range".to_owned()));
    }
    let size = Size { width: f64::from(width * scale), height: f64::from(height * scale) };
    let mut drawing = Drawing {
        scale: SkiaTransform::from_scale(scale, scale),
        fine: scale,
        size,
        segments: 0,
        steps: 0,
        stops: 0,
        layers: 0.0,
        left_out,
    };
    let mut frame = Frame::default();
    drawing.group(tree.root(), SkiaTransform::identity(), &mut frame)?;
    let mut left_out = drawing.left_out;
    left_out.sort_unstable();
    left_out.dedup();
    Ok(VectorPicture { size, frame: Arc::new(frame), left_out })
}

struct Drawing {
    /// From the file's units to those of the drawing.
    scale: SkiaTransform,
    fine: f32,
    /// In the drawing's units.
    size: Size,
    segments: usize,
    steps: usize,
    stops: usize,
    /// The number of times that all shapes together paint over the whole drawing.
    layers: f64,
    left_out: Vec<Cow<'static, str>>,
}

impl Drawing {
    fn step(&mut self) -> Result<(), PictureFault> {
        self.steps += 1;
        match self.steps {
            0..=MOST_STEPS => Ok(()),
            _ => Err(endless(format!("drawing it takes more than {MOST_STEPS} steps"))),
        }
    }

    fn name(&mut self, what: &'static str) {
        if !self.left_out.iter().any(|known| known == what) {
            self.left_out.push(Cow::Borrowed(what));
        }
    }

    /// Draws a group. `map` converts the coordinates of its parent to the file's units.
    fn group(&mut self, group: &usvg::Group, map: SkiaTransform, frame: &mut Frame) -> Result<(), PictureFault> {
        self.step()?;
        let map = map.pre_concat(group.transform());
        let opacity = f64::from(group.opacity().get());
        let Some(clip) = group.clip_path() else {
            return draw_group(frame, opacity, |inner| {
                self.nodes(group, map, inner)?;
                self.see_through(opacity, inner)
            });
        };
        let ways = self.ways(clip, map)?;
        let (steps, layers) = (self.steps, self.layers);
        let mut inner = Frame::default();
        self.nodes(group, map, &mut inner)?;
        // It is drawn again for each way of lying within.
        let again = ways.len().saturating_sub(1);
        self.steps += again.saturating_mul(self.steps - steps);
        self.layers += again as f64 * (self.layers - layers);
        self.step()?;
        if again > 0 && super::is_transparent(&inner) && clip::overlap(&ways) {
            self.name("clip paths of several parts on transparent shapes");
        }
        let inner = Arc::new(inner);
        let draw = |frame: &mut Frame| {
            for way in ways {
                let mut cut = Arc::clone(&inner);
                for clip in way {
                    self.paint_over(clip.path.bounds(), SEEN_THROUGH)?;
                    self.count_segments(clip.path.0.len())?;
                    let clip = Some(clip.as_ref().clone());
                    let group =
                        Group { transform: Transform::from_translate(0.0, 0.0), frame: cut, clip, opacity: 1.0 };
                    cut = Arc::new(Frame { items: vec![Item::Group(group)] });
                }
                frame.items.extend(Arc::unwrap_or_clone(cut).items);
            }
            self.see_through(opacity, frame)
        };
        draw_group(frame, opacity, draw)
    }

    fn nodes(&mut self, group: &usvg::Group, map: SkiaTransform, frame: &mut Frame) -> Result<(), PictureFault> {
        for node in group.children() {
            self.step()?;
            match node {
                Node::Group(group) => self.group(group, map, frame)?,
                Node::Path(path) => self.path(path, map, frame)?,
                // Told by their elements.
                Node::Image(_) | Node::Text(_) => {}
            }
        }
        Ok(())
    }

    /// Counts what is seen through as a whole; one shape is not.
    fn see_through(&mut self, opacity: f64, frame: &Frame) -> Result<(), PictureFault> {
        match frame.items.as_slice() {
            [] | [Item::Area(_)] => Ok(()),
            _ if opacity >= 1.0 => Ok(()),
            _ => self.paint_over(frame.bounds(), SEEN_THROUGH),
        }
    }

    /// Counts how often the drawing is painted over, by something that takes so many times as long as a shape.
    fn paint_over(&mut self, bounds: Option<Rect>, times: f64) -> Result<(), PictureFault> {
        let whole = Rect::new(0.0, 0.0, self.size.width, self.size.height);
        let seen = bounds.and_then(|bounds| bounds.common(whole)).map_or(0.0, |seen| seen.width * seen.height);
        self.layers += times * seen / (whole.width * whole.height);
        if self.layers > MOST_LAYERS {
            return Err(endless(format!("its shapes overlap more than {MOST_LAYERS} times")));
        }
        Ok(())
    }

    fn path(&mut self, path: &usvg::Path, map: SkiaTransform, frame: &mut Frame) -> Result<(), PictureFault> {
        if !path.is_visible() {
            return Ok(());
        }
        let fill = path.fill().map(|fill| {
            let even_odd = fill.rule() == usvg::FillRule::EvenOdd;
            (path.data().clone(), fill.paint(), fill.opacity().get(), even_odd, f64::INFINITY)
        });
        let stroke = match path.stroke() {
            Some(stroke) => self.outline(path.data(), stroke, map)?.map(|outline| {
                // It covers no more than its length and width.
                let size = map.get_scale();
                let width = stroke.width().get();
                let area = f64::from((length(path.data()) + width) * width * size.0 * size.1 * self.fine * self.fine);
                (outline, stroke.paint(), stroke.opacity().get(), false, area)
            }),
            None => None,
        };
        let mut painted = [fill, stroke];
        if path.paint_order() == usvg::PaintOrder::StrokeAndFill {
            painted.reverse();
        }
        for (outline, paint, opacity, even_odd, area) in painted.into_iter().flatten() {
            let Some(fill) = self.fill(paint, map)? else { continue };
            let path = self.convert_path(&outline, map)?;
            let bounds = path.bounds();
            let around = bounds.map_or(0.0, |bounds| bounds.width * bounds.height);
            self.paint_over(bounds, if area < around { area / around } else { 1.0 })?;
            draw_group(frame, f64::from(opacity), |frame| {
                frame.items.push(Item::Area(FilledArea { path, fill, even_odd }));
                Ok(())
            })?;
        }
        Ok(())
    }

    /// Returns a line as the area that it covers.
    fn outline(
        &mut self,
        data: &SkiaPath,
        stroke: &usvg::Stroke,
        map: SkiaTransform,
    ) -> Result<Option<SkiaPath>, PictureFault> {
        let mut pen = stroke.to_tiny_skia();
        if let Some(dashes) = stroke.dasharray() {
            let sum: f32 = dashes.iter().sum();
            if length(data) / sum * dashes.len() as f32 > MOST_DASHES {
                self.name("fine dashes");
                pen.dash = None;
            }
        }
        let (x, y) = map.get_scale();
        let fine = (x.max(y) * self.fine * FINENESS).clamp(1e-3, 1e3);
        let dashed = match &pen.dash {
            Some(dash) => data.dash(dash, fine),
            None => Some(data.clone()),
        };
        let Some(dashed) = dashed else { return Ok(None) };
        self.check_segments(&dashed, &pen, fine)?;
        Ok(dashed.stroke(&pen, fine))
    }

    /// Refuses a long line whose edges have too many segments: it is tried in pieces.
    fn check_segments(&self, data: &SkiaPath, pen: &Pen, fine: f32) -> Result<(), PictureFault> {
        let mut count = 0;
        let mut piece = PathBuilder::new();
        let mut before = usvg::tiny_skia_path::Point::zero();
        let mut bends = 0;
        for segment in data.segments() {
            bends += usize::from(matches!(segment, PathSegment::QuadTo(..) | PathSegment::CubicTo(..)));
            if bends == MOST_BENDS {
                bends = 0;
                let tried = std::mem::take(&mut piece).finish().and_then(|piece| piece.stroke(pen, fine));
                count += tried.map_or(0, |tried| tried.len());
                if self.segments + count > MOST_SEGMENTS {
                    return Err(endless(format!("its paths have more than {MOST_SEGMENTS} segments")));
                }
                piece.move_to(before.x, before.y);
            }
            match segment {
                PathSegment::MoveTo(p) => piece.move_to(p.x, p.y),
                PathSegment::LineTo(p) => piece.line_to(p.x, p.y),
                PathSegment::QuadTo(c, p) => piece.quad_to(c.x, c.y, p.x, p.y),
                PathSegment::CubicTo(a, b, p) => piece.cubic_to(a.x, a.y, b.x, b.y, p.x, p.y),
                PathSegment::Close => piece.close(),
            }
            if let PathSegment::MoveTo(p)
            | PathSegment::LineTo(p)
            | PathSegment::QuadTo(_, p)
            | PathSegment::CubicTo(_, _, p) = segment
            {
                before = p;
            }
        }
        Ok(())
    }

    fn fill(&mut self, paint: &Paint, map: SkiaTransform) -> Result<Option<AreaFill>, PictureFault> {
        let (base, run) = match paint {
            Paint::Color(color) => return Ok(Some(AreaFill::Color(Color(color.red, color.green, color.blue)))),
            // Told where they are named.
            Paint::Pattern(_) => return Ok(None),
            Paint::LinearGradient(linear) => {
                let [x1, y1, x2, y2] = [linear.x1(), linear.y1(), linear.x2(), linear.y2()].map(f64::from);
                let base: &usvg::BaseGradient = linear;
                (base, GradientRun::Linear(at(x1, y1), at(x2, y2)))
            }
            Paint::RadialGradient(radial) => {
                let base: &usvg::BaseGradient = radial;
                let [cx, cy, fx, fy] = [radial.cx(), radial.cy(), radial.fx(), radial.fy()].map(f64::from);
                let radius = f64::from(radial.r().get());
                // Within its circle, as a circle of no size where it is none.
                let inner = f64::from(radial.fr().get()).min(radius);
                (base, GradientRun::Radial { focus: at(fx, fy), inner, center: at(cx, cy), radius })
            }
        };
        if base.spread_method() != SpreadMethod::Pad {
            self.name("repeated gradients");
        }
        let stop = |stop: &usvg::Stop| {
            let color = Color(stop.color().red, stop.color().green, stop.color().blue);
            let clear = 1.0 - f64::from(stop.opacity().get());
            (f64::from(stop.offset().get()), color.mix(Color::WHITE, clear))
        };
        if base.stops().iter().any(|stop| stop.opacity().get() < 1.0) {
            self.name("transparent gradients");
        }
        self.stops += base.stops().len();
        if self.stops > MOST_STOPS {
            return Err(endless(format!("its gradients have more than {MOST_STOPS} colours")));
        }
        let transform = matrix(self.scale.pre_concat(map).pre_concat(base.transform()));
        let stops = base.stops().iter().map(stop).collect();
        Ok(Some(AreaFill::Gradient(Arc::new(near(Gradient { run, transform, stops })))))
    }

    fn count_segments(&mut self, segments: usize) -> Result<(), PictureFault> {
        self.segments += segments;
        if self.segments > MOST_SEGMENTS {
            return Err(endless(format!("its paths have more than {MOST_SEGMENTS} segments")));
        }
        Ok(())
    }

    /// Returns a path in the drawing's units.
    fn convert_path(&mut self, path: &SkiaPath, map: SkiaTransform) -> Result<Path, PictureFault> {
        self.count_segments(path.len())?;
        let Some(path) = path.clone().transform(self.scale.pre_concat(map)) else { return Ok(Path::default()) };
        let point =
            |p: usvg::tiny_skia_path::Point| at(f64::from(p.x.clamp(-FAR, FAR)), f64::from(p.y.clamp(-FAR, FAR)));
        let mut segments = Vec::with_capacity(path.len());
        let mut before = at(0.0, 0.0);
        for segment in path.segments() {
            let (segment, end) = match segment {
                PathSegment::MoveTo(p) => (Segment::Move(point(p)), point(p)),
                PathSegment::LineTo(p) => (Segment::Line(point(p)), point(p)),
                PathSegment::QuadTo(c, p) => (quadratic(before, point(c), point(p)), point(p)),
                PathSegment::CubicTo(a, b, p) => (Segment::Curve(point(a), point(b), point(p)), point(p)),
                PathSegment::Close => (Segment::Close, before),
            };
            segments.push(segment);
            before = end;
        }
        Ok(Path(segments))
    }
}

/// Draws into a frame, or into a group of it where something is seen through that.
fn draw_group(
    frame: &mut Frame,
    opacity: f64,
    draw: impl FnOnce(&mut Frame) -> Result<(), PictureFault>,
) -> Result<(), PictureFault> {
    if opacity >= 1.0 {
        return draw(frame);
    }
    let mut inner = Frame::default();
    draw(&mut inner)?;
    let transform = Transform::from_translate(0.0, 0.0);
    frame.items.push(Item::Group(Group { transform, frame: Arc::new(inner), clip: None, opacity }));
    Ok(())
}

fn matrix(t: SkiaTransform) -> Transform {
    Transform([t.sx, t.ky, t.kx, t.sy, t.tx, t.ty].map(f64::from))
}

/// Returns a gradient in numbers that readers of a PDF take: neither far away nor of no size. As it is, if it is there.
fn near(mut gradient: Gradient) -> Gradient {
    let far = f64::from(FAR);
    let [a, b, c, d, e, f] = gradient.transform.0;
    let size = [a, b, c, d].into_iter().fold(0.0, |most: f64, part| most.max(part.abs()));
    let numbers = match gradient.run {
        GradientRun::Linear(from, to) => vec![from.x, from.y, to.x, to.y],
        GradientRun::Radial { focus, inner, center, radius } => {
            vec![focus.x, focus.y, inner, center.x, center.y, radius]
        }
    };
    let is_near = |number: &f64| number.abs() <= far;
    if numbers.iter().chain(&gradient.transform.0).all(is_near) && size >= 1e-3 {
        return gradient;
    }
    // Its own units as large as the drawing's.
    let size = if size.is_finite() && size > 0.0 { size } else { 1.0 };
    let bound = |number: f64| if number.is_nan() { 0.0 } else { number.clamp(-far, far) };
    let own = |number: f64| bound(number * size);
    let place = |p: Point| at(own(p.x), own(p.y));
    gradient.transform = Transform([a / size, b / size, c / size, d / size, e, f].map(bound));
    gradient.run = match gradient.run {
        GradientRun::Linear(from, to) => GradientRun::Linear(place(from), place(to)),
        GradientRun::Radial { focus, inner, center, radius } => {
            GradientRun::Radial { focus: place(focus), inner: own(inner), center: place(center), radius: own(radius) }
        }
    };
    gradient
}

/// Returns a curve with one control point as one with two.
fn quadratic(from: Point, control: Point, to: Point) -> Segment {
    let toward = |end: Point| at(end.x + (control.x - end.x) * 2.0 / 3.0, end.y + (control.y - end.y) * 2.0 / 3.0);
    Segment::Curve(toward(from), toward(to), to)
}

/// Returns the length of the straight lines between the points of a path.
fn length(path: &SkiaPath) -> f32 {
    path.points().windows(2).map(|two| (two[1].x - two[0].x).hypot(two[1].y - two[0].y)).sum()
}
