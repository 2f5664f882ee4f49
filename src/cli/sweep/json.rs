//! The results of a sweep for programs.

use serde_json::{Map, Value, json};

use super::merge::Merged;
use crate::sweep::SweepPoint;
use crate::tune::EndCount;

/// Returns the members of the document.
pub(super) fn report(merged: &Merged<'_>) -> Value {
    let plan = merged.plan;
    let illegal = plan.illegal.iter().map(|point| named(merged, point));
    json!({
        "games": plan.games,
        "seed": plan.seed,
        "points": merged.points().map(|(of, ends)| point(merged, of, ends)).collect::<Value>(),
        "left_out": illegal.collect::<Value>(),
    })
}

/// Returns the members of a point: scenario, bots and values.
fn named(merged: &Merged<'_>, point: &SweepPoint) -> Value {
    let plan = merged.plan;
    let scenario = plan.scenario(point);
    let bots: Vec<String> = plan.bots_of(point).iter().map(ToString::to_string).collect();
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

fn point(merged: &Merged<'_>, point: &SweepPoint, ends: &EndCount) -> Value {
    let sides = &merged.plan.scenario(point).sides;
    let shares: Map<String, Value> = sides
        .iter()
        .enumerate()
        .map(|(i, side)| {
            let seen = ends.share(i);
            let (share, low, high) = (digits(seen.share), digits(seen.low), digits(seen.high));
            (side.clone(), json!({"share": share, "low": low, "high": high}))
        })
        .collect();
    let wins: Map<String, Value> =
        sides.iter().zip(&ends.wins).map(|(side, wins)| (side.clone(), (*wins).into())).collect();
    let mut value = named(merged, point);
    value["games"] = ends.games.into();
    value["wins"] = wins.into();
    value["undecided"] = (ends.games - ends.decided().min(ends.games)).into();
    value["shares"] = shares.into();
    value["turns"] = json!({"mean": digits(ends.mean_turns().0)});
    value
}

/// Returns a number with as many digits as mean something.
fn digits(number: f64) -> f64 {
    (number * 1e6).round() / 1e6
}
