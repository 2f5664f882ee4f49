//! A document whose values are shown in sheets: its text, its tree, and its game.

use camino::{Utf8Path, Utf8PathBuf};

use muster_core::diag::{Diagnostic, Sink};
use muster_core::load;
use muster_core::source::tree::{Tree, Value};
use muster_core::source::{FileId, Pointer, Sources};
use muster_systems::{Outline, Role, System};

/// A document that can be read as YAML and names its game.
pub struct SheetDocument {
    /// The sources, which hold the document alone.
    pub sources: Sources,
    /// The document's file.
    pub file: FileId,
    /// Its game.
    pub system: &'static System,
}

impl SheetDocument {
    /// Reads a document.
    ///
    /// # Errors
    ///
    /// Returns the findings that keep it from being read, in sources of their own, or says why it has no sheets.
    pub fn read(path: Utf8PathBuf, bytes: &[u8], systems: &[&'static System]) -> Result<SheetDocument, Unshown> {
        let (mut sources, mut sink) = (Sources::default(), Sink::default());
        let file = load::read(&mut sources, path, bytes, &mut sink);
        let Some(tree) = sources.get(file).tree() else {
            return Err(Unshown::Broken(Box::new(sources), sink.into_findings()));
        };
        let path = sources.get(file).path();
        let named = tree.member(tree.root(), "system").and_then(|node| match &node.value {
            Value::Str(text) => Some(text.to_string()),
            _ => None,
        });
        let system = named.as_deref().and_then(|id| systems.iter().find(|system| system.id() == id));
        let Some(system) = system else {
            let ids: Vec<&str> = systems.iter().map(|system| system.id()).collect();
            return Err(Unshown::Reason(format!(
                "`{path}` names no game; expected `system:` and one of {}",
                ids.join(", ")
            )));
        };
        if Outline::read(tree, system.kinds()).kind.role == Role::Record {
            return Err(Unshown::Reason(format!(
                "`{path}` is a recorded battle, which has no cards for a spreadsheet"
            )));
        }
        Ok(SheetDocument { sources, file, system })
    }

    /// Returns the path.
    pub fn path(&self) -> &Utf8Path {
        self.sources.get(self.file).path()
    }

    /// Returns the text.
    pub fn text(&self) -> &str {
        self.sources.get(self.file).text()
    }

    /// Returns the tree.
    pub fn tree(&self) -> &Tree {
        self.sources
            .get(self.file)
            .tree()
            .unwrap_or_else(|| panic!("internal error: a document of sheets without a tree"))
    }

    /// Returns the line of a value, from 1.
    pub fn line(&self, at: &Pointer) -> usize {
        self.sources.get(self.file).position(self.tree().span(at).start).line
    }
}

/// What keeps a document from being shown in sheets.
pub enum Unshown {
    /// It cannot be read: its file, and what is wrong with it.
    Broken(Box<Sources>, Vec<Diagnostic>),
    /// It has no sheets, for this reason.
    Reason(String),
}
