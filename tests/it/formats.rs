//! One specimen sheet of findings, in every format; and enough findings to see that none is slow.

use camino::Utf8PathBuf;
use muster_core::diag::{Code, Diagnostic, Format, Hidden, Report, ReportStyle, Severity, Sink, finish};
use muster_core::load;
use muster_core::source::{Address, FileId, Pointer, Sources};

const UNKNOWN: Code =
    Code::new("XX101", "unknown-target", Severity::Error, "# unknown-target (XX101)\n\nA target is unknown.\n");
const TWICE: Code = Code::new("XX102", "card-twice", Severity::Warning, "# card-twice (XX102)\n");
const DECK: Code = Code::new("XX103", "unused-deck", Severity::Info, "# unused-deck (XX103)\n");

fn value(file: FileId, pointer: &str) -> Address {
    Address::value(file, Pointer::parse(pointer))
}

/// Two files with findings of every severity: in one place, in two places, in two files, on a long line.
pub(crate) fn specimen() -> (Sources, Vec<Diagnostic>) {
    let (mut sources, mut sink) = (Sources::default(), Sink::default());
    let mut add =
        |path: &str, text: &str| load::read(&mut sources, Utf8PathBuf::from(path), text.as_bytes(), &mut sink);
    let battle = add(
        "battles/dürrenstein, 1805.yaml",
        "formations:\n  - {name: Dürrenstein, targets: [Kutusow, Mortier]}\n  - name: Kutuzow\n    card: 7A\n  # a gap\n  #\n  #\n  #\n  - name: Mortier\n    card: 7A\n",
    );
    let deck = add("decks/guns.yaml", &format!("# guns\ncard: 7A\ncards: [{}, 7A]\n", vec!["1A"; 200].join(", ")));
    assert!(sink.is_empty(), "{sink:?}");
    let target = value(battle, "/formations/0/targets/0");
    let findings = [
        Diagnostic::new(DECK, value(deck, "/cards/200"), "no checked file uses this deck"),
        Diagnostic::new(UNKNOWN, target.clone(), "unknown enemy formation `Kutusow`; <there are \"two\" & 50%>")
            .help("did you mean `Kutuzow`?")
            .replace(true, target, "Kutuzow"),
        Diagnostic::new(TWICE, value(battle, "/formations/2/card"), "card `7A` is defined three times")
            .with_related(value(battle, "/formations/1/card"), "first here")
            .with_related(value(deck, "/card"), "and in another file"),
    ];
    // Said twice, found once.
    let findings = [findings.clone(), findings].concat();
    let findings = finish(findings, &sources);
    (sources, findings)
}

/// The specimen in a format.
fn written(format: Format, colours: bool) -> String {
    let (sources, findings) = specimen();
    let played = serde_json::json!([{"ok": true}]);
    let report = Report {
        sources: &sources,
        findings: &findings,
        files: 2,
        hidden: Hidden::default(),
        extra: Some(("plays", &played)),
    };
    text(format, &report, colours).replace(env!("CARGO_PKG_VERSION"), "VERSION")
}

fn text(format: Format, report: &Report<'_>, colours: bool) -> String {
    let mut out = Vec::new();
    format.write(&mut out, report, &ReportStyle { colours, ..ReportStyle::default() }).expect("memory");
    String::from_utf8(out).expect("UTF-8")
}

#[test]
fn people_see_lines_marks_and_a_summary() {
    insta::assert_snapshot!("full", written(Format::Full, false));
    insta::assert_snapshot!("concise", written(Format::Concise, false));
}

#[test]
fn colours_change_nothing_but_the_colours() {
    for format in [Format::Full, Format::Concise] {
        let colours = written(format, true);
        assert!(colours.contains('\x1b'));
        let mut plain = String::new();
        for (i, part) in colours.split("\x1b[").enumerate() {
            plain += if i == 0 { part } else { part.split_once('m').expect("a colour").1 };
        }
        assert_eq!(plain, written(format, false));
    }
}

#[test]
fn programs_get_their_own_formats() {
    insta::assert_snapshot!("json", written(Format::Json, false));
    insta::assert_snapshot!("json-lines", written(Format::JsonLines, false));
    insta::assert_snapshot!("github", written(Format::Github, false));
    insta::assert_snapshot!("junit", written(Format::Junit, false));
    let pretty = |format| {
        let value: serde_json::Value = serde_json::from_str(&written(format, false)).expect("JSON");
        format!("{value:#}")
    };
    insta::assert_snapshot!("sarif", pretty(Format::Sarif));
    insta::assert_snapshot!("gitlab", pretty(Format::Gitlab));
}

#[test]
fn no_findings_are_written_too() {
    let (mut sources, mut sink) = (Sources::default(), Sink::default());
    load::read(&mut sources, Utf8PathBuf::from("a.yaml"), b"a: 1", &mut sink);
    let report = Report { sources: &sources, findings: &[], files: 1, hidden: Hidden::default(), extra: None };
    let summary = r#"{"version":1,"findings":[],"summary":{"files":1,"errors":0,"warnings":0,"infos":0}}"#;
    assert_eq!(text(Format::Json, &report, false).trim(), summary);
    assert_eq!(text(Format::Full, &report, false), "1 file OK\n");
    assert_eq!(text(Format::Concise, &Report { files: 3, ..report }, false), "3 files OK\n");
    assert_eq!(text(Format::Full, &Report { files: 0, ..report }, false), "No files checked\n");
}

#[test]
fn many_findings_are_shown_in_full_only_at_first() {
    let (mut sources, mut sink) = (Sources::default(), Sink::default());
    let items = "- x\n".repeat(3000);
    let file = load::read(&mut sources, Utf8PathBuf::from("a.yaml"), items.as_bytes(), &mut sink);
    let findings: Vec<_> =
        (0..3000).map(|i| Diagnostic::new(DECK, value(file, &format!("/{i}")), "one more")).collect();
    let out = text(
        Format::Full,
        &Report { sources: &sources, findings: &findings, files: 1, hidden: Hidden::default(), extra: None },
        false,
    );
    assert_eq!(out.matches("╰").count(), 1000);
    assert_eq!(out.lines().rev().nth(1), Some("a.yaml:3000:3: info[XX103] one more"));
}

#[test]
fn a_long_line_is_cut_with_marks_and_its_label_with_it() {
    let (mut sources, mut sink) = (Sources::default(), Sink::default());
    let line = format!("a: [{}, {}, {}]\n", "é".repeat(200), "ü".repeat(400), "o".repeat(200));
    let file = load::read(&mut sources, Utf8PathBuf::from("a.yaml"), line.as_bytes(), &mut sink);
    let findings = [Diagnostic::new(DECK, value(file, "/a/1"), "too long")];
    let report = Report { sources: &sources, findings: &findings, files: 1, hidden: Hidden::default(), extra: None };
    let out = text(Format::Full, &report, false);
    let row = |of: &str| out.lines().find(|row| row.contains(of)).expect("a row").chars().collect::<Vec<_>>();
    let (shown, marked) = (row("ü"), row(" ·  "));
    assert_eq!((shown[5], shown.last()), ('…', Some(&'…')), "{out}");
    // All that is shown of the value is marked, and nothing else.
    let marks: Vec<usize> = (7..marked.len()).filter(|i| "─┬".contains(marked[*i])).collect();
    let values: Vec<usize> = (0..shown.len()).filter(|i| shown[*i] == 'ü').collect();
    assert_eq!(marks, values, "{out}");
}
