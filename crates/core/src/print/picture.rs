//! Pictures of authors: what a file is, how large, and how it is drawn. Files are hostile: sizes are known and refused before
//! anything is unpacked.
//!
//! A PNG or JPEG file is kept as it was read, a [`Raster`]; only those who paint or convert it unpack it. An SVG file
//! becomes a [`Frame`] of paths.

mod carried;
mod exif;
mod fault;
mod jpeg;
mod png;
mod scaled;
mod svg;
mod what;

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::{FxBuildHasher, FxHashMap};

pub use carried::{CarriedDrawing, carried_drawings};
pub use fault::PictureFault;
pub(super) use png::part as png_part;
pub(super) use scaled::Scaled;

use super::frame::{Frame, Image, Item, Path, Pixels, Rect, Transform};
use super::stray::Stray;
use super::{Size, image};
use crate::digest::Digest;
use scaled::Levels;

/// The most bytes of a file with pixels.
pub const MOST_BYTES: u64 = 32 << 20;
/// The most bytes of an SVG file.
pub const MOST_SVG_BYTES: u64 = 4 << 20;
/// The most pixels: 5,000 by 5,000. Unpacked they take 100 MB.
pub const MOST_PIXELS: u64 = 25_000_000;
/// The most pixels of a JPEG file that holds all of itself in one scan, as those of cameras do. A PDF takes it as it is; of more
/// than [`MOST_PIXELS`] a quarter is unpacked.
pub const MOST_JPEG_PIXELS: u64 = 100_000_000;

/// A picture, ready to be drawn.
#[derive(Debug, Clone, PartialEq)]
pub enum Picture {
    /// Pixels.
    Raster(Arc<Raster>),
    /// Paths.
    Vector(VectorPicture),
}

/// A picture of paths.
#[derive(Debug, Clone, PartialEq)]
pub struct VectorPicture {
    /// Its width and height, in its own units.
    pub size: Size,
    /// The drawing, from the top left corner, in these units.
    pub frame: Arc<Frame>,
    /// Kinds of parts that are not drawn, such as `text`, each once.
    pub left_out: Vec<Cow<'static, str>>,
}

impl Picture {
    /// Reads a picture from the bytes of a PNG, JPEG or SVG file. Pixels are not unpacked.
    ///
    /// # Errors
    ///
    /// It is of another kind, too large, damaged, or has what is not understood.
    pub fn read(bytes: Vec<u8>) -> Result<Picture, PictureFault> {
        let length = bytes.len() as u64;
        let kind = Kind::detect(&bytes).ok_or_else(|| what::it_is(&bytes))?;
        if length > kind.most_bytes() {
            return Err(PictureFault::Bytes { bytes: length, most: kind.most_bytes() });
        }
        let header = match kind {
            Kind::Png => png::header(&bytes)?,
            Kind::Jpeg => jpeg::header(&bytes)?,
            Kind::Svg => return svg::read(&bytes).map(Picture::Vector),
        };
        Ok(Picture::Raster(Arc::new(Raster { header, bytes, levels: Levels::default() })))
    }

    /// Returns its width and height as it is seen: pixels, or the units of an SVG file.
    pub fn size(&self) -> Size {
        match self {
            Picture::Raster(raster) => {
                let (width, height) = (f64::from(raster.header.width), f64::from(raster.header.height));
                match raster.header.orientation {
                    5..=8 => Size { width: height, height: width },
                    _ => Size { width, height },
                }
            }
            Picture::Vector(vector) => vector.size,
        }
    }

    /// Draws it over a rectangle.
    pub fn draw(&self, frame: &mut Frame, rect: Rect) {
        let size = self.size();
        let stretched = Transform([rect.width / size.width, 0.0, 0.0, rect.height / size.height, rect.x, rect.y]);
        match self {
            Picture::Vector(vector) => {
                // What it has beyond its edges is not seen.
                let whole = Path::rect(Rect::new(0.0, 0.0, size.width, size.height));
                frame.place_within(whole, &vector.frame, stretched);
            }
            Picture::Raster(raster) if raster.header.orientation == 1 => {
                frame.items.push(Item::Image(Image { rect, raster: Arc::clone(raster) }));
            }
            Picture::Raster(raster) => {
                let (width, height) = (f64::from(raster.header.width), f64::from(raster.header.height));
                let whole = Rect::new(0.0, 0.0, width, height);
                let mut upright = Frame::default();
                let image = Image { rect: whole, raster: Arc::clone(raster) };
                upright.items.push(Item::Image(image));
                let turned = stretched.compose(upright_map(raster.header.orientation, width, height));
                frame.place(&Arc::new(upright), turned);
            }
        }
    }

    /// Returns true if something is seen through it.
    pub fn is_transparent(&self) -> bool {
        match self {
            Picture::Raster(raster) => raster.header.alpha,
            Picture::Vector(vector) => is_transparent(&vector.frame),
        }
    }
}

/// Returns true if something in a drawing lets through what is below it, beyond its outlines.
pub fn is_transparent(frame: &Frame) -> bool {
    frame.items.iter().any(|item| match item {
        Item::Group(group) => group.opacity < 1.0 || is_transparent(&group.frame),
        Item::Image(image) => image.raster.header.alpha,
        Item::Text(_) | Item::Shape(_) | Item::Area(_) => false,
    })
}

/// The parts of a drawing that let through what is below them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SeenThrough {
    /// The pictures that do, by their places in a list.
    pub pictures: BTreeSet<usize>,
    /// True if anything else does.
    pub shapes: bool,
}

impl SeenThrough {
    /// Adds what of a drawing lets through what is below it, `pictures` being those that do wherever they are drawn.
    pub fn add(&mut self, frame: &Frame, pictures: &[Arc<Picture>]) {
        let is_of = |is: &dyn Fn(&Picture) -> bool| pictures.iter().position(|picture| is(picture));
        for item in &frame.items {
            match item {
                Item::Group(group) => {
                    let picture = is_of(&|picture| match picture {
                        Picture::Vector(vector) => Arc::ptr_eq(&vector.frame, &group.frame),
                        Picture::Raster(_) => false,
                    });
                    self.shapes |= group.opacity < 1.0;
                    match picture {
                        Some(picture) => {
                            self.pictures.insert(picture);
                        }
                        None => self.add(&group.frame, pictures),
                    }
                }
                Item::Image(image) if image.raster.header.alpha => {
                    let picture = is_of(&|picture| match picture {
                        Picture::Raster(raster) => Arc::ptr_eq(raster, &image.raster),
                        Picture::Vector(_) => false,
                    });
                    match picture {
                        Some(picture) => {
                            self.pictures.insert(picture);
                        }
                        None => self.shapes = true,
                    }
                }
                Item::Image(_) | Item::Text(_) | Item::Shape(_) | Item::Area(_) => {}
            }
        }
    }
}

/// Returns the transform from a photograph's pixels to how it was held: the orientations of Exif, 2 to 8.
fn upright_map(orientation: u8, width: f64, height: f64) -> Transform {
    Transform(match orientation {
        2 => [-1.0, 0.0, 0.0, 1.0, width, 0.0],
        3 => [-1.0, 0.0, 0.0, -1.0, width, height],
        4 => [1.0, 0.0, 0.0, -1.0, 0.0, height],
        5 => [0.0, 1.0, 1.0, 0.0, 0.0, 0.0],
        6 => [0.0, 1.0, -1.0, 0.0, height, 0.0],
        7 => [0.0, -1.0, -1.0, 0.0, height, width],
        8 => [0.0, -1.0, 1.0, 0.0, 0.0, width],
        _ => [1.0, 0.0, 0.0, 1.0, 0.0, 0.0],
    })
}

/// The kinds of files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Png,
    Jpeg,
    Svg,
}

impl Kind {
    /// Returns the kind of file, by its first bytes.
    fn detect(bytes: &[u8]) -> Option<Kind> {
        if bytes.starts_with(png::SIGNATURE) {
            return Some(Kind::Png);
        }
        if bytes.starts_with(&[0xFF, 0xD8, 0xFF]) {
            return Some(Kind::Jpeg);
        }
        let text = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes).trim_ascii_start();
        let begins = |word: &str| text.starts_with(word.as_bytes());
        let head = &text[..text.len().min(4096)];
        let names_svg = || head.windows(4).any(|four| matches!(four, b"<svg" | b":svg")) || begins("<!DOCTYPE svg");
        let is_page = || Stray::detect(bytes).is_some();
        (begins("<svg") || begins("<") && names_svg() && !is_page()).then_some(Kind::Svg)
    }

    fn most_bytes(self) -> u64 {
        match self {
            Kind::Png | Kind::Jpeg => MOST_BYTES,
            Kind::Svg => MOST_SVG_BYTES,
        }
    }
}

/// The properties of a file that are known without unpacking it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Header {
    pub(super) kind: RasterKind,
    /// Pixels in a row as they are kept, at least 1.
    pub(super) width: u32,
    /// Rows as they are kept, at least 1.
    pub(super) height: u32,
    /// Whether something may be seen through it.
    pub(super) alpha: bool,
    /// The orientation of a photograph, by Exif: 1 for upright.
    pub(super) orientation: u8,
}

/// The form in which pixels are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RasterKind {
    Png,
    /// With so many colours a pixel: 1, 3 or 4, these perhaps written as their opposite.
    Jpeg {
        components: u8,
        inverted: bool,
    },
}

/// The results of checking files, by the digest of their bytes and their length in bytes.
type Checked = FxHashMap<(u64, usize), Result<(), PictureFault>>;

/// A file of pixels, kept as it was read.
pub struct Raster {
    pub(super) header: Header,
    pub(super) bytes: Vec<u8>,
    /// Smaller copies, made as they are painted.
    levels: Levels,
}

impl Raster {
    /// Unpacks it: three bytes a pixel, and one of how much is not seen through it where that is not all.
    pub(super) fn unpack(&self) -> Result<Unpacked, PictureFault> {
        match self.header.kind {
            RasterKind::Png => png::unpack(&self.bytes),
            RasterKind::Jpeg { .. } => jpeg::unpack(&self.bytes),
        }
    }

    /// Unpacks it, what could not be unpacked white: for files that were found to be whole.
    pub(super) fn unpack_or_white(&self) -> Unpacked {
        let Header { width, height, .. } = self.header;
        self.unpack().unwrap_or_else(|_| Unpacked { pixels: Pixels::white(width, height), alpha: None, step: 1 })
    }

    /// Finds that it can be unpacked: all of its pixels are there. They are checked and not kept, but not twice while the program
    /// runs: an editor asks with every letter.
    ///
    /// # Errors
    ///
    /// It is damaged or cut off.
    pub fn check(&self) -> Result<(), PictureFault> {
        static KNOWN: Mutex<Checked> = Mutex::new(Checked::with_hasher(FxBuildHasher));
        let known = || KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (self.digest(), self.bytes.len());
        let before = known().get(&key).cloned();
        before.unwrap_or_else(|| {
            let found = match self.header.kind {
                RasterKind::Png => png::check(&self.bytes),
                RasterKind::Jpeg { .. } => jpeg::check(&self.bytes),
            };
            known().insert(key, found.clone());
            found
        })
    }

    /// Returns a copy not much larger than so many pixels.
    pub(super) fn scale_down(&self, width: f64, height: f64) -> Arc<Scaled> {
        self.levels.get(self, width, height)
    }

    /// Returns the number that says whether two are the same.
    pub fn digest(&self) -> u64 {
        let mut digest = Digest::default();
        digest.add(&self.bytes);
        digest.number()
    }
}

impl PartialEq for Raster {
    fn eq(&self, other: &Raster) -> bool {
        std::ptr::eq(self, other) || self.bytes == other.bytes
    }
}

impl fmt::Debug for Raster {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Raster").field("header", &self.header).field("bytes", &self.bytes.len()).finish_non_exhaustive()
    }
}

/// Pixels, unpacked.
#[derive(Debug)]
pub(super) struct Unpacked {
    pub(super) pixels: Pixels,
    /// A byte a pixel, 255 where nothing is seen through it; `None` if that is everywhere.
    pub(super) alpha: Option<Vec<u8>>,
    /// Number of pixels of the picture, across and down, that are one of these.
    pub(super) step: u32,
}

impl Unpacked {
    /// Returns its colours on white.
    pub(super) fn flatten_on_white(mut self) -> Pixels {
        if let Some(alpha) = self.alpha.take() {
            for (pixel, alpha) in self.pixels.rgb.chunks_exact_mut(3).zip(alpha) {
                let over = |part: u8| 255 - image::product(255 - part, alpha);
                pixel.iter_mut().for_each(|part| *part = over(*part));
            }
        }
        self.pixels
    }
}

/// Returns what is wrong with a damaged file.
fn damage_fault(how: impl Into<String>) -> PictureFault {
    PictureFault::Damaged(how.into())
}

/// Refuses a picture without pixels, or of more than are unpacked.
fn check_size(width: u32, height: u32, most: u64) -> Result<(), PictureFault> {
    if width == 0 || height == 0 {
        return Err(damage_fault("it has no pixels"));
    }
    if u64::from(width) * u64::from(height) > most {
        return Err(PictureFault::Pixels { width, height, most });
    }
    Ok(())
}
