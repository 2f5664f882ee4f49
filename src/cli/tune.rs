//! `muster tune`: the smallest changes of a battle that reach a target.

mod arguments;
mod headline;
mod html;
mod json;
mod made;
mod parts;
mod state;
mod text;

use std::time::Duration;

use arguments::{Changing, Wanted};
use camino::{Utf8Path, Utf8PathBuf};
use indicatif::ProgressBar;
use parts::Search;
use state::StateFile;

use muster_core::digest::hex_of_texts;
use muster_core::play::bots::Bot;
use muster_systems::english::count_of;
use muster_systems::{Compiled, Opaque, Role, System};

use super::battles::{self, Clock, GAMES, GivenFiles, PLANNING, Playing, Pool, time};
use super::help::whole;
use super::inputs::Inputs;
use super::output::{Artifact, complain, is_signalled, note_signals, text_to_stdout};
use super::report::{Extra, OutputFile, Report as Reporting};
use super::{Exit, Outcome, Trouble};
use crate::project::known::KnownFindings;
use crate::project::verdict::Purpose;
use crate::review::{Review, Unit};
use crate::sweep::MOST_PARTS;
use crate::tune::{
    Answer, Candidate, Change, ChangePolicy as _, CountedBefore, EndCount, Oversight, Proof, ProofOptions,
    ProofOversight, Searched, Subject, Target, TuneOptions, WantedTarget,
};
use crate::tune::{answers, changes, prove, search};

/// Battles of each candidate where nothing else is asked for, of games whose battles are quick and of others.
const QUICK: u64 = 1000;
const SLOW: u64 = 200;

/// Find the smallest changes to a scenario that reach a target.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Play N battles for each change; the default is 1000, or 200 in games whose battles take longer.
    #[arg(long, value_name = "N", value_parser = whole(GAMES))]
    games: Option<u64>,

    /// Stop after this time, such as `30s` or `5m`, and report the results so far. If results are replayed on new seeds,
    /// the search gets three quarters of the time.
    #[arg(long, value_name = "TIME", value_parser = time)]
    budget: Option<Duration>,

    /// Show N changes, besides the best trade-offs between size and distance from the target.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = whole(1..=1000_u16))]
    answers: u16,

    /// Replay N changes on new seeds, between random bots, greedy bots and two tree searches (such as mcts:100 and mcts:400).
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = whole(0..=100_u16))]
    finalists: u16,

    /// Play N battles of each replayed change between planning bots, and of each comparison.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = whole(GAMES))]
    confirm: u64,

    /// Show what change N does to the files, without writing.
    #[arg(long, value_name = "N", conflicts_with = "apply", value_parser = whole(1..=1000_u16))]
    diff: Option<u16>,

    /// Apply change N to the files. With the `--state` of a run that showed changes, nothing is played again.
    #[arg(long, value_name = "N", value_parser = whole(1..=1000_u16))]
    apply: Option<u16>,

    /// Save the counts to FILE and continue from there: a search stopped by `--budget` or otherwise loses nothing and gives
    /// the same result. A signal stops it with exit code 75: try again.
    #[arg(long, value_name = "FILE")]
    state: Option<Utf8PathBuf>,

    /// Write the battles to play as a sweep's plan to DIR, and play nothing. The plan has all single changes, and all pairs
    /// if all are played. Play its parts with `muster sweep run`, then run the same command with `--from` instead.
    #[arg(long, value_name = "DIR", requires = "parts", conflicts_with_all = ["diff", "apply", "html", "state", "budget", "from"])]
    plan: Option<Utf8PathBuf>,

    /// Divide the battles of `--plan` into N parts (at most 100000).
    #[arg(long, value_name = "N", requires = "plan", value_parser = whole(1..=MOST_PARTS))]
    parts: Option<u64>,

    /// Continue with the counts in DIR, written by `--plan` and `muster sweep run`. The result is the same as that of a
    /// single run.
    #[arg(long, value_name = "DIR", conflicts_with = "state")]
    from: Option<Utf8PathBuf>,

    /// Write the report as a single HTML file with a chart.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["diff", "apply"])]
    html: Option<Utf8PathBuf>,

    #[command(flatten)]
    wanted: Wanted,
    #[command(flatten)]
    changing: Changing,
    #[command(flatten)]
    playing: Playing,
    #[command(flatten)]
    report: Reporting,
    #[command(flatten)]
    output: OutputFile,

    #[command(flatten)]
    inputs: Inputs,
}

/// The contents of a report of a search.
struct TuneReport<'a> {
    path: &'a str,
    name: &'a str,
    sides: &'a [String],
    options: &'a TuneOptions,
    target: &'a Target,
    /// The word for what the length of a battle is counted in, in the singular.
    round: &'static str,
    games: u64,
    seed: u64,
    bots: &'a [Bot],
    /// The single changes.
    changes: &'a [Change],
    /// True if the values to try were named.
    is_narrowed: bool,
    /// The file of counts that it can be continued from (`--state`).
    state: Option<&'a Utf8Path>,
    searched: &'a Searched,
    answers: &'a [Answer],
    /// The battle as it is, played again, then the first answers.
    proofs: &'a [Proof],
    /// The number of the first answers for which there was no time.
    unproven: usize,
    /// The cards to reprint, by answer.
    cards: &'a [Vec<String>],
}

impl TuneReport<'_> {
    /// Returns the candidate of a proof: the battle as it is, then the first answers.
    fn proven(&self, number: usize) -> &Candidate {
        let answer = number.checked_sub(1).and_then(|number| self.answers.get(number));
        answer.map_or(&self.searched.unchanged, |answer| &answer.candidate)
    }

    /// Returns the bot that all sides had in the search, if finalists were played again by the same.
    fn search_bot(&self) -> Option<Bot> {
        self.options.bot().filter(|bot| self.proofs.first().is_some_and(|proof| proof.ends_of(*bot).is_some()))
    }

    /// Returns how much farther the share of a finalist is from the one that is wanted on fresh seeds than in the search, from -1 to
    /// 1; `None` if other bots searched.
    fn bias(&self, number: usize) -> Option<f64> {
        let bot = self.search_bot()?;
        let wanted = self.target.share;
        let off = |ends: &EndCount| (ends.share(wanted.side).share - wanted.share).abs();
        Some(off(self.proofs.get(number)?.ends_of(bot)?) - off(&self.proven(number).measured.ends))
    }
}

impl Args {
    pub(super) fn run(self, systems: &'static [&'static System]) -> Outcome {
        let given = GivenFiles::read(&self.inputs, &self.report.policy, systems)?;
        let page = self.html.iter().map(|file| (file, Artifact::Page));
        let state = self.state.iter().map(|file| (file, Artifact::State));
        self.report.check_outputs(self.output.artifact().chain(page).chain(state), &given.review, &given.project)?;
        let mut extra = Extra {
            unreadable: given.unreadable,
            purpose: Purpose { done: Some(("tuned", &[Role::Main])), leaves_checking: false },
            ..Extra::default()
        };
        let scenarios: Vec<(&Unit, &Opaque)> = given.battles().collect();
        match scenarios[..] {
            // What keeps it from being played is found.
            [] => {}
            [(unit, _)] => {
                if let Some(done) = self.tune(&given, unit, &mut extra)? {
                    return Ok(done);
                }
            }
            _ => {
                let count = count_of(scenarios.len(), "scenario");
                return Err(Trouble(format!(
                    "`muster tune` takes one scenario at a time, and {count} are among the files: name one"
                )));
            }
        }
        self.report.emit(given.review, &given.project, &extra, self.output.output_file.as_ref())
    }

    /// Tunes a scenario. Returns how the command ended if it only shows or makes a change; else what is said is in `extra`.
    fn tune(&self, given: &GivenFiles, unit: &Unit, extra: &mut Extra) -> Result<Option<Exit>, Trouble> {
        let compiled = given.compile()?;
        let known = KnownFindings::new(&given.project, &given.files, &given.review)?;
        let subject = Subject::new(&given.review, unit, Some(&known));
        let (Some(written), Some(subject)) = (compiled.first(), subject) else {
            return Ok(None);
        };
        let wanted = self.wanted.target();
        let options = self.options(&**written, &wanted)?;
        let narrowing = self.changing.narrowing(&given.review, unit).map_err(Trouble)?;
        let changes = changes(&given.review, unit, &narrowing).map_err(Trouble)?;
        if changes.is_empty() {
            return Err(Trouble(self.changing.why_nothing().to_owned()));
        }
        let digest = digest(&given.review, &changes, &options);
        if let Some((folder, parts)) = self.plan.as_ref().zip(self.parts) {
            if self.inputs.stdin().is_some() {
                return Err(Trouble("`--plan` needs a file, not standard input".to_owned()));
            }
            let search = Search {
                given,
                unit,
                written: &**written,
                judge: &known,
                changes: &changes,
                narrowing: &narrowing,
                wanted: &wanted,
                options: &options,
                digest,
            };
            let summary = parts::plan(search, parts, folder, self.report.overwrite.is_forced())?;
            if !self.report.quiet() {
                text_to_stdout(&summary)?;
            }
            return Ok(Some(Exit::Clean));
        }
        let clock = Clock::start();
        let kept = self.state.as_deref();
        let kept = kept.map(|file| StateFile::open(file, self.report.overwrite, (digest.clone(), clock), &options));
        let kept = kept.transpose()?;
        let counted = self.from.as_ref().map(|folder| parts::load_counts(folder, given, &digest)).transpose()?;
        let run = TuneRun {
            args: self,
            given,
            unit,
            known: &known,
            subject: &subject,
            written: &**written,
            changes: &changes,
            options: &options,
            bar: battles::bar(self.report.quiet(), 0),
            clock,
            pool: self.playing.pool()?,
        };
        run.run(kept, counted, extra)
    }

    /// Returns the options of the search in a battle.
    fn options(&self, written: &dyn Compiled, wanted: &WantedTarget) -> Result<TuneOptions, Trouble> {
        let sides = written.sides();
        let measures = written.measures();
        let measures = self.wanted.measure.iter().map(|wanted| wanted.target(&measures)).collect::<Result<_, _>>();
        let target = Target { measures: measures.map_err(Trouble)?, ..wanted.target(sides).map_err(Trouble)? };
        if target.first.is_some() && written.other_first().is_none() {
            return Err(Trouble("`--first`: the rules do not let the other side go first in this battle".to_owned()));
        }
        if target.skill.is_some() && sides.len() != 2 {
            return Err(Trouble("`--skill` compares two bots, but the battle has more than two sides".to_owned()));
        }
        // Where battles between planning bots take long, random ones filter.
        let (bot, games) = if written.is_quick() { (PLANNING, QUICK) } else { (Bot::Random, SLOW) };
        Ok(TuneOptions {
            target,
            games: self.games.unwrap_or(games),
            comparisons: self.confirm,
            edits: self.changing.edits.into(),
            seed: self.playing.seed,
            bots: self.playing.bots_of(sides.len(), bot)?,
            turn_limit: self.playing.turn_limit,
            playouts: written.search(),
        })
    }
}

/// A search in one process.
struct TuneRun<'a> {
    args: &'a Args,
    given: &'a GivenFiles,
    unit: &'a Unit,
    known: &'a KnownFindings<'a>,
    subject: &'a Subject<'a>,
    written: &'a dyn Compiled,
    changes: &'a [Change],
    options: &'a TuneOptions,
    bar: ProgressBar,
    clock: Clock,
    pool: Pool,
}

impl TuneRun<'_> {
    /// Searches, and says what was found, or makes or shows a change. `counted` was counted elsewhere.
    fn run(
        &self,
        mut kept: Option<StateFile<'_>>,
        counted: Option<CountedBefore>,
        extra: &mut Extra,
    ) -> Result<Option<Exit>, Trouble> {
        let asked = self.args.diff.or(self.args.apply);
        let shown = kept.as_ref().map(StateFile::shown_answers).unwrap_or_default();
        if let Some(number) = asked.filter(|_| !shown.is_empty()) {
            return self.make(number, &shown).map(Some);
        }
        let before = counted.or_else(|| kept.as_ref().map(StateFile::earlier_counts)).unwrap_or_default();
        // Without a file what was counted is lost anyway, and a signal ends the program.
        if kept.is_some() {
            note_signals();
        }
        let searched = self.search(kept.as_ref(), &before);
        if let Some(kept) = kept.take_if(|_| is_signalled()) {
            return stop_and_keep(kept, &self.bar).map(Some);
        }
        let is_clean = |chosen: &[usize]| {
            self.subject.rewritten_files(&self.chosen_changes(chosen)).is_some_and(|texts| self.known.permits(&texts))
        };
        let answers = answers(&searched, asked.unwrap_or(0).max(self.args.answers).into(), &is_clean);
        kept.iter().for_each(|kept| kept.keep_shown(&answers));
        if let Some(number) = asked {
            kept.map_or(Ok(()), StateFile::finish)?;
            let found: Vec<Vec<usize>> = answers.into_iter().map(|answer| answer.candidate.changes).collect();
            return self.make(number, &found).map(Some);
        }
        let finalists: Vec<&Answer> = answers.iter().take(self.args.finalists.into()).collect();
        let proofs = self.proofs(kept.as_ref(), &finalists);
        if let Some(kept) = kept.take_if(|_| is_signalled()) {
            return stop_and_keep(kept, &self.bar).map(Some);
        }
        self.bar.finish_and_clear();
        kept.map_or(Ok(()), StateFile::finish)?;
        self.say((&searched, &answers), (&proofs, finalists.len()), extra)?;
        Ok(None)
    }

    /// Returns what was found by the battles of the search.
    fn search(&self, kept: Option<&StateFile<'_>>, before: &CountedBefore) -> Searched {
        let Args { budget, finalists, .. } = self.args;
        self.bar.set_message("search");
        // What is left of the time is for the finalists.
        let searching = budget.map(|budget| if *finalists > 0 { budget * 3 / 4 } else { budget });
        let oversight = Oversight {
            before,
            keep: &|candidates| kept.iter().for_each(|kept| kept.keep(candidates)),
            planned: &|games| self.bar.inc_length(games),
            played: &|games| self.bar.inc(games),
            keep_compared: &|changes, compared| kept.iter().for_each(|kept| kept.keep_compared(changes, compared)),
            go_on: &|| self.is_time(searching),
        };
        self.pool.install(|| search(self.subject, self.written, self.changes, self.options, &oversight))
    }

    /// Plays the battle as it is and finalists again, as far as the time suffices.
    fn proofs(&self, kept: Option<&StateFile<'_>>, finalists: &[&Answer]) -> Vec<Proof> {
        let mut proofs = Vec::new();
        if finalists.is_empty() {
            return proofs;
        }
        let proving = ProofOptions::new(self.options, self.args.confirm);
        self.bar.set_message("replay on new seeds");
        self.bar.inc_length(proving.battles() * (finalists.len() as u64 + 1));
        let proof = |battle: &dyn Compiled, changes: &[usize]| {
            let before = kept.and_then(|kept| kept.proof(changes));
            let oversight = ProofOversight {
                played: &|games| self.bar.inc(games),
                go_on: &|| self.is_time(self.args.budget),
                before: before.as_ref(),
                keep: &|counted| kept.iter().for_each(|kept| kept.keep_proof(changes, counted)),
            };
            self.pool.install(|| prove(battle, &proving, &oversight))
        };
        proofs.extend(proof(self.written, &[]));
        for (number, finalist) in finalists.iter().enumerate() {
            // Those after one that the time did not suffice for would stand beside the wrong answers.
            if proofs.len() == number + 1 {
                let changes = &finalist.candidate.changes;
                let battle = self.subject.compile_changed(&self.chosen_changes(changes));
                proofs.extend(battle.and_then(|battle| proof(&*battle, changes)));
            }
        }
        proofs
    }

    /// Puts the report into `extra`, and writes the page.
    fn say(
        &self,
        (searched, answers): (&Searched, &[Answer]),
        (proofs, finalists): (&[Proof], usize),
        extra: &mut Extra,
    ) -> Result<(), Trouble> {
        let (path, name) = self.given.names(self.unit);
        let review = &self.given.review;
        let cards: Vec<Vec<String>> =
            answers.iter().map(|answer| cards(review, &self.chosen_changes(&answer.candidate.changes))).collect();
        let report = TuneReport {
            path,
            name,
            sides: self.written.sides(),
            options: self.options,
            target: &self.options.target,
            round: self.written.round(),
            games: self.options.games,
            seed: self.options.seed,
            bots: &self.options.bots,
            changes: self.changes,
            is_narrowed: self.args.changing.names_values(),
            state: self.args.state.as_deref(),
            searched,
            answers,
            proofs,
            unproven: finalists.saturating_sub(proofs.len().saturating_sub(1)),
            cards: &cards,
        };
        if let Some(file) = &self.args.html {
            self.args.report.overwrite.write(file, Artifact::Page, html::page(&report).as_bytes())?;
        }
        extra.text = text::report(&report);
        extra.json = Some(("", json::report(&report, review)));
        Ok(())
    }

    fn is_time(&self, budget: Option<Duration>) -> bool {
        !is_signalled() && budget.is_none_or(|budget| self.clock.elapsed() < budget)
    }

    /// Returns changes by their places in the list.
    fn chosen_changes(&self, chosen: &[usize]) -> Vec<&Change> {
        chosen.iter().map(|change| &self.changes[*change]).collect()
    }

    /// Makes or shows the changes of an answer, of those that were found.
    fn make(&self, number: u16, found: &[Vec<usize>]) -> Result<Exit, Trouble> {
        self.bar.finish_and_clear();
        let Some(chosen) = found.get(usize::from(number) - 1) else {
            return Err(Trouble(format!("there is no change number {number}; there are {}", found.len())));
        };
        let chosen: Option<Vec<&Change>> = chosen.iter().map(|change| self.changes.get(*change)).collect();
        let texts = chosen.as_ref().and_then(|chosen| self.subject.rewritten_files(chosen));
        let Some((chosen, texts)) = chosen.zip(texts) else {
            return Err(Trouble(format!("change {number} cannot be applied to these files")));
        };
        match self.args.apply {
            Some(_) => made::apply(&texts, &chosen, self.args.inputs.stdin()),
            None => made::show(&texts),
        }
    }
}

/// Keeps what was counted until a signal came.
fn stop_and_keep(kept: StateFile<'_>, bar: &ProgressBar) -> Outcome {
    bar.finish_and_clear();
    let file = kept.path().to_owned();
    kept.finish()?;
    complain(&format!("stopped: `{file}` holds the counts so far; run the same command to continue"));
    Ok(Exit::Again)
}

/// Returns a number that changes with all that decides what is counted of a candidate.
fn digest(review: &Review, changes: &[Change], options: &TuneOptions) -> String {
    let TuneOptions { games, seed, turn_limit, .. } = options;
    let first = options.target.first.is_some();
    let settings = format!("{games} {seed} {turn_limit} {} {first}", Bot::names(&options.bots).join(","));
    let texts = review.sources.iter().flat_map(|(_, source)| [source.path().as_str(), source.text()]);
    let named = changes.iter().flat_map(|change| [change.at.pointer.as_str(), &change.to]);
    hex_of_texts(texts.chain([settings.as_str()]).chain(named))
}

/// Returns the cards that changes are made on.
fn cards(review: &Review, changes: &[&Change]) -> Vec<String> {
    let edits = changes.iter().flat_map(|change| &change.edits);
    let mut cards: Vec<String> = Vec::new();
    for card in edits.map(|edit| review.card_of(&edit.at)).filter(|card| !card.is_empty()) {
        if !cards.contains(&card) {
            cards.push(card);
        }
    }
    cards
}
