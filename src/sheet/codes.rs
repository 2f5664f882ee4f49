//! The codes of findings in spreadsheets.

use muster_core::diag::{Code, Severity};

/// What a spreadsheet made something else of.
pub const CONVERTED_CELL: Code =
    Code::new("MU901", "converted-cell", Severity::Error, include_str!("codes/converted_cell.md"));
/// A cell that cannot be read.
pub const UNREADABLE_CELL: Code =
    Code::new("MU902", "unreadable-cell", Severity::Error, include_str!("codes/unreadable_cell.md"));
/// A row of which nobody can tell what it is.
pub const UNCLEAR_ROW: Code = Code::new("MU903", "unclear-row", Severity::Error, include_str!("codes/unclear_row.md"));
/// A column or a sheet that means nothing here.
pub const UNKNOWN_COLUMN: Code =
    Code::new("MU904", "unknown-column", Severity::Info, include_str!("codes/unknown_column.md"));
/// A value that was changed in the document and, to something else, in the spreadsheet.
pub const SHEET_CONFLICT: Code =
    Code::new("MU905", "sheet-conflict", Severity::Error, include_str!("codes/sheet_conflict.md"));
/// A row that the spreadsheet no longer has.
pub const MISSING_ROW: Code =
    Code::new("MU906", "missing-row", Severity::Warning, include_str!("codes/missing_row.md"));
/// A change that cannot be written without changing more.
pub const BLOCKED_EDIT: Code =
    Code::new("MU907", "blocked-edit", Severity::Error, include_str!("codes/blocked_edit.md"));
/// A part of a spreadsheet that is ignored.
pub const IGNORED_PART: Code =
    Code::new("MU908", "ignored-part", Severity::Info, include_str!("codes/ignored_part.md"));
/// A question that a table of a designer's own leaves open.
pub const OPEN_QUESTION: Code =
    Code::new("MU909", "open-question", Severity::Error, include_str!("codes/open_question.md"));

/// Everything that can be found in a spreadsheet.
pub const CODES: &[Code] = &[
    CONVERTED_CELL,
    UNREADABLE_CELL,
    UNCLEAR_ROW,
    UNKNOWN_COLUMN,
    SHEET_CONFLICT,
    MISSING_ROW,
    BLOCKED_EDIT,
    IGNORED_PART,
    OPEN_QUESTION,
];
