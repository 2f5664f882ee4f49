//! The file of a font, read. Files of authors are hostile: a glyph is tried before it is used, and counts as missing where it
//! cannot be drawn or embedded.

use std::borrow::Cow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex};

use harfrust::GlyphId;
use harfrust::font::Font as Parsed;
use harfrust::font::glyph::outline::{DrawMemory, DrawOptions, PathSink};
use harfrust::font::name::NameId;
use rustc_hash::FxHashMap;
use subsetter::{GlyphRemapper, subset};

use super::FontFault;
use crate::digest::Digest;
use crate::print::stray::Stray;

/// The most bytes of a font file: fonts of Chinese and Japanese have some twenty million.
pub const MOST_FONT_BYTES: u64 = 32 << 20;

/// The most steps of a glyph's outline: ornaments have some thousands.
const MOST_STEPS: usize = 20_000;

/// The most bytes of a glyph as it is embedded. Files with cubic curves may unfold to any length.
const MOST_GLYPH_BYTES: usize = 64 << 10;

/// A font file.
pub(super) struct FontFile {
    /// The PostScript name.
    pub(super) name: Cow<'static, str>,
    pub(super) parsed: Parsed,
    pub(super) units_per_em: f64,
    /// Height of a capital in ems.
    pub(super) cap_height: f64,
    /// Extent of letters above and below the baseline, in ems.
    pub(super) extent: (f64, f64),
    pub(super) italic_angle: f64,
    pub(super) is_cff: bool,
    /// Whether some of its glyphs are coloured: their outlines may be empty.
    is_colored: bool,
    /// Of the bytes of an author's file; 0 of one that is carried.
    pub(super) digest: u64,
    data: FontData,
    /// Whether glyphs of an author's file can be drawn and embedded, as far as they were tried.
    tried: Mutex<FxHashMap<u32, bool>>,
}

enum FontData {
    Carried(&'static [u8]),
    Read(Arc<Vec<u8>>),
}

impl FontFile {
    /// Returns a carried font, which is sound.
    pub(super) fn from_static(name: &'static str, data: &'static [u8]) -> FontFile {
        let parsed = Parsed::new(data, 0).expect("internal error: a carried font cannot be read");
        FontFile::new(Cow::Borrowed(name), parsed, FontData::Carried(data))
    }

    /// Reads a TrueType or OpenType file.
    pub(super) fn read(bytes: Vec<u8>) -> Result<FontFile, FontFault> {
        if bytes.len() as u64 > MOST_FONT_BYTES {
            return Err(FontFault::Bytes(bytes.len() as u64));
        }
        let is_cff = match bytes.get(..4) {
            Some(b"\0\x01\0\0" | b"true") => false,
            Some(b"OTTO") => true,
            _ => return Err(what_it_is(&bytes)),
        };
        let mut digest = Digest::default();
        digest.add(&bytes);
        let digest = digest.number();
        let bytes = Arc::new(bytes);
        let shared: Arc<dyn AsRef<[u8]> + Send + Sync> = Arc::clone(&bytes) as _;
        let read = || -> Result<FontFile, FontFault> {
            let parsed = Parsed::new(shared, 0).ok_or(FontFault::Damaged("its tables are not where they should be"))?;
            let outlines = if is_cff { b"CFF " } else { b"glyf" };
            let wanted = [b"head", b"hhea", b"hmtx", b"maxp", b"cmap", outlines];
            if let Some(tag) = wanted.iter().find(|tag| table(&bytes, tag).is_none()) {
                return Err(other_outlines(&bytes).unwrap_or(FontFault::Damaged(match **tag == *outlines {
                    true => "its outlines are missing",
                    false => "a required table is missing",
                })));
            }
            if parsed.num_glyphs() == 0 || !parsed.charmap().has_unicode() {
                return Err(FontFault::Damaged("it has no characters"));
            }
            check_embedding(&bytes)?;
            let name = postscript_name(&parsed);
            let file = FontFile::new(Cow::Owned(name), parsed, FontData::Read(Arc::clone(&bytes)));
            let is_colored = COLORS.iter().any(|tag| table(&bytes, tag).is_some());
            let file = FontFile { digest, is_cff, is_colored, ..file };
            // Every subset has the glyph of what is missing.
            if file.is_sound(GlyphId::new(0)) { Ok(file) } else { Err(FontFault::Damaged("it cannot be embedded")) }
        };
        catch_unwind(AssertUnwindSafe(read)).unwrap_or(Err(FontFault::Damaged("it contradicts itself")))
    }

    fn new(name: Cow<'static, str>, parsed: Parsed, data: FontData) -> FontFile {
        let metrics = parsed.metrics();
        let em = f64::from(metrics.units_per_em);
        let cap_height = metrics
            .cap_height
            .map(|cap| f64::from(cap.to_f32()) / em)
            .filter(|cap| (0.3..1.2).contains(cap))
            .unwrap_or(0.7);
        let line = metrics.hhea_line.or(metrics.typo_line);
        let line = line.map_or((1.0, 0.3), |line| {
            let [rise, depth] = [line.ascender, line.descender].map(|units| f64::from(units.to_f32()) / em);
            (rise, -depth)
        });
        let extent = (line.0.clamp(cap_height, 1.5), line.1.clamp(0.1, 0.8));
        let italic_angle = parsed.style_metrics().italic_angle.map_or(0.0, |angle| f64::from(angle.to_f32()));
        let tried = Mutex::default();
        FontFile {
            name,
            units_per_em: em,
            cap_height,
            extent,
            italic_angle: italic_angle.clamp(-45.0, 45.0),
            parsed,
            is_cff: false,
            is_colored: false,
            digest: 0,
            data,
            tried,
        }
    }

    /// Returns the bytes of the file.
    pub(super) fn data(&self) -> &[u8] {
        match &self.data {
            FontData::Carried(bytes) => bytes,
            FontData::Read(bytes) => bytes,
        }
    }

    /// Returns true if a glyph that is seen has an outline: coloured ones may have colours alone.
    pub(super) fn is_outlined(&self, glyph: GlyphId) -> bool {
        let mut steps = Steps(0);
        let mut draw = || {
            let outline = self.parsed.outline_glyphs().get(glyph)?;
            outline.draw(&DrawOptions::new(), DrawMemory::Scratch, &mut steps).ok()
        };
        !self.is_colored || catch_unwind(AssertUnwindSafe(&mut draw)).is_ok_and(|drawn| drawn.is_some()) && steps.0 > 0
    }

    /// Returns true if a glyph can be drawn and embedded.
    pub(super) fn is_sound(&self, glyph: GlyphId) -> bool {
        if matches!(self.data, FontData::Carried(_)) {
            return true;
        }
        let mut tried = self.tried.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let number = glyph.to_u32();
        if let Some(known) = tried.get(&number) {
            return *known;
        }
        let sound = catch_unwind(AssertUnwindSafe(|| self.try_glyph(glyph))).unwrap_or(false);
        tried.insert(number, sound);
        sound
    }

    fn try_glyph(&self, glyph: GlyphId) -> bool {
        let Ok(number) = u16::try_from(glyph.to_u32()) else { return false };
        // Drawing has limits of its own, embedding has none: in this order.
        let mut steps = Steps(0);
        let drawn = self.parsed.outline_glyphs().get(glyph).is_none_or(|outline| {
            outline.draw(&DrawOptions::new(), DrawMemory::Scratch, &mut steps).is_ok() && steps.0 <= MOST_STEPS
        });
        let embedded = |glyph: Option<u16>| {
            let mut remapper = GlyphRemapper::new();
            glyph.map(|glyph| remapper.remap(glyph));
            subset(self.data(), 0, &remapper).ok().map(|subset| subset.len())
        };
        drawn
            && match (embedded(None), embedded(Some(number))) {
                (Some(least), Some(bytes)) => bytes.saturating_sub(least) <= MOST_GLYPH_BYTES,
                _ => false,
            }
    }
}

/// Counts the steps of an outline.
struct Steps(usize);

impl PathSink for Steps {
    fn move_to(&mut self, _: f32, _: f32) {
        self.0 += 1;
    }
    fn line_to(&mut self, _: f32, _: f32) {
        self.0 += 1;
    }
    fn quad_to(&mut self, _: f32, _: f32, _: f32, _: f32) {
        self.0 += 1;
    }
    fn curve_to(&mut self, _: f32, _: f32, _: f32, _: f32, _: f32, _: f32) {
        self.0 += 1;
    }
    fn close(&mut self) {
        self.0 += 1;
    }
}

/// The tables of coloured glyphs.
const COLORS: [&[u8; 4]; 4] = [b"COLR", b"CBDT", b"sbix", b"SVG "];

/// Returns what is said of a file that does not begin as a font with TrueType or CFF outlines does.
fn what_it_is(bytes: &[u8]) -> FontFault {
    if let Some(stray) = Stray::detect(bytes) {
        return FontFault::Stray(stray);
    }
    let begins = |mark: &[u8]| bytes.starts_with(mark);
    FontFault::OtherForm(match bytes.get(..4) {
        Some(b"ttcf") => "a collection of fonts",
        Some(b"wOFF" | b"wOF2") => "a web font (compressed)",
        Some(b"typ1") => "a Type 1 font",
        _ if begins(b"%!PS-AdobeFont") || begins(b"%!FontType") || begins(b"\x80\x01") => "a Type 1 font",
        _ if begins(b"STARTFONT") || begins(b"\x01fcp") => "a bitmap font",
        _ if bytes.get(34..36) == Some(b"LP") => "a web font (compressed)",
        _ => return FontFault::NoFont,
    })
}

/// Returns the form of a font whose outlines are not in the table that is read; nothing if it has none in others either.
fn other_outlines(bytes: &[u8]) -> Option<FontFault> {
    let has = |tag| table(bytes, tag).is_some();
    if [b"glyf", b"CFF "].into_iter().any(has) {
        return None;
    }
    let form = if has(b"CFF2") {
        "a font with CFF2 outlines"
    } else if COLORS.into_iter().any(has) {
        "a colour font without outlines"
    } else if has(b"EBDT") || has(b"bdat") {
        "a bitmap font"
    } else {
        return None;
    };
    Some(FontFault::OtherForm(form))
}

/// Returns the bytes of a table; `None` if it is not within the file.
fn table<'a>(bytes: &'a [u8], tag: &[u8; 4]) -> Option<&'a [u8]> {
    let number = |at: usize| Some(u32::from_be_bytes(bytes.get(at..at + 4)?.try_into().ok()?) as usize);
    let count = usize::from(u16::from_be_bytes(bytes.get(4..6)?.try_into().ok()?));
    let record = (0..count).map(|i| 12 + 16 * i).find(|at| bytes.get(*at..at + 4) == Some(tag))?;
    let (offset, length) = (number(record + 8)?, number(record + 12)?);
    bytes.get(offset..offset.checked_add(length)?)
}

/// Refuses a font that its maker does not allow to be embedded: the lowest four bits of `fsType` say how far it may be, bit 8
/// that it may not be subset, bit 9 that only its bitmaps may be. A font without the table says nothing of it.
fn check_embedding(bytes: &[u8]) -> Result<(), FontFault> {
    let field = table(bytes, b"OS/2").and_then(|os2| os2.get(8..10)).and_then(|two| two.try_into().ok());
    let bits = field.map_or(0, u16::from_be_bytes);
    match bits {
        // Of several of these bits the least restrictive counts.
        _ if bits & 0b1110 == 0b0010 => Err(FontFault::Restricted("embedded")),
        _ if bits & 0x0100 != 0 => Err(FontFault::Restricted("subset, and only the glyphs in use are embedded")),
        _ if bits & 0x0200 != 0 => Err(FontFault::Restricted("embedded except as bitmaps")),
        _ => Ok(()),
    }
}

/// Returns the font's name as it may stand in a PDF.
fn postscript_name(parsed: &Parsed) -> String {
    let name = parsed.names().get(NameId::POSTSCRIPT_NAME).and_then(|name| name.english_or_first());
    let name = name.map(|name| name.name().chars().take(200).collect::<String>()).unwrap_or_default();
    let plain: String = name.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').take(60).collect();
    if plain.is_empty() { "Font".to_owned() } else { plain }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILES: [&[u8]; 2] = [
        include_bytes!("../../../../../tests/it/fonts/Square.ttf"),
        include_bytes!("../../../../../tests/it/fonts/Curved.otf"),
    ];

    /// Reads a file and tries all of its glyphs.
    fn read(bytes: Vec<u8>) -> Option<usize> {
        let file = FontFile::read(bytes).ok()?;
        let glyphs = 0..file.parsed.num_glyphs().min(100);
        Some(glyphs.filter(|glyph| file.is_sound(GlyphId::new(*glyph))).count())
    }

    #[test]
    fn a_damaged_file_is_refused_or_some_of_its_glyphs_are() {
        for file in FILES {
            assert_eq!(read(file.to_vec()), Some(3));
            for end in (0..file.len()).step_by(7) {
                assert!(read(file[..end].to_vec()).is_none_or(|sound| sound <= 3));
            }
            let (mut state, mut refused) = (7_u32, 0);
            for _ in 0..600 {
                let mut damaged = file.to_vec();
                for _ in 0..4 {
                    state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    let at = (state >> 8) as usize % damaged.len();
                    damaged[at] = state as u8;
                }
                refused += usize::from(read(damaged).is_none_or(|sound| sound < 3));
            }
            assert!(refused > 100, "{refused}");
        }
    }

    #[test]
    fn a_glyph_that_unfolds_without_end_counts_as_missing() {
        let file =
            FontFile::read(include_bytes!("../../../../../tests/it/fonts/Endless.otf").to_vec()).expect("a font");
        let [a, b] = ['A', 'B'].map(|c| file.parsed.charmap().map_unicode(c).expect("a glyph"));
        assert_eq!((file.is_sound(a), file.is_sound(b)), (false, true));
    }

    #[test]
    fn a_file_says_whether_it_may_be_embedded() {
        let with = |bits: u16| {
            let mut bytes = FILES[0].to_vec();
            let os2 = table(&bytes, b"OS/2").expect("the table").as_ptr() as usize - bytes.as_ptr() as usize;
            bytes[os2 + 8..os2 + 10].copy_from_slice(&bits.to_be_bytes());
            FontFile::read(bytes).err()
        };
        for bits in [0, 4, 8, 6] {
            assert_eq!(with(bits), None, "{bits}");
        }
        for bits in [2, 0x100, 0x204] {
            assert!(matches!(with(bits), Some(FontFault::Restricted(_))), "{bits}");
        }
    }
}
