//! Keys that are not known and keys that are missing.

use jsonschema::ValidationError;
use jsonschema::error::ValidationErrorKind as Kind;
use serde_json::Value as Json;

use super::{Explain, codes, words};
use crate::diag::{Diagnostic, nearest};
use crate::source::tree::{Node, Value};
use crate::source::{Address, Pointer};

/// What is wrong with the keys of one mapping.
pub(super) struct KeyFaults<'e> {
    path: &'e str,
    error: &'e ValidationError<'e>,
    unknown: Vec<&'e str>,
    missing: Vec<&'e str>,
}

impl<'e> KeyFaults<'e> {
    /// Takes an error about keys; whether it was one.
    pub(super) fn collect(all: &mut Vec<KeyFaults<'e>>, error: &'e ValidationError<'e>) -> bool {
        let (unknown, missing) = match error.kind() {
            Kind::AdditionalProperties { unexpected } => (unexpected.iter().map(String::as_str).collect(), Vec::new()),
            Kind::Required { property } => (Vec::new(), property.as_str().into_iter().collect()),
            _ => return false,
        };
        let path = error.instance_path().as_str();
        // The errors of one mapping come one after the other.
        match all.last_mut().filter(|faults| faults.path == path) {
            Some(faults) => {
                faults.unknown.extend::<Vec<_>>(unknown);
                faults.missing.extend::<Vec<_>>(missing);
            }
            None => all.push(KeyFaults { path, error, unknown, missing }),
        }
        true
    }
}

impl Explain<'_> {
    /// Explains a mapping's keys. A key that is misspelt is not missing as well.
    pub(super) fn keys(&mut self, faults: &KeyFaults<'_>) {
        let pointer = Pointer::parse(faults.path);
        let Some(node) = self.tree.get(&pointer) else { return };
        let schema = self.schema_of(faults.error);
        let known = property_names(schema);
        let free: Vec<_> = known.iter().copied().filter(|key| self.tree.member(node, key).is_none()).collect();
        let mut missing = faults.missing.clone();
        for key in &faults.unknown {
            if self.beside.contains(&pointer.key(key)) {
                continue;
            }
            if let Some(meant) = nearest(key, free.iter().copied()) {
                missing.retain(|key| *key != meant);
            }
            self.unknown_key(&pointer, key, &free, &known);
        }
        for key in missing {
            let message = format!("missing key `{key}`");
            self.missing_key(&pointer, node, message);
        }
    }

    /// A key that is not among `known`; `free` are those of them that are not written yet.
    pub(super) fn unknown_key(&mut self, pointer: &Pointer, key: &str, free: &[&str], known: &[&str]) {
        let found = words::code(key);
        let at = Address::key(self.file, pointer.key(key));
        let message = match known {
            [] => format!("unknown key {found}"),
            _ => format!(
                "unknown key {found}; allowed: {}",
                words::list(key, if free.is_empty() { known } else { free })
            ),
        };
        let mut finding = Diagnostic::new(codes::UNKNOWN_KEY, at.clone(), message);
        if let Some(meant) = nearest(key, free.iter().copied()) {
            finding = finding.nearest(key, [meant]).replace(words::same(key, meant), at, meant);
        }
        self.out.push(finding);
    }

    /// Something missing is shown at the first key of the mapping.
    pub(super) fn missing_key(&mut self, pointer: &Pointer, node: &Node, message: String) {
        let span = match &node.value {
            Value::Map(entries) => entries.first().map_or(node.span, |entry| entry.key_span),
            _ => node.span,
        };
        let at = Address::bytes(self.file, pointer.clone(), span);
        self.out.push(Diagnostic::new(codes::MISSING_KEY, at, message));
    }
}

/// The keys that a schema knows.
pub(super) fn property_names(schema: &Json) -> Vec<&str> {
    schema["properties"].as_object().into_iter().flat_map(|p| p.keys().map(String::as_str)).collect()
}
