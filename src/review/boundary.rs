//! The folder of a project: pictures and fonts, which end up in what is printed, are read only below it. A file's own folder is
//! always part of it.

use std::io;

use camino::{Utf8Path, Utf8PathBuf};

use muster_core::config::FILE;
use muster_core::diag::Diagnostic;
use muster_core::diag::describe;
use muster_core::source::{Address, is_elsewhere, real};

use super::path_hint::{Around, hint};
use super::paths::is_linked_elsewhere;
use super::{ELSEWHERE, MISSING_FILE, OUTSIDE_PROJECT, same_file};

/// The folder below which pictures and fonts are read.
#[derive(Debug, Clone)]
pub struct Boundary {
    /// Without links; `None` if everything may be read.
    folder: Option<Utf8PathBuf>,
    /// The folder of the file that it was made for, as that is named: paths are relative to it.
    beside: Utf8PathBuf,
}

impl Boundary {
    /// Returns no boundary: everything may be read.
    pub fn none() -> Boundary {
        Boundary { folder: None, beside: Utf8PathBuf::new() }
    }

    /// Returns the nearest folder above a file that holds a `muster.toml` or a `.git`. Without one it is the current folder
    /// where the file is below that, and the file's own folder elsewhere.
    pub fn find(file: &Utf8Path) -> Boundary {
        let beside = file.parent().unwrap_or(Utf8Path::new("")).to_owned();
        let file = same_file(file);
        let is_project = |folder: &&Utf8Path| folder.join(FILE).is_file() || folder.join(".git").exists();
        let here = || Some(same_file(Utf8Path::new("."))).filter(|here| file.starts_with(here));
        let project = file.ancestors().skip(1).find(is_project).map(Utf8Path::to_owned).or_else(here);
        let own = || file.parent().unwrap_or(&file).to_owned();
        Boundary { folder: Some(project.unwrap_or_else(own)), beside }
    }

    /// Returns the folder; `None` if everything may be read.
    pub fn folder(&self) -> Option<&Utf8Path> {
        self.folder.as_deref()
    }

    /// Returns the path of a picture or a font that is named at a place of a file, as it is shown.
    ///
    /// # Errors
    ///
    /// If it is on another machine: it is not looked for.
    pub fn resolve_named(by: &Utf8Path, name: &str, at: &Address) -> Result<Utf8PathBuf, Box<Diagnostic>> {
        match is_elsewhere(name) {
            true => Err(Box::new(Diagnostic::new(OUTSIDE_PROJECT, at.clone(), format!("`{name}` {ELSEWHERE}")))),
            false => Ok(by.parent().unwrap_or(Utf8Path::new("")).join(name)),
        }
    }

    /// Returns false if there is no file at a path. One that may not be read is there.
    pub fn is_there(file: &Utf8Path) -> bool {
        is_linked_elsewhere(file) || !real(file).is_err_and(|error| error.kind() == io::ErrorKind::NotFound)
    }

    /// Returns the real path of a picture or a font that is named at a place, links resolved.
    ///
    /// # Errors
    ///
    /// The finding that it lies outside, is not there, or cannot be read. Of files outside it does not even tell the names.
    pub fn inside(&self, file: &Utf8Path, at: &Address) -> Result<Utf8PathBuf, Box<Diagnostic>> {
        let outside = |folder: &Utf8PathBuf| {
            let text = format!("`{file}` is outside the project's folder `{folder}`");
            let help = "copy it into that folder, or create a `muster.toml` in a folder that contains both";
            Box::new(Diagnostic::new(OUTSIDE_PROJECT, at.clone(), text).help(help))
        };
        if is_linked_elsewhere(file) {
            return Err(Box::new(Diagnostic::new(OUTSIDE_PROJECT, at.clone(), format!("`{file}` {ELSEWHERE}"))));
        }
        match (real(file), &self.folder) {
            (Ok(real), Some(folder)) if !real.starts_with(folder) => Err(outside(folder)),
            (Ok(real), _) => Ok(real),
            (Err(error), _) => {
                let name = file.strip_prefix(&self.beside).unwrap_or(file);
                let help = hint(name.as_str(), Around::Folder(&self.beside, self.folder()))
                    .unwrap_or_else(|| format!("paths are relative to the file that uses them; looked for `{file}`"));
                Err(Box::new(Self::unreadable(file, &error, at).help(help)))
            }
        }
    }

    /// Returns the finding of a file that is named at a place and cannot be read.
    pub fn unreadable(file: &Utf8Path, error: &io::Error, at: &Address) -> Diagnostic {
        Diagnostic::new(MISSING_FILE, at.clone(), format!("cannot read `{file}`: {}", describe(error)))
    }
}
