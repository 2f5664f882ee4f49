//! SVG files as drawings: what fills and lines say, as paths. What a drawing cannot have is left out and named.

mod bounds;

use std::sync::Arc;

use usvg::tiny_skia_path::{Path as SkiaPath, PathSegment, Transform as SkiaTransform};
use usvg::{Node, Paint, SpreadMethod, roxmltree};

use super::{PictureFault, VectorPicture};
use crate::print::Size;
use crate::print::frame::{
    AreaFill, Color, FilledArea, Frame, Gradient, GradientRun, Group, Item, Path, Point, Segment, Transform, at,
};

/// The longer side of every drawing in its own units: fine enough for what is written in hundredths of them.
const LONGER_SIDE: f32 = 1000.0;
/// The most segments of all paths together.
const MOST_SEGMENTS: usize = 500_000;
/// The most dashes of a line; one with more is drawn whole.
const MOST_DASHES: f32 = 20_000.0;
/// Farther away nothing is seen.
const FAR: f32 = 1e6;
/// Fineness of bent edges: parts of a unit.
const FINENESS: f32 = 4.0;

/// Reads a file.
pub(super) fn read(bytes: &[u8]) -> Result<VectorPicture, PictureFault> {
    let damaged = |how: String| PictureFault::Damaged(how);
    let text = std::str::from_utf8(bytes).map_err(|_| damaged("its text is not UTF-8".to_owned()))?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let options = roxmltree::ParsingOptions { allow_dtd: true, nodes_limit: bounds::MOST_NODES, ..Default::default() };
    let xml = roxmltree::Document::parse_with_options(text, options).map_err(|error| match error {
        roxmltree::Error::NodesLimitReached => {
            PictureFault::Endless(format!("it has more than {} parts", bounds::MOST_NODES))
        }
        error => damaged(error.to_string()),
    })?;
    let mut left_out = bounds::check(&xml)?;
    let nothing =
        usvg::ImageHrefResolver { resolve_data: Box::new(|_, _, _| None), resolve_string: Box::new(|_, _| None) };
    let options = usvg::Options { image_href_resolver: nothing, ..usvg::Options::default() };
    let tree = usvg::Tree::from_xmltree(&xml, &options).map_err(|error| damaged(error.to_string()))?;
    let (width, height) = (tree.size().width(), tree.size().height());
    let scale = LONGER_SIDE / width.max(height);
    if !(scale.is_finite() && scale > 0.0) {
        return Err(damaged("its size is beyond all measure".to_owned()));
    }
    let mut drawing =
        Drawing { scale: SkiaTransform::from_scale(scale, scale), fine: scale, segments: 0, left_out: Vec::new() };
    let mut frame = Frame::default();
    drawing.group(tree.root(), &mut frame)?;
    left_out.extend(drawing.left_out);
    left_out.sort_unstable();
    left_out.dedup();
    let size = Size { width: f64::from(width * scale), height: f64::from(height * scale) };
    Ok(VectorPicture { size, frame: Arc::new(frame), left_out })
}

struct Drawing {
    /// From the file's units to those of the drawing.
    scale: SkiaTransform,
    fine: f32,
    segments: usize,
    left_out: Vec<&'static str>,
}

impl Drawing {
    fn group(&mut self, group: &usvg::Group, frame: &mut Frame) -> Result<(), PictureFault> {
        let needless = [
            ("masks", group.mask().is_some()),
            ("filters", !group.filters().is_empty()),
            ("blending", group.blend_mode() != usvg::BlendMode::Normal),
        ];
        self.left_out.extend(needless.into_iter().filter_map(|(what, is)| is.then_some(what)));
        let opacity = f64::from(group.opacity().get());
        let Some(clip) = group.clip_path() else {
            return match opacity < 1.0 {
                true => within(frame, None, opacity, |inner| self.nodes(group, inner)),
                false => self.nodes(group, frame),
            };
        };
        // A clip path may itself be clipped.
        let mut clips = Vec::new();
        let mut next = Some(clip);
        while let Some(clip) = next {
            let mut path = Path::default();
            let map = group.abs_transform().pre_concat(clip.transform());
            self.clip(clip.root(), map, &mut path)?;
            clips.push(path);
            next = clip.clip_path();
        }
        let mut inner = Frame::default();
        self.nodes(group, &mut inner)?;
        for clip in clips {
            let transform = Transform::at(0.0, 0.0);
            let group = Group { transform, frame: Arc::new(inner), clip: Some(clip), opacity: 1.0 };
            inner = Frame { items: vec![Item::Group(group)] };
        }
        within(frame, None, opacity, |placed| {
            placed.items.append(&mut inner.items);
            Ok(())
        })
    }

    fn nodes(&mut self, group: &usvg::Group, frame: &mut Frame) -> Result<(), PictureFault> {
        for node in group.children() {
            match node {
                Node::Group(group) => self.group(group, frame)?,
                Node::Path(path) => self.path(path, frame)?,
                // Told by their elements.
                Node::Image(_) | Node::Text(_) => {}
            }
        }
        Ok(())
    }

    fn path(&mut self, path: &usvg::Path, frame: &mut Frame) -> Result<(), PictureFault> {
        if !path.is_visible() {
            return Ok(());
        }
        let map = path.abs_transform();
        let fill = path.fill().map(|fill| {
            let even_odd = fill.rule() == usvg::FillRule::EvenOdd;
            (path.data().clone(), fill.paint(), fill.opacity().get(), even_odd)
        });
        let stroke = path.stroke().and_then(|stroke| {
            let outline = self.outline(path.data(), stroke, map)?;
            Some((outline, stroke.paint(), stroke.opacity().get(), false))
        });
        let mut painted = [fill, stroke];
        if path.paint_order() == usvg::PaintOrder::StrokeAndFill {
            painted.reverse();
        }
        for (outline, paint, opacity, even_odd) in painted.into_iter().flatten() {
            let Some(fill) = self.fill(paint, map) else { continue };
            let path = self.converted(&outline, map)?;
            within(frame, None, f64::from(opacity), |frame| {
                frame.items.push(Item::Area(FilledArea { path, fill, even_odd }));
                Ok(())
            })?;
        }
        Ok(())
    }

    /// Returns a line as the area that it covers.
    fn outline(&mut self, data: &SkiaPath, stroke: &usvg::Stroke, map: SkiaTransform) -> Option<SkiaPath> {
        let mut pen = stroke.to_tiny_skia();
        if let Some(dashes) = stroke.dasharray() {
            let sum: f32 = dashes.iter().sum();
            if length(data) / sum * dashes.len() as f32 > MOST_DASHES {
                self.left_out.push("fine dashes");
                pen.dash = None;
            }
        }
        let (x, y) = map.get_scale();
        let fine = (x.max(y) * self.fine * FINENESS).clamp(1e-3, 1e3);
        let dashed = match &pen.dash {
            Some(dash) => data.dash(dash, fine)?,
            None => data.clone(),
        };
        dashed.stroke(&pen, fine)
    }

    fn fill(&mut self, paint: &Paint, map: SkiaTransform) -> Option<AreaFill> {
        let (base, run) = match paint {
            Paint::Color(color) => return Some(AreaFill::Color(Color(color.red, color.green, color.blue))),
            Paint::Pattern(_) => {
                self.left_out.push("patterns");
                return None;
            }
            Paint::LinearGradient(linear) => {
                let [x1, y1, x2, y2] = [linear.x1(), linear.y1(), linear.x2(), linear.y2()].map(f64::from);
                let base: &usvg::BaseGradient = linear;
                (base, GradientRun::Linear(at(x1, y1), at(x2, y2)))
            }
            Paint::RadialGradient(radial) => {
                let base: &usvg::BaseGradient = radial;
                let [cx, cy, fx, fy] = [radial.cx(), radial.cy(), radial.fx(), radial.fy()].map(f64::from);
                let radius = f64::from(radial.r().get());
                (base, GradientRun::Radial { focus: at(fx, fy), center: at(cx, cy), radius })
            }
        };
        if base.spread_method() != SpreadMethod::Pad {
            self.left_out.push("repeated gradients");
        }
        let stop = |stop: &usvg::Stop| {
            let color = Color(stop.color().red, stop.color().green, stop.color().blue);
            let clear = 1.0 - f64::from(stop.opacity().get());
            (f64::from(stop.offset().get()), color.mix(Color::WHITE, clear))
        };
        if base.stops().iter().any(|stop| stop.opacity().get() < 1.0) {
            self.left_out.push("gradients that are seen through");
        }
        let transform = self.scale.pre_concat(map).pre_concat(base.transform());
        let stops = base.stops().iter().map(stop).collect();
        Some(AreaFill::Gradient(Arc::new(Gradient { run, transform: matrix(transform), stops })))
    }

    /// Returns the outlines of a clip path, all together.
    fn clip(&mut self, group: &usvg::Group, map: SkiaTransform, into: &mut Path) -> Result<(), PictureFault> {
        for node in group.children() {
            match node {
                Node::Group(inner) => self.clip(inner, map.pre_concat(inner.transform()), into)?,
                Node::Path(path) => into.0.extend(self.converted(path.data(), map)?.0),
                Node::Image(_) | Node::Text(_) => {}
            }
        }
        Ok(())
    }

    /// Returns a path in the drawing's units.
    fn converted(&mut self, path: &SkiaPath, map: SkiaTransform) -> Result<Path, PictureFault> {
        self.segments += path.len();
        if self.segments > MOST_SEGMENTS {
            return Err(PictureFault::Endless(format!("its paths have more than {MOST_SEGMENTS} segments")));
        }
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
fn within(
    frame: &mut Frame,
    clip: Option<Path>,
    opacity: f64,
    draw: impl FnOnce(&mut Frame) -> Result<(), PictureFault>,
) -> Result<(), PictureFault> {
    if opacity >= 1.0 && clip.is_none() {
        return draw(frame);
    }
    let mut inner = Frame::default();
    draw(&mut inner)?;
    let transform = Transform::at(0.0, 0.0);
    frame.items.push(Item::Group(Group { transform, frame: Arc::new(inner), clip, opacity }));
    Ok(())
}

fn matrix(t: SkiaTransform) -> Transform {
    Transform([t.sx, t.ky, t.kx, t.sy, t.tx, t.ty].map(f64::from))
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
