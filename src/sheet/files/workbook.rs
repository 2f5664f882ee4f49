//! The workbook of a document: a page for each sheet, with text format, drop-downs, notes and colours.

use std::collections::BTreeSet;

use rust_xlsxwriter::{
    Color, ConditionalFormatCell, ConditionalFormatCellRule, DataValidation, DataValidationErrorStyle, DocProperties,
    ExcelDateTime, Format, FormatAlign, Note, Workbook, Worksheet, XlsxError,
};

use crate::sheet::columns::Column;
use crate::sheet::record;
use crate::sheet::table::Sheet;

/// The rows below the last one that get drop-downs and colours too.
const ROOM: u32 = 200;
/// The narrowest and widest column, in letters.
const WIDTHS: (usize, usize) = (6, 60);
/// The height of a line, in points.
const LINE: f64 = 15.0;
/// The most lines of a row: a row is at most 409 points high.
const MOST_LINES: usize = 27;
/// The most letters of a drop-down that is written where it is used.
const SHORT_LIST: usize = 250;

/// Returns a workbook. `names` are the names that are legal in a column of a sheet, as a drop-down offers them.
///
/// # Errors
///
/// Says what does not fit into a workbook, such as a text of more than 32,767 letters.
pub fn write(
    sheets: &[Sheet],
    recorded: &[[String; 2]],
    names: &dyn Fn(&Sheet, usize) -> BTreeSet<String>,
) -> Result<Vec<u8>, String> {
    write_book(sheets, recorded, names).map_err(|error| match error {
        XlsxError::MaxStringLengthExceeded => "a text is longer than the 32,767 letters of a cell".to_owned(),
        error => format!("the workbook cannot be written: {error}"),
    })
}

fn write_book(
    sheets: &[Sheet],
    recorded: &[[String; 2]],
    names: &dyn Fn(&Sheet, usize) -> BTreeSet<String>,
) -> Result<Vec<u8>, XlsxError> {
    let mut workbook = Workbook::new();
    // The time of writing would make every workbook another.
    workbook.set_properties(&DocProperties::new().set_creation_datetime(&ExcelDateTime::from_ymd(2000, 1, 1)?));
    let mut lists = Lists::default();
    for sheet in sheets {
        Writer { sheet, lists: &mut lists, names }.write(workbook.add_worksheet())?;
    }
    let page = workbook.add_worksheet();
    page.set_name(record::NAME)?.set_hidden(true);
    let text = Format::new().set_num_format("@");
    for (row, [key, value]) in (0..).zip(recorded) {
        page.write_string_with_format(row, 0, key, &text)?.write_string_with_format(row, 1, value, &text)?;
    }
    for (column, list) in (FIRST_LIST..).zip(&lists.0) {
        for (row, name) in (0..).zip(list) {
            page.write_string_with_format(row, column, name, &text)?;
        }
    }
    workbook.save_to_buffer()
}

/// The column of the sheet `muster` with the first list of names.
const FIRST_LIST: u16 = 3;

/// The lists of drop-downs that are too long to be written where they are used.
#[derive(Default)]
struct Lists(Vec<Vec<String>>);

impl Lists {
    /// Returns the range of a list, which is kept.
    fn range(&mut self, list: Vec<String>) -> String {
        let rows = list.len();
        let known = self.0.iter().position(|known| *known == list);
        let index = known.unwrap_or_else(|| {
            self.0.push(list);
            self.0.len() - 1
        });
        let column = crate::sheet::book::cell_name((0, u32::from(FIRST_LIST) + index as u32));
        let letters = column.trim_end_matches(|c: char| c.is_ascii_digit());
        format!("={}!${letters}$1:${letters}${rows}", record::NAME)
    }
}

/// Writes a sheet.
struct Writer<'a> {
    sheet: &'a Sheet,
    lists: &'a mut Lists,
    names: &'a dyn Fn(&Sheet, usize) -> BTreeSet<String>,
}

impl Writer<'_> {
    fn write(&mut self, page: &mut Worksheet) -> Result<(), XlsxError> {
        let sheet = self.sheet;
        page.set_name(sheet.name)?;
        // Of the row, what names it stays in sight too.
        page.set_freeze_panes(1, sheet.id_column() as u16 + 1)?;
        // Printed, all columns are on one sheet of paper.
        page.set_landscape().set_print_fit_to_pages(1, 0).set_repeat_rows(0, 0)?;
        let heading = Format::new().set_bold().set_background_color(Color::RGB(0x00E7_E6E6)).set_num_format("@");
        let widths: Vec<f64> = (0..sheet.columns.len()).map(|column| width(sheet, column)).collect();
        for (i, column) in sheet.columns.iter().enumerate() {
            let at = i as u16;
            let format = format(column);
            page.set_column_format(at, &format)?;
            page.set_column_width(at, widths[i])?;
            page.write_string_with_format(0, at, &column.heading, &heading)?;
            if !column.about.is_empty() {
                page.insert_note(0, at, &Note::new(&column.about).set_author(record::NAME))?;
            }
            for (row, cells) in (1..).zip(&sheet.rows) {
                let cell = &cells.cells[i];
                if !cell.text.is_empty() {
                    let own = self.row_colour(i, row).map(|colour| format.clone().set_background_color(colour));
                    page.write_string_with_format(row, at, &cell.text, own.as_ref().unwrap_or(&format))?;
                }
            }
            self.choices(page, i)?;
        }
        for (row, cells) in (1..).zip(&sheet.rows) {
            let texts = cells.cells.iter().map(|cell| cell.text.as_str());
            let wrapped =
                texts.zip(&sheet.columns).zip(&widths).filter(|((_, column), _)| !column.accepts.is_notation());
            let lines = wrapped.map(|((text, _), width)| lines(text, *width)).max().unwrap_or(1);
            if lines > 1 {
                page.set_row_height(row, LINE * lines.min(MOST_LINES) as f64)?;
            }
        }
        self.colours(page)?;
        self.head(page)
    }

    fn last_row(&self) -> u32 {
        self.sheet.rows.len() as u32 + ROOM
    }

    /// Offers the words of a column, and the names that are legal in it.
    fn choices(&mut self, page: &mut Worksheet, column: usize) -> Result<(), XlsxError> {
        let of = &self.sheet.columns[column];
        let is_place = crate::sheet::import::is_place(of);
        let places = || self.sheet.lists.iter().map(|list| list.place.clone());
        let names = (self.names)(self.sheet, column);
        let words = if is_place { places().collect() } else { of.choices.iter().cloned().chain(names).collect() };
        // Where the schema lists every word, nothing else is right.
        let only =
            is_place || !of.choices.is_empty() && !of.accepts.whole && !of.accepts.fraction && !of.accepts.collection;
        if let Some(offer) = self.offer(words, only)? {
            page.add_data_validation(1, column as u16, self.last_row(), column as u16, &offer)?;
        }
        Ok(())
    }

    fn offer(&mut self, words: Vec<String>, only: bool) -> Result<Option<DataValidation>, XlsxError> {
        if words.is_empty() {
            return Ok(None);
        }
        let length: usize = words.iter().map(|word| word.chars().count() + 1).sum();
        let is_short = length <= SHORT_LIST && !words.iter().any(|word| word.contains([',', '"']));
        let offer = match is_short {
            true => DataValidation::new().allow_list_strings(&words)?,
            false => DataValidation::new().allow_list_formula(self.lists.range(words).as_str().into()),
        };
        let style = if only { DataValidationErrorStyle::Stop } else { DataValidationErrorStyle::Information };
        Ok(Some(offer.set_error_style(style).show_error_message(only)))
    }

    /// Returns the colour of the name of a row, from 1.
    fn row_colour(&self, column: usize, row: u32) -> Option<Color> {
        let colours = self.sheet.kind?.row_colours;
        let index = (row as usize - 1) % colours.len().max(1);
        colours.get(index).filter(|_| column == self.sheet.id_column()).map(|colour| color(colour))
    }

    /// Colours the words that have colours.
    fn colours(&self, page: &mut Worksheet) -> Result<(), XlsxError> {
        let Some((key, colours)) = self.sheet.kind.and_then(|kind| kind.colours) else { return Ok(()) };
        let Some(column) = self.sheet.column_of(key) else { return Ok(()) };
        for (word, colour) in colours {
            let format = Format::new().set_background_color(color(colour));
            let rule = ConditionalFormatCell::new()
                .set_rule(ConditionalFormatCellRule::EqualTo((*word).to_owned()))
                .set_format(format);
            page.add_conditional_format(1, column as u16, self.last_row(), column as u16, &rule)?;
        }
        Ok(())
    }

    /// Explains the keys of the head, each in its row, and offers their words.
    fn head(&mut self, page: &mut Worksheet) -> Result<(), XlsxError> {
        for (row, cells) in (1..).zip(&self.sheet.rows) {
            let Some(own) = &cells.own else { continue };
            if !own.about.is_empty() {
                page.insert_note(row, 0, &Note::new(&own.about).set_author(record::NAME))?;
            }
            if let Some(offer) = self.offer(own.choices.clone(), false)? {
                page.add_data_validation(row, 1, row, 1, &offer)?;
            }
        }
        Ok(())
    }
}

/// Returns the lines of a text that is wrapped in a column.
fn lines(text: &str, width: f64) -> usize {
    let width = width as usize;
    let of_line = |line: &str| match line.chars().count() {
        count if count + 2 <= width => 1,
        // The width is one of digits, and lines end between words.
        count => count.div_ceil(width.saturating_sub(6).max(1)),
    };
    text.lines().map(of_line).sum()
}

/// Returns a colour of six hexadecimal digits.
fn color(digits: &str) -> Color {
    Color::RGB(u32::from_str_radix(digits, 16).unwrap_or(0x00FF_FFFF))
}

/// Returns the format of a column: text, so that no program takes a notation for a date or a number.
fn format(column: &Column) -> Format {
    let format = Format::new().set_num_format("@").set_align(FormatAlign::Top);
    if column.accepts.is_notation() { format } else { format.set_text_wrap() }
}

/// Returns the width that shows most of a column.
fn width(sheet: &Sheet, column: usize) -> f64 {
    let longest = |text: &str| text.lines().map(|line| line.chars().count()).max().unwrap_or_default();
    let cells = sheet.rows.iter().map(|row| longest(&row.cells[column].text));
    let widest = cells.chain([longest(&sheet.columns[column].heading)]).max().unwrap_or_default() + 2;
    widest.clamp(WIDTHS.0, WIDTHS.1) as f64
}
