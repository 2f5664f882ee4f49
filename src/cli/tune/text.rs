//! The results of a search for a terminal.

use std::fmt::Write as _;

use muster_core::diag::escape::line;
use muster_core::play::bots::Bot;
use muster_core::play::interval::Interval;
use muster_systems::balance::percent;
use muster_systems::english::{count_of, list};

use super::TuneReport;
use super::headline::{anew, holds, sentence};
use super::made::words;
use crate::cli::output;
use crate::cli::table::{
    align, distinct_names, indent, label_line, share_and_interval, share_and_undecided, short_line, wrapping,
};
use crate::tune::{Candidate, CardWorth, EndCount, Measured, Target, Tried};

/// A caution about the figures of a search.
pub(super) const SELECTED: &str = "Search results are selected: the best of many candidates is shown, so part of its result is luck. Only results on new seeds are free of this. A battle that is balanced between bots may not be balanced between people, and nothing here measures fun.";

/// The most changes that are named of those that are refused.
const SHOWN_REFUSED: usize = 5;

/// Returns the report.
pub(super) fn report(report: &TuneReport<'_>) -> String {
    let mut text = format!("{} ({})\n", short_line(report.name), line(report.path));
    for sentence in std::iter::once(sentence(report)).chain(anew(report)) {
        text += &textwrap::fill(&line(&sentence), wrapping(output::columns()));
        text.push('\n');
    }
    text.push('\n');
    text += &label_line("wanted", 12, &describe_target(report));
    text += &label_line("tried", 12, &count_tried(report));
    text += &label_line("as written", 12, &figures(report, &report.searched.unchanged));
    for note in notes(report) {
        text += &label_line("note", 12, &note);
    }
    text += &changes(report);
    text += &proofs(report);
    text += &worths(report);
    text.push('\n');
    text += &indent(SELECTED);
    text.push('\n');
    text
}

/// Returns what is to be known of how complete the search is.
pub(super) fn notes(report: &TuneReport<'_>) -> Vec<String> {
    let mut notes = Vec::new();
    if report.options.bot() == Some(Bot::Random) {
        notes.push(
            "Random bots played the search only to filter changes; the results of greedy bots on new seeds decide."
                .to_owned(),
        );
    }
    if report.searched.stopped {
        let go_on = match report.state {
            Some(file) => format!("run this again with `--state {file}` to continue"),
            None => "use `--state FILE` to save the counts and continue later".to_owned(),
        };
        notes.push(format!("Time ran out before all battles were played; {go_on}."));
    }
    let refused = &report.searched.refused;
    if report.is_narrowed && !refused.is_empty() {
        let shown: Vec<String> =
            refused.iter().take(SHOWN_REFUSED).map(|change| words(&report.changes[*change])).collect();
        let more = refused.len() - shown.len();
        let more = if more > 0 { format!(", and {more} more") } else { String::new() };
        notes.push(format!("Not tried, since `muster check` or the rules refuse them: {}{more}.", shown.join("; ")));
    }
    if report.unproven > 0 {
        let answers = count_of(report.unproven, "answer");
        notes.push(format!("Time ran out before {answers} could be replayed on new seeds."));
    }
    if let Some(counted) = report.searched.costly {
        notes.push(format!(
            "Skill, the worth of cards, shares between other bots and measures were counted for the {counted} changes closest to the rest of the target."
        ));
    }
    notes
}

/// Returns the target in words.
pub(super) fn describe_target(report: &TuneReport<'_>) -> String {
    let Target { share, turns, skill, first, harmless, pairings, measures } = report.target;
    let mut all = vec![format!("{} win {}", short_line(&report.sides[share.side]), percent(share.share))];
    all.extend(turns.as_ref().map(|range| format!("{} to {} {}", range.start(), range.end(), rounds(report))));
    all.extend(skill.map(|skill| format!("greedy beats random in at least {}", percent(skill))));
    all.extend(first.map(|first| format!("going first is worth at most {:.0} points", first * 100.0)));
    all.extend(harmless.then(|| "every card is worth using".to_owned()));
    all.extend(pairings.iter().map(|pairing| {
        let (low, high) = (pairing.share.start() * 100.0, pairing.share.end() * 100.0);
        let range = if low < high { format!("{low:.0} to {high:.0} %") } else { format!("{low:.0} %") };
        format!("{range} between {}", list(&Bot::names(&pairing.bots), "and"))
    }));
    all.extend(measures.iter().map(|measure| {
        let (low, high) = (*measure.range.start(), *measure.range.end());
        match measure.is_share {
            true => format!("{} {} to {} %", measure.name, low * 100.0, high * 100.0),
            false => format!("{} {low} to {high}", measure.name),
        }
    }));
    all.join(" · ")
}

/// Returns the bots of the sides, in words.
fn bots_in_words(bots: &[Bot]) -> String {
    Bot::names(bots).join(" against ")
}

/// Returns the numbers of candidates tried, in words.
pub(super) fn count_tried(report: &TuneReport<'_>) -> String {
    let level = |tried: &Tried| {
        let Tried { changes, possible, chosen, illegal, played, stopped } = *tried;
        let (one, what) = match changes {
            1 => ("single change".to_owned(), "single changes".to_owned()),
            2 => ("pair".to_owned(), "pairs".to_owned()),
            n => (format!("set of {n}"), format!("sets of {n}")),
        };
        let legal = chosen - illegal.min(chosen);
        match chosen < possible {
            true if stopped => format!("{played} of {possible} {what} before time ran out, chosen by a forecast"),
            false if stopped => format!("{played} of {possible} {what} before time ran out"),
            true => format!("{legal} of {possible} {what}, chosen by a forecast (there may be better ones)"),
            false if legal == 1 => format!("the one {one} that causes no new finding"),
            false if legal == 0 => format!("no {what}"),
            false => format!("all {legal} {what} that cause no new finding"),
        }
    };
    let levels: Vec<String> = report.searched.tried.iter().map(level).collect();
    let played = match levels.is_empty() {
        true => "no change yet".to_owned(),
        false => format!("{}; {} each", levels.join("; "), count_of(report.games, "battle")),
    };
    format!("{played}, {}, seed {}", bots_in_words(report.bots), report.seed)
}

/// Returns what the length of a battle is counted in, in the plural.
pub(super) fn rounds(report: &TuneReport<'_>) -> String {
    format!("{}s", report.round)
}

fn figures(report: &TuneReport<'_>, candidate: &Candidate) -> String {
    let measured = &candidate.measured;
    let mut all = vec![
        share_and_undecided(measured.ends.share(report.target.share.side), &measured.ends),
        format!("{:.1} {}", measured.ends.mean_turns().0, rounds(report)),
    ];
    all.extend(others(report, candidate));
    all.join(" · ")
}

/// Returns the measures of a candidate that the target names, of each side.
fn measures(report: &TuneReport<'_>, measured: &Measured) -> Vec<String> {
    let figure = |is_share: bool, (counted, of): (u64, u64)| {
        let mean = counted as f64 / of.max(1) as f64;
        if is_share { format!("{:.1} %", mean * 100.0) } else { format!("{mean:.2}") }
    };
    let wanted = report.target.measures.iter().zip(measured.measures.iter().flatten());
    let words = wanted.map(|(wanted, sides)| {
        let figures: Vec<String> = sides.iter().map(|counts| figure(wanted.is_share, *counts)).collect();
        format!("{} {}", wanted.name, figures.join(" / "))
    });
    words.collect()
}

/// Returns the other counts of a candidate.
pub(super) fn others(report: &TuneReport<'_>, candidate: &Candidate) -> Vec<String> {
    let measured = &candidate.measured;
    let points = |worth: Interval| format!("{:+.1}", worth.share * 100.0);
    let first = measured.going_first().map(|worth| format!("going first {}", points(worth)));
    let skill = measured.skill().map(|skill| format!("skill {}", share_and_interval(skill)));
    let worst = measured.worst().map(|worth| format!("worst card {}", points(worth)));
    let pairings = measured.pairings();
    let between =
        pairings.iter().enumerate().map(|(i, share)| format!("pairing {} {}", i + 1, share_and_interval(*share)));
    [first, skill, worst].into_iter().flatten().chain(between).chain(measures(report, measured)).collect()
}

fn changes(report: &TuneReport<'_>) -> String {
    if report.answers.is_empty() {
        return String::new();
    }
    let side = format!("{} win", short_line(&report.sides[report.target.share.side]));
    let head = ["".to_owned(), "reprint".to_owned(), side, rounds(report), "size".to_owned(), "change".to_owned()];
    let rows = report.answers.iter().enumerate().map(|(i, answer)| {
        let candidate = &answer.candidate;
        let changes: Vec<String> = candidate.changes.iter().map(|change| words(&report.changes[*change])).collect();
        let mark = if answer.best_trade { "*" } else { "" };
        let ends = &candidate.measured.ends;
        let said = [vec![changes.join("; ")], others(report, candidate)].concat().join(" · ");
        vec![
            format!("{}{mark}", i + 1),
            report.cards[i].join(", "),
            share_and_undecided(ends.share(report.target.share.side), ends),
            format!("{:.1}", ends.mean_turns().0),
            candidate.size.to_string(),
            said,
        ]
    });
    let table = align(std::iter::once(head.to_vec()).chain(rows), |column| (2..5).contains(&column));
    let reached = report.answers.iter().filter(|answer| answer.candidate.distance.reaches()).count();
    let said = match reached {
        0 => "none of these reaches the target".to_owned(),
        n if n == report.answers.len() => "all of these may reach the target".to_owned(),
        1 => "1 may reach the target".to_owned(),
        n => format!("1 to {n} may reach the target"),
    };
    let is_starred = table.lines().any(|line| line.trim_start().split(' ').next().is_some_and(|n| n.ends_with('*')));
    let legend = if is_starred {
        "\n  `*`: one of the best trade-offs between size of change and distance from the target"
    } else {
        ""
    };
    format!("\n  changes, the smallest first; {said}{legend}\n{table}")
}

fn proofs(report: &TuneReport<'_>) -> String {
    let Some(first) = report.proofs.first() else { return String::new() };
    let side = report.target.share.side;
    let bots = first.ends.iter().map(|(bot, count)| format!("{bot} ({})", count.games));
    let searched = report.search_bot().map(|_| "in the search".to_owned());
    let head = ["".to_owned(), "".to_owned()].into_iter().chain(searched).chain(bots);
    let head = head.chain(["skill".to_owned(), "share".to_owned()]);
    let rows = report.proofs.iter().enumerate().map(|(i, proof)| {
        let said = |ends: &EndCount| share_and_undecided(ends.share(side), ends);
        let searched = report.search_bot().map(|_| said(&report.proven(i).measured.ends));
        let shares = proof.ends.iter().map(|(_, count)| said(count));
        let skill = proof.skill.map_or_else(|| "–".to_owned(), share_and_interval);
        let name = [String::new(), proven_name(i)].into_iter();
        name.chain(searched).chain(shares).chain([skill, holds(report, proof)]).collect::<Vec<String>>()
    });
    let head: Vec<String> = head.collect();
    let last = head.len() - 1;
    let table = align(std::iter::once(head).chain(rows), |column| (2..last).contains(&column));
    let mut text = format!("\n  replayed on new seeds: {} win\n{table}", short_line(&report.sides[side]));
    let turns = std::iter::once(["".to_owned(), "".to_owned()].into_iter().chain(bot_names(report)).collect());
    let turns = turns.chain(report.proofs.iter().enumerate().map(|(i, proof)| {
        let turns = proof.ends.iter().map(|(_, count)| format!("{:.1}", count.mean_turns().0));
        [String::new(), proven_name(i)].into_iter().chain(turns).collect::<Vec<String>>()
    }));
    let _ = write!(text, "\n  length of these battles, in {}\n{}", rounds(report), align(turns, |column| column > 1));
    if let Some(bias) = bias(report) {
        text.push('\n');
        text += &indent(&bias);
    }
    text
}

fn bot_names(report: &TuneReport<'_>) -> impl Iterator<Item = String> {
    report.proofs.first().into_iter().flat_map(|proof| &proof.ends).map(|(bot, _)| bot.to_string())
}

/// Returns the name of a battle that was played again.
pub(super) fn proven_name(number: usize) -> String {
    if number == 0 { "as written".to_owned() } else { format!("change {number}") }
}

/// Returns in a sentence how much of the finalists' figures was luck; `None` if they were not played again by the bots of the search.
pub(super) fn bias(report: &TuneReport<'_>) -> Option<String> {
    let bias: Vec<f64> = (1..report.proofs.len()).filter_map(|number| report.bias(number)).collect();
    let bot = report.search_bot().filter(|_| !bias.is_empty())?;
    let mean = bias.iter().sum::<f64>() / bias.len() as f64 * 100.0;
    let they_are = if bias.len() == 1 { "the finalist is" } else { "the finalists are on average" };
    let (verdict, direction) =
        if mean < 0.05 { ("No selection bias", "closer to") } else { ("Selection bias", "farther from") };
    let points = mean.abs();
    Some(format!(
        "{verdict}: between {bot} bots on new seeds {they_are} {points:.1} points {direction} the target than in the search."
    ))
}

/// Returns the worth of each card before and after.
fn worths(report: &TuneReport<'_>) -> String {
    let Some((before, after)) = report.proofs.split_first().filter(|(before, _)| !before.worths.is_empty()) else {
        return String::new();
    };
    let head = ["".to_owned(), "".to_owned(), "as written".to_owned()];
    let head = head.into_iter().chain((1..=after.len()).map(proven_name));
    let names = distinct_names(&before.worths, |worth| (&worth.name, &worth.side));
    let rows = before.worths.iter().zip(names).map(|(worth, name)| {
        let points = |worth: Option<&CardWorth>| worth.map_or_else(|| "–".to_owned(), worth_in_points);
        let after = after.iter().map(|proof| points(proof.worth_of(worth)));
        [worth.card.clone(), name, points(Some(worth))].into_iter().chain(after).collect::<Vec<String>>()
    });
    let table = align(std::iter::once(head.collect()).chain(rows), |column| column > 1);
    let mut text = String::new();
    let _ = write!(
        text,
        "\n  points that a side loses if it never uses a card, greedy against greedy; `~`: the interval contains 0\n{table}"
    );
    text
}

/// Returns the worth of a card in points; `~` marks what so few battles do not show.
pub(super) fn worth_in_points(worth: &CardWorth) -> String {
    format!("{:+.1}{}", worth.worth * 100.0, if worth.sure { "" } else { "~" })
}
