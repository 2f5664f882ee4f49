//! The reason why a file cannot be written, with advice.

use std::io;

use camino::Utf8Path;

use muster_core::diag::describe;
use muster_core::source::is_reserved;

use super::replace::IN_USE;
use crate::cli::Trouble;

/// Errors of Windows: another program has a file open, and lets nobody write it; or has locked a part of it.
const HELD_OPEN: [i32; 2] = [IN_USE, 33];
/// The characters that a file name on Windows cannot contain.
const FORBIDDEN: &str = "<>:\"|?*";

/// Returns the trouble of a file that cannot be written.
pub(in crate::cli) fn unwritten(path: &Utf8Path, error: &io::Error) -> Trouble {
    Trouble(format!("cannot write `{path}`: {}", why(path, error, cfg!(windows))))
}

fn why(path: &Utf8Path, error: &io::Error, windows: bool) -> String {
    let name = path.file_name().unwrap_or_default();
    let stem = name.split('.').next().unwrap_or_default().trim_end();
    let forbidden = || name.chars().find(|c| FORBIDDEN.contains(*c));
    match error.raw_os_error() {
        Some(code) if windows && HELD_OPEN.contains(&code) => {
            "another program has it open: close it there and run again".to_owned()
        }
        _ if windows && is_reserved(stem) => format!("Windows reserves the name `{stem}` for a device"),
        _ => match forbidden().filter(|_| windows) {
            Some(c) => format!("file names on Windows cannot contain `{c}`"),
            None => describe(error),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_says_what_to_do() {
        let on_windows = |path: &str, code: i32| why(Utf8Path::new(path), &io::Error::from_raw_os_error(code), true);
        assert!(on_windows("cards.pdf", 32).starts_with("another program has it open"));
        assert!(on_windows("cards.pdf", 33).starts_with("another program has it open"));
        for (path, device) in [("NUL", "NUL"), ("out/con.pdf", "con"), ("Aux .tar.gz", "Aux"), ("com1", "com1")] {
            assert_eq!(on_windows(path, 5), format!("Windows reserves the name `{device}` for a device"));
        }
        assert_eq!(on_windows("out/what?.pdf", 123), "file names on Windows cannot contain `?`");
        assert_eq!(on_windows("console.pdf", 5), describe(&io::Error::from_raw_os_error(5)));
    }

    #[test]
    fn elsewhere_such_names_are_as_good_as_others() {
        let error = io::Error::from_raw_os_error(32);
        assert_eq!(why(Utf8Path::new("con.pdf"), &error, false), describe(&error));
    }
}
