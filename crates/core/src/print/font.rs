//! The fonts that texts are set in: Latin, Greek and Cyrillic letters and common signs are carried in the program, so that
//! every machine prints the same; others are files of authors.
//!
//! A [`Font`] is a number: styles and glyph runs are copied by the hundred thousand. What a font lacks, its
//! [`fallbacks`](Font::fallbacks) are asked for, one after the other.

mod fault;
mod file;
mod further;

use std::sync::LazyLock;

use harfrust::font::Font as Parsed;
use muster_templates::FONTS;

pub use fault::FontFault;
pub use file::MOST_FONT_BYTES;
pub use further::FurtherFont;

use file::FontFile;

/// A font.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Font {
    /// Inter, regular.
    Sans,
    /// Inter, semi-bold.
    SansSemi,
    /// Inter, bold.
    SansBold,
    /// EB Garamond, regular.
    Serif,
    /// EB Garamond, italic.
    SerifItalic,
    /// EB Garamond, bold.
    SerifBold,
    /// Another one: a carried one that stands in for these, the font of a file, or several fonts, each of which stands in for
    /// those before it.
    Further(FurtherFont),
}

/// Number of fonts that have names of their own.
const NAMED: usize = 6;

/// Number of carried fonts that stand in for those with names: the Greek and Cyrillic letters of each, then signs.
const EXTRA: usize = NAMED + 4;

/// The fonts that stand in for those carried, in the order in which they are asked: the other letters of the font, then the
/// signs of its weight, then those of any.
const EXTENDED: [[Font; 3]; NAMED] = {
    let signs = [0, 1, 2, 0, 0, 2];
    let mut fonts = [[Font::Sans; 3]; NAMED];
    let mut i = 0;
    while i < NAMED {
        let extra = [i, NAMED + signs[i], NAMED + 3];
        let mut k = 0;
        while k < extra.len() {
            fonts[i][k] = Font::Further(FurtherFont::from_number(extra[k] as u8));
            k += 1;
        }
        i += 1;
    }
    fonts
};

macro_rules! read_when_used {
    ($($i:literal),*) => { [$(LazyLock::new(|| FontFile::from_static(FONTS[$i].0, FONTS[$i].1))),*] };
}

/// The carried fonts: those in the order of [`Font`], then the Greek and Cyrillic letters of each, then signs.
static CARRIED: [LazyLock<FontFile>; NAMED + EXTRA] =
    read_when_used![0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];

impl Font {
    /// The carried fonts that have names.
    pub const ALL: [Font; NAMED] =
        [Font::Sans, Font::SansSemi, Font::SansBold, Font::Serif, Font::SerifItalic, Font::SerifBold];

    /// The names of the carried fonts, in the order of [`Font::ALL`].
    pub const NAMES: [&'static str; NAMED] = ["sans", "sans-semi", "sans-bold", "serif", "serif-italic", "serif-bold"];

    /// Returns the carried font of a name.
    pub fn from_name(name: &str) -> Option<Font> {
        Font::NAMES.iter().position(|known| *known == name).map(|i| Font::ALL[i])
    }

    /// Returns its number among all fonts, counted from 0 without gaps; the carried ones come first.
    pub fn index(self) -> usize {
        match self {
            Font::Sans => 0,
            Font::SansSemi => 1,
            Font::SansBold => 2,
            Font::Serif => 3,
            Font::SerifItalic => 4,
            Font::SerifBold => 5,
            Font::Further(further) => NAMED + further.index(),
        }
    }

    /// Returns the font that is asked first: of several fonts the first one, of others itself.
    pub fn first(self) -> Font {
        match self {
            Font::Further(further) => further.chain().and_then(|fonts| fonts.first().copied()).unwrap_or(self),
            carried => carried,
        }
    }

    /// Returns the fonts that are asked for what the first one lacks, in this order. None of them has fallbacks of its own.
    pub fn fallbacks(self) -> &'static [Font] {
        match self {
            Font::Further(further) => further.chain().and_then(|fonts| fonts.get(1..)).unwrap_or_default(),
            carried => &EXTENDED[carried.index()],
        }
    }

    /// Returns the file; of several fonts the first one's.
    fn file(self) -> &'static FontFile {
        let first = self.first();
        match first {
            Font::Further(further) => further.file(),
            carried => Some(&*CARRIED[carried.index()]),
        }
        .unwrap_or(&CARRIED[0])
    }

    /// Returns its PostScript name.
    pub fn name(self) -> &'static str {
        &self.file().name
    }

    /// Returns the font file.
    pub fn data(self) -> &'static [u8] {
        self.file().data()
    }

    /// Returns the tables, read.
    pub fn tables(self) -> &'static Parsed {
        &self.file().parsed
    }

    /// Returns the font units in an em.
    pub fn units_per_em(self) -> f64 {
        self.file().units_per_em
    }

    /// Returns the height of a capital in ems.
    pub fn cap_height(self) -> f64 {
        match self {
            Font::Sans | Font::SansSemi | Font::SansBold => 0.727,
            Font::Serif | Font::SerifItalic | Font::SerifBold => 0.650,
            Font::Further(_) => self.file().cap_height,
        }
    }

    /// Returns the extent of letters above and below the baseline in ems, accents on capitals included.
    pub fn extent(self) -> (f64, f64) {
        match self {
            Font::Sans | Font::SansSemi | Font::SansBold => (1.0, 0.22),
            Font::Serif | Font::SerifItalic | Font::SerifBold => (0.87, 0.30),
            Font::Further(_) => self.file().extent,
        }
    }

    /// Returns the slant of its letters, in degrees against the clock.
    pub fn italic_angle(self) -> f64 {
        if self == Font::SerifItalic { -17.0 } else { self.file().italic_angle }
    }

    /// Returns true if it is carried in the program, false if it is an author's; of several fonts this says it of the first.
    pub fn is_carried(self) -> bool {
        self.first().index() < NAMED + EXTRA
    }

    /// Returns true if its outlines are cubic curves (CFF), false if quadratic ones (TrueType).
    pub fn is_cff(self) -> bool {
        self.file().is_cff
    }

    /// Returns the number that says whether two fonts of authors are the same; 0 of those carried.
    pub fn digest(self) -> u64 {
        self.file().digest
    }

    /// Returns true if it has a glyph for a character, or needs none.
    pub fn has(self, c: char) -> bool {
        let glyph = self.tables().charmap().map_unicode(c).filter(|glyph| glyph.to_u32() != 0);
        match glyph {
            Some(glyph) => self.file().is_sound(glyph) && (is_unseen(c) || self.file().is_outlined(glyph)),
            None => is_unseen(c),
        }
    }

    /// Returns true if one of its glyphs can be drawn and embedded; every one of a carried font can.
    pub fn is_sound(self, glyph: harfrust::GlyphId) -> bool {
        self.file().is_sound(glyph)
    }
}

/// Returns true if a character is seen as nothing or as a space, which shaping sets without a glyph.
fn is_unseen(c: char) -> bool {
    c.is_whitespace()
        || matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_font_has_the_letters_of_european_names() {
        for font in Font::ALL {
            for c in "Dürrenstein Fröschweiler Łódź ĄĆĘŚŻ Čáslav Győr Ş ß æ ø å “”‘’–—×½·•…€".chars()
            {
                assert!(font.has(c), "{c} in {}", font.name());
            }
        }
    }

    #[test]
    fn every_font_has_a_fallback_with_the_letters_of_greek_and_cyrillic_names() {
        let texts = [
            "Ελλάς Θερμοπύλαι ΐ ώ ς Ὀδυσσεύς ᾠδή Ἥρᾳ",
            "Бородино Ёлка ЩЪЫЬЭЮЯ щъыьэюя Київ ґанок Їжак Мінск ў България Ђорђе Љубић Њ Ћ Џ њ ѣ",
        ];
        for font in Font::ALL {
            let [extended, ..] = font.fallbacks() else { panic!("no fallback of {}", font.name()) };
            for c in texts.iter().flat_map(|text| text.chars()) {
                assert!(extended.has(c), "{c} in {}", extended.name());
            }
            assert!((extended.cap_height() - font.cap_height()).abs() < 0.001, "{}", extended.name());
            assert_eq!(extended.units_per_em(), font.units_per_em());
            assert!(extended.fallbacks().is_empty());
        }
    }

    #[test]
    fn every_font_has_a_fallback_with_the_signs_of_rules() {
        let signs = "→←↑↓↔⇒≥≤≠≈±×÷−∞★☆✓✔✗✘♥♠♣♦●○■□▲△▼▽▶◀◆◇†‡™′″‰№⅓⅔⅛⅜⅝⅞⅕⅙⁰⁴₁•‣◦①⑨⑩❶⚔☠⚑⚐⚀⚅⚫⚪☐☑☒Ⅳ♔♞⬆⬇➔➤";
        for font in Font::ALL {
            let fonts = || std::iter::once(&font).chain(font.fallbacks());
            let missing: String = signs.chars().filter(|c| !fonts().any(|font| font.has(*c))).collect();
            assert_eq!(missing, "", "{}", font.name());
        }
    }
}
