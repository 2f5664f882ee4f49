//! `muster print` as it is used: what is written, what is said, what is refused.

use std::fs;
use std::path::Path;
use std::process::Command;

use lopdf::Document;

use super::cli::{WHITE_MOUNTAIN, assert_exit, command, folder, muster, root, text};

fn pages(path: &Path) -> usize {
    Document::load(path).unwrap().get_pages().len()
}

/// The text of all pages in one line.
fn words(path: &Path) -> String {
    let doc = Document::load(path).unwrap();
    let numbers: Vec<u32> = doc.get_pages().keys().copied().collect();
    doc.extract_text(&numbers).unwrap().replace('\n', " ")
}

#[test]
fn a_calibration_is_two_pages_and_needs_no_scenario() {
    let folder = folder("calibrate");
    let output = muster(&folder, &["print", "--calibrate", "--duplex", "short", "-o", "sheet.pdf"]);
    assert_exit(&output, 0);
    assert!(text(&output.stdout).starts_with("sheet.pdf: print both pages"), "{}", text(&output.stdout));
    assert_eq!(pages(&folder.join("sheet.pdf")), 2);
    assert!(words(&folder.join("sheet.pdf")).contains("turned over the short edge"));
    for wrong in ["1", "1;2", "x,1", "1,25"] {
        let output = muster(&folder, &["print", "--calibrate", "-o", "sheet.pdf", "--back-offset", wrong]);
        assert_exit(&output, 2);
    }
    assert_exit(&muster(&folder, &["print", "--calibrate", "-o", "sheet.pdf", "--back-offset", "-1.5,0.25"]), 0);
}

#[test]
fn the_sides_of_two_scenarios_are_printed_back_to_back() {
    let folder = folder("sides");
    let white_mountain = fs::read_to_string(root().join(WHITE_MOUNTAIN)).unwrap();
    let other = (1..=10).fold(white_mountain, |text, n| text.replace(&format!("{n}A"), &format!("{n}B")));
    fs::write(folder.join("other.yaml"), other).unwrap();
    fs::copy(root().join(WHITE_MOUNTAIN), folder.join("a.yaml")).unwrap();
    let output = muster(&folder, &["print", "a.yaml", "other.yaml", "-o", "one.pdf", "--only", "7A"]);
    assert_exit(&output, 0);
    assert!(text(&output.stdout).contains("one.pdf: 1 card on 1 page\n"), "{}", text(&output.stdout));
    let output =
        muster(&folder, &["print", "a.yaml", "other.yaml", "-o", "two.pdf", "--only", "7A", "--duplex", "long"]);
    assert_exit(&output, 0);
    assert!(text(&output.stdout).contains("two.pdf: 2 cards on 2 pages\n"), "{}", text(&output.stdout));
    let words = words(&folder.join("two.pdf"));
    assert!(words.contains("7A") && words.contains("7B") && words.contains("backs"), "{words}");
}

fn git(folder: &Path, arguments: &[&str]) {
    let identity = ["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"];
    let output = Command::new("git").arg("-C").arg(folder).args(identity).args(arguments).output().unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
}

#[test]
fn cards_that_look_the_same_as_at_a_commit_are_left_out() {
    let folder = folder("since");
    if Command::new("git").arg("--version").output().is_err() {
        println!("git is not installed: --since is not tested");
        return;
    }
    git(&folder, &["init", "-q"]);
    let path = folder.join("a.yaml");
    let before = fs::read_to_string(root().join(WHITE_MOUNTAIN)).unwrap();
    fs::write(&path, &before).unwrap();
    git(&folder, &["add", "."]);
    git(&folder, &["commit", "-q", "-m", "one"]);
    let mut outside = command(&folder, &["print", "a.yaml", "-o", "cards.pdf", "--since", "HEAD"]);
    let outside = outside.env("GIT_DIR", folder.join("nothing")).output().unwrap();
    assert_exit(&outside, 2);
    assert!(text(&outside.stderr).contains("`a.yaml` is in no git repository"), "{}", text(&outside.stderr));
    let print = |since: &str| muster(&folder, &["print", "a.yaml", "-o", "cards.pdf", "--since", since]);

    // A comment changes the file, but no card.
    fs::write(&path, format!("# White Mountain\n{before}")).unwrap();
    let output = print("HEAD");
    assert_exit(&output, 0);
    assert!(text(&output.stdout).contains("no card looks different since `HEAD`"), "{}", text(&output.stdout));
    assert!(!folder.join("cards.pdf").exists());

    // The name of a target is printed on the cards that attack it.
    fs::write(&path, before.replace("Thurn", "Thurgau")).unwrap();
    let output = print("HEAD");
    assert_exit(&output, 0);
    let words = words(&folder.join("cards.pdf"));
    assert!(words.contains("Thurgau") && words.contains("Tiefenbach"), "{words}");
    assert!(!words.contains("Schlick"), "an unchanged card: {words}");

    // A new file has new cards only.
    fs::write(folder.join("b.yaml"), &before).unwrap();
    let output = muster(&folder, &["print", "b.yaml", "-o", "new.pdf", "--since", "HEAD"]);
    assert!(text(&output.stdout).contains("11 cards"), "{}", text(&output.stdout));

    for (since, told) in
        [("nowhere", "`nowhere` is no commit in the git repository of `a.yaml`"), ("--all", "no commit")]
    {
        let output = muster(&folder, &["print", "a.yaml", "-o", "cards.pdf", &format!("--since={since}")]);
        assert_exit(&output, 2);
        assert!(text(&output.stderr).contains(told), "{}", text(&output.stderr));
    }
}
