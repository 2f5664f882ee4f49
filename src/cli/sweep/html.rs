//! The results of a sweep as a page: the first side's share of wins as a map over two values, and each combination as a row that
//! unfolds. One file, no script, nothing from the network, light and dark.

use std::fmt::Write as _;

use muster_core::diag::escape::html_line;
use muster_systems::english::count_of;

use super::merge::{Merged, Row};
use super::text::{battles_each, bots, describe_target, off, side, values, wanted_parts};
use crate::cli::page::{document, unbroken};
use crate::cli::table::share_and_undecided;
use crate::sweep::{Plan, SweepPoint};
use crate::tune::ShareTarget;

/// The page's own style, beside that of all pages.
const STYLE: &str = "details { border-bottom: 1px solid var(--faint); padding: 0.4rem 0; }\nsummary { cursor: pointer; }\n\
                     details table { margin: 0.5rem 0; }\n\
                     .map td, .map th { text-align: center; padding: 0.45rem 0.7rem; border: 1px solid var(--paper); }\n\
                     .map td { font-variant-numeric: tabular-nums; }\n\
                     .map .down { max-width: 9rem; }\n\
                     @media (max-width: 40rem) { .map td, .map th { padding: 0.4rem 0.25rem; font-size: 0.75rem; } .map .down { max-width: 4.5rem; } }\n\
                     .map .none { color: var(--faint); }\n.met { color: var(--mark); }\n";

/// Returns the page.
pub(super) fn page(merged: &Merged<'_>) -> String {
    let plan = merged.plan;
    let mut html = String::new();
    for (i, scenario) in plan.scenarios.iter().enumerate() {
        let rows = merged.ranked_rows(i);
        let shown = scenario.sides.get(side(plan, i)).map_or("", String::as_str);
        let _ = writeln!(
            html,
            "<section>\n<h2>{}</h2>\n<p class=\"path\">{}</p>\n<p class=\"sentence\">How often {} win, in {} of {} seed {}.</p>",
            html_line(&scenario.name),
            html_line(&scenario.path),
            html_line(shown),
            count_of(rows.len(), "combination"),
            match plan.until {
                Some(_) => battles_each(plan),
                None => format!("{},", battles_each(plan)),
            },
            plan.seed
        );
        if let Some(wanted) = &plan.targets {
            let _ = writeln!(
                html,
                "<p>Target: {}. A cell or row marked <b class=\"met\">✓</b> reaches it, as far as this many battles can show.</p>",
                html_line(&self::describe_target(wanted))
            );
        }
        maps(&mut html, merged, i, &rows);
        html.push_str(match plan.targets {
            Some(_) => "<h3>All combinations, closest to the target first</h3>\n",
            None => "<h3>All combinations</h3>\n",
        });
        for one in &rows {
            row(&mut html, merged, one);
        }
        html.push_str("</section>\n");
    }
    document("Sweep", STYLE, &html)
}

/// A map over the two places with the most values, for all that the other places and the bots can be.
fn maps(html: &mut String, merged: &Merged<'_>, scenario: usize, rows: &[Row<'_>]) {
    let plan = merged.plan;
    let mut places: Vec<usize> = (0..plan.vary.len()).collect();
    places.sort_by_key(|place| std::cmp::Reverse(plan.vary[*place].1.len()));
    let [down, across] = match places[..] {
        [] => return,
        [one] => [None, Some(one)],
        [one, two, ..] => [Some(two), Some(one)],
    };
    let rest = |point: &SweepPoint| {
        let fixed = point.values.iter().enumerate();
        let others = fixed.filter(|(place, _)| Some(*place) != down && Some(*place) != across).map(|(_, value)| *value);
        (point.bots, others.collect::<Vec<usize>>())
    };
    let mut groups: Vec<(usize, Vec<usize>)> = rows.iter().map(|row| rest(row.point)).collect();
    groups.sort_unstable();
    groups.dedup();
    for group in groups {
        let shown: Vec<Row<'_>> = rows.iter().filter(|row| rest(row.point) == group).cloned().collect();
        let others = (0..plan.vary.len()).filter(|place| Some(*place) != down && Some(*place) != across);
        let what = &plan.scenarios[scenario].what;
        let fixed =
            others.zip(&group.1).map(|(place, value)| format!("{} {}", what[place], plan.vary[place].1[*value]));
        let title: Vec<String> = std::iter::once(plan.bots[group.0].join(" against ")).chain(fixed).collect();
        let _ = writeln!(html, "<h3>Bots {}</h3>", html_line(&title.join("; ")).replace('`', ""));
        map(html, merged, scenario, [down, across], &shown);
    }
}

fn map(html: &mut String, merged: &Merged<'_>, scenario: usize, [down, across]: [Option<usize>; 2], rows: &[Row<'_>]) {
    let plan = merged.plan;
    let what = |place: Option<usize>| place.map_or("", |place| plan.scenarios[scenario].what[place].as_str());
    let values = |place: Option<usize>| place.map_or(&[][..], |place| plan.vary[place].1.as_slice());
    let of = |point: &SweepPoint, place: Option<usize>| place.map_or(0, |place| point.values[place]);
    let _ = writeln!(
        html,
        "<table class=\"map\">\n<tr><th></th><th colspan=\"{}\">{}</th></tr>\n<tr><th class=\"down\">{}</th>",
        values(across).len(),
        html_line(what(across)).replace('`', ""),
        html_line(what(down)).replace('`', "")
    );
    for value in values(across) {
        let _ = write!(html, "<th>{}</th>", html_line(value));
    }
    html.push_str("</tr>\n");
    for row in 0..values(down).len().max(1) {
        let _ = write!(html, "<tr><th>{}</th>", html_line(values(down).get(row).map_or("", String::as_str)));
        for column in 0..values(across).len() {
            let here = rows.iter().find(|one| (of(one.point, down), of(one.point, across)) == (row, column));
            match here {
                Some(row) => cell(html, plan, row, plan.share_target(scenario)),
                None => html.push_str("<td class=\"none\">–</td>"),
            }
        }
        html.push_str("</tr>\n");
    }
    html.push_str("</table>\n");
}

/// A share, on a ground that is the stronger the farther it is from the one that is wanted, or from a half: blue above it, ochre
/// below.
fn cell(html: &mut String, plan: &Plan, row: &Row<'_>, wanted: ShareTarget) {
    let seen = plan.share(&row.measured.ends, wanted.side);
    let ground = if seen.share >= wanted.share { "58, 124, 172" } else { "204, 138, 38" };
    let strength = ((seen.share - wanted.share).abs() * 2.4).min(0.85);
    let _ = write!(
        html,
        "<td style=\"background: rgba({ground}, {strength:.2})\" title=\"{}\">{:.0} %{}</td>",
        share_and_undecided(seen, &row.measured.ends),
        seen.share * 100.0,
        mark(row)
    );
}

/// Returns a mark where a combination reaches what is wanted.
fn mark(row: &Row<'_>) -> &'static str {
    let reaches = row.target.as_ref().is_some_and(|target| target.distance.reaches());
    if reaches { "<b class=\"met\"> ✓</b>" } else { "" }
}

fn row(html: &mut String, merged: &Merged<'_>, row: &Row<'_>) {
    let (plan, ends) = (merged.plan, &row.measured.ends);
    let sides = &plan.scenario(row.point).sides;
    let (turns, half) = ends.mean_turns();
    let rank = row.target.as_ref().map_or_else(String::new, |target| format!("{}. ", target.rank));
    let _ = writeln!(
        html,
        "<details><summary>{rank}{}, {}: {}{}</summary>\n<table class=\"wraps\">\n<tr><th>side</th><th>wins</th><th>share</th></tr>",
        html_line(&values(merged, row.point)).replace('`', ""),
        html_line(&bots(merged, row.point)),
        share_and_undecided(plan.share(ends, side(plan, row.point.scenario)), ends),
        mark(row)
    );
    for (i, side) in sides.iter().enumerate() {
        let _ = writeln!(
            html,
            "<tr><td>{}</td><td class=\"number\">{}</td><td class=\"number\">{}</td></tr>",
            html_line(side),
            ends.wins.get(i).copied().unwrap_or(0),
            unbroken(plan.share(ends, i))
        );
    }
    if let Some(target) = &row.target {
        html.push_str("</table>\n<table>\n<tr><th>target</th><th>missed by, in points; turns in percent</th></tr>\n");
        for part in wanted_parts(plan) {
            let _ = writeln!(html, "<tr><td>{}</td><td class=\"number\">{}</td></tr>", part.word(), off(row, part));
        }
        let all = target.distance;
        let _ = writeln!(
            html,
            "<tr><td>total, including differences within the intervals</td><td class=\"number\">{:.1}</td></tr>",
            all.points
        );
    }
    html.push_str("</table>\n<table>\n<tr><th>place</th><th>value</th></tr>\n");
    for (place, value) in plan.values_of(row.point) {
        let _ = writeln!(html, "<tr><td>{}</td><td>{}</td></tr>", html_line(place), html_line(value));
    }
    let undecided = ends.undecided_battles();
    let _ = writeln!(
        html,
        "</table>\n<p>{} battles, {undecided} of them undecided; {turns:.1} ± {half:.1} turns.</p></details>",
        ends.games
    );
}
