//! A new name as it is written in the place of the old one: in its quotes, and without any where it needs none there.

use muster_core::source::tree::{Tree, Value};
use muster_core::source::{Address, File, Part, Sources, Span};
use muster_systems::scalar;

/// Returns the bytes that a new name takes the place of, and what is written there.
pub(super) fn name_edit(sources: &Sources, at: &Address, new: &str) -> (Span, String) {
    let (source, span) = (sources.get(at.file), sources.span(at));
    let whole = whole(source, at, span);
    let raw = &source.text()[whole.start..whole.end];
    // What is left of the text before and behind a part of it.
    let (before, behind) = (&source.text()[whole.start..span.start], &source.text()[span.end..whole.end]);
    match raw.as_bytes().first() {
        Some(b'"') if raw.len() > 1 => {
            let quoted = serde_json::to_string(new).unwrap_or_default();
            let inner = quoted.trim_start_matches('"');
            let inner = inner.strip_suffix('"').unwrap_or(inner);
            if span == whole { (whole, quoted) } else { (span, inner.to_owned()) }
        }
        Some(b'\'') if raw.len() > 1 => {
            let inner = new.replace('\'', "''");
            if span == whole { (whole, format!("'{inner}'")) } else { (span, inner) }
        }
        _ => {
            let text = [before, new, behind].concat();
            let is_plain = source.tree().is_some_and(|tree| is_plain(&text, is_in_flow(source, tree, at)));
            match is_plain {
                true => (span, new.to_owned()),
                false => (whole, scalar(&text)),
            }
        }
    }
}

/// Returns the bytes that several numbers and ranges take the place of, and how they are written there: in brackets where one was
/// the whole value, as more items where it was one of a list. `None` for a place that is not there.
pub(super) fn list_edit(sources: &Sources, at: &Address, all: &[String]) -> Option<(Span, String)> {
    let (source, span) = (sources.get(at.file), sources.span(at));
    let tree = source.tree()?;
    let is_item = matches!(tree.get(&at.pointer.parent()?)?.value, Value::Seq(_));
    let written = match (is_item, all) {
        (_, [one]) => one.clone(),
        (false, _) => format!("[{}]", all.join(", ")),
        (true, _) if is_in_flow(source, tree, at) => all.join(", "),
        (true, _) => {
            let line = source.text()[..span.start].rfind('\n').map_or(0, |end| end + 1);
            let before = source.text()[line..span.start].rfind('-')?;
            all.join(&format!("\n{}- ", " ".repeat(before)))
        }
    };
    Some((span, written))
}

/// Returns the bytes of the whole text or key that a place is in.
fn whole(source: &File, at: &Address, span: Span) -> Span {
    let Some(tree) = source.tree().filter(|_| matches!(at.part, Part::Bytes(_))) else { return span };
    let holds = |whole: &Span| whole.start <= span.start && span.end <= whole.end;
    [tree.key_span(&at.pointer), tree.span(&at.pointer)].into_iter().find(holds).unwrap_or(span)
}

/// Returns true for a place in a mapping or list in brackets.
fn is_in_flow(source: &File, tree: &Tree, at: &Address) -> bool {
    let mut above = std::iter::successors(at.pointer.parent(), |pointer| pointer.parent());
    above.any(|pointer| {
        let node = tree.get(&pointer).filter(|node| matches!(node.value, Value::Map(_) | Value::Seq(_)));
        node.is_some_and(|node| source.text()[node.span.start..].starts_with(['{', '[']))
    })
}

/// Returns true for a text that every reader of YAML takes for that text without quotes.
fn is_plain(text: &str, is_in_flow: bool) -> bool {
    let words: String = text.chars().filter(|c| c.is_alphanumeric() || *c == ' ').collect();
    let is_word = text.starts_with(char::is_alphabetic) && scalar(&words) == words;
    let is_cut = [": ", " #"].iter().any(|mark| text.contains(mark)) || text.ends_with([':', ' ']);
    let is_marked = is_in_flow && text.contains([',', '[', ']', '{', '}']) || text.chars().any(char::is_control);
    scalar(text) == text || is_word && !is_cut && !is_marked
}
