//! The result of a review, and the questions that are asked of it afterwards.

use std::collections::{BTreeSet, HashMap, HashSet};

use camino::Utf8PathBuf;

use muster_core::check::allow::Judged;
use muster_core::diag::{Code, Diagnostic, Severity};
use muster_core::source::tree::Value;
use muster_core::source::{Address, FileId, Pointer, Sources};
use muster_core::{load, schema};
use muster_systems::{Opaque, Outline, Role, System, art, faces};

use super::codes::{CODES, SKIPPED_FILE, UNUSED_DECK};
use super::templates;

/// Members of mappings, by the file they stand in.
pub type Members = HashMap<Utf8PathBuf, Vec<Pointer>>;
/// The result of reviewing a set of files.
pub struct Review {
    /// The files: those given, then those they name.
    pub sources: Sources,
    /// The findings, in no particular order.
    pub findings: Vec<Diagnostic>,
    /// The documents that could be read, in the order of the files.
    pub units: Vec<Unit>,
    /// Whether the cards of the sound ones were drawn too.
    pub drawn: bool,
    /// The first file, if any, that was not given but named by another.
    pub(super) first_named: FileId,
    /// The given files that could not be read as documents.
    pub(super) unread: Vec<FileId>,
    /// Whether every document could be read, and every scenario resolved.
    pub(super) whole: bool,
    /// The systems of the documents.
    pub(super) systems: &'static [&'static System],
}

/// A document that could be read, with what it stands for.
pub struct Unit {
    /// Its file.
    pub file: FileId,
    /// That file and those it names.
    pub files: Vec<FileId>,
    /// Whether the user named it.
    pub given: bool,
    /// Its system.
    pub system: &'static System,
    /// Its kind and name, and the files it names.
    pub outline: Outline,
    /// The document.
    pub doc: Opaque,
    /// The scenario, resolved; of a play, the scenario that was played; of a deck that nobody names, the deck alone.
    pub battle: Option<Opaque>,
    /// Whether it can be played and printed: nothing in it or in the files it names is an error.
    pub sound: bool,
}

impl Review {
    /// Returns true for a file that was given, and not only named by one that was.
    pub fn is_given(&self, file: FileId) -> bool {
        file < self.first_named
    }

    /// Returns the number of the card that a place is on, as written; empty for what is on none.
    pub fn card_of(&self, at: &Address) -> String {
        let card = || {
            let tree = self.sources.get(at.file).tree()?;
            let text = |pointer: &Pointer| match &tree.get(pointer)?.value {
                Value::Str(text) => Some(text.to_string()),
                _ => None,
            };
            let system = text(&Pointer::root().key("system"))?;
            let system = self.systems.iter().find(|known| known.id() == system)?;
            let mut steps = at.pointer.steps();
            let (list, item) = steps.next().zip(steps.next())?;
            let (_, number) = system.numbered_lists().iter().find(|(known, _)| *known == list)?;
            text(&Pointer::root().key(&list).key(&item).key(number))
        };
        card().unwrap_or_default()
    }

    /// Returns the given files whose meaning could not be looked at, each with those it names: they are no documents as they
    /// stand, or name such.
    pub fn unjudged_files(&self) -> impl Iterator<Item = &[FileId]> {
        let unjudged = |unit: &&Unit| unit.battle.is_none() && unit.outline.kind.role != Role::Part;
        let units = self.units.iter().filter(|unit| unit.given).filter(unjudged);
        units.map(|unit| &*unit.files).chain(self.unread.iter().map(std::slice::from_ref))
    }

    /// Members with unknown keys that are no errors among the findings `shown`, by the file they stand in.
    pub fn passed_members(&self, shown: &[Diagnostic]) -> Members {
        let unknown = |finding: &&Diagnostic| finding.code == schema::UNKNOWN_KEY;
        let errors: HashSet<&Address> =
            shown.iter().filter(unknown).filter(|f| f.severity == Severity::Error).map(|f| &f.at).collect();
        let mut members = Members::new();
        for finding in self.findings.iter().filter(unknown).filter(|finding| !errors.contains(&finding.at)) {
            let path = self.sources.get(finding.at.file).path().to_owned();
            members.entry(path).or_default().push(finding.at.pointer.clone());
        }
        members
    }

    /// Marks documents as sound that have no error among the findings `shown`, those that remain once a policy was
    /// applied: whoever allows an error wants what can be done in spite of it. With `to_play` also the rules of play must
    /// accept the battle. A recorded battle with an error of its own stays unsound.
    pub fn tolerate(&mut self, shown: &[Diagnostic], to_play: bool) {
        let is_error = |finding: &Diagnostic| finding.code.severity == Severity::Error;
        let blocking: BTreeSet<FileId> =
            shown.iter().filter(|f| is_error(f) && f.severity == Severity::Error).map(|f| f.at.file).collect();
        let own: BTreeSet<FileId> = self.findings.iter().filter(|f| is_error(f)).map(|f| f.at.file).collect();
        for unit in self.units.iter_mut().filter(|unit| !unit.sound) {
            let Some(battle) = &unit.battle else { continue };
            let blocked = unit.files.iter().any(|file| blocking.contains(file))
                || unit.outline.kind.role == Role::Record && own.contains(&unit.file);
            unit.sound = !blocked && (!to_play || unit.system.compile(battle).is_ok());
        }
    }

    /// Returns true if a finding keeps given documents of some kinds from being done, or is in one of them.
    pub fn concerns(&self, roles: &[Role], finding: &Diagnostic) -> bool {
        let file = finding.at.file;
        let of_kind = |unit: &&Unit| unit.given && roles.contains(&unit.outline.kind.role);
        let read = self.units.iter().any(|unit| unit.file == file);
        let stops = |unit: &Unit| {
            unit.file == file || !unit.sound && unit.files.contains(&file) && finding.code.severity == Severity::Error
        };
        // What is in no document is about what was not read, the settings, or the baseline.
        !read || finding.code == SKIPPED_FILE || self.units.iter().filter(of_kind).any(stops)
    }

    /// Returns the given files of some kinds that are not sound.
    pub fn unsound(&self, roles: &[Role]) -> impl Iterator<Item = &[FileId]> {
        let unsound = |unit: &&Unit| unit.given && !unit.sound && roles.contains(&unit.outline.kind.role);
        let units = self.units.iter().filter(unsound).map(|unit| &*unit.files);
        units.chain(self.unread.iter().map(std::slice::from_ref))
    }

    /// Returns a finding for each file, with those it names, that is skipped although no error in it is `shown` as one:
    /// the errors are `hidden` or of a lower level, but with them nothing can be `done`.
    pub fn passed_over<'a>(
        &self,
        files: impl Iterator<Item = &'a [FileId]>,
        done: &str,
        shown: &[Diagnostic],
        hidden: &str,
    ) -> Vec<Diagnostic> {
        let finding = |files: &[FileId]| {
            let is_error = |f: &&Diagnostic| f.code.severity == Severity::Error && files.contains(&f.at.file);
            let mut errors = shown.iter().filter(is_error);
            if errors.clone().any(|error| error.severity == Severity::Error) {
                return None;
            }
            let (error, level) = match errors.next() {
                Some(error) if error.severity == Severity::Info => (error, "only a note"),
                Some(error) => (error, "only a warning"),
                None => (self.findings.iter().find(is_error)?, hidden),
            };
            let path = self.sources.get(files[0]).path();
            let id = error.code.id;
            let text = format!("{path} skipped: its {id} error is {level}, but the file still cannot be {done}");
            Some(Diagnostic::new(SKIPPED_FILE, error.at.clone(), text).help(error.message.clone()))
        };
        files.filter_map(finding).collect()
    }

    /// Returns true if a finding of a file would have been found.
    pub fn looked_for(&self, file: FileId, code: Code) -> bool {
        if code == SKIPPED_FILE {
            // Another command may pass the file over for it.
            return !self.findings.iter().any(|f| f.at.file == file && f.code.severity == Severity::Error);
        }
        let known = |codes: &[Code]| codes.contains(&code) && code != UNUSED_DECK;
        let drawn =
            |unit: &Unit| unit.file == file && unit.given && unit.sound && (known(faces::CODES) || known(art::CODES));
        self.judgement(file, code) != Judged::No
            || known(CODES)
            || known(templates::CODES)
            || self.drawn && self.units.iter().any(drawn)
    }

    /// Returns whether a finding was looked for in a file, so that its absence means that a comment is of no use.
    pub fn judgement(&self, file: FileId, code: Code) -> Judged {
        let known = |codes: &[Code]| codes.iter().any(|known| known.id == code.id);
        if known(load::CODES) || known(schema::CODES) {
            return Judged::Surely;
        }
        let Some(unit) = self.units.iter().find(|unit| unit.file == file && unit.given) else { return Judged::No };
        match (unit.outline.kind.role, &unit.battle) {
            _ if !known(&unit.system.check_codes()) => Judged::No,
            (Role::Main | Role::Stock, Some(_)) => Judged::Surely,
            (Role::Part, None) if self.whole => Judged::Here,
            _ => Judged::No,
        }
    }
}
