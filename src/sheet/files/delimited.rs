//! CSV files: commas, semicolons or tabs, in UTF-8, UTF-16 or Windows-1252.

use std::collections::HashMap;

use csv::{ReaderBuilder, StringRecord, Writer};

use muster_core::source::Span;

use crate::sheet::book::{Book, BookCell, BookPage, BookValue, Room, cell_name};

/// Reads the one page of a CSV file.
pub(super) fn read(bytes: &[u8]) -> Result<Book, String> {
    let (text, encoding) = decode(bytes)?;
    let mark = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let (start, delimiter) = match stated_delimiter(&text[mark..]) {
        Some((line, delimiter)) => (mark + line, delimiter),
        None => (mark, delimiter(&text)),
    };
    let mut reader = ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(delimiter)
        .from_reader(&text.as_bytes()[start..]);
    let (mut page, mut room, mut spans, mut row) = (BookPage::default(), Room::default(), HashMap::new(), 0);
    let (mut record, mut ends) = (StringRecord::new(), Vec::new());
    loop {
        let from = start + reader.position().byte() as usize;
        if !reader.read_record(&mut record).map_err(|error| format!("it is not a CSV file: {error}"))? {
            break;
        }
        let to = start + reader.position().byte() as usize;
        let blank = blank_lines(&text[from..to]);
        // Blank lines are rows of a spreadsheet, and no records; the second half of the end of the line above is none.
        let lines = &text[from..from + blank];
        let lines = lines.strip_prefix('\n').filter(|_| text[..from].ends_with('\r')).unwrap_or(lines);
        row += lines.lines().count() as u32;
        if cell_ends(&text[from..to], delimiter, &mut ends) {
            let cell = cell_name((row, ends.len() as u32));
            return Err(format!("the quote at the beginning of {cell} is not closed"));
        }
        let mut cell_start = from + blank;
        for (column, cell) in record.iter().enumerate() {
            let end = ends.get(column).map_or(to, |end| from + end).max(cell_start);
            let at = (row, column as u32);
            spans.insert(at, Span { start: cell_start, end });
            cell_start = (end + 1).min(to);
            let value = BookValue::Text(harmless_read(cell).to_owned());
            page.put(at, BookCell { value, is_formula: false }, &mut room)?;
        }
        row += 1;
    }
    page.written = Some((text, spans));
    let ignored = if encoding.is_empty() { Vec::new() } else { vec![encoding] };
    Ok(Book { pages: vec![page], ignored, ..Book::default() })
}

/// Returns the text of a file, and what is worth saying of its encoding.
fn decode(bytes: &[u8]) -> Result<(String, &'static str), String> {
    if bytes.contains(&0) && !bytes.starts_with(&[0xFF, 0xFE]) && !bytes.starts_with(&[0xFE, 0xFF]) {
        return Err("it is neither a workbook nor a text".to_owned());
    }
    let wide = |unit: fn([u8; 2]) -> u16| {
        let units = bytes[2..].chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
        char::decode_utf16(units).collect::<Result<String, _>>().map_err(|_| "it is damaged UTF-16".to_owned())
    };
    match bytes {
        [0xFF, 0xFE, ..] => Ok((wide(u16::from_le_bytes)?, "")),
        [0xFE, 0xFF, ..] => Ok((wide(u16::from_be_bytes)?, "")),
        _ => match str::from_utf8(bytes) {
            Ok(text) => Ok((text.to_owned(), "")),
            Err(_) => Ok((bytes.iter().map(|byte| windows_1252(*byte)).collect(), OLD_ENCODING)),
        },
    }
}

/// What is said of a file that is not in UTF-8.
const OLD_ENCODING: &str = "it is not in UTF-8 and was read as Windows-1252";

/// Returns the letter that a byte is in Windows-1252.
fn windows_1252(byte: u8) -> char {
    const HIGH: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}', '‘',
        '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
    ];
    match byte {
        0x80..=0x9F => HIGH[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}

/// Returns what separates cells by the first line `sep=;`, as Excel understands it and does not show, and that line's length in
/// bytes; `None` if there is no such line.
fn stated_delimiter(text: &str) -> Option<(usize, u8)> {
    let line = text.split_inclusive('\n').next()?;
    let (key, value) = line.trim_end().trim_matches('"').split_once('=')?;
    let delimiter = [b',', b';', b'\t'].into_iter().find(|delimiter| value.as_bytes() == [*delimiter]);
    // A tab at the end of the line may be trimmed.
    let delimiter = delimiter.or_else(|| line.starts_with("sep=\t").then_some(b'\t'));
    delimiter.filter(|_| key.eq_ignore_ascii_case("sep")).map(|delimiter| (line.len(), delimiter))
}

/// Returns what separates cells: the one of comma, semicolon and tab that the first line has most of outside quotes.
fn delimiter(text: &str) -> u8 {
    let line = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let count = |delimiter: &u8| {
        let mut is_quoted = false;
        line.bytes()
            .filter(|byte| {
                is_quoted ^= *byte == b'"';
                !is_quoted && byte == delimiter
            })
            .count()
    };
    // Of as many the first.
    [b',', b';', b'\t'].into_iter().rev().max_by_key(count).unwrap_or(b',')
}

/// Returns the bytes of blank lines before a record.
fn blank_lines(record: &str) -> usize {
    record.len() - record.trim_start_matches(['\r', '\n']).len()
}

/// Finds where the cells of a record end. Returns true if a quote is open at the end, or if one that spans lines is closed within a
/// cell: then it is another cell's.
fn cell_ends(record: &str, delimiter: u8, ends: &mut Vec<usize>) -> bool {
    ends.clear();
    let (mut is_quoted, mut is_start, mut spans_lines) = (false, true, false);
    let bytes = record.as_bytes();
    for (at, byte) in record.bytes().enumerate() {
        match byte {
            b'"' if is_quoted || is_start => {
                is_quoted = !is_quoted;
                let is_end = bytes.get(at + 1).is_none_or(|next| *next == delimiter || b"\"\r\n ".contains(next));
                if !is_quoted && spans_lines && !is_end {
                    return true;
                }
                spans_lines &= is_quoted;
            }
            b'\n' if is_quoted => spans_lines = true,
            _ if byte == delimiter && !is_quoted => ends.push(at),
            _ => {}
        }
        // After the first of two quotes another may follow, which opens again.
        is_start = byte == b'"' || (byte == delimiter && !is_quoted) || (is_start && matches!(byte, b'\r' | b'\n'));
    }
    if !is_quoted {
        ends.push(record.trim_end_matches(['\r', '\n']).len());
    }
    is_quoted
}

/// What a spreadsheet would take for the beginning of a formula.
const FORMULA: [char; 6] = ['=', '+', '-', '@', '\t', '\r'];

/// Returns a text that no spreadsheet takes for a formula: with an apostrophe before what one begins with.
fn harmless(text: &str) -> String {
    if text.trim_start_matches('\'').starts_with(FORMULA) { format!("'{text}") } else { text.to_owned() }
}

/// Returns the text that [`harmless`] was given.
fn harmless_read(text: &str) -> &str {
    text.strip_prefix('\'').filter(|rest| rest.trim_start_matches('\'').starts_with(FORMULA)).unwrap_or(text)
}

/// Returns a page of texts as a CSV file in UTF-8, with a byte order mark, by which Excel knows it.
pub fn write(rows: impl IntoIterator<Item = Vec<String>>) -> Vec<u8> {
    let mut writer = Writer::from_writer("\u{feff}".as_bytes().to_vec());
    for row in rows {
        let written = writer.write_record(row.iter().map(|cell| harmless(cell)));
        written.unwrap_or_else(|error| panic!("internal error: a row of CSV cannot be written: {error}"));
    }
    writer.into_inner().unwrap_or_else(|error| panic!("internal error: CSV cannot be written: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(text: &[u8]) -> Vec<Vec<String>> {
        let book = read(text).unwrap();
        book.pages[0].rows.values().map(|row| row.values().map(|cell| cell.value.to_text()).collect()).collect()
    }

    #[test]
    fn separators_and_encodings_are_known() {
        let expected = vec![vec!["card".to_owned(), "name".to_owned()], vec!["1A".to_owned(), "Süd, West".to_owned()]];
        assert_eq!(cells("card,name\r\n1A,\"Süd, West\"\r\n".as_bytes()), expected);
        assert_eq!(cells("\u{feff}card;name\n1A;Süd, West\n".as_bytes()), expected);
        assert_eq!(cells("card\tname\n1A\tSüd, West\n".as_bytes()), expected);
        assert_eq!(cells(b"card;name\n1A;S\xfcd, West\n"), expected);
        assert_eq!(cells("\u{feff}sep=;\r\ncard;name\r\n1A;Süd, West\r\n".as_bytes()), expected);
        assert_eq!(cells("sep=\t\ncard\tname\n1A\tSüd, West\n".as_bytes()), expected);
        assert_eq!(cells(b"sep=x\n"), [["sep=x"]]);
    }

    #[test]
    fn blank_lines_are_rows() {
        let book = read(b"card,name\r\n\r\n\r\n1A,Foot\n\n2A,Horse\n").unwrap();
        assert_eq!(book.pages[0].rows.keys().copied().collect::<Vec<_>>(), [0, 3, 5]);
    }

    #[test]
    fn places_are_those_of_the_cells_as_they_are_written() {
        let text = "a,\"b, \"\"c\"\"\",d\n\n1,,\"two\nlines\"\n";
        let book = read(text.as_bytes()).unwrap();
        let (written, spans) = book.pages[0].written.as_ref().unwrap();
        let at = |row, column| {
            let span = spans[&(row, column)];
            &written[span.start..span.end]
        };
        assert_eq!((at(0, 0), at(0, 1), at(0, 2)), ("a", "\"b, \"\"c\"\"\"", "d"));
        assert_eq!((at(2, 0), at(2, 1), at(2, 2)), ("1", "", "\"two\nlines\""));
    }

    #[test]
    fn a_quote_that_is_open_at_the_end_is_told() {
        let wrong = read(b"card,name\n1A,\"Foot\n2A,Horse\n").unwrap_err();
        assert_eq!(wrong, "the quote at the beginning of B2 is not closed");
        let wrong = read(b"card,name\n1A,\"Foot\n2A,\"Horse\"\n").unwrap_err();
        assert_eq!(wrong, "the quote at the beginning of B2 is not closed");
        assert!(read(b"card,name\n1A,12\" guns\n2A,\"a \"\" b\"\n").is_ok());
    }

    #[test]
    fn what_looks_like_a_formula_is_written_as_text_and_read_back() {
        for text in ["=1+1", "+4", "-4", "@x", "'=1", "''-", "'quoted'", "plain"] {
            let bytes = write([vec![text.to_owned(), "x".to_owned()]]);
            assert!(!FORMULA.iter().any(|c| bytes[3..].starts_with(c.to_string().as_bytes())), "{text}");
            assert_eq!(cells(&bytes)[0][0], text);
        }
    }
}
