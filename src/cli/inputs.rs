//! Which files a command looks at: paths, folders, globs, standard input.

use std::collections::{BTreeSet, HashSet};
use std::ffi::OsStr;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use camino::{Utf8Path, Utf8PathBuf};
use clap::Args;
use globset::{GlobBuilder, GlobMatcher};
use ignore::WalkBuilder;

use super::Trouble;
use super::output::complain;
use super::settings::{Project, Projects};
use crate::config::Settings;
use crate::load::MAX_BYTES;
use crate::review::{each, same_file};
use crate::systems::System;

/// Which files to look at.
#[derive(Debug, Args)]
pub(super) struct Inputs {
    /// Files, folders or globs; `-` is standard input. Folders are searched for `*.yaml` and `*.yml`, as git sees them.
    #[arg(value_name = "PATH", default_value = ".")]
    paths: Vec<Utf8PathBuf>,

    /// The name that standard input has in findings; paths in it are relative to that name.
    #[arg(long, value_name = "PATH", default_value = "-")]
    stdin_filename: Utf8PathBuf,

    /// Leaves out what the settings exclude even where it is named, as a pre-commit hook names files.
    #[arg(long)]
    force_exclude: bool,

    #[command(flatten)]
    project: Project,
}

/// Files that were read, how many could not be, and the settings that apply to them.
pub(super) struct Files {
    pub(super) files: Vec<(Utf8PathBuf, Vec<u8>)>,
    pub(super) unreadable: usize,
    pub(super) settings: Projects,
}

/// Files on disk that are meant.
#[derive(Default)]
pub(super) struct Paths {
    pub(super) files: BTreeSet<Utf8PathBuf>,
    /// Those that no finding could name, since their names are not UTF-8.
    unnamed: Vec<PathBuf>,
}

impl Inputs {
    /// The name of standard input, when it is looked at.
    pub(super) fn stdin(&self) -> Option<&Utf8Path> {
        self.paths.iter().any(|path| path == "-").then_some(&self.stdin_filename)
    }

    /// Reads all files. One that cannot be read is complained about, and the others are looked at.
    pub(super) fn read(&self, systems: &'static [System]) -> Result<Files, Trouble> {
        let settings = self.settings(systems)?;
        let mut files = Vec::new();
        if self.stdin().is_some() {
            let mut bytes = Vec::new();
            io::stdin().take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes)?;
            files.push((self.stdin_filename.clone(), bytes));
        }
        let paths = self.paths(&settings)?;
        let mut unreadable = paths.unnamed.len();
        for path in paths.unnamed {
            complain(&format!("`{}` is passed over: its name is not UTF-8", path.display()));
        }
        let paths = paths.files.into_iter().collect();
        for (bytes, path) in each(paths, |path: Utf8PathBuf| (read_file(&path), path)) {
            match bytes {
                Ok(bytes) => files.push((path, bytes)),
                Err(error) => {
                    complain(&format!("`{path}` cannot be read: {error}"));
                    unreadable += 1;
                }
            }
        }
        Ok(Files { files, unreadable, settings })
    }

    /// The settings that apply.
    pub(super) fn settings(&self, systems: &'static [System]) -> Result<Projects, Trouble> {
        self.project.settings(systems)
    }

    /// The settings of all files that are meant, each once.
    pub(super) fn projects(&self, systems: &'static [System]) -> Result<Vec<Rc<Settings>>, Trouble> {
        let settings = self.settings(systems)?;
        let files = self.paths(&settings)?.files;
        settings.of_all(self.stdin().into_iter().chain(files.iter().map(|file| &**file)))
    }

    /// The files on disk that are meant. What the settings exclude is left out, unless it is named itself.
    pub(super) fn paths(&self, settings: &Projects) -> Result<Paths, Trouble> {
        let (mut paths, mut seen) = (Paths::default(), HashSet::new());
        for path in self.paths.iter().filter(|path| *path != "-") {
            let named = path.is_file();
            let found = find(path)?;
            paths.unnamed.extend(found.unnamed);
            for path in found.files {
                // What is named in two ways is one file, by its first name.
                let again = self.paths.len() > 1 && !seen.insert(same_file(&path));
                if !again && ((named && !self.force_exclude) || !settings.exclude(&path)?) {
                    paths.files.insert(path);
                }
            }
        }
        Ok(paths)
    }
}

/// Reads a document that an argument names: a file, or a pipe. Of one that is too large only as much is read as shows that.
pub(super) fn read_file(path: &Utf8Path) -> io::Result<Vec<u8>> {
    read_at_most(path, MAX_BYTES)
}

/// Reads a document that a document, a setting or a folder names. What is no regular file is not opened: a pipe would wait
/// for a writer, and to open a device may have an effect.
pub(super) fn read_named(path: &Utf8Path) -> io::Result<Vec<u8>> {
    refuse_irregular(path)?;
    read_file(path)
}

/// Refuses what is no regular file.
pub(super) fn refuse_irregular(path: &Utf8Path) -> io::Result<()> {
    match path.metadata()? {
        meta if meta.is_file() => Ok(()),
        meta if meta.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        _ => Err(io::Error::other("it is no regular file")),
    }
}

/// The largest file that is read of those that one run writes for another, in bytes: baselines and parts.
const MAX_KEPT: usize = 64 << 20;

/// Reads the text of settings, or of what an earlier run wrote.
pub(super) fn read_text(path: &Utf8Path) -> io::Result<String> {
    let bytes = read_at_most(path, MAX_KEPT)?;
    if bytes.len() > MAX_KEPT {
        return Err(io::Error::other(format!("it has more than {} MiB", MAX_KEPT >> 20)));
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

/// The files that a path means; an error when there are none.
fn find(path: &Utf8Path) -> Result<Paths, Trouble> {
    let found = match path.metadata() {
        Ok(meta) if meta.is_dir() => walk(path, None),
        Ok(_) => return Ok(Paths { files: [path.to_owned()].into(), unnamed: Vec::new() }),
        Err(error) if !is_glob(path) => return Err(Trouble(format!("`{path}` cannot be read: {error}"))),
        Err(_) => {
            // With a slash at its end it means folders.
            let folders = path.as_str().strip_suffix('/').map(|folders| format!("{folders}/**/*.{{yaml,yml}}"));
            let pattern = folders.as_deref().unwrap_or(path.as_str());
            let glob = GlobBuilder::new(pattern).literal_separator(true).build()?;
            walk(glob_base(path), Some(&glob.compile_matcher()))
        }
    };
    match found.files.is_empty() && found.unnamed.is_empty() {
        true if is_glob(path) => Err(Trouble(format!("`{path}` matches no file"))),
        true => Err(Trouble(format!("`{path}` holds no *.yaml or *.yml file"))),
        false => Ok(found),
    }
}

fn walk(folder: &Utf8Path, glob: Option<&GlobMatcher>) -> Paths {
    let mut found = Paths::default();
    for entry in WalkBuilder::new(folder).require_git(false).sort_by_file_path(Ord::cmp).build() {
        let entry = match entry {
            Ok(entry) => entry,
            Err(error) => {
                complain(&error.to_string());
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

/// Whether a file's name is one of a document.
pub(super) fn is_yaml(path: &Path) -> bool {
    path.extension().is_some_and(|extension| [OsStr::new("yaml"), OsStr::new("yml")].contains(&extension))
}

fn is_glob(path: &Utf8Path) -> bool {
    path.as_str().contains(['*', '?', '[', '{'])
}

/// The folder below which a glob can match.
fn glob_base(path: &Utf8Path) -> &Utf8Path {
    let plain = path.ancestors().find(|part| !is_glob(part)).unwrap_or(Utf8Path::new(""));
    if plain.as_str().is_empty() { Utf8Path::new(".") } else { plain }
}
