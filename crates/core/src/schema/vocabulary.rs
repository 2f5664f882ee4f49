//! The vocabulary of a schema in words: every mapping that its documents may hold, with its keys and the words for their values.

use std::fmt::Write as _;

use serde_json::{Map, Value as Json};

use super::explain::words::{allowed, code, either, examples, type_name};
use super::generate::own_key;

/// Most places that are named of a mapping; of one that stands in more, only the keys that lead to it are.
const MOST_PLACES: usize = 3;

/// Most keys of a mapping that are named where it is a value; of a larger one only its own section names them.
const MOST_KEYS: usize = 5;

/// Every mapping that the documents of one schema may hold, in the order in which a document has them.
#[derive(Debug)]
pub struct Vocabulary {
    mappings: Vec<Mapping>,
}

/// A mapping of a document, or one form of it where a key such as `rule` tells several apart.
#[derive(Debug)]
struct Mapping {
    /// The definition that it comes from.
    definition: String,
    /// The paths of keys that lead to it, `cards[].actions[]`; empty for the document itself.
    paths: Vec<String>,
    /// The key and the word that tell its form: `rule` and `hits`.
    tag: Option<(String, String)>,
    about: String,
    /// A key that only this one of several mappings at the same place has.
    own_key: Option<String>,
    /// The number of keys that all its forms have, where it has several; they come first. Of the others exactly one is written,
    /// with those that go with it.
    shared: Option<usize>,
    keys: Vec<Key>,
}

/// A key of a mapping.
#[derive(Debug)]
struct Key {
    name: String,
    required: bool,
    /// True if it goes with the key before it: both belong to one form of the mapping.
    goes_with: bool,
    about: String,
    /// The values it takes, in words: ``a whole number from 1 to 6``.
    values: String,
    default: Option<String>,
    /// The words it takes that are explained, each with its explanation.
    words: Vec<(String, String)>,
    /// Words that stand for names where it takes names, each with its explanation.
    names: Vec<(String, String)>,
    /// Definitions of the mappings that may be its value or stand in it.
    leads_to: Vec<String>,
}

impl Vocabulary {
    /// Reads the vocabulary off a JSON schema.
    pub(super) fn new(schema: &Json) -> Vocabulary {
        let mut reader = Reader { root: schema, mappings: Vec::new() };
        reader.visit(schema, "", "");
        let mut mappings = reader.mappings;
        // Below a mapping that stands in many places, only its last key leads.
        for i in 0..mappings.len() {
            if mappings[i].paths.len() > MOST_PLACES {
                let long: Vec<String> = mappings[i].paths.iter().map(|path| format!("{path}.")).collect();
                for path in mappings[i + 1..].iter_mut().flat_map(|mapping| &mut mapping.paths) {
                    if let Some(above) = long.iter().find(|above| path.starts_with(above.as_str())) {
                        *path = format!("{}{}", last_key(above.trim_end_matches('.')), &path[above.len() - 1..]);
                    }
                }
            }
        }
        let titles: Vec<String> = mappings.iter().map(Mapping::title).collect();
        for (i, mapping) in mappings.iter_mut().enumerate() {
            if titles.iter().enumerate().any(|(j, title)| j != i && *title == titles[i]) {
                mapping.own_key = mapping.keys.first().map(|key| key.name.clone());
            }
        }
        Vocabulary { mappings }
    }

    /// Returns everything, as the Markdown sections of a page.
    pub fn page(&self) -> String {
        self.mappings.iter().map(|mapping| mapping.section("##")).collect::<Vec<_>>().join("\n")
    }

    /// Returns the keys of the mapping that a definition of the schema describes, each with the values it takes and what it is
    /// for.
    pub fn keys_of(&self, definition: &str) -> impl Iterator<Item = (&str, &str, &str)> {
        let mappings = self.mappings.iter().filter(move |mapping| mapping.definition == definition);
        let keys = mappings.flat_map(|mapping| &mapping.keys);
        keys.map(|key| (key.name.as_str(), key.values.as_str(), key.about.as_str()))
    }

    /// Returns every key, and every word that is explained, without repetition.
    pub fn terms(&self) -> Vec<&str> {
        let keys = self.keys().flat_map(|(_, key)| {
            std::iter::once(key.name.as_str()).chain(key.words.iter().chain(&key.names).map(|(word, _)| word.as_str()))
        });
        let tags = self.mappings.iter().filter_map(|mapping| Some(mapping.tag.as_ref()?.1.as_str()));
        let mut terms: Vec<&str> = keys.chain(tags).collect();
        terms.sort_unstable();
        terms.dedup();
        terms
    }

    /// Returns the Markdown section that explains a key or a word wherever the documents, called `title`, have it; `None` if they
    /// do not.
    pub fn explain(&self, term: &str, title: &str) -> Option<String> {
        let is = |text: &str| text.eq_ignore_ascii_case(term);
        let mut text = String::new();
        for form in self.mappings.iter().filter(|mapping| mapping.tag.as_ref().is_some_and(|(_, word)| is(word))) {
            let _ = write!(text, "\n{}", form.section("##"));
        }
        let mut below: Vec<&str> = Vec::new();
        for (mapping, key) in self.keys().filter(|(_, key)| is(&key.name)) {
            let _ = write!(text, "\nA key of {}:\n\n{}", mapping.title(), key.line());
            below.extend(key.leads_to.iter().map(String::as_str));
        }
        for (mapping, key) in self.keys() {
            for (word, about) in key.words.iter().filter(|(word, _)| is(word)) {
                let _ = write!(text, "\nA value of `{}` in {}:\n\n- `{word}`: {about}\n", key.name, mapping.title());
            }
        }
        // A word for a name may stand under many keys: they are listed, not where each of them stands.
        let mut names: Vec<(&str, &str, Vec<&str>)> = Vec::new();
        for (_, key) in self.keys() {
            for (word, about) in key.names.iter().filter(|(word, _)| is(word)) {
                match names.iter_mut().find(|(known, also, _)| known == word && also == about) {
                    Some((.., keys)) => keys.push(&key.name),
                    None => names.push((word, about, vec![&key.name])),
                }
            }
        }
        for (word, about, mut keys) in names {
            keys.sort_unstable();
            keys.dedup();
            let keys = list(keys.into_iter().map(code_span));
            let _ = write!(text, "\nA word in place of a name for {keys}:\n\n- `{word}`: {about}\n");
        }
        // Forms told apart by a word, such as all special rules, are too many to be shown below the key that leads to them.
        let below = |mapping: &&Mapping| mapping.tag.is_none() && below.contains(&mapping.definition.as_str());
        for mapping in self.mappings.iter().filter(below) {
            let _ = write!(text, "\n{}", mapping.section("##"));
        }
        (!text.is_empty()).then(|| format!("# {title}: `{}`\n{text}", self.spelling(term)))
    }

    /// Returns a term as the documents write it: so too, if they do, else in another case of letters.
    fn spelling<'t>(&'t self, term: &'t str) -> &'t str {
        let terms = self.terms();
        match terms.contains(&term) {
            true => term,
            false => terms.into_iter().find(|known| known.eq_ignore_ascii_case(term)).unwrap_or(term),
        }
    }

    fn keys(&self) -> impl Iterator<Item = (&Mapping, &Key)> {
        self.mappings.iter().flat_map(|mapping| mapping.keys.iter().map(move |key| (mapping, key)))
    }
}

impl Mapping {
    /// Returns the places it stands at, in words.
    fn title(&self) -> String {
        let places = match self.paths.as_slice() {
            [path] if path.is_empty() => "a document".to_owned(),
            paths if paths.len() <= MOST_PLACES => list(paths.iter().map(|path| code_span(path))),
            paths => {
                let mut keys: Vec<_> = paths.iter().map(|path| code_span(last_key(path))).collect();
                keys.sort_unstable();
                keys.dedup();
                list(keys.into_iter())
            }
        };
        match (&self.tag, &self.own_key) {
            (Some((key, word)), _) => format!("{places}, `{key}: {word}`"),
            (None, Some(key)) => format!("{places}, with `{key}`"),
            (None, None) => places,
        }
    }

    fn section(&self, marks: &str) -> String {
        let mut text = format!("{marks} {}\n\n{}\n", capitalise(&self.title()), self.about);
        let (shared, own) = self.keys.split_at(self.shared.unwrap_or_default());
        if !shared.is_empty() {
            text += "\n";
            text.extend(shared.iter().map(Key::line));
        }
        if self.shared.is_some() {
            let with = if own.iter().any(|key| key.goes_with) { ", with the keys below it" } else { "" };
            let _ = writeln!(text, "\nExactly one of these{with}:");
        }
        text += "\n";
        let tag = self.tag.as_ref().map(|(key, _)| key.as_str());
        text.extend(own.iter().filter(|key| tag != Some(key.name.as_str())).map(Key::line));
        text
    }
}

impl Key {
    fn line(&self) -> String {
        let required = if self.required { " (required)" } else { "" };
        let default = self.default.as_ref().map(|value| format!(" Default: {value}.")).unwrap_or_default();
        let indent = if self.goes_with { "  " } else { "" };
        let mut line = format!("{indent}- `{}`{required}: {}. {}{default}\n", self.name, self.values, self.about);
        for (word, about) in &self.words {
            let _ = writeln!(line, "{indent}  - `{word}`: {about}");
        }
        line
    }
}

/// Reads mappings off a schema.
struct Reader<'s> {
    root: &'s Json,
    mappings: Vec<Mapping>,
}

impl<'s> Reader<'s> {
    /// Returns a schema, or what it refers to, and the name of its definition.
    fn resolve(&self, schema: &'s Json) -> (&'s Json, Option<&'s str>) {
        let name = schema["$ref"].as_str().and_then(|path| path.strip_prefix("#/$defs/"));
        (name.map_or(schema, |name| &self.root["$defs"][name]), name)
    }

    /// Adds the mappings that a value may be, or hold as its items. `place` is the path to it, `definition` a name for it
    /// where it has none of its own. The names of the definitions of these mappings are returned.
    fn visit(&mut self, schema: &'s Json, place: &str, definition: &str) -> Vec<String> {
        let (schema, name) = self.resolve(schema);
        let definition = name.unwrap_or(definition).to_owned();
        let known = self.mappings.iter_mut().filter(|mapping| mapping.definition == definition);
        let mut seen = false;
        for mapping in known {
            seen = true;
            if !mapping.paths.iter().any(|path| path == place) {
                mapping.paths.push(place.to_owned());
            }
        }
        if seen {
            return vec![definition];
        }
        if let Some(forms) =
            schema["oneOf"].as_array().filter(|forms| forms.iter().all(|form| form["properties"].is_object()))
        {
            self.union(schema, forms, place, &definition);
            return vec![definition];
        }
        if let Some(properties) = schema["properties"].as_object() {
            let mapping = self.mapping(schema, properties, place, &definition);
            self.add(mapping, properties);
            return vec![definition];
        }
        let mut leads_to = Vec::new();
        for (i, form) in forms(schema).iter().enumerate() {
            leads_to.extend(self.visit(form, place, &format!("{definition}/{i}")));
        }
        if schema["items"].is_object() {
            leads_to.extend(self.visit(&schema["items"], &format!("{place}[]"), &format!("{definition}[]")));
        }
        if schema["additionalProperties"].is_object() {
            leads_to.extend(self.visit(
                &schema["additionalProperties"],
                &format!("{place}.NAME"),
                &format!("{definition}.NAME"),
            ));
        }
        leads_to
    }

    /// Adds the forms of a mapping: each by itself where a word tells them apart, else together, each being one key.
    fn union(&mut self, schema: &'s Json, forms: &'s [Json], place: &str, definition: &str) {
        let members = |form: &'s Json| form["properties"].as_object();
        if forms.iter().all(|form| tag(form).is_some()) {
            for form in forms {
                let Some(properties) = members(form) else { continue };
                let mapping = Mapping { tag: tag(form), ..self.mapping(form, properties, place, definition) };
                self.add(mapping, properties);
            }
            return;
        }
        let forms: Vec<_> = forms.iter().filter_map(|form| Some((form, members(form)?))).collect();
        let is_shared = |name: &String| forms.len() > 1 && forms.iter().all(|(_, members)| members.contains_key(name));
        let mut mapping = Mapping { shared: Some(0), ..self.mapping(schema, [], place, definition) };
        let mut members: Vec<(&String, &Json)> = Vec::new();
        for (i, (form, all)) in forms.iter().enumerate() {
            let (shared, own): (Vec<_>, Vec<_>) = all.iter().partition(|(name, _)| is_shared(name));
            if i == 0 {
                mapping.shared = Some(shared.len());
                mapping.keys = self.keys(form, shared.iter().copied());
                members.extend(shared);
            }
            let keys = self.keys(form, own.iter().copied()).into_iter().enumerate();
            mapping.keys.extend(keys.map(|(i, key)| Key { required: key.required && i > 0, goes_with: i > 0, ..key }));
            members.extend(own);
        }
        self.add(mapping, members);
    }

    /// Returns a mapping without what stands below its keys.
    fn mapping<'m>(
        &self,
        schema: &'s Json,
        members: impl IntoIterator<Item = (&'m String, &'s Json)>,
        place: &str,
        definition: &str,
    ) -> Mapping
    where
        's: 'm,
    {
        Mapping {
            definition: definition.to_owned(),
            paths: vec![place.to_owned()],
            tag: None,
            own_key: None,
            about: sentence(&schema["description"]),
            shared: None,
            keys: self.keys(schema, members),
        }
    }

    /// Adds a mapping, then the mappings below its keys.
    fn add(&mut self, mapping: Mapping, members: impl IntoIterator<Item = (&'s String, &'s Json)>) {
        let (at, definition) = (self.mappings.len(), mapping.definition.clone());
        // What belongs to one form is at every place of it: `special[rule: when].do`.
        let place = match &mapping.tag {
            Some((key, word)) => match last_key(&mapping.paths[0]).strip_suffix("[]") {
                Some(list) => format!("{list}[{key}: {word}]"),
                None => format!("{}[{key}: {word}]", last_key(&mapping.paths[0])),
            },
            None => mapping.paths[0].clone(),
        };
        self.mappings.push(mapping);
        for (i, (name, schema)) in members.into_iter().enumerate() {
            let below = if place.is_empty() { name.clone() } else { format!("{place}.{name}") };
            self.mappings[at].keys[i].leads_to = self.visit(schema, &below, &format!("{definition}.{name}"));
        }
    }

    fn keys<'m>(&self, schema: &'s Json, members: impl IntoIterator<Item = (&'m String, &'s Json)>) -> Vec<Key> {
        let required =
            |name: &str| schema["required"].as_array().is_some_and(|keys| keys.iter().any(|key| key == name));
        let key = |(name, member): (&'m String, &'s Json)| {
            let (resolved, _) = self.resolve(member);
            // The one key of a form is explained by the form.
            let abouts = [&member["description"], &schema["description"], &resolved["description"]];
            let about = abouts.into_iter().find(|about| about.is_string()).unwrap_or(&Json::Null);
            let default = member.get("default").filter(|value| !is_empty(value));
            Key {
                name: name.clone(),
                required: required(name),
                goes_with: false,
                about: sentence(about),
                values: self.values(member),
                default: default.map(|value| code_span(value.as_str().unwrap_or(&value.to_string()))),
                words: if member.get("const").is_some() { Vec::new() } else { self.words(member) },
                names: self.names(member),
                leads_to: Vec::new(),
            }
        };
        members.into_iter().map(key).collect()
    }

    /// Returns the words that the value of a key, or an item of it, may be, with what each means. The word that tells the forms
    /// of a mapping apart is left to the form.
    fn words(&self, schema: &'s Json) -> Vec<(String, String)> {
        let (schema, _) = self.resolve(schema);
        let listed = allowed(schema);
        if schema.get("x-words").is_some() {
            return explain_words(&schema["x-words"]);
        }
        if listed.is_empty() {
            let values = schema.get("additionalProperties").filter(|values| values.is_object());
            let forms = forms(schema).iter().chain(schema.get("items")).chain(values);
            return forms.flat_map(|form| self.words(form)).collect();
        }
        if let Some(abouts) = schema["markdownEnumDescriptions"].as_array() {
            return listed.into_iter().map(str::to_owned).zip(abouts.iter().map(sentence)).collect();
        }
        let about = sentence(&schema["description"]);
        listed.into_iter().map(|word| (word.to_owned(), about.clone())).collect()
    }

    /// Returns the words that stand for names in the value of a key.
    fn names(&self, schema: &'s Json) -> Vec<(String, String)> {
        let names = explain_words(&schema["x-names"]);
        if names.is_empty() { explain_words(&self.resolve(schema).0["x-names"]) } else { names }
    }

    /// Returns the values that a schema takes, in words.
    fn values(&self, schema: &'s Json) -> String {
        let (schema, _) = self.resolve(schema);
        let words = allowed(schema);
        if !words.is_empty() {
            return either(words.iter().map(|word| code(word)));
        }
        if let Some(list) = schema["oneOf"].as_array() {
            if list.iter().all(|form| tag(form).is_some()) {
                let tags: Vec<_> = list.iter().filter_map(tag).collect();
                let words = either(tags.iter().map(|(_, word)| code(word)));
                return format!("a mapping whose `{}` is {words}", tags[0].0);
            }
            let list: Vec<&Json> = list.iter().collect();
            let keys = list.iter().filter_map(|form| own_key(form, &list));
            return format!("a mapping of {}", either(keys.map(code_span)));
        }
        let shown = examples(schema);
        if !shown.is_empty() {
            let kind = if schema["type"] == "string" { "text" } else { "a value" };
            return format!("{kind} such as {}", either(shown.into_iter()));
        }
        let forms = forms(schema);
        if !forms.is_empty() {
            return either(forms.iter().map(|form| self.values(form)));
        }
        match schema["type"].as_str() {
            Some("array") => format!("a list of {}", plural(&self.values(&schema["items"]))),
            Some("object") => match schema["properties"].as_object() {
                Some(properties) if properties.len() <= MOST_KEYS => {
                    let keys: Vec<_> = properties.keys().map(String::as_str).collect();
                    format!("a mapping `{{{}}}`", keys.join(", "))
                }
                Some(_) => "a mapping".to_owned(),
                None => format!("a mapping of names to {}", plural(&self.values(&schema["additionalProperties"]))),
            },
            Some(name @ ("integer" | "number")) => type_name(name).to_owned() + &bounds(schema),
            Some(name) => type_name(name).to_owned(),
            None => "any value".to_owned(),
        }
    }
}

/// Returns the alternatives of a schema that nothing tells apart.
fn forms(schema: &Json) -> &[Json] {
    schema["anyOf"].as_array().or(schema["oneOf"].as_array()).map_or(&[], Vec::as_slice)
}

/// Returns the key and the word that tell a form of a union from the others.
fn tag(form: &Json) -> Option<(String, String)> {
    let mut members = form["properties"].as_object()?.iter();
    members.find_map(|(key, member)| Some((key.clone(), member["const"].as_str()?.to_owned())))
}

/// Returns words with their meanings.
fn explain_words(words: &Json) -> Vec<(String, String)> {
    words.as_object().into_iter().flatten().map(|(word, about)| (word.clone(), sentence(about))).collect()
}

/// Returns the range of a number: ` from 1 to 6`.
fn bounds(schema: &Json) -> String {
    match (schema.get("minimum"), schema.get("maximum")) {
        (Some(least), Some(most)) => format!(" from {least} to {most}"),
        (Some(least), None) => format!(" of at least {least}"),
        (None, Some(most)) => format!(" of at most {most}"),
        (None, None) => String::new(),
    }
}

/// Returns words for several values of a kind: `whole numbers from 1 to 6`.
fn plural(values: &str) -> String {
    for (one, many) in [
        ("a whole number", "whole numbers"),
        ("a number", "numbers"),
        ("a mapping", "mappings"),
        ("a list", "lists"),
        ("text", "texts"),
        ("a value", "values"),
    ] {
        if let Some(rest) = values.strip_prefix(one) {
            return format!("{many}{rest}");
        }
    }
    values.to_owned()
}

fn is_empty(value: &Json) -> bool {
    value.is_null() || value.as_array().is_some_and(Vec::is_empty) || value.as_object().is_some_and(Map::is_empty)
}

fn last_key(path: &str) -> &str {
    path.rsplit('.').next().unwrap_or(path)
}

fn code_span(text: &str) -> String {
    format!("`{text}`")
}

/// Returns a description on one line.
fn sentence(text: &Json) -> String {
    text.as_str().unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns a, b and c.
fn list(items: impl Iterator<Item = String>) -> String {
    let mut items: Vec<_> = items.collect();
    let Some(last) = items.pop() else { return String::new() };
    if items.is_empty() { last } else { format!("{} and {last}", items.join(", ")) }
}

fn capitalise(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
