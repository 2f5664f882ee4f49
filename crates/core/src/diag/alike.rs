//! Characters that look like others, or like nothing: which one it is, for messages about two texts that look the same.

use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization;

/// Returns the name of a character that looks like a space, or like nothing, and is neither a space nor nothing to YAML.
pub fn blank(c: char) -> Option<&'static str> {
    Some(match c {
        '\u{a0}' => "non-breaking space",
        '\u{2007}' => "figure space",
        '\u{202f}' => "narrow non-breaking space",
        '\u{3000}' => "ideographic space",
        '\u{200b}' => "zero width space",
        '\u{2060}' => "word joiner",
        '\u{1680}' | '\u{2000}'..='\u{200a}' | '\u{205f}' => "typographic space",
        _ => return None,
    })
}

/// Returns true if a character is seen as nothing.
fn is_nothing(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{34f}' | '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{2064}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}')
}

/// Cyrillic letters and the Latin ones that they, or their capitals, look like.
const CYRILLIC: &str = "аaвbеeкkмmнhоoрpсcтtуyхxѕsіiјjһhԁdԛqԝw";

/// Greek letters and the Latin ones that they, or their capitals, look like.
const GREEK: &str = "αaβbεeζzηhιiκkμmνnοoρpτtυyχx";

/// Returns the Latin letter that a letter looks like, in the same case, as one of these pairs has it.
fn latin(c: char, pairs: &str) -> Option<char> {
    if c < '\u{370}' {
        return None;
    }
    let mut lower = c.to_lowercase();
    let small = lower.next().filter(|_| lower.next().is_none())?;
    let mut letters = pairs.chars();
    let meant = loop {
        let (letter, like) = (letters.next()?, letters.next()?);
        if letter == small {
            break like;
        }
    };
    Some(if c == small { meant } else { meant.to_ascii_uppercase() })
}

/// Returns the character that a full-width one is a wide form of.
fn full_width(c: char) -> Option<char> {
    matches!(c, '\u{ff01}'..='\u{ff5e}').then(|| char::from_u32(u32::from(c) - 0xfee0)).flatten()
}

/// Returns a text with what a reader sees in place of each character that looks like another, so that two texts that look the
/// same are the same: composed letters, plain spaces and hyphens, Latin letters, and nothing for what is not seen.
pub fn skeleton(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let letter = |c: char| match c {
        c if is_nothing(c) => None,
        c if blank(c).is_some() => Some(' '),
        '\u{2010}' | '\u{2011}' => Some('-'),
        '\u{2019}' | '\u{2bc}' => Some('\''),
        '\u{2044}' | '\u{2215}' => Some('/'),
        c => Some(latin(c, CYRILLIC).or_else(|| latin(c, GREEK)).or_else(|| full_width(c)).unwrap_or(c)),
    };
    Cow::Owned(text.nfc().filter_map(letter).collect())
}

/// The zeros of scripts whose digits follow each other: Arabic, Persian, Devanagari, Bengali, Thai.
const ZEROS: [char; 5] = ['\u{660}', '\u{6f0}', '\u{966}', '\u{9e6}', '\u{e50}'];

/// Returns a text in plain letters, digits and signs, as it is meant in a notation: what [`skeleton`] returns, and `II` for
/// its one character, `2` for `²` and for the digits of other scripts.
pub fn plain(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let value = |c: char, zero: &char| u32::from(c).checked_sub(u32::from(*zero)).filter(|value| *value < 10);
    let digit = |c: char| ZEROS.iter().find_map(|zero| char::from_digit(value(c, zero)?, 10));
    let sign = |c: char| if c == '\u{2212}' { '-' } else { c };
    let text: String = text.nfkc().map(|c| digit(c).unwrap_or(sign(c))).collect();
    Cow::Owned(skeleton(&text).into_owned())
}

/// Returns what is to be known of a text that looks like another and is not the same: which character of it is not the one that
/// it looks like. `None` if they do not look the same but for case, or nothing can be named.
pub fn difference(found: &str, meant: &str) -> Option<String> {
    let alike = |form: fn(&str) -> Cow<'_, str>| form(found).to_lowercase() == form(meant).to_lowercase();
    let look = match found.is_ascii() && meant.is_ascii() {
        false if alike(skeleton) => "They look the same, but ",
        false if alike(plain) => "",
        _ => return None,
    };
    [(found, meant), (meant, found)].into_iter().find_map(|(text, other)| {
        let odd = |c: &char| !c.is_ascii() && !other.contains(*c);
        let what = text.chars().filter(odd).find_map(lookalike_name)?;
        Some(format!("{look}`{text}` has {what}"))
    })
}

/// Returns what is to be known of a text that was written for a number: what [`difference`] returns, or which of its characters
/// is no digit and hard to tell from one, or from nothing.
pub fn odd_in_number(found: &str, number: &str) -> Option<String> {
    let letter = |c: &char| number.len() == found.len() && c.is_ascii_alphabetic();
    let odd = || {
        let what = found.chars().filter(|c| !c.is_ascii()).find_map(lookalike_name);
        what.or_else(|| found.chars().find(letter).map(|c| format!("the letter `{c}`")))
    };
    difference(found, number).or_else(|| Some(format!("`{found}` has {}", odd()?)))
}

/// Names a character that looks like another, or like nothing.
fn lookalike_name(c: char) -> Option<String> {
    let number = u32::from(c);
    let name = match c {
        c if blank(c).is_some() => format!("a {} (U+{number:04X})", blank(c).unwrap_or_default()),
        '\u{ad}' => "an invisible soft hyphen (U+00AD)".to_owned(),
        c if is_nothing(c) => format!("an invisible character (U+{number:04X})"),
        '\u{2011}' => "a non-breaking hyphen (U+2011)".to_owned(),
        '\u{2010}' => "a hyphen other than `-` (U+2010)".to_owned(),
        '\u{2019}' | '\u{2bc}' => format!("a curly apostrophe (U+{number:04X})"),
        '\u{300}'..='\u{36f}' => {
            format!("a letter and its accent as separate characters (the accent is U+{number:04X})")
        }
        c if latin(c, CYRILLIC).is_some() => format!("a Cyrillic letter, `{c}` (U+{number:04X})"),
        c if latin(c, GREEK).is_some() => format!("a Greek letter, `{c}` (U+{number:04X})"),
        '\u{2044}' | '\u{2215}' => format!("a slash other than `/` (U+{number:04X})"),
        '\u{2212}' => "a minus sign other than `-` (U+2212)".to_owned(),
        c if full_width(c).is_some() => format!("a full-width character, `{c}` (U+{number:04X})"),
        c if plain(c.encode_utf8(&mut [0; 4])).is_ascii() => format!("the character `{c}` (U+{number:04X})"),
        _ => return None,
    };
    Some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_texts_that_look_the_same_are_told_apart() {
        let tell = |found, meant| difference(found, meant).unwrap_or_default();
        assert_eq!(
            tell("R\u{43e}pe Company", "Rope Company"),
            "They look the same, but `R\u{43e}pe Company` has a Cyrillic letter, `\u{43e}` (U+043E)"
        );
        for (found, meant, what) in [
            ("Rope\u{a0}Company", "Rope Company", "non-breaking space (U+00A0)"),
            ("Rope Company", "Rope\u{2009}company", "typographic space (U+2009)"),
            ("Du\u{308}rrenstein", "Dürrenstein", "the accent is U+0308"),
            ("Dürrenstein", "Du\u{308}rrenstein", "the accent is U+0308"),
            ("\u{391}jax", "Ajax", "Greek letter, `\u{391}` (U+0391)"),
            ("Ro\u{ad}pe", "Rope", "soft hyphen"),
            ("Men\u{2011}at-Arms", "Men-at-Arms", "non-breaking hyphen"),
            ("King’s Men", "King's Men", "curly apostrophe"),
            ("\u{ff17}A", "7A", "a full-width character, `\u{ff17}` (U+FF17)"),
            ("5\u{2215}6", "5/6", "a slash other than `/` (U+2215)"),
            ("\u{2161}", "II", "`\u{2161}` has the character `\u{2161}` (U+2161)"),
            ("\u{6f1}4", "14", "the character `\u{6f1}` (U+06F1)"),
        ] {
            let text = tell(found, meant);
            assert!(text.contains(what), "{found} {text}");
        }
        for (found, meant) in [("Rope", "rope"), ("Durrenstein", "Dürrenstein"), ("Ney", "Nay"), ("ё", "е")] {
            assert_eq!(difference(found, meant), None);
        }
    }

    #[test]
    fn what_looks_the_same_is_seen_as_the_same() {
        assert_eq!(skeleton("\u{420}\u{43e}\u{440}\u{435} C\u{43e}mpany\u{a0}1"), "Pope Company 1");
        assert_eq!(skeleton("Бородино"), "Бopoдиho");
        assert_eq!(skeleton("한국"), "한국");
    }
}
