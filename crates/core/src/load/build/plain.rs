//! Plain values that are not what they look like: cut short by a comment, or with quotes that are part of them.

use super::{Builder, codes};
use crate::source::quotes::without_curly_quotes;
use crate::source::{Address, Span};

impl Builder<'_, '_> {
    /// Reports a plain value in curly quotes: to YAML they are letters like others.
    pub(super) fn curly_quotes(&mut self, text: &str, span: Span, is_key: bool) {
        let Some(inside) = without_curly_quotes(text) else { return };
        let message = format!("these quotes are part of the text `{text}`");
        let mut finding = self.report(codes::CURLY_QUOTES, span, message);
        if is_key {
            finding.at.pointer = finding.at.pointer.key(text);
        }
        let (at, straight) = (finding.at.clone(), quote(inside));
        let help = format!("write `{straight}`; to keep the quotes, write `{}`", quote(text));
        self.traps.push(finding.help(help).replace(false, at, straight));
    }

    /// Reports a plain value that ends in a quote which nothing opens.
    pub(super) fn lone_quote(&mut self, text: &str, span: Span) {
        let Some(inside) = text.strip_suffix('"') else { return };
        // After a digit it stands for inches.
        let quotes = text.split('"').rev().skip(1).filter(|before| !before.ends_with(|c: char| c.is_ascii_digit()));
        if quotes.count() % 2 == 0 || inside.ends_with(|c: char| c.is_ascii_digit()) {
            return;
        }
        let message = format!("the `\"` at the end is part of the text `{text}`");
        let finding = self.report(codes::LONE_QUOTE, span, message);
        let (at, whole) = (finding.at.clone(), quote(inside));
        let help = format!("write `{whole}`; to print the quote, put `'` around the text");
        self.traps.push(finding.help(help).replace(false, at, whole));
    }

    /// Reports a plain value that a comment follows which reads like the rest of it.
    pub(super) fn cut_by_comment(&mut self, text: &str, span: Span) {
        let flow = self.frames.iter().any(|frame| frame.flow);
        let Some(rest) = rest(self.text, span, flow) else { return };
        let all = quote(&format!("{text}{}", &self.text[span.end..rest.end]));
        let message = format!("the value ends before `{}`, which is a comment", &self.text[rest.start..rest.end]);
        let finding = self.report(codes::CUT_BY_COMMENT, span, message);
        let mut at = finding.at.clone();
        at.part = crate::source::Part::Bytes(Span { start: span.start, end: rest.end });
        let help = format!("write `{all}` if it is part of the value, or add a space after `#` if it is a comment");
        self.traps.push(finding.help(help).replace(false, at, all));
    }

    /// Keeps in mind a plain text with an anchor, until an alias uses it: the anchor may be meant as a part of the text.
    pub(super) fn keep_unused_anchor(&mut self, text: &str, span: Span, anchor: usize) {
        let before = &self.text[..span.start];
        let Some(start) = before.rfind('&').filter(|_| anchor != 0) else { return };
        let name = before[start..].trim_end();
        let message = format!("the value starts after `{name}`, which is an anchor that no alias uses");
        let finding = self.report(codes::UNUSED_ANCHOR, span, message);
        let at = Address::bytes(self.file, self.pointer(), Span { start, end: span.end });
        let all = quote(&format!("{}{text}", &before[start..]));
        let help = format!("write `{all}` if it is part of the value, or remove the anchor");
        self.unused.insert(anchor, finding.help(help).replace(false, at, all));
    }
}

/// Returns a text between double quotes.
pub(super) fn quote(text: &str) -> String {
    serde_json::to_string(text).expect("internal error: a text is JSON")
}

/// Returns the bytes of a comment right after a plain value that read like the rest of it: `#` and a digit or a capital, without
/// a blank between them. `None` for a note such as `#TODO` and for a value that is left out, as in `#Side: red`.
pub(super) fn rest(text: &str, value: Span, flow: bool) -> Option<Span> {
    let after = &text[value.end..];
    let said = after.trim_start_matches([' ', '\t']).strip_prefix('#').filter(|_| !after.starts_with('#'))?;
    let said = said.lines().next().unwrap_or_default();
    let start = text.len() - text[value.end..].trim_start_matches([' ', '\t']).len();
    let comment = &text[start..=start + said.len()];
    let word = said.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    let first = word.chars().next()?;
    let note = word.chars().count() > 2 && !word.contains(|c: char| !c.is_uppercase());
    // Where nothing is before it, it may be a colour.
    let is_color = value.start == value.end
        && matches!(word.len(), 3 | 6 | 8)
        && word.bytes().all(|byte| byte.is_ascii_hexdigit());
    if !first.is_numeric() && !is_color && (!first.is_uppercase() || note || said[word.len()..].starts_with(':')) {
        return None;
    }
    let written = match flow {
        true => comment.split([',', ']', '}']).next().unwrap_or_default(),
        // Alone on its line it is a key.
        false if begins_line(text, value.start) => comment.split(": ").next().unwrap_or_default(),
        false => comment,
    };
    Some(Span { start, end: start + written.trim_end().trim_end_matches(':').len() })
}

/// Returns true if only blanks and dashes stand before a byte on its line.
pub(super) fn begins_line(text: &str, at: usize) -> bool {
    let before = text[..at].trim_end_matches([' ', '-']);
    before.is_empty() || before.ends_with('\n')
}
