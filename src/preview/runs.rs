//! Battles that are played because the page asks for it: a smoke test or a balance of a scenario, one at a time.

use std::sync::{Arc, OnceLock};

use camino::{Utf8Path, Utf8PathBuf};
use serde::Deserialize;
use serde_json::{Value, json};

use muster_core::diag::Diagnostic;
use muster_core::diag::machine;
use muster_core::play::bots::Bot;
use muster_core::play::effort::{Effort, PLAYS};
use muster_core::play::exact::SolveLimits;
use muster_core::play::smoke::{Shard, SmokeOptions, TURN_LIMIT};
use muster_core::source::Sources;
use muster_systems::balance::{BalanceOptions, BalanceReport};
use muster_systems::smallest::{ScenarioNames, Smallest};
use muster_systems::smoke::{Shown, SmokeReport};
use muster_systems::{Compiled, Role, System};

use super::job::{Job, LastJob};
use super::plays::{ShownPlay, written_plays};
use super::review::ReviewPage;
use crate::project::files::Selection;
use crate::project::policy::Policy;
use crate::project::settings::Origin;
use crate::project::verdict::Purpose;
use crate::project::{Project, Trouble};
use crate::review::Review;

/// The most battles that the page can ask for.
const MOST_GAMES: u64 = 100_000;

/// The name of a play that shows a fault, beside its scenario, and of a smaller scenario for it. Neither is written.
const PLAY: &str = ".muster-smallest-play.yaml";
const SMALLER: &str = ".muster-smallest-play.scenario.yaml";

/// The makers of reports for people and programs: those that the commands use.
#[derive(Debug, Clone, Copy)]
pub struct ReportMakers {
    /// Makes the page of `muster balance --html` of a scenario: its path, its name and its report.
    pub balance_page: fn(&str, &str, &BalanceReport) -> String,
    /// Makes a scenario's item of `muster smoke --output-format json`: its path, its name and its report.
    pub smoke_item: fn(&str, &str, &SmokeReport) -> Value,
    /// Makes the page of `muster review --html` of a play.
    pub review_page: ReviewPage,
}

/// The battles that are asked for.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct WantedRun {
    /// The scenario's file.
    path: String,
    kind: RunKind,
    games: u64,
    /// Battles of every comparison of a balance.
    #[serde(default)]
    comparisons: u64,
    /// A bot for all sides, or one for each, with commas.
    bots: String,
    #[serde(default)]
    seed: u64,
    /// Turns after which a battle is given up.
    turn_limit: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum RunKind {
    Smoke,
    Balance,
}

/// The player of battles, with the run that was asked for last.
pub(super) struct Runs {
    systems: &'static [&'static System],
    /// The file or folder that is shown.
    path: Utf8PathBuf,
    makers: ReportMakers,
    last: LastJob<Wanted, RunResult>,
}

/// Battles that are, or were, played.
type Run = Job<Wanted, RunResult>;

/// The battles that are asked for, and their bots.
struct Wanted {
    run: WantedRun,
    bots: Vec<Bot>,
}

/// The results of battles that were played.
struct RunResult {
    /// The results for the page.
    document: Value,
    /// The page of a balance.
    page: Option<String>,
    battle: Box<dyn Compiled>,
    options: SmokeOptions,
    sources: Sources,
    files: Vec<(Utf8PathBuf, Vec<u8>)>,
    /// The faults, each with the smallest play that shows it once that was asked for.
    faults: Vec<(Shown, OnceLock<Result<ShownPlay, String>>)>,
}

impl Runs {
    /// Returns a player of the scenarios of a file or folder, who has nothing to do.
    pub(super) fn new(systems: &'static [&'static System], path: Utf8PathBuf, makers: ReportMakers) -> Arc<Runs> {
        Arc::new(Runs { systems, path, makers, last: LastJob::default() })
    }

    /// Begins to play.
    ///
    /// # Errors
    ///
    /// If the request makes no sense, or other battles are being played.
    pub(super) fn start(self: &Arc<Self>, wanted: WantedRun) -> Result<(), String> {
        let has_turns = (1..=TURN_LIMIT).contains(&wanted.turn_limit);
        if !(1..=MOST_GAMES).contains(&wanted.games) || wanted.comparisons > MOST_GAMES || !has_turns {
            return Err(format!(
                "this page can play 1 to {MOST_GAMES} battles of 1 to {TURN_LIMIT} turns; to play more, use `muster` in a terminal"
            ));
        }
        let bots = wanted.bots.split(',').map(Bot::parse_on_page).collect::<Result<_, _>>();
        let bots = bots.map_err(|bots| format!("expected {bots}"))?;
        let runs = Arc::clone(self);
        let busy = "battles are already being played: stop them first, or wait";
        self.last.start(busy, Wanted { run: wanted, bots }, move |run| runs.play(run).map_err(|e| e.to_string()))
    }

    /// Stops the battles that are played, if there are any: those that are not over do not count.
    pub(super) fn stop(&self) {
        self.last.stop();
    }

    /// Returns the description of the run for the page: its progress, and in the end its results.
    pub(super) fn document(&self) -> Value {
        let Some(run) = self.last.get() else { return json!({"state": "none"}) };
        let wanted = &run.wanted.run;
        let mut document = run.document();
        document["path"] = (&*wanted.path).into();
        document["kind"] = if wanted.kind == RunKind::Smoke { "smoke" } else { "balance" }.into();
        if let Some(result) = run.result() {
            document["result"] = result.document.clone();
        }
        document
    }

    /// Returns the page of a balance; `None` if the run is none, or not over.
    pub(super) fn page(&self) -> Option<String> {
        self.last.get()?.result()?.page.clone()
    }

    /// Passes the smallest play that shows a fault, by its place among the faults; none where there is no such fault. It is sought
    /// when it is asked for first, which may take some seconds.
    pub(super) fn with_smallest<R>(
        &self,
        fault: usize,
        take: impl FnOnce(&Result<ShownPlay, String>) -> R,
    ) -> Option<R> {
        let run = self.last.get()?;
        let result = run.result()?;
        let (shown, found) = result.faults.get(fault)?;
        Some(take(found.get_or_init(|| result.smallest(shown, &run.wanted.run.path, self.systems))))
    }

    /// Plays the battles of a run, on the files as they are now.
    fn play(&self, run: &Run) -> Result<RunResult, Trouble> {
        let Wanted { run: wanted, bots } = &run.wanted;
        let project = Project::new(self.systems, &Origin::Nearest, Policy::default(), |_| ())?;
        let found = project.find(Selection { paths: &[self.path.as_path()], force_exclude: false })?;
        let (files, _) = project.read_all(found);
        let mut review = project.review_to_play(&files)?;
        let mut units = review.units.iter().filter(|unit| unit.given && unit.outline.kind.role == Role::Main);
        let unit = units.find(|unit| review.sources.get(unit.file).path() == wanted.path);
        let unit = unit.ok_or_else(|| Trouble::Usage(format!("there is no longer a scenario `{}`", wanted.path)))?;
        let battle = unit.battle.as_ref().filter(|_| unit.sound && unit.system.unplayed_reason().is_none());
        let battle = battle.ok_or_else(|| Trouble::Usage("the scenario has errors; see its findings".to_owned()))?;
        let name = unit.outline.name.clone().unwrap_or_default();
        let battle = match wanted.kind {
            RunKind::Smoke => unit.system.compile(battle),
            RunKind::Balance => unit.system.compile_weighed(battle, &review.sources),
        };
        let battle = battle.map_err(Trouble::Usage)?;
        let sides = battle.sides().len();
        let bots = Bot::one_per_player(bots, sides)
            .ok_or_else(|| Trouble::Usage(format!("{} bots for {sides} sides", bots.len())))?;
        let options = SmokeOptions {
            games: wanted.games,
            seed: wanted.seed,
            bots: bots.clone(),
            turn_limit: wanted.turn_limit,
            shard: Shard::WHOLE,
        };
        let Report { figures, page, faults, mut findings } = match wanted.kind {
            RunKind::Smoke => self.smoke(run, &*battle, &options, &name),
            RunKind::Balance => self.balance(run, &*battle, bots, &name),
        };
        findings.splice(0..0, faults.iter().map(|fault| fault.finding.clone()));
        let findings = judge_findings(&project, &mut review, findings, &faults)?;
        Ok(RunResult {
            document: json!({"name": name, "figures": figures, "findings": findings}),
            page,
            battle,
            options,
            sources: review.sources,
            files,
            faults: faults.into_iter().map(|fault| (fault, OnceLock::new())).collect(),
        })
    }

    fn smoke(&self, run: &Run, battle: &dyn Compiled, options: &SmokeOptions, name: &str) -> Report {
        run.plan(options.games);
        let totals = battle.smoke_until(options, &|games| run.count(games), &run.stop);
        let report = battle.smoke_report(options, &totals, None);
        let figures = (self.makers.smoke_item)(&run.wanted.run.path, name, &report);
        Report { figures, page: None, faults: report.faults, findings: report.findings }
    }

    fn balance(&self, run: &Run, battle: &dyn Compiled, bots: Vec<Bot>, name: &str) -> Report {
        let WantedRun { games, comparisons, seed, turn_limit, .. } = run.wanted.run;
        let solve = Some(SolveLimits::QUICK);
        let options = BalanceOptions { games, comparisons, seed, bots, turn_limit, solve, ..BalanceOptions::NOTHING };
        let planned = battle.balance_battles(&options);
        run.plan(planned.between_bots + planned.without_lines);
        let tallies = battle.balance_until(&options, &|games| run.count(games), &run.stop);
        let report = battle.balance_report(&options, &tallies);
        let page = (self.makers.balance_page)(&run.wanted.run.path, name, &report);
        Report { figures: Value::Null, page: Some(page), faults: Vec::new(), findings: report.findings }
    }
}

/// The report of battles that were played.
struct Report {
    figures: Value,
    page: Option<String>,
    faults: Vec<Shown>,
    findings: Vec<Diagnostic>,
}

/// Returns findings as the settings and comments of the project leave them, each with the fault that it is about.
fn judge_findings(
    project: &Project,
    review: &mut Review,
    findings: Vec<Diagnostic>,
    faults: &[Shown],
) -> Result<Vec<Value>, Trouble> {
    review.findings = findings;
    let purpose = Purpose { done: Some(("played", &[Role::Main])), leaves_checking: true };
    let verdict = project.verdict(review, purpose)?;
    let value = |finding: &Diagnostic| {
        let mut value = machine::finding(finding, &review.sources);
        let same = |fault: &Shown| (&fault.finding.message, &fault.finding.at) == (&finding.message, &finding.at);
        value["fault"] = faults.iter().position(same).into();
        value
    };
    Ok(verdict.findings.iter().map(value).collect())
}

impl RunResult {
    /// Finds the smallest play that shows a fault, and replays it.
    fn smallest(&self, shown: &Shown, path: &str, systems: &'static [&'static System]) -> Result<ShownPlay, String> {
        let scenario = Utf8Path::new(path);
        let beside = |name: &str| scenario.parent().unwrap_or(Utf8Path::new("")).join(name);
        let names = ScenarioNames { scenario: scenario.file_name().unwrap_or(path), smaller: SMALLER };
        let written = match self.battle.smallest(&self.sources, &self.options, shown, names, &Effort::new(PLAYS))? {
            Smallest::Play(written) => written,
            Smallest::GoesOn { ended, of } => {
                return Err(format!(
                    "this is a long battle, not an endless one: in {ended} of {of} random continuations the battle ended"
                ));
            }
            Smallest::EndlessTurn { turn } => return Err(format!("turn {turn} never ends")),
            Smallest::Sought => return Err(format!("no play that shows it was found within {PLAYS} steps")),
        };
        let mut files = self.files.clone();
        files.extend(written.scenario.map(|scenario| (beside(SMALLER), scenario.into_bytes())));
        files.push((beside(PLAY), written.play.into_bytes()));
        let project = Project::new(systems, &Origin::Nearest, Policy::default(), |_| ()).map_err(|e| e.to_string())?;
        let review = project.review(&files);
        let play = written_plays(&review).into_iter().find(|play| play.is_in(&beside(PLAY)));
        play.and_then(|play| play.replay()).ok_or_else(|| "internal error: the smallest play cannot be read".to_owned())
    }
}
