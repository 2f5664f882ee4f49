//! `muster sweep`: parts are whole or absent, the same whoever plays them, and together what one machine counts.

mod targets;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use muster::sweep::{PartSums, seal, unseal};
use serde_json::{Value, json};

use crate::cli::{WHITE_MOUNTAIN, assert_exit, command, folder, muster, root, text};

const SWEEP: &str = "sweep:
  scenarios: [battle.yaml]
  vary:
    /formations/0/strength: 5..6
    /scenario/sides/0/morale: [3, 4]
  games: GAMES
";

/// A folder with White Mountain and a sweep of four combinations of so many battles.
fn swept(name: &str, games: u64) -> PathBuf {
    let folder = folder(name);
    fs::copy(root().join(WHITE_MOUNTAIN), folder.join("battle.yaml")).expect("the scenario");
    fs::write(folder.join("sweep.yaml"), SWEEP.replace("GAMES", &games.to_string())).expect("a file");
    folder
}

#[track_caller]
fn sweep(folder: &Path, arguments: &[&str], code: i32) -> Output {
    let output = muster(folder, &[&["sweep"], arguments].concat());
    assert_exit(&output, code);
    output
}

/// Plans the sweep of a folder into `d`.
#[track_caller]
fn planned(folder: &Path, parts: u64) {
    sweep(folder, &["plan", "sweep.yaml", "-o", "d", "--parts", &parts.to_string()], 0);
}

#[test]
fn a_quiet_plan_says_nothing() {
    let folder = swept("sweep-quiet", 250);
    let plan =
        |words: &[&str]| sweep(&folder, &[&["plan", "sweep.yaml", "-o", "d", "--parts", "2"], words].concat(), 0);
    let (quiet, told) = (plan(&["-q"]), plan(&[]));
    assert_eq!((text(&quiet.stdout), text(&quiet.stderr)), (String::new(), String::new()));
    assert!(text(&told.stdout).starts_with("Sweep "), "{}", text(&told.stdout));
}

fn status(folder: &Path) -> Value {
    let output = muster(folder, &["sweep", "status", "d", "--output-format", "json"]);
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// The file of a part of the sweep in `d`.
fn part(folder: &Path, number: u64) -> PathBuf {
    let plan = status(folder)["plan"].as_str().expect("a digest").to_owned();
    folder.join(format!("d/{plan}-{number}.json"))
}

/// What a merge says: for people, for programs, and as a page.
#[track_caller]
fn merged(folder: &Path) -> [Vec<u8>; 3] {
    let words = muster(folder, &["merge", "d", "--html", "page.html"]);
    assert_exit(&words, 0);
    let json = muster(folder, &["merge", "d", "--output-format", "json"]);
    assert_exit(&json, 0);
    [words.stdout, json.stdout, fs::read(folder.join("page.html")).expect("a page")]
}

#[test]
fn one_part_seven_and_a_thousand_are_the_same_bytes() {
    let mut all = Vec::new();
    for parts in [1, 7, 1000] {
        let folder = swept(&format!("sweep-{parts}"), 250);
        planned(&folder, parts);
        if parts == 7 {
            // In another order, with what a queue sets, and with several parts of one task.
            for (variable, task) in [("SLURM_ARRAY_TASK_ID", "7"), ("JOB_COMPLETION_INDEX", "0")] {
                let run = command(&folder, &["sweep", "run", "d", "--task", "auto"]).env(variable, task).output();
                assert_exit(&run.expect("the program"), 0);
            }
            assert_eq!(status(&folder)["array"], "2-6");
            sweep(&folder, &["run", "d", "--task", "2", "--tasks", "3"], 0);
            assert_eq!(status(&folder)["array"], "3-4,6");
        }
        sweep(&folder, &["run", "d", "--task", "auto"], 0);
        all.push(merged(&folder));
    }
    assert!(all[0] == all[1] && all[0] == all[2], "how many parts there are makes a difference");
    let document: Value = serde_json::from_slice(&all[0][1]).expect("JSON");
    assert_eq!((&document["version"], &document["games"]), (&1.into(), &250.into()));
    let points = document["points"].as_array().expect("a list");
    assert_eq!(points.len(), 4);
    // What is written as the file is, is played as `smoke` plays it.
    let smoke = muster(root(), &["smoke", WHITE_MOUNTAIN, "--games", "250", "--output-format", "json"]);
    let smoke: Value = serde_json::from_slice(&smoke.stdout).expect("JSON");
    let as_written = json!({"/formations/0/strength": 6, "/scenario/sides/0/morale": 4});
    let point = points.iter().find(|point| point["values"] == as_written).expect("the battle as it is");
    assert_eq!(point["wins"], smoke["scenarios"][0]["wins"]);
    assert!(points.iter().all(|other| other["values"] == as_written || other["wins"] != point["wins"]));
}

#[test]
fn a_part_that_is_there_is_left_alone_and_needs_no_other_file() {
    let folder = swept("sweep-there", 10);
    planned(&folder, 2);
    fs::remove_file(folder.join("battle.yaml")).expect("the plan holds it");
    fs::remove_file(folder.join("sweep.yaml")).expect("the plan holds it");
    sweep(&folder, &["run", "d", "--task", "1"], 0);
    let before = fs::metadata(part(&folder, 1)).and_then(|meta| meta.modified()).expect("a part");
    let again = sweep(&folder, &["run", "d", "--task", "1"], 0);
    assert!(text(&again.stdout).contains("0 parts played, 1 already there"));
    assert_eq!(fs::metadata(part(&folder, 1)).and_then(|meta| meta.modified()).expect("a part"), before);
    sweep(&folder, &["run", "d", "--task", "3"], 2);
    let early = muster(&folder, &["merge", "d"]);
    assert_exit(&early, 2);
    assert!(text(&early.stderr).contains("part 2 is missing"), "{}", text(&early.stderr));
    sweep(&folder, &["run", "d", "--task", "2"], 0);
    merged(&folder);
}

#[test]
fn two_that_play_a_part_at_once_write_the_same() {
    let folder = swept("sweep-twice", 50);
    planned(&folder, 1);
    let both: Vec<_> =
        (0..2).map(|_| command(&folder, &["sweep", "run", "d", "--task", "1"]).spawn().expect("the program")).collect();
    for mut one in both {
        assert!(one.wait().expect("an end").success());
    }
    let once = fs::read(part(&folder, 1)).expect("a part");
    fs::remove_file(part(&folder, 1)).expect("a part");
    sweep(&folder, &["run", "d", "--task", "1", "--jobs", "1"], 0);
    assert_eq!(fs::read(part(&folder, 1)).expect("a part"), once);
}

#[test]
fn what_was_stopped_goes_on_from_there_and_ends_the_same() {
    let folder = swept("sweep-stopped", 2);
    planned(&folder, 1);
    let run = ["run", "d", "--task", "1", "--jobs", "1"];
    sweep(&folder, &run, 0);
    let whole = fs::read(part(&folder, 1)).expect("a part");
    fs::remove_file(part(&folder, 1)).expect("a part");
    // Without any time a run plays one battle.
    for done in 1..8 {
        let stopped = sweep(&folder, &[&run[..], &["--budget", "0s"]].concat(), 75);
        assert!(text(&stopped.stderr).contains(&format!("stopped after {done} of 8 battles")), "{stopped:?}");
        assert_eq!(status(&folder)["begun"], json!([{"part": 1, "done": done, "battles": 8}]));
    }
    sweep(&folder, &[&run[..], &["--budget", "0s"]].concat(), 0);
    assert_eq!(fs::read(part(&folder, 1)).expect("a part"), whole);
    assert_eq!(fs::read_dir(folder.join("d")).expect("a folder").count(), 2, "the plan and the part");
}

/// Sends SIGTERM (15) to a program as soon as it has a handler for that.
#[cfg(target_os = "linux")]
pub(crate) fn terminate(child: &std::process::Child) {
    let catches = || {
        let status = fs::read_to_string(format!("/proc/{}/status", child.id())).expect("it runs");
        let mask = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).expect("a mask").trim().to_owned();
        u64::from_str_radix(&mask, 16).expect("a mask") >> 14 & 1 == 1
    };
    while !catches() {
        std::thread::yield_now();
    }
    let killed = std::process::Command::new("kill").args(["-TERM", &child.id().to_string()]).status();
    assert!(killed.expect("kill").success());
}

#[cfg(target_os = "linux")]
#[test]
fn a_terminated_run_keeps_what_it_played() {
    let folder = folder("sweep-terminated");
    fs::copy(root().join(WHITE_MOUNTAIN), folder.join("battle.yaml")).expect("the scenario");
    let slow = "sweep: {scenarios: [battle.yaml], bots: ['mcts:50'], games: 100000}";
    fs::write(folder.join("sweep.yaml"), slow).expect("a file");
    planned(&folder, 1);
    let mut run = command(&folder, &["sweep", "run", "d", "--task", "1", "--jobs", "2"]);
    let child = run.stderr(std::process::Stdio::piped()).spawn().expect("the program");
    terminate(&child);
    let output = child.wait_with_output().expect("an end");
    assert_eq!(output.status.code(), Some(75), "{}", text(&output.stderr));
    let begun = status(&folder)["begun"][0]["done"].as_u64().expect("a number");
    assert!(begun > 0);
    sweep(&folder, &["run", "d", "--task", "1", "--jobs", "1", "--budget", "0s"], 75);
    assert_eq!(status(&folder)["begun"][0]["done"], begun + 1);
}

#[test]
fn a_broken_part_is_told_and_played_again() {
    let folder = swept("sweep-broken", 10);
    planned(&folder, 4);
    sweep(&folder, &["run", "d", "--task", "auto"], 0);
    let whole = fs::read_to_string(part(&folder, 1)).expect("a part");
    let foreign = fs::read_to_string(part(&folder, 2)).expect("a part");
    let broken = [
        whole[..whole.len() / 2].to_owned(),
        String::new(),
        whole.replacen("\"done\":10", "\"done\":11", 1),
        foreign,
        "[".repeat(100_000),
        "{\"kind\":\"part of a sweep\",\"version\":99999999999999999999}".to_owned(),
    ];
    for text_of in broken {
        fs::write(part(&folder, 1), &text_of).expect("a file");
        let told = sweep(&folder, &["status", "d"], 1);
        let told = text(&told.stdout);
        assert!(told.contains("missing  0\n") && told.contains("broken   1\n"), "{told}");
        assert!(told.ends_with("to play  1 part: --array=1\n"), "{told}");
        assert_exit(&muster(&folder, &["merge", "d"]), 2);
        sweep(&folder, &["run", "d", "--task", "auto"], 0);
        assert_eq!(fs::read_to_string(part(&folder, 1)).expect("a part"), whole);
    }
    // What was begun by somebody else counts for nothing.
    let begun = part(&folder, 1).with_extension("begun.json");
    fs::rename(part(&folder, 1), &begun).expect("a file");
    fs::write(&begun, whole.replacen("\"checksum\":\"", "\"checksum\":\"f", 1)).expect("a file");
    sweep(&folder, &["run", "d", "--task", "1"], 0);
    assert_eq!(fs::read_to_string(part(&folder, 1)).expect("a part"), whole);
}

/// Writes a part with other sums, whole as far as its checksum tells.
fn forge(file: &Path, change: impl Fn(&mut PartSums)) {
    let text = fs::read_to_string(file).expect("a part");
    let (mut content, _) = unseal::<Value>("part of a sweep", &text).expect("a part");
    let mut sums: PartSums = serde_json::from_value(content["sums"].clone()).expect("sums");
    change(&mut sums);
    content["sums"] = serde_json::to_value(sums).expect("JSON");
    fs::write(file, seal("part of a sweep", &content).expect("a part").0).expect("a file");
}

#[test]
fn a_part_that_another_engine_played_is_told() {
    let folder = swept("sweep-forged", 500);
    planned(&folder, 20);
    sweep(&folder, &["run", "d", "--task", "auto"], 0);
    merged(&folder);
    let refused = |number: u64, why: &str, change: &dyn Fn(&mut PartSums)| {
        let file = part(&folder, number);
        let kept = fs::read(&file).expect("a part");
        forge(&file, change);
        let output = muster(&folder, &["merge", "d"]);
        assert_exit(&output, 2);
        let said = text(&output.stderr);
        assert!(said.contains(&format!("part {number} cannot be trusted")) && said.contains(why), "{said}");
        fs::write(&file, kept).expect("a file");
    };
    refused(3, "has another result here", &|sums| sums.sample.as_mut().expect("a sample").ends.turns += 1);
    refused(7, "differs from the other parts", &|sums| {
        for segment in &mut sums.segments {
            let wins = &mut segment.measured.ends.wins;
            *wins = vec![0, wins.iter().sum()];
        }
    });
    merged(&folder);
}

#[test]
fn a_hostile_plan_is_refused() {
    let folder = swept("sweep-hostile", 10);
    planned(&folder, 2);
    let file = folder.join("d/plan.json");
    let plan = fs::read_to_string(&file).expect("a plan");
    let (content, _) = unseal::<Value>("plan of a sweep", &plan).expect("a plan");
    let changes: [(&str, Value); 15] = [
        ("/parts", 0.into()),
        ("/parts", u64::MAX.into()),
        ("/games", u64::MAX.into()),
        ("/games", (-1).into()),
        ("/turn_limit", 0.into()),
        ("/points/0/scenario", 7.into()),
        ("/points/0/values", json!([0])),
        ("/points", json!([])),
        ("/bots", json!([["mcts:99999999999"]])),
        ("/scenarios/0/path", "/etc/passwd".into()),
        ("/vary/0/0", "/nothing/there".into()),
        ("/until", 0.into()),
        ("/comparisons", u64::MAX.into()),
        (
            "/targets",
            json!({"share": {"side": "Nobody", "percent": 50}, "turns": null, "skill": null, "first": null, "harmless": false}),
        ),
        ("/targets", json!({"share": null, "turns": [7, -1], "skill": null, "first": null, "harmless": true})),
    ];
    for (pointer, value) in changes {
        let mut changed = content.clone();
        *changed.pointer_mut(pointer).expect(pointer) = value;
        fs::write(&file, seal("plan of a sweep", &changed).expect("a plan").0).expect("a file");
        let output = sweep(&folder, &["run", "d", "--task", "1"], 2);
        assert!(!text(&output.stderr).contains("root:"), "{pointer}");
    }
    for broken in [&plan[..plan.len() / 2], "", "null", &plan.replace("\"games\":10", "\"games\":11")] {
        fs::write(&file, broken).expect("a file");
        for step in [&["run", "d", "--task", "1"][..], &["status", "d"], &["slurm", "d"]] {
            sweep(&folder, step, 2);
        }
        assert_exit(&muster(&folder, &["merge", "d"]), 2);
        sweep(&folder, &["plan", "sweep.yaml", "-o", "d", "--parts", "2"], 2);
    }
    sweep(&folder, &["plan", "sweep.yaml", "-o", "d", "--parts", "2", "--force"], 0);
    assert_eq!(fs::read_to_string(&file).expect("a plan"), plan);
}

#[test]
fn a_sweep_with_a_mistake_is_not_planned() {
    let folder = swept("sweep-mistakes", 10);
    let plan = ["plan", "wrong.yaml", "-o", "d", "--parts", "2"];
    let wrong = |sweep_text: &str, code: i32, said: &str| {
        fs::write(folder.join("wrong.yaml"), sweep_text).expect("a file");
        let output = sweep(&folder, &plan, code);
        let all = text(&output.stdout) + &text(&output.stderr);
        assert!(all.contains(said), "{sweep_text}\n{all}");
        assert!(!folder.join("d").exists(), "{sweep_text}");
    };
    wrong("sweep: {scenarios: [battle.yaml], game: 10}", 1, "wrong.yaml:1:35");
    wrong("sweep: {scenarios: [battle.yaml], games: 0}", 1, "wrong.yaml:1:42");
    wrong("sweep: {scenarios: [battle.yaml], games: 1e30}", 1, "wrong.yaml:1:42");
    wrong("sweep: {scenarios: []}", 1, "wrong.yaml:1:20");
    wrong("sweep: {scenarios: [battle.yaml]", 1, "wrong.yaml:1");
    wrong("sweep: {scenarios: [battle.yaml, battle.yaml]}", 1, "`battle.yaml` is listed twice");
    wrong("sweep: {scenarios: [battle.yaml, ./battle.yaml]}", 1, "`./battle.yaml` is listed twice");
    let found = |terms: &str, column: usize, what: &str, message: &str| {
        let text_of = format!("sweep: {{scenarios: [battle.yaml], {terms}}}");
        wrong(&text_of, 1, message);
        // `check` finds the same, and says where.
        fs::write(folder.join("wrong.yaml"), text_of).expect("a file");
        let checked = muster(&folder, &["check", "wrong.yaml", "--output-format", "concise"]);
        assert_exit(&checked, 1);
        let said = text(&checked.stdout);
        let line = format!("wrong.yaml:1:{column}: error[{what}]");
        assert!(said.contains(&line) && said.contains(message), "{terms}: {line}\n{said}");
    };
    wrong("sweep: {scenarios: [nowhere.yaml]}", 1, "cannot read `nowhere.yaml`");
    wrong("sweep: {scenarios: [wrong.yaml]}", 1, "is not a Muster document");
    found("bots: [gredy]", 42, "MU104", "unknown bot `gredy`");
    found("bots: [gredy]", 42, "MU104", "`mcts:N`");
    found("bots: ['random,greedy,random']", 42, "MU210", "names 3 bots, but `battle.yaml` has 2 sides");
    found("bots: [random, 'random,random']", 50, "MU210", "gives every side the same bot as `random`");
    found("bots: [random, gredy]", 50, "MU104", "unknown bot `gredy`");
    let sweep_text = "sweep: {scenarios: [battle.yaml], bots: [random, 'random,gredy', gredy]}";
    fs::write(folder.join("wrong.yaml"), sweep_text).expect("a file");
    let checked = muster(&folder, &["check", "wrong.yaml", "--output-format", "concise"]);
    assert!(!text(&checked.stdout).contains("MU210"), "an unknown bot is no other's twin: {}", text(&checked.stdout));
    found("vary: {formations: 3}", 42, "MU105", "is not a JSON Pointer");
    found("vary: {/formations: 3}", 42, "MU210", "is not a single value");
    found("vary: {/formation/0/strength: 3}", 42, "MU210", "there is nothing at");
    found("vary: {/formations/99/strength: 3}", 42, "MU210", "there is nothing at");
    found("vary: {/formations/0/strength: []}", 66, "MU210", "has no values to try");
    found("vary: {/formations/0/strength: [5, 5]}", 70, "MU210", "`5` is listed twice");
    found("vary: {/formations/0/strength: [5, '']}", 70, "MU210", "found an empty text");
    found("vary: {/formations/0/strength: [5, .nan]}", 70, "MU103", "expected `true` or `false`, a whole number");
    found("vary: {/formations/0/strength: 7..3}", 66, "MU105", "contains no number");
    found("vary: {/formations/0/strength: 1..9999999}", 66, "MU105", "at most 1000 numbers");
    found("targets: {share: 'Nobody=50'}", 52, "MU210", "unknown side `Nobody`");
    found("targets: {share: 120}", 52, "MU105", "from 0 to 100");
    found("targets: {turns: 40..20}", 52, "MU105", "the lower one first");
    found("targets: {turns: long}", 52, "MU105", "write it like `20..40`");
    found("targets: {fun: 100}", 45, "MU101", "`fun`");
    found("until: 0", 42, "MU106", "0");
    wrong("sweep: {scenarios: [battle.yaml], vary: {/formations/0/strength: [x]}}", 1, "none can be played");
    wrong("sweep: {scenarios: [battle.yaml], games: 1}", 1, "parts is 2; expected 1 to 1");
    fs::write(
        folder.join("unsound.yaml"),
        fs::read_to_string(folder.join("battle.yaml")).expect("text").replace("[Liechtenstein", "[Nobody"),
    )
    .expect("a file");
    wrong("sweep: {scenarios: [unsound.yaml]}", 1, "unsound.yaml:");
    let checked = muster(&folder, &["check", "wrong.yaml", "--output-format", "concise"]);
    assert!(
        text(&checked.stdout).contains("`unsound.yaml` has errors and cannot be played"),
        "{}",
        text(&checked.stdout)
    );
}

#[test]
fn check_looks_at_sweeps_and_tells_the_nearest_right_thing() {
    let folder = swept("sweep-checked", 10);
    let checked = muster(&folder, &["check", "."]);
    assert_exit(&checked, 0);
    assert!(text(&checked.stdout).contains("2 files OK"), "{}", text(&checked.stdout));
    let sweep_text = SWEEP.replace("GAMES", "10").replace("/formations/0", "/formation/0");
    fs::write(folder.join("sweep.yaml"), sweep_text).expect("a file");
    let checked = muster(&folder, &["check", "."]);
    assert_exit(&checked, 1);
    let said = text(&checked.stdout);
    assert!(said.contains("wrong-sweep") && said.contains("did you mean `/formations/0/strength`?"), "{said}");
    // The level of a finding is a setting of the project, as of every other.
    fs::write(folder.join("muster.toml"), "[levels]\nwrong-sweep = \"warning\"\n").expect("a file");
    let checked = muster(&folder, &["check", "."]);
    assert_exit(&checked, 0);
    assert!(text(&checked.stdout).contains("did you mean"), "{}", text(&checked.stdout));
    let schema = muster(&folder, &["schema", "sweep"]);
    assert_exit(&schema, 0);
    let schema: Value = serde_json::from_slice(&schema.stdout).expect("JSON");
    assert_eq!(schema["$id"], "urn:muster:sweep");
}

#[test]
fn mistakes_in_a_sweep_are_mended() {
    let folder = swept("sweep-mended", 10);
    let wrong = "# mine\nsweep:\n  scenarios: [battle.yaml, battle.yaml]   # twice\n  Vary: {formations/0/strength: [5, 5, 6], \
                 /scenario/sides/0/moral: 3..4}\n  bots: [randm, 'greedy,radnom']\n  games: 10\n  targets: {share: The Bohemian Revlot=45}\n";
    fs::write(folder.join("sweep.yaml"), wrong).expect("a file");
    let text_of = || fs::read_to_string(folder.join("sweep.yaml")).expect("a sweep");
    let shown = muster(&folder, &["check", ".", "--diff", "--unsafe-fixes"]);
    assert_exit(&shown, 1);
    assert!(text(&shown.stdout).contains("+  bots: [random, \"greedy,random\"]"), "{}", text(&shown.stdout));
    assert_eq!(text_of(), wrong, "it is only shown");
    // Without a look only what nobody can have meant otherwise.
    assert_exit(&muster(&folder, &["check", ".", "--fix"]), 1);
    let safe = wrong.replace("Vary", "vary").replace("{formations", "{/formations");
    assert_eq!(text_of(), safe);
    assert_exit(&muster(&folder, &["check", ".", "--fix", "--unsafe-fixes"]), 0);
    let mended = "# mine\nsweep:\n  scenarios: [battle.yaml]   # twice\n  vary: {/formations/0/strength: [5, 6], \
                  /scenario/sides/0/morale: 3..4}\n  bots: [random, \"greedy,random\"]\n  games: 10\n  \
                  targets: {share: \"The Bohemian Revolt=45\"}\n";
    assert_eq!(text_of(), mended);
    planned(&folder, 2);
}

#[test]
fn combinations_that_check_refuses_are_left_out_and_told() {
    let folder = swept("sweep-illegal", 10);
    let sweep_text = SWEEP.replace("GAMES", "2").replace("[3, 4]", "[4, lots]");
    fs::write(folder.join("sweep.yaml"), sweep_text).expect("a file");
    let said = text(&sweep(&folder, &["plan", "sweep.yaml", "-o", "d", "--parts", "1"], 0).stdout);
    assert!(said.contains("2 combinations of 2 battles") && said.contains("skipped: 2 combinations"), "{said}");
    sweep(&folder, &["run", "d", "--task", "auto"], 0);
    let [_, json, _] = merged(&folder);
    let document: Value = serde_json::from_slice(&json).expect("JSON");
    assert_eq!(document["points"].as_array().map(Vec::len), Some(2));
    assert_eq!(document["left_out"][0]["values"]["/scenario/sides/0/morale"], "lots");
}

#[test]
fn the_settings_where_a_sweep_is_planned_say_which_combinations_are_left_out() {
    let folder = swept("sweep-settings", 10);
    let sweep_text = "sweep: {scenarios: [battle.yaml], vary: {/formations/0/strength: [6, 9]}, games: 2}\n";
    fs::create_dir(folder.join("sweeps")).expect("a folder");
    fs::write(folder.join("sweeps/sweep.yaml"), sweep_text.replace("battle", "../battle")).expect("a file");
    let plan = |more: &[&str]| {
        let plan = [&["plan", "sweeps/sweep.yaml", "-o", "d", "--parts", "1", "--force"], more].concat();
        text(&sweep(&folder, &plan, 0).stdout)
    };
    assert!(plan(&[]).contains("skipped: 1 combination"));
    fs::write(folder.join("muster.toml"), "[levels]\nTB158 = \"allow\"\n").expect("settings");
    assert!(plan(&["--isolated"]).contains("skipped: 1 combination"));
    let said = plan(&[]);
    assert!(said.contains("2 combinations of 2 battles") && !said.contains("skipped"), "{said}");
    // The machines that play have no settings.
    fs::remove_file(folder.join("muster.toml")).expect("settings");
    sweep(&folder, &["run", "d", "--task", "auto"], 0);
    let [_, json, _] = merged(&folder);
    let document: Value = serde_json::from_slice(&json).expect("JSON");
    assert_eq!(document["points"].as_array().map(Vec::len), Some(2));
}

#[test]
fn the_batch_script_is_printed_for_what_is_missing() {
    let folder = swept("sweep-slurm's", 10);
    planned(&folder, 9);
    sweep(&folder, &["run", "d", "--task", "2"], 0);
    let script = text(&sweep(&folder, &["slurm", "d", "--time", "2:00:00", "--cpus", "4"], 0).stdout);
    for line in
        ["#SBATCH --array=1,3-9\n", "#SBATCH --time=2:00:00\n", "#SBATCH --cpus-per-task=4\n", "--signal=B:TERM@60\n"]
    {
        assert!(script.contains(line), "{script}");
    }
    // Fewer tasks than parts: each plays several, and the task of the part that is there has others.
    let script = text(&sweep(&folder, &["slurm", "d", "--tasks", "4"], 0).stdout);
    assert!(script.contains("#SBATCH --array=1-4\n") && script.contains(" --tasks 4 "), "{script}");
    fs::write(folder.join("task.sh"), script).expect("a file");
    let run = |task: &str| {
        let mut shell = std::process::Command::new("sh");
        shell
            .current_dir(&folder)
            .arg("task.sh")
            .env("MUSTER", env!("CARGO_BIN_EXE_muster"))
            .env("SLURM_ARRAY_TASK_ID", task);
        assert_exit(&shell.output().expect("a shell"), 0);
    };
    run("1");
    assert_eq!(status(&folder)["array"], "3-4,6-8");
    ["2", "3", "4"].iter().for_each(|task| run(task));
    assert_eq!(status(&folder)["array"], "");
    sweep(&folder, &["slurm", "d"], 2);
    merged(&folder);
}

#[test]
fn the_page_is_one_file_with_a_cell_for_every_combination() {
    let folder = swept("sweep-page", 40);
    let battle = fs::read_to_string(folder.join("battle.yaml")).expect("the scenario");
    assert_eq!(battle.matches("name: White Mountain\n").count(), 1);
    let named = battle.replace("name: White Mountain\n", "name: White <b>Mountain\n");
    fs::write(folder.join("battle.yaml"), named).expect("a file");
    planned(&folder, 3);
    sweep(&folder, &["run", "d", "--task", "auto"], 0);
    let [_, json, page] = merged(&folder);
    let (document, page): (Value, String) = (serde_json::from_slice(&json).expect("JSON"), text(&page));
    assert!(page.contains("<h2>White &lt;b&gt;Mountain</h2>"), "{page}");
    assert!(!page.contains("<script") && !page.contains("http") && page.contains("name=\"viewport\""), "{page}");
    let map = page.split("<table class=\"map\">").nth(1).and_then(|rest| rest.split("</table>").next()).expect("a map");
    let shares = document["points"].as_array().expect("points").iter().map(|point| {
        let share = point["shares"]["The Bohemian Revolt"]["share"].as_f64().expect("a share");
        (point["values"]["/formations/0/strength"].clone(), format!("title=\"{:.1} % (", share * 100.0))
    });
    let cells: Vec<&str> = map.match_indices("title=").map(|(at, _)| &map[at..]).collect();
    // Strength across, morale down.
    let order = [0, 2, 1, 3];
    let shares: Vec<_> = shares.collect();
    assert_eq!((cells.len(), shares.len()), (4, 4), "{map}");
    for (cell, point) in cells.iter().zip(order) {
        assert!(cell.starts_with(&shares[point].1), "{map} {shares:?}");
    }
    assert_eq!(page.matches("<details>").count(), 4);
}
