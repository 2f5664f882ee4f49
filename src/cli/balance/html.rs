//! A report on balance as a page with charts: one file, no script, nothing from the network, light and dark.

use std::fmt::Write as _;

use serde_json::Value;

use muster_core::diag::escape::html_line;
use muster_systems::balance::{BalanceReport, Share};
use muster_systems::catalogue::capital;
use muster_systems::counters::TableReport;
use muster_systems::played::ArmyFact;

use super::worth::{MEANING, WorthTable};
use super::{handicaps, span};
use crate::cli::page::document;
use crate::cli::table::distinct_names;

/// Width of a chart, in pixels.
const WIDTH: f64 = 640.0;
/// Height of a row of a chart.
const ROW: f64 = 22.0;
/// The most losses that are charted.
const CHARTED: usize = 24;
/// About the width of a letter of a label.
const LETTER: f64 = 6.2;

/// Returns the page of a run: each scenario's path, name and report.
pub(in crate::cli) fn page<'a>(said: impl IntoIterator<Item = (&'a str, &'a str, &'a BalanceReport)>) -> String {
    let mut body = String::new();
    for (path, name, report) in said {
        scenario(&mut body, path, name, report);
    }
    document("Balance", "", &body)
}

fn scenario(html: &mut String, path: &str, name: &str, report: &BalanceReport) {
    let _ = writeln!(html, "<section>\n<h2>{}</h2>\n<p class=\"path\">{}</p>", html_line(name), html_line(path));
    let _ = writeln!(html, "<p class=\"sentence\">{}</p>", html_line(&report.sentence));
    let _ = writeln!(
        html,
        "<p>{} battles, {}, seed {}.</p>",
        report.games,
        html_line(&report.bots.join(" against ")),
        report.seed
    );
    if let Some(from) = &report.from {
        let left_out = from.left_out().map(|said| format!(" {said}")).unwrap_or_default();
        let _ = writeln!(html, "<p>The battles begin from {}.{left_out}</p>", html_line(&from.describe()));
    }
    if let Some(exact) = &report.exact {
        let _ = writeln!(html, "<p>Exact: {}.</p>", html_line(&exact.describe()));
    }
    let _ = writeln!(html, "<p>{}</p>", html_line(&report.accuracy));
    if let Some(proviso) = report.proviso {
        let _ = writeln!(html, "<p>{}</p>", html_line(proviso));
    }
    if report.games < report.wanted {
        let _ = writeln!(html, "<p>{} of {} battles were played before time ran out.</p>", report.games, report.wanted);
    }
    let mut shares: Vec<(String, &Share)> = report.wins.iter().map(|win| (win.side.clone(), &win.share)).collect();
    for win in report.other_first.iter().flatten() {
        shares.push((format!("{} (other side first)", win.side), &win.share));
    }
    for equal in &report.equal_bots {
        shares.extend(equal.wins.iter().map(|win| (format!("{} ({} on all sides)", win.side, equal.bot), &win.share)));
    }
    chart(html, "Share of the decided battles", &with_half(shares));
    let skill: Vec<(String, &Share)> =
        report.skill.iter().map(|rung| (format!("{} against {}", rung.better, rung.weaker), &rung.share)).collect();
    chart(html, "Skill: how often the better player wins", &with_half(skill));
    let bars: Vec<(String, u64)> = report.turns.histogram.iter().map(|(from, to, n)| (span(*from, *to), *n)).collect();
    columns(html, &format!("Length of the battles, in {}s", report.round), &bars);
    let bars: Vec<(String, u64)> =
        report.decided.iter().enumerate().map(|(i, n)| (format!("{}–{} %", i * 10, i * 10 + 10), *n)).collect();
    let when = format!("When the winner took the lead for good, in percent of the battle’s {}s", report.round);
    columns(html, &when, &bars);
    course(html, report);
    measures(html, report);
    worths(html, report);
    ladder(html, report);
    why(html, report);
    report.tables.iter().for_each(|table| pieces(html, report, table));
    odds(html, report);
    html.push_str("</section>\n");
}

/// Marks the half on the line of each share.
fn with_half(shares: Vec<(String, &Share)>) -> Vec<(String, &Share, f64)> {
    let known = shares.into_iter().filter(|(_, share)| !share.interval().is_unknown());
    known.map(|(label, share)| (label, share, 0.5)).collect()
}

/// Shares with their intervals on lines from 0 to 100 %, each with a mark at another share.
fn chart(html: &mut String, title: &str, shares: &[(String, &Share, f64)]) {
    if shares.is_empty() {
        return;
    }
    let longest = shares.iter().map(|(label, ..)| label.chars().count()).max().unwrap_or(0);
    let left = (longest as f64 * LETTER + 16.0).min(WIDTH / 2.0);
    let x = |share: f64| left + share * (WIDTH - left - 90.0);
    let height = ROW * (shares.len() as f64 + 0.5);
    let _ = writeln!(
        html,
        "<h3>{}</h3>\n<div class=\"chart\"><svg viewBox=\"0 0 {WIDTH} {height}\" role=\"img\">",
        html_line(title)
    );
    for (i, (label, share, mark)) in shares.iter().enumerate() {
        let y = ROW * (i as f64 + 0.5);
        let (at, top, bottom) = (x(*mark), y - ROW / 2.0, y + ROW / 2.0);
        let _ = writeln!(html, "<line class=\"mark\" x1=\"{at:.1}\" x2=\"{at:.1}\" y1=\"{top}\" y2=\"{bottom}\"/>");
        let _ = writeln!(
            html,
            "<text x=\"{}\" y=\"{:.1}\" class=\"label\">{}</text>",
            left - 8.0,
            y + 4.0,
            html_line(label)
        );
        let _ = writeln!(
            html,
            "<line class=\"range\" x1=\"{:.1}\" x2=\"{:.1}\" y1=\"{y}\" y2=\"{y}\"/>",
            x(share.low),
            x(share.high)
        );
        let _ = writeln!(html, "<circle cx=\"{:.1}\" cy=\"{y}\" r=\"4\"/>", x(share.share));
        let _ = writeln!(html, "<text x=\"{:.1}\" y=\"{:.1}\">{}</text>", x(1.0) + 10.0, y + 4.0, share.percent_text());
    }
    html.push_str("</svg></div>\n");
    let open = shares.iter().filter_map(|(label, share, _)| {
        share.unfinished.filter(|n| *n > 0).map(|n| format!("{} ({n} of {})", html_line(label), share.of + n))
    });
    let open: Vec<String> = open.collect();
    if !open.is_empty() {
        let _ = writeln!(html, "<p>Unfinished battles, not counted in any share: {}.</p>", open.join("; "));
    }
}

/// Counts as columns.
fn columns(html: &mut String, title: &str, bars: &[(String, u64)]) {
    const HEIGHT: f64 = 120.0;
    let most = bars.iter().map(|(_, n)| *n).max().unwrap_or(0).max(1) as f64;
    let width = WIDTH / bars.len().max(1) as f64;
    let _ = writeln!(
        html,
        "<h3>{}</h3>\n<div class=\"chart columns\"><svg viewBox=\"0 0 {WIDTH} {}\" role=\"img\">",
        html_line(title),
        HEIGHT + 36.0
    );
    for (i, (label, n)) in bars.iter().enumerate() {
        let height = HEIGHT * *n as f64 / most;
        let (x, middle) = (width * i as f64, width * (i as f64 + 0.5));
        let (top, wide) = (HEIGHT - height + 14.0, width - 4.0);
        let _ = writeln!(html, "<rect x=\"{x:.1}\" y=\"{top:.1}\" width=\"{wide:.1}\" height=\"{height:.1}\"/>");
        let _ = writeln!(html, "<text class=\"middle\" x=\"{middle:.1}\" y=\"{:.1}\">{n}</text>", top - 3.0);
        let _ = writeln!(
            html,
            "<text class=\"middle\" x=\"{middle:.1}\" y=\"{}\">{}</text>",
            HEIGHT + 30.0,
            html_line(label)
        );
    }
    html.push_str("</svg></div>\n");
}

/// Writes the course of the battles: the forces the sides had left.
fn course(html: &mut String, report: &BalanceReport) {
    let Some(course) = &report.left else { return };
    let _ = write!(html, "<h3>Average left: {}</h3>\n<table>\n<tr><th></th>", html_line(&capital(course.what)));
    for figures in &course.rounds {
        let _ = write!(html, "<th>after {} {}, in {} battles</th>", report.round, figures.round, figures.battles);
    }
    for (i, win) in report.wins.iter().enumerate() {
        let _ = write!(html, "</tr>\n<tr><td>{}</td>", html_line(&win.side));
        for figures in &course.rounds {
            let _ = write!(html, "<td class=\"number\">{:.1}</td>", figures.left[i]);
        }
    }
    html.push_str("</tr>\n</table>\n");
}

/// Writes the measures of whole battles.
fn measures(html: &mut String, report: &BalanceReport) {
    if report.measures.is_empty() {
        return;
    }
    html.push_str("<h3>Measures</h3>\n<table>\n<tr><th></th><th></th><th></th><th></th>");
    for measure in &report.measures {
        let side = measure.side.as_deref().unwrap_or("both sides");
        let _ = write!(html, "</tr>\n<tr><td>{}</td><td>{}</td>", html_line(measure.name), html_line(side));
        let _ = write!(html, "<td class=\"number\">{}</td><td>{}</td>", html_line(&measure.describe()), measure.per());
    }
    html.push_str("</tr>\n</table>\n");
}

/// Writes the worth of each line, and of what is never used.
fn worths(html: &mut String, report: &BalanceReport) {
    for (title, table) in WorthTable::all(report) {
        if title == "worth" {
            let _ = writeln!(html, "<h3>Worth of each line</h3>\n<p>{MEANING}</p>");
        } else {
            never_used(html, report);
        }
        worth_table(html, &table);
    }
}

/// Charts the shares of sides that never use something.
fn never_used(html: &mut String, report: &BalanceReport) {
    let names = distinct_names(&report.without, |worth| (&worth.name, &worth.side));
    let worth = report.without.iter().zip(names).map(|(worth, name)| {
        // The mark is what the side wins with it.
        let own = report.wins.iter().find(|win| win.side == worth.side).map_or(0.5, |win| win.share.share);
        (format!("{} {name} {}", worth.card, worth.what).trim().to_owned(), &worth.share, own)
    });
    let title =
        "Share of its side when a card, or one of its actions, is never used; the mark is the share when it is used";
    chart(html, title, &worth.collect::<Vec<_>>());
}

fn worth_table(html: &mut String, table: &WorthTable) {
    html.push_str("<table>\n<tr>");
    for heading in &table.head {
        let _ = write!(html, "<th>{}</th>", html_line(heading));
    }
    for row in &table.rows {
        html.push_str("</tr>\n<tr>");
        for (column, cell) in row.iter().enumerate() {
            let class = if table.numbers.contains(&column) { " class=\"number\"" } else { "" };
            let _ = write!(html, "<td{class}>{}</td>", html_line(cell));
        }
    }
    html.push_str("</tr>\n</table>\n");
    for note in &table.notes {
        let _ = writeln!(html, "<p>{}</p>", html_line(note));
    }
}

/// Writes the handicaps, if they were asked for.
fn ladder(html: &mut String, report: &BalanceReport) {
    let Some(found) = &report.handicaps else { return };
    let said = if found.is_empty() { handicaps::NONE } else { handicaps::MEANING };
    let _ = writeln!(html, "<h3>Handicaps</h3>\n<p>{}.</p>\n<table>", html_line(&capital(said)));
    for row in handicaps::rows(report) {
        let cells: Vec<String> = row.iter().map(|cell| format!("<td>{}</td>", html_line(cell))).collect();
        let _ = writeln!(html, "<tr>{}</tr>", cells.concat());
    }
    html.push_str("</table>\n");
    if let Some(note) = handicaps::note(report) {
        let _ = writeln!(
            html,
            "<p>{}:</p>\n<blockquote>{}</blockquote>",
            html_line(&capital(handicaps::NOTE)),
            html_line(&note)
        );
    }
}

/// Writes why sides win and lose: in words, and as a chart what goes with the loss of pieces.
fn why(html: &mut String, report: &BalanceReport) {
    html.push_str("<h3>Why</h3>\n<ul>\n");
    for sentence in report.why_in_words().iter() {
        let _ = writeln!(html, "<li>{}</li>", html_line(sentence));
    }
    html.push_str("</ul>\n");
    let Some(why) = &report.why else { return };
    let names = distinct_names(&why.losses, |loss| (&loss.name, &loss.side));
    let losses = why.losses.iter().zip(names).take(CHARTED).map(|(loss, name)| {
        let what = format!("{} {name} {}", loss.card, loss.what);
        (what.trim().to_owned(), &loss.lost, loss.kept.share)
    });
    let title = "Share of its side in the battles in which a piece is lost; the mark is the share in the other battles";
    chart(html, title, &losses.collect::<Vec<_>>());
}

/// Writes the figures of each piece in a battle, on average.
fn pieces(html: &mut String, report: &BalanceReport, table: &TableReport) {
    let Some(first) = table.pieces.first() else { return };
    let shown: Vec<&String> = first.figures.iter().filter(|(_, value)| !value.is_array()).map(|(key, _)| key).collect();
    let _ = writeln!(
        html,
        "<h3>What each of the {} did in a battle</h3>\n<table>\n<tr><th></th><th></th>",
        html_line(table.noun)
    );
    for key in &shown {
        let _ = writeln!(html, "<th>{}</th>", html_line(&key.replace('_', " ")));
    }
    let names = distinct_names(&table.pieces, |piece| (&piece.name, &piece.side));
    for (piece, name) in table.pieces.iter().zip(names) {
        let _ = write!(html, "</tr>\n<tr><td>{}</td><td>{}</td>", html_line(&piece.card), html_line(&name));
        for key in &shown {
            let cell = match &piece.figures[*key] {
                Value::Number(n) if n.is_u64() => {
                    format!("{:.2}", n.as_f64().unwrap_or(0.0) / report.games.max(1) as f64)
                }
                Value::Number(turn) => turn.to_string(),
                _ => "–".to_owned(),
            };
            let _ = write!(html, "<td class=\"number\">{cell}</td>");
        }
    }
    html.push_str("</tr>\n</table>\n");
}

/// Writes the exact odds.
fn odds(html: &mut String, report: &BalanceReport) {
    let Some(odds) = report.odds.as_ref().filter(|odds| !odds.cards.is_empty()) else { return };
    let _ = write!(html, "<h3>Exact odds: {}</h3>\n<table>\n<tr><th></th><th></th>", html_line(odds.title));
    for heading in &odds.wide {
        let _ = write!(html, "<th>{}</th>", html_line(heading));
    }
    html.push_str("<th></th>");
    for fact in &odds.cards {
        let _ = write!(html, "</tr>\n<tr><td>{}</td><td>{}</td>", html_line(&fact.card), html_line(&fact.name));
        for chance in &fact.chances {
            let _ = write!(html, "<td class=\"number\">{:.0} %</td>", chance * 100.0);
        }
        let _ = write!(html, "<td>{}</td>", html_line(&fact.words));
    }
    html.push_str("</tr>\n</table>\n");
    let armies = odds.armies.iter().flat_map(ArmyFact::lines);
    for note in armies.chain(odds.notes.iter().cloned()) {
        let _ = writeln!(html, "<p>{}</p>", html_line(&note));
    }
}
