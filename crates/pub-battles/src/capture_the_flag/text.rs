//! Texts as scenarios have them: names in a row, lines of comments, and what YAML reads as the same again.

use muster_core::diag::escape::{Syntax, is_unsafe};

/// The longest line of notes, in letters.
const LINE: usize = 150;

/// Returns names with `and` before the last.
pub(super) fn join_names(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// Returns a text in lines that are no longer than they need be.
pub(super) fn wrap(text: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let last = lines.len() - 1;
        if !lines[last].is_empty() && lines[last].chars().count() + word.chars().count() >= LINE {
            lines.push(word.to_owned());
        } else {
            let gap = if lines[last].is_empty() { "" } else { " " };
            lines[last] += gap;
            lines[last] += word;
        }
    }
    lines
}

/// Returns a text between quotation marks: a JSON string is a YAML string, whatever it contains.
pub(super) fn quote(text: &str) -> String {
    let json = serde_json::Value::from(text).to_string();
    String::from_utf8_lossy(Syntax::Json.escape(&json).bytes()).into_owned()
}

/// Returns a text as YAML has it: as it is where it can only be a text, else between quotation marks.
pub(super) fn scalar(text: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '.' | '/' | '-' | '_' | '\'' | '’');
    let is_word = text.len() > 5 || text.contains(' ');
    let begins = text.starts_with(char::is_alphabetic) || text.starts_with("../");
    let is_safe = begins && is_word && !text.ends_with(' ') && text.chars().all(is_plain) && !text.contains(is_unsafe);
    if is_safe || is_common(text) { text.to_owned() } else { quote(text) }
}

/// Returns true for a short word that means nothing else in YAML: letters only, and no truth value.
fn is_common(text: &str) -> bool {
    const OTHERS: [&str; 9] = ["y", "n", "no", "on", "yes", "off", "true", "null", "false"];
    (1..=5).contains(&text.len())
        && text.chars().all(|c| c.is_ascii_alphabetic())
        && !OTHERS.contains(&text.to_lowercase().as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_that_could_be_something_else_are_quoted() {
        for plain in ["Berta Quill", "Weft", "The O'Hares", "../maps/hollin-vale.yaml", "maps/a.yaml"] {
            assert_eq!(scalar(plain), plain);
        }
        for text in ["no", "Null", "12", "1e3", "a: b", "#1", "- x", "{", "", " a", "a\nb", "\u{85}", "*a", "~", "é: "]
        {
            assert!(scalar(text).starts_with('"'), "{text:?}");
        }
        assert_eq!(quote("a\u{85}\"b"), "\"a\\u0085\\\"b\"");
    }

    #[test]
    fn comments_keep_their_words() {
        let text = "word ".repeat(100);
        let lines = wrap(text.trim_end());
        assert!(lines.len() > 1 && lines.iter().all(|line| line.chars().count() <= LINE));
        assert_eq!(lines.join(" "), text.trim_end());
    }
}
