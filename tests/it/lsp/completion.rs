//! Completion and hover: what is legal at a place, and what is said of it.

use std::fs;
use std::path::Path;

use muster::print::image::read_png;
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
    assert_eq!(labels(&found), ["red", "pink", "blue", "dkblue"]);
    let found = offered(&mut editor, &file, &white_mountain().replacen("    wing: blue\n", "    st|\n", 1));
    assert!(labels(&found).contains(&"wing") && !labels(&found).contains(&"name"), "{:?}", labels(&found));
    let (_, taken) = found.iter().find(|(label, _)| label == "wing").unwrap();
    assert!(taken.contains("    wing: ${1|red,pink,blue,dkblue|}\n"), "{taken}");
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
    assert!(said.contains("own turns on average"), "{said}");
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
