//! Fifth step: what is wrong with what documents say. Each battle is resolved and checked, then the records of it; then what
//! can only be seen across documents, and the templates of each folder together.

use std::collections::BTreeMap;

use muster_core::diag::{Diagnostic, Severity, Sink};
use muster_core::source::{Address, FileId, Pointer, Sources};
use muster_systems::{Opaque, System};

use super::cache::{CachedCheck, ReviewCache};
use super::codes::BROKEN_CHECK;
use super::discover::Reader;
use super::group::{Member, Place};
use super::par_map::par_map;
use super::read::SetAside;
use super::templates::NamedFiles;
use super::{catalogues, templates};

/// The results of checking all documents.
pub(super) struct Checked {
    /// By the file that begins the battle, or records it.
    pub(super) battles: BTreeMap<FileId, Battle>,
    /// Findings across documents.
    pub(super) across: Vec<Diagnostic>,
    /// Findings in templates.
    pub(super) templates: Vec<Diagnostic>,
}

/// A battle, or a record of one, that was checked.
pub(super) struct Battle {
    /// The battle, resolved; `None` if a document of it is missing.
    pub(super) battle: Option<Opaque>,
    /// Whether nothing in it is an error.
    pub(super) sound: bool,
    pub(super) findings: Vec<Diagnostic>,
}

/// Checks documents, and templates; of battles that the cache knows what was found before is found again.
pub(super) fn check(
    members: &mut [Member],
    templates: &[SetAside],
    (sources, read): (&Sources, &Reader<'_>),
    systems: &'static [&'static System],
    mut cache: Option<&mut ReviewCache>,
) -> Checked {
    let known = cache.as_deref();
    let found =
        par_map(members.iter_mut().collect(), |member: &mut Member| Some((member.file, battle(member, known)?)));
    let mut battles = BTreeMap::new();
    for (file, (battle, check)) in found.into_iter().flatten() {
        if let (Some(cache), Some(check)) = (cache.as_deref_mut(), check) {
            cache.keep_check(file, check);
        }
        battles.insert(file, battle);
    }
    for member in members.iter_mut() {
        if let Place::Record(main) = member.place {
            let record = record(member, main.and_then(|main| battles.get(&main)), cache.as_deref_mut());
            battles.insert(member.file, record);
        }
    }
    let across = |system: &System| {
        let of_system = members.iter().filter(|member| member.document.system.id() == system.id());
        system.cross_check(&of_system.map(|member| member.document.doc.clone()).collect::<Vec<_>>())
    };
    let across = systems.iter().copied().flat_map(across).collect();
    Checked { battles, across, templates: check_templates(templates, sources, read) }
}

/// Returns the battle that a document begins, resolved and checked, with what was found in its documents if the cache does not
/// know it; `None` if it begins none.
fn battle(member: &mut Member, cache: Option<&ReviewCache>) -> Option<(Battle, Option<CachedCheck>)> {
    let Place::Battle(docs) = &mut member.place else { return None };
    let mut findings = std::mem::take(&mut member.findings);
    let Some(docs) = docs.take() else { return Some((Battle { battle: None, sound: false, findings }, None)) };
    if let Some(known) = cache.and_then(|cache| cache.check(member.file, &docs)) {
        findings.extend_from_slice(&known.findings);
        let sound = is_sound(&findings);
        return Some((Battle { battle: known.battle.clone(), sound, findings }, None));
    }
    let system = member.document.system;
    let battle = system.resolve(&docs);
    let (mut found, broken) = system.check(&battle);
    found.extend(broken.iter().map(|code| {
        let text = format!("internal error: the check {} ({}) failed on this file", code.id, code.name);
        Diagnostic::new(BROKEN_CHECK, Address::value(member.file, Pointer::root()), text)
    }));
    let kept = cache.map(|_| CachedCheck { values: docs, battle: Some(battle.clone()), findings: found.clone() });
    findings.extend(found);
    let sound = is_sound(&findings);
    Some((Battle { battle: Some(battle), sound, findings }, kept))
}

/// Returns a record, checked against the battle that it records.
fn record(member: &mut Member, main: Option<&Battle>, cache: Option<&mut ReviewCache>) -> Battle {
    let Member { file, document, findings, .. } = member;
    let battle = main.and_then(|main| main.battle.clone());
    let values: Vec<Opaque> = [document.doc.clone()].into_iter().chain(battle.clone()).collect();
    let known = cache.as_deref().and_then(|cache| cache.check(*file, &values));
    let found = match known {
        Some(known) => known.findings.clone(),
        None => battle.iter().flat_map(|battle| document.system.check_play(&document.doc, battle)).collect(),
    };
    if let Some(cache) = cache {
        cache.keep_check(*file, CachedCheck { values, battle: None, findings: found.clone() });
    }
    let findings = [found, std::mem::take(findings)].concat();
    Battle { battle, sound: is_sound(&findings) && main.is_some_and(|main| main.sound), findings }
}

fn is_sound(findings: &[Diagnostic]) -> bool {
    findings.iter().all(|finding| finding.code.severity < Severity::Error)
}

/// Returns the findings in catalogues and templates; templates of one folder belong together.
fn check_templates(aside: &[SetAside], sources: &Sources, read: &Reader<'_>) -> Vec<Diagnostic> {
    let mut sink = Sink::default();
    let all: Vec<_> = aside.iter().filter_map(|template| Some((template.file, template.system?))).collect();
    if all.is_empty() {
        return Vec::new();
    }
    let is_catalogue = |(file, _): &(FileId, _)| {
        sources.get(*file).tree().is_some_and(|tree| tree.member(tree.root(), catalogues::KEY).is_some())
    };
    let (of_words, mut all): (Vec<_>, Vec<_>) = all.into_iter().partition(is_catalogue);
    if !of_words.is_empty() {
        let schema = catalogues::schema();
        of_words.iter().for_each(|(file, system)| catalogues::check(system, *file, sources, schema, &mut sink));
    }
    if all.is_empty() {
        return sink.into_findings();
    }
    let schema = templates::schema();
    let of = |(file, system): &(FileId, &'static System)| (system.id(), sources.get(*file).path().parent());
    all.sort_by_key(&of);
    for folder in all.chunk_by(|a, b| of(a) == of(b)) {
        let files: Vec<FileId> = folder.iter().map(|(file, _)| *file).collect();
        let fonts = NamedFiles::new(read, false);
        templates::check(folder[0].1, &files, fonts, (sources, schema), &mut sink);
    }
    sink.into_findings()
}
