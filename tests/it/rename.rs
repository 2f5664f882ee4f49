//! `muster rename`: a name changes wherever it is written, in every game, and nothing else does.

use std::fs;
use std::path::{Path, PathBuf};

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
    for (old, new) in [("10A", "11A"), ("The Bohemian Revolt", "Estates")] {
        let output = muster(&below, &["rename", "white-mountain.yaml", old, new]);
        let is_refused = old == "10A";
        // The range `7A-10A` would no longer list the card.
        assert_exit(&output, if is_refused { 2 } else { 0 });
        assert_eq!(text(&output.stderr).contains("is not renamed: it would not mean the same"), is_refused);
    }
    assert!(read(&folder, PLAY).contains("side: Estates\n") && !read(&folder, PLAY).contains("Bohemian Revolt\n"));
    assert_exit(&muster(&folder, &["check"]), 0);
}

#[test]
fn what_cannot_be_renamed_is_refused_with_the_reason() {
    let folder = project("rename-refused", &[WHITE_MOUNTAIN]);
    let before = read(&folder, WHITE_MOUNTAIN);
    for (file, old, new, said) in [
        (WHITE_MOUNTAIN, "Turn", "Thurn", "names no `Turn`; did you mean `Thurn`?"),
        (WHITE_MOUNTAIN, "Thurn", "Hohenlohe", "`Thurn` is not renamed: it would not mean the same"),
        (WHITE_MOUNTAIN, "Thurn", " ", "a name is a line of text"),
        ("none.yaml", "Thurn", "Turn", "there is no such file"),
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
