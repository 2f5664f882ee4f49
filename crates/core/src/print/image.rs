//! Frames to pixels and PNG files. This file alone names the crates that paint and pack them.

use harfrust::GlyphId;
use harfrust::font::glyph::outline::{DrawMemory, DrawOptions, PathSink};
use tiny_skia::{
    FillRule, GradientStop, LineCap, LineJoin, LinearGradient, Mask, Paint, PathBuilder, Pattern, Pixmap, PixmapPaint,
    PixmapRef, RadialGradient, Shader, SpreadMode, StrokeDash,
};

use super::frame::{
    AreaFill, Clip, Color, DrawnShape, FilledArea, Frame, Gradient, GradientRun, Group, Image, Item, Path, Pixels,
    Rect, Segment, Stroke, Text, Transform,
};
use super::picture::{Scaled, png_part};
use crate::digest::Digest;

/// Paints the part of a drawing that lies in `area` (mm) on white, as `width` × `height` pixels; `None` if there are none.
pub fn paint(frame: &Frame, area: Rect, width: u32, height: u32) -> Option<Pixels> {
    let mut map = Pixmap::new(width, height)?;
    map.fill(tiny_skia::Color::WHITE);
    let (x, y) = (f64::from(width) / area.width, f64::from(height) / area.height);
    items(&mut map, frame, Transform([x, 0.0, 0.0, y, -area.x * x, -area.y * y]), None);
    let rgb = map.pixels().iter().flat_map(|p| [p.red(), p.green(), p.blue()]).collect();
    Some(Pixels { width, height, rgb })
}

/// Returns the pixels along `mm` at `dpi` dots per inch.
pub fn dots(mm: f64, dpi: f64) -> u32 {
    (mm / 25.4 * dpi).round() as u32
}

/// The program that a PNG file says it was made by.
const SOFTWARE: &str = "muster";
/// The keyword of the digest of its other bytes.
const DIGEST: &str = "Digest";

/// Returns a PNG file that says how large it is meant to be printed, with a digest of all its other bytes.
pub fn png(pixels: &Pixels, dpi: f64) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, pixels.width, pixels.height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_compression(png::Compression::Balanced);
    let per_metre = (dpi / 0.0254).round() as u32;
    encoder.set_pixel_dims(Some(png::PixelDimensions { xppu: per_metre, yppu: per_metre, unit: png::Unit::Meter }));
    encoder.add_text_chunk("Software".to_owned(), SOFTWARE.to_owned()).expect("internal error: Latin-1 is Latin-1");
    let mut writer = encoder.write_header().expect("internal error: writing into memory");
    writer.write_image_data(&pixels.rgb).expect("internal error: writing into memory");
    writer.finish().expect("internal error: writing into memory");
    let chunk = digest_chunk([bytes.as_slice()]);
    bytes.splice(AFTER_HEADER..AFTER_HEADER, chunk);
    bytes
}

/// Returns a PNG file of a copy of a picture, with what is seen through it.
pub(super) fn scaled_png(scaled: &Scaled) -> Vec<u8> {
    let whole = |[r, g, b, alpha]: [u8; 4]| {
        let part = |part: u8| (u32::from(part) * 255 / u32::from(alpha.max(1))).min(255) as u8;
        [part(r), part(g), part(b), alpha]
    };
    let pixels = scaled.rgba.chunks_exact(4).flat_map(|pixel| whole([pixel[0], pixel[1], pixel[2], pixel[3]]));
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, scaled.width, scaled.height);
    encoder.set_color(png::ColorType::Rgba);
    let mut writer = encoder.write_header().expect("internal error: writing into memory");
    writer.write_image_data(&pixels.collect::<Vec<u8>>()).expect("internal error: writing into memory");
    writer.finish().expect("internal error: writing into memory");
    bytes
}

/// The place after the signature and the header of a PNG file.
const AFTER_HEADER: usize = 8 + 25;

/// Returns the part of a PNG file that holds a digest of all its other bytes, as a text.
fn digest_chunk<'a>(others: impl IntoIterator<Item = &'a [u8]>) -> Vec<u8> {
    let mut digest = Digest::default();
    others.into_iter().for_each(|bytes| digest.add(bytes));
    png_part("tEXt", &format!("{DIGEST}\0{}", digest.hex()))
}

/// Returns the pixels of a PNG file with three bytes each, as [`png()`] writes them.
///
/// # Errors
///
/// It is no PNG file, is damaged, or has pixels of another kind.
pub fn read_png(bytes: &[u8]) -> Result<Pixels, String> {
    let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().map_err(|error| error.to_string())?;
    let mut rgb = vec![0; reader.output_buffer_size().ok_or("an image too large")?];
    let info = reader.next_frame(&mut rgb).map_err(|error| error.to_string())?;
    if (info.color_type, info.bit_depth) != (png::ColorType::Rgb, png::BitDepth::Eight) {
        return Err(format!("pixels of {:?}, not of RGB", info.color_type));
    }
    rgb.truncate(info.buffer_size());
    Ok(Pixels { width: info.width, height: info.height, rgb })
}

/// Returns true for a PNG file as [`png()`] wrote it.
pub fn is_own_png(bytes: &[u8]) -> bool {
    let size = digest_chunk([]).len();
    let Some((before, chunk, after)) = bytes
        .split_at_checked(AFTER_HEADER)
        .and_then(|(before, rest)| rest.split_at_checked(size).map(|(chunk, after)| (before, chunk, after)))
    else {
        return false;
    };
    digest_chunk([before, after]) == chunk
}

impl Pixels {
    /// Returns a white image.
    pub fn white(width: u32, height: u32) -> Pixels {
        Pixels { width, height, rgb: vec![255; 3 * width as usize * height as usize] }
    }

    /// Copies another image into this one, its top left corner at `x`, `y`; what lies outside is left off.
    pub fn copy(&mut self, other: &Pixels, x: u32, y: u32) {
        let width = other.width.min(self.width.saturating_sub(x)) as usize * 3;
        for row in 0..other.height.min(self.height.saturating_sub(y)) {
            let from = (row * other.width) as usize * 3;
            let to = ((y + row) * self.width + x) as usize * 3;
            self.rgb[to..to + width].copy_from_slice(&other.rgb[from..from + width]);
        }
    }
}

/// Paints a drawing where `mask` lets it, or everywhere.
fn items(map: &mut Pixmap, frame: &Frame, transform: Transform, mask: Option<&Mask>) {
    for item in &frame.items {
        match item {
            Item::Group(group) => self::group(map, group, transform.compose(group.transform), mask),
            Item::Text(run) => text(map, run, transform, mask),
            Item::Shape(drawn) => shape(map, drawn, transform, mask),
            Item::Area(drawn) => area(map, drawn, 1.0, transform, mask),
            Item::Image(drawn) => image(map, drawn, transform, mask),
        }
    }
}

/// Paints a group. What is cut, and what is seen through as a whole, is painted by itself, on a picture no larger than it covers.
fn group(map: &mut Pixmap, group: &Group, transform: Transform, mask: Option<&Mask>) {
    let Group { frame, clip, opacity, .. } = group;
    match (clip, frame.items.as_slice()) {
        (None, _) if *opacity >= 1.0 => return items(map, frame, transform, mask),
        // Alone it has no other that would show through it.
        (None, [Item::Area(alone)]) => return area(map, alone, *opacity as f32, transform, mask),
        _ => {}
    }
    let covered = clip.as_ref().map_or_else(|| frame.bounds(), |clip| clip.path.bounds());
    let Some(part) = covered.and_then(|covered| Part::from_rect(map, covered.transform(transform))) else { return };
    let transform = Transform::from_translate(-f64::from(part.x), -f64::from(part.y)).compose(transform);
    let cropped = mask.map(|mask| part.crop_mask(mask));
    let clipped = clip.as_ref().map(|clip| clip_mask(part, clip, transform, cropped.as_ref()));
    let mask = clipped.or(cropped);
    if *opacity >= 1.0 && (part.width, part.height) == (map.width(), map.height()) {
        return items(map, frame, transform, mask.as_ref());
    }
    if *opacity >= 1.0 {
        let mut inner = part.crop(map);
        items(&mut inner, frame, transform, mask.as_ref());
        return part.put_back(map, &inner);
    }
    // All of it together is seen through, not each of its parts.
    let mut layer = part.empty();
    items(&mut layer, frame, transform, None);
    if let Some(mask) = &mask {
        layer.apply_mask(mask);
    }
    let paint = PixmapPaint { opacity: *opacity as f32, ..PixmapPaint::default() };
    let (x, y) = (part.x as i32, part.y as i32);
    map.draw_pixmap(x, y, layer.as_ref(), &paint, tiny_skia::Transform::identity(), None);
}

/// A part of a picture, at least one pixel.
#[derive(Clone, Copy)]
struct Part {
    x: u32,
    y: u32,
    width: u32,
    height: u32,
}

impl Part {
    /// Returns the pixels of a picture that lie around a rectangle, with room for soft edges; nothing if none does.
    fn from_rect(map: &Pixmap, rect: Rect) -> Option<Part> {
        let range = |from: f64, to: f64, most: u32| {
            let (from, to) = ((from - 2.0).floor().max(0.0), (to + 2.0).ceil().min(f64::from(most)));
            (to > from).then_some((from as u32, (to - from) as u32))
        };
        let (x, width) = range(rect.x, rect.right(), map.width())?;
        let (y, height) = range(rect.y, rect.bottom(), map.height())?;
        Some(Part { x, y, width, height })
    }

    fn empty(self) -> Pixmap {
        Pixmap::new(self.width, self.height).expect("internal error: a picture without pixels")
    }

    /// Copies the part out of a picture of so many bytes a pixel, row by row.
    fn copy_out(self, whole: &[u8], width: u32, bytes: usize, to: &mut [u8]) {
        let row = self.width as usize * bytes;
        for (y, to) in to.chunks_exact_mut(row).enumerate() {
            let from = ((self.y as usize + y) * width as usize + self.x as usize) * bytes;
            to.copy_from_slice(&whole[from..from + row]);
        }
    }

    fn crop(self, map: &Pixmap) -> Pixmap {
        let mut part = self.empty();
        self.copy_out(map.data(), map.width(), 4, part.data_mut());
        part
    }

    fn crop_mask(self, mask: &Mask) -> Mask {
        let mut part = Mask::new(self.width, self.height).expect("internal error: a picture without pixels");
        self.copy_out(mask.data(), mask.width(), 1, part.data_mut());
        part
    }

    fn put_back(self, map: &mut Pixmap, part: &Pixmap) {
        let (row, width) = (self.width as usize * 4, map.width() as usize);
        for (y, from) in part.data().chunks_exact(row).enumerate() {
            let to = ((self.y as usize + y) * width + self.x as usize) * 4;
            map.data_mut()[to..to + row].copy_from_slice(from);
        }
    }
}

/// Returns the mask of what lies inside of an outline, and of another mask of the same part.
fn clip_mask(part: Part, clip: &Clip, transform: Transform, mask: Option<&Mask>) -> Mask {
    let mut inside = Mask::new(part.width, part.height).expect("internal error: a picture without pixels");
    let rule = if clip.even_odd { FillRule::EvenOdd } else { FillRule::Winding };
    if let Some(path) = outline(&clip.path) {
        match mask {
            Some(mask) => {
                inside = mask.clone();
                inside.intersect_path(&path, rule, true, skia(transform));
            }
            None => inside.fill_path(&path, rule, true, skia(transform)),
        }
    }
    inside
}

fn skia(transform: Transform) -> tiny_skia::Transform {
    let [a, b, c, d, e, f] = transform.0.map(|n| n as f32);
    tiny_skia::Transform::from_row(a, b, c, d, e, f)
}

fn ink(Color(r, g, b): Color) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color_rgba8(r, g, b, 255);
    paint
}

fn shape(map: &mut Pixmap, shape: &DrawnShape, transform: Transform, mask: Option<&Mask>) {
    let Some(path) = outline(&shape.path) else { return };
    if let Some(color) = shape.fill {
        map.fill_path(&path, &ink(color), FillRule::EvenOdd, skia(transform), mask);
    }
    if let Some(stroke) = shape.stroke {
        map.stroke_path(&path, &ink(stroke.color), &pen(stroke), skia(transform), mask);
    }
}

fn area(map: &mut Pixmap, area: &FilledArea, opacity: f32, transform: Transform, mask: Option<&Mask>) {
    let Some(path) = outline(&area.path) else { return };
    let mut paint = match &area.fill {
        AreaFill::Color(color) => ink(*color),
        AreaFill::Gradient(gradient) => Paint { shader: shader(gradient), anti_alias: true, ..Paint::default() },
    };
    if opacity < 1.0 {
        paint.shader.apply_opacity(opacity);
    }
    let rule = if area.even_odd { FillRule::EvenOdd } else { FillRule::Winding };
    map.fill_path(&path, &paint, rule, skia(transform), mask);
}

/// Returns a gradient in the frame's coordinates. One without extent has its last colour everywhere.
fn shader(gradient: &Gradient) -> Shader<'static> {
    let color = |Color(r, g, b)| tiny_skia::Color::from_rgba8(r, g, b, 255);
    let stops = gradient.stops.iter().map(|(at, stop)| GradientStop::new(*at as f32, color(*stop))).collect();
    let point = |p: super::frame::Point| tiny_skia::Point::from_xy(p.x as f32, p.y as f32);
    let transform = skia(gradient.transform);
    let shader = match gradient.run {
        GradientRun::Linear(from, to) => LinearGradient::new(point(from), point(to), stops, SpreadMode::Pad, transform),
        GradientRun::Radial { focus, inner, center, radius } => {
            let (focus, center) = (point(focus), point(center));
            RadialGradient::new(focus, inner as f32, center, radius as f32, stops, SpreadMode::Pad, transform)
        }
    };
    let last = gradient.stops.last().map_or(Color::BLACK, |(_, color)| *color);
    shader.unwrap_or(Shader::SolidColor(color(last)))
}

fn outline(path: &Path) -> Option<tiny_skia::Path> {
    let mut out = PathBuilder::new();
    for segment in &path.0 {
        match segment {
            Segment::Move(p) => out.move_to(p.x as f32, p.y as f32),
            Segment::Line(p) => out.line_to(p.x as f32, p.y as f32),
            Segment::Curve(a, b, p) => {
                out.cubic_to(a.x as f32, a.y as f32, b.x as f32, b.y as f32, p.x as f32, p.y as f32);
            }
            Segment::Close => out.close(),
        }
    }
    out.finish()
}

/// Ends, corners and dashes as a PDF has them.
fn pen(stroke: Stroke) -> tiny_skia::Stroke {
    let (line_cap, line_join) =
        if stroke.round { (LineCap::Round, LineJoin::Round) } else { (LineCap::Butt, LineJoin::Miter) };
    let dash = stroke.dash.and_then(|(on, off)| StrokeDash::new(vec![on as f32, off as f32], 0.0));
    tiny_skia::Stroke { width: stroke.width as f32, miter_limit: 10.0, line_cap, line_join, dash }
}

/// Outlines of glyphs, from font units to where they stand.
struct Pen {
    out: PathBuilder,
    scale: f32,
    x: f32,
    y: f32,
}

impl Pen {
    fn map(&self, x: f32, y: f32) -> (f32, f32) {
        (self.x + x * self.scale, self.y - y * self.scale)
    }
}

impl PathSink for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.map(x, y);
        self.out.move_to(x, y);
    }
    fn line_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.map(x, y);
        self.out.line_to(x, y);
    }
    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        let ((cx, cy), (x, y)) = (self.map(cx, cy), self.map(x, y));
        self.out.quad_to(cx, cy, x, y);
    }
    fn curve_to(&mut self, ax: f32, ay: f32, bx: f32, by: f32, x: f32, y: f32) {
        let ((ax, ay), (bx, by), (x, y)) = (self.map(ax, ay), self.map(bx, by), self.map(x, y));
        self.out.cubic_to(ax, ay, bx, by, x, y);
    }
    fn close(&mut self) {
        self.out.close();
    }
}

fn text(map: &mut Pixmap, text: &Text, transform: Transform, mask: Option<&Mask>) {
    let glyphs = text.font.tables().outline_glyphs();
    let scale = text.size / text.font.units_per_em();
    let mut pen = Pen { out: PathBuilder::new(), scale: scale as f32, x: 0.0, y: 0.0 };
    let mut x = text.at.x;
    for glyph in &text.glyphs {
        pen.x = (x + f64::from(glyph.dx) * scale) as f32;
        pen.y = (text.at.y - f64::from(glyph.dy) * scale) as f32;
        if let Some(outline) = glyphs.get(GlyphId::new(u32::from(glyph.id))) {
            // Glyphs of authors' fonts were tried before.
            let _ = outline.draw(&DrawOptions::new(), DrawMemory::Scratch, &mut pen);
        }
        x += f64::from(glyph.advance) * scale;
    }
    if let Some(path) = pen.out.finish() {
        map.fill_path(&path, &ink(text.color), FillRule::Winding, skia(transform), mask);
    }
}

/// Paints a picture, from a copy that is not much larger than what it covers: every pixel of the picture has its part.
fn image(map: &mut Pixmap, image: &Image, transform: Transform, mask: Option<&Mask>) {
    let (raster, rect) = (&image.raster, image.rect);
    let [a, b, c, d, ..] = transform.0;
    let scaled = raster.scale_down((rect.width * a.hypot(b)).max(1.0), (rect.height * c.hypot(d)).max(1.0));
    let Some(source) = PixmapRef::from_bytes(&scaled.rgba, scaled.width, scaled.height) else { return };
    let (width, height) = (f64::from(raster.header.width), f64::from(raster.header.height));
    let block = f64::from(scaled.block);
    let stretched = Transform([rect.width / width * block, 0.0, 0.0, rect.height / height * block, rect.x, rect.y]);
    let quality = tiny_skia::FilterQuality::Bilinear;
    let shader = Pattern::new(source, SpreadMode::Pad, quality, 1.0, skia(stretched));
    // The last blocks may reach beyond the picture.
    let Some(path) = outline(&Path::rect(rect)) else { return };
    let paint = Paint { shader, anti_alias: true, ..Paint::default() };
    map.fill_path(&path, &paint, FillRule::Winding, skia(transform), mask);
}

/// Multiplies two parts of 255, rounded.
pub(super) fn product(a: u8, b: u8) -> u8 {
    ((u32::from(a) * u32::from(b) + 127) / 255) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_known_again_until_a_byte_changes() {
        let pixels = Pixels::white(3, 2);
        let written = png(&pixels, 300.0);
        assert!(is_own_png(&written));
        assert!(!is_own_png(&written[..written.len() - 20]));

        for place in [40, written.len() / 2, written.len() - 5] {
            let mut changed = written.clone();
            changed[place] ^= 1;
            assert!(!is_own_png(&changed), "{place}");
        }
        assert!(!is_own_png(&[&written[..], b"more"].concat()));
        assert_eq!(read_png(&written), Ok(pixels));
    }
}
