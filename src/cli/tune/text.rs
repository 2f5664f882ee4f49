//! The results of a search for a terminal.

use std::fmt::Write as _;

use super::TuneReport;
use super::made::words;
use crate::cli::output;
use crate::cli::table::{aligned, indented, labelled, named, share_and_interval, wrapping};
use crate::diag::escape::line;
use crate::play::interval::Interval;
use crate::systems::balance::percent;
use crate::tune::{Candidate, Target, Tried};

/// A caution about the figures of a search.
pub(super) const SELECTED: &str = "The figures of the search are selected: of all that was tried the best looking is shown, so part of \
                        it is luck. Only what was played anew is not. What is balanced between bots need not be so between \
                        people, and nothing here promises fun.";

/// Returns the report.
pub(super) fn report(report: &TuneReport<'_>) -> String {
    let sentence = textwrap::fill(&line(&sentence(report)), wrapping(output::columns()));
    let mut text = format!("{} ({})\n{sentence}\n\n", named(report.name), line(report.path));
    text += &labelled("wanted", 12, &wanted(report));
    text += &labelled("tried", 12, &tried(report));
    text += &labelled("as written", 12, &figures(&report.searched.unchanged, report.target));
    if report.searched.stopped {
        text += &labelled(
            "note",
            12,
            "The time was up before all was played: `--state FILE` keeps what was counted, to go on from it.",
        );
    }
    if report.unproven > 0 {
        let answers = output::counted(report.unproven, "answer");
        text += &labelled("note", 12, &format!("The time was up before {answers} could be played anew."));
    }
    if let Some(counted) = report.searched.costly {
        let said = format!(
            "Skill and the worth of cards were counted of the {counted} changes nearest to the rest of the target."
        );
        text += &labelled("note", 12, &said);
    }
    text += &changes(report);
    text += &proofs(report);
    text += &worths(report);
    text.push('\n');
    text += &indented(SELECTED);
    text.push('\n');
    text
}

/// Returns the answer in one sentence.
pub(super) fn sentence(report: &TuneReport<'_>) -> String {
    let reached = report.answers.iter().filter(|answer| answer.candidate.distance.reaches()).count();
    if report.searched.unchanged.distance.reaches() {
        return "As far as so many battles can tell, the battle reaches the target as it is.".to_owned();
    }
    match report.answers.first() {
        Some(first) if reached > 0 => {
            let changes: Vec<String> =
                first.candidate.changes.iter().map(|change| words(&report.changes[*change])).collect();
            format!("The smallest change that reaches the target: {}.", changes.join("; "))
        }
        Some(_) => "Nothing that was tried reaches the target; what comes nearest is first.".to_owned(),
        None if report.searched.stopped => "Nothing was played in the time that there was.".to_owned(),
        None => "Nothing that may be changed leaves the files without a new finding.".to_owned(),
    }
}

/// Returns the target in words.
pub(super) fn wanted(report: &TuneReport<'_>) -> String {
    let Target { share, turns, skill, first, harmless } = report.target;
    let mut all = vec![format!("{} win {}", named(&report.sides[share.side]), percent(share.share))];
    all.extend(turns.as_ref().map(|range| format!("{} to {} turns", range.start(), range.end())));
    all.extend(skill.map(|skill| format!("greedy beats random in {} at least", percent(skill))));
    all.extend(first.map(|first| format!("going first is worth {:.0} points at most", first * 100.0)));
    all.extend(harmless.then(|| "no card is better left unused".to_owned()));
    all.join(" · ")
}

/// Returns the numbers of candidates tried, in words.
pub(super) fn tried(report: &TuneReport<'_>) -> String {
    let bots: Vec<String> = report.bots.iter().map(ToString::to_string).collect();
    let level = |tried: &Tried| {
        let Tried { changes, possible, chosen, illegal, .. } = *tried;
        let what = match changes {
            1 => "single changes".to_owned(),
            2 => "pairs".to_owned(),
            n => format!("sets of {n}"),
        };
        let legal = chosen - illegal.min(chosen);
        match chosen < possible {
            true => format!("{legal} of {possible} {what}, chosen by a forecast: a search, there may be better ones"),
            false => format!("all {legal} {what} that leave `check` as it is"),
        }
    };
    let levels: Vec<String> = report.searched.tried.iter().map(level).collect();
    format!("{}; {} battles each, {}, seed {}", levels.join("; "), report.games, bots.join(" against "), report.seed)
}

fn figures(candidate: &Candidate, target: &Target) -> String {
    let measured = &candidate.measured;
    let mut all = vec![
        share_and_interval(measured.ends.share(target.share.side)),
        format!("{:.1} turns", measured.ends.mean_turns().0),
    ];
    all.extend(others(candidate));
    all.join(" · ")
}

/// Returns the other counts of a candidate.
fn others(candidate: &Candidate) -> Vec<String> {
    let measured = &candidate.measured;
    let points = |worth: Interval| format!("{:+.1}", worth.share * 100.0);
    let first = measured.going_first().map(|worth| format!("going first {}", points(worth)));
    let skill = measured.skill().map(|skill| format!("skill {}", share_and_interval(skill)));
    let worst = measured.worst().map(|worth| format!("worst card {}", points(worth)));
    [first, skill, worst].into_iter().flatten().collect()
}

fn changes(report: &TuneReport<'_>) -> String {
    if report.answers.is_empty() {
        return String::new();
    }
    let side = format!("{} win", named(&report.sides[report.target.share.side]));
    let head =
        ["".to_owned(), "print again".to_owned(), side, "turns".to_owned(), "size".to_owned(), "change".to_owned()];
    let rows = report.answers.iter().enumerate().map(|(i, answer)| {
        let candidate = &answer.candidate;
        let changes: Vec<String> = candidate.changes.iter().map(|change| words(&report.changes[*change])).collect();
        let mark = if answer.best_trade { "*" } else { "" };
        let ends = &candidate.measured.ends;
        let said = [vec![changes.join("; ")], others(candidate)].concat().join(" · ");
        vec![
            format!("{}{mark}", i + 1),
            report.cards[i].join(", "),
            share_and_interval(ends.share(report.target.share.side)),
            format!("{:.1}", ends.mean_turns().0),
            candidate.size.to_string(),
            said,
        ]
    });
    let table = aligned(std::iter::once(head.to_vec()).chain(rows), |column| (2..5).contains(&column));
    let reached = report.answers.iter().filter(|answer| answer.candidate.distance.reaches()).count();
    let said = match reached {
        0 => "none of these reaches the target".to_owned(),
        n if n == report.answers.len() => "all of these reach the target".to_owned(),
        n => format!("1 to {n} reach the target"),
    };
    format!("\n  changes, the smallest first; {said}; `*` is a best trade of change against the target\n{table}")
}

fn proofs(report: &TuneReport<'_>) -> String {
    let Some(first) = report.proofs.first() else { return String::new() };
    let side = report.target.share.side;
    let bots = first.ends.iter().map(|(bot, count)| format!("{bot} ({})", count.games));
    let head = ["".to_owned(), "".to_owned()].into_iter().chain(bots).chain(["skill".to_owned(), "target".to_owned()]);
    let rows = report.proofs.iter().enumerate().map(|(i, proof)| {
        let name = if i == 0 { "as written".to_owned() } else { format!("change {i}") };
        let shares = proof.ends.iter().map(|(_, count)| share_and_interval(count.share(side)));
        let skill = proof.skill.map_or_else(|| "–".to_owned(), share_and_interval);
        let may_be = |share: Interval| (share.low..=share.high).contains(&report.target.share.share);
        let holds: Vec<String> =
            proof.ends.iter().filter(|(_, ends)| may_be(ends.share(side))).map(|(bot, _)| bot.to_string()).collect();
        let holds = match holds.len() {
            0 => "missed by all".to_owned(),
            n if n == proof.ends.len() => "may hold for all".to_owned(),
            _ => format!("may hold for {} only", holds.join(", ")),
        };
        [String::new(), name].into_iter().chain(shares).chain([skill, holds]).collect::<Vec<String>>()
    });
    let count = first.ends.len();
    let table = aligned(std::iter::once(head.collect()).chain(rows), |column| (2..3 + count).contains(&column));
    format!("\n  played anew on fresh seeds: {} win\n{table}", named(&report.sides[side]))
}

/// Returns the worth of each card before and after.
fn worths(report: &TuneReport<'_>) -> String {
    let Some((before, after)) = report.proofs.split_first().filter(|(before, _)| !before.worths.is_empty()) else {
        return String::new();
    };
    let head = ["".to_owned(), "".to_owned(), "as written".to_owned()];
    let head = head.into_iter().chain((1..=after.len()).map(|i| format!("change {i}")));
    let rows = before.worths.iter().map(|worth| {
        let of = |proof: &crate::tune::Proof| {
            let same = proof.worths.iter().find(|other| (&other.card, &other.side) == (&worth.card, &worth.side));
            same.map_or_else(|| "–".to_owned(), |other| format!("{:+.1}", other.worth * 100.0))
        };
        let mut row = vec![worth.card.clone(), worth.name.clone(), of(before)];
        row.extend(after.iter().map(of));
        row
    });
    let table = aligned(std::iter::once(head.collect()).chain(rows), |column| column > 1);
    let mut text = String::new();
    let _ = write!(text, "\n  what each card is worth to its side, in points, greedy against greedy\n{table}");
    text
}
