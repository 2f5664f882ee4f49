//! Values that may take several forms: the form that was meant is found and explained, or the forms are listed.

use std::cmp::Reverse;

use jsonschema::ValidationError;
use jsonschema::error::ValidationErrorKind as Kind;
use serde_json::Value as Json;

use super::super::generate::{own_key, required};
use super::keys::{HINTED, property_names};
use super::value::scalar;
use super::{Explain, codes, words};
use crate::diag::{Diagnostic, nearest};
use crate::source::tree::{Node, Value};
use crate::source::{Address, Pointer};

/// The validator's errors for each form.
type Context = [Vec<ValidationError<'static>>];

/// Returns true if a value has the kind that a form wants, by the errors of the form: it is a list where a list is expected.
fn is_of_kind(errors: &[ValidationError<'_>], pointer: &Pointer) -> bool {
    let mut here = errors.iter().filter(|error| error.instance_path().as_str() == pointer.as_str());
    !here.any(|error| match error.kind() {
        Kind::Type { .. } => true,
        Kind::AnyOf { context } => !context.iter().any(|errors| is_of_kind(errors, pointer)),
        _ => false,
    })
}

impl<'a> Explain<'a> {
    /// Explains a value that fits none of the forms.
    pub(super) fn union(&mut self, pointer: &Pointer, node: &Node, schema: &'a Json, context: &Context) {
        let listed = schema.get("oneOf").or_else(|| schema.get("anyOf")).and_then(Json::as_array);
        let forms: Vec<_> = listed.into_iter().flatten().map(|form| self.resolve(form)).collect();
        let fits: Vec<_> =
            (0..forms.len().min(context.len())).filter(|form| is_of_kind(&context[*form], pointer)).collect();
        let numbers = forms.iter().copied().find(|form| form["type"] == "integer" && form.get("maximum").is_some());
        if let (Value::Int(_), Some(form)) = (&node.value, numbers) {
            return self.out_of_range(pointer, node, form);
        }
        if schema.get("examples").is_some() && (scalar(node) || fits.is_empty() && self.flat_list(node)) {
            return self.notation(pointer, node, schema);
        }
        if matches!(node.value, Value::Map(_)) && !fits.is_empty() {
            // A form that has forms of its own tells itself which of them was meant.
            if let [one] = fits.as_slice()
                && forms[*one].get("oneOf").is_some()
            {
                return self.level(context[*one].iter());
            }
            return match tag(&forms) {
                Some(tag) => self.explain_tagged(pointer, node, tag, &forms, context),
                None => self.explain_by_keys(pointer, node, &forms, &fits, context),
            };
        }
        let allowed: Vec<_> = fits.iter().flat_map(|i| words::allowed(forms[*i])).collect();
        if let Value::Str(text) = &node.value
            && !allowed.is_empty()
            && self.is_key(text, &forms)
        {
            return self.bare_key(pointer, text, schema);
        }
        let word = match &node.value {
            Value::Str(text) => nearest(text, allowed.iter().copied()),
            _ => None,
        };
        match fits.as_slice() {
            [one] if allowed.is_empty() || forms.len() == 1 => self.level(context[*one].iter()),
            [_, ..] if word.is_some() || (!allowed.is_empty() && fits.len() == forms.len()) => {
                self.unknown_value(pointer, node, &allowed);
            }
            _ => {
                let wanted = match tag(&forms) {
                    Some(tag) => format!("{{{tag}: …}}"),
                    None => {
                        // A form that has forms of its own is described by them.
                        let own = |form: &'a Json| match form["anyOf"].as_array() {
                            Some(forms) => forms.iter().map(|form| self.resolve(form)).collect(),
                            None => vec![form],
                        };
                        words::either(forms.iter().flat_map(|form| own(form)).map(words::describe_expected))
                    }
                };
                self.not_wanted(pointer, node, &wanted, &forms);
            }
        }
    }

    /// Returns true if a word is the one key of a form.
    fn is_key(&self, word: &str, forms: &[&'a Json]) -> bool {
        let listed = forms.iter().flat_map(|form| form["oneOf"].as_array().into_iter().flatten().chain([*form]));
        listed.map(|form| self.resolve(form)).any(|form| property_names(form) == [word])
    }

    /// Explains a word alone that is the one key of a form.
    fn bare_key(&mut self, pointer: &Pointer, word: &str, schema: &'a Json) {
        let message = format!("`{word}` needs a value");
        let finding = Diagnostic::new(codes::UNKNOWN_VALUE, self.place(pointer), message);
        let finding = match self.is_valid(&serde_json::json!({word: {}}), schema) {
            true => {
                let mapping = format!("{{{word}: {{}}}}");
                let at = Address::value(self.file, pointer.clone());
                finding.help(format!("write `{mapping}`")).replace(false, at, mapping)
            }
            false => finding.help(format!("write `{{{word}: …}}` with the keys that belong to it")),
        };
        self.out.push(finding);
    }

    /// Explains a mapping whose tag tells which form it has.
    fn explain_tagged(&mut self, pointer: &Pointer, node: &Node, tag: &str, forms: &[&'a Json], context: &Context) {
        let tags: Vec<_> = forms.iter().filter_map(|form| form["properties"][tag]["const"].as_str()).collect();
        let form_of =
            |word: &str| forms.iter().position(|form| form["properties"][tag]["const"].as_str() == Some(word));
        let at_tag = pointer.key(tag);
        let Some(value) = self.tree.member(node, tag) else {
            let keys: Vec<_> =
                keys_of(node).filter(|key| !forms.iter().any(|f| property_names(f).contains(key))).collect();
            let joined = |key: &str| key.split_once(':').is_some_and(|(name, _)| name == tag);
            match keys.into_iter().find(|key| joined(key) || nearest(key, [tag]).is_some()) {
                Some(key) => self.unknown_key(pointer, key, &[tag], &[tag]),
                None => {
                    let message = format!("missing key `{tag}`; expected one of {}", words::list("", &tags));
                    self.missing_key(pointer, node, message);
                }
            }
            return;
        };
        let Value::Str(word) = &value.value else { return self.unknown_value(&at_tag, value, &tags) };
        if let Some(form) = form_of(word) {
            return self.level(context[form].iter());
        }
        self.unknown_value(&at_tag, value, &tags);
        // A slip in the tag does not hide the other mistakes.
        if let Some(form) = nearest(word, tags.iter().copied()).and_then(form_of) {
            let rest = context[form].iter().filter(|error| error.instance_path().as_str() != at_tag.as_str());
            self.level(rest);
        }
    }

    /// Explains a mapping whose keys tell which form it has.
    fn explain_by_keys(
        &mut self,
        pointer: &Pointer,
        node: &Node,
        forms: &[&'a Json],
        fits: &[usize],
        context: &Context,
    ) {
        let written: Vec<&str> = keys_of(node).collect();
        if written.is_empty() {
            let wanted = words::either(fits.iter().map(|i| words::describe_expected(forms[*i])));
            return self.missing_key(pointer, node, format!("the mapping is empty; expected {wanted}"));
        }
        let known: Vec<Vec<&str>> = fits.iter().map(|i| property_names(forms[*i])).collect();
        let mut all: Vec<&str> = Vec::new();
        for key in known.iter().flatten() {
            if !all.contains(key) {
                all.push(key);
            }
        }
        // A key that is misspelt tells the form as well.
        let meant = |(n, key): (usize, &&str)| {
            let near = || if n < HINTED { nearest(key, all.iter().copied()) } else { None };
            all.iter().copied().find(|known| known == key).or_else(near)
        };
        let meant: Vec<&str> = written.iter().enumerate().filter_map(meant).collect();
        let lacks = |i: usize| required(forms[fits[i]]).filter(|key| !meant.contains(key)).count();
        let has = |i: usize| meant.iter().filter(|key| known[i].contains(key)).count();
        // The first of the best.
        let Some(best) = (0..fits.len()).rev().max_by_key(|i| (has(*i), Reverse(lacks(*i)))) else { return };
        let rivals: Vec<_> = (0..fits.len()).filter(|i| has(*i) == has(best)).map(|i| forms[fits[i]]).collect();
        let telling = |form: &&'a Json| own_key(form, &rivals).filter(|key| !meant.contains(key));
        let telling: Option<Vec<&str>> =
            if has(best) == 0 { Some(Vec::new()) } else { rivals.iter().map(telling).collect() };
        // Where no key tells the form, one that would is missing, or misspelt beyond recognition.
        if let Some(telling) = telling {
            let unknown = written.iter().filter(|key| !all.contains(key));
            let free: Vec<&str> = all.iter().copied().filter(|key| !written.contains(key)).collect();
            unknown.clone().for_each(|key| self.unknown_key(pointer, key, &free, &all));
            if unknown.count() == 0 {
                let message = format!("missing key; expected one of {}", words::list("", &telling));
                self.missing_key(pointer, node, message);
            }
            return;
        }
        for key in written.iter().filter(|key| all.contains(key) && !known[best].contains(key)) {
            if self.beside.insert(pointer.key(key)) {
                // The key that it clashes with: one that no form has beside it.
                let clashes = |own: &&str| !known.iter().any(|known| known.contains(own) && known.contains(key));
                let mut own = meant.iter().copied().filter(|key| known[best].contains(key));
                let mine = own.clone().find(clashes).or(own.next()).unwrap_or_default();
                let at = Address::key(self.file, pointer.key(key));
                let message = format!("`{key}` cannot be used with `{mine}`");
                self.out.push(Diagnostic::new(codes::WRONG_FORM, at, message));
            }
        }
        self.level(context[fits[best]].iter());
    }
}

/// Returns the key that every form gives another fixed word.
fn tag<'s>(forms: &[&'s Json]) -> Option<&'s str> {
    let first = forms.first()?["properties"].as_object()?;
    let fixed = |key: &&String| forms.iter().all(|form| form["properties"][key.as_str()]["const"].is_string());
    first.keys().find(fixed).map(String::as_str)
}

fn keys_of(node: &Node) -> impl Iterator<Item = &str> {
    let entries = match &node.value {
        Value::Map(entries) => entries.as_slice(),
        _ => &[],
    };
    entries.iter().map(|entry| &*entry.key)
}
