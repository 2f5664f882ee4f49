//! The fonts a card is set in: Latin subsets carried in the program, so that every machine prints the same.

use std::sync::LazyLock;

use harfrust::font::Font as Parsed;
use schemars::JsonSchema;
use serde::Deserialize;

/// A font.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
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
}

/// The font files, in the order of [`Font`].
const FILES: [(&str, &[u8]); 6] = [
    ("Inter-Regular", include_bytes!("../../templates/fonts/Inter-Regular.ttf")),
    ("Inter-SemiBold", include_bytes!("../../templates/fonts/Inter-SemiBold.ttf")),
    ("Inter-Bold", include_bytes!("../../templates/fonts/Inter-Bold.ttf")),
    ("EBGaramond-Regular", include_bytes!("../../templates/fonts/EBGaramond-Regular.ttf")),
    ("EBGaramond-Italic", include_bytes!("../../templates/fonts/EBGaramond-Italic.ttf")),
    ("EBGaramond-Bold", include_bytes!("../../templates/fonts/EBGaramond-Bold.ttf")),
];

static PARSED: [LazyLock<Parsed>; 6] = [
    LazyLock::new(|| parse(0)),
    LazyLock::new(|| parse(1)),
    LazyLock::new(|| parse(2)),
    LazyLock::new(|| parse(3)),
    LazyLock::new(|| parse(4)),
    LazyLock::new(|| parse(5)),
];

fn parse(i: usize) -> Parsed {
    Parsed::new(FILES[i].1, 0).expect("internal error: a carried font cannot be read")
}

impl Font {
    /// All of them.
    pub const ALL: [Font; 6] =
        [Font::Sans, Font::SansSemi, Font::SansBold, Font::Serif, Font::SerifItalic, Font::SerifBold];

    /// Its PostScript name.
    pub fn name(self) -> &'static str {
        FILES[self as usize].0
    }

    /// The font file.
    pub fn data(self) -> &'static [u8] {
        FILES[self as usize].1
    }

    /// The tables, read.
    pub fn parsed(self) -> &'static Parsed {
        &PARSED[self as usize]
    }

    /// Font units in an em.
    pub fn units_per_em(self) -> f64 {
        f64::from(self.parsed().units_per_em())
    }

    /// Height of a capital in ems.
    pub fn cap_height(self) -> f64 {
        match self {
            Font::Sans | Font::SansSemi | Font::SansBold => 0.727,
            Font::Serif | Font::SerifItalic | Font::SerifBold => 0.650,
        }
    }

    /// Returns how far letters reach above and below the baseline in ems, accents on capitals included.
    pub fn extent(self) -> (f64, f64) {
        match self {
            Font::Sans | Font::SansSemi | Font::SansBold => (1.0, 0.22),
            Font::Serif | Font::SerifItalic | Font::SerifBold => (0.87, 0.30),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_font_has_the_letters_of_european_names() {
        for font in Font::ALL {
            for c in "Dürrenstein Fröschweiler Łódź ĄĆĘŚŻ Čáslav Győr Ş ß æ ø å “”‘’–—×½·•…€".chars()
            {
                assert!(
                    font.parsed().charmap().map_unicode(c).is_some_and(|g| g.to_u32() != 0),
                    "{c} in {}",
                    font.name()
                );
            }
        }
    }
}
