//! Shared parts of the commands that play battles: their options, the scenarios, and the parts of a run.

use std::io::IsTerminal;
use std::ops::RangeInclusive;

use camino::{Utf8Path, Utf8PathBuf};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use muster_core::diag::describe;
use muster_core::diag::escape::{Syntax, line};
use muster_core::digest::hex_of_texts;
use muster_core::play::balance::Tally;
use muster_core::play::bots::Bot;
use muster_core::play::smoke::{Shard, TURN_LIMIT, Totals};
use muster_systems::english::count_of;
use muster_systems::{Compiled, Opaque, Role, System};

use super::Trouble;
use super::help::whole;
use super::inputs::{Files, Inputs};
use super::output::{self, Artifact, Overwrite};
use super::passed_over::pass_over;
use super::policy::PolicyArgs;
use super::report::OutputFile;
use crate::project::Project;
use crate::project::files::{read_file, read_text};
use crate::review::{Review, Unit};

/// The numbers of battles that can be played of one kind: sums of all that is counted in them stay far below 2^64.
pub(super) const GAMES: RangeInclusive<u64> = 1..=1_000_000_000;

/// The bot of `balance` where none is named, which decides in `tune` too.
pub(super) const PLANNING: Bot = Bot::Greedy;

/// The turn limits that can be set.
const TURN_LIMITS: RangeInclusive<u32> = 1..=1_000_000;

/// The numbers of parts that a run may have.
const PARTS: RangeInclusive<u64> = 1..=100_000;

/// The longest time that a run may be given: 1,000 hours. The shares of a run are reckoned with it.
const MOST_SECONDS: u64 = 3_600_000;

/// The most threads: more are no help on any machine, and thousands cannot be started.
const MOST_JOBS: u16 = 1024;

/// The version of the files of parts.
const VERSION: u32 = 1;

/// The most missing parts that a message lists.
const LISTED: usize = 10;

/// The terms on which battles are played, and the part of a run.
#[derive(Debug, clap::Args)]
pub(super) struct BattleTerms {
    #[command(flatten)]
    playing: Playing,

    /// Play part K of N (at most 100000) and write its sums for `muster merge`. Apart from K and
    /// the output file, use the same arguments on all N machines.
    #[arg(long, value_name = "K/N", value_parser = shard)]
    shard: Option<Shard>,
}

/// The terms on which battles are played.
#[derive(Debug, clap::Args)]
pub(super) struct Playing {
    /// Set the random seed; the same seed gives the same battles.
    #[arg(long, value_name = "S", default_value_t = 0, value_parser = whole(0..=u64::MAX))]
    pub(super) seed: u64,

    #[command(flatten)]
    threads: Threads,

    /// Choose the bots: one for both sides, or one for each, such as `random,greedy`. Bots are random, greedy and mcts:N, a
    /// tree search with N playouts for each decision (1 to 1000000).
    #[arg(long, value_name = "BOT[,BOT]", value_parser = bot, value_delimiter = ',', num_args = 1)]
    bots: Vec<Bot>,

    /// Stop a battle after N turns and count it as unfinished. In Tabletop a turn is over when every faction has
    /// acted; in States of Battle a round counts as a turn.
    #[arg(long, value_name = "N", default_value_t = TURN_LIMIT, value_parser = whole(TURN_LIMITS))]
    pub(super) turn_limit: u32,
}

/// Reads the name of a bot.
pub(super) fn bot(name: &str) -> Result<Bot, String> {
    let name = name.to_lowercase();
    Bot::parse(&name).ok_or_else(|| match name.starts_with("mcts:") {
        true => format!("expected a number of playouts from 1 to {}, such as `mcts:400`", Bot::MOST_PLAYOUTS),
        false => format!("unknown bot; expected one of {}", Bot::NAMES.join(", ")),
    })
}

fn shard(text: &str) -> Result<Shard, String> {
    let parsed = text.split_once('/').and_then(|(k, n)| Some((k.parse().ok()?, n.parse().ok()?)));
    match parsed {
        Some((_, of)) if of > *PARTS.end() => Err(format!("at most {} parts", PARTS.end())),
        Some((k, of)) if (1..=of).contains(&k) => Ok(Shard { number: k - 1, of }),
        _ => Err("expected K/N (part K of N), such as `2/8`".to_owned()),
    }
}

impl BattleTerms {
    /// Returns the number of turns after which a battle counts as unfinished.
    pub(super) fn turn_limit(&self) -> u32 {
        self.playing.turn_limit
    }

    /// Returns what is to be played, as it is kept in parts.
    pub(super) fn settings(&self, command: Command, games: u64, bot: Bot) -> RunSettings {
        let bots = Bot::names(&self.playing.bots_or(bot));
        let Playing { seed, turn_limit, .. } = self.playing;
        RunSettings { command, games, comparisons: 0, seed, bots, turn_limit, exact: false }
    }

    /// Returns the part to be played.
    pub(super) fn shard(&self) -> Shard {
        self.shard.unwrap_or(Shard::WHOLE)
    }

    /// Returns true if only a part is to be played.
    pub(super) fn is_sharded(&self) -> bool {
        self.shard.is_some()
    }

    /// Returns the output file as what is written to it: a part of a run, or a report.
    pub(super) fn artifact<'o>(&self, output: &'o OutputFile) -> impl Iterator<Item = (&'o Utf8PathBuf, Artifact)> {
        let artifact = if self.is_sharded() { Artifact::Part } else { Artifact::Report };
        output.output_file.iter().map(move |file| (file, artifact))
    }

    /// Returns the threads.
    pub(super) fn pool(&self) -> Result<Pool, Trouble> {
        self.playing.pool()
    }
}

impl Playing {
    /// Returns the bots that are named, or one that is taken otherwise.
    fn bots_or(&self, bot: Bot) -> Vec<Bot> {
        if self.bots.is_empty() { vec![bot] } else { self.bots.clone() }
    }

    /// Returns the bots of a scenario of so many sides; all have `bot` where none is named.
    pub(super) fn bots_of(&self, sides: usize, bot: Bot) -> Result<Vec<Bot>, Trouble> {
        bots_per_side(&self.bots_or(bot), sides)
    }

    /// Returns the threads.
    pub(super) fn pool(&self) -> Result<Pool, Trouble> {
        self.threads.pool()
    }
}

/// The layout of a progress bar over battles.
const BAR: &str = "{bar:40} {human_pos} of {human_len} battles, {eta} left  {wide_msg}";

/// Returns what a bar says of a scenario: its name, and which of several it is.
pub(super) fn bar_label(name: &str, number: usize, of: usize) -> String {
    let name = line(name);
    if of > 1 { format!("{name} ({} of {of})", number + 1) } else { name.into_owned() }
}

/// Returns a progress bar, on a terminal only.
pub(super) fn bar(quiet: bool, battles: u64) -> ProgressBar {
    let style = ProgressStyle::with_template(BAR).expect("internal error: a bar without a layout");
    let bar = ProgressBar::new(battles).with_style(style);
    if quiet || !std::io::stderr().is_terminal() {
        bar.set_draw_target(ProgressDrawTarget::hidden());
    }
    bar
}

/// On how many threads is played.
#[derive(Debug, Default, clap::Args)]
pub(super) struct Threads {
    /// Use N threads (at most 1024); 0 uses all cores. The result is the same.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole(0..=MOST_JOBS))]
    jobs: u16,
}

impl Threads {
    /// Returns the threads.
    pub(super) fn pool(&self) -> Result<Pool, Trouble> {
        // A browser's program is one thread.
        if cfg!(target_family = "wasm") {
            return Ok(Pool(None));
        }
        Ok(Pool(Some(rayon::ThreadPoolBuilder::new().num_threads(self.jobs.into()).build()?)))
    }
}

/// Threads that play; none where there is only the program's own.
pub(super) struct Pool(Option<rayon::ThreadPool>);

impl Pool {
    /// Runs something on the threads.
    pub(super) fn install<R: Send>(&self, run: impl FnOnce() -> R + Send) -> R {
        match &self.0 {
            Some(pool) => pool.install(run),
            None => run(),
        }
    }
}

/// Returns a bot for each of so many sides.
fn bots_per_side(bots: &[Bot], sides: usize) -> Result<Vec<Bot>, Trouble> {
    Bot::one_per_player(bots, sides)
        .ok_or_else(|| Trouble(format!("`--bots` names {} bots, but the battle has {sides} sides", bots.len())))
}

/// Reads a time, as in `30s` or `5m`.
pub(super) fn time(text: &str) -> Result<std::time::Duration, String> {
    let (number, unit) = text.split_at(text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len()));
    let seconds = match (number.parse::<u64>(), unit) {
        (Ok(n), "s") => Some(n),
        (Ok(n), "m") => n.checked_mul(60),
        (Ok(n), "h") => n.checked_mul(3600),
        _ => return Err("expected a whole number with s, m or h, such as `30s`".to_owned()),
    };
    let seconds = seconds.filter(|seconds| *seconds <= MOST_SECONDS);
    seconds.map(std::time::Duration::from_secs).ok_or_else(|| format!("expected at most {}h", MOST_SECONDS / 3600))
}

/// The one place that looks at the clock: how long a run may go on, never what it reports.
#[derive(Clone, Copy)]
pub(super) struct Clock(std::time::Instant);

impl Clock {
    #[allow(
        clippy::disallowed_methods,
        reason = "`--budget` is a time limit; when it is reached, the results so far are reported"
    )]
    pub(super) fn start() -> Clock {
        Clock(std::time::Instant::now())
    }

    pub(super) fn elapsed(self) -> std::time::Duration {
        self.0.elapsed()
    }
}

/// The command that played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Command {
    Smoke,
    Balance,
}

/// The options of a run, the same for each scenario.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct RunSettings {
    pub(super) command: Command,
    pub(super) games: u64,
    pub(super) comparisons: u64,
    pub(super) seed: u64,
    bots: Vec<String>,
    pub(super) turn_limit: u32,
    /// Exact shares of larger battles, too.
    #[serde(default)]
    pub(super) exact: bool,
}

impl RunSettings {
    /// Returns the bots of a scenario of so many sides.
    pub(super) fn bots_of(&self, sides: usize) -> Result<Vec<Bot>, Trouble> {
        let bots = self.bots.iter().map(|name| bot(name));
        bots_per_side(&bots.collect::<Result<Vec<Bot>, String>>()?, sides)
    }
}

/// The files that were given, and the scenarios among them that can be played.
pub(super) struct GivenFiles {
    pub(super) review: Review,
    /// Some input could not be read.
    pub(super) unreadable: usize,
    /// Their project.
    pub(super) project: Project,
    /// The given files, as they were read.
    pub(super) files: Vec<(Utf8PathBuf, Vec<u8>)>,
}

impl GivenFiles {
    /// Reads and checks files. That no scenario is among them is an error.
    pub(super) fn read(
        inputs: &Inputs,
        policy: &PolicyArgs,
        systems: &'static [&'static System],
    ) -> Result<GivenFiles, Trouble> {
        let Files { files, unreadable, project } = inputs.read(policy, systems)?;
        GivenFiles::check(files, unreadable, project, &|path| inputs.names(path))
    }

    /// Checks files; some of them were `named`.
    fn check(
        files: Vec<(Utf8PathBuf, Vec<u8>)>,
        unreadable: usize,
        project: Project,
        named: &dyn Fn(&Utf8Path) -> bool,
    ) -> Result<GivenFiles, Trouble> {
        let mut review = project.review(&files);
        pass_over(&review, &[Role::Main], System::unplayed_reason, named)?;
        if !review.units.iter().any(is_scenario) && review.units.len() == review.sources.iter().count() {
            return Err(Trouble("none of the files is a scenario that can be played".to_owned()));
        }
        project.tolerate(&mut review, &files, &project.reader(), true)?;
        Ok(GivenFiles { review, unreadable, project, files })
    }

    /// Returns the scenarios that can be played.
    pub(super) fn battles(&self) -> impl Iterator<Item = (&Unit, &Opaque)> {
        let scenarios = self.review.units.iter().filter(|unit| is_scenario(unit));
        scenarios.filter(|unit| unit.sound).filter_map(|unit| Some((unit, unit.battle.as_ref()?)))
    }

    /// Returns the one scenario that a command takes; `None` where what keeps it from being played is found.
    pub(super) fn only(&self, command: &str) -> Result<Option<&Unit>, Trouble> {
        let scenarios: Vec<&Unit> = self.battles().map(|(unit, _)| unit).collect();
        match scenarios[..] {
            [unit] => Ok(Some(unit)),
            [] => Ok(None),
            _ => Err(Trouble(format!(
                "`{command}` takes one scenario, and {} are among the files: name one",
                scenarios.len()
            ))),
        }
    }

    /// Compiles those scenarios, in the same order.
    pub(super) fn compile(&self) -> Result<Vec<Box<dyn Compiled>>, Trouble> {
        self.compile_all(|unit, battle| unit.system.compile(battle))
    }

    /// Compiles those scenarios together with what is left of each without one of its lines.
    pub(super) fn compile_weighed(&self) -> Result<Vec<Box<dyn Compiled>>, Trouble> {
        self.compile_all(|unit, battle| unit.system.compile_weighed(battle, &self.review.sources))
    }

    fn compile_all<F>(&self, compile: F) -> Result<Vec<Box<dyn Compiled>>, Trouble>
    where
        F: Fn(&Unit, &Opaque) -> Result<Box<dyn Compiled>, String>,
    {
        let compiled = |(unit, battle): (&Unit, &Opaque)| {
            let path = line(self.review.sources.get(unit.file).path().as_str()).into_owned();
            compile(unit, battle).map_err(|why| Trouble(format!("`{path}`: {why}")))
        };
        self.battles().map(compiled).collect()
    }

    /// Returns a scenario's path and name.
    pub(super) fn names<'a>(&'a self, unit: &'a Unit) -> (&'a str, &'a str) {
        (self.review.sources.get(unit.file).path().as_str(), unit.outline.name.as_deref().unwrap_or_default())
    }

    /// Writes the part of a run that was played.
    pub(super) fn write_part(
        &self,
        settings: &RunSettings,
        shard: Shard,
        sums: &[impl Serialize],
        file: Option<&Utf8PathBuf>,
        overwrite: Overwrite,
    ) -> Result<(), Trouble> {
        if self.unreadable > 0 || self.files.iter().any(|(path, _)| !path.exists()) {
            return Err(Trouble("`--shard` needs files that can be read again when the parts are merged".to_owned()));
        }
        let part = Part {
            muster: env!("CARGO_PKG_VERSION").to_owned(),
            version: VERSION,
            part: shard.number + 1,
            of: shard.of,
            settings: settings.clone(),
            inputs: self.files.iter().map(|(path, _)| path.to_string()).collect(),
            digest: self.digest(),
            sums: sums.iter().map(serde_json::to_value).collect::<Result<_, _>>()?,
        };
        let text = serde_json::to_string(&part)? + "\n";
        match file {
            Some(file) => overwrite.write(file, Artifact::Part, text.as_bytes()),
            None => output::to_stdout(&Syntax::Json.escape(&text)),
        }
    }

    /// Returns a number that changes with any of the files.
    fn digest(&self) -> String {
        let texts = self.review.sources.iter().flat_map(|(_, source)| [source.path().as_str(), source.text()]);
        hex_of_texts(texts)
    }
}

/// Returns true for a given scenario of a system that has rules of play.
fn is_scenario(unit: &Unit) -> bool {
    unit.given && unit.outline.kind.role == Role::Main && unit.system.unplayed_reason().is_none()
}

/// A part of a run, as it is written.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Part {
    version: u32,
    muster: String,
    part: u64,
    of: u64,
    pub(super) settings: RunSettings,
    inputs: Vec<String>,
    digest: String,
    /// By scenario.
    pub(super) sums: Vec<serde_json::Value>,
}

/// The fields that a part has in every version.
#[derive(Deserialize)]
struct Header {
    version: u32,
    muster: String,
}

impl Part {
    /// Reads a part. One that another version wrote, or whose numbers no run has, is refused.
    fn read(path: &Utf8Path) -> Result<Part, Trouble> {
        let text = read_text(path).map_err(|error| Trouble(format!("cannot read `{path}`: {}", describe(&error))))?;
        let foreign = |error| Trouble(format!("`{path}` was not written by `--shard`: {error}"));
        let header: Header = serde_json::from_str(&text).map_err(foreign)?;
        let muster = env!("CARGO_PKG_VERSION");
        if header.version != VERSION {
            return Err(Trouble(format!(
                "`{path}` is a part of version {}; this version of muster reads version {VERSION}",
                header.version
            )));
        }
        if header.muster != muster {
            return Err(Trouble(format!(
                "`{path}` was played by muster {}, but this is muster {muster}; play the parts again with one version",
                header.muster
            )));
        }
        let part: Part = serde_json::from_str(&text).map_err(foreign)?;
        let RunSettings { games, comparisons, turn_limit, .. } = part.settings;
        let ranges = [
            ("of", part.of, PARTS),
            ("part", part.part, 1..=part.of),
            ("games", games, GAMES),
            ("comparisons", comparisons, 0..=*GAMES.end()),
            ("turn_limit", turn_limit.into(), (*TURN_LIMITS.start()).into()..=(*TURN_LIMITS.end()).into()),
        ];
        match ranges.into_iter().find(|(_, found, range)| !range.contains(found)) {
            Some((name, found, range)) => {
                Err(Trouble(format!("`{path}`: `{name}` is `{found}`; expected {} to {}", range.start(), range.end())))
            }
            None => Ok(part),
        }
    }
}

/// Reads the parts of one run: all of them, each once, and made of the same files.
pub(super) fn read_parts(paths: &[Utf8PathBuf], project: Project) -> Result<(GivenFiles, Vec<Part>), Trouble> {
    let mut parts = paths.iter().map(|path| Part::read(path)).collect::<Result<Vec<Part>, Trouble>>()?;
    parts.sort_by_key(|part| part.part);
    let first = parts.first().ok_or("name the parts to merge")?;
    for (part, other) in parts.iter().zip(&parts[1..]) {
        if part.part == other.part {
            return Err(Trouble(format!("part {} of {} is given twice", part.part, part.of)));
        }
    }
    let same = |part: &&Part| {
        (part.of, &part.settings, &part.inputs, &part.digest)
            == (first.of, &first.settings, &first.inputs, &first.digest)
    };
    if let Some(stranger) = parts.iter().find(|part| !same(part)) {
        let text = format!(
            "part {} belongs to another run: all parts must be made with the same arguments and files",
            stranger.part
        );
        return Err(Trouble(text));
    }
    if parts.len() as u64 != first.of {
        let missing = (1..=first.of).filter(|k| parts.binary_search_by_key(k, |part| part.part).is_err());
        let listed: Vec<String> = missing.take(LISTED).map(|k| k.to_string()).collect();
        let count = first.of - parts.len() as u64;
        let are = if count == 1 { "one is".to_owned() } else { format!("{count} are") };
        let more = if count > LISTED as u64 { ", ..." } else { "" };
        return Err(Trouble(format!("of {} parts, {are} missing: {}{more}", first.of, listed.join(", "))));
    }
    let files = first.inputs.iter().map(|path| {
        read_file(path.as_ref())
            .map(|bytes| (path.into(), bytes))
            .map_err(|error| Trouble(format!("cannot read `{path}`: {}", describe(&error))))
    });
    let given = GivenFiles::check(files.collect::<Result<_, _>>()?, 0, project, &|_| false)?;
    if given.digest() != first.digest {
        return Err(Trouble("the files have changed since the parts were played".to_owned()));
    }
    Ok((given, parts))
}

/// Sums that parts hold of a scenario.
pub(super) trait Sums: DeserializeOwned {
    /// Returns true if a part can have counted these: they have the form of `empty`, and `games` battles of at most
    /// `turn_limit` turns can give as much.
    fn possible(&self, empty: &Self, games: u64, turn_limit: u32) -> bool;

    /// Adds those of another part.
    #[must_use]
    fn plus(self, other: Self) -> Self;
}

impl Sums for Totals {
    fn possible(&self, empty: &Self, games: u64, turn_limit: u32) -> bool {
        Totals::possible(self, empty, games, turn_limit)
    }

    fn plus(self, other: Self) -> Self {
        self.merge(other)
    }
}

impl Sums for Vec<Tally> {
    fn possible(&self, empty: &Self, games: u64, turn_limit: u32) -> bool {
        let possible = |(tally, empty): (&Tally, &Tally)| tally.possible(empty, games, turn_limit);
        self.len() == empty.len() && self.iter().zip(empty).all(possible)
    }

    fn plus(self, other: Self) -> Self {
        self.into_iter().zip(other).map(|(a, b)| a.merge(b)).collect()
    }
}

/// Returns the sums of all parts together, by scenario; `empty` are those of no battle. The error names a part that does not have
/// sums for every scenario, or has sums that its share of the battles cannot give.
pub(super) fn sum<T: Sums>(parts: &[Part], mut empty: Vec<T>) -> Result<Vec<T>, Trouble> {
    let mut all: Vec<Vec<T>> = Vec::new();
    for Part { part, of, settings, sums, .. } in parts {
        if sums.len() != empty.len() {
            let (has, want) = (count_of(sums.len(), "scenario"), count_of(empty.len(), "scenario"));
            return Err(Trouble(format!(
                "part {part} has sums of {has}, but {want} can be played; pass the same `--allow` options as when it was played"
            )));
        }
        let games = Shard { number: part - 1, of: *of }.share(settings.games.max(settings.comparisons));
        let mut read = Vec::new();
        for (value, empty) in sums.iter().zip(&empty) {
            let sum: Option<T> = serde_json::from_value(value.clone()).ok();
            let sum = sum.filter(|sum| sum.possible(empty, games, settings.turn_limit));
            read.push(
                sum.ok_or_else(|| Trouble(format!("the sums of part {part} do not match its battles; play it again")))?,
            );
        }
        all.push(read);
    }
    for read in all {
        empty = empty.into_iter().zip(read).map(|(sum, more)| sum.plus(more)).collect();
    }
    Ok(empty)
}
