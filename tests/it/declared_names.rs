//! What the systems declare of their documents: names with their uses, and values that may be tuned, each at its place.

use std::fs;

use muster::review::{Review, review};
use muster_core::source::tree::Value;
use muster_core::source::{Address, Part, Sources};
use muster_games::SYSTEMS;
use muster_systems::Role;

/// Every shipped scenario and every skeleton, reviewed.
fn shipped() -> Review {
    let mut files = Vec::new();
    for system in SYSTEMS {
        let folder = camino::Utf8Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios").join(system.id());
        for entry in folder.read_dir_utf8().into_iter().flatten().filter_map(Result::ok) {
            let path = entry.path().to_owned();
            files.extend((path.extension() == Some("yaml")).then(|| (path.clone(), fs::read(&path).expect("a file"))));
        }
    }
    assert!(files.len() >= 10);
    // A game may have a skeleton before it has scenarios.
    files.extend(SYSTEMS.iter().copied().map(|system| {
        (camino::Utf8PathBuf::from(format!("{}.yaml", system.id())), system.skeleton().as_bytes().to_vec())
    }));
    review(&files, &|path| fs::read(path), SYSTEMS)
}

/// Returns what is written at a place, as text.
fn written(sources: &Sources, at: &Address) -> String {
    if at.part == Part::Key {
        return at.pointer.steps().last().expect("a key");
    }
    let tree = sources.get(at.file).tree().expect("a tree");
    match &tree.get(&at.pointer).unwrap_or_else(|| panic!("nothing at {}", at.pointer.as_str())).value {
        Value::Str(text) => text.to_string(),
        Value::Int(number) => number.to_string(),
        other => panic!("{other:?} at {}", at.pointer.as_str()),
    }
}

#[test]
fn names_and_uses_stand_where_they_are_said_to_be_and_mean_what_can_be_meant() {
    let review = shipped();
    let (mut names, mut uses) = (0, 0);
    for unit in review.units.iter().filter(|unit| unit.outline.kind.role == Role::Main) {
        let table = unit.system.names(unit.battle.as_ref().expect("a battle"));
        for thing in &table.names {
            assert_eq!(written(&review.sources, &thing.at), thing.name);
            if let Some((number, at)) = &thing.number {
                assert_eq!(&written(&review.sources, at), number);
            }
        }
        for one in &table.uses {
            assert_eq!(written(&review.sources, &one.at), one.text);
            let means = one.means.expect("a name that means something");
            assert!(table.sets[one.set].contains(&means), "{} cannot be meant there", one.text);
            let thing = &table.names[means];
            let number = thing.number.as_ref().map(|(number, _)| number);
            assert!(one.text == thing.name || Some(&one.text) == number, "{} for {}", one.text, thing.name);
        }
        names += table.names.len();
        uses += table.uses.len();
    }
    assert!(names > 100 && uses > 100, "{names} names, {uses} uses");
}

#[test]
fn what_may_be_tuned_is_written_and_every_allowed_value_is_accepted() {
    let review = shipped();
    let mut knobs = 0;
    for unit in review.units.iter().filter(|unit| unit.outline.kind.role == Role::Main) {
        for knob in unit.system.knobs(unit.battle.as_ref().expect("a battle")) {
            assert_eq!(written(&review.sources, &knob.at), knob.value.to_string(), "{}", knob.what);
            assert!(knob.range.contains(&knob.value), "{}", knob.what);
            let file = review.sources.get(knob.at.file);
            let span = review.sources.span(&knob.at);
            for end in [knob.range.start(), knob.range.end()] {
                let mut text = file.text().to_owned();
                text.replace_range(span.start..span.end, &end.to_string());
                let files = [(file.path().to_owned(), text.into_bytes())];
                let tuned = muster::review::review(&files, &|path| fs::read(path), SYSTEMS);
                let (first, _) = tuned.sources.iter().next().expect("a file");
                assert!(tuned.units.iter().any(|unit| unit.file == first), "{}: {end} is not accepted", knob.what);
            }
            knobs += 1;
        }
    }
    assert!(knobs > 50, "{knobs} knobs");
}
