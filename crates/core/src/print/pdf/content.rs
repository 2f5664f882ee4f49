//! Frames to content streams: short numbers, state set only when it changes, repeated groups as forms.
//!
//! Streams count in hundredths of a millimetre from the top left; a page begins with the map to points.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::io::Write as _;
use std::sync::Arc;

use super::fonts::Fonts;
use super::outlines::{Outlines, paint, start, steps};
use super::press::WrittenColors;
use crate::print::font::Font;
use crate::print::frame::{
    AreaFill, Clip, Color, DrawnShape, FilledArea, Frame, Gradient, Group, Image, Item, Path, Rect, Stroke, Text,
    Transform,
};
use crate::print::inks::Inks;
use crate::print::layout::POINT;
use crate::print::picture::Raster;
use crate::print::sheet::{Page, Place};

/// Stream units in a millimetre.
const UNITS: f64 = 100.0;

/// The least shift of a glyph that is written, in thousandths of an em: a hundredth of a millimetre in large letters.
const SHIFT: f64 = 3.0;

/// The parts of a document that are written once and used more often.
pub(super) struct Shared<'a> {
    /// Drawings that occur more than once, in the order of their first use.
    pub(super) forms: Vec<Arc<Frame>>,
    /// Images, in the order of their first use.
    pub(super) images: Vec<Arc<Raster>>,
    /// Gradients, in the order of their first use.
    pub(super) shadings: Vec<Arc<Gradient>>,
    /// The opacities of groups, in thousandths.
    pub(super) opacities: BTreeSet<i64>,
    /// Outlines that occur more than once.
    pub(super) outlines: Outlines,
    /// The colours it is written in.
    colors: WrittenColors<'a>,
    /// True if faces are marked as what is read, and all else as what is not.
    is_tagged: bool,
    form_index: HashMap<usize, usize>,
    image_index: HashMap<usize, usize>,
    shading_index: HashMap<usize, usize>,
    /// The forms that something is seen through as a whole.
    seen_through: HashSet<usize>,
}

impl<'a> Shared<'a> {
    /// Counts what the pages use. Only the order of use matters, never an address.
    pub(super) fn from_pages(pages: &[Page], colors: WrittenColors<'a>, is_tagged: bool) -> Shared<'a> {
        let mut shared = Shared {
            forms: Vec::new(),
            images: Vec::new(),
            shadings: Vec::new(),
            opacities: BTreeSet::new(),
            outlines: Outlines::default(),
            colors,
            is_tagged,
            form_index: HashMap::new(),
            image_index: HashMap::new(),
            shading_index: HashMap::new(),
            seen_through: HashSet::new(),
        };
        let mut seen = HashMap::new();
        for page in pages {
            for place in &page.places {
                shared.count(&place.face, &mut seen);
            }
            shared.walk(&page.furniture, &mut seen);
        }
        shared
    }

    fn count(&mut self, frame: &Arc<Frame>, seen: &mut HashMap<usize, u32>) {
        let times = seen.entry(Arc::as_ptr(frame).addr()).or_default();
        *times += 1;
        match *times {
            1 => self.walk(frame, seen),
            2 => self.form(frame),
            _ => {}
        }
    }

    /// Takes a drawing for one that is written by itself.
    fn form(&mut self, frame: &Arc<Frame>) {
        let next = self.forms.len();
        if *self.form_index.entry(Arc::as_ptr(frame).addr()).or_insert(next) == next {
            self.forms.push(Arc::clone(frame));
        }
    }

    /// Returns true if something is seen through a form as a whole: its parts do not show through each other.
    pub(super) fn is_seen_through(&self, frame: &Arc<Frame>) -> bool {
        self.seen_through.contains(&Arc::as_ptr(frame).addr())
    }

    /// Returns what a group is drawn with: its opacity in thousandths, where that is written. Not every standard takes
    /// it.
    fn opacity(&self, group: &Group) -> Option<i64> {
        let is_written = group.opacity < 1.0 && self.colors.standard.is_transparent();
        is_written.then(|| (group.opacity * 1000.0).round() as i64)
    }

    fn walk(&mut self, frame: &Frame, seen: &mut HashMap<usize, u32>) {
        for item in &frame.items {
            match item {
                Item::Group(group) => {
                    self.count(&group.frame, seen);
                    if let Some(opacity) = self.opacity(group) {
                        self.form(&group.frame);
                        self.seen_through.insert(Arc::as_ptr(&group.frame).addr());
                        self.opacities.insert(opacity);
                    }
                }
                Item::Image(image) => {
                    let next = self.images.len();
                    if *self.image_index.entry(Arc::as_ptr(&image.raster).addr()).or_insert(next) == next {
                        self.images.push(Arc::clone(&image.raster));
                    }
                }
                Item::Area(FilledArea { fill: AreaFill::Gradient(gradient), .. }) => {
                    let next = self.shadings.len();
                    if *self.shading_index.entry(Arc::as_ptr(gradient).addr()).or_insert(next) == next {
                        self.shadings.push(Arc::clone(gradient));
                    }
                }
                Item::Shape(shape) => self.outlines.count(shape),
                Item::Area(_) | Item::Text(_) => {}
            }
        }
    }
}

/// Returns the stream of a page.
pub(super) fn page(page: &Page, shared: &Shared<'_>, fonts: &Fonts) -> Vec<u8> {
    let mut out = Out::new(shared, fonts);
    let unit = 1.0 / (POINT * UNITS);
    let (width, height) = (page.size.width / POINT, page.size.height / POINT);
    let [a, d, e, f] = if page.turned { [-unit, unit, width, 0.0] } else { [unit, -unit, 0.0, height] };
    let (e, f) = (e + page.shift.0 / POINT, f - page.shift.1 / POINT);
    for number in [a, 0.0, 0.0, d, e, f] {
        out.fine(number);
    }
    out.op("cm");
    for (place, number) in page.places.iter().zip(0..) {
        out.mark(format_args!("/P <</MCID {number}>> BDC\n"));
        out.place(place);
        out.end_mark();
    }
    if !page.furniture.items.is_empty() {
        out.mark(format_args!("/Artifact BMC\n"));
        out.frame(&page.furniture);
        out.end_text();
        out.end_mark();
    }
    out.bytes
}

/// Returns the stream of a shared outline: it takes colour and line from where it is drawn.
pub(super) fn outline(shape: &DrawnShape, shared: &Shared<'_>, fonts: &Fonts) -> Vec<u8> {
    let mut out = Out::new(shared, fonts);
    out.path(&shape.path, start(shape));
    out.op(paint(shape));
    out.bytes
}

/// Returns the stream of a shared drawing.
pub(super) fn form(frame: &Frame, shared: &Shared<'_>, fonts: &Fonts) -> Vec<u8> {
    let mut out = Out::new(shared, fonts);
    out.frame(frame);
    out.end_text();
    out.bytes
}

/// Width, round ends, and lengths of dash and gap of a line.
type Pen = (i64, bool, Option<(i64, i64)>);

/// The graphics state as far as it is known; `None` is unknown, as where a form begins.
#[derive(Clone, Copy, Default)]
struct State {
    /// The colour, and true if it is that of small text, which may have inks of its own.
    fill: Option<(Color, bool)>,
    stroke: Option<Color>,
    line: Option<Pen>,
    font: Option<(Font, i64)>,
    /// True if text is printed over what lies below it.
    overprints: bool,
}

struct Out<'a> {
    bytes: Vec<u8>,
    state: State,
    in_text: bool,
    shared: &'a Shared<'a>,
    fonts: &'a Fonts,
}

/// The names of the graphics states in which text is not printed over what lies below it, and is.
pub(super) const OVERPRINTS: [(&str, bool); 2] = [("GN", false), ("GO", true)];

/// The largest number that every reader takes.
const LARGEST: f64 = i32::MAX as f64;

/// Returns a length in stream units.
pub(super) fn units(mm: f64) -> i64 {
    (mm * UNITS).round().clamp(-LARGEST, LARGEST) as i64
}

impl Out<'_> {
    fn new<'a>(shared: &'a Shared<'a>, fonts: &'a Fonts) -> Out<'a> {
        Out { bytes: Vec::new(), state: State::default(), in_text: false, shared, fonts }
    }

    fn raw(&mut self, text: std::fmt::Arguments<'_>) {
        self.bytes.write_fmt(text).expect("internal error: writing into memory");
    }

    fn op(&mut self, operator: &str) {
        self.bytes.extend_from_slice(operator.as_bytes());
        self.bytes.push(b'\n');
    }

    /// Writes a whole number and a space. Most of a page is numbers, and formatting them took most of the time.
    fn int(&mut self, n: i64) {
        let mut digits = [b' '; 21];
        let mut at = digits.len() - 1;
        let mut rest = n.unsigned_abs();
        loop {
            at -= 1;
            digits[at] = b'0' + (rest % 10) as u8;
            rest /= 10;
            if rest == 0 {
                break;
            }
        }
        if n < 0 {
            at -= 1;
            digits[at] = b'-';
        }
        self.bytes.extend_from_slice(&digits[at..]);
    }

    fn mm(&mut self, mm: f64) {
        self.int(units(mm));
    }

    /// Writes a number with as many digits as matter.
    fn fine(&mut self, n: f64) {
        let n = n.clamp(-LARGEST, LARGEST);
        if n.fract() == 0.0 && n.abs() < 1e9 {
            return self.int(n as i64);
        }
        let text = format!("{n:.6}");
        let text = text.trim_end_matches('0').trim_end_matches('.');
        self.raw(format_args!("{} ", if text == "-0" { "0" } else { text }));
    }

    fn begin_text(&mut self) {
        if !self.in_text {
            self.op("BT");
            self.in_text = true;
        }
    }

    fn end_text(&mut self) {
        if self.in_text {
            self.op("ET");
            self.in_text = false;
        }
    }

    /// Begins what is read as one thing, or is not read.
    fn mark(&mut self, tag: std::fmt::Arguments<'_>) {
        if self.shared.is_tagged {
            self.end_text();
            self.raw(tag);
        }
    }

    fn end_mark(&mut self) {
        if self.shared.is_tagged {
            self.op("EMC");
        }
    }

    fn place(&mut self, place: &Place) {
        self.end_text();
        let before = self.state;
        self.op("q");
        self.clip(place.clip);
        let t = place.trim;
        let upright = Transform::from_translate(t.x, t.y);
        let on_its_head = Transform([-1.0, 0.0, 0.0, -1.0, t.right(), t.bottom()]);
        self.group(&place.face, if place.turned { on_its_head } else { upright }, None);
        self.end_text();
        self.op("Q");
        self.state = before;
    }

    fn clip(&mut self, r: Rect) {
        for mm in [r.x, r.y, r.width, r.height] {
            self.mm(mm);
        }
        self.op("re W n");
    }

    /// Writes a drawing, mapped and clipped; the caller saves and restores the state.
    fn group(&mut self, frame: &Arc<Frame>, transform: Transform, clip: Option<&Clip>) {
        self.end_text();
        // A form begins as what stands around it: its text says itself whether it is printed over something.
        self.overprint(false);
        let [a, b, c, d, e, f] = transform.0;
        for number in [a, b, c, d] {
            self.fine(number);
        }
        self.mm(e);
        self.mm(f);
        self.op("cm");
        if let Some(clip) = clip {
            self.path(&clip.path, (0, 0));
            self.op(if clip.even_odd { "W* n" } else { "W n" });
        }
        match self.shared.form_index.get(&Arc::as_ptr(frame).addr()) {
            Some(i) => self.raw(format_args!("/X{i} Do\n")),
            None => self.frame(frame),
        }
    }

    fn frame(&mut self, frame: &Frame) {
        for item in &frame.items {
            match item {
                Item::Group(group) => {
                    let Group { transform, frame, clip, .. } = group;
                    self.end_text();
                    let before = self.state;
                    self.op("q");
                    if let Some(thousandths) = self.shared.opacity(group) {
                        self.raw(format_args!("/G{thousandths} gs\n"));
                    }
                    self.group(frame, *transform, clip.as_ref());
                    self.end_text();
                    self.op("Q");
                    self.state = before;
                }
                Item::Text(text) => self.text(text),
                Item::Shape(shape) => self.shape(shape),
                Item::Area(area) => self.area(area),
                Item::Image(image) => self.image(image),
            }
        }
    }

    fn area(&mut self, area: &FilledArea) {
        self.end_text();
        match &area.fill {
            AreaFill::Color(color) => {
                self.fill_color(*color);
                self.path(&area.path, (0, 0));
                self.op(if area.even_odd { "f*" } else { "f" });
            }
            AreaFill::Gradient(gradient) => {
                self.op("q");
                self.path(&area.path, (0, 0));
                self.op(if area.even_odd { "W* n" } else { "W n" });
                let [a, b, c, d, e, f] = gradient.transform.0;
                // A gradient counts in millimetres.
                for number in [a, b, c, d, e, f] {
                    self.fine(number * UNITS);
                }
                let i = self.shared.shading_index[&Arc::as_ptr(gradient).addr()];
                self.raw(format_args!("cm /S{i} sh Q\n"));
            }
        }
    }

    fn image(&mut self, image: &Image) {
        self.end_text();
        self.overprint(false);
        let (r, i) = (image.rect, self.shared.image_index[&Arc::as_ptr(&image.raster).addr()]);
        let [x, y, w, h] = [r.x, r.bottom(), r.width, r.height].map(units);
        // An image is drawn upward in the unit square.
        self.raw(format_args!("q {w} 0 0 {} {x} {y} cm /I{i} Do Q\n", -h));
    }

    /// Sets a colour by the operators for grey, the colours of the screen and inks.
    fn color(&mut self, color: Color, is_small_text: bool, [grey, rgb, cmyk]: [&str; 3]) {
        let (Color(r, g, b), thousandths) = (color, |part: f64| (part * 1000.0).round() / 1000.0);
        let part = |c: u8| thousandths(f64::from(c) / 255.0);
        let standard = self.shared.colors.standard;
        if standard.is_in_inks() {
            // Rounded down, so that all together stay within what a press takes.
            let down = |ink: f64| (ink * 1000.0 + 1e-6).floor() / 1000.0;
            match self.inks(color, is_small_text).map(down) {
                // Only in all four inks, black is printed over what lies below it.
                [0.0, 0.0, 0.0, 1.0] if standard.overprints_black() => self.raw(format_args!("0 0 0 1 {cmyk}\n")),
                [0.0, 0.0, 0.0, k] => self.raw(format_args!("{} {grey}\n", thousandths(1.0 - k))),
                [c, m, y, k] => self.raw(format_args!("{c} {m} {y} {k} {cmyk}\n")),
            }
        } else if r == g && g == b {
            self.raw(format_args!("{} {grey}\n", part(r)));
        } else {
            self.raw(format_args!("{} {} {} {rgb}\n", part(r), part(g), part(b)));
        }
    }

    fn fill_color(&mut self, color: Color) {
        self.overprint(false);
        self.fill_with(color, false);
    }

    /// Returns the inks of a colour.
    fn inks(&self, color: Color, is_small_text: bool) -> Inks {
        let WrittenColors { separation, .. } = &self.shared.colors;
        if is_small_text { separation.inks_of_text(color, 0.0) } else { separation.inks(color) }
    }

    /// Has what follows printed over what lies below it, or not.
    fn overprint(&mut self, on: bool) {
        if self.state.overprints != on {
            self.state.overprints = on;
            self.raw(format_args!("/{} gs\n", OVERPRINTS[usize::from(on)].0));
        }
    }

    /// Returns true if a text is printed in black ink alone: over what lies below it, so that no gap shows where inks do not meet.
    fn is_black(&self, color: Color, is_small_text: bool) -> bool {
        self.shared.colors.standard.overprints_black() && self.inks(color, is_small_text) == [0.0, 0.0, 0.0, 1.0]
    }

    fn fill_with(&mut self, color: Color, is_small_text: bool) {
        if self.state.fill != Some((color, is_small_text)) {
            self.state.fill = Some((color, is_small_text));
            self.color(color, is_small_text, ["g", "rg", "k"]);
        }
    }

    fn stroke_style(&mut self, stroke: Stroke) {
        if self.state.stroke != Some(stroke.color) {
            self.state.stroke = Some(stroke.color);
            self.color(stroke.color, false, ["G", "RG", "K"]);
        }
        let dash = stroke.dash.map(|(on, off)| (units(on), units(off)));
        let line = (units(stroke.width), stroke.round, dash);
        if self.state.line != Some(line) {
            self.state.line = Some(line);
            let cap = i64::from(stroke.round);
            let (on, off) = dash.unwrap_or_default();
            let dash = if dash.is_some() { format!("[{on} {off}]") } else { "[]".to_owned() };
            self.raw(format_args!("{} w {cap} J {cap} j {dash} 0 d\n", line.0));
        }
    }

    fn shape(&mut self, shape: &DrawnShape) {
        self.end_text();
        if let Some(color) = shape.fill {
            self.fill_color(color);
        }
        if let Some(stroke) = shape.stroke {
            self.stroke_style(stroke);
        }
        if let Some((outline, (x, y))) = self.shared.outlines.find(shape) {
            self.bytes.extend_from_slice(b"q 1 0 0 1 ");
            self.int(x);
            self.int(y);
            return self.raw(format_args!("cm /P{outline} Do Q\n"));
        }
        self.path(&shape.path, (0, 0));
        self.op(paint(shape));
    }

    /// Writes a path, counted from a place.
    fn path(&mut self, path: &Path, from: (i64, i64)) {
        for segment in &path.0 {
            let (points, count, operator) = steps(segment);
            for (x, y) in &points[..count] {
                self.int(x - from.0);
                self.int(y - from.1);
            }
            self.bytes.extend_from_slice(operator);
        }
    }

    fn text(&mut self, text: &Text) {
        let is_spelt = self.fonts.spell(text);
        self.begin_text();
        if !is_spelt {
            let letters = text.text.encode_utf16().fold(String::new(), |hex, unit| hex + &format!("{unit:04X}"));
            self.raw(format_args!("/Span <</ActualText <FEFF{letters}>>> BDC\n"));
        }
        let is_apart = self.shared.colors.separation.sets_apart(text.color, text.size / POINT);
        let is_black = self.is_black(text.color, is_apart);
        self.overprint(is_black);
        self.fill_with(text.color, is_apart);
        let font = (text.font, units(text.size));
        if self.state.font != Some(font) {
            self.state.font = Some(font);
            self.raw(format_args!("/F{} {} Tf\n", self.fonts.number(text.font), font.1));
        }
        self.bytes.extend_from_slice(b"1 0 0 -1 ");
        self.mm(text.at.x);
        self.mm(text.at.y);
        self.bytes.extend_from_slice(b"Tm[(");
        let em = text.font.units_per_em();
        // In thousandths of an em: how far the pen should be to the left of where the viewer has it.
        let mut back = 0.0;
        let mut rise = 0;
        for glyph in &text.glyphs {
            let thousandths = |units: i16| f64::from(units) * 1000.0 / em;
            if glyph.dy != rise {
                rise = glyph.dy;
                self.raw(format_args!(")]TJ {} Ts[(", units(f64::from(rise) / em * text.size)));
            }
            let shift = (back - thousandths(glyph.dx)).round();
            // What is less than a printer's dot waits until it has grown.
            if shift.abs() >= SHIFT {
                self.bytes.push(b')');
                self.int(shift as i64);
                self.bytes.pop();
                self.bytes.push(b'(');
                back -= shift;
            }
            let (id, width) = self.fonts.glyph(text.font, glyph.id);
            for byte in id.to_be_bytes() {
                match byte {
                    b'(' | b')' | b'\\' => self.bytes.extend_from_slice(&[b'\\', byte]),
                    b'\r' => self.bytes.extend_from_slice(b"\\r"),
                    _ => self.bytes.push(byte),
                }
            }
            back += width - thousandths(glyph.advance);
        }
        self.op(")]TJ");
        if rise != 0 {
            self.op("0 Ts");
        }
        if !is_spelt {
            self.op("EMC");
        }
    }
}
