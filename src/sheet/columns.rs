//! The columns of a sheet, read off the JSON schema of a game: a key each, and one for each item of a list of mappings.

use serde_json::Value as Json;

/// A column of a sheet.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Column {
    /// The heading: the key, or the singular of the key with the number of the item, `action 1`.
    pub heading: String,
    /// The key of the row's mapping; empty for what names the row or its list.
    pub key: String,
    /// The item of the list under the key, from 0; `None` if the cell is the whole value.
    pub item: Option<usize>,
    /// The description of the schema.
    pub about: String,
    /// The values that the schema allows.
    pub accepts: Accepts,
    /// The words that the schema allows, where it lists them.
    pub choices: Vec<String>,
    /// The value that holds where none is written.
    pub default: Option<Json>,
}

/// The kinds of values that a schema allows in a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Accepts {
    /// Texts.
    pub text: bool,
    /// Texts of some form only: a pattern or a list of words.
    pub notation: bool,
    /// Whole numbers.
    pub whole: bool,
    /// Numbers with a fraction.
    pub fraction: bool,
    /// `true` and `false`.
    pub truth: bool,
    /// Lists and mappings.
    pub collection: bool,
}

impl Accepts {
    /// Returns true if every cell is a text, whatever it looks like.
    pub fn is_only_text(self) -> bool {
        self.text && !self.whole && !self.fraction && !self.truth && !self.collection
    }

    /// Returns true if a value is written in some notation, so that a spreadsheet must not take it for anything else.
    pub fn is_notation(self) -> bool {
        self.notation || !self.is_only_text()
    }

    /// Returns the kinds of values of both.
    pub fn and(self, other: Accepts) -> Accepts {
        Accepts {
            text: self.text | other.text,
            notation: self.notation | other.notation,
            whole: self.whole | other.whole,
            fraction: self.fraction | other.fraction,
            truth: self.truth | other.truth,
            collection: self.collection | other.collection,
        }
    }
}

/// A schema in which places are looked up.
#[derive(Debug, Clone, Copy)]
pub struct RowShape<'a>(pub &'a Json);

/// The deepest way through references and unions that is followed.
const MOST_STEPS: usize = 12;

impl<'a> RowShape<'a> {
    /// Returns the forms that a place of documents may have: `*` stands for an item of a list or a member of a mapping.
    pub fn forms_at(self, pattern: &str) -> Vec<&'a Json> {
        let mut forms = self.forms(self.0);
        for step in pattern.split('/').skip(1) {
            let next = forms.iter().filter_map(|form| match step {
                "*" => form.get("items").or(form.get("additionalProperties").filter(|rest| rest.is_object())),
                key => form.get("properties")?.get(key),
            });
            forms = next.flat_map(|found| self.forms(found)).collect();
        }
        forms
    }

    /// Returns the forms of a schema: itself, what it refers to, and the branches of a union.
    fn forms(self, schema: &'a Json) -> Vec<&'a Json> {
        let mut forms = Vec::new();
        self.add_forms(schema, &mut forms, MOST_STEPS);
        forms
    }

    fn add_forms(self, schema: &'a Json, forms: &mut Vec<&'a Json>, steps: usize) {
        let Some(steps) = steps.checked_sub(1) else { return };
        let referred = schema["$ref"].as_str().and_then(|name| self.0.pointer(name.strip_prefix('#')?));
        if let Some(referred) = referred {
            return self.add_forms(referred, forms, steps);
        }
        let branches = ["anyOf", "oneOf"].iter().filter_map(|union| schema[union].as_array()).flatten();
        let before = forms.len();
        branches.for_each(|branch| self.add_forms(branch, forms, steps));
        if forms.len() == before {
            forms.push(schema);
        }
    }

    /// Returns the keys of the mappings that a place may be, in the order of the schema, each with its own schema.
    pub fn keys(self, pattern: &str) -> Vec<(&'a str, &'a Json)> {
        let mut keys: Vec<(&str, &Json)> = Vec::new();
        for form in self.forms_at(pattern) {
            for (key, schema) in form["properties"].as_object().into_iter().flatten() {
                if keys.iter().all(|(known, _)| known != key) {
                    keys.push((key, schema));
                }
            }
        }
        keys
    }

    /// Returns the kinds of values that a schema allows.
    pub fn accepts(self, schema: &'a Json) -> Accepts {
        let of_form = |form: &Json| {
            let word = form["type"].as_str().unwrap_or_default();
            let is_word = form.get("enum").or(form.get("const")).is_some();
            let pattern = form["pattern"].as_str().unwrap_or_default();
            Accepts {
                text: word == "string" || is_word,
                notation: is_word || !pattern.is_empty() && pattern != muster_core::schema::NOT_BLANK,
                whole: word == "integer",
                fraction: word == "number",
                truth: word == "boolean",
                collection: matches!(word, "array" | "object"),
            }
        };
        self.forms(schema).into_iter().map(of_form).fold(Accepts::default(), Accepts::and)
    }

    /// Returns the words that a schema lists; those of truth values too.
    pub fn choices(self, schema: &'a Json) -> Vec<String> {
        let of_form = |form: &&Json| -> Vec<String> {
            let listed = form["enum"].as_array().into_iter().flatten().chain(form.get("const"));
            let words = listed.filter_map(Json::as_str).map(str::to_owned);
            let truths = ["true", "false"].iter().filter(|_| form["type"] == "boolean").map(|word| (*word).to_owned());
            words.chain(truths).collect()
        };
        self.forms(schema).iter().flat_map(of_form).collect()
    }

    /// Returns true if a schema is of a list whose items are mappings.
    pub fn is_list_of_mappings(self, schema: &'a Json) -> bool {
        let is_mapping = |item: &Json| self.forms(item).iter().any(|form| form["type"] == "object");
        // Without a reference to another schema the borrow of an item is that of the whole.
        self.forms(schema).into_iter().any(|form| form["type"] == "array" && is_mapping(&form["items"]))
    }

    /// Returns the column of a key.
    pub fn column(self, key: &str, schema: &'a Json) -> Column {
        let described = std::iter::once(schema).chain(self.forms(schema));
        let about = described.filter_map(|form| form["description"].as_str()).next().unwrap_or_default().to_owned();
        Column {
            heading: key.to_owned(),
            key: key.to_owned(),
            item: None,
            about,
            accepts: self.accepts(schema),
            choices: self.choices(schema),
            default: schema.get("default").cloned(),
        }
    }
}

impl Column {
    /// Returns the column of an item of this column's list, from 0.
    pub fn item_column(&self, item: usize) -> Column {
        let accepts = Accepts { collection: true, notation: true, ..Accepts::default() };
        let heading = format!("{} {}", singular(&self.key), item + 1);
        Column { heading, item: Some(item), accepts, choices: Vec::new(), ..self.clone() }
    }

    /// Returns a column that names a row or its list.
    pub fn name(heading: &str, about: &str) -> Column {
        let accepts = Accepts { text: true, ..Accepts::default() };
        Column { heading: heading.to_owned(), about: about.to_owned(), accepts, ..Column::default() }
    }
}

/// Returns the singular of the key of a list: `actions` is a list of actions.
fn singular(key: &str) -> String {
    match key.strip_suffix("ies") {
        Some(stem) => format!("{stem}y"),
        None => key.strip_suffix('s').unwrap_or(key).to_owned(),
    }
}

/// Returns a heading as it is compared: in lower case, with single plain spaces.
pub fn fold(heading: &str) -> String {
    let plain = heading.replace(['_', '\u{a0}', '\u{202f}', '\u{feff}'], " ").to_lowercase();
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_of_items_are_singular() {
        let of = |key: &str| Column { key: key.to_owned(), ..Column::default() }.item_column(1).heading;
        assert_eq!(of("actions"), "action 2");
        assert_eq!(of("abilities"), "ability 2");
        assert_eq!(of("special"), "special 2");
    }

    #[test]
    fn headings_are_compared_without_case_and_kinds_of_spaces() {
        assert_eq!(fold(" Rule\u{a0}Text "), fold("rule_text"));
    }
}
