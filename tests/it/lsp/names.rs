//! Names: where they are given and used, and how they are changed, over scenario, deck and plays.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::actions::edited;
use super::editor::{Editor, uri};
use crate::cli::{folder, root};

/// Copies of shipped files, in a folder with plays.
fn copied(name: &str, files: &[&str]) -> PathBuf {
    let folder = folder(name);
    for file in files {
        let to = folder.join(file);
        fs::create_dir_all(to.parent().unwrap()).unwrap();
        fs::copy(root().join("scenarios").join(file), to).unwrap();
    }
    folder
}

/// A position in the first line that has some words, so many letters behind their start.
fn at(path: &Path, words: &str, letters: usize) -> Value {
    position(&fs::read_to_string(path).unwrap(), words, letters)
}

fn position(text: &str, words: &str, letters: usize) -> Value {
    let line = text.lines().position(|line| line.contains(words)).unwrap_or_else(|| panic!("no `{words}`"));
    let start = text.lines().nth(line).unwrap().find(words).unwrap();
    json!({"line": line, "character": start + letters})
}

fn asked(path: &Path, position: &Value) -> Value {
    json!({"textDocument": {"uri": uri(path)}, "position": position, "context": {"includeDeclaration": true}})
}

fn opened(folder: &Path, file: &Path) -> Editor {
    let editor = Editor::in_folders(&[folder]);
    editor.open(file, &fs::read_to_string(file).unwrap());
    editor
}

const BATTLE: &str = "table-battles/white-mountain.yaml";
const PLAY: &str = "table-battles/plays/white-mountain-morale.yaml";

#[test]
fn a_name_leads_to_where_it_is_given_and_to_all_its_uses() {
    let folder = copied("lsp-names", &[BATTLE, PLAY]);
    let (battle, play) = (folder.join(BATTLE), folder.join(PLAY));
    let mut editor = opened(&folder, &battle);
    let text = fs::read_to_string(&battle).unwrap();
    let uses = text.matches("Tiefenbach").count();
    assert!(uses > 2);
    let used = asked(&battle, &at(&battle, "[Liechtenstein, Tiefenbach]", 16));
    let given = editor.ask("textDocument/definition", &used).unwrap();
    assert_eq!(given["uri"], uri(&battle));
    assert_eq!(given["range"]["start"], at(&battle, "name: Tiefenbach", 6));
    let all = editor.ask("textDocument/references", &used).unwrap();
    let here = all.as_array().unwrap().iter().filter(|place| place["uri"] == uri(&battle)).count();
    assert_eq!(
        here,
        text.lines()
            .filter(|line| !line.contains("lore"))
            .map(|line| line.matches("Tiefenbach").count())
            .sum::<usize>()
    );
    // Plays call cards by their numbers.
    let thurn = asked(&battle, &at(&battle, "name: Thurn", 7));
    let all = editor.ask("textDocument/references", &thurn).unwrap();
    assert!(all.as_array().unwrap().iter().any(|place| place["uri"] == uri(&play)), "{all:#?}");

    // From a number in the play back to the card, and from its scenario to the file.
    editor.open(&play, &fs::read_to_string(&play).unwrap());
    let from_play = editor.ask("textDocument/definition", &asked(&play, &at(&play, "card: ", 7))).unwrap();
    assert_eq!(from_play["uri"], uri(&battle));
    let to_file = editor.ask("textDocument/definition", &asked(&play, &at(&play, "scenario: ", 14))).unwrap();
    assert_eq!(to_file["uri"], uri(&battle));
    let nothing = editor.ask("textDocument/definition", &asked(&battle, &at(&battle, "wing: blue", 7))).unwrap();
    assert_eq!(nothing, Value::Null);
    editor.leave();
}

#[test]
fn answers_come_from_the_last_whole_text_while_it_is_broken() {
    let folder = copied("lsp-broken", &[BATTLE]);
    let battle = folder.join(BATTLE);
    let text = fs::read_to_string(&battle).unwrap();
    let mut editor = opened(&folder, &battle);
    assert!(editor.findings(&uri(&battle), Some(1)).is_empty());
    let broken = text.replacen("formations:", "# é\n  - [\nformations:", 1);
    editor.change(&battle, 2, &broken);
    let used = asked(&battle, &position(&broken, "[Liechtenstein, Tiefenbach]", 16));
    let given = editor.ask("textDocument/definition", &used).unwrap();
    assert_eq!(given["range"]["start"], position(&broken, "name: Tiefenbach", 6));
    let refused = editor.ask("textDocument/prepareRename", &used).unwrap_err();
    assert!(refused["message"].as_str().unwrap().contains("cannot be read"), "{refused}");
    let outline = editor.ask("textDocument/documentSymbol", &used).unwrap();
    assert!(outline.to_string().contains("Tiefenbach"));
    editor.leave();
}

/// Renames, and returns the new texts of the files that change.
fn renamed(editor: &mut Editor, file: &Path, position: &Value, name: &str) -> Result<Vec<(PathBuf, String)>, Value> {
    let params = json!({"textDocument": {"uri": uri(file)}, "position": position, "newName": name});
    let edit = editor.ask("textDocument/rename", &params)?;
    let change = |(uri, edits): (&String, &Value)| {
        let path = PathBuf::from(uri.strip_prefix("file://").unwrap());
        let text = edited(&fs::read_to_string(&path).unwrap(), edits);
        (path, text)
    };
    Ok(edit["changes"].as_object().unwrap().iter().map(change).collect())
}

#[test]
fn a_card_and_a_side_are_renamed_everywhere() {
    let folder = copied("lsp-rename", &[BATTLE, PLAY]);
    let (battle, play) = (folder.join(BATTLE), folder.join(PLAY));
    let before = crate::cli::muster(&folder, &["replay", ".", "--output-format", "json"]);
    crate::cli::assert_exit(&before, 0);
    let mut editor = opened(&folder, &battle);
    let prepared =
        editor.ask("textDocument/prepareRename", &asked(&battle, &at(&battle, "name: Tiefenbach", 8))).unwrap();
    assert_eq!(prepared["placeholder"], "Tiefenbach");
    let texts = renamed(&mut editor, &battle, &at(&battle, "name: Tiefenbach", 8), "No").unwrap();
    assert_eq!(texts.len(), 1, "plays call cards by their numbers");
    assert!(texts[0].1.contains("name: \"No\"\n") && texts[0].1.contains("[Liechtenstein, \"No\"]"), "{}", texts[0].1);
    let texts = renamed(&mut editor, &battle, &at(&battle, "name: The Bohemian Revolt", 8), "Estates").unwrap();
    assert_eq!(texts.len(), 2);
    for (path, text) in texts {
        assert!(text.contains("Estates") && !text.contains(": The Bohemian Revolt"), "{text}");
        fs::write(path, text).unwrap();
    }
    crate::cli::assert_exit(&crate::cli::muster(&folder, &["check", "."]), 0);
    crate::cli::assert_exit(&crate::cli::muster(&folder, &["replay", "."]), 0);
    assert!(play.exists());
    editor.leave();
}

#[test]
fn a_rename_that_would_change_a_meaning_is_refused_with_the_reason() {
    let folder = copied("lsp-refused", &[BATTLE]);
    let battle = folder.join(BATTLE);
    let mut editor = opened(&folder, &battle);
    let name = at(&battle, "name: Tiefenbach", 8);
    for (new, why) in [("Liechtenstein", "change its meaning"), (" ", "space"), ("a\nb", "line of text")] {
        let refused = renamed(&mut editor, &battle, &name, new).unwrap_err();
        assert!(refused["message"].as_str().unwrap().contains(why), "{new:?}: {refused}");
    }
    let nothing = editor.ask("textDocument/prepareRename", &asked(&battle, &at(&battle, "wing: blue", 7))).unwrap_err();
    assert!(nothing["message"].as_str().unwrap().contains("no name defined by a document here"));
    editor.leave();
}

#[test]
fn a_rename_is_refused_where_a_play_may_mean_something_else() {
    let folder = copied("lsp-unclear", &[BATTLE, PLAY]);
    let battle = folder.join(BATTLE);
    let text = fs::read_to_string(&battle).unwrap().replace("Tiefenbach", "The Bohemian Revolt");
    fs::write(&battle, &text).unwrap();
    let mut editor = opened(&folder, &battle);
    let side = position(&text, "- {name: The Bohemian Revolt", 12);
    let refused = renamed(&mut editor, &battle, &side, "Estates").unwrap_err();
    let message = refused["message"].as_str().unwrap();
    assert!(message.contains("white-mountain-morale.yaml:") && message.contains("could mean"), "{message}");
    editor.leave();
}

#[test]
fn outline_links_and_lenses_stand_at_what_they_are_about() {
    let battle = "table-battles/poltava.yaml";
    let folder = copied(
        "lsp-outline",
        &[battle, "table-battles/decks/artillery.yaml", "table-battles/plays/poltava-morale.yaml"],
    );
    let file = folder.join(battle);
    let mut editor = opened(&folder, &file);
    let here = json!({"textDocument": {"uri": uri(&file)}});
    let outline = editor.ask("textDocument/documentSymbol", &here).unwrap();
    let names = |value: &Value| -> Vec<String> {
        value.as_array().unwrap().iter().map(|symbol| symbol["name"].as_str().unwrap().to_owned()).collect()
    };
    assert!(names(&outline).contains(&"formations".to_owned()), "{outline:#?}");
    let cards = outline.as_array().unwrap().iter().find(|symbol| symbol["name"] == "formations").unwrap();
    assert!(cards["children"][0]["detail"].as_str().unwrap().ends_with('A'));
    let links = editor.ask("textDocument/documentLink", &here).unwrap();
    assert_eq!(links.as_array().unwrap().len(), 1);
    assert_eq!(links[0]["target"], uri(&folder.join("table-battles/decks/artillery.yaml")));
    let lenses = editor.ask("textDocument/codeLens", &here).unwrap();
    let commands: Vec<String> =
        lenses.as_array().unwrap().iter().map(|lens| lens["command"]["title"].as_str().unwrap().to_owned()).collect();
    assert_eq!(&commands[..2], ["smoke 1,000", "print"]);
    assert!(commands.iter().any(|title| title == "print 951A"), "{commands:?}");
    assert_eq!(lenses[0]["command"]["arguments"], json!([["smoke", file.to_str().unwrap()]]));
    let play = folder.join("table-battles/plays/poltava-morale.yaml");
    editor.open(&play, &fs::read_to_string(&play).unwrap());
    let lenses = editor.ask("textDocument/codeLens", &json!({"textDocument": {"uri": uri(&play)}})).unwrap();
    assert_eq!(lenses[0]["command"]["title"], "replay");
    editor.leave();
}

#[test]
fn odds_stand_behind_cards_where_they_are_wanted() {
    let folder = copied("lsp-hints", &[BATTLE]);
    let file = folder.join(BATTLE);
    let range = json!({"start": {"line": 0, "character": 0}, "end": {"line": 9999, "character": 0}});
    let params = json!({"textDocument": {"uri": uri(&file)}, "range": range});
    for wanted in [true, false] {
        let mut editor = Editor::with(&json!({
            "processId": null, "rootUri": uri(&folder), "capabilities": {}, "initializationOptions": {"inlayHints": wanted},
        }));
        editor.open(&file, &fs::read_to_string(&file).unwrap());
        let hints = editor.ask("textDocument/inlayHint", &params).unwrap();
        match wanted {
            true => {
                let first = &hints[0];
                assert_eq!(first["position"]["line"], at(&file, "card: 7A", 0)["line"]);
                assert!(first["label"].as_str().unwrap().starts_with("turns until: 1 attack "), "{first}");
            }
            false => assert_eq!(hints, Value::Null),
        }
        editor.leave();
    }
}

/// Lists whose items have no name of their own: rules, actions and orders, by what they do.
const NAMELESS: [&str; 5] = ["victory", "actions", "special", "play", "do"];

#[test]
fn what_an_outline_lists_by_its_name_can_be_renamed() {
    let renamed: usize = muster_games::SYSTEMS.iter().copied().map(|system| renamed_in(system.id())).sum();
    assert!(renamed > 60, "{renamed}");
}

/// Asks of the first item of each list in the shipped documents of a game whether it can be renamed, and returns how many can.
fn renamed_in(system: &str) -> usize {
    let folder = crate::cli::root().join("scenarios").join(system);
    let mut editor = Editor::in_folders(&[&folder]);
    let mut files: Vec<PathBuf> = Vec::new();
    let mut folders = vec![folder];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            let is_play = entry.components().any(|part| part.as_os_str() == "plays");
            if entry.is_dir() {
                folders.push(entry);
            } else if !is_play && entry.extension().is_some_and(|extension| extension == "yaml") {
                files.push(entry);
            }
        }
    }
    files.sort();
    let mut renamed = 0;
    for file in &files {
        editor.open(file, &fs::read_to_string(file).unwrap());
        let outline = editor.ask("textDocument/documentSymbol", &json!({"textDocument": {"uri": uri(file)}})).unwrap();
        // By list, its first item.
        let mut waiting: Vec<(String, Value)> = vec![(String::new(), outline)];
        while let Some((list, symbols)) = waiting.pop() {
            let Some(symbols) = symbols.as_array() else { continue };
            let first = symbols.iter().find(|symbol| symbol["kind"] == 19);
            if let Some(first) = first.filter(|_| !NAMELESS.contains(&&*list)) {
                let asked = json!({"textDocument": {"uri": uri(file)}, "position": first["selectionRange"]["start"]});
                let prepared = editor.ask("textDocument/prepareRename", &asked);
                let prepared = prepared.unwrap_or_else(|why| panic!("{}: {list}: {first}: {why}", file.display()));
                assert!(prepared["placeholder"].is_string(), "{prepared}");
                renamed += 1;
            }
            for symbol in symbols {
                let name =
                    if symbol["kind"] == 19 { list.clone() } else { symbol["name"].as_str().unwrap().to_owned() };
                waiting.push((name, symbol["children"].clone()));
            }
        }
    }
    editor.leave();
    renamed
}
