//! A project as every front sees it: its files and settings, what becomes of findings, how its cards look, and what is
//! drawn of them.

mod buffers;
pub mod drawing;
pub mod files;
pub mod gallery;
pub mod handover;
pub mod history;
pub mod known;
pub mod looks;
mod messages;
pub mod naming;
pub mod policy;
pub mod programs;
pub mod settings;
mod sweeps;
mod tolerance;
mod trouble;
pub mod verdict;
pub mod watching;

use std::collections::BTreeSet;
use std::io;

use camino::{Utf8Path, Utf8PathBuf};

use buffers::Buffers;
use files::{FoundFiles, Selection};
pub use messages::Messages;
use policy::Policy;
use settings::{Origin, ProjectSettings};
pub use trouble::Trouble;

use muster_core::config::FILE;
use muster_core::diag::Code;
use muster_systems::System;

use crate::review::cache::ReviewCache;
use crate::review::{Review, all_codes, review, review_again};

/// The project that a front works with: its games, settings, policy and open texts.
pub struct Project {
    /// The games.
    pub systems: &'static [&'static System],
    /// The settings of the files.
    pub settings: ProjectSettings,
    /// The policy for findings.
    pub policy: Policy,
    /// Every code there is, sorted.
    codes: Vec<Code>,
    /// Texts of files that take the place of those on disk.
    buffers: Buffers,
    /// Takes, in one line each, what is worth knowing and no finding, such as a file that is ignored.
    tell: Box<dyn Fn(&str) + Send + Sync>,
}

impl Project {
    /// Returns a project whose settings are read from where `origin` says, as files are met; a file of settings that is named
    /// is read at once. `tell` takes, in one line each, what is worth knowing and no finding.
    ///
    /// # Errors
    ///
    /// The file of settings that `origin` names cannot be read, or is not as settings are written.
    pub fn new(
        systems: &'static [&'static System],
        origin: &Origin,
        policy: Policy,
        tell: impl Fn(&str) + Send + Sync + 'static,
    ) -> Result<Project, Trouble> {
        let codes = all_codes(systems);
        let settings = ProjectSettings::new(origin, codes.clone(), looks::words(systems))?;
        Ok(Project { systems, settings, policy, codes, buffers: Buffers::default(), tell: Box::new(tell) })
    }

    /// Takes a text for that of a file, instead of what is on disk: an editor has it open. It may be one of settings.
    pub fn open(&mut self, path: &Utf8Path, text: String) {
        if path.file_name() == Some(FILE) {
            self.settings.open(path, text.clone());
        }
        self.buffers.open(path, text);
    }

    /// Takes a file as it is on disk again.
    pub fn close(&mut self, path: &Utf8Path) {
        self.settings.close(path);
        self.buffers.close(path);
    }

    /// Finds the files on disk that are meant. What the settings exclude is left out, unless it is named itself.
    ///
    /// # Errors
    ///
    /// A file or folder that is named is not there or cannot be listed, or settings cannot be read.
    pub fn find(&self, selection: Selection<'_>) -> Result<FoundFiles, Trouble> {
        files::find(selection, &self.settings, &self.tell)
    }

    /// Returns documents and what is read with them: settings and baselines. What cannot be found out is left out.
    pub fn with_settings(&self, documents: BTreeSet<Utf8PathBuf>) -> BTreeSet<Utf8PathBuf> {
        let settings = self.settings.settings_of_files(documents.iter().map(|file| &**file)).unwrap_or_default();
        let baselines = self.policy.baselines(&settings).into_iter().map(|(file, _)| file);
        let settings = settings.iter().filter_map(|settings| settings.file.clone());
        settings.chain(baselines).chain(documents).collect()
    }

    /// Reads the files that were found, in the order of their paths; and says how many could not be read. Each of these is
    /// told of.
    pub fn read_all(&self, found: FoundFiles) -> (Vec<(Utf8PathBuf, Vec<u8>)>, usize) {
        files::read_all(found, &self.buffers, self.systems, &self.tell)
    }

    /// Reads a file that a document, a setting or a folder names: its open buffer, or what is on disk. What is no regular file
    /// is not opened.
    ///
    /// # Errors
    ///
    /// It cannot be read, or is no regular file.
    pub fn read_named(&self, path: &Utf8Path) -> io::Result<Vec<u8>> {
        self.buffers.read_named(path)
    }

    /// Returns a reader of the files that documents name, as [`Project::read_named`] reads them, on any thread.
    pub fn reader(&self) -> impl Fn(&Utf8Path) -> io::Result<Vec<u8>> + Sync {
        let buffers = &self.buffers;
        |path| buffers.read_named(path)
    }

    /// Reviews files and those they name.
    pub fn review(&self, files: &[(Utf8PathBuf, Vec<u8>)]) -> Review {
        review(files, &self.reader(), self.systems)
    }

    /// Like [`Project::review`]; documents whose errors are all allowed or in the baseline can be played ([`Project::tolerate`]).
    ///
    /// # Errors
    ///
    /// Settings or a baseline cannot be read.
    pub fn review_to_play(&self, files: &[(Utf8PathBuf, Vec<u8>)]) -> Result<Review, Trouble> {
        let mut review = self.review(files);
        self.tolerate(&mut review, files, &self.reader(), true)?;
        Ok(review)
    }

    /// Like [`Project::review`], but what the cache knows of files that have not changed is not found out again.
    pub fn review_again(&self, files: &[(Utf8PathBuf, Vec<u8>)], cache: &mut ReviewCache) -> Review {
        review_again(files, &self.reader(), self.systems, cache)
    }
}
