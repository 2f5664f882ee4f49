//! A document as it was written: values with the bytes they were read from.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::{Pointer, Span, steps};

/// A document's values. Aliases share a node.
#[derive(Debug, Clone)]
pub struct Tree {
    nodes: Vec<Node>,
    root: NodeId,
    /// The nodes that stand in more than one place.
    shared: HashSet<NodeId>,
    /// The members of wide mappings in the order of their keys: thousands of findings may stand in one.
    wide: HashMap<NodeId, Vec<u32>>,
}

/// Members from which on a mapping is wide.
const WIDE: usize = 64;

/// A node of a [`Tree`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct NodeId(pub u32);

/// A value and where it was written.
#[derive(Debug, Clone)]
pub struct Node {
    /// From its first byte to the end of its last child.
    pub span: Span,
    /// The value.
    pub value: Value,
}

/// A value by the YAML 1.2 core schema.
#[derive(Debug, Clone)]
pub enum Value {
    /// `null`, `~` or nothing.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// Any other number.
    Float(f64),
    /// A string.
    Str(Box<str>),
    /// A sequence.
    Seq(Vec<NodeId>),
    /// A mapping in written order; keys are unique.
    Map(Vec<TreeEntry>),
}

/// A member of a mapping.
#[derive(Debug, Clone)]
pub struct TreeEntry {
    /// The key.
    pub key: Box<str>,
    /// The place of the key.
    pub key_span: Span,
    /// The value.
    pub value: NodeId,
}

impl Tree {
    /// Returns the members of all mappings, those of an inner one before those of the outer.
    pub(crate) fn entries(&self) -> impl Iterator<Item = &TreeEntry> {
        self.nodes.iter().flat_map(|node| match &node.value {
            Value::Map(entries) => entries.as_slice(),
            _ => &[],
        })
    }

    /// Returns a tree of nodes; every child has been pushed before its parent.
    pub fn new(nodes: Vec<Node>, root: NodeId) -> Tree {
        let wide = nodes.iter().zip(0..).filter_map(|(node, id)| match &node.value {
            Value::Map(entries) if entries.len() >= WIDE => {
                let mut order: Vec<u32> = (0..).take(entries.len()).collect();
                order.sort_by_key(|i| &*entries[*i as usize].key);
                Some((NodeId(id), order))
            }
            _ => None,
        });
        let (mut placed, mut shared) = (vec![false; nodes.len()], HashSet::new());
        let mut place = |id: NodeId| {
            if std::mem::replace(&mut placed[id.0 as usize], true) {
                shared.insert(id);
            }
        };
        for node in &nodes {
            match &node.value {
                Value::Seq(items) => items.iter().for_each(|id| place(*id)),
                Value::Map(entries) => entries.iter().for_each(|entry| place(entry.value)),
                _ => {}
            }
        }
        Tree { wide: wide.collect(), shared, nodes, root }
    }

    /// Returns the same document without some members of mappings.
    #[must_use]
    pub fn without(&self, members: &[Pointer]) -> Tree {
        let mut gone: HashMap<Pointer, HashSet<String>> = HashMap::new();
        for pointer in members {
            if let Some((mapping, key)) = pointer.parent().zip(pointer.steps().last()) {
                gone.entry(mapping).or_default().insert(key);
            }
        }
        let mut nodes = self.nodes.clone();
        for (mapping, keys) in gone {
            let found = mapping.steps().try_fold(self.root, |id, step| self.child(id, &step).map(|(child, _)| child));
            if let Some(id) = found
                && let Value::Map(entries) = &mut nodes[id.0 as usize].value
            {
                entries.retain(|entry| !keys.contains(&*entry.key));
            }
        }
        Tree::new(nodes, self.root)
    }

    /// Returns the number of its root.
    pub fn root_id(&self) -> NodeId {
        self.root
    }

    /// Returns the same document with only some items of some lists.
    #[must_use]
    pub fn part(&self, kept: &HashMap<NodeId, Range<usize>>) -> Tree {
        let mut nodes = Vec::new();
        let root = self.copy(self.root, kept, &mut nodes);
        Tree::new(nodes, root)
    }

    /// Adds a value to nodes, its children first. Returns its number there.
    fn copy(&self, id: NodeId, kept: &HashMap<NodeId, Range<usize>>, nodes: &mut Vec<Node>) -> NodeId {
        let Node { span, value } = self.node(id);
        let value = match value {
            Value::Seq(items) => {
                let items = kept.get(&id).map_or(&items[..], |range| &items[range.clone()]);
                Value::Seq(items.iter().map(|item| self.copy(*item, kept, nodes)).collect())
            }
            Value::Map(entries) => {
                let entry =
                    |entry: &TreeEntry| TreeEntry { value: self.copy(entry.value, kept, nodes), ..entry.clone() };
                Value::Map(entries.iter().map(entry).collect())
            }
            scalar => scalar.clone(),
        };
        nodes.push(Node { span: *span, value });
        NodeId(u32::try_from(nodes.len() - 1).expect("internal error: more nodes than bytes"))
    }

    /// Returns the place here of a value in a [`part`](Tree::part) of the document.
    pub fn place_of_part(&self, pointer: &Pointer, kept: &HashMap<NodeId, Range<usize>>) -> Pointer {
        let (mut id, mut whole) = (Some(self.root), Pointer::root());
        for step in pointer.steps() {
            let range = id.and_then(|id| kept.get(&id));
            let index = range.and_then(|range| Some(range.start + step.parse::<usize>().ok()?));
            let step = index.map_or(step, |index| index.to_string());
            id = id.and_then(|id| self.child(id, &step)).map(|(child, _)| child);
            whole = whole.key(&step);
        }
        whole
    }

    /// Returns the document's value.
    pub fn root(&self) -> &Node {
        self.node(self.root)
    }

    /// Returns a node.
    pub fn node(&self, id: NodeId) -> &Node {
        steps::count(1);
        &self.nodes[id.0 as usize]
    }

    /// Returns the member `key` of a mapping.
    pub fn member(&self, node: &Node, key: &str) -> Option<&Node> {
        match &node.value {
            Value::Map(entries) => {
                steps::count(entries.len());
                entries.iter().find(|e| &*e.key == key).map(|e| self.node(e.value))
            }
            _ => None,
        }
    }

    /// Returns the value at a pointer, when it was written.
    pub fn get(&self, pointer: &Pointer) -> Option<&Node> {
        let (node, _, found) = self.walk(pointer);
        found.then_some(node)
    }

    /// Returns the bytes of the value at a pointer; of the first line of the nearest written parent when there is none.
    pub fn span(&self, pointer: &Pointer) -> Span {
        match self.walk(pointer) {
            (node, _, true) => node.span,
            (node, _, false) => self.first_line(node),
        }
    }

    /// Returns true if the value at a pointer, or one that holds it, stands in more than one place: an alias repeats
    /// it.
    pub fn is_shared(&self, pointer: &Pointer) -> bool {
        let mut id = self.root;
        let mut steps = pointer.steps();
        loop {
            if self.shared.contains(&id) {
                return true;
            }
            let Some(next) = steps.next().and_then(|step| self.child(id, &step)) else { return false };
            id = next.0;
        }
    }

    /// Returns the bytes of all scalars and keys, in the order they are written: no comment begins in them.
    pub fn scalars(&self) -> Vec<Span> {
        steps::count(self.nodes.len());
        let mut spans = Vec::new();
        for node in &self.nodes {
            match &node.value {
                Value::Seq(_) => {}
                Value::Map(entries) => spans.extend(entries.iter().map(|entry| entry.key_span)),
                _ => spans.push(node.span),
            }
        }
        spans.sort_unstable();
        spans
    }

    /// Returns what a collection begins with: its first key or item.
    fn first_line(&self, node: &Node) -> Span {
        match &node.value {
            Value::Map(entries) => entries.first().map_or(node.span, |entry| entry.key_span),
            Value::Seq(items) => items.first().map_or(node.span, |id| self.first_line(self.node(*id))),
            _ => node.span,
        }
    }

    /// Returns the bytes of the key a value stands under; of the value itself where it has no key.
    pub fn key_span(&self, pointer: &Pointer) -> Span {
        match self.walk(pointer) {
            (node, key, true) => key.unwrap_or(node.span),
            (node, _, false) => self.first_line(node),
        }
    }

    /// Follows a pointer as far as it is written: the node, its key, and whether it is the whole way.
    fn walk(&self, pointer: &Pointer) -> (&Node, Option<Span>, bool) {
        let (mut id, mut key) = (self.root, None);
        for step in pointer.steps() {
            let Some(next) = self.child(id, &step) else { return (self.node(id), key, false) };
            (id, key) = next;
        }
        (self.node(id), key, true)
    }

    /// Returns the member or item of a collection that a pointer's step names, with the bytes of its key.
    fn child(&self, id: NodeId, step: &str) -> Option<(NodeId, Option<Span>)> {
        match &self.node(id).value {
            Value::Map(entries) => self.entry(id, entries, step).map(|e| (e.value, Some(e.key_span))),
            Value::Seq(items) => index(step).and_then(|i| items.get(i)).map(|id| (*id, None)),
            _ => None,
        }
    }

    fn entry<'a>(&self, id: NodeId, entries: &'a [TreeEntry], key: &str) -> Option<&'a TreeEntry> {
        let Some(order) = self.wide.get(&id) else { return entries.iter().find(|entry| &*entry.key == key) };
        let i = order.binary_search_by_key(&key, |i| &*entries[*i as usize].key).ok()?;
        Some(&entries[order[i] as usize])
    }

    /// Returns the document as JSON, for the schema validator.
    pub fn to_json(&self) -> serde_json::Value {
        self.json(self.root())
    }

    /// Returns a value of the document as JSON.
    pub fn json(&self, node: &Node) -> serde_json::Value {
        match &node.value {
            Value::Null => serde_json::Value::Null,
            Value::Bool(b) => (*b).into(),
            Value::Int(n) => (*n).into(),
            Value::Float(x) => whole(*x).map_or_else(|| (*x).into(), Into::into),
            Value::Str(s) => s.to_string().into(),
            Value::Seq(items) => items.iter().map(|id| self.json(self.node(*id))).collect(),
            Value::Map(entries) => {
                let members = entries.iter().map(|e| (e.key.to_string(), self.json(self.node(e.value))));
                serde_json::Value::Object(members.collect())
            }
        }
    }
}

/// A document that was written nowhere: all its places are empty.
impl From<&serde_json::Value> for Tree {
    fn from(value: &serde_json::Value) -> Tree {
        let mut nodes = Vec::new();
        let root = push(&mut nodes, value);
        Tree::new(nodes, root)
    }
}

/// Adds a value to nodes, its children first. Returns its number.
fn push(nodes: &mut Vec<Node>, value: &serde_json::Value) -> NodeId {
    let value = match value {
        serde_json::Value::Null => Value::Null,
        serde_json::Value::Bool(b) => Value::Bool(*b),
        serde_json::Value::Number(number) => match number.as_i64() {
            Some(whole) => Value::Int(whole),
            None => Value::Float(number.as_f64().unwrap_or(f64::INFINITY)),
        },
        serde_json::Value::String(text) => Value::Str(text.as_str().into()),
        serde_json::Value::Array(items) => Value::Seq(items.iter().map(|item| push(nodes, item)).collect()),
        serde_json::Value::Object(members) => {
            let entry = |(key, value): (&String, &serde_json::Value)| {
                let value = push(nodes, value);
                TreeEntry { key: key.as_str().into(), key_span: Span::default(), value }
            };
            Value::Map(members.iter().map(entry).collect())
        }
    };
    nodes.push(Node { span: Span::default(), value });
    NodeId(nodes.len() as u32 - 1)
}

/// Returns the whole number that a number without a fraction is, as JSON Schema says; `None` if it has a fraction.
pub fn whole(x: f64) -> Option<i64> {
    (x.fract() == 0.0 && x.abs() < 9e15).then_some(x as i64)
}

/// Returns the place in a list that a step of a pointer names: digits without a leading zero (RFC 6901, section 4).
fn index(step: &str) -> Option<usize> {
    let is_written_so = step == "0" || !step.starts_with(['0', '+']);
    is_written_so.then(|| step.parse().ok())?
}
