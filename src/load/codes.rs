//! The codes of findings about how a file is written.

use crate::diag::{Code, Severity};

/// Everything reading can find.
pub const CODES: &[Code] = &[
    SYNTAX_ERROR,
    NOT_UTF8,
    NOT_TEXT,
    FILE_TOO_LARGE,
    EMPTY_DOCUMENT,
    SEVERAL_DOCUMENTS,
    DUPLICATE_KEY,
    KEY_NOT_TEXT,
    MERGE_KEY,
    UNSUPPORTED_TAG,
    UNKNOWN_ALIAS,
    TOO_MANY_VALUES,
    NESTED_TOO_DEEPLY,
    TAB_INDENTATION,
    AMBIGUOUS_SCALAR,
    CUT_BY_COMMENT,
    CURLED_QUOTES,
    LONE_QUOTE,
];

/// One code, with its page.
macro_rules! code {
    ($const:ident, $id:literal, $name:literal, $severity:ident) => {
        pub(crate) const $const: Code =
            Code { id: $id, name: $name, severity: Severity::$severity, page: include_str!(concat!($name, ".md")) };
    };
}

code!(SYNTAX_ERROR, "MU001", "syntax-error", Error);
code!(NOT_UTF8, "MU002", "not-utf8", Error);
code!(NOT_TEXT, "MU003", "not-text", Error);
code!(FILE_TOO_LARGE, "MU004", "file-too-large", Error);
code!(EMPTY_DOCUMENT, "MU005", "empty-document", Error);
code!(SEVERAL_DOCUMENTS, "MU006", "several-documents", Error);
code!(DUPLICATE_KEY, "MU007", "duplicate-key", Error);
code!(KEY_NOT_TEXT, "MU008", "key-not-text", Error);
code!(MERGE_KEY, "MU009", "merge-key", Error);
code!(UNSUPPORTED_TAG, "MU010", "unsupported-tag", Error);
code!(UNKNOWN_ALIAS, "MU011", "unknown-alias", Error);
code!(TOO_MANY_VALUES, "MU012", "too-many-values", Error);
code!(NESTED_TOO_DEEPLY, "MU013", "nested-too-deeply", Error);
code!(TAB_INDENTATION, "MU014", "tab-indentation", Error);
code!(AMBIGUOUS_SCALAR, "MU015", "ambiguous-scalar", Warning);
code!(CUT_BY_COMMENT, "MU016", "cut-by-comment", Warning);
code!(CURLED_QUOTES, "MU017", "curled-quotes", Warning);
code!(LONE_QUOTE, "MU018", "lone-quote", Warning);
