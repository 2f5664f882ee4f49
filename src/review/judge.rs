//! Last step: what is shown of all that was found, and what each document is fit for.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use muster_core::diag::{Diagnostic, Severity};
use muster_core::load::{CURLY_QUOTES, LONE_QUOTE, let_go};
use muster_core::source::{Address, FileId, Pointer, Sources, Span};
use muster_systems::{Role, System};

use super::check::{Battle, Checked};
use super::codes::UNUSED_DECK;
use super::group::{Groups, Member, Place};
use super::outcome::Unit;
use super::par_map::par_map;
use super::shared::{self, ScenarioFindings};
use super::{AT_ONCE, Review};

/// Judges what was found: `findings` before documents were checked, and what was found in them since. `first_named` is the first
/// file that was not given.
pub(super) fn judge(
    (mut sources, first_named): (Sources, FileId),
    mut findings: Vec<Diagnostic>,
    groups: Groups,
    checked: Checked,
    systems: &'static [&'static System],
) -> Review {
    let Groups { members, unread, complete } = groups;
    // What is wrong with a file as a text may change what it says: two values of one key, or a second document.
    let is_error = |finding: &&Diagnostic| finding.code.severity == Severity::Error;
    let misread: BTreeSet<FileId> = findings.iter().filter(is_error).map(|finding| finding.at.file).collect();
    let Checked { mut battles, across, templates } = checked;
    findings.extend(judge_battles(&members, &mut battles, &sources));
    let mut units = Vec::new();
    let mut whole = complete;
    for member in members {
        let mut battle = battles.remove(&member.file);
        findings.extend(battle.iter_mut().flat_map(|battle| std::mem::take(&mut battle.findings)));
        let begins = matches!(member.place, Place::Battle(_));
        let kind = member.document.outline.kind;
        if kind.role == Role::Part && begins && complete {
            let text = format!("no checked file uses this {kind}");
            let finding = Diagnostic::new(UNUSED_DECK, Address::key(member.file, Pointer::root().key(kind.key)), text);
            findings.push(finding.help("check it together with the scenarios that use it"));
        }
        whole &= !begins || battle.as_ref().is_some_and(|battle| battle.battle.is_some());
        let Member { file, given, document, files, .. } = member;
        let is_read = |battle: &Battle| battle.sound && !files.iter().any(|file| misread.contains(file));
        let sound = battle.as_ref().is_some_and(is_read);
        let (system, outline, doc) = (document.system, document.outline, document.doc);
        units.push(Unit { file, files, given, system, outline, doc, battle: battle.and_then(|b| b.battle), sound });
    }
    findings.extend(across);
    findings.extend(templates);
    leave_out_quotes(&mut findings);
    keep_places(&findings, &mut sources);
    Review { sources, findings, units, drawn: false, first_named, unread, whole, systems }
}

/// Returns the findings of all battles; those in decks that several battles share are merged.
fn judge_battles(members: &[Member], battles: &mut BTreeMap<FileId, Battle>, sources: &Sources) -> Vec<Diagnostic> {
    let (mut findings, mut judged) = (Vec::new(), Vec::new());
    let begin = members.iter().filter(|member| matches!(member.place, Place::Battle(_)));
    let mut found: BTreeMap<FileId, Vec<Diagnostic>> = begin
        .clone()
        .filter_map(|member| Some((member.file, std::mem::take(&mut battles.get_mut(&member.file)?.findings))))
        .collect();
    for member in begin {
        let found = found.remove(&member.file).unwrap_or_default();
        let Some(battle) = battles.get(&member.file).and_then(|battle| battle.battle.as_ref()) else {
            findings.extend(found);
            continue;
        };
        let name = member.document.outline.name.clone();
        judged.push(ScenarioFindings {
            file: member.file,
            files: member.files.clone(),
            name: name.unwrap_or_else(|| sources.get(member.file).path().to_string()),
            system: member.document.system,
            battle,
            findings: found,
        });
    }
    findings.extend(shared::merge(judged));
    findings
}

/// Leaves out findings of quotes that are part of a value where something else is found and fixed: it says more.
fn leave_out_quotes(findings: &mut Vec<Diagnostic>) {
    let of_quotes = |finding: &Diagnostic| finding.code == CURLY_QUOTES || finding.code == LONE_QUOTE;
    let mended: HashSet<Address> =
        findings.iter().filter(|f| f.fix.is_some() && !of_quotes(f)).map(|f| f.at.clone()).collect();
    findings.retain(|finding| !of_quotes(finding) || !mended.contains(&finding.at));
}

/// Keeps the places of findings in files whose trees were let go. They are read again for it, as many as are loaded at once, and
/// let go again.
fn keep_places(findings: &[Diagnostic], sources: &mut Sources) {
    let mut addresses: BTreeMap<FileId, BTreeSet<&Address>> = BTreeMap::new();
    for finding in findings {
        let related = finding.related.iter().map(|related| &related.at);
        let edits = finding.fix.iter().flat_map(|fix| &fix.edits).map(|edit| &edit.at);
        for at in related.chain(edits).chain([&finding.at]).filter(|at| sources.is_let_go(at.file)) {
            addresses.entry(at.file).or_default().insert(at);
        }
    }
    let files: Vec<FileId> = addresses.keys().copied().collect();
    for files in files.chunks(AT_ONCE) {
        let read = &*sources;
        let of_file = |file: &FileId| -> Vec<(Address, Span)> {
            addresses[file].iter().map(|at| ((*at).clone(), read.span(at))).collect()
        };
        let places = par_map(files.iter().collect(), of_file);
        sources.keep_places(places.into_iter().flatten());
        files.iter().for_each(|file| let_go(sources, *file));
    }
}
