//! Spreadsheets: the rows of a document as sheets of a workbook, and what changed in them as edits of the document.
//!
//! - [`table`] lays a document out as sheets, [`columns`] reads their columns off the schema, [`cell`] is the text of a value.
//! - [`files`] reads and writes the formats; [`book`] is what was read, [`reading`] what a cell of it means.
//! - [`import`] compares a workbook with a document, also with the one that was exported ([`record`]); [`edits`] writes what
//!   changed into the text that is there.
//! - [`own`] makes a document of a table that somebody else laid out.

pub mod book;
pub mod cell;
mod codes;
pub mod columns;
pub mod document;
pub mod edits;
pub mod files;
pub mod import;
pub mod own;
pub mod reading;
pub mod record;
pub mod table;

pub use codes::*;
