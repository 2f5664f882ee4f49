//! Completion: what is legal at the cursor. Keys that are not written yet, words, names that can be meant there, files,
//! icons; and in `muster.toml` settings, codes and levels.

mod context;
mod names;
mod settings;
mod snippet;

use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionParams, CompletionResponse, CompletionTextEdit, Documentation,
    InsertTextFormat, MarkupContent, MarkupKind, TextEdit,
};
use regex::Regex;
use serde_json::Value as Json;

use muster_core::config::FILE;
use muster_core::load::is_text;
use muster_core::source::Span;
use muster_core::source::tree::{Tree, Value};
use muster_systems::{System, scalar};

use self::context::{Cursor, MARK};
use self::snippet::Snippet;
use super::documents::OpenDocument;
use super::refusal::Refusal;
use super::schema::{Forms, about, meant, tag, words};
use super::view::View;
use crate::review::templates;

/// Most items that are offered at once.
const MOST: usize = 1000;

/// Returns the completions at a place of an open text.
pub(super) fn complete(view: View<'_>, params: &CompletionParams) -> Result<Option<CompletionResponse>, Refusal> {
    let at = &params.text_document_position;
    let document = view.document(&at.text_document.uri)?;
    let (text, offset) = (document.text.text(), view.offset(document, at.position));
    let mut offers = Offers { view, document, items: Vec::new() };
    if document.path().file_name() == Some(FILE) {
        settings::complete(&mut offers, text, offset);
    } else if !offers.icons(text, offset)
        && let Some(cursor) = Cursor::find(text, offset)
    {
        offers.complete_document(&cursor);
    }
    offers.items.truncate(MOST);
    Ok(Some(CompletionResponse::Array(offers.items)))
}

/// The items that are offered, in order.
struct Offers<'s> {
    view: View<'s>,
    document: &'s OpenDocument,
    items: Vec<CompletionItem>,
}

impl Offers<'_> {
    /// Offers something: its label, what is written in place of some bytes, and what it means.
    fn offer(&mut self, kind: CompletionItemKind, label: &str, new: &str, span: Span, about: &str) {
        if self.items.iter().any(|item| item.label == label) {
            return;
        }
        let edit = TextEdit { range: self.view.range(self.document, span), new_text: new.to_owned() };
        let documentation = MarkupContent { kind: MarkupKind::Markdown, value: about.to_owned() };
        // Editors compare with what stands there, quotes and all.
        let written = &self.document.text.text()[span.start..span.end];
        let quote = written.chars().next().filter(|c| ['"', '\''].contains(c));
        self.items.push(CompletionItem {
            label: label.to_owned(),
            kind: Some(kind),
            documentation: (!about.is_empty()).then_some(Documentation::MarkupContent(documentation)),
            sort_text: Some(format!("{:04}", self.items.len())),
            filter_text: quote.map(|quote| format!("{quote}{label}")),
            text_edit: Some(CompletionTextEdit::Edit(edit)),
            ..CompletionItem::default()
        });
    }

    /// Like [`Offers::offer`], with places to fill in; without them where the editor has none.
    fn offer_snippet(
        &mut self,
        kind: CompletionItemKind,
        label: &str,
        snippet: &str,
        plain: &str,
        span: Span,
        about: &str,
    ) {
        let count = self.items.len();
        let fills = self.view.session.snippets;
        self.offer(kind, label, if fills { snippet } else { plain }, span, about);
        if let Some(item) = self.items.get_mut(count).filter(|_| fills) {
            item.insert_text_format = Some(InsertTextFormat::SNIPPET);
        }
    }

    fn detail(&mut self, detail: &str) {
        if let Some(item) = self.items.last_mut() {
            item.detail = Some(detail.to_owned());
        }
    }

    /// Offers icons behind a colon within a text. Returns false where there is none.
    fn icons(&mut self, text: &str, offset: usize) -> bool {
        let line = text[..offset].rfind('\n').map_or(0, |at| at + 1);
        let before = &text[line..offset];
        let name = before.trim_end_matches(|c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
        let Some(outside) = name.strip_suffix(':') else { return false };
        // A colon behind a word at the begin of a line ends a key.
        if !(outside.ends_with([' ', '"', '\'']) && outside.contains(": ") || outside.ends_with(':')) {
            return false;
        }
        let span = Span { start: line + outside.len(), end: offset };
        let Some(system) = self.system_of_text(text) else { return false };
        for icon in system.offer().icons {
            let written = format!(":{icon}:");
            self.offer(CompletionItemKind::CONSTANT, &written, &written, span, "an icon in a text");
        }
        true
    }

    /// Returns the game that a text says it is for.
    fn system_of_text(&self, text: &str) -> Option<&'static System> {
        let named = text.lines().find_map(|line| line.strip_prefix("system:"))?;
        let id = named.split('#').next().unwrap_or_default().trim().trim_matches(['"', '\'']);
        self.view.systems.iter().copied().find(|system| system.id() == id)
    }

    fn complete_document(&mut self, cursor: &Cursor) {
        let tree = cursor.tree();
        let id = tree.member(tree.root(), "system").map(|node| &node.value);
        let system = match id {
            Some(Value::Str(id)) => self.view.systems.iter().find(|system| system.id() == &**id),
            _ => None,
        };
        let place = cursor.place.as_str();
        if place == "/system" && !cursor.is_key {
            for system in self.view.systems {
                self.offer(CompletionItemKind::ENUM_MEMBER, system.id(), system.id(), cursor.span, system.title());
            }
            return;
        }
        let Some(system) = system else {
            if place.is_empty() {
                for system in self.view.systems {
                    let line = format!("system: {}", system.id());
                    self.offer(CompletionItemKind::SNIPPET, &line, &format!("{line}\n"), cursor.span, system.title());
                }
            }
            return;
        };
        let is_template = tree.member(tree.root(), "template").is_some();
        let schema = if is_template { templates::schema() } else { system.schema() };
        let forms = Forms::new(schema.json());
        if cursor.is_key || place.is_empty() {
            self.keys(cursor, forms);
            self.names(cursor, system);
            return;
        }
        self.names(cursor, system);
        self.tags(cursor, forms);
        self.values(cursor, forms, tree);
        if is_template && place == "/template" {
            for face in system.offer().faces {
                self.offer(CompletionItemKind::ENUM_MEMBER, face.name, face.name, cursor.span, "a face");
            }
        }
    }

    /// Offers the keys that the mapping at the cursor may have and has not.
    fn keys(&mut self, cursor: &Cursor, forms: Forms<'_>) {
        let tree = cursor.tree();
        let Some(mapping) = tree.get(&cursor.place) else { return };
        for said in meant(forms.list_at(tree, &cursor.place), tree, mapping) {
            let Some(properties) = said.form["properties"].as_object() else { continue };
            let required = |key: &str| said.form["required"].as_array().is_some_and(|all| all.iter().any(|k| k == key));
            let mut keys: Vec<(&String, &Json)> = properties.iter().collect();
            keys.sort_by_key(|(key, _)| !required(key));
            for (key, schema) in keys.into_iter().filter(|(key, _)| tree.member(mapping, key).is_none()) {
                if let Some((_, word)) = tag(said.form).filter(|(tag, _)| tag == key) {
                    // What tells forms apart brings what they need.
                    let label = format!("{key}: {word}");
                    let about = said.form["description"].as_str().unwrap_or_default();
                    let snippet = Snippet::keys_snippet(forms, said.form);
                    let snippet = if cursor.in_flow { snippet } else { label.clone() };
                    self.offer_snippet(CompletionItemKind::CLASS, &label, &snippet, &label, cursor.span, about);
                    continue;
                }
                let described = forms.list(schema);
                let about = described.first().map(about).unwrap_or_default();
                let (snippet, plain) = match cursor.has_value {
                    true => (key.clone(), key.clone()),
                    false => (Snippet::member_snippet(forms, key, schema, cursor.in_flow), format!("{key}: ")),
                };
                self.offer_snippet(CompletionItemKind::PROPERTY, key, &snippet, &plain, cursor.span, about);
                if required(key) {
                    self.detail("required");
                }
            }
        }
    }

    /// Offers the words that tell the forms of a mapping apart, where the cursor is at one of them: within braces that hold
    /// nothing else yet, with what the form needs.
    fn tags(&mut self, cursor: &Cursor, forms: Forms<'_>) {
        let tree = cursor.tree();
        let Some((mapping, key)) = cursor.place.parent().zip(cursor.place.steps().last()) else { return };
        let is_alone = matches!(tree.get(&mapping).map(|node| &node.value), Some(Value::Map(keys)) if keys.len() == 1);
        for said in forms.list_at(tree, &mapping) {
            let Some((_, word)) = tag(said.form).filter(|(known, _)| *known == key) else { continue };
            let about = said.form["description"].as_str().unwrap_or_default();
            let keys = Snippet::keys_snippet(forms, said.form);
            let snippet = keys.strip_prefix(&format!("{key}: ")).filter(|_| cursor.in_flow && is_alone);
            match snippet {
                Some(snippet) => {
                    self.offer_snippet(CompletionItemKind::CLASS, word, snippet, word, cursor.span, about);
                }
                None => self.offer(CompletionItemKind::CLASS, word, word, cursor.span, about),
            }
        }
    }

    /// Offers the words, and the forms of mappings, that the value at the cursor may be; where there are none, the ways in
    /// which it may be written.
    fn values(&mut self, cursor: &Cursor, forms: Forms<'_>, tree: &Tree) {
        let all = forms.list_at(tree, &cursor.place);
        let patterns: Vec<Regex> =
            all.iter().filter_map(|said| Regex::new(said.form["pattern"].as_str()?).ok()).collect();
        let is_written_so = |word: &str| patterns.is_empty() || patterns.iter().any(|pattern| pattern.is_match(word));
        let is_named = !self.items.is_empty();
        for said in &all {
            for (word, about) in words(said.form).into_iter().filter(|(word, _)| is_written_so(word)) {
                self.offer(CompletionItemKind::ENUM_MEMBER, &word, &scalar(&word), cursor.span, &about);
            }
            if said.form["type"] == "boolean" {
                let fixed = said.form["const"].as_bool();
                for truth in [true, false].into_iter().filter(|truth| fixed.is_none_or(|fixed| fixed == *truth)) {
                    let word = truth.to_string();
                    self.offer(CompletionItemKind::VALUE, &word, &word, cursor.span, "");
                }
            }
            for example in said.form["examples"].as_array().into_iter().flatten().filter(|_| !is_named) {
                let text = example.as_str().map_or_else(|| example.to_string(), str::to_owned);
                let new = if example.is_string() { notation(&text) } else { text.clone() };
                self.offer(CompletionItemKind::VALUE, &text, &new, cursor.span, about(said));
            }
            if said.form["type"] == "array" && !is_named {
                self.offer_snippet(CompletionItemKind::STRUCT, "[…]", "[$1]", "[]", cursor.span, about(said));
            }
            if said.form["properties"].is_object() {
                let snippet = Snippet::mapping_snippet(forms, said.form);
                let label = match tag(said.form) {
                    Some((key, word)) => format!("{key}: {word}"),
                    // Forms of a union are called by their key.
                    None => match said.form["title"].as_str().filter(|title| title.ends_with(": …")) {
                        Some(title) => format!("{{{title}}}"),
                        None => "{…}".to_owned(),
                    },
                };
                let plain = format!("{{{}}}", label.trim_matches(['{', '…', '}']));
                let about = said.form["description"].as_str().unwrap_or_default();
                self.offer_snippet(CompletionItemKind::CLASS, &label, &snippet, &plain, cursor.span, about);
            }
        }
    }

    /// Offers the names that are legal at the cursor, and the files that may be named there.
    fn names(&mut self, cursor: &Cursor, system: &'static System) {
        for name in names::legal(self.view, self.document, cursor) {
            let written = if name.text == MARK { continue } else { scalar(&name.text) };
            self.offer(CompletionItemKind::REFERENCE, &name.text, &written, cursor.span, "");
            self.detail(&name.detail);
        }
        for file in names::files(self.view, self.document, cursor, system) {
            self.offer(CompletionItemKind::FILE, &file, &scalar_path(&file), cursor.span, "");
        }
    }
}

/// Returns a notation of dice, numbers and words as a YAML scalar: plain where that is safe, as in `(5)/(6)`.
fn notation(text: &str) -> String {
    let is_plain = text.chars().all(|c| c.is_alphanumeric() || " ()/+-".contains(c));
    let begins = text.starts_with(|c: char| c.is_alphanumeric() || c == '(');
    if is_plain && begins && is_text(text) { text.to_owned() } else { scalar(text) }
}

/// Returns a path as a YAML scalar.
fn scalar_path(path: &str) -> String {
    let is_plain = path.chars().all(|c| c.is_alphanumeric() || "./_-".contains(c));
    if is_plain && !path.starts_with('-') { path.to_owned() } else { scalar(path) }
}
