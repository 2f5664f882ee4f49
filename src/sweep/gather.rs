//! From a sweep as it is written to a plan: the files are read, and every combination is tried whether it can be played.

use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use muster_core::diag::{Diagnostic, Severity, Sink};
use muster_core::source::{Address, FileId, Pointer, Sources};
use muster_systems::System;

use super::draft::{Draft, draft};
use super::{Plan, PlannedFile, SweepTerms, SweptBattles, document};
use crate::review::{Reader, Review, WRONG_SWEEP};
use crate::tune::ChangePolicy;

/// The reason that a sweep cannot be planned.
pub struct Unplanned {
    /// The findings in its file.
    pub findings: Vec<Diagnostic>,
    /// The review of its scenarios where one of these has errors.
    pub unsound: Option<Box<Review>>,
}

/// Finds what is wrong in the file of a sweep. `read` reads a file by its path relative to that of the sweep. Whether its
/// combinations can be played is not tried.
pub fn look(
    sources: &Sources,
    file: FileId,
    read: &Reader<'_>,
    systems: &'static [&'static System],
) -> Vec<Diagnostic> {
    let mut sink = Sink::default();
    let document = document::schema().read::<document::SweepDocument>(sources, file, &mut sink);
    let mut findings = sink.into_findings();
    if let Some(document) = document {
        findings.extend(draft((sources, file), &document.sweep, read, systems).findings);
    }
    findings
}

/// Makes a plan of the terms of a sweep in a file. `read` reads a file by its path relative to that of the sweep; `judge` tells of
/// combinations in which something new is found whether that counts.
///
/// # Errors
/// Has what is wrong in the file of the sweep.
pub fn gather(
    (sources, file): (&Sources, FileId),
    terms: &SweepTerms,
    parts: u64,
    read: &Reader<'_>,
    judge: &dyn ChangePolicy,
    systems: &'static [&'static System],
) -> Result<Plan, Unplanned> {
    let Draft { mut plan, inputs, review, unsound, findings } = draft((sources, file), terms, read, systems);
    if findings.iter().any(|finding| finding.severity == Severity::Error) {
        return Err(Unplanned { findings, unsound: unsound.then(|| Box::new(review)) });
    }
    plan.parts = parts;
    let planned =
        |file: &muster_core::source::File| PlannedFile { path: file.path().to_string(), text: file.text().to_owned() };
    plan.files = review.sources.iter().map(|(_, source)| planned(source)).collect();
    drop((inputs, review));
    let at = |key: &str| Address::key(file, Pointer::root().key("sweep").join(key));
    let wrong =
        |at: Address| |why: String| Unplanned { findings: vec![Diagnostic::new(WRONG_SWEEP, at, why)], unsound: None };
    settle(&mut plan, judge, systems).map_err(wrong(at("")))?;
    if plan.points.is_empty() {
        let why = "every combination causes a new finding of `muster check`: none can be played".to_owned();
        return Err(wrong(at(if plan.vary.is_empty() { "" } else { "/vary" }))(why));
    }
    plan.validate().map_err(wrong(at("")))?;
    Ok(plan)
}

/// Fills in what only the compiled battles tell: what the values belong to, and which combinations can be played.
fn settle(plan: &mut Plan, judge: &dyn ChangePolicy, systems: &'static [&'static System]) -> Result<(), String> {
    let drafted = plan.clone();
    let reviewed = drafted.review(systems);
    let battles = SweptBattles::new(&drafted, &reviewed, Some(judge))?;
    for (i, scenario) in plan.scenarios.iter_mut().enumerate() {
        scenario.what = (0..drafted.vary.len()).map(|place| battles.what(i, place)).collect();
    }
    let all = drafted.combinations()?;
    let legal: Vec<bool> = all.par_iter().map(|point| battles.compile(point).is_some()).collect();
    for (point, legal) in all.into_iter().zip(legal) {
        if legal { plan.points.push(point) } else { plan.illegal.push(point) }
    }
    Ok(())
}
