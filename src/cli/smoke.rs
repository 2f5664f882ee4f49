//! `muster smoke`: thousands of battles, and what went wrong on the line that caused it.

mod plays;
mod uses;

use std::ops::ControlFlow;

use camino::Utf8PathBuf;
use plays::{Played, Plays};
use serde_json::{Value, json};
use uses::{Exhausted, Goal};

use muster_core::diag::escape;
use muster_core::play::bots::Bot;
use muster_core::play::smoke::{Shard, SmokeOptions, Totals};
use muster_systems::counters::TableReport;
use muster_systems::english::count_of;
use muster_systems::smoke::SmokeReport;
use muster_systems::{Compiled, Role, System};

use super::battles::{self, BattleTerms, Command, GAMES, GivenFiles, RunSettings, bar_label};
use super::from_play::FromPlay;
use super::help::whole;
use super::inputs::Inputs;
use super::report::{Extra, OutputFile, Report as Reporting};
use super::table::{align, distinct_names, label_line, measures, short_line};
use super::{Exit, Outcome};
use crate::project::verdict::Purpose;
use crate::review::shared::{self, ScenarioFindings};

/// Play each scenario many times and report problems at the lines that cause them.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Play N battles of each scenario.
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = whole(GAMES))]
    games: u64,

    /// Write the minimal failing battle for each problem to DIR, for `muster replay`.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["shard", "from"])]
    write_plays: Option<Utf8PathBuf>,

    /// Continue until everything that can be used was used, or is proven or allowed never to be, and report what is left.
    #[arg(long, conflicts_with_all = ["shard", "from"])]
    exhaustive: bool,

    /// Use everything at least N times with `--exhaustive`.
    #[arg(long, value_name = "N", default_value_t = 10, requires = "exhaustive", value_parser = whole(GAMES))]
    uses: u64,

    /// Play at most N extra battles of each scenario with `--exhaustive`.
    #[arg(long, value_name = "N", default_value_t = 20_000, requires = "exhaustive", value_parser = whole(0..=*GAMES.end()))]
    tries: u64,

    #[command(flatten)]
    from: FromPlay,
    #[command(flatten)]
    terms: BattleTerms,
    #[command(flatten)]
    report: Reporting,
    #[command(flatten)]
    output: OutputFile,

    #[command(flatten)]
    inputs: Inputs,
}

impl Args {
    pub(super) fn run(self, systems: &'static [&'static System]) -> Outcome {
        let given = GivenFiles::read(&self.inputs, &self.report.policy, systems)?;
        self.report.check_outputs(self.terms.artifact(&self.output), &given.review, &given.project)?;
        let settings = self.terms.settings(Command::Smoke, self.games, Bot::Random);
        let bar = battles::bar(self.report.quiet(), self.games * given.battles().count() as u64);
        let pool = self.terms.pool()?;
        let (limit, reporting) = (self.terms.turn_limit(), (&self.report, &self.output));
        let battles = match self.from.begin(given.compile()?, &given, limit, reporting)? {
            ControlFlow::Continue(battles) => battles,
            ControlFlow::Break(exit) => return Ok(exit),
        };
        let mut played = Vec::new();
        let names: Vec<&str> = given.battles().map(|(unit, _)| given.names(unit).1).collect();
        for (number, battle) in battles.iter().enumerate() {
            bar.set_message(bar_label(names[number], number, battles.len()));
            let options = options(&settings, battle.sides().len(), self.terms.shard())?;
            played.push(pool.install(|| battle.smoke(&options, &|games| bar.inc(games))));
        }
        let goal = self.exhaustive.then_some(Goal { uses: self.uses, tries: self.tries });
        let mut exhausted = Vec::new();
        for (number, (battle, totals)) in battles.iter().zip(&played).enumerate() {
            let Some(goal) = goal else { break };
            bar.set_message(format!("{}: until everything was used", bar_label(names[number], number, battles.len())));
            let options = options(&settings, battle.sides().len(), Shard::WHOLE)?;
            let progress = |games| {
                bar.inc_length(games);
                bar.inc(games);
            };
            let played = || Exhausted::new(&**battle, &given.review, systems, (&options, totals), goal, &progress);
            exhausted.push(pool.install(played));
        }
        bar.finish_and_clear();
        if self.terms.is_sharded() {
            let (file, overwrite) = (self.output.output_file.as_ref(), self.report.overwrite);
            given.write_part(&settings, self.terms.shard(), &played, file, overwrite)?;
            return Ok(Exit::Clean);
        }
        let extras = Extras { plays: self.write_plays, goal, exhausted };
        report(given, &battles, &settings, &played, &extras, (&self.report, &self.output))
    }
}

/// Returns the options for a scenario of so many sides.
pub(super) fn options(settings: &RunSettings, sides: usize, shard: Shard) -> Result<SmokeOptions, super::Trouble> {
    let RunSettings { games, seed, turn_limit, .. } = *settings;
    Ok(SmokeOptions { games, seed, bots: settings.bots_of(sides)?, turn_limit, shard })
}

/// The parts of a report besides the figures.
#[derive(Default)]
pub(super) struct Extras {
    /// The folder for plays.
    plays: Option<Utf8PathBuf>,
    /// The goal of playing on, if it was asked for, with its results in each scenario below.
    goal: Option<Goal>,
    exhausted: Vec<Exhausted>,
}

/// Reports the battles of each scenario.
pub(super) fn report(
    mut given: GivenFiles,
    battles: &[Box<dyn Compiled>],
    settings: &RunSettings,
    played: &[Totals],
    extras: &Extras,
    (report, output): (&Reporting, &OutputFile),
) -> Outcome {
    let mut extra = Extra {
        unreadable: given.unreadable,
        purpose: Purpose { done: Some(("played", &[Role::Main])), leaves_checking: false },
        ..Extra::default()
    };
    let mut plays = extras.plays.as_deref().map(|folder| Plays::new(folder, report.overwrite)).transpose()?;
    let (mut reports, mut findings) = (Vec::new(), Vec::new());
    for (i, (((unit, battle), compiled), totals)) in given.battles().zip(battles).zip(played).enumerate() {
        let options = options(settings, compiled.sides().len(), Shard::WHOLE)?;
        let exhausted = extras.exhausted.get(i);
        let said = compiled.smoke_report(&options, totals, exhausted.map(|exhausted| &exhausted.sought));
        let (path, name) = given.names(unit);
        extra.text += &table(path, name, &said);
        let mut json = json(path, name, &said);
        if let Some(exhausted) = exhausted {
            extra.text += &exhausted.text();
            json["uses"] = exhausted.json();
        }
        extra.text.push('\n');
        reports.push(json);
        let scenario = Played { battle: &**compiled, options: &options, path, goal: extras.goal };
        findings.push(ScenarioFindings {
            file: unit.file,
            files: unit.files.clone(),
            name: if name.is_empty() { path } else { name }.to_owned(),
            system: unit.system,
            battle,
            findings: plays::findings(&scenario, &given.review, said, plays.as_mut())?,
        });
    }
    let findings = shared::merge(findings);
    extra.json = Some(("scenarios", Value::Array(reports)));
    given.review.findings.extend(findings);
    report.emit(given.review, &given.project, &extra, output.output_file.as_ref())
}

/// Returns the item of a scenario in a report for programs.
pub(super) fn json(path: &str, name: &str, report: &SmokeReport) -> Value {
    let wins: serde_json::Map<_, _> = report.wins.iter().map(|(side, n)| (side.clone(), json!(n))).collect();
    let by: serde_json::Map<_, _> = report.by.iter().map(|(cause, n)| (cause.clone(), json!(n))).collect();
    let mut report_json = json!({
        "path": path, "name": name, "games": report.games, "seed": report.seed, "bots": report.bots, "wins": wins,
        "draws": report.draws, "unfinished": report.unfinished, "by": by, "turns": report.turns,
    });
    if let Value::Object(keys) = &mut report_json {
        keys.extend(report.tables.iter().map(|table| (table.noun.to_owned(), json!(table.pieces))));
        if !report.measures.is_empty() {
            keys.insert("measures".to_owned(), json!(report.measures));
        }
        keys.extend(report.proviso.map(|proviso| ("proviso".to_owned(), proviso.into())));
        keys.extend(report.from.as_ref().map(|from| ("from".to_owned(), json!(from))));
    }
    report_json
}

/// Returns the figures of a scenario for people.
fn table(path: &str, name: &str, report: &SmokeReport) -> String {
    let battles = count_of(report.games, "battle");
    let (name, path) = (short_line(name), escape::line(path));
    let mut text = format!("{name} ({path}): {battles}, {}, seed {}\n", report.bots.join(" against "), report.seed);
    if let Some(from) = &report.from {
        text += &label_line("from", 6, &escape::line(&from.describe()));
    }
    let share = |n: u64| format!("{:.1} %", n as f64 * 100.0 / report.games.max(1) as f64);
    let mut line = |label: &str, parts: Vec<String>| {
        if !parts.is_empty() {
            text += &label_line(label, 6, &parts.join(" · "));
        }
    };
    let mut wins: Vec<String> =
        report.wins.iter().map(|(side, n)| format!("{} {}", short_line(side), share(*n))).collect();
    wins.extend((report.draws > 0).then(|| format!("drawn {}", share(report.draws))));
    wins.extend((report.unfinished > 0).then(|| format!("unfinished {}", share(report.unfinished))));
    line("won", wins);
    line("ended", report.by.iter().map(|(cause, n)| format!("{cause} {}", share(*n))).collect());
    let turns = &report.turns;
    line(
        &format!("{}s", report.round),
        vec![
            format!("mean {:.1}", turns.mean),
            format!("p50 {}", turns.p50),
            format!("p95 {}", turns.p95),
            format!("max {}", turns.max),
        ],
    );
    report.proviso.into_iter().for_each(|proviso| line("note", vec![proviso.to_owned()]));
    text += &measures(&report.measures);
    text + &report.tables.iter().map(pieces).collect::<Vec<_>>().join("\n")
}

/// Returns what each piece did, as a table.
fn pieces(table: &TableReport) -> String {
    let Some(first) = table.pieces.first() else { return String::new() };
    let mut rows =
        vec![[String::new(), String::new()].into_iter().chain(first.figures.keys().cloned()).collect::<Vec<_>>()];
    let names = distinct_names(&table.pieces, |piece| (&piece.name, &piece.side));
    rows.extend(table.pieces.iter().zip(names).map(|(piece, name)| {
        let figures = piece.figures.values().map(ToString::to_string);
        [piece.card.clone(), name].into_iter().chain(figures).collect()
    }));
    align(rows, |column| column > 1)
}
