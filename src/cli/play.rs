//! `muster play`: a battle to be played, against a bot, with somebody else or to be watched.

mod terminal;

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use camino::{Utf8Path, Utf8PathBuf};

use muster_core::diag::escape::line;
use muster_core::diag::{describe, or_nearest};
use muster_core::play::bots::Bot;
use muster_core::source::{FileId, path_from};
use muster_systems::{Role, System};

use super::battles::{GivenFiles, bot};
use super::help::whole;
use super::inputs::Inputs;
use super::look::LookArgs;
use super::output::{Artifact, Overwrite, sealed, signed, to_file};
use super::preview::{ServedPage, Serving};
use super::report::{Extra, Report};
use super::{Exit, Outcome, Trouble};
use crate::preview::{
    MOST_SEED, OFFLINE_PROGRAM, OfflineOptions, Recorder, TableOptions, TableStart, new_seed, offline_page,
};
use crate::project::verdict::Purpose;

/// Play a battle against a bot or with a friend, on a page in the browser or in the terminal.
///
/// Who plays: with `--side`, you play that side and a bot the others; without it, all sides are played at this screen, by you
/// alone or by you and somebody else in turn; with `--watch`, bots play all sides. What is hidden from a side is not shown to
/// its player. On the page you can also choose the players, and begin again.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Play this side; a bot plays the others.
    #[arg(long, value_name = "NAME", conflicts_with = "watch")]
    side: Option<String>,

    /// Let bots play all sides.
    #[arg(long)]
    watch: bool,

    /// Choose the bot that plays and gives hints: random, greedy or mcts:N, a tree search with N playouts for each decision
    /// (1 to 10000).
    #[arg(long, value_name = "BOT", default_value = "greedy", value_parser = bot)]
    bot: Bot,

    /// Set the seed of dice, cards and chits; without it, every battle is different.
    #[arg(long, value_name = "S", value_parser = whole(0..=MOST_SEED))]
    seed: Option<u64>,

    /// Record the battle in a new file, FILE, as a play (a recorded battle), which `muster replay` can read. The file is
    /// updated after each move and holds only complete turns. Further battles on the page get files of their own, with a number.
    #[arg(long, value_name = "FILE")]
    record: Option<Utf8PathBuf>,

    /// Write a page to FILE on which the battle can be played without a server or a network, then exit. Send the page to the
    /// people who will play.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["record", "terminal", "seed", "port", "no_open"])]
    html: Option<Utf8PathBuf>,

    /// Play in the terminal, by typing the number of a choice.
    #[arg(long)]
    terminal: bool,

    #[command(flatten)]
    serving: Serving,
    #[command(flatten)]
    look: LookArgs,
    #[command(flatten)]
    report: Report,

    #[command(flatten)]
    inputs: Inputs,
}

impl Args {
    pub(super) fn run(self, systems: &'static [&'static System]) -> Outcome {
        let given = GivenFiles::read(&self.inputs, &self.report.policy, systems)?;
        let record = self.record.iter().map(|file| (file, Artifact::Skeleton));
        let outputs = record.chain(self.html.iter().map(|file| (file, Artifact::Page)));
        self.report.check_outputs(outputs, &given.review, &given.project)?;
        let Some(unit) = given.only("muster play")? else {
            let purpose = Purpose { done: Some(("played", &[Role::Main])), leaves_checking: false };
            let extra = Extra { unreadable: given.unreadable, purpose, ..Extra::default() };
            return self.report.emit(given.review, &given.project, &extra, None);
        };
        let path = given.names(unit).0.to_owned();
        let battle = given.compile()?.into_iter().next().ok_or("internal error: a scenario without a battle")?;
        let seats = self.seats(battle.sides())?;
        if let Some(file) = &self.html {
            let scenario = unit.file;
            return self.write_page(file, &seats, scenario, given);
        }
        let seed = match self.seed {
            Some(seed) => seed,
            None => new_seed()?,
        };
        let recorder = self.record.map(|file| recorder(file, &path, self.report.overwrite)).transpose()?;
        if self.terminal {
            let (live, _) = battle.begin(seed, None);
            return terminal::play(live, &terminal::TerminalTerms { seats: &seats, helper: self.bot, recorder });
        }
        let start = TableStart { path: path.clone(), seats, seed };
        let table = TableOptions { start: Some(start), helper: self.bot, recorder };
        let page = ServedPage { path: path.into(), look: self.look.look(), languages: Vec::new(), editor: None, table };
        self.serving.serve(page, systems)
    }

    /// Writes the page of a battle.
    fn write_page(&self, file: &Utf8Path, seats: &[Option<Bot>], scenario: FileId, mut given: GivenFiles) -> Outcome {
        let sources = given.review.sources.iter();
        let settings = given.project.settings.print(sources.map(|(_, file)| file.path()))?;
        let look = self.look.look().or(&settings);
        let options = OfflineOptions { scenario, look: &look, seats, program: OFFLINE_PROGRAM };
        let page = offline_page(&given.project, &mut given.review, &options)?;
        self.report.overwrite.write(file, Artifact::Page, sealed(&page).as_bytes())?;
        Ok(Exit::Clean)
    }

    /// Returns who plays each side: a bot, or somebody here.
    fn seats(&self, sides: &[String]) -> Result<Vec<Option<Bot>>, Trouble> {
        if self.watch {
            return Ok(vec![Some(self.bot); sides.len()]);
        }
        let Some(side) = &self.side else {
            // Whoever gets the page is alone with it.
            let bot = self.html.is_some().then_some(self.bot);
            return Ok((0..sides.len()).map(|number| bot.filter(|_| number > 0)).collect());
        };
        let own = sides.iter().position(|name| name == side).or_else(|| {
            let mut alike = (0..sides.len()).filter(|own| sides[*own].to_lowercase() == side.to_lowercase());
            alike.next().filter(|_| alike.next().is_none())
        });
        let own = own.ok_or_else(|| {
            let near = or_nearest(side, sides.iter().map(String::as_str));
            let all: Vec<String> = sides.iter().map(|side| format!("`{}`", line(side))).collect();
            Trouble(format!("there is no side `{}`; expected {}{near}", line(side), all.join(" or ")))
        })?;
        Ok((0..sides.len()).map(|number| (number != own).then_some(self.bot)).collect())
    }
}

/// Returns a keeper of records of a scenario: the first battle in a file, others in files beside it that are not there yet. What
/// somebody changed meanwhile is left as it is.
fn recorder(file: Utf8PathBuf, scenario: &str, overwrite: Overwrite) -> Result<Recorder, Trouble> {
    let (folder, scenario) = (file.parent().unwrap_or(Utf8Path::new("")), Utf8Path::new(scenario));
    if !scenario.exists() {
        return Err(Trouble("`--record` needs a scenario in a file".to_owned()));
    }
    let scenario =
        path_from(folder, scenario).map_err(|error| Trouble(format!("cannot write `{file}`: {}", describe(&error))))?;
    let kept: Mutex<BTreeMap<usize, Utf8PathBuf>> = Mutex::new(BTreeMap::from([(0, file.clone())]));
    let keep = move |play: &str, number: usize| {
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        let beside = |n: usize| {
            let (stem, ending) = (file.file_stem().unwrap_or_default(), file.extension().unwrap_or("yaml"));
            file.with_file_name(format!("{stem}-{n}.{ending}"))
        };
        let is_first = !kept.contains_key(&number);
        let path = kept.entry(number).or_insert_with(|| {
            let free = (2..).map(beside).find(|path| !path.exists());
            free.unwrap_or_else(|| beside(number))
        });
        let written = if is_first || !path.exists() || number == 0 && overwrite.is_forced() {
            to_file(path, signed(play).as_bytes())
        } else {
            overwrite.write(path, Artifact::Play, signed(play).as_bytes())
        };
        written.map_err(|Trouble(text)| text)
    };
    Ok(Recorder { scenario: scenario.into_string(), keep: Box::new(keep) })
}
