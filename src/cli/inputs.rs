//! Input files of a command: paths, folders, globs, standard input.

use std::io::{self, Read};
use std::sync::Arc;

use camino::{Utf8Path, Utf8PathBuf};
use clap::Args;

use muster_core::config::Settings;
use muster_core::load::MAX_BYTES;
use muster_systems::System;

use super::Trouble;
use super::policy::PolicyArgs;
use super::settings::SettingsArgs;
use crate::project::Project;
use crate::project::files::{FoundFiles, Selection};
use crate::review::same_file;

/// The files to look at.
#[derive(Debug, Args)]
pub(super) struct Inputs {
    /// Files, folders or globs to read; `-` is standard input. Folders are searched for `*.yaml` and `*.yml` files that git
    /// does not ignore.
    #[arg(value_name = "PATH", default_value = ".")]
    paths: Vec<Utf8PathBuf>,

    /// Show standard input under this name in findings, and resolve relative paths from it.
    #[arg(long, value_name = "PATH", default_value = "-")]
    stdin_filename: Utf8PathBuf,

    /// Apply the `exclude` setting even to files named on the command line (for pre-commit).
    #[arg(long)]
    force_exclude: bool,

    #[command(flatten)]
    settings: SettingsArgs,
}

/// Files that were read, how many could not be, and their project.
pub(super) struct Files {
    pub(super) files: Vec<(Utf8PathBuf, Vec<u8>)>,
    pub(super) unreadable: usize,
    pub(super) project: Project,
}

impl Inputs {
    /// Returns the name of standard input, when it is checked.
    pub(super) fn stdin(&self) -> Option<&Utf8Path> {
        self.paths.iter().any(|path| path == "-").then_some(&self.stdin_filename)
    }

    /// Returns true for a file that an argument names itself, not a folder or a glob.
    pub(super) fn names(&self, path: &Utf8Path) -> bool {
        let file = same_file(path);
        self.stdin() == Some(path) || self.paths.iter().any(|named| same_file(named) == file)
    }

    /// Returns the name of the one file that is given, without its ending; `None` for several, or a folder.
    pub(super) fn file_stem(&self) -> Option<&str> {
        let [path] = self.paths.as_slice() else { return None };
        path.file_stem().filter(|_| path.extension().is_some())
    }

    /// Reads all files. One that cannot be read is complained about, and the others are checked.
    pub(super) fn read(&self, policy: &PolicyArgs, systems: &'static [&'static System]) -> Result<Files, Trouble> {
        let project = self.project(policy, systems)?;
        let mut files = Vec::new();
        if self.stdin().is_some() {
            let mut bytes = Vec::new();
            io::stdin().take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes)?;
            files.push((self.stdin_filename.clone(), bytes));
        }
        let (read, unreadable) = project.read_all(self.find(&project)?);
        files.extend(read);
        Ok(Files { files, unreadable, project })
    }

    /// Returns the project of the files.
    pub(super) fn project(&self, policy: &PolicyArgs, systems: &'static [&'static System]) -> Result<Project, Trouble> {
        self.settings.project(policy.policy(), systems)
    }

    /// Returns the settings of all files that are meant, each once.
    pub(super) fn settings(&self, project: &Project) -> Result<Vec<Arc<Settings>>, Trouble> {
        let files = self.find(project)?.files;
        Ok(project.settings.settings_of_files(self.stdin().into_iter().chain(files.iter().map(|file| &**file)))?)
    }

    /// Finds the files on disk that are meant.
    pub(super) fn find(&self, project: &Project) -> Result<FoundFiles, Trouble> {
        let paths: Vec<&Utf8Path> = self.paths.iter().map(|path| &**path).filter(|path| *path != "-").collect();
        Ok(project.find(Selection { paths: &paths, force_exclude: self.force_exclude })?)
    }
}
