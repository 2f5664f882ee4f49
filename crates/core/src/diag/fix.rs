//! Changes that would fix findings: edits in the layout of the text they are made in.

use crate::source::tree::{Node, Tree, TreeEntry, Value};
use crate::source::{Address, Part, Pointer, Sources, Span};

/// A change that would fix a finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fix {
    /// Whether it can be made without a look: meaning is kept.
    pub safe: bool,
    /// The edits that make up the change.
    pub edits: Vec<Edit>,
}

/// One change of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// The place the edit applies to.
    pub at: Address,
    /// The new text.
    pub text: String,
    /// The operation that puts the text there.
    pub how: How,
}

/// The operation of an edit: how its new text relates to the text already there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum How {
    /// It stands instead of a scalar, a key or some bytes.
    Replace,
    /// There is none: the address is an item of a list or a member of a mapping, which goes.
    Remove,
    /// It becomes the last item of the list at the address.
    Append,
    /// It becomes the last member, written `key: value`, of the mapping at the address.
    Insert,
}

impl Edit {
    /// Returns an edit that replaces the text at a place.
    pub fn replace(at: Address, text: impl Into<String>) -> Edit {
        Edit { at, text: text.into(), how: How::Replace }
    }

    /// Removes an item of a list, or a member of a mapping.
    pub fn remove(item: Address) -> Edit {
        Edit { at: item, text: String::new(), how: How::Remove }
    }

    /// Adds an item to the end of a list. One of several lines, each indented as the first, has its place only in a list without
    /// brackets.
    pub fn append(list: Address, text: impl Into<String>) -> Edit {
        Edit { at: list, text: text.into(), how: How::Append }
    }

    /// Adds a member, written `key: value`, to the end of a mapping.
    pub fn insert(mapping: Address, text: impl Into<String>) -> Edit {
        Edit { at: mapping, text: text.into(), how: How::Insert }
    }

    /// Returns the bytes that are replaced, and the text that replaces them. `None` if the text has no place for it, such as the
    /// end of an empty list.
    pub fn resolve(&self, sources: &Sources) -> Option<(Span, String)> {
        let file = sources.get(self.at.file);
        let whole = |span: Span| (span, self.text.clone());
        match (self.how, file.tree()) {
            (How::Replace, _) => Some(whole(sources.span(&self.at))),
            (How::Remove, Some(tree)) => remove(file.text(), tree, &self.at.pointer).map(whole),
            (How::Append, Some(tree)) => {
                let list = tree.get(&self.at.pointer)?;
                let Value::Seq(items) = &list.value else { return None };
                let last = tree.node(*items.last()?);
                add(file.text(), list, last.span, tree.node(items[0]).span.start, &self.text, "- ")
            }
            (How::Insert, Some(tree)) => {
                let mapping = tree.get(&self.at.pointer)?;
                let Value::Map(entries) = &mapping.value else { return None };
                let (first, last) = (entries.first()?, entries.last()?);
                let span = Span { start: last.key_span.start, end: end_of(tree, last) };
                add(file.text(), mapping, span, first.key_span.start, &self.text, "")
            }
            (_, None) => None,
        }
    }

    /// Returns what of the document may change: no two edits with the same, or with one inside the other, are made at
    /// once.
    pub fn scope(&self) -> Pointer {
        let outer = || self.at.pointer.parent().unwrap_or_default();
        match (self.how, &self.at.part) {
            (How::Replace, Part::Key) | (How::Remove, _) => outer(),
            _ => self.at.pointer.clone(),
        }
    }
}

fn end_of(tree: &Tree, entry: &TreeEntry) -> usize {
    tree.node(entry.value).span.end.max(entry.key_span.end)
}

/// The bytes of an item or member and of what separates it from its neighbours.
fn remove(text: &str, tree: &Tree, item: &Pointer) -> Option<Span> {
    let all = tree.get(&item.parent()?)?;
    let step = item.steps().last()?;
    // What stands before one that has a line of its own.
    let (count, index, dash): (usize, usize, &str) = match &all.value {
        Value::Seq(items) => (items.len(), step.parse().ok()?, "-"),
        Value::Map(entries) => (entries.len(), entries.iter().position(|entry| *entry.key == *step)?, ""),
        _ => return None,
    };
    // Only its neighbours are checked: there may be thousands that go.
    let span_of = |index: usize| match &all.value {
        Value::Seq(items) => items.get(index).map(|item| tree.node(*item).span),
        Value::Map(entries) => {
            entries.get(index).map(|entry| Span { start: entry.key_span.start, end: end_of(tree, entry) })
        }
        _ => None,
    };
    let span = span_of(index)?;
    // A list without items has another meaning.
    if count < 2 {
        return None;
    }
    // A comment beside the item may say why it is there.
    if text[all.span.start..].starts_with(['[', '{']) {
        let (removed, between) = match span_of(index + 1).map(|next| next.start) {
            Some(next) => (Span { start: span.start, end: next }, span.end..next),
            None => {
                let before = span_of(index.checked_sub(1)?)?.end;
                (Span { start: before, end: span.end }, before..span.start)
            }
        };
        return (!text[between].contains('#')).then_some(removed);
    }
    // From the dash to the end of the line.
    let start = text[..span.start].rfind('\n').map_or(0, |at| at + 1);
    let end = text[span.end..].find('\n').map_or(text.len(), |at| span.end + at + 1);
    let alone = text[start..span.start].trim() == dash && text[span.end..end].trim().is_empty();
    // So may one between its lines.
    let lines = &text[span.start..span.end];
    (alone && !(lines.contains('\n') && lines.contains('#'))).then_some(Span { start, end })
}

/// Returns the place where something is added behind the last part of a collection, in its style.
fn add(text: &str, all: &Node, last: Span, first: usize, new: &str, dash: &str) -> Option<(Span, String)> {
    if text[all.span.start..].starts_with(['[', '{']) {
        return (!new.contains('\n')).then(|| (Span { start: last.end, end: last.end }, format!(", {new}")));
    }
    // On a line of its own, as far to the right as the first.
    let line = text[..first].rfind('\n').map_or(0, |at| at + 1);
    let indent: String = text[line..first].chars().map(|c| if c == '-' { ' ' } else { c }).collect();
    let indent = indent.strip_suffix(&" ".repeat(dash.len()))?;
    let at = text[last.end..].find('\n').map_or(text.len(), |at| last.end + at);
    let end = if text[..at].ends_with('\r') { at - 1 } else { at };
    let newline = if end < at { "\r\n" } else { "\n" };
    let new = new.replace('\n', &format!("{newline}{indent}{}", " ".repeat(dash.len())));
    indent.trim().is_empty().then(|| (Span { start: end, end }, format!("{newline}{indent}{dash}{new}")))
}
