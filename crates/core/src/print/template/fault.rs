//! Mistakes in templates, and how they are told.

use std::fmt;

use crate::print::inks::MOST_INK;
use crate::print::{MAX_BLEED, SAFE, What, list_characters};

/// A mistake in a template.
#[derive(Debug, Clone, PartialEq)]
pub struct TemplateFault {
    /// The place: a JSON Pointer into the template.
    pub pointer: String,
    /// Other places that have a part in it.
    pub or: Vec<String>,
    /// The mistake.
    pub wrong: TemplateMistake,
}

impl TemplateFault {
    /// Returns a mistake of one place.
    pub(super) fn new(pointer: impl Into<String>, wrong: TemplateMistake) -> TemplateFault {
        TemplateFault { pointer: pointer.into(), or: Vec::new(), wrong }
    }
}

/// A mistake in a template.
#[derive(Debug, Clone, PartialEq)]
pub enum TemplateMistake {
    /// A name that means nothing here.
    Unknown {
        /// The kind of name: `text`, `drawing`, `flow`, `picture`, `style`, `color`, `accent`, `icon`, `font`, `box`.
        kind: &'static str,
        /// The name.
        found: String,
        /// The names there are.
        allowed: Vec<String>,
    },
    /// Something that must be there is not.
    Missing(String),
    /// A box reaches this many millimetres farther than a card is ever printed.
    Outside(f64),
    /// Text may stand this many millimetres too near to the edge where the card is cut.
    Unsafe(f64),
    /// A setting of something else than what stands in the box.
    Needless {
        /// The setting.
        key: &'static str,
        /// The content of the box.
        kind: &'static str,
        /// The settings of such a box.
        allowed: &'static [&'static str],
    },
    /// A text of the template's own that does not fit.
    Fixed(What),
    /// A `{` without its `}`.
    Unclosed(String),
    /// A condition with a value that nothing can be compared with.
    Comparison {
        /// The name of what is compared.
        name: String,
        /// The value.
        value: String,
    },
    /// A sign or word that conditions do not have.
    Sign {
        /// The sign.
        sign: &'static str,
        /// What is written instead.
        help: &'static str,
    },
    /// A length that must be more than nothing.
    Size(&'static str, f64),
    /// Four inks that are together so many percent.
    TooMuchInk(u16),
    /// Text of a colour on a ground from which it hardly differs, by WCAG 2.
    Contrast {
        /// The text and its ground, in words.
        what: String,
        /// From 1 to 21.
        ratio: f64,
        /// The step that puts it right.
        help: String,
    },
    /// An accent that hardly differs from another.
    Alike {
        /// The other one.
        other: String,
        /// The distance of the two in CIE L*a*b*.
        difference: f64,
    },
    /// Two texts in one place.
    Overlap {
        /// The other box.
        other: String,
        /// Width of the place, in millimetres.
        width: f64,
        /// Height of the place, in millimetres.
        height: f64,
    },
}

impl fmt::Display for TemplateMistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TemplateMistake::Unknown { kind, found, allowed } => {
                let allowed: Vec<String> = allowed.iter().map(|name| format!("`{name}`")).collect();
                let list = if allowed.is_empty() { "none here".to_owned() } else { allowed.join(", ") };
                write!(f, "unknown {kind} `{found}`; expected {list}")
            }
            TemplateMistake::Missing(what) => f.write_str(what),
            TemplateMistake::Outside(mm) => write!(f, "the box reaches {mm:.1} mm beyond the bleed of {MAX_BLEED} mm"),
            TemplateMistake::Unsafe(mm) => {
                write!(f, "the text may be {mm:.1} mm outside the safe line, which is {SAFE} mm from the cut")
            }
            TemplateMistake::Needless { key, kind, allowed } => {
                let allowed: Vec<String> = allowed.iter().map(|key| format!("`{key}`")).collect();
                let list = if allowed.is_empty() { "none".to_owned() } else { allowed.join(", ") };
                write!(f, "`{key}` has no effect on {kind}; settings of {kind}: {list}")
            }
            TemplateMistake::Fixed(What::NoGlyphs(missing)) => {
                write!(f, "no font has {}, so the text is not printed", list_characters(missing))
            }
            TemplateMistake::Fixed(What::TooLong(mm) | What::LeftOut(mm)) => {
                write!(f, "the text is {mm:.1} mm too long for its box at its smallest size, and is not printed")
            }
            TemplateMistake::Fixed(What::NoRoom) => {
                f.write_str("the box has no room for the text, which is not printed")
            }
            TemplateMistake::Unclosed(text) => {
                write!(f, "`{text}` has no closing brace and is printed as written")
            }
            TemplateMistake::Comparison { name, value } if value.is_empty() => {
                write!(f, "`{name}` is compared with nothing; expected a value after the sign")
            }
            TemplateMistake::Comparison { name, value } => {
                write!(f, "`{name}` cannot be less or more than `{value}`, which is no number")
            }
            TemplateMistake::Sign { sign, .. } => {
                write!(
                    f,
                    "a condition cannot have `{sign}`; expected a name, or a name, one of `=`, `<`, `>`, `<=`, `>=`, and a value"
                )
            }
            TemplateMistake::Size(what, mm) => {
                write!(
                    f,
                    "a {what} of {mm} mm leaves no room; the four numbers of `at` are left, top, width and height"
                )
            }
            TemplateMistake::TooMuchInk(percent) => {
                write!(f, "the four inks add up to {percent} %; a press takes at most {} %", most_percent())
            }
            TemplateMistake::Contrast { what, ratio, .. } => {
                write!(f, "{what} has a contrast of {ratio:.1}; text needs at least 4.5")
            }
            TemplateMistake::Alike { other, difference } => {
                write!(
                    f,
                    "this colour is too similar to that of `{other}` (difference {difference:.0}; at least 12 is easy to tell apart)"
                )
            }
            TemplateMistake::Overlap { other, width, height } => {
                write!(
                    f,
                    "the box and `{other}` overlap by {width:.1} × {height:.1} mm, so text may be printed on text"
                )
            }
        }
    }
}

/// Returns the most that four inks are together, in percent.
pub(super) fn most_percent() -> u16 {
    (MOST_INK * 100.0) as u16
}
