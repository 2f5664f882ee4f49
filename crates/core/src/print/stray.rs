//! Files that stand where a picture or a font should be, though nobody meant them to.

use std::fmt;

/// A file that is neither what it is named as nor anything else that somebody draws or sets with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stray {
    /// It has no bytes at all.
    Empty,
    /// It stands for a file that git keeps elsewhere (Git LFS).
    Pointer,
    /// It is a page of the web, as a browser saves it in place of what is on it.
    Page,
}

impl Stray {
    /// Returns what a file is by its first bytes; nothing if it is something else.
    pub(super) fn detect(bytes: &[u8]) -> Option<Stray> {
        if bytes.is_empty() {
            return Some(Stray::Empty);
        }
        let text = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes).trim_ascii_start();
        let begins =
            |word: &str| text.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word.as_bytes()));
        if begins("version https://git-lfs") {
            return Some(Stray::Pointer);
        }
        ["<!doctype html", "<html", "<head", "<body"].iter().any(|word| begins(word)).then_some(Stray::Page)
    }

    /// Returns the way out.
    pub fn help(self) -> &'static str {
        match self {
            Stray::Empty => "save it again",
            Stray::Pointer => "get the file itself with `git lfs pull`",
            Stray::Page => "open the page and save the picture from it",
        }
    }
}

impl fmt::Display for Stray {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stray::Empty => "is empty",
            Stray::Pointer => "is a Git LFS pointer, not the file itself",
            Stray::Page => "is a web page (HTML)",
        })
    }
}
