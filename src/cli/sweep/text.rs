//! The results of a sweep for a terminal.

use muster_core::diag::escape::line;
use muster_systems::english::count_of;

use super::merge::{Merged, Row};
use super::numbers::thousands;
use crate::cli::table::{align, share_and_undecided, short_line};
use crate::sweep::{Plan, SweepPoint};
use crate::tune::{Distance, TargetPart, WantedTarget};

/// Returns the report.
pub(super) fn report(merged: &Merged<'_>) -> String {
    let plan = merged.plan;
    let mut text = format!(
        "Sweep: {}, {} each, seed {}\n",
        count_of(plan.points.len(), "combination"),
        battles_each(plan),
        plan.seed
    );
    if let Some(wanted) = &plan.targets {
        text += &format!("Wanted: {}\n", line(&self::describe_target(wanted)));
    }
    if !plan.illegal.is_empty() {
        let left_out = count_of(plan.illegal.len(), "combination");
        text += &format!("Skipped: {left_out}, because `muster check` reports something new in them\n");
    }
    for (i, scenario) in plan.scenarios.iter().enumerate() {
        let rows = merged.ranked_rows(i);
        if rows.is_empty() {
            continue;
        }
        let side = side(plan, i);
        text += &format!("\n{} ({})\n", short_line(&scenario.name), line(&scenario.path));
        if plan.targets.is_some() {
            let reached = rows.iter().filter(|row| row.target.as_ref().is_some_and(|t| t.distance.reaches())).count();
            text += &format!(
                "{} the target, as far as this many battles can show\n",
                match reached {
                    0 => "No combination reaches".to_owned(),
                    1 => "1 combination reaches".to_owned(),
                    n => format!("{n} combinations reach"),
                }
            );
        }
        let name = scenario.sides.get(side).map_or("", String::as_str);
        let parts = wanted_parts(plan);
        let mut head = vec![String::new(), "bots".to_owned(), format!("{} win", short_line(name)), "turns".to_owned()];
        head.extend(plan.until.map(|_| "battles".to_owned()));
        head.extend(parts.iter().map(|part| part.word().to_owned()));
        head.push("with".to_owned());
        let last = head.len() - 1;
        let cells = |(i, row): (usize, &Row<'_>)| {
            let ends = &row.measured.ends;
            let mut cells = vec![
                (i + 1).to_string(),
                bots(merged, row.point),
                share_and_undecided(plan.share(ends, side), ends),
                format!("{:.1}", ends.mean_turns().0),
            ];
            cells.extend(plan.until.map(|_| thousands(ends.games)));
            cells.extend(parts.iter().map(|part| off(row, *part)));
            cells.push(values(merged, row.point));
            cells
        };
        let table = std::iter::once(head).chain(rows.iter().enumerate().map(cells));
        text += &align(table, |column| (2..last).contains(&column));
    }
    text.push('\n');
    text
}

/// Returns how many battles are played with each combination, in words.
pub(super) fn battles_each(plan: &Plan) -> String {
    match plan.until {
        Some(until) => {
            format!("battles until the share is known to ± {until} % or {} are played,", thousands(plan.games))
        }
        None => format!("{} battles", thousands(plan.games)),
    }
}

/// Returns the side whose share is shown: that of the target, or the first one.
pub(super) fn side(plan: &Plan, scenario: usize) -> usize {
    plan.share_target(scenario).side
}

/// Returns the parts of the target that are wanted, in the order in which they are told.
pub(super) fn wanted_parts(plan: &Plan) -> Vec<TargetPart> {
    let Some(WantedTarget { turns, skill, first, harmless, .. }) = &plan.targets else { return Vec::new() };
    let all = [
        (TargetPart::Share, true),
        (TargetPart::Turns, turns.is_some()),
        (TargetPart::Skill, skill.is_some()),
        (TargetPart::First, first.is_some()),
        (TargetPart::Harmless, *harmless),
    ];
    all.into_iter().filter(|(_, is_wanted)| *is_wanted).map(|(part, _)| part).collect()
}

/// Returns what is wanted, in words.
pub(super) fn describe_target(wanted: &WantedTarget) -> String {
    let side = wanted.share.as_ref().and_then(|share| share.side.as_deref());
    let win = side.map_or_else(|| "the first side wins".to_owned(), |side| format!("{side} win"));
    let percent = wanted.share.as_ref().map_or(50.0, |share| share.percent);
    let mut all = vec![format!("{win} {percent} %")];
    all.extend(wanted.turns.map(|(least, most)| format!("{least} to {most} turns")));
    all.extend(wanted.skill.map(|skill| format!("greedy beats random in at least {skill} %")));
    all.extend(wanted.first.map(|first| format!("going first is worth at most {first} points")));
    all.extend(wanted.harmless.then(|| "every card is worth using".to_owned()));
    all.join(" · ")
}

/// Returns how far a row is off a part of the target, in points or, of turns, per cent.
pub(super) fn off(row: &Row<'_>, part: TargetPart) -> String {
    let parts = row.target.iter().flat_map(|target| &target.parts);
    match parts.into_iter().find(|(of, _)| *of == part) {
        None => "–".to_owned(),
        Some((_, distance)) if distance.reaches() => "met".to_owned(),
        Some((_, Distance { points, .. })) => format!("{points:.1} off"),
    }
}

/// Returns who plays a point.
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
