//! `muster balance`: who wins, how surely, and what each card is worth.

mod baseline;
mod handicaps;
pub(super) mod html;
mod text;
mod worth;

use std::ops::{ControlFlow, RangeInclusive};
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use camino::Utf8PathBuf;
use serde_json::{Value, json};

use muster_core::play::balance::Tally;
use muster_core::play::exact::SolveLimits;
use muster_core::play::smoke::Shard;
use muster_core::source::Sources;
use muster_systems::balance::{BalanceOptions, BalanceReport, PlannedBattles};
use muster_systems::{Compiled, Role, System};

use self::baseline::Baseline;
use super::battles::{self, BattleTerms, Clock, Command, GAMES, GivenFiles, PLANNING, RunSettings, bar_label, time};
use super::from_play::FromPlay;
use super::help::whole;
use super::inputs::Inputs;
use super::output::Artifact;
use super::report::{Extra, OutputFile, Report as Reporting};
use super::{Exit, Outcome, Trouble};
use crate::project::verdict::Purpose;
use crate::review::Unit;

/// Battles as written, and of each comparison, where nothing else is asked for: if all battles are of games whose battles are
/// quick, and otherwise.
const QUICK: (u64, u64) = (1000, 400);
const SLOW: (u64, u64) = (200, 80);

/// Play each scenario many times and report who wins, and what each card, action and rule is worth.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Play N battles of each scenario as written, and N with the other side going first; the default is 1000 in Table
    /// Battles, 200 in the other games.
    #[arg(long, value_name = "N", value_parser = whole(GAMES))]
    games: Option<u64>,

    /// Play N battles between two bots, N/2 with each on either side, and N/2 between equal bots. Also play up to N/2 battles
    /// without each card, action and rule, to find what it is worth. The default is 400 in Table Battles, 80 in the other games.
    /// 0 turns comparisons off.
    #[arg(long, value_name = "N", value_parser = whole(0..=*GAMES.end()))]
    comparisons: Option<u64>,

    /// Play on until the win share is known to ± PERCENT (0.1 to 50) with 95 % confidence.
    #[arg(long, value_name = "PERCENT", value_parser = percent, conflicts_with_all = ["games", "shard"])]
    until: Option<f64>,

    /// Stop playing after this time, such as `30s` or `5m`, and report the results so far. Calculating the exact share
    /// (`--exact`) takes more time.
    #[arg(long, value_name = "TIME", value_parser = time, conflicts_with = "shard")]
    budget: Option<std::time::Duration>,

    /// Calculate the exact win share under best play for larger battles too; for small ones it is always calculated. If a
    /// battle has too many positions, the report says so.
    #[arg(long)]
    exact: bool,

    /// Correct the win shares for the luck of dice, cards and chits, where Muster finds that this makes them more precise.
    /// Muster first plays extra battles to measure how much each die, card or chit changes the chance of winning. Each battle
    /// takes longer, but fewer are needed.
    #[arg(long)]
    adjust_luck: bool,

    /// Find handicaps: for each side, up to three changes to the set-up, which raise its win share by about 5, 10 and 15
    /// percentage points.
    /// Each change is tried in N battles (`--games N`); each change that is chosen is then tested again in four times as many.
    #[arg(long, conflicts_with_all = ["shard", "budget", "from"])]
    handicaps: bool,

    #[command(flatten)]
    from: FromPlay,
    #[command(flatten)]
    terms: BattleTerms,
    #[command(flatten)]
    extras: Extras,
    #[command(flatten)]
    report: Reporting,
    #[command(flatten)]
    output: OutputFile,

    #[command(flatten)]
    inputs: Inputs,
}

/// The other outputs of a report.
#[derive(Debug, clap::Args)]
pub(super) struct Extras {
    /// Write the report as a single HTML file with charts.
    #[arg(long, value_name = "FILE")]
    html: Option<Utf8PathBuf>,

    /// Save the win shares to FILE, for `--baseline` in a later run.
    #[arg(long, value_name = "FILE")]
    save_baseline: Option<Utf8PathBuf>,

    /// Report a finding if the whole confidence interval of a side's win share lies outside this range (in percent), such as
    /// `30..70`.
    #[arg(long, value_name = "LOW..HIGH", value_parser = share_range, allow_hyphen_values = true)]
    fail_outside: Option<RangeInclusive<f64>>,
}

impl Extras {
    /// Returns the files to write.
    pub(super) fn files(&self) -> impl Iterator<Item = (&Utf8PathBuf, Artifact)> {
        let page = self.html.iter().map(|file| (file, Artifact::Page));
        page.chain(self.save_baseline.iter().map(|file| (file, Artifact::Shares)))
    }

    /// Returns the page, where nothing else can be made.
    pub(super) fn only_page(&self) -> Result<Option<&Utf8PathBuf>, Trouble> {
        let given =
            [("--save-baseline", self.save_baseline.is_some()), ("--fail-outside", self.fail_outside.is_some())];
        match given.iter().find(|(_, given)| *given) {
            Some((option, _)) => {
                Err(Trouble(format!("`{option}` is for parts of `muster balance`; these parts belong to a sweep")))
            }
            None => Ok(self.html.as_ref()),
        }
    }

    /// Refuses to save shares that are not those of a scenario.
    fn refuse_comparing(&self) -> Result<(), Trouble> {
        match self.save_baseline {
            Some(_) => Err(Trouble("`--save-baseline` is for battles from their set-up, not with `--from`".to_owned())),
            None => Ok(()),
        }
    }

    /// Refuses the options that need a report on balance, where there is none; `instead` says what they are for.
    pub(super) fn refuse(&self, instead: &str) -> Result<(), Trouble> {
        let given = [
            ("--html", self.html.is_some()),
            ("--save-baseline", self.save_baseline.is_some()),
            ("--fail-outside", self.fail_outside.is_some()),
        ];
        match given.iter().find(|(_, given)| *given) {
            Some((option, _)) => Err(Trouble(format!("`{option}` is {instead}"))),
            None => Ok(()),
        }
    }
}

fn percent(text: &str) -> Result<f64, String> {
    let number = text.trim_end_matches('%').trim().parse::<f64>().ok();
    number.filter(|n| (0.1..=50.0).contains(n)).map(|n| n / 100.0).ok_or_else(|| "expected 0.1% to 50%".to_owned())
}

/// Reads a range of percentages as shares from 0 to 1.
fn share_range(text: &str) -> Result<RangeInclusive<f64>, String> {
    let share = |text: &str| {
        let number = text.trim().trim_end_matches('%').trim().parse::<f64>().ok()?;
        (0.0..=100.0).contains(&number).then_some(number / 100.0)
    };
    let ends = text.split_once("..").and_then(|(low, high)| Some((share(low)?, share(high)?)));
    let range = ends.filter(|(low, high)| low <= high).map(|(low, high)| low..=high);
    range.ok_or_else(|| "expected two percentages from 0 to 100, the lower one first, such as `30..70`".to_owned())
}

impl Args {
    pub(super) fn run(mut self, systems: &'static [&'static System]) -> Outcome {
        if self.terms.is_sharded() {
            self.extras.refuse("for a complete run; pass it to `muster merge`")?;
        }
        if self.from.is_given() {
            self.extras.refuse_comparing()?;
        }
        let mut given = GivenFiles::read(&self.inputs, &self.report.policy, systems)?;
        if self.terms.is_sharded() && given.project.policy.baseline.is_some() {
            return Err(Trouble("`--baseline` is for a complete run; pass it to `muster merge`".to_owned()));
        }
        if self.from.is_given() && given.project.policy.baseline.is_some() {
            return Err(Trouble("`--baseline` is for battles from their set-up, not with `--from`".to_owned()));
        }
        self.report.check_outputs(
            self.extras.files().chain(self.terms.artifact(&self.output)),
            &given.review,
            &given.project,
        )?;
        // A file that is no baseline is refused before battles are played for minutes.
        let baseline = load_baseline(&mut given)?;
        let pool = self.terms.pool()?;
        let (limit, reporting) = (self.terms.turn_limit(), (&self.report, &self.output));
        let battles = match self.from.begin(given.compile_weighed()?, &given, limit, reporting)? {
            ControlFlow::Continue(battles) => battles,
            ControlFlow::Break(exit) => return Ok(exit),
        };
        let (games, comparisons) = if battles.iter().all(|battle| battle.is_quick()) { QUICK } else { SLOW };
        let mut settings = self.terms.settings(Command::Balance, self.games.unwrap_or(games), PLANNING);
        settings.comparisons = self.comparisons.unwrap_or(comparisons);
        settings.exact = self.exact;
        let shard = self.terms.shard();
        let options = battles.iter().map(|battle| options(&settings, self.until, battle.sides().len(), shard, None));
        let mut options: Vec<BalanceOptions> = options.collect::<Result<_, _>>()?;
        options.iter_mut().for_each(|options| options.adjust_luck = self.adjust_luck);
        let planned: Vec<PlannedBattles> =
            battles.iter().zip(&options).map(|(battle, options)| battle.balance_battles(options)).collect();
        let length = match self.until {
            // Nobody knows how many it takes.
            Some(_) => 0,
            None => planned.iter().map(|planned| planned.between_bots + planned.without_lines).sum::<u64>() / shard.of,
        };
        let bar = battles::bar(self.report.quiet(), length);
        let count = battles.len() as u32;
        let names: Vec<&str> = given.battles().map(|(unit, _)| given.names(unit).1).collect();
        let mut played = Vec::new();
        let clock = Clock::start();
        for (number, ((battle, options), planned)) in (1..).zip(battles.iter().zip(&options).zip(&planned)) {
            // Each scenario has its share of the time.
            let go_on = self.budget.map(|budget| move || clock.elapsed() < budget * number / count);
            let go_on = go_on.as_ref().map(|go_on| go_on as &(dyn Fn() -> bool + Sync));
            let name = bar_label(names[number as usize - 1], number as usize - 1, battles.len());
            bar.set_message(name.clone());
            // Where the time or the precision ends a run, all kinds of battles are played side by side.
            let is_in_order = self.budget.is_none() && self.until.is_none();
            let left = AtomicU64::new(planned.between_bots / shard.of);
            let progress = |games| {
                bar.inc(games);
                let before = left.fetch_update(Relaxed, Relaxed, |left| Some(left.saturating_sub(games)));
                if is_in_order && before.is_ok_and(|before| before > 0 && before <= games) {
                    bar.set_message(format!("{name}: without each line"));
                }
            };
            played.push(pool.install(|| battle.balance(options, &progress, go_on)));
        }
        let mut ladders = Vec::new();
        if self.handicaps {
            for ((unit, _), battle) in given.battles().zip(&battles) {
                bar.set_message(format!("{}: handicaps", bar_label(given.names(unit).1, ladders.len(), battles.len())));
                ladders.push(pool.install(|| handicaps::ladder(&given, unit, &**battle, &settings, &bar))?);
            }
        }
        bar.finish_and_clear();
        if self.terms.is_sharded() {
            let (file, overwrite) = (self.output.output_file.as_ref(), self.report.overwrite);
            given.write_part(&settings, self.terms.shard(), &played, file, overwrite)?;
            return Ok(Exit::Clean);
        }
        let reporting = (&mut self.report, &self.output);
        let mut reports = read(&battles, &settings, self.until, &played)?;
        reports.iter_mut().zip(ladders).for_each(|(report, ladder)| report.handicaps = Some(ladder));
        report(given, reports, baseline, &self.extras, reporting)
    }
}

/// Returns the options for a scenario of so many sides.
pub(super) fn options(
    settings: &RunSettings,
    until: Option<f64>,
    sides: usize,
    shard: Shard,
    solve: Option<SolveLimits>,
) -> Result<BalanceOptions, Trouble> {
    let RunSettings { games, comparisons, seed, turn_limit, .. } = *settings;
    let bots = settings.bots_of(sides)?;
    Ok(BalanceOptions { games, comparisons, until, seed, bots, turn_limit, shard, solve, ..BalanceOptions::NOTHING })
}

/// A scenario's path, name and report.
type Said = (String, String, BalanceReport);

/// Reads the sums of each scenario's battles, and solves those that are small; where the settings say so, larger ones too.
pub(super) fn read(
    battles: &[Box<dyn Compiled>],
    settings: &RunSettings,
    until: Option<f64>,
    played: &[Vec<Tally>],
) -> Result<Vec<BalanceReport>, Trouble> {
    let mut reports = Vec::new();
    for (battle, tallies) in battles.iter().zip(played) {
        let solve = if settings.exact { SolveLimits::FULL } else { SolveLimits::QUICK };
        let options = options(settings, until, battle.sides().len(), Shard::WHOLE, Some(solve))?;
        reports.push(battle.balance_report(&options, tallies));
    }
    Ok(reports)
}

/// Takes the win shares of an earlier run, if they are asked for.
pub(super) fn load_baseline(given: &mut GivenFiles) -> Result<Option<Baseline>, Trouble> {
    given.project.policy.baseline.take().map(|file| Baseline::read(&file)).transpose()
}

/// Reports the battles of each scenario.
pub(super) fn report(
    mut given: GivenFiles,
    reports: Vec<BalanceReport>,
    baseline: Option<Baseline>,
    extras: &Extras,
    (report, output_file): (&mut Reporting, &OutputFile),
) -> Outcome {
    let named = |((unit, _), report): ((&Unit, _), BalanceReport)| {
        let (path, name) = given.names(unit);
        (path.to_owned(), name.to_owned(), report)
    };
    let mut said: Vec<Said> = given.battles().zip(reports).map(named).collect();
    if let Some(baseline) = baseline {
        baseline.compare(&mut said)?;
    }
    if let Some(range) = &extras.fail_outside {
        said.iter_mut().for_each(|(.., report)| report.fail_outside(range));
    }
    if let Some(file) = &extras.save_baseline {
        baseline::save(file, &said, report.overwrite)?;
    }
    if let Some(file) = &extras.html {
        let page = html::page(said.iter().map(|(path, name, report)| (&**path, &**name, report)));
        report.overwrite.write(file, Artifact::Page, page.as_bytes())?;
    }
    let mut extra = Extra {
        unreadable: given.unreadable,
        purpose: Purpose { done: Some(("played", &[Role::Main])), leaves_checking: false },
        ..Extra::default()
    };
    extra.text = said.iter().map(|(path, name, report)| text::report(path, name, report)).collect();
    extra.json = Some(("scenarios", said.iter().map(|said| json(said, &given.review.sources)).collect()));
    given.review.findings.extend(said.into_iter().flat_map(|(.., report)| report.findings));
    report.emit(given.review, &given.project, &extra, output_file.output_file.as_ref())
}

fn json((path, name, report): &Said, sources: &Sources) -> Value {
    let mut value = json!({"path": path, "name": name});
    if let (Value::Object(all), Ok(Value::Object(more))) = (&mut value, serde_json::to_value(report)) {
        all.extend(more);
        all.extend(report.tables.iter().map(|table| (table.noun.to_owned(), json!(table.pieces))));
    }
    // A line may be in a deck.
    let rows = value["worth"].as_array_mut().into_iter().flatten();
    for (row, line) in rows.zip(&report.worth) {
        row["path"] = sources.get(line.at.file).path().as_str().into();
    }
    value
}

/// Returns the turns that a bar stands for: `3–4`, or one alone.
fn span(from: u32, to: u32) -> String {
    if from == to { from.to_string() } else { format!("{from}–{to}") }
}
