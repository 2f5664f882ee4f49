//! The cache of a review, for the next review of mostly the same files: an editor asks again after every keystroke. Everything in
//! it would be found again, since it follows from the bytes of the files alone.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use camino::{Utf8Path, Utf8PathBuf};

use muster_core::diag::Diagnostic;
use muster_core::source::{File, FileId, Sources};
use muster_systems::Opaque;

use super::preflight::PieceFindings;
use super::read::Reading;

/// The results of the last review, by file and by battle.
#[derive(Default)]
pub struct ReviewCache {
    files: HashMap<Utf8PathBuf, CachedFile>,
    /// By the file that begins the battle, or records it.
    checks: HashMap<FileId, CachedCheck>,
    /// The findings on pieces, by the file that begins the battle, with that very battle.
    misfits: HashMap<FileId, (Opaque, PieceFindings)>,
    /// The catalogues that the misfits were found with.
    catalogues: Vec<(Utf8PathBuf, Vec<u8>)>,
    /// The look that they were found with, in words.
    look: String,
}

/// A file, and what was read of it.
struct CachedFile {
    file: Arc<File>,
    reading: Reading,
}

/// The findings of checking some values, and the battle that they make.
pub(super) struct CachedCheck {
    /// The very values: a file that is read again makes new ones.
    pub(super) values: Vec<Opaque>,
    pub(super) battle: Option<Opaque>,
    pub(super) findings: Vec<Diagnostic>,
}

impl CachedCheck {
    fn is_of(&self, values: &[Opaque]) -> bool {
        self.values.len() == values.len() && self.values.iter().zip(values).all(|(a, b)| Arc::ptr_eq(a, b))
    }
}

impl ReviewCache {
    /// Returns a file as it was read before, if it still has these bytes and is `given` or named as it was then.
    pub(super) fn file(&self, path: &Utf8Path, bytes: &[u8], given: bool) -> Option<(&Arc<File>, &Reading)> {
        let CachedFile { file, reading } = self.files.get(path)?;
        (reading.given == given && file.text().as_bytes() == bytes).then_some((file, reading))
    }

    /// Returns true if a file had another text before.
    pub(super) fn is_edited(&self, file: &File) -> bool {
        self.files.get(file.path()).is_some_and(|known| known.file.text() != file.text())
    }

    /// Keeps the readings of files.
    pub(super) fn keep_files(&mut self, readings: &[Reading], sources: &Sources) {
        self.files.extend(readings.iter().map(|reading| {
            let file = sources.share(reading.file);
            (file.path().to_owned(), CachedFile { file, reading: reading.clone() })
        }));
    }

    /// Returns what was found in these values, the documents of a battle that begins in a file or what it records.
    pub(super) fn check(&self, file: FileId, values: &[Opaque]) -> Option<&CachedCheck> {
        self.checks.get(&file).filter(|known| known.is_of(values))
    }

    /// Keeps the findings in the documents of a battle, or in a record.
    pub(super) fn keep_check(&mut self, file: FileId, check: CachedCheck) {
        self.checks.insert(file, check);
    }

    /// Returns the findings on the pieces of a battle.
    pub fn misfits(&self, file: FileId, battle: &Opaque) -> Option<&PieceFindings> {
        self.misfits.get(&file).filter(|(known, _)| Arc::ptr_eq(known, battle)).map(|(_, findings)| findings)
    }

    /// Keeps the findings on the pieces of a battle.
    pub fn keep_misfits(&mut self, file: FileId, battle: &Opaque, findings: &PieceFindings) {
        self.misfits.insert(file, (battle.clone(), findings.clone()));
    }

    /// Forgets the findings on pieces, unless they were made with these catalogues.
    pub fn set_catalogues(&mut self, catalogues: &[(Utf8PathBuf, Vec<u8>)]) {
        if self.catalogues != catalogues {
            self.misfits.clear();
            self.catalogues = catalogues.to_vec();
        }
    }

    /// Forgets the findings on pieces, unless they were made with this look, and its templates cannot have changed.
    pub fn set_look(&mut self, look: &str, has_own_templates: bool) {
        if self.look != look || has_own_templates {
            self.misfits.clear();
            look.clone_into(&mut self.look);
        }
    }

    /// Forgets the files that are not among these, and what was found in their battles.
    pub(super) fn forget_others(&mut self, sources: &Sources) {
        let is_same = |file: &CachedFile| {
            let id = file.reading.file;
            id < sources.next_id() && Arc::ptr_eq(&sources.share(id), &file.file)
        };
        self.files.retain(|_, file| is_same(file));
        let known: HashSet<FileId> = self.files.values().map(|file| file.reading.file).collect();
        self.checks.retain(|file, _| known.contains(file));
        self.misfits.retain(|file, _| known.contains(file));
    }
}
