//! Paths by which files are known: several may mean one file.

use camino::{Utf8Path, Utf8PathBuf};

use muster_core::config::absolute;
use muster_core::source::{Sources, clean, is_elsewhere, real};

/// Returns the path that a file means by `name`: relative to its own folder.
pub(super) fn path_beside(file: &Utf8Path, name: &str) -> Utf8PathBuf {
    clean(&file.parent().unwrap_or(Utf8Path::new("")).join(name))
}

/// The most links that are followed, one after the other.
const MOST_LINKS: usize = 40;

/// Returns true if a path leads by a link to another machine, as Windows follows links: to ask for it there tells that machine who the
/// user is. Each link is read before what lies behind it is asked for. Elsewhere such a link leads to a folder of this machine.
pub fn is_linked_elsewhere(path: &Utf8Path) -> bool {
    cfg!(windows) && links_elsewhere(path, MOST_LINKS)
}

fn links_elsewhere(path: &Utf8Path, most: usize) -> bool {
    let mut parts: Vec<&Utf8Path> = path.ancestors().filter(|part| !part.as_str().is_empty()).collect();
    parts.reverse();
    let link = parts.into_iter().find_map(|part| Some((part, std::fs::read_link(part).ok()?)));
    let Some((part, target)) = link else { return false };
    let target = target.to_string_lossy();
    if is_elsewhere(&target) || most == 0 {
        return true;
    }
    let behind = part.parent().unwrap_or(Utf8Path::new("")).join(&*target);
    let rest = path.strip_prefix(part).unwrap_or(Utf8Path::new(""));
    links_elsewhere(&if rest.as_str().is_empty() { behind } else { behind.join(rest) }, most - 1)
}

/// Returns the path that is the same for all names of one file, whether or not it is there yet.
pub fn same_file(path: &Utf8Path) -> Utf8PathBuf {
    if is_linked_elsewhere(path) {
        return absolute(path);
    }
    real(path).unwrap_or_else(|_| {
        let path = absolute(path);
        let there = |folder: &Utf8Path| Some(real(folder).ok()?.join(path.file_name()?));
        path.parent().and_then(there).unwrap_or(path)
    })
}

/// The endings of pictures.
const PICTURES: [&str; 4] = ["png", "jpg", "jpeg", "svg"];

/// Returns the pictures that documents name, from the folders of the documents: where a name has a part in braces, all of its kind
/// in the folder.
pub fn named_pictures(sources: &Sources) -> Vec<Utf8PathBuf> {
    let mut found = Vec::new();
    for (_, file) in sources.iter() {
        let Some(tree) = file.tree() else { continue };
        for span in tree.scalars() {
            let name = Utf8Path::new(file.text()[span.start..span.end].trim_matches(['"', '\'']));
            let ending = name.extension().unwrap_or_default().to_ascii_lowercase();
            if !PICTURES.contains(&&*ending) || is_elsewhere(name.as_str()) {
                continue;
            }
            let path = path_beside(file.path(), name.as_str());
            let of_kind = path.parent().filter(|_| name.as_str().contains('{'));
            match of_kind.map(|folder| if folder == "" { Utf8Path::new(".") } else { folder }.read_dir_utf8()) {
                None => found.push(path),
                Some(entries) => {
                    let entries = entries.into_iter().flatten().flatten().map(|entry| entry.path().to_owned());
                    found.extend(entries.filter(|entry| entry.extension() == name.extension()));
                }
            }
        }
    }
    found
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn links_to_another_machine_are_seen_before_they_are_followed() {
        let folder = std::env::temp_dir().join(format!("muster-links-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(folder.join("art")).unwrap();
        fs::write(folder.join("art/a.png"), "").unwrap();
        for (name, target) in [
            ("share", r"\\host\share"),
            ("slashes", "//host/share"),
            ("chain", "share"),
            ("deep", "art/../chain"),
            ("own", "art"),
            ("circle", "circle"),
        ] {
            symlink(target, folder.join(name)).unwrap();
        }
        let folder = Utf8PathBuf::from_path_buf(folder).unwrap();
        for elsewhere in ["share", "share/a.png", "slashes/b/a.png", "chain/a.png", "deep/a.png", "circle/a.png"] {
            assert!(links_elsewhere(&folder.join(elsewhere), MOST_LINKS), "{elsewhere}");
        }
        for here in ["", "art/a.png", "own/a.png", "nothing/a.png"] {
            assert!(!links_elsewhere(&folder.join(here), MOST_LINKS), "{here}");
        }
        fs::remove_dir_all(folder).unwrap();
    }
}
