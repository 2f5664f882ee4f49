//! Schemas at a place in a document: the forms a value may have there, and their descriptions.

use serde_json::Value as Json;

use muster_core::source::Pointer;
use muster_core::source::tree::{Node, Tree, Value};

/// The members and forms of a schema, references followed.
#[derive(Clone, Copy)]
pub(super) struct Forms<'j> {
    root: &'j Json,
}

/// A schema at a place: as it stands under its key, and what it leads to.
#[derive(Debug, Clone, Copy)]
pub(super) struct SchemaForm<'j> {
    /// As it stands there; its description is about the place.
    pub(super) here: &'j Json,
    /// The schema it refers to, one of its alternatives, or all of them with their words and examples.
    pub(super) form: &'j Json,
}

impl<'j> Forms<'j> {
    pub(super) fn new(root: &'j Json) -> Forms<'j> {
        Forms { root }
    }

    /// Returns the alternatives of a schema, and before them the schema itself where it gives words or examples for all of them.
    pub(super) fn list(&self, schema: &'j Json) -> Vec<SchemaForm<'j>> {
        let mut all = Vec::new();
        self.collect(schema, schema, &mut all, 0);
        all
    }

    fn collect(&self, here: &'j Json, schema: &'j Json, all: &mut Vec<SchemaForm<'j>>, depth: usize) {
        // A schema that refers to itself without a key between has no end.
        if depth > 16 {
            return;
        }
        if let Some(name) = schema["$ref"].as_str().and_then(|path| path.strip_prefix("#/$defs/")) {
            return self.collect(here, &self.root["$defs"][name], all, depth + 1);
        }
        let forms = schema["anyOf"].as_array().or(schema["oneOf"].as_array());
        if forms.is_none() || ["examples", "x-words", "x-names"].iter().any(|key| schema.get(key).is_some()) {
            all.push(SchemaForm { here, form: schema });
        }
        forms.into_iter().flatten().for_each(|form| self.collect(here, form, all, depth + 1));
    }

    /// Returns what is said of a place in a document. Where the words or keys of a mapping tell its form, the other forms
    /// are left out.
    pub(super) fn list_at(&self, tree: &Tree, place: &Pointer) -> Vec<SchemaForm<'j>> {
        let mut said = self.list(self.root);
        let mut at = Pointer::root();
        for step in place.steps() {
            let node = tree.get(&at);
            if let Some(node) = node {
                said = meant(said, tree, node);
            }
            let below = said.iter().filter_map(|said| {
                let form = said.form;
                let member = form["properties"].get(&step);
                let item = form.get("items").filter(|_| step.bytes().all(|b| b.is_ascii_digit()));
                member.or(item).or(form.get("additionalProperties").filter(|other| other.is_object()))
            });
            said = below.flat_map(|schema| self.list(schema)).collect();
            at = at.key(&step);
        }
        said
    }
}

/// Returns the forms that a mapping may have: those that its words tell, and of these the ones with all its known keys.
pub(super) fn meant<'j>(mut said: Vec<SchemaForm<'j>>, tree: &Tree, node: &Node) -> Vec<SchemaForm<'j>> {
    said.retain(|said| fits(said.form, tree, node));
    let entries = if let Value::Map(entries) = &node.value { entries.as_slice() } else { &[] };
    let knows = |said: &SchemaForm<'_>, key: &str| said.form["properties"].get(key).is_some();
    let known = entries.iter().map(|entry| &*entry.key).filter(|key| said.iter().any(|said| knows(said, key)));
    let known: Vec<&str> = known.collect();
    let knows_all = |said: &SchemaForm<'_>| known.iter().all(|key| knows(said, key));
    if said.iter().any(knows_all) {
        said.retain(knows_all);
    }
    said
}

/// Returns true unless a word of a mapping says that it is of another form.
fn fits(form: &Json, tree: &Tree, node: &Node) -> bool {
    let Some(properties) = form["properties"].as_object() else { return true };
    properties.iter().all(|(key, member)| {
        let Some(word) = member["const"].as_str() else { return true };
        match tree.member(node, key).map(|node| &node.value) {
            Some(Value::Str(written)) => **written == *word,
            _ => true,
        }
    })
}

/// Returns the key and word that tell a form of a mapping from the others.
pub(super) fn tag(form: &Json) -> Option<(&str, &str)> {
    let mut members = form["properties"].as_object()?.iter();
    members.find_map(|(key, member)| Some((key.as_str(), member["const"].as_str()?)))
}

/// Returns the words that a form allows, each with what it means.
pub(super) fn words(form: &Json) -> Vec<(String, String)> {
    let about = |text: &Json| text.as_str().unwrap_or_default().to_owned();
    let listed = form["enum"].as_array().into_iter().flatten().filter_map(Json::as_str);
    let meanings = form["markdownEnumDescriptions"].as_array();
    let meaning = |i: usize| meanings.and_then(|all| all.get(i)).map(about).unwrap_or_default();
    let mut all: Vec<(String, String)> = listed.enumerate().map(|(i, word)| (word.to_owned(), meaning(i))).collect();
    all.extend(form["const"].as_str().map(|word| (word.to_owned(), about(&form["description"]))));
    for key in ["x-words", "x-names"] {
        let explained = form[key].as_object().into_iter().flatten();
        all.extend(explained.map(|(word, meaning)| (word.clone(), about(meaning))));
    }
    all
}

/// Returns the description of a place.
pub(super) fn about<'j>(said: &SchemaForm<'j>) -> &'j str {
    let described = |schema: &'j Json| schema["description"].as_str();
    described(said.here).or(described(said.form)).unwrap_or_default()
}

/// Returns what is written at a byte of a document: the place of the value or key there, and true for a key.
pub(super) fn place_at(tree: &Tree, offset: usize) -> Option<(Pointer, bool)> {
    let (mut at, mut node) = (Pointer::root(), tree.root());
    loop {
        let holds = |node: &Node| node.span.start <= offset && offset <= node.span.end;
        let next = match &node.value {
            Value::Map(entries) => {
                let key = entries.iter().find(|entry| entry.key_span.start <= offset && offset <= entry.key_span.end);
                if let Some(entry) = key {
                    return Some((at.key(&entry.key), true));
                }
                let entry = entries.iter().find(|entry| holds(tree.node(entry.value)));
                entry.map(|entry| (at.key(&entry.key), tree.node(entry.value)))
            }
            Value::Seq(items) => {
                let item = items.iter().enumerate().find(|(_, id)| holds(tree.node(**id)));
                item.map(|(i, id)| (at.index(i), tree.node(*id)))
            }
            _ => return holds(node).then_some((at, false)),
        };
        (at, node) = next?;
    }
}
