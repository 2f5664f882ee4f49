//! The sheets of a document: what rows and cells it has, and where each value is written.

use std::collections::HashMap;

use muster_core::source::Pointer;
use muster_core::source::tree::{Node, Tree, Value};
use muster_systems::SheetKind;

use super::cell;
use super::columns::{Accepts, Column, RowShape};
use super::document::SheetDocument;

/// The name of the sheet with what a document has once: its head.
pub const HEAD: &str = "Head";
/// The heading over the list that a row is in, where there are several.
pub const PLACE: &str = "in";
/// The heading over the number of a row that has no name.
pub const NUMBER: &str = "no";

/// A sheet of a document.
#[derive(Debug)]
pub struct Sheet {
    /// Its name on the tab.
    pub name: &'static str,
    /// The kind of its rows; `None` for the head.
    pub kind: Option<&'static SheetKind>,
    /// Its columns.
    pub columns: Vec<Column>,
    /// Its rows in the order of the document.
    pub rows: Vec<SheetRow>,
    /// The lists that its rows are in, in the order of the document.
    pub lists: Vec<RowList>,
    /// The numbers of the rows.
    index: HashMap<RowKey, usize>,
}

/// A list of rows in a document.
#[derive(Debug)]
pub struct RowList {
    /// What is written for it in the column [`PLACE`]; empty where there is only one.
    pub place: String,
    /// The list, which may not be written yet.
    pub at: Pointer,
    /// What it holds.
    pub holds: Holds,
}

/// What a list of rows is in the document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Holds {
    /// A list of mappings.
    Items,
    /// A mapping that is one row itself.
    Itself,
    /// A mapping whose members are rows.
    Members,
}

/// What tells a row from the others of its sheet.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RowKey {
    /// The list that it is in.
    pub place: String,
    /// Its name or number.
    pub id: String,
    /// How many rows with the same name and list come before it.
    pub nth: usize,
}

/// A row of a sheet.
#[derive(Debug)]
pub struct SheetRow {
    /// What tells it from others.
    pub key: RowKey,
    /// Its mapping in the document, or its value.
    pub at: Pointer,
    /// The cells in the order of the columns.
    pub cells: Vec<SheetCell>,
    /// What its own value is like, in the head: there each row has another.
    pub own: Option<Column>,
}

/// A cell of a sheet.
#[derive(Debug, Default, Clone)]
pub struct SheetCell {
    /// Its text; empty for what is not written.
    pub text: String,
    /// The value that it shows; `None` for what only names the row.
    pub at: Option<Pointer>,
}

impl Sheet {
    fn new(
        name: &'static str,
        kind: Option<&'static SheetKind>,
        columns: Vec<Column>,
        rows: Vec<SheetRow>,
        lists: Vec<RowList>,
    ) -> Sheet {
        let index = rows.iter().enumerate().map(|(i, row)| (row.key.clone(), i)).collect();
        Sheet { name, kind, columns, rows, lists, index }
    }

    /// Returns a row.
    pub fn row(&self, key: &RowKey) -> Option<&SheetRow> {
        self.index.get(key).map(|i| &self.rows[*i])
    }

    /// Returns the column that a cell of a row is in.
    pub fn column<'a>(&'a self, row: &'a SheetRow, column: usize) -> &'a Column {
        row.own.as_ref().filter(|_| column + 1 == self.columns.len()).unwrap_or(&self.columns[column])
    }

    /// Returns the number of the column with a key, or with a heading where it has none.
    pub fn column_of(&self, key: &str) -> Option<usize> {
        self.columns.iter().position(|column| column.key == key || column.key.is_empty() && column.heading == key)
    }

    /// Returns the column that names the rows.
    pub fn id_column(&self) -> usize {
        let id = self.kind.map_or("key", |kind| if kind.id.is_empty() { NUMBER } else { kind.id });
        self.column_of(id).unwrap_or_default()
    }

    /// Returns the column of the list that a row is in, if there is one.
    pub fn place_column(&self) -> Option<usize> {
        self.columns.iter().position(|column| column.key.is_empty() && column.heading == PLACE)
    }

    /// Returns the column of an item of a list, which may be beyond those that the document fills.
    pub fn item_column(&self, heading: &str) -> Option<Column> {
        let (stem, number) = heading.rsplit_once(' ')?;
        let item: usize = number.parse::<usize>().ok().filter(|number| (1..=MOST_ITEMS).contains(number))? - 1;
        let like = self.columns.iter().find(|column| {
            let known = super::columns::fold(&column.heading);
            column.item.is_some() && known.rsplit_once(' ').is_some_and(|(known, _)| known == stem)
        })?;
        Some(like.item_column(item))
    }
}

/// The most items of a list in columns of their own.
const MOST_ITEMS: usize = 99;

/// Returns the sheets of a document.
pub fn sheets(document: &SheetDocument) -> Vec<Sheet> {
    let shape = RowShape(document.system.schema().json());
    let kinds = document.system.sheets().iter();
    let of_kinds = kinds.filter_map(|kind| Reader { document, shape, kind }.sheet());
    of_kinds.chain(head(document, shape)).collect()
}

/// Returns true if a place is a list of rows, which has a sheet of its own.
fn is_elsewhere(document: &SheetDocument, pattern: &str) -> bool {
    document.system.sheets().iter().flat_map(|kind| kind.lists).any(|list| *list == pattern)
}

/// Returns the sheet of what a document has once: the values at its top, and those of the mappings there.
fn head(document: &SheetDocument, shape: RowShape<'_>) -> Option<Sheet> {
    let tree = document.tree();
    let mut rows = Vec::new();
    let mut add = |at: Pointer, key: String, column: Column| {
        let node = tree.get(&at);
        let text = node.map(|node| cell::cell_text(document.text(), tree, node, column.accepts)).unwrap_or_default();
        let value = SheetCell { text, at: Some(at.clone()) };
        let key = RowKey { place: String::new(), id: key, nth: 0 };
        let cells = vec![SheetCell { text: key.id.clone(), at: None }, value];
        rows.push(SheetRow { key, at, cells, own: Some(column) });
    };
    for (key, schema) in shape.keys("") {
        let (at, pattern) = (Pointer::root().key(key), format!("/{key}"));
        if ["system", "play"].contains(&key) || is_elsewhere(document, &pattern) {
            continue;
        }
        let members = shape.keys(&pattern);
        if members.is_empty() {
            add(at, key.to_owned(), shape.column(key, schema));
        } else if tree.get(&at).is_some() {
            for (member, schema) in members {
                if !is_elsewhere(document, &format!("{pattern}/{member}")) {
                    add(at.key(member), format!("{key}/{member}"), shape.column(member, schema));
                }
            }
        }
    }
    let columns = vec![
        Column::name("key", "The key, with the mapping that it is in."),
        Column { heading: "value".to_owned(), ..Column::name("value", "The value.") },
    ];
    (!rows.is_empty()).then(|| Sheet::new(HEAD, None, columns, rows, Vec::new()))
}

/// Reads the rows of a kind.
struct Reader<'a> {
    document: &'a SheetDocument,
    shape: RowShape<'a>,
    kind: &'static SheetKind,
}

impl Reader<'_> {
    /// Returns the sheet; `None` if the document has no place for such rows.
    fn sheet(&self) -> Option<Sheet> {
        let tree = self.document.tree();
        let has_places = self.kind.lists.len() > 1 || self.kind.lists[0].contains('*');
        let lists: Vec<RowList> = self.kind.lists.iter().flat_map(|pattern| self.lists(pattern, has_places)).collect();
        if lists.is_empty() {
            return None;
        }
        let places: Vec<(usize, String, Pointer)> = self.places(tree, &lists);
        let columns = self.columns(tree, has_places, &places);
        let mut seen: HashMap<(usize, String), usize> = HashMap::new();
        let row = |(list, id, at): (usize, String, Pointer)| {
            let nth = seen.entry((list, id.clone())).or_default();
            let key = RowKey { place: lists[list].place.clone(), id, nth: *nth };
            *nth += 1;
            let cells = columns.iter().map(|column| self.cell(column, &key, &at)).collect();
            SheetRow { key, at, cells, own: None }
        };
        let rows = places.into_iter().map(row).collect();
        Some(Sheet::new(self.kind.name, Some(self.kind), columns, rows, lists))
    }

    /// Returns the lists of a pattern whose parents are there.
    fn lists(&self, pattern: &str, has_places: bool) -> Vec<RowList> {
        let holds = match self.shape.forms_at(pattern).iter().any(|form| form["type"] == "array") {
            true => Holds::Items,
            false if self.kind.value.is_some() => Holds::Members,
            false => Holds::Itself,
        };
        let steps: Vec<&str> = pattern.split('/').skip(1).collect();
        let mut found = vec![(String::new(), Pointer::root())];
        for (i, step) in steps.iter().enumerate() {
            let is_last = i + 1 == steps.len();
            let next = found.into_iter().flat_map(|(place, at)| self.step_below(&place, &at, step, i, is_last));
            found = next.collect();
        }
        let list = |(place, at): (String, Pointer)| RowList {
            place: if has_places { place } else { String::new() },
            at,
            holds,
        };
        found.into_iter().map(list).collect()
    }

    /// Returns what a step of a pattern leads to, with the words for it. The last step may lead to what is not written yet.
    fn step_below(&self, place: &str, at: &Pointer, step: &str, index: usize, is_last: bool) -> Vec<(String, Pointer)> {
        let tree = self.document.tree();
        let Some(node) = tree.get(at) else { return Vec::new() };
        let join = |word: &str| if place.is_empty() { word.to_owned() } else { format!("{place}/{word}") };
        match (step, &node.value) {
            ("*", Value::Seq(items)) => {
                let item = |i: usize| {
                    let item = at.index(i);
                    let name = ["name", "hq"].iter().find_map(|key| text(tree, &item.key(key)));
                    (join(&name.unwrap_or_else(|| (i + 1).to_string())), item)
                };
                (0..items.len()).map(item).collect()
            }
            (key, Value::Map(_)) if key != "*" => {
                let below = at.key(key);
                let is_there = is_last || tree.get(&below).is_some();
                // The two steps at the top say nothing that the names below do not.
                let place = if index < 2 && !is_last { place.to_owned() } else { join(key) };
                is_there.then_some((place, below)).into_iter().collect()
            }
            _ => Vec::new(),
        }
    }

    /// Returns the rows of lists: the number of the list, the name and the place of each.
    fn places(&self, tree: &Tree, lists: &[RowList]) -> Vec<(usize, String, Pointer)> {
        let id = self.keys().into_iter().find(|column| column.key == self.kind.id).map(|column| column.accepts);
        let id = id.unwrap_or_default();
        let mut rows = Vec::new();
        for (number, list) in lists.iter().enumerate() {
            let Some(node) = tree.get(&list.at) else { continue };
            match (&node.value, list.holds) {
                (Value::Seq(items), Holds::Items) => {
                    for (i, item) in items.iter().enumerate() {
                        let at = list.at.index(i);
                        match &tree.node(*item).value {
                            Value::Map(_) => rows.push((number, self.id(tree, &at, i, id), at)),
                            // A name alone, where a mapping may have more.
                            Value::Str(name) if !self.kind.id.is_empty() => rows.push((number, name.to_string(), at)),
                            _ => {}
                        }
                    }
                }
                // It is the only one there, whatever its name.
                (Value::Map(_), Holds::Itself) => rows.push((number, String::new(), list.at.clone())),
                (Value::Map(entries), Holds::Members) => {
                    rows.extend(entries.iter().map(|entry| (number, entry.key.to_string(), list.at.key(&entry.key))));
                }
                _ => {}
            }
        }
        rows
    }

    /// Returns the name of a row, or its number where it has none.
    fn id(&self, tree: &Tree, at: &Pointer, index: usize, accepts: Accepts) -> String {
        if self.kind.id.is_empty() {
            return (index + 1).to_string();
        }
        let node = tree.get(&at.key(self.kind.id));
        node.map(|node| cell::cell_text(self.document.text(), tree, node, accepts)).unwrap_or_default()
    }

    /// Returns the columns of the keys of rows, the one that names them first.
    fn keys(&self) -> Vec<Column> {
        let mut columns: Vec<Column> = Vec::new();
        for pattern in self.kind.lists {
            let is_list = self.shape.forms_at(pattern).iter().any(|form| form["type"] == "array");
            let item = if is_list { format!("{pattern}/*") } else { (*pattern).to_owned() };
            for (key, schema) in self.shape.keys(&item) {
                let known = columns.iter().any(|column| column.key == key);
                if !known && !is_elsewhere(self.document, &format!("{item}/{key}")) {
                    let column = self.shape.column(key, schema);
                    let is_split = self.shape.is_list_of_mappings(schema);
                    columns.push(if is_split { column.item_column(0) } else { column });
                }
            }
        }
        columns.sort_by_key(|column| column.key != self.kind.id);
        columns
    }

    /// Returns all columns: for each item of a list of mappings one, and one more than any row fills.
    fn columns(&self, tree: &Tree, has_places: bool, rows: &[(usize, String, Pointer)]) -> Vec<Column> {
        let mut columns = Vec::new();
        if has_places {
            columns.push(Column::name(PLACE, "The list of the document that the row is in."));
        }
        if let Some(value) = self.kind.value {
            columns.push(Column::name(self.kind.id, "The name."));
            let forms = self.kind.lists.iter().flat_map(|pattern| self.shape.forms_at(&format!("{pattern}/*")));
            let column = forms.map(|form| self.shape.column(value, form)).next();
            columns.extend(column);
            return columns;
        }
        if self.kind.id.is_empty() {
            columns.push(Column::name(NUMBER, "The number of the entry in its list. Leave it blank for a new one."));
        }
        for column in self.keys() {
            if column.item.is_none() {
                columns.push(column);
                continue;
            }
            let items = |at: &Pointer| match tree.get(&at.key(&column.key)).map(|node| &node.value) {
                Some(Value::Seq(items)) => items.len(),
                _ => 0,
            };
            let most = rows.iter().map(|(_, _, at)| items(at)).max().unwrap_or_default();
            columns.extend((0..(most + 1).min(MOST_ITEMS)).map(|item| column.item_column(item)));
        }
        columns
    }

    /// Returns the cell of a row in a column.
    fn cell(&self, column: &Column, key: &RowKey, row: &Pointer) -> SheetCell {
        if column.key.is_empty() {
            let text = if column.heading == PLACE { &key.place } else { &key.id };
            return SheetCell { text: text.clone(), at: None };
        }
        let tree = self.document.tree();
        let is_name = || column.key == self.kind.id && matches!(tree.get(row), Some(Node { value: Value::Str(_), .. }));
        let at = match (column.item, self.kind.value) {
            (_, Some(_)) => row.clone(),
            (None, None) if is_name() => row.clone(),
            (Some(item), None) => row.key(&column.key).index(item),
            (None, None) => row.key(&column.key),
        };
        let text = tree.get(&at).map(|node| cell::cell_text(self.document.text(), tree, node, column.accepts));
        SheetCell { text: text.unwrap_or_default(), at: Some(at) }
    }
}

/// Returns the text at a place.
fn text(tree: &Tree, at: &Pointer) -> Option<String> {
    match &tree.get(at)?.value {
        Value::Str(text) => Some(text.to_string()),
        _ => None,
    }
}
