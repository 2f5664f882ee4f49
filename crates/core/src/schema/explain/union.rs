//! Values that may take several forms: the form that was meant is found and explained, or the forms are listed.

use jsonschema::ValidationError;
use jsonschema::error::ValidationErrorKind as Kind;
use serde_json::Value as Json;

use super::keys::property_names;
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
        let written: Vec<_> = keys_of(node).collect();
        let score = |i: usize| {
            let known = property_names(forms[i]);
            let required = forms[i]["required"].as_array().into_iter().flatten().filter_map(Json::as_str);
            let missing = required.filter(|key| !written.contains(key)).count();
            (written.iter().filter(|key| known.contains(key)).count(), usize::MAX - missing)
        };
        let all: Vec<_> = fits.iter().flat_map(|i| property_names(forms[*i])).collect();
        // The first of the best.
        let best = fits.iter().copied().rev().max_by_key(|i| score(*i)).filter(|i| score(*i).0 > 0);
        let Some(best) = best else {
            if written.is_empty() {
                let wanted = words::either(fits.iter().map(|i| words::describe_expected(forms[*i])));
                return self.missing_key(pointer, node, format!("the mapping is empty; expected {wanted}"));
            }
            for key in written {
                self.unknown_key(pointer, key, &all, &all);
            }
            return;
        };
        let own = property_names(forms[best]);
        let mine = written.iter().find(|key| own.contains(key)).copied().unwrap_or_default();
        for key in &written {
            if !own.contains(key) && all.contains(key) && self.beside.insert(pointer.key(key)) {
                let at = Address::key(self.file, pointer.key(key));
                let message = format!("`{key}` cannot be used with `{mine}`");
                self.out.push(Diagnostic::new(codes::WRONG_FORM, at, message));
            }
        }
        self.level(context[best].iter());
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
