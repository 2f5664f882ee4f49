//! Where findings go and how they look there: several files at once, counts, limits, colours, links, width.

use std::fs;
use std::path::PathBuf;

use camino::Utf8PathBuf;
use muster_core::diag::{Code, Diagnostic, Format, Hidden, Report, ReportStyle, Severity};
use muster_core::source::{Address, Pointer, Sources};

use crate::cli::{WHITE_MOUNTAIN, assert_exit, command, folder, muster, root, text};

/// A folder with a scenario that has two errors of one code and one of another.
fn broken(name: &str) -> PathBuf {
    let folder = folder(name);
    let text = fs::read_to_string(root().join(WHITE_MOUNTAIN)).expect("a scenario");
    let text = text.replacen("[Schlick]", "[Schlik, Schlic]", 1).replacen(
        "type: screen, targets: [Hohenlohe]",
        "type: screen, targets: [Hohenloe]",
        1,
    );
    fs::write(folder.join("broken.yaml"), text).expect("a file");
    folder
}

#[test]
fn several_forms_are_written_at_once_each_to_its_file() {
    let folder = broken("outputs");
    let reports = ["--report", "sarif=out.sarif", "--report", "junit=out.xml", "--report", "full=out.txt"];
    let output = muster(&folder, &[&["check", "--output-format", "concise"][..], &reports].concat());
    assert_exit(&output, 1);
    assert!(text(&output.stdout).starts_with("broken.yaml:"));
    let read = |name: &str| fs::read_to_string(folder.join(name)).expect("a report");
    assert_eq!(serde_json::from_str::<serde_json::Value>(&read("out.sarif")).expect("JSON")["version"], "2.1.0");
    assert!(read("out.xml").starts_with("<?xml"));
    assert!(read("out.txt").contains("did you mean `Schlick`?") && !read("out.txt").contains('\x1b'));
    for wrong in ["sarif", "sariff=a", "sarif="] {
        assert_exit(&muster(&folder, &["check", "--report", wrong]), 2);
    }
}

#[test]
fn findings_are_counted_or_cut_short() {
    let folder = broken("counted");
    let counted = muster(&folder, &["check", "--statistics"]);
    assert_exit(&counted, 1);
    let out = text(&counted.stdout);
    assert!(
        out.starts_with(
            "     2  error    TB101 (unknown-target)\n     1  error    TB102 (unknown-screen)\nFound 3 errors"
        ),
        "{out}"
    );
    for form in ["full", "concise"] {
        let cut = muster(&folder, &["check", "--max-problems", "1", "--output-format", form]);
        assert_exit(&cut, 1);
        let out = text(&cut.stdout);
        assert!(out.contains("\n2 errors not shown (`--max-problems 1`)\nFound 3 errors"), "{out}");
        assert_eq!(out.matches("broken.yaml:").count(), 1, "{out}");
        // The worst come first, wherever they stand.
        let cut = muster(&folder, &["check", "--max-problems", "1", "--output-format", form, "-W", "TB101"]);
        let out = text(&cut.stdout);
        assert!(out.contains("TB102") && !out.contains("TB101"), "{out}");
        assert!(out.contains("\n2 warnings not shown (`--max-problems 1`)\nFound 1 error, 2 warnings in"), "{out}");
    }
}

#[test]
fn colours_follow_the_environment_and_the_option() {
    let folder = broken("colours");
    let coloured = |set: &[(&str, &str)], arguments: &[&str]| {
        let mut command = command(&folder, &[&["check", "--output-format", "concise"], arguments].concat());
        for name in ["NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE", "CLICOLOR"] {
            command.env_remove(name);
        }
        text(&command.envs(set.iter().copied()).output().expect("the program").stdout).contains('\x1b')
    };
    assert!(!coloured(&[], &[]), "not a terminal");
    assert!(coloured(&[("FORCE_COLOR", "1")], &[]));
    assert!(coloured(&[("CLICOLOR_FORCE", "1")], &[]));
    assert!(!coloured(&[("FORCE_COLOR", "0")], &[]));
    assert!(!coloured(&[("FORCE_COLOR", "1"), ("NO_COLOR", "1")], &[]));
    assert!(coloured(&[("NO_COLOR", "1")], &["--color", "always"]));
    assert!(!coloured(&[("FORCE_COLOR", "1")], &["--color", "never"]));
}

#[test]
fn messages_are_wrapped_at_the_width_of_the_terminal() {
    let folder = broken("width");
    let widest = |columns: Option<&str>| {
        let mut command = command(&folder, &["check"]);
        command.env_remove("COLUMNS");
        command.envs(columns.map(|columns| ("COLUMNS", columns)));
        let out = text(&command.output().expect("the program").stdout);
        let messages = out.lines().filter(|line| line.starts_with("  ×") || line.starts_with("  │"));
        messages.map(|line| line.chars().count()).max().expect("messages")
    };
    assert!((100..=120).contains(&widest(None)), "{}", widest(None));
    assert!(widest(Some("60")) <= 60);
    assert_eq!(widest(Some("1000")), widest(None));
}

#[test]
fn places_are_links_only_where_that_is_wanted() {
    let code = Code::new("XX1", "x", Severity::Error, "");
    let mut sources = Sources::default();
    let file = sources.add(Utf8PathBuf::from("a b.yaml"), "a: 1\n".to_owned());
    let findings = [Diagnostic::new(code, Address::value(file, Pointer::root()), "wrong")];
    let report = Report { sources: &sources, findings: &findings, files: 1, hidden: Hidden::default(), extra: None };
    for format in [Format::Full, Format::Concise] {
        let written = |links: Option<&str>| {
            let mut out = Vec::new();
            let style = ReportStyle { links: links.map(Utf8PathBuf::from), ..ReportStyle::default() };
            format.write(&mut out, &report, &style).expect("memory");
            String::from_utf8(out).expect("UTF-8")
        };
        let linked = written(Some("/home"));
        assert!(linked.contains("\x1b]8;;file:///home/a%20b.yaml\x1b\\a b.yaml:1:1\x1b]8;;\x1b\\"), "{linked:?}");
        assert!(!written(None).contains('\x1b'));
    }
}

#[test]
fn what_makes_the_exit_code_1_is_a_failure_of_junit() {
    let folder = folder("junit-failures");
    let scenario = fs::read_to_string(root().join(WHITE_MOUNTAIN)).expect("a scenario");
    // Its only finding is a warning.
    fs::write(folder.join("a.yaml"), scenario.replacen("set: Base game", "set: No", 1)).expect("a file");
    let junit = |more: &[&str]| muster(&folder, &[&["check", "--output-format", "junit"], more].concat());
    let passes = junit(&[]);
    assert_exit(&passes, 0);
    let xml = text(&passes.stdout);
    assert!(xml.contains("tests=\"1\" failures=\"0\"") && xml.contains("<system-out>"), "{xml}");
    fs::write(folder.join("muster.toml"), "fail-on = \"warning\"\n").expect("a file");
    let fails = junit(&[]);
    assert_exit(&fails, 1);
    let xml = text(&fails.stdout);
    assert!(xml.contains("tests=\"1\" failures=\"1\"") && xml.contains("<failure message="), "{xml}");
    assert!(!xml.contains("<system-out>"), "{xml}");
    // The option has the last word, and what may fail does not depend on whether anything is to fail.
    let xml = text(&junit(&["--fail-on", "error"]).stdout);
    assert!(xml.contains("failures=\"0\""), "{xml}");
    let zero = junit(&["--exit-zero"]);
    assert_exit(&zero, 0);
    assert!(text(&zero.stdout).contains("failures=\"1\""));
}
