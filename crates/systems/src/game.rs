//! The interface of a game whose documents are checked.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;

use muster_core::check::Check;
use muster_core::diag::{Code, Diagnostic, Sink};
use muster_core::schema::Schema;
use muster_core::source::tree::{Tree, Value};
use muster_core::source::{Address, FileId, Pointer};

use super::names::{Alternative, Knob, NameTable};
use super::removal::{Removal, WeighedLine};
use super::sheets::SheetKind;

/// A document whose text, schema and types are sound.
#[derive(Debug)]
pub struct Doc<M> {
    /// The file it was read from.
    pub file: FileId,
    /// True if the user named the file; it may also be read because another one names it.
    pub given: bool,
    /// The document.
    pub model: M,
}

impl<M> Doc<M> {
    /// Returns the place of a value in the document, by its JSON Pointer: `/duel/name`.
    pub fn address(&self, pointer: impl Into<String>) -> Address {
        Address::value(self.file, Pointer::parse(pointer))
    }
}

/// The part that a kind of document has in a battle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// A battle, complete with the files it names.
    Main,
    /// Something for battles in other files: cards, a roster, a map.
    Part,
    /// A battle that was played.
    Record,
    /// A stock that battles are dealt from: checked and printed by itself, and never played.
    Stock,
}

/// A kind of document of a game.
#[derive(Debug, PartialEq, Eq)]
pub struct DocumentKind {
    /// Its name in messages: `deck`.
    pub name: &'static str,
    /// Its part in a battle.
    pub role: Role,
    /// The key at the top that shows that a document is of this kind.
    pub key: &'static str,
    /// The places where it names other files, and the kind of each.
    pub files: &'static [FilesAt],
    /// Of a file in the format of other tools: the key at the top and its word by which it is known, as it has no `system`.
    pub mark: Option<DocumentMark>,
}

/// The key and the words after it by which a file in the format of other tools is known.
pub type DocumentMark = (&'static str, &'static [&'static str]);

impl DocumentKind {
    /// Returns a kind of battles, called as its key is.
    pub const fn main(key: &'static str, files: &'static [FilesAt]) -> DocumentKind {
        DocumentKind { name: key, role: Role::Main, key, files, mark: None }
    }

    /// Returns a kind of parts of battles in other files, with its name in messages and its key.
    pub const fn part(name: &'static str, key: &'static str, files: &'static [FilesAt]) -> DocumentKind {
        DocumentKind { name, role: Role::Part, key, files, mark: None }
    }

    /// Returns a kind of battles that were played, called as its key is.
    pub const fn record(key: &'static str, files: &'static [FilesAt]) -> DocumentKind {
        DocumentKind { name: key, role: Role::Record, key, files, mark: None }
    }

    /// Returns a kind of documents that battles are dealt from, with its name in messages and its key.
    pub const fn stock(name: &'static str, key: &'static str, files: &'static [FilesAt]) -> DocumentKind {
        DocumentKind { name, role: Role::Stock, key, files, mark: None }
    }

    /// Returns a kind of parts in the format of other tools, with its name in messages, its key, and the mark by which it is
    /// known. [`Game::import`] reads it.
    pub const fn foreign(name: &'static str, key: &'static str, mark: DocumentMark) -> DocumentKind {
        DocumentKind { name, role: Role::Part, key, files: &[], mark: Some(mark) }
    }

    /// Returns true if a tree is known to be of this kind by its mark.
    pub fn is_marked(&self, tree: &Tree) -> bool {
        let word = self.mark.and_then(|(key, words)| Some((tree.member(tree.root(), key)?, words)));
        word.is_some_and(|(found, words)| matches!(&found.value, Value::Str(text) if words.contains(&&**text)))
    }
}

/// A place where a document names files of a kind.
#[derive(Debug, PartialEq, Eq)]
pub struct FilesAt {
    /// The pointer to a name or to a list of names; `*` stands for every item of a list.
    pub pointer: &'static str,
    /// The name of the kind.
    pub kind: &'static str,
}

impl std::fmt::Display for DocumentKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

/// A file that a document names.
#[derive(Debug, Clone)]
pub struct NamedFile {
    /// Its path from the document's own folder.
    pub path: String,
    /// The place of the name.
    pub at: Pointer,
    /// The kind of document that it should be.
    pub kind: &'static DocumentKind,
}

/// The kind and name of a document, and the files it names.
#[derive(Debug, Clone)]
pub struct Outline {
    /// Its kind.
    pub kind: &'static DocumentKind,
    /// Its name, as `name` below the key of its kind.
    pub name: Option<String>,
    /// The files it names, in the order of the kind's places.
    pub files: Vec<NamedFile>,
}

impl Outline {
    /// Reads the outline of a document. The first kind whose key is there decides; a document without any of the keys is
    /// of the last kind.
    pub fn read(tree: &Tree, kinds: &'static [DocumentKind]) -> Outline {
        let is_there = |kind: &&DocumentKind| tree.member(tree.root(), kind.key).is_some();
        let last = kinds.last().expect("internal error: a game without kinds of documents");
        let kind = kinds.iter().find(is_there).unwrap_or(last);
        let name = tree.get(&Pointer::root().key(kind.key).key("name"));
        let name = name.and_then(|node| match &node.value {
            Value::Str(text) => Some(text.to_string()),
            _ => None,
        });
        let mut files = Vec::new();
        for FilesAt { pointer, kind } in kind.files {
            let kind = kinds.iter().find(|known| known.name == *kind);
            let kind = kind.unwrap_or_else(|| panic!("internal error: files of an unknown kind at `{pointer}`"));
            let steps: Vec<&str> = pointer.split('/').skip(1).collect();
            find_names(tree, &Pointer::root(), &steps, &mut |path, at| files.push(NamedFile { path, at, kind }));
        }
        Outline { kind, name, files }
    }
}

/// Finds the texts at a pattern of steps below a place, and the items where a list of texts is there.
fn find_names(tree: &Tree, at: &Pointer, steps: &[&str], found: &mut dyn FnMut(String, Pointer)) {
    let Some(node) = tree.get(at) else { return };
    match (steps, &node.value) {
        ([], Value::Str(text)) => found(text.to_string(), at.clone()),
        ([], Value::Seq(items)) | (["*", ..], Value::Seq(items)) => {
            let rest = steps.get(1..).unwrap_or_default();
            (0..items.len()).for_each(|i| find_names(tree, &at.index(i), rest, found));
        }
        ([key, rest @ ..], Value::Map(_)) => find_names(tree, &at.key(key), rest, found),
        _ => {}
    }
}

/// A game: its documents, and the checks over them.
pub trait Game: Send + Sync + 'static {
    /// The word after `system:`.
    const ID: &'static str;
    /// The game's name.
    const TITLE: &'static str;
    /// The kinds of its documents. The first whose key a document has is that document's.
    const KINDS: &'static [DocumentKind];
    /// The checks over a battle.
    const CHECKS: &'static [&'static Check<Self::Battle>];
    /// A scenario that passes everything, to start from; its name is `NAME`.
    const SKELETON: &'static str;

    /// The page of its rules, in our own words and clause by clause: see [`clauses`](super::clauses()).
    const RULES: &'static str = "";
    /// Codes of the game that none of its checks finds: in plays, in smoke tests, over several files.
    const CODES: &'static [&'static [Code]] = &[];
    /// The lists at the top of a document whose items have a number, each with the key of the number.
    const NUMBERED: &'static [(&'static str, &'static str)] = &[];

    /// The sheets of its documents in a spreadsheet, besides the one of what stands once in a document.
    const SHEETS: &'static [SheetKind] = &[];

    /// A document as written.
    type Model: DeserializeOwned + JsonSchema + Send + Sync + 'static;
    /// A main document with its references resolved, or a part alone.
    type Battle: Send + Sync + 'static;

    /// Returns the schema of its documents. A game whose schema is committed reads that, which is quicker than making it.
    fn schema() -> Schema {
        Schema::generate::<Self::Model>(Self::ID, Self::TITLE)
    }

    /// Reads a file in the format of other tools, of a kind with a mark; `None` if it cannot be read, with findings.
    fn import(_tree: &Tree, _file: FileId, _sink: &mut Sink) -> Option<Self::Model> {
        panic!("internal error: {} has kinds of other tools, but does not read them", Self::TITLE)
    }

    /// Resolves a main document with the parts it names, which follow it, or a part alone. Mistakes stay visible; checks
    /// report them.
    fn resolve(docs: Vec<Arc<Doc<Self::Model>>>) -> Self::Battle;

    /// Returns the words of its documents that have a page of their own, such as its special rules: word and page.
    fn topics() -> Vec<(&'static str, &'static str)> {
        Vec::new()
    }

    /// Returns true if a battle takes a place of one of its parts into account: the card there is fielded.
    fn fields(_battle: &Self::Battle, _at: &Address) -> bool {
        true
    }

    /// Returns the names that the documents of a battle give, and where they are used.
    fn names(_battle: &Self::Battle) -> NameTable {
        NameTable::default()
    }

    /// The keys of those [`Game::knobs`] that players can change at the table, to make a handicap: nothing of them is printed on
    /// a card only. All of them where none is named.
    const HANDICAPS: &'static [&'static str] = &[];

    /// Returns the numbers of a battle that may be tuned.
    fn knobs(_battle: &Self::Battle) -> Vec<Knob> {
        Vec::new()
    }

    /// Returns other ways to write what of a battle may be tuned and is no whole number.
    fn alternatives(_battle: &Self::Battle) -> Vec<Alternative> {
        Vec::new()
    }

    /// Returns the lines of a battle that can be taken out, to see what each is worth.
    fn lines(_battle: &Self::Battle) -> Vec<WeighedLine> {
        Vec::new()
    }

    /// Returns the reason the rules leave no battle to compare with when a line is taken out; `None` if there is none.
    fn objection(_battle: &Self::Battle, _removal: &Removal) -> Option<String> {
        None
    }

    /// Returns the findings across the documents of all files, beyond each battle.
    fn cross_check(_docs: &[Arc<Doc<Self::Model>>]) -> Vec<Diagnostic> {
        Vec::new()
    }
}
