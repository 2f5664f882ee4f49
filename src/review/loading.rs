//! Reads the given files and, wave by wave, the files they name; each through text, tree, schema and types.

use std::collections::{BTreeMap, HashMap, HashSet};

use camino::{Utf8Component, Utf8Path, Utf8PathBuf};

use super::{MISSING_FILE, Members, Reader, UNKNOWN_SYSTEM, WRONG_DOCUMENT, each};
use crate::config::absolute;
use crate::diag::{Code, Diagnostic, Sink, nearest};
use crate::load;
use crate::schema::Schema;
use crate::source::{Address, File, FileId, Pointer, Sources, tree::Entry, tree::Tree, tree::Value};
use crate::systems::{DocumentKind, NamedFile, Opaque, Outline, Role, System};

/// A document that went through all stages.
pub(super) struct Document {
    pub(super) system: &'static System,
    pub(super) doc: Opaque,
    pub(super) outline: Outline,
}

/// All files of a review.
#[derive(Default)]
pub(super) struct Loaded {
    pub(super) sources: Sources,
    pub(super) findings: Vec<Diagnostic>,
    /// In the order of the files; none where a stage failed.
    pub(super) documents: Vec<(FileId, bool, Option<Document>)>,
    /// The templates, with their systems.
    pub(super) templates: Vec<(FileId, &'static System)>,
    /// By every name that a file was met by.
    by_path: HashMap<Utf8PathBuf, FileId>,
    /// Members that are passed over in documents.
    without: Members,
    /// Findings in files that are only named, until it is known that they are what is meant there.
    held: BTreeMap<FileId, Vec<Diagnostic>>,
}

impl Loaded {
    /// Loads the given files and those they name, `without` some members.
    pub(super) fn new(
        inputs: &[(Utf8PathBuf, Vec<u8>)],
        read: &Reader<'_>,
        systems: &'static [System],
        without: Members,
    ) -> Loaded {
        let systems: Vec<(&'static System, Schema)> = systems.iter().map(|s| (s, s.schema())).collect();
        let mut loaded = Loaded { without, ..Loaded::default() };
        loaded.wave(inputs, true, &systems);
        let mut first = 0;
        loop {
            let wave = loaded.named(first, read, &systems);
            if wave.is_empty() {
                break;
            }
            first = loaded.documents.len();
            loaded.wave(&wave, false, &systems);
        }
        loaded.judge_named(&systems);
        loaded
    }

    /// Keeps what is found in the files that are named, where each is what is meant there. Of any other nothing is shown
    /// but that it is none.
    fn judge_named(&mut self, systems: &[(&'static System, Schema)]) {
        let mut meant: HashSet<FileId> =
            self.documents.iter().filter(|(_, given, _)| *given).map(|(file, ..)| *file).collect();
        let mut naming: Vec<FileId> =
            self.documents.iter().map(|(file, ..)| *file).filter(|f| meant.contains(f)).collect();
        while let Some(by) = naming.pop() {
            let Some(document) = self.document(by) else { continue };
            let system = document.system.id();
            for NamedFile { path: name, at: pointer, kind: wanted } in document.outline.files.clone() {
                let Some(file) = self.file_named(by, &name).filter(|file| !meant.contains(file)) else { continue };
                let found = kind(self.sources.get(file), systems);
                if let Some(why) = misfit(found, (system, wanted)) {
                    let at = Address::value(by, pointer);
                    self.findings.push(Diagnostic::new(WRONG_DOCUMENT, at, format!("`{name}` {why}")));
                } else {
                    meant.insert(file);
                    naming.push(file);
                }
            }
        }
        for (file, found) in std::mem::take(&mut self.held) {
            if meant.contains(&file) {
                self.findings.extend(found);
            }
        }
        for (file, _, document) in &mut self.documents {
            document.take_if(|_| !meant.contains(file));
        }
    }

    /// The file that a document names, when it was loaded.
    pub(super) fn file_named(&self, by: FileId, name: &str) -> Option<FileId> {
        self.by_path.get(&beside(self.sources.get(by).path(), name)).copied()
    }

    /// The document of a file.
    pub(super) fn document(&self, file: FileId) -> Option<&Document> {
        let at = self.documents.binary_search_by_key(&file, |(id, ..)| *id).ok()?;
        self.documents[at].2.as_ref()
    }

    fn wave(&mut self, inputs: &[(Utf8PathBuf, Vec<u8>)], given: bool, systems: &[(&'static System, Schema)]) {
        let inputs = each(inputs.iter().collect(), |(path, bytes)| {
            ([clean(path), same_file(path)], load::file(path.clone(), bytes))
        });
        let mut files = Vec::new();
        for (names, file) in inputs {
            // A file may be named in several ways: relative, from the root, through a link.
            if let Some(known) = names.iter().find_map(|name| self.by_path.get(name)).copied() {
                self.by_path.extend(names.map(|name| (name, known)));
                continue;
            }
            let mut sink = Sink::default();
            let file = load::keep(&mut self.sources, file, &mut sink);
            self.by_path.extend(names.map(|name| (name, file)));
            files.push((file, sink));
        }
        let sources = &self.sources;
        let parsed = each(files, |(file, mut sink)| {
            let tree = if sink.is_empty() { load::parse(sources, file, &mut sink) } else { None };
            (file, tree, sink)
        });
        let mut files = Vec::new();
        for (file, tree, sink) in parsed {
            if let Some(tree) = tree {
                self.sources.set_tree(file, tree);
            }
            files.push((file, sink));
        }
        let (sources, without) = (&self.sources, &self.without);
        // Templates are read together, when all are known.
        files.retain_mut(|(file, sink)| {
            let tree = Some(*file).filter(|_| given).and_then(|file| sources.get(file).tree());
            let tree = tree.filter(|tree| tree.member(tree.root(), "template").is_some());
            let Some(tree) = tree else { return true };
            self.templates.extend(system_of(tree, *file, systems, sink).map(|(system, _)| (*file, *system)));
            self.findings.extend(std::mem::take(sink).into_findings());
            false
        });
        let typed = each(files, |(file, mut sink)| {
            let without = without.get(sources.get(file).path()).map_or(&[][..], |members| members);
            let document = document(sources, file, given, systems, without, &mut sink);
            (file, document, sink.into_findings())
        });
        for (file, document, findings) in typed {
            if given {
                self.findings.extend(findings);
            } else {
                self.held.insert(file, findings);
            }
            self.documents.push((file, given, document));
        }
    }

    /// The files that documents from `first` on name and that are not loaded yet.
    fn named(
        &mut self,
        first: usize,
        read: &Reader<'_>,
        systems: &[(&'static System, Schema)],
    ) -> Vec<(Utf8PathBuf, Vec<u8>)> {
        let mut wave: Vec<(Utf8PathBuf, Vec<u8>)> = Vec::new();
        // By path, why a file is not read; none for those of the wave.
        let mut refused: HashMap<Utf8PathBuf, Option<(Code, String)>> = HashMap::new();
        for (by, _, document) in &self.documents[first..] {
            for NamedFile { path: name, at: pointer, .. } in document.iter().flat_map(|d| &d.outline.files) {
                let path = beside(self.sources.get(*by).path(), name);
                if self.by_path.contains_key(&path) {
                    continue;
                }
                let why = refused.entry(path.clone()).or_insert_with(|| match read(&path) {
                    Ok(bytes) if is_document(&bytes, systems) => {
                        wave.push((path.clone(), bytes));
                        None
                    }
                    // It may be anybody's: nothing of it is shown.
                    Ok(_) => Some((
                        WRONG_DOCUMENT,
                        "is no document of Muster: it has no line `system:` that names a game".to_owned(),
                    )),
                    Err(error) => Some((MISSING_FILE, format!("cannot be read: {error}"))),
                });
                if let Some((code, why)) = why {
                    let help = format!("the path is relative to this file: `{path}` was looked for");
                    let at = Address::value(*by, pointer.clone());
                    self.findings.push(Diagnostic::new(*code, at, format!("`{name}` {why}")).help(help));
                }
            }
        }
        wave
    }
}

/// Whether bytes are meant for a document: a line of theirs begins with `system` and a system's identifier, or nearly.
fn is_document(bytes: &[u8], systems: &[(&'static System, Schema)]) -> bool {
    let named = |line: &str| {
        let value = line.trim_start_matches(['\u{feff}', '{', '"', '\'', ' ']).strip_prefix("system")?;
        let value = value.trim_start_matches(['"', '\'', ' ']).strip_prefix(':')?;
        let word = value.split(['#', ',', '}']).next()?.trim().trim_matches(['"', '\'']);
        nearest(word, systems.iter().map(|(system, _)| system.id()))
    };
    String::from_utf8_lossy(bytes).lines().any(|line| named(line).is_some())
}

/// What a file is, as far as its keys tell, and of which system: also where it cannot be read to its end.
fn kind(file: &File, systems: &[(&'static System, Schema)]) -> Option<(&'static str, &'static DocumentKind)> {
    let members = members(file);
    let named = members.iter().filter(|(key, _)| *key == "system");
    let ids = || systems.iter().map(|(system, _)| system.id());
    let id = named.into_iter().find_map(|(_, word)| nearest(word, ids()))?;
    let kinds = systems.iter().find(|(system, _)| system.id() == id)?.0.kinds();
    let has = |key: &str| members.iter().any(|(written, _)| *written == key);
    let meant = || members.iter().find_map(|(key, _)| nearest(key, kinds.iter().map(|kind| kind.key)));
    let kind = kinds.iter().find(|kind| has(kind.key)).or_else(|| kinds.iter().find(|kind| Some(kind.key) == meant()));
    kind.map(|kind| (id, kind))
}

/// The keys at the top of a file, each with its value where that is a word. Of a text that is no YAML they are what looks
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
    let value = |entry: &'_ Entry| match &tree.node(entry.value).value {
        Value::Str(text) => text,
        _ => "",
    };
    entries.iter().map(|entry| (&*entry.key, value(entry))).collect()
}

/// A key or value of one word, without its quotes and without a comment.
fn word(text: &str) -> &str {
    text.split('#').next().unwrap_or_default().trim().trim_matches(['"', '\'', ' ', '}'])
}

/// Why a file is not what is meant where it is named: of a system and a kind. None where it is.
pub(super) fn misfit(
    found: Option<(&'static str, &'static DocumentKind)>,
    (system, meant): (&str, &DocumentKind),
) -> Option<String> {
    let Some((id, kind)) = found else { return Some(format!("is no {meant}: it has none of a {meant}'s keys")) };
    let fits = match meant.role {
        // A battle's own cards may serve another one.
        Role::Part => kind.role != Role::Record,
        Role::Main | Role::Record => kind == meant,
    };
    if id != system {
        Some(format!("is a document of `{id}`, not of `{system}`"))
    } else {
        (!fits).then(|| format!("is a {kind}, where a {meant} is meant"))
    }
}

/// The typed document of a tree, where its system's schema accepts it.
fn document(
    sources: &Sources,
    file: FileId,
    given: bool,
    systems: &[(&'static System, Schema)],
    without: &[Pointer],
    sink: &mut Sink,
) -> Option<Document> {
    let (system, schema) = system_of(sources.get(file).tree()?, file, systems, sink)?;
    let (doc, outline) = system.read(schema, sources, file, given, without, sink)?;
    Some(Document { system, doc, outline })
}

fn system_of<'a>(
    tree: &Tree,
    file: FileId,
    systems: &'a [(&'static System, Schema)],
    sink: &mut Sink,
) -> Option<&'a (&'static System, Schema)> {
    let ids = || systems.iter().map(|(system, _)| system.id());
    let allowed = ids().map(|id| format!("`{id}`")).collect::<Vec<_>>().join(", ");
    let pointer = Pointer::root().key("system");
    let at = Address::value(file, pointer);
    let Some(written) = tree.member(tree.root(), "system") else {
        if let Some(key) = nearest_key(tree) {
            let at = Address::key(file, Pointer::root().key(key));
            let text = format!("the document names no system; `{key}` is not `system`");
            let finding = Diagnostic::new(UNKNOWN_SYSTEM, at.clone(), text).help("did you mean `system`?");
            sink.push(finding.replace(key.eq_ignore_ascii_case("system"), at, "system"));
            return None;
        }
        let text = match tree.root().value {
            Value::Map(_) => format!("the document names no system; `system` is one of {allowed}"),
            _ => format!("a document is a mapping that begins with `system`, one of {allowed}"),
        };
        let help = "a file that is not for Muster is left out by `exclude` in `muster.toml`";
        sink.push(Diagnostic::new(UNKNOWN_SYSTEM, at, text).help(help));
        return None;
    };
    let Value::Str(id) = &written.value else {
        sink.push(Diagnostic::new(UNKNOWN_SYSTEM, at, format!("`system` is not a word; it is one of {allowed}")));
        return None;
    };
    let found = systems.iter().find(|(system, _)| system.id() == &**id);
    if found.is_none() {
        let text = format!("unknown system `{id}`; it is one of {allowed}");
        let mut finding = Diagnostic::new(UNKNOWN_SYSTEM, at.clone(), text).nearest(id, ids());
        if let Some(near) = nearest(id, ids()) {
            finding = finding.replace(true, at, near);
        }
        sink.push(finding);
    }
    found
}

/// A key of a document that is `system` misspelt.
fn nearest_key(tree: &Tree) -> Option<&str> {
    let Value::Map(entries) = &tree.root().value else { return None };
    nearest("system", entries.iter().map(|entry| &*entry.key))
}

/// The path that a file means by `name`: relative to its own folder.
fn beside(file: &Utf8Path, name: &str) -> Utf8PathBuf {
    clean(&file.parent().unwrap_or(Utf8Path::new("")).join(name))
}

/// What is the same for all names of one file, whether or not it is there yet.
pub fn same_file(path: &Utf8Path) -> Utf8PathBuf {
    path.canonicalize_utf8().unwrap_or_else(|_| {
        let path = absolute(path);
        let there = |folder: &Utf8Path| Some(folder.canonicalize_utf8().ok()?.join(path.file_name()?));
        path.parent().and_then(there).unwrap_or(path)
    })
}

/// A path without `.` and, as far as it can be, without `..`.
fn clean(path: &Utf8Path) -> Utf8PathBuf {
    let mut clean = Utf8PathBuf::new();
    for component in path.components() {
        match component {
            Utf8Component::CurDir => {}
            Utf8Component::ParentDir if clean.file_name().is_some() => {
                clean.pop();
            }
            other => clean.push(other),
        }
    }
    clean
}
