//! The codes of findings about what a document's values may be.

use crate::diag::{Code, Severity};

/// Everything the schema can find.
pub const CODES: &[Code] =
    &[UNKNOWN_KEY, MISSING_KEY, WRONG_TYPE, UNKNOWN_VALUE, WRONG_NOTATION, OUT_OF_RANGE, WRONG_LENGTH, WRONG_FORM];

/// One code, with its page.
macro_rules! code {
    ($const:ident, $id:literal, $name:literal) => {
        pub(crate) const $const: Code =
            Code { id: $id, name: $name, severity: Severity::Error, page: include_str!(concat!($name, ".md")) };
    };
}

code!(UNKNOWN_KEY, "MU101", "unknown-key");
code!(MISSING_KEY, "MU102", "missing-key");
code!(WRONG_TYPE, "MU103", "wrong-type");
code!(UNKNOWN_VALUE, "MU104", "unknown-value");
code!(WRONG_NOTATION, "MU105", "wrong-notation");
code!(OUT_OF_RANGE, "MU106", "out-of-range");
code!(WRONG_LENGTH, "MU107", "wrong-length");
code!(WRONG_FORM, "MU108", "wrong-form");
