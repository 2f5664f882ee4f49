//! The battles of a plan, compiled from the texts that it holds; no file is read.

use std::collections::BTreeSet;
use std::io;

use camino::{Utf8Path, Utf8PathBuf};

use muster_core::source::Pointer;
use muster_systems::{Compiled, Role, System};

use super::{Plan, PlannedTune, SweepPoint};
use crate::review::{Review, Unit, review};
use crate::tune::{Change, ChangePolicy, Narrowing, Subject, Vary, changes, written_value};

/// The scenarios of a plan with the changes that are made in them.
pub struct SweptBattles<'r> {
    plan: &'r Plan,
    scenarios: Vec<SweptScenario<'r>>,
}

/// The state of a place before a wanted value is put there.
enum Wanted {
    /// That value already.
    AsWritten,
    /// Another one, which this change replaces.
    Changed(Box<Change>),
    /// Something that cannot become that value.
    Impossible,
}

struct SweptScenario<'r> {
    subject: Subject<'r>,
    /// By place and value.
    wanted: Vec<Vec<Wanted>>,
    /// The changes of a search.
    changes: Vec<Change>,
}

impl Plan {
    /// Reviews the scenarios of a plan and the files they name, as its texts are.
    pub fn review(&self, systems: &'static [&'static System]) -> Review {
        let text = |path: &Utf8Path| {
            let file = self.files.iter().find(|file| file.path == path.as_str()).ok_or(io::ErrorKind::NotFound)?;
            Ok(file.text.clone().into_bytes())
        };
        let mut inputs: Vec<(Utf8PathBuf, Vec<u8>)> = Vec::new();
        let given = self.tune.iter().flat_map(|tune| &tune.given);
        let scenarios = self.scenarios.iter().map(|scenario| &scenario.path);
        let paths: BTreeSet<&String> = scenarios.clone().chain(given).collect();
        // Files that are given are read in the order of their paths, those of a sweep in its own.
        let paths: Vec<&String> = if self.tune.is_some() { paths.into_iter().collect() } else { scenarios.collect() };
        for path in paths {
            let path = Utf8PathBuf::from(path);
            inputs.extend(text(&path).ok().map(|bytes| (path, bytes)));
        }
        review(&inputs, &text, systems)
    }
}

/// Returns the scenario that is read from a file.
fn unit<'r>(review: &'r Review, path: &Utf8Path) -> Result<&'r Unit, String> {
    let unit = review.units.iter().find(|unit| unit.given && review.sources.get(unit.file).path() == path);
    let unit = unit.ok_or_else(|| format!("`{path}` cannot be read as a document"))?;
    match unit.system.unplayed_reason() {
        _ if unit.outline.kind.role != Role::Main => Err(format!("`{path}` is not a scenario")),
        Some(_) => Err(format!("`{path}`: battles of {} cannot be played", unit.system.title())),
        None if !unit.sound => Err(format!("`{path}` has errors and cannot be played: run `muster check` to see them")),
        None => Ok(unit),
    }
}

impl PlannedTune {
    /// Returns how the values that may change are narrowed down.
    fn narrowing(&self) -> Narrowing {
        let vary = |(place, values): &(String, Vec<String>)| Vary {
            spot: Pointer::parse(place.as_str()).into(),
            values: values.clone(),
        };
        let keep = self.keep.iter().map(|place| Pointer::parse(place.as_str()).into());
        Narrowing { vary: self.vary.iter().map(vary).collect(), keep: keep.collect() }
    }
}

impl<'r> SweptBattles<'r> {
    /// Returns the battles of a plan, of which `review` is the review. Without a judge the plan has only legal combinations.
    ///
    /// # Errors
    /// Says which scenario cannot be played, or has nothing in a place that is to change.
    pub fn new(
        plan: &'r Plan,
        review: &'r Review,
        judge: Option<&'r dyn ChangePolicy>,
    ) -> Result<SweptBattles<'r>, String> {
        let swept = |path: &Utf8Path| {
            let unit = unit(review, path)?;
            let subject = Subject::new(review, unit, judge).ok_or_else(|| format!("cannot read `{path}`"))?;
            let wanted = |place: usize, value: usize| {
                let vary = plan.vary(place, value);
                let written = written_value(review, unit, &vary.spot)?;
                if vary.values.contains(&written) {
                    return Ok(Wanted::AsWritten);
                }
                let made = changes(review, unit, &Narrowing { vary: vec![vary], keep: Vec::new() })?.pop();
                Ok(made.map_or(Wanted::Impossible, |change| Wanted::Changed(Box::new(change))))
            };
            let of_place = |place: usize| (0..plan.vary[place].1.len()).map(|value| wanted(place, value)).collect();
            let wanted = (0..plan.vary.len()).map(of_place).collect::<Result<_, String>>()?;
            let changes = match &plan.tune {
                Some(tune) => changes(review, unit, &tune.narrowing())?,
                None => Vec::new(),
            };
            Ok(SweptScenario { subject, wanted, changes })
        };
        let scenarios = plan
            .scenarios
            .iter()
            .map(|scenario| swept(scenario.path.as_str().into()))
            .collect::<Result<_, String>>()?;
        Ok(SweptBattles { plan, scenarios })
    }

    /// Returns the plan.
    pub fn plan(&self) -> &'r Plan {
        self.plan
    }

    /// Compiles the battle of a point. `None` if it cannot be played so, or the judge refuses it.
    pub fn compile(&self, point: &SweepPoint) -> Option<Box<dyn Compiled>> {
        let SweptScenario { subject, wanted, changes: all } = &self.scenarios[point.scenario];
        if self.plan.tune.is_some() {
            let changes = point.values.iter().map(|change| all.get(*change)).collect::<Option<Vec<_>>>()?;
            return subject.compile_changed(&changes);
        }
        let mut changes = Vec::new();
        for (values, value) in wanted.iter().zip(&point.values) {
            match &values[*value] {
                Wanted::AsWritten => {}
                Wanted::Changed(change) => changes.push(&**change),
                Wanted::Impossible => return None,
            }
        }
        subject.compile_changed(&changes)
    }

    /// Returns the name of what the value in a place belongs to; the place itself if nothing else is known of it.
    pub fn what(&self, scenario: usize, place: usize) -> String {
        let change = self.scenarios[scenario].wanted[place].iter().find_map(|wanted| match wanted {
            Wanted::Changed(change) => Some(&change.what),
            Wanted::AsWritten | Wanted::Impossible => None,
        });
        change.cloned().unwrap_or_else(|| self.plan.vary[place].0.clone())
    }
}
