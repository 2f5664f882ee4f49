//! From a sweep as it is written to a plan: the files are read, and every combination is tried whether it can be played.

use std::io;

use camino::{Utf8Path, Utf8PathBuf};
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use super::{Plan, PlannedFile, PlannedScenario, ScalarValue, SweepTerms, SweptBattles, VariedValues};
use crate::play::bots::Bot;
use crate::review::{Reader, Review, is_document, review};
use crate::systems::System;
use crate::tune::values_of;

/// The most values that change.
const MOST_PLACES: usize = 16;

/// Makes a plan. `places` are the values that change in the order in which they are written; `read` reads a file by its path relative
/// to that of the sweep. Returns the plan, or the review of the scenarios where something is found in them that keeps them from
/// being played.
///
/// # Errors
/// Says in one line what cannot be planned.
pub fn gather(
    terms: &SweepTerms,
    places: Vec<String>,
    parts: u64,
    read: &Reader<'_>,
    systems: &'static [System],
) -> Result<Result<Plan, Box<Review>>, String> {
    let mut plan = Plan {
        parts,
        games: terms.games,
        seed: terms.seed,
        turn_limit: terms.turn_limit,
        bots: bots(&terms.bots)?,
        vary: places.into_iter().map(|place| varied(terms, place)).collect::<Result<_, String>>()?,
        scenarios: Vec::new(),
        points: Vec::new(),
        illegal: Vec::new(),
        files: Vec::new(),
    };
    if plan.vary.len() > MOST_PLACES {
        return Err(format!("at most {MOST_PLACES} values change together"));
    }
    let inputs = terms.scenarios.iter().map(|path| scenario(path.as_str().into(), read, systems));
    let inputs = inputs.collect::<Result<Vec<_>, String>>()?;
    if let Some((twice, _)) =
        (1..inputs.len()).find(|i| inputs[..*i].iter().any(|(path, _)| *path == inputs[*i].0)).map(|i| &inputs[i])
    {
        return Err(format!("`{twice}` is named twice"));
    }
    let reviewed = review(&inputs, read, systems);
    let is_sound = |path: &Utf8PathBuf| {
        let of = |unit: &&crate::review::Unit| unit.given && reviewed.sources.get(unit.file).path() == path;
        reviewed.units.iter().find(of).is_some_and(|unit| unit.sound)
    };
    if !inputs.iter().all(|(path, _)| is_sound(path)) {
        return Ok(Err(Box::new(reviewed)));
    }
    let file = |file: &crate::source::File| PlannedFile { path: file.path().to_string(), text: file.text().to_owned() };
    plan.files = reviewed.sources.iter().map(|(_, source)| file(source)).collect();
    plan.scenarios = inputs
        .into_iter()
        .map(|(path, _)| PlannedScenario {
            path: path.into_string(),
            name: String::new(),
            sides: Vec::new(),
            what: Vec::new(),
        })
        .collect();
    settle(&mut plan, systems)?;
    plan.validate()?;
    Ok(Ok(plan))
}

/// Fills in what only the compiled battles tell: names, sides, and which combinations can be played.
fn settle(plan: &mut Plan, systems: &'static [System]) -> Result<(), String> {
    let drafted = plan.clone();
    let reviewed = drafted.review(systems);
    let battles = SweptBattles::new(&drafted, &reviewed)?;
    for (i, scenario) in plan.scenarios.iter_mut().enumerate() {
        let unit = reviewed
            .units
            .iter()
            .find(|unit| unit.given && reviewed.sources.get(unit.file).path() == scenario.path.as_str());
        let name = unit.and_then(|unit| unit.outline.name.as_deref()).unwrap_or_default();
        scenario.name = name.to_owned();
        let compiled = unit.and_then(|unit| unit.system.compile(unit.battle.as_ref()?).ok());
        let compiled = compiled.ok_or_else(|| format!("`{}` cannot be played", scenario.path))?;
        scenario.sides = compiled.sides().to_vec();
        scenario.what = (0..drafted.vary.len()).map(|place| battles.what(i, place)).collect();
        let seats = |bots: &&Vec<String>| bots.len() != 1 && bots.len() != scenario.sides.len();
        if let Some(bots) = drafted.bots.iter().find(seats) {
            let (named, sides) = (bots.join(","), scenario.sides.len());
            return Err(format!("`bots` names `{named}` for the {sides} sides of `{}`", scenario.path));
        }
    }
    let all = drafted.combinations()?;
    let legal: Vec<bool> = all.par_iter().map(|point| battles.compile(point).is_some()).collect();
    for (point, legal) in all.into_iter().zip(legal) {
        if legal { plan.points.push(point) } else { plan.illegal.push(point) }
    }
    match plan.points.is_empty() {
        true => Err("in every combination `muster check` finds something new: none can be played".to_owned()),
        false => Ok(()),
    }
}

/// Reads the file of a scenario. One that is no document is not looked at: it may be anybody's.
fn scenario(
    path: Utf8PathBuf,
    read: &Reader<'_>,
    systems: &'static [System],
) -> Result<(Utf8PathBuf, Vec<u8>), String> {
    let bytes = read(&path).map_err(|error: io::Error| unreadable(&path, &error))?;
    match is_document(&bytes, systems) {
        true => Ok((path, bytes)),
        false => Err(format!("`{path}` is no document of Muster: it has no line `system:` that names a game")),
    }
}

fn unreadable(path: &Utf8Path, error: &io::Error) -> String {
    format!("`{path}` cannot be read: {error}; the path is relative to the file of the sweep")
}

/// Returns the bots of each list.
fn bots(named: &[String]) -> Result<Vec<Vec<String>>, String> {
    if named.is_empty() {
        return Ok(vec![vec![Bot::Random.to_string()]]);
    }
    let bot = |name: &str| {
        let bot = Bot::parse(&name.trim().to_lowercase());
        bot.map(|bot| bot.to_string())
            .ok_or_else(|| format!("`bots`: `{name}` is no bot; it is one of {}", Bot::NAMES.join(", ")))
    };
    named.iter().map(|names| names.split(',').map(bot).collect()).collect()
}

/// Returns the values tried in a place, as they are written.
fn varied(terms: &SweepTerms, place: String) -> Result<(String, Vec<String>), String> {
    if !place.starts_with('/') {
        return Err(format!("`vary`: `{place}` is no JSON Pointer, which begins with `/`, as in `/scenario/turns`"));
    }
    let values = match terms.vary.get(&place) {
        Some(VariedValues::One(ScalarValue::Text(range))) if range.contains("..") => {
            values_of(range).map_err(|why| format!("`vary`: `{place}`: {why}"))?
        }
        Some(VariedValues::One(value)) => vec![value.to_string()],
        Some(VariedValues::List(list)) => list.iter().map(ScalarValue::to_string).collect(),
        None => Vec::new(),
    };
    let twice = (1..values.len()).find(|i| values[..*i].contains(&values[*i]));
    match twice {
        _ if values.iter().any(String::is_empty) || values.is_empty() => {
            Err(format!("`vary`: `{place}` has no value, or an empty one"))
        }
        Some(twice) => Err(format!("`vary`: `{place}` has `{}` twice", values[twice])),
        None => Ok((place, values)),
    }
}
