//! Files that are checked again when one of them changes.
//!
//! The system says when something happens in the folders of the files; then the files are asked for their size and time,
//! which decide. Where the system cannot say it, or does not, as for network drives, they are asked all the same.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::time::{Duration, SystemTime};

use camino::{Utf8Path, Utf8PathBuf};
use notify::event::{AccessKind, AccessMode};
use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher};

/// Interval between looks at the files where the system reports no changes.
const OFTEN: Duration = Duration::from_millis(200);

/// Interval between looks at the files where the system reports changes in their folders.
const SELDOM: Duration = Duration::from_secs(2);

/// Length of the pause after which a change counts as done; at most [`PAUSES`] are waited for.
const PAUSE: Duration = Duration::from_millis(30);
const PAUSES: usize = 20;

/// The size and time of a file; `None` if it is not there.
pub type Stamp = Option<(u64, Option<SystemTime>)>;

/// The stamps of files.
pub type Stamps = BTreeMap<Utf8PathBuf, Stamp>;

/// Returns the size and time of a file as it is now.
pub fn stamp(path: &Utf8Path) -> Stamp {
    path.metadata().ok().map(|meta| (meta.len(), meta.modified().ok()))
}

/// Returns the stamps of files as they are now.
pub fn stamps(paths: impl IntoIterator<Item = Utf8PathBuf>) -> Stamps {
    paths.into_iter().map(|path| (path.clone(), stamp(&path))).collect()
}

/// Folders in which the system says what happens.
pub struct WatchedFolders {
    watcher: Option<RecommendedWatcher>,
    /// Something happened.
    happened: Receiver<()>,
    happen: SyncSender<()>,
    followed: BTreeSet<Utf8PathBuf>,
    /// Whether all folders are followed.
    complete: bool,
}

impl Default for WatchedFolders {
    /// Follows no folder yet.
    fn default() -> WatchedFolders {
        // One word is enough, however much happens.
        let (happen, happened) = sync_channel(1);
        let sender = happen.clone();
        let watcher = notify::recommended_watcher(move |event: notify::Result<Event>| {
            if event.is_err() || event.is_ok_and(|event| is_change(event.kind)) {
                let _ = sender.try_send(());
            }
        });
        WatchedFolders { watcher: watcher.ok(), happened, happen, followed: BTreeSet::new(), complete: false }
    }
}

impl WatchedFolders {
    /// Follows the folders of these files, and no others.
    pub fn follow(&mut self, files: &Stamps) {
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

    /// Returns a sender that ends a wait: something changed that is in no folder.
    pub fn waker(&self) -> SyncSender<()> {
        self.happen.clone()
    }

    /// Waits until something may have changed.
    pub fn wait(&self) {
        let patience = if self.watcher.is_some() && self.complete { SELDOM } else { OFTEN };
        if self.happened.recv_timeout(patience).is_ok() {
            // An editor empties a file before it writes it.
            (0..PAUSES).take_while(|_| self.happened.recv_timeout(PAUSE).is_ok()).for_each(drop);
        }
    }
}

/// Returns the folders that files are in, or would be in: of those that are not there, the nearest above them that is.
fn folders_of<'a>(files: impl Iterator<Item = &'a Utf8PathBuf>) -> BTreeSet<Utf8PathBuf> {
    let folder = |file: &'a Utf8PathBuf| {
        let named = |folder: &'a Utf8Path| if folder == "" { Utf8Path::new(".") } else { folder };
        file.ancestors().skip(1).map(named).find(|folder| folder.is_dir()).map(Utf8Path::to_owned)
    };
    files.filter_map(folder).collect()
}

/// Returns true if an event of a folder may change what is read. That a file is read is an event too, and every look
/// reads them.
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
        let now = || stamps([file.clone()]);
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
