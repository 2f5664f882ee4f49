//! Real paths of files, with links resolved.

use std::io;

use camino::{Utf8Component, Utf8Path, Utf8PathBuf};

/// Returns the absolute path of a file, links resolved, as people and other programs write it.
///
/// # Errors
///
/// If it is not there, or its path is not UTF-8.
pub fn real(path: &Utf8Path) -> io::Result<Utf8PathBuf> {
    let real = resolved(path)?;
    Ok(if cfg!(windows) { usual(real.as_str()).into() } else { real })
}

/// Returns the absolute path of a file, links resolved, as the system writes it.
///
/// # Errors
///
/// If it is not there, or its path is not UTF-8.
pub fn resolved(path: &Utf8Path) -> io::Result<Utf8PathBuf> {
    if !cfg!(target_family = "wasm") {
        return path.canonicalize_utf8();
    }
    // In a browser's memory there are no links, and all paths begin at the root.
    path.metadata()?;
    let mut whole = Utf8PathBuf::from("/");
    for component in path.components() {
        match component {
            Utf8Component::ParentDir => _ = whole.pop(),
            Utf8Component::Normal(name) => whole.push(name),
            _ => {}
        }
    }
    Ok(whole)
}

/// Returns a path of Windows without the `\\?\` that it is resolved to, which few programs understand, nor people.
fn usual(path: &str) -> String {
    match (path.strip_prefix(r"\\?\UNC\"), path.strip_prefix(r"\\?\")) {
        (Some(shared), _) => format!(r"\\{shared}"),
        (None, Some(local)) if local.as_bytes().get(1) == Some(&b':') => local.to_owned(),
        _ => path.to_owned(),
    }
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
