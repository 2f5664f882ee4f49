//! Texts as they are typed into texts as a printer sets them.

use crate::print::locale::Locale;

/// The character that stands for an icon in a text.
const ICON: char = '\u{FFFC}';

/// Words that begin with an apostrophe, without it: letters are left out before them.
const CLIPPED: [&str; 40] = [
    // English.
    "tis", "tisn", "twas", "twasn", "twere", "twill", "twould", "twixt", "tween", "em", "cause", "til", "till", "bout",
    "neath", "gainst", "pon", "ere", "nother", "tude", "alf", "ave", // German.
    "raus", "rein", "rauf", "runter", "rum", "rüber", "nen", "nem", "ner", "nes", "ne",
    "ns", // One letter: Dutch, too.
    "s", "t", "n", "k", "m", "d",
];

/// The state of a text that is set part by part.
#[derive(Debug, Default)]
pub(super) struct Typing {
    /// The last character that was set.
    before: Option<char>,
    /// True within a quotation.
    is_quoting: bool,
    /// True within an inner quotation.
    is_quoting_within: bool,
}

/// Returns a text of a drawing as texts of faces are printed in a language: quotes curled, dashes, ellipses.
pub fn typeset(text: &str, locale: &Locale) -> String {
    Typing::default().set(text, &locale.quotes)
}

impl Typing {
    /// Takes an icon, which stands where a letter could.
    pub(super) fn icon(&mut self) {
        self.before = Some(ICON);
    }

    /// Returns the next part of a text as it is printed: quotes that are typed straight are curled, or are primes behind a number,
    /// `--` and `---` are dashes, `...` is an ellipsis.
    pub(super) fn set(&mut self, text: &str, quotes: &[String; 4]) -> String {
        let typed = |pair: &[u8]| matches!(pair, [b'-', b'-'] | [b'.', b'.']);
        if !text.bytes().any(|b| matches!(b, b'"' | b'\'')) && !text.as_bytes().windows(2).any(typed) {
            self.before = text.chars().last().or(self.before);
            return text.to_owned();
        }
        let mut out = String::with_capacity(text.len() + 8);
        let mut rest = text;
        while let Some(c) = rest.chars().next() {
            let dashes = [("---", "—"), ("--", "–"), ("...", "…")];
            let (length, set) = match dashes.into_iter().find(|(typed, _)| rest.starts_with(typed)) {
                Some((typed, set)) => (typed.len(), set),
                None => match c {
                    '"' => (1, self.double(&rest[1..], quotes)),
                    '\'' => (1, self.single(&rest[1..], quotes)),
                    _ => (c.len_utf8(), &rest[..c.len_utf8()]),
                },
            };
            out.push_str(set);
            self.before = set.chars().last();
            rest = &rest[length..];
        }
        out
    }

    /// Returns what is set for `"`, which `rest` follows.
    fn double<'q>(&mut self, rest: &str, quotes: &'q [String; 4]) -> &'q str {
        let [open, close, ..] = quotes;
        if self.opens(quotes) {
            self.is_quoting = true;
            return open;
        }
        if self.is_after_number() && (!self.is_quoting || closes_later(rest)) {
            return "″";
        }
        self.is_quoting = false;
        close
    }

    /// Returns what is set for `'`, which `rest` follows.
    fn single<'q>(&mut self, rest: &str, quotes: &'q [String; 4]) -> &'q str {
        let [.., open, close] = quotes;
        let next = rest.chars().next();
        if self.opens(quotes) {
            // A year without its century begins with an apostrophe, as does a word without its first letters.
            if next.is_some_and(|c| c.is_ascii_digit()) || is_clipped(rest) {
                return "’";
            }
            self.is_quoting_within = true;
            return open;
        }
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let is_foot = match digits {
            0 => !self.is_quoting_within && !next.is_some_and(char::is_alphanumeric),
            // Feet and inches: 5'6".
            _ => digits < 3 && rest[digits..].starts_with('"'),
        };
        if self.is_after_number() && is_foot {
            return "′";
        }
        // Within a word there stands an apostrophe, and at the end of one that no quotation holds: the Millers' Flails.
        if !self.is_quoting_within || next.is_some_and(char::is_alphanumeric) {
            return "’";
        }
        self.is_quoting_within = false;
        close
    }

    /// Returns true if a quotation may begin here.
    fn opens(&self, [open, _, open_inner, _]: &[String; 4]) -> bool {
        let is_open = |before: char| {
            before.is_whitespace()
                || "([{–—".contains(before)
                || [open, open_inner].iter().any(|open| open.ends_with(before))
        };
        self.before.is_none_or(is_open)
    }

    /// Returns true behind a digit or a fraction: a quote there stands for feet or inches.
    fn is_after_number(&self) -> bool {
        self.before.is_some_and(char::is_numeric)
    }
}

/// Returns true if a `"` that can end a quotation comes before one that can begin one.
fn closes_later(rest: &str) -> bool {
    let next = rest.find('"').map(|at| &rest[..at]);
    next.is_some_and(|before| !before.is_empty() && !before.ends_with(|c: char| c.is_whitespace() || "([{".contains(c)))
}

/// Returns true if a text begins with a word that is written with an apostrophe before it.
fn is_clipped(text: &str) -> bool {
    let word = &text[..text.find(|c: char| !c.is_alphabetic()).unwrap_or(text.len())];
    // A single letter between quotes is quoted, unless it is that of rock 'n' roll.
    let is_quoted = word.len() == 1 && word != "n" && text[1..].starts_with('\'');
    // One letter is clipped in small letters only: it may be a name.
    let folded = if word.len() == 1 { word.to_owned() } else { word.to_lowercase() };
    !is_quoted && CLIPPED.contains(&&*folded)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::print::locale::Locale;

    #[test]
    fn what_is_typed_is_printed_as_a_printer_sets_it() {
        let quotes = &Locale::english().quotes;
        for (typed, set) in [
            ("the King's \"Old Guard\" -- at last...", "the King’s “Old Guard” – at last…"),
            ("('twas in '98, \"'tis so\"---he said)", "(’twas in ’98, “’tis so”—he said)"),
            ("4-6, plain. Dürr’s", "4-6, plain. Dürr’s"),
            ("'Tis the tide", "’Tis the tide"),
            ("take 'em and 'hold' rock 'n' roll", "take ’em and ‘hold’ rock ’n’ roll"),
            ("'Emperor' and 't Hof, the 't'", "‘Emperor’ and ’t Hof, the ‘t’"),
            ("Guns reach 6\" and no more.", "Guns reach 6″ and no more."),
            ("move 4\", fire 6\"", "move 4″, fire 6″"),
            ("a 5'6\" man, a 3' wall, 1½\" wide", "a 5′6″ man, a 3′ wall, 1½″ wide"),
            ("\"Hold hill 60\" and \"move 6\" on\"", "“Hold hill 60” and “move 6″ on”"),
            ("'Hill 60' is held; 1'000 men", "‘Hill 60’ is held; 1’000 men"),
        ] {
            assert_eq!(Typing::default().set(typed, quotes), set);
        }
        assert_eq!(Typing { before: Some(ICON), ..Typing::default() }.set("'s", quotes), "’s");
        let german = ["„", "“", "‚", "‘"].map(str::to_owned);
        let typed = "sagte: \"Das ist 'Marschall Vorwärts'\", '13 war's";
        assert_eq!(Typing::default().set(typed, &german), "sagte: „Das ist ‚Marschall Vorwärts‘“, ’13 war’s");
        assert_eq!(Typing::default().set("Millers' Flails", &german), "Millers’ Flails");
        let mut typing = Typing::default();
        let parts = ["'", "Marschall", " Vorwärts' und"].map(|part| typing.set(part, &german));
        assert_eq!(parts.concat(), "‚Marschall Vorwärts‘ und");
    }
}
