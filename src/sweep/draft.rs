//! A sweep as it is written, and what is wrong with it: every mistake at its place.

use std::io;

use camino::{Utf8Path, Utf8PathBuf};

use muster_core::diag::describe;
use muster_core::diag::{Diagnostic, Edit, nearest};
use muster_core::play::bots::Bot;
use muster_core::play::interval::rounded;
use muster_core::schema::{UNKNOWN_VALUE, WRONG_NOTATION};
use muster_core::source::tree::{Tree, Value};
use muster_core::source::{Address, FileId, Pointer, Sources, clean, is_elsewhere};
use muster_systems::{Compiled, Role, System};

use super::{Plan, PlannedScenario, ScalarValue, SweepTerms, TargetTerms, VariedValues};
use crate::review::{ELSEWHERE, MISSING_FILE, Reader, Review, Unit, WRONG_DOCUMENT, WRONG_SWEEP, is_document, review};
use crate::tune::wanted::UnknownSide;
use crate::tune::{WantedTarget, values_of, wanted};

/// The most values that change.
const MOST_PLACES: usize = 16;

/// The parts of a sweep's document that can be read.
pub(super) struct Draft {
    /// The plan, without files and combinations.
    pub(super) plan: Plan,
    /// The scenarios that could be read, with what is in them.
    pub(super) inputs: Vec<(Utf8PathBuf, Vec<u8>)>,
    /// The review of these.
    pub(super) review: Review,
    /// Whether one of these has errors of its own.
    pub(super) unsound: bool,
    /// The findings in the file of the sweep.
    pub(super) findings: Vec<Diagnostic>,
}

/// The place of a finding.
#[derive(Clone, Copy)]
struct Written<'a> {
    file: FileId,
    terms: &'a SweepTerms,
}

impl Written<'_> {
    /// The place of a key of the sweep, and below it.
    fn address(&self, key: &str) -> Address {
        Address::value(self.file, Pointer::root().key("sweep")).join(&format!("/{key}"))
    }

    /// The place of a value that changes.
    fn vary_pointer(&self, place: &str) -> Pointer {
        Pointer::root().key("sweep").key("vary").key(place)
    }

    fn key_address(&self, place: &str) -> Address {
        Address::key(self.file, self.vary_pointer(place))
    }
}

/// Reads the terms of a sweep in a file. `read` reads a file by its path relative to that of the sweep.
pub(super) fn draft(
    (sources, file): (&Sources, FileId),
    terms: &SweepTerms,
    read: &Reader<'_>,
    systems: &'static [&'static System],
) -> Draft {
    let written = Written { file, terms };
    let mut findings = Vec::new();
    let plan = Plan {
        parts: 1,
        games: terms.games(),
        until: terms.until.map(|until| rounded(until, 4)),
        targets: terms.targets.as_ref().map(|targets| wanted_target(written, targets, &mut findings)),
        comparisons: terms.comparisons,
        seed: terms.seed,
        turn_limit: terms.turn_limit,
        bots: bots(written, &mut findings),
        vary: varied_places(written, sources, &mut findings),
        scenarios: Vec::new(),
        points: Vec::new(),
        illegal: Vec::new(),
        files: Vec::new(),
        tune: None,
    };
    let inputs = scenarios(written, read, systems, &mut findings);
    let review = review(&inputs, read, systems);
    let mut draft = Draft { plan, inputs, review, unsound: false, findings };
    for (number, path) in terms.scenarios.iter().enumerate() {
        if draft.inputs.iter().any(|(known, _)| known == path) {
            draft.look(written, number, Utf8Path::new(path));
        }
    }
    if let Err(why) = draft.plan.count() {
        draft.findings.push(Diagnostic::new(WRONG_SWEEP, Address::key(file, Pointer::root().key("sweep")), why));
    }
    draft
}

impl Draft {
    /// Looks at a scenario that could be read, and whether it has what the sweep says.
    fn look(&mut self, written: Written<'_>, number: usize, path: &Utf8Path) {
        let at = || written.address(&format!("scenarios/{number}"));
        let sources = &self.review.sources;
        let unit = self.review.units.iter().find(|unit| unit.given && sources.get(unit.file).path() == path);
        let battle = match battle(unit, path, at()) {
            Ok(battle) => battle,
            Err(wrong) => {
                let (finding, unsound) = *wrong;
                self.findings.push(finding);
                self.unsound |= unsound;
                return;
            }
        };
        let (tree, name) =
            unit.map_or((None, None), |unit| (sources.get(unit.file).tree(), unit.outline.name.as_deref()));
        for (place, _) in &self.plan.vary {
            self.findings.extend(tree.and_then(|tree| find_misplaced(tree, place, path, written.key_address(place))));
        }
        let sides = battle.sides();
        for (i, bots) in self.plan.bots.iter().enumerate() {
            if bots.len() != 1 && bots.len() != sides.len() {
                let text =
                    format!("`{}` names {} bots, but `{path}` has {} sides", bots.join(","), bots.len(), sides.len());
                self.findings.push(Diagnostic::new(WRONG_SWEEP, written.address(&format!("bots/{i}")), text));
            }
        }
        if let Some(wanted) = &self.plan.targets {
            let of = |key: &str, why: &str| {
                Diagnostic::new(WRONG_SWEEP, written.address(&format!("targets/{key}")), format!("{why}, in `{path}`"))
            };
            if let Some(UnknownSide { text, near }) = wanted.unknown_side(sides) {
                let finding = of("share", &text);
                self.findings.push(match near.zip(wanted.share.as_ref()) {
                    Some((near, share)) => {
                        let meant = written_as(&format!("{near}={}", share.percent));
                        finding.help(format!("did you mean `{near}`?")).replace(
                            false,
                            written.address("targets/share"),
                            meant,
                        )
                    }
                    None => finding,
                });
            }
            self.findings.extend(unfit(wanted, sides, &*battle).into_iter().map(|(key, why)| of(key, why)));
        }
        self.plan.scenarios.push(PlannedScenario {
            path: path.to_string(),
            name: name.unwrap_or_default().to_owned(),
            sides: sides.to_vec(),
            what: Vec::new(),
        });
    }
}

/// Compiles the battle of a scenario. Where there is none, the error is what is wrong, and whether that is so for errors in it.
fn battle(unit: Option<&Unit>, path: &Utf8Path, at: Address) -> Result<Box<dyn Compiled>, Box<(Diagnostic, bool)>> {
    let unsound = |at: Address| {
        let text = format!("`{path}` has errors and cannot be played");
        (Diagnostic::new(WRONG_SWEEP, at, text).help("run `muster check` to see them"), true).into()
    };
    let Some(unit) = unit else { return Err(unsound(at)) };
    if unit.outline.kind.role != Role::Main {
        let text = format!("`{path}` is {}; expected a scenario", unit.outline.kind);
        return Err((Diagnostic::new(WRONG_DOCUMENT, at, text), false).into());
    }
    if unit.system.unplayed_reason().is_some() {
        let text = format!("`{path}`: battles of {} cannot be played", unit.system.title());
        return Err((Diagnostic::new(WRONG_SWEEP, at, text), false).into());
    }
    let compiled = unit.battle.as_ref().filter(|_| unit.sound).and_then(|battle| unit.system.compile(battle).ok());
    compiled.ok_or_else(|| unsound(at))
}

/// The files of the scenarios that can be read. One that is no document is not checked: it may be anybody's.
fn scenarios(
    written: Written<'_>,
    read: &Reader<'_>,
    systems: &'static [&'static System],
    findings: &mut Vec<Diagnostic>,
) -> Vec<(Utf8PathBuf, Vec<u8>)> {
    let mut inputs: Vec<(Utf8PathBuf, Vec<u8>)> = Vec::new();
    for (i, path) in written.terms.scenarios.iter().enumerate() {
        let at = written.address(&format!("scenarios/{i}"));
        if inputs.iter().any(|(known, _)| clean(known) == clean(Utf8Path::new(path))) {
            findings.push(listed_twice(path, at));
            continue;
        }
        if is_elsewhere(path) {
            findings.push(Diagnostic::new(MISSING_FILE, at, format!("`{path}` {ELSEWHERE}")));
            continue;
        }
        match read(Utf8Path::new(path)) {
            Ok(bytes) if is_document(&bytes, systems) => inputs.push((path.into(), bytes)),
            Ok(_) => {
                let text = format!("`{path}` is not a Muster document: it has no line `system:` with a game");
                findings.push(Diagnostic::new(WRONG_DOCUMENT, at, text));
            }
            Err(error) => findings.push(unreadable(path, &error, at)),
        }
    }
    inputs
}

/// Says that an item of a list is there twice. The fix removes it.
fn listed_twice(what: &str, at: Address) -> Diagnostic {
    let finding = Diagnostic::new(WRONG_SWEEP, at.clone(), format!("`{what}` is listed twice"));
    finding.mend(false, vec![Edit::remove(at)])
}

fn unreadable(path: &str, error: &io::Error, at: Address) -> Diagnostic {
    Diagnostic::new(MISSING_FILE, at, format!("cannot read `{path}`: {}", describe(error)))
        .help("paths are relative to the file of the sweep")
}

/// The bots of each list.
fn bots(written: Written<'_>, findings: &mut Vec<Diagnostic>) -> Vec<Vec<String>> {
    if written.terms.bots.is_empty() {
        return vec![vec![Bot::Random.to_string()]];
    }
    let mut all: Vec<Vec<String>> = Vec::new();
    for (i, names) in written.terms.bots.iter().enumerate() {
        let mut bots = Vec::new();
        for (number, name) in names.split(',').enumerate() {
            let name = name.trim().to_lowercase();
            match Bot::parse(&name) {
                Some(bot) => bots.push(bot.to_string()),
                None => {
                    let known = Bot::NAMES.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
                    let text = format!("unknown bot `{name}`; expected one of {known}");
                    let at = written.address(&format!("bots/{i}"));
                    let finding = Diagnostic::new(UNKNOWN_VALUE, at.clone(), text);
                    let finding = finding.nearest(&name, Bot::NAMES.iter().copied());
                    let near = nearest(&name, Bot::NAMES.iter().copied()).filter(|near| Bot::parse(near).is_some());
                    findings.push(match near {
                        Some(near) => finding.replace(false, at, written_as(&with(names, number, near))),
                        None => finding,
                    });
                }
            }
        }
        // An unknown bot is left out of the list, which could then be like another by chance.
        let is_known = bots.len() == names.split(',').count();
        if let Some(known) = all.iter().find(|known| is_known && seat_alike(known, &bots)) {
            let at = written.address(&format!("bots/{i}"));
            let text = format!("`{}` gives every side the same bot as `{}`", bots.join(","), known.join(","));
            let finding = Diagnostic::new(WRONG_SWEEP, at.clone(), text);
            findings.push(finding.mend(false, vec![Edit::remove(at)]));
        } else if !bots.is_empty() {
            all.push(bots);
        }
    }
    all
}

/// Returns true if two lists of bots give every side the same one: a single bot is for all sides.
fn seat_alike(one: &[String], other: &[String]) -> bool {
    let seats = one.len().max(other.len());
    one.iter().cycle().zip(other.iter().cycle()).take(seats).all(|(one, other)| one == other)
}

/// Returns a place or the names of bots as YAML: plain where that is safe, in block and flow style.
fn written_as(text: &str) -> String {
    let is_plain = text.chars().all(|c| c.is_ascii_alphanumeric() || "/_-".contains(c));
    if is_plain { text.to_owned() } else { serde_json::to_string(text).unwrap_or_else(|_| text.to_owned()) }
}

/// Returns the bots of an entry with another one in a place.
fn with(names: &str, place: usize, bot: &str) -> String {
    let names = names.split(',').enumerate().map(|(i, name)| if i == place { bot } else { name.trim() });
    names.collect::<Vec<_>>().join(",")
}

/// Returns what is wanted, as numbers that are read back as they are written.
fn wanted_target(written: Written<'_>, terms: &TargetTerms, findings: &mut Vec<Diagnostic>) -> WantedTarget {
    let mut wrong = |key: &str, why: String| {
        findings.push(Diagnostic::new(WRONG_NOTATION, written.address(&format!("targets/{key}")), why));
    };
    let TargetTerms { share, turns, skill, first, harmless } = terms;
    let share =
        share.as_ref().and_then(|share| wanted::share(&share.to_string()).map_err(|why| wrong("share", why)).ok());
    let turns = turns.as_ref().and_then(|turns| wanted::turns(turns).map_err(|why| wrong("turns", why)).ok());
    WantedTarget {
        share,
        turns,
        skill: skill.map(|skill| rounded(skill, 4)),
        first: first.map(|first| rounded(first, 4)),
        harmless: *harmless,
        between: Vec::new(),
    }
}

/// Returns what of a target, besides the share of a side, a battle cannot have: the key, and why.
fn unfit(wanted: &WantedTarget, sides: &[String], battle: &dyn Compiled) -> Vec<(&'static str, &'static str)> {
    let mut found = Vec::new();
    if wanted.first.is_some() && battle.other_first().is_none() {
        found.push(("first", "the rules do not let the other side go first"));
    }
    if wanted.skill.is_some() && sides.len() != 2 {
        found.push(("skill", "two bots are compared, but there are more than two sides"));
    }
    found
}

/// Returns the places that change in the order in which they are written, with what is tried there.
fn varied_places(
    written: Written<'_>,
    sources: &Sources,
    findings: &mut Vec<Diagnostic>,
) -> Vec<(String, Vec<String>)> {
    let tree = sources.get(written.file).tree();
    let vary = tree.and_then(|tree| tree.get(&Pointer::root().key("sweep").key("vary"))).map(|node| &node.value);
    let Some(Value::Map(entries)) = vary else { return Vec::new() };
    let mut all = Vec::new();
    for place in entries.iter().map(|entry| entry.key.to_string()) {
        if !place.starts_with('/') {
            let text = format!("`{place}` is not a JSON Pointer");
            let meant = format!("/{place}");
            let near = format!("a pointer begins with `/`: `{meant}`");
            let finding = Diagnostic::new(WRONG_NOTATION, written.key_address(&place), text).help(near);
            findings.push(finding.replace(true, written.key_address(&place), written_as(&meant)));
        } else if let Some(values) = values(written, &place, findings) {
            all.push((place, values));
        }
    }
    if all.len() > MOST_PLACES {
        let text = format!("{} values change together; at most {MOST_PLACES} can", all.len());
        findings.push(Diagnostic::new(WRONG_SWEEP, written.address("vary"), text));
        all.clear();
    }
    all
}

/// Returns what is tried in a place, as it is written; none where nothing is, or a value twice.
fn values(written: Written<'_>, place: &str, findings: &mut Vec<Diagnostic>) -> Option<Vec<String>> {
    let at = written.vary_pointer(place);
    let here = |pointer: Pointer| Address::value(written.file, pointer);
    let values = match written.terms.vary.get(place) {
        Some(VariedValues::One(ScalarValue::Text(range))) if range.contains("..") => match values_of(range) {
            Ok(values) => values,
            Err(why) => {
                findings.push(Diagnostic::new(WRONG_NOTATION, here(at), why));
                return None;
            }
        },
        Some(VariedValues::One(value)) => vec![value.to_string()],
        Some(VariedValues::List(list)) => list.iter().map(ScalarValue::to_string).collect(),
        None => Vec::new(),
    };
    if values.is_empty() {
        let text = format!("`{place}` has no values to try");
        findings
            .push(Diagnostic::new(WRONG_SWEEP, here(at), text).help("to leave it as it is, remove it from the list"));
        return None;
    }
    let is_list = matches!(written.terms.vary.get(place), Some(VariedValues::List(_)));
    let item = |i: usize| here(if is_list { at.index(i) } else { at.clone() });
    if let Some(empty) = values.iter().position(String::is_empty) {
        let text = format!("expected a value to try at `{place}`, found an empty text");
        findings.push(Diagnostic::new(WRONG_SWEEP, item(empty), text));
        return None;
    }
    if let Some(twice) = (1..values.len()).find(|i| values[..*i].contains(&values[*i])) {
        findings.push(listed_twice(&values[twice], item(twice)));
        return None;
    }
    Some(values)
}

/// Finds a place that has no single value in a scenario.
fn find_misplaced(tree: &Tree, place: &str, path: &Utf8Path, at: Address) -> Option<Diagnostic> {
    match tree.get(&Pointer::parse(place)).map(|node| &node.value) {
        Some(Value::Seq(_) | Value::Map(_)) => {
            Some(Diagnostic::new(WRONG_SWEEP, at, format!("`{place}` is not a single value in `{path}`")))
        }
        Some(_) => None,
        None => {
            let text = format!("there is nothing at `{place}` in `{path}`");
            let finding = Diagnostic::new(WRONG_SWEEP, at.clone(), text);
            Some(match near(tree, place) {
                Some(Near::Meant(meant)) => {
                    let finding = finding.help(format!("did you mean `{meant}`?"));
                    finding.replace(false, at, written_as(meant.as_str()))
                }
                Some(Near::There(what)) => finding.help(what),
                None => finding,
            })
        }
    }
}

/// The nearest thing to a place that is not there.
enum Near {
    /// The place that was probably meant.
    Meant(Pointer),
    /// The keys or items that are there instead, in words.
    There(String),
}

/// Returns what is near a place that is not there: the same with the first step that leads nowhere written as one that is.
fn near(tree: &Tree, place: &str) -> Option<Near> {
    let mut at = Pointer::root();
    let pointer = Pointer::parse(place);
    let mut steps = pointer.steps();
    for step in steps.by_ref() {
        let next = at.key(&step);
        if tree.get(&next).is_some() {
            at = next;
            continue;
        }
        return match &tree.get(&at)?.value {
            Value::Map(entries) => {
                let keys: Vec<String> = entries.iter().map(|entry| entry.key.to_string()).collect();
                let key = nearest(&step, keys.iter().map(String::as_str))?;
                Some(Near::Meant(steps.fold(at.key(key), |at, step| at.key(&step))))
            }
            Value::Seq(items) if items.is_empty() => None,
            Value::Seq(items) => Some(Near::There(format!("`{at}` has items 0 to {}", items.len() - 1))),
            _ => Some(Near::There(format!("`{at}` is a single value, with nothing below it"))),
        };
    }
    None
}
