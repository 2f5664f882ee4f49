//! The sources of settings: one file for all, or for each file the nearest `muster.toml` above it.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use camino::{Utf8Path, Utf8PathBuf};

use muster_core::config::{FILE, PrintSettings, PrintWords, Settings, absolute};
use muster_core::diag::Code;

use super::Trouble;
use super::files::read_text;
use crate::review::same_file;

/// The source of settings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// For each file the nearest `muster.toml`, from its folder upward to that of its git repository.
    Nearest,
    /// This file, for all.
    File(Utf8PathBuf),
    /// Nowhere: all is as when nothing is set.
    Isolated,
}

/// The settings of the projects that files belong to.
#[derive(Debug)]
pub struct ProjectSettings {
    /// The settings of all files, when they are given.
    given: Option<Arc<Settings>>,
    codes: Vec<Code>,
    words: PrintWords,
    /// Open texts of settings files, by what is the same for all names of a file.
    open: BTreeMap<Utf8PathBuf, String>,
    /// By folder: the settings in it and above it, the nearest first.
    by_folder: Mutex<BTreeMap<Utf8PathBuf, Vec<Arc<Settings>>>>,
}

impl ProjectSettings {
    /// Returns the settings from where `origin` says, read as files are met; a file that is named is read at once. `codes` are
    /// those there are, and so are `words`.
    pub(super) fn new(origin: &Origin, codes: Vec<Code>, words: PrintWords) -> Result<ProjectSettings, Trouble> {
        let given = match origin {
            Origin::Nearest => None,
            Origin::File(file) => Some(read(file.clone(), &codes)?.with_known(&words)),
            Origin::Isolated => Some(Settings::default()),
        };
        let (open, by_folder) = Default::default();
        Ok(ProjectSettings { given: given.map(Arc::new), codes, words, open, by_folder })
    }

    /// Takes a text for that of a settings file, instead of what is on disk.
    pub(super) fn open(&mut self, path: &Utf8Path, text: String) {
        self.open.insert(same_file(path), text);
        self.settings_by_folder().clear();
    }

    /// Takes a settings file as it is on disk again.
    pub(super) fn close(&mut self, path: &Utf8Path) {
        if self.open.remove(&same_file(path)).is_some() {
            self.settings_by_folder().clear();
        }
    }

    /// Returns the settings of a file.
    ///
    /// # Errors
    ///
    /// A file of settings cannot be read, or is not as settings are written.
    pub fn file_settings(&self, file: &Utf8Path) -> Result<Arc<Settings>, Trouble> {
        Ok(self.settings_above(file)?.into_iter().next().unwrap_or_default())
    }

    /// Returns the settings of several files, each once.
    ///
    /// # Errors
    ///
    /// A file of settings cannot be read, or is not as settings are written.
    pub fn settings_of_files<'a>(
        &self,
        files: impl IntoIterator<Item = &'a Utf8Path>,
    ) -> Result<Vec<Arc<Settings>>, Trouble> {
        let mut all: Vec<Arc<Settings>> = Vec::new();
        for file in files {
            let settings = self.file_settings(file)?;
            if !all.iter().any(|known| known.file == settings.file) {
                all.push(settings);
            }
        }
        Ok(all)
    }

    /// Returns how the cards of files are laid out unless an option says otherwise, as the settings of the first file say that says
    /// anything of it. The path of its template is relative to the current folder.
    ///
    /// # Errors
    ///
    /// A file of settings cannot be read, or is not as settings are written.
    pub fn print<'a>(&self, files: impl IntoIterator<Item = &'a Utf8Path>) -> Result<PrintSettings, Trouble> {
        let all = self.settings_of_files(files)?;
        let Some(of) = all.iter().find(|of| of.print != PrintSettings::default()) else {
            return Ok(Default::default());
        };
        let template = of.print.template.as_ref().map(|template| of.folder().join(template));
        Ok(PrintSettings { template, ..of.print.clone() })
    }

    /// Returns whether settings leave out a file: its own, or those of a project that its project stands in.
    ///
    /// # Errors
    ///
    /// A file of settings cannot be read, or is not as settings are written.
    pub fn exclude(&self, file: &Utf8Path) -> Result<bool, Trouble> {
        Ok(self.settings_above(file)?.iter().any(|settings| settings.excludes(file)))
    }

    fn settings_by_folder(&self) -> MutexGuard<'_, BTreeMap<Utf8PathBuf, Vec<Arc<Settings>>>> {
        self.by_folder.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the settings above a file, the nearest first.
    fn settings_above(&self, file: &Utf8Path) -> Result<Vec<Arc<Settings>>, Trouble> {
        if let Some(given) = &self.given {
            return Ok(vec![given.clone()]);
        }
        let folder = file.parent().unwrap_or(Utf8Path::new(""));
        if let Some(known) = self.settings_by_folder().get(folder) {
            return Ok(known.clone());
        }
        let is_open = |file: &Utf8Path| !self.open.is_empty() && self.open.contains_key(&same_file(file));
        let read = |file: Utf8PathBuf| match self.open.get(&same_file(&file)) {
            Some(text) => Ok(Settings::read(file, text.clone(), &self.codes)),
            None => read(file, &self.codes),
        };
        let known = |file| -> Result<_, Trouble> { Ok(Arc::new(read(file)?.with_known(&self.words))) };
        let found = files_above(folder, &is_open).into_iter().map(known);
        let found: Vec<_> = found.collect::<Result<_, Trouble>>()?;
        self.settings_by_folder().insert(folder.to_owned(), found.clone());
        Ok(found)
    }
}

fn read(file: Utf8PathBuf, codes: &[Code]) -> Result<Settings, Trouble> {
    let text = read_text(&file).map_err(|error| Trouble::unreadable(&file, &error))?;
    Ok(Settings::read(file, text, codes))
}

/// Returns the settings files from a folder upward to that of its repository, each written as short as it can be.
fn files_above(folder: &Utf8Path, is_open: &dyn Fn(&Utf8Path) -> bool) -> Vec<Utf8PathBuf> {
    let (folder, here) = (absolute(folder), absolute(Utf8Path::new("")));
    let mut files = Vec::new();
    for above in folder.ancestors() {
        if above.join(FILE).is_file() || is_open(&above.join(FILE)) {
            files.push(from(&here, above).join(FILE));
        }
        if above.join(".git").exists() {
            break;
        }
    }
    files
}

/// Returns the way from one folder to another.
fn from(here: &Utf8Path, there: &Utf8Path) -> Utf8PathBuf {
    let Some((up, common)) = here.ancestors().enumerate().find(|(_, folder)| there.starts_with(folder)) else {
        return there.to_owned();
    };
    let down = there.strip_prefix(common).unwrap_or(there);
    std::iter::repeat_n("..", up).collect::<Utf8PathBuf>().join(down)
}
