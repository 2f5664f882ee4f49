//! The result of a search, in a sentence or two: what holds in battles that the search never saw, and between which bots.

use muster_core::play::bots::Bot;
use muster_core::play::interval::Interval;
use muster_systems::balance::percent;
use muster_systems::english::count_of;

use super::TuneReport;
use super::made::words;
use crate::cli::table::short_line;
use crate::tune::{Proof, TargetPart};

/// Returns the answer in one sentence.
pub(super) fn sentence(report: &TuneReport<'_>) -> String {
    let decider = report.options.decider();
    let between = format!("{decider} against {decider}");
    match report.proofs {
        [] => describe_search(report),
        [as_written, ..] if is_reached(report, 0) => {
            let share = share(report, as_written);
            format!("The battle already reaches the target: {share} on new seeds ({between}).")
        }
        [as_written] if !report.answers.is_empty() => format!(
            "The battle as written does not reach the target: {} on new seeds ({between}). No change was replayed.",
            share(report, as_written)
        ),
        proofs => match (1..proofs.len()).find(|number| is_reached(report, *number)) {
            Some(number) => {
                let (changes, share) = (changes(report, number), share(report, &proofs[number]));
                format!("The smallest change that holds on new seeds is {number}, {changes}: {share} ({between}).")
            }
            None => {
                let off = |number: &usize| distance(report, *number);
                let nearest = (0..proofs.len()).min_by(|a, b| off(a).total_cmp(&off(b))).unwrap_or(0);
                let what = if nearest == 0 {
                    "the battle as written".to_owned()
                } else {
                    format!("change {nearest}, {}", changes(report, nearest))
                };
                let share = share(report, &proofs[nearest]);
                let whom = match proofs.iter().all(|proof| holding(report, proof).is_empty()) {
                    true => "with any bot".to_owned(),
                    false => format!("with {decider} bots"),
                };
                format!(
                    "Replayed on new seeds, no change reaches the target {whom}. The closest is {what}: {share} ({between})."
                )
            }
        },
    }
}

/// Returns how far a battle that was played again is from the target, in points: of its share on new seeds, or of all that is wanted
/// in the battles of the search.
fn distance(report: &TuneReport<'_>, number: usize) -> f64 {
    let wanted = report.target.share;
    let ends = report.proofs[number].ends_of(report.options.decider());
    match ends.map(|ends| ends.share(wanted.side)).filter(|share| !share.is_unknown()) {
        None => f64::INFINITY,
        Some(_) if report.target.parts(&report.proven(number).measured).len() > 1 => {
            report.proven(number).distance.points
        }
        Some(share) => (share.share - wanted.share).abs() * 100.0,
    }
}

/// Returns what the battles of the search alone say, where nothing was played again.
fn describe_search(report: &TuneReport<'_>) -> String {
    let unchanged = &report.searched.unchanged;
    let played = unchanged.measured.ends.games;
    if report.searched.stopped && played < report.games {
        let all = count_of(report.games, "battle");
        return format!("Time ran out after {played} of {all} as written, too few to search for changes.");
    }
    if unchanged.distance.reaches() && report.target.is_counted(&unchanged.measured) {
        return "In the battles of the search the battle already reaches the target; nothing was replayed on new seeds."
            .to_owned();
    }
    match report.answers.first() {
        Some(first) if first.candidate.distance.reaches() => format!(
            "The smallest change that reaches the target in the battles of the search: {}; nothing was replayed on new seeds.",
            changes(report, 1)
        ),
        Some(_) => "No change that was tried reaches the target; the closest is listed first.".to_owned(),
        None if report.searched.stopped => "Time ran out before any change had been played.".to_owned(),
        None => "Every possible change causes a new finding of `muster check`.".to_owned(),
    }
}

/// Returns in a sentence for which bots what the first sentence is about holds, and which answer holds for more; `None` if none was
/// played again.
pub(super) fn anew(report: &TuneReport<'_>) -> Option<String> {
    let about = (0..report.proofs.len()).find(|number| is_reached(report, *number))?;
    let proof = &report.proofs[about];
    let mut best = (about, proof);
    for (number, other) in report.proofs.iter().enumerate().skip(about + 1) {
        if is_reached(report, number) && holding(report, other).len() > holding(report, best.1).len() {
            best = (number, other);
        }
    }
    let by = if about == 0 { "As written".to_owned() } else { format!("With change {about}") };
    let said = format!("{by}, the target {}", holds(report, proof));
    Some(match best {
        (number, _) if number == about => said + ".",
        (number, other) => format!("{said}; with change {number} it {}.", holds(report, other)),
    })
}

/// Returns true if a battle that was played again, the one as written or an answer, reaches the target between the bots that decide.
/// The parts that are not played again are judged by the search.
fn is_reached(report: &TuneReport<'_>, number: usize) -> bool {
    let measured = &report.proven(number).measured;
    let is_anew = |part| matches!(part, TargetPart::Share | TargetPart::Turns | TargetPart::Skill);
    let mut parts = report.target.parts(measured).into_iter();
    report.target.is_counted(measured)
        && parts.all(|(part, distance)| is_anew(part) || distance.reaches())
        && report.proofs.get(number).is_some_and(|proof| proof.may_reach(report.target, report.options.decider()))
}

/// Returns the bots between which a battle may reach the target, as far as it is played again.
fn holding(report: &TuneReport<'_>, proof: &Proof) -> Vec<Bot> {
    let bots = proof.ends.iter().map(|(bot, _)| *bot);
    bots.filter(|bot| proof.may_reach(report.target, *bot)).collect()
}

/// Returns in words between which bots a battle may reach the target.
pub(super) fn holds(report: &TuneReport<'_>, proof: &Proof) -> String {
    let holding = holding(report, proof);
    match holding.len() {
        0 => "is reached with no bots".to_owned(),
        n if n == proof.ends.len() => "may be reached with all bots".to_owned(),
        _ => {
            let bots = Bot::names(&holding);
            format!("may be reached with {} only", bots.join(", "))
        }
    }
}

/// Returns the changes of an answer, which counts from 1.
fn changes(report: &TuneReport<'_>, number: usize) -> String {
    let changes = report.proven(number).changes.iter().map(|change| words(&report.changes[*change]));
    changes.collect::<Vec<_>>().join("; ")
}

/// Returns who wins how often between the bots that decide: `Redcoats win 47 % to 53 %`.
fn share(report: &TuneReport<'_>, proof: &Proof) -> String {
    let side = report.target.share.side;
    let ends = proof.ends_of(report.options.decider());
    let Interval { low, high, .. } = ends.map_or(Interval::estimate(0, 0), |ends| ends.share(side));
    format!("{} win {} to {}", short_line(&report.sides[side]), percent(low), percent(high))
}
