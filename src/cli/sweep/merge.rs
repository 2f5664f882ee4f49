//! `muster merge DIR`: the parts of a sweep put together.

use camino::{Utf8Path, Utf8PathBuf};

use super::folder::{PartState, SweepFolder};
use super::{html, json, text};
use crate::cli::output::Artifact;
use crate::cli::report::{Extra, OutputFile, Report as Reporting};
use crate::cli::{Outcome, Trouble};
use crate::project::Project;
use crate::project::verdict::Purpose;
use crate::sweep::{PartSums, Plan, Stranger, SweepPoint, SweptBattles, stranger, unlike};
use crate::systems::Role;
use crate::tune::EndCount;

/// The counts of a whole sweep.
pub(super) struct Merged<'p> {
    pub(super) plan: &'p Plan,
    /// By point.
    ends: Vec<EndCount>,
}

impl<'p> Merged<'p> {
    /// Returns the points in the order of the plan, with what was counted of each.
    pub(super) fn points(&self) -> impl Iterator<Item = (&'p SweepPoint, &EndCount)> {
        self.plan.points.iter().zip(&self.ends)
    }
}

/// Puts the parts of a sweep together. What is said does not depend on how many there are.
pub(in crate::cli) fn merge(
    folder: &Utf8Path,
    project: &Project,
    page: Option<&Utf8PathBuf>,
    (reporting, output): (&Reporting, &OutputFile),
) -> Outcome {
    let opened = SweepFolder::open(folder)?;
    let plan = &opened.plan;
    let parts = whole(&opened, folder)?;
    let review = plan.review(project.systems);
    let written = page.into_iter().map(|page| (page, Artifact::Page)).chain(output.artifact());
    reporting.check_outputs(written, &review, project)?;
    let strange = |found: Stranger| {
        Trouble(format!("part {} is not to be trusted: {}; take its file away and play it anew", found.part, found.why))
    };
    let battles = SweptBattles::new(plan, &review).map_err(Trouble)?;
    if let Some(found) =
        unlike(plan, &parts).map_or_else(|| stranger(&battles, &parts), |found| Ok(Some(found))).map_err(Trouble)?
    {
        return Err(strange(found));
    }
    let mut ends: Vec<EndCount> = vec![EndCount::default(); plan.points.len()];
    for segment in parts.into_iter().flat_map(|sums| sums.segments) {
        ends[segment.point].add(segment.ends);
    }
    drop(battles);
    let merged = Merged { plan, ends };
    if let Some(file) = page {
        reporting.overwrite.write(file, Artifact::Page, html::page(&merged).as_bytes())?;
    }
    let extra = Extra {
        text: text::report(&merged),
        json: Some(("", json::report(&merged))),
        purpose: Purpose { done: Some(("swept", &[Role::Main])), leaves_checking: false },
        ..Extra::default()
    };
    reporting.emit(review, project, &extra, output.output_file.as_ref())
}

/// Returns all parts, which must be whole.
fn whole(opened: &SweepFolder, folder: &Utf8Path) -> Result<Vec<PartSums>, Trouble> {
    let mut parts = Vec::new();
    for part in 1..=opened.plan.parts {
        let why = match opened.state(part) {
            PartState::Whole(sums) => {
                parts.push(sums);
                continue;
            }
            PartState::Missing(_) => "is missing".to_owned(),
            PartState::Broken(why) => format!("is broken: {why}"),
        };
        return Err(Trouble(format!("part {part} {why}; `muster sweep status {folder}` tells what is left to play")));
    }
    Ok(parts)
}
