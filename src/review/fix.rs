//! Mends files: makes the fixes of findings, reviews again, and so on until there is nothing left to mend.

use std::collections::{BTreeMap, BTreeSet};

use camino::Utf8PathBuf;
use serde_json::Value as Json;

use super::{Reader, Review, review};
use crate::diag::{Diagnostic, Edit, Fix, How, Sink};
use crate::load;
use crate::source::{File, FileId, Part, Pointer, Sources, Span};
use crate::systems::System;

/// After so many rounds mending stops: every round mends something, but nobody wants to wait for more.
const ROUNDS: usize = 200;

/// Files that were mended, and what is found in them now.
pub struct Mended {
    /// The given files that changed: path, text before, text now.
    pub changed: Vec<(Utf8PathBuf, String, String)>,
    /// How many findings were mended.
    pub fixed: usize,
    /// The review of the files as they are now.
    pub review: Review,
}

/// Mends files. `choose` says which findings of a review are to be mended.
pub fn mend<E>(
    mut inputs: Vec<(Utf8PathBuf, Vec<u8>)>,
    read: &Reader<'_>,
    systems: &[&'static dyn System],
    choose: impl Fn(&Review) -> Result<Vec<Diagnostic>, E>,
) -> Result<Mended, E> {
    let originals = inputs.clone();
    let mut fixed = 0;
    for round in 0.. {
        let review = review(inputs.clone(), read, systems);
        let findings = choose(&review)?;
        let (texts, count) = apply(&review.sources, &findings, &inputs);
        if count == 0 || round == ROUNDS {
            let changed = originals.into_iter().zip(inputs).filter(|(before, now)| before.1 != now.1);
            // Only files that are text are mended.
            let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
            let changed = changed.map(|((path, before), (_, now))| (path, text(before), text(now))).collect();
            return Ok(Mended { changed, fixed, review });
        }
        fixed += count;
        for (path, bytes) in &mut inputs {
            if let Some(text) = texts.get(path) {
                *bytes = text.clone().into_bytes();
            }
        }
    }
    unreachable!("internal error: mending ends after {ROUNDS} rounds")
}

/// The new texts of the given files, and how many findings were mended.
fn apply(
    sources: &Sources,
    findings: &[Diagnostic],
    inputs: &[(Utf8PathBuf, Vec<u8>)],
) -> (BTreeMap<Utf8PathBuf, String>, usize) {
    // A file that is only named by another, or that is not UTF-8, is left alone.
    let given = |id: &FileId| {
        let file = sources.get(*id);
        inputs.iter().any(|(path, bytes)| path == file.path() && bytes == file.text().as_bytes())
    };
    let fixes: Vec<&Fix> = findings
        .iter()
        .filter_map(|finding| finding.fix.as_ref())
        .filter(|fix| fix.edits.iter().map(|edit| &edit.at.file).all(given))
        .collect();
    let mut batch: Vec<&Fix> = Vec::new();
    let mut taken: BTreeMap<FileId, (Vec<Span>, BTreeSet<Pointer>)> = BTreeMap::new();
    for fix in fixes {
        let places: Option<Vec<_>> =
            fix.edits.iter().map(|edit| Some((edit.at.file, edit.resolve(sources)?.0, edit.scope()))).collect();
        let Some(places) = places else { continue };
        let free = places.iter().all(|(file, span, scope)| {
            taken.get(file).is_none_or(|(spans, scopes)| {
                spans.iter().all(|other| apart(*other, *span)) && scopes.iter().all(|other| separate(other, scope))
            })
        });
        if free {
            for (file, span, scope) in places {
                let (spans, scopes) = taken.entry(file).or_default();
                spans.push(span);
                scopes.insert(scope);
            }
            batch.push(fix);
        }
    }
    if let Some(texts) = make(sources, &batch) {
        return (texts, batch.len());
    }
    // One of them would change what other lines mean: each by itself, and only the good ones.
    let good: Vec<&Fix> = batch.into_iter().filter(|fix| make(sources, &[fix]).is_some()).collect();
    make(sources, &good).map_or_else(|| (BTreeMap::new(), 0), |texts| (texts, good.len()))
}

/// Whether two edits can be made at once without touching.
fn apart(a: Span, b: Span) -> bool {
    a.end < b.start || b.end < a.start
}

/// Whether neither value holds the other.
fn separate(a: &Pointer, b: &Pointer) -> bool {
    let holds = |outer: &str, inner: &str| {
        inner == outer || inner.strip_prefix(outer).is_some_and(|rest| rest.starts_with('/'))
    };
    !holds(a.as_str(), b.as_str()) && !holds(b.as_str(), a.as_str())
}

/// The texts with these fixes made; none when that would change what anything else means.
fn make(sources: &Sources, fixes: &[&Fix]) -> Option<BTreeMap<Utf8PathBuf, String>> {
    let mut by_file: BTreeMap<FileId, Vec<&Edit>> = BTreeMap::new();
    for edit in fixes.iter().flat_map(|fix| &fix.edits) {
        by_file.entry(edit.at.file).or_default().push(edit);
    }
    let mut texts = BTreeMap::new();
    for (id, edits) in by_file {
        let file = sources.get(id);
        let mut replaced: Vec<_> = edits.iter().map(|edit| edit.resolve(sources)).collect::<Option<_>>()?;
        replaced.sort_by_key(|(span, _)| span.start);
        let mut text = String::with_capacity(file.text().len());
        let mut done = 0;
        for (span, new) in replaced {
            text.push_str(file.text().get(done..span.start)?);
            text.push_str(&new);
            done = span.end;
        }
        text.push_str(file.text().get(done..)?);
        if !means_the_same(file, &text, &edits) {
            return None;
        }
        texts.insert(file.path().to_owned(), text);
    }
    Some(texts)
}

/// Whether a text with edits made means what it meant but for what the edits say.
fn means_the_same(file: &File, text: &str, edits: &[&Edit]) -> bool {
    let (mut sources, mut sink) = (Sources::default(), Sink::default());
    let id = sources.add(file.path().to_owned(), text.to_owned());
    let Some(now) = load::parse(&sources, id, &mut sink).map(|tree| tree.to_json()) else { return false };
    // What could not be read at all has no meaning to keep.
    let Some(mut expected) = file.tree().map(crate::source::tree::Tree::to_json) else { return true };
    edits.iter().all(|edit| expect(&mut expected, &now, edit).is_some()) && expected == now
}

/// Makes an edit's change in what the document meant. Where the edit writes a value, the new one is taken as it is.
fn expect(meant: &mut Json, now: &Json, edit: &Edit) -> Option<()> {
    let at = &edit.at.pointer;
    match (edit.how, &edit.at.part) {
        // Comments mean nothing.
        (How::Replace, Part::Bytes(_)) if *at == Pointer::root() => {}
        (How::Replace, Part::Value | Part::Bytes(_) | Part::Words(_)) => {
            *meant.pointer_mut(at.as_str())? = now.pointer(at.as_str())?.clone();
        }
        (How::Replace, Part::Key) => {
            let parent = at.parent()?;
            let new = now.pointer(parent.as_str())?.as_object()?;
            let old = meant.pointer_mut(parent.as_str())?.as_object_mut()?;
            let value = old.shift_remove(&at.steps().last()?)?;
            let mut added = new.keys().filter(|key| !old.contains_key(*key));
            let (key, None) = (added.next()?.clone(), added.next()) else { return None };
            // `key:value` without a blank is a key without a value, which gets one.
            let value = if value.is_null() { new[&key].clone() } else { value };
            old.insert(key, value);
        }
        (How::Remove, _) => {
            let index: usize = at.steps().last()?.parse().ok()?;
            let list = meant.pointer_mut(at.parent()?.as_str())?.as_array_mut()?;
            (index < list.len()).then(|| list.remove(index))?;
        }
        (How::Append, _) => {
            let last = now.pointer(at.as_str())?.as_array()?.last()?;
            meant.pointer_mut(at.as_str())?.as_array_mut()?.push(last.clone());
        }
        (How::Insert, _) => {
            let (key, value) = now.pointer(at.as_str())?.as_object()?.iter().next_back()?;
            let old = meant.pointer_mut(at.as_str())?.as_object_mut()?;
            if old.insert(key.clone(), value.clone()).is_some() {
                return None;
            }
        }
    }
    Some(())
}
