//! A workbook as it was read: pages of cells, each with its place in a text that findings point into.

use std::collections::{BTreeMap, HashMap};

use camino::Utf8PathBuf;

use muster_core::source::{Address, CellPlace, FileId, Pointer, Sources, Span};

use super::cell::trim;

/// The most cells of a workbook that are read.
pub const MOST_CELLS: usize = 1_000_000;
/// The most rows of a page that are read, blank ones not counted.
pub const MOST_ROWS: usize = 20_000;
/// The most rows and columns that a sheet of any spreadsheet program has.
const LAST_ROW: u32 = 1 << 20;
const LAST_COLUMN: u32 = 1 << 14;
/// The most letters of all cells together.
pub const MOST_TEXT: usize = 64 << 20;

/// A workbook.
#[derive(Debug, Default)]
pub struct Book {
    /// Its path, as findings show it.
    pub path: Utf8PathBuf,
    /// Its pages in their order.
    pub pages: Vec<BookPage>,
    /// What is worth knowing of it, in a clause each: that it has macros, which are ignored.
    pub ignored: Vec<&'static str>,
}

/// A page of a workbook.
#[derive(Debug, Default)]
pub struct BookPage {
    /// Its name; `None` for the only page of a CSV file.
    pub name: Option<String>,
    /// The cells that are not empty: by row, then by column, from 0.
    pub rows: BTreeMap<u32, BTreeMap<u32, BookCell>>,
    /// The merged areas: first row and column, last row and column.
    pub merged: Vec<[u32; 4]>,
    /// The text that findings show, and the place of each cell in it, where the file is a text itself.
    pub written: Option<WrittenPage>,
}

/// The text that findings show of a page, and the place of each cell in it, by row and column.
pub type WrittenPage = (String, HashMap<(u32, u32), Span>);

/// A cell of a workbook.
#[derive(Debug, Clone, PartialEq)]
pub struct BookCell {
    /// Its value.
    pub value: BookValue,
    /// Whether a formula made the value.
    pub is_formula: bool,
}

impl BookCell {
    /// Returns true for a cell without a visible letter.
    pub fn is_blank(&self) -> bool {
        matches!(&self.value, BookValue::Text(text) if trim(text).is_empty())
    }
}

/// The value of a cell.
#[derive(Debug, Clone, PartialEq)]
pub enum BookValue {
    /// A text.
    Text(String),
    /// A number.
    Number(f64),
    /// A truth value.
    Truth(bool),
    /// A day: year, month, day of the month.
    Day(u16, u8, u8),
    /// A time or a length of time, as it is written.
    Time(String),
    /// An error such as `#REF!`.
    Error(String),
    /// A formula that nobody has worked out.
    Unknown,
}

/// What is too large about a workbook.
#[derive(Debug)]
pub struct TooLarge(pub String);

impl BookPage {
    /// Takes a cell.
    ///
    /// # Errors
    ///
    /// Says what there is too much of.
    pub fn put(&mut self, (row, column): (u32, u32), cell: BookCell, room: &mut Room) -> Result<(), TooLarge> {
        let text = match &cell.value {
            BookValue::Text(text) | BookValue::Time(text) | BookValue::Error(text) => text.len(),
            _ => 0,
        };
        if text == 0 && matches!(cell.value, BookValue::Text(_)) && !cell.is_formula {
            return Ok(());
        }
        if row >= LAST_ROW || column >= LAST_COLUMN {
            let message =
                format!("it has a cell beyond row {LAST_ROW} or column {LAST_COLUMN}, where no sheet has any");
            return Err(TooLarge(message));
        }
        room.cells =
            room.cells.checked_sub(1).ok_or_else(|| TooLarge(format!("it has more than {MOST_CELLS} cells")))?;
        let full = || TooLarge(format!("its texts are longer than {} MiB", MOST_TEXT >> 20));
        room.text = room.text.checked_sub(text).ok_or_else(full)?;
        self.rows.entry(row).or_default().insert(column, cell);
        if self.rows.len() > MOST_ROWS {
            let name =
                self.name.as_deref().map(|name| format!("the sheet `{name}`")).unwrap_or_else(|| "it".to_owned());
            return Err(TooLarge(format!("{name} has more than {MOST_ROWS} rows")));
        }
        Ok(())
    }
}

/// What may still be read of a workbook.
#[derive(Debug)]
pub struct Room {
    cells: usize,
    text: usize,
}

impl Default for Room {
    fn default() -> Room {
        Room { cells: MOST_CELLS, text: MOST_TEXT }
    }
}

/// A page as findings see it: a file of its text, in which every cell has a place.
#[derive(Debug)]
pub struct PageView {
    /// The file.
    pub file: FileId,
    spans: HashMap<(u32, u32), Span>,
}

impl PageView {
    /// Adds the text of a page to sources, a line for each row.
    pub fn add(book: &Book, page: &BookPage, sources: &mut Sources) -> PageView {
        let (text, spans) = page.written.clone().unwrap_or_else(|| laid_out(page));
        let file = sources.add(book.path.clone(), text);
        let cells = spans.iter().map(|(at, span)| {
            let place = CellPlace { book: book.path.clone(), sheet: page.name.clone(), cell: cell_name(*at) };
            (*span, place)
        });
        sources.keep_cells(file, cells.collect());
        PageView { file, spans }
    }

    /// Returns the place of a cell; of one that is not there the place of the row, or of the first cell.
    pub fn address(&self, cell: (u32, u32)) -> Address {
        let nearest = |row: u32| {
            (0..=cell.1).rev().chain(cell.1 + 1..cell.1 + 64).find_map(|column| self.spans.get(&(row, column)))
        };
        let span = self.spans.get(&cell).or_else(|| nearest(cell.0)).or_else(|| nearest(0));
        Address::bytes(self.file, Pointer::root(), span.copied().unwrap_or_default())
    }
}

/// Returns the text of a page whose cells have none of their own, with the place of each cell: a line for each row.
fn laid_out(page: &BookPage) -> (String, HashMap<(u32, u32), Span>) {
    let (mut text, mut spans, mut line) = (String::new(), HashMap::new(), 0);
    for (row, cells) in &page.rows {
        while line < *row {
            text.push('\n');
            line += 1;
        }
        for (i, (column, cell)) in cells.iter().enumerate() {
            if i > 0 {
                text.push_str(" | ");
            }
            let start = text.len();
            text.extend(cell.value.to_text().chars().take(LONGEST).map(|c| if c.is_control() { ' ' } else { c }));
            spans.insert((*row, *column), Span { start, end: text.len() });
        }
    }
    text.push('\n');
    (text, spans)
}

/// The most letters of a cell that a finding shows.
const LONGEST: usize = 200;

impl BookValue {
    /// Returns the value as a person reads it.
    pub fn to_text(&self) -> String {
        match self {
            BookValue::Text(text) | BookValue::Time(text) | BookValue::Error(text) => text.clone(),
            BookValue::Number(number) => number_text(*number),
            BookValue::Truth(truth) => truth.to_string(),
            BookValue::Day(year, month, day) => format!("{year:04}-{month:02}-{day:02}"),
            BookValue::Unknown => "=".to_owned(),
        }
    }
}

/// Returns a number as it is written: `6`, not `6.0`.
pub fn number_text(number: f64) -> String {
    match muster_core::source::tree::whole(number) {
        Some(whole) => whole.to_string(),
        None => number.to_string(),
    }
}

/// Returns the name of a cell, by its row and column from 0: `D7`.
pub fn cell_name((row, column): (u32, u32)) -> String {
    let (mut letters, mut rest) = (Vec::new(), u64::from(column) + 1);
    while rest > 0 {
        letters.push(char::from(b'A' + ((rest - 1) % 26) as u8));
        rest = (rest - 1) / 26;
    }
    format!("{}{}", letters.iter().rev().collect::<String>(), u64::from(row) + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_where_no_sheet_has_any_is_refused() {
        let cell = BookCell { value: BookValue::Text("1A".to_owned()), is_formula: false };
        let put = |at| BookPage::default().put(at, cell.clone(), &mut Room::default());
        assert!(put((LAST_ROW - 1, LAST_COLUMN - 1)).is_ok());
        assert!(put((LAST_ROW, 0)).is_err() && put((0, LAST_COLUMN)).is_err());
    }

    #[test]
    fn cells_have_the_names_that_spreadsheets_show() {
        for (at, name) in
            [((0, 0), "A1"), ((6, 3), "D7"), ((0, 25), "Z1"), ((0, 26), "AA1"), ((1, 701), "ZZ2"), ((0, 702), "AAA1")]
        {
            assert_eq!(cell_name(at), name);
        }
    }
}
