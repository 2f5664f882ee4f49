//! A search whose candidates `muster sweep run` plays, in parts.

use camino::Utf8Path;
use rayon::iter::{IntoParallelIterator, ParallelIterator};

use muster_core::play::bots::Bot;
use muster_systems::Compiled;

use crate::cli::battles::GivenFiles;
use crate::cli::sweep::SweepFolder;
use crate::cli::{Trouble, sweep};
use crate::review::Unit;
use crate::sweep::{Plan, PlannedFile, PlannedScenario, PlannedTune, SweepPoint, SweptBattles};
use crate::tune::{Change, ChangePolicy, CountedBefore, Narrowing, TuneOptions, WantedTarget, surely_tried};

/// The search that the parts share.
pub(super) struct Search<'a> {
    pub(super) given: &'a GivenFiles,
    pub(super) unit: &'a Unit,
    pub(super) written: &'a dyn Compiled,
    pub(super) judge: &'a dyn ChangePolicy,
    pub(super) changes: &'a [Change],
    pub(super) narrowing: &'a Narrowing,
    pub(super) wanted: &'a WantedTarget,
    pub(super) options: &'a TuneOptions,
    /// A number that changes with all that decides what is counted.
    pub(super) digest: String,
}

/// Writes a plan of the candidates that are surely tried. Returns what was planned, in words.
pub(super) fn plan(search: Search<'_>, parts: u64, folder: &Utf8Path, force: bool) -> Result<String, Trouble> {
    let Search { given, unit, written, judge, changes, narrowing, wanted, options, digest } = search;
    let review = &given.review;
    let path = |file| review.sources.get(file).path().to_string();
    let planned =
        |file: &muster_core::source::File| PlannedFile { path: file.path().to_string(), text: file.text().to_owned() };
    let scenario = PlannedScenario {
        path: path(unit.file),
        name: given.names(unit).1.to_owned(),
        sides: written.sides().to_vec(),
        what: Vec::new(),
    };
    let spots = narrowing.vary.iter().map(|vary| &vary.spot).chain(&narrowing.keep);
    if spots.into_iter().any(|spot| spot.file.is_some()) {
        return Err(Trouble("`--plan` takes only places in the scenario's own file".to_owned()));
    }
    let vary = narrowing.vary.iter().map(|vary| (vary.spot.pointer.to_string(), vary.values.clone()));
    let tune = PlannedTune {
        vary: vary.collect(),
        keep: narrowing.keep.iter().map(|spot| spot.pointer.to_string()).collect(),
        given: review.units.iter().filter(|unit| unit.given).map(|unit| path(unit.file)).collect(),
        digest,
    };
    let candidates = surely_tried(written, changes, options).into_iter();
    let mut plan = Plan {
        parts,
        games: options.games,
        until: None,
        // Of what a target asks for, only who goes first takes battles of every candidate.
        targets: Some(WantedTarget { skill: None, harmless: false, between: Vec::new(), ..wanted.clone() }),
        comparisons: 1,
        seed: options.seed,
        turn_limit: options.turn_limit,
        bots: vec![Bot::names(&options.bots)],
        vary: Vec::new(),
        scenarios: vec![scenario],
        points: candidates.map(|values| SweepPoint { scenario: 0, values, bots: 0 }).collect(),
        illegal: Vec::new(),
        files: review.sources.iter().map(|(_, file)| planned(file)).collect(),
        tune: Some(tune),
    };
    let drafted = plan.clone();
    let reviewed = drafted.review(given.project.systems);
    let battles = SweptBattles::new(&drafted, &reviewed, Some(judge)).map_err(Trouble)?;
    let points = std::mem::take(&mut plan.points).into_par_iter();
    (plan.points, plan.illegal) = points.partition(|point| battles.compile(point).is_some());
    plan.validate().map_err(Trouble)?;
    sweep::write(&plan, folder, force)
}

/// Returns what was counted in a folder, of the search with this digest.
pub(super) fn load_counts(folder: &Utf8Path, given: &GivenFiles, digest: &str) -> Result<CountedBefore, Trouble> {
    let opened = SweepFolder::open(folder)?;
    if opened.plan.tune.as_ref().is_none_or(|tune| tune.digest != digest) {
        return Err(Trouble(format!(
            "`{folder}` holds the plan of another search, with other files or options; use `--plan` to write one for this search"
        )));
    }
    let measured = opened.measured(&opened.plan.review(given.project.systems))?;
    let mut before = CountedBefore::default();
    for (point, measured) in opened.plan.points.iter().zip(measured) {
        before.insert(point.values.clone(), measured);
    }
    Ok(before)
}
