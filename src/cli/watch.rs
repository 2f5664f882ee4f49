//! `--watch`: looks at files again when one of them changes.
//!
//! The system says when something happens in the folders of the files; then the files are asked for their size and time,
//! which decide. Where the system cannot say it, or does not, as for network drives, they are asked all the same.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{IsTerminal, Write};
use std::sync::mpsc::{Receiver, sync_channel};
use std::time::{Duration, SystemTime};

use camino::{Utf8Path, Utf8PathBuf};
use notify::event::{AccessKind, AccessMode};
use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher};

use super::Trouble;
use super::output::{complain, counted, to_stdout};
use crate::config::FILE;
use crate::diag::escape::Escaped;

/// How often files are asked where the system says nothing.
const OFTEN: Duration = Duration::from_millis(200);

/// How often files are asked where it says what happens in their folders.
const SELDOM: Duration = Duration::from_secs(2);

/// How long nothing must happen before a change counts as done, and how many such pauses are waited for at most.
const PAUSE: Duration = Duration::from_millis(30);
const PAUSES: usize = 20;

/// Empties a terminal and its history.
const CLEAR: &[u8] = b"\x1b[2J\x1b[3J\x1b[H";

/// The size and time of a file; none where it is not there.
type Stamp = Option<(u64, Option<SystemTime>)>;

/// The stamps of files.
type State = BTreeMap<Utf8PathBuf, Stamp>;

/// Runs `look` now and whenever a file changes. `files` says which are read now; `look` adds those that documents name to
/// the map it is given, each with its [`stamp`] from before it was read.
pub(super) fn watch(
    files: impl Fn() -> BTreeSet<Utf8PathBuf>,
    look: impl Fn(&mut BTreeMap<Utf8PathBuf, Stamp>) -> Result<(), Trouble>,
) -> Result<(), Trouble> {
    let mut folders = Folders::new();
    loop {
        // Taken before the look, as are the stamps of files that documents name: what changes during it is looked at again.
        let meant = state(files());
        folders.follow(&meant);
        if std::io::stdout().is_terminal() {
            to_stdout(&Escaped::document(CLEAR))?;
        }
        let mut watched = State::new();
        if let Err(Trouble(text)) = look(&mut watched) {
            complain(&text);
        }
        std::io::stdout().flush()?;
        let named: Vec<Utf8PathBuf> = watched.keys().cloned().collect();
        watched.extend(meant);
        folders.follow(&watched);
        let count = watched.iter().filter(|(path, known)| known.is_some() && path.file_name() != Some(FILE)).count();
        complain(&format!("watching {}", counted(count, "file")));
        loop {
            let now = state(files().into_iter().chain(named.iter().cloned()));
            if now != watched {
                break;
            }
            // A folder may have come back.
            folders.follow(&now);
            folders.wait();
        }
    }
}

/// The size and time of a file as it is now.
pub(super) fn stamp(path: &Utf8Path) -> Stamp {
    path.metadata().ok().map(|meta| (meta.len(), meta.modified().ok()))
}

fn state(paths: impl IntoIterator<Item = Utf8PathBuf>) -> State {
    paths.into_iter().map(|path| (path.clone(), stamp(&path))).collect()
}

/// Folders in which the system says what happens.
struct Folders {
    watcher: Option<RecommendedWatcher>,
    /// Something happened.
    happened: Receiver<()>,
    followed: BTreeSet<Utf8PathBuf>,
    /// Whether all folders are followed.
    complete: bool,
}

impl Folders {
    fn new() -> Folders {
        // One word is enough, however much happens.
        let (sender, happened) = sync_channel(1);
        let watcher = notify::recommended_watcher(move |event: notify::Result<Event>| {
            if event.is_err() || event.is_ok_and(|event| is_change(event.kind)) {
                let _ = sender.try_send(());
            }
        });
        Folders { watcher: watcher.ok(), happened, followed: BTreeSet::new(), complete: false }
    }

    /// Follows the folders of these files, and no others.
    fn follow(&mut self, files: &State) {
        let Some(watcher) = &mut self.watcher else { return };
        let wanted = folders_of(files.keys());
        for folder in self.followed.difference(&wanted) {
            // Of a folder that is gone the system says nothing any more.
            let _ = watcher.unwatch(folder.as_std_path());
        }
        self.followed.retain(|folder| wanted.contains(folder));
        self.complete = true;
        for folder in wanted {
            if !self.followed.contains(&folder) {
                match watcher.watch(folder.as_std_path(), RecursiveMode::NonRecursive) {
                    Ok(()) => _ = self.followed.insert(folder),
                    Err(_) => self.complete = false,
                }
            }
        }
    }

    /// Waits until something may have changed.
    fn wait(&self) {
        if self.watcher.is_none() {
            return std::thread::sleep(OFTEN);
        }
        let patience = if self.complete { SELDOM } else { OFTEN };
        if self.happened.recv_timeout(patience).is_ok() {
            // An editor empties a file before it writes it.
            (0..PAUSES).take_while(|_| self.happened.recv_timeout(PAUSE).is_ok()).for_each(drop);
        }
    }
}

/// The folders that files are in, or would be in: of those that are not there, the nearest above them that is.
fn folders_of<'a>(files: impl Iterator<Item = &'a Utf8PathBuf>) -> BTreeSet<Utf8PathBuf> {
    let folder = |file: &'a Utf8PathBuf| {
        let named = |folder: &'a Utf8Path| if folder == "" { Utf8Path::new(".") } else { folder };
        file.ancestors().skip(1).map(named).find(|folder| folder.is_dir()).map(Utf8Path::to_owned)
    };
    files.filter_map(folder).collect()
}

/// Whether an event of a folder may change what is read. That a file is read is an event too, and every look reads them.
fn is_change(kind: EventKind) -> bool {
    !matches!(kind, EventKind::Access(access) if access != AccessKind::Close(AccessMode::Write))
}

#[cfg(test)]
mod tests {
    use notify::event::{CreateKind, ModifyKind, RemoveKind, RenameMode};

    use super::*;

    #[test]
    fn folders_are_followed_in_which_a_file_is_or_may_come_back() {
        let files = ["Cargo.toml", "src/cli/watch.rs", "src/cli/gone/away.yaml", "../no-such-folder/deck.yaml"];
        let folders = folders_of(files.map(Utf8PathBuf::from).iter());
        assert_eq!(folders.iter().map(|folder| folder.as_str()).collect::<Vec<_>>(), [".", "..", "src/cli"]);
    }

    #[test]
    fn reading_is_no_change_and_all_else_may_be_one() {
        for reading in [AccessKind::Open(AccessMode::Any), AccessKind::Read, AccessKind::Close(AccessMode::Read)] {
            assert!(!is_change(EventKind::Access(reading)));
        }
        for change in [
            EventKind::Access(AccessKind::Close(AccessMode::Write)),
            EventKind::Create(CreateKind::File),
            EventKind::Modify(ModifyKind::Name(RenameMode::To)),
            EventKind::Remove(RemoveKind::Folder),
            EventKind::Any,
        ] {
            assert!(is_change(change));
        }
    }

    #[test]
    fn a_file_that_comes_goes_or_changes_is_another_state() {
        let name = format!("muster-state-{}.yaml", std::process::id());
        let file = Utf8PathBuf::try_from(std::env::temp_dir().join(name)).unwrap();
        let now = || state([file.clone()]);
        let _ = std::fs::remove_file(&file);
        let gone = now();
        std::fs::write(&file, "a: 1").unwrap();
        let there = now();
        std::fs::write(&file, "a: 12").unwrap();
        let longer = now();
        std::fs::remove_file(&file).unwrap();
        assert!(gone != there && there != longer && now() == gone);
    }
}
