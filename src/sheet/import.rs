//! What a spreadsheet changes in a document: its cells against those of the document, and against those that were exported.

mod numbered;
mod page;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::rc::Rc;

use muster_core::diag::{Diagnostic, Severity, or_nearest};
use muster_core::source::{Address, CellPlace, Pointer, Span};

use self::page::PageImport;
use super::book::{Book, BookCell, BookPage, PageView, cell_name};
use super::codes::{BLOCKED_EDIT, IGNORED_PART, SHEET_CONFLICT, UNKNOWN_COLUMN};
use super::columns::{Column, fold};
use super::document::SheetDocument;
use super::edits::{Wish, apply};
use super::record;
use super::table::{PLACE, RowKey, Sheet, SheetRow, sheets};

/// What a spreadsheet changes.
pub struct Import {
    /// The document; its sources also hold the pages of the spreadsheet.
    pub document: SheetDocument,
    /// The findings in the spreadsheet.
    pub findings: Vec<Diagnostic>,
    /// The text of the document with the changes; `None` if an error keeps them from being made.
    pub text: Option<String>,
    /// The cells that values come from.
    places: Vec<CellOf>,
    /// The sheets of the document as it is.
    sheets: Vec<Sheet>,
    /// The rows of each list with the changes made, by the sheet and the list.
    rows: HashMap<(&'static str, String), Vec<Rc<RowKey>>>,
}

/// A cell that a value of the document comes from.
struct CellOf {
    sheet: &'static str,
    key: Rc<RowKey>,
    column: Rc<Column>,
    /// The number of its page in the spreadsheet.
    page: usize,
    /// Its row and column there, from 0.
    at: (u32, u32),
}

/// How a spreadsheet is read.
#[derive(Default)]
pub struct ImportOptions<'a> {
    /// The document as it was exported; by default what the workbook itself remembers.
    pub base: Option<SheetDocument>,
    /// Whether rows that are missing go from the document too.
    pub delete: bool,
    /// The sheet that a CSV file is.
    pub kind: Option<&'a str>,
}

/// Compares a spreadsheet with a document.
///
/// # Errors
///
/// Says why the document as it was exported cannot be read, or which sheet a CSV file should be.
pub fn import(book: &Book, mut document: SheetDocument, options: ImportOptions<'_>) -> Result<Import, String> {
    let ImportOptions { base, delete, kind } = options;
    let recorded = record::read(book).filter(|record| base.is_none() && !record.is_of(&document));
    let is_renamed = recorded.as_ref().filter(|record| document.path().file_name() != Some(record.file.as_str()));
    let exported = is_renamed.map(|record| record.file.clone());
    let base = base.or_else(|| recorded.and_then(|record| record.document(&document)));
    let ours = sheets(&document);
    let theirs = base.as_ref().map(sheets);
    let views: Vec<PageView> = book.pages.iter().map(|page| PageView::add(book, page, &mut document.sources)).collect();
    let mut importer = Importer::new(&document, delete, kind);
    if let (Some(exported), Some(view)) = (exported, views.first()) {
        importer.findings.push(other_document(&exported, &document, view, (&ours, theirs.as_deref())));
    }
    for (number, (page, view)) in book.pages.iter().zip(&views).enumerate() {
        if page.name.as_deref().is_some_and(record::is_record) {
            continue;
        }
        let Some(sheet) = importer.sheet_of(page, view, &ours)? else { continue };
        let base = theirs.as_ref().and_then(|all| all.iter().find(|base| base.name == sheet.name));
        PageImport::new(&mut importer, (number, page), view, sheet, base).read();
    }
    if let Some(view) = views.first() {
        for what in &book.ignored {
            importer.findings.push(Diagnostic::new(
                IGNORED_PART,
                view.address((0, 0)),
                format!("`{}`: {what}", book.path),
            ));
        }
    }
    let Importer { mut findings, wishes, places, rows, .. } = importer;
    let is_refused = findings.iter().any(|finding| finding.severity == Severity::Error);
    let text = match apply(&document, &wishes) {
        _ if is_refused => None,
        Ok(text) => Some(text),
        Err(blocked) => {
            findings.extend(blocked.into_iter().map(|blocked| {
                let at = Address::value(document.file, blocked.at);
                Diagnostic::new(BLOCKED_EDIT, blocked.cell, format!("this change cannot be written: {}", blocked.why))
                    .with_related(at, "the value in the document")
            }));
            None
        }
    };
    Ok(Import { document, findings, text, places, sheets: ours, rows })
}

/// Reports that a workbook was exported from a file with another name: an error if none of its rows is one of the document.
fn other_document(
    exported: &str,
    document: &SheetDocument,
    view: &PageView,
    (ours, theirs): (&[Sheet], Option<&[Sheet]>),
) -> Diagnostic {
    let rows = |sheets: &[Sheet]| -> HashSet<(&'static str, RowKey)> {
        let of_sheet = |sheet: &Sheet| {
            let name = sheet.name;
            let rows = sheet.rows.iter().filter(|row| row.own.is_none());
            rows.map(|row| (name, row.key.clone())).collect::<Vec<_>>()
        };
        sheets.iter().flat_map(of_sheet).collect()
    };
    let theirs = rows(theirs.unwrap_or_default());
    let now = document.path();
    let message = format!("the workbook was exported from `{exported}`, not from `{now}`");
    let mut finding = Diagnostic::new(SHEET_CONFLICT, view.address((0, 0)), message);
    if theirs.is_empty() || !theirs.is_disjoint(&rows(ours)) {
        finding.severity = Severity::Warning;
    }
    finding.help(format!(
        "if `{exported}` was renamed, export `{now}` again; else name the file that it was exported from"
    ))
}

impl Import {
    /// Returns the cells of the spreadsheet that parts of the document's text come from, as it is with the changes.
    pub fn cells(&self, book: &Book) -> Vec<(Span, CellPlace)> {
        let changed = self.text.as_deref().filter(|text| *text != self.document.text());
        let Some(text) = changed else { return self.cells_of(&self.document, &self.sheets, book) };
        let now = SheetDocument::read(self.document.path().to_owned(), text.as_bytes(), &[self.document.system]);
        now.map_or_else(|_| Vec::new(), |now| self.cells_of(&now, &sheets(&now), book))
    }

    /// Returns the cells that parts of a document come from, which has these sheets.
    fn cells_of(&self, now: &SheetDocument, sheets: &[Sheet], book: &Book) -> Vec<(Span, CellPlace)> {
        let mut by_row: HashMap<(&str, &RowKey), Vec<&CellOf>> = HashMap::new();
        for cell in &self.places {
            by_row.entry((cell.sheet, &cell.key)).or_default().push(cell);
        }
        let place = |cell: &CellOf| {
            let sheet = book.pages[cell.page].name.clone();
            CellPlace { book: book.path.clone(), sheet, cell: cell_name(cell.at) }
        };
        let mut cells = Vec::new();
        for sheet in sheets {
            let mut counts: HashMap<&str, usize> = HashMap::new();
            let id_column = sheet.id_column();
            for row in &sheet.rows {
                let nth = counts.entry(&row.key.place).or_default();
                let key = self.key(sheet, row, *nth);
                *nth += 1;
                let Some(of_row) = by_row.get(&(sheet.name, key)) else { continue };
                let id = of_row.iter().find(|cell| is_same(&cell.column, &sheet.columns[id_column]));
                if let Some(cell) = id.or(of_row.first()).filter(|_| now.tree().get(&row.at).is_some()) {
                    cells.push((now.tree().span(&row.at), place(cell)));
                }
                for (i, shown) in row.cells.iter().enumerate() {
                    let Some(at) = shown.at.as_ref().filter(|at| now.tree().get(at).is_some()) else { continue };
                    let cell = of_row.iter().find(|cell| is_same(&cell.column, &sheet.columns[i]));
                    cells.extend(cell.map(|cell| (now.tree().span(at), place(cell))));
                }
            }
        }
        cells
    }

    /// Returns what the spreadsheet calls a row, the nth of its list: where rows went, the numbers of others are others.
    fn key<'a>(&'a self, sheet: &Sheet, row: &'a SheetRow, nth: usize) -> &'a RowKey {
        let made = self.text.is_some().then(|| self.rows.get(&(sheet.name, row.key.place.clone()))).flatten();
        made.and_then(|rows| rows.get(nth)).map_or(&row.key, |key| key)
    }
}

/// Returns true for the same column of two sheets.
fn is_same(a: &Column, b: &Column) -> bool {
    (&a.key, a.item) == (&b.key, b.item) && (!a.key.is_empty() || a.heading == b.heading)
}

/// What was read of a spreadsheet so far.
struct Importer<'a> {
    document: &'a SheetDocument,
    delete: bool,
    kind: Option<&'a str>,
    findings: Vec<Diagnostic>,
    wishes: Vec<Wish>,
    places: Vec<CellOf>,
    rows: HashMap<(&'static str, String), Vec<Rc<RowKey>>>,
}

impl<'a> Importer<'a> {
    fn new(document: &'a SheetDocument, delete: bool, kind: Option<&'a str>) -> Importer<'a> {
        let (findings, wishes, places, rows) = Default::default();
        Importer { document, delete, kind, findings, wishes, places, rows }
    }

    /// Returns the sheet of the document that a page is; `None` if it is none, with a finding.
    fn sheet_of<'s>(
        &mut self,
        page: &BookPage,
        view: &PageView,
        ours: &'s [Sheet],
    ) -> Result<Option<&'s Sheet>, String> {
        let named = |name: &str| ours.iter().find(|sheet| fold(sheet.name) == fold(name));
        let names = || ours.iter().map(|sheet| sheet.name);
        if let Some(kind) = self.kind.filter(|_| page.name.is_none()) {
            let near = or_nearest(kind, names());
            let all = names().collect::<Vec<_>>().join(", ");
            return match named(kind) {
                Some(sheet) => Ok(Some(sheet)),
                None => Err(format!("`{}` has no sheet `{kind}`; it has {all}{near}", self.document.path())),
            };
        }
        let Some(name) = &page.name else {
            let headings: HashSet<String> =
                page.rows.values().next().into_iter().flat_map(BTreeMap::values).map(heading).collect();
            let score =
                |sheet: &Sheet| sheet.columns.iter().filter(|column| headings.contains(&fold(&column.heading))).count();
            let has_id = |sheet: &&Sheet| headings.contains(&fold(&sheet.columns[sheet.id_column()].heading));
            // Of as many the first.
            let best = ours.iter().filter(has_id).rev().max_by_key(|sheet| score(sheet));
            return match best {
                Some(sheet) => Ok(Some(sheet)),
                None => Err(format!(
                    "the first line of the file does not name the columns of a sheet; name the sheet with `--kind`, one of {}",
                    names().collect::<Vec<_>>().join(", ")
                )),
            };
        };
        if let Some(sheet) = named(name) {
            return Ok(Some(sheet));
        }
        if !page.rows.is_empty() {
            let all = names().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
            let message = format!("the sheet `{name}` is ignored; the document has {all}");
            self.findings.push(Diagnostic::new(UNKNOWN_COLUMN, view.address((0, 0)), message).nearest(name, names()));
        }
        Ok(None)
    }
}

/// Returns the heading that a cell is, as it is compared.
fn heading(cell: &BookCell) -> String {
    fold(&cell.value.to_text())
}

/// Returns the text of a row in a column.
fn text_in<'r>(sheet: &Sheet, row: &'r SheetRow, column: &Column) -> &'r str {
    let at = match &row.own {
        Some(_) => Some(sheet.columns.len() - 1),
        None => sheet.columns.iter().position(|known| is_same(known, column)),
    };
    at.map_or("", |at| row.cells[at].text.as_str())
}

/// Returns the value of a row in a column, which may not be written.
fn pointer_in(sheet: &Sheet, row: &SheetRow, column: &Column) -> Pointer {
    if row.own.is_some() || sheet.kind.is_some_and(|kind| kind.value.is_some()) {
        return row.at.clone();
    }
    let at = row.at.key(&column.key);
    column.item.map_or(at.clone(), |item| at.index(item))
}

/// Lists names in backticks, the first of them.
fn list_names(names: &[&str]) -> String {
    const MOST: usize = 8;
    let listed = names.iter().take(MOST).map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    match names.len().saturating_sub(MOST) {
        0 => listed,
        more => format!("{listed} and {more} more"),
    }
}

/// Returns true for the heading over the list that a row is in.
pub fn is_place(column: &Column) -> bool {
    column.key.is_empty() && column.heading == PLACE
}
