//! The columns that a text takes on a terminal, and texts cut to as many.

use std::borrow::Cow;

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// The mark of a text that is cut.
pub const MARK: char = '…';

/// Characters to a column: accents are stacked on a letter.
const STACKED: usize = 4;

/// Returns the columns that a text takes.
pub fn columns(text: &str) -> usize {
    text.width()
}

/// Returns the text, or as much of it as fits into so many columns together with a mark at its end. Of characters without a
/// width, a few to each column are kept.
pub fn truncate(text: &str, most: usize) -> Cow<'_, str> {
    // A byte takes one column at most.
    if text.len() <= most || (columns(text) <= most && text.chars().count() <= most * STACKED) {
        return Cow::Borrowed(text);
    }
    let mut left = most.saturating_sub(1);
    let end = text.char_indices().zip(0..).find(|((_, c), count)| {
        let width = c.width().unwrap_or(1);
        let full = width > left || *count == most * STACKED;
        left = left.saturating_sub(width);
        full
    });
    let end = end.map_or(text.len(), |((at, _), _)| at);
    Cow::Owned(format!("{}{MARK}", text[..end].trim_end()))
}

/// Returns the text with everything between two backticks cut to so many columns.
pub fn cut_quoted(text: String, most: usize) -> String {
    if text.len() <= most {
        return text;
    }
    let parts = text.split('`').enumerate();
    parts
        .map(|(i, part)| if i % 2 == 1 { truncate(part, most) } else { Cow::Borrowed(part) })
        .collect::<Vec<_>>()
        .join("`")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_cut_to_columns_and_says_so() {
        assert_eq!(truncate("Tiefenbach", 10), "Tiefenbach");
        assert_eq!(truncate("Tiefenbach", 9), "Tiefenba…");
        assert_eq!(truncate("Third Foot", 7), "Third…");
        assert_eq!(truncate("日本語", 5), "日本…");
        assert_eq!(truncate("日本語", 4), "日…");
        assert_eq!(truncate("e\u{301}e\u{301}e\u{301}", 3), "e\u{301}e\u{301}e\u{301}");
        assert_eq!(columns(&truncate(&"x".repeat(1_000_000), 80)), 80);
        assert!(truncate(&format!("e{}", "\u{301}".repeat(1_000_000)), 80).len() < 1000);
        assert_eq!(truncate("xy", 0), "…");
        assert_eq!(cut_quoted("`abcdef` is no `abc` of many words".to_owned(), 4), "`abc…` is no `abc` of many words");
    }
}
