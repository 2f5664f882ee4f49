//! Outputs for programs are as their formats want them: validated against the schemas of the formats, within the limits
//! of who reads them.

use std::fs;

use camino::Utf8PathBuf;
use muster_core::diag::{Code, Diagnostic, Format, Hidden, Report, ReportStyle, Severity};
use muster_core::source::{Address, Pointer, Sources};
use serde_json::Value;

use crate::cli::{WHITE_MOUNTAIN, assert_exit, muster, root, text};
use crate::formats::specimen;

#[track_caller]
pub(crate) fn assert_valid(schema: &str, output: &Value) {
    let schema = fs::read_to_string(root().join(schema)).expect("a schema");
    // One pattern of the official schema of SARIF has a bracket too many, which not every engine takes.
    let schema: Value = serde_json::from_str(&schema.replace("{2}]?$", "{2}$")).expect("JSON");
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    let errors: Vec<String> = validator.iter_errors(output).map(|e| format!("{}: {e}", e.instance_path())).collect();
    assert_eq!(errors, Vec::<String>::new());
}

/// So many findings, the last one an error and the others warnings.
fn written(format: Format, count: usize) -> String {
    let code = Code::new("XX101", "some-code", Severity::Warning, "# some-code (XX101)\n");
    let mut sources = Sources::default();
    let file = sources.add(Utf8PathBuf::from("a.yaml"), "a: 1\n".to_owned());
    let mut findings: Vec<_> = (0..count)
        .map(|i| Diagnostic::new(code, Address::value(file, Pointer::root()), format!("finding {i}")))
        .collect();
    findings.last_mut().expect("a finding").severity = Severity::Error;
    let report = Report { sources: &sources, findings: &findings, files: 1, hidden: Hidden::default(), extra: None };
    let mut out = Vec::new();
    format.write(&mut out, &report, &ReportStyle::default()).expect("memory");
    String::from_utf8(out).expect("UTF-8")
}

fn specimen_in(format: Format) -> Value {
    let (sources, findings) = specimen();
    let report = Report { sources: &sources, findings: &findings, files: 2, hidden: Hidden::default(), extra: None };
    let mut out = Vec::new();
    format.write(&mut out, &report, &ReportStyle::default()).expect("memory");
    serde_json::from_slice(&out).expect("JSON")
}

/// The schema of OASIS, as the crate serde-sarif (MIT) carries it.
const SARIF: &str = "tests/it/sarif-2.1.0.schema.json";

#[test]
fn sarif_is_valid_by_its_official_schema() {
    assert_valid(SARIF, &specimen_in(Format::Sarif));
    let thirty = muster(
        root(),
        &["check", "tests/it/thirty-mistakes.yaml", "tests/it/schema-mistakes.yaml", "--output-format", "sarif"],
    );
    assert_exit(&thirty, 0);
    let log: Value = serde_json::from_slice(&thirty.stdout).expect("JSON");
    assert!(log["runs"][0]["results"].as_array().expect("results").len() > 20);
    assert_valid(SARIF, &log);
}

#[test]
#[should_panic(expected = "left == right")]
fn the_schema_of_sarif_is_not_a_blank() {
    let mut log = specimen_in(Format::Sarif);
    log["runs"][0]["results"][0]["level"] = "fatal".into();
    assert_valid(SARIF, &log);
}

#[test]
fn sarif_keeps_the_limits_of_github() {
    let log: Value = serde_json::from_str(&written(Format::Sarif, 25_010)).expect("JSON");
    let run = &log["runs"][0];
    let results = run["results"].as_array().expect("results");
    assert_eq!(results.len(), 25_000);
    assert_eq!(results[0]["level"], "error", "the worst are kept");
    let note = &run["invocations"][0]["toolExecutionNotifications"][0]["message"]["text"];
    assert_eq!(note, "10 findings were omitted: GitHub accepts 25000 results");
    assert_valid(SARIF, &log);
    assert!(run["tool"]["driver"]["rules"][0]["properties"]["tags"].as_array().is_none_or(|tags| tags.len() <= 20));
}

#[test]
fn marks_stay_when_lines_and_neighbours_move() {
    let marks = |scenario: &str| {
        let (path, bytes) = (Utf8PathBuf::from("a.yaml"), scenario.as_bytes().to_vec());
        let review = muster::review::review(&[(path, bytes)], &|path| fs::read(path), muster_games::SYSTEMS);
        let findings = muster_core::diag::finish(review.findings, &review.sources);
        let report =
            Report { sources: &review.sources, findings: &findings, files: 1, hidden: Hidden::default(), extra: None };
        let mut out = Vec::new();
        Format::Sarif.write(&mut out, &report, &ReportStyle::default()).expect("memory");
        let log: Value = serde_json::from_slice(&out).expect("JSON");
        let results = log["runs"][0]["results"].as_array().expect("results").clone();
        let marks = results.iter().map(|r| r["partialFingerprints"]["primaryLocationLineHash"].clone());
        marks.collect::<Vec<_>>()
    };
    let scenario =
        fs::read_to_string(root().join(WHITE_MOUNTAIN)).expect("a scenario").replacen("[Schlick]", "[Schlik]", 1);
    let moved = scenario.replacen(
        "formations:\n",
        "# a line more\nformations:\n  - {card: 99B, name: Extra, wing: red, strength: 1, dice: 6}\n",
        1,
    );
    let (before, after) = (marks(&scenario), marks(&moved));
    assert_eq!(before.len(), 1);
    assert!(after.contains(&before[0]), "{before:?} {after:?}");
}

#[test]
fn annotations_beyond_what_github_shows_are_lines_of_the_log() {
    let out = written(Format::Github, 14);
    let lines: Vec<&str> = out.lines().collect();
    assert!(lines[0].starts_with("::error ") && lines[1].starts_with("::warning "), "{out}");
    assert_eq!(lines.iter().filter(|line| line.starts_with("::")).count(), 11);
    assert_eq!(lines[11], "a.yaml:1:1: warning[XX101] finding 10");
    assert_eq!(lines.last(), Some(&"GitHub shows 10 annotations of each kind; only in this log: 3 warnings"));
    assert_eq!(written(Format::Github, 1).lines().count(), 1);
}

#[test]
fn json_is_as_its_committed_schema_says() {
    const FINDINGS: &str = "schema/findings.schema.json";
    assert_valid(FINDINGS, &specimen_in(Format::Json));
    for arguments in [
        &["check", "tests/it/thirty-mistakes.yaml", "tests/it/schema-mistakes.yaml"][..],
        &["smoke", WHITE_MOUNTAIN, "--games", "3"],
        &["balance", WHITE_MOUNTAIN, "--games", "3", "--comparisons", "0"],
        &["replay", "scenarios/table-battles/plays/white-mountain-morale.yaml"],
        &["review", "scenarios/table-battles/plays/white-mountain-morale.yaml", "--games", "1"],
    ] {
        let output = muster(root(), &[arguments, &["--output-format", "json"]].concat());
        let json: Value = serde_json::from_str(&text(&output.stdout)).expect("JSON");
        assert_valid(FINDINGS, &json);
    }
}

#[test]
fn sarif_says_what_a_code_means() {
    let output = muster(root(), &["check", "tests/it/thirty-mistakes.yaml", "--output-format", "sarif"]);
    let log: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let rules = log["runs"][0]["tool"]["driver"]["rules"].as_array().expect("rules");
    assert!(!rules.is_empty());
    for rule in rules {
        let [short, full] = ["shortDescription", "fullDescription"].map(|of| rule[of]["text"].as_str().expect("text"));
        assert!(full.starts_with(short) && short.ends_with('.') && short.contains(' '), "{rule}");
    }
}
