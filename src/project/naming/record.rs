//! The words of a record: its texts and keys, and of a text that is made of several names each of them.

use std::iter;

use muster_core::source::tree::{Node, Value};
use muster_core::source::{Address, File, Part, Pointer, Span};
use muster_systems::Role;
use muster_systems::names::{NameTable, NamedThing};

use crate::review::Unit;

/// The characters between the names that a text is made of, as in `Reynolds/Wadsworth` and `T4#1`.
const BETWEEN: [char; 2] = ['/', '#'];

/// A word of a record.
#[derive(Debug, Clone)]
pub struct RecordWord {
    /// The word.
    pub text: String,
    /// Its place.
    pub at: Address,
    /// The word before it in the same text: `Reynolds` of `Reynolds/Wadsworth` for `Wadsworth`.
    before: Option<String>,
    /// The word behind it.
    behind: Option<String>,
}

/// Returns the words of a document, without those that name a file; none if it is no record.
pub fn words_of<'a>(source: &'a File, unit: &'a Unit) -> impl Iterator<Item = RecordWord> + 'a {
    let tree = source.tree().filter(|_| unit.outline.kind.role == Role::Record);
    let mut waiting: Vec<(Pointer, &Node)> = tree.map(|tree| (Pointer::root(), tree.root())).into_iter().collect();
    let nodes = iter::from_fn(move || {
        let (at, node) = waiting.pop()?;
        let tree = tree?;
        match &node.value {
            Value::Seq(items) => {
                waiting.extend(items.iter().enumerate().map(|(i, id)| (at.index(i), tree.node(*id))));
            }
            Value::Map(entries) => {
                waiting.extend(entries.iter().map(|entry| (at.key(&entry.key), tree.node(entry.value))));
            }
            _ => {}
        }
        Some((at, node))
    });
    nodes.flat_map(move |(at, node)| match &node.value {
        Value::Str(text) if unit.outline.files.iter().all(|named| named.at != at) => {
            parts(source, text, &Address::value(unit.file, at), node.span)
        }
        Value::Map(entries) => {
            let of_key = |key: &str, span| parts(source, key, &Address::key(unit.file, at.key(key)), span);
            entries.iter().flat_map(|entry| of_key(&entry.key, entry.key_span)).collect()
        }
        _ => Vec::new(),
    })
}

/// Returns the names that a text or key is made of, and the whole.
fn parts(source: &File, text: &str, at: &Address, span: Span) -> Vec<RecordWord> {
    let whole = RecordWord { text: text.to_owned(), at: at.clone(), before: None, behind: None };
    let raw = source.text().get(span.start..span.end).unwrap_or_default();
    // Where the text is written otherwise than it reads, nobody can say where its parts are.
    let Some(first) = raw.find(text).filter(|first| *first <= 1 && text.contains(BETWEEN)) else { return vec![whole] };
    let names: Vec<&str> = text.split(BETWEEN).collect();
    let mut start = span.start + first;
    let part = |(i, name): (usize, &&str)| {
        let own = Span { start, end: start + name.len() };
        start = own.end + 1;
        let beside = |i: Option<usize>| names.get(i?).map(|name| (*name).to_owned());
        let at = Address::bytes(at.file, at.pointer.clone(), own);
        RecordWord { text: (*name).to_owned(), at, before: beside(i.checked_sub(1)), behind: beside(i.checked_add(1)) }
    };
    names.iter().enumerate().map(part).chain([whole]).collect()
}

impl RecordWord {
    /// Returns the one thing that the word means, as an index into the table's names, and whether it is its number. Of several
    /// things of a name it is the one whose owner is named before it, or beside it in the same mapping.
    pub fn meaning(&self, table: &NameTable, source: &File) -> Option<(usize, bool)> {
        let called = |is_meant: &dyn Fn(&NamedThing) -> bool| -> Vec<usize> {
            table.names.iter().enumerate().filter(|(_, thing)| is_meant(thing)).map(|(i, _)| i).collect()
        };
        let by_name = called(&|thing| thing.name == self.text);
        if let Some(means) = self.only(by_name, table, source) {
            return Some((means, false));
        }
        let by_number = called(&|thing| thing.number.as_ref().is_some_and(|(number, _)| *number == self.text));
        self.only(by_number, table, source).map(|means| (means, true))
    }

    fn only(&self, mut meant: Vec<usize>, table: &NameTable, source: &File) -> Option<usize> {
        if meant.len() > 1 {
            let owner = |thing: usize| table.names[thing].owner.map(|owner| &table.names[owner]);
            if let Some(before) = &self.before {
                meant.retain(|thing| owner(*thing).is_some_and(|owner| owner.is_called(before)));
            } else if let Some(behind) = &self.behind {
                let owns = |thing: &usize| {
                    table.names.iter().any(|other| other.owner == Some(*thing) && other.is_called(behind))
                };
                meant.retain(owns);
            } else {
                let beside = self.words_beside(source);
                let is_beside = |owner: &NamedThing| beside.iter().any(|word| owner.is_called(word));
                meant.retain(|thing| owner(*thing).is_some_and(is_beside));
            }
        }
        match meant.as_slice() {
            [one] => Some(*one),
            _ => None,
        }
    }

    /// Returns the words that are written beside this one, in the same mapping.
    fn words_beside<'a>(&self, source: &'a File) -> Vec<&'a str> {
        let is_value = matches!(self.at.part, Part::Value);
        let found = source.tree().filter(|_| is_value).and_then(|tree| {
            let Value::Map(entries) = &tree.get(&self.at.pointer.parent()?)?.value else { return None };
            Some(entries.iter().map(|entry| &tree.node(entry.value).value).collect::<Vec<_>>())
        });
        let texts = found.into_iter().flatten().filter_map(|value| match value {
            Value::Str(text) => Some(&**text),
            _ => None,
        });
        texts.flat_map(|text| text.split(BETWEEN)).collect()
    }
}
