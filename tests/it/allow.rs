//! Comments that allow findings: what they cover, and what is said of those without effect.

use std::fs;
use std::path::Path;

use crate::cli::{WHITE_MOUNTAIN, assert_exit, folder, muster, root, text};

/// A scenario whose only mistake is a target that nobody is called, with a comment on its line and one above it.
fn scenario(beside: &str, above: &str) -> String {
    let text = fs::read_to_string(root().join(WHITE_MOUNTAIN)).expect("a scenario");
    let line = text.lines().find(|line| line.contains("[Schlick]")).expect("an attack");
    let indent = &line[..line.len() - line.trim_start().len()];
    let above = if above.is_empty() { String::new() } else { format!("{indent}{above}\n") };
    text.replacen(line, &format!("{above}{}{beside}", line.replace("[Schlick]", "[Schlik]")), 1)
}

/// What is found in a scenario, as `CODE message` without places.
fn found(folder: &Path, scenario: &str, arguments: &[&str]) -> Vec<String> {
    fs::write(folder.join("a.yaml"), scenario).expect("a file");
    let check = ["check", "a.yaml", "--output-format", "json"];
    let output = muster(folder, &[&check, arguments].concat());
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let findings = json["findings"].as_array().expect("findings").iter();
    findings.map(|f| format!("{} {}", f["code"].as_str().unwrap(), f["message"].as_str().unwrap())).collect()
}

#[test]
fn a_comment_allows_what_is_on_its_line_or_the_next() {
    let folder = folder("allow-lines");
    let allow = "# muster: allow(TB101) he joins later";
    assert_eq!(found(&folder, &scenario("", ""), &[]).len(), 1);
    for (beside, above) in [
        (&*format!(" {allow}"), ""),
        ("", allow),
        ("", "# muster: allow(unknown-target) he joins later\n\n      # and this says more of it"),
        (" #muster: Allow (tb101) by number", ""),
    ] {
        let left = found(&folder, &scenario(beside, above), &[]);
        let understood = !beside.contains("Allow ");
        assert_eq!(left.is_empty(), understood, "{beside}{above}: {left:?}");
    }
    let output = muster(&folder, &["check", "a.yaml", "--no-allows"]);
    assert_exit(&output, 1);
    fs::write(folder.join("a.yaml"), scenario("", allow)).expect("a file");
    let output = muster(&folder, &["check", "a.yaml"]);
    assert_exit(&output, 0);
    assert_eq!(text(&output.stdout), "1 file OK (1 suppressed by comments)\n");
    let audit = muster(&folder, &["check", "a.yaml", "--no-allows"]);
    assert_exit(&audit, 1);
    assert!(text(&audit.stdout).contains("TB101"));
}

#[test]
fn a_comment_elsewhere_allows_nothing_and_is_found() {
    let folder = folder("allow-elsewhere");
    let with = |comment: &str| format!("{comment}\n{}", scenario("", ""));
    let left = found(&folder, &with("# muster: allow(TB101) too far away"), &[]);
    assert_eq!(left.len(), 2, "{left:?}");
    assert_eq!(left[0], "MU404 `TB101` is not reported here, so this comment suppresses nothing");
    assert_eq!(found(&folder, &with("# muster: allow(TB101) too far away"), &["-A", "MU404"]).len(), 1);
    // Nor does it allow what is wrong with itself.
    let left = found(&folder, &with("# muster: allow(unused-allow, TB101) too far away"), &[]);
    assert_eq!(left.len(), 3, "{left:?}");
    assert_eq!(left[1], "MU401 `unused-allow` is reported on comments and cannot be suppressed by one");
}

#[test]
fn texts_are_no_comments() {
    let folder = folder("allow-texts");
    for notes in ["\"one # muster: allow(nothing)\"", "|\n    two\n    # muster: alow"] {
        let text = fs::read_to_string(root().join(WHITE_MOUNTAIN)).expect("a scenario");
        let (before, rest) = text.split_once("\n  notes:").expect("notes");
        let after = &rest[rest.find("\nformations:").expect("formations")..];
        let text = format!("{before}\n  notes: {notes}{after}");
        assert!(text.contains("# muster:"));
        assert_eq!(found(&folder, &text, &[]), Vec::<String>::new());
    }
}

#[test]
fn what_was_not_looked_for_is_not_judged() {
    let folder = folder("allow-judged");
    // Only a smoke test can find that something never happens.
    let smoke = scenario(" # muster: allow(TB101) x", "").replacen(
        "system:",
        "# muster: allow(never-performed) rare\nsystem:",
        1,
    );
    assert_eq!(found(&folder, &smoke, &[]), Vec::<String>::new());
    // The checks do not run where the schema is not kept.
    let broken = scenario(" # muster: allow(TB101) x", "").replacen("morale:", "moral:", 1);
    let left = found(&folder, &broken, &[]);
    assert!(left.iter().all(|line| !line.starts_with("MU404")) && !left.is_empty(), "{left:?}");
}

#[test]
fn what_is_not_played_for_an_allowed_error_is_told_and_the_rest_is_done() {
    let folder = folder("allow-passed-over");
    let sound = fs::read_to_string(root().join(WHITE_MOUNTAIN)).expect("a scenario");
    fs::write(folder.join("a.yaml"), sound.replacen("[Schlick]", "[Schlik]", 1)).expect("a file");
    fs::write(folder.join("b.yaml"), sound.replacen("morale: 4", "morale: four", 1)).expect("a file");
    let told = |arguments: &[&str], done: &str, code: &str| {
        let output = muster(&folder, &[arguments, &["--output-format", "concise", "-A", "TB101,MU103"]].concat());
        // A file that was asked for and not written is no success.
        assert_exit(&output, if arguments[0] == "print" { 2 } else { 0 });
        let line = format!(
            "warning[MU208] {} skipped: its {code} error is suppressed, but the file still cannot be {done}",
            arguments[1]
        );
        assert!(text(&output.stdout).contains(&line), "{}", text(&output.stdout));
    };
    told(&["smoke", "a.yaml", "--games", "1"], "played", "TB101");
    told(&["smoke", "b.yaml", "--games", "1"], "played", "MU103");
    told(&["balance", "a.yaml", "--games", "1"], "played", "TB101");
    told(&["print", "b.yaml", "-o", "b.pdf"], "printed", "MU103");
    assert!(!folder.join("b.pdf").exists());
    // Cards can be printed whatever they name, and a battle is played where every name means a card.
    assert_exit(&muster(&folder, &["print", "a.yaml", "-o", "a.pdf"]), 1);
    assert!(!folder.join("a.pdf").exists());
    assert_exit(&muster(&folder, &["print", "a.yaml", "-o", "a.pdf", "-A", "TB101"]), 0);
    assert!(folder.join("a.pdf").exists());
    fs::write(folder.join("c.yaml"), sound.replacen("morale: 4", "morale: 0", 1)).expect("a file");
    let played = |more: &[&str]| {
        let output = muster(&folder, &[&["smoke", "c.yaml", "--games", "2"], more].concat());
        text(&output.stdout).contains("2 battles")
    };
    assert_eq!((played(&[]), played(&["-A", "TB131"]), played(&["-W", "TB131"])), (false, true, true));
    fs::remove_file(folder.join("c.yaml")).expect("a file");
    told(&["check", "b.yaml"], "read", "MU103");
    let lowered = muster(&folder, &["smoke", "a.yaml", "--games", "1", "-W", "TB101", "--output-format", "concise"]);
    let line = "warning[MU208] a.yaml skipped: its TB101 error is only a warning, but the file still cannot be played";
    assert!(text(&lowered.stdout).contains(line), "{}", text(&lowered.stdout));
    // An error that is shown says it itself, and with what is only wrong in meaning `check` does nothing else.
    for arguments in [&["smoke", "a.yaml", "--games", "1"][..], &["check", "a.yaml", "-A", "TB101"]] {
        let output = muster(&folder, &[arguments, &["--output-format", "concise"]].concat());
        assert!(!text(&output.stdout).contains("MU208"), "{}", text(&output.stdout));
    }
    let closing = |arguments: &[&str], line: &str| {
        let output = muster(&folder, &[&["check"], arguments].concat());
        assert!(text(&output.stdout).ends_with(line), "{}", text(&output.stdout));
    };
    closing(&["b.yaml"], "Found 1 error in 1 file. Later checks were skipped; fix it and run again.\n");
    closing(
        &["."],
        "Found 2 errors in 2 files. Later checks of 1 file were skipped; fix the errors and run again.\n`muster check --fix` fixes 1 finding\n",
    );
    closing(&["a.yaml"], "Found 1 error in 1 file\n`muster check --fix` fixes 1 finding\n");
}

#[test]
fn an_unknown_key_that_is_allowed_or_known_keeps_nothing_from_being_done() {
    let folder = folder("allow-unknown-key");
    let sound = fs::read_to_string(root().join(WHITE_MOUNTAIN)).expect("a scenario");
    let with_key =
        |note: &str| sound.replacen("    wing: blue\n", &format!("    wing: blue\n    owner: me{note}\n"), 1);
    fs::write(folder.join("a.yaml"), with_key("")).expect("a file");
    fs::write(folder.join("b.yaml"), with_key(" # muster: allow(MU101) ours")).expect("a file");
    let play = "system: table-battles\nplay:\n  scenario: SCENARIO\n  turns:\n    - side: The Bohemian Revolt\n      act: pass\n      \
                roll: [1, 1, 1, 1, 1, 1]\n";
    for (path, scenario) in [("a-play.yaml", "a.yaml"), ("b-play.yaml", "b.yaml")] {
        fs::write(folder.join(path), play.replace("SCENARIO", scenario)).expect("a file");
    }
    assert_exit(&muster(&folder, &["check", "a.yaml", "--write-baseline", "known.json"]), 0);
    let known = fs::read_to_string(folder.join("known.json")).expect("a baseline");
    assert!(known.contains("MU101"), "{known}");
    let done = |command: &[&str], path: &str, more: &[&str]| {
        let output = muster(&folder, &[command, &[path], more, &["--fail-on", "warning"]].concat());
        assert_exit(&output, 0);
        assert!(!text(&output.stderr).contains("is not"), "{}", text(&output.stderr));
        text(&output.stdout)
    };
    let ways: [(&str, &[&str]); 3] = [("a", &["-A", "MU101"]), ("a", &["--baseline", "known.json"]), ("b", &[])];
    for (name, more) in ways {
        let scenario = &*format!("{name}.yaml");
        assert!(done(&["check"], scenario, more).contains(" OK"));
        assert!(done(&["check", "--fix"], scenario, more).contains(" OK"));
        assert!(done(&["smoke", "--games", "2", "-A", "TB302,TB303,TB304"], scenario, more).contains("2 battles"));
        assert!(done(&["replay"], &format!("{name}-play.yaml"), more).contains("legal, but unfinished, 1 turn\n"));
        done(&["print", "-o", &format!("{name}{}.pdf", more.len())], scenario, more);
        assert!(folder.join(format!("{name}{}.pdf", more.len())).exists());
    }
    done(&["balance", "--games", "2", "--comparisons", "0"], "b.yaml", &[]);
    // What else is wrong is found then.
    fs::write(folder.join("b.yaml"), with_key("").replacen("[Schlick]", "[Schlik]", 1)).expect("a file");
    let found = |more: &[&str]| {
        let output = muster(&folder, &[&["check", "b.yaml", "--output-format", "concise"], more].concat());
        text(&output.stdout)
            .lines()
            .filter_map(|line| line.split(['[', ']']).nth(1))
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    assert_eq!((found(&[]), found(&["-A", "MU101"])), (vec!["MU101".to_owned()], vec!["TB101".to_owned()]));
    assert_eq!(found(&["-W", "MU101"]), ["MU101", "TB101"]);
    // A number that does not fit still stops it, and so does a key without which something is missing.
    fs::write(folder.join("b.yaml"), sound.replacen("morale: 4", "morale: 400", 1)).expect("a file");
    assert_eq!(found(&["-A", "MU106"]), ["MU208"]);
    fs::write(folder.join("b.yaml"), sound.replacen("    wing: blue\n", "    whing: blue\n", 1)).expect("a file");
    assert_eq!(found(&["-A", "MU101"]), ["MU208"]);
}
