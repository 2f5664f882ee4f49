//! Programs of others that are started: git, and the user's editor.

use std::env;
use std::ffi::OsStr;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// Returns the path of a program as `PATH` has it. Folders that are named there relatively are left out: the folder that a program is
/// started in may be anybody's, and hold a program of that name. A path is returned as it is.
///
/// # Errors
///
/// If there is no such program.
pub fn found(name: &str) -> io::Result<PathBuf> {
    // Windows is asked for no folder but those of `PATH`, and knows the endings of programs.
    if cfg!(windows) || name.contains('/') {
        return Ok(name.into());
    }
    among(name, &env::var_os("PATH").unwrap_or_default()).ok_or_else(|| ErrorKind::NotFound.into())
}

/// Returns the first program of a name in absolute folders.
fn among(name: &str, path: &OsStr) -> Option<PathBuf> {
    let folders = env::split_paths(path).filter(|folder| folder.is_absolute());
    folders.map(|folder| folder.join(name)).find(|program| is_program(program))
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
        assert_eq!(among("sh", ".::bin:/bin".as_ref()), Some("/bin/sh".into()));
        assert_eq!(among("sh", ".::bin:usr/bin".as_ref()), None);
        assert_eq!(found("./edit").ok(), Some("./edit".into()));
    }
}
