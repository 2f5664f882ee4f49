//! The single changes of a battle: each one value that may be tuned, written in another way.

use std::collections::BTreeSet;

use serde_json::Value as Json;

use muster_core::diag::{Edit, Fix, How, Sink};
use muster_core::load;
use muster_core::source::tree::{Node, Value};
use muster_core::source::{Address, FileId, Part, Sources, Span};
use muster_systems::names::Alternative;
use muster_systems::removal::Removal;

use super::NamedSpot;
use crate::review::fix::replacements;
use crate::review::{Review, Unit};

/// Number of steps that a number is changed up and down.
const STEPS: i64 = 2;

/// The most single changes that are looked for.
const MOST: usize = 5_000;

/// The most values of a range.
const MOST_VALUES: i64 = 1000;

/// A value that is written in another way, or several that change together.
#[derive(Debug, Clone)]
pub struct Change {
    /// The value that changes, with the name of what it belongs to.
    pub what: String,
    /// The place it is named by: of changes in one place only one is made.
    pub at: Address,
    /// The value as it is written, in words.
    pub from: String,
    /// The new value, in words.
    pub to: String,
    /// The size of the change in steps: of a number up to 39 by one, of larger ones by about a twentieth.
    pub size: u32,
    /// The values before and after.
    pub edits: Vec<ValueEdit>,
    /// The bytes that are replaced, and what replaces them.
    pub(super) replaced: Vec<Replacement>,
}

/// Bytes of a file, and the text that replaces them.
pub(super) type Replacement = (FileId, Span, String);

/// One value, before and after.
#[derive(Debug, Clone, PartialEq)]
pub struct ValueEdit {
    /// Its place.
    pub at: Address,
    /// The value before; null if nothing was written.
    pub from: Json,
    /// The value after; null if nothing is written any more.
    pub to: Json,
}

/// Limits on the values that may change.
#[derive(Debug, Clone, Default)]
pub struct Narrowing {
    /// The values that change, and to what; where there are none, all that the game lets be tuned.
    pub vary: Vec<Vary>,
    /// The places that are left as they are, with all below them.
    pub keep: Vec<NamedSpot>,
}

/// A value that is tried with others instead.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Vary {
    /// Its place.
    pub spot: NamedSpot,
    /// The values that are written instead.
    pub values: Vec<String>,
}

/// Returns the single changes of a scenario, in the order of the game's list. Only files that were given are changed.
///
/// # Errors
/// Says which place of `narrowing` has no value.
pub fn changes(review: &Review, unit: &Unit, narrowing: &Narrowing) -> Result<Vec<Change>, String> {
    let Some(battle) = &unit.battle else { return Ok(Vec::new()) };
    let sources = &review.sources;
    for spot in narrowing.vary.iter().map(|vary| &vary.spot).chain(&narrowing.keep) {
        written_node(review, &spot.address(unit))?;
    }
    let (knobs, alternatives) = (unit.system.knobs(battle), unit.system.alternatives(battle));
    let mut drafts: Vec<Alternative> = Vec::new();
    if narrowing.vary.is_empty() {
        for knob in &knobs {
            let numbers = (1..=STEPS).flat_map(|n| [-n, n]).map(|n| knob.value + n * step(knob.value));
            let numbers = numbers.filter(|number| knob.range.contains(number));
            drafts.extend(numbers.map(|number| number_alternative(&knob.what, &knob.at, knob.value, number)));
        }
        drafts.extend(alternatives.iter().cloned());
        // A number that is not written means 0, which may be tried already.
        let zeros: Vec<Address> = drafts.iter().filter(|draft| draft.to == "0").map(|draft| draft.at.clone()).collect();
        let tried = |at: &Address| zeros.contains(at) || alternatives.iter().any(|other| other.at == *at);
        let is_new = |removal: &Alternative| !tried(&removal.at);
        drafts.extend(unit.system.removals(battle, sources).iter().map(Removal::alternative).filter(is_new));
    }
    for Vary { spot, values } in &narrowing.vary {
        let at = spot.address(unit);
        let knob = knobs.iter().find(|knob| knob.at == at).map(|knob| &knob.what);
        let other = || alternatives.iter().find(|other| other.at == at).map(|other| &other.what);
        let what = knob.or_else(other).cloned().unwrap_or_else(|| at.pointer.to_string());
        let from = written_value(review, unit, spot)?;
        for value in values.iter().filter(|value| **value != from) {
            drafts.push(match (from.parse(), value.parse()) {
                (Ok(from), Ok(to)) => number_alternative(&what, &at, from, to),
                _ => Alternative {
                    what: what.clone(),
                    at: at.clone(),
                    from: from.clone(),
                    to: value.clone(),
                    size: 1,
                    edits: vec![Edit::replace(at.clone(), value.clone())],
                },
            });
        }
    }
    let is_given = |file: FileId| review.units.iter().any(|unit| unit.file == file && unit.given);
    let is_kept = |at: &Address| {
        let is_below = |keep: &NamedSpot| {
            let keep = keep.address(unit);
            let rest = at.pointer.as_str().strip_prefix(keep.pointer.as_str());
            at.file == keep.file && rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        narrowing.keep.iter().any(is_below)
    };
    drafts.retain(|draft| {
        let mut places = draft.edits.iter().map(|edit| &edit.at).chain([&draft.at]);
        places.all(|at| is_given(at.file) && !is_kept(at))
    });
    drafts.truncate(MOST);
    Ok(drafts.into_iter().filter_map(|draft| build(draft, sources)).collect())
}

/// Returns the value in a place, as it reads.
///
/// # Errors
///
/// Says when there is nothing, or a list or mapping.
pub fn written_value(review: &Review, unit: &Unit, spot: &NamedSpot) -> Result<String, String> {
    match &written_node(review, &spot.address(unit))?.value {
        Value::Seq(_) | Value::Map(_) => Err(format!("`{}` is not a single value", spot.pointer)),
        value => Ok(words(value)),
    }
}

/// Returns what is written in a place, or says that nothing is.
fn written_node<'r>(review: &'r Review, at: &Address) -> Result<&'r Node, String> {
    let file = review.sources.get(at.file);
    let node = file.tree().and_then(|tree| tree.get(&at.pointer));
    node.ok_or_else(|| format!("there is nothing at `{}` in `{}`", at.pointer, file.path()))
}

/// Returns the values that a text names: those of a range of whole numbers such as `3..5`, or of a list such as `3,5`.
///
/// # Errors
/// Says what is wrong with it.
pub fn values_of(text: &str) -> Result<Vec<String>, String> {
    let ends = text.split_once("..").and_then(|(low, high)| Some((low.parse::<i64>().ok()?, high.parse().ok()?)));
    let mut values: Vec<String> = match ends {
        Some((low, high)) if low > high => return Err(format!("the range `{text}` contains no number")),
        Some((low, high)) if high.checked_sub(low).is_none_or(|n: i64| n >= MOST_VALUES) => {
            return Err(format!("a range can have at most {MOST_VALUES} numbers"));
        }
        Some((low, high)) => (low..=high).map(|number: i64| number.to_string()).collect(),
        None if text.contains("..") => Vec::new(),
        None => text.split(',').map(|value| value.trim().to_owned()).collect(),
    };
    let mut seen = BTreeSet::new();
    values.retain(|value| seen.insert(value.clone()));
    match values.is_empty() || values.iter().any(String::is_empty) {
        true => Err("expected a range such as `3..5`, or a list such as `3,5`".to_owned()),
        false => Ok(values),
    }
}

/// Returns the step of a number: one, of larger ones about a twentieth, as 1, 2 or 5 with noughts.
fn step(value: i64) -> i64 {
    let twentieth = (value.unsigned_abs() / 20).max(1);
    let nought = 10u64.pow(twentieth.ilog10());
    let digit = [5, 2, 1].into_iter().find(|digit| twentieth >= digit * nought).unwrap_or(1);
    i64::try_from(digit * nought).unwrap_or(1)
}

/// Returns a scalar as it reads.
fn words(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(is) => is.to_string(),
        Value::Int(number) => number.to_string(),
        Value::Float(number) => number.to_string(),
        Value::Str(text) => text.to_string(),
        Value::Seq(_) | Value::Map(_) => String::new(),
    }
}

/// Returns another number as an alternative.
fn number_alternative(what: &str, at: &Address, from: i64, to: i64) -> Alternative {
    let steps = from.abs_diff(to).div_ceil(step(from).unsigned_abs());
    let edits = vec![Edit::replace(at.clone(), to.to_string())];
    let (from, to) = (from.to_string(), to.to_string());
    let size = u32::try_from(steps).unwrap_or(u32::MAX);
    Alternative { what: what.to_owned(), at: at.clone(), from, to, size, edits }
}

/// Returns the change; `None` if it would change what anything else means.
fn build(draft: Alternative, sources: &Sources) -> Option<Change> {
    let Alternative { what, at, from, to, size, edits } = draft;
    let edits: Vec<Edit> = edits.into_iter().map(|edit| insert_or_replace(edit, sources)).collect();
    let fix = Fix { safe: true, edits };
    let replaced = replacements(sources, &fix)?;
    let edits = fix.edits.iter().map(|edit| value_edit(edit, &replaced, sources)).collect::<Option<_>>()?;
    Some(Change { what, at, from, to, size, edits, replaced })
}

/// Returns the edit, but one that inserts a member as one that writes its value again, if it is there already.
fn insert_or_replace(edit: Edit, sources: &Sources) -> Edit {
    let there = || {
        let (key, value) = edit.text.split_once(": ").filter(|_| edit.how == How::Insert)?;
        let pointer = edit.at.pointer.key(key);
        sources.get(edit.at.file).tree()?.get(&pointer)?;
        Some(Edit::replace(Address::value(edit.at.file, pointer), value))
    };
    there().unwrap_or(edit)
}

/// Returns the value that an edit changes, before and after.
fn value_edit(edit: &Edit, replaced: &[Replacement], sources: &Sources) -> Option<ValueEdit> {
    let file = edit.at.file;
    let before = sources.get(file).tree()?.to_json();
    let text = splice(sources.get(file).text(), file, replaced)?;
    let mut after = Sources::default();
    let id = after.add(sources.get(file).path().to_owned(), text);
    let after = load::parse(&after, id, &mut Sink::default())?.to_json();
    let pointer = match edit.how {
        How::Replace if edit.at.part == Part::Key => return None,
        How::Replace | How::Remove => edit.at.pointer.clone(),
        How::Insert => edit.at.pointer.key(edit.text.split_once(':')?.0),
        How::Append => edit.at.pointer.index(before.pointer(edit.at.pointer.as_str())?.as_array()?.len()),
    };
    let value = |of: &Json| of.pointer(pointer.as_str()).cloned().unwrap_or(Json::Null);
    let to = if edit.how == How::Remove { Json::Null } else { value(&after) };
    Some(ValueEdit { from: value(&before), to, at: Address::value(file, pointer) })
}

/// Returns a file's text with bytes of it replaced; `None` if these touch each other.
pub(super) fn splice<'r>(
    text: &str,
    file: FileId,
    replaced: impl IntoIterator<Item = &'r Replacement>,
) -> Option<String> {
    let mut of_file: Vec<&Replacement> = replaced.into_iter().filter(|(of, ..)| *of == file).collect();
    of_file.sort_by_key(|(_, span, _)| span.start);
    let mut new = String::with_capacity(text.len() + 16);
    let mut done = None;
    for (_, span, with) in of_file {
        if done.is_some_and(|done| span.start <= done) {
            return None;
        }
        new.push_str(text.get(done.unwrap_or(0)..span.start)?);
        new.push_str(with);
        done = Some(span.end);
    }
    new.push_str(text.get(done.unwrap_or(0)..)?);
    Some(new)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_is_one_or_about_a_twentieth() {
        let steps = [(0, 1), (6, 1), (39, 1), (40, 2), (60, 2), (100, 5), (-100, 5), (1000, 50), (4000, 200)];
        for (value, expected) in steps {
            assert_eq!(step(value), expected, "of {value}");
        }
        assert!(step(i64::MIN) > 0);
    }

    #[test]
    fn values_are_a_whole_range_or_a_list() {
        assert_eq!(values_of("3..5"), Ok(["3", "4", "5"].map(str::to_owned).to_vec()));
        assert_eq!(values_of("5/6, 6,6"), Ok(["5/6", "6"].map(str::to_owned).to_vec()));
        for wrong in ["4..", "..4", "a..b", "4..5,7", "5,,6", ""] {
            assert!(values_of(wrong).is_err_and(|why| why.contains("expected a range such as `3..5`")), "{wrong}");
        }
    }

    #[test]
    fn bytes_are_replaced_where_they_do_not_touch() {
        let file = FileId::from_number(0);
        let replace = |start, end, with: &str| (file, Span { start, end }, with.to_owned());
        let two = [replace(4, 5, "XY"), replace(0, 2, "-")];
        assert_eq!(splice("abcdefg", file, &two).as_deref(), Some("-cdXYfg"));
        assert_eq!(splice("abcdefg", file, &[replace(0, 3, ""), replace(2, 4, "")]), None);
        assert_eq!(splice("abcdefg", file, &[replace(2, 2, "x"), replace(2, 2, "y")]), None);
        assert_eq!(splice("abcdefg", file, &[replace(0, 9, "")]), None);
    }
}
