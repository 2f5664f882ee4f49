//! Which files a command looks at: paths, folders, globs, standard input.

use std::collections::BTreeSet;
use std::io::{self, Read};

use camino::{Utf8Path, Utf8PathBuf};
use clap::Args;
use globset::{GlobBuilder, GlobMatcher};
use ignore::WalkBuilder;

use super::Trouble;
use super::output::complain;
use crate::load::MAX_BYTES;

/// Which files to look at.
#[derive(Debug, Args)]
pub(super) struct Inputs {
    /// Files, folders or globs; `-` is standard input. Folders are searched for `*.yaml` and `*.yml`, as git sees them.
    #[arg(value_name = "PATH", default_value = ".")]
    paths: Vec<Utf8PathBuf>,

    /// The name that standard input has in findings; paths in it are relative to that name.
    #[arg(long, value_name = "PATH", default_value = "-")]
    stdin_filename: Utf8PathBuf,
}

/// Files that were read, and whether some could not be.
pub(super) struct Files {
    pub(super) files: Vec<(Utf8PathBuf, Vec<u8>)>,
    pub(super) incomplete: bool,
}

impl Inputs {
    /// The name of standard input, when it is looked at.
    pub(super) fn stdin(&self) -> Option<&Utf8Path> {
        self.paths.iter().any(|path| path == "-").then_some(&self.stdin_filename)
    }

    /// Reads all files. One that cannot be read is complained about, and the others are looked at.
    pub(super) fn read(&self) -> Result<Files, Trouble> {
        let mut paths = BTreeSet::new();
        let mut files = Vec::new();
        for path in &self.paths {
            if path == "-" {
                let mut bytes = Vec::new();
                io::stdin().take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes)?;
                files.push((self.stdin_filename.clone(), bytes));
            } else {
                paths.extend(find(path)?);
            }
        }
        let mut incomplete = false;
        for path in paths {
            match read_file(&path) {
                Ok(bytes) => files.push((path, bytes)),
                Err(error) => {
                    complain(&format!("`{path}` cannot be read: {error}"));
                    incomplete = true;
                }
            }
        }
        Ok(Files { files, incomplete })
    }
}

/// Reads a file, of one that is too large only as much as shows that.
pub(super) fn read_file(path: &Utf8Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    std::fs::File::open(path)?.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The files that a path means; an error when there are none.
fn find(path: &Utf8Path) -> Result<Vec<Utf8PathBuf>, Trouble> {
    let found = match path.metadata() {
        Ok(meta) if meta.is_dir() => walk(path, None),
        Ok(_) => return Ok(vec![path.to_owned()]),
        Err(error) if !is_glob(path) => return Err(Trouble(format!("`{path}` cannot be read: {error}"))),
        Err(_) => {
            let glob = GlobBuilder::new(path.as_str()).literal_separator(true).build()?;
            walk(glob_base(path), Some(&glob.compile_matcher()))
        }
    };
    match found {
        Ok(files) if files.is_empty() && is_glob(path) => Err(Trouble(format!("`{path}` matches no file"))),
        Ok(files) if files.is_empty() => Err(Trouble(format!("`{path}` holds no *.yaml or *.yml file"))),
        result => result,
    }
}

fn walk(folder: &Utf8Path, glob: Option<&GlobMatcher>) -> Result<Vec<Utf8PathBuf>, Trouble> {
    let mut files = Vec::new();
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
        let path = Utf8PathBuf::try_from(entry.into_path())
            .map_err(|path| Trouble(format!("the file name {path:?} is not UTF-8")))?;
        let path = path.strip_prefix("./").map(Utf8Path::to_owned).unwrap_or(path);
        let wanted = match glob {
            Some(glob) => glob.is_match(&path),
            None => matches!(path.extension(), Some("yaml" | "yml")),
        };
        if wanted {
            files.push(path);
        }
    }
    Ok(files)
}

fn is_glob(path: &Utf8Path) -> bool {
    path.as_str().contains(['*', '?', '[', '{'])
}

/// The folder below which a glob can match.
fn glob_base(path: &Utf8Path) -> &Utf8Path {
    let plain = path.ancestors().find(|part| !is_glob(part)).unwrap_or(Utf8Path::new(""));
    if plain.as_str().is_empty() { Utf8Path::new(".") } else { plain }
}
