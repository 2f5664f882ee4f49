//! Paths by which files are known: several may mean one file.

use camino::{Utf8Component, Utf8Path, Utf8PathBuf};

use crate::config::absolute;

/// Returns the path that a file means by `name`: relative to its own folder.
pub(super) fn beside(file: &Utf8Path, name: &str) -> Utf8PathBuf {
    clean(&file.parent().unwrap_or(Utf8Path::new("")).join(name))
}

/// Returns the path that is the same for all names of one file, whether or not it is there yet.
pub fn same_file(path: &Utf8Path) -> Utf8PathBuf {
    path.canonicalize_utf8().unwrap_or_else(|_| {
        let path = absolute(path);
        let there = |folder: &Utf8Path| Some(folder.canonicalize_utf8().ok()?.join(path.file_name()?));
        path.parent().and_then(there).unwrap_or(path)
    })
}

/// Returns a path without `.` and, as far as it can be, without `..`.
pub(super) fn clean(path: &Utf8Path) -> Utf8PathBuf {
    let mut clean = Utf8PathBuf::new();
    for component in path.components() {
        match component {
            Utf8Component::CurDir => {}
            Utf8Component::ParentDir if clean.file_name().is_some() => {
                clean.pop();
            }
            other => clean.push(other),
        }
    }
    clean
}
