//! Errors of the validator, in an author's words and at the exact key or value: one mistake, one finding.

mod keys;
mod number;
mod union;
mod value;
pub(super) mod words;

use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};

use jsonschema::ValidationError;
use jsonschema::error::ValidationErrorKind as Kind;
use serde_json::Value as Json;

use super::{NOT_BLANK, codes};
use crate::diag::{Code, Diagnostic};
use crate::source::tree::{Node, Tree, Value};
use crate::source::{Address, FileId, Pointer};
use keys::KeyFaults;

/// Returns the findings that a document's errors amount to.
pub(super) fn findings(
    schema: &Json,
    file: FileId,
    tree: &Tree,
    text: &str,
    errors: &[ValidationError<'_>],
) -> Vec<Diagnostic> {
    let mut explain = Explain {
        schema,
        file,
        tree,
        text,
        out: Vec::new(),
        beside: HashSet::new(),
        validators: HashMap::new(),
        texts: OnceCell::new(),
    };
    explain.level(errors.iter());
    explain.out
}

struct Explain<'a> {
    schema: &'a Json,
    file: FileId,
    tree: &'a Tree,
    text: &'a str,
    out: Vec<Diagnostic>,
    /// Keys that were explained as belonging to another form.
    beside: HashSet<Pointer>,
    /// Validators of notations, by their place in the schema.
    validators: HashMap<*const Json, Option<jsonschema::Validator>>,
    /// The keys of mappings that hold each text, gathered once one is asked for.
    texts: OnceCell<HashMap<&'a str, Vec<&'a str>>>,
}

impl<'a> Explain<'a> {
    /// Explains errors that hold together: all of a document, or all of one form of a union.
    fn level<'e>(&mut self, errors: impl Iterator<Item = &'e ValidationError<'e>>) {
        let mut errors: Vec<_> = errors.collect();
        errors.sort_by_key(|error| rank(error.kind()));
        let mut explained = HashSet::new();
        let mut keys: Vec<KeyFaults<'_>> = Vec::new();
        for error in errors {
            let path = error.instance_path().as_str();
            if KeyFaults::collect(&mut keys, error) {
                continue;
            }
            // A value of the wrong type is also not among the allowed ones, too short and so on.
            if explained.insert(path) {
                self.error(error);
            }
        }
        for faults in keys {
            self.keys(&faults);
        }
    }

    fn error(&mut self, error: &ValidationError<'_>) {
        let pointer = Pointer::parse(error.instance_path().as_str());
        let Some(node) = self.tree.get(&pointer) else {
            panic!("internal error: the validator names {pointer}, which is not in the document")
        };
        let schema = self.schema_of(error);
        match error.kind() {
            Kind::OneOfNotValid { context } | Kind::AnyOf { context } => self.union(&pointer, node, schema, context),
            Kind::Type { .. } => self.wrong_type(&pointer, node, schema),
            Kind::Enum { .. } | Kind::Constant { .. } => self.unknown_word(&pointer, node, schema),
            Kind::Pattern { pattern } if pattern == NOT_BLANK => self.wrong_length(&pointer, node, schema),
            Kind::Pattern { .. } => self.notation(&pointer, node, schema),
            Kind::Minimum { .. }
            | Kind::Maximum { .. }
            | Kind::ExclusiveMinimum { .. }
            | Kind::ExclusiveMaximum { .. }
            | Kind::MultipleOf { .. } => self.out_of_range(&pointer, node, schema),
            Kind::MinLength { .. }
            | Kind::MaxLength { .. }
            | Kind::MinItems { .. }
            | Kind::MaxItems { .. }
            | Kind::MaxProperties { .. } => self.wrong_length(&pointer, node, schema),
            Kind::PropertyNames { .. } => self.wrong_names(&pointer, node, schema),
            _ => {
                let message = format!("{} does not fit: {}", self.describe_found(node), error.masked_with("it"));
                self.report(codes::WRONG_FORM, &pointer, message);
            }
        }
    }

    /// Returns the schema whose keyword the error names.
    fn schema_of(&self, error: &ValidationError<'_>) -> &'a Json {
        let path = error.schema_path().as_str();
        let parent = path.rfind('/').map_or("", |slash| &path[..slash]);
        self.schema.pointer(parent).unwrap_or(self.schema)
    }

    /// Returns a schema with its reference followed.
    fn resolve(&self, mut schema: &'a Json) -> &'a Json {
        while let Some(next) = schema["$ref"].as_str().and_then(|path| self.schema.pointer(path.strip_prefix('#')?)) {
            schema = next;
        }
        schema
    }

    fn report(&mut self, code: Code, pointer: &Pointer, message: String) {
        self.out.push(Diagnostic::new(code, self.place(pointer), message));
    }

    /// Returns a value; its key, where nothing is written for it.
    fn place(&self, pointer: &Pointer) -> Address {
        let span = self.tree.span(pointer);
        match span.start == span.end {
            true => Address::key(self.file, pointer.clone()),
            false => Address::value(self.file, pointer.clone()),
        }
    }

    /// Returns for each text of the document the keys whose value it is.
    fn texts(&self) -> &HashMap<&'a str, Vec<&'a str>> {
        self.texts.get_or_init(|| {
            let mut texts: HashMap<&str, Vec<&str>> = HashMap::new();
            for entry in self.tree.entries() {
                let Value::Str(text) = &self.tree.node(entry.value).value else { continue };
                let keys = texts.entry(text).or_default();
                if !keys.contains(&&*entry.key) {
                    keys.push(&entry.key);
                }
            }
            texts
        })
    }

    /// Returns a value as it is written.
    fn source(&self, node: &Node) -> &'a str {
        self.text.get(node.span.start..node.span.end).unwrap_or_default()
    }

    /// Returns a description of the value found, for messages.
    fn describe_found(&self, node: &Node) -> String {
        match &node.value {
            Value::Null => "no value".to_owned(),
            Value::Bool(_) => words::code(self.source(node)),
            Value::Int(_) | Value::Float(_) => format!("the number {}", words::code(self.source(node))),
            Value::Str(text) => format!("text {}", words::code(text)),
            Value::Seq(_) => "a list".to_owned(),
            Value::Map(_) => "a mapping".to_owned(),
        }
    }
}

/// Returns the rank of an error: of several errors of one value the one of the lowest rank is the mistake.
fn rank(kind: &Kind) -> u8 {
    match kind {
        Kind::Type { .. } => 0,
        Kind::OneOfNotValid { .. } | Kind::AnyOf { .. } => 1,
        Kind::Enum { .. } | Kind::Constant { .. } => 2,
        Kind::MinLength { .. } | Kind::MinItems { .. } => 3,
        _ => 4,
    }
}

/// Returns the word an author knows a value by: the last key on the way to it.
fn name_of(pointer: &Pointer) -> Option<String> {
    pointer.steps().filter(|step| step.parse::<usize>().is_err()).last()
}
