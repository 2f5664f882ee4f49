//! Programs of others that are started: git, the user's editor, and what opens the browser.

use std::env;
use std::ffi::{OsStr, OsString};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// The ending of programs, where they have one.
const ENDING: &str = if cfg!(windows) { ".exe" } else { "" };

/// Returns the path of a program as `PATH` has it. Folders that are named there relatively are left out: the folder that a program is
/// started in may be anybody's, and hold a program of that name. A path is returned as it is.
///
/// # Errors
///
/// If there is no such program.
pub fn find_program(name: &str) -> io::Result<PathBuf> {
    if name.contains('/') || cfg!(windows) && name.contains('\\') {
        return Ok(name.into());
    }
    find_in(name, &env::var_os("PATH").unwrap_or_default(), ENDING).ok_or_else(|| ErrorKind::NotFound.into())
}

/// Returns the first program of a name in absolute folders, with an ending where the name has none.
fn find_in(name: &str, path: &OsStr, ending: &str) -> Option<PathBuf> {
    let name = if name.ends_with(ending) { name.to_owned() } else { format!("{name}{ending}") };
    absolute_folders(path).map(|folder| folder.join(&name)).find(|program| is_program(program))
}

/// Returns `PATH` without folders that are named relatively, for programs that start others by name.
///
/// # Errors
///
/// If a folder cannot be named there.
pub fn absolute_path() -> io::Result<OsString> {
    env::join_paths(absolute_folders(&env::var_os("PATH").unwrap_or_default())).map_err(io::Error::other)
}

fn absolute_folders(path: &OsStr) -> impl Iterator<Item = PathBuf> + '_ {
    env::split_paths(path).filter(|folder| folder.is_absolute())
}

fn is_program(path: &Path) -> bool {
    #[cfg(unix)]
    let may_run = |meta: &std::fs::Metadata| std::os::unix::fs::PermissionsExt::mode(&meta.permissions()) & 0o111 != 0;
    #[cfg(not(unix))]
    let may_run = |_: &std::fs::Metadata| true;
    path.metadata().is_ok_and(|meta| meta.is_file() && may_run(&meta))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_program_in_the_folder_that_one_stands_in_is_none() {
        assert_eq!(find_in("sh", ".::bin:/bin".as_ref(), ""), Some("/bin/sh".into()));
        assert_eq!(find_in("sh", ".::bin:usr/bin".as_ref(), ""), None);
        assert_eq!(find_in("sh", "/bin".as_ref(), ".exe"), None);
        assert_eq!(find_program("./edit").ok(), Some("./edit".into()));
    }
}
