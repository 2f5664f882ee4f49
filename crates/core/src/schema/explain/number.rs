//! Whole numbers in a text that YAML does not read as one.

use serde_json::{Number, Value as Json};

use crate::diag::alike::plain;

/// Returns the number that an author meant by a text, and whether that is certain: digits of other kinds are, blanks or commas
/// between thousands, letters like digits and units are not.
pub(super) fn parse_meant(text: &str) -> Option<(i64, bool)> {
    let text = plain(text);
    if let Ok(number) = text.trim().parse() {
        return Some((number, true));
    }
    let text = text.trim();
    if !text.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let end = text.rfind(|c: char| c.is_ascii_digit() || "OolI".contains(c)).map_or(0, |last| last + 1);
    let (number, unit) = text.split_at(end);
    let number = thousands(number).unwrap_or_else(|| number.replace(['O', 'o'], "0").replace(['l', 'I'], "1"));
    let is_unit = unit.trim().chars().all(|c| c.is_alphabetic() || "%°″′\"'.".contains(c));
    number.parse().ok().filter(|_| is_unit).map(|number| (number, false))
}

/// Returns the number with a fraction that an author meant by a text: with a comma for its point, or before a unit.
pub(super) fn with_fraction(text: &str) -> Option<Json> {
    let text = plain(text).replacen(',', ".", 1);
    let text = text.trim().trim_end_matches(|c: char| c.is_alphabetic() || "%°″′\"' ".contains(c));
    let number: f64 = text.parse().ok().filter(|number: &f64| number.is_finite())?;
    Number::from_f64(number).map(Json::Number)
}

/// Returns a number without what separates its thousands.
fn thousands(text: &str) -> Option<String> {
    let separator = text.chars().find(|c| " ,'_".contains(*c))?;
    let mut groups = text.split(separator);
    let first = groups.next().filter(|first| (1..=3).contains(&first.len()))?;
    let rest: Vec<&str> = groups.collect();
    rest.iter().all(|group| group.len() == 3).then(|| format!("{first}{}", rest.concat()))
}

#[cfg(test)]
mod tests {
    use serde_json::{Number, Value as Json};

    use super::{parse_meant, with_fraction};

    #[test]
    fn a_number_is_found_in_what_was_written_for_it() {
        let (certain, likely) = (true, false);
        for (text, number, how) in [
            ("\u{ff11}2", 12, certain),
            ("\u{6f1}\u{6f4}", 14, certain),
            ("¹4", 14, certain),
            ("1 200", 1200, likely),
            ("1\u{a0}200", 1200, likely),
            ("12,000", 12_000, likely),
            ("2OO", 200, likely),
            ("120 mm", 120, likely),
            ("350°", 350, likely),
            ("12o", 120, likely),
            ("\u{2212}4", -4, certain),
        ] {
            assert_eq!(parse_meant(text), Some((number, how)), "{text}");
        }
        for (text, number) in [("2,5", 2.5), ("\u{ff12}", 2.0), ("1.5 mm", 1.5)] {
            assert_eq!(with_fraction(text), Number::from_f64(number).map(Json::Number), "{text}");
        }
        assert_eq!(with_fraction("about 2"), None);
        for text in ["l2", "1 20", "1,2000", "twelve", "", "4-6", "1.5", "2 or 3", "mm", "99999999999999999999"] {
            assert_eq!(parse_meant(text), None, "{text}");
        }
    }
}
