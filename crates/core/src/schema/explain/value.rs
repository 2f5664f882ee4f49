//! Values of the wrong type, unknown words, notations, ranges and lengths.

use serde_json::Value as Json;

use super::super::NOT_BLANK;
use super::keys::property_names;
use super::number;
use super::{Explain, codes, name_of, words};
use crate::diag::alike::{difference, odd_in_number, plain};
use crate::diag::{Diagnostic, nearest};
use crate::source::quotes::without_curly_quotes;
use crate::source::tree::{Node, Value};
use crate::source::{Address, Pointer};

/// Returns a text without what separates and closes values in JSON: without brackets around, YAML takes it for part of a text.
fn without_json(text: &str) -> &str {
    text.trim_end_matches([' ', ',', ';', '}', ']'])
}

impl<'a> Explain<'a> {
    /// Reports a value of a type that is not wanted.
    pub(super) fn wrong_type(&mut self, pointer: &Pointer, node: &Node, schema: &'a Json) {
        if words::is_notation(schema) && scalar(node) {
            return self.notation(pointer, node, schema);
        }
        if !words::allowed(schema).is_empty() && schema["type"] != "boolean" && scalar(node) {
            return self.unknown_word(pointer, node, schema);
        }
        let wanted = words::describe_expected(schema);
        self.not_wanted(pointer, node, &wanted, &[schema]);
    }

    /// Reports "expected …, found …", with the fixes that keep what was meant.
    pub(super) fn not_wanted(&mut self, pointer: &Pointer, node: &Node, wanted: &str, forms: &[&'a Json]) {
        let at = self.place(pointer);
        if matches!(node.value, Value::Null) {
            let name = name_of(pointer).map_or_else(|| "this".to_owned(), |name| words::code(&name));
            let message = format!("{name} has no value; expected {wanted}");
            let finding = Diagnostic::new(codes::WRONG_TYPE, at, message);
            self.out.push(finding.help("add a value, or remove the key"));
            return;
        }
        let message = format!("expected {wanted}, found {}", self.describe_found(node));
        let mut finding = Diagnostic::new(codes::WRONG_TYPE, at, message);
        let source = self.source(node);
        if forms.iter().any(|form| form["type"] == "array") && self.word_elsewhere(pointer, source) {
            finding = finding.help(format!("{} cannot be used here; write a list of names", words::code(source)));
        } else if let Some((text, safe)) = forms.iter().find_map(|form| self.as_list(pointer, node, form)) {
            let at = Address::value(self.file, pointer.clone());
            let help = match &node.value {
                Value::Map(_) if !source.starts_with('{') => {
                    "put `- ` before its first key and indent the others".into()
                }
                _ => format!("write {}", words::code(&text)),
            };
            finding = finding.help(help).replace(safe, at, text);
        } else if let Some((text, safe)) = forms.iter().find_map(|form| {
            let (text, safe) = self.rewritten(node, form)?;
            Some((text, safe && (form["type"] != "array" || self.is_one_item(pointer, node, form))))
        }) {
            let at = Address::value(self.file, pointer.clone());
            let help = format!("write {}", words::code(&text));
            let help = odd_in(source, &text).map_or_else(|| help.clone(), |odd| format!("{help}. {odd}"));
            finding = finding.help(help).replace(safe, at, text);
        } else {
            let named = forms.iter().find_map(|form| self.wrap_in_named_key(node, form));
            if let (true, Some((number, _))) =
                (forms.iter().any(|form| form["type"] == "integer"), number::parse_meant(source))
            {
                // No number that is right here, but it is worth knowing which one was read.
                finding.help = odd_in(source, &number.to_string());
            }
            let mappings: Vec<String> = match named {
                Some(mapping) => vec![mapping],
                None => forms.iter().filter_map(|form| self.wrap_in_key(node, form)).collect(),
            };
            if let Some(first) = mappings.first().cloned() {
                // Which of the keys is meant, only the author knows.
                let help = format!("write {}", words::either(mappings.iter().map(|text| words::code(text))));
                let at = Address::value(self.file, pointer.clone());
                finding = finding.help(help).replace(false, at, first);
            }
        }
        self.out.push(finding);
    }

    /// Returns true if another form of the mapping that holds a value takes this word under the same key: in a list it
    /// would be read as a name.
    fn word_elsewhere(&self, pointer: &Pointer, word: &str) -> bool {
        let Some(key) = pointer.steps().last() else { return false };
        let takes = |form: &'a Json| {
            let value = self.resolve(&form["properties"][&key]);
            let forms = value["anyOf"].as_array().into_iter().flatten().map(|form| self.resolve(form));
            std::iter::once(value).chain(forms).any(|form| words::allowed(form).contains(&word))
        };
        let types = self.schema["$defs"].as_object().into_iter().flat_map(|defs| defs.values());
        types.flat_map(|of| of["oneOf"].as_array().into_iter().flatten()).any(takes)
    }

    /// Returns several items in one text, or a mapping that is one item, as the list that a schema wants, and whether that is
    /// certainly what was meant.
    fn as_list(&mut self, pointer: &Pointer, node: &Node, schema: &'a Json) -> Option<(String, bool)> {
        if schema["type"] != "array" {
            return None;
        }
        let (item, source) = (self.resolve(&schema["items"]), self.source(node));
        let text = match &node.value {
            Value::Map(_) => {
                let safe = self.is_valid(&self.tree.json(node), item);
                // A mapping in lines of its own becomes an item of its own.
                let text = match source.starts_with('{') {
                    true => format!("[{source}]"),
                    false => format!("- {}", source.replace("\n ", "\n   ")),
                };
                let mapping = item["type"] == "object" || item.get("oneOf").or_else(|| item.get("anyOf")).is_some();
                return mapping.then_some((text, safe));
            }
            Value::Str(text) if !source.contains('\n') && !self.stands(text, pointer) => text,
            _ => return None,
        };
        let (commas, words): (Vec<&str>, Vec<&str>) =
            (text.split(',').map(str::trim).collect(), text.split(" and ").map(str::trim).collect());
        let known = |items: &[&str]| items.iter().all(|item| self.stands(item, pointer));
        let (items, safe) = match (commas.len() > 1, words.len() > 1) {
            (true, false) => (commas.clone(), self.has_notation(item) || known(&commas)),
            (false, true) if known(&words) => (words, false),
            _ => return None,
        };
        let plain = |item: &&str| !item.is_empty() && !item.contains(['[', ']', '{', '}', '#', ':', '"', '\'']);
        let sound =
            items.iter().all(|text| plain(text) && self.valid(text, item) && !self.word_elsewhere(pointer, text));
        sound.then(|| (format!("[{}]", items.join(", ")), safe))
    }

    /// Returns true if a text is also the value of another key of the document, as a name is.
    fn stands(&self, text: &str, pointer: &Pointer) -> bool {
        let own = name_of(pointer);
        self.texts().get(text).is_some_and(|keys| keys.iter().any(|key| Some(*key) != own.as_deref()))
    }

    /// Returns true if a schema does not take every text.
    fn has_notation(&self, item: &Json) -> bool {
        ["enum", "const", "pattern"].iter().any(|keyword| item.get(keyword).is_some())
    }

    /// Returns true if a value is certainly one item of a list and not several in words, or a word such as `all`: the items have
    /// a notation, or the text is the value of another key of the document.
    fn is_one_item(&self, pointer: &Pointer, node: &Node, list: &'a Json) -> bool {
        let item = self.resolve(&list["items"]);
        let Value::Str(text) = &node.value else { return item["type"] != "string" };
        item["type"] != "string" || self.has_notation(item) || self.stands(text, pointer)
    }

    /// Returns a text that begins with the key it belongs under, as in `behind Foot`, as the one member of a mapping.
    fn wrap_in_named_key(&self, node: &Node, schema: &Json) -> Option<String> {
        let mapping = self.wrap_in_key(node, schema)?;
        let [key] = property_names(schema)[..] else { return None };
        let source = self.source(node);
        let rest = source.strip_prefix(key).or_else(|| source.strip_prefix(&*key.replace('_', " ")));
        let rest = rest.and_then(|rest| rest.strip_prefix(' ')).map(str::trim).filter(|rest| !rest.is_empty())?;
        Some(mapping.replacen(source, rest, 1))
    }

    /// Returns a text as the one member of a mapping that wants nothing else.
    fn wrap_in_key(&self, node: &Node, schema: &Json) -> Option<String> {
        let (Value::Str(_), source) = (&node.value, self.source(node)) else { return None };
        let [key] = property_names(schema)[..] else { return None };
        let wanted = &schema["properties"][key];
        let text = wanted["type"] == "string" && wanted.get("const").is_none();
        (text && !source.contains(['\n', ',', '[', ']', '{', '}'])).then(|| format!("{{{key}: {source}}}"))
    }

    /// Returns the value as a schema wants it, when the schema accepts it then, and whether that is certainly what was meant.
    fn rewritten(&mut self, node: &Node, schema: &'a Json) -> Option<(String, bool)> {
        let source = self.source(node);
        let item = self.resolve(&schema["items"]);
        let text = match (schema["type"].as_str()?, &node.value) {
            ("string", Value::Int(_) | Value::Float(_) | Value::Bool(_)) => {
                self.valid(source, schema).then(|| format!("\"{source}\""))
            }
            ("integer", Value::Str(text)) => {
                let (number, safe) = number::parse_meant(without_json(text))?;
                let number = number.to_string();
                return self.valid(&number, schema).then_some((number, safe));
            }
            ("number", Value::Str(text)) => {
                let number = number::with_fraction(without_json(text))?;
                return self.is_valid(&number, schema).then(|| (number.to_string(), false));
            }
            ("boolean", Value::Str(text)) => match text.to_ascii_lowercase().as_str() {
                "yes" | "on" | "true" => Some("true".to_owned()),
                "no" | "off" | "false" => Some("false".to_owned()),
                _ => None,
            },
            ("array", Value::Str(text)) if !source.contains(['\n', ',', '[', ']', '{', '}']) => {
                self.valid(text, item).then(|| format!("[{source}]"))
            }
            ("array", Value::Int(_)) if item["type"] == "string" => {
                self.valid(source, item).then(|| format!("[\"{source}\"]"))
            }
            ("array", Value::Int(_)) => self.valid(source, item).then(|| format!("[{source}]")),
            _ => None,
        };
        Some((text?, true))
    }

    /// Reports a word that a schema does not list, with another word for the same as its fix where the schema knows one.
    pub(super) fn unknown_word(&mut self, pointer: &Pointer, node: &Node, schema: &Json) {
        self.unknown_value(pointer, node, &words::allowed(schema));
        if let (Value::Str(text), Some(finding)) = (&node.value, self.out.last_mut())
            && let Some(meant) = words::synonym(text, schema)
        {
            let at = Address::value(self.file, pointer.clone());
            finding.help = Some(format!("here the key is called {}", words::code(meant)));
            *finding = finding.clone().replace(true, at, meant);
        }
    }

    /// Reports a word that is not among the allowed ones.
    pub(super) fn unknown_value(&mut self, pointer: &Pointer, node: &Node, allowed: &[&str]) {
        let of = name_of(pointer).map(|name| format!(" for {}", words::code(&name))).unwrap_or_default();
        let text = match &node.value {
            Value::Null => {
                return self.not_wanted(pointer, node, &words::either(allowed.iter().map(|w| words::code(w))), &[]);
            }
            Value::Str(text) => &**text,
            _ => self.source(node),
        };
        let found = if scalar(node) { words::code(text) } else { self.describe_found(node) };
        let message = format!("unknown value {found}{of}; allowed: {}", words::list(text, allowed));
        let mut finding = Diagnostic::new(codes::UNKNOWN_VALUE, self.place(pointer), message);
        let text = without_curly_quotes(text).unwrap_or(text);
        let listed = allowed.iter().copied().find(|word| *word == text);
        if let Some(meant) = listed.or_else(|| nearest(text, allowed.iter().copied())).filter(|_| scalar(node)) {
            let at = Address::value(self.file, pointer.clone());
            finding = finding.nearest(text, [meant]).replace(words::same(text, meant), at, meant);
        }
        self.out.push(finding);
    }

    /// Reports text that is not in the notation its place wants.
    pub(super) fn notation(&mut self, pointer: &Pointer, node: &Node, schema: &'a Json) {
        let text = match &node.value {
            Value::Str(text) => &**text,
            _ => self.source(node),
        };
        let name = name_of(pointer).map_or_else(|| "value".to_owned(), |name| words::code(&name));
        let examples = words::examples(schema);
        let like = match examples.as_slice() {
            [] => format!("; expected a match of {}", words::code(schema["pattern"].as_str().unwrap_or_default())),
            examples => format!("; write it like {}", words::either(examples.iter().cloned())),
        };
        if self.is_quoted_number(node, schema) {
            let message =
                format!("{} is text because of its quotes; {name} must be a number", words::code(self.source(node)));
            let at = Address::value(self.file, pointer.clone());
            let finding = Diagnostic::new(codes::WRONG_NOTATION, self.place(pointer), message);
            let help = format!("write {} without quotes", words::code(text));
            return self.out.push(finding.help(help).replace(true, at, text));
        }
        let message = format!("{} is not a valid {name}{like}", words::code(text));
        let mut finding = Diagnostic::new(codes::WRONG_NOTATION, self.place(pointer), message);
        let normalised = self.normalise(text, schema).map(|meant| (meant, true));
        let synonym = || words::synonym(text, schema).map(|meant| (meant.to_owned(), false));
        let meant = normalised.or_else(synonym);
        let meant = meant.or_else(|| Some((self.respelt(text, schema, &examples)?, false)));
        let number = || number::parse_meant(text).map(|(number, _)| number.to_string());
        let meant =
            meant.or_else(|| number().filter(|number| self.valid(number, schema)).map(|number| (number, false)));
        if meant.as_ref().is_some_and(|(meant, _)| meant == text) {
            finding =
                finding.help(format!("{} is text because of the tag before it; remove the tag", words::code(text)));
        } else if let Some((meant, safe)) = meant {
            let at = Address::value(self.file, pointer.clone());
            let listed = meant.contains(',') && self.is_in_brackets(pointer);
            let meant = if listed { format!("\"{meant}\"") } else { meant };
            let help = format!("did you mean {}?", words::code(&meant));
            let help = odd_in(text, &meant).map_or_else(|| help.clone(), |odd| format!("{help} {odd}"));
            finding = finding.help(help).replace(safe, at, meant);
        }
        self.out.push(finding);
    }

    /// Returns true for a number between quotes where the number alone is right.
    fn is_quoted_number(&mut self, node: &Node, schema: &'a Json) -> bool {
        let Value::Str(text) = &node.value else { return false };
        self.source(node).starts_with(['"', '\'']) && text.parse::<f64>().is_ok() && self.valid(text, schema)
    }

    /// Returns true if a value stands in a list or mapping in brackets, where a comma ends a text without quotes.
    fn is_in_brackets(&self, pointer: &Pointer) -> bool {
        let parent = pointer.parent().and_then(|parent| self.tree.get(&parent));
        parent.is_some_and(|parent| self.source(parent).starts_with(['[', '{']))
    }

    /// Returns the text with its words as the examples spell the nearest ones, when the notation allows that.
    fn respelt(&mut self, text: &str, schema: &'a Json, examples: &[String]) -> Option<String> {
        let letters = |text: &str| text.split(|c: char| !c.is_alphabetic()).map(str::to_owned).collect::<Vec<_>>();
        // A notation may have more words than its examples.
        let further =
            schema["x-spellings"].as_array().into_iter().flatten().filter_map(Json::as_str).map(str::to_owned);
        let known = examples.iter().flat_map(|example| letters(example)).chain(further);
        let known: Vec<String> = known.filter(|word| word.len() > 2).collect();
        let mut meant = text.to_owned();
        for word in letters(text).iter().filter(|word| word.len() > 2) {
            meant = meant.replacen(word, nearest(word, known.iter().map(String::as_str))?, 1);
        }
        Some(meant).filter(|meant| self.valid(meant, schema))
    }

    /// Returns the text without curly quotes around it, with other case, without blanks, with a plain hyphen, with its ranges
    /// the other way round, a list as alternatives, `5+` or `4 to 6` as a range, `5 or 6` as alternatives, when the notation
    /// allows that.
    pub(super) fn normalise(&mut self, text: &str, schema: &'a Json) -> Option<String> {
        let text = without_curly_quotes(text.trim()).unwrap_or(text);
        let hyphens = text.trim().replace(['–', '—', '−'], "-");
        let capital = |text: &str| {
            let mut chars = text.chars();
            chars.next().map(|c| c.to_uppercase().chain(chars.flat_map(char::to_lowercase)).collect::<String>())
        };
        let tight: String = hyphens.split_whitespace().collect();
        let listed: Vec<&str> = hyphens.trim_matches(['[', ']']).split(',').map(str::trim).collect();
        let forms = schema["anyOf"].as_array().into_iter().flatten().chain([schema]);
        let most = forms.filter_map(|form| form["maximum"].as_i64()).next();
        let or_more = hyphens.strip_suffix('+').zip(most).map(|(least, most)| match least == most.to_string() {
            true => least.to_owned(),
            false => format!("{least}-{most}"),
        });
        let turn = |part: &str| part.split_once('-').map_or(part.to_owned(), |(first, last)| format!("{last}-{first}"));
        let candidates = [
            Some(hyphens.clone()),
            Some(plain(&hyphens).into_owned()),
            Some(hyphens.to_lowercase()),
            Some(hyphens.to_uppercase()),
            capital(&hyphens),
            Some(tight.to_uppercase()),
            Some(tight.to_lowercase()),
            capital(&tight),
            Some(tight.split('/').map(turn).collect::<Vec<_>>().join("/")),
            Some(listed.join("/")),
            Some(listed.join(", ")),
            or_more,
            Some(hyphens.replace(" to ", "-").replace(" or ", "/")),
            Some(hyphens.replace(" or ", ", ")),
            Some(without_json(&hyphens).to_owned()),
        ];
        candidates.into_iter().flatten().find(|text| self.valid(text, schema))
    }

    /// Returns true if a schema accepts a text, or the number that it is: one without leading zeros.
    fn valid(&mut self, text: &str, schema: &'a Json) -> bool {
        let number = text.parse::<i64>().ok().filter(|number| number.to_string() == text);
        self.is_valid(&text.into(), schema) || number.is_some_and(|number| self.is_valid(&number.into(), schema))
    }

    /// Returns true if a schema accepts a value.
    pub(super) fn is_valid(&mut self, value: &Json, schema: &'a Json) -> bool {
        let root = self.schema;
        let validator = self.validators.entry(schema).or_insert_with(|| {
            // What it refers to stands in the whole schema.
            let mut schema = schema.clone();
            if schema.to_string().contains("\"$ref\"") {
                schema["$defs"] = root["$defs"].clone();
            }
            jsonschema::draft202012::new(&schema).ok()
        });
        validator.as_ref().is_some_and(|validator| validator.is_valid(value))
    }

    /// Reports a number that is too small or too large.
    pub(super) fn out_of_range(&mut self, pointer: &Pointer, node: &Node, schema: &Json) {
        let bounds = match (schema.get("minimum"), schema.get("maximum")) {
            (Some(low), Some(high)) => format!("{low} to {high}"),
            (Some(low), None) => format!("at least {low}"),
            (None, Some(high)) => format!("at most {high}"),
            (None, None) => "another number".to_owned(),
        };
        let name = name_of(pointer).map_or_else(|| "the number".to_owned(), |name| words::code(&name));
        let message = format!("{name} is {}; expected {bounds}", words::code(self.source(node)));
        self.report(codes::OUT_OF_RANGE, pointer, message);
    }

    /// Reports text or a list that is too short or too long.
    pub(super) fn wrong_length(&mut self, pointer: &Pointer, node: &Node, schema: &Json) {
        let name = name_of(pointer).map_or_else(|| "this".to_owned(), |name| words::code(&name));
        let limit = |key: &str| schema[key].as_u64();
        let is_short = |text: &str| limit("maxLength").is_none_or(|max| text.chars().count() as u64 <= max);
        let (message, at) = match &node.value {
            Value::Seq(items) => match limit("maxItems").filter(|max| items.len() as u64 > *max) {
                // The first one too many is the one to look at.
                Some(max) => {
                    let message = format!("{name} has {} items; expected at most {max}", items.len());
                    (message, pointer.index(usize::try_from(max).unwrap_or_default()))
                }
                None if items.is_empty() => (format!("{name} is empty"), pointer.clone()),
                None => {
                    let least = limit("minItems").unwrap_or_default();
                    let items = if items.len() == 1 { "one item".to_owned() } else { format!("{} items", items.len()) };
                    (format!("{name} has {items}; expected at least {least}"), pointer.clone())
                }
            },
            Value::Map(entries) => {
                let max = limit("maxProperties").unwrap_or_default();
                let first_too_many = entries.get(usize::try_from(max).unwrap_or_default());
                let at = first_too_many.map_or_else(|| pointer.clone(), |entry| pointer.key(&entry.key));
                (format!("{name} has {} keys; expected at most {max}", entries.len()), at)
            }
            Value::Str(text) if text.trim().is_empty() => (format!("{name} is empty"), pointer.clone()),
            Value::Str(text) if schema["pattern"] == NOT_BLANK && is_short(text) => {
                (format!("{name} has no visible characters"), pointer.clone())
            }
            Value::Str(text) => {
                let count = text.chars().count();
                let bound = match limit("maxLength").filter(|max| count as u64 > *max) {
                    Some(max) => format!("at most {max}"),
                    None => format!("at least {}", limit("minLength").unwrap_or_default()),
                };
                (format!("{name} has {count} characters; expected {bound}"), pointer.clone())
            }
            _ => return,
        };
        self.report(codes::WRONG_LENGTH, &at, message);
    }
}

impl Explain<'_> {
    /// Returns true if a value is a list in brackets of words and numbers only, on one line.
    pub(super) fn flat_list(&self, node: &Node) -> bool {
        let Value::Seq(items) = &node.value else { return false };
        let source = self.source(node);
        let scalars = items.iter().all(|item| scalar(self.tree.node(*item)));
        !items.is_empty() && scalars && source.starts_with('[') && !source.contains(['\n', '#', '"', '\''])
    }
}

/// Returns which character of a text is hard to tell from what was meant, or is in the way of a number.
fn odd_in(text: &str, meant: &str) -> Option<String> {
    if meant.parse::<f64>().is_ok() { odd_in_number(text, meant) } else { difference(text, meant) }
}

/// Returns a value that is one word or number.
pub(super) fn scalar(node: &Node) -> bool {
    matches!(node.value, Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::Str(_))
}
