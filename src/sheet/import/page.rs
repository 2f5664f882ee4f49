//! A page of a spreadsheet, compared with a sheet of the document cell by cell.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::rc::Rc;

use serde_json::{Map, Value as Json};

use muster_core::diag::{Diagnostic, Severity};
use muster_core::source::tree::Value;
use muster_core::source::{Address, Pointer};

use super::numbered::Numbered;
use super::{CellOf, Importer, heading, is_same, list_names, pointer_in, text_in};
use crate::sheet::book::{BookCell, BookPage, PageView, cell_name};
use crate::sheet::cell::{self, trim};
use crate::sheet::codes::{
    CONVERTED_CELL, IGNORED_PART, MISSING_ROW, SHEET_CONFLICT, UNCLEAR_ROW, UNKNOWN_COLUMN, UNREADABLE_CELL,
};
use crate::sheet::columns::{Accepts, Column, fold};
use crate::sheet::edits::{RowValue, Wish};
use crate::sheet::reading::{Reading, read};
use crate::sheet::table::{HEAD, Holds, NUMBER, RowKey, Sheet, SheetRow};

/// A page that is compared with a sheet of the document.
pub(super) struct PageImport<'a, 'i> {
    importer: &'i mut Importer<'a>,
    /// Its number in the spreadsheet.
    number: usize,
    page: &'a BookPage,
    view: &'a PageView,
    sheet: &'a Sheet,
    base: Option<&'a Sheet>,
    /// The exported entries that are known by their numbers alone.
    numbered: Option<Numbered<'a>>,
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
    pub(super) fn new(
        importer: &'i mut Importer<'a>,
        (number, page): (usize, &'a BookPage),
        view: &'a PageView,
        sheet: &'a Sheet,
        base: Option<&'a Sheet>,
    ) -> PageImport<'a, 'i> {
        let numbered = Numbered::new(sheet, base);
        PageImport { importer, number, page, view, sheet, base, numbered, columns: Vec::new(), formulas: 0 }
    }

    fn report(&mut self, finding: Diagnostic) {
        self.importer.findings.push(finding);
    }

    fn document(&self, at: Pointer) -> Address {
        Address::value(self.importer.document.file, at)
    }

    pub(super) fn read(&mut self) {
        let mut rows = self.page.rows.iter().filter(|(_, cells)| !cells.values().all(BookCell::is_blank));
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
            let finding = Diagnostic::new(UNREADABLE_CELL, self.view.address((row, column)), message);
            self.report(finding.help("split them and fill every cell"));
        }
        let mut met: HashMap<(String, String), (usize, u32)> = HashMap::new();
        let mut keys: HashSet<Rc<RowKey>> = HashSet::new();
        let mut added = Vec::new();
        for (row, cells) in rows {
            let Some(key) = self.key(*row, cells, &mut met) else { continue };
            let key = match &self.numbered {
                Some(numbered) if !key.id.is_empty() => match numbered.now(&key) {
                    Some(now) => now.key.clone(),
                    None => {
                        let gone = self.base.and_then(|base| base.row(&key));
                        gone.into_iter().for_each(|base| self.gone_row(*row, cells, base));
                        continue;
                    }
                },
                _ => key,
            };
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
            let finding = Diagnostic::new(IGNORED_PART, self.view.address((*first, 0)), message);
            self.report(finding);
        }
    }

    /// Reads the row of headings. Returns false if no row can be known.
    fn read_headings(&mut self, row: u32, headings: &BTreeMap<u32, BookCell>) -> bool {
        let mut known: HashMap<String, u32> = HashMap::new();
        for (column, cell) in headings.iter().filter(|(_, cell)| !cell.is_blank()) {
            let name = heading(cell);
            let at = self.view.address((row, *column));
            if let Some(first) = known.insert(name.clone(), *column) {
                let first = self.view.address((row, first));
                let message = format!("the heading `{}` is there twice", cell.value.to_text());
                self.report(Diagnostic::new(UNCLEAR_ROW, at, message).with_related(first, "the first"));
                return false;
            }
            let column_of = self.sheet.columns.iter().find(|column| fold(&column.heading) == name);
            match column_of.cloned().or_else(|| self.sheet.item_column(&name)) {
                Some(found) => self.columns.push((*column, Rc::new(found))),
                None => {
                    let shown = cell.value.to_text();
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
                self.report(Diagnostic::new(UNCLEAR_ROW, self.view.address((row, 0)), message));
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
        let text = cells.get(at).map(|cell| cell.value.to_text()).unwrap_or_default();
        (trim(&text).replace(['\u{a0}', '\u{202f}'], " "), *at)
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
                true => format!("the row does not say which list it is in; expected one of {}", list_names(&places)),
                false => format!("the document has no list `{place}`; expected one of {}", list_names(&places)),
            };
            let finding = Diagnostic::new(UNCLEAR_ROW, self.view.address((row, place_column)), message);
            self.report(finding.nearest(&place, places));
            return None;
        }
        let (id, id_column) = self.name_cell(cells, self.sheet.id_column());
        if list.is_some_and(|list| list.holds == Holds::Itself) {
            if let Some((_, first)) = met.insert((place.clone(), String::new()), (1, row)) {
                let first = self.view.address((first, place_column));
                let message = format!("two rows are for `{place}`, which is one thing");
                let finding = Diagnostic::new(UNCLEAR_ROW, self.view.address((row, place_column)), message);
                self.report(finding.with_related(first, "the first"));
                return None;
            }
            return Some(RowKey { place, id: String::new(), nth: 0 });
        }
        let heading = &self.sheet.columns[self.sheet.id_column()].heading;
        if id.is_empty() && heading != NUMBER {
            let message = format!("the row has no `{heading}`, by which it is known");
            self.report(Diagnostic::new(UNCLEAR_ROW, self.view.address((row, id_column)), message));
            return None;
        }
        let (count, first) = met.entry((place.clone(), id.clone())).or_insert((0, row));
        let (nth, first) = (*count, *first);
        *count += 1;
        let key = RowKey { place, id, nth };
        let is_known = |sheet: &Sheet| sheet.row(&key).is_some();
        if nth > 0 && !key.id.is_empty() && !is_known(self.sheet) && !self.base.is_some_and(is_known) {
            let first = self.view.address((first, id_column));
            let message = format!("two rows have the {heading} `{}`", key.id);
            let finding = Diagnostic::new(UNCLEAR_ROW, self.view.address((row, id_column)), message)
                .with_related(first, "the first");
            self.report(finding);
            return None;
        }
        if heading == NUMBER && !key.id.is_empty() && !is_known(self.base.unwrap_or(self.sheet)) {
            let message = format!("the list has no entry `{}`; leave the cell blank for a new one", key.id);
            self.report(Diagnostic::new(UNCLEAR_ROW, self.view.address((row, id_column)), message));
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
        let place = self.view.address(at);
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
        match &self.numbered {
            Some(numbered) => numbered.before(key),
            None => self.base?.row(key),
        }
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
                // What was added to both since was nothing before.
                base: self.base.map(|sheet| base.map_or("", |row| text_in(sheet, row, column))),
            };
            let Some(text) = self.text((row, at), cells.get(&at), column, &known) else { continue };
            let place = self.view.address((row, at));
            let pointer = pointer_in(self.sheet, ours, column);
            let is_changed = self.is_changed(&text, column, &known, &place, &pointer);
            if !is_changed && column.item.is_none() {
                continue;
            }
            if let Some(item) = column.item {
                let taken = if is_changed { &text } else { known.ours };
                let (text, accepts) = (trim(taken).to_owned(), column.accepts);
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
                self.wish(pointer, value, trim(&text), place);
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
            let plain = |text: &str| trim(text).to_owned();
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
        let says = |text: &str| if text.is_empty() { "nothing".to_owned() } else { format!("`{}`", trim(text)) };
        let message = format!(
            "it was {} when it was exported; the spreadsheet has {} and the document {}",
            says(base),
            says(text),
            says(known.ours)
        );
        let finding = Diagnostic::new(SHEET_CONFLICT, place.clone(), message)
            .with_related(self.document(at.clone()), "the value in the document")
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
        self.report(Diagnostic::new(UNREADABLE_CELL, cell, why).with_related(now, "the value now"));
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
        let at = self.view.address((row, self.columns.first().map_or(0, |(column, _)| *column)));
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
                    let value = (value, trim(&text).to_owned());
                    match values.iter_mut().find(|(key, ..)| *key == column.key) {
                        Some((_, items, true)) => items.push(value),
                        _ => values.push((column.key.clone(), vec![value], column.item.is_some())),
                    }
                }
                Err(why) => self.report(Diagnostic::new(UNREADABLE_CELL, self.view.address((row, at)), why)),
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
            if trim(&text) != trim(before) && cell::value(&text, column.accepts) != cell::value(before, column.accepts)
            {
                let message = format!("the document no longer has `{}`, which the spreadsheet changes", base.key.id);
                let help = "delete the row, or write the row into the document again";
                let finding = Diagnostic::new(SHEET_CONFLICT, self.view.address((row, at)), message).help(help);
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
        let top = self.view.address((first, 0));
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
                let finding =
                    Diagnostic::new(MISSING_ROW, top.clone(), message).with_related(at, "the row in the document");
                self.report(finding.help("`--delete` removes such rows from the document"));
            } else if base.is_some_and(|base| texts(base) != texts(ours)) {
                let message = format!("the row for `{name}` was deleted here and changed in the document");
                let finding =
                    Diagnostic::new(SHEET_CONFLICT, top.clone(), message).with_related(at, "the row in the document");
                self.report(finding.help("delete it in the document too, or export again"));
            } else {
                self.importer.wishes.push(Wish::Delete { at: ours.at.clone(), cell: top.clone() });
                deleted.insert(&ours.key);
            }
        }
        deleted
    }
}
