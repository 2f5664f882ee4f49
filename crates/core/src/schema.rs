//! The schema of a model: made from its types, compiled when it is needed, and a tree checked against it and read as the model.

mod codes;
mod deserialize;
mod explain;
mod generate;
mod parts;
mod quick;
mod vocabulary;

use std::collections::HashSet;
use std::fmt;
use std::sync::OnceLock;

use jsonschema::Validator;
use quick::Quick;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::Value;

pub use codes::CODES;
pub use codes::{UNKNOWN_KEY, UNKNOWN_VALUE, WRONG_NOTATION};
pub use vocabulary::Vocabulary;

use crate::diag::{Severity, Sink};
use crate::source::tree::Tree;
use crate::source::{FileId, Pointer, Sources};

/// The pattern of a text with a character that can be seen: more than white space and what has no width.
pub const NOT_BLANK: &str = "[^ \t\r\n\\u00a0\\u00ad\\u034f\\u061c\\u115f\\u1160\\u180e\\u2000-\\u200f\\u2028-\\u202f\\u205f-\\u206f\\u2800\\u3000\\u3164\\ufe00-\\ufe0f\\ufeff]";

/// The pattern of the tag of a language: `fr`, `pt-BR`.
pub const LANGUAGE: &str = "^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$";

/// Reads a value as a model, in the way in which a file's tree is read: a second way would compile every model twice.
///
/// # Errors
/// Says why the model does not take the value.
pub fn read_json<M: DeserializeOwned>(value: &Value) -> Result<M, impl std::error::Error + use<M>> {
    deserialize::read(&Tree::from(value))
}

/// A model's schema.
pub struct Schema {
    json: Value,
    quick: Option<Quick>,
    /// Compiled when a document is not certainly valid: that takes longer than most runs.
    validator: OnceLock<Validator>,
}

impl Schema {
    /// Returns the schema of the documents of `system`, such as `table-battles`.
    pub fn generate<M: JsonSchema>(system: &str, title: &str) -> Schema {
        Schema::new(generate::schema::<M>(system, title))
    }

    /// Returns a schema that was made from the types before, which is quicker.
    pub fn from_committed(text: &str) -> Schema {
        let json = serde_json::from_str(text);
        Schema::new(json.unwrap_or_else(|error| panic!("internal error: the committed schema is not JSON: {error}")))
    }

    fn new(json: Value) -> Schema {
        Schema { quick: Quick::new(&json), json, validator: OnceLock::new() }
    }

    fn validator(&self) -> &Validator {
        self.validator.get_or_init(|| {
            jsonschema::draft202012::new(&self.json)
                .unwrap_or_else(|error| panic!("internal error: {self:?} does not compile: {error}"))
        })
    }

    /// Returns the schema.
    pub fn json(&self) -> &Value {
        &self.json
    }

    /// Returns true if a tree can be told to be valid without the validator: then it is. Of the others only the
    /// validator knows.
    pub fn certain(&self, tree: &Tree) -> bool {
        self.quick.as_ref().is_some_and(|quick| quick.certain(tree))
    }

    /// Returns true if the validator accepts a tree.
    pub fn allows(&self, tree: &Tree) -> bool {
        self.validator().is_valid(&tree.to_json())
    }

    /// Returns every key and word of its documents, explained.
    pub fn vocabulary(&self) -> Vocabulary {
        Vocabulary::new(&self.json)
    }

    /// Returns the schema as it is written to a file.
    pub fn text(&self) -> String {
        format!("{:#}\n", self.json)
    }

    /// Returns true if its documents have numbers with leading zeros, such as `0304`: a definition says `x-zero-padded`.
    pub fn has_zero_padded(&self) -> bool {
        let definitions = self.json["$defs"].as_object();
        definitions.is_some_and(|all| all.values().any(|definition| definition.get("x-zero-padded").is_some()))
    }

    /// Checks a file's tree; whether it is as the schema says. A file without a tree is not.
    pub fn validate(&self, sources: &Sources, file: FileId, sink: &mut Sink) -> bool {
        let tree = sources.get(file).tree();
        tree.is_some_and(|tree| self.certain(tree) || self.check(sources, file, tree, sink))
    }

    /// Checks a file's tree and reads it as the model; `None` if there are findings, or no tree.
    pub fn read<M: DeserializeOwned>(&self, sources: &Sources, file: FileId, sink: &mut Sink) -> Option<M> {
        self.read_without(sources, file, &[], sink)
    }

    /// Like [`Schema::read`], but members that are to be passed over keep nothing from being read: they are found, and the
    /// model is that of the rest.
    pub fn read_without<M: DeserializeOwned>(
        &self,
        sources: &Sources,
        file: FileId,
        members: &[Pointer],
        sink: &mut Sink,
    ) -> Option<M> {
        let tree = sources.get(file).tree()?;
        let model = if self.certain(tree) || self.check(sources, file, tree, sink) {
            deserialize::read(tree)
        } else {
            let rest = (!members.is_empty()).then(|| tree.without(members)).filter(|rest| self.allows(rest))?;
            deserialize::read(&rest)
        };
        Some(model.unwrap_or_else(|error| panic!("internal error: valid by the schema, but not readable: {error}")))
    }

    fn check(&self, sources: &Sources, file: FileId, tree: &Tree, sink: &mut Sink) -> bool {
        let json = &tree.to_json();
        if self.validator().is_valid(json) {
            return true;
        }
        let text = sources.get(file).text();
        let explain = |tree: &Tree, json: &Value| {
            let errors = self.validator().iter_errors(json).collect::<Vec<_>>();
            explain::findings(&self.json, file, tree, text, &errors)
        };
        let mut found = parts::findings(tree, &|part: &Tree| explain(part, &part.to_json()));
        if found.is_empty() {
            found = explain(tree, json);
        }
        assert!(!found.is_empty(), "internal error: not valid by the schema, but nothing is wrong");
        // How a scalar is written does not matter where it is wrong whatever it is taken for.
        let places: HashSet<_> = found.iter().map(|finding| finding.at.clone()).collect();
        sink.retain(|finding| finding.severity == Severity::Error || !places.contains(&finding.at));
        // A value that could not be read at all has been found already.
        let mut unread = HashSet::new();
        sink.retain(|finding| {
            if finding.severity == Severity::Error {
                unread.insert(sources.span(&finding.at));
            }
            true
        });
        found.retain(|finding| !unread.contains(&sources.span(&finding.at)));
        sink.extend(found);
        false
    }
}

impl fmt::Debug for Schema {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Schema").field(&self.json["$id"]).finish()
    }
}
