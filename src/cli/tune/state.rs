//! The counts of a search so far, in a file from which a later run goes on.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use camino::Utf8Path;
use serde::{Deserialize, Serialize};

use crate::cli::Trouble;
use crate::cli::battles::Clock;
use crate::cli::output::{Artifact, Overwrite};
use crate::project::files::read_text;
use crate::tune::{Candidate, CountedBefore, Measured, TuneOptions};

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
struct Counted {
    changes: Vec<usize>,
    measured: Measured,
}

/// A file that is written now and then.
pub(super) struct StateFile<'a> {
    file: &'a Utf8Path,
    overwrite: Overwrite,
    digest: String,
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
                if !kept.tuned.iter().all(|counted| is_possible(&counted.measured, options)) {
                    return Err(Trouble(format!("the sums in `{file}` cannot be those of battles: take it away")));
                }
                counted = kept.tuned;
            }
        }
        let state = Mutex::new(State { counted, written: clock.elapsed() });
        Ok(StateFile { file, overwrite, digest, clock, state })
    }

    /// Returns the earlier counts.
    pub(super) fn before(&self) -> CountedBefore {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let of = |counted: &Counted| ((counted.changes.clone(), counted.measured.ends.games), counted.measured.clone());
        state.counted.iter().map(of).collect::<HashMap<_, _>>()
    }

    /// Keeps what was counted of more candidates, and writes the file where that was not done for long.
    pub(super) fn keep(&self, candidates: &[&Candidate]) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.counted.extend(
            candidates
                .iter()
                .map(|candidate| Counted { changes: candidate.changes.clone(), measured: candidate.measured.clone() }),
        );
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
fn is_possible(measured: &Measured, options: &TuneOptions) -> bool {
    let sides = options.bots.len();
    let ends = [Some(&measured.ends), measured.other_first.as_ref()];
    let possible = ends
        .into_iter()
        .flatten()
        .all(|ends| ends.games <= options.games && ends.broken == 0 && ends.is_possible(sides, options.turn_limit));
    possible
        && measured.first.is_none_or(|side| side < sides)
        && measured.other_first.is_some() == options.target.first.is_some()
        && (measured.skill, measured.worst) == (None, None)
}
