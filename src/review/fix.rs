//! Fixes files: makes the fixes of findings, reviews again, and so on until there is nothing left to fix.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use camino::{Utf8Path, Utf8PathBuf};
use serde_json::Value as Json;

use muster_core::diag::{Diagnostic, Edit, Fix, FixCounts, How, Sink};
use muster_core::load;
use muster_core::source::{File, FileId, Part, Pointer, Sources, Span};
use muster_systems::System;

use super::{Reader, Review, review};

/// After so many rounds fixing stops: every round fixes something, but nobody wants to wait for more.
const ROUNDS: usize = 200;

/// After so many attempts to make fixes together a round makes those that are known to be good.
const TRIES: usize = 64;

/// Files that were fixed, and what is found in them now.
pub struct Mended {
    /// The given files as they are now.
    pub files: Vec<(Utf8PathBuf, Vec<u8>)>,
    /// The given files that changed: path, text before, text now.
    pub changed: Vec<(Utf8PathBuf, String, String)>,
    /// Number of findings that were fixed.
    pub fixed: usize,
    /// The review of the files as they are now.
    pub review: Review,
}

/// Fixes files. `choose` says which findings of a review are to be fixed, and may find more in it before.
///
/// # Errors
///
/// The error of `choose`.
pub fn mend<E>(
    mut inputs: Vec<(Utf8PathBuf, Vec<u8>)>,
    read: &Reader<'_>,
    systems: &'static [&'static System],
    choose: impl Fn(&mut Review) -> Result<Vec<Diagnostic>, E>,
) -> Result<Mended, E> {
    let originals = inputs.clone();
    let mut fixed = 0;
    for round in 0.. {
        let mut review = review(&inputs, read, systems);
        let findings = choose(&mut review)?;
        let (texts, count) = apply(&review.sources, &findings, &inputs);
        // What changes nothing is no fix, and would be made again.
        let changes = inputs.iter().any(|(path, bytes)| texts.get(path).is_some_and(|text| text.as_bytes() != bytes));
        if count == 0 || round == ROUNDS || !changes {
            let changed = originals.into_iter().zip(&inputs).filter(|(before, now)| before.1 != now.1);
            // Only files that are text are fixed.
            let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
            let changed = changed.map(|((path, before), (_, now))| (path, text(&before), text(now))).collect();
            return Ok(Mended { files: inputs, changed, fixed, review });
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

/// Returns the replacements of a fix: files, bytes in them, and the new text. `None` if it would change what anything else means.
pub fn replacements(sources: &Sources, fix: &Fix) -> Option<Vec<(FileId, Span, String)>> {
    if fix.edits.iter().any(|edit| changes_more(sources, edit)) {
        return None;
    }
    make(sources, &[fix])?;
    let replacement = |edit: &Edit| edit.resolve(sources).map(|(span, text)| (edit.at.file, span, text));
    fix.edits.iter().map(replacement).collect()
}

/// Returns true if a text can be read and means the same as what a file holds: only its comments and its layout differ.
pub fn says_the_same(file: &File, text: &str) -> bool {
    file.tree().is_some() && means_the_same(file, text, &[])
}

/// Drops the fixes in files that could not be read and cannot be read once these fixes are made either: [`mend`] does not make
/// them, since nobody can tell what else they would change.
pub fn drop_vain(findings: &mut [Diagnostic], sources: &Sources) {
    let is_broken = |file: FileId| !sources.is_let_go(file) && sources.get(file).tree().is_none();
    let mut broken: BTreeMap<FileId, Vec<usize>> = BTreeMap::new();
    for (number, finding) in findings.iter().enumerate() {
        for edit in finding.fix.iter().flat_map(|fix| &fix.edits).filter(|edit| is_broken(edit.at.file)) {
            broken.entry(edit.at.file).or_default().push(number);
        }
    }
    for (file, mut numbers) in broken {
        numbers.dedup();
        let together = together(sources, numbers.iter().filter_map(|number| findings[*number].fix.as_ref()));
        // A large file is not read again so often.
        let mut tries = (MOST_READ_AGAIN / sources.get(file).text().len().max(1)).clamp(1, TRIES);
        if good(sources, together, &mut tries).is_empty() {
            numbers.into_iter().for_each(|number| findings[number].fix = None);
        }
    }
}

/// The most bytes of a broken file that are read again to find out which fixes can be made.
const MOST_READ_AGAIN: usize = 4 << 20;

/// Counts the fixes of findings by what [`mend`] does with them when `is_given` says which files it is given.
pub fn count(findings: &[Diagnostic], sources: &Sources, is_given: impl Fn(FileId) -> bool) -> FixCounts {
    let mut counts = FixCounts::default();
    for fix in findings.iter().filter_map(|finding| finding.fix.as_ref()) {
        let is_kept = |edit: &Edit| !sources.is_let_go(edit.at.file) && changes_more(sources, edit);
        if fix.edits.iter().any(|edit| !is_given(edit.at.file)) {
            counts.not_named += 1;
        } else if !fix.edits.iter().any(is_kept) {
            counts.safe += usize::from(fix.safe);
            counts.risky += usize::from(!fix.safe);
        }
    }
    counts
}

/// Returns the new texts of the given files, and how many findings were fixed.
fn apply(
    sources: &Sources,
    findings: &[Diagnostic],
    inputs: &[(Utf8PathBuf, Vec<u8>)],
) -> (BTreeMap<Utf8PathBuf, String>, usize) {
    // A file that is only named by another, or that is not UTF-8, is left alone.
    let bytes: HashMap<&Utf8Path, &[u8]> = inputs.iter().map(|(path, bytes)| (path.as_path(), &**bytes)).collect();
    let is_given = |file: &File| bytes.get(file.path()).is_some_and(|bytes| *bytes == file.text().as_bytes());
    let given: HashSet<FileId> = sources.iter().filter(|(_, file)| is_given(file)).map(|(id, _)| id).collect();
    let fixes = findings.iter().filter_map(|finding| finding.fix.as_ref());
    let batch = together(sources, fixes.filter(|fix| fix.edits.iter().all(|edit| given.contains(&edit.at.file))));
    // One of them may change what other lines mean: only the good ones are made.
    let mut tries = TRIES;
    let good = good(sources, batch, &mut tries);
    make(sources, &good).map_or_else(|| (BTreeMap::new(), 0), |texts| (texts, good.len()))
}

/// Returns the fixes that touch none of those before them and no value that an alias repeats.
fn together<'a>(sources: &Sources, fixes: impl Iterator<Item = &'a Fix>) -> Vec<&'a Fix> {
    let mut batch: Vec<&Fix> = Vec::new();
    let mut taken: BTreeMap<FileId, Taken> = BTreeMap::new();
    for fix in fixes {
        if fix.edits.iter().any(|edit| changes_more(sources, edit)) {
            continue;
        }
        let places: Option<Vec<_>> =
            fix.edits.iter().map(|edit| Some((edit, edit.resolve(sources)?.0, scope(sources, edit)))).collect();
        let Some(places) = places else { continue };
        if places.iter().all(|(edit, span, scope)| {
            taken.get(&edit.at.file).is_none_or(|taken| taken.is_free(edit.how, *span, scope.as_ref()))
        }) {
            for (edit, span, scope) in places {
                taken.entry(edit.at.file).or_default().take(edit.how, span, scope);
            }
            batch.push(fix);
        }
    }
    batch
}

/// Returns the fixes that can be made without changing what anything else means, found by halves. Those that `tries` does not
/// suffice for are left out: the next round comes to them.
fn good<'a>(sources: &Sources, mut fixes: Vec<&'a Fix>, tries: &mut usize) -> Vec<&'a Fix> {
    if fixes.is_empty() || *tries == 0 {
        return Vec::new();
    }
    *tries -= 1;
    if make(sources, &fixes).is_some() {
        return fixes;
    }
    if fixes.len() == 1 {
        return Vec::new();
    }
    let second = fixes.split_off(fixes.len() / 2);
    let mut all = good(sources, fixes, tries);
    all.extend(good(sources, second, tries));
    all
}

/// Returns true if an edit would also change a value that an alias repeats.
fn changes_more(sources: &Sources, edit: &Edit) -> bool {
    let holder = match edit.at.part {
        Part::Key => edit.at.pointer.parent(),
        _ => None,
    };
    let tree = sources.get(edit.at.file).tree();
    tree.is_some_and(|tree| tree.is_shared(holder.as_ref().unwrap_or(&edit.at.pointer)))
}

/// Returns the value that an edit changes; `None` for a comment, and where the text could not be read and has no values.
fn scope(sources: &Sources, edit: &Edit) -> Option<Pointer> {
    let comment = matches!(edit.at.part, Part::Bytes(_)) && edit.at.pointer == Pointer::root();
    (!comment && sources.get(edit.at.file).tree().is_some()).then(|| edit.scope())
}

/// The parts of a file that the fixes of a batch change; no two of them touch.
#[derive(Default)]
struct Taken {
    /// End of each span by its start.
    spans: BTreeMap<usize, usize>,
    scopes: BTreeSet<Pointer>,
    /// Those of the scopes of which parts are removed and nothing else is done: more of them may be.
    thinned: BTreeSet<Pointer>,
}

impl Taken {
    /// Returns true if an edit touches none of the spans, and its scope neither holds one that is taken nor is held by
    /// one.
    fn is_free(&self, how: How, span: Span, scope: Option<&Pointer>) -> bool {
        let apart = self.spans.range(..=span.end).next_back().is_none_or(|(_, end)| *end < span.start);
        let Some(scope) = scope else { return apart };
        if how == How::Remove && self.thinned.contains(scope) {
            return apart;
        }
        let mut holders = std::iter::successors(Some(scope.clone()), Pointer::parent);
        let inside = scope.join("/");
        let mut below = self.scopes.range(inside.clone()..);
        apart
            && !holders.any(|holder| self.scopes.contains(&holder))
            && below.next().is_none_or(|other| !other.as_str().starts_with(inside.as_str()))
    }

    fn take(&mut self, how: How, span: Span, scope: Option<Pointer>) {
        self.spans.insert(span.start, span.end);
        if how == How::Remove {
            self.thinned.extend(scope.clone());
        }
        self.scopes.extend(scope);
    }
}

/// Returns the texts with these fixes made; `None` if that would change what anything else means.
fn make(sources: &Sources, fixes: &[&Fix]) -> Option<BTreeMap<Utf8PathBuf, String>> {
    let mut by_file: BTreeMap<FileId, Vec<&Edit>> = BTreeMap::new();
    for edit in fixes.iter().flat_map(|fix| &fix.edits) {
        by_file.entry(edit.at.file).or_default().push(edit);
    }
    let mut texts = BTreeMap::new();
    for (id, edits) in by_file {
        let file = sources.get(id);
        let resolve = |edit| Some((Edit::resolve(edit, sources)?, edit));
        let mut resolved: Vec<_> = edits.into_iter().map(resolve).collect::<Option<_>>()?;
        resolved.sort_by_key(|((span, _), _)| span.start);
        let mut text = String::with_capacity(file.text().len());
        let mut done = 0;
        for ((span, new), _) in &resolved {
            text.push_str(file.text().get(done..span.start)?);
            text.push_str(new);
            done = span.end;
        }
        text.push_str(file.text().get(done..)?);
        // From the last to the first: items of a list are removed without a change of the numbers of those before them.
        let edits: Vec<&Edit> = resolved.iter().rev().map(|(_, edit)| *edit).collect();
        if !means_the_same(file, &text, &edits) {
            return None;
        }
        texts.insert(file.path().to_owned(), text);
    }
    Some(texts)
}

/// Returns true if a text with edits made means what it meant but for what the edits say.
fn means_the_same(file: &File, text: &str, edits: &[&Edit]) -> bool {
    let (mut sources, mut sink) = (Sources::default(), Sink::default());
    let id = sources.add(file.path().to_owned(), text.to_owned());
    let Some(now) = load::parse(&sources, id, &mut sink).map(|tree| tree.to_json()) else { return false };
    // What could not be read at all has no meaning to keep.
    let Some(mut expected) = file.tree().map(muster_core::source::tree::Tree::to_json) else { return true };
    edits.iter().all(|edit| expect(&mut expected, &now, edit).is_some()) && expected == now
}

/// Makes an edit's change in what the document meant. Where the edit writes a value, the new one is taken as it is.
fn expect(meant: &mut Json, now: &Json, edit: &Edit) -> Option<()> {
    let at = &edit.at.pointer;
    match (edit.how, &edit.at.part) {
        // Comments mean nothing.
        (How::Replace, Part::Bytes(_)) if *at == Pointer::root() => {}
        (How::Replace, Part::Value | Part::Bytes(_) | Part::Words(_) | Part::Letters { .. }) => {
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
            let step = at.steps().last()?;
            match meant.pointer_mut(at.parent()?.as_str())? {
                Json::Array(list) => {
                    let index: usize = step.parse().ok()?;
                    (index < list.len()).then(|| list.remove(index))?;
                }
                Json::Object(members) => {
                    members.shift_remove(&step)?;
                }
                _ => return None,
            }
        }
        (How::Append, _) => {
            // One of several is in its turn the next.
            let list = meant.pointer_mut(at.as_str())?.as_array_mut()?;
            list.push(now.pointer(at.as_str())?.as_array()?.get(list.len())?.clone());
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
