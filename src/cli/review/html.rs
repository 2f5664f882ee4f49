//! Plays that were judged as a page: a curve of the shares and the table of the moves. One file, no script, light and dark.

use std::fmt::Write as _;

use muster_core::diag::escape::html_line;
use muster_systems::english::count_of;
use muster_systems::judged::{JudgedPlay, WrittenMove};

use super::text::{accuracy, cells, result, side_cells, turning_move};
use crate::cli::page::document;

const STYLE: &str = include_str!("page.css");

/// Width and height of the curve, and the room around it for its labels.
const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 200.0;
const LEFT: f64 = 44.0;
const RIGHT: f64 = 150.0;
const TOP: f64 = 12.0;
const BOTTOM: f64 = 28.0;

/// The most positions that are marked one by one, and the least distance of two labels.
const MARKED: usize = 60;
const APART: f64 = 14.0;
/// The least width for the number of a turn.
const NUMBER: f64 = 26.0;

/// The longest name of a side beside its curve, in letters.
const LONGEST: usize = 22;

/// What the figures are.
const MEANING: &str = "The share of a side is the percentage of battles that it wins when bots play on from there. The cost of a \
    decision is how much smaller the share of its side is than after the best move; luck is how much a roll, card or chit changed \
    it. The last column is the share of the side that decided. A side’s error is all that its decisions cost.";

/// Returns the page of some plays, each in a section.
pub(in crate::cli) fn page(sections: &str) -> String {
    document("Review", STYLE, sections)
}

/// Returns the page of one play.
#[cfg(feature = "preview")]
pub(in crate::cli) fn page_of(play: &JudgedPlay<'_>) -> String {
    let mut sections = String::new();
    section(&mut sections, play);
    page(&sections)
}

/// Writes a play.
pub(super) fn section(html: &mut String, play: &JudgedPlay<'_>) {
    let turns = count_of(play.replayed.states.len(), play.replayed.noun);
    let _ = writeln!(html, "<section>\n<h2>{}</h2>\n<p class=\"path\">{turns}</p>", html_line(play.path));
    let _ = writeln!(html, "<p class=\"sentence\">{}.</p>", html_line(&result(play)));
    let in_words = |of: &WrittenMove| of.words.clone();
    let _ = writeln!(html, "<p>Turned {}.</p>", html_line(&turning_move(play, &|of| format!("“{}”", of.words))));
    let _ = writeln!(html, "<p>{MEANING}</p>");
    if !play.judged.moves.is_empty() {
        curve(html, play);
    }
    let sides = play.judged.sides.iter().zip(play.sides);
    let rows = sides.map(|(judged, name)| side_cells(judged, name).to_vec());
    table(html, "The sides", (&["side", "error", "luck", "share at first", "at last"], 1), rows);
    let rows = play.judged.moves.iter().map(|of| cells(play, of, &in_words).to_vec());
    let head = [play.replayed.noun, "side", "chosen", "best", "cost", "luck", "share after"];
    table(html, "The decisions", (&head, 4), rows);
    let _ = writeln!(html, "<p>{}.</p>", html_line(&accuracy(play)));
    html.push_str("</section>\n");
}

/// Writes a table whose columns from one on are numbers.
fn table(html: &mut String, title: &str, (head, numbers): (&[&str], usize), rows: impl Iterator<Item = Vec<String>>) {
    let _ = write!(html, "<h3>{title}</h3>\n<table class=\"wraps\">\n<tr>");
    for heading in head {
        let _ = write!(html, "<th scope=\"col\">{}</th>", html_line(heading));
    }
    for row in rows {
        html.push_str("</tr>\n<tr>");
        for (column, cell) in row.iter().enumerate() {
            let class = if column >= numbers { " class=\"number\"" } else { "" };
            let _ = write!(html, "<td{class}>{}</td>", html_line(cell));
        }
    }
    html.push_str("</tr>\n</table>\n");
}

/// Writes the curve of each side's share: at first, and after each decision. Sides differ by the form of their lines and marks, not by
/// colour.
fn curve(html: &mut String, play: &JudgedPlay<'_>) {
    let moves = &play.judged.moves;
    let x = |place: usize| LEFT + (WIDTH - LEFT - RIGHT) * place as f64 / moves.len() as f64;
    let y = |share: f64| TOP + HEIGHT * (1.0 - share);
    let high = TOP + HEIGHT + BOTTOM;
    let _ = writeln!(
        html,
        "<h3>Share of each side after each decision</h3>\n<div class=\"chart\"><svg class=\"curve\" viewBox=\"0 0 {WIDTH} {high}\" \
         role=\"img\" aria-label=\"{}\">",
        html_line(&describe_curve(play))
    );
    for percent in [0, 25, 50, 75, 100] {
        let at = y(f64::from(percent) / 100.0);
        let _ = writeln!(
            html,
            "<line class=\"mark\" x1=\"{LEFT}\" x2=\"{:.1}\" y1=\"{at:.1}\" y2=\"{at:.1}\"/>",
            WIDTH - RIGHT
        );
        let _ = writeln!(html, "<text class=\"label\" x=\"{}\" y=\"{:.1}\">{percent} %</text>", LEFT - 6.0, at + 4.0);
    }
    let mut free = 0.0;
    for (i, of) in moves.iter().enumerate().filter(|(i, of)| *i == 0 || moves[i - 1].turn != of.turn) {
        if x(i) >= free {
            let _ = writeln!(html, "<text x=\"{:.1}\" y=\"{:.1}\">{}</text>", x(i), TOP + HEIGHT + 18.0, of.turn);
            free = x(i) + NUMBER;
        }
    }
    let _ = writeln!(
        html,
        "<text x=\"{:.1}\" y=\"{:.1}\">{}</text>",
        WIDTH - RIGHT + 8.0,
        TOP + HEIGHT + 18.0,
        html_line(play.replayed.noun)
    );
    if let Some(turning) = play.judged.turning {
        let at = x(turning + 1);
        let _ = writeln!(
            html,
            "<line class=\"turning\" x1=\"{at:.1}\" x2=\"{at:.1}\" y1=\"{TOP}\" y2=\"{:.1}\"/>",
            TOP + HEIGHT
        );
        let _ = writeln!(html, "<text class=\"middle\" x=\"{at:.1}\" y=\"{:.1}\">turned</text>", TOP - 2.0);
    }
    let labels = apart(play.judged.sides.iter().map(|side| y(side.last)).collect());
    for (side, judged) in play.judged.sides.iter().enumerate() {
        let shares = std::iter::once(judged.first).chain(moves.iter().map(|of| of.shares[side]));
        let points: Vec<(f64, f64)> = shares.enumerate().map(|(i, share)| (x(i), y(share))).collect();
        let line: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let _ = writeln!(html, "<polyline class=\"side{side}\" points=\"{}\"/>", line.join(" "));
        if moves.len() <= MARKED {
            points.iter().for_each(|at| mark(html, side, *at));
        }
        let (edge, at) = (WIDTH - RIGHT + 8.0, labels[side]);
        mark(html, side, (edge, at));
        let name: String = play.side(side).chars().take(LONGEST).collect();
        let _ = writeln!(html, "<text x=\"{:.1}\" y=\"{:.1}\">{}</text>", edge + 9.0, at + 4.0, html_line(&name));
    }
    html.push_str("</svg></div>\n");
}

/// Writes a mark of a side's form: a disc, a square, a triangle or a diamond.
fn mark(html: &mut String, side: usize, (x, y): (f64, f64)) {
    let _ = match side {
        0 => writeln!(html, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\"/>"),
        1 => writeln!(html, "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"6\" height=\"6\"/>", x - 3.0, y - 3.0),
        2 => writeln!(html, "<path d=\"M{x:.1} {:.1}l4 7h-8z\"/>", y - 4.0),
        _ => writeln!(html, "<path d=\"M{x:.1} {:.1}l4 4l-4 4l-4 -4z\"/>", y - 4.0),
    };
}

/// Returns heights of labels, moved so that no two lie on each other.
fn apart(heights: Vec<f64>) -> Vec<f64> {
    let mut order: Vec<usize> = (0..heights.len()).collect();
    order.sort_by(|a, b| heights[*a].total_cmp(&heights[*b]).then(a.cmp(b)));
    let mut moved = heights;
    for pair in order.windows(2) {
        moved[pair[1]] = moved[pair[1]].max(moved[pair[0]] + APART);
    }
    moved
}

/// Returns the curve in words: where each side began, and where it came to.
fn describe_curve(play: &JudgedPlay<'_>) -> String {
    let side = |(side, name): (usize, &String)| {
        let judged = &play.judged.sides[side];
        let shares = || play.judged.moves.iter().map(|of| of.shares[side]).chain([judged.first]);
        let (low, high) = (shares().fold(1.0, f64::min), shares().fold(0.0, f64::max));
        let [first, last, low, high] = [judged.first, judged.last, low, high].map(|share| share * 100.0);
        format!("{name}: {first:.0} % at first, {last:.0} % at last, between {low:.0} and {high:.0} %")
    };
    let sides: Vec<String> = play.sides.iter().enumerate().map(side).collect();
    format!("{}. The table below has every decision.", sides.join("; "))
}
