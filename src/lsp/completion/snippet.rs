//! Values to be filled in, as editors' snippets.

use serde_json::{Map, Value as Json};

use crate::lsp::schema::{Forms, tag, words};

/// Most words that are offered in a snippet.
const CHOICES: usize = 12;

/// Text with places to fill in.
#[derive(Debug, Default)]
pub(super) struct Snippet {
    text: String,
    places: usize,
}

impl Snippet {
    /// Returns a key with its value.
    pub(super) fn member_snippet(forms: Forms<'_>, key: &str, schema: &Json, in_flow: bool) -> String {
        let mut snippet = Snippet { text: format!("{key}: "), places: 0 };
        snippet.value(forms, schema, in_flow);
        snippet.text
    }

    /// Returns a mapping of all keys that are needed, in braces.
    pub(super) fn mapping_snippet(forms: Forms<'_>, form: &Json) -> String {
        let mut snippet = Snippet::default();
        snippet.mapping(forms, form, true);
        snippet.text
    }

    /// Returns the keys that are needed, without braces.
    pub(super) fn keys_snippet(forms: Forms<'_>, form: &Json) -> String {
        let mut snippet = Snippet::default();
        snippet.mapping(forms, form, false);
        snippet.text
    }

    fn mapping(&mut self, forms: Forms<'_>, form: &Json, braces: bool) {
        let none = Map::new();
        let properties = form["properties"].as_object().unwrap_or(&none);
        let required =
            |key: &str| form["required"].as_array().is_some_and(|keys| keys.iter().any(|known| known == key));
        let tag = tag(form).map(|(key, _)| key);
        self.text += if braces { "{" } else { "" };
        let keys = properties.iter().filter(|(key, _)| required(key) || tag == Some(key.as_str()));
        for (i, (key, schema)) in keys.enumerate() {
            self.text += if i > 0 { ", " } else { "" };
            self.text += &format!("{key}: ");
            match schema["const"].as_str() {
                Some(word) => self.text += word,
                None => self.value(forms, schema, true),
            }
        }
        self.text += if braces { "}" } else { "" };
    }

    fn value(&mut self, forms: Forms<'_>, schema: &Json, in_flow: bool) {
        if let Some(truth) = schema["const"].as_bool() {
            self.text += &truth.to_string();
            return;
        }
        let all = forms.list(schema);
        let listed: Vec<String> = all.iter().flat_map(|said| words(said.form)).map(|(word, _)| word).collect();
        let is = |kind: &str| all.iter().any(|said| said.form["type"] == kind);
        self.places += 1;
        let place = self.places;
        if !listed.is_empty() && listed.len() <= CHOICES && all.len() == 1 {
            let choices: Vec<String> = listed.iter().map(|word| escape_choice(word)).collect();
            self.text += &format!("${{{place}|{}|}}", choices.join(","));
        } else if is("boolean") {
            self.text += &format!("${{{place}|true,false|}}");
        } else if is("array") && !is("string") && !is("integer") {
            let holds_mappings = |said: &&crate::lsp::schema::SchemaForm<'_>| {
                let items = said.form.get("items").map(|items| forms.list(items)).unwrap_or_default();
                items.iter().any(|item| item.form["properties"].is_object())
            };
            let in_lines = !in_flow && all.iter().any(|said| holds_mappings(&said));
            self.write_below(in_lines, &format!("\n  - ${place}"), &format!("[${place}]"));
        } else if is("object") && all.iter().all(|said| said.form["type"] == "object") {
            self.write_below(!in_flow, &format!("\n  ${place}"), &format!("{{${place}}}"));
        } else {
            self.text += &format!("${place}");
        }
    }

    /// Writes a value in lines below its key, or behind it.
    fn write_below(&mut self, in_lines: bool, lines: &str, flow: &str) {
        if in_lines {
            self.text.truncate(self.text.trim_end().len());
        }
        self.text += if in_lines { lines } else { flow };
    }
}

/// Returns a word as one of the choices of a place.
fn escape_choice(word: &str) -> String {
    let mut text = String::new();
    for c in word.chars() {
        if ['\\', '$', '}', ',', '|'].contains(&c) {
            text.push('\\');
        }
        text.push(c);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_snippet_has_what_is_needed() {
        let root = json!({"$defs": {"Deed": {"type": "string", "enum": ["a, b", "c"]}}});
        let form = json!({
            "type": "object",
            "properties": {"rule": {"const": "hits"}, "of": {"$ref": "#/$defs/Deed"}, "on": {"type": "array"}, "x": {}},
            "required": ["rule", "of", "on"],
        });
        let forms = Forms::new(&root);
        assert_eq!(Snippet::mapping_snippet(forms, &form), "{rule: hits, of: ${1|a\\, b,c|}, on: [$2]}");
        assert_eq!(
            Snippet::member_snippet(forms, "star", &json!({"type": "boolean"}), false),
            "star: ${1|true,false|}"
        );
        let list = json!({"type": "array", "items": {"type": "object", "properties": {}}});
        assert_eq!(Snippet::member_snippet(forms, "cards", &list, false), "cards:\n  - $1");
    }
}
