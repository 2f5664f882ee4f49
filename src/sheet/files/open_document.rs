//! Workbooks of LibreOffice (OpenDocument). A row or cell that is repeated a million times takes no room.

use quick_xml::Reader;
use quick_xml::escape::resolve_xml_entity;
use quick_xml::events::{BytesStart, Event};

use super::excel::{LINKS, MACROS, iso_day};
use super::packed::Packed;
use crate::sheet::book::{Book, BookCell, BookPage, BookValue, MOST_ROWS, Room};

/// The last row and column that a spreadsheet has, from 0.
const LAST: (u32, u32) = (1_048_575, 16_383);

/// Reads a workbook. Formulas and macros are not run.
pub(super) fn read(mut packed: Packed<'_>) -> Result<Book, String> {
    let xml = packed.text("content.xml")?;
    let mut parser = Parser::default();
    let mut reader = Reader::from_str(&xml);
    loop {
        let event = reader.read_event().map_err(|_| "it is a damaged workbook: its XML cannot be read".to_owned())?;
        if matches!(event, Event::Eof) {
            break;
        }
        parser.take(&event)?;
    }
    let mut book = parser.book;
    if packed.has("Basic") || packed.has("Scripts") {
        book.ignored.push(MACROS);
    }
    if xml.contains("<table:cell-range-source") || xml.contains("<table:table-source") {
        book.ignored.push(LINKS);
    }
    Ok(book)
}

/// What was read so far.
#[derive(Default)]
struct Parser {
    book: Book,
    room: Room,
    page: Option<BookPage>,
    row: u32,
    column: u32,
    /// How often the row is repeated, and the cells of it so far: first column, how often, cell.
    row_times: u32,
    cells: Vec<(u32, u32, BookCell)>,
    cell: Option<OpenCell>,
    /// Depth within what is no text of the cell: notes and drawings.
    aside: usize,
}

/// A cell that is being read.
struct OpenCell {
    times: u32,
    value: Option<BookValue>,
    is_formula: bool,
    text: String,
    paragraphs: usize,
    spanned: (u32, u32),
}

impl Parser {
    fn take(&mut self, event: &Event<'_>) -> Result<(), String> {
        match event {
            Event::Start(start) => self.start(start),
            Event::Empty(start) => {
                self.start(start)?;
                self.end(start.name().as_ref())
            }
            Event::End(end) => self.end(end.name().as_ref()),
            Event::Text(text) => {
                self.text(&text.xml10_content());
                Ok(())
            }
            Event::GeneralRef(entity) => {
                let letter = entity.resolve_char_ref().ok().flatten();
                let known = resolve_xml_entity(entity.as_ref());
                self.text(&letter.map(String::from).or(known.map(str::to_owned)).unwrap_or_default());
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn text(&mut self, text: &str) {
        if let Some(cell) = self.cell.as_mut().filter(|cell| self.aside == 0 && cell.paragraphs > 0) {
            cell.text.push_str(text);
        }
    }

    fn start(&mut self, start: &BytesStart<'_>) -> Result<(), String> {
        let name = start.name();
        if self.aside > 0 || self.cell.is_some() && matches!(name.as_ref(), "office:annotation" | "draw:frame") {
            self.aside += 1;
            return Ok(());
        }
        match name.as_ref() {
            "table:table" if self.page.is_none() => {
                (self.row, self.column) = (0, 0);
                self.page = Some(BookPage { name: attribute(start, "table:name"), ..BookPage::default() });
            }
            "table:table-row" => {
                (self.column, self.row_times) = (0, times(start, "table:number-rows-repeated"));
                self.cells.clear();
            }
            "table:table-cell" | "table:covered-table-cell" => {
                let kind = attribute(start, "office:value-type");
                let value = kind.and_then(|kind| typed_value(start, &kind));
                let is_formula = attribute(start, "table:formula").is_some();
                let spanned = (times(start, "table:number-rows-spanned"), times(start, "table:number-columns-spanned"));
                let times = times(start, "table:number-columns-repeated");
                self.cell = Some(OpenCell { times, value, is_formula, text: String::new(), paragraphs: 0, spanned });
            }
            "text:p" => {
                if let Some(cell) = &mut self.cell {
                    cell.text.push_str(if cell.paragraphs > 0 { "\n" } else { "" });
                    cell.paragraphs += 1;
                }
            }
            "text:s" => self.text(&" ".repeat(times(start, "text:c").min(1000) as usize)),
            "text:tab" => self.text("\t"),
            "text:line-break" => self.text("\n"),
            _ => {}
        }
        Ok(())
    }

    fn end(&mut self, name: &str) -> Result<(), String> {
        if self.aside > 0 {
            self.aside -= 1;
            return Ok(());
        }
        match name {
            "table:table-cell" | "table:covered-table-cell" => self.end_cell(),
            "table:table-row" => self.end_row()?,
            "table:table" => self.book.pages.extend(self.page.take()),
            _ => {}
        }
        Ok(())
    }

    fn end_cell(&mut self) {
        let Some(cell) = self.cell.take() else { return };
        let (row, column) = (self.row, self.column);
        self.column = column.saturating_add(cell.times).min(LAST.1 + 1);
        if let Some(page) = self.page.as_mut().filter(|_| cell.spanned.0 > 1 || cell.spanned.1 > 1) {
            let last = (row.saturating_add(cell.spanned.0 - 1), column.saturating_add(cell.spanned.1 - 1));
            if page.merged.len() < MOST_ROWS {
                page.merged.push([row, column, last.0, last.1]);
            }
        }
        let has_text = !cell.text.is_empty();
        // LibreOffice writes the name of an error as the text of the cell.
        let is_error = cell.is_formula && (cell.text.starts_with('#') || cell.text.starts_with("Err:"));
        let value = match cell.value {
            _ if is_error => BookValue::Error(cell.text),
            Some(BookValue::Text(text)) if text.is_empty() && has_text => BookValue::Text(cell.text),
            Some(value) => value,
            None if has_text => BookValue::Text(cell.text),
            None if cell.is_formula => BookValue::Unknown,
            None => return,
        };
        self.cells.push((column, cell.times, BookCell { value, is_formula: cell.is_formula }));
    }

    fn end_row(&mut self) -> Result<(), String> {
        let first = self.row;
        self.row = first.saturating_add(self.row_times).min(LAST.0 + 1);
        let Some(page) = self.page.as_mut().filter(|_| !self.cells.is_empty()) else { return Ok(()) };
        for row in first..self.row {
            for (column, times, cell) in &self.cells {
                for column in *column..column.saturating_add(*times).min(LAST.1 + 1) {
                    page.put((row, column), cell.clone(), &mut self.room)?;
                }
            }
        }
        Ok(())
    }
}

/// Returns an attribute of an element.
fn attribute(start: &BytesStart<'_>, name: &str) -> Option<String> {
    let attribute = start.attributes().flatten().find(|attribute| attribute.key.as_ref() == name)?;
    quick_xml::escape::unescape(&attribute.value).ok().map(|text| text.into_owned())
}

/// Returns how often something is repeated: once, where nothing says so.
fn times(start: &BytesStart<'_>, name: &str) -> u32 {
    attribute(start, name).and_then(|times| times.parse().ok()).unwrap_or(1).max(1)
}

/// Returns the value that a cell's attributes say.
fn typed_value(start: &BytesStart<'_>, kind: &str) -> Option<BookValue> {
    let of = |name: &str| attribute(start, name);
    match kind {
        "float" | "percentage" | "currency" => of("office:value")?.parse().ok().map(BookValue::Number),
        "boolean" => Some(BookValue::Truth(of("office:boolean-value")? == "true")),
        "date" => Some(iso_day(&of("office:date-value")?)),
        "time" => Some(BookValue::Time(of("office:time-value")?)),
        _ => Some(BookValue::Text(of("office:string-value").unwrap_or_default())),
    }
}
