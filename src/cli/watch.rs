//! `--watch`: looks at files again when one of them changes.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{IsTerminal, Write};

use camino::Utf8PathBuf;

use muster_core::config::FILE;
use muster_core::diag::escape::Escaped;
use muster_systems::english::count_of;

use super::Trouble;
use super::output::{complain, to_stdout};
use crate::project::watching::{Stamp, Stamps, WatchedFolders, stamps};

/// Empties a terminal and its history.
const CLEAR: &[u8] = b"\x1b[2J\x1b[3J\x1b[H";

/// Runs `look` now and whenever a file changes. `files` says which are read now; `look` adds those that documents name to
/// the map it is given, each with its [`stamp`](crate::project::watching::stamp) from before it was read.
pub(super) fn watch(
    files: impl Fn() -> BTreeSet<Utf8PathBuf>,
    look: impl Fn(&mut BTreeMap<Utf8PathBuf, Stamp>) -> Result<(), Trouble>,
) -> Result<(), Trouble> {
    let mut folders = WatchedFolders::default();
    loop {
        // Taken before the look, as are the stamps of files that documents name: what changes during it is checked again.
        let meant = stamps(files());
        folders.follow(&meant);
        if std::io::stdout().is_terminal() {
            to_stdout(&Escaped::document(CLEAR))?;
        }
        let mut watched = Stamps::new();
        if let Err(Trouble(text)) = look(&mut watched) {
            complain(&text);
        }
        std::io::stdout().flush()?;
        let named: Vec<Utf8PathBuf> = watched.keys().cloned().collect();
        watched.extend(meant);
        folders.follow(&watched);
        let count = watched.iter().filter(|(path, known)| known.is_some() && path.file_name() != Some(FILE)).count();
        complain(&format!("watching {}", count_of(count, "file")));
        loop {
            let now = stamps(files().into_iter().chain(named.iter().cloned()));
            if now != watched {
                break;
            }
            // A folder may have come back.
            folders.follow(&now);
            folders.wait();
        }
    }
}
