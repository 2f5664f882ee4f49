//! Curled quotes, which YAML takes for letters.

/// Quotes of print, as they open and close a text in one language or another.
const CURLY: &[(char, char)] = &[
    ('“', '”'),
    ('„', '“'),
    ('„', '”'),
    ('”', '”'),
    ('‘', '’'),
    ('‚', '‘'),
    ('‚', '’'),
    ('’', '’'),
    ('«', '»'),
    ('»', '«'),
    ('‹', '›'),
    ('›', '‹'),
];

/// Returns the text between a pair of curly quotes around a whole text; `None` if there is no such pair.
pub fn without_curly_quotes(text: &str) -> Option<&str> {
    // Most texts are plain words: one look at the first letter spares them the rest.
    if text.as_bytes().first().is_none_or(u8::is_ascii) {
        return None;
    }
    let inside = |(open, close): &(char, char)| text.strip_prefix(*open)?.strip_suffix(*close);
    // `“A” and “B”` is a text that begins and ends with a quoted word.
    let quote = |c: char| CURLY.iter().any(|(open, close)| c == *open || c == *close && c != '’');
    CURLY.iter().find_map(inside).filter(|inside| !inside.contains(quote))
}
