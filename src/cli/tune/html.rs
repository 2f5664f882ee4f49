//! The results of a search as a page: the trade of change against the target as a chart, and each answer as a row that unfolds.
//! One file, no script, nothing from the network, light and dark.

use std::fmt::Write as _;

use muster_core::diag::escape::html_line;

use super::TuneReport;
use super::headline::{anew, holds, sentence};
use super::made::words;
use super::text::{SELECTED, bias, count_tried, describe_target, notes, others, proven_name, rounds, worth_in_points};
use crate::cli::page::{document, unbroken};
use crate::cli::table::{distinct_names, share_and_undecided, undecided};
use crate::tune::{Answer, Candidate, Proof};

/// The page's own style, beside that of all pages.
const STYLE: &str = "details { border-bottom: 1px solid var(--faint); padding: 0.4rem 0; }\nsummary { cursor: pointer; }\n\
                     summary b { font-variant-numeric: tabular-nums; }\n.trade svg { min-width: 0; max-width: 42rem; }\n\
                     svg .half { stroke: var(--ink); }\nsvg .rest { fill: var(--paper); stroke: var(--mark); stroke-width: 1.5; }\n\
                     svg .between { stroke: var(--faint); }\n";

/// Width of the chart, in pixels: as much as a phone shows.
const WIDTH: f64 = 400.0;
/// Height of one of its rows.
const ROW: f64 = 17.0;
/// The space at the left of what is drawn, for sizes and numbers, and at the right.
const LEFT: f64 = 84.0;
const RIGHT: f64 = 18.0;

/// Returns the page.
pub(super) fn page(report: &TuneReport<'_>) -> String {
    let mut html = String::new();
    let _ = writeln!(
        html,
        "<section>\n<h2>{}</h2>\n<p class=\"path\">{}</p>",
        html_line(report.name),
        html_line(report.path)
    );
    let _ = writeln!(html, "<p class=\"sentence\">{}</p>", prose(&sentence(report)));
    if let Some(anew) = anew(report) {
        let _ = writeln!(html, "<p>{}</p>", prose(&anew));
    }
    let _ = writeln!(
        html,
        "<p>Wanted: {}.</p>\n<p>Tried: {}.</p>",
        prose(&describe_target(report)),
        prose(&count_tried(report))
    );
    for note in notes(report) {
        let _ = writeln!(html, "<p>{}</p>", prose(&note));
    }
    chart(&mut html, report);
    html.push_str("<h3>All changes; click a row for details</h3>\n");
    let as_written = row(report, 0, &report.searched.unchanged);
    let _ = writeln!(
        html,
        "<details><summary><b>–</b> as written: {}</summary>\n{as_written}</details>",
        share(report, &report.searched.unchanged)
    );
    for (i, answer) in report.answers.iter().enumerate() {
        let Answer { candidate, best_trade } = answer;
        let mark = if *best_trade { " *" } else { "" };
        let changes: Vec<String> = changes(report, candidate).map(|change| prose(&change)).collect();
        let _ = writeln!(
            html,
            "<details><summary><b>{}{mark}</b> {}: {}</summary>\n{}</details>",
            i + 1,
            changes.join("; "),
            share(report, candidate),
            row(report, i + 1, candidate),
        );
    }
    if let Some(bias) = bias(report) {
        let _ = writeln!(html, "<p>{}</p>", html_line(&bias));
    }
    let _ = writeln!(html, "<p>{}</p>\n</section>", html_line(SELECTED));
    document("Tune", STYLE, &html)
}

/// Returns a text for the page, without the marks that set names off in a terminal.
fn prose(text: &str) -> String {
    html_line(&text.replace('`', ""))
}

fn changes<'t>(report: &'t TuneReport<'_>, candidate: &'t Candidate) -> impl Iterator<Item = String> {
    candidate.changes.iter().map(|change| words(&report.changes[*change]))
}

fn share(report: &TuneReport<'_>, candidate: &Candidate) -> String {
    let side = report.target.share.side;
    let ends = &candidate.measured.ends;
    format!("{} win {}", html_line(&report.sides[side]), share_and_undecided(ends.share(side), ends))
}

/// Writes the chart: a row for each answer, the smallest changes first, with the interval of its share and the target as a line.
fn chart(html: &mut String, report: &TuneReport<'_>) {
    let side = report.target.share.side;
    let unchanged = std::iter::once(("–".to_owned(), &report.searched.unchanged, false));
    let answers = report.answers.iter().enumerate();
    let answers = answers.map(|(i, answer)| ((i + 1).to_string(), &answer.candidate, answer.best_trade));
    let mut shown: Vec<(String, &Candidate, bool)> = unchanged.chain(answers).collect();
    shown.sort_by_key(|(_, candidate, _)| (candidate.changes.len(), candidate.size));
    let of = |candidate: &Candidate| candidate.measured.ends.share(side);
    let wanted = report.target.share.share;
    let ends = shown.iter().flat_map(|(_, candidate, _)| [of(candidate).low, of(candidate).high]);
    let (low, high) = ends.fold((wanted, wanted), |(low, high), end| (low.min(end), high.max(end)));
    let span = (high - low).max(0.02);
    let x = |share: f64| LEFT + (share - low) / span * (WIDTH - LEFT - RIGHT);
    let y = |row: usize| ROW * (row as f64 + 1.8);
    let height = y(shown.len());
    let _ = writeln!(
        html,
        "<h3>{}: share won, by the size of the change</h3>\n<div class=\"chart trade\"><svg viewBox=\"0 0 {WIDTH} {height:.0}\" role=\"img\" aria-label=\"Share won by the size of the change\">",
        html_line(&report.sides[side])
    );
    let at = x(wanted);
    let _ = writeln!(html, "<line class=\"half\" x1=\"{at:.1}\" x2=\"{at:.1}\" y1=\"{ROW}\" y2=\"{height:.0}\"/>");
    // The ends of the scale stand beside the target only where there is room for them.
    let far = |share: &f64| (x(*share) - at).abs() > 34.0;
    for share in [low, high].into_iter().filter(far).chain([wanted]) {
        let at = x(share);
        let _ =
            writeln!(html, "<text class=\"middle\" x=\"{at:.1}\" y=\"{:.1}\">{:.0} %</text>", ROW * 0.7, share * 100.0);
    }
    let mut before = None;
    for (row, (label, candidate, best)) in shown.iter().enumerate() {
        let (y, seen) = (y(row), of(candidate));
        let group = (candidate.changes.len(), candidate.size);
        if before.replace(group) != Some(group) {
            let line = y - ROW / 2.0;
            let _ =
                writeln!(html, "<line class=\"between\" x1=\"0\" x2=\"{WIDTH}\" y1=\"{line:.1}\" y2=\"{line:.1}\"/>");
            let _ = writeln!(html, "<text x=\"0\" y=\"{:.1}\">{}</text>", y + 4.0, group_name(candidate));
        }
        let mark = if *best { " *" } else { "" };
        let _ =
            writeln!(html, "<text class=\"label\" x=\"{:.1}\" y=\"{:.1}\">{label}{mark}</text>", LEFT - 12.0, y + 4.0);
        let (from, to) = (x(seen.low), x(seen.high));
        let _ = writeln!(html, "<line class=\"range\" x1=\"{from:.1}\" x2=\"{to:.1}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>");
        let class = if *best { "" } else { " class=\"rest\"" };
        let what = changes(report, candidate).collect::<Vec<_>>().join("; ");
        let what = if what.is_empty() { "as written".to_owned() } else { prose(&what) };
        let _ = writeln!(
            html,
            "<circle{class} cx=\"{:.1}\" cy=\"{y:.1}\" r=\"4\"><title>{what}</title></circle>",
            x(seen.share)
        );
    }
    html.push_str("</svg></div>\n<p>* and a filled dot: one of the best trade-offs between size of change and distance from the target. The line is the target share.</p>\n");
}

/// Returns how many changes a candidate has, and their size.
fn group_name(candidate: &Candidate) -> String {
    match candidate.changes.len() {
        0 => "as written".to_owned(),
        1 => format!("size {}", candidate.size),
        2 => format!("pair, size {}", candidate.size),
        n => format!("{n}, size {}", candidate.size),
    }
}

/// Returns the details of a candidate that unfold: the battle as it is, then the answers.
fn row(report: &TuneReport<'_>, number: usize, candidate: &Candidate) -> String {
    let mut html = String::new();
    let measured = &candidate.measured;
    let (turns, half) = measured.ends.mean_turns();
    let size = if number > 0 { format!("Size {}, ", candidate.size) } else { String::new() };
    let _ = writeln!(
        html,
        "<p>{size}{turns:.1} ± {half:.1} {}, {:.1} points from the target, {:.1} of them outside the intervals.</p>",
        rounds(report),
        candidate.distance.points,
        candidate.distance.beyond
    );
    let counted = others(report, candidate);
    if !counted.is_empty() {
        let _ = writeln!(html, "<p>Also counted: {}.</p>", html_line(&counted.join(" · ")));
    }
    let cards = number.checked_sub(1).and_then(|answer| report.cards.get(answer)).filter(|cards| !cards.is_empty());
    if let Some(cards) = cards {
        let _ = writeln!(html, "<p>Cards to reprint: {}.</p>", html_line(&cards.join(", ")));
    }
    let edits: Vec<_> = candidate.changes.iter().flat_map(|change| &report.changes[*change].edits).collect();
    if !edits.is_empty() {
        html.push_str("<table>\n<tr><th>place</th><th>from</th><th>to</th></tr>\n");
        for edit in edits {
            let (from, to) = (edit.from.to_string(), edit.to.to_string());
            let _ = writeln!(
                html,
                "<tr><td>{}</td><td>{}</td><td>{}</td></tr>",
                html_line(edit.at.pointer.as_str()),
                html_line(&from),
                html_line(&to)
            );
        }
        html.push_str("</table>\n");
    }
    if let Some((before, proof)) = report.proofs.first().zip(report.proofs.get(number)) {
        proven(&mut html, report, before, (number, proof));
    }
    html
}

/// Writes what came of a candidate on fresh seeds, beside the battle as it is.
fn proven(html: &mut String, report: &TuneReport<'_>, before: &Proof, (number, proof): (usize, &Proof)) {
    let side = report.target.share.side;
    let changed = if number > 0 { format!("<th>{}</th>", proven_name(number)) } else { String::new() };
    let _ = writeln!(
        html,
        "<p>Replayed on new seeds, the target share of {} {}. Share and {}:</p>\n<table class=\"wraps\">\n<tr><th>bots</th><th>as written</th>{changed}</tr>",
        html_line(&report.sides[side]),
        holds(report, proof),
        rounds(report)
    );
    let mut line = |bots: &str, cells: [String; 2]| {
        let [before, after] = cells.map(|cell| format!("<td class=\"number\">{cell}</td>"));
        let after = if number > 0 { after } else { String::new() };
        let _ = writeln!(html, "<tr><td>{bots}</td>{before}{after}</tr>");
    };
    for ((bot, ends), (_, after)) in before.ends.iter().zip(&proof.ends) {
        let cell = |ends: &crate::tune::EndCount| {
            let said = unbroken(ends.share(side));
            let undecided = undecided(ends).map_or_else(String::new, |undecided| format!(" {undecided}"));
            format!("{said}{undecided}<br>{:.1} {}", ends.mean_turns().0, rounds(report))
        };
        line(&format!("{bot}<br>{} battles", ends.games), [cell(ends), cell(after)]);
    }
    if let Some((before, after)) = before.skill.zip(proof.skill) {
        line("skill: greedy<br>beats random", [before, after].map(unbroken));
    }
    html.push_str("</table>\n");
    if before.worths.is_empty() {
        return;
    }
    let _ = writeln!(
        html,
        "<p>Points that a side loses if it never uses a card, greedy against greedy; ~: the interval contains 0:</p>\n<table>\n<tr><th></th><th></th><th>as written</th>{changed}</tr>"
    );
    let names = distinct_names(&before.worths, |worth| (&worth.name, &worth.side));
    for (worth, name) in before.worths.iter().zip(names) {
        let after = proof.worth_of(worth).map_or_else(|| "–".to_owned(), worth_in_points);
        let after = if number > 0 { format!("<td class=\"number\">{after}</td>") } else { String::new() };
        let _ = writeln!(
            html,
            "<tr><td>{}</td><td>{}</td><td class=\"number\">{}</td>{after}</tr>",
            html_line(&worth.card),
            html_line(&name),
            worth_in_points(worth)
        );
    }
    html.push_str("</table>\n");
}
