//! A battle with values changed: its documents are read and checked again, and it is compiled, without a file being written.

use std::collections::{BTreeMap, BTreeSet};

use camino::Utf8PathBuf;

use muster_core::diag::{Code, Diagnostic, Sink};
use muster_core::load;
use muster_core::schema::Schema;
use muster_core::source::{FileId, Pointer, Sources};
use muster_systems::{Compiled, Opaque, System};

use super::changes::{Change, splice};
use crate::review::{Review, Unit};

/// A battle whose values are changed.
pub struct Subject<'r> {
    sources: &'r Sources,
    system: &'static System,
    schema: &'static Schema,
    /// Its documents in the order in which they are resolved: file, whether it was given, and what was read.
    docs: Vec<(FileId, bool, Opaque)>,
    /// The findings in it as it is.
    known: BTreeSet<Mark>,
    /// Which findings that are not among these make a change illegal; none where all changes are legal.
    judge: Option<&'r dyn ChangePolicy>,
}

/// Which changes are legal.
pub trait ChangePolicy: Sync {
    /// Returns true if findings of a code may count.
    fn heeds(&self, code: Code) -> bool;

    /// Returns true if files with new texts are as much in order as they were.
    fn permits(&self, texts: &[Rewritten]) -> bool;
}

/// A file that changes change, with its text before and after.
pub type Rewritten = (Utf8PathBuf, String, String);

/// The mark that a finding is known again by: its code and place.
type Mark = (&'static str, FileId, Pointer);

fn mark(finding: &Diagnostic) -> Mark {
    (finding.code.id, finding.at.file, finding.at.pointer.clone())
}

impl<'r> Subject<'r> {
    /// Returns the battle of a scenario; `None` if a document of it is missing. Without a judge it is known already that what
    /// will be changed is legal.
    pub fn new(review: &'r Review, unit: &Unit, judge: Option<&'r dyn ChangePolicy>) -> Option<Subject<'r>> {
        let doc = |file: &FileId| {
            let unit = review.units.iter().find(|unit| unit.file == *file)?;
            Some((unit.file, unit.given, unit.doc.clone()))
        };
        let docs = unit.files.iter().map(doc).collect::<Option<Vec<_>>>()?;
        let (found, _) = unit.system.check(unit.battle.as_ref()?);
        let (sources, system) = (&review.sources, unit.system);
        let known = review.findings.iter().chain(&found).map(mark).collect();
        Some(Subject { sources, system, schema: system.schema(), docs, known, judge })
    }

    /// Compiles the battle with changes made. `None` if it cannot be read or played then, or the judge says that what is newly
    /// found in it counts.
    pub fn compile_changed(&self, changes: &[&Change]) -> Option<Box<dyn Compiled>> {
        let mut texts = self.texts(changes)?;
        let mut sources = Sources::default();
        let (mut sink, mut docs, mut changed) = (Sink::default(), Vec::new(), Vec::new());
        for (id, file) in self.sources.iter() {
            let text = texts.remove(&id);
            changed.extend(text.is_some().then_some(id));
            sources.add(file.path().to_owned(), text.unwrap_or_default());
        }
        for (file, given, doc) in &self.docs {
            if changed.contains(file) {
                let tree = load::parse(&sources, *file, &mut sink)?;
                sources.set_tree(*file, tree);
                docs.push(self.system.read(self.schema, &sources, *file, *given, &[], &mut sink)?.0);
            } else {
                docs.push(doc.clone());
            }
        }
        let battle = self.system.resolve(&docs);
        if let Some(judge) = self.judge {
            let (found, broken) = self.system.check(&battle);
            if !broken.is_empty() {
                return None;
            }
            let mut found = sink.into_findings().into_iter().chain(found);
            let is_new = |finding: Diagnostic| judge.heeds(finding.code) && !self.known.contains(&mark(&finding));
            if found.any(is_new) && !judge.permits(&self.rewritten_files(changes)?) {
                return None;
            }
        }
        self.system.compile(&battle).ok()
    }

    /// Returns the files that changes change, with their texts before and after. `None` if two changes touch each other.
    pub fn rewritten_files(&self, changes: &[&Change]) -> Option<Vec<Rewritten>> {
        let text = |(id, after): (FileId, String)| {
            let file = self.sources.get(id);
            (file.path().to_owned(), file.text().to_owned(), after)
        };
        Some(self.texts(changes)?.into_iter().map(text).collect())
    }

    /// Returns the texts of the files that changes change.
    fn texts(&self, changes: &[&Change]) -> Option<BTreeMap<FileId, String>> {
        let replaced = || changes.iter().flat_map(|change| &change.replaced);
        let files: BTreeSet<FileId> = replaced().map(|(file, ..)| *file).collect();
        files.into_iter().map(|file| Some((file, splice(self.sources.get(file).text(), file, replaced())?))).collect()
    }
}
