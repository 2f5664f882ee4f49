//! Values of documents that have a notation of their own, such as `U1-U8`: what is the same in every game.

use std::cmp::Ordering;
use std::ops::RangeInclusive;

/// Returns a decimal number from 1 to `max`, without sign or leading zero.
pub fn plain_number(text: &str, max: u16) -> Option<u16> {
    let plain = !text.starts_with('0') && text.bytes().all(|b| b.is_ascii_digit());
    text.parse().ok().filter(|n| plain && (1..=max).contains(n))
}

/// Returns the letters before a number, the number, and the letters behind it, as in `K12` and `12A`.
pub fn split_number(text: &str) -> Option<(&str, u16, &str)> {
    let start = text.find(|c: char| c.is_ascii_digit())?;
    let end = text[start..].find(|c: char| !c.is_ascii_digit()).map_or(text.len(), |length| start + length);
    Some((&text[..start], text[start..end].parse().ok()?, &text[end..]))
}

/// Numbers with the same letters before and behind them, as a range says them (`U1-U8`, `7A-10A`), or a single one.
#[derive(Debug, Clone)]
pub struct NumberRange {
    before: String,
    numbers: RangeInclusive<u16>,
    behind: String,
}

impl NumberRange {
    /// Reads a number or a range, which may be backward; `None` where the letters of its ends differ.
    pub fn parse(text: &str) -> Option<NumberRange> {
        let (first, last) = text.split_once('-').unwrap_or((text, text));
        let ((before, first, behind), last) = (split_number(first)?, split_number(last)?);
        let is_alike = (before, behind) == (last.0, last.2);
        let numbers = first.min(last.1)..=first.max(last.1);
        is_alike.then(|| NumberRange { before: before.to_owned(), numbers, behind: behind.to_owned() })
    }

    /// Returns a number of the series as it is written.
    fn written(&self, number: u16) -> String {
        format!("{}{number}{}", self.before, self.behind)
    }

    /// Returns the numbers, in order.
    pub fn numbers(&self) -> impl Iterator<Item = String> + '_ {
        self.numbers.clone().map(|number| self.written(number))
    }

    /// Returns true for a number of the range.
    pub fn holds(&self, number: &str) -> bool {
        let of_series = |(before, count, behind): (&str, u16, &str)| {
            (before, behind) == (&*self.before, &*self.behind) && self.numbers.contains(&count)
        };
        split_number(number).is_some_and(of_series)
    }

    /// Returns the numbers and ranges that say the same with a new number in the place of an old one; `None` if it does not
    /// hold the old one.
    pub fn renumbered(&self, old: &str, new: &str) -> Option<Vec<String>> {
        let (_, old, _) = split_number(old).filter(|_| self.holds(old))?;
        let range = |first: u16, last: u16| match first.cmp(&last) {
            Ordering::Less => Some(format!("{}-{}", self.written(first), self.written(last))),
            Ordering::Equal => Some(self.written(first)),
            Ordering::Greater => None,
        };
        let lower = old.checked_sub(1).and_then(|last| range(*self.numbers.start(), last));
        let higher = old.checked_add(1).and_then(|first| range(first, *self.numbers.end()));
        Some([lower, Some(new.to_owned()), higher].into_iter().flatten().collect())
    }
}

/// Serde and schema of a type with `parse` and `Display`: a string, or a plain number where the notation has one.
#[macro_export]
macro_rules! notation {
    ($type:ident, $expected:literal, $schema:expr) => {
        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct Text;
                impl serde::de::Visitor<'_> for Text {
                    type Value = $type;
                    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        f.write_str($expected)
                    }
                    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<$type, E> {
                        $type::parse(text).ok_or_else(|| E::custom(format_args!("`{text}` is not {}", $expected)))
                    }
                    fn visit_u64<E: serde::de::Error>(self, n: u64) -> Result<$type, E> {
                        self.visit_str(&n.to_string())
                    }
                    fn visit_i64<E: serde::de::Error>(self, n: i64) -> Result<$type, E> {
                        self.visit_str(&n.to_string())
                    }
                }
                deserializer.deserialize_any(Text)
            }
        }

        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl schemars::JsonSchema for $type {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($type).into()
            }
            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                $schema
            }
        }
    };
}

/// The numbers by which the pieces of a game are meant, one to three capital letters and 1 to 999, and ranges of them: a
/// type for each, with what they are called in messages and in the schema.
#[macro_export]
macro_rules! lettered_numbers {
    ($id:ident $expected:literal $description:literal $examples:tt, $range:ident $expected_range:literal $described:literal $ranges:tt) => {
        #[doc = concat!($description, " One to three capital letters and 1 to 999.")]
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $id {
            /// The letters, padded with zeros at the end.
            letters: [u8; 3],
            /// 1 to 999.
            pub number: u16,
        }

        impl $id {
            #[doc = concat!("Reads ", $expected, ".")]
            pub fn parse(text: &str) -> Option<$id> {
                let length = text.bytes().take_while(u8::is_ascii_uppercase).count();
                if !(1..=3).contains(&length) {
                    return None;
                }
                let mut letters = [0; 3];
                letters[..length].copy_from_slice(&text.as_bytes()[..length]);
                Some($id { letters, number: $crate::notated::plain_number(&text[length..], 999)? })
            }

            /// Returns the number with the same letters.
            #[must_use]
            pub fn with_number(self, number: u16) -> $id {
                $id { number, ..self }
            }

            /// Returns true if both numbers begin with the same letters.
            pub fn is_alike(self, other: $id) -> bool {
                self.letters == other.letters
            }
        }

        impl std::fmt::Display for $id {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                let letters = self.letters.iter().filter(|letter| **letter > 0);
                letters.copied().try_for_each(|letter| std::fmt::Write::write_char(f, letter.into()))?;
                write!(f, "{}", self.number)
            }
        }

        #[doc = concat!($described, " A range may be backward: a check says so.")]
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub struct $range {
            /// The first number.
            pub first: $id,
            /// The last number, the same one where there is only one.
            pub last: $id,
        }

        impl $range {
            #[doc = concat!("Reads ", $expected_range, ".")]
            pub fn parse(text: &str) -> Option<$range> {
                let (first, last) = text.split_once('-').unwrap_or((text, text));
                Some($range { first: $id::parse(first)?, last: $id::parse(last)? })
            }

            /// Returns the range with one more number at its end; `None` for one that does not follow its last.
            pub fn longer(self, with: $id) -> Option<$range> {
                let $range { first, last } = self;
                let follows = last.is_alike(with) && first.number <= last.number && last.number + 1 == with.number;
                follows.then_some($range { first, last: with })
            }

            /// Returns the numbers of the range in order, also of one that runs backward; none where the letters differ.
            pub fn numbers(self) -> impl Iterator<Item = $id> {
                let $range { first, last } = self;
                let numbers = first.number.min(last.number)..=first.number.max(last.number);
                let numbers = first.is_alike(last).then_some(numbers).into_iter().flatten();
                numbers.map(move |number| $id { number, ..first })
            }
        }

        impl std::fmt::Display for $range {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                if self.first == self.last { self.first.fmt(f) } else { write!(f, "{}-{}", self.first, self.last) }
            }
        }

        $crate::notation!(
            $id,
            $expected,
            schemars::json_schema!({
                "type": "string",
                "description": $description,
                "pattern": "^[A-Z]{1,3}[1-9][0-9]{0,2}$",
                "examples": $examples,
            })
        );

        $crate::notation!(
            $range,
            $expected_range,
            schemars::json_schema!({
                "type": "string",
                "description": $described,
                "pattern": "^[A-Z]{1,3}[1-9][0-9]{0,2}(-[A-Z]{1,3}[1-9][0-9]{0,2})?$",
                "examples": $ranges,
            })
        );
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_in_a_range_becomes_another() {
        let renumbered = |range: &str, old: &str| NumberRange::parse(range)?.renumbered(old, "20A");
        for (range, old, new) in [
            ("7A-10A", "8A", &["7A", "20A", "9A-10A"][..]),
            ("7A-10A", "10A", &["7A-9A", "20A"]),
            ("10A-7A", "7A", &["20A", "8A-10A"]),
            ("7A", "7A", &["20A"]),
        ] {
            assert_eq!(renumbered(range, old).expect("held"), new, "{range} {old}");
        }
        assert!(renumbered("7A-10A", "11A").is_none() && renumbered("7A-10A", "7B").is_none());
        assert!(NumberRange::parse("7A-9B").is_none());
    }
}
