//! Keys of mappings: unique, text, and no merge keys.

use std::borrow::Cow;
use std::collections::HashMap;

use super::super::yaml::Style;
use super::{Builder, Frame, Items, codes};
use crate::source::Span;
use crate::source::tree::{Node, NodeId, TreeEntry, Value};

/// Above this many members a mapping is searched by hash.
const FEW: usize = 16;

/// The members of a mapping that is being read.
#[derive(Debug, Default)]
pub(super) struct Members<'a> {
    entries: Vec<TreeEntry>,
    index: HashMap<Box<str>, usize>,
    /// Members that a merge key brings, to be used where the mapping does not have its own.
    merged: Vec<TreeEntry>,
    slot: Slot<'a>,
}

/// The next thing expected in a mapping.
#[derive(Debug, Default)]
enum Slot<'a> {
    #[default]
    Key,
    /// The value of this key.
    Value(Cow<'a, str>, Span),
    /// The value of a merge key.
    Merge,
    /// The value of a key that was refused.
    Refused,
}

impl<'a> Members<'a> {
    /// Returns the key whose value is being read.
    pub(super) fn current(&self) -> Option<&str> {
        match &self.slot {
            Slot::Value(key, _) => Some(key),
            _ => None,
        }
    }

    fn find(&self, key: &str) -> Option<&TreeEntry> {
        if self.entries.len() <= FEW {
            return self.entries.iter().find(|entry| *entry.key == *key);
        }
        self.index.get(key).map(|i| &self.entries[*i])
    }

    fn add(&mut self, entry: TreeEntry) {
        if self.entries.len() >= FEW {
            if self.index.is_empty() {
                let known = self.entries.iter().enumerate();
                self.index = known.map(|(i, entry)| (entry.key.clone(), i)).collect();
            }
            self.index.insert(entry.key.clone(), self.entries.len());
        }
        self.entries.push(entry);
    }

    /// Takes the value of the current key.
    pub(super) fn value(&mut self, id: NodeId, nodes: &[Node]) {
        match std::mem::take(&mut self.slot) {
            Slot::Value(key, key_span) => self.add(TreeEntry { key: (&*key).into(), key_span, value: id }),
            Slot::Merge => self.merge(id, nodes),
            Slot::Key | Slot::Refused => {}
        }
    }

    /// Refuses merge keys, but takes what they bring, so that it is not found missing as well.
    fn merge(&mut self, id: NodeId, nodes: &[Node]) {
        match &nodes[id.0 as usize].value {
            Value::Map(entries) => self.merged.extend(entries.iter().cloned()),
            Value::Seq(items) => {
                for item in items {
                    if let Value::Map(entries) = &nodes[item.0 as usize].value {
                        self.merged.extend(entries.iter().cloned());
                    }
                }
            }
            _ => {}
        }
    }

    /// Returns the members in written order.
    pub(super) fn finish(mut self) -> Vec<TreeEntry> {
        for entry in std::mem::take(&mut self.merged) {
            if self.find(&entry.key).is_none() {
                self.add(entry);
            }
        }
        self.entries
    }
}

impl<'a> Builder<'a, '_> {
    /// Returns true if the next value is a key.
    pub(super) fn awaits_key(&self) -> bool {
        let frame = self.frames.last();
        frame.is_some_and(|frame| matches!(&frame.items, Items::Map(Members { slot: Slot::Key, .. })))
    }

    /// Takes a scalar as a key.
    pub(super) fn key(&mut self, text: Cow<'a, str>, value: &Value, style: Style, span: Span) {
        if style == Style::Plain && text == "<<" {
            let finding = self.report(codes::MERGE_KEY, span, "merge keys are not part of YAML 1.2");
            self.sink.push(finding.help("write the keys out"));
            return self.fill(Slot::Merge, span);
        }
        // `null` is a key of recorded plays.
        let word = matches!(value, Value::Str(_)) || text.eq_ignore_ascii_case("null");
        if !word && !self.continues_value(&text, span) {
            let kind = match value {
                Value::Null => "nothing",
                Value::Bool(_) => "true or false",
                _ => "a number",
            };
            let message = match text.is_empty() {
                true => "expected a key before this `:`".to_owned(),
                false => format!("expected text as a key; `{text}` is {kind}"),
            };
            let finding = self.report(codes::KEY_NOT_TEXT, span, message);
            let at = finding.at.clone();
            let finding = match text.is_empty() {
                true => finding,
                // Which keys are known here is not: in quotes it may be another mistake.
                false => finding.help(format!("write `\"{text}\"`")).replace(false, at, format!("\"{text}\"")),
            };
            self.sink.push(finding);
            return self.fill(Slot::Refused, span);
        }
        let first = match self.frames.last().map(|frame| &frame.items) {
            Some(Items::Map(members)) => members.find(&text).map(|entry| entry.key_span),
            _ => None,
        };
        if let Some(first) = first {
            let finding = self.report(codes::DUPLICATE_KEY, span, format!("duplicate key `{text}`"));
            let at = crate::source::Address::bytes(self.file, self.pointer().key(&text), first);
            self.sink.push(finding.with_related(at, "first used here; this value counts"));
            return self.fill(Slot::Refused, span);
        }
        self.fill(Slot::Value(text, span), span);
    }

    /// Returns true if a key without a value in a mapping in braces reads like the rest of the value before it, as in
    /// `dice: 5, 6`: the comma is at fault there, which only those can tell who know the keys.
    fn continues_value(&self, text: &str, span: Span) -> bool {
        let Some(Frame { flow: true, items: Items::Map(members), .. }) = self.frames.last() else { return false };
        let before = members.entries.last().map(|entry| &self.nodes[entry.value.0 as usize]);
        let begun = before.is_some_and(|node| match node.value {
            Value::Seq(_) | Value::Map(_) => false,
            // Another such key stands between them.
            Value::Null => node.span.start == node.span.end && members.entries.len() > 1,
            _ => true,
        });
        begun && !text.is_empty() && self.text[span.end..].trim_start().starts_with([',', '}'])
    }

    /// Takes an alias as a key: of another key, or of a text.
    pub(super) fn alias_key(&mut self, anchor: usize, span: Span) {
        let of_value = || {
            let built = self.anchors.get(&anchor)?;
            match &self.nodes[built.id.0 as usize].value {
                Value::Str(text) => Some(Cow::Owned(text.to_string())),
                _ => None,
            }
        };
        match self.key_anchors.get(&anchor).cloned().or_else(of_value) {
            Some(text) => {
                let value = Value::Str((&*text).into());
                self.key(text, &value, Style::Quoted, span);
            }
            None => self.bad_key(span, "expected text as a key; this alias is not text"),
        }
    }

    /// Refuses a key that is not a scalar.
    pub(super) fn bad_key(&mut self, span: Span, message: &str) {
        let finding = self.report(codes::KEY_NOT_TEXT, span, message);
        self.sink.push(finding);
        self.drop_key(span);
    }

    /// Passes over a key that was reported already.
    pub(super) fn drop_key(&mut self, span: Span) {
        self.fill(Slot::Refused, span);
    }

    fn fill(&mut self, slot: Slot<'a>, span: Span) {
        let Some(frame) = self.frames.last_mut() else { return };
        frame.end = frame.end.max(span.end);
        if let Items::Map(members) = &mut frame.items {
            members.slot = slot;
        }
    }
}
