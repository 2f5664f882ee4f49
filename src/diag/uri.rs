//! Paths as references (RFC 3986).

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// Characters written as `%` and two digits: all but the letters, digits and signs that stand for themselves in a path.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~').remove(b'/');

/// Returns a path as a relative reference, or as what follows `file://`.
pub fn uri(path: &str) -> String {
    utf8_percent_encode(path, ENCODED).to_string()
}

/// Returns the decoded part of a reference; `None` if it is not UTF-8.
pub fn decoded(part: &str) -> Option<String> {
    percent_encoding::percent_decode_str(part).decode_utf8().ok().map(std::borrow::Cow::into_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_means_itself_in_a_path_is_written_as_it_is() {
        assert_eq!(uri("decks/Old_Guard-1.~.yaml"), "decks/Old_Guard-1.~.yaml");
        assert_eq!(uri("a b%c?d#e:f\\g+é"), "a%20b%25c%3Fd%23e%3Af%5Cg%2B%C3%A9");
    }
}
