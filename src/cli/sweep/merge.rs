//! `muster merge DIR`: the parts of a sweep put together.

use camino::{Utf8Path, Utf8PathBuf};

use muster_systems::Role;

use super::folder::{PartState, SweepFolder};
use super::{html, json, text};
use crate::cli::output::Artifact;
use crate::cli::report::{Extra, OutputFile, Report as Reporting};
use crate::cli::{Outcome, Trouble};
use crate::project::Project;
use crate::project::verdict::Purpose;
use crate::review::Review;
use crate::sweep::{PartSums, Plan, Stranger, SweepPoint, SweptBattles, stranger, unlike};
use crate::tune::{Distance, Measured, TargetPart};

/// The counts of a whole sweep.
pub(super) struct Merged<'p> {
    pub(super) plan: &'p Plan,
    /// By point.
    measured: Vec<Measured>,
}

/// A combination and what came of it.
#[derive(Clone)]
pub(super) struct Row<'m> {
    pub(super) point: &'m SweepPoint,
    pub(super) measured: &'m Measured,
    /// Its distance from the targets; `None` if there are none.
    pub(super) target: Option<TargetRow>,
}

/// The distance of a combination from the targets.
#[derive(Clone)]
pub(super) struct TargetRow {
    /// Its place among those of its scenario, from 1; the nearest to what is wanted is the first.
    pub(super) rank: usize,
    /// The distance from all targets together.
    pub(super) distance: Distance,
    /// The distance from each target.
    pub(super) parts: Vec<(TargetPart, Distance)>,
}

impl<'p> Merged<'p> {
    /// The combinations of a scenario in the order of the plan.
    pub(super) fn rows(&self, scenario: usize) -> Vec<Row<'_>> {
        let points = self.plan.points.iter().zip(&self.measured).filter(|(point, _)| point.scenario == scenario);
        let row = |(point, measured): (&'p SweepPoint, _)| {
            let target = self.plan.target(point).map(|target| TargetRow {
                rank: 0,
                distance: target.distance(measured),
                parts: target.parts(measured),
            });
            Row { point, measured, target }
        };
        let mut rows: Vec<Row<'_>> = points.map(row).collect();
        let mut order: Vec<usize> = (0..rows.len()).collect();
        let distance = |row: &Row<'_>| row.target.as_ref().map(|target| target.distance).unwrap_or_default();
        order.sort_by(|a, b| {
            let (a, b) = (distance(&rows[*a]), distance(&rows[*b]));
            a.compare(b).then(a.points.total_cmp(&b.points))
        });
        for (rank, row) in (1..).zip(order) {
            if let Some(target) = &mut rows[row].target {
                target.rank = rank;
            }
        }
        rows
    }

    /// The combinations of a scenario, those that are nearest to what is wanted first.
    pub(super) fn ranked_rows(&self, scenario: usize) -> Vec<Row<'_>> {
        let mut rows = self.rows(scenario);
        rows.sort_by_key(|row| row.target.as_ref().map(|target| target.rank));
        rows
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
    if plan.tune.is_some() {
        return Err(Trouble(format!(
            "`{folder}` holds the candidates of a search: to continue it, run `muster tune FILE --from {folder}` with the same options"
        )));
    }
    let review = plan.review(project.systems);
    let written = page.into_iter().map(|page| (page, Artifact::Page)).chain(output.artifact());
    reporting.check_outputs(written, &review, project)?;
    let measured = opened.measured(&review)?;
    let merged = Merged { plan, measured };
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

impl SweepFolder {
    /// Returns what was counted of each point, from all parts. These are compared with each other, and one battle of each is played
    /// again; `review` is that of the plan.
    pub(in crate::cli) fn measured(&self, review: &Review) -> Result<Vec<Measured>, Trouble> {
        let plan = &self.plan;
        let parts = self.whole()?;
        let strange = |found: Stranger| {
            let Stranger { part, why } = found;
            Trouble(format!("part {part} cannot be trusted: {why}; delete its file and play it again"))
        };
        let battles = SweptBattles::new(plan, review, None).map_err(Trouble)?;
        let found = unlike(plan, &parts).map_or_else(|| stranger(&battles, &parts), |found| Ok(Some(found)));
        if let Some(found) = found.map_err(Trouble)? {
            return Err(strange(found));
        }
        let mut measured: Vec<Measured> = vec![Measured::default(); plan.points.len()];
        for segment in parts.into_iter().flat_map(|sums| sums.segments) {
            measured[segment.point].add(segment.measured);
        }
        Ok(measured)
    }

    /// All parts, which must be whole.
    fn whole(&self) -> Result<Vec<PartSums>, Trouble> {
        let mut parts = Vec::new();
        for part in 1..=self.plan.parts {
            let why = match self.state(part) {
                PartState::Whole(sums) => {
                    parts.push(sums);
                    continue;
                }
                PartState::Missing(_) => "is missing".to_owned(),
                PartState::Broken(why) => format!("is broken: {why}"),
            };
            let folder = self.folder();
            return Err(Trouble(format!(
                "part {part} {why}; run `muster sweep status {folder}` to see what is left to play"
            )));
        }
        Ok(parts)
    }
}
