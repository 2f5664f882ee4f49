//! Third step: trees into typed documents, by the schema of their system; templates and catalogues are set aside.

use camino::Utf8PathBuf;

use muster_core::diag::{Diagnostic, Sink, nearest};
use muster_core::load::AMBIGUOUS_SCALAR;
use muster_core::source::tree::{Tree, TreeEntry, Value};
use muster_core::source::{Address, File, FileId, Pointer, Sources};
use muster_systems::{DocumentKind, Opaque, Outline, System};

use super::codes::UNKNOWN_SYSTEM;
use super::discover::Wanted;
use super::load::Loaded;
use super::par_map::par_map;
use super::paths::path_beside;
use super::{Members, catalogues, truths};

/// A document that its system's schema accepts.
#[derive(Clone)]
pub(super) struct Document {
    pub(super) system: &'static System,
    pub(super) doc: Opaque,
    pub(super) outline: Outline,
    /// The paths of the files that the outline names, in their order.
    pub(super) paths: Vec<Utf8PathBuf>,
}

/// The system and kind of a document as far as a file's keys tell; `None` if they do not.
pub(super) type Guess = Option<(&'static str, &'static DocumentKind)>;

/// A file that may be a document.
#[derive(Clone)]
pub(super) struct Reading {
    pub(super) file: FileId,
    /// Whether the user named it.
    pub(super) given: bool,
    /// None where something in it keeps it from being read.
    pub(super) document: Option<Document>,
    /// The findings in it. Those of a file that is only named count if the file is the kind that is meant there.
    pub(super) findings: Vec<Diagnostic>,
    /// The system and kind of a file that is only named.
    pub(super) guess: Guess,
}

impl Reading {
    /// Returns true if the file is a document, and nothing was found in it as far as it was read.
    pub(super) fn is_sound(&self) -> bool {
        self.document.is_some() && self.findings.is_empty()
    }

    /// Returns the files that the document names.
    pub(super) fn wanted_files(&self) -> impl Iterator<Item = Wanted> {
        let wanted = |document: &Document| {
            let named = document.outline.files.iter().zip(&document.paths);
            let wanted = named.map(|(named, path)| {
                let at = Address::value(self.file, named.at.clone());
                Wanted { path: path.clone(), name: named.path.clone(), at, kind: named.kind }
            });
            wanted.collect::<Vec<_>>()
        };
        self.document.iter().flat_map(wanted)
    }
}

/// A template or a catalogue, to be read when all are known.
pub(super) struct SetAside {
    pub(super) file: FileId,
    /// None where it does not name a known one.
    pub(super) system: Option<&'static System>,
    /// The system and kind it has as a document.
    pub(super) guess: Guess,
}

/// Reads files that were loaded, documents `without` some members; of files that are `given` templates are set aside and sweeps
/// passed over. Returns what was read, what was found in the other files, and what was set aside.
pub(super) fn read(
    mut files: Vec<Loaded>,
    given: bool,
    sources: &Sources,
    systems: &'static [&'static System],
    without: &Members,
) -> (Vec<Reading>, Vec<Diagnostic>, Vec<SetAside>) {
    let (mut templates, mut findings) = (Vec::new(), Vec::new());
    files.retain_mut(|Loaded { file, sink, reading }| {
        if reading.is_some() {
            return true;
        }
        let tree = Some(*file).filter(|_| given).and_then(|file| sources.get(file).tree());
        if tree.is_some_and(is_sweep) {
            findings.extend(std::mem::take(sink).into_findings());
            return false;
        }
        let is_set_aside =
            |tree: &&Tree| ["template", catalogues::KEY].iter().any(|key| tree.member(tree.root(), key).is_some());
        let tree = tree.filter(is_set_aside);
        let Some(tree) = tree else { return true };
        let system = system_of(tree, *file, systems, sink);
        templates.push(SetAside { file: *file, system, guess: guess(sources.get(*file), systems) });
        findings.extend(std::mem::take(sink).into_findings());
        false
    });
    let readings = par_map(files, |Loaded { file, mut sink, reading }| {
        if let Some(reading) = reading {
            return reading;
        }
        let path = sources.get(file).path();
        let without = without.get(path).map_or(&[][..], |members| members);
        let document = document(sources, file, given, systems, without, &mut sink);
        let guess = if given { None } else { guess(sources.get(file), systems) };
        let mut findings = sink.into_findings();
        if sources.get(file).tree().is_none()
            && let Some(system) = guessed_system(&members(sources.get(file)), systems)
        {
            findings = truths::advise(findings, sources, system);
        }
        Reading { file, given, document, findings, guess }
    });
    (readings, findings, templates)
}

/// Returns true for a sweep: it is no document, and names such.
pub fn is_sweep(tree: &Tree) -> bool {
    let has = |key| tree.member(tree.root(), key).is_some();
    has("sweep") && !has("system")
}

/// Returns the typed document of a tree, where its system's schema accepts it.
fn document(
    sources: &Sources,
    file: FileId,
    given: bool,
    systems: &'static [&'static System],
    without: &[Pointer],
    sink: &mut Sink,
) -> Option<Document> {
    let tree = sources.get(file).tree();
    let Some(system) = tree.and_then(|tree| system_of(tree, file, systems, sink)) else {
        // A system is meant that can have numbers such as `0304`: which values are meant as they stand is not known.
        let is_meant = |tree: &Tree| tree.member(tree.root(), "system").is_some() || nearest_key(tree).is_some();
        let is_meant = tree.is_none_or(is_meant);
        sink.retain(
            |finding| if is_meant { finding.code != AMBIGUOUS_SCALAR } else { !is_zero_padded(finding, sources) },
        );
        return None;
    };
    let schema = system.schema();
    if schema.has_zero_padded() {
        sink.retain(|finding| !is_zero_padded(finding, sources));
    }
    // Readers of YAML have no say in a format that is not YAML.
    if marked_kind(system, sources.get(file).tree()?).is_some() {
        sink.retain(|finding| finding.code != AMBIGUOUS_SCALAR);
    }
    let (doc, outline) = system.read(schema, sources, file, given, without, sink)?;
    let path = sources.get(file).path();
    let paths = outline.files.iter().map(|named| path_beside(path, &named.path)).collect();
    Some(Document { system, doc, outline, paths })
}

/// Returns true for the finding that readers of older YAML take a number such as `0304` for an octal one. Where documents
/// have such numbers they are meant so, and 4 or 6 digits are one.
fn is_zero_padded(finding: &Diagnostic, sources: &Sources) -> bool {
    let span = sources.span(&finding.at);
    let text = &sources.get(finding.at.file).text()[span.start..span.end];
    finding.code == AMBIGUOUS_SCALAR && matches!(text.len(), 4 | 6) && text.bytes().all(|b| b.is_ascii_digit())
}

fn system_of(
    tree: &Tree,
    file: FileId,
    systems: &'static [&'static System],
    sink: &mut Sink,
) -> Option<&'static System> {
    let ids = || systems.iter().map(|system| system.id());
    let allowed = ids().map(|id| format!("`{id}`")).collect::<Vec<_>>().join(", ");
    let pointer = Pointer::root().key("system");
    let at = Address::value(file, pointer);
    let Some(written) = tree.member(tree.root(), "system") else {
        let is_marked = |system: &&System| marked_kind(system, tree).is_some();
        if let Some(system) = systems.iter().copied().find(is_marked) {
            return Some(system);
        }
        if let Some(key) = nearest_key(tree) {
            let at = Address::key(file, Pointer::root().key(key));
            let text = format!("missing key `system`, found `{key}`");
            let finding = Diagnostic::new(UNKNOWN_SYSTEM, at.clone(), text).help("did you mean `system`?");
            sink.push(finding.replace(key.eq_ignore_ascii_case("system"), at, "system"));
            return None;
        }
        let text = match tree.root().value {
            Value::Map(_) => format!("missing key `system`; expected one of {allowed}"),
            _ => format!("expected a mapping that begins with `system`, one of {allowed}"),
        };
        let help = "if the file is not for Muster, add it to `exclude` in `muster.toml`";
        sink.push(Diagnostic::new(UNKNOWN_SYSTEM, at, text).help(help));
        return None;
    };
    let Value::Str(id) = &written.value else {
        sink.push(Diagnostic::new(UNKNOWN_SYSTEM, at, format!("`system` is not a word; expected one of {allowed}")));
        return None;
    };
    let found = systems.iter().copied().find(|system| system.id() == &**id);
    if found.is_none() {
        let text = format!("unknown system `{id}`; expected one of {allowed}");
        let mut finding = Diagnostic::new(UNKNOWN_SYSTEM, at.clone(), text).nearest(id, ids());
        if let Some(near) = nearest(id, ids()) {
            finding = finding.replace(true, at, near);
        }
        sink.push(finding);
    }
    found
}

/// Returns the kind of a file in the format of other tools, as a system knows it.
fn marked_kind(system: &System, tree: &Tree) -> Option<&'static DocumentKind> {
    system.kinds().iter().find(|kind| kind.is_marked(tree))
}

/// Returns a key of a document that is `system` misspelt.
fn nearest_key(tree: &Tree) -> Option<&str> {
    let Value::Map(entries) = &tree.root().value else { return None };
    nearest("system", entries.iter().map(|entry| &*entry.key))
}

/// Returns what a file is, as far as its keys tell, and of which system: also where it cannot be read to its end.
fn guess(file: &File, systems: &'static [&'static System]) -> Guess {
    let marked = |system: &'static System| Some((system.id(), marked_kind(system, file.tree()?)?));
    if let Some(marked) = systems.iter().copied().find_map(marked) {
        return Some(marked);
    }
    let members = members(file);
    // One that cannot be read to its end has its mark all the same.
    let has_mark = |kind: &&'static DocumentKind| {
        kind.mark
            .is_some_and(|(key, words)| members.iter().any(|(written, word)| *written == key && words.contains(word)))
    };
    let marked = |system: &'static System| Some((system.id(), system.kinds().iter().find(has_mark)?));
    if let Some(marked) = systems.iter().copied().find_map(marked).filter(|_| file.tree().is_none()) {
        return Some(marked);
    }
    let system = guessed_system(&members, systems)?;
    let (id, kinds) = (system.id(), system.kinds());
    let has = |key: &str| members.iter().any(|(written, _)| *written == key);
    let meant = || members.iter().find_map(|(key, _)| nearest(key, kinds.iter().map(|kind| kind.key)));
    let kind = kinds.iter().find(|kind| has(kind.key)).or_else(|| kinds.iter().find(|kind| Some(kind.key) == meant()));
    kind.map(|kind| (id, kind))
}

/// Returns the system that the keys at the top of a file name, or nearly.
fn guessed_system(members: &[(&str, &str)], systems: &'static [&'static System]) -> Option<&'static System> {
    let named = members.iter().filter(|(key, _)| *key == "system");
    let ids = || systems.iter().map(|system| system.id());
    let id = named.into_iter().find_map(|(_, word)| nearest(word, ids()))?;
    systems.iter().copied().find(|system| system.id() == id)
}

/// Returns the keys at the top of a file, each with its value where that is a word. Of a text that is no YAML they are what looks
/// like them.
fn members(file: &File) -> Vec<(&str, &str)> {
    let Some(tree) = file.tree() else {
        let text = file.text().trim_start_matches('\u{feff}');
        let is_flow = text.trim_start().starts_with('{');
        let ends: &[char] = if is_flow { &['\n', '{', ','] } else { &['\n'] };
        let parts = text.split(ends).filter(|part| is_flow || !part.starts_with(' '));
        let members = parts.filter_map(|part| part.split_once(':'));
        return members.map(|(key, value)| (word(key), word(value))).collect();
    };
    let Value::Map(entries) = &tree.root().value else { return Vec::new() };
    let value = |entry: &'_ TreeEntry| match &tree.node(entry.value).value {
        Value::Str(text) => text,
        _ => "",
    };
    entries.iter().map(|entry| (&*entry.key, value(entry))).collect()
}

/// Returns a key or value of one word, without its quotes and without a comment.
fn word(text: &str) -> &str {
    text.split('#').next().unwrap_or_default().trim().trim_matches(['"', '\'', ' ', '}'])
}
