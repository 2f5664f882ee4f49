//! Replaces a file in one step: the new one is written aside and renamed, so that whatever interrupts it leaves the old
//! file whole and no other file behind.

use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use camino::{Utf8Path, Utf8PathBuf};

use muster_core::digest::Digest;

/// The temporary files of this process.
#[derive(Default)]
struct Temporary {
    /// Number of files that were named.
    count: usize,
    /// Those that have a name now.
    named: Vec<Utf8PathBuf>,
    /// The folders in which those of ended processes were removed.
    swept: BTreeSet<Utf8PathBuf>,
}

static TEMPORARY: Mutex<Temporary> = Mutex::new(Temporary { count: 0, named: Vec::new(), swept: BTreeSet::new() });

/// Locks the list of temporary files. While it is locked no signal ends the program.
fn temporary() -> MutexGuard<'static, Temporary> {
    TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Temporary {
    /// Returns a new name in a folder.
    fn name(&mut self, folder: &Utf8Path) -> Utf8PathBuf {
        self.count += 1;
        folder.join(format!(".muster-{}-{}.tmp", std::process::id(), self.count))
    }
}

/// Returns true if a file's name is one that [`Temporary::name`] gives.
fn is_temporary(name: &str) -> bool {
    let numbers = name.strip_prefix(".muster-").and_then(|name| name.strip_suffix(".tmp")?.split_once('-'));
    let number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    numbers.is_some_and(|(process, count)| number(process) && number(count))
}

/// Gives a file a new content, or makes it. An earlier one's mode and, as far as that is allowed, its owner are kept.
pub(in crate::cli) fn replace(target: &Utf8Path, bytes: &[u8]) -> io::Result<()> {
    // Files in a browser's memory are nobody else's, and end with the run.
    if cfg!(target_family = "wasm") {
        return fs::write(target, bytes);
    }
    end_cleanly();
    let folder = folder_of(target);
    if temporary().swept.insert(folder.to_owned()) {
        remove_stale(folder);
    }
    #[cfg(target_os = "linux")]
    if unnamed::replace(folder, target, bytes)? {
        return Ok(());
    }
    write_named(folder, target, bytes)
}

/// Writes a file that has a temporary name meanwhile.
fn write_named(folder: &Utf8Path, target: &Utf8Path, bytes: &[u8]) -> io::Result<()> {
    let (file, aside) = create(folder)?;
    let written = fill(&file, target, bytes);
    let mut temporary = temporary();
    let renamed = written
        .and_then(|()| fs::rename(&aside, target).map_err(|error| not_renamed(error, target.is_file(), cfg!(windows))));
    if renamed.is_err() {
        let _ = fs::remove_file(&aside);
    }
    temporary.named.retain(|named| *named != aside);
    drop(temporary);
    renamed.and_then(|()| sync(folder))
}

/// Errors of Windows: access is denied; another program has a file open.
const DENIED: i32 = 5;
pub(super) const IN_USE: i32 = 32;

/// Returns why a file could not be renamed. That another program has the target open, and lets it be written but not removed,
/// Windows tells as if a permission were missing.
fn not_renamed(error: io::Error, is_file: bool, windows: bool) -> io::Error {
    match error.raw_os_error() {
        Some(DENIED) if windows && is_file => io::Error::from_raw_os_error(IN_USE),
        _ => error,
    }
}

/// Has a file removed when a signal ends the program.
#[cfg(feature = "preview")]
pub(in crate::cli) fn remove_at_end(file: &Utf8Path) {
    end_cleanly();
    temporary().named.push(file.to_owned());
}

/// Returns a new temporary file, locked to show that it is in use.
fn create(folder: &Utf8Path) -> io::Result<(File, Utf8PathBuf)> {
    loop {
        let mut temporary = temporary();
        let aside = temporary.name(folder);
        match OpenOptions::new().write(true).create_new(true).open(&aside) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
            Ok(file) => {
                let _ = file.try_lock();
                // Until it was locked another process could take it for a stale one.
                if aside.exists() {
                    temporary.named.push(aside.clone());
                    return Ok((file, aside));
                }
            }
        }
    }
}

/// A file that no other process writes meanwhile, as long as it also holds it.
pub(in crate::cli) struct Held {
    lock: File,
    path: Utf8PathBuf,
}

/// Waits until no other process holds a file, and holds it. For that a locked file lies beside it, which is removed afterwards.
pub(in crate::cli) fn hold(target: &Utf8Path) -> io::Result<Held> {
    end_cleanly();
    let mut name = Digest::default();
    name.add(target.file_name().unwrap_or_default().as_bytes());
    let path = folder_of(target).join(format!(".muster-0-{}.tmp", name.number()));
    loop {
        let lock = OpenOptions::new().write(true).create(true).truncate(false).open(&path)?;
        // Where files cannot be locked nobody waits.
        let _ = lock.lock();
        // Who held it before has removed it: another one may lie there now, which others lock.
        if is_at(&lock, &path) {
            temporary().named.push(path.clone());
            return Ok(Held { lock, path });
        }
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        let mut temporary = temporary();
        let _ = fs::remove_file(&self.path);
        temporary.named.retain(|named| *named != self.path);
        let _ = self.lock.unlock();
    }
}

/// Returns true if an open file is still the one of a path.
#[cfg(unix)]
fn is_at(file: &File, path: &Utf8Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let of = |meta: io::Result<fs::Metadata>| meta.ok().map(|meta| (meta.dev(), meta.ino()));
    of(file.metadata()).is_some_and(|open| of(path.metadata()) == Some(open))
}

#[cfg(not(unix))]
fn is_at(_: &File, path: &Utf8Path) -> bool {
    path.exists()
}

fn folder_of(target: &Utf8Path) -> &Utf8Path {
    target.parent().filter(|parent| *parent != "").unwrap_or(Utf8Path::new("."))
}

/// Writes the content of a new file that is to take the place of another one.
fn fill(mut file: &File, target: &Utf8Path, bytes: &[u8]) -> io::Result<()> {
    if let Ok(earlier) = target.metadata() {
        keep_owner(file, &earlier)?;
        file.set_permissions(earlier.permissions())?;
    }
    file.write_all(bytes)?;
    file.sync_all()
}

#[cfg(unix)]
fn keep_owner(file: &File, earlier: &fs::Metadata) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, fchown};
    let now = file.metadata()?;
    if (now.uid(), now.gid()) != (earlier.uid(), earlier.gid()) {
        // Only root may give a file away.
        let _ = fchown(file, Some(earlier.uid()), Some(earlier.gid()));
    }
    Ok(())
}

#[cfg(not(unix))]
fn keep_owner(_: &File, _: &fs::Metadata) -> io::Result<()> {
    Ok(())
}

/// Makes sure that what was renamed in a folder is on the disk.
fn sync(folder: &Utf8Path) -> io::Result<()> {
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

/// Removes what killed processes left in a folder: temporary files that no process has locked.
fn remove_stale(folder: &Utf8Path) {
    for entry in folder.read_dir_utf8().into_iter().flatten().flatten() {
        if !is_temporary(entry.file_name()) || !entry.file_type().is_ok_and(|kind| kind.is_file()) {
            continue;
        }
        let Ok(file) = File::open(entry.path()) else { continue };
        if file.try_lock().is_ok() {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Files without a name, which vanish with the process that writes them.
#[cfg(target_os = "linux")]
mod unnamed {
    use std::fs::{self, File};
    use std::io;
    use std::os::fd::AsRawFd;

    use camino::Utf8Path;
    use rustix::fs::{AtFlags, CWD, Mode, OFlags};

    use super::{fill, sync, temporary};

    /// Writes a file without a name and gives it its own; false where the file system has no such files.
    pub(super) fn replace(folder: &Utf8Path, target: &Utf8Path, bytes: &[u8]) -> io::Result<bool> {
        let flags = OFlags::TMPFILE | OFlags::WRONLY | OFlags::CLOEXEC;
        let Ok(file) = rustix::fs::open(folder.as_std_path(), flags, Mode::from_raw_mode(0o666)) else {
            return Ok(false);
        };
        let file = File::from(file);
        let _ = file.try_lock();
        fill(&file, target, bytes)?;
        // A name can only be given where there is no file: from here to the renaming no signal ends the program.
        let mut temporary = temporary();
        let aside = temporary.name(folder);
        let opened = format!("/proc/self/fd/{}", file.as_raw_fd());
        if rustix::fs::linkat(CWD, opened, CWD, aside.as_std_path(), AtFlags::SYMLINK_FOLLOW).is_err() {
            return Ok(false);
        }
        let renamed = fs::rename(&aside, target);
        if renamed.is_err() {
            let _ = fs::remove_file(&aside);
        }
        drop(temporary);
        // Some file systems sync only what has a name.
        renamed.and_then(|()| file.sync_data()).and_then(|()| sync(folder))?;
        Ok(true)
    }
}

/// Whether the signals to end are only noted.
static NOTED: AtomicBool = AtomicBool::new(false);
/// Whether one came.
static SIGNALLED: AtomicBool = AtomicBool::new(false);

/// Notes signals to end from now on, for what asks [`is_signalled`] and ends by itself soon. A second interrupt from the keyboard
/// ends the program.
pub(in crate::cli) fn note_signals() {
    NOTED.store(true, Ordering::Relaxed);
    end_cleanly();
}

/// Returns true if a signal to end came.
pub(in crate::cli) fn is_signalled() -> bool {
    SIGNALLED.load(Ordering::Relaxed)
}

/// Has an interrupted or terminated program remove its temporary files before it ends.
#[cfg(unix)]
fn end_cleanly() {
    use signal_hook::consts::{SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| {
        let Ok(mut signals) = Signals::new([SIGINT, SIGTERM]) else { return };
        std::thread::spawn(move || {
            for signal in signals.forever() {
                // Who terminates a program repeats that, and kills it when it takes too long; who types, types again.
                let noted = SIGNALLED.swap(true, Ordering::Relaxed);
                if NOTED.load(Ordering::Relaxed) && (signal == SIGTERM || !noted) {
                    continue;
                }
                let temporary = temporary();
                for path in &temporary.named {
                    let _ = fs::remove_file(path);
                }
                let _ = signal_hook::low_level::emulate_default_handler(signal);
            }
        });
    });
}

#[cfg(not(unix))]
fn end_cleanly() {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_named_file_takes_the_place_of_another_and_leaves_nothing() {
        let folder = std::env::temp_dir().join(format!("muster-replace-{}", std::process::id()));
        let folder = Utf8PathBuf::try_from(folder).expect("UTF-8");
        fs::create_dir_all(&folder).expect("a folder");
        let target = folder.join("a.txt");
        for text in ["one", "another"] {
            write_named(&folder, &target, text.as_bytes()).expect("a file");
            assert_eq!(fs::read_to_string(&target).expect("a file"), text);
        }
        // A folder cannot be replaced by a file.
        assert!(write_named(&folder, &folder, b"text").is_err());
        let names: Vec<String> = folder
            .read_dir_utf8()
            .expect("a folder")
            .map(|entry| entry.expect("a file").file_name().to_owned())
            .collect();
        assert_eq!(names, ["a.txt"]);
        assert!(temporary().named.is_empty());
        fs::remove_dir_all(&folder).expect("a folder");
    }

    #[test]
    fn windows_denies_to_rename_over_a_file_that_is_open() {
        let code = |code: i32, is_file: bool, windows: bool| {
            not_renamed(io::Error::from_raw_os_error(code), is_file, windows).raw_os_error()
        };
        assert_eq!(code(DENIED, true, true), Some(IN_USE));
        for (other, is_file, windows) in [(DENIED, false, true), (DENIED, true, false), (17, true, true)] {
            assert_eq!(code(other, is_file, windows), Some(other));
        }
    }

    #[test]
    fn only_names_of_temporary_files_are_taken_for_such() {
        assert!(is_temporary(temporary().name(Utf8Path::new("a")).file_name().expect("a name")));
        for name in
            [".muster-1.tmp", ".muster--1.tmp", ".muster-1-a.tmp", ".muster-1-2", "muster-1-2.tmp", ".muster-1-2.tmp~"]
        {
            assert!(!is_temporary(name), "{name}");
        }
    }
}
