//! Wording: values, types and lists of what is allowed.

use serde_json::Value as Json;

use super::super::NOT_BLANK;
use crate::diag::nearest;
use crate::diag::width::truncate;

/// Longest value that is shown whole, in columns.
const LONGEST: usize = 40;
/// Most alternatives that are listed.
const MOST: usize = 24;

/// Returns a value between backticks, not too long.
pub(in crate::schema) fn code(text: &str) -> String {
    format!("`{}`", truncate(text, LONGEST))
}

/// Returns the name of a type.
pub(in crate::schema) fn type_name(name: &str) -> &'static str {
    match name {
        "string" => "text",
        "integer" => "a whole number",
        "number" => "a number",
        "boolean" => "`true` or `false`",
        "array" => "a list",
        "object" => "a mapping",
        _ => "no value",
    }
}

/// Returns the wish of a schema, in a few words.
pub(super) fn describe_expected(schema: &Json) -> String {
    let words = allowed(schema);
    if !words.is_empty() {
        return either(words.iter().map(|word| code(word)));
    }
    let examples = examples(schema);
    if let (Some(example), Some("string")) = (examples.first(), schema["type"].as_str()) {
        return format!("text such as {example}");
    }
    match schema["type"].as_str() {
        Some("object") if schema["properties"].is_object() => {
            let required = schema["required"].as_array().into_iter().flatten().filter_map(Json::as_str);
            let value = |key: &str| match schema["properties"][key]["type"].as_str() {
                Some("string") => "NAME",
                Some("integer" | "number") => "N",
                _ => "…",
            };
            let keys: Vec<_> = required.map(|key| format!("{key}: {}", value(key))).collect();
            if keys.is_empty() { "a mapping".to_owned() } else { format!("{{{}}}", keys.join(", ")) }
        }
        Some(name) => type_name(name).to_owned(),
        None => match (&schema["type"], schema["anyOf"].as_array()) {
            (Json::Array(types), _) => either(types.iter().filter_map(Json::as_str).map(|t| type_name(t).to_owned())),
            (_, Some(forms)) => either(forms.iter().map(describe_expected)),
            _ => "something else".to_owned(),
        },
    }
}

/// Returns the words that a schema lists.
pub(in crate::schema) fn allowed<'a>(schema: &'a Json) -> Vec<&'a str> {
    let listed = schema["enum"].as_array().into_iter().flatten().chain(schema.get("const"));
    let word = |value: &'a Json| match value {
        Json::Bool(truth) => Some(if *truth { "true" } else { "false" }),
        _ => value.as_str(),
    };
    listed.filter_map(word).collect()
}

/// Returns the word that a schema takes for another one with the same meaning, in any case of letters.
pub(super) fn synonym<'s>(word: &str, schema: &'s Json) -> Option<&'s str> {
    schema["x-synonyms"][word.to_lowercase()].as_str()
}

/// Returns a schema's examples, between backticks; those that are too long to be shown whole say nothing, and are left out.
pub(in crate::schema) fn examples(schema: &Json) -> Vec<String> {
    let examples = schema["examples"].as_array().into_iter().flatten();
    let texts = examples.map(|example| example.as_str().map_or_else(|| example.to_string(), str::to_owned));
    texts.filter(|text| truncate(text, LONGEST) == *text).map(|text| code(&text)).collect()
}

/// Returns true if a schema wants its texts written in a certain way, which its examples show.
pub(in crate::schema) fn is_notation(schema: &Json) -> bool {
    schema.get("examples").is_some() && schema["pattern"] != NOT_BLANK
}

/// Returns `a`, `b`, `c`: what is allowed, the nearest to what was found first.
pub(in crate::schema) fn list(found: &str, allowed: &[&str]) -> String {
    let near = nearest(found, allowed.iter().copied());
    let rest = allowed.iter().copied().filter(|word| Some(*word) != near);
    let mut shown: Vec<_> = near.into_iter().chain(rest).take(MOST).map(code).collect();
    if allowed.len() > MOST {
        shown.push("…".to_owned());
    }
    shown.join(", ")
}

/// Returns a, b or c.
pub(in crate::schema) fn either(forms: impl Iterator<Item = String>) -> String {
    let mut forms: Vec<_> = forms.collect();
    let Some(last) = forms.pop() else { return String::new() };
    if forms.is_empty() { last } else { format!("{} or {last}", forms.join(", ")) }
}

/// Returns true if two words are the same but for case and the signs between their parts.
pub(super) fn same(a: &str, b: &str) -> bool {
    let fold = |text: &str| {
        let kept = text.chars().filter(|c| !matches!(c, ' ' | '_' | '-'));
        kept.flat_map(char::to_lowercase).collect::<String>()
    };
    fold(a) == fold(b)
}
