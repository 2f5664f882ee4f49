//! Handicaps for a battle, found by playing it with changes of its set-up.

use indicatif::ProgressBar;

use muster_core::play::smoke::{Shard, SmokeOptions};
use muster_systems::Compiled;
use muster_systems::balance::{BalanceOptions, BalanceReport, Handicap};

use super::options;
use crate::cli::Trouble;
use crate::cli::battles::{GivenFiles, RunSettings};
use crate::cli::table::{align, indent, short_line};
use crate::project::known::KnownFindings;
use crate::review::Unit;
use crate::tune::{Narrowing, Subject, changes, handicap_battles, handicaps, set_up_changes};

/// What the points are.
pub(super) const MEANING: &str = "points of its share that a side gains by a change of the set-up, with their interval at 95 % \
    on new seeds; only files named on the command line are changed";

/// What the text for the set-up card is.
pub(super) const NOTE: &str = "to print them on the set-up card, put this into the scenario's `notes`";

/// What is said where no change is near enough to any level.
pub(super) const NONE: &str = "no single change of the set-up is worth about 5, 10 or 15 points";

/// Plays the battle of a scenario with changes of its set-up. Returns the ladder of handicaps of each side.
pub(super) fn ladder(
    given: &GivenFiles,
    unit: &Unit,
    written: &dyn Compiled,
    settings: &RunSettings,
    bar: &ProgressBar,
) -> Result<Vec<Handicap>, Trouble> {
    let known = KnownFindings::new(&given.project, &given.files, &given.review)?;
    let Some(subject) = Subject::new(&given.review, unit, Some(&known)) else { return Ok(Vec::new()) };
    let all = changes(&given.review, unit, &Narrowing::default()).map_err(Trouble)?;
    let changes = set_up_changes(&all, unit.system.handicap_keys());
    let sides = written.sides().len();
    let BalanceOptions { games, seed, bots, turn_limit, .. } = options(settings, None, sides, Shard::WHOLE, None)?;
    bar.inc_length(handicap_battles(changes.len(), sides, games));
    let options = SmokeOptions { games, seed, bots, turn_limit, shard: Shard::WHOLE };
    Ok(handicaps(&subject, written, &changes, &options, &|games| bar.inc(games)))
}

/// Returns the rows of a table of handicaps: side, level, change, points; none if they were not asked for or not found.
pub(super) fn rows(report: &BalanceReport) -> Vec<Vec<String>> {
    let row = |handicap: &Handicap| {
        let Handicap { side, level, what, from, to, points, low, high, sure, .. } = handicap;
        let unsure = if *sure { "" } else { " not sure" };
        vec![
            level.to_string(),
            short_line(side),
            format!("{points:+.1} ({low:+.1} to {high:+.1}){unsure}"),
            format!("{what}: {from} → {to}"),
        ]
    };
    report.handicaps.iter().flatten().map(row).collect()
}

/// Returns the handicaps for a terminal; nothing if they were not asked for.
pub(super) fn text(report: &BalanceReport) -> String {
    let Some(ladder) = &report.handicaps else { return String::new() };
    if ladder.is_empty() {
        return format!("\n  handicaps\n{}", indent(NONE));
    }
    let head = ["level", "side", "points", "change"].map(str::to_owned).to_vec();
    let table = align(std::iter::once(head).chain(rows(report)), |_| false);
    let note = note(report).map(|note| indent(&format!("{NOTE}: {note}"))).unwrap_or_default();
    format!("\n  handicaps\n{}{table}{note}", indent(MEANING))
}

/// Returns the levels that are sure as a text for the set-up card, side by side; `None` if there are none.
pub(super) fn note(report: &BalanceReport) -> Option<String> {
    let sure: Vec<&Handicap> = report.handicaps.iter().flatten().filter(|handicap| handicap.sure).collect();
    let sides = sure.chunk_by(|one, next| one.side == next.side).map(|levels| {
        let level = |Handicap { level, what, from, to, .. }: &&Handicap| {
            format!("({level}) {}, {to} instead of {from}", what.replace('`', ""))
        };
        format!("{}: {}.", levels[0].side, levels.iter().map(level).collect::<Vec<_>>().join("; "))
    });
    let sides: Vec<String> = sides.collect();
    (!sides.is_empty()).then(|| format!("Handicaps. {}", sides.join(" ")))
}
