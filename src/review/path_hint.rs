//! Mistakes in the name of a file that is not there: it is an address of a page, or has backslashes, capitals or escapes that
//! the file does not have.

use camino::{Utf8Component, Utf8Path, Utf8PathBuf};
use percent_encoding::percent_decode_str;

use muster_core::diag::alike::skeleton;
use muster_core::diag::nearest;
use muster_core::source::clean;

use super::paths::same_file;

/// The most files to search for the one that was meant.
const MOST_NEIGHBOURS: usize = 10_000;

/// The most parts of a path whose folders are searched.
const MOST_PARTS: usize = 32;

/// The place to search for a file that was meant.
#[derive(Clone, Copy)]
pub(super) enum Around<'a> {
    /// Nowhere.
    Nowhere,
    /// In a folder that names are relative to, and within a project if there is one.
    Folder(&'a Utf8Path, Option<&'a Utf8Path>),
}

/// Returns what to write instead of `name`, where there is no file; `None` if nothing is known.
pub(super) fn hint(name: &str, around: Around<'_>) -> Option<String> {
    let trimmed = name.trim();
    if is_address(trimmed) {
        return Some(
            "save the file in this folder and write its path; Muster does not load files from the network".to_owned(),
        );
    }
    if trimmed.starts_with("~/") {
        return Some("`~` is not expanded; write a path relative to this file".to_owned());
    }
    let slashed = trimmed.replace('\\', "/");
    let is_drive = slashed.as_bytes().get(1) == Some(&b':') && slashed.starts_with(|c: char| c.is_ascii_alphabetic());
    if is_drive && slashed.get(2..3).is_none_or(|c| c == "/") {
        return Some("write a path relative to this file, with `/` between folders".to_owned());
    }
    let decoded = percent_decode_str(&slashed).decode_utf8().map(std::borrow::Cow::into_owned).ok();
    let mut tried = [Some(slashed.clone()), decoded].into_iter().flatten();
    let meant = match around {
        Around::Nowhere => None,
        Around::Folder(folder, project) => tried.find_map(|name| there(&name, folder, project)),
    };
    let has_backslash = name.contains('\\');
    match meant {
        Some(meant) if has_backslash => Some(format!("write `/` instead of a backslash: `{meant}`")),
        Some(meant) => Some(format!("did you mean `{meant}`?{}", difference(name, &meant))),
        None if has_backslash => Some(format!("write `/` instead of a backslash: `{slashed}`")),
        None => None,
    }
}

/// Returns true for the address of something on the network.
fn is_address(name: &str) -> bool {
    let scheme = name.split_once("://").map(|(scheme, _)| scheme);
    scheme.is_some_and(|scheme| !scheme.is_empty() && scheme.bytes().all(|b| b.is_ascii_alphanumeric()))
        || name.starts_with("www.")
        || name.starts_with("data:")
}

/// Returns what differs between a name and the one that was meant, where it is hard to see.
fn difference(name: &str, meant: &str) -> String {
    if name != meant && name.to_lowercase() == meant.to_lowercase() {
        return " File names are case-sensitive".to_owned();
    }
    muster_core::diag::alike::difference(name, meant).map(|difference| format!(" {difference}")).unwrap_or_default()
}

/// Returns the path of a file that is there and is named nearly so, as `folder`'s files would write it.
fn there(name: &str, folder: &Utf8Path, project: Option<&Utf8Path>) -> Option<String> {
    let parts: Vec<Utf8Component<'_>> = Utf8Path::new(name).components().collect();
    let mut meant = Utf8PathBuf::new();
    for part in parts.iter().take(MOST_PARTS) {
        let Utf8Component::Normal(part) = part else {
            meant.push(part.as_str());
            continue;
        };
        let here = clean(&folder.join(&meant));
        if project.is_some_and(|project| !same_file(&here).starts_with(project)) {
            return None;
        }
        if here.join(part).symlink_metadata().is_ok() {
            meant.push(part);
            continue;
        }
        let names = names_in(&here)?;
        let names = || names.iter().map(String::as_str);
        let alike = names().find(|name| skeleton(name).to_lowercase() == skeleton(part).to_lowercase());
        meant.push(alike.or_else(|| nearest(part, names()))?);
    }
    let is_file = parts.len() <= MOST_PARTS && folder.join(&meant).is_file();
    // A path is written with `/` everywhere.
    is_file.then(|| meant.as_str().replace('\\', "/"))
}

/// Returns the names in a folder, sorted.
fn names_in(folder: &Utf8Path) -> Option<Vec<String>> {
    let folder = if folder.as_str().is_empty() { Utf8Path::new(".") } else { folder };
    let names = folder.read_dir_utf8().ok()?.filter_map(Result::ok).take(MOST_NEIGHBOURS);
    let mut names: Vec<String> = names.map(|entry| entry.file_name().to_owned()).collect();
    names.sort();
    Some(names)
}
