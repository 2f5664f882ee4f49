//! The codes of findings about what a document's values may be.

use crate::diag::{Code, Severity};

/// Everything the schema can find.
pub const CODES: &[Code] =
    &[UNKNOWN_KEY, MISSING_KEY, WRONG_TYPE, UNKNOWN_VALUE, WRONG_NOTATION, OUT_OF_RANGE, WRONG_LENGTH, WRONG_FORM];

/// A key that there is not.
pub const UNKNOWN_KEY: Code = Code::new("MU101", "unknown-key", Severity::Error, include_str!("unknown-key.md"));
pub(crate) const MISSING_KEY: Code = Code::new("MU102", "missing-key", Severity::Error, include_str!("missing-key.md"));
pub(crate) const WRONG_TYPE: Code = Code::new("MU103", "wrong-type", Severity::Error, include_str!("wrong-type.md"));
/// A word that is none of those allowed.
pub const UNKNOWN_VALUE: Code = Code::new("MU104", "unknown-value", Severity::Error, include_str!("unknown-value.md"));
/// A text that is not written as its notation asks.
pub const WRONG_NOTATION: Code =
    Code::new("MU105", "wrong-notation", Severity::Error, include_str!("wrong-notation.md"));
pub(crate) const OUT_OF_RANGE: Code =
    Code::new("MU106", "out-of-range", Severity::Error, include_str!("out-of-range.md"));
pub(crate) const WRONG_LENGTH: Code =
    Code::new("MU107", "wrong-length", Severity::Error, include_str!("wrong-length.md"));
pub(crate) const WRONG_FORM: Code = Code::new("MU108", "wrong-form", Severity::Error, include_str!("wrong-form.md"));
