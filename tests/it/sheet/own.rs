//! Documents made of a designer's own table.

use std::fs;

use crate::cli::{assert_exit, folder, muster, root, text};

#[test]
fn the_shipped_table_makes_the_shipped_deck_which_plays() {
    let folder = folder("sheet-own");
    for file in ["cards.csv", "ferry.yaml"] {
        fs::copy(root().join("examples/spreadsheet").join(file), folder.join(file)).unwrap();
    }
    let output = muster(&folder, &["sheet", "new", "cards.csv", "--system", "table-battles", "-o", "cards.yaml"]);
    assert_exit(&output, 0);
    let made = fs::read_to_string(folder.join("cards.yaml")).unwrap();
    assert_eq!(made, fs::read_to_string(root().join("examples/spreadsheet/cards.yaml")).unwrap(), "{made}");
    assert_exit(&muster(&folder, &["check", ".", "--fail-on", "info"]), 0);
    assert_exit(&muster(&folder, &["smoke", ".", "--games", "100"]), 0);
    assert_exit(&muster(&folder, &["print", "ferry.yaml", "-o", "ferry.pdf"]), 0);
}

#[test]
fn all_questions_are_asked_at_once_with_what_answers_them() {
    let folder = folder("sheet-questions");
    fs::write(folder.join("cards.csv"), "No,Name,Colour,Secret,Oomph\n1A,Horse,Blue,x,4\n").unwrap();
    let new = ["sheet", "new", "cards.csv", "--system", "table-battles", "-o", "deck.yaml"];
    let output = muster(&folder, &new);
    assert_exit(&output, 1);
    let told = text(&output.stdout);
    for said in [
        "`Secret` matches no key",
        "`Oomph` matches no key",
        "--map \"COLUMN=strength\"",
        "--set dice=VALUE",
        "cards.csv:D1",
    ] {
        assert!(told.contains(said), "{said}: {told}");
    }
    assert!(!folder.join("deck.yaml").exists());
    let answers = ["--map", "Oomph=strength", "--map", "Secret=", "--set", "dice=6"];
    let output = muster(&folder, &[&new[..], &answers].concat());
    assert!(folder.join("deck.yaml").exists(), "{}", text(&output.stdout));
    let made = fs::read_to_string(folder.join("deck.yaml")).unwrap();
    let expected = "formations:\n  - card: 1A\n    name: Horse\n    wing: blue\n    strength: 4\n    dice: 6\n";
    assert!(made.ends_with(expected), "{made}");
}

#[test]
fn a_table_of_headings_alone_makes_no_deck() {
    let folder = folder("sheet-headings");
    fs::write(folder.join("cards.csv"), "card,name\n").unwrap();
    let output = muster(&folder, &["sheet", "new", "cards.csv", "--system", "table-battles", "-o", "deck.yaml"]);
    assert_exit(&output, 2);
    assert!(text(&output.stderr).contains("no row below its headings"), "{}", text(&output.stderr));
    assert!(!folder.join("deck.yaml").exists());
}

#[test]
fn what_every_action_needs_is_asked_for() {
    let folder = folder("sheet-members");
    let table = "No,Name,Colour,Sticks,Dice,Targets,Hits\n1A,Horse,Blue,4,6,Foot,2\n2A,Foot,Red,4,6,Horse,1\n";
    fs::write(folder.join("cards.csv"), table).unwrap();
    let new = ["sheet", "new", "cards.csv", "--system", "table-battles", "-o", "deck.yaml"];
    let output = muster(&folder, &new);
    assert_exit(&output, 1);
    let told = text(&output.stdout);
    assert!(
        told.contains("2 of 2 entries of `actions` have no `type`") && told.contains("--set actions/type=VALUE"),
        "{told}"
    );
    muster(&folder, &[&new[..], &["--set", "actions/type=attack"]].concat());
    let made = fs::read_to_string(folder.join("deck.yaml")).unwrap();
    assert!(made.contains("      - {type: attack, targets: [Foot], hits: 2}\n"), "{made}");
}
