//! Outputs cost nobody a file: each kind of them over everything that may stand where it is to be written.
#![cfg(unix)]

use std::fs::{self, File, Permissions};
use std::io::Write;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::cli::{WHITE_MOUNTAIN, assert_exit, command, folder, muster, root, text};

/// A kind of output: its name, the arguments, and the file that is written.
struct Kind {
    name: &'static str,
    arguments: &'static [&'static str],
    file: &'static str,
    /// Whether a second run takes the place of the first one.
    again: bool,
}

const fn kind(name: &'static str, arguments: &'static [&'static str], file: &'static str) -> Kind {
    Kind { name, arguments, file, again: true }
}

const BALANCE: [&str; 6] = ["balance", "a.yaml", "--games", "2", "--comparisons", "0"];

const KINDS: [Kind; 15] = [
    kind("pdf", &["print", "a.yaml", "--only", "901A", "-o", "out/a"], "a"),
    kind("preview", &["print", "a.yaml", "--only", "901A", "--preview", "out/a"], "a"),
    kind("calibration", &["print", "--calibrate", "-o", "out/a"], "a"),
    kind(
        "picture",
        &["print", "a.yaml", "--only", "901A", "--format", "png", "--dpi", "30", "-o", "out"],
        "01-901A.png",
    ),
    kind("object", &["print", "a.yaml", "--only", "901A", "--format", "tts", "--dpi", "30", "-o", "out"], "deck.json"),
    kind("module", &["export", "vassal", "a.yaml", "--dpi", "30", "-o", "out/a"], "a"),
    kind("table", &["export", "tts", "a.yaml", "--dpi", "30", "-o", "out"], "table.json"),
    kind("report", &["check", "a.yaml", "-o", "out/a"], "a"),
    kind("second report", &["check", "a.yaml", "--report", "sarif=out/a"], "a"),
    kind("part", &["smoke", "a.yaml", "--games", "2", "--shard", "1/1", "-o", "out/a"], "a"),
    kind("findings", &["check", "a.yaml", "--write-baseline", "out/a"], "a"),
    kind("page", &[BALANCE[0], BALANCE[1], BALANCE[2], BALANCE[3], BALANCE[4], BALANCE[5], "--html", "out/a"], "a"),
    kind(
        "shares",
        &[BALANCE[0], BALANCE[1], BALANCE[2], BALANCE[3], BALANCE[4], BALANCE[5], "--save-baseline", "out/a"],
        "a",
    ),
    kind("schema", &["schema", "template", "--write", "out"], "template.schema.json"),
    kind("manual", &["man", "--write", "out"], "muster-sweep-run.1"),
];

const SKELETON: Kind =
    Kind { name: "skeleton", arguments: &["new", "table-battles", "A", "-o", "out/a"], file: "a", again: false };

const FOREIGN: &str = "somebody: else's\n";

/// A project with a scenario and an empty folder for the output; the file to be written.
fn project(name: &str, kind: &Kind) -> (PathBuf, PathBuf) {
    let folder = folder(name);
    let skeleton = fs::read_to_string(root().join("scenarios/table-battles/hastings.yaml")).expect("a scenario");
    fs::write(folder.join("a.yaml"), skeleton).expect("a file");
    fs::create_dir(folder.join("out")).expect("a folder");
    fs::create_dir(folder.join("else")).expect("a folder");
    let file = folder.join("out").join(kind.file);
    (folder, file)
}

fn run(kind: &Kind, folder: &Path, more: &[&str]) -> Output {
    let output = muster(folder, &[kind.arguments, more].concat());
    for entry in ["out", "else"].iter().flat_map(|name| fs::read_dir(folder.join(name)).expect("a folder")) {
        let name = entry.expect("a file").file_name();
        assert!(!name.to_string_lossy().starts_with('.'), "{}: {name:?} is left", kind.name);
    }
    output
}

#[track_caller]
fn assert_refused(kind: &Kind, output: &Output, file: &Path, content: &[u8]) {
    assert_exit(output, 2);
    assert!(text(&output.stderr).contains(kind.file), "{}: {}", kind.name, text(&output.stderr));
    assert_eq!(fs::read(file).expect("a file"), content, "{}", kind.name);
}

fn mode(file: &Path) -> u32 {
    file.metadata().expect("a file").permissions().mode() & 0o7777
}

/// Tries a kind of output over everything that may stand in its place.
fn try_all(kind: &Kind) {
    let (folder, file) = project(&format!("overwriting-{}", kind.name.replace(' ', "-")), kind);
    let ok = |more: &[&str]| assert_exit(&run(kind, &folder, more), 0);
    let refused = |content: &[u8]| assert_refused(kind, &run(kind, &folder, &[]), &file, content);

    // Nothing, nothing but an empty file, an earlier output, somebody else's file.
    ok(&[]);
    let own = fs::read(&file).expect("an output");
    assert!(!own.is_empty());
    fs::write(folder.join("plain"), "").expect("a file");
    assert_eq!(mode(&file), mode(&folder.join("plain")), "{}", kind.name);
    if kind.again {
        ok(&[]);
        assert_eq!(fs::read(&file).expect("an output"), own, "{}", kind.name);
    } else {
        refused(&own);
    }
    fs::write(&file, "").expect("a file");
    ok(&[]);
    fs::write(&file, FOREIGN).expect("a file");
    refused(FOREIGN.as_bytes());
    ok(&["--force"]);
    assert_eq!(fs::read(&file).expect("an output"), own, "{}", kind.name);

    // What is read-only stays, whoever wrote it.
    fs::set_permissions(&file, Permissions::from_mode(0o444)).expect("a mode");
    refused(&own);
    fs::remove_file(&file).expect("a file");

    // A link is followed, whatever it leads to.
    let target = folder.join("else/target");
    symlink("../else/target", &file).expect("a link");
    ok(&[]);
    assert_eq!(fs::read(&target).expect("an output"), own, "{}", kind.name);
    assert_eq!(mode(&target), mode(&folder.join("plain")), "{}", kind.name);
    fs::write(&target, "").expect("a file");
    fs::set_permissions(&target, Permissions::from_mode(0o640)).expect("a mode");
    ok(&[]);
    assert_eq!((fs::read(&target).expect("an output"), mode(&target)), (own.clone(), 0o640), "{}", kind.name);
    fs::write(&target, FOREIGN).expect("a file");
    refused(FOREIGN.as_bytes());
    assert!(file.is_symlink());
    fs::remove_file(&file).expect("a link");

    // A folder is refused, a pipe written to.
    fs::create_dir(&file).expect("a folder");
    assert_exit(&run(kind, &folder, &["--force"]), 2);
    fs::remove_dir(&file).expect("an empty folder");
    assert!(Command::new("mkfifo").arg(&file).status().expect("mkfifo").success());
    let read = File::create(folder.join("read")).expect("a file");
    let mut reader = Command::new("cat").arg(&file).stdout(read).spawn().expect("cat");
    let output = run(kind, &folder, &[]);
    if output.status.code() != Some(0) {
        let _ = reader.kill();
    }
    reader.wait().expect("cat");
    assert_exit(&output, 0);
    assert_eq!(fs::read(folder.join("read")).expect("a file"), own, "{}", kind.name);
}

#[test]
fn an_output_takes_the_place_only_of_what_muster_wrote() {
    std::thread::scope(|scope| KINDS.iter().chain([&SKELETON]).for_each(|kind| _ = scope.spawn(|| try_all(kind))));
}

#[test]
fn a_report_takes_the_place_of_one_in_any_other_format() {
    let (folder, _) = project("overwriting-formats", &SKELETON);
    let scenario = fs::read_to_string(folder.join("a.yaml")).expect("a scenario");
    fs::write(folder.join("b.yaml"), scenario.replacen("  name:", "  nam:", 1)).expect("a file");
    let formats = ["full", "concise", "json", "json-lines", "sarif", "github", "gitlab", "junit"];
    for format in formats {
        for arguments in [
            &["check", "b.yaml"][..],
            &["check", "b.yaml", "--quiet"],
            &["check", "b.yaml", "--quiet", "--color", "always"],
            &["check", "b.yaml", "--quiet", "--statistics"],
            &["check", "a.yaml"],
            &["smoke", "a.yaml", "--games", "2"],
        ] {
            let output = muster(&folder, &[arguments, &["--output-format", format, "-o", "out/a"]].concat());
            assert_ne!(output.status.code(), Some(2), "{format} {arguments:?}: {}", text(&output.stderr));
        }
    }
}

#[test]
fn a_page_that_was_changed_by_hand_stays() {
    let page = KINDS.iter().find(|kind| kind.name == "page").expect("a kind");
    let (folder, file) = project("overwriting-changed-page", page);
    assert_exit(&run(page, &folder, &[]), 0);
    let own = fs::read(&file).expect("an output");
    let changed = text(&own).replacen("</h1>", "</h1><p>Look at this!</p>", 1).into_bytes();
    assert_ne!(changed, own);
    fs::write(&file, &changed).expect("a file");
    assert_refused(page, &run(page, &folder, &[]), &file, &changed);
    assert_exit(&run(page, &folder, &["--force"]), 0);
    assert_eq!(fs::read(&file).expect("an output"), own);
}

#[test]
fn a_baseline_that_cannot_be_read_is_not_lost() {
    let (folder, _) = project("overwriting-baseline", &SKELETON);
    let broken = r#"{"version": 1, "findings": {"other.yaml": {"": {"MU101": 1}}}"#;
    fs::write(folder.join("known.json"), broken).expect("a file");
    let output = muster(&folder, &["check", "a.yaml", "--write-baseline", "known.json"]);
    assert_exit(&output, 2);
    assert!(text(&output.stderr).contains("would lose what it lists for other files"), "{}", text(&output.stderr));
    assert_eq!(fs::read_to_string(folder.join("known.json")).expect("a file"), broken);
    assert_exit(&muster(&folder, &["check", "a.yaml", "--write-baseline", "known.json", "--force"]), 0);
}

#[test]
fn a_play_that_was_changed_by_hand_stays() {
    let folder = folder("overwriting-plays");
    fs::write(folder.join("a.yaml"), crate::smallest::ENDLESS).expect("a file");
    let smoke = |more: &[&str]| {
        let arguments = ["smoke", "a.yaml", "--games", "1", "--turn-limit", "200", "--write-plays", "plays"];
        text(&muster(&folder, &[&arguments, more].concat()).stdout)
    };
    let names = || {
        let entries = fs::read_dir(folder.join("plays")).expect("a folder");
        let mut names: Vec<_> = entries.map(|entry| entry.expect("a file").file_name()).collect();
        names.sort();
        names
    };
    smoke(&[]);
    let (play, scenario) = (folder.join("plays/a-endless.yaml"), folder.join("plays/a-endless.scenario.yaml"));
    let own = fs::read_to_string(&play).expect("a play");
    smoke(&[]);
    assert_eq!(fs::read_to_string(&play).expect("a play"), own);
    assert_eq!(names().len(), 2, "written anew: {:?}", names());

    // The scenario that goes with a play stays too.
    let changed = fs::read_to_string(&scenario).expect("a scenario") + "# mine\n";
    fs::write(&scenario, &changed).expect("a file");
    let output = smoke(&[]);
    assert!(output.contains("plays/a-endless-2.yaml"), "{output}");
    assert_eq!(fs::read_to_string(&scenario).expect("a scenario"), changed);
    assert_eq!(fs::read_to_string(&play).expect("a play"), own);
    smoke(&[]);
    assert_eq!(names().len(), 4, "the second name is taken again: {:?}", names());
    smoke(&["--force"]);
    assert_ne!(fs::read_to_string(&scenario).expect("a scenario"), changed);

    // A scenario that was read stands where a play would be written: nothing takes its place.
    fs::create_dir(folder.join("here")).expect("a folder");
    let name = "here/a-endless.scenario.yaml";
    fs::write(folder.join(name), crate::smallest::ENDLESS).expect("a file");
    let arguments =
        ["smoke", "a.yaml", name, "--games", "1", "--turn-limit", "200", "--write-plays", "here", "--force"];
    muster(&folder, &arguments);
    assert_eq!(fs::read_to_string(folder.join(name)).expect("a scenario"), crate::smallest::ENDLESS);
}

/// A scenario that `--fix` fixes, and the same once it is fixed.
fn mendable(folder: &Path) -> String {
    let scenario = fs::read_to_string(root().join("scenarios/table-battles/hastings.yaml")).expect("a scenario");
    let before = scenario.replacen("formations:", "Formations:", 1);
    fs::write(folder.join("a.yaml"), &before).expect("a file");
    before
}

#[test]
fn a_file_that_is_mended_keeps_its_link_and_its_mode() {
    let folder = folder("overwriting-mended");
    let before = mendable(&folder);
    fs::set_permissions(folder.join("a.yaml"), Permissions::from_mode(0o600)).expect("a mode");
    symlink("a.yaml", folder.join("link.yaml")).expect("a link");
    muster(&folder, &["check", "link.yaml", "--fix"]);
    assert!(folder.join("link.yaml").is_symlink());
    assert_ne!(fs::read_to_string(folder.join("a.yaml")).expect("a file"), before);
    assert_eq!(mode(&folder.join("a.yaml")), 0o600);
}

#[test]
fn a_read_only_file_is_not_mended() {
    let folder = folder("overwriting-read-only");
    let before = mendable(&folder);
    fs::set_permissions(folder.join("a.yaml"), Permissions::from_mode(0o444)).expect("a mode");
    let output = muster(&folder, &["check", "a.yaml", "--fix"]);
    assert_exit(&output, 2);
    assert!(text(&output.stderr).contains("cannot write `a.yaml`: it is read-only"), "{}", text(&output.stderr));
    assert_eq!(fs::read_to_string(folder.join("a.yaml")).expect("a file"), before);
}

#[test]
fn a_file_that_changed_since_it_was_read_is_not_mended() {
    let folder = folder("overwriting-changed");
    let before = mendable(&folder);
    let pipe = folder.join("known");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
    let mut muster = command(&folder, &["check", "a.yaml", "--baseline", "known", "--fix"]);
    let child = muster.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program");
    // The pipe can be opened once the program reads the baseline, which it does after the files.
    let mut baseline = fs::OpenOptions::new().write(true).open(&pipe).expect("a pipe");
    let changed = format!("{before}# mine\n");
    fs::write(folder.join("a.yaml"), &changed).expect("a file");
    // It is read again whenever something was fixed: from a file then, which needs nobody who writes at the same time.
    let known = r#"{"version": 1, "findings": {}}"#;
    fs::remove_file(&pipe).expect("a pipe");
    fs::write(&pipe, known).expect("a file");
    baseline.write_all(known.as_bytes()).expect("a pipe");
    drop(baseline);
    let output = child.wait_with_output().expect("the program");
    assert_exit(&output, 2);
    assert!(text(&output.stderr).contains("`a.yaml` has changed since it was read"), "{}", text(&output.stderr));
    assert_eq!(fs::read_to_string(folder.join("a.yaml")).expect("a file"), changed);
}

#[test]
fn a_terminated_program_leaves_nothing_beside_its_outputs() {
    let (folder, _) = project("overwriting-terminated", &SKELETON);
    let arguments = ["print", "a.yaml", "--format", "png", "--dpi", "600", "-o", "out"];
    let mut child = command(&folder, &arguments).stdout(Stdio::null()).spawn().expect("the program");
    let names = || {
        let entries = fs::read_dir(folder.join("out")).expect("a folder");
        entries.map(|entry| entry.expect("a file").file_name().to_string_lossy().into_owned()).collect::<Vec<_>>()
    };
    while names().is_empty() && child.try_wait().expect("the program").is_none() {
        std::thread::yield_now();
    }
    assert!(Command::new("kill").arg(child.id().to_string()).status().expect("kill").success());
    let status = child.wait().expect("the program");
    assert!(status.signal() == Some(15) || status.success(), "{status}");
    assert!(names().iter().all(|name| name.ends_with(".png") && !name.starts_with('.')), "{:?}", names());
    for name in names() {
        assert!(
            muster_core::print::image::read_png(&fs::read(folder.join("out").join(&name)).expect("a file")).is_ok(),
            "{name}"
        );
    }
}

#[test]
fn temporary_files_of_killed_programs_are_removed() {
    let folder = folder("overwriting-stale");
    for name in [".muster-1-1.tmp", ".muster-2-7.tmp", ".muster-notes.tmp"] {
        fs::write(folder.join(name), "half").expect("a file");
    }
    // A program that still writes has its file locked.
    let used = File::open(folder.join(".muster-2-7.tmp")).expect("a file");
    used.lock().expect("a lock");
    assert_exit(&muster(&folder, &["schema", "--write", "."]), 0);
    let there = |name: &str| folder.join(name).exists();
    assert!(!there(".muster-1-1.tmp") && there(".muster-2-7.tmp") && there(".muster-notes.tmp"));
}

#[test]
fn a_file_that_only_looks_like_a_report_is_not_written_over() {
    let folder = folder("overwriting-alike");
    let file = folder.join("notes.txt");
    let output = file.to_str().expect("UTF-8");
    let made = muster(root(), &["smoke", WHITE_MOUNTAIN, "--games", "2", "--shard", "1/1"]);
    assert_exit(&made, 0);
    let part = text(&made.stdout);
    let alike = [
        "system: table-battles\nformations: []\n# both scenarios pass muster\n",
        "system: table-battles\nformations: []\n3 files OK\n",
        "# Notes\n\nMy three decks pass muster\n",
        "{\"scenarios\": [1, 2]}",
        "{\"plays\": []}\n{\"mine\": 1}",
        part.as_str(),
    ];
    for alike in alike {
        fs::write(&file, alike).expect("a file");
        let refused = muster(root(), &["check", WHITE_MOUNTAIN, "-o", output]);
        assert_exit(&refused, 2);
        assert_eq!(fs::read_to_string(&file).expect("a file"), alike);
    }
}

#[test]
fn a_baseline_that_was_read_is_not_written_over_whatever_is_forced() {
    let folder = folder("overwriting-known");
    fs::copy(root().join(WHITE_MOUNTAIN), folder.join("a.yaml")).expect("a scenario");
    let baseline = "{\"version\": 1, \"findings\": {}}\n";
    for (settings, arguments) in [
        ("", &["check", "a.yaml", "--baseline", "b.json", "-o", "b.json", "--force"][..]),
        ("baseline = \"b.json\"\n", &["check", "a.yaml", "-o", "b.json", "--force"]),
        ("baseline = \"b.json\"\n", &["print", "a.yaml", "-o", "b.json", "--force"]),
    ] {
        fs::write(folder.join("muster.toml"), settings).expect("settings");
        fs::write(folder.join("b.json"), baseline).expect("a baseline");
        assert_exit(&muster(&folder, arguments), 2);
        assert_eq!(fs::read_to_string(folder.join("b.json")).expect("a baseline"), baseline, "{arguments:?}");
    }
}

#[test]
fn what_is_read_is_not_written_over_whatever_is_forced() {
    let folder = folder("overwriting-read");
    let scenario = fs::read_to_string(root().join(WHITE_MOUNTAIN)).expect("a scenario");
    let named = scenario.replacen("    name: Thurn\n", "    name: Thurn\n    art: thurn.png\n", 1);
    let named = named.replacen("scenario:\n", "scenario:\n  art: {default: \"art/{card}.png\"}\n", 1);
    fs::write(folder.join("a.yaml"), named).expect("a scenario");
    fs::write(folder.join("b.yaml"), &scenario).expect("a scenario");
    fs::write(folder.join("deck.csv"), &scenario).expect("a scenario");
    fs::create_dir_all(folder.join("art")).expect("a folder");
    for picture in ["thurn.png", "art/7A.png"] {
        fs::write(folder.join(picture), "somebody's picture").expect("a picture");
    }
    fs::copy(root().join("examples/spreadsheet/cards.csv"), folder.join("cards.csv")).expect("a table");
    for part in ["1", "2"] {
        let (shard, file) = (format!("{part}/2"), format!("part{part}.json"));
        assert_exit(&muster(&folder, &["smoke", "b.yaml", "--games", "2", "--shard", &shard, "-o", &file]), 0);
    }
    for (file, arguments) in [
        ("cards.csv", &["sheet", "new", "cards.csv", "--system", "table-battles", "-o", "cards.csv"][..]),
        ("deck.csv", &["sheet", "export", "deck.csv", "-o", "deck.csv"]),
        ("thurn.png", &["check", "a.yaml", "-o", "thurn.png"]),
        ("art/7A.png", &["check", "a.yaml", "-o", "art/7A.png"]),
        ("thurn.png", &["check", "a.yaml", "--report", "sarif=thurn.png"]),
        ("thurn.png", &["print", "a.yaml", "--preview", "thurn.png"]),
        ("thurn.png", &["export", "vassal", "a.yaml", "-o", "thurn.png"]),
        ("part1.json", &["merge", "part1.json", "part2.json", "--report", "sarif=part1.json"]),
    ] {
        let before = fs::read(folder.join(file)).expect("a file");
        let output = muster(&folder, &[arguments, &["--force"]].concat());
        assert_exit(&output, 2);
        let said = text(&output.stderr);
        assert!(said.contains(&format!("`{file}` is one of the input files and was not overwritten")), "{said}");
        assert_eq!(fs::read(folder.join(file)).expect("a file"), before, "{arguments:?}");
    }
}

#[test]
fn a_pdf_that_a_reader_has_changed_stays() {
    let (folder, _) = project("overwriting-annotated", &SKELETON);
    let print =
        |more: &[&str]| muster(&folder, &[&["print", "a.yaml", "--only", "901A", "-o", "a.pdf"], more].concat());
    // At home and for a press, whose PDF has its table in another form.
    let press = ["--profile", "drive-thru-cards", "-A", "MU701,MU702,MU703,MU704,MU705,MU706"];
    for arguments in [&[][..], &press] {
        assert_exit(&print(&[arguments, &["--force"]].concat()), 0);
        assert_exit(&print(arguments), 0);
        let own = fs::read(folder.join("a.pdf")).expect("a PDF");
        let end = own.len();
        let whole = String::from_utf8_lossy(&own);
        let table = whole.rsplit("startxref").next().and_then(|rest| rest.split_whitespace().next()).expect("a place");
        // What is added to a PDF comes at its end, with a table that names the earlier one.
        let object = "9999 0 obj\n<</Type/Annot/Subtype/Text/Contents(mine)>>\nendobj\n";
        let trailer = format!("xref\n0 0\ntrailer\n<</Size 10000/Prev {table}>>\n");
        let remark = format!("\n{object}{trailer}startxref\n{}\n%%EOF\n", end + 1 + object.len());
        let cut = own[..end - 30].to_vec();
        let mut in_place = own.clone();
        in_place[end / 2] ^= 1;
        for changed in [[&own[..], remark.as_bytes()].concat(), [&own[..], b"\n% mine\n"].concat(), cut, in_place] {
            fs::write(folder.join("a.pdf"), &changed).expect("a file");
            let output = print(arguments);
            assert_exit(&output, 2);
            assert!(text(&output.stderr).contains("`a.pdf` was not written by muster"), "{}", text(&output.stderr));
            assert_eq!(fs::read(folder.join("a.pdf")).expect("a file"), changed);
        }
        assert_exit(&print(&[arguments, &["--force"]].concat()), 0);
        assert_eq!(fs::read(folder.join("a.pdf")).expect("a file"), own);
    }
}

#[test]
fn reports_of_other_programs_stay() {
    let (folder, _) = project("overwriting-others", &SKELETON);
    let others = [
        "a.py:1: error: Name \"x\" is not defined  [name-defined]\nFound 3 errors in 2 files (checked 10 source files)\n",
        "src/a.ts(1,1): error TS2304: Cannot find name\n\nFound 1 error in 1 file.\n",
        "error[E0308]: mismatched types\n --> a.rs:1:1\n\nFound 1 error in 1 file\n",
        r#"[{"check_name": "no-unused-vars", "fingerprint": "0123", "description": "x", "location": {"path": "a.js"}}]"#,
        "::error title=Ruff (F401),file=a.py,line=1,col=8::a.py:1:8: F401 unused\n",
        r#"{"version": 1, "findings": [{"code": "no-undef", "message": "x", "pointer": ""}], "summary": {}}"#,
        r#"{"code": "F401", "severity": "error", "message": "x", "pointer": "/a"}"#,
        r#"{"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "semgrep"}}, "results": []}]}"#,
        "<testsuites name=\"pytest\"></testsuites>\n",
    ];
    for other in others {
        for arguments in [&["-o", "out/a"][..], &["--report", "gitlab=out/a"]] {
            fs::write(folder.join("out/a"), other).expect("a file");
            let output = muster(&folder, &[&["check", "a.yaml"], arguments].concat());
            assert_exit(&output, 2);
            assert_eq!(fs::read_to_string(folder.join("out/a")).expect("a file"), other);
        }
    }
}
