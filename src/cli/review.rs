//! `muster review`: recorded battles judged move by move.

pub(super) mod html;
mod ledger;
mod text;

use camino::Utf8PathBuf;
use ledger::Ledger;
use serde_json::{Map, Value, json};

use muster_core::diag::escape::line;
use muster_core::play::judging::{JudgeOptions, JudgeProgress, JudgedBattle, JudgedMove};
use muster_core::play::stop::Stop;
use muster_systems::judged::{JudgedPlay, WrittenMove, usual};
use muster_systems::{Compiled, Role, System};

use super::Outcome;
use super::battles::{self, Playing, bar_label};
use super::help::whole;
use super::inputs::{Files, Inputs};
use super::output::{Artifact, complain};
use super::passed_over::pass_over;
use super::replay::plays;
use super::report::{Extra, OutputFile, Report};
use crate::project::verdict::Purpose;

/// The most battles for each legal move: how each of those from a position ended is kept for a while.
const MOST: u64 = 100_000;

/// Judge recorded plays move by move: what each decision cost, how much luck helped or hurt, and which move turned
/// the battle.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Play N battles for each legal move of a decision to find the best one, and 8 times N from each position of the play; the
    /// default is 100 in Table Battles, 4 in the other games. Table Battles is played on by greedy bots, the other games at random,
    /// unless `--bots` is given.
    #[arg(long, value_name = "N", value_parser = whole(1..=MOST))]
    games: Option<u64>,

    /// Write the report as a single HTML file, with a curve of the shares.
    #[arg(long, value_name = "FILE")]
    html: Option<Utf8PathBuf>,

    #[command(flatten)]
    playing: Playing,
    #[command(flatten)]
    report: Report,
    #[command(flatten)]
    output: OutputFile,

    #[command(flatten)]
    inputs: Inputs,
}

impl Args {
    pub(super) fn run(self, systems: &'static [&'static System]) -> Outcome {
        let Files { files, unreadable, project } = self.inputs.read(&self.report.policy, systems)?;
        let mut review = project.review_to_play(&files)?;
        pass_over(&review, &[Role::Record], System::unplayed_reason, &|path| self.inputs.names(path))?;
        let plays = plays(&review, System::unplayed_reason)?;
        let page = self.html.iter().map(|file| (file, Artifact::Page));
        self.report.check_outputs(page.chain(self.output.artifact()), &review, &project)?;
        let purpose = Purpose { done: Some(("played", &[Role::Record])), leaves_checking: true };
        let mut extra = Extra { unreadable, purpose, ..Extra::default() };
        let (pool, bar) = (self.playing.pool()?, battles::bar(self.report.quiet(), 0));
        let progress = JudgeProgress {
            planned: &|battles| bar.inc_length(battles),
            played: &|battles| bar.inc(battles),
            stop: &Stop::NEVER,
        };
        let (mut entries, mut findings, mut ledger) = (Vec::new(), Vec::new(), Ledger::default());
        let mut sections = String::new();
        for (number, unit) in plays.iter().enumerate() {
            let (Some(battle), true) = (&unit.battle, unit.sound) else { continue };
            let battle = unit.system.compile(battle)?;
            let replayed = battle.replay(&unit.doc, None);
            let path = review.sources.get(unit.file).path();
            if replayed.is_legal() {
                bar.set_message(bar_label(path.as_str(), number, plays.len()));
                let scenario = ledger::scenario(&review, unit);
                ledger.count(scenario, battle.sides(), &replayed);
                let options = self.options(&*battle)?;
                match pool.install(|| battle.judge(&unit.doc, &replayed, &options, progress)) {
                    Ok(judged) => {
                        let (path, sides) = (path.as_str(), battle.sides());
                        let (replayed, options, judged) = (&replayed, &options, &judged);
                        let play = JudgedPlay { path, scenario: scenario.0, sides, replayed, options, judged };
                        extra.text += &text::play(&play);
                        html::section(&mut sections, &play);
                        entries.push(json_of(&play));
                    }
                    Err(why) if self.inputs.names(path) => {
                        return Err(format!("`{}`: {why}", line(path.as_str())).into());
                    }
                    Err(why) => bar.suspend(|| complain(&format!("`{path}` ignored: {why}"))),
                }
            }
            findings.extend(replayed.findings);
        }
        bar.finish_and_clear();
        extra.text += &ledger.text();
        if let Some(file) = &self.html {
            self.report.overwrite.write(file, Artifact::Page, html::page(&sections).as_bytes())?;
        }
        let members = [("plays".to_owned(), Value::Array(entries)), ("ledger".to_owned(), ledger.json())];
        extra.json = Some(("", Value::Object(Map::from_iter(members))));
        review.findings.extend(findings);
        self.report.emit(review, &project, &extra, self.output.output_file.as_ref())
    }

    /// Returns the options for the plays of a battle.
    fn options(&self, battle: &dyn Compiled) -> Result<JudgeOptions, super::Trouble> {
        let (bot, games) = usual(battle);
        let Playing { seed, turn_limit, .. } = self.playing;
        let bots = self.playing.bots_of(battle.sides().len(), bot)?;
        Ok(JudgeOptions { games: self.games.unwrap_or(games), seed, bots, turn_limit })
    }
}

/// Returns a play as the JSON output has it.
fn json_of(play: &JudgedPlay<'_>) -> Value {
    let JudgedBattle { moves, sides, turning, battles, unfinished, position_battles } = play.judged;
    let sides = sides.iter().zip(play.sides).map(|(judged, name)| {
        json!({
            "side": name, "cost": points(judged.cost.value), "luck": points(judged.luck.value),
            "cost_error": points(judged.cost.error), "luck_error": points(judged.luck.error),
            "choices": points(judged.choices), "share_first": points(judged.first),
            "share_last": points(judged.last),
        })
    });
    let turning = turning.map(|i| json!({"turn": moves[i].turn, "side": play.side(moves[i].player), "move": i}));
    json!({
        "path": play.path, "scenario": play.scenario,
        "moves": moves.iter().map(|of| json_of_move(play, of)).collect::<Vec<_>>(),
        "sides": sides.collect::<Vec<_>>(), "turning": turning, "battles": battles, "unfinished": unfinished,
        "position_battles": position_battles, "seed": play.options.seed, "bots": play.bots(),
    })
}

fn json_of_move(play: &JudgedPlay<'_>, of: &JudgedMove<WrittenMove>) -> Value {
    let choice = of.choice.as_ref();
    let cost = choice.map(|choice| choice.cost).unwrap_or_default();
    json!({
        "turn": of.turn, "side": play.side(of.player), "chosen": choice.map(|choice| &choice.chosen.value),
        "best": choice.map(|choice| &choice.best.value), "cost": points(cost.value), "luck": points(of.luck.value),
        "share_after": points(of.share_after), "cost_error": points(cost.error),
        "luck_error": points(of.luck.error), "share_before": points(of.share_before),
        "gain": points(choice.map_or(0.0, |choice| choice.gain)),
        "legal": choice.map_or(0, |choice| choice.legal), "tried": choice.map_or(0, |choice| choice.tried),
    })
}

/// Returns a share in points of a hundred, to two digits, never as `-0`.
fn points(share: f64) -> f64 {
    (share * 10_000.0).round() / 100.0 + 0.0
}
