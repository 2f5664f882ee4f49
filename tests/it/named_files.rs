//! Files that documents and settings name: what is none of Muster's is neither waited for nor shown.
#![cfg(unix)]

use std::fs::{self, File};
use std::os::unix::fs::symlink;
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use camino::Utf8PathBuf;
use muster::review::boundary::Boundary;
use muster_core::source::{Address, FileId, Pointer, Sources};

use crate::cli::{assert_exit, command, folder, muster, root, text};

/// A word that stands in every file that is nobody's to show.
const SECRET: &str = "hunter2";

/// What may stand where a file is named, by the name of the file.
const STRANGERS: [&str; 8] = ["zero", "pipe", "socket", "folder", "binary", "passwd", "huge", "settings"];

fn make_strangers(folder: &Path) {
    symlink("/dev/zero", folder.join("zero")).expect("a link");
    assert!(Command::new("mkfifo").arg(folder.join("pipe")).status().expect("mkfifo").success());
    drop(UnixListener::bind(folder.join("socket")).expect("a socket"));
    fs::create_dir(folder.join("folder")).expect("a folder");
    fs::write(folder.join("binary"), [b"\x7fELF\0\xff", SECRET.as_bytes()].concat()).expect("a file");
    fs::write(folder.join("passwd"), format!("root:{SECRET}:0:0:root:/root:/bin/sh\n'{SECRET}\n")).expect("a file");
    fs::write(folder.join("settings"), format!("password = {SECRET}\n{SECRET}: [\n")).expect("a file");
    File::create(folder.join("huge")).expect("a file").set_len(1 << 40).expect("a sparse file");
}

/// Runs a command in every format; none shows what is nobody's to show.
fn outputs(folder: &Path, arguments: &[&str]) -> Vec<Output> {
    let run = |format: &str| {
        let output = command(folder, &[arguments, &["--output-format", format]].concat())
            .stdin(Stdio::null())
            .output()
            .expect("the program");
        let said = text(&output.stdout) + &text(&output.stderr);
        assert!(!said.contains(SECRET), "{arguments:?}: {said}");
        assert!(output.status.code().is_some_and(|code| code > 0) || format == "sarif", "{arguments:?}: {said}");
        output
    };
    ["full", "json", "sarif"].into_iter().map(run).collect()
}

#[test]
fn a_named_file_that_is_no_document_is_not_shown() {
    let folder = folder("naming-documents");
    make_strangers(&folder);
    let scenario = fs::read_to_string(root().join("scenarios/table-battles/hastings.yaml")).expect("a scenario");
    for stranger in STRANGERS {
        fs::write(folder.join("deck.yaml"), format!("{scenario}decks: [{stranger}]\n")).expect("a file");
        let play = format!("system: table-battles\nplay:\n  scenario: {stranger}\n  turns: []\n");
        fs::write(folder.join("play.yaml"), play).expect("a file");
        for document in ["deck.yaml", "play.yaml"] {
            let output = outputs(&folder, &["check", document]).swap_remove(0);
            assert_exit(&output, 1);
            let said = text(&output.stdout);
            let code = if matches!(stranger, "binary" | "passwd" | "huge" | "settings") { "MU202" } else { "MU201" };
            assert!(said.contains(code) && said.contains(&format!("`{stranger}`")), "{document} {stranger}: {said}");
            assert!(!said.contains(&format!("[{stranger}:")), "at the place that names it: {said}");
        }
    }
}

#[test]
fn a_named_document_that_is_broken_is_shown() {
    let folder = folder("naming-broken");
    let scenario = fs::read_to_string(root().join("scenarios/table-battles/hastings.yaml")).expect("a scenario");
    fs::write(folder.join("a.yaml"), format!("{scenario}decks: [deck.yaml]\n")).expect("a file");
    for deck in [
        "system: table-battels\nformations: []\n",
        "# a deck\nsystem: table-battles\nformations: [\n",
        "{\"system\": \"table-battles\", \"formation\": []}\n",
    ] {
        fs::write(folder.join("deck.yaml"), deck).expect("a file");
        let output = muster(&folder, &["check", "a.yaml"]);
        assert!(text(&output.stdout).contains("[deck.yaml:"), "{deck}: {}", text(&output.stdout));
    }
}

#[test]
fn a_baseline_that_is_none_is_not_shown() {
    let folder = folder("naming-baseline");
    make_strangers(&folder);
    fs::copy(root().join("scenarios/table-battles/hastings.yaml"), folder.join("a.yaml")).expect("a file");
    for stranger in STRANGERS {
        fs::write(folder.join("muster.toml"), format!("baseline = \"{stranger}\"\n")).expect("a file");
        let output = outputs(&folder, &["check", "a.yaml"]).swap_remove(0);
        let said = text(&output.stdout) + &text(&output.stderr);
        match stranger {
            "passwd" | "settings" => assert!(said.contains("MU207") && said.contains("[muster.toml:1:12]"), "{said}"),
            _ => {
                assert!(
                    said.contains(&format!("cannot read `{stranger}`")) && said.contains("`baseline` in"),
                    "{said}"
                );
            }
        }
    }
    fs::remove_file(folder.join("muster.toml")).expect("a file");
    for stranger in ["zero", "folder", "binary", "passwd", "huge", "settings"] {
        for arguments in [
            &["check", "a.yaml", "--baseline", stranger][..],
            &["balance", "a.yaml", "--games", "2", "--comparisons", "0", "--baseline", stranger],
            &["merge", stranger],
            &["check", "a.yaml", "--config", stranger],
        ] {
            outputs(&folder, arguments);
        }
    }
}

#[test]
fn settings_that_are_a_link_to_something_else_are_not_shown() {
    let folder = folder("naming-settings");
    make_strangers(&folder);
    fs::copy(root().join("scenarios/table-battles/hastings.yaml"), folder.join("a.yaml")).expect("a file");
    for stranger in ["binary", "passwd", "settings", "huge"] {
        symlink(stranger, folder.join("muster.toml")).expect("a link");
        let output = outputs(&folder, &["check", "a.yaml"]).swap_remove(0);
        let said = text(&output.stdout) + &text(&output.stderr);
        assert!(said.contains("muster.toml"), "{said}");
        fs::remove_file(folder.join("muster.toml")).expect("a link");
    }
}

#[test]
fn a_pipe_among_templates_is_not_waited_for() {
    let folder = folder("naming-templates");
    assert_exit(&muster(&folder, &["new", "template", "look"]), 0);
    assert!(Command::new("mkfifo").arg(folder.join("look/x.yaml")).status().expect("mkfifo").success());
    fs::copy(root().join("scenarios/table-battles/hastings.yaml"), folder.join("a.yaml")).expect("a file");
    let output = muster(&folder, &["check", "a.yaml", "--template", "look"]);
    assert_exit(&output, 2);
    assert!(text(&output.stderr).contains("it is not a regular file"), "{}", text(&output.stderr));
}

#[test]
fn an_argument_may_be_a_pipe() {
    let scenario = File::open(root().join("scenarios/table-battles/hastings.yaml")).expect("a scenario");
    let mut check = command(root(), &["check", "/dev/stdin"]);
    assert_exit(&check.stdin(scenario).output().expect("the program"), 0);
    let mut cat = Command::new("cat")
        .arg(root().join("scenarios/table-battles/hastings.yaml"))
        .stdout(Stdio::piped())
        .spawn()
        .expect("cat");
    let mut check = command(root(), &["check", "/dev/stdin"]);
    assert_exit(&check.stdin(cat.stdout.take().expect("a pipe")).output().expect("the program"), 0);
    cat.wait().expect("cat");
}

#[test]
fn pictures_are_read_only_below_the_folder_of_the_project() {
    let folder = Utf8PathBuf::try_from(folder("naming-boundary")).expect("UTF-8");
    fs::create_dir_all(folder.join("project/cards")).expect("a folder");
    fs::write(folder.join("project/muster.toml"), "").expect("a file");
    fs::write(folder.join("project/arms.png"), "arms").expect("a file");
    fs::write(folder.join("secret.png"), SECRET).expect("a file");
    symlink("../../secret.png", folder.join("project/cards/link.png")).expect("a link");
    let mut sources = Sources::default();
    let file: FileId = sources.add(folder.join("project/cards/a.yaml"), String::new());
    let read = |boundary: &Boundary, name: &str| {
        let at = Address::value(file, Pointer::root());
        let path = Boundary::resolve_named(&folder.join("project/cards/a.yaml"), name, &at);
        let real = path.and_then(|path| boundary.inside(&path, &at));
        real.map(|real| fs::read(real).expect("a file")).map_err(|finding| finding.code.id)
    };
    let boundary = Boundary::find(sources.get(file).path());
    assert_eq!(read(&boundary, "../arms.png"), Ok(b"arms".to_vec()));
    assert_eq!(read(&boundary, "../../secret.png"), Err("MU209"));
    assert_eq!(read(&boundary, "link.png"), Err("MU209"), "a link is followed before it is decided");
    assert_eq!(read(&boundary, "none.png"), Err("MU201"));
    assert_eq!(read(&Boundary::none(), "link.png"), Ok(SECRET.as_bytes().to_vec()));
    assert_eq!(read(&Boundary::none(), "//host.example/share/a.png"), Err("MU209"), "nor with `--allow-outside`");
}

#[test]
fn a_named_document_of_another_kind_is_not_shown() {
    let folder = folder("naming-kinds");
    let scenario = fs::read_to_string(root().join("scenarios/table-battles/hastings.yaml")).expect("a scenario");
    // Each is a document of the game, and is wrong in several ways.
    let wrong = format!("{SECRET}: [{SECRET}]\n");
    let play = format!("system: table-battles\nplay: {{scenario: {SECRET}.yaml, turns: {SECRET}}}\n{wrong}");
    let deck = format!("system: table-battles\nformations: [{SECRET}, {{name: {SECRET}}}]\n{wrong}");
    let template = format!("system: table-battles\ntemplate: {SECRET}\nboxes: {SECRET}\n");
    let none = format!("system: table-battles\n{wrong}");
    let unclosed = format!("system: table-battles\nplay:\n  turns: [{SECRET}\n{wrong}");
    let flow = format!("{{\"system\": \"table-battles\", \"play\": {{\"{SECRET}\": [\n");
    for (of, named, kind) in [
        ("decks", &play, "is a play; expected a deck"),
        ("decks", &unclosed, "is a play; expected a deck"),
        ("decks", &flow, "is a play; expected a deck"),
        ("decks", &template, "is not a deck"),
        ("decks", &none, "is not a deck"),
        ("scenario", &play, "is a play; expected a scenario"),
        ("scenario", &deck, "is a deck; expected a scenario"),
        ("scenario", &template, "is not a scenario"),
        ("scenario", &none, "is not a scenario"),
    ] {
        fs::write(folder.join("named.yaml"), named).expect("a file");
        let naming = match of {
            "decks" => format!("{scenario}decks: [named.yaml]\n"),
            _ => "system: table-battles\nplay:\n  scenario: named.yaml\n  turns: []\n".to_owned(),
        };
        fs::write(folder.join("a.yaml"), naming).expect("a file");
        for format in ["full", "concise", "json", "json-lines", "sarif", "github", "gitlab", "junit"] {
            let output = muster(&folder, &["check", "a.yaml", "--output-format", format]);
            let said = text(&output.stdout) + &text(&output.stderr);
            assert!(!said.contains(SECRET), "{named}: {said}");
            let codes = said.matches("MU2").count();
            let ones = said.matches("MU202").count();
            assert!(ones > 0 && codes == ones, "{named}: {said}");
            if format == "concise" {
                assert!(said.contains(kind) && said.lines().count() == 2, "{named}: {said}");
            }
        }
        // Where it is given itself, it is shown.
        let given = muster(&folder, &["check", "a.yaml", "named.yaml"]);
        assert!(text(&given.stdout).contains("named.yaml:"), "{given:?}");
    }
}
