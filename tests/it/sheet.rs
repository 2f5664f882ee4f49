//! Spreadsheets: what is exported and imported changes nothing, what is changed in a cell changes that value alone, and what
//! spreadsheets do to cells is reported at its cell.

mod commands;
mod laws;
mod own;
mod traps;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use camino::Utf8PathBuf;
use muster::sheet::book::{Book, BookCell, BookValue};
use muster::sheet::document::SheetDocument;
use muster::sheet::files::{self, write_csv, write_workbook};
use muster::sheet::import::{Import, ImportOptions, import};
use muster::sheet::record;
use muster::sheet::table::{Sheet, sheets};
use muster_games::SYSTEMS;

use crate::cli::root;

/// Reads a document.
fn document(text: &str) -> SheetDocument {
    document_at("battle.yaml".into(), text)
}

fn document_at(path: Utf8PathBuf, text: &str) -> SheetDocument {
    SheetDocument::read(path, text.as_bytes(), SYSTEMS).unwrap_or_else(|_| panic!("no document:\n{text}"))
}

/// The workbook of a document, as it is read again.
fn exported(text: &str) -> Book {
    read("cards.xlsx", &workbook(text))
}

fn workbook(text: &str) -> Vec<u8> {
    let document = document(text);
    write_workbook(&sheets(&document), &record::rows(&document), &|_, _| BTreeSet::new()).expect("a workbook")
}

fn read(name: &str, bytes: &[u8]) -> Book {
    files::read(name.into(), bytes).unwrap_or_else(|why| panic!("{name}: {why}"))
}

/// A sheet of a document as CSV.
fn csv(sheet: &Sheet) -> Vec<u8> {
    let headings = sheet.columns.iter().map(|column| column.heading.clone()).collect();
    let rows = sheet.rows.iter().map(|row| row.cells.iter().map(|cell| cell.text.clone()).collect());
    write_csv(std::iter::once(headings).chain(rows))
}

/// What a spreadsheet changes in a document.
fn imported(book: &Book, text: &str) -> Import {
    import(book, document(text), ImportOptions::default()).expect("an import")
}

/// The codes and messages of an import's findings, each at its cell.
fn findings(import: &Import) -> Vec<String> {
    let told = |finding: &muster_core::diag::Diagnostic| {
        let place = muster_core::diag::describe_cell(finding, &import.document.sources).expect("a cell");
        format!("{place} {} {}", finding.code.id, finding.message)
    };
    import.findings.iter().map(told).collect()
}

/// The text of an import without findings.
#[track_caller]
fn text_of(import: &Import) -> &str {
    assert!(import.findings.is_empty(), "{:?}", findings(import));
    import.text.as_deref().expect("a text")
}

/// Writes a text into a cell of a workbook: sheet, row and column from 0.
fn put(book: &mut Book, sheet: &str, at: (u32, u32), value: impl Into<String>) {
    put_value(book, sheet, at, BookValue::Text(value.into()));
}

fn put_value(book: &mut Book, sheet: &str, (row, column): (u32, u32), value: BookValue) {
    let page = book.pages.iter_mut().find(|page| page.name.as_deref() == Some(sheet)).expect("a sheet");
    page.rows.entry(row).or_default().insert(column, BookCell { value, is_formula: false });
}

/// The column of a heading.
fn column(book: &Book, sheet: &str, heading: &str) -> u32 {
    let page = book.pages.iter().find(|page| page.name.as_deref() == Some(sheet)).expect("a sheet");
    let found = page.rows[&0].iter().find(|(_, cell)| cell.value.to_text() == heading);
    *found.unwrap_or_else(|| panic!("no column `{heading}`")).0
}

/// Every shipped document of every game that has sheets: path and text.
fn shipped() -> Vec<(PathBuf, String)> {
    fn walk(folder: &Path, into: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                walk(&path, into);
            } else if path.extension().is_some_and(|extension| extension == "yaml") {
                into.push(path);
            }
        }
    }
    let mut paths = Vec::new();
    ["scenarios", "examples", "templates/new"].iter().for_each(|folder| walk(&root().join(folder), &mut paths));
    paths.sort();
    let with_text = |path: PathBuf| {
        let text = fs::read_to_string(&path).expect("a text");
        let is_one = SheetDocument::read("a.yaml".into(), text.as_bytes(), SYSTEMS).is_ok();
        is_one.then_some((path, text))
    };
    paths.into_iter().filter_map(with_text).collect()
}

/// A small deck, written in several ways.
const DECK: &str = "\
system: table-battles
formations:
  # the near bank
  - card: 1A # crossed first
    name: Foot
    wing: red
    strength: 4
    dice: 5/6
    reserve: {behind: Guns}
    actions:
      - {type: attack, targets: [Horse], hits: 1 per die, self: 1}
      - {type: screen, targets: any, requires: pair}
    lore: >-
      They say: never before
      breakfast.

  - card: 2A
    name: 'Guns'
    wing: pink
    strength: 3
    dice: (4)
    actions:
      - type: attack # at long range
        targets: [Horse]
        hits: 2

  - {card: 11A, name: \"Horse\", wing: blue, strength: 4, dice: 4-6, actions: [{type: attack, targets: [Foot], hits: 1}]}
";
