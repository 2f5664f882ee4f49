//! `muster smoke`: thousands of battles, and what went wrong on the line that caused it.

use std::fmt::Write as _;
use std::io::IsTerminal;

use indicatif::{ProgressBar, ProgressDrawTarget};
use serde_json::{Value, json};

use super::inputs::{Files, Inputs, read_file};
use super::report::{Extra, OutputFile, Report as Reporting};
use super::{Outcome, Trouble};
use crate::play::bots::Bot;
use crate::play::smoke::Options;
use crate::review::{Unit, review};
use crate::systems::smoke::Report;
use crate::systems::{Kind, System};

/// Plays each scenario many times and reports what went wrong on the line that caused it.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    inputs: Inputs,

    /// Battles to play of each scenario.
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,

    /// The seed: the same one gives the same battles.
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,

    /// Threads to use; 0 means one for each core. The result does not depend on it.
    #[arg(long, value_name = "N", default_value_t = 0)]
    jobs: usize,

    /// Who plays: a bot for both sides, or one for each, as in `random,greedy`.
    #[arg(long, value_name = "BOT[,BOT]", default_value = "random", value_parser = bot, value_delimiter = ',', num_args = 1)]
    bots: Vec<Bot>,

    /// A battle still going on after this many turns is given up.
    #[arg(long, value_name = "N", default_value_t = 5000, value_parser = clap::value_parser!(u32).range(1..))]
    turn_limit: u32,

    #[command(flatten)]
    report: Reporting,
    #[command(flatten)]
    output: OutputFile,
}

fn bot(name: &str) -> Result<Bot, String> {
    let names: Vec<&str> = Bot::ALL.iter().map(|bot| bot.name()).collect();
    Bot::parse(name).ok_or_else(|| format!("unknown bot; it is one of {}", names.join(", ")))
}

impl Args {
    pub(super) fn run(self, systems: &[&'static dyn System]) -> Outcome {
        let Files { files, incomplete, settings } = self.inputs.read(systems)?;
        let mut review = review(files, &read_file, systems);
        let is_scenario = |unit: &&Unit| unit.given && unit.outline.kind == Kind::Scenario;
        let scenarios: Vec<&Unit> = review.units.iter().filter(is_scenario).collect();
        if scenarios.is_empty() && review.units.len() == review.sources.iter().count() {
            return Err(Trouble("there is no scenario among the files to play".to_owned()));
        }
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.jobs).build()?;
        let bar = self.bar(scenarios.len());
        let mut extra = Extra { incomplete, ..Extra::default() };
        let mut reports = Vec::new();
        for unit in scenarios {
            let (Some(battle), true) = (&unit.battle, unit.sound) else { continue };
            let options = self.options(unit.system.sides(battle).len())?;
            let played = pool.install(|| unit.system.smoke(battle, &options, &|played| bar.inc(played)));
            let report = played.map_err(Trouble)?;
            let path = review.sources.get(unit.file).path().as_str();
            let name = unit.outline.name.as_deref().unwrap_or_default();
            extra.text += &table(path, name, &report);
            reports.push(json(path, name, &report));
            review.findings.extend(report.findings);
        }
        bar.finish_and_clear();
        extra.json = Some(("scenarios", Value::Array(reports)));
        self.report.emit(review, &settings, &extra, self.output.output_file.as_ref(), systems)
    }

    /// The options for a scenario of so many sides.
    fn options(&self, sides: usize) -> Result<Options, Trouble> {
        let bots = match self.bots.as_slice() {
            [one] => vec![*one; sides],
            several if several.len() == sides => several.to_vec(),
            several => return Err(Trouble(format!("`--bots` names {} bots for {sides} sides", several.len()))),
        };
        Ok(Options { games: self.games, seed: self.seed, bots, turn_limit: self.turn_limit })
    }

    fn bar(&self, scenarios: usize) -> ProgressBar {
        let bar = ProgressBar::new(self.games * scenarios as u64);
        if self.report.quiet() || !std::io::stderr().is_terminal() {
            bar.set_draw_target(ProgressDrawTarget::hidden());
        }
        bar
    }
}

fn json(path: &str, name: &str, report: &Report) -> Value {
    let wins: serde_json::Map<_, _> = report.wins.iter().map(|(side, n)| (side.clone(), json!(n))).collect();
    let by: serde_json::Map<_, _> = report.by.iter().map(|(cause, n)| ((*cause).to_owned(), json!(n))).collect();
    json!({
        "path": path, "name": name, "games": report.games, "seed": report.seed, "bots": report.bots, "wins": wins,
        "draws": report.draws, "unfinished": report.unfinished, "by": by, "turns": report.turns,
        report.noun: report.pieces,
    })
}

/// The figures of a scenario for people.
fn table(path: &str, name: &str, report: &Report) -> String {
    let mut text =
        format!("{name} ({path}): {} battles, {}, seed {}\n", report.games, report.bots.join(" against "), report.seed);
    let share = |n: u64| format!("{:.1} %", n as f64 * 100.0 / report.games.max(1) as f64);
    let mut line = |label: &str, parts: Vec<String>| {
        let _ = writeln!(text, "  {label:<6} {}", parts.join(" · "));
    };
    let mut wins: Vec<String> = report.wins.iter().map(|(side, n)| format!("{side} {}", share(*n))).collect();
    wins.extend((report.draws > 0).then(|| format!("drawn {}", share(report.draws))));
    wins.extend((report.unfinished > 0).then(|| format!("unfinished {}", share(report.unfinished))));
    line("won", wins);
    line("by", report.by.iter().map(|(cause, n)| format!("{cause} {}", share(*n))).collect());
    let turns = &report.turns;
    line(
        "turns",
        vec![
            format!("mean {:.1}", turns.mean),
            format!("p50 {}", turns.p50),
            format!("p95 {}", turns.p95),
            format!("max {}", turns.max),
        ],
    );
    text += &pieces(report);
    text.push('\n');
    text
}

/// What each card did, as a table.
fn pieces(report: &Report) -> String {
    let Some(first) = report.pieces.first() else { return String::new() };
    let mut rows =
        vec![[String::new(), String::new()].into_iter().chain(first.figures.keys().cloned()).collect::<Vec<_>>()];
    rows.extend(report.pieces.iter().map(|piece| {
        let figures = piece.figures.values().map(ToString::to_string);
        [piece.card.clone(), piece.name.clone()].into_iter().chain(figures).collect()
    }));
    let widths: Vec<usize> =
        (0..rows[0].len()).map(|i| rows.iter().map(|row| row[i].chars().count()).max().unwrap_or(0)).collect();
    let mut text = String::new();
    for row in rows {
        let cells = row.iter().zip(&widths).enumerate().map(|(i, (cell, width))| match i {
            0 | 1 => format!("{cell:<width$}"),
            _ => format!("{cell:>width$}"),
        });
        let _ = writeln!(text, "  {}", cells.collect::<Vec<_>>().join("  ").trim_end());
    }
    text
}
