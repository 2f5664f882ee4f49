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
    CURLY_QUOTES,
    LONE_QUOTE,
    UNUSED_ANCHOR,
];

pub(crate) const SYNTAX_ERROR: Code =
    Code::new("MU001", "syntax-error", Severity::Error, include_str!("syntax-error.md"));
pub(crate) const NOT_UTF8: Code = Code::new("MU002", "not-utf8", Severity::Error, include_str!("not-utf8.md"));
pub(crate) const NOT_TEXT: Code = Code::new("MU003", "not-text", Severity::Error, include_str!("not-text.md"));
pub(crate) const FILE_TOO_LARGE: Code =
    Code::new("MU004", "file-too-large", Severity::Error, include_str!("file-too-large.md"));
pub(crate) const EMPTY_DOCUMENT: Code =
    Code::new("MU005", "empty-document", Severity::Error, include_str!("empty-document.md"));
pub(crate) const SEVERAL_DOCUMENTS: Code =
    Code::new("MU006", "several-documents", Severity::Error, include_str!("several-documents.md"));
pub(crate) const DUPLICATE_KEY: Code =
    Code::new("MU007", "duplicate-key", Severity::Error, include_str!("duplicate-key.md"));
pub(crate) const KEY_NOT_TEXT: Code =
    Code::new("MU008", "key-not-text", Severity::Error, include_str!("key-not-text.md"));
pub(crate) const MERGE_KEY: Code = Code::new("MU009", "merge-key", Severity::Error, include_str!("merge-key.md"));
pub(crate) const UNSUPPORTED_TAG: Code =
    Code::new("MU010", "unsupported-tag", Severity::Error, include_str!("unsupported-tag.md"));
pub(crate) const UNKNOWN_ALIAS: Code =
    Code::new("MU011", "unknown-alias", Severity::Error, include_str!("unknown-alias.md"));
pub(crate) const TOO_MANY_VALUES: Code =
    Code::new("MU012", "too-many-values", Severity::Error, include_str!("too-many-values.md"));
pub(crate) const NESTED_TOO_DEEPLY: Code =
    Code::new("MU013", "nested-too-deeply", Severity::Error, include_str!("nested-too-deeply.md"));
pub(crate) const TAB_INDENTATION: Code =
    Code::new("MU014", "tab-indentation", Severity::Error, include_str!("tab-indentation.md"));
/// A scalar that YAML 1.1 reads as something else.
pub const AMBIGUOUS_SCALAR: Code =
    Code::new("MU015", "ambiguous-scalar", Severity::Warning, include_str!("ambiguous-scalar.md"));
pub(crate) const CUT_BY_COMMENT: Code =
    Code::new("MU016", "cut-by-comment", Severity::Warning, include_str!("cut-by-comment.md"));
/// Curly quotes where YAML wants straight ones.
pub const CURLY_QUOTES: Code =
    Code::new("MU017", "curly-quotes", Severity::Warning, include_str!("curly-quotes.md")).formerly(&["curled-quotes"]);
/// A quote that opens and is never closed, or the other way round.
pub const LONE_QUOTE: Code = Code::new("MU018", "lone-quote", Severity::Warning, include_str!("lone-quote.md"));
pub(crate) const UNUSED_ANCHOR: Code =
    Code::new("MU019", "unused-anchor", Severity::Warning, include_str!("unused-anchor.md"));
