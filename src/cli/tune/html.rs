//! The results of a search as a page: the trade of change against the target as a chart, and each answer as a row that unfolds.
//! One file, no script, nothing from the network, light and dark.

use std::fmt::Write as _;

use super::TuneReport;
use super::made::words;
use super::text::{SELECTED, sentence, tried, wanted};
use crate::cli::balance::html::{document, escape};
use crate::cli::table::share_and_interval;
use crate::tune::{Answer, Candidate, Proof};

/// The page's own style, beside that of all pages.
const STYLE: &str = "details { border-bottom: 1px solid var(--faint); padding: 0.4rem 0; }\nsummary { cursor: pointer; }\n\
                     summary b { font-variant-numeric: tabular-nums; }\nsvg .half { stroke: var(--ink); }\nsvg .rest { fill: none; stroke: var(--mark); stroke-width: 1.5; }\n";

/// Width and height of the chart, in pixels, and the space around what is drawn.
const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 300.0;
const EDGE: f64 = 44.0;

/// Returns the page.
pub(super) fn page(report: &TuneReport<'_>) -> String {
    let mut html = String::new();
    let _ =
        writeln!(html, "<section>\n<h2>{}</h2>\n<p class=\"path\">{}</p>", escape(report.name), escape(report.path));
    let _ = writeln!(html, "<p class=\"sentence\">{}</p>", prose(&sentence(report)));
    let _ = writeln!(html, "<p>Wanted: {}.</p>\n<p>Tried: {}.</p>", escape(&wanted(report)), escape(&tried(report)));
    if report.searched.stopped {
        html.push_str("<p>The time was up before all was played.</p>\n");
    }
    chart(&mut html, report);
    let as_written = row(report, &report.searched.unchanged, report.proofs.first());
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
            row(report, candidate, report.proofs.get(i + 1)),
        );
    }
    let _ = writeln!(html, "<p>{}</p>\n</section>", escape(SELECTED));
    document("Tune", STYLE, &html)
}

/// Returns a text for the page, without the marks that set names off in a terminal.
fn prose(text: &str) -> String {
    escape(&text.replace('`', ""))
}

fn changes<'t>(report: &'t TuneReport<'_>, candidate: &'t Candidate) -> impl Iterator<Item = String> {
    candidate.changes.iter().map(|change| words(&report.changes[*change]))
}

fn share(report: &TuneReport<'_>, candidate: &Candidate) -> String {
    let side = report.target.share.side;
    format!("{} win {}", escape(&report.sides[side]), share_and_interval(candidate.measured.ends.share(side)))
}

/// Writes the chart: the share against the size of the change, with intervals, and the target as a line.
fn chart(html: &mut String, report: &TuneReport<'_>) {
    let side = report.target.share.side;
    let mut shown: Vec<(String, &Candidate, bool)> =
        std::iter::once(("–".to_owned(), &report.searched.unchanged, false))
            .chain(
                report
                    .answers
                    .iter()
                    .enumerate()
                    .map(|(i, answer)| ((i + 1).to_string(), &answer.candidate, answer.best_trade)),
            )
            .collect();
    // Side by side, the smallest first.
    shown.sort_by_key(|(_, candidate, _)| candidate.size);
    let x = |place: f64| EDGE + (place + 0.5) * (WIDTH - EDGE) / shown.len() as f64;
    let of = |candidate: &Candidate| candidate.measured.ends.share(side);
    let ends = shown.iter().flat_map(|(_, candidate, _)| [of(candidate).low, of(candidate).high]);
    let (low, high) = ends
        .fold((report.target.share.share, report.target.share.share), |(low, high), end| (low.min(end), high.max(end)));
    let span = (high - low).max(0.02);
    let y = |share: f64| EDGE / 2.0 + (high - share) / span * (HEIGHT - EDGE * 1.5);
    let _ = writeln!(
        html,
        "<h3>{}: share won against the size of the change</h3>\n<div class=\"chart\"><svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\">",
        escape(&report.sides[side])
    );
    let wanted = y(report.target.share.share);
    let _ = writeln!(html, "<line class=\"half\" x1=\"{EDGE}\" x2=\"{WIDTH}\" y1=\"{wanted:.1}\" y2=\"{wanted:.1}\"/>");
    for share in [low, report.target.share.share, high] {
        let _ = writeln!(
            html,
            "<text class=\"label\" x=\"{:.1}\" y=\"{:.1}\">{:.0} %</text>",
            EDGE - 6.0,
            y(share) + 4.0,
            share * 100.0
        );
    }
    for (place, (label, candidate, best)) in shown.iter().enumerate() {
        let x = x(place as f64);
        let seen = of(candidate);
        let _ = writeln!(
            html,
            "<line class=\"range\" x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{:.1}\" y2=\"{:.1}\"/>",
            y(seen.low),
            y(seen.high)
        );
        let class = if *best { "" } else { " class=\"rest\"" };
        let _ = writeln!(
            html,
            "<circle{class} cx=\"{x:.1}\" cy=\"{:.1}\" r=\"4\"><title>{}</title></circle>",
            y(seen.share),
            prose(&changes(report, candidate).collect::<Vec<_>>().join("; "))
        );
        let _ = writeln!(html, "<text class=\"middle\" x=\"{x:.1}\" y=\"{:.1}\">{label}</text>", y(seen.low) + 12.0);
    }
    let mut first = 0;
    for alike in shown.chunk_by(|(_, a, _), (_, b, _)| a.size == b.size) {
        let middle = x(first as f64 + (alike.len() - 1) as f64 / 2.0);
        first += alike.len();
        let _ = writeln!(
            html,
            "<text class=\"middle\" x=\"{middle:.1}\" y=\"{:.1}\">size {}</text>",
            HEIGHT - 4.0,
            alike[0].1.size
        );
    }
    html.push_str("</svg></div>\n<p>* and a filled dot: a best trade of change against the target.</p>\n");
}

/// Returns the details of a candidate that unfold.
fn row(report: &TuneReport<'_>, candidate: &Candidate, proof: Option<&Proof>) -> String {
    let mut html = String::new();
    let measured = &candidate.measured;
    let (turns, half) = measured.ends.mean_turns();
    let _ = writeln!(
        html,
        "<p>Size {}, {turns:.1} ± {half:.1} turns, {:.1} points from the target, {:.1} of them beyond the intervals.</p>",
        candidate.size, candidate.distance.points, candidate.distance.beyond
    );
    let edits: Vec<_> = candidate.changes.iter().flat_map(|change| &report.changes[*change].edits).collect();
    if !edits.is_empty() {
        html.push_str("<table>\n<tr><th>place</th><th>from</th><th>to</th></tr>\n");
        for edit in edits {
            let (from, to) = (edit.from.to_string(), edit.to.to_string());
            let _ = writeln!(
                html,
                "<tr><td>{}</td><td>{}</td><td>{}</td></tr>",
                escape(edit.at.pointer.as_str()),
                escape(&from),
                escape(&to)
            );
        }
        html.push_str("</table>\n");
    }
    let Some(proof) = proof else { return html };
    let side = report.target.share.side;
    html.push_str("<p>Played anew on fresh seeds:</p>\n<table>\n<tr><th>bots</th><th>battles</th><th>share</th><th>turns</th></tr>\n");
    for (bot, ends) in &proof.ends {
        let turns = ends.mean_turns().0;
        let _ = writeln!(
            html,
            "<tr><td>{bot}</td><td class=\"number\">{}</td><td class=\"number\">{}</td><td class=\"number\">{turns:.1}</td></tr>",
            ends.games,
            share_and_interval(ends.share(side))
        );
    }
    html.push_str("</table>\n");
    if let Some(skill) = proof.skill {
        let _ = writeln!(html, "<p>Greedy beats random in {}.</p>", share_and_interval(skill));
    }
    if !proof.worths.is_empty() {
        html.push_str("<p>What each card is worth to its side, in points:</p>\n<table>\n");
        for worth in &proof.worths {
            let _ = writeln!(
                html,
                "<tr><td>{}</td><td>{}</td><td class=\"number\">{:+.1}</td></tr>",
                escape(&worth.card),
                escape(&worth.name),
                worth.worth * 100.0
            );
        }
        html.push_str("</table>\n");
    }
    html
}
