//! Frames to SVG: sharp at any size, and small, since an outline that is drawn often is written once. Letters are outlines, so
//! that no font is needed where it is shown.

use std::collections::HashMap;
use std::fmt::Write;
use std::sync::Arc;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use harfrust::GlyphId;
use harfrust::font::glyph::outline::{DrawMemory, DrawOptions, PathSink};

use super::font::Font;
use super::frame::{
    AreaFill, Clip, Color, DrawnShape, FilledArea, Frame, Gradient, GradientRun, Group, Image, Item, Path, Point, Rect,
    Segment, Stroke, Text, Transform,
};
use super::image::scaled_png;
use super::picture::Raster;

/// Pixels of pictures along a millimetre: about 200 per inch.
const PIXELS: f64 = 8.0;

/// Returns the part of a drawing that lies in `area` (mm), on white, as the text of an SVG file. It names no other file.
pub fn svg(frame: &Frame, area: Rect) -> String {
    let mut writing = Writing::default();
    writing.items(frame);
    let Writing { body, defs, .. } = writing;
    let [x, y, width, height] = [area.x, area.y, area.width, area.height].map(number);
    let size = format!("width=\"{width}mm\" height=\"{height}mm\" viewBox=\"{x} {y} {width} {height}\"");
    let ground = format!("<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>");
    format!("<svg xmlns=\"http://www.w3.org/2000/svg\" {size}><defs>{defs}</defs>{ground}{body}</svg>\n")
}

/// A file that is being written. What has a name stands once among the definitions: by the address of what is shared, which the
/// frame keeps alive.
#[derive(Default)]
struct Writing {
    body: String,
    defs: String,
    glyphs: HashMap<(Font, u16), usize>,
    frames: HashMap<*const Frame, usize>,
    gradients: HashMap<*const Gradient, usize>,
    rasters: HashMap<*const Raster, usize>,
    clips: usize,
}

impl Writing {
    fn items(&mut self, frame: &Frame) {
        for item in &frame.items {
            match item {
                Item::Group(group) => self.group(group),
                Item::Text(text) => self.text(text),
                Item::Shape(shape) => self.shape(shape),
                Item::Area(area) => self.area(area),
                Item::Image(image) => self.image(image),
            }
        }
    }

    fn group(&mut self, Group { transform, frame, clip, opacity }: &Group) {
        self.body += "<g";
        self.transform(*transform);
        if *opacity < 1.0 {
            self.write(format_args!(" opacity=\"{}\"", number(*opacity)));
        }
        if let Some(Clip { path, even_odd }) = clip {
            let rule = if *even_odd { " clip-rule=\"evenodd\"" } else { "" };
            let n = self.clips;
            self.clips += 1;
            let data = data(path);
            let _ = write!(self.defs, "<clipPath id=\"c{n}\"><path d=\"{data}\"{rule}/></clipPath>");
            self.write(format_args!(" clip-path=\"url(#c{n})\""));
        }
        let shared = Arc::strong_count(frame) > 1;
        match self.frames.get(&Arc::as_ptr(frame)) {
            Some(n) if shared => {
                let n = *n;
                self.write(format_args!("><use href=\"#f{n}\"/></g>"));
            }
            _ if shared && !frame.items.is_empty() => {
                let n = self.frames.len();
                self.frames.insert(Arc::as_ptr(frame), n);
                self.write(format_args!("><g id=\"f{n}\">"));
                self.items(frame);
                self.body += "</g></g>";
            }
            _ => {
                self.body.push('>');
                self.items(frame);
                self.body += "</g>";
            }
        }
    }

    fn text(&mut self, text: &Text) {
        let scale = text.size / text.font.units_per_em();
        self.write(format_args!("<g fill=\"{}\">", color(text.color)));
        let mut x = text.at.x;
        for glyph in &text.glyphs {
            let (name, y) = (self.glyph(text.font, glyph.id), text.at.y - f64::from(glyph.dy) * scale);
            let place = matrix(Transform([scale, 0.0, 0.0, -scale, x + f64::from(glyph.dx) * scale, y]));
            self.write(format_args!("<use href=\"#g{name}\" transform=\"{place}\"/>"));
            x += f64::from(glyph.advance) * scale;
        }
        self.body += "</g>";
    }

    /// Returns the number of a glyph's outline among the definitions; that of a space is empty.
    fn glyph(&mut self, font: Font, id: u16) -> usize {
        let next = self.glyphs.len();
        let known = *self.glyphs.entry((font, id)).or_insert(next);
        if known == next {
            let mut pen = Pen(String::new());
            if let Some(outline) = font.tables().outline_glyphs().get(GlyphId::new(u32::from(id))) {
                // Glyphs of authors' fonts were tried before.
                let _ = outline.draw(&DrawOptions::new(), DrawMemory::Scratch, &mut pen);
            }
            let _ = write!(self.defs, "<path id=\"g{known}\" d=\"{}\"/>", pen.0);
        }
        known
    }

    fn shape(&mut self, DrawnShape { path, fill, stroke }: &DrawnShape) {
        let fill = fill.map_or_else(|| "none".to_owned(), color);
        self.write(format_args!("<path d=\"{}\" fill=\"{fill}\" fill-rule=\"evenodd\"", data(path)));
        if let Some(Stroke { color: of, width, round, dash }) = stroke {
            self.write(format_args!(" stroke=\"{}\" stroke-width=\"{}\"", color(*of), number(*width)));
            self.body += if *round {
                " stroke-linecap=\"round\" stroke-linejoin=\"round\""
            } else {
                " stroke-miterlimit=\"10\""
            };
            if let Some((on, off)) = dash {
                self.write(format_args!(" stroke-dasharray=\"{} {}\"", number(*on), number(*off)));
            }
        }
        self.body += "/>";
    }

    fn area(&mut self, FilledArea { path, fill, even_odd }: &FilledArea) {
        let fill = match fill {
            AreaFill::Color(of) => color(*of),
            AreaFill::Gradient(gradient) => format!("url(#r{})", self.gradient(gradient)),
        };
        let rule = if *even_odd { " fill-rule=\"evenodd\"" } else { "" };
        self.write(format_args!("<path d=\"{}\" fill=\"{fill}\"{rule}/>", data(path)));
    }

    /// Returns the number of a gradient among the definitions.
    fn gradient(&mut self, gradient: &Arc<Gradient>) -> usize {
        let next = self.gradients.len();
        let n = *self.gradients.entry(Arc::as_ptr(gradient)).or_insert(next);
        if n < next {
            return n;
        }
        let (kind, places) = match gradient.run {
            GradientRun::Linear(from, to) => {
                let places = format!(
                    "x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"",
                    fine(from.x),
                    fine(from.y),
                    fine(to.x),
                    fine(to.y)
                );
                ("linearGradient", places)
            }
            GradientRun::Radial { focus, inner, center, radius } => {
                let [fx, fy, fr] = [focus.x, focus.y, inner].map(fine);
                let [cx, cy, r] = [center.x, center.y, radius].map(fine);
                let places = format!("fx=\"{fx}\" fy=\"{fy}\" fr=\"{fr}\" cx=\"{cx}\" cy=\"{cy}\" r=\"{r}\"");
                ("radialGradient", places)
            }
        };
        let matrix = matrix(gradient.transform);
        let _ = write!(
            self.defs,
            "<{kind} id=\"r{n}\" gradientUnits=\"userSpaceOnUse\" gradientTransform=\"{matrix}\" {places}>"
        );
        for (at, stop) in &gradient.stops {
            let _ = write!(self.defs, "<stop offset=\"{}\" stop-color=\"{}\"/>", fine(*at), color(*stop));
        }
        let _ = write!(self.defs, "</{kind}>");
        n
    }

    /// Places a picture, which is as fine as its first place needs.
    fn image(&mut self, Image { rect, raster }: &Image) {
        let next = self.rasters.len();
        let n = *self.rasters.entry(Arc::as_ptr(raster)).or_insert(next);
        if n == next {
            let pixels = |mm: f64| (mm * PIXELS).max(1.0);
            let file = BASE64_STANDARD.encode(scaled_png(&raster.scale_down(pixels(rect.width), pixels(rect.height))));
            let whole = "width=\"1\" height=\"1\" preserveAspectRatio=\"none\"";
            let _ = write!(self.defs, "<image id=\"i{n}\" {whole} href=\"data:image/png;base64,{file}\"/>");
        }
        let place = matrix(Transform([rect.width, 0.0, 0.0, rect.height, rect.x, rect.y]));
        self.write(format_args!("<use href=\"#i{n}\" transform=\"{place}\"/>"));
    }

    fn transform(&mut self, transform: Transform) {
        if transform != Transform::from_translate(0.0, 0.0) {
            self.write(format_args!(" transform=\"{}\"", matrix(transform)));
        }
    }

    fn write(&mut self, text: std::fmt::Arguments<'_>) {
        // Writing into memory.
        let _ = self.body.write_fmt(text);
    }
}

/// The outline of a glyph, in the font's units.
struct Pen(String);

impl Pen {
    fn step(&mut self, letter: char, points: &[(f32, f32)]) {
        self.0.push(letter);
        for (i, (x, y)) in points.iter().enumerate() {
            let between = if i == 0 { "" } else { " " };
            let _ = write!(self.0, "{between}{} {}", number(f64::from(*x)), number(f64::from(*y)));
        }
    }
}

impl PathSink for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.step('M', &[(x, y)]);
    }
    fn line_to(&mut self, x: f32, y: f32) {
        self.step('L', &[(x, y)]);
    }
    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        self.step('Q', &[(cx, cy), (x, y)]);
    }
    fn curve_to(&mut self, ax: f32, ay: f32, bx: f32, by: f32, x: f32, y: f32) {
        self.step('C', &[(ax, ay), (bx, by), (x, y)]);
    }
    fn close(&mut self) {
        self.0.push('Z');
    }
}

/// Returns the steps of an outline.
fn data(path: &Path) -> String {
    let mut out = String::new();
    let mut step = |letter: char, points: &[Point]| {
        out.push(letter);
        for (i, p) in points.iter().enumerate() {
            let between = if i == 0 { "" } else { " " };
            let _ = write!(out, "{between}{} {}", number(p.x), number(p.y));
        }
    };
    for segment in &path.0 {
        match segment {
            Segment::Move(p) => step('M', &[*p]),
            Segment::Line(p) => step('L', &[*p]),
            Segment::Curve(a, b, p) => step('C', &[*a, *b, *p]),
            Segment::Close => step('Z', &[]),
        }
    }
    out
}

fn matrix(Transform([a, b, c, d, e, f]): Transform) -> String {
    let [a, b, c, d] = [a, b, c, d].map(fine);
    format!("matrix({a} {b} {c} {d} {} {})", number(e), number(f))
}

fn color(Color(r, g, b): Color) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

/// Returns a length in millimetres: a thousandth is less than a printer sets.
fn number(n: f64) -> String {
    digits(n, 3)
}

/// Returns a factor.
fn fine(n: f64) -> String {
    digits(n, 6)
}

fn digits(n: f64, places: usize) -> String {
    let text = format!("{n:.places$}");
    let short = text.trim_end_matches('0').trim_end_matches('.');
    if matches!(short, "-0" | "") { "0".to_owned() } else { short.to_owned() }
}
