//! Win shares that are kept, and those of a later run compared with them.

use camino::Utf8Path;
use serde::{Deserialize, Serialize};

use muster_core::diag::describe;
use muster_core::play::interval::Interval;
use muster_systems::balance::WATCHED;

use super::Said;
use crate::cli::Trouble;
use crate::cli::output::{Artifact, Overwrite};
use crate::project::files::read_text;

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
    /// Whether the battles were played on until the interval was narrow enough.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    watched: bool,
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
pub(super) fn save(file: &Utf8Path, said: &[Said], overwrite: Overwrite) -> Result<(), Trouble> {
    let kept = said.iter().map(|(path, name, report)| Kept {
        path: path.clone(),
        name: name.clone(),
        bots: report.bots.clone(),
        games: report.games,
        seed: report.seed,
        watched: report.interval == WATCHED,
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
        let impossible = |win: &&KeptWin| win.won > win.of;
        if let Some(win) = baseline.scenarios.iter().flat_map(|kept| &kept.wins).find(impossible) {
            let KeptWin { side, won, of, .. } = win;
            return Err(Trouble(format!(
                "`{file}` says that `{side}` won {won} of {of} battles; save the baseline again"
            )));
        }
        Ok(baseline)
    }

    /// Adds a finding to each report whose win share has left the interval that was kept. Scenarios that the baseline does not
    /// hold are not compared.
    pub(super) fn compare(&self, said: &mut [Said]) -> Result<(), Trouble> {
        for (path, _, report) in said {
            let Some(kept) = self.scenarios.iter().find(|kept| kept.path == *path) else { continue };
            if kept.bots != report.bots {
                let (kept, now) = (kept.bots.join(","), report.bots.join(","));
                return Err(Trouble(format!(
                    "the baseline of `{path}` was played by {kept}, not by {now}; save it again"
                )));
            }
            let interval: fn(u64, u64) -> Interval =
                if kept.watched { Interval::estimate_watched } else { Interval::estimate };
            let wins: Vec<Option<Interval>> = report
                .wins
                .iter()
                .map(|win| {
                    let kept = kept.wins.iter().find(|kept| kept.side == win.side)?;
                    Some(interval(kept.won, kept.of))
                })
                .collect();
            report.compare(&wins);
        }
        Ok(())
    }
}
