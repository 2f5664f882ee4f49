//! The search for changes: which are tried, alone and together, and how many battles each is played.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;

use rayon::iter::{IntoParallelRefMutIterator, ParallelIterator};

use muster_core::play::bots::Bot;
use muster_core::play::smoke::{Shard, SmokeOptions};
use muster_systems::Compiled;

use super::forecast::forecast;
use super::slices::{compared_slice, slice};
use super::{Change, Distance, Measured, Subject, Target, compare, measure};

/// The most candidates of several changes that are all played: beyond that they are chosen by a forecast.
const MOST: usize = 50_000;

/// As many battles as those that a forecast chooses are played in, each of so many candidates can be played whole.
const FEW: usize = CHOSEN / 2;

/// Candidates of several changes that are chosen by a forecast. Half of them are left after a quarter of the battles, and a
/// quarter after half of them.
const CHOSEN: usize = 128;

/// Candidates that a search goes on from to one change more.
const PARENTS: usize = 32;

/// Candidates of which the costly parts of a target are counted.
const COSTLY: usize = 16;

/// Number of candidates that are begun together.
const BATCH: usize = 64;

/// The options of a search.
#[derive(Debug, Clone)]
pub struct TuneOptions {
    /// The target to reach.
    pub target: Target,
    /// Battles of each candidate.
    pub games: u64,
    /// Battles for the costly parts of a target: of each comparison.
    pub comparisons: u64,
    /// The most changes that are made together.
    pub edits: usize,
    /// Seed of every candidate's battles.
    pub seed: u64,
    /// The bot of each side.
    pub bots: Vec<Bot>,
    /// A battle still going on after this many turns is given up.
    pub turn_limit: u32,
    /// Playouts of a searching bot, as the game has them.
    pub playouts: u32,
}

impl TuneOptions {
    /// Returns the bot that all sides have, if they have the same.
    pub fn bot(&self) -> Option<Bot> {
        let (bot, others) = self.bots.split_first()?;
        others.iter().all(|other| other == bot).then_some(*bot)
    }

    /// Returns the bot whose battles decide which answers hold: that of the search if it plans. Random bots only filter; greedy ones
    /// then decide.
    pub fn decider(&self) -> Bot {
        self.bot().filter(|bot| *bot != Bot::Random).unwrap_or(Bot::Greedy)
    }

    /// Returns the battles of candidates that are halved after each of these but the last.
    pub fn rounds(&self) -> [u64; 3] {
        [self.games.div_ceil(4), self.games.div_ceil(2), self.games]
    }
}

/// Callbacks that follow a search, and may end it.
pub struct Oversight<'a> {
    /// Takes the number of further battles that will be played.
    pub planned: &'a (dyn Fn(u64) + Sync),
    /// Takes the number of battles played since the last call.
    pub played: &'a (dyn Fn(u64) + Sync),
    /// Returns whether to go on; asked now and then.
    pub go_on: &'a (dyn Fn() -> bool + Sync),
    /// The counts of an earlier search of the same changes with the same options.
    pub before: &'a CountedBefore,
    /// Takes each candidate once it is counted, also one that the time did not suffice for.
    pub keep: &'a (dyn Fn(&Candidate) + Sync),
    /// Takes the changes of a candidate, and what was counted of it for the costly parts of the target.
    pub keep_compared: &'a (dyn Fn(&[usize], &Comparisons) + Sync),
}

/// The counts of an earlier run, which are not played again.
#[derive(Debug, Clone, Default)]
pub struct CountedBefore {
    /// By changes: what was counted of so many battles, from the first one on.
    pub played: HashMap<Vec<usize>, BTreeMap<u64, Measured>>,
    /// By changes: what the costly parts of the target ask for.
    pub compared: HashMap<Vec<usize>, Comparisons>,
}

impl CountedBefore {
    /// Takes over what was counted of a candidate.
    pub fn insert(&mut self, changes: Vec<usize>, measured: Measured) {
        self.played.entry(changes).or_default().insert(measured.ends.games, measured);
    }

    /// Returns the counts of the most battles, but not of more than so many.
    fn most(&self, changes: &[usize], games: u64) -> Option<&Measured> {
        self.played.get(changes)?.range(..=games).next_back().map(|(_, measured)| measured)
    }
}

/// The counts of comparisons, from the first one on.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Comparisons {
    /// Comparisons made.
    pub done: u64,
    /// The measurements that were asked for, without battles of the candidate itself.
    pub measured: Measured,
}

/// Changes that are made together.
#[derive(Debug, Clone, Default)]
pub struct Candidate {
    /// The changes, by their place in the list; none for the battle as it is.
    pub changes: Vec<usize>,
    /// Their sizes together.
    pub size: u32,
    /// The counts of its battles.
    pub measured: Measured,
    /// The distance of these from the target.
    pub distance: Distance,
}

/// The numbers of candidates with a number of changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tried {
    /// The number of changes.
    pub changes: usize,
    /// Number of candidates there are.
    pub possible: usize,
    /// Number of those chosen to be played: fewer if a search chose them.
    pub chosen: usize,
    /// Number of the chosen that cannot be played: `check` finds something new in them, or the engine refuses them.
    pub illegal: usize,
    /// Number of candidates played to the end.
    pub played: usize,
    /// Whether the time was up before all that were chosen had been played.
    pub stopped: bool,
}

/// The result of a search.
#[derive(Debug, Clone, Default)]
pub struct Searched {
    /// The battle as it is.
    pub unchanged: Candidate,
    /// All that were played to the end.
    pub candidates: Vec<Candidate>,
    /// By number of changes.
    pub tried: Vec<Tried>,
    /// The single changes that cannot be played, by their place in the list.
    pub refused: Vec<usize>,
    /// Whether it ended before all was played.
    pub stopped: bool,
    /// Number of candidates that the costly parts of the target were counted of; `None` if there are no such parts.
    pub costly: Option<usize>,
}

/// Tries changes of a battle, alone and together.
pub fn search(
    subject: &Subject<'_>,
    written: &dyn Compiled,
    changes: &[Change],
    options: &TuneOptions,
    oversight: &Oversight<'_>,
) -> Searched {
    let run = Run { subject, changes, options, oversight };
    let unchanged = run.play_unchanged(written);
    let stopped = unchanged.measured.ends.games < options.games;
    let mut searched = Searched { unchanged, stopped, ..Searched::default() };
    if stopped {
        return searched;
    }
    let singles = run.singles(&mut searched);
    let mut parents: Vec<Candidate> = singles.clone();
    for count in 2..=options.edits {
        if searched.stopped || parents.is_empty() {
            break;
        }
        parents = match count {
            2 if plays_pairs(written, changes, &options.bots) => run.all_pairs(&mut searched),
            _ => run.choose_next(count, &parents, &singles, &mut searched),
        };
    }
    if options.target.is_costly() {
        run.count_costly(written, &mut searched);
    }
    searched
}

/// Returns true if all pairs of changes are played: where they are few, or battles take next to no time.
fn plays_pairs(written: &dyn Compiled, changes: &[Change], bots: &[Bot]) -> bool {
    let is_quick = written.is_quick() && bots.iter().all(|bot| *bot == Bot::Random);
    pairs(changes).nth(if is_quick { MOST } else { FEW }).is_none()
}

/// All pairs of changes in different places.
fn pairs(changes: &[Change]) -> impl Iterator<Item = Vec<usize>> {
    let count = changes.len();
    let pairs = (0..count).flat_map(move |one| (one + 1..count).map(move |other| vec![one, other]));
    pairs.filter(|pair| are_apart(changes, pair))
}

/// Returns true if changes are all in different places.
fn are_apart(all: &[Change], changes: &[usize]) -> bool {
    let at = |change: &usize| &all[*change].at;
    (1..changes.len()).all(|i| changes[..i].iter().all(|before| at(before) != at(&changes[i])))
}

/// Returns the candidates that a search plays whatever comes of others: all single changes, and all pairs where it plays them
/// all.
pub fn surely_tried(written: &dyn Compiled, changes: &[Change], options: &TuneOptions) -> Vec<Vec<usize>> {
    let singles = (0..changes.len()).map(|change| vec![change]);
    let pairs = (options.edits >= 2 && plays_pairs(written, changes, &options.bots))
        .then(|| pairs(changes))
        .into_iter()
        .flatten();
    singles.chain(pairs).collect()
}

/// A search that is going on.
struct Run<'a> {
    subject: &'a Subject<'a>,
    changes: &'a [Change],
    options: &'a TuneOptions,
    oversight: &'a Oversight<'a>,
}

/// A candidate that is being played.
struct Trial {
    candidate: Candidate,
    /// Number of its battles that were kept before.
    known: u64,
    state: State,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    /// It waits for its battles, or has played them all.
    Sound,
    /// It was left out for want of time.
    Waiting,
    /// It cannot be played.
    Illegal,
}

impl Run<'_> {
    /// Plays the battle as it is, of which there are a few battles however little time there is.
    fn play_unchanged(&self, written: &dyn Compiled) -> Candidate {
        let games = self.options.games;
        (self.oversight.planned)(games);
        let measured = self.oversight.before.most(&[], games).cloned().unwrap_or_default();
        (self.oversight.played)(measured.ends.games);
        let mut unchanged = Candidate { measured, ..Candidate::default() };
        let done = |candidate: &Candidate| candidate.measured.ends.games;
        while done(&unchanged) < games && (done(&unchanged) == 0 || (self.oversight.go_on)()) {
            let battles = slice(done(&unchanged), games);
            let count = battles.end - battles.start;
            unchanged.measured.add(self.play(written, battles));
            (self.oversight.keep)(&unchanged);
            (self.oversight.played)(count);
        }
        unchanged.distance = self.options.target.distance(&unchanged.measured);
        unchanged
    }

    /// Returns all single changes.
    fn singles(&self, searched: &mut Searched) -> Vec<Candidate> {
        let trials = (0..self.changes.len()).map(|change| self.trial(vec![change])).collect();
        self.finish(1, (self.changes.len(), trials), &[self.options.games], searched)
    }

    /// Returns all pairs of changes in different places.
    fn all_pairs(&self, searched: &mut Searched) -> Vec<Candidate> {
        let trials: Vec<Trial> = pairs(self.changes).map(|pair| self.trial(pair)).collect();
        self.finish(2, (trials.len(), trials), &[self.options.games], searched)
    }

    /// Returns one change more than the best of those before: those that a forecast expects nearest to the target, halved twice.
    fn choose_next(
        &self,
        count: usize,
        before: &[Candidate],
        singles: &[Candidate],
        searched: &mut Searched,
    ) -> Vec<Candidate> {
        let mut parents: Vec<&Candidate> = before.iter().collect();
        if count > 2 {
            parents.sort_by(|a, b| order(a, b));
            parents.truncate(PARENTS);
        }
        let unchanged = &searched.unchanged.measured;
        let mut seen = BTreeSet::new();
        let mut expected: Vec<(Distance, Trial)> = Vec::new();
        for parent in parents {
            for single in singles {
                let mut changes = [&parent.changes[..], &single.changes[..]].concat();
                changes.sort_unstable();
                if changes.windows(2).any(|two| two[0] == two[1])
                    || !are_apart(self.changes, &changes)
                    || !seen.insert(changes.clone())
                {
                    continue;
                }
                let parts = [&parent.measured, &single.measured];
                expected.push((forecast(&self.options.target, unchanged, &parts), self.trial(changes)));
            }
        }
        let possible = expected.len();
        expected.sort_by(|(a, one), (b, other)| {
            let (one, other) = (&one.candidate, &other.candidate);
            let nearer = a.compare(*b).then(one.size.cmp(&other.size));
            nearer.then(a.points.total_cmp(&b.points)).then_with(|| one.changes.cmp(&other.changes))
        });
        expected.truncate(CHOSEN);
        let trials = expected.into_iter().map(|(_, trial)| trial).collect();
        self.finish(count, (possible, trials), &self.options.rounds(), searched)
    }

    /// Plays candidates in rounds, each up to so many battles, and halves them between two rounds.
    fn finish(
        &self,
        count: usize,
        (possible, mut trials): (usize, Vec<Trial>),
        rounds: &[u64],
        searched: &mut Searched,
    ) -> Vec<Candidate> {
        let mut tried = Tried { changes: count, possible, chosen: trials.len(), ..Tried::default() };
        for (number, games) in rounds.iter().enumerate() {
            if number > 0 {
                trials.sort_by(|a, b| order(&a.candidate, &b.candidate));
                trials.truncate(trials.len().div_ceil(2));
            }
            tried.stopped |= !self.advance(&mut trials, *games);
            let illegal = trials.iter().filter(|trial| trial.state == State::Illegal);
            tried.illegal += illegal.clone().count();
            if count == 1 {
                searched.refused.extend(illegal.flat_map(|trial| trial.candidate.changes.iter().copied()));
            }
            trials.retain(|trial| trial.state == State::Sound);
        }
        let last = rounds.last().copied().unwrap_or(0);
        let played = trials.into_iter().map(|trial| trial.candidate);
        let played: Vec<Candidate> = played.filter(|candidate| candidate.measured.ends.games == last).collect();
        tried.played = played.len();
        searched.stopped |= tried.stopped;
        searched.tried.push(tried);
        searched.candidates.extend(played.iter().cloned());
        played
    }

    /// Plays candidates on until each has so many battles. Returns false where the time was up before.
    fn advance(&self, trials: &mut [Trial], games: u64) -> bool {
        let done = |trial: &Trial| trial.candidate.measured.ends.games;
        (self.oversight.planned)(trials.iter().map(|trial| games - done(trial)).sum());
        for batch in trials.chunks_mut(BATCH) {
            batch.par_iter_mut().for_each(|trial| {
                if !(self.oversight.go_on)() {
                    trial.state = State::Waiting;
                    return;
                }
                let from = done(trial);
                let before = self.oversight.before.most(&trial.candidate.changes, games);
                if let Some(before) = before.filter(|before| before.ends.games > from) {
                    trial.candidate.measured.clone_from(before);
                    trial.known = before.ends.games;
                }
                self.play_on(trial, games);
                if trial.state != State::Illegal && done(trial) > trial.known {
                    (self.oversight.keep)(&trial.candidate);
                    trial.known = done(trial);
                }
                (self.oversight.played)(games - from);
            });
        }
        trials.iter().all(|trial| trial.state != State::Waiting)
    }

    /// Plays a candidate on until it has so many battles.
    fn play_on(&self, trial: &mut Trial, games: u64) {
        let Candidate { changes, measured, distance, .. } = &mut trial.candidate;
        let made: Vec<&Change> = changes.iter().map(|change| &self.changes[*change]).collect();
        // Also of what was counted before: since then the settings may have changed.
        let Some(battle) = self.subject.compile_changed(&made) else {
            trial.state = State::Illegal;
            return;
        };
        if measured.ends.games < games {
            // In slices: the time may be up in the middle of a battle that takes long.
            let first = measured.ends.games;
            while measured.ends.games < games {
                if measured.ends.games > first && !(self.oversight.go_on)() {
                    trial.state = State::Waiting;
                    return;
                }
                measured.add(self.play(&*battle, slice(measured.ends.games, games)));
            }
        }
        if measured.ends.broken > 0 {
            trial.state = State::Illegal;
        }
        *distance = self.options.target.distance(measured);
    }

    /// Plays battles of one candidate.
    fn play(&self, battle: &dyn Compiled, battles: Range<u64>) -> Measured {
        measure(battle, &self.playing(), self.options.target.first.is_some(), battles)
    }

    fn playing(&self) -> SmokeOptions {
        let TuneOptions { games, seed, turn_limit, .. } = *self.options;
        SmokeOptions { games, seed, bots: self.options.bots.clone(), turn_limit, shard: Shard::WHOLE }
    }

    /// Counts the costly parts of the target, of the battle as it is and of the candidates nearest to the other parts.
    fn count_costly(&self, written: &dyn Compiled, searched: &mut Searched) {
        searched.candidates.sort_by(order);
        let nearest = searched.candidates.len().min(COSTLY);
        (self.oversight.planned)((nearest as u64 + 1) * self.options.comparisons);
        let mut counted = 0;
        if !self.cost(written, &mut searched.unchanged) {
            searched.stopped = true;
        } else {
            for candidate in &mut searched.candidates[..nearest] {
                let made: Vec<&Change> = candidate.changes.iter().map(|change| &self.changes[*change]).collect();
                let battle = self.subject.compile_changed(&made);
                if !battle.is_none_or(|battle| self.cost(&*battle, candidate)) {
                    searched.stopped = true;
                    break;
                }
                counted += 1;
            }
        }
        // What was not counted may miss the target by anything.
        searched.candidates.truncate(counted);
        searched.costly = Some(counted);
    }

    /// Counts the costly parts of the target of one candidate. Returns false where the time was up before; then nothing of it is
    /// counted.
    fn cost(&self, battle: &dyn Compiled, candidate: &mut Candidate) -> bool {
        let TuneOptions { comparisons, target, .. } = self.options;
        let before = self.oversight.before.compared.get(&candidate.changes);
        let mut compared = before.cloned().unwrap_or_default();
        (self.oversight.played)(compared.done);
        while compared.done < *comparisons && (self.oversight.go_on)() {
            let slice = compared_slice(compared.done, *comparisons);
            compared.measured.add(compare(battle, target, &self.playing(), (slice.clone(), *comparisons)));
            compared.done = slice.end;
            (self.oversight.keep_compared)(&candidate.changes, &compared);
            (self.oversight.played)(slice.end - slice.start);
        }
        let is_whole = compared.done >= *comparisons;
        if is_whole {
            candidate.measured.add(compared.measured);
            candidate.distance = target.distance(&candidate.measured);
        }
        is_whole
    }

    fn trial(&self, changes: Vec<usize>) -> Trial {
        let size = changes.iter().fold(0u32, |sum, change| sum.saturating_add(self.changes[*change].size));
        Trial { candidate: Candidate { changes, size, ..Candidate::default() }, known: 0, state: State::Sound }
    }
}

/// The order of answers: those that reach the target by the number of their changes and by size, then those that do not by
/// how far they surely are from it; then by what is nearest.
pub(super) fn order(a: &Candidate, b: &Candidate) -> std::cmp::Ordering {
    let far = a.distance.compare(b.distance);
    let small = a.changes.len().cmp(&b.changes.len()).then(a.size.cmp(&b.size));
    far.then(small).then(a.distance.points.total_cmp(&b.distance.points)).then_with(|| a.changes.cmp(&b.changes))
}
