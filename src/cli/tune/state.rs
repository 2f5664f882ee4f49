//! The counts of a search so far, in a file from which a later run goes on.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use camino::Utf8Path;
use serde::{Deserialize, Serialize};

use crate::cli::Trouble;
use crate::cli::battles::Clock;
use crate::cli::output::{Artifact, Overwrite};
use crate::project::files::read_text;
use crate::tune::{Candidate, CountedBefore, EndCount, Measured, TuneOptions};

/// The version of the file.
const VERSION: u32 = 1;

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
}

/// The counts of one candidate.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Counted {
    changes: Vec<usize>,
    /// Of what the costly parts of a target ask for: how it was counted. None of the battles of the candidate itself.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    compared: Option<Compared>,
    measured: Measured,
}

/// The terms on which comparisons were counted.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Compared {
    comparisons: u64,
    skill: bool,
    harmless: bool,
}

impl Compared {
    fn new(options: &TuneOptions) -> Compared {
        let TuneOptions { comparisons, target, .. } = options;
        Compared { comparisons: *comparisons, skill: target.skill.is_some(), harmless: target.harmless }
    }
}

/// A file that is written now and then.
pub(super) struct StateFile<'a> {
    file: &'a Utf8Path,
    overwrite: Overwrite,
    digest: String,
    compared: Compared,
    clock: Clock,
    state: Mutex<State>,
}

struct State {
    counted: Vec<Counted>,
    written: Duration,
}

impl<'a> StateFile<'a> {
    /// Reads the file, if it is there: of another run it is refused.
    pub(super) fn open(
        file: &'a Utf8Path,
        overwrite: Overwrite,
        (digest, clock): (String, Clock),
        options: &TuneOptions,
    ) -> Result<StateFile<'a>, Trouble> {
        overwrite.check(file, Artifact::State)?;
        let mut counted = Vec::new();
        if file.exists() {
            let text = read_text(file).map_err(|error| Trouble(format!("`{file}` cannot be read: {error}")))?;
            if !text.is_empty() {
                let wrong = |error| Trouble(format!("`{file}` is not what `--state` writes: {error}"));
                let kept: Kept = serde_json::from_str(&text).map_err(wrong)?;
                let ours = (VERSION, env!("CARGO_PKG_VERSION"), digest.as_str());
                if (kept.version, kept.muster.as_str(), kept.digest.as_str()) != ours {
                    return Err(Trouble(format!(
                        "`{file}` was kept of another search: of other files, other options or another muster; name another file"
                    )));
                }
                if !kept.tuned.iter().all(|counted| is_possible(counted, options)) {
                    return Err(Trouble(format!("the sums in `{file}` cannot be those of battles: take it away")));
                }
                counted = kept.tuned;
            }
        }
        let state = Mutex::new(State { counted, written: clock.elapsed() });
        Ok(StateFile { file, overwrite, digest, compared: Compared::new(options), clock, state })
    }

    /// Returns the earlier counts.
    pub(super) fn before(&self) -> CountedBefore {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let mut before = CountedBefore::default();
        for Counted { changes, compared, measured } in &state.counted {
            match compared {
                None => {
                    before.played.insert((changes.clone(), measured.ends.games), measured.clone());
                }
                // With other comparisons it is counted again.
                Some(compared) if *compared == self.compared => {
                    before.compared.insert(changes.clone(), measured.clone());
                }
                Some(_) => {}
            }
        }
        before
    }

    /// Keeps what was counted of more candidates, and writes the file where that was not done for long.
    pub(super) fn keep(&self, candidates: &[&Candidate]) {
        self.add(candidates.iter().map(|candidate| Counted {
            changes: candidate.changes.clone(),
            compared: None,
            measured: candidate.measured.clone(),
        }));
    }

    /// Keeps what was counted of a candidate for the costly parts of the target.
    pub(super) fn keep_compared(&self, candidate: &Candidate) {
        let Candidate { changes, measured, .. } = candidate;
        let measured = Measured { skill: measured.skill, cards: measured.cards.clone(), ..Measured::default() };
        self.add([Counted { changes: changes.clone(), compared: Some(self.compared), measured }]);
    }

    fn add(&self, counted: impl IntoIterator<Item = Counted>) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.counted.extend(counted);
        if self.clock.elapsed() >= state.written + PAUSE {
            // What cannot be written now is told of at the end, when it is written again.
            let _ = self.write(&state.counted);
            state.written = self.clock.elapsed();
        }
    }

    /// Writes the file for the last time.
    pub(super) fn finish(self) -> Result<(), Trouble> {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        self.write(&state.counted)
    }

    fn write(&self, counted: &[Counted]) -> Result<(), Trouble> {
        let kept = Kept {
            version: VERSION,
            muster: env!("CARGO_PKG_VERSION").to_owned(),
            digest: self.digest.clone(),
            tuned: counted.to_vec(),
        };
        self.overwrite.write(self.file, Artifact::State, (serde_json::to_string(&kept)? + "\n").as_bytes())
    }
}

/// Returns true if battles of a search can have been counted so.
fn is_possible(counted: &Counted, options: &TuneOptions) -> bool {
    let (sides, measured) = (options.bots.len(), &counted.measured);
    if let Some(Compared { comparisons, skill, harmless }) = counted.compared {
        return measured.ends == EndCount::default()
            && measured.other_first.is_none()
            && (skill || measured.skill.is_none())
            && measured.cards.is_some() == harmless
            && measured.has_possible_comparisons(sides, comparisons);
    }
    let ends = [Some(&measured.ends), measured.other_first.as_ref()];
    let possible = ends
        .into_iter()
        .flatten()
        .all(|ends| ends.games <= options.games && ends.broken == 0 && ends.is_possible(sides, options.turn_limit));
    possible
        && measured.first.is_none_or(|side| side < sides)
        && measured.other_first.is_some() == options.target.first.is_some()
        && measured.skill.is_none()
        && measured.cards.is_none()
}
