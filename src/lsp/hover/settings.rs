//! Hover in `muster.toml`: what a key or a code is for.

use muster_core::config::about;

use crate::lsp::view::View;
use crate::review::all_codes;

/// Returns what the key or code at a byte of settings is for.
pub(super) fn about_word(view: View<'_>, text: &str, offset: usize) -> Option<String> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let begin = text[..offset].trim_end_matches(is_part);
    let end = text.len() - text[offset..].trim_start_matches(is_part).len();
    let word = text.get(begin.len()..end).filter(|word| !word.is_empty())?;
    // A key stands before its value, or in the brackets that begin a table.
    let before = begin.rsplit('\n').next().unwrap_or_default();
    let behind = text[end..].trim_start_matches(['"', '\'']).trim_start_matches([' ', '\t']);
    let is_key = behind.starts_with('=') || before.trim_start().starts_with('[') && behind.starts_with([']', '.']);
    if !is_key || before.contains('#') {
        return None;
    }
    if let Some(about) = about(word) {
        return Some(format!("`{word}`: {about}"));
    }
    let code = all_codes(view.systems).into_iter().find(|code| code.is(word))?;
    Some(format!("**{}** `{}`: {}", code.id, code.name, code.meaning()))
}
