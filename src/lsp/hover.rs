//! Hover: what a key or word is for, and of what has a name its odds, who names it, and how its card looks.

mod picture;
mod settings;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use lsp_types::{Hover, HoverContents, HoverParams, MarkupContent, MarkupKind};

use muster_core::config::FILE;
use muster_core::source::tree::Value;
use muster_core::source::{Address, Pointer};
use muster_systems::Role;
use muster_systems::names::NameTable;
use muster_systems::played::Odds;

use super::documents::OpenDocument;
use super::markup::Markup;
use super::navigation::find_thing;
use super::refusal::Refusal;
use super::schema::{Forms, about, place_at, words};
use super::view::{Known, View};
use crate::project::naming::{Uses, table};
use crate::review::{Unit, templates};

/// Returns the hover for a place of an open text.
pub(super) fn hover(view: View<'_>, params: &HoverParams) -> Result<Option<Hover>, Refusal> {
    let at = &params.text_document_position_params;
    let document = view.document(&at.text_document.uri)?;
    let mut text = String::new();
    let offset = view.offset(document, at.position);
    let markup = if view.session.markdown { Markup::Markdown } else { Markup::Plain };
    if document.path().file_name() == Some(FILE) {
        let about = settings::about_word(view, document.text.text(), offset);
        text = about.map(|about| markup.own(&about).into_owned()).unwrap_or_default();
    } else if let Some((known, meant)) = find_thing(view, document, at.position) {
        text = thing_text(view, &known, &meant.named, markup);
    }
    if let Some(said) = schema_text(view, document, offset, markup) {
        text += if text.is_empty() { "" } else { "\n\n---\n\n" };
        text += &said;
    }
    let kind = if markup == Markup::Markdown { MarkupKind::Markdown } else { MarkupKind::PlainText };
    let is_empty = text.is_empty();
    let contents = HoverContents::Markup(MarkupContent { kind, value: text });
    Ok((!is_empty).then_some(Hover { contents, range: None }))
}

/// Returns the schema's description of a key, or of a value.
fn schema_text(view: View<'_>, document: &OpenDocument, offset: usize, markup: Markup) -> Option<String> {
    let file = view.now.file_of(document)?;
    let tree = view.now.review.sources.get(file).tree()?;
    let Some(Value::Str(id)) = tree.member(tree.root(), "system").map(|node| &node.value) else { return None };
    let system = view.systems.iter().find(|system| system.id() == &**id)?;
    let is_template = tree.member(tree.root(), "template").is_some();
    let schema = if is_template { templates::schema() } else { system.schema() };
    let (place, is_key) = place_at(tree, offset)?;
    let said = Forms::new(schema.json()).list_at(tree, &place);
    let mut text = String::new();
    if let Some(first) = said.first() {
        let key = place.steps().filter(|step| !step.bytes().all(|b| b.is_ascii_digit())).last().unwrap_or_default();
        let _ = write!(text, "{}: {}", markup.code(&key), markup.own(about(first)));
    }
    if !is_key && let Some(Value::Str(written)) = tree.get(&place).map(|node| &node.value) {
        let meaning = said.iter().flat_map(|said| words(said.form)).find(|(word, _)| **word == **written);
        if let Some((word, meaning)) = meaning.filter(|(_, meaning)| !meaning.is_empty()) {
            let _ = write!(text, "\n\n{}: {}", markup.code(&word), markup.own(&meaning));
        }
    }
    (!text.is_empty()).then_some(text)
}

/// Returns the facts about something that has a name.
fn thing_text(view: View<'_>, known: &Known<'_>, meant: &Uses, markup: Markup) -> String {
    let thing = &meant.thing;
    let number = thing.number.as_ref().map(|(number, _)| format!(" {}", markup.text(number))).unwrap_or_default();
    let mut text = format!("{}{number}, {}", markup.strong(&thing.name), thing.kind);
    let card = thing.at.pointer.parent().map(|place| Address::value(thing.at.file, place));
    // The odds of a battle take time: records of it say nothing else.
    let is_battle =
        |unit: &&Unit| unit.outline.kind.role == Role::Main && (unit.file == known.file || meant.is_of(unit));
    for unit in known.analysis.battles_of(thing.at.file).filter(is_battle) {
        let odds = unit.battle.as_ref().filter(|_| unit.sound).and_then(|battle| unit.system.odds(battle));
        if let Some(said) = odds.and_then(|odds| odds_text(&odds, card.as_ref()?, markup)) {
            let _ = write!(text, "\n\n{said}");
            break;
        }
    }
    for (key, by) in named_by(known, meant) {
        let by: Vec<_> = by.iter().map(|name| markup.text(name)).collect();
        let _ = write!(text, "\n\n{} of {}", markup.code(&key), by.join(", "));
    }
    let picture = card.filter(|_| view.session.pictures && view.session.markdown);
    let picture = picture.and_then(|card| picture::card_picture(view, known, &card));
    if let Some(picture) = picture {
        let _ = write!(text, "\n\n![{}]({picture})", markup.text(&thing.name));
    }
    text
}

/// Returns the odds of a card as a table and sentences.
fn odds_text(odds: &Odds, card: &Address, markup: Markup) -> Option<String> {
    let fact = odds.cards.iter().find(|fact| fact.at.file == card.file && fact.at.pointer == card.pointer)?;
    let [head, row] = odds.labels;
    let headings: Vec<_> = odds.headings.iter().map(|heading| markup.text(heading)).collect();
    let mut text = format!("| {head} | {} |\n|---|{}\n", headings.join(" | "), "---|".repeat(headings.len()));
    let _ = writeln!(text, "| {row} | {} |", fact.percentages().join(" | "));
    if odds.headings.is_empty() {
        text.clear();
    }
    for sentence in &fact.sentences {
        let _ = write!(text, "\n- {}", markup.text(sentence));
    }
    Some(text)
}

/// Returns who names a thing: by the key that it is named under, the names of those that do.
fn named_by(known: &Known<'_>, meant: &Uses) -> Vec<(String, Vec<String>)> {
    let mut by_key: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let tables: Vec<NameTable> = known.analysis.battles_of(meant.thing.at.file).filter_map(table).collect();
    for at in meant.by_name.iter().chain(&meant.by_number) {
        let is_index = |step: &String| step.bytes().all(|b| b.is_ascii_digit());
        let Some(key) = at.pointer.steps().filter(|step| !is_index(step)).last() else { continue };
        // The thing whose entry the place is in.
        let holds = |holder: &Pointer| at.pointer.as_str().starts_with(&format!("{holder}/"));
        let things = tables.iter().flat_map(|table| &table.names);
        let by =
            things.filter(|thing| thing.at.file == at.file && thing.at.pointer.parent().is_some_and(|p| holds(&p)));
        let by = by.max_by_key(|thing| thing.at.pointer.as_str().len());
        let Some(by) = by else { continue };
        let names = by_key.entry(key).or_default();
        if !names.contains(&by.name) {
            names.push(by.name.clone());
        }
    }
    by_key.into_iter().collect()
}

impl Uses {
    /// Returns true if a document is of a battle in which the thing can be used.
    fn is_of(&self, unit: &Unit) -> bool {
        unit.files.contains(&self.thing.at.file)
    }
}
