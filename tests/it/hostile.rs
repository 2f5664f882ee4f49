//! A hostile project through every command and every form of output: nothing in it colours or moves a terminal, reorders
//! what is read, or gives a command to the system that runs a build.
#![cfg(unix)]

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::Output;

use muster_core::diag::Format;

use crate::cli::{WHITE_MOUNTAIN, assert_exit, command, folder, muster, root, text};

/// What stands in names, keys, file names and arguments.
const HOSTILE: &str = "pwned\u{1b}[35;7m\n::error::pwned\r\u{202e}\u{2066}\u{200b}\u{2028}\u{9b}7m\u{7}\u{e0041} ##[error]pwned ##teamcity[a]";

/// The text in quotes, with escapes that YAML, JSON and TOML read alike.
fn quoted(text: &str) -> String {
    let units = text.encode_utf16().map(|unit| match u8::try_from(unit) {
        Ok(byte) if byte.is_ascii_alphanumeric() => char::from(byte).to_string(),
        _ => format!("\\u{unit:04x}"),
    });
    format!("\"{}\"", units.collect::<String>())
}

/// As [`quoted`], for TOML, which has no surrogates.
fn toml_quoted(text: &str) -> String {
    let chars = text.chars().map(|c| match c {
        c if c.is_ascii_alphanumeric() => c.to_string(),
        c => format!("\\U{:08x}", u32::from(c)),
    });
    format!("\"{}\"", chars.collect::<String>())
}

fn is_forbidden(c: char) -> bool {
    match c {
        '\n' => false,
        '\u{200B}'..='\u{200F}'
        | '\u{2028}'..='\u{202E}'
        | '\u{2060}'..='\u{206F}'
        | '\u{61C}'
        | '\u{FEFF}'
        | '\u{E0000}'..='\u{E007F}' => true,
        c => c.is_control(),
    }
}

/// Checks one stream of a command.
#[track_caller]
fn assert_harmless(stream: &[u8], what: &str) {
    let shown = String::from_utf8(stream.to_vec()).expect("UTF-8");
    assert!(!shown.contains("\x1b[35;7m"), "{what}: {shown:?}");
    // Colours of our own.
    let plain: String = shown
        .split("\x1b[")
        .enumerate()
        .map(|(i, part)| if i == 0 { part } else { part.split_once('m').map_or(part, |(_, rest)| rest) })
        .collect();
    assert!(!plain.contains(is_forbidden), "{what}: {plain:?}");
    for line in plain.split('\n') {
        let ours = ["::error file=", "::warning file=", "::notice file="];
        let start = line.trim_start();
        assert!(!start.starts_with("::") || ours.iter().any(|own| start.starts_with(own)), "{what}: {line:?}");
        assert!(!line.contains("##[") && !line.contains("##teamcity["), "{what}: {line:?}");
    }
}

/// Runs a command that quotes the project.
#[track_caller]
fn harmless(folder: &Path, arguments: &[&str]) -> Output {
    let output = muster(folder, arguments);
    assert_harmless(&output.stdout, &format!("stdout of {arguments:?}"));
    assert_harmless(&output.stderr, &format!("stderr of {arguments:?}"));
    let quotes = [&output.stdout, &output.stderr].iter().any(|stream| text(stream).contains("pwned"));
    assert!(quotes, "{arguments:?} quotes nothing: {output:?}");
    assert_ne!(output.status.code(), None, "{arguments:?}");
    assert!(!text(&output.stderr).contains("internal error"), "{}", text(&output.stderr));
    output
}

/// White Mountain with a hostile name for the battle, a side and a formation.
fn battle() -> String {
    let scenario = fs::read_to_string(root().join(WHITE_MOUNTAIN)).expect("a scenario");
    let name = quoted(HOSTILE);
    let scenario = scenario.replace("name: White Mountain", &format!("name: {name}"));
    let scenario = scenario.replace("{name: The Bohemian Revolt", &format!("{{name: {name}"));
    let scenario = scenario.replace("name: Thurn\n", &format!("name: {name}\n"));
    scenario.replace("[Thurn", &format!("[{name}"))
}

/// A folder with documents that are sound but for the names in them.
fn sound(name: &str) -> PathBuf {
    let folder = folder(name);
    fs::write(folder.join(format!("{HOSTILE}.yaml")), battle()).expect("a file");
    folder
}

/// A folder in which everything is wrong that quotes what was written.
fn broken(name: &str) -> PathBuf {
    let (folder, quoted) = (sound(name), quoted(HOSTILE));
    let write = |name: &str, text: String| fs::write(folder.join(name), text).expect("a file");
    let wrong = battle().replace("[Schlick]", &format!("[{quoted}x]"));
    // Of more than ten findings of a kind GitHub gets lines instead of commands.
    let keys: String = (0..15).map(|i| format!("{}: 1\n", crate::hostile::quoted(&format!("{HOSTILE}{i}")))).collect();
    write(&format!("::error::pwned {HOSTILE}.yaml"), format!("{wrong}{keys}decks: [{quoted}, no/{quoted}]\n"));
    write(
        "trap.yaml",
        format!("# {}\nname: No # \u{202e}\u{2066}pwned\n{quoted}: No\n{quoted}: No\n", "\u{200b}".repeat(9)),
    );
    write("raw.yaml", format!("a: {HOSTILE}\n"));
    write("deck.yaml", format!("system: {quoted}\n"));
    let play = format!(
        "system: table-battles\nplay:\n  scenario: {quoted}\n  turns:\n    - side: {quoted}\n      act: pass\n"
    );
    write("play.yaml", play);
    let toml = toml_quoted(HOSTILE);
    write(
        "muster.toml",
        format!("{toml} = 1 # \u{202e}pwned\nexclude = [{toml}]\nfail-on = {toml}\nbaseline = \"known.json\"\n"),
    );
    write("known.json", format!("{{\"version\": 1, \"findings\": {{{quoted}: {{{quoted}: {{\"TB101\": 2}}}}}}}}\n"));
    write("half.json", format!("{{\"version\": 1, {quoted}: \"\u{202e}\u{9b}pwned\"}}\n"));
    fs::create_dir(folder.join(HOSTILE)).expect("a folder");
    write(&format!("{HOSTILE}/card.yaml"), format!("system: table-battles\ntemplate: card\n{quoted}: {quoted}\n"));
    folder
}

#[test]
fn findings_are_harmless_in_every_form() {
    let folder = broken("hostile-findings");
    for (format, _) in Format::ALL {
        for color in ["always", "never"] {
            let arguments = ["check", "--no-allows", "--output-format", format, "--color", color];
            harmless(&folder, &[&arguments[..], &["."]].concat());
            harmless(&folder, &[&arguments[..], &["--template", HOSTILE, "trap.yaml"]].concat());
            harmless(&folder, &[&arguments[..], &["--baseline", "half.json", "raw.yaml"]].concat());
        }
    }
    for arguments in
        [&["--max-problems", "2"][..], &["--diff", "--unsafe-fixes"], &["--show-settings"], &["--show-files"]]
    {
        harmless(&folder, &[&["check", "."], arguments].concat());
    }
    const FEW_BATTLES: [&str; 5] = ["balance", "--games", "3", "--comparisons", "2"];
    for arguments in [&["replay", "play.yaml"][..], &["smoke"], &FEW_BATTLES, &["print", "-o", "cards.pdf"]] {
        harmless(&folder, arguments);
    }
}

#[test]
fn machines_get_the_names_as_they_are() {
    let folder = broken("hostile-machines");
    let json = |format: &str| -> serde_json::Value {
        let output = harmless(&folder, &["check", ".", "--output-format", format]);
        serde_json::from_slice(&output.stdout).expect("JSON")
    };
    let path = format!("::error::pwned {HOSTILE}.yaml");
    let found = json("json");
    assert!(found["findings"].as_array().expect("findings").iter().any(|finding| finding["path"] == *path));
    assert!(json("gitlab").as_array().expect("issues").iter().any(|issue| issue["location"]["path"] == *path));
    json("sarif");
    let xml = text(&harmless(&folder, &["check", ".", "--output-format", "junit"]).stdout);
    assert!(xml.contains("&#x202e;") && xml.contains("&#xa;::error::pwned"), "{xml}");
}

#[test]
fn battles_are_harmless_in_every_form() {
    let folder = sound("hostile-battles");
    let file = format!("{HOSTILE}.yaml");
    let smoke = ["smoke", &file, "--games", "3", "--jobs", "1"];
    let balance = ["balance", &file, "--games", "3", "--comparisons", "2", "--jobs", "1"];
    for format in ["full", "concise", "json", "json-lines", "junit"] {
        harmless(&folder, &[&smoke[..], &["--output-format", format]].concat());
        harmless(&folder, &[&balance[..], &["--output-format", format]].concat());
    }
    harmless(&folder, &[&smoke[..], &["--exhaustive", "--tries", "3", "--write-plays", HOSTILE]].concat());
    for written in fs::read_dir(folder.join(HOSTILE)).expect("plays") {
        let play = fs::read_to_string(written.expect("an entry").path()).expect("a play");
        assert!(!play.contains(is_forbidden), "{play:?}");
        assert!(play.lines().all(|line| !line.starts_with("::")), "{play:?}");
    }
    harmless(&folder, &[&balance[..], &["--html", "page.html", "--save-baseline", "shares.json"]].concat());
    let page = fs::read_to_string(folder.join("page.html")).expect("a page");
    assert!(page.contains("pwned") && !page.contains(is_forbidden), "{page:?}");
    harmless(&folder, &[&balance[..], &["--baseline", "shares.json"]].concat());
    harmless(&folder, &["explain", &file]);
    harmless(&folder, &["explain", &file, "--json"]);
    harmless(&folder, &[&smoke[..], &["--shard", "1/1"]].concat());
    assert_exit(&muster(&folder, &[&smoke[..], &["--shard", "1/1", "-o", "part.json"]].concat()), 0);
    harmless(&folder, &["merge", "part.json"]);
    harmless(&folder, &["print", &file, "-o", HOSTILE]);
}

#[test]
fn nothing_on_another_machine_is_looked_for() {
    let folder = sound("hostile-network");
    let scenario = fs::read_to_string(root().join(WHITE_MOUNTAIN)).expect("a scenario");
    for path in ["//host.example/share/deck.yaml", r"\\host.example\share\deck.yaml", r"\\?\UNC\host.example\share"] {
        let said = format!("`{path}` is on another machine; only local files are read");
        let decks = scenario.replacen("scenario:\n", &format!("decks: ['{path}']\nscenario:\n"), 1);
        let art = scenario.replacen("    name: Schlick\n", &format!("    name: Schlick\n    art: '{path}'\n"), 1);
        let sweep = format!("sweep:\n  scenarios: ['{path}']\n  games: 10\n");
        for text_of in [decks, art, sweep] {
            fs::write(folder.join("named.yaml"), &text_of).expect("a file");
            let output = muster(&folder, &["check", "named.yaml", "--output-format", "concise"]);
            assert!(text(&output.stdout).contains(&said), "{text_of}\n{}", text(&output.stdout));
        }
        fs::write(folder.join("named.yaml"), &scenario).expect("a file");
        fs::write(folder.join("muster.toml"), format!("baseline = '{path}'\n")).expect("a file");
        let output = muster(&folder, &["check", "named.yaml", "--output-format", "concise"]);
        assert!(text(&output.stdout).contains(&said), "{}", text(&output.stdout));
        fs::remove_file(folder.join("muster.toml")).expect("a file");
    }
}

#[test]
fn arguments_are_harmless_in_errors() {
    let folder = sound("hostile-arguments");
    let file = format!("{HOSTILE}.yaml");
    fs::write(folder.join("part.json"), format!("{{{}: 1}}", quoted(HOSTILE))).expect("a file");
    let option = format!("--{HOSTILE}");
    for arguments in [
        &[HOSTILE][..],
        &["check", &option],
        &["check", "--output-format", HOSTILE],
        &["check", "--report", &format!("{HOSTILE}=x")],
        &["check", "--report", &format!("full={HOSTILE}/x"), &file],
        &["check", "-o", &format!("{HOSTILE}/x"), &file],
        &["check", HOSTILE],
        &["check", &format!("{HOSTILE}*")],
        &["check", "-A", HOSTILE, &file],
        &["check", "--config", HOSTILE, &file],
        &["check", "--baseline", HOSTILE, &file],
        &["check", "--template", HOSTILE, &file],
        &["explain", HOSTILE],
        &["explain", &format!("{HOSTILE}.yml")],
        &["smoke", "--bots", HOSTILE, &file],
        &["smoke", "--shard", HOSTILE, &file],
        &["balance", "--budget", HOSTILE, &file],
        &["merge", HOSTILE],
        &["print", "--only", HOSTILE, "-o", "x.pdf", &file],
        &["print", "--since", HOSTILE, "-o", "x.pdf", &file],
        &["print", "--profile", HOSTILE, &file],
        &["print", "--back-offset", HOSTILE, &file],
        &["schema", HOSTILE],
        &["new", HOSTILE, "x"],
        &["new", "table-battles", "x", "-o", &format!("{HOSTILE}.yml")],
        &["new", "template", &format!("{HOSTILE} new")],
    ] {
        harmless(&folder, arguments);
    }
    assert_exit(&muster(&folder, &["new", "table-battles", "a\u{202e}b", "-o", "-"]), 0);
    assert_harmless(&muster(&folder, &["new", "table-battles", "a\u{202e}b", "-o", "-"]).stdout, "a new scenario");
    let output = command(&folder, &["check"]).env("MUSTER_OUTPUT_FORMAT", HOSTILE).output().expect("the program");
    assert_harmless(&output.stderr, "a value of the environment");
}

#[test]
fn a_name_that_is_not_utf_8_stops_nothing_else() {
    let folder = folder("not-utf-8");
    let write = |name: &[u8], text: &str| fs::write(folder.join(OsStr::from_bytes(name)), text).expect("a file");
    let scenario = fs::read_to_string(root().join(WHITE_MOUNTAIN)).expect("a scenario");
    write(b"a.yaml", &scenario);
    write(b"D\xfcrrenstein.png", "");
    for path in [".", "*.yaml"] {
        let output = muster(&folder, &["check", path]);
        assert_exit(&output, 0);
        assert_eq!(text(&output.stderr), "");
    }
    write(b"D\xfcrren\x1bstein.yaml", &scenario);
    let output = muster(&folder, &["check", "."]);
    assert_exit(&output, 2);
    assert_eq!(text(&output.stderr), "muster: `D\u{fffd}rren\\u{1b}stein.yaml` is ignored: its name is not UTF-8\n");
    assert_eq!(text(&output.stdout), "1 file OK; 1 more could not be read\n");
    let concise = muster(&folder, &["check", ".", "--output-format", "concise"]);
    assert_exit(&concise, 2);
    assert_eq!(text(&concise.stdout), "1 file OK; 1 more could not be read\n");
    // In a folder of templates it is an error: half of a look is none.
    let templates = muster(&folder, &["check", "a.yaml", "--template", "."]);
    assert_exit(&templates, 2);
    assert!(text(&templates.stderr).contains("is not UTF-8"), "{templates:?}");
}

#[test]
fn a_name_longer_than_any_column_is_cut_wherever_it_is_printed() {
    let folder = folder("long-names");
    let (name, scenario) = ("x".repeat(100_000), fs::read_to_string(root().join(WHITE_MOUNTAIN)).expect("a scenario"));
    let scenario = scenario.replace("name: White Mountain", &format!("name: {name}"));
    let scenario = scenario.replace("{name: The Bohemian Revolt", &format!("{{name: {name}"));
    let scenario = scenario.replace("name: Thurn\n", &format!("name: {name}\n")).replace("[Thurn", &format!("[{name}"));
    fs::write(folder.join("long.yaml"), &scenario).expect("a file");
    fs::write(folder.join("wrong.yaml"), scenario.replace("wing: blue", &format!("wing: {name}"))).expect("a file");
    let printed = |arguments: &[&str]| {
        let output = command(&folder, arguments).env("COLUMNS", "80").output().expect("the program");
        assert!(!text(&output.stderr).contains("internal error"), "{arguments:?}: {output:?}");
        let out = text(&output.stdout);
        assert!(out.len() < 20_000, "{arguments:?}: {} bytes", out.len());
        assert!(out.contains("xxx…"), "{arguments:?}: {out}");
        out
    };
    for arguments in
        [&["smoke", "long.yaml", "--games", "2"][..], &["balance", "long.yaml", "--games", "2", "--comparisons", "1"]]
    {
        let out = printed(arguments);
        let tables = out.lines().filter(|line| line.starts_with("  7A "));
        assert!(tables.clone().count() > 0 && tables.clone().all(|line| line.chars().count() <= 80), "{out}");
    }
    printed(&["explain", "long.yaml"]);
    for format in ["full", "concise", "github"] {
        printed(&["check", "wrong.yaml", "--output-format", format]);
    }
}
