//! Changes of cells as edits of the document that is there: only what changed is written, in the style of what is around it.

use std::collections::HashSet;

use serde_json::{Map, Value as Json};

use muster_core::diag::{Edit, Sink};
use muster_core::load;
use muster_core::source::tree::{Tree, Value};
use muster_core::source::{Address, FileId, Pointer, Sources, Span};

use super::cell::{inline, plain};
use super::document::SheetDocument;
use super::table::Holds;

/// A value of a new row: its key, the value with the text of its cell, and whether it is a list of which each item has a cell.
pub type RowValue = (String, Vec<(Json, String)>, bool);

/// A change that a spreadsheet asks for.
#[derive(Debug)]
pub enum Wish {
    /// A value is to be another, or to go. The text is that of the cell.
    Set {
        /// The value.
        at: Pointer,
        /// The new value; `None` if it goes.
        value: Option<Json>,
        /// The text of the cell.
        text: String,
        /// The cell.
        cell: Address,
    },
    /// The items of a list are to be others.
    Items {
        /// The list, which may not be written yet.
        at: Pointer,
        /// By their numbers, from 0: the new item with the text of its cell; `None` if it goes.
        items: Vec<(usize, Option<(Json, String)>)>,
        /// The first cell.
        cell: Address,
    },
    /// A row is added.
    Add {
        /// The list.
        list: Pointer,
        /// What the list holds.
        holds: Holds,
        /// Its values, in the order of the columns.
        values: Vec<RowValue>,
        /// The cell that names it.
        cell: Address,
    },
    /// A row goes.
    Delete {
        /// The row.
        at: Pointer,
        /// The place in the spreadsheet where it is missing.
        cell: Address,
    },
}

/// A change that cannot be made without changing more, and why.
#[derive(Debug)]
pub struct Blocked {
    /// The cell that asks for it.
    pub cell: Address,
    /// The value in the document that it is about.
    pub at: Pointer,
    /// The reason.
    pub why: String,
}

/// An edit, what it is for, and what is written before its text.
struct Step<'a> {
    edit: Edit,
    wish: &'a Wish,
    lead: &'static str,
}

/// Returns the text of a document with changes made.
///
/// # Errors
///
/// Returns the changes that cannot be made; then none is.
pub fn apply(document: &SheetDocument, wishes: &[Wish]) -> Result<String, Vec<Blocked>> {
    let mut expected = document.tree().to_json();
    wishes.iter().for_each(|wish| expect(&mut expected, wish));
    remove_last(&mut expected, wishes);
    let shared = wishes.iter().filter(|wish| document.tree().is_shared(wish.place()));
    let shared: Vec<Blocked> =
        shared.map(|wish| wish.block("an alias repeats the value in other places; edit the file instead")).collect();
    if !shared.is_empty() {
        return Err(shared);
    }
    let mut text = document.text().to_owned();
    if wishes.is_empty() {
        return Ok(text);
    }
    let read = |text: &str| Draft::read(document, text).ok_or_else(|| block_all(wishes, DAMAGED));
    let mut draft = read(&text)?;
    // Each round has the text read again, so that no two edits meet in one place.
    for round in [values, removals, additions, first_rows, new_rows, deletions] {
        let mut lists = HashSet::new();
        let steps: Vec<Step<'_>> = wishes.iter().flat_map(|wish| round(&draft, wish, &mut lists)).collect();
        if !steps.is_empty() {
            text = draft.with(steps)?;
            draft = read(&text)?;
        }
    }
    match draft.tree().to_json() == expected {
        true => Ok(text),
        false => Err(block_all(wishes, DAMAGED)),
    }
}

/// Why changes are not made that would change more.
const DAMAGED: &str = "writing it would change more than this cell; edit the file instead";

fn block_all(wishes: &[Wish], why: &str) -> Vec<Blocked> {
    wishes.iter().map(|wish| wish.block(why)).collect()
}

impl Wish {
    fn place(&self) -> &Pointer {
        match self {
            Wish::Set { at, .. } | Wish::Items { at, .. } | Wish::Delete { at, .. } => at,
            Wish::Add { list, .. } => list,
        }
    }

    fn block(&self, why: &str) -> Blocked {
        let (Wish::Set { cell, .. } | Wish::Items { cell, .. } | Wish::Add { cell, .. } | Wish::Delete { cell, .. }) =
            self;
        Blocked { cell: cell.clone(), at: self.place().clone(), why: why.to_owned() }
    }
}

/// Makes a change in what the document means. Rows that go are left for [`remove_last`].
fn expect(meant: &mut Json, wish: &Wish) {
    match wish {
        Wish::Set { at, value, .. } => set(meant, at, value.clone()),
        Wish::Items { at, items, .. } => {
            let list = meant.pointer(at.as_str()).and_then(Json::as_array).cloned().unwrap_or_default();
            let mut list: Vec<Option<Json>> = list.into_iter().map(Some).collect();
            for (item, value) in items {
                list.resize(list.len().max(item + 1), None);
                list[*item] = value.as_ref().map(|(value, _)| value.clone());
            }
            let list: Vec<Json> = list.into_iter().flatten().collect();
            set(meant, at, (!list.is_empty()).then_some(Json::Array(list)));
        }
        Wish::Add { list, holds, values, .. } => {
            let row = row_of(values);
            match (holds, meant.pointer_mut(list.as_str())) {
                (Holds::Items, Some(Json::Array(items))) => items.push(row),
                (Holds::Items, _) => set(meant, list, Some(Json::Array(vec![row]))),
                (Holds::Itself, _) => set(meant, list, Some(row)),
                (Holds::Members, Some(Json::Object(members))) => members.extend(member_of(values)),
                (Holds::Members, _) => set(meant, list, Some(Json::Object(member_of(values).into_iter().collect()))),
            }
        }
        Wish::Delete { .. } => {}
    }
}

/// Removes rows from what the document means, the last first.
fn remove_last(meant: &mut Json, wishes: &[Wish]) {
    for wish in wishes.iter().rev() {
        if let Wish::Delete { at, .. } = wish {
            set(meant, at, None);
        }
    }
}

/// Returns the row that values make.
fn row_of(values: &[RowValue]) -> Json {
    let value = |(key, values, is_list): &RowValue| {
        let list = || values.iter().map(|(value, _)| value.clone()).collect();
        (key.clone(), if *is_list { Json::Array(list()) } else { values[0].0.clone() })
    };
    Json::Object(values.iter().map(value).collect::<Map<_, _>>())
}

/// Returns the member that a row of a mapping is: its name and its value.
fn member_of(values: &[RowValue]) -> Option<(String, Json)> {
    let [(_, name, _), (_, value, _)] = values else { return None };
    Some((name[0].1.clone(), value[0].0.clone()))
}

/// Gives a value its new value, or removes it.
fn set(meant: &mut Json, at: &Pointer, value: Option<Json>) {
    let Some((parent, step)) = at.parent().zip(at.steps().last()) else { return };
    match (meant.pointer_mut(parent.as_str()), value) {
        (Some(Json::Object(members)), Some(value)) => _ = members.insert(step, value),
        (Some(Json::Object(members)), None) => _ = members.shift_remove(&step),
        (Some(Json::Array(items)), value) => {
            let Some(index) = step.parse().ok().filter(|index: &usize| *index < items.len()) else { return };
            match value {
                Some(value) => items[index] = value,
                None => _ = items.remove(index),
            }
        }
        _ => {}
    }
}

/// A document that is being changed.
struct Draft {
    sources: Sources,
    file: FileId,
    /// Whether numbers with leading zeros are texts here, and need no quotes.
    has_zeros: bool,
}

impl Draft {
    fn read(document: &SheetDocument, text: &str) -> Option<Draft> {
        let (mut sources, mut sink) = (Sources::default(), Sink::default());
        let file = load::read(&mut sources, document.path().to_owned(), text.as_bytes(), &mut sink);
        sources.get(file).tree()?;
        Some(Draft { sources, file, has_zeros: document.system.schema().has_zero_padded() })
    }

    fn text(&self) -> &str {
        self.sources.get(self.file).text()
    }

    fn tree(&self) -> &Tree {
        self.sources.get(self.file).tree().unwrap_or_else(|| panic!("internal error: a draft without a tree"))
    }

    fn address(&self, at: &Pointer) -> Address {
        Address::value(self.file, at.clone())
    }

    /// Returns the text with edits made.
    fn with(&self, steps: Vec<Step<'_>>) -> Result<String, Vec<Blocked>> {
        let (mut made, mut faults) = (Vec::new(), Vec::new());
        let scalars = self.tree().scalars();
        for step in steps {
            match step.edit.resolve(&self.sources) {
                Some((span, _)) if self.has_comments(span, &scalars) => {
                    faults.push(step.wish.block("it would lose the comments in this value; edit the file instead"));
                }
                Some((span, text)) => {
                    let end = self.and_blank_line(&step.edit, span.start, span.end);
                    let (start, text) = self.put_on_key_line(&step.edit, span.start, text);
                    made.push((start, end, self.with_line_ends(format!("{}{text}", step.lead)), step.wish));
                }
                None => faults.push(step.wish.block(
                    "the value shares its lines with a comment, or is the only item of its list; edit the file instead",
                )),
            }
        }
        made.sort_by_key(|(start, ..)| *start);
        let (mut text, mut done) = (String::with_capacity(self.text().len()), 0);
        for (start, end, new, wish) in made {
            match self.text().get(done..start) {
                Some(between) => text.push_str(between),
                None => {
                    faults.push(wish.block(DAMAGED));
                    continue;
                }
            }
            text.push_str(&new);
            done = end;
        }
        text.push_str(self.text().get(done..).unwrap_or_default());
        if faults.is_empty() { Ok(text) } else { Err(faults) }
    }

    /// Returns a text with its lines ended as the first one of the document is.
    fn with_line_ends(&self, text: String) -> String {
        let is_crlf = self.text().split_once('\n').is_some_and(|(first, _)| first.ends_with('\r'));
        if is_crlf && text.contains('\n') { text.replace("\r\n", "\n").replace('\n', "\r\n") } else { text }
    }

    /// Returns true if comments are written between the scalars of a text, all of which are in `scalars`.
    fn has_comments(&self, span: Span, scalars: &[Span]) -> bool {
        let mut marks = self.text()[span.start..span.end].match_indices('#').map(|(at, _)| span.start + at);
        let is_comment = |at: usize| {
            let before = scalars.partition_point(|scalar| scalar.start <= at);
            before.checked_sub(1).is_none_or(|last| scalars[last].end <= at)
        };
        self.text()[span.start..span.end].contains('\n') && marks.any(is_comment)
    }

    /// Returns where a new value begins, and its text: a list on one line, for one in lines of its own, follows its key.
    fn put_on_key_line(&self, edit: &Edit, start: usize, text: String) -> (usize, String) {
        let key = self.text()[..start].trim_end_matches([' ', '\n', '\r']);
        let is_below = edit.how == muster_core::diag::How::Replace
            && key.ends_with(':')
            && self.text()[key.len()..start].contains('\n');
        if is_below && text.starts_with(['[', '{']) { (key.len(), format!(" {text}")) } else { (start, text) }
    }

    /// Returns the end of what goes: with an item that stood between blank lines one of them goes too.
    fn and_blank_line(&self, edit: &Edit, start: usize, end: usize) -> usize {
        let is_between = edit.how == muster_core::diag::How::Remove
            && self.text()[..start].ends_with("\n\n")
            && self.text()[end..].starts_with('\n');
        if is_between { end + 1 } else { end }
    }

    /// Returns true for a place in a mapping or list in brackets.
    fn is_in_flow(&self, at: &Pointer) -> bool {
        let above = std::iter::successors(Some(at.clone()), Pointer::parent);
        above.filter_map(|pointer| self.tree().get(&pointer)).any(|node| {
            matches!(node.value, Value::Map(_) | Value::Seq(_))
                && self.text()[node.span.start..].starts_with(['{', '['])
        })
    }

    /// Returns the edits that give a value its new value; `text` is how it is written in a cell.
    fn change(&self, at: &Pointer, new: &Json, text: Option<&str>, edits: &mut Vec<Edit>) {
        let tree = self.tree();
        let Some(node) = tree.get(at) else {
            let Some((parent, key)) = at.parent().zip(at.steps().last()) else { return };
            let written = self.write_value(new, text, None, self.is_in_flow(&parent));
            edits.push(Edit::insert(self.address(&parent), format!("{}: {written}", self.key(&key))));
            return;
        };
        if tree.json(node) == *new {
            return;
        }
        match (&node.value, new) {
            (Value::Map(entries), Json::Object(members))
                if entries.len() == members.len() && entries.iter().all(|entry| members.contains_key(&*entry.key)) =>
            {
                members.iter().for_each(|(key, value)| self.change(&at.key(key), value, None, edits));
            }
            (Value::Seq(items), Json::Array(values)) if items.len() == values.len() => {
                values.iter().enumerate().for_each(|(i, value)| self.change(&at.index(i), value, None, edits));
            }
            _ => {
                let raw = &self.text()[node.span.start..node.span.end];
                let in_flow = at.parent().is_some_and(|parent| self.is_in_flow(&parent));
                edits.push(Edit::replace(self.address(at), self.write_value(new, text, Some(raw), in_flow)));
            }
        }
    }

    /// Returns a key as it is written.
    fn key(&self, key: &str) -> String {
        self.scalar(key, None, true)
    }

    /// Returns a value as it is written in the place of `raw`, or in a new place.
    fn write_value(&self, new: &Json, text: Option<&str>, raw: Option<&str>, in_flow: bool) -> String {
        match new {
            Json::String(new) => self.scalar(new, raw, in_flow),
            Json::Object(_) | Json::Array(_) => match text {
                Some(text) if !text.contains('\n') && text.starts_with(['{', '[']) => text.to_owned(),
                _ => inline(new, self.has_zeros),
            },
            _ => new.to_string(),
        }
    }

    /// Returns a text as it is written: as `raw` is where that can be, plain where it needs no quotes.
    fn scalar(&self, new: &str, raw: Option<&str>, in_flow: bool) -> String {
        let raw = raw.unwrap_or_default();
        if raw.starts_with('\'') && !new.contains(char::is_control) {
            return format!("'{}'", new.replace('\'', "''"));
        }
        if let Some(block) = self.block(new, raw) {
            return block;
        }
        match raw.starts_with('"') {
            true => Json::from(new).to_string(),
            false => plain(new, in_flow, self.has_zeros),
        }
    }

    /// Returns a text as a block of lines like the one it takes the place of; `None` if it is in none.
    fn block(&self, new: &str, raw: &str) -> Option<String> {
        let header = raw.lines().next()?;
        let first = raw.lines().skip(1).find(|line| !line.trim().is_empty())?;
        let is_block = header.starts_with(['>', '|']) && header.len() <= 2;
        let indent = &first[..first.len() - first.trim_start().len()];
        let is_sound = |line: &str| !line.trim().is_empty() && line.trim() == line && !line.contains(char::is_control);
        if !is_block || !new.trim_end_matches('\n').split('\n').all(is_sound) {
            return None;
        }
        let keep = if new.ends_with('\n') { "" } else { "-" };
        let new = new.trim_end_matches('\n');
        let lines: Vec<String> = match header.starts_with('|') {
            true => new.split('\n').map(str::to_owned).collect(),
            false if new.contains(['\n', '\t']) || new.contains("  ") => return None,
            false => {
                let width = raw.lines().skip(1).map(|line| line.trim().chars().count()).max().unwrap_or_default();
                folded_at(new, width.max(WIDTH))
            }
        };
        let lines: String = lines.iter().map(|line| format!("\n{indent}{line}")).collect();
        let end = if raw.ends_with('\n') { "\n" } else { "" };
        Some(format!("{}{keep}{lines}{end}", &header[..1]))
    }
}

/// The width that a text is folded at, at least.
const WIDTH: usize = 80;

/// Returns a text in lines of at most so many letters.
fn folded_at(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let last = lines.last_mut().unwrap_or_else(|| panic!("internal error: no line"));
        if last.is_empty() {
            last.push_str(word);
        } else if last.chars().count() + 1 + word.chars().count() <= width {
            last.push(' ');
            last.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}

/// Returns a step for each edit.
fn steps<'a>(wish: &'a Wish, edits: Vec<Edit>) -> Vec<Step<'a>> {
    edits.into_iter().map(|edit| Step { edit, wish, lead: "" }).collect()
}

/// The first round: values that change, and those that are new in their mapping.
fn values<'a>(draft: &Draft, wish: &'a Wish, _: &mut Lists<'a>) -> Vec<Step<'a>> {
    let mut edits = Vec::new();
    match wish {
        Wish::Set { at, value: Some(value), text, .. } => draft.change(at, value, Some(text), &mut edits),
        Wish::Items { at, items, .. } => {
            for (item, value) in items {
                let at = at.index(*item);
                if let Some((value, text)) = value.as_ref().filter(|_| draft.tree().get(&at).is_some()) {
                    draft.change(&at, value, Some(text), &mut edits);
                }
            }
        }
        _ => {}
    }
    steps(wish, edits)
}

/// The second round: values that go; of a list whose items all go the list itself.
fn removals<'a>(draft: &Draft, wish: &'a Wish, _: &mut Lists<'a>) -> Vec<Step<'a>> {
    let is_there = |at: &Pointer| draft.tree().get(at).is_some();
    let edits = match wish {
        Wish::Set { at, value: None, .. } if is_there(at) => vec![Edit::remove(draft.address(at))],
        Wish::Items { at, items, .. } => {
            let gone: Vec<Pointer> =
                items.iter().filter(|(_, value)| value.is_none()).map(|(item, _)| at.index(*item)).collect();
            let gone: Vec<&Pointer> = gone.iter().filter(|at| is_there(at)).collect();
            let count = match draft.tree().get(at).map(|node| &node.value) {
                Some(Value::Seq(items)) => items.len(),
                _ => 0,
            };
            let is_added = items.iter().any(|(item, value)| *item >= count && value.is_some());
            match gone.len() == count && count > 0 && !is_added {
                true => vec![Edit::remove(draft.address(at))],
                false => gone.into_iter().map(|at| Edit::remove(draft.address(at))).collect(),
            }
        }
        _ => Vec::new(),
    };
    steps(wish, edits)
}

/// The third round: items that a list gets.
fn additions<'a>(draft: &Draft, wish: &'a Wish, _: &mut Lists<'a>) -> Vec<Step<'a>> {
    let Wish::Items { at, items, .. } = wish else { return Vec::new() };
    let before = match draft.tree().get(at).map(|node| &node.value) {
        Some(Value::Seq(items)) => items.len(),
        _ => 0,
    };
    // Items that went moved those behind them up, but none behind the last.
    let gone = items.iter().filter(|(_, value)| value.is_none()).count();
    let is_new = |item: usize| item >= before + if before == 0 { 0 } else { gone };
    let new = items.iter().filter(|(item, _)| is_new(*item));
    let written: Vec<String> = new
        .filter_map(|(_, value)| value.as_ref())
        .map(|(value, text)| draft.write_value(value, Some(text), None, true))
        .collect();
    let edits = match (before, at.parent().zip(at.steps().last())) {
        _ if written.is_empty() => Vec::new(),
        (0, Some((parent, key))) if draft.tree().get(at).is_none() => {
            let inline = draft.is_in_flow(&parent);
            vec![Edit::insert(draft.address(&parent), draft.list(&key, &written, inline))]
        }
        (0, _) => vec![Edit::replace(draft.address(at), format!("[{}]", written.join(", ")))],
        _ => written.into_iter().map(|item| Edit::append(draft.address(at), item)).collect(),
    };
    steps(wish, edits)
}

impl Draft {
    /// Returns the member of a list of items.
    fn list(&self, key: &str, items: &[String], inline: bool) -> String {
        match inline {
            true => format!("{}: [{}]", self.key(key), items.join(", ")),
            false => {
                format!("{}:{}", self.key(key), items.iter().map(|item| format!("\n  - {item}")).collect::<String>())
            }
        }
    }

    /// Returns the members of a new row as they are written.
    fn members(&self, values: &[RowValue], inline: bool) -> Vec<String> {
        let member = |(key, values, is_list): &RowValue| {
            let written =
                |in_flow| values.iter().map(move |(value, text)| self.write_value(value, Some(text), None, in_flow));
            match is_list {
                true => self.list(key, &written(true).collect::<Vec<_>>(), inline),
                false => format!("{}: {}", self.key(key), written(inline).next().unwrap_or_default()),
            }
        };
        values.iter().map(member).collect()
    }

    /// Returns true if the last item of a list is in brackets, on one line.
    fn has_rows_inline(&self, list: &Pointer) -> bool {
        let Some(Value::Seq(items)) = self.tree().get(list).map(|node| &node.value) else { return false };
        items.last().is_some_and(|item| self.text()[self.tree().node(*item).span.start..].starts_with('{'))
    }

    /// Returns true if blank lines separate the last two items of a list.
    fn has_blank_lines(&self, list: &Pointer) -> bool {
        let Some(Value::Seq(items)) = self.tree().get(list).map(|node| &node.value) else { return false };
        let [.., before, last] = items.as_slice() else { return false };
        let (before, last) = (self.tree().node(*before).span, self.tree().node(*last).span);
        let between = self.text().get(before.end..last.start).unwrap_or_default();
        between.lines().skip(1).any(|line| line.trim().is_empty())
    }
}

/// The lists that a round has met.
type Lists<'a> = HashSet<&'a Pointer>;

/// The fourth round: the first row of each list that has none.
fn first_rows<'a>(draft: &Draft, wish: &'a Wish, lists: &mut Lists<'a>) -> Vec<Step<'a>> {
    let Wish::Add { list, holds, values, .. } = wish else { return Vec::new() };
    if !draft.is_empty(list) || !lists.insert(list) {
        return Vec::new();
    }
    let is_there = draft.tree().get(list).is_some();
    let inline = is_there || list.parent().is_some_and(|parent| draft.is_in_flow(&parent));
    let row = || format!("{{{}}}", draft.members(values, true).join(", "));
    let written = match holds {
        Holds::Members => draft.member(values).map(|member| format!("{{{member}}}")).unwrap_or_default(),
        Holds::Itself => row(),
        Holds::Items if inline => format!("[{}]", row()),
        Holds::Items => format!("\n  - {}", draft.members(values, false).join("\n").replace('\n', "\n    ")),
    };
    let edit = match list.parent().zip(list.steps().last()) {
        _ if is_there => Some(Edit::replace(draft.address(list), written)),
        Some((parent, key)) => {
            let gap = if written.starts_with('\n') { "" } else { " " };
            Some(Edit::insert(draft.address(&parent), format!("{}:{gap}{written}", draft.key(&key))))
        }
        None => None,
    };
    steps(wish, edit.into_iter().collect())
}

/// The fifth round: rows that are added to others. Those that the fourth round wrote are there already.
fn new_rows<'a>(draft: &Draft, wish: &'a Wish, _: &mut Lists<'a>) -> Vec<Step<'a>> {
    let Wish::Add { list, holds, values, .. } = wish else { return Vec::new() };
    if draft.has_row(list, values, *holds) {
        return Vec::new();
    }
    let edit = match holds {
        Holds::Members => draft.member(values).map(|member| Edit::insert(draft.address(list), member)),
        Holds::Itself => None,
        Holds::Items => {
            let inline = draft.has_rows_inline(list) || draft.is_in_flow(list);
            let row = match inline {
                true => format!("{{{}}}", draft.members(values, true).join(", ")),
                false => draft.members(values, false).join("\n"),
            };
            Some(Edit::append(draft.address(list), row))
        }
    };
    let lead = if draft.has_blank_lines(list) { "\n" } else { "" };
    edit.map(|edit| Step { edit, wish, lead }).into_iter().collect()
}

impl Draft {
    /// Returns true if a list of rows has none, or is not there.
    fn is_empty(&self, list: &Pointer) -> bool {
        self.tree().get(list).is_none_or(|node| match &node.value {
            Value::Seq(items) => items.is_empty(),
            Value::Map(entries) => entries.is_empty(),
            _ => true,
        })
    }

    /// Returns true if the only row of a list is this one.
    fn has_row(&self, list: &Pointer, values: &[RowValue], holds: Holds) -> bool {
        let Some(node) = self.tree().get(list) else { return false };
        match (self.tree().json(node), holds) {
            (Json::Array(items), Holds::Items) => items == [row_of(values)],
            (row, Holds::Itself) => row == row_of(values),
            (Json::Object(members), Holds::Members) => {
                member_of(values).is_some_and(|(name, value)| members.get(&name) == Some(&value))
            }
            _ => false,
        }
    }

    /// Returns the member that a row of a mapping is, as it is written.
    fn member(&self, values: &[RowValue]) -> Option<String> {
        let (name, value) = member_of(values)?;
        let text = values.last().map(|(_, value, _)| value[0].1.as_str());
        Some(format!("{}: {}", self.key(&name), self.write_value(&value, text, None, true)))
    }
}

/// The last round: rows that go.
fn deletions<'a>(draft: &Draft, wish: &'a Wish, _: &mut Lists<'a>) -> Vec<Step<'a>> {
    match wish {
        Wish::Delete { at, .. } => steps(wish, vec![Edit::remove(draft.address(at))]),
        _ => Vec::new(),
    }
}
