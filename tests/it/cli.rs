//! The command as people run it: exit codes, streams, files, and bad input of every kind.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use muster::review::all_codes;
use muster_games::SYSTEMS;

pub(crate) const WHITE_MOUNTAIN: &str = "scenarios/table-battles/white-mountain.yaml";

/// A folder of a test's own, empty.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).expect("an old folder");
    }
    fs::create_dir_all(&folder).expect("a new folder");
    folder
}

pub(crate) fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_muster"));
    command.current_dir(folder).args(arguments).env_remove("MUSTER_OUTPUT_FORMAT").env_remove("MUSTER_CONFIG");
    command
}

pub(crate) fn muster(folder: &Path, arguments: &[&str]) -> Output {
    command(folder, arguments).output().expect("the program")
}

pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

#[track_caller]
pub(crate) fn assert_exit(output: &Output, code: i32) {
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(code), "\nstdout:\n{out}\nstderr:\n{err}");
    assert!(!err.contains("panicked") && !err.contains("internal error"), "{err}");
}

#[test]
fn the_examples_of_the_readme_run_as_they_stand() {
    trycmd::TestCases::new().case("README.md");
}

#[test]
fn shipped_files_pass_and_our_own_are_without_a_finding() {
    let output = muster(
        root(),
        &[
            "check",
            "scenarios",
            "templates/new",
            "templates/table-battles/classic",
            "templates/table-battles/low-ink",
            "templates/table-battles/period",
            "templates/table-battles/size-bridge",
            "templates/table-battles/size-mini",
            "templates/table-battles/size-square",
            "templates/table-battles/size-tarot",
            "docs/slip.yaml",
            "-A",
            "unknown-target",
        ],
    );
    assert_exit(&output, 0);
    let own = ["hastings", "kunersdorf", "poltava", "rocroi", "white-mountain"]
        .map(|name| format!("scenarios/table-battles/{name}.yaml"));
    let own: Vec<&str> = own.iter().map(String::as_str).collect();
    for command in [&["check", "templates/new"][..], &["smoke"], &["smoke", "--bots", "greedy"]] {
        let output = muster(root(), &[command, &["--fail-on", "info"], &own].concat());
        assert_exit(&output, 0);
        assert!(text(&output.stdout).contains(" OK"));
    }
}

#[test]
fn one_battle_is_one_battle() {
    for (games, said) in [("1", "1 battle"), ("2", "2 battles")] {
        let output = muster(root(), &["smoke", WHITE_MOUNTAIN, "--games", games]);
        assert!(text(&output.stdout).contains(&format!(": {said}, random against random, seed 0\n")));
    }
}

#[test]
fn a_new_scenario_passes_everything_as_written() {
    let folder = folder("new");
    let output = muster(&folder, &["new", "table-battles", "Łódź \"1914\": #1"]);
    assert_exit(&output, 0);
    let file = text(&output.stdout).trim().to_owned();
    assert_eq!(file, "łódź-1914-1.yaml");
    // The schema that its first line names is there.
    let written = fs::read_to_string(folder.join(&file)).expect("a scenario");
    let schema = written.lines().next().and_then(|line| line.split_once("$schema=")).expect("a schema line").1;
    let shipped = fs::read(root().join("schema").join(schema)).expect("the schema");
    assert_eq!(fs::read(folder.join(schema)).expect("the schema beside it"), shipped);
    assert_exit(&muster(&folder, &["check", &file, "--fail-on", "info"]), 0);
    assert_exit(&muster(&folder, &["smoke", &file, "--fail-on", "info"]), 0);
    assert_exit(&muster(&folder, &["smoke", &file, "--bots", "greedy", "--fail-on", "info"]), 0);
    assert_exit(&muster(&folder, &["print", &file, "-o", "cards.pdf", "--fail-on", "info"]), 0);
    assert!(fs::read(folder.join("cards.pdf")).expect("a PDF").starts_with(b"%PDF"));
    let again = muster(&folder, &["new", "table-battles", "Łódź 1914 1"]);
    assert_exit(&again, 2);
    assert!(text(&again.stderr).contains("already exists"));
    // A name that Windows keeps for a device.
    assert_eq!(text(&muster(&folder, &["new", "table-battles", "CON"]).stdout), "battle-con.yaml\n");
}

#[test]
fn a_smoke_test_is_the_same_on_any_number_of_threads() {
    for format in ["full", "json"] {
        let smoke =
            |jobs| muster(root(), &["smoke", WHITE_MOUNTAIN, "--seed", "7", "--jobs", jobs, "--output-format", format]);
        let (one, two) = (smoke("1"), smoke("2"));
        assert_exit(&one, 0);
        assert_eq!(text(&one.stdout), text(&two.stdout));
    }
    let seeds = |seed| muster(root(), &["smoke", WHITE_MOUNTAIN, "--games", "1", "--seed", seed]).stdout;
    assert_ne!(seeds("1"), seeds("2"));
}

#[test]
fn the_same_cards_make_the_same_file() {
    let folder = folder("same");
    let print = |file: &str| {
        let path = folder.join(file);
        assert_exit(&muster(root(), &["print", WHITE_MOUNTAIN, "-o", path.to_str().expect("UTF-8")]), 0);
        fs::read(path).expect("a PDF")
    };
    assert_eq!(print("one.pdf"), print("two.pdf"));
}

#[test]
fn only_the_cards_that_are_asked_for_are_printed() {
    let folder = folder("only");
    let path = folder.join("cards.pdf");
    let path = path.to_str().expect("UTF-8");
    let output = muster(root(), &["print", WHITE_MOUNTAIN, "-o", path, "--only", "7A,8A"]);
    assert_exit(&output, 0);
    assert!(text(&output.stdout).contains("2 cards"), "{}", text(&output.stdout));
    let unknown = muster(root(), &["print", WHITE_MOUNTAIN, "-o", path, "--only", "77A"]);
    assert_exit(&unknown, 2);
    assert!(text(&unknown.stderr).contains("no card `77A`"));
}

#[test]
fn every_shipped_scenario_has_two_plays_and_they_are_legal() {
    let output = muster(root(), &["replay", "scenarios", "--output-format", "json"]);
    assert_exit(&output, 0);
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let plays = json["plays"].as_array().expect("plays");
    let scenarios = fs::read_dir(root().join("scenarios/table-battles")).expect("a folder");
    let names = scenarios.map(|entry| entry.expect("an entry").file_name().into_string().expect("UTF-8"));
    for name in names.filter(|name| name.ends_with(".yaml")) {
        let own = plays.iter().filter(|play| play["scenario"] == format!("../{name}"));
        let causes: Vec<&str> = own.filter_map(|play| play["result"]["by"].as_str()).collect();
        assert!(causes.len() >= 2, "{name}: {causes:?}");
    }
}

/// A scenario whose only mistake is a target that nobody is called.
fn broken() -> String {
    fs::read_to_string(root().join(WHITE_MOUNTAIN)).expect("a scenario").replacen("[Schlick]", "[Schlik]", 1)
}

#[test]
fn a_scenario_with_errors_is_not_played_and_not_printed() {
    let folder = folder("broken");
    fs::write(folder.join("broken.yaml"), broken()).expect("a file");
    let cards = folder.join("cards.pdf");
    assert_exit(&muster(root(), &["print", WHITE_MOUNTAIN, "-o", cards.to_str().expect("UTF-8")]), 0);
    let earlier = fs::read(&cards).expect("a PDF");
    for arguments in [&["check", "."][..], &["smoke", "."], &["print", ".", "-o", "cards.pdf"]] {
        let output = muster(&folder, arguments);
        assert_exit(&output, 1);
        let out = text(&output.stdout);
        assert!(out.contains("TB101") && out.contains("Schlick"), "{arguments:?}: {out}");
        assert!(!out.contains("battles,"), "{arguments:?}: {out}");
    }
    assert_eq!(fs::read(&cards).expect("the old file"), earlier);
}

#[test]
fn levels_and_exit_codes_are_policy() {
    let folder = folder("levels");
    fs::write(folder.join("broken.yaml"), broken()).expect("a file");
    assert_exit(&muster(&folder, &["check", "--exit-zero"]), 0);
    assert_exit(&muster(&folder, &["check", "-A", "unknown-target"]), 0);
    assert_exit(&muster(&folder, &["check", "-W", "TB101"]), 0);
    assert_exit(&muster(&folder, &["check", "-W", "TB101", "--fail-on", "warning"]), 1);
    assert_exit(&muster(&folder, &["check", "--output-format", "sarif"]), 0);
    let unknown = muster(&folder, &["check", "-A", "unknown-targets"]);
    assert_exit(&unknown, 2);
    assert!(text(&unknown.stderr).contains("did you mean `unknown-target`"));
}

#[test]
fn standard_input_has_the_name_it_is_given() {
    let mut command = command(root(), &["check", "-", "--stdin-filename", "scenarios/table-battles/stdin.yaml"]);
    let mut child = command
        .args(["--output-format", "concise"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program");
    std::io::Write::write_all(&mut child.stdin.take().expect("a pipe"), broken().as_bytes()).expect("written");
    let output = child.wait_with_output().expect("the end");
    assert_exit(&output, 1);
    assert!(text(&output.stdout).starts_with("scenarios/table-battles/stdin.yaml:"), "{}", text(&output.stdout));
}

#[test]
fn paths_may_be_files_folders_and_globs() {
    let files = |arguments: &[&str]| {
        let output = muster(root(), &[&["check", "--output-format", "json"], arguments].concat());
        assert_exit(&output, 0);
        let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        json["summary"]["files"].as_u64().expect("a number")
    };
    assert_eq!(files(&[WHITE_MOUNTAIN]), 1);
    assert_eq!(files(&["scenarios/table-battles/white-*.yaml"]), 1);
    assert_eq!(files(&["scenarios/**/white-*.yaml", WHITE_MOUNTAIN]), 3);
    assert!(files(&["scenarios"]) >= 5);
    assert_eq!(files(&["scen*/"]), files(&["scenarios"]));
    for nothing in ["scenarios/none.yaml", "scenarios/**/none-*.yaml"] {
        assert_exit(&muster(root(), &["check", nothing]), 2);
    }
    let empty = folder("empty");
    let output = muster(&empty, &["check"]);
    assert_exit(&output, 2);
    assert!(text(&output.stderr).contains("no *.yaml"), "{}", text(&output.stderr));
}

#[test]
fn bad_input_is_a_finding_at_its_place() {
    let folder = folder("bad");
    let formation = "  - {card: 1A, name: A, wing: red, strength: 1, dice: 6}\n";
    let bomb = |depth: usize| {
        let levels = (1..depth).map(|i| format!("x{i}: &x{i} [{}]\n", vec![format!("*x{}", i - 1); 10].join(", ")));
        format!("system: table-battles\nx0: &x0 [1, 2]\n{}", levels.collect::<String>())
    };
    let cases: [(&str, Vec<u8>, &str); 9] = [
        ("empty", Vec::new(), "MU"),
        ("binary", vec![0x7f, b'E', b'L', b'F', 0, 1, 2, 3], "MU"),
        ("brackets", vec![b'['; 10 << 20], "MU"),
        ("nested", vec![b'['; 1 << 20], "MU"),
        ("bomb", bomb(12).into_bytes(), "MU"),
        ("many", format!("system: table-battles\nformations:\n{}", formation.repeat(100_000)).into_bytes(), "MU"),
        ("latin", b"system: table-battles\nscenario: {name: D\xfcrrenstein}\n".to_vec(), "2:19"),
        ("utf16", b"\xff\xfes\0y\0s\0t\0e\0m\0".to_vec(), "UTF-16"),
        ("list", b"[1, 2]\n".to_vec(), "MU204"),
    ];
    for (name, bytes, expected) in cases {
        fs::write(folder.join("bad.yaml"), bytes).expect("a file");
        let output = muster(&folder, &["check", "bad.yaml", "--output-format", "concise"]);
        assert_exit(&output, 1);
        let out = text(&output.stdout);
        assert!(out.starts_with("bad.yaml:") && out.contains(expected), "{name}: {out}");
        assert!(out.len() < 2_000, "{name}: {} bytes", out.len());
    }
}

#[test]
fn lists_that_explode_are_refused_at_once() {
    let folder = folder("explode");
    let side = |cards: &str| format!("    - {{name: A, first: true, morale: 1, cards: {cards}}}\n");
    let ranges = side(&format!("[{}]", vec!["1A-9999A"; 30_000].join(", ")));
    for sides in [ranges + &side("1B"), side("1A-9999A").repeat(15_000)] {
        let scenario = format!("system: table-battles\nscenario:\n  name: X\n  sides:\n{sides}");
        fs::write(folder.join("bad.yaml"), scenario).expect("a file");
        let output = muster(&folder, &["check", "bad.yaml", "--output-format", "concise"]);
        assert_exit(&output, 1);
        assert!(text_of_one_finding(&output).contains("MU107"), "{}", text(&output.stdout));
    }
}

#[test]
fn a_deck_is_named_once() {
    let folder = folder("decks");
    let deck = "system: table-battles\nformations:\n  - {card: 991A, name: Guns, wing: red, strength: 4, dice: 6}\n";
    fs::write(folder.join("deck.yaml"), deck).expect("a file");
    let scenario = fs::read_to_string(root().join(WHITE_MOUNTAIN)).expect("a file");
    for (decks, message) in [
        ("[deck.yaml, ./deck.yaml]", "`./deck.yaml` is already listed"),
        ("[scenario.yaml]", "`scenario.yaml` is this file itself"),
    ] {
        fs::write(folder.join("scenario.yaml"), format!("{scenario}decks: {decks}\n")).expect("a file");
        let output = muster(&folder, &["check", "scenario.yaml", "--output-format", "concise", "-q"]);
        assert_exit(&output, 1);
        assert!(text_of_one_finding(&output).contains(message), "{}", text(&output.stdout));
    }
}

#[test]
fn names_cannot_break_lines_or_colour_the_terminal() {
    let folder = folder("control");
    let scenario = fs::read_to_string(root().join(WHITE_MOUNTAIN)).expect("a file");
    let text = scenario.replace("name: Schlick", "name: \"a\\nb\\e[31m\"");
    fs::write(folder.join("scenario.yaml"), text).expect("a file");
    let output = muster(&folder, &["check", "scenario.yaml", "--output-format", "concise", "-q"]);
    let out = self::text(&output.stdout);
    assert!(!out.contains('\u{1b}') && out.contains(r"`a\nb\u{1b}[31m`"), "{out}");
    assert!(out.lines().all(|line| line.starts_with("scenario.yaml:")), "{out}");
}

fn text_of_one_finding(output: &Output) -> String {
    let out = text(&output.stdout);
    let findings: Vec<&str> = out.lines().filter(|line| line.contains("error[")).collect();
    assert_eq!(findings.len(), 1, "{out}");
    findings[0].to_owned()
}

#[test]
fn what_cannot_be_read_or_written_is_told_on_stderr() {
    let folder = folder("trouble");
    // A folder cannot be read as a file, whoever asks.
    fs::create_dir(folder.join("folder.yaml")).expect("a folder");
    fs::write(folder.join("plain"), "").expect("a file");
    let missing = muster(root(), &["check", WHITE_MOUNTAIN, "/no/such/file.yaml"]);
    assert_exit(&missing, 2);
    let scenario = root().join(WHITE_MOUNTAIN);
    let scenario = scenario.to_str().expect("UTF-8");
    for place in ["no/such/folder/cards.pdf", "plain/cards.pdf", "folder.yaml", "/dev/full"] {
        let output = muster(&folder, &["print", scenario, "-o", place]);
        assert_exit(&output, 2);
        assert!(text(&output.stderr).contains("cannot write"), "{place}: {}", text(&output.stderr));
    }
    let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("a device");
    let output = command(root(), &["check", WHITE_MOUNTAIN]).stdout(full).output().expect("the program");
    assert_exit(&output, 2);
}

#[test]
fn no_output_takes_the_place_of_an_input() {
    let folder = folder("spared");
    let scenario = fs::read_to_string(root().join(WHITE_MOUNTAIN)).expect("a scenario");
    let look = "system: table-battles\ntemplate: formation\nextends: formation\n";
    fs::create_dir(folder.join("look")).expect("a folder");
    let files =
        [("a.yaml", scenario.as_str()), ("look/formation.yaml", look), ("muster.toml", ""), ("mine.txt", "mine")];
    files.iter().for_each(|(name, text)| fs::write(folder.join(name), text).expect("a file"));
    let template = folder.join("look/../look/formation.yaml");
    for (arguments, told) in [
        (&["print", "a.yaml", "-o", "a.yaml"][..], "was not written by muster"),
        (&["print", "a.yaml", "-o", "mine.txt"], "was not written by muster"),
        (&["print", "a.yaml", "--preview", "mine.txt"], "was not written by muster"),
        (&["print", "a.yaml", "--calibrate"], "name none"),
        (&["print", "--calibrate", "-o", "mine.txt"], "was not written by muster"),
        (&["print", "a.yaml", "-o", "b.png", "--preview", "b.png"], "`-o` names a PNG"),
        (&["print", "a.yaml", "-o", "b", "--preview", "./b"], "two outputs"),
        (&["print", "a.yaml", "-o", "-"], "`-` cannot be used as the name"),
        (
            &["print", "a.yaml", "--template", "look", "-o", "b.pdf", "--report", "json=a.yaml"],
            "one of the input files",
        ),
        (&["check", "a.yaml", "-o", "a.yaml"], "one of the input files"),
        (&["check", "a.yaml", "-o", "muster.toml"], "one of the input files"),
        (&["check", "a.yaml", "--template", "look", "-o", template.to_str().expect("UTF-8")], "one of the input files"),
        (&["check", "a.yaml", "-o", "x.json", "--report", "json=x.json"], "two outputs"),
        (&["check", "a.yaml", "--write-baseline", "a.yaml"], "one of the input files"),
        (&["smoke", "a.yaml", "--games", "1", "-o", "a.yaml"], "one of the input files"),
        (&["balance", "a.yaml", "--games", "1", "--html", "a.yaml"], "one of the input files"),
        (&["balance", "a.yaml", "--games", "1", "--save-baseline", "a.yaml"], "one of the input files"),
    ] {
        let output = muster(&folder, arguments);
        assert_exit(&output, 2);
        assert!(text(&output.stderr).contains(told), "{arguments:?}: {}", text(&output.stderr));
        for (name, text) in files {
            assert_eq!(fs::read_to_string(folder.join(name)).expect(name), text, "{arguments:?}");
        }
        for other in ["b", "b.png", "b.pdf", "x.json"] {
            assert!(!folder.join(other).exists(), "{arguments:?}: {other}");
        }
    }
    // An earlier print is replaced, and so is a file that is empty.
    fs::write(folder.join("cards.pdf"), "").expect("a file");
    for _ in 0..2 {
        assert_exit(&muster(&folder, &["print", "a.yaml", "-o", "cards.pdf", "--preview", "all.png"]), 0);
    }
    assert_exit(&muster(&folder, &["print", "a.yaml", "-o", "/dev/null", "--preview", "/dev/null"]), 0);
}

#[test]
fn commands_that_have_nothing_to_do_say_so() {
    let deck = "scenarios/table-battles/decks/artillery.yaml";
    for (arguments, reason) in [
        (&["smoke", deck][..], "none of the files is a scenario"),
        (&["replay", WHITE_MOUNTAIN], "none of the files is a play"),
        (&["schema", "tabel-battles"], "did you mean `table-battles`"),
        (&["explain", "TB999"], "not a code, special rule, key or value"),
        (&["explain", "dices"], "did you mean `dice`?"),
        (&["explain", "TB-6.55"], "did you mean `TB-6.5`?"),
        (&["explain", deck], "not a scenario"),
        (&["explain", "nowhere.yaml"], "cannot read"),
        (&["explain", "TB101", "--json"], "name a scenario"),
        (&["new", "table-battles", " "], "name"),
        (&["smoke", WHITE_MOUNTAIN, "--bots", "random,greedy,random"], "3 bots, but the battle has 2 sides"),
        (&["smoke", WHITE_MOUNTAIN, "--bots", "clever"], "unknown bot"),
        (&["smoke", WHITE_MOUNTAIN, "--bots", "mcts:0"], "a number of playouts from 1 to 1000000"),
        (&["smoke", WHITE_MOUNTAIN, "--jobs", "-1"], "expected 0 to 1024"),
        (&["balance", WHITE_MOUNTAIN, "--until", "-1"], "expected 0.1% to 50%"),
        (&["print", WHITE_MOUNTAIN, "--bleed", "-1"], "0 to 3.175 mm"),
        (&["schema", "--write", "Cargo.toml"], "cannot create the folder `Cargo.toml`"),
    ] {
        let output = muster(root(), arguments);
        assert_exit(&output, 2);
        assert!(text(&output.stderr).contains(reason), "{arguments:?}: {}", text(&output.stderr));
    }
}

#[test]
fn the_odds_of_a_card_are_told_where_it_is_written() {
    let coloured = text(&muster(root(), &["explain", WHITE_MOUNTAIN, "--color", "always"]).stdout);
    assert!(coloured.starts_with("\x1b[1m") && coloured.contains("\x1b[0m\n"), "{coloured:?}");
    let plain = coloured.replace("\x1b[1m", "").replace("\x1b[0m", "");
    assert_eq!(plain, text(&muster(root(), &["explain", WHITE_MOUNTAIN, "--color", "never"]).stdout));
    assert!(text(&muster(root(), &["explain", "TB101", "--color", "always"]).stdout).starts_with("\x1b[1m# "));
    let output = muster(root(), &["explain", WHITE_MOUNTAIN]);
    let whole = text(&output.stdout);
    assert_eq!(whole.matches("takes dice of it").count(), 4, "cards of equal odds stand together: {whole}");
    assert_eq!(whole.matches("white-mountain.yaml:").count(), 10, "{whole}");
    // 1 - (5/6)^6 of all rolls of six dice show a six.
    let thurn = &whole[whole.find("7A Thurn").expect("the first card")..whole.find("8A").expect("the second card")];
    assert!(thurn.contains("66.5 %") && thurn.contains("1 attack: 1.5 turns of its side"), "{thurn}");
    let line = thurn.split(':').nth(1).and_then(|rest| rest.split_whitespace().next()).expect("a line");
    for place in [format!("{WHITE_MOUNTAIN}:{line}"), format!("{WHITE_MOUNTAIN}:{line}:5")] {
        let here = text(&muster(root(), &["explain", &place]).stdout);
        let (head, odds) = here.split_once('\n').expect("a head");
        assert!(thurn.starts_with(head) && thurn.trim_end().ends_with(odds.trim_end()), "{here}");
    }
    let output = muster(root(), &["explain", "--json", &format!("{WHITE_MOUNTAIN}:{line}")]);
    let told: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(told["cards"][0]["card"], "7A");
    assert_eq!(told["cards"][0]["takes"][5], 0.6651);
    assert_eq!(told["cards"][0]["span"]["start"]["line"].to_string(), line);
    assert_eq!(told["cards"].as_array().map(Vec::len), Some(1));
}

#[test]
fn the_helpers_of_the_shell_are_made() {
    for (arguments, expected) in [
        (&["completions", "bash"][..], "muster"),
        (&["man"], ".TH muster 1"),
        (&["man", "check"], ".TH muster-check 1"),
        (&["man", "sweep", "run"], ".TH muster-sweep-run 1"),
        (&["explain", "unknown-target"], "# unknown-target (TB101)"),
        (&["explain", "tb101"], "# unknown-target (TB101)"),
        (&["explain", "hit-limit"], "# hit-limit"),
        (&["explain", "tb-6.5"], "# Table Battles, clause TB-6.5\n\nSpecial formations cannot be attacked.\n"),
        (&["explain", "PB-5"], "# Pub Battles, chapter 5 Combat\n\n- **PB-5.1** "),
        (
            &["explain", "dice"],
            "# Table Battles: `dice`\n\nA key of `formations[]`:\n\n- `dice` (required): a value such as `6`",
        ),
        (&["explain", "wing"], "# Table Battles: `wing`"),
        (&["explain", "performs"], "- `action` (required): a whole number from 1 to 255."),
        (&["explain", "gain_morale"], "or a mapping `{side, cubes}`"),
        (&["explain", "hit"], "- `on` (required): text or a list of texts."),
        (&["explain", "THIS"], "`to`:\n\n- `this`: The card with this effect.\n"),
        (&["explain", "friends"], "- `friends`: All formations of the card's side, including the card itself.\n"),
        (&["explain", "enemies"], "- `enemies`: All formations of the other side.\n"),
        (
            &["explain", "enemy"],
            "A word in place of a name for `side`:\n\n- `enemy`: The side that the card fights against.",
        ),
        (&["explain", "any"], "A value of `dice` in `formations[]`:\n\n- `Any`: Dice of any one number.\n"),
        (&["explain", "doubles"], "A value of `dice` in `formations[]`:\n\n- `Doubles`: Exactly two equal dice.\n"),
        (&["explain", "Triples"], "- `Triples`: Exactly three equal dice.\n"),
        (&["explain", "none"], "A value of `dice` in `formations[]`:\n\n- `none`: The card takes no dice.\n"),
        (
            &["explain", "ii"],
            "A value of `strength` in `formations[]`:\n\n- `II`: A special formation with room for two cubes.\n",
        ),
        (&["explain", "cubes"], "A key of `while.happened` and `special[rule: when].on`"),
        (&["explain", "--all"], "# duplicate-key"),
        (&["schema", "states-of-battle"], "draft/2020-12"),
    ] {
        let output = muster(root(), arguments);
        assert_exit(&output, 0);
        assert!(text(&output.stdout).contains(expected), "{arguments:?}");
    }
}

#[test]
fn shells_complete_paths_and_words() {
    let zsh = text(&muster(root(), &["completions", "zsh"]).stdout);
    let arguments =
        ["*::paths", "::system", "--config", "--output-file", "--baseline", "--template", "--write", "--write-plays"];
    for argument in arguments {
        assert!(zsh.contains(argument), "{argument}");
    }
    let path =
        |line: &&str| [":FILE:", ":PATH:", ":DIR:", ":PNG:", "::paths", "::parts"].iter().any(|of| line.contains(of));
    let paths: Vec<&str> = zsh.lines().filter(path).collect();
    assert!(paths.len() > 40, "{paths:#?}");
    for line in paths {
        assert!(line.contains("_files"), "{line}");
    }
    let fish = text(&muster(root(), &["completions", "fish"]).stdout);
    let bash = text(&muster(root(), &["completions", "bash"]).stdout);
    assert!(
        zsh.contains(":system -- ") && zsh.contains("(table-battles states-of-battle tabletop pub-battles template)"),
        "systems"
    );
    assert!(bash.contains("unknown-target") && zsh.contains("unknown-target") && fish.contains("template"), "names");
}

#[test]
fn a_file_that_is_named_twice_is_one() {
    let folder = folder("named-twice");
    let text_of = |name: &str| {
        fs::read_to_string(root().join(WHITE_MOUNTAIN)).expect("a scenario").replacen("[Schlick]", name, 1)
    };
    fs::create_dir(folder.join("real")).expect("a folder");
    let deck = "system: table-battles\nformations:\n  - {card: 90A, name: Guns, wing: red, strength: 2, dice: 6, actions: [{type: bombard}]}\n";
    fs::write(folder.join("real/deck.yaml"), deck).expect("a deck");
    let scenario = text_of("[Schlik]").replacen("formations:", "decks: [deck.yaml]\nformations:", 1);
    fs::write(folder.join("real/a.yaml"), scenario).expect("a scenario");
    let whole = folder.join("real/deck.yaml");
    let mut others =
        vec!["./real/../real/a.yaml".to_owned(), folder.join("real/a.yaml").to_str().expect("UTF-8").to_owned()];
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(folder.join("real"), folder.join("link")).expect("a link");
        others.push("link/a.yaml".to_owned());
    }
    for other in &others {
        let arguments = ["check", "real/a.yaml", other, whole.to_str().expect("UTF-8"), "--output-format", "json"];
        let json: serde_json::Value = serde_json::from_slice(&muster(&folder, &arguments).stdout).expect("JSON");
        let codes: Vec<_> = json["findings"].as_array().expect("findings").iter().map(|f| f["code"].as_str()).collect();
        assert_eq!((json["summary"]["files"].as_u64(), codes), (Some(2), vec![Some("TB101")]), "{other}: {json:#}");
        assert_eq!(json["findings"][0]["path"], "real/a.yaml", "the first spelling");
    }
}

#[test]
fn nothing_to_look_at_is_said_so() {
    let folder = folder("all-excluded");
    fs::write(folder.join("muster.toml"), "exclude = [\"*.yaml\"]\n").expect("settings");
    fs::copy(root().join(WHITE_MOUNTAIN), folder.join("a.yaml")).expect("a scenario");
    let output = muster(&folder, &["check"]);
    assert_exit(&output, 0);
    assert_eq!(text(&output.stdout), "No files checked\n");
}

#[test]
fn pages_are_wrapped_to_the_width_that_is_said() {
    let page = |columns: &str| {
        let output =
            command(root(), &["explain", "unknown-target"]).env("COLUMNS", columns).output().expect("the program");
        text(&output.stdout)
    };
    let (wide, narrow) = (page("200"), page("60"));
    let prose = |page: &str| page.split("## Fires").next().expect("prose").to_owned();
    assert!(prose(&wide).lines().any(|line| line.len() > 120), "{wide}");
    assert!(prose(&narrow).lines().all(|line| line.len() <= 60), "{narrow}");
    let words = |page: &str| page.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(words(&wide), words(&narrow));
    let example = |page: &str| page[page.find("```").expect("an example")..].lines().next_back().map(str::to_owned);
    assert_eq!(example(&wide), example(&narrow));
}

#[test]
fn a_number_too_long_to_read_is_shown_short() {
    let folder = folder("long-number");
    fs::write(folder.join("a.yaml"), "system: table-battles\nx: 1e300\n").expect("a file");
    let output = text(&muster(&folder, &["check", "a.yaml", "--output-format", "concise"]).stdout);
    let line = output.lines().find(|line| line.contains("MU015")).expect("a finding");
    assert!(line.contains("`1e300` is the number 1e300 in YAML 1.2"), "{line}");
}

#[test]
fn refusals_say_what_is_expected() {
    let folder = folder("expected");
    fs::copy(root().join(WHITE_MOUNTAIN), folder.join("a.yaml")).expect("a scenario");
    for (arguments, said) in [
        (&["smoke", "a.yaml", "--games", "-5"][..], "expected 1 to 1000000000"),
        (&["smoke", "a.yaml", "--seed", "x"], "expected 0 to 18446744073709551615"),
        (&["print", "a.yaml", "-o", "a", "--format", "png", "--dpi", "3000"], "expected 30 to 1200"),
        (&["check", "a.yaml", "--baseline", "gone.json"], "cannot read `gone.json`: no such file or folder"),
    ] {
        let output = muster(&folder, arguments);
        assert_exit(&output, 2);
        assert!(text(&output.stderr).contains(said), "{}", text(&output.stderr));
    }
}

#[test]
fn every_code_and_special_rule_has_a_line_in_the_list() {
    let output = muster(root(), &["explain", "--list"]);
    assert_exit(&output, 0);
    let list = text(&output.stdout);
    for line in ["TB101  unknown-target  ", "hit-limit  "] {
        assert!(list.lines().any(|listed| listed.trim_start().starts_with(line)), "{list}");
    }
    let codes = all_codes(SYSTEMS).len();
    assert!(list.lines().count() > codes, "{} lines for {codes} codes and some rules", list.lines().count());
    assert!(list.lines().all(|line| line.ends_with('.')), "{list}");
}
