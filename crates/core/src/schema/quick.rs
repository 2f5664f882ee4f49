//! Whether a tree is certainly as a schema says, told straight from the tree: most documents are, and need neither JSON
//! nor the validator. What this file does not know of JSON Schema, and every no, is left to the validator.

use std::collections::HashMap;
use std::sync::OnceLock;

use regex::Regex;
use serde_json::{Map, Value as Json};

use crate::source::tree::{Node as Written, Tree, TreeEntry, Value};

/// A schema in few words.
#[derive(Debug)]
pub(super) struct Quick {
    rules: Vec<Rule>,
}

/// The constraints of one schema; those it does not set are empty.
#[derive(Debug, Default)]
struct Rule {
    types: Option<Vec<Type>>,
    also: Option<usize>,
    properties: Vec<(String, usize)>,
    required: Vec<String>,
    others: Others,
    items: Option<usize>,
    words: Option<Vec<Json>>,
    pattern: Option<Pattern>,
    least: Option<f64>,
    most: Option<f64>,
    shortest: usize,
    longest: Option<usize>,
    fewest: usize,
    many: Option<usize>,
    names: Option<usize>,
    one_of: Option<Vec<usize>>,
    any_of: Option<Vec<usize>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Type {
    Null,
    Boolean,
    Integer,
    Number,
    String,
    Array,
    Object,
}

/// Members that `properties` does not name.
#[derive(Debug, Default)]
enum Others {
    #[default]
    Free,
    None,
    As(usize),
}

/// A pattern, compiled when it is first needed.
#[derive(Debug)]
struct Pattern {
    source: String,
    regex: OnceLock<Option<Regex>>,
}

impl Rule {
    /// Returns true if a number is within the bounds.
    fn includes(&self, number: f64) -> bool {
        self.least.is_none_or(|least| least <= number) && self.most.is_none_or(|most| number <= most)
    }
}

impl Quick {
    /// Returns a schema in few words; `None` if it says something that is not known here.
    pub(super) fn new(schema: &Json) -> Option<Quick> {
        let mut compiler = Compiler { root: schema, rules: Vec::new(), known: HashMap::new() };
        compiler.rule(schema)?;
        Some(Quick { rules: compiler.rules })
    }

    /// Returns true if a tree is certainly valid.
    pub(super) fn certain(&self, tree: &Tree) -> bool {
        self.fits(0, tree, tree.root()) == Some(true)
    }

    /// Returns whether a value is as a rule says; `None` if that is not known.
    fn fits(&self, rule: usize, tree: &Tree, value: &Written) -> Option<bool> {
        let rule = &self.rules[rule];
        let kind = match &value.value {
            Value::Null => Type::Null,
            Value::Bool(_) => Type::Boolean,
            Value::Int(_) => Type::Integer,
            // A number written as a fraction may be whole: that is the validator's business, as are those that are none.
            Value::Float(x) if x.fract() != 0.0 && x.is_finite() => Type::Number,
            Value::Float(_) => return None,
            Value::Str(_) => Type::String,
            Value::Seq(_) => Type::Array,
            Value::Map(_) => Type::Object,
        };
        let typed =
            |types: &Vec<Type>| types.contains(&kind) || (kind == Type::Integer && types.contains(&Type::Number));
        let plain = rule.types.as_ref().is_none_or(typed)
            && rule.words.as_ref().is_none_or(|words| words.iter().any(|word| same(word, &value.value)));
        if !plain {
            return Some(false);
        }
        let inner = match &value.value {
            Value::Int(n) => rule.includes(exact(*n)?),
            Value::Float(x) => rule.includes(*x),
            Value::Str(text) => self.text(rule, text)?,
            Value::Seq(items) => {
                let count = items.len();
                if count < rule.fewest || rule.many.is_some_and(|many| many < count) {
                    return Some(false);
                }
                match rule.items {
                    Some(each) => self.all(items.iter().map(|item| (each, tree.node(*item))), tree)?,
                    None => true,
                }
            }
            Value::Map(entries) => self.has_entries(rule, tree, entries)?,
            _ => true,
        };
        if !inner {
            return Some(false);
        }
        let count = |rules: &Option<Vec<usize>>| match rules {
            None => Some(None),
            Some(rules) => {
                let fits: Option<Vec<bool>> = rules.iter().map(|rule| self.fits(*rule, tree, value)).collect();
                Some(Some(fits?.into_iter().filter(|fits| *fits).count()))
            }
        };
        let forms = count(&rule.one_of)?.is_none_or(|n| n == 1) && count(&rule.any_of)?.is_none_or(|n| n > 0);
        match (forms, rule.also) {
            (true, Some(also)) => self.fits(also, tree, value),
            (forms, _) => Some(forms),
        }
    }

    /// Returns whether the entries of a mapping are as a rule says; `None` if that is not known.
    fn has_entries(&self, rule: &Rule, tree: &Tree, entries: &[TreeEntry]) -> Option<bool> {
        if !rule.required.iter().all(|key| entries.iter().any(|entry| *entry.key == **key))
            || rule.many.is_some_and(|many| many < entries.len())
        {
            return Some(false);
        }
        if let Some(names) = rule.names.map(|names| &self.rules[names]) {
            for entry in entries {
                if !self.text(names, &entry.key)? {
                    return Some(false);
                }
            }
        }
        for entry in entries {
            let known = rule.properties.iter().find(|(key, _)| **key == *entry.key).map(|(_, rule)| *rule);
            let fits = match (known, &rule.others) {
                (Some(rule), _) => self.fits(rule, tree, tree.node(entry.value))?,
                (None, Others::As(rule)) => self.fits(*rule, tree, tree.node(entry.value))?,
                (None, Others::Free) => true,
                (None, Others::None) => false,
            };
            if !fits {
                return Some(false);
            }
        }
        Some(true)
    }

    fn all<'t>(&self, values: impl Iterator<Item = (usize, &'t Written)>, tree: &Tree) -> Option<bool> {
        for (rule, value) in values {
            if !self.fits(rule, tree, value)? {
                return Some(false);
            }
        }
        Some(true)
    }

    fn text(&self, rule: &Rule, text: &str) -> Option<bool> {
        if rule.shortest > 0 || rule.longest.is_some() {
            let count = text.chars().count();
            if count < rule.shortest || rule.longest.is_some_and(|longest| longest < count) {
                return Some(false);
            }
        }
        let Some(pattern) = &rule.pattern else { return Some(true) };
        Some(pattern.regex.get_or_init(|| Regex::new(&pattern.source).ok()).as_ref()?.is_match(text))
    }
}

fn same(word: &Json, value: &Value) -> bool {
    match (word, value) {
        (Json::String(word), Value::Str(text)) => *word == **text,
        (Json::Bool(word), Value::Bool(truth)) => word == truth,
        _ => false,
    }
}

struct Compiler<'a> {
    root: &'a Json,
    rules: Vec<Rule>,
    /// Rules of definitions, by reference.
    known: HashMap<&'a str, usize>,
}

impl<'a> Compiler<'a> {
    /// Adds a schema's rule.
    fn rule(&mut self, schema: &'a Json) -> Option<usize> {
        let at = self.rules.len();
        self.rules.push(Rule::default());
        self.rules[at] = match schema {
            Json::Bool(true) => Rule::default(),
            Json::Object(keywords) => self.keywords(keywords)?,
            _ => return None,
        };
        Some(at)
    }

    /// Adds the rule of the keys of a mapping: a pattern.
    fn names(&mut self, schema: &'a Json) -> Option<usize> {
        let is_pattern = schema.as_object()?.keys().all(|keyword| keyword == "pattern");
        if is_pattern { self.rule(schema) } else { None }
    }

    fn rules(&mut self, schemas: &'a Json) -> Option<Vec<usize>> {
        schemas.as_array()?.iter().map(|schema| self.rule(schema)).collect()
    }

    fn keywords(&mut self, keywords: &'a Map<String, Json>) -> Option<Rule> {
        let mut rule = Rule::default();
        let number = |value: &Json| usize::try_from(value.as_u64()?).ok();
        for (keyword, value) in keywords {
            match keyword.as_str() {
                "title"
                | "description"
                | "default"
                | "examples"
                | "x-synonyms"
                | "x-spellings"
                | "x-words"
                | "x-names"
                | "x-zero-padded"
                | "markdownEnumDescriptions"
                | "errorMessage"
                | "readOnly"
                | "writeOnly"
                | "patternErrorMessage"
                | "$schema"
                | "$id"
                | "$defs" => {}
                "type" => {
                    let names = value.as_array().map_or_else(|| std::slice::from_ref(value), Vec::as_slice);
                    rule.types = Some(names.iter().map(type_of).collect::<Option<_>>()?);
                }
                "$ref" => rule.also = Some(self.definition(value.as_str()?)?),
                "properties" => {
                    let members = value.as_object()?.iter();
                    rule.properties =
                        members.map(|(key, schema)| Some((key.clone(), self.rule(schema)?))).collect::<Option<_>>()?;
                }
                "required" => {
                    let keys = value.as_array()?.iter();
                    rule.required = keys.map(|key| key.as_str().map(str::to_owned)).collect::<Option<_>>()?;
                }
                "additionalProperties" if *value == Json::Bool(false) => rule.others = Others::None,
                "additionalProperties" => rule.others = Others::As(self.rule(value)?),
                "items" => rule.items = Some(self.rule(value)?),
                "const" => rule.words = Some(vec![word(value)?]),
                "enum" => rule.words = Some(value.as_array()?.iter().map(word).collect::<Option<_>>()?),
                "pattern" => rule.pattern = Some(pattern(value.as_str()?)?),
                "minimum" => rule.least = Some(bound(value)?),
                "maximum" => rule.most = Some(bound(value)?),
                "minLength" => rule.shortest = number(value)?,
                "maxLength" => rule.longest = Some(number(value)?),
                "minItems" => rule.fewest = number(value)?,
                "maxItems" | "maxProperties" => rule.many = Some(number(value)?),
                "propertyNames" => rule.names = Some(self.names(value)?),
                "oneOf" => rule.one_of = Some(self.rules(value)?),
                "anyOf" => rule.any_of = Some(self.rules(value)?),
                _ => return None,
            }
        }
        Some(rule)
    }

    /// Returns the rule of a definition, which may speak of itself.
    fn definition(&mut self, reference: &'a str) -> Option<usize> {
        if let Some(rule) = self.known.get(reference) {
            return Some(*rule);
        }
        let schema = self.root.pointer(reference.strip_prefix('#')?)?;
        self.known.insert(reference, self.rules.len());
        self.rule(schema)
    }
}

fn type_of(name: &Json) -> Option<Type> {
    Some(match name.as_str()? {
        "null" => Type::Null,
        "boolean" => Type::Boolean,
        "integer" => Type::Integer,
        "number" => Type::Number,
        "string" => Type::String,
        "array" => Type::Array,
        "object" => Type::Object,
        _ => return None,
    })
}

/// Returns a whole number as a number that compares as it does; `None` of one too large for that.
fn exact(number: i64) -> Option<f64> {
    const LARGEST: u64 = 1 << f64::MANTISSA_DIGITS;
    (number.unsigned_abs() <= LARGEST).then_some(number as f64)
}

fn bound(value: &Json) -> Option<f64> {
    value.as_i64().map_or_else(|| value.as_f64(), exact)
}

/// Returns a word or a truth: numbers are left to the validator.
fn word(value: &Json) -> Option<Json> {
    (value.is_string() || value.is_boolean()).then(|| value.clone())
}

/// Returns a pattern that means the same in every dialect: no classes by letter, no look around. Of escapes by letter only those
/// of a character by its number, `\u200b`, do.
fn pattern(source: &str) -> Option<Pattern> {
    let mut escaped = false;
    for (at, c) in source.char_indices() {
        if escaped && c.is_alphanumeric() {
            let number = source.get(at + 1..at + 5).filter(|_| c == 'u')?;
            if !number.bytes().all(|b| b.is_ascii_hexdigit()) {
                return None;
            }
        }
        escaped = c == '\\' && !escaped;
    }
    let plain = !source.contains("(?") && source.is_ascii();
    plain.then(|| Pattern { source: source.to_owned(), regex: OnceLock::new() })
}
