//! Letters that carried fonts lend to authors' fonts which lack them.

use std::collections::BTreeSet;

use super::{Typesetter, Word};
use crate::print::font::Font;

impl Typesetter {
    /// Takes what carried fonts lent to an author's font for a word.
    pub(super) fn note_lent(&mut self, font: Font, text: &str, word: &Word) {
        let mut start = 0;
        for (end, of) in &word.fonts {
            let glyphs = word.glyphs[start..*end].iter().filter(|_| of.is_carried());
            self.lent.extend(glyphs.filter_map(|glyph| Some((font, text[glyph.cluster as usize..].chars().next()?))));
            start = *end;
        }
    }

    /// Returns the letters that carried fonts gave to authors' fonts which lack them, since this was asked last.
    pub fn take_lent(&mut self) -> BTreeSet<(Font, char)> {
        std::mem::take(&mut self.lent)
    }
}
