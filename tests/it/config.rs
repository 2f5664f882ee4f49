//! `muster.toml`: where it is looked for, what it changes, and what is said of mistakes in it.

use std::fs;
use std::path::{Path, PathBuf};

use muster::review::all_codes;
use muster_core::config::Settings;
use muster_core::source::Sources;
use muster_games::SYSTEMS;

use crate::cli::{WHITE_MOUNTAIN, assert_exit, command, folder, muster, root, text};

/// A project: a git repository with a broken scenario in `battles` and another in `drafts`.
fn project(name: &str, settings: &str) -> PathBuf {
    let folder = folder(name);
    let scenario = fs::read_to_string(root().join(WHITE_MOUNTAIN)).expect("a scenario");
    for part in ["battles", "drafts", ".git"] {
        fs::create_dir(folder.join(part)).expect("a folder");
    }
    for part in ["battles", "drafts"] {
        // Of a set of its own, so that the cards of the two are not taken for the same.
        let text = scenario.replacen("[Schlick]", "[Schlik]", 1).replacen("set: Base game", &format!("set: {part}"), 1);
        fs::write(folder.join(part).join("broken.yaml"), text).expect("a file");
    }
    fs::write(folder.join("muster.toml"), settings).expect("a file");
    folder
}

fn lines(folder: &Path, arguments: &[&str]) -> Vec<String> {
    let output = muster(folder, &[&["check", "-q", "--output-format", "concise"], arguments].concat());
    text(&output.stdout).lines().map(str::to_owned).collect()
}

#[test]
fn levels_hold_for_the_project_a_path_and_the_command_line() {
    let settings = "fail-on = \"warning\"\nlevels = {unknown-target = \"warning\"}\n\n[[per-path]]\npaths = [\"drafts\"]\nlevels = {TB101 = \"allow\"}\n";
    let folder = project("config-levels", settings);
    assert_exit(&muster(&folder, &["check"]), 1);
    let found = lines(&folder, &[]);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].starts_with("battles/broken.yaml:") && found[0].contains("warning[TB101]"), "{found:?}");
    assert_exit(&muster(&folder, &["check", "--fail-on", "error"]), 0);
    assert_eq!(lines(&folder, &["-D", "TB101"]).len(), 2);
    assert_eq!(lines(&folder, &["--isolated"]).len(), 2);
    // Paths are relative to the settings, wherever one stands.
    assert_eq!(lines(&folder.join("drafts"), &[]), Vec::<String>::new());
    assert_eq!(lines(&folder.join("drafts"), &["../battles"]).len(), 1);
}

#[test]
fn the_nearest_settings_apply_up_to_the_repository() {
    let folder = project("config-nearest", "levels = {TB101 = \"allow\"}\n");
    let inner = folder.join("battles/inner");
    fs::create_dir_all(&inner).expect("a folder");
    fs::rename(folder.join("battles/broken.yaml"), inner.join("broken.yaml")).expect("a file");
    assert_eq!(lines(&inner, &[]).len(), 0);
    fs::create_dir(folder.join("battles/.git")).expect("a folder");
    assert_eq!(lines(&inner, &[]).len(), 1, "a repository of its own");
    assert_eq!(lines(&inner, &["--config", "../../muster.toml"]).len(), 0);
    let mut from_environment = command(&inner, &["check"]);
    assert_exit(&from_environment.env("MUSTER_CONFIG", "../../muster.toml").output().expect("the program"), 0);
    fs::write(folder.join("battles/muster.toml"), "").expect("a file");
    assert_eq!(lines(&inner, &[]).len(), 1, "the nearest one, and no other");
    assert_exit(&muster(&inner, &["check", "--config", "none.toml"]), 2);
}

#[test]
fn each_file_has_the_settings_of_its_own_project() {
    let outer = project("config-several", "exclude = [\"drafts\"]\nlevels = {TB101 = \"warning\"}\n");
    fs::create_dir(outer.join("battles/old")).expect("a folder");
    fs::copy(outer.join("battles/broken.yaml"), outer.join("battles/old/broken.yaml")).expect("a file");
    fs::write(outer.join("battles/old/muster.toml"), "fail-on = \"info\"\nlevels = {TB101 = \"info\"}\n")
        .expect("a file");
    // The inner project's words hold for its files only, and from wherever they are named.
    let files: Vec<String> =
        lines(&outer, &["battles"]).iter().map(|line| line[..line.find('[').expect("a code")].to_owned()).collect();
    assert_eq!(files[0].split(':').next(), Some("battles/broken.yaml"));
    assert!(files[0].ends_with("warning") && files.iter().any(|line| line.ends_with("info")), "{files:?}");
    assert_exit(&muster(&outer, &["check", "battles/broken.yaml"]), 0);
    assert_exit(&muster(&outer, &["check", "battles/old"]), 1);
    let elsewhere = folder("config-elsewhere");
    let near = lines(&elsewhere, &["../config-several/battles/broken.yaml"]);
    assert!(near.iter().all(|line| line.contains("warning[TB101]")) && !near.is_empty(), "{near:?}");
    let shown = muster(&outer, &["check", "battles", "--show-settings"]);
    let from: Vec<String> =
        text(&shown.stdout).lines().filter(|line| line.starts_with('#')).map(str::to_owned).collect();
    assert_eq!(from, ["# from muster.toml", "# from battles/old/muster.toml"]);
    // What the outer project leaves out, a project in it cannot bring back.
    fs::write(outer.join("drafts/muster.toml"), "").expect("a file");
    assert_eq!(lines(&outer, &["drafts"]), Vec::<String>::new());
}

#[test]
fn what_is_excluded_is_looked_at_only_when_it_is_named() {
    let folder = project("config-exclude", "exclude = [\"drafts/\", \"*.yml\"]\n");
    fs::write(folder.join("battles/x.yml"), "").expect("a file");
    let files = |arguments: &[&str]| {
        let output = muster(&folder, &[&["check", "--show-files"], arguments].concat());
        assert_exit(&output, 0);
        text(&output.stdout)
    };
    assert_eq!(files(&[]), "battles/broken.yaml\n");
    assert_eq!(files(&["drafts/broken.yaml"]), "drafts/broken.yaml\n");
    assert_eq!(files(&["drafts"]), "");
    assert_eq!(files(&["drafts/broken.yaml", "battles/broken.yaml", "--force-exclude"]), "battles/broken.yaml\n");
    assert_exit(&muster(&folder, &["check", "drafts/broken.yaml", "--force-exclude"]), 0);
}

#[test]
fn settings_are_shown_as_they_are_understood() {
    let settings =
        "fail-on = \"info\"\nexclude = [\"drafts\"]\n[levels]\nno-morale = \"allow\"\n[[per-path]]\npaths = [\"a\"]\n";
    let folder = project("config-show", settings);
    let output = muster(&folder, &["check", "--show-settings"]);
    let expected = "# from muster.toml\nfail-on = \"info\"\nexclude = [\"drafts\"]\nlevels = {TB130 = \"allow\"}\n\n[[per-path]]\npaths = [\"a\"]\nlevels = {}\n";
    let shown = text(&output.stdout);
    let morale = all_codes(SYSTEMS).into_iter().find(|code| code.name == "no-morale").expect("a code").id;
    assert_eq!(shown, expected.replace("TB130", morale));
    assert_eq!(found(&shown), Vec::<String>::new(), "what is shown can be read again");
    let none = muster(&folder, &["check", "--show-settings", "--isolated"]);
    assert!(text(&none.stdout).starts_with("# no muster.toml applies\nfail-on = \"error\"\n"));
}

/// What is wrong with settings, as `line:column code message`.
fn found(settings: &str) -> Vec<String> {
    let settings = Settings::read("muster.toml".into(), settings.to_owned(), &all_codes(SYSTEMS));
    let mut sources = Sources::default();
    let findings = settings.findings(&mut sources);
    let place = |f: &muster_core::diag::Diagnostic| sources.get(f.at.file).position(sources.span(&f.at).start);
    let line = |f: &muster_core::diag::Diagnostic| {
        let help = f.help.as_ref().map(|help| format!(" ({help})")).unwrap_or_default();
        format!("{}:{} {} {}{help}", place(f).line, place(f).column, f.code.id, f.message)
    };
    findings.iter().map(line).collect()
}

#[test]
fn mistakes_are_shown_at_their_places() {
    for (settings, expected) in [
        (
            "fail_on = \"error\"",
            "1:1 MU502 unknown setting `fail_on`; allowed: `fail-on`, `exclude`, `baseline`, `levels`, `per-path`, `print` (did you mean `fail-on`?)",
        ),
        (
            "\nfail-on = \"errors\"",
            "2:11 MU503 unknown value `errors`; allowed: `info`, `warning`, `error` (did you mean `error`?)",
        ),
        ("fail-on = 3", "1:11 MU503 expected one of `info`, `warning`, `error`, found a number"),
        ("exclude = \"a\"", "1:11 MU503 expected a list of paths, found text `a`"),
        ("exclude = [1]", "1:12 MU503 expected a path, found a number"),
        (
            "[levels]\nunknown-targets = \"allow\"",
            "2:1 MU503 unknown code `unknown-targets` (did you mean `unknown-target`?)",
        ),
        ("[levels]\nTB101 = \"warn\"", "2:9 MU503 unknown value `warn`; allowed: `allow`, `info`, `warning`, `error`"),
        ("[[per-path]]\nlevels = {}", "1:1 MU503 missing `paths`: the files that this table applies to"),
        (
            "[[per-path]]\npath = []\npaths = []",
            "2:1 MU502 unknown setting `path`; allowed: `paths`, `levels` (did you mean `paths`?)",
        ),
        ("exclude = [\"[bad\"]", "1:12 MU503 invalid path pattern `[bad`: unclosed character class"),
        ("fail-on = ", "1:11 MU501 `fail-on` has no value"),
        ("fail-on = \"info\"\nfail-on = \"error\"", "2:1 MU501 duplicate key `fail-on`"),
        (
            "[levels]\nTB101 = \"info\"\nunknown-target = \"error\"",
            "3:1 MU503 the level of TB101 (unknown-target) is already set",
        ),
        ("per-path = 1", "1:12 MU503 expected tables `[[per-path]]`, found a number"),
    ] {
        let found = found(settings);
        assert_eq!(found.len(), 1, "{settings}: {found:?}");
        assert!(found[0].starts_with(expected), "{settings}: {found:?}");
    }
}

/// Each table is asked about every file with findings, and each pattern of every file.
#[test]
fn settings_for_paths_have_a_limit() {
    let table = |i: usize| format!("[[per-path]]\npaths = [\"deck-{i}.yaml\"]\n");
    let tables = |n: usize| (0..n).map(table).collect::<String>();
    assert!(found(&tables(1000)).is_empty());
    let too_many = found(&tables(1003));
    assert_eq!(too_many.len(), 1, "{too_many:?}");
    assert!(
        too_many[0].starts_with("2001:1 MU503 1003 `per-path` tables; only the first 1000 are read"),
        "{too_many:?}"
    );
    let paths = |n: usize| format!("exclude = [{}]\n", (0..n).map(|i| format!("\"{i}\",\n")).collect::<String>());
    assert!(found(&paths(10_000)).is_empty());
    let too_many = found(&paths(10_004));
    assert_eq!(too_many.len(), 1, "{too_many:?}");
    assert!(too_many[0].contains("MU503 more than 10000 paths in total; the rest are ignored"), "{too_many:?}");
}

#[test]
fn mistakes_fail_and_the_rest_still_holds() {
    let folder = project("config-mistakes", "fail-on = \"warning\"\nlevel = {}\n[levels]\nTB101 = \"allow\"\n");
    let output = muster(&folder, &["check"]);
    assert_exit(&output, 1);
    let out = text(&output.stdout);
    assert!(
        out.contains("MU502 (unknown-setting)") && out.contains("[muster.toml:2:1]") && !out.contains("TB101"),
        "{out}"
    );
}

#[test]
fn settings_that_are_named_are_not_left_unread() {
    let folder = folder("config-or-isolated");
    fs::write(folder.join("muster.toml"), "fail-on = \"info\"\n").expect("settings");
    fs::write(folder.join("a.yaml"), "system: table-battles\n").expect("a file");
    assert_exit(&muster(&folder, &["check", "--show-settings", "--isolated", "--config", "muster.toml"]), 2);
    let mut from_environment = command(&folder, &["check", "--show-settings", "--isolated"]);
    let output = from_environment.env("MUSTER_CONFIG", "muster.toml").output().expect("the program");
    assert!(text(&output.stdout).contains("fail-on = \"error\""), "the option outranks the environment");
}

#[test]
fn settings_lay_cards_out_where_no_option_does() {
    let folder = folder("config-print");
    fs::copy(root().join(WHITE_MOUNTAIN), folder.join("a.yaml")).expect("a file");
    assert_exit(&muster(&folder, &["new", "template", "own"]), 0);
    let print = |settings: &str, more: &[&str]| {
        fs::write(folder.join("muster.toml"), settings).expect("a file");
        let output = muster(&folder, &[&["print", "a.yaml", "-o", "a.pdf"], more].concat());
        assert_exit(&output, 0);
        fs::read(folder.join("a.pdf")).expect("a PDF")
    };
    let plain = print("", &[]);
    for (settings, options) in [
        ("theme = \"period\"", &["--look", "period"][..]),
        ("look = \"Period\"", &["--look", "period"]),
        ("size = \"tarot\"", &["--size", "tarot"]),
        ("paper = \"letter\"", &["--paper", "letter"]),
        ("languages = [\"de\"]", &["--languages", "de"]),
        ("template = \"own\"", &["--template", "own"]),
        ("with = [\"Reference\", \"tokens\"]", &["--with", "reference,tokens"]),
        ("with = \"none\"", &["--with", "none"]),
        ("profile = \"drive-thru-cards\"", &["--profile", "drive-thru-cards", "-A", "MU702,MU703,MU705"]),
    ] {
        let settings =
            format!("levels = {{MU702 = \"allow\", MU703 = \"allow\", MU705 = \"allow\"}}\n[print]\n{settings}\n");
        let as_set = print(&settings, &[]);
        assert!(as_set == print("", options), "{settings}");
        assert!(settings.contains("own") || as_set != plain, "{settings}");
        assert!(print(&settings, &["--isolated", "-A", "MU702,MU703,MU705"]) == plain, "{settings}");
    }
    // Options have the last word.
    assert!(print("[print]\nwith = [\"tokens\"]\n", &["--with", "reference"]) == print("", &["--with", "reference"]));
    let settings = "[print]\ntheme = \"period\"\nprofile = \"drive-thru-cards\"\npaper = \"letter\"\n";
    let options = ["--paper", "a4", "--look", "classic"];
    assert!(print(settings, &options) == print("", &options));
}

#[test]
fn what_is_also_printed_has_the_words_and_refusals_of_the_option() {
    let folder = folder("config-with");
    fs::copy(root().join(WHITE_MOUNTAIN), folder.join("a.yaml")).expect("a file");
    let run = |with: &str, arguments: &[&str]| {
        fs::write(folder.join("muster.toml"), format!("[print]\nwith = {with}\n")).expect("a file");
        let output = muster(&folder, arguments);
        (output.status.code(), text(&output.stdout) + &text(&output.stderr))
    };
    let print = ["print", "a.yaml", "-o", "a.pdf", "--force"];
    let (code, out) = run("[\"tokns\", \"reference\"]", &["check", "a.yaml"]);
    assert!(
        code == Some(1) && out.contains("MU503") && out.contains("unknown value `tokns`; allowed: `setup`"),
        "{out}"
    );
    assert!(out.contains("did you mean `tokens`?") && out.contains("[muster.toml:2:9]"), "{out}");
    let (_, out) = run("7", &["check", "a.yaml"]);
    assert!(out.contains("MU503") && out.contains("expected a list of what is printed"), "{out}");
    let (code, out) = run("[\"backs\"]", &print);
    assert!(code == Some(2) && out.contains("--with backs needs a second side to print on"), "{out}");
    assert_eq!(run("[\"backs\"]", &[&print[..], &["--duplex", "long"]].concat()).0, Some(0));
    let (code, out) = run("[\"tokens\"]", &[&print[..], &["--layout", "single"]].concat());
    assert!(code == Some(2) && out.contains("remove tokens from --with"), "{out}");
    let (_, out) = run("[\"tokens\"]", &["check", "a.yaml", "--show-settings"]);
    assert!(out.contains("with = [\"tokens\"]"), "{out}");
}

#[test]
fn a_check_measures_as_the_settings_lay_out() {
    let folder = folder("config-measured");
    let scenario = fs::read_to_string(root().join(WHITE_MOUNTAIN)).expect("a scenario");
    let lore = scenario.lines().find_map(|line| line.trim_start().strip_prefix("lore: ")).expect("a lore").to_owned();
    let codes = |settings: &str, more: &[&str]| {
        fs::write(folder.join("muster.toml"), settings).expect("a file");
        let output = muster(&folder, &[&["check", "a.yaml", "--output-format", "concise"], more].concat());
        text(&output.stdout).lines().filter(|line| line.contains("[MU80")).map(str::to_owned).collect::<Vec<_>>()
    };
    // How much of a long lore does not fit depends on the size of the card.
    let long = format!("{lore} {}", "and more ".repeat(100));
    fs::write(folder.join("a.yaml"), scenario.replacen(&lore, &long, 1)).expect("a file");
    let small = codes("", &["--size", "mini"]);
    assert!(small.len() == 1 && small != codes("", &[]), "{small:?}");
    assert_eq!(codes("[print]\nsize = \"mini\"\n", &[]), small);
    assert_ne!(codes("[print]\nsize = \"mini\"\n", &["--size", "tarot"]), small);
}
