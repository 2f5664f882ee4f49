//! From files to findings: load, schema, checks, over all files together. The one entry of every front.

pub mod baseline;
pub mod fix;
mod loading;
pub mod preflight;
pub mod shared;
pub mod templates;

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::io;

use camino::{Utf8Path, Utf8PathBuf};
pub use loading::same_file;
use loading::{Document, Loaded, misfit};
use rayon::iter::{IntoParallelIterator, ParallelIterator};

use crate::check::allow::{self, Judged};
use crate::diag::{Code, Diagnostic, Severity, Sink};
use crate::load::{self, CURLED_QUOTES, LONE_QUOTE};
use crate::source::tree::Value;
use crate::source::{Address, FileId, Pointer, Sources};
use crate::systems::faces;
use crate::systems::{self, NamedFile, Opaque, Outline, Role, System};
use crate::{config, schema};

/// A named file that cannot be read.
pub const MISSING_FILE: Code =
    Code::new("MU201", "missing-file", Severity::Error, include_str!("review/missing_file.md"));
/// A named file that is not what it is named as.
pub const WRONG_DOCUMENT: Code =
    Code::new("MU202", "wrong-document", Severity::Error, include_str!("review/wrong_document.md"));
/// A deck that no file names.
pub const UNUSED_DECK: Code = Code::new("MU203", "unused-deck", Severity::Info, include_str!("review/unused_deck.md"));
/// A document of no known system.
pub const UNKNOWN_SYSTEM: Code =
    Code::new("MU204", "unknown-system", Severity::Error, include_str!("review/unknown_system.md"));
/// A check that failed itself.
pub const BROKEN_CHECK: Code =
    Code::new("MU205", "broken-check", Severity::Error, include_str!("review/broken_check.md"));

/// A baseline that knows what is not there.
pub const STALE_BASELINE: Code =
    Code::new("MU206", "stale-baseline", Severity::Warning, include_str!("review/stale_baseline.md"));

/// A baseline that cannot be understood.
pub const BROKEN_BASELINE: Code =
    Code::new("MU207", "broken-baseline", Severity::Error, include_str!("review/broken_baseline.md"));

/// A document that is passed over for an error that is allowed.
pub const PASSED_OVER: Code =
    Code::new("MU208", "passed-over", Severity::Warning, include_str!("review/passed_over.md"));

/// A picture or a font outside the project's folder.
pub const OUTSIDE_PROJECT: Code =
    Code::new("MU209", "outside-project", Severity::Error, include_str!("review/outside_project.md"));

/// What a review of files of every system can find.
pub const CODES: &[Code] = &[
    MISSING_FILE,
    WRONG_DOCUMENT,
    UNUSED_DECK,
    UNKNOWN_SYSTEM,
    BROKEN_CHECK,
    STALE_BASELINE,
    BROKEN_BASELINE,
    PASSED_OVER,
    OUTSIDE_PROJECT,
];

/// What can be found in documents of every system, by where it is looked for.
pub fn general_codes() -> Vec<Code> {
    let systems = [systems::smoke::CODES, systems::balance::CODES].concat();
    [
        load::CODES,
        schema::CODES,
        CODES,
        allow::CODES,
        config::CODES,
        templates::CODES,
        faces::CODES,
        preflight::CODES,
        &systems,
    ]
    .concat()
}

/// Every code there is, sorted.
pub fn all_codes(systems: &'static [System]) -> Vec<Code> {
    let mut codes = general_codes();
    codes.extend(systems.iter().flat_map(|system| system.codes()));
    codes.sort_by_key(|code| code.id);
    codes
}

/// How files are read that a document names.
pub type Reader<'a> = dyn Fn(&Utf8Path) -> io::Result<Vec<u8>> + Sync + 'a;

/// What was found in a set of files.
pub struct Review {
    /// The files: those given, then those they name.
    pub sources: Sources,
    /// The findings, in no particular order.
    pub findings: Vec<Diagnostic>,
    /// The documents that could be read, in the order of the files.
    pub units: Vec<Unit>,
    /// Whether the cards of the sound ones were drawn too.
    pub drawn: bool,
    /// The given files that could not be read as documents.
    unread: Vec<FileId>,
    /// Whether every document could be read, and every scenario resolved.
    whole: bool,
    /// The systems of the documents.
    systems: &'static [System],
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
    /// What it is for, and the files it names.
    pub outline: Outline,
    /// The document.
    pub doc: Opaque,
    /// The scenario, resolved; of a play, the scenario that was played; of a deck that nobody names, the deck alone.
    pub battle: Option<Opaque>,
    /// Whether it can be played and printed: nothing in it or in the files it names is an error.
    pub sound: bool,
}

impl Review {
    /// The number of the card that a place is on, as written; empty for what is on none.
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
            let (_, number) = system.numbered().iter().find(|(known, _)| *known == list)?;
            text(&Pointer::root().key(&list).key(&item).key(number))
        };
        card().unwrap_or_default()
    }

    /// The given files whose meaning could not be looked at, each with those it names: they are no documents as they
    /// stand, or name such.
    pub fn unjudged(&self) -> impl Iterator<Item = &[FileId]> {
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

    /// Whether a finding keeps given documents of some kinds from being done, or is in one of them.
    pub fn concerns(&self, roles: &[Role], finding: &Diagnostic) -> bool {
        let file = finding.at.file;
        let of_kind = |unit: &&Unit| unit.given && roles.contains(&unit.outline.kind.role);
        let read = self.units.iter().any(|unit| unit.file == file);
        let stops = |unit: &Unit| {
            unit.file == file || !unit.sound && unit.files.contains(&file) && finding.code.severity == Severity::Error
        };
        // What is in no document is about what was not read, the settings, or the baseline.
        !read || finding.code == PASSED_OVER || self.units.iter().filter(of_kind).any(stops)
    }

    /// The given files of some kinds that are not sound.
    pub fn unsound(&self, roles: &[Role]) -> impl Iterator<Item = &[FileId]> {
        let unsound = |unit: &&Unit| unit.given && !unit.sound && roles.contains(&unit.outline.kind.role);
        let units = self.units.iter().filter(unsound).map(|unit| &*unit.files);
        units.chain(self.unread.iter().map(std::slice::from_ref))
    }

    /// Files, each with those it names, that are passed over although no error in them is `shown` as one: someone allows
    /// the errors or lowers their level, but with them nothing can be `done`.
    pub fn passed_over<'a>(
        &self,
        files: impl Iterator<Item = &'a [FileId]>,
        done: &str,
        shown: &[Diagnostic],
    ) -> Vec<Diagnostic> {
        let finding = |files: &[FileId]| {
            let is_error = |f: &&Diagnostic| f.code.severity == Severity::Error && files.contains(&f.at.file);
            let mut errors = shown.iter().filter(is_error);
            if errors.clone().any(|error| error.severity == Severity::Error) {
                return None;
            }
            let (error, level) = match errors.next() {
                Some(error) if error.severity == Severity::Info => (error, "an info"),
                Some(error) => (error, "a warning"),
                None => (self.findings.iter().find(is_error)?, "allowed"),
            };
            let path = self.sources.get(files[0]).path();
            let Code { id, name, .. } = error.code;
            let text = format!("`{path}` is not {done}: {id} ({name}) is {level} here, but remains an error");
            Some(Diagnostic::new(PASSED_OVER, error.at.clone(), text).help(error.message.clone()))
        };
        files.filter_map(finding).collect()
    }

    /// Whether a finding of a file would have been found.
    pub fn looked_for(&self, file: FileId, code: Code) -> bool {
        if code == PASSED_OVER {
            // Another command may pass the file over for it.
            return !self.findings.iter().any(|f| f.at.file == file && f.code.severity == Severity::Error);
        }
        let known = |codes: &[Code]| codes.contains(&code) && code != UNUSED_DECK;
        let drawn = |unit: &Unit| unit.file == file && unit.given && unit.sound && known(faces::CODES);
        self.judged(file, code) != Judged::No
            || known(CODES)
            || known(templates::CODES)
            || self.drawn && self.units.iter().any(drawn)
    }

    /// Whether a finding was looked for in a file, so that its absence means that a comment is of no use.
    pub fn judged(&self, file: FileId, code: Code) -> Judged {
        let known = |codes: &[Code]| codes.iter().any(|known| known.id == code.id);
        if known(load::CODES) || known(schema::CODES) {
            return Judged::Surely;
        }
        let Some(unit) = self.units.iter().find(|unit| unit.file == file && unit.given) else { return Judged::No };
        match (unit.outline.kind.role, &unit.battle) {
            _ if !known(&unit.system.check_codes()) => Judged::No,
            (Role::Main, Some(_)) => Judged::Surely,
            (Role::Part, None) if self.whole => Judged::Here,
            _ => Judged::No,
        }
    }
}

/// Members of mappings, by the file they stand in.
pub type Members = HashMap<Utf8PathBuf, Vec<Pointer>>;

/// Reviews files and those they name.
pub fn review(inputs: &[(Utf8PathBuf, Vec<u8>)], read: &Reader<'_>, systems: &'static [System]) -> Review {
    review_without(inputs, read, systems, Members::new())
}

/// As [`review()`], but what is not known of these members keeps nobody from looking at the rest of a document.
pub fn review_without(
    inputs: &[(Utf8PathBuf, Vec<u8>)],
    read: &Reader<'_>,
    systems: &'static [System],
    without: Members,
) -> Review {
    let mut loaded = Loaded::new(inputs, read, systems, without);
    let mut findings = std::mem::take(&mut loaded.findings);
    let named: BTreeSet<FileId> =
        loaded.documents.iter().flat_map(|(by, _, d)| names(&loaded, *by, d.as_ref())).collect();
    let complete = loaded.documents.iter().all(|(.., document)| document.is_some());

    let battles = each(loaded.documents.iter().collect(), |(file, _, document)| {
        let document = document.as_ref()?;
        match document.outline.kind.role {
            Role::Record => None,
            Role::Part if named.contains(file) => None,
            Role::Main | Role::Part => Some(Battle::new(&loaded, *file, document)),
        }
    });
    let mut by_file = BTreeMap::new();
    for ((file, ..), battle) in loaded.documents.iter().zip(battles) {
        by_file.extend(battle.map(|battle| (*file, battle)));
    }
    findings.extend(of_battles(&loaded, &mut by_file));

    let (mut units, mut unread) = (Vec::new(), Vec::new());
    for (file, given, document) in &loaded.documents {
        let Some(document) = document else {
            unread.extend(given.then_some(*file));
            continue;
        };
        let Document { system, doc, outline } = document;
        let (battle, sound) = match outline.kind.role {
            Role::Record => {
                let scenario = names(&loaded, *file, Some(document)).next().and_then(|scenario| by_file.get(&scenario));
                let problem = scenario.is_none().then(|| wrong_scenario(&loaded, *file, document)).flatten();
                let battle = scenario.and_then(|scenario| scenario.battle.clone());
                let found: Vec<Diagnostic> =
                    battle.iter().flat_map(|b| system.check_play(doc, b)).chain(problem).collect();
                let sound =
                    found.iter().all(|f| f.code.severity < Severity::Error) && scenario.is_some_and(|s| s.sound);
                findings.extend(found);
                (battle, sound)
            }
            Role::Main | Role::Part => {
                let battle = by_file.get(file);
                if outline.kind.role == Role::Part && battle.is_some() && complete {
                    let text = format!("none of the given files names this {}", outline.kind);
                    let finding =
                        Diagnostic::new(UNUSED_DECK, Address::key(*file, Pointer::root().key(outline.kind.key)), text);
                    findings.push(finding.help("check it together with the scenarios that use it"));
                }
                (battle.and_then(|b| b.battle.clone()), battle.is_some_and(|b| b.sound))
            }
        };
        units.push(Unit {
            file: *file,
            files: with_named(&loaded, *file, document),
            given: *given,
            system,
            outline: outline.clone(),
            doc: doc.clone(),
            battle,
            sound,
        });
    }
    for system in systems {
        let of_system = units.iter().filter(|unit| unit.system.id() == system.id());
        findings.extend(system.across(&of_system.map(|unit| unit.doc.clone()).collect::<Vec<_>>()));
    }
    findings.extend(templates(&loaded));
    // What else is found at a value with quotes that are part of it, and mended there, says more of it.
    let of_quotes = |f: &Diagnostic| f.code == CURLED_QUOTES || f.code == LONE_QUOTE;
    let mended: HashSet<Address> =
        findings.iter().filter(|f| f.fix.is_some() && !of_quotes(f)).map(|f| f.at.clone()).collect();
    findings.retain(|f| !of_quotes(f) || !mended.contains(&f.at));
    let whole = complete && by_file.values().all(|battle| battle.battle.is_some());
    Review { sources: loaded.sources, findings, units, drawn: false, unread, whole, systems }
}

/// What becomes of each item, in their order, made on all cores. For a single one no threads are started.
pub fn each<T: Send, R: Send>(items: Vec<T>, work: impl Fn(T) -> R + Send + Sync) -> Vec<R> {
    match items.len() {
        0 | 1 => items.into_iter().map(work).collect(),
        _ => items.into_par_iter().map(work).collect(),
    }
}

/// What is wrong in templates; those of one folder belong together.
fn templates(loaded: &Loaded) -> Vec<Diagnostic> {
    let mut sink = Sink::default();
    if loaded.templates.is_empty() {
        return Vec::new();
    }
    let schema = templates::schema();
    let of = |(file, system): &(FileId, &'static System)| (system.id(), loaded.sources.get(*file).path().parent());
    let mut all = loaded.templates.clone();
    all.sort_by_key(&of);
    for folder in all.chunk_by(|a, b| of(a) == of(b)) {
        let files: Vec<FileId> = folder.iter().map(|(file, _)| *file).collect();
        templates::check(folder[0].1, &files, &loaded.sources, &schema, &mut sink);
    }
    sink.into_findings()
}

/// The loaded files that a document names.
fn names<'a>(loaded: &'a Loaded, by: FileId, document: Option<&'a Document>) -> impl Iterator<Item = FileId> + 'a {
    document
        .into_iter()
        .flat_map(move |d| d.outline.files.iter().filter_map(move |file| loaded.file_named(by, &file.path)))
}

/// A document's file and those that it names, directly or as a play through its scenario.
fn with_named(loaded: &Loaded, file: FileId, document: &Document) -> Vec<FileId> {
    let mut files = vec![file];
    for named in names(loaded, file, Some(document)) {
        files.push(named);
        if document.outline.kind.role == Role::Record {
            files.extend(names(loaded, named, loaded.document(named)));
        }
    }
    files
}

/// The findings of all battles; those in decks that several battles share are merged.
fn of_battles(loaded: &Loaded, battles: &mut BTreeMap<FileId, Battle>) -> Vec<Diagnostic> {
    let mut findings = Vec::new();
    let mut judged = Vec::new();
    for (file, battle) in battles {
        let found = std::mem::take(&mut battle.findings);
        let Some((document, resolved)) = loaded.document(*file).zip(battle.battle.as_ref()) else {
            findings.extend(found);
            continue;
        };
        judged.push(shared::ScenarioFindings {
            file: *file,
            files: with_named(loaded, *file, document),
            name: document.outline.name.clone().unwrap_or_else(|| loaded.sources.get(*file).path().to_string()),
            system: document.system,
            battle: resolved,
            findings: found,
        });
    }
    findings.extend(shared::merge(judged));
    findings
}

/// A play whose scenario was read but is none.
fn wrong_scenario(loaded: &Loaded, file: FileId, play: &Document) -> Option<Diagnostic> {
    let named = play.outline.files.first()?;
    let scenario = loaded.document(loaded.file_named(file, &named.path)?)?;
    wrong_document(file, play, named, scenario)
}

/// A named document that is of another system or kind than is meant there.
fn wrong_document(by: FileId, naming: &Document, file: &NamedFile, named: &Document) -> Option<Diagnostic> {
    let found = Some((named.system.id(), named.outline.kind));
    let why = misfit(found, (naming.system.id(), file.kind))?;
    let text = format!("`{}` {why}", file.path);
    Some(Diagnostic::new(WRONG_DOCUMENT, Address::value(by, file.at.clone()), text))
}

/// A scenario, or a deck that nobody names, resolved and checked.
struct Battle {
    battle: Option<Opaque>,
    sound: bool,
    findings: Vec<Diagnostic>,
}

impl Battle {
    fn new(loaded: &Loaded, file: FileId, document: &Document) -> Battle {
        let mut docs = vec![document.doc.clone()];
        let mut findings = Vec::new();
        let mut complete = true;
        let mut seen = BTreeSet::from([file]);
        for named_file in &document.outline.files {
            let NamedFile { path: name, at: pointer, .. } = named_file;
            let named = loaded.file_named(file, name);
            if let Some(repeated) = named.filter(|named| !seen.insert(*named)) {
                let text = match repeated == file {
                    true => format!("`{name}` is this file itself"),
                    false => format!("`{name}` is named twice"),
                };
                findings.push(Diagnostic::new(WRONG_DOCUMENT, Address::value(file, pointer.clone()), text));
                continue;
            }
            let deck = named.and_then(|file| loaded.document(file));
            let wrong = deck.and_then(|deck| wrong_document(file, document, named_file, deck));
            match deck {
                Some(deck) if wrong.is_none() => docs.push(deck.doc.clone()),
                _ => complete = false,
            }
            findings.extend(wrong);
        }
        if !complete {
            // What a missing deck would have defined cannot be judged: its own finding says what is wrong.
            return Battle { battle: None, sound: false, findings };
        }
        let battle = document.system.resolve(&docs);
        let (found, broken) = document.system.check(&battle);
        findings.extend(found);
        findings.extend(broken.iter().map(|code| {
            let text = format!("internal error: the check {} ({}) failed on this file", code.id, code.name);
            Diagnostic::new(BROKEN_CHECK, Address::value(file, Pointer::root()), text)
        }));
        let sound = findings.iter().all(|finding| finding.code.severity < Severity::Error);
        Battle { battle: Some(battle), sound, findings }
    }
}
