//! Near misses: the legal text that was meant by one that is a slip away from it.

use unicode_normalization::UnicodeNormalization;

use super::alike::skeleton;
use crate::source::steps;

/// Longest text, in bytes, that is compared letter by letter.
const LONGEST: usize = 200;

/// Most slips that are counted: with more of them one text is not meant by the other.
const COUNTED: usize = 3;

/// A legal text that another one probably means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Meant<'a> {
    /// As it should be written.
    pub text: &'a str,
    /// Whether nothing else comes near: it can be fixed without a look.
    pub sure: bool,
}

/// Returns the one legal text that differs from `found` only in case, accents or spaces, or else the one that a single slip of
/// the pen turns into it. `None` if there are several, or none.
pub fn closest_match<'a>(found: &str, legal: &[&'a str]) -> Option<Meant<'a>> {
    if is_long(found) {
        return None;
    }
    let folded = fold(found);
    let mut same = legal.iter().filter(|text| fold(text) == folded);
    if let Some(text) = same.next() {
        return same.all(|other| other == text).then_some(Meant { text, sure: true });
    }
    if folded.chars().count() < 4 {
        return None;
    }
    let mut close = legal.iter().filter(|text| slips(found, text) <= 1);
    let text = *close.next()?;
    let alone = close.all(|other| *other == text);
    let sure = legal.iter().filter(|other| **other != text).all(|other| slips(found, other) > 3);
    alone.then_some(Meant { text, sure })
}

/// Returns the number of slips of the pen that turn one text into another: letters left out, added, changed or swapped with the
/// next. Case, accents and spaces do not count. Of more than three it is only said that at least so many.
pub fn slips(a: &str, b: &str) -> usize {
    if is_long(a) || is_long(b) {
        return if a == b { 0 } else { usize::MAX };
    }
    let (a, b) = (fold(a), fold(b));
    let least = unmatched_letters(&a, &b);
    if least > COUNTED { least } else { distance(&a, &b) }
}

/// Returns the number of letters of one text, the one with more of them, that have no partner in the other, wherever it stands:
/// at least so many slips between them. Takes as much time as the texts are long.
pub(super) fn unmatched_letters(a: &str, b: &str) -> usize {
    steps::count(a.len() + b.len());
    // Letters that share a place are taken for the same, which makes the number smaller, never larger.
    let mut surplus = [0_isize; 64];
    a.chars().for_each(|c| surplus[c as usize % 64] += 1);
    b.chars().for_each(|c| surplus[c as usize % 64] -= 1);
    let more: isize = surplus.iter().filter(|n| **n > 0).sum();
    let fewer: isize = surplus.iter().filter(|n| **n < 0).sum();
    more.max(-fewer).unsigned_abs()
}

/// Returns true if a text is longer than anything that is taken for another by a slip: it is only compared as a whole.
pub(super) fn is_long(text: &str) -> bool {
    text.len() > LONGEST
}

/// Returns the number of letters that are left out, added, changed or swapped with the next between two texts. Takes as much time
/// and memory as the product of their lengths.
pub(super) fn distance(a: &str, b: &str) -> usize {
    steps::count(a.len() * b.len());
    strsim::damerau_levenshtein(a, b)
}

/// Returns a text without case, accents and spaces, with the letters that others look like.
pub fn fold(text: &str) -> String {
    let is_ascii = text.is_ascii();
    let text = skeleton(steps::scan(text));
    let letters = text.chars().flat_map(char::to_lowercase).filter(|c| !c.is_whitespace());
    if is_ascii {
        return letters.collect();
    }
    // What is no Latin letter is put together again, so that its parts do not count as letters of their own.
    let bare = letters.nfd().filter(|c| !('\u{300}'..='\u{36f}').contains(c)).nfc();
    let mut folded = String::with_capacity(text.len());
    for letter in bare {
        match letter {
            // Letters that Unicode takes for others than those they are written instead of.
            'ð' | 'đ' => folded.push('d'),
            'ħ' => folded.push('h'),
            'ı' => folded.push('i'),
            'ŀ' | 'ł' => folded.push('l'),
            'ø' => folded.push('o'),
            'ŧ' => folded.push('t'),
            'æ' => folded.push_str("ae"),
            'œ' => folded.push_str("oe"),
            'ß' => folded.push_str("ss"),
            other => folded.push(other),
        }
    }
    folded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_accents_and_spaces_do_not_count() {
        let legal = ["Dürrenstein", "Old Guard", "Ney"];
        assert_eq!(closest_match("durrenstein", &legal), Some(Meant { text: "Dürrenstein", sure: true }));
        assert_eq!(closest_match("OldGuard", &legal), Some(Meant { text: "Old Guard", sure: true }));
        assert_eq!(closest_match("Du\u{308}rrenstein", &legal), Some(Meant { text: "Dürrenstein", sure: true }));
    }

    #[test]
    fn accents_go_and_other_scripts_stay() {
        assert_eq!(fold("Škoda Łódź Ångström"), "skodalodzangstrom");
        assert_eq!(fold("Æthelred Œuvre Großgörschen Đặng"), "aethelredoeuvregrossgorschendang");
        assert_eq!(fold("İstanbul Kırım"), "istanbulkirim");
        assert_eq!(fold("한국 ガ"), "한국ガ");
        assert_eq!(fold("R\u{43e}pe\u{a0}Company"), "ropecompany");
        assert_eq!(fold("ВОРОНЕЖ"), fold("Воронеж"));
    }

    #[test]
    fn one_slip_must_lead_to_one_text() {
        assert_eq!(closest_match("Thrun", &["Thurn", "Schlick"]), Some(Meant { text: "Thurn", sure: true }));
        assert_eq!(closest_match("Third Foot", &["Thrid Foot", "First Foot"]).map(|m| m.text), Some("Thrid Foot"));
        assert_eq!(closest_match("Guard 3", &["Guard 1", "Guard 2"]), None);
        assert_eq!(closest_match("Guard 3", &["Guard 1", "Horse"]), Some(Meant { text: "Guard 1", sure: true }));
        assert_eq!(closest_match("Guard A", &["Guard B", "Guards AB"]).map(|m| m.sure), Some(false));
        assert_eq!(closest_match("Nay", &["Ney"]), None, "too short to tell");
    }
}
