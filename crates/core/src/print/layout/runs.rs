//! A word to runs of one font and one script: what the font of its style lacks is taken from those that stand in for it, run
//! by run, and never in the middle of a letter with its marks.

use std::ops::Range;

use harfrust::{GlyphId, Script, unicode};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use crate::print::font::Font;

/// A part of a word in one font and one script.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct ScriptRun {
    /// The range in the word, in bytes.
    pub(super) range: Range<usize>,
    pub(super) font: Font,
    /// None of what belongs to no script, such as digits alone.
    pub(super) script: Option<Script>,
}

/// Returns true if all of a text is Latin, or belongs to no script: it is one run.
pub(super) fn is_latin(text: &str) -> bool {
    let latin = |c: char| {
        c < '\u{370}'
            || ('\u{1e00}'..'\u{1f00}').contains(&c)
            || ('\u{2000}'..'\u{2c00}').contains(&c)
            || ligature(c).is_some()
    };
    text.is_ascii() || text.chars().all(latin)
}

/// Returns the runs of a word, in its order. The error lists the characters that no font has.
pub(super) fn runs(text: &str, font: Font) -> Result<Vec<ScriptRun>, Vec<char>> {
    let (mut runs, mut missing): (Vec<ScriptRun>, Vec<char>) = (Vec::new(), Vec::new());
    let mut push = |range: Range<usize>, font: Font, script: Option<Script>| match runs.last_mut() {
        Some(last) if last.font == font && last.script == script => last.range.end = range.end,
        _ => runs.push(ScriptRun { range, font, script }),
    };
    let fonts = || std::iter::once(font.first()).chain(font.fallbacks().iter().copied());
    for (range, script) in scripts(text) {
        let run = &text[range.clone()];
        if let Some(font) = fonts().find(|font| clusters(run).all(|cluster| has(*font, &run[cluster]))) {
            push(range, font, script);
            continue;
        }
        let mut before = font.first();
        for cluster in clusters(run) {
            let letters = &run[cluster.clone()];
            let found = std::iter::once(before).chain(fonts()).find(|font| has(*font, letters));
            match found {
                Some(font) => {
                    push(range.start + cluster.start..range.start + cluster.end, font, script);
                    before = font;
                }
                None => missing.extend(lacking(&fonts(), letters)),
            }
        }
    }
    if missing.is_empty() { Ok(runs) } else { Err(missing) }
}

/// Returns the characters of a letter with its marks that no font has; all of them where each is in some font, but none has all.
fn lacking(fonts: &(impl Iterator<Item = Font> + Clone), letters: &str) -> Vec<char> {
    let lacks = |c: &char| !fonts.clone().any(|font| font.has(*c));
    let lacking: Vec<char> = letters.chars().filter(lacks).collect();
    if lacking.is_empty() { letters.chars().collect() } else { lacking }
}

/// Returns the letters of a ligature that is one character, as it is copied out of PDF files: it is set like them, and the font
/// joins them as it does elsewhere. `None` for any other character.
pub(super) fn ligature(c: char) -> Option<&'static str> {
    const LIGATURES: [&str; 7] = ["ff", "fi", "fl", "ffi", "ffl", "ſt", "st"];
    LIGATURES.get(u32::from(c).checked_sub(0xfb00)? as usize).copied()
}

/// Returns true if a font has a letter with its marks, as it is written, in one character or in several.
fn has(font: Font, letters: &str) -> bool {
    if letters.contains(|c| ligature(c).is_some()) {
        return letters
            .chars()
            .all(|c| ligature(c).map_or_else(|| font.has(c), |all| all.chars().all(|c| font.has(c))));
    }
    let mut written = letters.chars();
    match (written.next(), written.next()) {
        (Some(c), None) if font.has(c) => true,
        _ => {
            letters.chars().all(|c| font.has(c))
                || letters.nfc().all(|c| font.has(c))
                || letters.nfd().all(|c| font.has(c))
        }
    }
}

/// Returns the parts of a text of one script each. What belongs to no script goes with what is before it, at the beginning with
/// what is after it.
fn scripts(text: &str) -> Vec<(Range<usize>, Option<Script>)> {
    let mut parts: Vec<(Range<usize>, Option<Script>)> = Vec::new();
    for (at, c) in text.char_indices() {
        let end = at + c.len_utf8();
        let script = unicode::script(u32::from(c));
        let script =
            Some(script).filter(|script| ![Script::COMMON, Script::INHERITED, Script::UNKNOWN].contains(script));
        match parts.last_mut() {
            Some((range, known)) if script.is_none() || known.is_none() || *known == script => {
                range.end = end;
                *known = known.or(script);
            }
            _ => parts.push((at..end, script)),
        }
    }
    parts
}

/// Returns the letters of a text, each with its marks and what joins them.
fn clusters(text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut rest = text.char_indices().peekable();
    std::iter::from_fn(move || {
        let (start, c) = rest.next()?;
        let mut end = start + c.len_utf8();
        let mut is_joined = false;
        while let Some((at, c)) = rest.next_if(|(_, c)| is_joined || goes_on(*c)) {
            end = at + c.len_utf8();
            is_joined = c == ZERO_WIDTH_JOINER;
        }
        Some(start..end)
    })
}

const ZERO_WIDTH_JOINER: char = '\u{200d}';

/// Returns true if a character belongs to the letter before it.
fn goes_on(c: char) -> bool {
    is_combining_mark(c) || c == ZERO_WIDTH_JOINER || c == '\u{200c}' || ('\u{fe00}'..='\u{fe0f}').contains(&c)
}

/// Returns true if a glyph stands for a character that a font has.
pub(super) fn is_set(font: Font, glyph: u32) -> bool {
    glyph != 0 && (!matches!(font, Font::Further(_)) || font.is_sound(GlyphId::new(glyph)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(text: &str) -> Vec<(&str, &'static str)> {
        let runs = runs(text, Font::Serif).unwrap();
        runs.into_iter().map(|run| (&text[run.range], run.font.name())).collect()
    }

    #[test]
    fn a_word_of_another_script_is_taken_from_the_font_that_stands_in() {
        assert_eq!(parts("Dürrenstein"), [("Dürrenstein", "EBGaramond-Regular")]);
        assert_eq!(parts("«Бородино»,"), [("«Бородино»,", "EBGaramond-Regular-GreekCyrillic")]);
        assert_eq!(
            parts("Θερμοπύλαι-Thermopylae"),
            [("Θερμοπύλαι-", "EBGaramond-Regular-GreekCyrillic"), ("Thermopylae", "EBGaramond-Regular")]
        );
    }

    #[test]
    fn a_letter_and_its_mark_are_in_one_font() {
        // No Latin font that is carried has the mark alone.
        assert_eq!(parts("и\u{306}"), [("и\u{306}", "EBGaramond-Regular-GreekCyrillic")]);
        assert_eq!(parts("u\u{308}"), [("u\u{308}", "EBGaramond-Regular")]);
        assert_eq!(clusters("и\u{306}а").collect::<Vec<_>>(), [0..4, 4..6]);
    }

    #[test]
    fn what_no_font_has_is_listed() {
        assert_eq!(runs("Бo中ро文", Font::Sans), Err(vec!['中', '文']));
    }

    #[test]
    fn a_sign_is_taken_from_the_fonts_of_signs_and_leaves_the_letters_beside_it() {
        assert_eq!(
            parts("5→≥6"),
            [("5", "EBGaramond-Regular"), ("→≥", "Inter-Regular-Signs"), ("6", "EBGaramond-Regular")]
        );
        assert_eq!(parts("♠A"), [("♠", "DejaVuSans-Signs"), ("A", "EBGaramond-Regular")]);
        assert_eq!(parts("ﬁve"), [("ﬁve", "EBGaramond-Regular")]);
    }
}
