//! Second step: bytes into text, and text into trees.

use camino::Utf8PathBuf;

use super::discover::Known;
use super::par_map::par_map;
use super::paths::{clean, same_file};
use crate::diag::Sink;
use crate::load;
use crate::source::{FileId, Sources};

/// Adds files that are not known yet to the sources, each with its tree where it has one, and returns each with what was found
/// in it.
pub(super) fn load(inputs: &[(Utf8PathBuf, Vec<u8>)], sources: &mut Sources, known: &mut Known) -> Vec<(FileId, Sink)> {
    let inputs = par_map(inputs.iter().collect(), |(path, bytes)| {
        ([clean(path), same_file(path)], load::file(path.clone(), bytes))
    });
    let mut files = Vec::new();
    for (names, file) in inputs {
        // A file may be named in several ways: relative, from the root, through a link.
        if let Some(id) = names.iter().find_map(|name| known.get(name)).copied() {
            known.extend(names.map(|name| (name, id)));
            continue;
        }
        let mut sink = Sink::default();
        let id = load::keep(sources, file, &mut sink);
        known.extend(names.map(|name| (name, id)));
        files.push((id, sink));
    }
    let texts = &*sources;
    let parsed = par_map(files, |(file, mut sink)| {
        let tree = if sink.is_empty() { load::parse(texts, file, &mut sink) } else { None };
        (file, tree, sink)
    });
    let keep = |(file, tree, sink)| {
        if let Some(tree) = tree {
            sources.set_tree(file, tree);
        }
        (file, sink)
    };
    parsed.into_iter().map(keep).collect()
}
