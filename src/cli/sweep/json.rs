//! The results of a sweep for programs.

use serde_json::{Map, Value, json};

use muster_core::play::bots::Bot;
use muster_core::play::interval::{Interval, rounded};

use super::merge::{Merged, Row};
use crate::sweep::SweepPoint;
use crate::tune::Distance;

/// Returns the members of the document.
pub(super) fn report(merged: &Merged<'_>) -> Value {
    let plan = merged.plan;
    let illegal = plan.illegal.iter().map(|point| point_members(merged, point));
    let points = (0..plan.scenarios.len()).flat_map(|scenario| merged.rows(scenario));
    let mut value = json!({
        "games": plan.games,
        "seed": plan.seed,
        "points": points.map(|row| point(merged, &row)).collect::<Value>(),
        "left_out": illegal.collect::<Value>(),
    });
    if let Some(until) = plan.until {
        value["until"] = until.into();
    }
    if let Some(wanted) = &plan.targets {
        let share = wanted.share.as_ref();
        value["targets"] = json!({
            "side": share.and_then(|share| share.side.as_ref()),
            "share": share.map_or(50.0, |share| share.percent),
            "turns": wanted.turns.map(|(least, most)| [least, most]),
            "skill": wanted.skill,
            "first": wanted.first,
            "harmless": wanted.harmless,
        });
    }
    value
}

/// Returns the members of a point: scenario, bots and values.
fn point_members(merged: &Merged<'_>, point: &SweepPoint) -> Value {
    let plan = merged.plan;
    let scenario = plan.scenario(point);
    let bots = Bot::names(&plan.bots_of(point));
    let values: Map<String, Value> =
        plan.values_of(point).map(|(place, value)| (place.to_owned(), scalar(value))).collect();
    json!({"path": scenario.path, "name": scenario.name, "bots": bots, "values": values})
}

/// Returns a value as it is written: a number where it is one.
fn scalar(text: &str) -> Value {
    match (text.parse::<i64>(), text) {
        (Ok(number), _) => number.into(),
        (_, "true") => true.into(),
        (_, "false") => false.into(),
        _ => text.into(),
    }
}

/// A share, or a difference of shares, with its interval.
fn interval(seen: Interval) -> Value {
    json!({"share": rounded(seen.share, 6), "low": rounded(seen.low, 6), "high": rounded(seen.high, 6)})
}

fn point(merged: &Merged<'_>, row: &Row<'_>) -> Value {
    let (sides, ends) = (&merged.plan.scenario(row.point).sides, &row.measured.ends);
    let shares = sides.iter().enumerate().map(|(i, side)| (side.clone(), interval(merged.plan.share(ends, i))));
    let shares: Map<String, Value> = shares.collect();
    let wins: Map<String, Value> =
        sides.iter().zip(&ends.wins).map(|(side, wins)| (side.clone(), (*wins).into())).collect();
    let mut value = point_members(merged, row.point);
    value["games"] = ends.games.into();
    value["wins"] = wins.into();
    value["undecided"] = ends.undecided_battles().into();
    value["shares"] = shares.into();
    value["turns"] = json!({"mean": rounded(ends.mean_turns().0, 6)});
    let counted = [
        ("skill", row.measured.skill()),
        ("going_first", row.measured.going_first()),
        ("worst_card", row.measured.worst()),
    ];
    for (name, seen) in counted {
        if let Some(seen) = seen {
            value[name] = interval(seen);
        }
    }
    if let Some(target) = &row.target {
        let off = |distance: Distance| json!({"reaches": distance.reaches(), "off": rounded(distance.points, 6)});
        let parts = target.parts.iter().map(|(part, distance)| (part.word().to_owned(), off(*distance)));
        value["rank"] = target.rank.into();
        value["reaches"] = target.distance.reaches().into();
        value["distance"] =
            json!({"points": rounded(target.distance.points, 6), "beyond": rounded(target.distance.beyond, 6)});
        value["targets"] = parts.collect::<Map<String, Value>>().into();
    }
    value
}
