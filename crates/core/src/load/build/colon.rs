//! A colon within a plain value, as in `name: Miners: the deep ones`.

use super::plain::quote;
use super::unclosed::line_start;
use super::{Builder, Outcome, codes};
use crate::source::{Address, Span};

impl Builder<'_, '_> {
    /// Reports a colon that makes a second key of a plain value, with the value in quotes; `None` if that is not why the parser
    /// stopped at it.
    pub(super) fn colon_in_value(&mut self, offset: usize, message: &str) -> Option<Outcome> {
        let value = self.value_with_colon(offset)?;
        if let Some(members) = self.unbraced_members(value, offset) {
            let text = format!("{{{}}}", &self.text[members.start..members.end]);
            let message = "several keys on one line, separated by commas, need braces around them";
            let finding = self.report(codes::SYNTAX_ERROR, members, message).help(format!("write `{text}`"));
            self.sink.push(finding.replace(false, Address::bytes(self.file, self.pointer(), members), text));
            return Some(Outcome::Stopped(offset));
        }
        let text = quote(&self.text[value.start..value.end]);
        let finding = self.report(codes::SYNTAX_ERROR, self.inside(Span { start: offset, end: offset }), message);
        let at = Address::bytes(self.file, self.pointer(), value);
        // One word may be the key of a mapping that was begun on the wrong line.
        let before = &self.text[value.start..offset];
        let is_prose = before.contains(' ') || !is_key(before) && self.text[offset + 2..value.end].contains(' ');
        let finding = finding.help(format!("write `{text}`")).replace(is_prose, at, text);
        self.sink.push(finding);
        Some(Outcome::Stopped(offset))
    }

    /// Returns the whole of a plain value in one line that the colon at a byte is within.
    fn value_with_colon(&self, offset: usize) -> Option<Span> {
        let after = self.text[offset..].strip_prefix(": ")?.lines().next()?;
        let line = line_start(self.text, offset);
        let is_in_brackets = self.frames.iter().any(|frame| frame.flow);
        let before = &self.text[line..offset];
        let entry = if is_in_brackets { before.rfind(['{', '[', ',']).map_or(0, |at| at + 1) } else { 0 };
        let key = before[entry..].find(": ").filter(|key| !before[entry..entry + key].contains(['"', '\'', '#']))?;
        let blanks = before[entry + key + 2..].len() - before[entry + key + 2..].trim_start().len();
        let start = line + entry + key + 2 + blanks;
        let begun = self.text.get(start..offset)?;
        // Between brackets the last word may be the next key, where a comma is missing.
        let last = begun.rsplit(' ').next()?;
        if is_in_brackets && begun.contains(' ') && is_key(last) {
            return None;
        }
        let rest = match is_in_brackets {
            true => after.split([',', ']', '}']).next()?,
            false => after.split(" #").next()?,
        };
        let rest = rest.trim_end();
        let is_plain = begun.starts_with(char::is_alphanumeric)
            && rest.trim_start().starts_with(|c: char| !"[]{}&*!|>'\"%@`#".contains(c));
        is_plain.then_some(Span { start, end: offset + 2 + rest.len() })
    }

    /// Returns the keys and values on a line, as in `- card: 1A, name: Foot`, around which braces are missing: those of the line, or
    /// those of its value. `offset` is the colon of the second key; `None` if they are not such.
    fn unbraced_members(&self, value: Span, offset: usize) -> Option<Span> {
        if self.frames.iter().any(|frame| frame.flow) {
            return None;
        }
        let begins_member = |part: &str| part.split_once(": ").is_some_and(|(key, _)| is_key(key));
        let line = self.text[value.start..].lines().next()?;
        let all = line.split(" #").next()?.trim_end();
        let end = value.start + all.len();
        let start = if is_key(&self.text[value.start..offset]) {
            value.start
        } else {
            // The key of the value is the first one, in an item of a list: elsewhere more of the text follows a comma.
            let begin = line_start(self.text, offset);
            let written = &self.text[begin..value.start];
            let item = written.trim_start().strip_prefix("- ")?;
            begin + written.len() - item.trim_start().len()
        };
        let mut parts = self.text[start..end].split(", ");
        let is_first = parts.next().is_some_and(begins_member);
        let opens = all.matches(['[', '{']).count() == all.matches([']', '}']).count();
        (is_first && opens && parts.any(begins_member)).then_some(Span { start, end })
    }
}

/// Returns true if a word is written as keys are.
fn is_key(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_')
}
