//! Second step: bytes into text, and text into trees.

use std::sync::Arc;

use camino::Utf8PathBuf;

use muster_core::diag::Sink;
use muster_core::load;
use muster_core::source::{FileId, Sources, clean};

use super::cache::ReviewCache;
use super::discover::Known;
use super::par_map::par_map;
use super::paths::same_file;
use super::read::Reading;

/// A file that was added to the sources.
pub(super) struct Loaded {
    pub(super) file: FileId,
    /// The findings in its text.
    pub(super) sink: Sink,
    /// The earlier reading of it, with all that was found in it; `None` if it is to be read.
    pub(super) reading: Option<Reading>,
}

/// Adds files that are not known yet to the sources, each with its tree where it has one.
pub(super) fn load(
    inputs: &[(Utf8PathBuf, Vec<u8>)],
    given: bool,
    sources: &mut Sources,
    known: &mut Known,
    cache: Option<&ReviewCache>,
) -> Vec<Loaded> {
    let inputs = par_map(inputs.iter().collect(), |(path, bytes)| {
        let cached = cache.and_then(|cache| cache.file(path, bytes, given));
        let fresh = if cached.is_none() { Some(load::file(path.clone(), bytes)) } else { None };
        ([clean(path), same_file(path)], cached, fresh, (path, bytes))
    });
    let mut files = Vec::new();
    for (names, cached, fresh, (path, bytes)) in inputs {
        // A file may be named in several ways: relative, from the root, through a link.
        if let Some(id) = names.iter().find_map(|name| known.get(name)).copied() {
            known.extend(names.map(|name| (name, id)));
            continue;
        }
        let mut sink = Sink::default();
        // Addresses name files by their numbers.
        let cached = cached.filter(|(_, reading)| reading.file == sources.next_id());
        let file = match cached {
            Some((file, _)) => sources.push(Arc::clone(file)),
            None => load::keep(sources, fresh.unwrap_or_else(|| load::file(path.clone(), bytes)), &mut sink),
        };
        known.extend(names.map(|name| (name, file)));
        files.push(Loaded { file, sink, reading: cached.map(|(_, reading)| reading.clone()) });
    }
    let texts = &*sources;
    let parsed = par_map(files, |mut loaded| {
        let is_parsed = loaded.reading.is_none() && loaded.sink.is_empty();
        let tree = if is_parsed { load::parse(texts, loaded.file, &mut loaded.sink) } else { None };
        (loaded, tree)
    });
    let keep = |(loaded, tree): (Loaded, _)| {
        if let Some(tree) = tree {
            sources.set_tree(loaded.file, tree);
        }
        loaded
    };
    parsed.into_iter().map(keep).collect()
}
