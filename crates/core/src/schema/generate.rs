//! The schema of a type, made good to read in an editor.

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use super::explain::words;

/// Returns the schema by draft 2020-12, with everything under its keys in the order of the types.
pub(super) fn schema<M: JsonSchema>(system: &str, title: &str) -> Value {
    let root = SchemaSettings::draft2020_12().into_generator().into_root_schema_for::<M>();
    let Ok(Value::Object(mut root)) = serde_json::to_value(&root) else {
        panic!("internal error: a model's schema is an object")
    };
    let draft = root.shift_remove("$schema").unwrap_or_default();
    let mut schema = Map::new();
    schema.insert("$schema".into(), draft);
    schema.insert("$id".into(), format!("urn:muster:{system}").into());
    schema.insert("title".into(), title.into());
    root.shift_remove("title");
    schema.extend(root);
    let mut schema = Value::Object(schema);
    polish(&mut schema);
    schema
}

/// Fixes a schema and everything in it.
fn polish(schema: &mut Value) {
    match schema {
        Value::Array(items) => items.iter_mut().for_each(polish),
        Value::Object(object) => {
            if let Some(Value::Object(definitions)) = object.get_mut("$defs") {
                definitions.iter_mut().for_each(|(name, definition)| title(definition, || type_words(name)));
            }
            for key in ["properties", "$defs"] {
                if let Some(Value::Object(members)) = object.get_mut(key) {
                    members.values_mut().for_each(polish);
                }
            }
            for key in ["items", "additionalProperties", "anyOf", "oneOf"] {
                if let Some(part) = object.get_mut(key) {
                    polish(part);
                }
            }
            absent_not_null(object);
            bounded_numbers(object);
            exclusive_forms(object);
            listed_words(object);
            described_tags(object);
            titled_forms(object);
            worded_errors(object);
        }
        _ => {}
    }
}

/// Takes `null` out of the types of an optional member: a member that is not wanted is left out, not written as `null`.
fn absent_not_null(object: &mut Map<String, Value>) {
    if let Some(Value::Array(types)) = object.get_mut("type") {
        types.retain(|t| t != "null");
        if let [one] = types.as_slice() {
            let one = one.clone();
            object.insert("type".into(), one);
        }
    }
    let Some(Value::Array(forms)) = object.get_mut("anyOf") else { return };
    let before = forms.len();
    forms.retain(|form| form["type"] != "null");
    if forms.len() < before
        && let [Value::Object(form)] = forms.as_slice()
    {
        let form = form.clone();
        object.shift_remove("anyOf");
        for (key, value) in form {
            object.entry(key).or_insert(value);
        }
    }
}

/// Says the range of an integer type in numbers, which every validator knows.
fn bounded_numbers(object: &mut Map<String, Value>) {
    let range = match object.get("format").and_then(Value::as_str) {
        Some("uint8") => (0, i64::from(u8::MAX)),
        Some("uint16") => (0, i64::from(u16::MAX)),
        Some("uint32") => (0, i64::from(u32::MAX)),
        Some("int8") => (i64::from(i8::MIN), i64::from(i8::MAX)),
        Some("int16") => (i64::from(i16::MIN), i64::from(i16::MAX)),
        Some("int32") => (i64::from(i32::MIN), i64::from(i32::MAX)),
        Some("uint64" | "int64" | "double") => {
            // These are as wide as numbers are.
            object.shift_remove("format");
            return;
        }
        _ => return,
    };
    object.shift_remove("format");
    object.entry("minimum").or_insert(range.0.into());
    object.entry("maximum").or_insert(range.1.into());
}

/// Says that a value has one form only, where the forms are mappings of which no two can have the same keys.
fn exclusive_forms(object: &mut Map<String, Value>) {
    let Some(Value::Array(forms)) = object.get("anyOf") else { return };
    let needs_more = |form: &Value, other: &Value| required(form).any(|key| other["properties"].get(key).is_none());
    let differ = |a: &Value, b: &Value| needs_more(a, b) || needs_more(b, a);
    let is_closed = |form: &Value| form["type"] == "object" && form["additionalProperties"] == false;
    let mut pairs = forms.iter().enumerate().flat_map(|(i, a)| forms[i + 1..].iter().map(move |b| (a, b)));
    if forms.iter().all(is_closed)
        && pairs.all(|(a, b)| differ(a, b))
        && let Some(forms) = object.shift_remove("anyOf")
    {
        object.insert("oneOf".into(), forms);
    }
}

/// Turns documented words into an `enum` with descriptions, which editors complete and explain.
fn listed_words(object: &mut Map<String, Value>) {
    let Some(Value::Array(forms)) = object.get("oneOf") else { return };
    let word = |form: &Value| Some((form.get("const")?.as_str()?.to_owned(), form["description"].as_str()?.to_owned()));
    let Some(words) = forms.iter().map(word).collect::<Option<Vec<_>>>() else { return };
    let (words, texts): (Vec<_>, Vec<_>) = words.into_iter().unzip();
    object.shift_remove("oneOf");
    object.insert("type".into(), "string".into());
    object.insert("enum".into(), json!(words));
    object.insert("markdownEnumDescriptions".into(), json!(texts));
}

/// Describes the word that tells the forms of a union apart where it is written, and names all of them where it is none of them.
fn described_tags(object: &mut Map<String, Value>) {
    let Some(Value::Array(forms)) = object.get_mut("oneOf") else { return };
    let tags: Vec<String> = forms.iter().filter_map(tag).map(|(_, word)| word).collect();
    let allowed: Vec<&str> = tags.iter().map(String::as_str).collect();
    let message = format!("Allowed: {}.", words::list("", &allowed));
    for form in forms {
        let description = form["description"].clone();
        let Some(Value::Object(properties)) = form.get_mut("properties") else { continue };
        for property in properties.values_mut().filter(|property| property["const"].is_string()) {
            if property.get("description").is_none() {
                property["description"] = description.clone();
            }
            property["errorMessage"] = message.clone().into();
        }
    }
}

/// Returns the key and the word that tell a form of a union apart from the others.
fn tag(form: &Value) -> Option<(String, String)> {
    let mut properties = form["properties"].as_object()?.iter();
    properties.find_map(|(key, property)| Some((key.clone(), property.get("const")?.as_str()?.to_owned())))
}

/// Gives the forms of a union titles, by which editors call them: `type: attack` by what tells them apart, or `behind: …` by the
/// key that they need.
fn titled_forms(object: &mut Map<String, Value>) {
    let Some(Value::Array(forms)) = object.get_mut("oneOf") else { return };
    let all: Vec<&Value> = forms.iter().collect();
    let needed: Vec<_> = all.iter().map(|form| own_key(form, &all).map(str::to_owned)).collect();
    for (form, needed) in forms.iter_mut().zip(needed) {
        let tagged = tag(form).map(|(key, word)| format!("{key}: {word}"));
        if let Some(words) = tagged.or_else(|| Some(format!("{}: …", needed?))) {
            title(form, || words);
        }
    }
}

/// Returns the first key that one of several forms of a mapping needs and another does not.
pub(super) fn own_key<'s>(form: &'s Value, forms: &[&Value]) -> Option<&'s str> {
    required(form).find(|key| !forms.iter().all(|other| required(other).any(|needed| needed == *key)))
}

/// Returns the keys that a mapping needs.
pub(super) fn required(form: &Value) -> impl Iterator<Item = &str> {
    form["required"].as_array().into_iter().flatten().filter_map(Value::as_str)
}

/// Gives a mapping a title, unless it has one.
fn title(schema: &mut Value, words: impl FnOnce() -> String) {
    if schema["type"] == "object"
        && let Value::Object(object) = schema
        && !object.contains_key("title")
    {
        object.insert("title".into(), words().into());
    }
}

/// Returns the name of a type in words: "placed art" of `PlacedArt`.
fn type_words(name: &str) -> String {
    let mut words = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !words.is_empty() {
            words.push(' ');
        }
        words.extend(letter.to_lowercase());
    }
    words
}

/// Lets editors say how a value is written that is written in a certain way, where they would name a pattern or a type.
fn worded_errors(object: &mut Map<String, Value>) {
    let schema = Value::Object(object.clone());
    if !words::is_notation(&schema) {
        return;
    }
    let message = Value::from(format!("Write it like {}.", words::either(words::examples(&schema).into_iter())));
    let say = |form: &mut Value| {
        if !["string", "integer", "number"].iter().any(|scalar| form["type"] == *scalar) {
            return;
        }
        if form.get("pattern").is_some() {
            form["patternErrorMessage"] = message.clone();
        }
        form["errorMessage"] = message.clone();
    };
    if let Some(Value::Array(forms)) = object.get_mut("anyOf") {
        forms.iter_mut().for_each(say);
    } else if object.contains_key("pattern") {
        for key in ["patternErrorMessage", "errorMessage"] {
            object.insert(key.into(), message.clone());
        }
    }
}
