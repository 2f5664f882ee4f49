//! Escaping of output: text from a file, a name or an argument must not move a cursor, colour a terminal, reorder what is
//! read, or give commands to the system that runs a build.

use std::borrow::Cow;

/// The syntax of an output, which decides how an unsafe character is written in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Syntax {
    /// Lines of text.
    Text,
    /// Lines of text in which the colours and links of the renderers are kept. They escape what they put between them.
    Styled,
    /// Workflow commands of GitHub Actions: lines may begin with `::`.
    Workflow,
    /// JSON.
    Json,
    /// XML.
    Xml,
}

/// Output that is safe to print. Only [`Syntax::escape`] makes it, and [`Escaped::document`] for what is no text to read.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Escaped(Vec<u8>);

impl Escaped {
    /// Returns a document that standard output takes in place of a file, byte for byte.
    pub fn document(bytes: impl Into<Vec<u8>>) -> Escaped {
        Escaped(bytes.into())
    }

    /// Appends more output.
    pub fn append(&mut self, mut more: Escaped) {
        self.0.append(&mut more.0);
    }

    /// Returns the bytes to print.
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }
}

/// Returns true if a character controls what shows it, reorders its neighbours, or is not seen: controls, bidirectional
/// marks, separators of lines, and what has no width. A line feed and a tab count too.
#[inline]
pub fn is_unsafe(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_control();
    }
    c.is_control()
        || matches!(c,
            '\u{61C}' | '\u{180E}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}'
            | '\u{FEFF}' | '\u{FFF9}'..='\u{FFFB}' | '\u{E0000}'..='\u{E007F}')
}

/// Returns a text in one line, with every unsafe character written as `\n` or `\u{1b}`.
pub fn line(text: &str) -> Cow<'_, str> {
    if !text.contains(is_unsafe) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if is_unsafe(c) { escaped.extend(c.escape_default()) } else { escaped.push(c) }
    }
    Cow::Owned(escaped)
}

/// Returns a text in one line for HTML, between tags or in a quoted attribute.
pub fn html_line(text: &str) -> String {
    line(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

impl Syntax {
    /// Escapes what is unsafe in a text of this syntax. Line feeds, tabs and the ends of lines of Windows are kept. Text
    /// that a build system takes for a command is escaped too: `::` that begins a line (GitHub Actions and those like it),
    /// `##[`, `##vso[` and `##teamcity[` (Azure Pipelines, TeamCity), and what begins a section (GitLab, Travis CI).
    pub fn escape(self, text: &str) -> Escaped {
        let unsafe_somewhere = |c: char| is_unsafe(c) && c != '\n';
        if !text.contains(unsafe_somewhere) && !MARKS.iter().any(|mark| text.contains(mark)) {
            return Escaped(text.into());
        }
        let mut escaped = String::with_capacity(text.len() + 16);
        let (mut rest, mut line_is_blank) = (text, true);
        while let Some(c) = rest.chars().next() {
            let style = if self == Syntax::Styled { style_length(rest) } else { 0 };
            if style > 0 {
                escaped.push_str(&rest[..style]);
                rest = &rest[style..];
                continue;
            }
            rest = &rest[c.len_utf8()..];
            let escape = match c {
                '\n' | '\t' => false,
                '\r' => !rest.starts_with('\n'),
                ':' => line_is_blank && self != Syntax::Workflow && rest.starts_with(':'),
                '#' => is_command(rest),
                's' | 't' => {
                    line_is_blank && SECTIONS.iter().any(|(first, word)| c == *first && rest.starts_with(word))
                }
                c => is_unsafe(c),
            };
            if escape {
                self.push(&mut escaped, c);
            } else {
                escaped.push(c);
            }
            line_is_blank = c == '\n' || line_is_blank && c.is_whitespace();
        }
        Escaped(escaped.into_bytes())
    }

    /// Appends a character as an escape.
    fn push(self, to: &mut String, c: char) {
        match self {
            Syntax::Json => {
                let units = c.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("\\u{unit:04x}")).collect::<String>();
                to.push_str(&units);
            }
            // XML 1.0 has no way to write the controls of ASCII.
            Syntax::Xml if c < ' ' => to.push(char::REPLACEMENT_CHARACTER),
            Syntax::Xml => to.push_str(&format!("&#x{:x};", u32::from(c))),
            _ if c.is_ascii_graphic() => to.extend(c.escape_unicode()),
            _ => to.extend(c.escape_default()),
        }
    }
}

/// The marks of commands: every text that a build system takes for a command contains one of them.
const MARKS: [&str; 4] = ["::", "##", "section_", "travis_"];

/// The words that begin or end a section of a log: their first letter, and the rest.
const SECTIONS: [(char, &str); 4] =
    [('s', "ection_start:"), ('s', "ection_end:"), ('t', "ravis_fold:"), ('t', "ravis_time:")];

/// Returns true if a number sign before a text makes a command of it: `##[`, or with the name of a system before the bracket.
fn is_command(text: &str) -> bool {
    let name = text.strip_prefix('#').map(|text| text.trim_start_matches(|c: char| c.is_ascii_alphanumeric()));
    name.is_some_and(|rest| rest.starts_with('['))
}

/// Returns the bytes that a text begins with which set a colour (SGR) or begin or end a link to a file (OSC 8); 0 when it begins
/// with anything else.
fn style_length(text: &str) -> usize {
    let colour = || {
        let rest = text.strip_prefix("\x1b[")?;
        let end = rest.find(|c: char| !c.is_ascii_digit() && c != ';')?;
        rest[end..].starts_with('m').then_some("\x1b[".len() + end + 1)
    };
    let link = || {
        let rest = text.strip_prefix("\x1b]8;;")?;
        let end = rest.find(|c: char| !c.is_ascii_graphic())?;
        let target = end == 0 || rest.starts_with("file://");
        (target && rest[end..].starts_with("\x1b\\")).then_some("\x1b]8;;".len() + end + "\x1b\\".len())
    };
    colour().or_else(link).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn escape_text(syntax: Syntax, text: &str) -> String {
        String::from_utf8(syntax.escape(text).0).unwrap()
    }

    #[test]
    fn what_a_terminal_obeys_is_written_out() {
        let hostile = "a\x1b[31m\u{9b}1m\r\u{202e}b\u{200b}\u{2028}\u{e0041}\x07";
        assert_eq!(escape_text(Syntax::Text, hostile), r"a\u{1b}[31m\u{9b}1m\r\u{202e}b\u{200b}\u{2028}\u{e0041}\u{7}");
        assert_eq!(line("a\n\tb\x7f"), r"a\n\tb\u{7f}");
        for text in ["Dürrenstein · 5–6\n\tx\r\ny\n", "日本語 👍", "a::b", "# ## x"] {
            assert_eq!(escape_text(Syntax::Text, text), text);
        }
    }

    #[test]
    fn machines_read_the_same_text_from_what_is_escaped() {
        let text = "\u{9b}\u{202e}\u{e0041}##[error]";
        let json = escape_text(Syntax::Json, &serde_json::to_string(text).unwrap());
        assert!(!json.contains(is_unsafe) && !json.contains("##["), "{json}");
        assert_eq!(serde_json::from_str::<String>(&json).unwrap(), text);
        assert_eq!(escape_text(Syntax::Xml, text), "&#x9b;&#x202e;&#xe0041;&#x23;#[error]");
    }

    #[test]
    fn build_systems_get_no_command_from_a_text() {
        assert_eq!(escape_text(Syntax::Text, "::error::x\n \t::debug::y"), "\\u{3a}:error::x\n \t\\u{3a}:debug::y");
        assert_eq!(escape_text(Syntax::Workflow, "::error::x ##vso[a]"), "::error::x \\u{23}#vso[a]");
        assert_eq!(escape_text(Syntax::Text, "a ##[add-mask]b ##VSO[c]"), "a \\u{23}#[add-mask]b \\u{23}#VSO[c]");
        assert_eq!(
            escape_text(Syntax::Text, "##teamcity[a]\n ##TeamCity[b"),
            "\\u{23}#teamcity[a]\n \\u{23}#TeamCity[b"
        );
        assert_eq!(
            escape_text(Syntax::Text, "travis_fold:start:a\nsection_end:1:b"),
            "\\u{74}ravis_fold:start:a\n\\u{73}ection_end:1:b"
        );
        let json = escape_text(Syntax::Json, "{\n  \"a\": \"##teamcity[\"}");
        assert_eq!(json, "{\n  \"a\": \"\\u0023#teamcity[\"}");
        for text in ["## Heading [a]", "#a [b]", "a ## [b]", "the section_start: a", "section: a", "# [a]"] {
            assert_eq!(escape_text(Syntax::Text, text), text);
        }
    }

    #[test]
    fn colours_and_links_of_our_own_are_kept_and_no_other_sequence() {
        let own = "\x1b[38;5;1mx\x1b[0m \x1b]8;;file:///a%20b\x1b\\y\x1b]8;;\x1b\\";
        assert_eq!(escape_text(Syntax::Styled, own), own);
        assert!(!escape_text(Syntax::Text, own).contains('\x1b'));
        for foreign in ["\x1b[2J", "\x1b]0;title\x07", "\x1b]8;;https://x\x1b\\", "\x1b[31", "\x1bc"] {
            assert!(!escape_text(Syntax::Styled, foreign).contains('\x1b'), "{foreign:?}");
        }
    }
}
