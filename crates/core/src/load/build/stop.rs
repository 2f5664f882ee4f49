//! Errors of the parser, in an author's words and at the place to look at.

use super::plain::{quote, rest};
use super::unclosed::{closes, find_unclosed, line_start};
use super::{Builder, Outcome, codes, is_bracketed};
use crate::diag::Diagnostic;
use crate::load::yaml::{COLON, Stop, StopKind};
use crate::source::{Address, Part, Span, steps};

/// Returns the quote of a text that is open at its end, or else the last one that was opened; only where a value may begin a quote is
/// one.
fn last_quote(text: &str) -> Option<usize> {
    let (mut last, mut open, mut is_escaped, mut before) = (None, None, false, b' ');
    for (at, byte) in steps::scan(text).bytes().enumerate() {
        match (open, byte) {
            (Some(_), _) if is_escaped => is_escaped = false,
            (Some(b'"'), b'\\') => is_escaped = true,
            (Some(quote), byte) if quote == byte => open = None,
            // A single quote within single quotes is written twice.
            (None, b'\'') if before == b'\'' => open = Some(byte),
            (None, b'"' | b'\'') if matches!(before, b' ' | b'\t' | b'\n' | b',' | b'[' | b'{' | b':') => {
                (last, open) = (Some(at), Some(byte));
            }
            _ => {}
        }
        before = byte;
    }
    last
}

impl Builder<'_, '_> {
    /// Reports why the parser stopped.
    pub(super) fn stop(&mut self, stop: &Stop) -> Outcome {
        // After an error inside a wide character the parser's offset may lie within it.
        let offset = self.text.floor_char_boundary(stop.offset);
        if let Some(blank) = self.blanks_before(offset) {
            return Outcome::Stopped(blank);
        }
        // Where all is in brackets, no line below tells that a quote is open.
        if stop.kind == StopKind::Quote && is_bracketed(self.text) {
            return self.syntax(self.quote_before(self.text.len()), &stop.message);
        }
        if stop.kind != StopKind::Depth
            && let Some(open) = self.unclosed_above(offset)
        {
            return self.not_closed(open, offset);
        }
        if let Some(comma) = self.extra_comma() {
            return self.comma_too_many(comma);
        }
        if matches!(stop.kind, StopKind::Indentation | StopKind::Trailing)
            && let Some(outcome) = self.report_trailing(offset)
        {
            return outcome;
        }
        match stop.kind {
            StopKind::Depth => {
                let _ = self.too_deep(Span { start: offset, end: offset });
                Outcome::Halted
            }
            StopKind::Tab => self.tab(self.tab_near(offset)),
            StopKind::Quote => self.syntax(self.quote_before(offset), &stop.message),
            StopKind::Trailing => self.trailing(offset, &stop.message),
            StopKind::Bracket => self.bracket(offset, &stop.message),
            StopKind::Colon => self.colon(offset, &stop.message),
            StopKind::Indentation => self.syntax(self.word(offset), &stop.message),
            StopKind::Line => self.syntax(self.line(offset), &stop.message),
            StopKind::Escape => self.escape(offset, &stop.message),
            StopKind::Other => self.syntax(self.inside(Span { start: offset, end: offset }), &stop.message),
        }
    }

    /// Reports tabs that indent a value in a block.
    pub(super) fn tabs(&mut self, span: Span) {
        if !self.has_tabs || self.frames.iter().any(|frame| frame.flow) {
            return;
        }
        let line = line_start(self.text, span.start);
        let indent = &self.text[line..span.start];
        if let Some(tab) = indent.find('\t')
            && indent.trim().is_empty()
        {
            self.tab(Span { start: line + tab, end: line + tab + 1 });
        }
    }

    fn tab(&mut self, span: Span) -> Outcome {
        let finding = self.report(codes::TAB_INDENTATION, span, "this line is indented with a tab; YAML needs spaces");
        self.sink.push(finding);
        Outcome::Stopped(span.start)
    }

    fn syntax(&mut self, span: Span, message: &str) -> Outcome {
        let finding = self.report(codes::SYNTAX_ERROR, span, message);
        let finding = self.with_comment(finding, span.start);
        self.sink.push(finding);
        Outcome::Stopped(span.start)
    }

    /// Adds how to fix a value that a comment cuts short behind a byte on its line: then that is why the parser stopped.
    fn with_comment(&mut self, finding: Diagnostic, at: usize) -> Diagnostic {
        let line = self.text[at..].lines().next().unwrap_or_default();
        let Some(hash) = line.find(" #") else { return finding };
        let before = line[..hash].trim_end();
        let flow = before.contains(['[', '{']);
        // Behind a colon all of the value is a comment: a colour, a number.
        let is_empty = before.ends_with(':');
        let lead = if is_empty { hash } else { value_start(before) };
        let value = Span { start: at + lead, end: at + before.len().max(lead) };
        let plain = is_empty || before[lead..].starts_with(char::is_alphanumeric);
        let Some(rest) = rest(self.text, value, flow).filter(|_| plain) else { return finding };
        self.traps.retain(|trap| trap.code != codes::CUT_BY_COMMENT || trap.at.part != Part::Bytes(value));
        let cut = Span { start: if is_empty { rest.start } else { value.start }, end: rest.end };
        let text = quote(&self.text[cut.start..cut.end]);
        let all = Address::bytes(self.file, self.pointer(), cut);
        let help = format!("` #` starts a comment; write `{text}` if it is part of the value");
        finding.help(help).replace(false, all, text)
    }

    /// Returns the bracket that was not closed on a line above: what follows was read as more of the list.
    fn unclosed_above(&self, offset: usize) -> Option<usize> {
        let bracketed = |start: &usize| self.text[*start..].starts_with(['[', '{']);
        let read = self.frames.iter().filter(|frame| frame.flow).map(|frame| frame.start).find(bracketed);
        // The parser looks ahead for the colon of a key.
        let ahead = || {
            let from = self.last.min(offset);
            let mut brackets = self.text[from..offset].match_indices(['[', '{']).map(|(at, _)| from + at);
            brackets.find(|at| self.text[..*at].trim_end_matches(' ').ends_with([':', '-']))
        };
        let open = find_unclosed(self.text, read.or_else(ahead)?, offset)?;
        let below = self.text[open..offset].contains('\n') || self.text[offset..].trim().is_empty();
        below.then_some(open)
    }

    /// Reports a bracket that is not closed, and where that showed.
    fn not_closed(&mut self, open: usize, offset: usize) -> Outcome {
        let message = format!("this `{}` is not closed", &self.text[open..=open]);
        let finding = self.report(codes::SYNTAX_ERROR, Span { start: open, end: open + 1 }, message);
        let mut finding = self.with_comment(finding, open);
        if !self.text[offset..].trim().is_empty() {
            let at = Address::bytes(self.file, self.pointer(), self.word(offset));
            finding = finding.with_related(at, "reading stopped here");
        }
        self.sink.push(finding);
        Outcome::Stopped(open)
    }

    /// Reports text after a closed quote. A quote that was opened on a line above was not meant to reach here.
    fn trailing(&mut self, offset: usize, message: &str) -> Outcome {
        let quote = self.quote_before(offset);
        if !self.text[quote.start..offset].contains('\n') {
            return self.syntax(self.inside(Span { start: offset, end: offset }), message);
        }
        let finding = self.report(codes::SYNTAX_ERROR, quote, "this quote is not closed");
        let at = Address::bytes(self.file, self.pointer(), self.word(offset));
        self.sink.push(finding.with_related(at, "reading stopped here"));
        Outcome::Stopped(quote.start)
    }

    /// Reports what follows a complete value on its line, if that is why the parser stopped: a comma as in JSON, words behind a
    /// bracket, an alias behind an anchor.
    fn report_trailing(&mut self, offset: usize) -> Option<Outcome> {
        let before = self.text[line_start(self.text, offset)..offset].trim_end();
        let rest = self.line(offset);
        let written = &self.text[rest.start..rest.end];
        let last = before.rsplit(' ').next().unwrap_or_default();
        let is_closed = before.ends_with([']', '}', '"', '\'']);
        let is_in_brackets = self.frames.iter().any(|frame| frame.flow);
        if is_closed && !is_in_brackets && written == "," {
            let message = "unexpected comma after the value; commas separate values only inside brackets";
            let finding = self.report(codes::SYNTAX_ERROR, rest, message).help("remove the comma");
            self.sink.push(finding.replace(true, Address::bytes(self.file, self.pointer(), rest), ""));
            return Some(Outcome::Stopped(offset));
        }
        if last.starts_with('&') && written.starts_with('*') {
            let message = "an alias cannot have its own anchor";
            let finding = self.report(codes::SYNTAX_ERROR, rest, message).help(format!("remove `{last}`"));
            self.sink.push(finding);
            return Some(Outcome::Stopped(offset));
        }
        if last.starts_with('*') && !is_in_brackets && !written.is_empty() {
            let start = line_start(self.text, offset) + before.len() - last.len();
            let value = Span { start, end: rest.end };
            // What looks like an alias is the beginning of a text.
            self.sink.retain(|finding| {
                finding.code != codes::UNKNOWN_ALIAS || !matches!(finding.at.part, Part::Bytes(at) if at.start == start)
            });
            let text = quote(&self.text[value.start..value.end]);
            let finding = self.report(codes::SYNTAX_ERROR, value, "a text that begins with `*` needs quotes");
            let finding = finding.help(format!("write `{text}`"));
            self.sink.push(finding.replace(false, Address::bytes(self.file, self.pointer(), value), text));
            return Some(Outcome::Stopped(offset));
        }
        // Behind a quote there may be a quote within the text.
        let is_bracketed = before.ends_with([']', '}']);
        (is_bracketed && !is_in_brackets).then(|| {
            let message = format!("unexpected `{written}` after a closing bracket");
            let finding = self.report(codes::SYNTAX_ERROR, rest, message);
            self.sink.push(finding.help("remove it, or quote the whole value to make it text"));
            Outcome::Stopped(offset)
        })
    }

    /// Reports a backslash in double quotes that begins no escape.
    fn escape(&mut self, offset: usize, message: &str) -> Outcome {
        // The parser tells where the value begins.
        let Some(start) = wrong_escape(&self.text[offset..]).map(|at| offset + at) else {
            return self.syntax(self.inside(Span { start: offset, end: offset }), message);
        };
        let span = Span { start, end: start + 1 };
        let finding = self.report(codes::SYNTAX_ERROR, span, message);
        let at = Address::bytes(self.file, self.pointer(), span);
        let help = "write each backslash as `\\\\`, or use single quotes";
        self.sink.push(finding.help(help).replace(false, at, "\\\\"));
        Outcome::Stopped(start)
    }

    /// Returns the end of the line between a bracket that is closed and the place where the parser stopped at which a comma is
    /// missing: the next line begins another value. `None` if that is not why it stopped.
    fn missing_comma(&self, open: usize, offset: usize) -> Option<usize> {
        let line = line_start(self.text, offset);
        let next = self.text[line..].find('\n').map(|end| line + end + 1);
        [Some(line), next]
            .into_iter()
            .flatten()
            // Behind a line on which the bracket is closed there is none to miss.
            .find_map(|line| self.comma_before(open, line).filter(|_| !closes(&self.text[..line], open)))
            .filter(|_| closes(self.text, open))
    }

    /// Returns the end of what stands before a line within a bracket, if a comma is missing there.
    fn comma_before(&self, open: usize, line: usize) -> Option<usize> {
        let mut before = self.text.get(open + 1..line)?.trim_end();
        let (begun, said) = loop {
            let begun = before.rfind('\n').map_or(0, |at| at + 1);
            // What a comment says is no value.
            let said = before[begun..].split(" #").next().unwrap_or_default().trim_end();
            if begun == 0 || !said.trim_start().starts_with('#') {
                break (begun, said);
            }
            before = before[..begun].trim_end();
        };
        let ends = said.chars().next_back().filter(|c| !matches!(c, ',' | '[' | '{' | ':' | '#'))?;
        let next = self.text[line..].lines().next().unwrap_or_default().trim();
        let first = next.chars().next().filter(|c| !matches!(c, ',' | ']' | '}' | '#'))?;
        let is_key =
            next.split([',', '[', '{', '#']).next().is_some_and(|key| key.contains(": ") || key.ends_with(':'));
        let begins = is_key || matches!(first, '"' | '\'' | '[' | '{');
        (begins || matches!(ends, ']' | '}' | '"' | '\'')).then_some(open + 1 + begun + said.len())
    }

    /// Returns the comma before which there is no value, behind what was read last within brackets.
    fn extra_comma(&self) -> Option<usize> {
        self.frames.last().filter(|frame| frame.flow)?;
        let (before, after) = self.text.split_at(self.last);
        let first = after.trim_start().strip_prefix(',')?;
        // Right behind the bracket it is the first one, else the second.
        let rest = if before.ends_with(['[', '{']) { first } else { first.trim_start().strip_prefix(',')? };
        Some(self.text.len() - rest.len() - 1)
    }

    fn comma_too_many(&mut self, start: usize) -> Outcome {
        let comma = Span { start, end: start + 1 };
        let finding = self.report(codes::SYNTAX_ERROR, comma, "there is no value before this comma");
        let at = Address::bytes(self.file, self.pointer(), comma);
        self.sink.push(finding.help("remove the comma").replace(true, at, ""));
        Outcome::Stopped(start)
    }

    /// Reports a comma that is missing behind a value.
    fn comma(&mut self, end: usize) -> Outcome {
        let start = self.text[..end].char_indices().next_back().map_or(end, |(at, _)| at);
        let last = Span { start, end };
        let finding = self.report(codes::SYNTAX_ERROR, last, "expected a comma after this value");
        let at = Address::bytes(self.file, self.pointer(), last);
        let text = format!("{},", &self.text[start..end]);
        self.sink.push(finding.help("separate the values in brackets with `,`").replace(true, at, text));
        Outcome::Stopped(start)
    }

    /// Reports a `[` that is not closed: the place where that shows, and the bracket.
    fn bracket(&mut self, offset: usize, message: &str) -> Outcome {
        // A pair in a list, `[a: b`, is a mapping of its own without a bracket.
        let bracketed = |start: &usize| self.text[*start..].starts_with(['[', '{']);
        let mut starts = self.frames.iter().rev().filter(|frame| frame.flow).map(|frame| frame.start);
        let Some(open) = starts.find(bracketed) else { return self.syntax(self.word(offset), message) };
        let bracket = Span { start: open, end: open + 1 };
        let c = &self.text[open..=open];
        // The parser looks ahead: it may stop before the place where the bracket was met.
        let offset = offset.max(bracket.end);
        let line_ends = self.text[open..offset].contains('\n');
        if (line_ends || self.text[offset..].trim().is_empty()) && !closes(self.text, open) {
            return self.not_closed(open, offset);
        }
        if let Some(outcome) = self.colon_in_value(offset, COLON) {
            return outcome;
        }
        if let Some(value) = self.bracketed_value(open, offset) {
            let text = quote(&self.text[value.start..value.end]);
            let message = "a value that contains brackets or commas needs quotes inside brackets";
            let finding = self.report(codes::SYNTAX_ERROR, value, message).help(format!("write `{text}`"));
            self.sink.push(finding.replace(false, Address::bytes(self.file, self.pointer(), value), text));
            return Outcome::Stopped(value.start);
        }
        if let Some(end) = self.missing_comma(open, offset) {
            return self.comma(end);
        }
        let finding = self.report(codes::SYNTAX_ERROR, self.word(offset), message);
        let finding = self.with_comment(finding, open);
        let at = Address::bytes(self.file, self.pointer(), bracket);
        self.sink.push(finding.with_related(at, format!("the open `{c}`")));
        Outcome::Stopped(offset)
    }

    /// Returns the plain value, as `art/{card}.png`, at whose own bracket the parser stopped; `open` is the bracket around it.
    fn bracketed_value(&self, open: usize, offset: usize) -> Option<Span> {
        let (before, after) = (&self.text[open + 1..offset], &self.text[offset..]);
        let start = open + 1 + value_start(before);
        let is_plain =
            self.text[start..offset].starts_with(|c: char| c.is_alphanumeric() || matches!(c, '.' | '/' | '_'));
        if !after.starts_with(['{', '[']) || !is_plain || before.ends_with(char::is_whitespace) {
            return None;
        }
        let mut depth = 0_u32;
        let ends = |c: char| {
            match c {
                '{' | '[' => depth += 1,
                '}' | ']' if depth > 0 => depth -= 1,
                '}' | ']' | ',' | '\n' => return true,
                _ => {}
            }
            false
        };
        let value = after[..after.find(ends)?].trim_end();
        // A blank in it may as well be where a comma is missing.
        (!value.contains([' ', '"', '\''])).then_some(Span { start, end: offset + value.len() })
    }

    /// Reports a colon that cannot be: inside a value on one line, or after a key that is indented too deep.
    fn colon(&mut self, offset: usize, message: &str) -> Outcome {
        if let Some(outcome) = self.colon_in_value(offset, COLON) {
            return outcome;
        }
        let open = self.frames.iter().rev().find(|frame| frame.flow).map(|frame| frame.start);
        if let Some(end) = open.and_then(|open| self.missing_comma(open, offset)) {
            return self.comma(end);
        }
        let line = line_start(self.text, offset);
        let key = &self.text[line..offset];
        let name = key.trim_start().trim_start_matches("- ");
        if name.contains(": ") || self.last <= line {
            return self.syntax(self.inside(Span { start: offset, end: offset }), message);
        }
        let start = offset - name.len();
        self.syntax(Span { start, end: offset }, "this line is not indented like the lines above")
    }

    fn tab_near(&self, offset: usize) -> Span {
        let line = line_start(self.text, offset);
        let text = &self.text[line..];
        // The parser may stop at the end of the line before.
        let mut lines = text.split_inclusive('\n').scan(line, |at, part| {
            *at += part.len();
            Some((*at - part.len(), part))
        });
        let tab = lines.find_map(|(at, part)| {
            let indent = part.len() - part.trim_start().len();
            part[..indent].find('\t').or_else(|| part.find('\t')).map(|i| at + i)
        });
        tab.map_or(Span { start: offset, end: offset }, |tab| Span { start: tab, end: tab + 1 })
    }

    fn quote_before(&self, offset: usize) -> Span {
        let start = self.last.min(offset);
        let quote = last_quote(&self.text[start..offset]).map_or(offset, |i| start + i);
        self.inside(Span { start: quote, end: quote })
    }

    /// Returns the text from here to the end of the line, without a comment.
    fn line(&self, offset: usize) -> Span {
        let line = self.text[offset..].lines().next().unwrap_or_default();
        let written = line.split(" #").next().unwrap_or_default().trim_end();
        self.inside(Span { start: offset, end: offset + written.len() })
    }

    /// Returns the characters from here to the next blank or the end of the line.
    fn word(&self, offset: usize) -> Span {
        let rest = &self.text[offset..];
        let len = rest.find(char::is_whitespace).unwrap_or(rest.len());
        self.inside(Span { start: offset, end: offset + len })
    }
}

/// Returns the byte of the first backslash that begins no escape in a text that begins with, or within, double quotes.
fn wrong_escape(text: &str) -> Option<usize> {
    let mut at = 0;
    loop {
        at += text[at..].find('\\')?;
        let escape = &text[at + 1..];
        let letter = escape.chars().next()?;
        let digits = match letter {
            'x' => 2,
            'u' => 4,
            'U' => 8,
            '0' | 'a' | 'b' | 't' | 'n' | 'v' | 'f' | 'r' | 'e' | ' ' | '"' | '/' | '\\' | 'N' | '_' | 'L' | 'P'
            | '\t' | '\n' | '\r' => 0,
            _ => return Some(at),
        };
        let number = escape.get(1..=digits).and_then(|digits| u32::from_str_radix(digits, 16).ok());
        // Half of a pair, as JSON has it, is half of a character.
        let is_character = |n: u32| char::from_u32(n).is_some() || (0xd800..0xe000).contains(&n);
        if digits > 0 && !number.is_some_and(is_character) {
            return Some(at);
        }
        at += 1 + letter.len_utf8();
    }
}

/// Returns the byte at which the value that a text ends with begins: behind the last bracket, comma or colon.
fn value_start(text: &str) -> usize {
    let lead = text.rfind(['[', '{', ',']).map_or(0, |at| at + 1);
    let lead = text.rfind(": ").map_or(lead, |at| lead.max(at + 2));
    text.len() - text[lead..].trim_start().len()
}
