//! The baseline: what it knows is left out wherever it moves, what is new is shown, what is gone is told.

use std::fs;

use crate::cli::{WHITE_MOUNTAIN, assert_exit, folder, muster, root, text};

#[test]
fn what_is_known_is_left_out_until_it_is_gone() {
    let folder = folder("baseline");
    let file = folder.join("battles");
    fs::create_dir(&file).expect("a folder");
    let file = file.join("a.yaml");
    let sound = fs::read_to_string(root().join(WHITE_MOUNTAIN)).expect("a scenario");
    let broken = sound.replacen("[Schlick]", "[Schlik]", 1);
    fs::write(&file, &broken).expect("a file");
    assert_exit(&muster(&folder, &["check"]), 1);
    assert_exit(&muster(&folder, &["check", "--write-baseline", "known.json"]), 0);
    let card = broken[..broken.find("[Schlik]").expect("a slip")].rsplit("card: ").next().expect("a card");
    let card = card.lines().next().expect("a number");
    let written = fs::read_to_string(folder.join("known.json")).expect("a baseline");
    let json: serde_json::Value = serde_json::from_str(&written).expect("JSON");
    assert_eq!(json, serde_json::json!({"version": 1, "findings": {"battles/a.yaml": {card: {"TB101": 1}}}}));

    let check = ["check", "--baseline", "known.json"];
    let known = muster(&folder, &check);
    assert_exit(&known, 0);
    assert_eq!(text(&known.stdout), "The file passes muster (1 in the baseline)\n");
    // Lines may move; from another folder too.
    fs::write(&file, broken.replacen("formations:", "# one\n# two\nformations:", 1)).expect("a file");
    assert_exit(&muster(&folder.join("battles"), &["check", "--baseline", "../known.json"]), 0);
    // One more of the same on another card, and one more on the same card, are new.
    for more in [broken.replacen("[Hohenlohe]", "[Hohenloe]", 1), broken.replacen("[Schlik]", "[Schlik, Schlic]", 1)] {
        assert_ne!(more, broken);
        fs::write(&file, more).expect("a file");
        let new = muster(&folder, &check);
        assert_exit(&new, 1);
        assert!(text(&new.stdout).contains("Found 1 error in 1 file (1 in the baseline)"), "{}", text(&new.stdout));
    }
    fs::write(&file, &sound).expect("a file");
    let gone = muster(&folder, &check);
    assert_exit(&gone, 0);
    let out = text(&gone.stdout);
    assert!(out.contains("MU206 (stale-baseline)") && out.contains("[known.json:6:9]"), "{out}");
    let message = format!("`TB101` is found once less in `battles/a.yaml` on card `{card}` than the baseline says");
    let words = |text: &str| text.replace('│', " ").split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words(&out).contains(&message), "{out}");
    assert_exit(&muster(&folder, &["check", "--baseline", "known.json", "--fail-on", "warning"]), 1);
    assert_exit(&muster(&folder, &["check", "--write-baseline", "known.json"]), 0);
    assert_exit(&muster(&folder, &["check", "--baseline", "known.json", "--fail-on", "info"]), 0);
}

#[test]
fn the_settings_may_name_it_and_a_broken_one_is_told() {
    let folder = folder("baseline-settings");
    let sound = fs::read_to_string(root().join(WHITE_MOUNTAIN)).expect("a scenario");
    fs::write(folder.join("a.yaml"), sound.replacen("[Schlick]", "[Schlik]", 1)).expect("a file");
    assert_exit(&muster(&folder, &["check", "--write-baseline", "known.json"]), 0);
    fs::write(folder.join("muster.toml"), "baseline = \"known.json\"\n").expect("a file");
    assert_exit(&muster(&folder, &["check"]), 0);
    assert_exit(&muster(&folder, &["check", "--isolated"]), 1);
    let merged = "{\n<<<<<<< ours\n\"version\": 1}";
    for (broken, found) in [
        ("", "known.json:1:1: error[MU207] this is not a baseline: EOF while parsing a value"),
        ("{\"version\": 2, \"findings\": {}}", "known.json:1:1: error[MU207] this is a baseline of version 2"),
        ("{\"version\": 1, \"findings\": 3}", "known.json:1:28: error[MU207] this is not a baseline: invalid type"),
        (merged, "known.json:2:1: error[MU207] this is not a baseline: key must be a string"),
    ] {
        fs::write(folder.join("known.json"), broken).expect("a file");
        let output = muster(&folder, &["check", "--output-format", "concise"]);
        assert_exit(&output, 1);
        assert!(text(&output.stdout).contains(found), "{}", text(&output.stdout));
        assert!(text(&output.stdout).contains("error[TB101]"), "nothing is left out: {}", text(&output.stdout));
    }
    // A file that is not there is no mistake in it.
    fs::remove_file(folder.join("known.json")).expect("a file");
    assert_exit(&muster(&folder, &["check"]), 2);
}
