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

/// What is known of files: a file that is not there is known as that.
type State = BTreeMap<Utf8PathBuf, Option<(u64, Option<SystemTime>)>>;

/// Runs `look` now and whenever a file changes. `files` says which are read now; `look` replaces the set it is given by
/// the files that documents name, whether they are there or not.
pub(super) fn watch(
    files: impl Fn() -> BTreeSet<Utf8PathBuf>,
    look: impl Fn(&mut BTreeSet<Utf8PathBuf>) -> Result<(), Trouble>,
) -> Result<(), Trouble> {
    let mut named = BTreeSet::new();
    let mut folders = Folders::new();
    loop {
        // Taken before the look: what changes or comes during it is looked at again.
        let (meant, earlier) = (state(files()), state(named.clone()));
        folders.follow(&meant);
        if std::io::stdout().is_terminal() {
            to_stdout(&Escaped::document(CLEAR))?;
        }
        named.clear();
        if let Err(Trouble(text)) = look(&mut named) {
            complain(&text);
        }
        std::io::stdout().flush()?;
        let watched = looked_at(meant, earlier, state(named.clone()));
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

/// What was looked at: the files that are `meant`, and those that are `named`, as they were `earlier` where that is known.
fn looked_at(meant: State, mut earlier: State, named: State) -> State {
    let mut all = meant;
    for (path, known) in named {
        let known = earlier.remove(&path).unwrap_or(known);
        all.entry(path).or_insert(known);
    }
    all
}

fn state(paths: impl IntoIterator<Item = Utf8PathBuf>) -> State {
    let of = |path: Utf8PathBuf| {
        let known = path.metadata().ok().map(|meta| (meta.len(), meta.modified().ok()));
        (path, known)
    };
    paths.into_iter().map(of).collect()
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
    fn what_changes_or_comes_during_a_look_is_looked_at_again() {
        let state = |files: &[(&str, u64)]| -> State {
            files.iter().map(|(path, size)| ((*path).into(), Some((*size, None)))).collect()
        };
        let (meant, earlier) = (state(&[("a.yaml", 1)]), state(&[("a.yaml", 1), ("deck.yaml", 5), ("old.yaml", 4)]));
        let named = state(&[("a.yaml", 2), ("deck.yaml", 6), ("new.yaml", 3)]);
        let expected = state(&[("a.yaml", 1), ("deck.yaml", 5), ("new.yaml", 3)]);
        assert_eq!(looked_at(meant, earlier, named), expected);
    }

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
