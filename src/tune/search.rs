//! The search for changes: which are tried, alone and together, and how many battles each is played.

use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

use rayon::iter::{IntoParallelRefMutIterator, ParallelIterator};

use super::forecast::forecast;
use super::{Change, Distance, Measured, Subject, Target, compare, measure};
use crate::play::bots::Bot;
use crate::play::smoke::{Shard, SmokeOptions};
use crate::systems::Compiled;

/// The most candidates of several changes that are all played: beyond that they are chosen by a forecast.
const MOST: usize = 50_000;

/// Candidates of several changes that are chosen by a forecast. Half of them are left after a quarter of the battles, and a
/// quarter after half of them.
const CHOSEN: usize = 128;

/// Candidates that a search goes on from to one change more.
const PARENTS: usize = 32;

/// Candidates of which the costly parts of a target are counted.
const COSTLY: usize = 16;

/// Number of candidates that are begun together.
const BATCH: usize = 64;

/// After so many battles of a candidate it is asked whether to go on.
const SLICE: u64 = 256;

/// After so many comparisons of a candidate it is asked whether to go on.
const COMPARED: u64 = 64;

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
    /// Takes candidates as they are counted.
    pub keep: &'a (dyn Fn(&[&Candidate]) + Sync),
    /// Is told what was counted of a candidate for the costly parts of the target.
    pub keep_compared: &'a (dyn Fn(&Candidate) + Sync),
}

/// The counts of an earlier run, which are not played again.
#[derive(Debug, Clone, Default)]
pub struct CountedBefore {
    /// By changes and battles.
    pub played: HashMap<(Vec<usize>, u64), Measured>,
    /// By changes: what the costly parts of the target ask for.
    pub compared: HashMap<Vec<usize>, Measured>,
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
}

/// The result of a search.
#[derive(Debug, Clone)]
pub struct Searched {
    /// The battle as it is.
    pub unchanged: Candidate,
    /// All that were played to the end.
    pub candidates: Vec<Candidate>,
    /// By number of changes.
    pub tried: Vec<Tried>,
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
    (oversight.planned)(options.games);
    let mut unchanged = Candidate { measured: run.play(written, 0..options.games), ..Candidate::default() };
    unchanged.distance = options.target.distance(&unchanged.measured);
    (oversight.played)(options.games);
    let mut searched = Searched { unchanged, candidates: Vec::new(), tried: Vec::new(), stopped: false, costly: None };
    let singles = run.singles(&mut searched);
    let mut parents: Vec<Candidate> = singles.clone();
    for count in 2..=options.edits {
        if searched.stopped || parents.is_empty() {
            break;
        }
        parents = match count {
            2 if plays_pairs(written, changes) => run.all_pairs(&mut searched),
            _ => run.chosen(count, &parents, &singles, &mut searched),
        };
    }
    if options.target.is_costly() {
        run.count_costly(written, &mut searched);
    }
    searched
}

/// Returns true if all pairs of changes are played.
fn plays_pairs(written: &dyn Compiled, changes: &[Change]) -> bool {
    written.is_quick() && changes.len() * changes.len().saturating_sub(1) / 2 <= MOST
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
pub fn surely_tried(written: &dyn Compiled, changes: &[Change], edits: usize) -> Vec<Vec<usize>> {
    let singles = (0..changes.len()).map(|change| vec![change]);
    let pairs = (edits >= 2 && plays_pairs(written, changes)).then(|| pairs(changes)).into_iter().flatten();
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
    fn chosen(
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
        let games = self.options.games;
        self.finish(count, (possible, trials), &[games.div_ceil(4), games.div_ceil(2), games], searched)
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
            searched.stopped |= !self.advance(&mut trials, *games);
            tried.illegal += trials.iter().filter(|trial| trial.state == State::Illegal).count();
            trials.retain(|trial| trial.state == State::Sound);
        }
        let last = rounds.last().copied().unwrap_or(0);
        let played = trials.into_iter().map(|trial| trial.candidate);
        let played: Vec<Candidate> = played.filter(|candidate| candidate.measured.ends.games == last).collect();
        tried.played = played.len();
        searched.tried.push(tried);
        searched.candidates.extend(played.iter().cloned());
        played
    }

    /// Plays candidates on until each has so many battles. Returns false where the time was up before.
    fn advance(&self, trials: &mut [Trial], games: u64) -> bool {
        let done = |trial: &Trial| trial.candidate.measured.ends.games;
        (self.oversight.planned)(trials.iter().map(|trial| games - done(trial)).sum());
        for batch in trials.chunks_mut(BATCH) {
            let is_new =
                |trial: &Trial| !self.oversight.before.played.contains_key(&(trial.candidate.changes.clone(), games));
            batch.par_iter_mut().for_each(|trial| {
                if !(self.oversight.go_on)() {
                    trial.state = State::Waiting;
                    return;
                }
                let from = done(trial);
                match self.oversight.before.played.get(&(trial.candidate.changes.clone(), games)) {
                    Some(measured) if measured.ends.broken > 0 => trial.state = State::Illegal,
                    Some(measured) => {
                        trial.candidate.measured = measured.clone();
                        trial.candidate.distance = self.options.target.distance(measured);
                    }
                    None => self.play_on(trial, from..games),
                }
                (self.oversight.played)(games - from);
            });
            let new = batch.iter().filter(|trial| trial.state == State::Sound && is_new(trial));
            (self.oversight.keep)(&new.map(|trial| &trial.candidate).collect::<Vec<&Candidate>>());
        }
        trials.iter().all(|trial| trial.state != State::Waiting)
    }

    fn play_on(&self, trial: &mut Trial, battles: Range<u64>) {
        let Candidate { changes, measured, distance, .. } = &mut trial.candidate;
        let made: Vec<&Change> = changes.iter().map(|change| &self.changes[*change]).collect();
        let Some(battle) = self.subject.changed(&made) else {
            trial.state = State::Illegal;
            return;
        };
        // In slices: the time may be up in the middle of a battle that takes long.
        let mut first = battles.start;
        while first < battles.end {
            if first > battles.start && !(self.oversight.go_on)() {
                trial.state = State::Waiting;
                return;
            }
            let next = battles.end.min(first + SLICE);
            measured.add(self.play(&*battle, first..next));
            first = next;
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
        // The battle as it is, which all are held against, is counted whole.
        self.cost(written, &mut searched.unchanged, &|| true);
        let mut counted = 0;
        for candidate in &mut searched.candidates[..nearest] {
            let made: Vec<&Change> = candidate.changes.iter().map(|change| &self.changes[*change]).collect();
            let battle = self.subject.changed(&made);
            if !battle.is_none_or(|battle| self.cost(&*battle, candidate, self.oversight.go_on)) {
                searched.stopped = true;
                break;
            }
            counted += 1;
        }
        // What was not counted may miss the target by anything.
        searched.candidates.truncate(counted);
        searched.costly = Some(counted);
    }

    /// Counts the costly parts of the target of one candidate. Returns false where the time was up before; then nothing of it is
    /// counted.
    fn cost(&self, battle: &dyn Compiled, candidate: &mut Candidate, go_on: &dyn Fn() -> bool) -> bool {
        let TuneOptions { comparisons, target, .. } = self.options;
        match self.oversight.before.compared.get(&candidate.changes) {
            Some(before) => {
                candidate.measured.skill = before.skill;
                candidate.measured.cards.clone_from(&before.cards);
                (self.oversight.played)(*comparisons);
            }
            None => {
                let mut compared = Measured::default();
                let mut first = 0;
                while first < *comparisons {
                    if !go_on() {
                        return false;
                    }
                    let next = (*comparisons).min(first + COMPARED);
                    compared.add(compare(battle, target, &self.playing(), (first..next, *comparisons)));
                    (self.oversight.played)(next - first);
                    first = next;
                }
                candidate.measured.add(compared);
                (self.oversight.keep_compared)(candidate);
            }
        }
        candidate.distance = target.distance(&candidate.measured);
        true
    }

    fn trial(&self, changes: Vec<usize>) -> Trial {
        let size = changes.iter().fold(0u32, |sum, change| sum.saturating_add(self.changes[*change].size));
        Trial { candidate: Candidate { changes, size, ..Candidate::default() }, state: State::Sound }
    }
}

/// The order of answers: those that reach the target by the number of their changes and by size, then those that do not by
/// how far they surely are from it; then by what is nearest.
pub(super) fn order(a: &Candidate, b: &Candidate) -> std::cmp::Ordering {
    let far = a.distance.compare(b.distance);
    let small = a.changes.len().cmp(&b.changes.len()).then(a.size.cmp(&b.size));
    far.then(small).then(a.distance.points.total_cmp(&b.distance.points)).then_with(|| a.changes.cmp(&b.changes))
}
