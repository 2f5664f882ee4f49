//! Blanks that look like spaces and are none: to YAML they are letters.

use super::plain::begins_line;
use super::unclosed::line_start;
use super::{Builder, codes};
use crate::diag::alike::blank as name;
use crate::source::Span;

/// Longest line, in bytes, whose blanks are checked after the parser stopped.
const LONGEST: usize = 1000;

fn is_odd(c: char) -> bool {
    name(c).is_some()
}

fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t') || is_odd(c)
}

impl Builder<'_, '_> {
    /// Reports odd blanks where a plain value begins or ends, and behind the colon of what looks like a key.
    pub(super) fn blanks_around(&mut self, span: Span) {
        let text = &self.text[span.start..span.end];
        if text.is_ascii() || !text.contains(is_odd) {
            return;
        }
        let blanks_at = |start: usize| start..text.len() - text[start..].trim_start_matches(is_blank).len();
        let key = text.find(':').filter(|_| begins_line(self.text, span.start)).map(|colon| blanks_at(colon + 1));
        let (first, last) = (blanks_at(0), text.trim_end_matches(is_blank).len());
        let odd = text.char_indices().filter(|(_, c)| is_odd(*c)).map(|(at, _)| at);
        let places =
            odd.filter(|at| first.contains(at) || key.as_ref().is_some_and(|key| key.contains(at)) || *at >= last);
        let places: Vec<usize> = places.map(|at| span.start + at).collect();
        self.report_blanks(&places);
    }

    /// Reports the odd blanks that may be why the parser stopped, and those like them below. Returns the last of them.
    pub(super) fn blanks_before(&mut self, offset: usize) -> Option<usize> {
        let first = line_start(self.text, self.last.min(offset));
        let mut at = first;
        let mut places = Vec::new();
        // Columns up to which a block of text ends.
        let mut block: Option<usize> = None;
        for line in self.text[first..].split_inclusive('\n') {
            if at > offset && places.is_empty() {
                return None;
            }
            let content = line.trim_start_matches(' ');
            let indent = line.len() - content.len();
            let blank = content.trim().is_empty();
            if block.is_some_and(|block| !blank && indent <= block) {
                block = None;
            }
            if block.is_none() {
                places.extend(structural(line).map(|place| at + place));
                let header = line.trim_end().rsplit(is_blank).next().unwrap_or_default();
                let begins = header.starts_with(['|', '>']) && header.len() <= 3;
                block = begins.then_some(indent);
            }
            at += line.len();
        }
        self.report_blanks(&places);
        places.last().copied()
    }

    fn report_blanks(&mut self, places: &[usize]) {
        for place in places {
            let Some(c) = self.text[*place..].chars().next() else { continue };
            let Some(name) = name(c) else { continue };
            self.odd_blanks = true;
            let span = Span { start: *place, end: place + c.len_utf8() };
            let message = format!("a {name} (U+{:04X}) does not count as a space in YAML", u32::from(c));
            let finding = self.report(codes::SYNTAX_ERROR, span, message);
            let (instead, help) = match c {
                '\u{200b}' | '\u{2060}' => ("", "remove it"),
                _ => (" ", "replace it with a plain space"),
            };
            let at = finding.at.clone();
            self.sink.push(finding.help(help).replace(true, at, instead));
        }
    }
}

/// Returns the odd blanks of a line that stand where only a space may: those that indent it, that follow a key, a dash or what
/// separates values in brackets, and those at its end.
fn structural(line: &str) -> impl Iterator<Item = usize> {
    let odd = if line.is_ascii() || line.len() > LONGEST { "" } else { line };
    odd.char_indices().filter(|(_, c)| is_odd(*c)).filter_map(move |(at, c)| {
        let before = line[..at].trim_end_matches(is_blank);
        let after = line[at + c.len_utf8()..].trim_start_matches(is_blank).trim_end();
        let quoted = before.matches('"').count() % 2 == 1;
        let comment = before.starts_with('#') || before.contains(" #");
        let indents = before.chars().all(|c| c == ' ' || c == '-');
        let key = before.strip_suffix(':').is_some_and(|key| !key.contains(": "));
        let separates = before.ends_with([',', '[', '{']) && before.contains(['[', '{']);
        let structural = indents || key || separates || after.is_empty() || after.starts_with('#');
        (structural && !quoted && !comment).then_some(at)
    })
}
