//! Where settings come from: one file for all, or for each file the nearest `muster.toml` above it.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use camino::{Utf8Path, Utf8PathBuf};

use super::Trouble;
use super::files::read_text;
use crate::config::{FILE, Settings, absolute};
use crate::diag::Code;

/// Where settings come from.
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
    given: Option<Rc<Settings>>,
    codes: Vec<Code>,
    /// By folder: the settings in it and above it, the nearest first.
    by_folder: RefCell<BTreeMap<Utf8PathBuf, Vec<Rc<Settings>>>>,
}

impl ProjectSettings {
    /// Returns the settings from where `origin` says, read as files are met; a file that is named is read at once. `codes` are
    /// those there are.
    pub(super) fn new(origin: &Origin, codes: Vec<Code>) -> Result<ProjectSettings, Trouble> {
        let given = match origin {
            Origin::Nearest => None,
            Origin::File(file) => Some(read(file.clone(), &codes)?),
            Origin::Isolated => Some(Settings::default()),
        };
        Ok(ProjectSettings { given: given.map(Rc::new), codes, by_folder: RefCell::default() })
    }

    /// The settings of a file.
    pub fn for_file(&self, file: &Utf8Path) -> Result<Rc<Settings>, Trouble> {
        Ok(self.above(file)?.into_iter().next().unwrap_or_default())
    }

    /// The settings of several files, each once.
    pub fn for_files<'a>(&self, files: impl IntoIterator<Item = &'a Utf8Path>) -> Result<Vec<Rc<Settings>>, Trouble> {
        let mut all: Vec<Rc<Settings>> = Vec::new();
        for file in files {
            let settings = self.for_file(file)?;
            if !all.iter().any(|known| known.file == settings.file) {
                all.push(settings);
            }
        }
        Ok(all)
    }

    /// Whether settings leave out a file: its own, or those of a project that its project stands in.
    pub fn exclude(&self, file: &Utf8Path) -> Result<bool, Trouble> {
        Ok(self.above(file)?.iter().any(|settings| settings.excludes(file)))
    }

    /// The settings above a file, the nearest first.
    fn above(&self, file: &Utf8Path) -> Result<Vec<Rc<Settings>>, Trouble> {
        if let Some(given) = &self.given {
            return Ok(vec![given.clone()]);
        }
        let folder = file.parent().unwrap_or(Utf8Path::new(""));
        if let Some(known) = self.by_folder.borrow().get(folder) {
            return Ok(known.clone());
        }
        let found = files_above(folder).into_iter().map(|file| Ok(Rc::new(read(file, &self.codes)?)));
        let found: Vec<_> = found.collect::<Result<_, Trouble>>()?;
        self.by_folder.borrow_mut().insert(folder.to_owned(), found.clone());
        Ok(found)
    }
}

fn read(file: Utf8PathBuf, codes: &[Code]) -> Result<Settings, Trouble> {
    let text = read_text(&file).map_err(|error| Trouble::unreadable(&file, &error))?;
    Ok(Settings::read(file, text, codes))
}

/// The settings files from a folder upward to that of its repository, each written as short as it can be.
fn files_above(folder: &Utf8Path) -> Vec<Utf8PathBuf> {
    let (folder, here) = (absolute(folder), absolute(Utf8Path::new("")));
    let mut files = Vec::new();
    for above in folder.ancestors() {
        if above.join(FILE).is_file() {
            files.push(from(&here, above).join(FILE));
        }
        if above.join(".git").exists() {
            break;
        }
    }
    files
}

/// The way from one folder to another.
fn from(here: &Utf8Path, there: &Utf8Path) -> Utf8PathBuf {
    let Some((up, common)) = here.ancestors().enumerate().find(|(_, folder)| there.starts_with(folder)) else {
        return there.to_owned();
    };
    let down = there.strip_prefix(common).unwrap_or(there);
    std::iter::repeat_n("..", up).collect::<Utf8PathBuf>().join(down)
}
