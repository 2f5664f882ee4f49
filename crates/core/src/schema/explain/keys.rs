//! Keys that are not known and keys that are missing.

use std::collections::HashSet;

use jsonschema::ValidationError;
use jsonschema::error::ValidationErrorKind as Kind;
use regex::Regex;
use serde_json::Value as Json;

use super::value::scalar;
use super::{Explain, codes, words};
use crate::diag::near::slips;
use crate::diag::{Diagnostic, nearest};
use crate::source::tree::{Node, TreeEntry, Value};
use crate::source::{Address, Pointer, Span};

/// Most unknown keys of one mapping that are compared with the known ones: nobody reads more, and it takes time.
pub(super) const HINTED: usize = 100;

/// The unknown and missing keys of one mapping.
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

impl<'a> Explain<'a> {
    /// Explains a mapping's keys. A key that is misspelt is not missing as well.
    pub(super) fn keys(&mut self, faults: &KeyFaults<'_>) {
        let pointer = Pointer::parse(faults.path);
        let Some(node) = self.tree.get(&pointer) else { return };
        let schema = self.schema_of(faults.error);
        let known = property_names(schema);
        let free: Vec<_> = known.iter().copied().filter(|key| self.tree.member(node, key).is_none()).collect();
        let mut missing = faults.missing.clone();
        let split = self.split(&pointer, node, schema, &faults.unknown);
        for (n, key) in faults.unknown.iter().enumerate() {
            if self.beside.contains(&pointer.key(key)) || split.contains(*key) {
                continue;
            }
            if n >= HINTED {
                let at = Address::key(self.file, pointer.key(key));
                self.out.push(Diagnostic::new(codes::UNKNOWN_KEY, at, format!("unknown key {}", words::code(key))));
                continue;
            }
            if let Some((name, _)) = key.split_once(':') {
                missing.retain(|key| *key != name);
            }
            let meant = self.meant_key(node, schema, key, &free);
            missing.retain(|key| Some(*key) != meant);
            self.unknown_key_meant(&pointer, key, (&free, &known), meant);
            // Only one key is left that it can stand for, and that one is missed.
            if let ([_], [only]) = (faults.unknown.as_slice(), free.as_slice())
                && missing == [*only]
                && let Some(finding) = self.out.last_mut().filter(|finding| finding.help.is_none())
            {
                finding.help = Some(format!("`{only}` is missing"));
                missing.clear();
            }
        }
        for key in missing {
            let message = format!("missing key `{key}`");
            self.missing_key(&pointer, node, message);
        }
    }

    /// Explains the keys of a mapping that are no names, as a schema of names says.
    pub(super) fn wrong_names(&mut self, pointer: &Pointer, node: &Node, schema: &Json) {
        let (Value::Map(entries), Some(pattern)) = (&node.value, schema["pattern"].as_str()) else {
            return;
        };
        let Ok(pattern) = Regex::new(pattern) else { return };
        let wrong = entries.iter().map(|entry| &*entry.key).filter(|key| !pattern.is_match(key));
        for key in wrong.take(HINTED) {
            let message = format!(
                "{} is no name; expected lower-case letters, digits and `_`, a letter first, at most 40 characters",
                words::code(key)
            );
            self.out.push(Diagnostic::new(codes::WRONG_NOTATION, Address::key(self.file, pointer.key(key)), message));
        }
    }

    /// Keys without values that are the rest of a value: of a list without brackets, or of text with a comma. The
    /// finding about that value, or else a new one about the first of them, says so.
    fn split(&mut self, pointer: &Pointer, node: &'a Node, schema: &'a Json, unknown: &[&str]) -> HashSet<&'a str> {
        let mut split = HashSet::new();
        let Value::Map(entries) = &node.value else { return split };
        if !self.text[node.span.start..].starts_with('{') {
            return split;
        }
        let unknown: HashSet<&str> = unknown.iter().copied().collect();
        let bare = |entry: &TreeEntry| {
            let value = self.tree.node(entry.value);
            matches!(value.value, Value::Null) && value.span.start == value.span.end && unknown.contains(&*entry.key)
        };
        for run in entries.chunk_by(|_, next| bare(next)).filter(|run| run.len() > 1) {
            let value = self.tree.node(run[0].value);
            if !scalar(value) {
                continue;
            }
            split.extend(run[1..].iter().map(|entry| &*entry.key));
            let at = Address::value(self.file, pointer.key(&run[0].key));
            let listed: Vec<&str> =
                std::iter::once(self.source(value)).chain(run[1..].iter().map(|entry| &*entry.key)).collect();
            let wanted = self.resolve(&schema["properties"][&*run[0].key]);
            let meant = self.normalise(&listed.join(", "), wanted).filter(|_| wanted.get("examples").is_some());
            let safe = meant.as_ref().is_some_and(|meant| !meant.contains(','));
            let meant = meant.map(|meant| if safe { meant } else { format!("\"{meant}\"") });
            let help = match &meant {
                Some(meant) => format!("did you mean {}?", words::code(meant)),
                None => self.help_for_comma(&listed, wanted),
            };
            match self.out.iter_mut().find(|finding| finding.code == codes::WRONG_TYPE && finding.at == at) {
                Some(finding) => {
                    finding.help = Some(help);
                    finding.fix = None;
                }
                None => {
                    let message = format!("the value of {} ends at this comma", words::code(&run[0].key));
                    let key = Address::key(self.file, pointer.key(&run[1].key));
                    let finding = Diagnostic::new(codes::UNKNOWN_KEY, key, message).help(help);
                    let last = run[run.len() - 1].key_span;
                    let whole = Span { start: value.span.start, end: last.end };
                    // A colon after the last key would be left over.
                    let ended = self.text[last.end..].trim_start().starts_with([',', '}']);
                    self.out.push(match meant.filter(|_| ended) {
                        Some(meant) => finding.replace(safe, Address::bytes(self.file, pointer.clone(), whole), meant),
                        None => finding,
                    });
                }
            }
        }
        split
    }

    /// Says how values with commas between them are written, in the forms that a schema takes.
    fn help_for_comma(&self, listed: &[&str], wanted: &'a Json) -> String {
        let forms = wanted["anyOf"].as_array().into_iter().flatten().chain([wanted]);
        let forms: Vec<&Json> = forms.map(|form| self.resolve(form)).collect();
        let all = listed.join(", ");
        let list = format!("a list needs brackets: {}", words::code(&format!("[{all}]")));
        let takes = |name: &str| forms.iter().any(|form| form["type"] == name);
        let examples = words::examples(wanted);
        match (takes("array"), takes("string")) {
            (true, _) => list,
            _ if !examples.is_empty() => format!("write it like {}", words::either(examples.into_iter())),
            (_, true) => format!("text with a comma needs quotes: {}", words::code(&format!("\"{all}\""))),
            _ => format!("{list}, and quote text that contains a comma"),
        }
    }

    /// Returns the key that an unknown one of a mapping probably means: of those that are equally near, one that takes such a value.
    fn meant_key<'k>(&self, node: &Node, schema: &'a Json, key: &str, free: &[&'k str]) -> Option<&'k str> {
        let first = nearest(key, free.iter().copied())?;
        let value = self.tree.member(node, key).map(|value| &value.value);
        let takes = |known: &str| value.is_none_or(|value| self.takes(&schema["properties"][known], value));
        let mut as_near = free.iter().copied().filter(|other| slips(key, other) == slips(key, first));
        if takes(first) { Some(first) } else { as_near.find(|other| takes(other)).or(Some(first)) }
    }

    /// Returns true if a schema takes values of the kind of one.
    fn takes(&self, schema: &'a Json, value: &Value) -> bool {
        let schema = self.resolve(schema);
        let mut forms = ["anyOf", "oneOf"].iter().filter_map(|key| schema[*key].as_array()).flatten().peekable();
        if forms.peek().is_some() {
            return forms.any(|form| self.takes(form, value));
        }
        let kinds: &[&str] = match value {
            Value::Seq(_) => &["array"],
            Value::Map(_) => &["object"],
            Value::Str(_) => &["string"],
            Value::Int(_) => &["integer", "number"],
            Value::Float(_) => &["number"],
            Value::Bool(_) => &["boolean"],
            Value::Null => &["null"],
        };
        let wanted = &schema["type"];
        let is_wanted =
            |kind: &str| wanted == kind || wanted.as_array().is_some_and(|all| all.iter().any(|of| of == kind));
        wanted.is_null() || kinds.iter().any(|kind| is_wanted(kind))
    }

    /// Reports a key that is not among `known`; `free` are those of them that are not written yet.
    pub(super) fn unknown_key(&mut self, pointer: &Pointer, key: &str, free: &[&str], known: &[&str]) {
        let meant = nearest(key, free.iter().copied());
        self.unknown_key_meant(pointer, key, (free, known), meant);
    }

    /// Reports such a key, with the one that it means.
    fn unknown_key_meant(
        &mut self,
        pointer: &Pointer,
        key: &str,
        (free, known): (&[&str], &[&str]),
        meant: Option<&str>,
    ) {
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
        if let Some((name, value)) = key.split_once(':').filter(|(name, _)| known.contains(name)) {
            let text = format!("{name}: {value}");
            let help = format!("write {}, with a blank after the colon", words::code(&text));
            self.out.push(finding.help(help).replace(true, at, text));
            return;
        }
        if let Some(meant) = meant {
            finding = finding.nearest(key, [meant]).replace(words::same(key, meant), at, meant);
        }
        self.out.push(finding);
    }

    /// Reports something missing, at the first key of the mapping.
    pub(super) fn missing_key(&mut self, pointer: &Pointer, node: &Node, message: String) {
        let span = match &node.value {
            Value::Map(entries) => entries.first().map_or(node.span, |entry| entry.key_span),
            _ => node.span,
        };
        let at = Address::bytes(self.file, pointer.clone(), span);
        self.out.push(Diagnostic::new(codes::MISSING_KEY, at, message));
    }
}

/// Returns the keys that a schema knows.
pub(super) fn property_names(schema: &Json) -> Vec<&str> {
    schema["properties"].as_object().into_iter().flat_map(|p| p.keys().map(String::as_str)).collect()
}
