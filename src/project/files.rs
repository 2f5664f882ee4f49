//! Selection of files, by paths, folders and globs; and how they are read.

use std::collections::{BTreeSet, HashSet};
use std::ffi::OsStr;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use camino::{Utf8Path, Utf8PathBuf};
use globset::{GlobBuilder, GlobMatcher};
use ignore::WalkBuilder;

use muster_core::diag::describe;
use muster_core::load::MAX_BYTES;
use muster_systems::System;

use super::Trouble;
use super::buffers::Buffers;
use super::settings::ProjectSettings;
use crate::review::{ELSEWHERE, is_document, is_linked_elsewhere, par_map, same_file};

/// A selection of files to look at.
#[derive(Debug, Clone, Copy)]
pub struct Selection<'a> {
    /// Files, folders or globs. Folders are searched for `*.yaml` and `*.yml`, as git sees them.
    pub paths: &'a [&'a Utf8Path],
    /// Leaves out what the settings exclude even where it is named.
    pub force_exclude: bool,
}

/// Files on disk that are meant.
#[derive(Debug, Default)]
pub struct FoundFiles {
    /// Their paths.
    pub files: BTreeSet<Utf8PathBuf>,
    /// Those of them that are named, and not only in a folder or matched by a glob.
    pub named: BTreeSet<Utf8PathBuf>,
    /// Those that no finding could name, since their names are not UTF-8.
    pub unnamed: Vec<PathBuf>,
}

/// Finds the files on disk that are meant. What the settings exclude is left out, unless it is named itself.
pub(super) fn find(
    selection: Selection<'_>,
    settings: &ProjectSettings,
    tell: &dyn Fn(&str),
) -> Result<FoundFiles, Trouble> {
    let (mut found, mut seen) = (FoundFiles::default(), HashSet::new());
    for path in selection.paths {
        let named = path.is_file();
        let of_path = expand(path, tell)?;
        found.unnamed.extend(of_path.unnamed);
        for path in of_path.files {
            // What is named in two ways is one file, by its first name.
            let again = selection.paths.len() > 1 && !seen.insert(same_file(&path));
            if !again && ((named && !selection.force_exclude) || !settings.exclude(&path)?) {
                if named {
                    found.named.insert(path.clone());
                }
                found.files.insert(path);
            }
        }
    }
    Ok(found)
}

/// Reads the files that were found, and says how many could not be read: these are told of.
pub(super) fn read_all(
    found: FoundFiles,
    buffers: &Buffers,
    systems: &'static [&'static System],
    tell: &dyn Fn(&str),
) -> (Vec<(Utf8PathBuf, Vec<u8>)>, usize) {
    let mut unreadable = found.unnamed.len();
    for path in found.unnamed {
        tell(&format!("`{}` is ignored: its name is not UTF-8", path.display()));
    }
    let mut files = Vec::new();
    let paths = found.files.into_iter().collect();
    for (bytes, path) in par_map(paths, |path: Utf8PathBuf| (buffers.read_given(&path), path)) {
        match bytes {
            // Another program's: nobody meant it to be checked.
            Ok(bytes) if bytes.len() > MAX_BYTES && !found.named.contains(&path) && !is_document(&bytes, systems) => {
                tell(&format!(
                    "`{path}` is ignored: it is larger than {} MiB and has no line `system:`",
                    MAX_BYTES >> 20
                ));
            }
            Ok(bytes) => files.push((path, bytes)),
            Err(error) => {
                tell(&format!("cannot read `{path}`: {}", describe(&error)));
                unreadable += 1;
            }
        }
    }
    (files, unreadable)
}

/// Reads a document that an argument names: a file, or a pipe. Of one that is too large only as much is read as shows that.
///
/// # Errors
///
/// It cannot be opened or read.
pub fn read_file(path: &Utf8Path) -> io::Result<Vec<u8>> {
    read_at_most(path, MAX_BYTES)
}

/// Reads a document that a document, a setting or a folder names. What is no regular file is not opened: a pipe would wait
/// for a writer, and to open a device may have an effect.
///
/// # Errors
///
/// It cannot be read, is no regular file, or is a link that leads to another place.
pub fn read_named(path: &Utf8Path) -> io::Result<Vec<u8>> {
    if is_linked_elsewhere(path) {
        return Err(io::Error::other(format!("it {ELSEWHERE}")));
    }
    refuse_irregular(path)?;
    read_file(path)
}

/// Refuses anything that is no regular file.
///
/// # Errors
///
/// It is a folder, a pipe or a device, or is not there.
pub fn refuse_irregular(path: &Utf8Path) -> io::Result<()> {
    match path.metadata()? {
        meta if meta.is_file() => Ok(()),
        meta if meta.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        _ => Err(io::Error::other("it is not a regular file")),
    }
}

/// The largest file that is read of those that one run writes for another, in bytes: baselines and parts.
const MAX_KEPT: usize = 64 << 20;

/// Reads the text of settings, or of what an earlier run wrote.
///
/// # Errors
///
/// It cannot be read, is too large, or is not UTF-8.
pub fn read_text(path: &Utf8Path) -> io::Result<String> {
    let bytes = read_at_most(path, MAX_KEPT)?;
    if bytes.len() > MAX_KEPT {
        return Err(io::Error::other(format!("it is larger than {} MiB", MAX_KEPT >> 20)));
    }
    String::from_utf8(bytes).map_err(|_| io::Error::other("it is not UTF-8"))
}

/// Reads a file, of one that has more bytes than `most` one byte more.
fn read_at_most(path: &Utf8Path, most: usize) -> io::Result<Vec<u8>> {
    let file = std::fs::File::open(path)?;
    let size = file.metadata().map_or(0, |meta| meta.len()).min(most as u64);
    let mut bytes = Vec::with_capacity(size as usize + 1);
    file.take(most as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Returns the files that a path means; an error when there are none.
fn expand(path: &Utf8Path, tell: &dyn Fn(&str)) -> Result<FoundFiles, Trouble> {
    let found = match path.metadata() {
        Ok(meta) if meta.is_dir() => walk(path, None, tell),
        Ok(_) => return Ok(FoundFiles { files: [path.to_owned()].into(), ..FoundFiles::default() }),
        Err(error) if !is_glob(path) => return Err(Trouble::unreadable(&path, &error)),
        Err(_) => {
            // With a slash at its end it means folders.
            let folders = path.as_str().strip_suffix('/').map(|folders| format!("{folders}/**/*.{{yaml,yml}}"));
            let pattern = folders.as_deref().unwrap_or(path.as_str());
            let glob = GlobBuilder::new(pattern)
                .literal_separator(true)
                .build()
                .map_err(|error| Trouble::Usage(error.to_string()))?;
            walk(glob_base(path), Some(&glob.compile_matcher()), tell)
        }
    };
    match found.files.is_empty() && found.unnamed.is_empty() {
        true if is_glob(path) => Err(Trouble::Usage(format!("no file matches `{path}`"))),
        true => Err(Trouble::Usage(format!("there is no *.yaml or *.yml file in `{path}`"))),
        false => Ok(found),
    }
}

fn walk(folder: &Utf8Path, glob: Option<&GlobMatcher>, tell: &dyn Fn(&str)) -> FoundFiles {
    let mut found = FoundFiles::default();
    for entry in WalkBuilder::new(folder).require_git(false).sort_by_file_path(Ord::cmp).build() {
        let entry = match entry {
            Ok(entry) => entry,
            Err(error) => {
                tell(&error.to_string());
                continue;
            }
        };
        if !entry.file_type().is_some_and(|kind| kind.is_file()) {
            continue;
        }
        let path = entry.into_path();
        let path = path.strip_prefix("./").map(Path::to_owned).unwrap_or(path);
        let wanted = match glob {
            Some(glob) => glob.is_match(&path),
            None => is_yaml(&path),
        };
        if wanted {
            match Utf8PathBuf::from_path_buf(path) {
                Ok(path) => _ = found.files.insert(path),
                Err(path) => found.unnamed.push(path),
            }
        }
    }
    found
}

/// Returns true if a file's name is one of a document.
pub fn is_yaml(path: &Path) -> bool {
    path.extension().is_some_and(|extension| [OsStr::new("yaml"), OsStr::new("yml")].contains(&extension))
}

fn is_glob(path: &Utf8Path) -> bool {
    path.as_str().contains(['*', '?', '[', '{'])
}

/// Returns the folder below which a glob can match.
fn glob_base(path: &Utf8Path) -> &Utf8Path {
    let plain = path.ancestors().find(|part| !is_glob(part)).unwrap_or(Utf8Path::new(""));
    if plain.as_str().is_empty() { Utf8Path::new(".") } else { plain }
}
