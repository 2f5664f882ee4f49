//! The results of a sweep for a terminal.

use super::merge::Merged;
use super::numbers::thousands;
use crate::cli::output::counted;
use crate::cli::table::{aligned, named, share_and_interval};
use crate::diag::escape::line;
use crate::sweep::SweepPoint;

/// Returns the report.
pub(super) fn report(merged: &Merged<'_>) -> String {
    let plan = merged.plan;
    let mut text = format!(
        "Sweep: {}, {} battles each, seed {}\n",
        counted(plan.points.len(), "combination"),
        thousands(plan.games),
        plan.seed
    );
    if !plan.illegal.is_empty() {
        let left_out = counted(plan.illegal.len(), "combination");
        text += &format!("Left out: {left_out}, in which `muster check` finds something new\n");
    }
    for (i, scenario) in plan.scenarios.iter().enumerate() {
        let points: Vec<_> = merged.points().filter(|(point, _)| point.scenario == i).collect();
        if points.is_empty() {
            continue;
        }
        let first = scenario.sides.first().map_or("", String::as_str);
        text += &format!("\n{} ({})\n", named(&scenario.name), line(&scenario.path));
        let head = ["", "bots", &format!("{} win", named(first)), "turns", "with"].map(str::to_owned).to_vec();
        let rows = points.iter().enumerate().map(|(i, (point, ends))| {
            vec![
                (i + 1).to_string(),
                bots(merged, point),
                share_and_interval(ends.share(0)),
                format!("{:.1}", ends.mean_turns().0),
                values(merged, point),
            ]
        });
        text += &aligned(std::iter::once(head).chain(rows), |column| (2..4).contains(&column));
    }
    text.push('\n');
    text
}

/// Returns the bots of a point.
pub(super) fn bots(merged: &Merged<'_>, point: &SweepPoint) -> String {
    merged.plan.bots[point.bots].join(" against ")
}

/// Returns the values in the places that change.
pub(super) fn values(merged: &Merged<'_>, point: &SweepPoint) -> String {
    let plan = merged.plan;
    let what = plan.scenario(point).what.iter().zip(plan.values_of(point));
    let values: Vec<String> = what.map(|(what, (_, value))| format!("{what} {value}")).collect();
    if values.is_empty() { "all as written".to_owned() } else { values.join("; ") }
}
