//! What a spreadsheet changes in a document: its cells against those of the document, and against those that were exported.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::rc::Rc;

use serde_json::{Map, Value as Json};

use muster_core::diag::{Diagnostic, Severity, or_nearest};
use muster_core::source::tree::Value;
use muster_core::source::{Address, CellPlace, Pointer, Span};

use super::book::{Book, BookCell, BookPage, PageView, cell_name};
use super::cell::{self, trimmed};
use super::codes::{
    BLOCKED_EDIT, CONVERTED_CELL, IGNORED_PART, MISSING_ROW, SHEET_CONFLICT, UNCLEAR_ROW, UNKNOWN_COLUMN,
    UNREADABLE_CELL,
};
use super::columns::{Accepts, Column, folded};
use super::document::SheetDocument;
use super::edits::{RowValue, Wish, apply};
use super::reading::{Reading, read};
use super::record;
use super::table::{HEAD, Holds, NUMBER, PLACE, RowKey, Sheet, SheetRow, sheets};

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
            importer.findings.push(Diagnostic::new(IGNORED_PART, view.at((0, 0)), format!("`{}`: {what}", book.path)));
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
                    .related(at, "the value in the document")
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
    let mut finding = Diagnostic::new(SHEET_CONFLICT, view.at((0, 0)), message);
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
        let systems = std::slice::from_ref(self.document.system);
        let now = SheetDocument::read(self.document.path().to_owned(), text.as_bytes(), systems);
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
        let named = |name: &str| ours.iter().find(|sheet| folded(sheet.name) == folded(name));
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
            let score = |sheet: &Sheet| {
                sheet.columns.iter().filter(|column| headings.contains(&folded(&column.heading))).count()
            };
            let has_id = |sheet: &&Sheet| headings.contains(&folded(&sheet.columns[sheet.id_column()].heading));
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
            self.findings.push(Diagnostic::new(UNKNOWN_COLUMN, view.at((0, 0)), message).nearest(name, names()));
        }
        Ok(None)
    }
}

/// Returns the heading that a cell is, as it is compared.
fn heading(cell: &BookCell) -> String {
    folded(&cell.value.shown())
}

/// A page that is compared with a sheet of the document.
struct PageImport<'a, 'i> {
    importer: &'i mut Importer<'a>,
    /// Its number in the spreadsheet.
    number: usize,
    page: &'a BookPage,
    view: &'a PageView,
    sheet: &'a Sheet,
    base: Option<&'a Sheet>,
    /// The columns of the page by their numbers.
    columns: Vec<(u32, Rc<Column>)>,
    formulas: usize,
}

/// A cell that is an item of a list.
struct ItemCell {
    /// The number of the item, from 0.
    item: usize,
    /// Its text, as it was where it is not changed.
    text: String,
    accepts: Accepts,
    place: Address,
    is_changed: bool,
}

/// The texts of a cell before: in the document, and as it was exported.
struct Known<'k> {
    ours: &'k str,
    base: Option<&'k str>,
}

impl<'a, 'i> PageImport<'a, 'i> {
    fn new(
        importer: &'i mut Importer<'a>,
        (number, page): (usize, &'a BookPage),
        view: &'a PageView,
        sheet: &'a Sheet,
        base: Option<&'a Sheet>,
    ) -> PageImport<'a, 'i> {
        PageImport { importer, number, page, view, sheet, base, columns: Vec::new(), formulas: 0 }
    }

    fn report(&mut self, finding: Diagnostic) {
        self.importer.findings.push(finding);
    }

    fn document(&self, at: Pointer) -> Address {
        Address::value(self.importer.document.file, at)
    }

    fn read(&mut self) {
        let mut rows = self.page.rows.iter().filter(|(_, cells)| !cells.values().all(is_blank));
        let Some((first, headings)) = rows.next() else { return };
        if !self.read_headings(*first, headings) {
            return;
        }
        for [row, column, last_row, last_column] in self.page.merged.clone() {
            let message = format!(
                "the cells {}:{} are merged, so only the first has a value",
                cell_name((row, column)),
                cell_name((last_row, last_column))
            );
            let finding = Diagnostic::new(UNREADABLE_CELL, self.view.at((row, column)), message);
            self.report(finding.help("split them and fill every cell"));
        }
        let mut met: HashMap<(String, String), (usize, u32)> = HashMap::new();
        let mut keys: HashSet<Rc<RowKey>> = HashSet::new();
        let mut added = Vec::new();
        for (row, cells) in rows {
            let Some(key) = self.key(*row, cells, &mut met) else { continue };
            let key = Rc::new(key);
            keys.insert(Rc::clone(&key));
            let ours = self.sheet.row(&key);
            self.keep_places(*row, &key);
            match ours {
                Some(ours) => self.compare(*row, cells, ours),
                None => {
                    let before = self.importer.wishes.len();
                    self.new_row(*row, cells, &key);
                    added.extend((self.importer.wishes.len() > before).then_some(key));
                }
            }
        }
        let deleted = self.missing_rows(*first, &keys);
        let stay = self.sheet.rows.iter().map(|row| &row.key).filter(|key| !deleted.contains(key));
        for key in stay.cloned().map(Rc::new).chain(added) {
            self.importer.rows.entry((self.sheet.name, key.place.clone())).or_default().push(key);
        }
        if self.formulas > 0 {
            let message = match self.formulas {
                1 => "1 cell has a formula; its last value is used".to_owned(),
                count => format!("{count} cells have formulas; their last values are used"),
            };
            let finding = Diagnostic::new(IGNORED_PART, self.view.at((*first, 0)), message);
            self.report(finding);
        }
    }

    /// Reads the row of headings. Returns false if no row can be known.
    fn read_headings(&mut self, row: u32, headings: &BTreeMap<u32, BookCell>) -> bool {
        let mut known: HashMap<String, u32> = HashMap::new();
        for (column, cell) in headings.iter().filter(|(_, cell)| !is_blank(cell)) {
            let name = heading(cell);
            let at = self.view.at((row, *column));
            if let Some(first) = known.insert(name.clone(), *column) {
                let first = self.view.at((row, first));
                let message = format!("the heading `{}` is there twice", cell.value.shown());
                self.report(Diagnostic::new(UNCLEAR_ROW, at, message).related(first, "the first"));
                return false;
            }
            let column_of = self.sheet.columns.iter().find(|column| folded(&column.heading) == name);
            match column_of.cloned().or_else(|| self.sheet.item_column(&name)) {
                Some(found) => self.columns.push((*column, Rc::new(found))),
                None => {
                    let shown = cell.value.shown();
                    let message = format!("the column `{shown}` is not a key of {} and is ignored", self.sheet.name);
                    let known: Vec<&str> = self.sheet.columns.iter().map(|column| column.heading.as_str()).collect();
                    let finding = Diagnostic::new(UNKNOWN_COLUMN, at, message).nearest(&shown, known);
                    self.report(finding);
                }
            }
        }
        let needed = [Some(self.sheet.id_column()), self.sheet.place_column()].into_iter().flatten();
        for column in needed.map(|column| &self.sheet.columns[column]).collect::<Vec<_>>() {
            if !self.columns.iter().any(|(_, known)| is_same(known, column)) {
                let message = format!("no column has the heading `{}`, by which rows are known", column.heading);
                self.report(Diagnostic::new(UNCLEAR_ROW, self.view.at((row, 0)), message));
                return false;
            }
        }
        true
    }

    /// Returns the text of the cell of a column that names rows.
    fn name_cell(&self, cells: &BTreeMap<u32, BookCell>, column: usize) -> (String, u32) {
        let wanted = &self.sheet.columns[column];
        let Some((at, _)) = self.columns.iter().find(|(_, known)| is_same(known, wanted)) else {
            return Default::default();
        };
        let text = cells.get(at).map(|cell| cell.value.shown()).unwrap_or_default();
        (trimmed(&text).replace(['\u{a0}', '\u{202f}'], " "), *at)
    }

    /// Returns what tells a row from others; `None` for a row of which that cannot be told, with a finding.
    fn key(
        &mut self,
        row: u32,
        cells: &BTreeMap<u32, BookCell>,
        met: &mut HashMap<(String, String), (usize, u32)>,
    ) -> Option<RowKey> {
        let (place, place_column) =
            self.sheet.place_column().map(|column| self.name_cell(cells, column)).unwrap_or_default();
        let list = self.sheet.lists.iter().find(|list| list.place == place);
        if list.is_none() && self.sheet.kind.is_some() {
            let places: Vec<&str> = self.sheet.lists.iter().map(|list| list.place.as_str()).collect();
            let message = match place.is_empty() {
                true => format!("the row does not say which list it is in; expected one of {}", quoted(&places)),
                false => format!("the document has no list `{place}`; expected one of {}", quoted(&places)),
            };
            let finding = Diagnostic::new(UNCLEAR_ROW, self.view.at((row, place_column)), message);
            self.report(finding.nearest(&place, places));
            return None;
        }
        let (id, id_column) = self.name_cell(cells, self.sheet.id_column());
        if list.is_some_and(|list| list.holds == Holds::Itself) {
            return Some(RowKey { place, id: String::new(), nth: 0 });
        }
        let heading = &self.sheet.columns[self.sheet.id_column()].heading;
        if id.is_empty() && heading != NUMBER {
            let message = format!("the row has no `{heading}`, by which it is known");
            self.report(Diagnostic::new(UNCLEAR_ROW, self.view.at((row, id_column)), message));
            return None;
        }
        let (count, first) = met.entry((place.clone(), id.clone())).or_insert((0, row));
        let (nth, first) = (*count, *first);
        *count += 1;
        let key = RowKey { place, id, nth };
        let is_known = |sheet: &Sheet| sheet.row(&key).is_some();
        if nth > 0 && !key.id.is_empty() && !is_known(self.sheet) && !self.base.is_some_and(is_known) {
            let first = self.view.at((first, id_column));
            let message = format!("two rows have the {heading} `{}`", key.id);
            let finding =
                Diagnostic::new(UNCLEAR_ROW, self.view.at((row, id_column)), message).related(first, "the first");
            self.report(finding);
            return None;
        }
        if heading == NUMBER && !key.id.is_empty() && !is_known(self.sheet) && !self.base.is_some_and(is_known) {
            let message = format!("the list has no entry `{}`; leave the cell blank for a new one", key.id);
            self.report(Diagnostic::new(UNCLEAR_ROW, self.view.at((row, id_column)), message));
            return None;
        }
        Some(key)
    }

    /// Keeps where the cells of a row are.
    fn keep_places(&mut self, row: u32, key: &Rc<RowKey>) {
        let (sheet, page) = (self.sheet.name, self.number);
        let cells = self.columns.iter().map(|(column_at, column)| CellOf {
            sheet,
            key: Rc::clone(key),
            column: Rc::clone(column),
            page,
            at: (row, *column_at),
        });
        self.importer.places.extend(cells);
    }

    /// Returns the text of a cell; `None` if it cannot be taken, with a finding.
    fn text(&mut self, at: (u32, u32), cell: Option<&BookCell>, column: &Column, known: &Known<'_>) -> Option<String> {
        let Some(cell) = cell else { return Some(String::new()) };
        self.formulas += usize::from(cell.is_formula);
        let texts: Vec<&str> = known.base.into_iter().chain([known.ours]).filter(|text| !text.is_empty()).collect();
        let place = self.view.at(at);
        match read(cell, column, &texts) {
            Reading::Text(text) => Some(text),
            Reading::Kept(message) => {
                let mut finding =
                    Diagnostic::new(CONVERTED_CELL, place, format!("{message}; the document keeps its value"));
                finding.severity = Severity::Warning;
                self.report(finding.help("format the column as text, so that it stays what you write"));
                Some(known.base.unwrap_or(known.ours).to_owned())
            }
            Reading::Converted(message, help) => {
                self.report(Diagnostic::new(CONVERTED_CELL, place, message).help(help));
                None
            }
            Reading::Unreadable(message, help) => {
                self.report(Diagnostic::new(UNREADABLE_CELL, place, message).help(help));
                None
            }
        }
    }

    /// Returns the row of the document as it was exported.
    fn base_row(&self, key: &RowKey) -> Option<&'a SheetRow> {
        self.base?.row(key)
    }

    /// Compares the cells of a row with those of the document.
    fn compare(&mut self, row: u32, cells: &BTreeMap<u32, BookCell>, ours: &'a SheetRow) {
        let base = self.base_row(&ours.key);
        let mut items: BTreeMap<String, Vec<ItemCell>> = BTreeMap::new();
        // What a name alone gets is written with the name in a mapping.
        let (mut members, mut first) = (Map::new(), None);
        for (at, heading) in self.columns.clone() {
            let column = match &ours.own {
                Some(own) if heading.heading != "key" => own,
                _ => &*heading,
            };
            let names_row =
                column.key.is_empty() && ours.own.is_none() || ours.own.is_some() && column.heading == "key";
            if names_row {
                continue;
            }
            let known = Known {
                ours: text_in(self.sheet, ours, column),
                base: base.zip(self.base).map(|(row, sheet)| text_in(sheet, row, column)),
            };
            let Some(text) = self.text((row, at), cells.get(&at), column, &known) else { continue };
            let place = self.view.at((row, at));
            let pointer = pointer_in(self.sheet, ours, column);
            let is_changed = self.is_changed(&text, column, &known, &place, &pointer);
            if !is_changed && column.item.is_none() {
                continue;
            }
            if let Some(item) = column.item {
                let taken = if is_changed { &text } else { known.ours };
                let (text, accepts) = (trimmed(taken).to_owned(), column.accepts);
                let cell = ItemCell { item, text, accepts, place, is_changed };
                items.entry(column.key.clone()).or_default().push(cell);
                continue;
            }
            let value = match cell::value(&text, column.accepts) {
                Ok(value) => value,
                Err(why) => {
                    self.unreadable(place, pointer, why);
                    continue;
                }
            };
            if self.is_name_alone(ours) {
                members.extend(value.map(|value| (column.key.clone(), value)));
                first.get_or_insert(place);
            } else {
                self.wish(pointer, value, trimmed(&text), place);
            }
        }
        for (key, cells) in items {
            self.items(ours.at.key(&key), cells);
        }
        if let (Some(place), Some(kind)) = (first, self.sheet.kind) {
            let name = (kind.id.to_owned(), ours.key.id.clone().into());
            let row = std::iter::once(name).chain(members).collect();
            self.wish(ours.at.clone(), Some(Json::Object(row)), "", place);
        }
    }

    /// Returns true for a row that is a name where a mapping could be.
    fn is_name_alone(&self, row: &SheetRow) -> bool {
        let is_mapping = self.sheet.kind.is_some_and(|kind| kind.value.is_none());
        let node = self.importer.document.tree().get(&row.at);
        is_mapping && node.is_some_and(|node| matches!(node.value, Value::Str(_)))
    }

    /// Returns true if a cell changes the value of the document. Where that was changed too, there is a finding.
    fn is_changed(&mut self, text: &str, column: &Column, known: &Known<'_>, place: &Address, at: &Pointer) -> bool {
        let same = |a: &str, b: &str| {
            let plain = |text: &str| trimmed(text).to_owned();
            plain(a) == plain(b) || {
                let (a, b) = (cell::value(a, column.accepts), cell::value(b, column.accepts));
                a.is_ok() && a == b
            }
        };
        let base = known.base.unwrap_or(known.ours);
        if same(text, base) || same(text, known.ours) {
            return false;
        }
        if same(base, known.ours) {
            return true;
        }
        let says = |text: &str| if text.is_empty() { "nothing".to_owned() } else { format!("`{}`", trimmed(text)) };
        let message = format!(
            "it was {} when it was exported; the spreadsheet has {} and the document {}",
            says(base),
            says(text),
            says(known.ours)
        );
        let finding = Diagnostic::new(SHEET_CONFLICT, place.clone(), message)
            .related(self.document(at.clone()), "the value in the document")
            .help("write the same value in both, or export again");
        self.report(finding);
        false
    }

    /// Asks for a value.
    fn wish(&mut self, at: Pointer, value: Option<Json>, text: &str, cell: Address) {
        let tree = self.importer.document.tree();
        let old = tree.get(&at).map(|node| tree.json(node));
        // A text in lines ends with the end of a line, as it did.
        let value = match (value, old) {
            (Some(Json::String(new)), Some(Json::String(old))) if old.ends_with('\n') && !new.ends_with('\n') => {
                Some(Json::String(format!("{new}\n")))
            }
            (value, _) => value,
        };
        self.importer.wishes.push(Wish::Set { at, value, text: text.to_owned(), cell });
    }

    /// Reports a cell that cannot be read, beside the value that it would change.
    fn unreadable(&mut self, cell: Address, at: Pointer, why: String) {
        let now = self.document(at);
        self.report(Diagnostic::new(UNREADABLE_CELL, cell, why).related(now, "the value now"));
    }

    /// Asks for the items of a list: those of the cells that are not blank, in their order.
    fn items(&mut self, at: Pointer, cells: Vec<ItemCell>) {
        let Some(first) = cells.iter().find(|cell| cell.is_changed).map(|cell| cell.place.clone()) else { return };
        let mut read: Vec<(usize, Option<Json>, String)> = Vec::new();
        for ItemCell { item, text, accepts, place, is_changed } in cells {
            match cell::value(&text, accepts) {
                Ok(value) => read.push((item, value, text)),
                Err(why) if is_changed => self.unreadable(place, at.index(item), why),
                // It stays as it is.
                Err(_) => {}
            }
        }
        read.sort_by_key(|(item, ..)| *item);
        let tree = self.importer.document.tree();
        let old: Vec<Json> = match tree.get(&at).map(|node| tree.json(node)) {
            Some(Json::Array(items)) => items,
            _ => Vec::new(),
        };
        let of_cell = |i: usize| read.iter().find(|(item, ..)| *item == i);
        let last = read.iter().map(|(item, ..)| item + 1).max().unwrap_or_default().max(old.len());
        // An item without a column stays.
        let new: Vec<(usize, Option<(Json, String)>)> = (0..last)
            .map(|i| match of_cell(i) {
                Some((_, value, text)) => (i, value.clone().map(|value| (value, text.clone()))),
                None => (i, old.get(i).map(|value| (value.clone(), String::new()))),
            })
            .collect();
        let filled: Vec<(Json, String)> = new.iter().filter_map(|(_, value)| value.clone()).collect();
        let items = match filled.len() >= old.len() {
            true => filled.into_iter().enumerate().map(|(i, value)| (i, Some(value))).collect::<Vec<_>>(),
            false => new.into_iter().filter(|(i, value)| *i < old.len() || value.is_some()).collect(),
        };
        let is_other =
            |(i, value): &(usize, Option<(Json, String)>)| old.get(*i) != value.as_ref().map(|(value, _)| value);
        let items: Vec<_> = items.into_iter().filter(is_other).collect();
        self.importer.wishes.push(Wish::Items { at, items, cell: first });
    }

    /// Takes a row that the document does not have.
    fn new_row(&mut self, row: u32, cells: &BTreeMap<u32, BookCell>, key: &RowKey) {
        let at = self.view.at((row, self.columns.first().map_or(0, |(column, _)| *column)));
        if self.sheet.name == HEAD && self.sheet.kind.is_none() {
            let keys: Vec<&str> = self.sheet.rows.iter().map(|row| row.key.id.as_str()).collect();
            let message = format!("the document has no key `{}` at its head", key.id);
            self.report(Diagnostic::new(UNCLEAR_ROW, at, message).nearest(&key.id, keys));
            return;
        }
        if let Some(base) = self.base_row(key) {
            return self.gone_row(row, cells, base);
        }
        let Some(list) = self.sheet.lists.iter().find(|list| list.place == key.place) else { return };
        let (list, holds) = (list.at.clone(), list.holds);
        let mut values: Vec<RowValue> = Vec::new();
        if holds == Holds::Members {
            values.push((String::new(), vec![(key.id.clone().into(), key.id.clone())], false));
        }
        let mut columns = self.columns.clone();
        // In the order of the sheet, whatever that of the page.
        columns.sort_by_key(|(_, column)| self.sheet.columns.iter().position(|known| known.key == column.key));
        for (at, column) in columns.into_iter().filter(|(_, column)| !column.key.is_empty()) {
            let known = Known { ours: "", base: None };
            let Some(text) = self.text((row, at), cells.get(&at), &column, &known) else { continue };
            match cell::value(&text, column.accepts) {
                Ok(None) => {}
                Ok(Some(value)) => {
                    let value = (value, trimmed(&text).to_owned());
                    match values.iter_mut().find(|(key, ..)| *key == column.key) {
                        Some((_, items, true)) => items.push(value),
                        _ => values.push((column.key.clone(), vec![value], column.item.is_some())),
                    }
                }
                Err(why) => self.report(Diagnostic::new(UNREADABLE_CELL, self.view.at((row, at)), why)),
            }
        }
        if values.is_empty() || holds == Holds::Members && values.len() < 2 {
            return;
        }
        self.importer.wishes.push(Wish::Add { list, holds, values, cell: at });
    }

    /// Takes a row that was exported and that the document no longer has.
    fn gone_row(&mut self, row: u32, cells: &BTreeMap<u32, BookCell>, base: &'a SheetRow) {
        let Some(sheet) = self.base else { return };
        for (at, column) in self.columns.clone().into_iter().filter(|(_, column)| !column.key.is_empty()) {
            let before = text_in(sheet, base, &column);
            let known = Known { ours: before, base: Some(before) };
            let Some(text) = self.text((row, at), cells.get(&at), &column, &known) else { continue };
            if trimmed(&text) != trimmed(before)
                && cell::value(&text, column.accepts) != cell::value(before, column.accepts)
            {
                let message = format!("the document no longer has `{}`, which the spreadsheet changes", base.key.id);
                let help = "delete the row, or write the row into the document again";
                let finding = Diagnostic::new(SHEET_CONFLICT, self.view.at((row, at)), message).help(help);
                return self.report(finding);
            }
        }
    }

    /// Takes the rows that the page no longer has. Returns those that go.
    fn missing_rows(&mut self, first: u32, keys: &HashSet<Rc<RowKey>>) -> HashSet<&'a RowKey> {
        let mut deleted = HashSet::new();
        if self.sheet.kind.is_none() {
            return deleted;
        }
        let top = self.view.at((first, 0));
        for ours in self.sheet.rows.iter().filter(|row| !keys.contains(&row.key)) {
            let base = self.base_row(&ours.key);
            if self.base.is_some() && base.is_none() {
                // Somebody has added it to the document since.
                continue;
            }
            let name = match (ours.key.id.as_str(), ours.key.place.as_str()) {
                (id, "") => id.to_owned(),
                ("", place) => place.to_owned(),
                (id, place) => format!("{id} of {place}"),
            };
            let at = self.document(ours.at.clone());
            let texts = |row: &SheetRow| {
                row.cells.iter().map(|cell| cell.text.clone()).filter(|text| !text.is_empty()).collect::<Vec<_>>()
            };
            if !self.importer.delete {
                let message = format!("the sheet has no row for `{name}`, which stays in the document");
                let finding = Diagnostic::new(MISSING_ROW, top.clone(), message).related(at, "the row in the document");
                self.report(finding.help("`--delete` removes such rows from the document"));
            } else if base.is_some_and(|base| texts(base) != texts(ours)) {
                let message = format!("the row for `{name}` was deleted here and changed in the document");
                let finding =
                    Diagnostic::new(SHEET_CONFLICT, top.clone(), message).related(at, "the row in the document");
                self.report(finding.help("delete it in the document too, or export again"));
            } else {
                self.importer.wishes.push(Wish::Delete { at: ours.at.clone(), cell: top.clone() });
                deleted.insert(&ours.key);
            }
        }
        deleted
    }
}

/// Returns true for a cell without a visible letter.
fn is_blank(cell: &BookCell) -> bool {
    matches!(&cell.value, super::book::BookValue::Text(text) if trimmed(text).is_empty())
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
fn quoted(names: &[&str]) -> String {
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
