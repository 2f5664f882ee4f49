//! One mistake, one finding: White Mountain with a single slip in it.

use std::fs;

use crate::mistake_marks::findings;
use crate::reading::read;

const WHITE_MOUNTAIN: &str =
    include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios/table-battles/white-mountain.yaml"));

/// Slips: what is written, what it becomes, and the code of the one finding.
const SLIPS: &[(&str, &str, &str)] = &[
    ("cards: 7A-10A", "cards: 7A-9A", "TB108"),
    ("cards: 7A-10A", "cards: 7A-11A", "TB124"),
    ("cards: 7A-10A", "cards: 10A-7A", "TB123"),
    ("cards: 7A-10A", "cards: 7A-10B", "TB123"),
    ("cards: 7A-10A", "cards: 7B-10B", "TB124"),
    ("cards: 7A-10A", "cards: 6A-10A", "TB126"),
    ("cards: 1A-6A", "cards: 1A-7A", "TB126"),
    ("cards: 7A-10A", "cards: [7A, 9A, 10A]", "TB108"),
    ("card: 8A", "card: 7A", "TB125"),
    ("card: 8A", "card: 80A", "TB124"),
    ("card: 10A", "card: 10B", "TB124"),
    ("name: Schlick", "name: Thurn", "TB128"),
    ("name: Hohenlohe", "name: Thurn", "TB128"),
    ("cards: 7A-10A", "cards: “7A-10A”", "MU105"),
    ("behind: Liechtenstein", "behind: Lichtenstein", "TB106"),
    ("behind: Liechtenstein", "behind: Thurn", "TB107"),
    ("behind: Liechtenstein", "behind: Tiefenbach", "TB109"),
    ("behind: Liechtenstein", "behind: The Twelve Apostles", "TB145"),
    ("behind: Liechtenstein", "commanded_by: Liechtenstein", "TB143"),
    (", first: true", "", "TB121"),
    ("morale: 4", "morale: 0", "TB131"),
    ("morale: 4", "morale: 10", "TB130"),
    ("cards: 7A-10A", "cards: [7A-11A, 7A-11A]", "TB124"),
    ("date: 8 November 1620", "date: *none", "MU011"),
    ("date: 8 November 1620", "date 8 November 1620", "MU001"),
    ("\n  sides:", "\n   sides:", "MU001"),
    ("cards: 7A-10A", "cards: 7A, 8A, 9A, 10A", "MU101"),
];

#[test]
fn white_mountain_has_none() {
    assert_eq!(findings(&[WHITE_MOUNTAIN]), []);
}

#[test]
fn one_slip_is_one_finding() {
    for (written, becomes, code) in SLIPS {
        assert_eq!(WHITE_MOUNTAIN.matches(written).count(), 1, "`{written}` stands once in White Mountain");
        let found = findings(&[&WHITE_MOUNTAIN.replacen(written, becomes, 1)]);
        let codes: Vec<&str> = found.iter().map(|finding| finding.4.as_str()).collect();
        assert_eq!(codes, [*code], "`{written}` as `{becomes}`: {found:#?}");
    }
}

#[test]
fn a_card_on_the_wrong_side_is_one_finding() {
    let text = WHITE_MOUNTAIN.replace("cards: 1A-6A", "cards: 1A-7A").replace("cards: 7A-10A", "cards: 8A-10A");
    let found = findings(&[&text]);
    assert_eq!(found.len(), 1, "{found:#?}");
    assert_eq!(found[0].4, "TB107");
    assert!(found[0].5.contains("7A `Thurn`"), "{}", found[0].5);
}

#[test]
fn each_deleted_card_is_one_finding() {
    let (head, cards) = WHITE_MOUNTAIN.split_once("formations:\n").expect("formations");
    let cards: Vec<String> = cards.split("  - card: ").skip(1).map(|card| format!("  - card: {card}")).collect();
    assert_eq!(cards.len(), 10);
    for left in 0..cards.len() {
        let kept: String =
            cards.iter().enumerate().filter(|(i, _)| *i != left).map(|(_, card)| card.as_str()).collect();
        let found = findings(&[&format!("{head}formations:\n{kept}")]);
        let codes: Vec<&str> = found.iter().map(|finding| finding.4.as_str()).collect();
        assert_eq!(codes, ["TB124"], "without card {left}: {found:#?}");
    }
}

#[test]
fn a_deck_alone_is_checked_card_by_card() {
    let deck = "system: table-battles\nformations:\n  \
        - {card: 1A, name: Foot, wing: red, strength: 4, dice: 6, actions: [\
        {type: attack, targets: [Nobody], hits: 1}, {type: absorb, targets: [Foot]}]}\n  \
        - {card: 1A, name: Horse, wing: red, strength: 4, dice: 6, actions: [\
        {type: attack, targets: [], hits: 1}, {type: attack, targets: [A, A], requires: two pairs, hits: 1}]}\n";
    let codes: Vec<String> = findings(&[deck]).into_iter().map(|finding| finding.4).collect();
    assert_eq!(codes, ["TB109", "TB125", "TB111", "TB110", "TB140"]);
}

/// The text of every shipped scenario.
fn shipped() -> Vec<String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios/table-battles");
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "yaml"));
    paths.sort();
    paths.into_iter().map(|path| fs::read_to_string(path).unwrap()).collect()
}

/// The lines, from 1, that reading finds something on, with what it finds there.
fn lines(text: &str) -> Vec<(usize, String)> {
    let (sources, file, found) = read(text.as_bytes());
    let line = |at| sources.get(file).position(sources.span(at).start).line;
    found.iter().map(|finding| (line(&finding.at), finding.message.clone())).collect()
}

fn line_of(text: &str, at: usize) -> usize {
    text[..at].matches('\n').count() + 1
}

#[test]
fn a_bracket_left_out_is_found_where_it_was_opened_or_is_missing() {
    let mut tried = 0;
    for text in shipped() {
        let mut open = Vec::new();
        for (at, c) in text.char_indices() {
            match c {
                '[' | '{' => open.push(at),
                ']' | '}' => {
                    let opened = line_of(&text, open.pop().expect("a bracket that opens"));
                    let without = [&text[..at], &text[at + 1..]].concat();
                    let found = lines(&without);
                    let near = |(line, _): &(usize, String)| [opened, line_of(&text, at)].contains(line);
                    assert!(!found.is_empty() && found.iter().all(near), "line {opened}: {found:?}");
                    tried += 1;
                }
                _ => {}
            }
        }
    }
    assert!(tried > 200, "{tried}");
}

#[test]
fn a_quote_left_open_is_found_where_it_was_opened() {
    for text in shipped() {
        for key in ["name: ", "wing: ", "date: "] {
            for (at, _) in text.match_indices(key) {
                for quote in ["\"", "'"] {
                    let open = at + key.len();
                    let found = lines(&[&text[..open], quote, &text[open..]].concat());
                    let there = found.iter().all(|(line, _)| *line == line_of(&text, open));
                    assert!(there && found.len() == 1, "{quote} at line {}: {found:?}", line_of(&text, open));
                }
            }
        }
    }
}

#[test]
fn a_blank_that_is_none_is_found_where_it_stands() {
    for (blank, name) in
        [('\u{a0}', "non-breaking space"), ('\u{2007}', "figure space"), ('\u{3000}', "ideographic space")]
    {
        for (from, to) in [
            ("    wing: red", "   @wing: red"),
            ("name: Thurn", "name:@Thurn"),
            ("name: Thurn", "name: @Thurn"),
            ("wing: blue", "wing: blue@"),
            (", morale: 4", ",@morale: 4"),
        ] {
            let text = WHITE_MOUNTAIN.replacen(from, &to.replace('@', &blank.to_string()), 1);
            let at = text.find(blank).expect("the blank");
            let found = lines(&text);
            let message = format!("a {name} (U+{:04X}) does not count as a space in YAML", u32::from(blank));
            assert_eq!(found, [(line_of(&text, at), message)], "{to}");
        }
    }
}

#[test]
fn what_check_passes_can_be_played() {
    let folder = crate::cli::folder("check-then-smoke");
    let slip = WHITE_MOUNTAIN.replacen("cards: 1A-6A", "cards: 3A", 1);
    let rule = "    special: [{rule: hits, on: [Tiefenbach], change: -1}]\n    name: Thurn\n";
    let cut = WHITE_MOUNTAIN.replacen("cards: 1A-6A", "cards: 1A-5A", 1);
    let only_in_a_rule = cut.replace(", Tiefenbach]", "]").replacen("    name: Thurn\n", rule, 1);
    for text in [slip, only_in_a_rule] {
        fs::write(folder.join("a.yaml"), &text).expect("a file");
        for command in
            [&["check", "a.yaml"][..], &["smoke", "a.yaml", "--games", "2"], &["print", "a.yaml", "-o", "a.pdf"]]
        {
            let output = crate::cli::muster(&folder, &[command, &["--output-format", "concise"]].concat());
            crate::cli::assert_exit(&output, 1);
            let shown = crate::cli::text(&output.stdout);
            assert!(shown.lines().any(|line| line.starts_with("a.yaml:") && line.contains("error[TB108]")), "{shown}");
        }
    }
}
