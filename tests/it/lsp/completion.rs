//! Completion and hover: what is legal at a place, and what is said of it.

use std::fs;
use std::path::Path;

use muster_core::print::image::read_png;
use serde_json::{Value, json};

use super::actions::edited;
use super::editor::{Editor, uri};
use crate::cli::{folder, root};

/// An editor that has snippets, Markdown and pictures, with a folder.
fn editor(folder: &Path) -> Editor {
    let texts = json!({
        "completion": {"completionItem": {"snippetSupport": true}},
        "hover": {"contentFormat": ["markdown", "plaintext"]},
    });
    Editor::with(&json!({
        "processId": null, "rootUri": uri(folder), "capabilities": {"textDocument": texts},
        "initializationOptions": {"hoverPictures": true},
    }))
}

fn white_mountain() -> String {
    fs::read_to_string(root().join("scenarios/table-battles/white-mountain.yaml")).unwrap()
}

/// The place of `|` in a text, and the text without it.
fn marked(text: &str) -> (String, Value) {
    let offset = text.find('|').unwrap();
    let line = text[..offset].matches('\n').count();
    let character = text[..offset].rsplit('\n').next().unwrap().encode_utf16().count();
    (text.replacen('|', "", 1), json!({"line": line, "character": character}))
}

/// What is offered at `|`, each with the text after it is taken.
fn offered(editor: &mut Editor, file: &Path, text: &str) -> Vec<(String, String)> {
    let (text, position) = marked(text);
    editor.open(file, &text);
    let params = json!({"textDocument": {"uri": uri(file)}, "position": position});
    let items = editor.ask("textDocument/completion", &params).unwrap();
    let taken = |item: &Value| {
        let edit = json!([{"range": item["textEdit"]["range"], "newText": item["textEdit"]["newText"]}]);
        (item["label"].as_str().unwrap().to_owned(), edited(&text, &edit))
    };
    items.as_array().unwrap().iter().map(taken).collect()
}

fn labels(offered: &[(String, String)]) -> Vec<&str> {
    offered.iter().map(|(label, _)| label.as_str()).collect()
}

#[test]
fn names_are_those_that_are_legal_there() {
    let folder = folder("lsp-complete-names");
    let file = folder.join("a.yaml");
    let mut editor = editor(&folder);
    let enemies =
        ["The Twelve Apostles", "Imperial Cavalry", "Catholic League Foot", "Liechtenstein", "Catholic League Cavalry"];
    let text = white_mountain().replacen("[Liechtenstein, Tiefenbach]", "[Tiefenbach, L|]", 1);
    let found = offered(&mut editor, &file, &text);
    for name in enemies {
        assert!(labels(&found).contains(&name), "{name} in {:?}", labels(&found));
    }
    assert!(!labels(&found).contains(&"Tiefenbach"), "it is listed already");
    assert!(!labels(&found).contains(&"Thurn") && !labels(&found).contains(&"Schlick"), "friends are no targets");
    let (_, taken) = found.iter().find(|(label, _)| label == "Liechtenstein").unwrap();
    assert!(taken.contains("[Tiefenbach, Liechtenstein]"), "{taken}");

    // A formation waits behind another one.
    let text = white_mountain().replacen("{behind: Liechtenstein}", "{behind: |}", 1);
    let found = offered(&mut editor, &file, &text);
    assert!(
        labels(&found).contains(&"Liechtenstein") && !labels(&found).contains(&"Tiefenbach"),
        "{:?}",
        labels(&found)
    );

    // While the rest of the text is broken the names of before are known.
    let broken =
        white_mountain().replacen("[Liechtenstein, Tiefenbach], hits: 1 per die, self: 1}", "[Tiefenbach, L|", 1);
    let found = offered(&mut editor, &file, &broken);
    assert!(labels(&found).contains(&"Liechtenstein"), "{:?}", labels(&found));
    editor.leave();
}

#[test]
fn keys_words_and_rules_are_those_of_the_schema() {
    let folder = folder("lsp-complete-keys");
    let file = folder.join("a.yaml");
    let mut editor = editor(&folder);
    let found = offered(&mut editor, &file, "|");
    assert_eq!(labels(&found)[0], "system: table-battles");
    let found = offered(&mut editor, &file, "system: |\n");
    assert!(labels(&found).contains(&"tabletop"));
    let found = offered(&mut editor, &file, "system: table-battles\n|\n");
    assert!(labels(&found).contains(&"formations") && !labels(&found).contains(&"system"), "{:?}", labels(&found));
    let found = offered(&mut editor, &file, &white_mountain().replacen("wing: blue", "wing: |", 1));
    assert_eq!(labels(&found), ["red", "pink", "blue", "dkblue", "green", "purple"]);
    let found = offered(&mut editor, &file, &white_mountain().replacen("    wing: blue\n", "    st|\n", 1));
    assert!(labels(&found).contains(&"wing") && !labels(&found).contains(&"name"), "{:?}", labels(&found));
    let (_, taken) = found.iter().find(|(label, _)| label == "wing").unwrap();
    assert!(taken.contains("    wing: ${1|red,pink,blue,dkblue,green,purple|}\n"), "{taken}");
    let action = white_mountain().replacen(
        "- {type: attack, targets: [Liechtenstein, Tiefenbach], hits: 1 per die, self: 1}",
        "- |",
        1,
    );
    let found = offered(&mut editor, &file, &action);
    let (_, taken) = found.iter().find(|(label, _)| label == "type: attack").unwrap();
    assert!(taken.contains("- {type: attack, targets: [$1]"), "{taken}");
    let found = offered(&mut editor, &file, &white_mountain().replacen("requires: triplet", "requires: |", 1));
    assert!(labels(&found).contains(&"full house"));
    let found = offered(&mut editor, &file, &white_mountain().replacen("lore: Count", "lore: A :d| and Count", 1));
    assert!(labels(&found).contains(&":die6:"), "{:?}", labels(&found));
    editor.leave();
}

#[test]
fn what_tells_forms_apart_is_offered_in_every_game() {
    let folder = folder("lsp-complete-tags");
    let mut editor = editor(&folder);
    let file = folder.join("a.yaml");
    let text = white_mountain().replacen(
        "{type: screen, targets: [Liechtenstein, Tiefenbach], requires: pair}",
        "{type: |}",
        1,
    );
    let found = offered(&mut editor, &file, &text);
    assert_eq!(labels(&found), ["attack", "bombard", "command", "screen", "counterattack", "absorb"]);
    let (_, taken) = &found[0];
    assert!(taken.contains("- {type: attack, targets: [$1], hits: $2}"), "{taken}");
    // What stands there already is not written again.
    let text = white_mountain().replacen("{type: screen, targets: [", "{type: s|, targets: [", 1);
    let found = offered(&mut editor, &file, &text);
    let (_, taken) = found.iter().find(|(label, _)| label == "screen").unwrap();
    assert!(taken.contains("- {type: screen, targets: ["), "{taken}");
    for (game, list, rule) in [
        ("table-battles", "formations:\n  - special:\n", "hit-limit"),
        ("states-of-battle", "scenario:\n  triggers:\n", "reinforcements"),
        ("tabletop", "scenario:\n  victory:\n", "hold"),
        ("pub-battles", "scenario:\n  victory:\n", "sudden-death"),
    ] {
        let indent = if list.starts_with("formations") { "      " } else { "    " };
        let found = offered(&mut editor, &file, &format!("system: {game}\n{list}{indent}- rule: |\n"));
        let (_, taken) = found.iter().find(|(label, _)| label == rule).unwrap_or_else(|| panic!("{game}: {found:?}"));
        assert!(taken.contains(&format!("- rule: {rule}\n")), "{taken}");
    }
    editor.leave();
}

#[test]
fn a_notation_is_shown_by_its_examples() {
    let folder = folder("lsp-complete-notation");
    let mut editor = editor(&folder);
    let file = folder.join("a.yaml");
    let found = offered(&mut editor, &file, &white_mountain().replacen("dice: 5/6", "dice: |", 1));
    for label in ["Any", "Doubles", "5/6", "4-6", "(5)/(6)", "Straight 4"] {
        let (_, taken) = found.iter().find(|(known, _)| known == label).unwrap_or_else(|| panic!("{label}: {found:?}"));
        assert!(taken.contains(&format!("dice: {label}\n")), "{taken}");
    }
    assert!(!labels(&found).contains(&"Straight"), "a straight has a length");
    let found = offered(&mut editor, &file, &white_mountain().replacen("hits: 1 per die", "hits: |", 1));
    assert_eq!(labels(&found), ["1", "1 per die", "1 + 1 per die"]);
    // Any text may stand here, and a number is no better than another.
    let found =
        offered(&mut editor, &file, &white_mountain().replacen("    dice: 5/6\n", "    dice: 5/6\n    art: |\n", 1));
    assert_eq!(labels(&found), ["{…}"]);
    editor.leave();
}

#[test]
fn ranges_are_those_of_numbers_that_nobody_has_yet() {
    let folder = folder("lsp-complete-ranges");
    let mut editor = editor(&folder);
    let file = folder.join("a.yaml");
    // The numbers are those of the last text that was whole.
    editor.open(&file, &white_mountain());
    editor.codes(&file, Some(1));
    let found = offered(&mut editor, &file, &white_mountain().replacen("cards: 1A-6A", "cards: |", 1));
    assert_eq!(labels(&found)[..7], ["1A-6A", "1A", "2A", "3A", "4A", "5A", "6A"]);
    assert!(labels(&found).contains(&"7A") && !labels(&found).contains(&"7A-10A"), "{:?}", labels(&found));
    let (_, taken) = &found[0];
    assert!(taken.contains("cards: 1A-6A"), "{taken}");
    let found = offered(&mut editor, &file, &white_mountain().replacen("cards: 1A-6A", "cards: 3A-|", 1));
    assert_eq!(labels(&found)[..4], ["3A-4A", "3A-5A", "3A-6A", "3A-7A"]);
    let found = offered(&mut editor, &file, &white_mountain().replacen("cards: 1A-6A", "cards: [1A, 2A, |]", 1));
    assert_eq!(labels(&found)[..2], ["3A-6A", "3A"]);
    editor.leave();
}

#[test]
fn keys_of_a_form_are_offered_once_a_key_tells_it() {
    let mut editor = Editor::in_folders(&[]);
    for (game, turn, keys) in [
        ("pub-battles", "moves: [{block: A, recover: B, |}]", &["at", "facing"][..]),
        ("pub-battles", "moves: [{block: A, target: B, |}]", &["dice"]),
        ("pub-battles", "moves: [{block: A, to: [9, 9], |}]", &["via", "facing", "echelon", "road", "deploy"]),
        ("states-of-battle", "played: [{happened: [{charged: N1, |}]}]", &["target", "from", "far"]),
        ("states-of-battle", "played: [{happened: [{broke: N1, |}]}]", &["by"]),
        ("tabletop", "orders: [{strike: N2#1, |}]", &["at", "ability"]),
    ] {
        let file = root().join(format!("scenarios/{game}/plays/new.yaml"));
        let text = format!("system: {game}\nplay:\n  scenario: a.yaml\n  turns:\n    - {{{turn}}}\n");
        assert_eq!(labels(&offered(&mut editor, &file, &text)), keys, "{turn}");
    }
    editor.leave();
}

#[test]
fn words_of_a_play_are_those_of_its_battle_in_every_game() {
    let mut editor = Editor::in_folders(&[]);
    for (game, scenario, turn, words) in [
        ("table-battles", "white-mountain", "- side: |", &["The Bohemian Revolt"][..]),
        ("table-battles", "white-mountain", "- {side: The Bohemian Revolt, place: [{card: |}]}", &["7A", "10A"]),
        ("table-battles", "white-mountain", "- {side: The Bohemian Revolt, expect: {sticks: {|}}}", &["7A", "10A"]),
        ("states-of-battle", "bridge-at-ambershaw", "- {round: 1, pick: |}", &["Melee", "Brilliant Tactician"]),
        ("states-of-battle", "bridge-at-ambershaw", "- {round: 1, played: [{card: |}]}", &["Melee", "Army Morale"]),
        (
            "states-of-battle",
            "bridge-at-ambershaw",
            "- {round: 1, played: [{starter: |}]}",
            &["Manoeuvre", "Leadership"],
        ),
        ("states-of-battle", "bridge-at-ambershaw", "- {round: 1, played: [{shoot: W5, target: |}]}", &["D2", "W3"]),
        ("states-of-battle", "bridge-at-ambershaw", "- {round: 1, rerolls: [{by: |}]}", &["Wardens of Ambershaw"]),
        ("states-of-battle", "bridge-at-ambershaw", "- {round: 1, gd: {|}}", &["The Salt Duke's Host"]),
        ("tabletop", "corn-monday", "- faction: |", &["Crown of Aumery"]),
        ("tabletop", "corn-monday", "- {faction: The Nine Towns, orders: [{move: |}]}", &["C2#1", "T5#1"]),
        ("tabletop", "corn-monday", "- {faction: The Nine Towns, orders: [{strike: T5#1, ability: |}]}", &["By Ranks"]),
        ("tabletop", "corn-monday", "- {faction: The Nine Towns, fate: {|}}", &["C2#1"]),
        ("pub-battles", "two-days-at-hollin-cross", "- {turn: 1, chit: |}", &["Carrow", "The Regent"]),
        (
            "pub-battles",
            "two-days-at-hollin-cross",
            "- {turn: 1, chit: Carrow, moves: [{block: |}]}",
            &["Carrow/Cross Foot"],
        ),
        (
            "pub-battles",
            "two-days-at-hollin-cross",
            "- {turn: 1, chit: Carrow, moves: [{road: |}]}",
            &["Regent's Road"],
        ),
        ("pub-battles", "two-days-at-hollin-cross", "- {turn: 1, orders: {write: [{attack: |}]}}", &["Hollin Cross"]),
    ] {
        let file = root().join(format!("scenarios/{game}/plays/new.yaml"));
        let text = format!("system: {game}\nplay:\n  scenario: ../{scenario}.yaml\n  turns:\n    {turn}\n");
        let found = offered(&mut editor, &file, &text);
        for word in words {
            assert!(labels(&found).contains(word), "{word} in {:?} of {turn}", labels(&found));
        }
        let text = text.replace(turn, "[]\n  result: {by: |}");
        let found = offered(&mut editor, &file, &text);
        assert!(!found.is_empty(), "reasons of {game}");
    }
    editor.leave();
}

#[test]
fn files_settings_and_templates_are_completed() {
    let folder = folder("lsp-complete-files");
    fs::create_dir_all(folder.join("decks")).unwrap();
    fs::create_dir_all(folder.join("plays")).unwrap();
    let shipped = root().join("scenarios/table-battles");
    fs::copy(shipped.join("decks/artillery.yaml"), folder.join("decks/my guns.yaml")).unwrap();
    fs::copy(shipped.join("white-mountain.yaml"), folder.join("white-mountain.yaml")).unwrap();
    let mut editor = editor(&folder);
    let text = white_mountain().replacen("formations:", "decks: [|]\nformations:", 1);
    let found = offered(&mut editor, &folder.join("b.yaml"), &text);
    assert_eq!(labels(&found), ["decks/my guns.yaml"]);
    let play = folder.join("plays/a.yaml");
    let found = offered(&mut editor, &play, "system: table-battles\nplay:\n  scenario: |\n  turns: []\n");
    assert!(labels(&found).contains(&"../white-mountain.yaml"), "{:?}", labels(&found));
    let turns = "system: table-battles\nplay:\n  scenario: ../white-mountain.yaml\n  turns:\n    - side: The Bohemian Revolt\n      act: pass\n    - side: |\n";
    let found = offered(&mut editor, &play, turns);
    assert!(labels(&found).contains(&"Imperials & Catholic League"), "{:?}", labels(&found));
    let result = turns.replace("    - side: |\n", "  result: {winner: |, by: morale}\n");
    let found = offered(&mut editor, &play, &result);
    assert_eq!(labels(&found), ["The Bohemian Revolt", "Imperials & Catholic League"]);
    let settings = folder.join("muster.toml");
    assert!(labels(&offered(&mut editor, &settings, "|")).contains(&"fail-on"));
    assert_eq!(labels(&offered(&mut editor, &settings, "fail-on = |")), ["info", "warning", "error"]);
    assert!(labels(&offered(&mut editor, &settings, "[levels]\nunk|")).contains(&"unknown-target"));
    assert!(labels(&offered(&mut editor, &settings, "levels = {unknown-target = \"|")).contains(&"allow"));
    let template = folder.join("look/a.yaml");
    assert!(labels(&offered(&mut editor, &template, "system: table-battles\ntemplate: f|\n")).contains(&"formation"));
    assert!(
        labels(&offered(&mut editor, &template, "system: table-battles\ntemplate: formation\n|\n")).contains(&"boxes")
    );
    editor.leave();
}

fn hover(editor: &mut Editor, file: &Path, text: &str) -> Value {
    let (text, position) = marked(text);
    editor.open(file, &text);
    let params = json!({"textDocument": {"uri": uri(file)}, "position": position});
    editor.ask("textDocument/hover", &params).unwrap()
}

#[test]
fn a_hover_tells_what_a_card_can_do_who_names_it_and_how_it_looks() {
    let folder = folder("lsp-hover");
    let file = folder.join("a.yaml");
    let mut editor = editor(&folder);
    let said = hover(&mut editor, &file, &white_mountain().replacen("name: Schlick", "name: Sch|lick", 1));
    let said = said["contents"]["value"].as_str().unwrap();
    assert!(said.starts_with("**Schlick** 10A, formation"), "{said}");
    assert!(said.contains("turns of its side on average"), "{said}");
    assert!(said.contains("`targets` of "), "{said}");
    let picture = said.split("](").nth(1).unwrap().split(')').next().unwrap();
    assert!(picture.len() <= 50_000, "{} bytes", picture.len());
    let bytes = decoded(picture.strip_prefix("data:image/png;base64,").unwrap());
    let pixels = read_png(&bytes).unwrap();
    assert!(pixels.width > 100 && pixels.height > pixels.width);
    if let Some(folder) = std::env::var_os("MUSTER_PICTURES") {
        fs::write(Path::new(&folder).join("hover.png"), bytes).unwrap();
    }
    editor.leave();
}

#[test]
fn nothing_in_a_name_is_markdown() {
    let folder = folder("lsp-hover-beacon");
    let file = folder.join("a.yaml");
    let mut editor = editor(&folder);
    let name = "![x](https://example.org/x.png) <b> www.example.org `c`";
    let quoted = format!("\"{name}\"");
    let text =
        white_mountain().replace("[Schlick]", &format!("[{quoted}]")).replace(", Schlick]", &format!(", {quoted}]"));
    let text = text.replacen("name: Schlick", &format!("name: \"|{name}\""), 1);
    let said = hover(&mut editor, &file, &text);
    let said = said["contents"]["value"].as_str().unwrap();
    let escaped = r"!\[x\](https\://example.org/x.png) \<b\> www\.example.org \`c\`";
    assert!(said.starts_with(&format!("**{escaped}** 10A, formation")), "{said}");
    // The one picture is that of the card.
    let links = said.match_indices("](").filter(|(at, _)| !said[..*at].ends_with('\\'));
    let targets: Vec<&str> = links.map(|(at, _)| &said[at + 2..]).collect();
    assert!(targets.iter().all(|target| target.starts_with("data:")), "{targets:?}");
    editor.leave();
}

#[test]
fn a_hover_tells_what_keys_and_words_are_for() {
    let folder = folder("lsp-hover-keys");
    let file = folder.join("a.yaml");
    let mut editor = editor(&folder);
    let said = hover(&mut editor, &file, &white_mountain().replacen("pursuit: true", "pur|suit: true", 1));
    assert!(said["contents"]["value"].as_str().unwrap().starts_with("`pursuit`: "), "{said}");
    let said = hover(&mut editor, &file, &white_mountain().replacen("wing: blue", "wing: bl|ue", 1));
    assert!(said["contents"]["value"].as_str().unwrap().contains("`blue`: Blue."), "{said}");
    assert_eq!(hover(&mut editor, &file, &white_mountain().replacen("system:", "# |\nsystem:", 1)), Value::Null);
    editor.leave();
    // An editor that says nothing of Markdown gets plain text.
    let mut editor = Editor::in_folders(&[]);
    let said = hover(&mut editor, &file, &white_mountain().replacen("name: Schlick", "name: Sch|lick", 1));
    assert_eq!(said["contents"]["kind"], "plaintext");
    assert!(!said["contents"]["value"].as_str().unwrap().contains(['*', '`']), "{said}");
    editor.leave();
}

#[test]
fn pictures_of_cards_and_data_fields_are_offered_and_explained() {
    let folder = folder("lsp-default-art");
    let file = folder.join("a.yaml");
    let mut editor = editor(&folder);
    let with = |art: &str| white_mountain().replacen("  sides:\n", &format!("  art: {art}\n  sides:\n"), 1);
    let found = offered(&mut editor, &file, &with("{|}"));
    assert!(labels(&found).contains(&"default") && labels(&found).contains(&"image"), "{:?}", labels(&found));
    let said = hover(&mut editor, &file, &with("{def|ault: art.png}"));
    let said = said["contents"]["value"].as_str().expect("a hover");
    assert!(said.contains("every card without `art` of its own"), "{said}");
    let found = offered(&mut editor, &file, &white_mountain().replacen("    wing: blue\n", "    fie|\n", 1));
    assert!(labels(&found).contains(&"fields"), "{:?}", labels(&found));
    editor.leave();
}

#[test]
fn a_hover_tells_what_settings_and_codes_are_for() {
    let folder = folder("lsp-hover-settings");
    let file = folder.join("muster.toml");
    let mut editor = editor(&folder);
    for (text, said) in [
        ("fail|-on = \"warning\"\n", "`fail-on`: The lowest severity"),
        ("[[per-path|]]\npaths = []\n", "`per-path`: Levels for some files."),
        ("[[per-path]]\npa|ths = []\n", "`paths`: The files"),
        ("[levels]\nunknown-ta|rget = 'info'\n", "**TB101** `unknown-target`: "),
        ("levels = {\"|tb101\" = 'info'}\n", "**TB101** `unknown-target`: "),
    ] {
        let found = hover(&mut editor, &file, text);
        let value = found["contents"]["value"].as_str().unwrap_or_else(|| panic!("{text}: {found}"));
        assert!(value.starts_with(said), "{value}");
    }
    for text in ["# exclude| = []\n", "exclude = [\"levels|\"]\n", "paths| \n", "nothing| = 1\n"] {
        assert_eq!(hover(&mut editor, &file, text), Value::Null, "{text}");
    }
    editor.leave();
}

/// What is written in base 64, read in the plainest way.
fn decoded(text: &str) -> Vec<u8> {
    let digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let bits: Vec<usize> = text.chars().filter_map(|c| digits.find(c)).collect();
    let bytes = bits.chunks(4).flat_map(|four| {
        let all = four.iter().enumerate().fold(0, |all, (i, digit)| all | digit << (18 - 6 * i));
        [16, 8, 0].into_iter().take(four.len() - 1).map(move |shift| (all >> shift & 255) as u8).collect::<Vec<_>>()
    });
    bytes.collect()
}
