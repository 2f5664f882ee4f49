//! Real paths of files, with links resolved, and paths without detours.

use std::io;

use camino::{Utf8Component, Utf8Path, Utf8PathBuf};

/// Returns the absolute path of a file, links resolved, as people and other programs write it.
///
/// # Errors
///
/// If it is not there, or its path is not UTF-8.
pub fn real(path: &Utf8Path) -> io::Result<Utf8PathBuf> {
    let real = resolve_links(path)?;
    Ok(if cfg!(windows) { usual(real.as_str()).into() } else { real })
}

/// Returns the absolute path of a file, links resolved, as the system writes it.
///
/// # Errors
///
/// If it is not there, or its path is not UTF-8.
pub fn resolve_links(path: &Utf8Path) -> io::Result<Utf8PathBuf> {
    if !cfg!(target_family = "wasm") {
        return path.canonicalize_utf8();
    }
    // In a browser's memory there are no links, and all paths begin at the root.
    path.metadata()?;
    Ok(clean(&Utf8Path::new("/").join(path)))
}

/// Returns a path without `.` and, as far as it can be, without `..`.
pub fn clean(path: &Utf8Path) -> Utf8PathBuf {
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

/// Returns a path of Windows without the `\\?\` that it is resolved to, which few programs understand, nor people.
fn usual(path: &str) -> String {
    match (path.strip_prefix(r"\\?\UNC\"), path.strip_prefix(r"\\?\")) {
        (Some(shared), _) => format!(r"\\{shared}"),
        (None, Some(local)) if local.as_bytes().get(1) == Some(&b':') => local.to_owned(),
        _ => path.to_owned(),
    }
}

/// Returns a file as it is named from a folder; both are relative to the current one, which is also the empty path, or absolute.
///
/// # Errors
///
/// If one of them is not there, or its path is not UTF-8.
pub fn path_from(folder: &Utf8Path, file: &Utf8Path) -> io::Result<Utf8PathBuf> {
    let folder = if folder == "" { Utf8Path::new(".") } else { folder };
    let (folder, file) = (real(folder)?, real(file)?);
    let (here, there) = (folder.components(), file.components());
    let common = here.clone().zip(there.clone()).take_while(|(here, there)| here == there).count();
    if common == 0 {
        // On another drive.
        return Ok(file);
    }
    // In a document paths have `/` on every system.
    let names: Vec<&str> =
        here.skip(common).map(|_| "..").chain(there.skip(common).map(|part| part.as_str())).collect();
    Ok(names.join("/").into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_of_windows_are_the_usual_ones() {
        for (resolved, plain) in [
            (r"\\?\C:\Battles\1813\a.yaml", r"C:\Battles\1813\a.yaml"),
            (r"\\?\UNC\server\share\a.yaml", r"\\server\share\a.yaml"),
            (r"\\?\Volume{12-34}\a.yaml", r"\\?\Volume{12-34}\a.yaml"),
            (r"\\server\share", r"\\server\share"),
            ("C:/a", "C:/a"),
        ] {
            assert_eq!(usual(resolved), plain);
        }
    }
}
