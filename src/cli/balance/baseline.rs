//! Win shares that are kept, and those of a later run compared with them.

use std::collections::HashMap;

use camino::Utf8Path;
use serde::{Deserialize, Serialize};

use muster_core::diag::describe;
use muster_core::play::interval::Interval;
use muster_systems::balance::Win;

use super::Said;
use crate::cli::Trouble;
use crate::cli::output::{Artifact, Overwrite};
use crate::project::files::read_text;
use crate::review::same_file;

/// The win shares of a run, as they are kept in a file.
#[derive(Serialize, Deserialize)]
pub(in crate::cli) struct Baseline {
    version: u32,
    scenarios: Vec<Kept>,
}

/// One scenario.
#[derive(Serialize, Deserialize)]
struct Kept {
    path: String,
    name: String,
    bots: Vec<String>,
    games: u64,
    seed: u64,
    wins: Vec<KeptWin>,
}

/// One side's share of the won battles.
#[derive(Serialize, Deserialize)]
struct KeptWin {
    side: String,
    won: u64,
    of: u64,
    low: f64,
    high: f64,
}

/// Writes the win shares of a run.
///
/// # Errors
///
/// Says which battle nobody won, since nothing can be compared with its shares, or why the file is not written.
pub(super) fn save(file: &Utf8Path, said: &[Said], overwrite: Overwrite) -> Result<(), Trouble> {
    let is_undecided = |(.., report): &&Said| report.wins.iter().any(|win| win.share.of == 0);
    if let Some((path, ..)) = said.iter().find(is_undecided) {
        return Err(Trouble(format!("`{file}` was not written: no battle of `{path}` was decided")));
    }
    let kept = said.iter().map(|(path, name, report)| Kept {
        path: path.clone(),
        name: name.clone(),
        bots: report.bots.clone(),
        games: report.games,
        seed: report.seed,
        wins: report
            .wins
            .iter()
            .map(|win| KeptWin {
                side: win.side.clone(),
                won: win.share.won,
                of: win.share.of,
                low: win.share.low,
                high: win.share.high,
            })
            .collect(),
    });
    let baseline = Baseline { version: 1, scenarios: kept.collect() };
    overwrite.write(file, Artifact::Shares, (serde_json::to_string_pretty(&baseline)? + "\n").as_bytes())
}

impl Baseline {
    /// Reads the win shares of an earlier run.
    pub(super) fn read(file: &Utf8Path) -> Result<Baseline, Trouble> {
        let text = read_text(file).map_err(|error| Trouble(format!("cannot read `{file}`: {}", describe(&error))))?;
        let baseline: Baseline = serde_json::from_str(&text)
            .map_err(|error| Trouble(format!("`{file}` is not a baseline written by `--save-baseline`: {error}")))?;
        if baseline.version != 1 {
            return Err(Trouble(format!("`{file}` is a baseline of version {}; expected version 1", baseline.version)));
        }
        let is_possible = |win: &KeptWin| win.won <= win.of && win.of > 0 && 0.0 <= win.low && win.low <= win.high;
        if let Some(win) = baseline.scenarios.iter().flat_map(|kept| &kept.wins).find(|win| !is_possible(win)) {
            let KeptWin { side, won, of, .. } = win;
            return Err(Trouble(format!(
                "`{file}` says that `{side}` won {won} of {of} battles; save the baseline again"
            )));
        }
        Ok(baseline)
    }

    /// Adds a finding to each report whose win share has left the interval that was kept. A scenario that the baseline does not
    /// hold says so in its report.
    ///
    /// # Errors
    ///
    /// Says that none of the scenarios is held, or which of them was played by other bots or has other sides now.
    pub(super) fn compare(&self, said: &mut [Said]) -> Result<(), Trouble> {
        // However its path is written, it is the same file.
        let file = |path: &str| same_file(Utf8Path::new(path));
        let by_file: HashMap<_, _> = self.scenarios.iter().map(|kept| (file(&kept.path), kept)).collect();
        let kept: Vec<Option<&Kept>> = said.iter().map(|(path, ..)| by_file.get(&file(path)).copied()).collect();
        if let Some((path, ..)) = said.first().filter(|_| kept.iter().all(Option::is_none)) {
            let others = if said.len() > 1 { ", nor of any other scenario" } else { "" };
            return Err(Trouble(format!("the baseline has no shares of `{path}`{others}; save it again")));
        }
        for ((path, _, report), kept) in said.iter_mut().zip(kept) {
            report.is_compared = Some(kept.is_some());
            let Some(kept) = kept else { continue };
            if kept.bots != report.bots {
                let (kept, now) = (kept.bots.join(","), report.bots.join(","));
                return Err(Trouble(format!(
                    "the baseline of `{path}` was played by {kept}, not by {now}; save it again"
                )));
            }
            let of_side = |Win { side, .. }: &Win| {
                let found = kept.wins.iter().find(|kept| kept.side == *side).map(KeptWin::interval);
                found
                    .ok_or_else(|| Trouble(format!("the baseline of `{path}` has no share of `{side}`; save it again")))
            };
            let wins = report.wins.iter().map(of_side).collect::<Result<Vec<_>, _>>()?;
            report.compare(&wins);
        }
        Ok(())
    }
}

impl KeptWin {
    fn interval(&self) -> Interval {
        Interval { share: self.won as f64 / self.of as f64, low: self.low, high: self.high }
    }
}
