//! The results of a sweep as a page: the first side's share of wins as a map over two values, and each combination as a row that
//! unfolds. One file, no script, nothing from the network, light and dark.

use std::fmt::Write as _;

use super::merge::Merged;
use super::numbers::thousands;
use super::text::{bots, values};
use crate::cli::balance::html::{document, escape};
use crate::cli::output::counted;
use crate::cli::table::share_and_interval;
use crate::sweep::SweepPoint;
use crate::tune::EndCount;

/// The page's own style, beside that of all pages.
const STYLE: &str = "details { border-bottom: 1px solid var(--faint); padding: 0.4rem 0; }\nsummary { cursor: pointer; }\n\
                     .map td, .map th { text-align: center; padding: 0.45rem 0.7rem; border: 1px solid var(--paper); }\n\
                     .map td { font-variant-numeric: tabular-nums; }\n\
                     .map .none { color: var(--faint); }\n";

/// Returns the page.
pub(super) fn page(merged: &Merged<'_>) -> String {
    let plan = merged.plan;
    let mut html = String::new();
    for (i, scenario) in plan.scenarios.iter().enumerate() {
        let points: Vec<_> = merged.points().filter(|(point, _)| point.scenario == i).collect();
        let first = scenario.sides.first().map_or("", String::as_str);
        let _ = writeln!(
            html,
            "<section>\n<h2>{}</h2>\n<p class=\"path\">{}</p>\n<p class=\"sentence\">How often {} win, in {} of {} battles, seed {}.</p>",
            escape(&scenario.name),
            escape(&scenario.path),
            escape(first),
            counted(points.len(), "combination"),
            thousands(plan.games),
            plan.seed
        );
        maps(&mut html, merged, i, &points);
        html.push_str("<h3>Every combination</h3>\n");
        for (point, ends) in &points {
            row(&mut html, merged, point, ends);
        }
        html.push_str("</section>\n");
    }
    document("Sweep", STYLE, &html)
}

/// A point and what was counted of it.
type Counted<'m> = (&'m SweepPoint, &'m EndCount);

/// Writes a map over the two places with the most values, for all that the other places and the bots can be.
fn maps(html: &mut String, merged: &Merged<'_>, scenario: usize, points: &[Counted<'_>]) {
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
    let mut groups: Vec<(usize, Vec<usize>)> = points.iter().map(|(point, _)| rest(point)).collect();
    groups.sort_unstable();
    groups.dedup();
    for group in groups {
        let shown: Vec<Counted<'_>> = points.iter().filter(|(point, _)| rest(point) == group).copied().collect();
        let others = (0..plan.vary.len()).filter(|place| Some(*place) != down && Some(*place) != across);
        let what = &plan.scenarios[scenario].what;
        let fixed =
            others.zip(&group.1).map(|(place, value)| format!("{} {}", what[place], plan.vary[place].1[*value]));
        let title: Vec<String> = std::iter::once(plan.bots[group.0].join(" against ")).chain(fixed).collect();
        let _ = writeln!(html, "<h3>Bots {}</h3>", escape(&title.join("; ")).replace('`', ""));
        map(html, merged, scenario, [down, across], &shown);
    }
}

fn map(
    html: &mut String,
    merged: &Merged<'_>,
    scenario: usize,
    [down, across]: [Option<usize>; 2],
    points: &[Counted<'_>],
) {
    let plan = merged.plan;
    let what = |place: Option<usize>| place.map_or("", |place| plan.scenarios[scenario].what[place].as_str());
    let values = |place: Option<usize>| place.map_or(&[][..], |place| plan.vary[place].1.as_slice());
    let of = |point: &SweepPoint, place: Option<usize>| place.map_or(0, |place| point.values[place]);
    let _ = writeln!(
        html,
        "<table class=\"map\">\n<tr><th></th><th colspan=\"{}\">{}</th></tr>\n<tr><th>{}</th>",
        values(across).len(),
        escape(what(across)).replace('`', ""),
        escape(what(down)).replace('`', "")
    );
    for value in values(across) {
        let _ = write!(html, "<th>{}</th>", escape(value));
    }
    html.push_str("</tr>\n");
    for row in 0..values(down).len().max(1) {
        let _ = write!(html, "<tr><th>{}</th>", escape(values(down).get(row).map_or("", String::as_str)));
        for column in 0..values(across).len() {
            let here = points.iter().find(|(point, _)| (of(point, down), of(point, across)) == (row, column));
            match here {
                Some((_, ends)) => cell(html, ends),
                None => html.push_str("<td class=\"none\">–</td>"),
            }
        }
        html.push_str("</tr>\n");
    }
    html.push_str("</table>\n");
}

/// Writes a share, on a ground that is the stronger the farther it is from a half: blue where the first side wins, ochre where it
/// loses.
fn cell(html: &mut String, ends: &EndCount) {
    let seen = ends.share(0);
    let ground = if seen.share >= 0.5 { "58, 124, 172" } else { "204, 138, 38" };
    let strength = ((seen.share - 0.5).abs() * 2.4).min(0.85);
    let _ = write!(
        html,
        "<td style=\"background: rgba({ground}, {strength:.2})\" title=\"{}\">{:.0} %</td>",
        share_and_interval(seen),
        seen.share * 100.0
    );
}

fn row(html: &mut String, merged: &Merged<'_>, point: &SweepPoint, ends: &EndCount) {
    let sides = &merged.plan.scenario(point).sides;
    let (turns, half) = ends.mean_turns();
    let _ = writeln!(
        html,
        "<details><summary>{}, {}: {}</summary>\n<table>\n<tr><th>side</th><th>wins</th><th>share</th></tr>",
        escape(&values(merged, point)).replace('`', ""),
        escape(&bots(merged, point)),
        share_and_interval(ends.share(0))
    );
    for (i, side) in sides.iter().enumerate() {
        let _ = writeln!(
            html,
            "<tr><td>{}</td><td class=\"number\">{}</td><td class=\"number\">{}</td></tr>",
            escape(side),
            ends.wins.get(i).copied().unwrap_or(0),
            share_and_interval(ends.share(i))
        );
    }
    html.push_str("</table>\n<table>\n<tr><th>place</th><th>value</th></tr>\n");
    for (place, value) in merged.plan.values_of(point) {
        let _ = writeln!(html, "<tr><td>{}</td><td>{}</td></tr>", escape(place), escape(value));
    }
    let undecided = ends.games - ends.decided().min(ends.games);
    let _ = writeln!(
        html,
        "</table>\n<p>{} battles, {undecided} of them undecided; {turns:.1} ± {half:.1} turns.</p></details>",
        ends.games
    );
}
