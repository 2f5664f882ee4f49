//! The counts of a search so far, in a file from which a later run goes on.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use camino::Utf8Path;
use serde::{Deserialize, Serialize};

use muster_core::diag::describe;
use muster_core::play::bots::Bot;

use crate::cli::Trouble;
use crate::cli::battles::Clock;
use crate::cli::output::{Artifact, Overwrite};
use crate::project::files::read_text;
use crate::tune::{
    Answer, BotPairing, Candidate, Comparisons, CountedBefore, EndCount, Measured, ProofCount, ProofOptions,
    TuneOptions,
};

/// The version of the file.
const VERSION: u32 = 3;

/// The file is written again after so long at the earliest.
const PAUSE: Duration = Duration::from_secs(10);

/// The file.
#[derive(Serialize, Deserialize)]
struct Kept {
    version: u32,
    muster: String,
    /// The digest of the battle and the options of the search.
    digest: String,
    tuned: Vec<Counted>,
    /// Of those that are played again.
    proofs: Vec<KeptProof>,
    /// The answers that were shown last, by their changes.
    shown: Vec<Vec<usize>>,
}

/// The counts of a candidate in battles that no search saw, by greedy and searching bots too.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct KeptProof {
    changes: Vec<usize>,
    /// Battles between planning bots, and of every comparison, that were wanted.
    confirm: u64,
    counted: ProofCount,
}

/// The counts of one candidate.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Counted {
    changes: Vec<usize>,
    /// Of what the costly parts of a target ask for: how it was counted. None of the battles of the candidate itself.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    compared: Option<Compared>,
    /// Number of battles, or of comparisons, from the first one on.
    done: u64,
    measured: Measured,
}

/// The terms on which comparisons were counted.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Compared {
    /// Comparisons that were wanted.
    comparisons: u64,
    skill: bool,
    harmless: bool,
    /// The bots of each pairing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    between: Vec<Vec<String>>,
    /// The names of the measures.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    measures: Vec<String>,
}

impl Compared {
    fn new(options: &TuneOptions) -> Compared {
        let TuneOptions { comparisons, target, .. } = options;
        let bots = |pairing: &BotPairing| Bot::names(&pairing.bots);
        Compared {
            comparisons: *comparisons,
            skill: target.skill.is_some(),
            harmless: target.harmless,
            between: target.pairings.iter().map(bots).collect(),
            measures: target.measures.iter().map(|measure| measure.name.clone()).collect(),
        }
    }
}

/// A file that is written now and then.
pub(super) struct StateFile<'a> {
    file: &'a Utf8Path,
    overwrite: Overwrite,
    digest: String,
    options: &'a TuneOptions,
    clock: Clock,
    state: Mutex<State>,
}

/// The counts of a candidate by how many battles or comparisons they are of.
type CountedSteps = BTreeMap<u64, Measured>;

struct State {
    /// By changes, and by how comparisons were counted.
    counted: BTreeMap<(Vec<usize>, Option<Compared>), CountedSteps>,
    proofs: BTreeMap<(Vec<usize>, u64), ProofCount>,
    shown: Vec<Vec<usize>>,
    written: Duration,
}

impl<'a> StateFile<'a> {
    /// Reads the file, if it is there: of another run it is refused.
    pub(super) fn open(
        file: &'a Utf8Path,
        overwrite: Overwrite,
        (digest, clock): (String, Clock),
        options: &'a TuneOptions,
    ) -> Result<StateFile<'a>, Trouble> {
        overwrite.check(file, Artifact::State)?;
        let (mut counted, mut proofs) = (BTreeMap::<_, CountedSteps>::new(), BTreeMap::new());
        let mut shown = Vec::new();
        if file.exists() {
            let text =
                read_text(file).map_err(|error| Trouble(format!("cannot read `{file}`: {}", describe(&error))))?;
            if !text.is_empty() {
                let wrong = |error| Trouble(format!("`{file}` was not written by `--state`: {error}"));
                let kept: Kept = serde_json::from_str(&text).map_err(wrong)?;
                let ours = (VERSION, env!("CARGO_PKG_VERSION"), digest.as_str());
                if (kept.version, kept.muster.as_str(), kept.digest.as_str()) != ours {
                    return Err(Trouble(format!(
                        "`{file}` belongs to another search (other files, options or version of muster); name another file"
                    )));
                }
                let proves = |proof: &KeptProof| {
                    let proving = ProofOptions::new(options, proof.confirm);
                    proof.counted.is_possible(&proving, options.bots.len())
                };
                if !kept.tuned.iter().all(|counted| is_possible(counted, options)) || !kept.proofs.iter().all(proves) {
                    return Err(Trouble(format!("the sums in `{file}` do not match any battles; delete the file")));
                }
                for Counted { changes, compared, done, measured } in kept.tuned {
                    counted.entry((changes, compared)).or_default().insert(done, measured);
                }
                let key = |proof: KeptProof| ((proof.changes, proof.confirm), proof.counted);
                proofs = kept.proofs.into_iter().map(key).collect();
                shown = kept.shown;
            }
        }
        let state = Mutex::new(State { counted, proofs, shown, written: clock.elapsed() });
        Ok(StateFile { file, overwrite, digest, options, clock, state })
    }

    /// The path of the file.
    pub(super) fn path(&self) -> &Utf8Path {
        self.file
    }

    /// Returns the earlier counts.
    pub(super) fn earlier_counts(&self) -> CountedBefore {
        let state = self.state();
        let mut before = CountedBefore::default();
        for ((changes, compared), steps) in &state.counted {
            match compared {
                None => steps.values().for_each(|measured| before.insert(changes.clone(), measured.clone())),
                Some(compared) if *compared == Compared::new(self.options) => {
                    let last = steps.last_key_value();
                    let last = last.map(|(done, measured)| Comparisons { done: *done, measured: measured.clone() });
                    before.compared.extend(last.map(|last| (changes.clone(), last)));
                }
                // With other comparisons it is counted again.
                Some(_) => {}
            }
        }
        before
    }

    /// Returns the answers that an earlier run showed, by their changes.
    pub(super) fn shown_answers(&self) -> Vec<Vec<usize>> {
        self.state().shown.clone()
    }

    /// Keeps which answers are shown, so that a later command can make one of them without playing anything.
    pub(super) fn keep_shown(&self, answers: &[Answer]) {
        self.state().shown = answers.iter().map(|answer| answer.candidate.changes.clone()).collect();
    }

    /// Returns the earlier counts of a candidate that was played again.
    pub(super) fn proof(&self, changes: &[usize]) -> Option<ProofCount> {
        self.state().proofs.get(&(changes.to_vec(), self.options.comparisons)).cloned()
    }

    /// Keeps what was counted of a candidate.
    pub(super) fn keep(&self, candidate: &Candidate) {
        let Candidate { changes, measured, .. } = candidate.clone();
        self.add((changes, None), measured.ends.games, measured);
    }

    /// Keeps what was counted of a candidate for the costly parts of the target.
    pub(super) fn keep_compared(&self, changes: &[usize], compared: &Comparisons) {
        let Comparisons { done, measured } = compared.clone();
        self.add((changes.to_vec(), Some(Compared::new(self.options))), done, measured);
    }

    /// Keeps what was counted of a candidate that is played again.
    pub(super) fn keep_proof(&self, changes: &[usize], counted: &ProofCount) {
        let mut state = self.state();
        state.proofs.insert((changes.to_vec(), self.options.comparisons), counted.clone());
        self.write_late(&mut state);
    }

    /// Adds what was counted, in place of less of the same that was counted only because the time was up.
    fn add(&self, candidate: (Vec<usize>, Option<Compared>), done: u64, measured: Measured) {
        let mut state = self.state();
        let is_compared = candidate.1.is_some();
        let steps = state.counted.entry(candidate).or_default();
        steps.retain(|step, _| !is_compared && self.options.rounds().contains(step));
        steps.insert(done, measured);
        self.write_late(&mut state);
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes the file where that was not done for long.
    fn write_late(&self, state: &mut State) {
        if self.clock.elapsed() >= state.written + PAUSE {
            // What cannot be written now is told of at the end, when it is written again.
            let _ = self.write(state);
            state.written = self.clock.elapsed();
        }
    }

    /// Writes the file for the last time.
    pub(super) fn finish(self) -> Result<(), Trouble> {
        self.write(&self.state())
    }

    fn write(&self, state: &State) -> Result<(), Trouble> {
        let proof = |((changes, confirm), counted): (&(Vec<usize>, u64), &ProofCount)| KeptProof {
            changes: changes.clone(),
            confirm: *confirm,
            counted: counted.clone(),
        };
        let tuned = state.counted.iter().flat_map(|((changes, compared), steps)| {
            steps.iter().map(|(done, measured)| Counted {
                changes: changes.clone(),
                compared: compared.clone(),
                done: *done,
                measured: measured.clone(),
            })
        });
        let kept = Kept {
            version: VERSION,
            muster: env!("CARGO_PKG_VERSION").to_owned(),
            digest: self.digest.clone(),
            tuned: tuned.collect(),
            proofs: state.proofs.iter().map(proof).collect(),
            shown: state.shown.clone(),
        };
        self.overwrite.write(self.file, Artifact::State, (serde_json::to_string(&kept)? + "\n").as_bytes())
    }
}

/// Returns true if battles of a search can have been counted so.
fn is_possible(counted: &Counted, options: &TuneOptions) -> bool {
    let (sides, measured) = (options.bots.len(), &counted.measured);
    if let Some(Compared { comparisons, skill, harmless, between, measures }) = &counted.compared {
        return (1..=*comparisons).contains(&counted.done)
            && measured.ends == EndCount::default()
            && measured.other_first.is_none()
            && (*skill || measured.skill.is_none())
            && measured.cards.is_some() == *harmless
            && measured.pairings.as_ref().map_or(0, Vec::len) == between.len()
            && measured.measures.as_ref().map_or(0, Vec::len) == measures.len()
            && measured.has_possible_comparisons(sides, *comparisons);
    }
    let ends = [Some(&measured.ends), measured.other_first.as_ref()];
    let possible = ends
        .into_iter()
        .flatten()
        .all(|ends| ends.games <= options.games && ends.broken == 0 && ends.is_possible(sides, options.turn_limit));
    possible
        && counted.done == measured.ends.games
        && measured.first.is_none_or(|side| side < sides)
        && measured.other_first.is_some() == options.target.first.is_some()
        && measured.skill.is_none()
        && measured.cards.is_none()
        && measured.pairings.is_none()
        && measured.measures.is_none()
}
