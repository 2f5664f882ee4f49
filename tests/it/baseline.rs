//! The baseline: what it knows is left out wherever it moves, what is new is shown, what is gone is told.

use std::fs;

use crate::cli::{WHITE_MOUNTAIN, assert_exit, command, folder, muster, root, text};

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
    assert_eq!(text(&known.stdout), "1 file OK (1 in the baseline)\n");
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
    let message =
        format!("the baseline lists 1 `TB101` finding on card `{card}` in `battles/a.yaml` that no longer occurs");
    let words = |text: &str| text.replace('│', " ").split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words(&out).contains(&message), "{out}");
    // That something is fixed breaks no build, not even one that fails on warnings.
    assert_exit(&muster(&folder, &["check", "--baseline", "known.json", "--fail-on", "warning"]), 0);
    assert_exit(&muster(&folder, &["check", "--baseline", "known.json", "--fail-on", "info"]), 1);
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
    let merged = "{\n<<<<<<< ours\n\"version\": 1, \"findings\": {}}";
    for (broken, found) in [
        ("", "muster.toml:1:12: error[MU207] `known.json` is not a baseline"),
        ("{\"version\": 2, \"findings\": {}}", "known.json:1:1: error[MU207] the baseline has version 2"),
        (
            "{\"version\": 1, \"findings\": 3}",
            "known.json:1:28: error[MU207] not a baseline: its JSON has another form",
        ),
        (merged, "known.json:2:1: error[MU207] not a baseline: it is not JSON"),
    ] {
        fs::write(folder.join("known.json"), broken).expect("a file");
        let output = muster(&folder, &["check", "--output-format", "concise"]);
        assert_exit(&output, 1);
        assert!(text(&output.stdout).contains(found), "{}", text(&output.stdout));
        assert!(text(&output.stdout).contains("error[TB101]"), "nothing is left out: {}", text(&output.stdout));
    }
}

#[test]
fn settings_may_name_a_baseline_before_it_is_written() {
    let folder = folder("baseline-missing");
    let sound = fs::read_to_string(root().join(WHITE_MOUNTAIN)).expect("a scenario");
    fs::write(folder.join("a.yaml"), sound.replacen("[Schlick]", "[Schlik]", 1)).expect("a file");
    fs::write(folder.join("b.yaml"), &sound).expect("a file");
    fs::write(folder.join("muster.toml"), "baseline = \"sub/known.json\"\n").expect("a file");
    let missing = muster(&folder, &["check", "--output-format", "concise"]);
    assert_exit(&missing, 1);
    let shown = text(&missing.stdout);
    assert!(
        shown.contains("muster.toml:1:12: info[MU211] the baseline `sub/known.json` does not exist yet"),
        "{shown}"
    );
    assert!(shown.contains("error[TB101]"), "nothing is left out: {shown}");
    let full = text(&muster(&folder, &["check"]).stdout);
    assert!(full.contains("to create it, run `muster check --write-baseline sub/known.json`"), "{full}");
    for command in [&["check", "b.yaml", "--fail-on", "warning"][..], &["smoke", "b.yaml", "--games", "2"]] {
        assert_exit(&muster(&folder, command), 0);
    }
    assert_exit(&muster(&folder, &["print", "b.yaml", "-o", "b.pdf"]), 0);
    fs::create_dir(folder.join("sub")).expect("a folder");
    assert_exit(&muster(&folder, &["check", "--write-baseline", "sub/known.json"]), 0);
    let known = muster(&folder, &["check"]);
    assert_exit(&known, 0);
    assert!(!text(&known.stdout).contains("MU211"), "{}", text(&known.stdout));
    // One that is asked for must be there.
    let asked = muster(&folder, &["check", "--baseline", "other.json"]);
    assert_exit(&asked, 2);
    assert!(text(&asked.stderr).contains("to create it, use `--write-baseline other.json`"), "{}", text(&asked.stderr));
}

#[test]
fn a_baseline_counts_what_a_check_finds_in_it_again() {
    let folder = folder("baseline-count");
    let sound = fs::read_to_string(root().join(WHITE_MOUNTAIN)).expect("a scenario");
    fs::write(folder.join("a.yaml"), sound.replacen("[Schlick]", "[Schlik]", 1)).expect("a file");
    fs::write(folder.join("b.yaml"), sound.replacen("morale: 4", "morale: four", 1)).expect("a file");
    let written = muster(&folder, &["check", "--write-baseline", "known.json"]);
    assert_eq!(text(&written.stderr), "muster: known.json: 2 findings written\n");
    let known = muster(&folder, &["check", "--baseline", "known.json"]);
    assert_exit(&known, 0);
    assert!(text(&known.stdout).contains("(2 in the baseline)"), "{}", text(&known.stdout));
}

#[test]
fn runs_that_write_one_baseline_at_once_lose_nothing() {
    let folder = folder("baseline-race");
    let sound = fs::read_to_string(root().join(WHITE_MOUNTAIN)).expect("a scenario");
    let names: Vec<String> = (0..6).map(|number| format!("{number}.yaml")).collect();
    for name in &names {
        fs::write(folder.join(name), sound.replacen("[Schlick]", "[Schlik]", 1)).expect("a file");
    }
    let start = |name: &String| command(&folder, &["check", name, "--write-baseline", "known.json"]).spawn();
    let runs: Vec<_> = names.iter().map(|name| start(name).expect("the program")).collect();
    for mut run in runs {
        assert_eq!(run.wait().expect("the end").code(), Some(0));
    }
    let written = fs::read_to_string(folder.join("known.json")).expect("a baseline");
    let json: serde_json::Value = serde_json::from_str(&written).expect("JSON");
    assert_eq!(
        json["findings"].as_object().expect("files").keys().collect::<Vec<_>>(),
        names.iter().collect::<Vec<_>>()
    );
    let left: Vec<_> =
        fs::read_dir(&folder).expect("a folder").map(|entry| entry.expect("a file").file_name()).collect();
    assert!(left.iter().all(|name| !name.to_string_lossy().starts_with('.')), "{left:?}");
}

#[test]
fn writing_it_anew_keeps_what_was_not_looked_for() {
    let folder = folder("baseline-anew");
    let sound = fs::read_to_string(root().join(WHITE_MOUNTAIN)).expect("a scenario");
    fs::write(folder.join("a.yaml"), sound.replacen("[Schlick]", "[Schlik]", 1)).expect("a file");
    let long = format!("lore: {}", "a very long story ".repeat(60));
    let lore = sound.lines().find_map(|line| line.trim_start().strip_prefix("lore: ")).expect("a lore");
    let sound = sound.replacen("set: Base game", "set: Another", 1);
    fs::write(folder.join("b.yaml"), sound.replacen(&format!("lore: {lore}"), &long, 1)).expect("a file");
    let codes = |file: &str| {
        let written = fs::read_to_string(folder.join("known.json")).expect("a baseline");
        let json: serde_json::Value = serde_json::from_str(&written).expect("JSON");
        let cards = json["findings"][file].as_object().cloned().unwrap_or_default();
        cards.values().flat_map(|codes| codes.as_object().expect("codes").keys().cloned()).collect::<Vec<_>>()
    };
    let write = |arguments: &[&str]| {
        let output = muster(&folder, &[arguments, &["--write-baseline", "known.json"]].concat());
        assert_exit(&output, 0);
        output
    };
    let first = write(&["check"]);
    assert_eq!(text(&first.stdout), "2 files OK (2 in the baseline)\n");
    assert_eq!(text(&first.stderr), "muster: known.json: 2 findings written\n");
    assert_eq!((codes("a.yaml"), codes("b.yaml")), (vec!["TB101".to_owned()], vec!["MU802".to_owned()]));
    // Of one file, and of a command that draws no cards, what others found stays.
    write(&["check", "b.yaml"]);
    write(&["smoke", "b.yaml", "--games", "50"]);
    assert_eq!((codes("a.yaml"), codes("b.yaml")), (vec!["TB101".to_owned()], vec!["MU802".to_owned()]));
    // What is fixed goes.
    fs::write(folder.join("b.yaml"), &sound).expect("a file");
    let stale = text(&muster(&folder, &["check", "--baseline", "known.json", "--output-format", "concise"]).stdout);
    assert!(
        stale.contains("info[MU206] the baseline lists 1 `MU802` finding on card `7A` in `b.yaml` that"),
        "{stale}"
    );
    write(&["check", "b.yaml"]);
    assert_eq!((codes("a.yaml").len(), codes("b.yaml").len()), (1, 0));
    // A file that is gone is told, and forgotten.
    fs::rename(folder.join("a.yaml"), folder.join("c.yaml")).expect("a file");
    let gone =
        text(&muster(&folder, &["check", "b.yaml", "--baseline", "known.json", "--output-format", "concise"]).stdout);
    assert!(gone.contains("known.json:4:5: info[MU206] `a.yaml` no longer exists"), "{gone}");
    write(&["check", "b.yaml"]);
    assert_eq!(codes("a.yaml").len(), 0);
}

#[test]
fn a_project_that_fails_on_warnings_gets_green_with_a_baseline() {
    let folder = folder("baseline-green");
    let sound = fs::read_to_string(root().join(WHITE_MOUNTAIN)).expect("a scenario");
    fs::write(folder.join("a.yaml"), sound.replacen("[Schlick]", "[Schlik]", 1)).expect("a file");
    fs::write(folder.join("b.yaml"), sound.replacen("morale: 4", "morale: four", 1)).expect("a file");
    fs::write(folder.join("muster.toml"), "baseline = \"known.json\"\nfail-on = \"warning\"\n").expect("a file");
    fs::write(folder.join("known.json"), "{\"version\": 1, \"findings\": {}}").expect("a file");
    for command in [&["check"][..], &["smoke", "--games", "2"], &["balance", "--games", "2", "--comparisons", "0"]] {
        // Once `check` knows the errors, what the others pass over for them is known too; a line says so.
        let before = muster(&folder, command);
        assert_exit(&before, i32::from(command[0] == "check"));
        let passed_over = "a.yaml skipped: its TB101 error is in the baseline, but the file still cannot be played";
        assert_eq!(text(&before.stderr).contains(passed_over), command[0] != "check", "{}", text(&before.stderr));
        assert_exit(&muster(&folder, &[command, &["--write-baseline", "known.json"]].concat()), 0);
        let green = muster(&folder, &[command, &["--output-format", "concise"]].concat());
        assert_exit(&green, 0);
        assert!(!text(&green.stdout).contains("MU20"), "{}", text(&green.stdout));
        // What another command passes over is not stale.
        assert_exit(&muster(&folder, &["check"]), 0);
    }
    // Nor is a file without a word missing among the printed ones.
    let printed = muster(&folder, &["print", ".", "-o", "all.pdf"]);
    assert!(
        text(&printed.stderr).contains("b.yaml skipped: its MU103 error is in the baseline"),
        "{}",
        text(&printed.stderr)
    );
}
