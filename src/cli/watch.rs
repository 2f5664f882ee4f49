//! `--watch`: looks at files again when one of them changes.
//!
//! Files are asked for their size and time a few times a second. That costs little, needs no service of the system, and
//! works where such services do not: in containers, on network drives.

use std::collections::BTreeMap;
use std::io::{IsTerminal, Write};
use std::time::{Duration, SystemTime};

use camino::Utf8PathBuf;

use super::Trouble;
use super::output::{complain, to_stdout};

/// How often files are asked.
const EVERY: Duration = Duration::from_millis(200);

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
        let before = state(files().unwrap_or_default().into_iter().chain(met.iter().cloned()));
        if std::io::stdout().is_terminal() {
            to_stdout(b"\x1b[2J\x1b[3J\x1b[H")?;
        }
        match look() {
            Ok(files) => met = files,
            Err(Trouble(text)) => complain(&text),
        }
        std::io::stdout().flush()?;
        let known = state(met.iter().filter(|path| !before.contains_key(*path)).cloned());
        let watched: State = before.into_iter().chain(known).collect();
        complain(&format!("watching {} files", watched.len()));
        loop {
            std::thread::sleep(EVERY);
            if state(files().unwrap_or_default().into_iter().chain(met.iter().cloned())) != watched {
                break;
            }
        }
    }
}

fn state(paths: impl Iterator<Item = Utf8PathBuf>) -> State {
    let of = |path: Utf8PathBuf| {
        let known = path.metadata().ok().map(|meta| (meta.len(), meta.modified().ok()));
        (path, known)
    };
    paths.map(of).collect()
}
