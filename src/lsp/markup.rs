//! Texts of hovers, in Markdown or plain. Names and texts of documents are never markup: one that looks like a picture would have the
//! editor ask another machine for it.

use std::borrow::Cow;

use muster_core::diag::escape::line;

/// The form in which an editor takes texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Markup {
    Markdown,
    Plain,
}

impl Markup {
    /// Returns what a document says, in one line, as it stands there.
    pub(super) fn text(self, text: &str) -> Cow<'_, str> {
        let text = line(text);
        if self == Markup::Plain || !text.contains(|c: char| c.is_ascii_punctuation()) {
            return text;
        }
        let mut escaped = String::with_capacity(text.len() + 16);
        for (at, c) in text.char_indices() {
            if is_markup(&text, at, c) {
                escaped.push('\\');
            }
            escaped.push(c);
        }
        Cow::Owned(escaped)
    }

    /// Returns what a document says, in bold.
    pub(super) fn strong(self, text: &str) -> String {
        match self {
            Markup::Markdown => format!("**{}**", self.text(text)),
            Markup::Plain => self.text(text).into_owned(),
        }
    }

    /// Returns a key or a word of a document as code.
    pub(super) fn code(self, text: &str) -> String {
        match self {
            Markup::Markdown if !text.contains('`') => format!("`{}`", line(text)),
            _ => self.text(text).into_owned(),
        }
    }

    /// Returns a text of the program's own, which is written in Markdown.
    pub(super) fn own(self, text: &str) -> Cow<'_, str> {
        match self {
            Markup::Markdown => Cow::Borrowed(text),
            Markup::Plain => Cow::Owned(text.replace(['`', '*'], "")),
        }
    }
}

/// Returns true for a character that may mean something in Markdown where it stands in a line, with the links that editors make of
/// addresses.
fn is_markup(text: &str, at: usize, c: char) -> bool {
    let (before, behind) = (text[..at].trim_start(), &text[at + c.len_utf8()..]);
    match c {
        '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '~' | '&' | '$' | '@' => true,
        '#' | '+' | '-' | '=' => before.is_empty(),
        '.' if before.to_ascii_lowercase().ends_with("www") => true,
        '.' | ')' if behind.is_empty() || behind.starts_with(' ') => {
            !before.is_empty() && before.bytes().all(|byte| byte.is_ascii_digit())
        }
        ':' => behind.starts_with("//"),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::Markup::{Markdown, Plain};

    #[test]
    fn nothing_in_a_name_is_markup() {
        for (name, text) in [
            ("![a](https://example.org/b.png)", r"!\[a\](https\://example.org/b.png)"),
            ("<img> [c]: d | *e* _f_ `g`", r"\<img\> \[c\]: d \| \*e\* \_f\_ \`g\`"),
            ("WWW.example.org a@example.org", r"WWW\.example.org a\@example.org"),
            ("# a", r"\# a"),
            ("12. a", r"12\. a"),
            ("a\n- b", r"a\\n- b"),
            ("Saint-Denis (O'Neil), 16.7 %", "Saint-Denis (O'Neil), 16.7 %"),
        ] {
            assert_eq!(Markdown.text(name), text);
        }
        assert_eq!(Plain.text("a *b* [c]"), "a *b* [c]");
        assert_eq!(Markdown.code("a` ![b](c)"), r"a\` !\[b\](c)");
        assert_eq!((Markdown.strong("a*"), Plain.strong("a*")), (r"**a\***".to_owned(), "a*".to_owned()));
    }
}
