//! Completion in `muster.toml`: keys, codes and levels.

use lsp_types::CompletionItemKind;

use muster_core::config::{KEYS, LEVELS, PATH_KEYS, PRINT_KEYS, about};
use muster_core::source::Span;

use super::Offers;
use crate::review::all_codes;

/// Offers the completions at a byte of settings.
pub(super) fn complete(offers: &mut Offers<'_>, text: &str, offset: usize) {
    let line = text[..offset].rfind('\n').map_or(0, |at| at + 1);
    let before = &text[line..offset];
    let table = text[..line].lines().rev().find_map(|line| {
        let line = line.trim();
        line.starts_with('[').then(|| line.trim_matches(['[', ']', ' ']).to_owned())
    });
    let typed = before.trim_end_matches(|c: char| c.is_alphanumeric() || c == '-' || c == '"');
    let span = Span { start: line + typed.len(), end: offset };
    // Within braces behind `levels =` stand codes with levels too.
    let inner = before.rsplit(['{', ',']).next().unwrap_or(before);
    let in_levels = before.contains('{') || table.as_deref().is_some_and(|table| table.ends_with("levels"));
    match (inner.split_once('='), in_levels) {
        (Some((key, _)), levels) => {
            let is_fail_on = key.trim() == "fail-on";
            let words = if is_fail_on { &LEVELS[1..] } else { &LEVELS[..] };
            for word in words.iter().filter(|_| is_fail_on || levels) {
                offers.offer(CompletionItemKind::ENUM_MEMBER, word, &format!("\"{word}\""), span, "");
            }
        }
        (None, true) => {
            for code in all_codes(offers.view.systems) {
                offers.offer(CompletionItemKind::PROPERTY, code.name, code.name, span, &code.meaning());
                offers.detail(code.id);
            }
        }
        (None, false) => {
            let keys = match table.as_deref() {
                Some("per-path") => &PATH_KEYS[..],
                Some("print") => &PRINT_KEYS[..],
                _ => &KEYS[..],
            };
            for key in keys {
                let new = match *key {
                    "per-path" if table.is_none() => "[[per-path]]",
                    "print" if table.is_none() => "[print]",
                    key => key,
                };
                offers.offer(CompletionItemKind::PROPERTY, key, new, span, about(key).unwrap_or_default());
            }
        }
    }
}
