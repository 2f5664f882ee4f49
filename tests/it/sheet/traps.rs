//! What spreadsheets do to cells, and what hostile files hold.

use std::io::{Read as _, Write as _};

use muster::sheet::book::BookValue;
use muster::sheet::files;

use super::{DECK, column, exported, findings, imported, put, put_value, read, text_of};

#[test]
fn dates_and_negative_numbers_keep_the_value_that_is_known() {
    let mut book = exported(DECK);
    let dice = column(&book, "Formations", "dice");
    put_value(&mut book, "Formations", (1, dice), BookValue::Day(2026, 6, 5));
    put_value(&mut book, "Formations", (2, dice), BookValue::Number(-4.0));
    put_value(&mut book, "Formations", (3, dice), BookValue::Day(2026, 6, 4));
    let strength = column(&book, "Formations", "strength");
    put_value(&mut book, "Formations", (1, strength), BookValue::Number(4.0));
    let import = imported(&book, DECK);
    assert_eq!(import.text.as_deref(), Some(DECK));
    assert_eq!(findings(&import).len(), 3, "{:?}", findings(&import));
    assert!(findings(&import)[0].contains("`5/6` into the date `2026-06-05`; the document keeps its value"));
    assert!(findings(&import)[1].contains("`(4)` into `-4`"));
}

#[test]
fn a_date_of_nothing_known_is_an_error_at_its_cell() {
    let mut book = exported(DECK);
    let dice = column(&book, "Formations", "dice");
    put_value(&mut book, "Formations", (2, dice), BookValue::Day(2026, 6, 5));
    let import = imported(&book, DECK);
    assert_eq!(import.text, None);
    let expected = "cards.xlsx:Formations!F3 MU901 the spreadsheet turned this into the date `2026-06-05`";
    assert_eq!(findings(&import), [expected]);
    assert!(import.findings[0].help.as_ref().unwrap().contains("`5/6` or `5-6`"));
}

#[test]
fn formulas_without_a_value_and_errors_are_reported() {
    let mut book = exported(DECK);
    let name = column(&book, "Formations", "name");
    put_value(&mut book, "Formations", (1, name), BookValue::Unknown);
    put_value(&mut book, "Formations", (2, name), BookValue::Error("#REF!".to_owned()));
    let import = imported(&book, DECK);
    assert_eq!(import.text, None);
    assert!(findings(&import)[0].contains("MU902 the formula has no value"));
    assert!(findings(&import)[1].contains("MU902 the formula has the error `#REF!`"));
}

#[test]
fn merged_cells_are_reported_and_blank_rows_are_not() {
    let mut book = exported(DECK);
    let page = book.pages.iter_mut().find(|page| page.name.as_deref() == Some("Formations")).unwrap();
    let rows = std::mem::take(&mut page.rows);
    page.rows = rows.into_iter().map(|(row, cells)| (row * 3 + 2, cells)).collect();
    put(&mut book, "Formations", (4, 1), " \u{a0} ");
    assert_eq!(text_of(&imported(&book, DECK)), DECK);
    book.pages.iter_mut().find(|page| page.name.as_deref() == Some("Formations")).unwrap().merged.push([5, 3, 8, 3]);
    let import = imported(&book, DECK);
    assert_eq!(
        findings(&import),
        ["cards.xlsx:Formations!D6 MU902 the cells D6:D9 are merged, so only the first has a value"]
    );
}

#[test]
fn spaces_and_quotes_that_nobody_sees_change_nothing_in_notation() {
    let mut book = exported(DECK);
    let reserve = column(&book, "Formations", "reserve");
    put(&mut book, "Formations", (1, reserve), "{behind:\u{a0}Guns}\u{a0}");
    assert_eq!(text_of(&imported(&book, DECK)), DECK);
    put(&mut book, "Formations", (1, reserve), "“behind: Guns”");
    assert!(findings(&imported(&book, DECK))[0].contains("MU902 it is in curly quotes"));
}

#[test]
fn rows_with_one_number_and_without_are_reported() {
    let mut book = exported(DECK);
    put(&mut book, "Formations", (3, 0), "2A");
    put(&mut book, "Formations", (5, 1), "Nobody");
    let import = imported(&book, DECK);
    let told = findings(&import);
    assert!(told[0].contains("Formations!A4 MU903 two rows have the card `2A`"), "{told:?}");
    assert!(told[1].contains("MU903 the row has no `card`"), "{told:?}");
}

#[test]
fn unknown_columns_and_sheets_are_reported_once_and_kept_out() {
    let mut book = exported(DECK);
    for row in 0..4 {
        put(&mut book, "Formations", (row, 40), "my notes");
    }
    let import = imported(&book, DECK);
    assert_eq!(import.text.as_deref(), Some(DECK));
    assert_eq!(
        findings(&import),
        ["cards.xlsx:Formations!AO1 MU904 the column `my notes` is not a key of Formations and is ignored"]
    );
}

#[test]
fn separators_marks_and_old_encodings_are_read() {
    for text in [
        "card;strength\r\n1A;5\r\n",
        "\u{feff}card,strength\n1A,5\n",
        "card\tstrength\n1A\t5\n",
        "Card;Strength\n1A;5,0\n",
    ] {
        let import = imported(&read("cards.csv", text.as_bytes()), DECK);
        let expected = DECK.replacen("strength: 4", "strength: 5", 1);
        assert_eq!(import.text, Some(expected), "{text}: {:?}", findings(&import));
    }
    let import = imported(&read("cards.csv", b"card,lore\n1A,S\xfc\xdf\n"), DECK);
    assert!(import.text.as_ref().unwrap().contains("Süß"));
    assert!(findings(&import).iter().any(|told| told.contains("MU908")));
}

#[test]
fn what_looks_like_a_formula_goes_out_and_in_as_text() {
    let text = DECK.replace("'Guns'", "\"=HYPERLINK(1)\"");
    let book = exported(&text);
    let name = &book.pages.iter().find(|page| page.name.as_deref() == Some("Formations")).unwrap().rows[&2][&1];
    assert_eq!((&name.value, name.is_formula), (&BookValue::Text("=HYPERLINK(1)".to_owned()), false));
    assert_eq!(text_of(&imported(&book, &text)), text);
}

#[test]
fn files_that_are_too_large_are_refused_with_little_work() {
    let rows: String = (0..100_000).map(|row| format!("{row}A,4\n")).collect();
    let refused = files::read("cards.csv".into(), format!("card,strength\n{rows}").as_bytes());
    assert_eq!(refused.unwrap_err(), "it has more than 20000 rows");
    let refused = files::read("cards.csv".into(), &vec![b'a'; files::MAX_BOOK + 1]);
    assert!(refused.unwrap_err().contains("larger than"));
}

/// A packed file of one file with so many zeros.
fn packed(name: &str, bytes: &[u8]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    zip.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
    zip.write_all(bytes).unwrap();
    zip.finish().unwrap().into_inner()
}

#[test]
fn what_unpacks_to_too_much_is_refused() {
    let bomb = packed("xl/worksheets/sheet1.xml", &vec![b' '; (256 << 20) + 1]);
    assert!(bomb.len() < 1 << 20, "{}", bomb.len());
    assert!(files::read("cards.xlsx".into(), &bomb).unwrap_err().contains("unpacks to more than"));
    assert!(files::read("cards.xlsx".into(), b"PK\x03\x04broken").unwrap_err().contains("damaged"));
    assert!(files::read("cards.xls".into(), &[0xD0, 0xCF, 0x11, 0xE0, 0]).unwrap_err().contains("save it as"));
}

fn ods(body: &str) -> Vec<u8> {
    let xml = format!(
        "<?xml version=\"1.0\"?><office:document-content xmlns:office=\"o\" xmlns:table=\"t\" xmlns:text=\"x\"><office:body>\
         <office:spreadsheet><table:table table:name=\"Formations\">{body}</table:table></office:spreadsheet></office:body>\
         </office:document-content>"
    );
    packed("content.xml", xml.as_bytes())
}

#[test]
fn cells_of_libreoffice_are_read_as_it_writes_them() {
    let cell = |text: &str| {
        format!("<table:table-cell office:value-type=\"string\"><text:p>{text}</text:p></table:table-cell>")
    };
    let row = |cells: String| format!("<table:table-row>{cells}</table:table-row>");
    let empty = "<table:table-cell table:number-columns-repeated=\"16000\"/>";
    let date = "<table:table-cell office:value-type=\"date\" office:date-value=\"2026-06-05\"><text:p>05.06.26</text:p></table:table-cell>";
    let filler = "<table:table-row table:number-rows-repeated=\"1000000\"><table:table-cell table:number-columns-repeated=\"16000\"/></table:table-row>";
    let body = [
        row(cell("card") + &cell("lore") + &cell("dice") + empty),
        row(cell("1A")
            + "<table:table-cell office:value-type=\"string\"><office:annotation><text:p>a note</text:p></office:annotation><text:p>A &amp; B<text:s text:c=\"2\"/>C</text:p></table:table-cell>"
            + date
            + empty),
        filler.to_owned(),
    ];
    let book = read("cards.ods", &ods(&body.concat()));
    let rows = &book.pages[0].rows;
    assert_eq!(rows.len(), 2);
    assert_eq!(rows[&1][&1].value, BookValue::Text("A & B  C".to_owned()));
    assert_eq!(rows[&1][&2].value, BookValue::Day(2026, 6, 5));
    // A cell that is repeated a billion times is not laid out.
    let many = "<table:table-row table:number-rows-repeated=\"1000000\"><table:table-cell table:number-columns-repeated=\"16000\" office:value-type=\"float\" office:value=\"1\"/></table:table-row>";
    let refused = files::read("cards.ods".into(), &ods(many)).unwrap_err();
    assert!(refused.contains("more than"), "{refused}");
}

#[test]
fn cells_with_impossible_names_are_reported_as_damage() {
    let whole = super::workbook(DECK);
    for name in ["ZZZZZZZZ2", "A99999999999", "A0"] {
        let mut archive = zip::ZipArchive::new(std::io::Cursor::new(&whole)).unwrap();
        let mut damaged = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
        for index in 0..archive.len() {
            let mut file = archive.by_index(index).unwrap();
            let (path, mut text) = (file.name().unwrap().into_owned(), String::new());
            file.read_to_string(&mut text).unwrap();
            damaged.start_file(&*path, zip::write::SimpleFileOptions::default()).unwrap();
            damaged.write_all(text.replace("r=\"A2\"", &format!("r=\"{name}\"")).as_bytes()).unwrap();
        }
        let damaged = damaged.finish().unwrap().into_inner();
        // Where the program counts without an overflow, the cell is somewhere: then its sheet can be read.
        let read = std::panic::catch_unwind(|| files::read("cards.xlsx".into(), &damaged));
        assert!(read.expect("no panic").err().is_none_or(|why| why.contains("damaged")), "{name}");
    }
}
