//! The numbers of a template as types with their ranges: the schema says them, and reading refuses what is beyond.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use serde_json::Value;

/// Declares a number type for each line: its name, the type it holds, the least and the most it may be.
macro_rules! ranged {
    ($($(#[$doc:meta])* $name:ident($inner:ty) from $least:literal to $most:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Deserialize)]
        #[serde(try_from = "f64")]
        pub struct $name($inner);

        impl $name {
            /// Returns the value.
            pub fn get(self) -> $inner {
                self.0
            }
        }

        #[allow(clippy::unnecessary_cast, reason = "some of the types hold an f64, some do not")]
        impl TryFrom<f64> for $name {
            type Error = String;

            fn try_from(number: f64) -> Result<Self, String> {
                // Not a number is in no range.
                let within = ($least as f64..=$most as f64).contains(&number);
                let exact = number as $inner;
                if within && exact as f64 == number {
                    Ok($name(exact))
                } else {
                    Err(format!("`{number}` is out of range; expected {} to {}", $least, $most))
                }
            }
        }

        impl JsonSchema for $name {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!({
                    "type": json_type(stringify!($inner)), "minimum": json_number($least), "maximum": json_number($most),
                })
            }
        }
    )*};
}

ranged! {
    /// The width or the height of a card in millimetres: from a token to A3.
    CardLength(f64) from 5.0 to 420.0;
    /// A coordinate or an extent of a box in millimetres; also what stands in the bleed, left of the card.
    Position(f64) from -1000.0 to 1000.0;
    /// A length in millimetres that may be nothing: a gap, a radius, an indent.
    Length(f64) from 0.0 to 420.0;
    /// The width of a line, or a dash of it, in millimetres; thinner ones are not printed.
    LineWidth(f64) from 0.05 to 50.0;
    /// The width and height of a pattern's cell in millimetres.
    CellSize(f64) from 0.5 to 50.0;
    /// A text size in points.
    PointSize(f64) from 2.0 to 144.0;
    /// A text size as a part of its flow's size.
    Scale(f64) from 0.2 to 5.0;
    /// The distance of two lines, or of two paragraphs, in text sizes.
    Leading(f64) from 0.5 to 5.0;
    /// The space above a paragraph in text sizes; may be nothing.
    SpaceAbove(f64) from 0.0 to 10.0;
    /// A share in percent.
    Percent(u8) from 0 to 100;
    /// An angle in degrees.
    Degrees(f64) from -360.0 to 360.0;
    /// The most lines of a text.
    LineCount(u16) from 1 to 99;
}

impl Eq for Percent {}

impl Percent {
    /// Returns the share from 0 to 1.
    pub fn part(self) -> f64 {
        f64::from(self.0) / 100.0
    }
}

/// Returns the JSON type of a Rust number type.
fn json_type(inner: &str) -> &'static str {
    if inner == "f64" { "number" } else { "integer" }
}

/// Returns a bound as a person writes it: 5, not 5.0.
fn json_number(bound: impl Into<f64>) -> Value {
    let bound: f64 = bound.into();
    if bound.fract() == 0.0 { Value::from(bound as i64) } else { Value::from(bound) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reading_and_the_schema_have_the_same_range() {
        let read = |text: &str| serde_json::from_str::<PointSize>(text).map(PointSize::get).ok();
        assert_eq!(["2", "144", "6.5"].map(read), [Some(2.0), Some(144.0), Some(6.5)]);
        assert_eq!(["1.9", "144.1", "-1", "0", "1e12", "null"].map(read), [None; 6]);
        assert!(PointSize::try_from(f64::NAN).is_err() && PointSize::try_from(f64::INFINITY).is_err());
        let lines = |text: &str| serde_json::from_str::<LineCount>(text).map(LineCount::get).ok();
        assert_eq!(
            ["1", "99", "0", "100", "1.5", "18446744073709551615"].map(lines),
            [Some(1), Some(99), None, None, None, None]
        );
        let schema = LineCount::json_schema(&mut SchemaGenerator::default());
        assert_eq!(schema.as_value(), &serde_json::json!({"type": "integer", "minimum": 1, "maximum": 99}));
    }
}
