//! Paths as references (RFC 3986).

use camino::Utf8Path;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// Characters written as `%` and two digits: all but the letters, digits and signs that stand for themselves in a path.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~').remove(b'/');

/// Returns a path, as it is shown, as a reference. On Windows only `file:` can name a drive or another machine; any other reference
/// to them would be a relative one.
pub fn uri(path: &str) -> String {
    uri_for(path, cfg!(windows))
}

fn uri_for(path: &str, windows: bool) -> String {
    let is_absolute = path.as_bytes().get(1) == Some(&b':') || path.starts_with("//");
    if windows && is_absolute { reference(path, true) } else { encode(path) }
}

fn encode(path: &str) -> String {
    utf8_percent_encode(path, ENCODED).to_string()
}

/// Returns the reference of a path from the root (RFC 8089).
pub fn file_uri(path: &Utf8Path) -> String {
    reference(path.as_str(), cfg!(windows))
}

fn reference(path: &str, windows: bool) -> String {
    if !windows {
        return format!("file://{}", encode(path));
    }
    let path = path.replace('\\', "/");
    match path.strip_prefix("//") {
        Some(shared) => format!("file://{}", encode(shared)),
        None => format!("file:///{}", encode(path.trim_start_matches('/'))),
    }
}

/// Returns the decoded part of a reference; `None` if it is not UTF-8.
pub fn decode(part: &str) -> Option<String> {
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

    #[test]
    fn a_drive_is_no_relative_reference() {
        for (path, windows, written) in [
            ("C:/Battles/a b.yaml", true, "file:///C%3A/Battles/a%20b.yaml"),
            ("//server/share/a.yaml", true, "file://server/share/a.yaml"),
            ("battles/a.yaml", true, "battles/a.yaml"),
            ("C:/Battles/a.yaml", false, "C%3A/Battles/a.yaml"),
            ("/home/me/a.yaml", false, "/home/me/a.yaml"),
        ] {
            assert_eq!(uri_for(path, windows), written);
        }
    }

    #[test]
    fn references_of_paths() {
        for (path, windows, written) in [
            (
                "/home/me/Battles of 1813 #2/50%/Dürrenstein?.yaml",
                false,
                "file:///home/me/Battles%20of%201813%20%232/50%25/D%C3%BCrrenstein%3F.yaml",
            ),
            (r"D:\My Games\a#b.yaml", true, "file:///D%3A/My%20Games/a%23b.yaml"),
            ("D:/My Games/a.yaml", true, "file:///D%3A/My%20Games/a.yaml"),
            (r"\\server\share\é.yaml", true, "file://server/share/%C3%A9.yaml"),
        ] {
            assert_eq!(reference(path, windows), written);
        }
    }
}
