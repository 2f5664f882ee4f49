//! `--watch`: looks at files again when one of them changes.
//!
//! Files are asked for their size and time a few times a second. That costs little, needs no service of the system, and
//! works where such services do not: in containers, on network drives.

use std::collections::BTreeMap;
use std::io::{IsTerminal, Write};
use std::time::{Duration, SystemTime};

use camino::Utf8PathBuf;

use super::Trouble;
use super::output::{complain, counted, to_stdout};
use crate::config::FILE;
use crate::diag::escape::Escaped;

/// How often files are asked.
const EVERY: Duration = Duration::from_millis(200);

/// Empties a terminal and its history.
const CLEAR: &[u8] = b"\x1b[2J\x1b[3J\x1b[H";

/// What is known of files: a file that is not there is known as that.
type State = BTreeMap<Utf8PathBuf, Option<(u64, Option<SystemTime>)>>;

/// Runs `look` now and whenever a file changes. `files` says which are meant now; `look` says which it met besides.
pub(super) fn watch(
    files: impl Fn() -> Result<Vec<Utf8PathBuf>, Trouble>,
    look: impl Fn() -> Result<Vec<Utf8PathBuf>, Trouble>,
) -> Result<(), Trouble> {
    let mut met: Vec<Utf8PathBuf> = Vec::new();
    loop {
        // Taken before the look: what changes during it is looked at again.
        let meant = files().unwrap_or_default();
        let before = state(meant.iter().chain(&met).cloned());
        if std::io::stdout().is_terminal() {
            to_stdout(&Escaped::document(CLEAR))?;
        }
        match look() {
            Ok(files) => met = files,
            Err(Trouble(text)) => complain(&text),
        }
        std::io::stdout().flush()?;
        let watched = since(before, state(meant.iter().chain(&met).cloned()));
        let count = watched.iter().filter(|(path, known)| known.is_some() && path.file_name() != Some(FILE)).count();
        complain(&format!("watching {}", counted(count, "file")));
        loop {
            std::thread::sleep(EVERY);
            if state(files().unwrap_or_default().into_iter().chain(met.iter().cloned())) != watched {
                break;
            }
        }
    }
}

/// The files that are looked at now, as they were before the look where that is known.
fn since(mut before: State, now: State) -> State {
    let earlier = |(path, known)| {
        let known = before.remove(&path).unwrap_or(known);
        (path, known)
    };
    now.into_iter().map(earlier).collect()
}

fn state(paths: impl Iterator<Item = Utf8PathBuf>) -> State {
    let of = |path: Utf8PathBuf| {
        let known = path.metadata().ok().map(|meta| (meta.len(), meta.modified().ok()));
        (path, known)
    };
    paths.map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::{State, since};

    #[test]
    fn what_is_no_longer_met_is_not_watched() {
        let state = |files: &[(&str, u64)]| -> State {
            files.iter().map(|(path, size)| ((*path).into(), Some((*size, None)))).collect()
        };
        let before = state(&[("a.yaml", 1), ("deck.yaml", 5)]);
        let now = state(&[("a.yaml", 2), ("other.yaml", 3)]);
        assert_eq!(since(before, now), state(&[("a.yaml", 1), ("other.yaml", 3)]));
    }
}
