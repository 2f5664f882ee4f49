//! A document made of a table that a designer laid out: headings matched to keys, and questions where that cannot be done.

use std::collections::{BTreeMap, HashMap};

use serde_json::{Map, Value as Json};

use muster_core::diag::{Diagnostic, Severity, nearest, or_nearest};
use muster_core::source::{CellPlace, Pointer, Sources};
use muster_systems::{SheetKind, System};

use super::book::{Book, BookCell, BookPage, PageView, cell_name};
use super::cell::{self, inline, plain, trim};
use super::codes::{CONVERTED_CELL, IGNORED_PART, OPEN_QUESTION, UNREADABLE_CELL};
use super::columns::{Accepts, Column, RowShape, fold};
use super::reading::{Reading, read};

/// What the designer says about a table.
#[derive(Debug, Clone, Copy)]
pub struct OwnOptions<'a> {
    /// The keys of columns, by their headings; an empty key for a column that is to be ignored.
    pub map: &'a [(String, String)],
    /// Values of keys for all rows that have none of their own.
    pub set: &'a [(String, String)],
    /// The kind of rows, by the name of its sheet.
    pub kind: Option<&'a str>,
}

/// A document that was made of a table.
pub struct OwnTable {
    /// The pages of the table, for findings.
    pub sources: Sources,
    /// The findings, with all open questions.
    pub findings: Vec<Diagnostic>,
    /// The text of the document; `None` if there are open questions.
    pub text: Option<String>,
    /// The cells that values come from.
    pub cells: Vec<(Pointer, CellPlace)>,
}

/// What a column fills.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Target {
    key: String,
    /// Of a list of mappings the item, from 0.
    item: Option<usize>,
    /// The key within the value or the item.
    member: Option<String>,
}

/// Makes a document of the first page of a workbook.
///
/// # Errors
///
/// Says why no rows of the game can be made of it.
pub fn new(book: &Book, system: &'static System, options: OwnOptions<'_>) -> Result<OwnTable, String> {
    let page = book.pages.iter().find(|page| !page.rows.is_empty()).ok_or("the table is empty")?;
    let mut sources = Sources::default();
    let view = PageView::add(book, page, &mut sources);
    let shape = RowShape(system.schema().json());
    let kind = kind_of(page, system, shape, options)?;
    let mut table = Table { book, page, view, shape, kind, options, findings: Vec::new(), cells: Vec::new() };
    for what in &book.ignored {
        table.findings.push(Diagnostic::new(
            IGNORED_PART,
            table.view.address((0, 0)),
            format!("`{}`: {what}", book.path),
        ));
    }
    table.check_set()?;
    let rows = table.rows()?;
    if rows.is_empty() && table.findings.is_empty() {
        return Err("the table has no row below its headings".to_owned());
    }
    let is_open = table.findings.iter().any(|finding| finding.severity == Severity::Error);
    let text = (!is_open).then(|| write_document(system, kind, &rows));
    Ok(OwnTable { sources, findings: table.findings, text, cells: table.cells })
}

/// Returns the key of the top-level list that rows of a kind are in; `None` if they are further down.
fn list_of(kind: &SheetKind) -> Option<&'static str> {
    let [list] = kind.lists else { return None };
    list.strip_prefix('/').filter(|key| !key.contains('/'))
}

/// Returns the kind of rows that is asked for, or the one that most headings fit.
fn kind_of(
    page: &BookPage,
    system: &'static System,
    shape: RowShape<'_>,
    options: OwnOptions<'_>,
) -> Result<&'static SheetKind, String> {
    let kinds: Vec<&'static SheetKind> = system.sheets().iter().filter(|kind| list_of(kind).is_some()).collect();
    let names = || kinds.iter().map(|kind| kind.name);
    if kinds.is_empty() {
        let id = system.id();
        return Err(format!(
            "documents of {} are no list of rows; begin with `muster new {id} NAME`, then use `muster sheet export` and `import`",
            system.title()
        ));
    }
    if let Some(asked) = options.kind {
        let near = or_nearest(asked, names());
        let all = names().collect::<Vec<_>>().join(", ");
        let found = kinds.iter().find(|kind| fold(kind.name) == fold(asked));
        return found
            .copied()
            .ok_or_else(|| format!("{} has no sheet `{asked}`; expected one of {all}{near}", system.title()));
    }
    let headings = page.rows.values().next().into_iter().flat_map(BTreeMap::values).map(|cell| cell.value.to_text());
    let headings: Vec<String> = headings.collect();
    let score = |kind: &SheetKind| headings.iter().filter(|heading| target_of(heading, kind, shape).is_some()).count();
    // Of as many the first.
    Ok(kinds.iter().rev().max_by_key(|kind| score(kind)).copied().unwrap_or(kinds[0]))
}

/// Returns what a heading means: a key, an item of a list, or a word that designers write for one.
fn target_of(heading: &str, kind: &SheetKind, shape: RowShape<'_>) -> Option<Target> {
    let wanted = fold(heading);
    let item_of = format!("{}/*", kind.lists[0]);
    let keys = shape.keys(&item_of);
    let whole = |key: &str| Target { key: key.to_owned(), item: None, member: None };
    if let Some((key, _)) = keys.iter().find(|(key, _)| fold(key) == wanted) {
        return Some(whole(key));
    }
    let (stem, number) = match wanted.rsplit_once(' ').and_then(|(stem, number)| Some((stem, number.parse().ok()?))) {
        Some((stem, number)) if (1..=99_usize).contains(&number) => (stem.to_owned(), Some(number - 1)),
        _ => (wanted.clone(), None),
    };
    let synonym = |wanted: &str| kind.synonyms.iter().find(|(_, words)| words.contains(&wanted)).map(|(path, _)| *path);
    let numbered = || Some((synonym(&stem)?, number?));
    if let Some((path, item)) = synonym(&wanted).map(|path| (path, 0)).or_else(numbered) {
        return Some(target_at(path, item, kind, shape));
    }
    let item = number.unwrap_or_default();
    let is_list = |(_, schema): &&(&str, &Json)| shape.is_list_of_mappings(schema);
    for (key, schema) in keys.iter().filter(is_list) {
        let heading = fold(&shape.column(key, schema).item_column(item).heading);
        if heading == wanted || heading == format!("{wanted} 1") {
            return Some(Target { item: Some(item), ..whole(key) });
        }
        let members = shape.keys(&format!("{item_of}/{key}/*"));
        // `action 2 hits`.
        if let Some((own, item)) = numbered_member(&wanted, &heading)
            && let Some((member, _)) = members.iter().find(|(member, _)| fold(member) == own)
        {
            return Some(Target { item: Some(item), member: Some((*member).to_owned()), ..whole(key) });
        }
    }
    // `hits` and `hits 2`: of the first list.
    let (key, _) = keys.iter().find(is_list)?;
    let members = shape.keys(&format!("{item_of}/{key}/*"));
    let (member, _) = members.iter().find(|(member, _)| fold(member) == stem)?;
    Some(Target { item: Some(item), member: Some((*member).to_owned()), ..whole(key) })
}

/// Returns the member and the item that a heading such as `action 2 hits` names.
fn numbered_member(heading: &str, of_item: &str) -> Option<(String, usize)> {
    let stem = of_item.rsplit_once(' ')?.0;
    let (number, member) = heading.strip_prefix(stem)?.trim_start().split_once(' ')?;
    let number: usize = number.parse().ok().filter(|number| (1..=99).contains(number))?;
    Some((member.to_owned(), number - 1))
}

/// Returns the target of a path such as `lore`, `reserve/behind`, `actions/hits` or `actions/2/hits`.
fn target_at(path: &str, item: usize, kind: &SheetKind, shape: RowShape<'_>) -> Target {
    let mut steps = path.split('/');
    let key = steps.next().unwrap_or_default().to_owned();
    let keys = shape.keys(&format!("{}/*", kind.lists[0]));
    let is_list = keys.iter().any(|(known, schema)| *known == key && shape.is_list_of_mappings(schema));
    let rest: Vec<&str> = steps.collect();
    match rest.as_slice() {
        [number, member] if is_list => {
            let number = number.parse::<usize>().ok().filter(|number| (1..=99).contains(number)).unwrap_or(1);
            Target { key, item: Some(number - 1), member: Some((*member).to_owned()) }
        }
        [member] => Target { key, item: is_list.then_some(item), member: Some((*member).to_owned()) },
        _ => Target { key, item: None, member: None },
    }
}

/// A column of the table: its number, what it fills, and what that takes.
type Filled = (u32, Target, Column);

/// A table that is being read.
struct Table<'a> {
    book: &'a Book,
    page: &'a BookPage,
    view: PageView,
    shape: RowShape<'a>,
    kind: &'static SheetKind,
    options: OwnOptions<'a>,
    findings: Vec<Diagnostic>,
    cells: Vec<(Pointer, CellPlace)>,
}

impl Table<'_> {
    /// Returns the rows as the document has them.
    fn rows(&mut self) -> Result<Vec<Map<String, Json>>, String> {
        let mut rows = self.page.rows.iter().filter(|(_, cells)| cells.values().any(|cell| !cell.is_blank()));
        let (first, headings) = rows.next().ok_or("the table is empty")?;
        let targets = self.targets(*first, headings)?;
        let targets: Vec<Filled> =
            targets.into_iter().map(|(number, target)| (number, target.clone(), self.column(&target))).collect();
        let rows: Vec<_> = rows.collect();
        let list = Pointer::root().key(list_of(self.kind).unwrap_or_default());
        let mut made = Vec::new();
        for (row, cells) in rows {
            let at = list.index(made.len());
            let members = self.row(*row, cells, &targets, &at);
            made.push(members);
        }
        self.ask_for_missing(*first, &made);
        self.ask_for_members(*first, &made);
        Ok(made)
    }

    /// Returns what each column fills, and asks where that is not clear.
    fn targets(&mut self, row: u32, headings: &BTreeMap<u32, BookCell>) -> Result<Vec<(u32, Target)>, String> {
        let mut targets: Vec<(u32, Target)> = Vec::new();
        let mut met: HashMap<Target, u32> = HashMap::new();
        let shown = |cell: &BookCell| trim(&cell.value.to_text()).to_owned();
        for (heading, _) in self.options.map {
            if !headings.values().any(|cell| fold(&shown(cell)) == fold(heading)) {
                let known: Vec<String> = headings.values().map(shown).collect();
                let near = or_nearest(heading, known.iter().map(String::as_str));
                return Err(format!("the table has no column `{heading}`{near}"));
            }
        }
        for (column, cell) in headings.iter().filter(|(_, cell)| !cell.is_blank()) {
            let heading = shown(cell);
            let asked = self.options.map.iter().find(|(named, _)| fold(named) == fold(&heading));
            let target = match asked {
                Some((_, key)) if key.trim().is_empty() => continue,
                Some((_, key)) => Some(self.find_target(key)?),
                None => target_of(&heading, self.kind, self.shape),
            };
            let place = self.view.address((row, *column));
            let Some(target) = target else {
                let keys: Vec<String> = self.keys().into_iter().map(|(key, _)| key).collect();
                let near = nearest(&heading, keys.iter().map(String::as_str)).map_or("KEY".to_owned(), str::to_owned);
                let message = format!("the column `{heading}` matches no key of {}", self.kind.name);
                let help = format!("write `--map \"{heading}={near}\"`, or `--map \"{heading}=\"` to ignore it");
                self.findings.push(Diagnostic::new(OPEN_QUESTION, place, message).help(help));
                continue;
            };
            if let Some(first) = met.insert(target.clone(), *column) {
                let message = format!("the column `{heading}` fills `{}`, as another one does", target.path());
                let help = format!("write `--map \"{heading}=KEY\"`, or `--map \"{heading}=\"` to ignore it");
                let first = self.view.address((row, first));
                self.findings
                    .push(Diagnostic::new(OPEN_QUESTION, place, message).with_related(first, "the other").help(help));
                continue;
            }
            targets.push((*column, target));
        }
        Ok(targets)
    }

    /// Returns the keys of a row, and whether it needs each.
    fn keys(&self) -> Vec<(String, bool)> {
        let item = format!("{}/*", self.kind.lists[0]);
        let needed: Vec<&Json> =
            self.shape.forms_at(&item).iter().filter_map(|form| form["required"].as_array()).flatten().collect();
        let keys = self.shape.keys(&item).into_iter();
        keys.map(|(key, _)| (key.to_owned(), needed.iter().any(|needed| *needed == key))).collect()
    }

    /// Refuses a value for all rows that its key does not take.
    fn check_set(&self) -> Result<(), String> {
        for (path, text) in self.options.set {
            let column = self.column(&self.find_target(path)?);
            let Accepts { whole, fraction, collection, notation, .. } = column.accepts;
            let only_words = notation && !whole && !fraction && !collection && !column.choices.is_empty();
            if only_words && !column.choices.iter().any(|word| fold(word) == fold(text)) {
                let near = or_nearest(text, column.choices.iter().map(String::as_str));
                return Err(format!(
                    "`{path}` does not take `{text}`; expected one of {}{near}",
                    column.choices.join(", ")
                ));
            }
        }
        Ok(())
    }

    /// Returns the target of a key that is asked for.
    fn find_target(&self, path: &str) -> Result<Target, String> {
        let path = path.trim();
        let keys: Vec<String> = self.keys().into_iter().map(|(key, _)| key).collect();
        if let Some(found) = target_of(path, self.kind, self.shape) {
            return Ok(found);
        }
        let first = path.split('/').next().unwrap_or_default();
        if keys.iter().any(|key| key == first) {
            return Ok(target_at(path, 0, self.kind, self.shape));
        }
        let near = or_nearest(first, keys.iter().map(String::as_str));
        Err(format!("`{path}` is not a key of {}{near}", self.kind.name))
    }

    /// Returns the kinds of values and the words that a target takes.
    fn column(&self, target: &Target) -> Column {
        let item = format!("{}/*", self.kind.lists[0]);
        let at = match (&target.item, &target.member) {
            (None, None) => item,
            (Some(_), None) => {
                let accepts = Accepts { collection: true, notation: true, ..Accepts::default() };
                return Column { accepts, ..Column::default() };
            }
            (Some(_), Some(_)) => format!("{item}/{}/*", target.key),
            (None, Some(_)) => format!("{item}/{}", target.key),
        };
        let wanted = target.member.as_ref().unwrap_or(&target.key);
        let of_key = self
            .shape
            .keys(&at)
            .into_iter()
            .filter(|(key, _)| key == wanted)
            .map(|(key, schema)| self.shape.column(key, schema));
        let mut column = of_key.reduce(|all, _| all).unwrap_or_default();
        // Several forms of an item have the key with other words.
        for form in self.shape.forms_at(&at) {
            if let Some(schema) = form["properties"].get(wanted) {
                let other = self.shape.column(wanted, schema);
                column.accepts = column.accepts.and(other.accepts);
                let new = other.choices.into_iter().filter(|word| !column.choices.contains(word)).collect::<Vec<_>>();
                column.choices.extend(new);
            }
        }
        column
    }

    /// Returns a row as the document has it.
    fn row(
        &mut self,
        row: u32,
        cells: &BTreeMap<u32, BookCell>,
        targets: &[Filled],
        at: &Pointer,
    ) -> Map<String, Json> {
        let mut values: Vec<(Target, Json)> = Vec::new();
        let mut places = Vec::new();
        for (number, target, column) in targets {
            let Some(cell) = cells.get(number).filter(|cell| !cell.is_blank()) else { continue };
            let text = match read(cell, column, &[]) {
                Reading::Text(text) | Reading::Kept(text) => text,
                Reading::Converted(message, help) => {
                    self.findings
                        .push(Diagnostic::new(CONVERTED_CELL, self.view.address((row, *number)), message).help(help));
                    continue;
                }
                Reading::Unreadable(message, help) => {
                    self.findings
                        .push(Diagnostic::new(UNREADABLE_CELL, self.view.address((row, *number)), message).help(help));
                    continue;
                }
            };
            match value(&text, column) {
                // What holds without being written is not written.
                Ok(Some(value)) if column.default.as_ref() == Some(&value) => {}
                Ok(Some(value)) => values.push((target.clone(), value)),
                Ok(None) => {}
                Err(why) => {
                    self.findings.push(Diagnostic::new(UNREADABLE_CELL, self.view.address((row, *number)), why));
                }
            }
            places.push((target, *number));
        }
        for (path, text) in self.options.set {
            let Ok(target) = self.find_target(path) else { continue };
            let is_filled = values.iter().any(|(filled, _)| *filled == target);
            // An action that nothing else says is none.
            let is_item = target.item.is_none()
                || values.iter().any(|(filled, _)| (&filled.key, filled.item) == (&target.key, target.item));
            if let Some(value) = value(text, &self.column(&target)).ok().flatten().filter(|_| !is_filled && is_item) {
                values.push((target, value));
            }
        }
        for (target, number) in places {
            let place = CellPlace {
                book: self.book.path.clone(),
                sheet: self.page.name.clone(),
                cell: cell_name((row, number)),
            };
            self.cells.push((target.pointer(at), place));
        }
        self.assemble(&values)
    }

    /// Returns the keys within the value of a key, or within the items of its list.
    fn members(&self, key: &str) -> impl Iterator<Item = &str> {
        let at = format!("{}/*/{key}", self.kind.lists[0]);
        let of_items = self.shape.keys(&format!("{at}/*"));
        self.shape.keys(&at).into_iter().chain(of_items).map(|(key, _)| key)
    }

    /// Returns values put into their mappings and lists, in the order of the schema.
    fn assemble(&self, values: &[(Target, Json)]) -> Map<String, Json> {
        let mut row = Map::new();
        for (key, _) in self.keys() {
            let mut of_key: Vec<&(Target, Json)> = values.iter().filter(|(target, _)| target.key == key).collect();
            let members: Vec<&str> = self.members(&key).collect();
            let place = |member: &Option<String>| members.iter().position(|known| Some(*known) == member.as_deref());
            of_key.sort_by_key(|(target, _)| (target.item, place(&target.member)));
            for (target, value) in of_key {
                let slot = row.entry(key.clone()).or_insert(Json::Null);
                let slot = match target.item {
                    Some(_) if !slot.is_array() && !slot.is_null() => continue,
                    Some(item) => {
                        if slot.is_null() {
                            *slot = Json::Array(Vec::new());
                        }
                        let Json::Array(items) = slot else { continue };
                        if items.len() <= item {
                            items.resize(item + 1, Json::Null);
                        }
                        &mut items[item]
                    }
                    None => slot,
                };
                match &target.member {
                    None => *slot = value.clone(),
                    Some(member) => {
                        if !slot.is_object() {
                            *slot = Json::Object(Map::new());
                        }
                        if let Json::Object(members) = slot {
                            members.insert(member.clone(), value.clone());
                        }
                    }
                }
            }
            if let Some(Json::Array(items)) = row.get_mut(&key) {
                items.retain(|item| !item.is_null());
            }
        }
        row
    }

    /// Returns the keys that every mapping of a place needs, whatever its form.
    fn needed_keys(&self, at: &str) -> Vec<&str> {
        let forms = self.shape.forms_at(at);
        let needs = |form: &&Json, key: &str| {
            form["required"].as_array().is_some_and(|required| required.iter().any(|known| known == key))
        };
        let keys = self.shape.keys(at).into_iter().map(|(key, _)| key);
        keys.filter(|key| !forms.is_empty() && forms.iter().all(|form| needs(form, key))).collect()
    }

    /// Asks for what every item of a list needs and no column gives, such as the type of an action.
    fn ask_for_members(&mut self, first: u32, rows: &[Map<String, Json>]) {
        for (key, _) in self.keys() {
            let items: Vec<&Map<String, Json>> =
                rows.iter().filter_map(|row| row.get(&key)?.as_array()).flatten().filter_map(Json::as_object).collect();
            let needed = self.needed_keys(&format!("{}/*/{key}/*", self.kind.lists[0]));
            let missing = needed
                .into_iter()
                .map(|member| (member.to_owned(), items.iter().filter(|item| !item.contains_key(member)).count()));
            for (member, missing) in missing.filter(|(_, missing)| *missing > 0).collect::<Vec<_>>() {
                let message =
                    format!("{missing} of {} entries of `{key}` have no `{member}`, which each needs", items.len());
                let path = format!("{key}/{member}");
                let help = format!(
                    "write `--map \"COLUMN={path}\"` to name its column, or `--set {path}=VALUE` to give all the same"
                );
                self.findings.push(Diagnostic::new(OPEN_QUESTION, self.view.address((first, 0)), message).help(help));
            }
        }
    }

    /// Asks for what rows need and no column gives.
    fn ask_for_missing(&mut self, first: u32, rows: &[Map<String, Json>]) {
        for (key, is_needed) in self.keys() {
            let missing = rows.iter().filter(|row| !row.contains_key(&key)).count();
            if !is_needed || missing == 0 {
                continue;
            }
            let (at, help) = (self.view.address((first, 0)), "to give all rows the same");
            let what = if missing == rows.len() {
                "no row".to_owned()
            } else {
                format!("{} of {} rows", rows.len() - missing, rows.len())
            };
            let message = match missing == rows.len() {
                true => format!("{what} has a value for `{key}`, which every row needs"),
                false => format!("only {what} have a value for `{key}`, which every row needs"),
            };
            let help = format!("write `--map \"COLUMN={key}\"` to name its column, or `--set {key}=VALUE` {help}");
            self.findings.push(Diagnostic::new(OPEN_QUESTION, at, message).help(help));
        }
    }
}

impl Target {
    fn path(&self) -> String {
        let item = self.item.map(|item| format!("/{}", item + 1)).unwrap_or_default();
        let member = self.member.as_ref().map(|member| format!("/{member}")).unwrap_or_default();
        format!("{}{item}{member}", self.key)
    }

    fn pointer(&self, row: &Pointer) -> Pointer {
        let at = row.key(&self.key);
        let at = self.item.map_or(at.clone(), |item| at.index(item));
        self.member.as_ref().map_or(at.clone(), |member| at.key(member))
    }
}

/// Returns the value that a designer's cell means: `yes` and `x` are true, words of the schema are known in any case, and names
/// between commas are a list.
fn value(text: &str, column: &Column) -> Result<Option<Json>, String> {
    let text = trim(text);
    let lower = text.to_lowercase();
    if column.accepts.truth {
        return match lower.as_str() {
            "yes" | "y" | "x" | "true" | "1" | "✓" | "✔" | "*" => Ok(Some(true.into())),
            "" | "no" | "n" | "false" | "0" | "-" | "–" | "—" => Ok(None),
            _ => Ok(Some(text.into())),
        };
    }
    if !column.accepts.is_only_text() && ["-", "–", "—"].contains(&text) {
        return Ok(None);
    }
    if let Some(word) = column.choices.iter().find(|word| fold(word) == fold(text)) {
        return Ok(Some(word.as_str().into()));
    }
    let is_list = column.accepts.collection && !text.starts_with(['[', '{', '"']) && !text.is_empty();
    if is_list && (!column.accepts.notation || !column.choices.is_empty()) {
        let names = text.split([',', ';', '\n']).map(trim).filter(|name| !name.is_empty());
        return Ok(Some(names.map(|name| Json::from(name.replace('\u{a0}', " "))).collect()));
    }
    cell::value(text, column.accepts)
}

/// Returns a document of rows, as an author would write it.
fn write_document(system: &System, kind: &SheetKind, rows: &[Map<String, Json>]) -> String {
    let (id, list) = (system.id(), list_of(kind).unwrap_or_default());
    let has_zeros = system.schema().has_zero_padded();
    let mut text = format!("# yaml-language-server: $schema={id}.schema.json\nsystem: {id}\n{list}:\n");
    for row in rows {
        let mut start = "  - ";
        for (key, value) in row {
            text += &format!("{start}{key}:");
            start = "    ";
            match value {
                Json::Array(items) if items.iter().any(Json::is_object) => {
                    text.push('\n');
                    items.iter().for_each(|item| text += &format!("      - {}\n", inline(item, has_zeros)));
                }
                Json::String(value) => text += &format!(" {}\n", plain(value, false, has_zeros)),
                value => text += &format!(" {}\n", inline(value, has_zeros)),
            }
        }
        if row.is_empty() {
            text += "  - {}\n";
        }
    }
    text
}
