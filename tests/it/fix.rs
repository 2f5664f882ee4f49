//! Mending: what is fixed is what was meant, everything else stays byte for byte, and nothing is written by halves.

use std::fs;
use std::io::Write;
use std::process::Stdio;

use camino::{Utf8Path, Utf8PathBuf};
use muster::review::all_codes;
use muster::review::fix::{Mended, mend};
use muster::review::{Review, review};
use muster_core::diag::{Diagnostic, Severity, Sink};
use muster_core::load;
use muster_core::source::tree::{Tree, Value};
use muster_core::source::{Sources, Span};
use muster_games::SYSTEMS;
use proptest::prelude::*;

use crate::cli::{WHITE_MOUNTAIN, assert_exit, command, folder, muster, root, text};
use crate::pages::{blocks, section};

const SHIPPED: [&str; 5] = ["white-mountain", "hastings", "kunersdorf", "poltava", "marston-moor"];

fn shipped(name: &str) -> (Utf8PathBuf, String) {
    let path = Utf8PathBuf::from(format!("{}/scenarios/table-battles/{name}.yaml", env!("CARGO_MANIFEST_DIR")));
    let text = fs::read_to_string(&path).expect("a scenario");
    (path, text)
}

fn read(path: &Utf8Path) -> std::io::Result<Vec<u8>> {
    fs::read(path)
}

fn reviewed(path: &Utf8Path, text: &str) -> Review {
    review(&[(path.to_owned(), text.as_bytes().to_vec())], &read, SYSTEMS)
}

fn mended(path: &Utf8Path, text: &str, also_unsafe: bool) -> Mended {
    let fit = |finding: &Diagnostic| finding.fix.as_ref().is_some_and(|fix| fix.safe || also_unsafe);
    let choose = |review: &mut Review| -> Result<_, std::convert::Infallible> {
        Ok(review.findings.iter().filter(|finding| fit(finding)).cloned().collect())
    };
    mend(vec![(path.to_owned(), text.as_bytes().to_vec())], &read, SYSTEMS, choose).expect("infallible")
}

fn now(mended: &Mended, before: &str) -> String {
    mended.changed.first().map_or_else(|| before.to_owned(), |(_, _, now)| now.clone())
}

fn said(review: &Review) -> Vec<String> {
    let mut said: Vec<String> = review.findings.iter().map(|f| format!("{} {}", f.code.id, f.message)).collect();
    said.sort();
    said
}

fn tree(text: &str) -> Option<Tree> {
    let (mut sources, mut sink) = (Sources::default(), Sink::default());
    let file = sources.add("a.yaml".into(), text.to_owned());
    load::parse(&sources, file, &mut sink)
}

/// Every word of a document that can be misspelt: keys, and values that are names or fixed words.
fn words(text: &str) -> Vec<(Span, bool)> {
    fn walk(tree: &Tree, value: &Value, words: &mut Vec<(Span, bool)>) {
        match value {
            Value::Map(entries) => {
                for entry in entries {
                    words.push((entry.key_span, true));
                    if matches!(&*entry.key, "type" | "wing" | "requires" | "targets" | "behind" | "commanded_by") {
                        leaves(tree, &tree.node(entry.value).value, tree.node(entry.value).span, words);
                    }
                    walk(tree, &tree.node(entry.value).value, words);
                }
            }
            Value::Seq(items) => items.iter().for_each(|item| walk(tree, &tree.node(*item).value, words)),
            _ => {}
        }
    }
    fn leaves(tree: &Tree, value: &Value, span: Span, words: &mut Vec<(Span, bool)>) {
        match value {
            Value::Seq(items) => {
                items.iter().for_each(|item| leaves(tree, &tree.node(*item).value, tree.node(*item).span, words));
            }
            Value::Str(_) => words.push((span, false)),
            _ => {}
        }
    }
    let tree = tree(text).expect("a shipped scenario");
    let mut words_ = Vec::new();
    walk(&tree, &tree.root().value, &mut words_);
    words_.retain(|(span, _)| text[span.start..span.end].chars().count() > 3);
    words_
}

/// A slip of the pen.
#[derive(Debug, Clone, Copy)]
enum Slip {
    Swap(usize),
    Drop(usize),
    Double(usize),
    Upper,
    Lower,
}

fn slip() -> impl Strategy<Value = Slip> {
    prop_oneof![
        (1..40_usize).prop_map(Slip::Swap),
        (1..40_usize).prop_map(Slip::Drop),
        (1..40_usize).prop_map(Slip::Double),
        Just(Slip::Upper),
        Just(Slip::Lower),
    ]
}

impl Slip {
    fn of(self, word: &str) -> String {
        let mut chars: Vec<char> = word.chars().collect();
        let at = |n: usize| 1 + n % (chars.len() - 2);
        match self {
            Slip::Swap(n) => {
                let n = at(n);
                chars.swap(n, n + 1);
            }
            Slip::Drop(n) => drop(chars.remove(at(n))),
            Slip::Double(n) => chars.insert(at(n), chars[at(n)]),
            Slip::Upper => return word.to_uppercase(),
            Slip::Lower => return word.to_lowercase(),
        }
        chars.into_iter().collect()
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_slip_that_is_mended_is_gone_and_nothing_else_is_touched(
        which in 0..SHIPPED.len(), place in any::<prop::sample::Index>(), slip in slip(),
    ) {
        let (path, sound) = shipped(SHIPPED[which]);
        let all = words(&sound);
        let (span, key) = *place.get(&all);
        let word = &sound[span.start..span.end];
        let wrong = slip.of(word);
        prop_assume!(wrong != word);
        let damaged = format!("{}{wrong}{}", &sound[..span.start], &sound[span.end..]);
        let before = said(&reviewed(&path, &sound));
        let broken = said(&reviewed(&path, &damaged));
        for also_unsafe in [false, true] {
            let mended = mended(&path, &damaged, also_unsafe);
            let text = now(&mended, &damaged);
            // Only the word that was wrong has changed.
            prop_assert!(text.starts_with(&sound[..span.start]), "{wrong}: something before it changed");
            prop_assert!(text.ends_with(&sound[span.end..]), "{wrong}: something after it changed");
            if mended.fixed > 0 && !also_unsafe {
                // A safe fix gives back what was meant, whatever quotes stood around it.
                let meaning = |text: &str| tree(text).expect("a tree").to_json();
                prop_assert_eq!(meaning(&text), meaning(&sound), "{} ({})", wrong, key);
                prop_assert_eq!(said(&mended.review), before.clone());
            } else if mended.fixed > 0 {
                prop_assert!(said(&mended.review).len() <= broken.len().max(before.len()), "{wrong}: it is worse now");
            } else {
                prop_assert_eq!(&text, &damaged);
            }
        }
    }
}

#[test]
fn a_number_with_a_nought_before_it_is_advised_and_not_made_again_and_again() {
    let (path, text) = shipped("white-mountain");
    for (written, help) in [("04", "did you mean `4`?"), ("!!str 4", "remove the tag")] {
        let wrong = text.replacen("strength: 4", &format!("strength: {written}"), 1);
        let Mended { changed, fixed, review, .. } = mended(&path, &wrong, false);
        assert_eq!((changed.len(), fixed), (0, 0), "{written}");
        let helps: Vec<&str> = review.findings.iter().filter_map(|finding| finding.help.as_deref()).collect();
        assert!(helps.iter().any(|said| said.contains(help)), "{written}: {helps:?}");
    }
}

#[test]
fn most_slips_are_mended() {
    // The property above would hold of a program that fixes nothing.
    let (path, sound) = shipped("white-mountain");
    let (mut tried, mut safe, mut any) = (0, 0, 0);
    for (span, _) in words(&sound).into_iter().step_by(3) {
        let word = &sound[span.start..span.end];
        let damaged = format!("{}{}{}", &sound[..span.start], Slip::Swap(1).of(word), &sound[span.end..]);
        if damaged == sound || said(&reviewed(&path, &damaged)).is_empty() {
            continue;
        }
        tried += 1;
        safe += usize::from(mended(&path, &damaged, false).fixed > 0);
        any += usize::from(now(&mended(&path, &damaged, true), &damaged) == sound);
    }
    assert!(tried > 40 && any * 10 > tried * 8 && safe > 5, "{tried} tried, {safe} mended safely, {any} at all");
}

/// Fixes one line of a small scenario, with unsafe fixes too, and shows that line.
#[track_caller]
fn assert_mends(from: &str, to: &str) {
    let text = |line: &str| SMALL.replacen("LINE", line, 1);
    let mended = mended(Utf8Path::new("small.yaml"), &text(from), true);
    assert_eq!(now(&mended, &text(from)), text(to));
}

const SMALL: &str = "system: table-battles # by name
scenario:
  name: The Ford
  rules: [links]
  sides:
    - {name: North, first: true, morale: 2, cards: 1A-3A}
    - {name: South, morale: 1, cards: 11A}
formations:
  - card: 1A
    name: Foot
    wing: red
    strength: 4
    dice: 6
LINE
  - card: 2A
    name: Guard
    wing: red
    strength: 4
    dice: 6
    link: left # and no more
    actions:
      - {type: attack, targets: [Horse], hits: 1 per die}
  - {card: 3A, name: Late, wing: blue, strength: 1, dice: 5, reserve: {commanded_by: Foot}, actions: [{type: attack, targets: [Horse], hits: 1}]}
  - card: 11A
    name: Horse
    wing: blue
    strength: 4
    dice: 6
    actions:
      - {type: attack, targets: [Foot, Guard, Late], hits: 1 per die}
";

#[test]
fn lists_and_mappings_are_changed_in_their_own_style() {
    let attack = "      - {type: attack, targets: [Horse], hits: 1 per die}";
    let link = "    link: right";
    // A target that is listed twice goes, in brackets or on its line.
    let command = "      - {type: command, targets: [Late]}";
    assert_mends(
        &format!("{link}\n    actions:\n{command}\n      - {{type: attack, targets: [ Horse ,  11A ], hits: 1}}"),
        &format!("{link}\n    actions:\n{command}\n      - {{type: attack, targets: [ Horse ], hits: 1}}"),
    );
    assert_mends(
        &format!(
            "{link}\n    actions:\n{command}\n      - type: attack\n        hits: 1\n        targets:\n          - Horse\n          - 11A\n        # all"
        ),
        &format!(
            "{link}\n    actions:\n{command}\n      - type: attack\n        hits: 1\n        targets:\n          - Horse\n        # all"
        ),
    );
    // Not where a comment would go with it.
    for list in [
        "\n          - Horse\n          - 11A # again",
        " [Horse, # first\n          11A]",
        " [Horse, 11A # again\n          , Horse]",
    ] {
        let line =
            format!("{link}\n    actions:\n{command}\n      - type: attack\n        hits: 1\n        targets:{list}");
        let text = SMALL.replacen("LINE", &line, 1);
        assert_mends(&line, &line);
        let review = reviewed(Utf8Path::new("small.yaml"), &text);
        let found = muster_core::diag::finish(review.findings, &review.sources);
        assert!(found.iter().any(|f| f.code.id == "TB110" && f.fix.is_none()), "{found:#?}");
    }
    // A misspelt name that can only mean one of its list is not made the same as it.
    assert_mends(
        &format!("{link}\n    actions:\n{command}\n      - {{type: attack, targets: [Horse, Horsse], hits: 1}}"),
        &format!("{link}\n    actions:\n{command}\n      - {{type: attack, targets: [Horse, Horsse], hits: 1}}"),
    );
    // A mark that is missing at the other end of a link is added below the last line, whatever comment stands there.
    assert_mends(
        &format!("    actions:\n{attack} # so\n{command}"),
        &format!("    actions:\n{attack} # so\n{command}\n    link: right"),
    );
}

#[test]
fn a_fix_that_would_change_other_lines_is_not_made() {
    // The misspelt name is written once and meant twice.
    let text = SMALL
        .replacen("LINE", "    link: right\n    actions:\n      - {type: command, targets: [Late]}\n      - {type: attack, targets: &who [Hosre], hits: 1}", 1)
        .replacen("[Foot, Guard, Late]", "*who", 1);
    let mended = mended(Utf8Path::new("small.yaml"), &text, true);
    assert_eq!((mended.fixed, mended.changed.len()), (0, 0));
}

fn broken() -> String {
    let text = fs::read_to_string(root().join(WHITE_MOUNTAIN)).expect("a scenario");
    let line = text.lines().find(|line| line.contains("[Schlick]")).expect("an attack");
    text.replacen(line, &format!("{} # him", line.replace("Schlick", "Schlik")), 1)
}

#[test]
fn files_are_mended_shown_or_left_alone() {
    let folder = folder("fix");
    let path = folder.join("broken.yaml");
    let fixed = broken().replace("Schlik]", "Schlick]");
    fs::write(&path, broken()).expect("a file");
    let diff = muster(&folder, &["check", "--diff"]);
    assert_exit(&diff, 1);
    let shown = text(&diff.stdout);
    assert!(shown.starts_with("--- a/broken.yaml\n+++ b/broken.yaml\n@@ "), "{shown}");
    assert_eq!(shown.lines().filter(|line| line.starts_with('+')).count(), 2, "{shown}");
    assert!(text(&diff.stderr).contains("--fix would fix 1 finding in 1 file"), "{}", text(&diff.stderr));
    assert_eq!(fs::read_to_string(&path).expect("a file"), broken());
    let fix = muster(&folder, &["check", "--fix"]);
    assert_exit(&fix, 0);
    assert_eq!(text(&fix.stdout), "Fixed 1 finding in 1 file\n1 file OK\n");
    assert_eq!(fs::read_to_string(&path).expect("a file"), fixed);
    for (text, code) in [(broken(), 1), (fixed, 0)] {
        fs::write(&path, text).expect("a file");
        assert_exit(&muster(&folder, &["check", "--fix", "--exit-non-zero-on-fix"]), code);
    }
    let again = muster(&folder, &["check", "--diff"]);
    assert_exit(&again, 0);
    assert_eq!(text(&again.stdout), "");
}

#[test]
fn what_is_not_shown_is_not_mended() {
    let folder = folder("fix-not");
    let path = folder.join("broken.yaml");
    let allowed = broken().replace("# him", "# muster: allow(TB101) so be it");
    for (text, arguments) in [(broken(), &["check", "--fix", "-A", "TB101"][..]), (allowed, &["check", "--fix"])] {
        fs::write(&path, &text).expect("a file");
        assert_exit(&muster(&folder, arguments), 0);
        assert_eq!(fs::read_to_string(&path).expect("a file"), text);
    }
}

#[test]
fn a_comment_of_no_use_is_taken_away() {
    let folder = folder("fix-comment");
    let path = folder.join("a.yaml");
    let sound = fs::read_to_string(root().join(WHITE_MOUNTAIN)).expect("a scenario");
    let commented = sound.replacen(
        "    wing: red\n",
        "    # muster: allow(TB101) old\n    wing: red # muster: allow(TB102, unknown-key) old\n",
        1,
    );
    assert_ne!(sound, commented);
    fs::write(&path, &commented).expect("a file");
    assert_exit(&muster(&folder, &["check", "--fix"]), 0);
    assert_eq!(fs::read_to_string(&path).expect("a file"), sound);
}

/// Fixes standard input.
fn piped(folder: &std::path::Path, more: &[&str]) -> std::process::Output {
    let mut command = command(folder, &[&["check", "-", "--fix"], more].concat());
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program");
    child.stdin.take().expect("a pipe").write_all(broken().as_bytes()).expect("written");
    let output = child.wait_with_output().expect("the end");
    assert_exit(&output, 0);
    assert_eq!(text(&output.stdout), broken().replace("Schlik]", "Schlick]"));
    output
}

#[test]
fn standard_input_is_mended_to_standard_output() {
    let folder = folder("fix-stdin");
    let told = "Fixed 1 finding in 1 file\n1 file OK\n";
    assert_eq!(text(&piped(&folder, &[]).stderr), told);
    // What is left is reported wherever it is asked for.
    let output = piped(&folder, &["-o", "left.txt", "--report", "json=left.json"]);
    assert_eq!(text(&output.stderr), "");
    assert_eq!(fs::read_to_string(folder.join("left.txt")).expect("a report"), told);
    let json = |text: &str| serde_json::from_str::<serde_json::Value>(text).expect("JSON")["summary"]["errors"].clone();
    assert_eq!(json(&fs::read_to_string(folder.join("left.json")).expect("a report")), 0);
    assert_eq!(json(&text(&piped(&folder, &["--output-format", "json"]).stderr)), 0);
}

#[test]
fn a_misspelt_system_key_is_told_and_mended() {
    for (key, safe) in [("System", true), ("sistem", false)] {
        let before = SMALL.replacen("system: ", &format!("{key}: "), 1).replacen("LINE\n", "", 1);
        let review = reviewed(Utf8Path::new("small.yaml"), &before);
        let [finding] = review.findings.as_slice() else { panic!("{:?}", review.findings) };
        assert_eq!((finding.code.id, finding.help.as_deref()), ("MU204", Some("did you mean `system`?")));
        assert_eq!(finding.fix.as_ref().map(|fix| fix.safe), Some(safe), "{key}");
        let after = now(&mended(Utf8Path::new("small.yaml"), &before, true), &before);
        assert!(after.starts_with("system: table-battles"), "{after}");
    }
}

#[test]
fn an_attack_on_any_is_told_to_list_names() {
    let (path, text) = shipped("white-mountain");
    let before = text.replacen("targets: [Imperial Cavalry]", "targets: [any]", 1);
    let help = |finding: &Diagnostic| finding.help.clone().unwrap_or_default();
    let helps: Vec<String> =
        reviewed(&path, &before).findings.iter().filter(|f| f.code.id == "TB101").map(help).collect();
    assert_eq!(helps, ["attacks and commands must name their targets; only reactions take `any`"]);
}

/// What fixing makes of White Mountain after a change of it.
fn mended_after(from: &str, to: &str, also_unsafe: bool) -> String {
    let (path, text) = shipped("white-mountain");
    assert!(text.contains(from), "{from}");
    let broken = text.replace(from, to);
    now(&mended(&path, &broken, also_unsafe), &broken)
}

#[test]
fn blanks_that_are_none_become_spaces_at_once() {
    let (_, text) = shipped("white-mountain");
    for to in [" \u{a0}  wing: ", "    wing:\u{202f}", "    wing: \u{200b}"] {
        assert_eq!(mended_after("    wing: ", to, false), text, "{to:?}");
    }
    assert_eq!(mended_after("name: Thurn", "name: Th\u{feff}urn", false), text);
}

#[test]
fn what_a_comment_cuts_off_and_curly_quotes_are_mended_only_when_asked_to() {
    let (_, text) = shipped("white-mountain");
    for (from, to, mended) in [
        ("date: 8 November 1620", "date: Day #2", "date: \"Day #2\""),
        ("{name: The Bohemian Revolt,", "{name: The Revolt #2,", "{name: \"The Revolt #2\","),
        ("{name: The Bohemian Revolt,", "{name: #2,", "{name: \"#2\","),
        ("{name: The Bohemian Revolt,", "{name: #ab12cd,", "{name: \"#ab12cd\","),
        ("date: 8 November 1620", "date: «Today»", "date: \"Today\""),
    ] {
        assert_eq!(mended_after(from, to, false), text.replace(from, to), "{to}");
        assert_eq!(mended_after(from, to, true), text.replace(from, mended), "{to}");
    }
}

#[test]
fn a_colon_within_a_text_gets_its_quotes() {
    let (_, text) = shipped("white-mountain");
    for (from, to, mended) in [
        ("date: 8 November 1620", "date: Autumn: the eighth of November", "date: \"Autumn: the eighth of November\""),
        ("{name: The Bohemian Revolt,", "{name: The Revolt: Bohemia,", "{name: \"The Revolt: Bohemia\","),
    ] {
        assert_eq!(mended_after(from, to, false), text.replace(from, mended), "{to}");
    }
    // One word on each side may be a mapping that begins on the wrong line: only when asked to.
    let (from, to) = ("date: 8 November 1620", "date: month: November");
    assert_eq!(mended_after(from, to, false), text.replace(from, to));
    assert_eq!(mended_after(from, to, true), text.replace(from, "date: \"month: November\""));
    // A key behind a value is one that a comma is missing before.
    let (from, to) = ("morale: 4, cards:", "morale: 4 cards:");
    assert!(text.contains(from));
    assert!(!mended_after(from, to, true).contains("\"4 cards"), "{}", mended_after(from, to, true));
}

/// A small scenario, right but for the parts that are put in: the guard's dice, its reserve, an attack and an absorb.
fn small(dice: &str, reserve: &str, attack: &str) -> String {
    let text = SMALL.replacen("LINE\n", "    link: right\n    actions:\n      - {type: command, targets: [Late]}\n", 1);
    let text = text.replacen("dice: 6\n    link: left", &format!("dice: {dice}\n    link: left"), 1);
    let text = text.replacen("{commanded_by: Foot}", reserve, 1);
    text.replacen("{type: attack, targets: [Horse], hits: 1 per die}", attack, 1)
}

const RESERVE: &str = "{commanded_by: Foot}";
const ATTACK: &str = "{type: attack, targets: [Horse], hits: 1 per die}";

#[test]
fn a_clear_form_is_mended_and_the_file_passes() {
    let path = Utf8Path::new("small.yaml");
    let passes = |review: &Review| review.findings.iter().all(|f| f.severity < Severity::Error || f.code.id == "TB143");
    assert!(passes(&reviewed(path, &small("6", RESERVE, ATTACK))));
    let attack = |requires: &str| ATTACK.replace("hits", &format!("requires: {requires}, hits"));
    let cases = [
        (small("5, 6", RESERVE, ATTACK), small("5/6", RESERVE, ATTACK), true),
        (small("[5, 6]", RESERVE, ATTACK), small("5/6", RESERVE, ATTACK), true),
        (small("5+", RESERVE, ATTACK), small("5-6", RESERVE, ATTACK), true),
        (small("6+", RESERVE, ATTACK), small("6", RESERVE, ATTACK), true),
        (small("5 or 6", RESERVE, ATTACK), small("5/6", RESERVE, ATTACK), true),
        (small("4 to 6", RESERVE, ATTACK), small("4-6", RESERVE, ATTACK), true),
        (small("“5/6”", RESERVE, ATTACK), small("5/6", RESERVE, ATTACK), true),
        (small("pair", RESERVE, ATTACK), small("Doubles", RESERVE, ATTACK), false),
        (small("6", RESERVE, &attack("doubles")), small("6", RESERVE, &attack("pair")), true),
        (small("6", RESERVE, &attack("Triples")), small("6", RESERVE, &attack("triplet")), true),
        (small("6", "Guard", ATTACK), small("6", "{behind: Guard}", ATTACK), false),
        (small("6", "behind Guard", ATTACK), small("6", "{behind: Guard}", ATTACK), false),
        (small("6", "commanded by Foot", ATTACK), small("6", RESERVE, ATTACK), false),
        (small("6, 5", RESERVE, ATTACK), small("6/5", RESERVE, ATTACK), true),
    ];
    for (wrong, right, safe) in cases {
        let safely = mended(path, &wrong, false);
        assert_eq!(now(&safely, &wrong) == right, safe, "{}", now(&safely, &wrong));
        let mended = mended(path, &wrong, true);
        assert_eq!(now(&mended, &wrong), right);
        assert!(passes(&mended.review), "{:?}", said(&mended.review));
    }
}

#[test]
fn a_value_in_brackets_is_offered_only_where_it_is_right() {
    let path = Utf8Path::new("small.yaml");
    let sound = small("6", RESERVE, ATTACK);
    for (from, to) in [
        ("targets: [Horse], hits", "targets: any, hits"),
        ("targets: [Horse], hits", "targets: all, hits"),
        ("targets: [Horse], hits", "targets: Horse and Guard, hits"),
        ("link: left", "special: forbid\n    link: left"),
        ("rules: [links]", "rules: link"),
        ("morale: 2", "morale: \"11\""),
    ] {
        let wrong = sound.replacen(from, to, 1);
        assert_ne!(wrong, sound);
        assert_eq!(mended(path, &wrong, false).fixed, 0, "{to}");
    }
    let text = "system: table-battles\nformations: cards.yaml\n";
    assert_eq!(mended(path, text, true).fixed, 0);
    let name = sound.replacen("targets: [Horse], hits", "targets: Horse, hits", 1);
    assert_eq!(now(&mended(path, &name, false), &name), sound);
}

#[test]
fn what_belongs_into_a_list_is_put_into_one() {
    let path = Utf8Path::new("small.yaml");
    let sound = small("6", RESERVE, ATTACK);
    let (rules, targets, link) = ("rules: [links]", "targets: [Foot, Guard, Late]", "link: left");
    for (place, right, wrong, safe) in [
        (rules, "rules: [links, shift]", "rules: links, shift", true),
        (rules, rules, "rules: links", true),
        (targets, targets, "targets: \"Foot, Guard, Late\"", true),
        (targets, "targets: [Foot, Guard]", "targets: Foot and Guard", false),
        (
            link,
            "special: [{rule: forbid, what: attack}]\n    link: left",
            "special: {rule: forbid, what: attack}\n    link: left",
            true,
        ),
        (
            link,
            "special:\n      - rule: forbid # now\n        what: attack\n    link: left",
            "special:\n      rule: forbid # now\n      what: attack\n    link: left",
            true,
        ),
    ] {
        let (right, wrong) = (sound.replacen(place, right, 1), sound.replacen(place, wrong, 1));
        assert_eq!(now(&mended(path, &wrong, false), &wrong) == right, safe, "{wrong}");
        assert_eq!(now(&mended(path, &wrong, true), &wrong), right);
    }
}

#[test]
fn a_key_that_is_no_text_is_quoted_only_when_asked_to() {
    let path = Utf8Path::new("small.yaml");
    let sound = small("6", RESERVE, ATTACK);
    let wrong = sound.replacen("    link: left", "    7: left\n    link: left", 1);
    assert_eq!(mended(path, &wrong, false).fixed, 0);
}

#[test]
fn the_rest_of_a_value_in_braces_is_put_back() {
    let path = Utf8Path::new("small.yaml");
    let sound = small("6", RESERVE, ATTACK).replacen("dice: 5,", "dice: 5/6,", 1);
    let wrong = sound.replacen("dice: 5/6,", "dice: 5, 6,", 1);
    assert_eq!(reviewed(path, &wrong).findings.iter().filter(|f| f.severity == Severity::Error).count(), 1);
    assert_eq!(now(&mended(path, &wrong, false), &wrong), sound);
}

#[test]
fn a_lost_opening_quote_is_one_finding_and_put_back_when_asked_to() {
    let (path, sound) = shipped("white-mountain");
    for (from, to, code) in [
        ("date: 8 November 1620", "date: Today\"", "MU018"),
        ("name: Hohenlohe", "name: Hohenlohe\"", "TB129"),
        ("wing: red", "wing: red\"", "MU104"),
    ] {
        let wrong = sound.replacen(from, to, 1);
        let codes: Vec<&str> = reviewed(&path, &wrong).findings.iter().map(|f| f.code.id).collect();
        assert_eq!(codes, [code], "{to}");
    }
    let quoted = sound.replacen("date: 8 November 1620", "date: \"Today\"", 1);
    let wrong = quoted.replacen("\"Today", "Today", 1);
    assert_eq!(mended(&path, &wrong, false).fixed, 0);
    assert_eq!(now(&mended(&path, &wrong, true), &wrong), quoted);
}

#[test]
fn curly_quotes_around_a_name_are_one_finding_at_the_name() {
    let (path, sound) = shipped("white-mountain");
    let wrong = sound.replacen("name: Hohenlohe", "name: “Hohenlohe”", 1);
    let review = reviewed(&path, &wrong);
    assert_eq!(review.findings.iter().map(|f| f.code.id).collect::<Vec<_>>(), ["TB129"]);
    assert_eq!(now(&mended(&path, &wrong, true), &wrong), sound);
}

/// Makes one safe fix and no other.
fn mended_once(files: &[(Utf8PathBuf, Vec<u8>)], finding: &Diagnostic) -> Mended {
    let rounds = std::cell::Cell::new(0);
    let choose = |_: &mut Review| -> Result<_, std::convert::Infallible> {
        rounds.set(rounds.get() + 1);
        Ok(if rounds.get() == 1 { vec![finding.clone()] } else { Vec::new() })
    };
    mend(files.to_vec(), &read, SYSTEMS, choose).expect("infallible")
}

/// A place that a fix changes, as it is called afterwards.
fn place_after(finding: &Diagnostic) -> String {
    let edit = &finding.fix.as_ref().expect("a fix").edits[0];
    match (&edit.at.part, edit.at.pointer.parent()) {
        (muster_core::source::Part::Key, Some(parent)) => {
            parent.key(edit.text.split(':').next().unwrap_or_default()).to_string()
        }
        _ => finding.at.pointer.to_string(),
    }
}

#[test]
fn a_safe_fix_leaves_nothing_behind_at_its_place() {
    let mut documents = vec![include_str!("schema-mistakes.yaml").to_owned()];
    for code in all_codes(SYSTEMS).iter().filter(|code| code.page.contains("\n## Fires\n")) {
        documents.extend(blocks(section(code.page, "Fires")).into_iter().map(str::to_owned));
    }
    let mut tried = 0;
    for text in documents {
        let files = vec![(Utf8PathBuf::from("a.yaml"), text.clone().into_bytes())];
        let before = reviewed(&files[0].0, &text);
        let safe = before.findings.iter().filter(|f| f.fix.as_ref().is_some_and(|fix| fix.safe));
        for finding in safe {
            let mended = mended_once(&files, finding);
            if mended.fixed == 0 {
                continue;
            }
            tried += 1;
            let place = place_after(finding);
            let inside = |f: &&Diagnostic| {
                let rest = f.at.pointer.as_str().strip_prefix(&*place);
                !place.is_empty() && rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
            };
            let known = |f: &Diagnostic| {
                before
                    .findings
                    .iter()
                    .any(|other| (other.code, &other.at.pointer, &other.message) == (f.code, &f.at.pointer, &f.message))
            };
            let left: Vec<String> =
                mended.review.findings.iter().filter(inside).filter(|f| !known(f)).map(|f| f.message.clone()).collect();
            assert_eq!(left, Vec::<String>::new(), "{}: {} in\n{text}", finding.code.id, finding.message);
            let same = |review: &Review| {
                review.findings.iter().filter(|f| f.code == finding.code && f.message == finding.message).count()
            };
            assert!(
                same(&mended.review) < same(&before),
                "{}: {} is still there in\n{text}",
                finding.code.id,
                finding.message
            );
        }
    }
    assert!(tried > 15, "only {tried} safe fixes were tried");
}

#[test]
fn a_misspelt_name_is_not_spread_to_those_that_are_right() {
    let (path, sound) = shipped("white-mountain");
    let wrong = sound.replacen("name: Tiefenbach", "name: Teifenbach", 1);
    let review = reviewed(&path, &wrong);
    let [finding] = &review.findings[..] else { panic!("{:?}", review.findings) };
    assert_eq!((finding.code.id, finding.related.len()), ("TB129", sound.matches("Tiefenbach").count() - 1));
    assert_eq!(mended(&path, &wrong, false).fixed, 0);
    assert_eq!(now(&mended(&path, &wrong, true), &wrong), sound);
    // Who leaves out accents in every reference does not mean the name to have none.
    let accents = sound.replacen("name: Tiefenbach", "name: Tiefenbäch", 1);
    let review = reviewed(&path, &accents);
    assert!(
        !review.findings.is_empty() && review.findings.iter().all(|f| f.code.id != "TB129"),
        "{:?}",
        review.findings
    );
}

#[test]
fn a_value_with_brackets_within_brackets_is_quoted_when_asked_to() {
    let path = Utf8Path::new("small.yaml");
    let sound = small("6", RESERVE, ATTACK);
    for value in ["art/{card}.png", "./{card}", "Foot[2].png", "{number}-{card}.svg"] {
        let quoted = sound.replacen("dice: 5,", &format!("dice: 5, art: \"{value}\","), 1);
        let wrong = quoted.replacen(&format!("\"{value}\""), value, 1);
        assert_ne!(quoted, sound);
        // One that begins with a bracket is a list to the parser.
        if value.starts_with('{') {
            assert_eq!(mended(path, &wrong, true).fixed, 0, "{value}");
            continue;
        }
        let found: Vec<String> =
            reviewed(path, &wrong).findings.iter().filter_map(|found| found.help.clone()).collect();
        assert!(found.contains(&format!("write `\"{value}\"`")), "{value}: {found:?}");
        assert_eq!(mended(path, &wrong, false).fixed, 0, "{value}");
        assert_eq!(now(&mended(path, &wrong, true), &wrong), quoted, "{value}");
    }
}

/// A scenario with a syntax error in its last line and a word that means true before it.
const UNREADABLE: &str = "\
system: table-battles
scenario:
  name: Ridge
  sides:
    - {name: North, first: yes, morale: 3, cards: [1A]}
    - {name: South, morale: 3, cards: [11A]}
formations:
  - {card: 1A, name: Foot, wing: red, strength: 4, dice: 6, actions: [{type: attack, targets: [Horse], hits: 1}]}
  - {card: 11A, name: Horse, wing: blue, strength: 4, dice: 6, actions: [{type: attack, targets: [Foot], hits: 1}]
";

#[test]
fn a_fix_beside_a_syntax_error_is_not_promised_and_a_difference_says_what_stops_it() {
    let folder = folder("fix-unreadable");
    fs::write(folder.join("a.yaml"), UNREADABLE).expect("a file");
    let check = muster(&folder, &["check"]);
    assert_exit(&check, 1);
    let shown = text(&check.stdout);
    // Whether `first` takes a word is not known of a file that cannot be read: nothing is advised.
    assert!(!shown.contains("MU015") && !shown.contains("--fix"), "{shown}");
    let json: serde_json::Value =
        serde_json::from_slice(&muster(&folder, &["check", "--output-format", "json"]).stdout).expect("JSON");
    let findings = json["findings"].as_array().expect("findings");
    assert!(findings.iter().all(|finding| finding["fix"].is_null()), "{findings:?}");
    assert_exit(&muster(&folder, &["check", "--fix"]), 1);
    assert_eq!(fs::read_to_string(folder.join("a.yaml")).expect("a file"), UNREADABLE);
    let diff = muster(&folder, &["check", "--diff"]);
    assert_exit(&diff, 1);
    assert_eq!(text(&diff.stdout), "");
    assert!(text(&diff.stderr).starts_with("a.yaml:9:5: error[MU001] "), "{}", text(&diff.stderr));
    // Once the error is gone, what `check` says is what `--fix` does.
    fs::write(folder.join("a.yaml"), UNREADABLE.replace("hits: 1}]\n", "hits: 1}]}\n")).expect("a file");
    assert!(text(&muster(&folder, &["check"]).stdout).contains("`muster check --fix` fixes 1 finding\n"));
    assert_exit(&muster(&folder, &["check", "--fix"]), 0);
    assert!(fs::read_to_string(folder.join("a.yaml")).expect("a file").contains("first: true"));
}

#[test]
fn a_fix_in_a_deck_is_made_only_where_the_deck_is_named() {
    let folder = folder("fix-deck");
    let (head, cards) = UNREADABLE.split_once("formations:\n").expect("formations");
    let cards = cards.replace("hits: 1}]\n", "hits: 1}]}\n").replace("[Horse]", "[Hors]");
    let head = head.replace("yes", "true");
    fs::write(folder.join("a.yaml"), format!("{head}decks: [deck.yaml]\n")).expect("a file");
    fs::write(folder.join("deck.yaml"), format!("system: table-battles\nformations:\n{cards}")).expect("a file");
    let alone = muster(&folder, &["check", "a.yaml"]);
    assert_exit(&alone, 1);
    let shown = text(&alone.stdout);
    assert!(
        shown.contains("1 fix is in a file that you did not name: `--fix` changes only files that you name"),
        "{shown}"
    );
    assert!(!shown.contains("`muster check --fix`"), "{shown}");
    let both = text(&muster(&folder, &["check", "a.yaml", "deck.yaml"]).stdout);
    assert!(both.contains("`muster check --fix` fixes 1 finding\n"), "{both}");
    assert_exit(&muster(&folder, &["check", "a.yaml", "deck.yaml", "--fix"]), 0);
    assert!(fs::read_to_string(folder.join("deck.yaml")).expect("a file").contains("[Horse]"));
}
