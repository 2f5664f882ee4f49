//! Texts with `{roles}` and `:icons:` in them.

use super::content::{Emphasis, Run};

/// A part of a template's text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Part {
    /// Letters.
    Text(String),
    /// Something the game says.
    Role(String),
    /// An icon.
    Icon(String),
}

/// Returns the parts of a template's text.
pub(super) fn parts(text: &str) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some(open) = rest.find('{') {
        let Some(close) = rest[open..].find('}') else { break };
        plain(&rest[..open], &mut parts);
        parts.push(Part::Role(rest[open + 1..open + close].to_owned()));
        rest = &rest[open + close + 1..];
    }
    plain(rest, &mut parts);
    parts
}

/// Returns the text from a brace that is never closed.
pub(super) fn find_unclosed(text: &str) -> Option<&str> {
    let after = text.rfind('}').map_or(0, |close| close + 1);
    text[after..].find('{').map(|open| &text[after + open..])
}

fn plain(text: &str, parts: &mut Vec<Part>) {
    let mut start = 0;
    for (from, to, name) in icons(text) {
        if from > start {
            parts.push(Part::Text(text[start..from].to_owned()));
        }
        parts.push(Part::Icon(name.to_owned()));
        start = to;
    }
    if start < text.len() {
        parts.push(Part::Text(text[start..].to_owned()));
    }
}

/// Returns the icons named in a text: where each is written, from its first to past its second colon, and its name.
///
/// A name is of small letters, digits and hyphens, and begins with a letter: `10:30:15` names none.
pub fn icons(text: &str) -> Vec<(usize, usize, &str)> {
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(open) = text[from..].find(':').map(|i| from + i) {
        let inside = &text[open + 1..];
        let length = inside.bytes().take_while(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || *b == b'-').count();
        let named = inside.as_bytes().first().is_some_and(u8::is_ascii_lowercase) && inside[length..].starts_with(':');
        if named {
            found.push((open, open + length + 2, &inside[..length]));
            from = open + length + 2;
        } else {
            from = open + 1;
        }
    }
    found
}

/// Returns an author's text with its icons.
pub fn runs(text: &str) -> Vec<Run> {
    let mut parts = Vec::new();
    plain(text, &mut parts);
    let run = |part| match part {
        Part::Icon(name) => Run::Icon(name),
        Part::Text(text) | Part::Role(text) => Run::Text(text, Emphasis::Plain),
    };
    parts.into_iter().map(run).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_cut_at_roles_and_icons() {
        let text = |text: &str| Part::Text(text.to_owned());
        assert_eq!(
            parts("No {number}: :die6:{name}"),
            [
                text("No "),
                Part::Role("number".to_owned()),
                text(": "),
                Part::Icon("die6".to_owned()),
                Part::Role("name".to_owned())
            ]
        );
        assert_eq!(parts("open {brace"), [text("open {brace")]);
    }

    #[test]
    fn colons_that_name_nothing_are_text() {
        let names = |text| icons(text).into_iter().map(|(.., name)| name).collect::<Vec<_>>();
        assert_eq!(names("at 10:30:15, a: b :c"), Vec::<&str>::new());
        assert_eq!(names(":die6::die6: and :full-house:"), ["die6", "die6", "full-house"]);
        assert_eq!(names("ä:ö:star:é"), ["star"]);
    }
}
