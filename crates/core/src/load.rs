//! Text into a tree with places: encodings, YAML 1.2, and what is legal YAML but treacherous.
//!
//! Nothing here stops at a file's first mistake, and nothing a file contains can make it slow: size, depth and the
//! number of values are limited before anything is built from them.

mod build;
mod codes;
mod quick;
mod recover;
mod scalar;
mod text;
mod yaml;

use camino::Utf8PathBuf;

pub use codes::CODES;
pub use codes::{AMBIGUOUS_SCALAR, CURLY_QUOTES, LONE_QUOTE};
pub use text::{Undecodable, decode};

use crate::diag::{Diagnostic, Sink};
use crate::source::tree::{Tree, Value};
use crate::source::{Address, File, FileId, Pointer, Sources};

/// The largest file that is read, in bytes.
pub const MAX_BYTES: usize = 8 << 20;

/// The deepest nesting of lists and mappings, aliases followed.
pub const MAX_DEPTH: usize = 64;

/// The most values in a file, aliases followed.
pub const MAX_VALUES: usize = 200_000;

/// Returns true if a plain scalar, written without quotes, is text to this reader and to older ones.
pub fn is_text(plain: &str) -> bool {
    matches!(scalar::resolve(plain), Value::Str(_)) && scalar::trap(plain).is_none()
}

/// Returns the value of a plain scalar, written without quotes.
pub fn plain(text: &str) -> Value {
    scalar::resolve(text)
}

/// Takes a file's bytes as text. The file is kept whatever is wrong with it, so that findings can show it.
pub fn add(sources: &mut Sources, path: Utf8PathBuf, bytes: &[u8], sink: &mut Sink) -> FileId {
    keep(sources, file(path, bytes), sink)
}

/// Returns a file of some bytes, and why they are no text.
pub fn file(path: Utf8PathBuf, bytes: &[u8]) -> (File, Option<Box<Undecodable>>) {
    match decode(bytes) {
        Ok(text) => (File::new(path, text), None),
        Err(mut bad) => (File::new(path, std::mem::take(&mut bad.shown)), Some(bad)),
    }
}

/// Keeps a file, with a finding when it is no text.
pub fn keep(sources: &mut Sources, (file, bad): (File, Option<Box<Undecodable>>), sink: &mut Sink) -> FileId {
    let file = sources.push(file);
    if let Some(bad) = bad {
        let at = Address::bytes(file, Pointer::root(), bad.span);
        let mut finding = Diagnostic::new(bad.code, at, bad.message);
        finding.help = bad.help;
        if bad.removable {
            let at = finding.at.clone();
            finding = finding.replace(true, at, "");
        }
        sink.push(finding);
    }
    file
}

/// Reads a file's text as YAML; none unless it is sound: half a tree would only give findings that are not so.
pub fn parse(sources: &Sources, file: FileId, sink: &mut Sink) -> Option<Tree> {
    build::tree(sources.get(file).text(), file, sink)
}

/// Takes and reads a file, and gives it its tree.
pub fn read(sources: &mut Sources, path: Utf8PathBuf, bytes: &[u8], sink: &mut Sink) -> FileId {
    let before = sink.len();
    let file = add(sources, path, bytes, sink);
    if sink.len() == before
        && let Some(tree) = parse(sources, file, sink)
    {
        sources.set_tree(file, tree);
    }
    file
}

/// Lets go of the tree of a file. It is read again when it is asked for.
pub fn let_go(sources: &mut Sources, file: FileId) {
    sources.let_go(file, |text, file| build::tree(text, file, &mut Sink::default()));
}
