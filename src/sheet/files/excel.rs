//! Workbooks of Excel, and of all programs that write its format.

use std::io::Cursor;
use std::panic::{AssertUnwindSafe, catch_unwind};

use calamine::{DataRef, Reader, Xlsx, open_workbook_from_rs};

use super::packed::Packed;
use crate::sheet::book::{Book, BookCell, BookPage, BookValue, Room};

/// What is said of macros.
pub(super) const MACROS: &str = "its macros are ignored";
/// What is said of links.
pub(super) const LINKS: &str = "its links to other workbooks are ignored";

/// The reason why a workbook cannot be read.
const DAMAGED: &str = "it is a damaged workbook; open it and save it again";

/// Reads a workbook. Formulas and macros are not run.
pub(super) fn read(bytes: &[u8], packed: &Packed<'_>) -> Result<Book, String> {
    // The parser counts with whatever numbers of rows and columns are written.
    catch_unwind(AssertUnwindSafe(|| parse_book(bytes, packed))).unwrap_or_else(|_| Err(DAMAGED.to_owned()))
}

fn parse_book(bytes: &[u8], packed: &Packed<'_>) -> Result<Book, String> {
    let wrong = |_: calamine::XlsxError| DAMAGED.to_owned();
    let mut workbook: Xlsx<_> = open_workbook_from_rs(Cursor::new(bytes)).map_err(wrong)?;
    let (mut book, mut room) = (Book::default(), Room::default());
    let parts = [("xl/vbaProject.bin", MACROS), ("xl/externalLinks", LINKS)];
    book.ignored.extend(parts.iter().filter(|(name, _)| packed.has(name)).map(|(_, what)| *what));
    for name in workbook.sheet_names() {
        // What is no page of cells, such as a chart, has none to read.
        let Ok(merged) = workbook.merge_cells_by_sheet_name(&name) else { continue };
        let areas = merged.iter().map(|area| [area.start.0, area.start.1, area.end.0, area.end.1]);
        let mut page = BookPage { merged: areas.collect(), name: Some(name.clone()), ..BookPage::default() };
        let Ok(mut cells) = workbook.worksheet_cells_reader(&name) else { continue };
        while let Some(cell) = cells.next_cell_with_formula_metadata().map_err(wrong)? {
            let is_formula = cell.formula.is_some();
            let value = match value(cell.value) {
                Some(value) => value,
                None if is_formula => BookValue::Unknown,
                None => continue,
            };
            page.put(cell.pos, BookCell { value, is_formula }, &mut room)?;
        }
        book.pages.push(page);
    }
    Ok(book)
}

/// Returns the value of a cell; `None` for an empty one.
fn value(value: DataRef<'_>) -> Option<BookValue> {
    Some(match value {
        DataRef::Empty => return None,
        DataRef::Int(number) => BookValue::Number(number as f64),
        DataRef::Float(number) => BookValue::Number(number),
        DataRef::String(text) => BookValue::Text(text),
        DataRef::SharedString(text) => BookValue::Text(text.to_owned()),
        DataRef::Bool(truth) => BookValue::Truth(truth),
        DataRef::DateTime(time) if time.is_datetime() && time.as_f64() >= 1.0 => {
            let (year, month, day, ..) = time.to_ymd_hms_milli();
            BookValue::Day(year, month, day)
        }
        DataRef::DateTime(time) => BookValue::Time(time.as_f64().to_string()),
        DataRef::DateTimeIso(text) => iso_day(&text),
        DataRef::DurationIso(text) => BookValue::Time(text),
        DataRef::Error(error) => BookValue::Error(error.to_string()),
    })
}

/// Returns the day that a date in ISO 8601 begins with.
pub(super) fn iso_day(text: &str) -> BookValue {
    let mut parts = text.split(['-', 'T']);
    let mut next = || parts.next().unwrap_or_default();
    match (next().parse(), next().parse(), next().parse()) {
        (Ok(year), Ok(month), Ok(day)) => BookValue::Day(year, month, day),
        _ => BookValue::Time(text.to_owned()),
    }
}
