//! `muster rename`: a name changes wherever it is written, in every game, and nothing else does.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use camino::{Utf8Path, Utf8PathBuf};
use muster::project::naming;
use muster::review::{Review, review};
use muster_games::SYSTEMS;
use muster_systems::names::NamedThing;

use crate::cli::{WHITE_MOUNTAIN, assert_exit, folder, muster, root, text};

/// A project with the shipped files of these paths.
fn project(name: &str, files: &[&str]) -> PathBuf {
    let folder = folder(name);
    fs::write(folder.join("muster.toml"), "").expect("a file");
    for file in files {
        let to = folder.join(file);
        fs::create_dir_all(to.parent().expect("a folder")).expect("a folder");
        fs::copy(root().join(file), to).expect("a shipped file");
    }
    folder
}

fn read(folder: &Path, file: &str) -> String {
    fs::read_to_string(folder.join(file)).expect("a file")
}

const PLAY: &str = "scenarios/table-battles/plays/white-mountain-morale.yaml";

#[test]
fn a_name_changes_in_the_file_and_in_all_that_name_it() {
    let folder = project("rename", &[WHITE_MOUNTAIN, PLAY]);
    let (scenario, play) = (read(&folder, WHITE_MOUNTAIN), read(&folder, PLAY));
    let by_name = play.replace("card: 8A,", "card: Protestant Cavalry,");
    fs::write(folder.join(PLAY), &by_name).expect("a file");
    let renamed = |text: &str| text.replace("Protestant Cavalry", "Estates Horse");
    let rename = |more: &[&str]| {
        muster(&folder, &[&["rename", WHITE_MOUNTAIN, "Protestant Cavalry", "Estates Horse"], more].concat())
    };
    let diff = rename(&["--diff"]);
    assert_exit(&diff, 0);
    let shown = text(&diff.stdout);
    assert!(shown.contains("+++ b/") && shown.contains("+    name: Estates Horse"), "{shown}");
    assert_eq!(read(&folder, WHITE_MOUNTAIN), scenario, "a difference writes nothing");
    let output = rename(&[]);
    assert_exit(&output, 0);
    assert!(text(&output.stdout).contains("white-mountain.yaml: 2 places\n"), "{}", text(&output.stdout));
    assert_eq!(read(&folder, WHITE_MOUNTAIN), renamed(&scenario));
    assert_eq!(read(&folder, PLAY), renamed(&by_name));
    assert_exit(&muster(&folder, &["replay", PLAY]), 0);
    // From another folder, by its number, and a side.
    let below = folder.join("scenarios/table-battles");
    for (old, new) in [("9A", "11A"), ("The Bohemian Revolt", "Estates")] {
        assert_exit(&muster(&below, &["rename", "white-mountain.yaml", old, new]), 0);
    }
    assert!(read(&folder, WHITE_MOUNTAIN).contains("cards: [7A-8A, 11A, 10A]"), "the range lists what it listed");
    assert!(read(&folder, PLAY).contains("side: Estates\n") && !read(&folder, PLAY).contains("Bohemian Revolt\n"));
    assert_exit(&muster(&folder, &["check"]), 0);
}

#[test]
fn what_cannot_be_renamed_is_refused_with_the_reason() {
    let folder = project("rename-refused", &[WHITE_MOUNTAIN]);
    let before = read(&folder, WHITE_MOUNTAIN);
    for (file, old, new, said) in [
        (WHITE_MOUNTAIN, "Turn", "Thurn", "has nothing named `Turn`; did you mean `Thurn`?"),
        (WHITE_MOUNTAIN, "Thurn", "Hohenlohe", "cannot rename `Thurn`: the file would change its meaning"),
        (WHITE_MOUNTAIN, "Thurn", " ", "a name must be a line of text"),
        ("none.yaml", "Thurn", "Turn", "`none.yaml`: no such file"),
        ("muster.toml", "Thurn", "Turn", "muster.toml"),
    ] {
        let output = muster(&folder, &["rename", file, old, new]);
        assert_exit(&output, 2);
        assert!(text(&output.stderr).contains(said), "{}", text(&output.stderr));
    }
    // A name that two things have is not guessed.
    let twins = before.replacen("name: Thurn", "name: Liechtenstein", 1).replace("[Thurn", "[Liechtenstein");
    fs::write(folder.join(WHITE_MOUNTAIN), &twins).expect("a file");
    let output = muster(&folder, &["rename", WHITE_MOUNTAIN, "Liechtenstein", "Another"]);
    assert_exit(&output, 2);
    assert!(text(&output.stderr).contains("the formation of"), "{}", text(&output.stderr));
    assert_eq!(read(&folder, WHITE_MOUNTAIN), twins);
}

#[test]
fn names_of_every_game_are_renamed() {
    for (game, old) in [
        ("table-battles", "Old Guard"),
        ("states-of-battle", "Hill Spears"),
        ("tabletop", "Northern Guns"),
        ("pub-battles", "Northern Army"),
    ] {
        let folder = folder(&format!("rename-{game}"));
        assert_exit(&muster(&folder, &["new", game, "The Ford"]), 0);
        let before = read(&folder, "the-ford.yaml");
        let output = muster(&folder, &["rename", "the-ford.yaml", old, "Newly Named"]);
        assert_exit(&output, 0);
        let after = read(&folder, "the-ford.yaml");
        assert_eq!(after, before.replace(old, "Newly Named"), "{game}");
        assert_ne!(after, before);
        let check = muster(&folder, &["check", "--fail-on", "warning"]);
        assert_exit(&check, 0);
    }
}

#[test]
fn a_number_changes_in_the_ranges_that_list_it() {
    let block = "units:\n        - N1-N4\n        - N5-N9";
    for (game, listed, (old, new), expected) in [
        ("states-of-battle", "units: N1-N9", ("N3", "N20"), "units: [N1-N2, N20, N4-N9]"),
        ("states-of-battle", block, ("N4", "N20"), "units:\n        - N1-N3\n        - N20\n        - N5-N9"),
        ("states-of-battle", "units: [N1-N4, N5, N6-N9]", ("N5", "N20"), "units: [N1-N4, N20, N6-N9]"),
        ("tabletop", "cards: N1-N6", ("N2", "M2"), "cards: [N1, M2, N3-N6]"),
    ] {
        let folder = folder(&format!("renumber-{game}"));
        assert_exit(&muster(&folder, &["new", game, "The Ford", "--force"]), 0);
        let begun = read(&folder, "the-ford.yaml");
        let spread = begun.replace(
            "    - {name: Northern Army, units: N1-N9, generalship: d10, starter: true}",
            "    - name: Northern Army\n      generalship: d10\n      starter: true\n      units: N1-N9",
        );
        let before = spread.replace("units: N1-N9", listed);
        fs::write(folder.join("the-ford.yaml"), &before).expect("a file");
        assert_exit(&muster(&folder, &["rename", "the-ford.yaml", old, new]), 0);
        let after = read(&folder, "the-ford.yaml");
        assert!(after.contains(expected), "{game}: {after}");
        assert!(after.contains(&format!(": {new}")) && !after.contains(&format!(": {old},")), "{game}: {after}");
        assert_exit(&muster(&folder, &["check", "--fail-on", "warning"]), 0);
    }
}

/// The documents and records that are shipped for a game.
fn shipped(system: &str) -> Vec<(Utf8PathBuf, Vec<u8>)> {
    let (mut files, mut folders) =
        (Vec::new(), vec![Utf8Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios").join(system)]);
    while let Some(folder) = folders.pop() {
        for entry in folder.read_dir_utf8().expect("a folder").filter_map(Result::ok) {
            let path = entry.path().to_owned();
            match path.extension() {
                Some("yaml") => files.push((path.clone(), fs::read(&path).expect("a file"))),
                None => folders.push(path),
                Some(_) => {}
            }
        }
    }
    files.sort();
    files
}

/// Reads files, of which none is on disk as it is here.
fn reviewed(files: &[(Utf8PathBuf, Vec<u8>)]) -> Review {
    let by_path: BTreeMap<&Utf8Path, &Vec<u8>> = files.iter().map(|(path, bytes)| (path.as_path(), bytes)).collect();
    let read = |path: &Utf8Path| match by_path.get(path) {
        Some(bytes) => Ok(bytes.to_vec()),
        None => fs::read(path),
    };
    review(files, &read, SYSTEMS)
}

/// Gives every named thing another name, and returns the texts of the files afterwards.
fn all_renamed(
    review: &Review,
    files: &[(Utf8PathBuf, Vec<u8>)],
    new: &mut dyn FnMut(&NamedThing) -> String,
) -> Vec<(Utf8PathBuf, Vec<u8>)> {
    let mut things: Vec<NamedThing> = Vec::new();
    for table in review.units.iter().filter_map(naming::table) {
        for thing in table.names {
            if things.iter().all(|known| known.at != thing.at) {
                things.push(thing);
            }
        }
    }
    let mut edits = naming::RenameEdits::new();
    for thing in things {
        let name = new(&thing);
        let uses = naming::uses(review, thing.clone());
        let edited = naming::rename_edits(review, &uses, false, &name);
        let edited = edited.unwrap_or_else(|why| panic!("{} `{}`: {why}", thing.kind, thing.name));
        for (file, edited) in edited {
            edits.entry(file).or_default().extend(edited);
        }
    }
    let edited = naming::apply_edits(review, &edits).expect("edits that do not overlap");
    let edited: BTreeMap<Utf8PathBuf, String> =
        edited.into_iter().map(|(file, text)| (review.sources.get(file).path().to_owned(), text)).collect();
    let text = |(path, bytes): &(Utf8PathBuf, Vec<u8>)| {
        (path.clone(), edited.get(path).map_or_else(|| bytes.clone(), |text| text.clone().into_bytes()))
    };
    files.iter().map(text).collect()
}

/// Returns where something is found, and which.
fn found(review: &Review) -> Vec<(String, usize, &'static str)> {
    let place = |at: &muster_core::source::Address| {
        let file = review.sources.get(at.file);
        (file.path().to_string(), file.position(review.sources.span(at).start).line)
    };
    let mut found: Vec<_> = review
        .findings
        .iter()
        .map(|finding| {
            let (path, line) = place(&finding.at);
            (path, line, finding.code.id)
        })
        .collect();
    found.sort();
    found
}

#[test]
fn every_name_of_the_shipped_battles_is_renamed_and_renamed_back() {
    // Sides of Pub Battles may be named like their headquarters, and chits mean either: blocks have tests of their own.
    for system in SYSTEMS.iter().copied().filter(|system| system.id() != "pub-battles") {
        let files = shipped(system.id());
        let before = reviewed(&files);
        let mut names: BTreeMap<String, String> = BTreeMap::new();
        let there = all_renamed(&before, &files, &mut |thing| {
            let name = format!("Q{}q Name", names.len());
            names.insert(name.clone(), thing.name.clone());
            name
        });
        assert!(names.len() > 50, "{}: {}", system.id(), names.len());
        let renamed = reviewed(&there);
        assert_eq!(found(&renamed), found(&before), "{}", system.id());
        let back = all_renamed(&renamed, &there, &mut |thing| names[&thing.name].clone());
        for ((path, bytes), (_, now)) in files.iter().zip(&back) {
            let [was, now] = [bytes, now].map(|bytes| String::from_utf8_lossy(bytes));
            for (line, (was, now)) in was.lines().zip(now.lines()).enumerate() {
                assert_eq!(was, now, "{path}:{}", line + 1);
            }
            assert_eq!(was, now, "{path}");
        }
    }
}

const WEIRS: &str = "scenarios/pub-battles/weirs-of-ansholm.yaml";
const HELD: &str = "scenarios/pub-battles/plays/weirs-of-ansholm-held.yaml";

#[test]
fn a_block_is_renamed_in_its_battle_and_its_plays() {
    let folder = project("rename-block", &[WEIRS, HELD]);
    let (scenario, play) = (read(&folder, WEIRS), read(&folder, HELD));
    let block = "Red Krey";
    assert!(play.contains(block), "{play}");
    let output = muster(&folder, &["rename", WEIRS, block, "Crimson: Krey"]);
    assert_exit(&output, 0);
    assert!(read(&folder, WEIRS).contains("{block: \"Crimson: Krey\", at:"), "{}", read(&folder, WEIRS));
    assert!(!read(&folder, HELD).contains(block), "{}", read(&folder, HELD));
    assert_exit(&muster(&folder, &["replay", HELD]), 0);
    let output = muster(&folder, &["rename", WEIRS, "Krey/Crimson: Krey", block]);
    assert_exit(&output, 0);
    // What was put in quotes keeps them.
    assert_eq!(read(&folder, WEIRS).replace("\"Red Krey\"", block), scenario);
    assert_eq!(read(&folder, HELD).replace('"', ""), play.replace('"', ""));
}

#[test]
fn of_two_blocks_of_a_name_the_headquarters_say_which() {
    let folder = project("rename-twins", &[WEIRS]);
    let twins = read(&folder, WEIRS).replace("block: Free Riders", "block: Red Krey");
    fs::write(folder.join(WEIRS), &twins).expect("a file");
    let play = "system: pub-battles\nplay:\n  scenario: weirs-of-ansholm.yaml\n  turns:\n    - turn: 1\n      chit: Krey\n      moves: [{block: Krey/Red Krey, to: [350, 150]}]\n      expect: {blocks: {Count Lasse/Red Krey: {state: waiting}}}\n";
    let file = "scenarios/pub-battles/short.yaml";
    fs::write(folder.join(file), play).expect("a file");
    let output = muster(&folder, &["rename", WEIRS, "Red Krey", "New"]);
    assert_exit(&output, 2);
    let said = text(&output.stderr);
    assert!(said.contains("the block of") && said.contains("choose one, for example `Krey/Red Krey`"), "{said}");
    assert_exit(&muster(&folder, &["rename", WEIRS, "Count Lasse/Red Krey", "Free Riders"]), 0);
    assert_eq!(read(&folder, file), play.replace("Count Lasse/Red Krey", "Count Lasse/Free Riders"));
    assert_exit(&muster(&folder, &["rename", WEIRS, "Count Lasse", "Lasse"]), 0);
    assert_eq!(read(&folder, file), play.replace("Count Lasse/Red Krey", "Lasse/Free Riders"));
    assert_exit(&muster(&folder, &["check", "--fail-on", "warning"]), 0);
}
