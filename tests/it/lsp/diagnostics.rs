//! Findings while someone types: of open texts over files, in folders and without, as `muster check` has them.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::editor::{Editor, uri};
use crate::cli::{folder, muster, root, text};

/// A folder with a scenario and the deck that it names, in a folder with a name that must be escaped.
pub(crate) fn poltava(name: &str) -> PathBuf {
    let folder = folder(name).join("Große Schlachten #1: 50%");
    let scenarios = root().join("scenarios/table-battles");
    fs::create_dir_all(folder.join("decks")).unwrap();
    fs::copy(scenarios.join("poltava.yaml"), folder.join("poltava.yaml")).unwrap();
    fs::copy(scenarios.join("decks/artillery.yaml"), folder.join("decks/artillery.yaml")).unwrap();
    folder
}

fn slip() -> String {
    fs::read_to_string(root().join("docs/slip.yaml")).unwrap()
}

#[test]
fn findings_come_with_their_version_and_all_that_belongs_to_them() {
    let folder = folder("lsp-one");
    let file = folder.join("slip.yaml");
    fs::write(&file, slip()).unwrap();
    let mut editor = Editor::in_folders(&[&folder]);
    assert_eq!(editor.codes(&file, None), ["TB101"], "also of a file that is not open");
    editor.open(&file, &slip());
    let found = editor.findings(&uri(&file), Some(1));
    let expected = json!([{
        "range": {"start": {"line": 36, "character": 33}, "end": {"line": 36, "character": 46}},
        "severity": 1,
        "code": "TB101",
        "codeDescription": {"href": "muster:explain/TB101"},
        "source": "muster",
        "message": "the enemy has no formation named `Sothern Horse`; it has `River Foot`, `Hill Foot`, \
                    `Southern Horse`, `Lancers`\ndid you mean `Southern Horse`?",
    }]);
    assert_eq!(Value::from(found), expected);
    editor.change(&file, 2, &slip().replace("Sothern", "Southern"));
    assert!(editor.findings(&uri(&file), Some(2)).is_empty());
    editor.change(&file, 3, &slip().replace("targets:", "tragets:"));
    assert!(editor.codes(&file, Some(3)).iter().all(|code| code == "MU101"));
    editor.close(&file);
    assert_eq!(editor.codes(&file, None), ["TB101"], "as on disk");
    editor.leave();
}

#[test]
fn what_is_superfluous_is_marked_and_second_places_are_named() {
    let file = folder("lsp-related").join("a.yaml");
    let doubled = slip().replace("Sothern", "Southern").replace("name: Hill Foot", "name: River Foot");
    let mut editor = Editor::in_folders(&[]);
    editor.open(&file, &format!("{doubled}# muster: allow(TB101) é 🂡 none\n"));
    let found = editor.findings(&uri(&file), Some(1));
    let of = |code: &str| found.iter().find(|finding| finding["code"] == code).unwrap_or_else(|| panic!("{found:#?}"));
    assert_eq!(of("MU404")["tags"], json!([1]));
    let with_places = found.iter().find(|finding| finding["relatedInformation"].is_array()).unwrap();
    assert_eq!(with_places["relatedInformation"][0]["location"]["uri"], uri(&file));
    editor.leave();
}

/// The codes that the command finds, by file name.
fn found_by_command(folder: &Path) -> Vec<(String, String, String)> {
    let output = muster(folder, &["check", folder.to_str().unwrap(), "--output-format", "json"]);
    let found: Value = serde_json::from_str(&text(&output.stdout)).unwrap();
    let of = |finding: &Value| {
        let help = finding["help"].as_str().map(|help| format!("\n{help}")).unwrap_or_default();
        let start = &finding["span"]["start"];
        (
            format!("{}:{}", finding["path"].as_str().unwrap(), start["line"]),
            finding["code"].as_str().unwrap().to_owned(),
            format!("{}{help}", finding["message"].as_str().unwrap()),
        )
    };
    found["findings"].as_array().unwrap().iter().map(of).collect()
}

#[test]
fn a_deck_that_is_open_counts_for_the_scenario_that_names_it() {
    let folder = poltava("lsp-deck");
    let (scenario, deck) = (folder.join("poltava.yaml"), folder.join("decks/artillery.yaml"));
    let on_disk = fs::read_to_string(&deck).unwrap();
    let renamed = on_disk.replacen("card: 991A", "card: 981A", 1);
    assert_ne!(on_disk, renamed);
    let mut editor = Editor::in_folders(&[&folder]);
    editor.open(&deck, &on_disk);
    editor.findings(&uri(&deck), Some(1));
    editor.change(&deck, 2, &renamed);
    let found = editor.findings(&uri(&scenario), None);
    assert!(!found.is_empty(), "the scenario is not open, and names a card that is gone");
    // The same as the command finds once the text is saved.
    fs::write(&deck, &renamed).unwrap();
    let by_command = found_by_command(&folder);
    let of_scenario: Vec<_> = by_command.iter().filter(|(at, ..)| at.contains("poltava.yaml")).collect();
    let shown: Vec<_> = found
        .iter()
        .map(|finding| {
            let line = finding["range"]["start"]["line"].as_u64().unwrap() + 1;
            let message = finding["message"].as_str().unwrap().to_owned();
            (format!("{}:{line}", scenario.display()), finding["code"].as_str().unwrap().to_owned(), message)
        })
        .collect();
    assert_eq!(shown.iter().collect::<Vec<_>>(), of_scenario);
    editor.leave();
}

#[test]
fn no_folder_several_folders_and_files_outside_of_them_are_all_looked_at() {
    let (one, two, outside) = (poltava("lsp-first"), folder("lsp-second"), folder("lsp-outside"));
    fs::write(two.join("a.yaml"), slip()).unwrap();
    fs::write(outside.join("other.yaml"), slip()).unwrap();
    let mut editor = Editor::in_folders(&[&one, &two, &one]);
    assert_eq!(editor.codes(&two.join("a.yaml"), None), ["TB101"]);
    editor.open(&outside.join("b.yaml"), &slip());
    assert_eq!(editor.codes(&outside.join("b.yaml"), Some(1)), ["TB101"], "a file that was never saved");
    editor.open(&outside.join("compose.yaml"), "services:\n  a: {}\n");
    assert!(editor.codes(&outside.join("compose.yaml"), Some(1)).is_empty(), "it is not for Muster");
    let folders = json!({"event": {"added": [{"uri": uri(&outside), "name": "o"}], "removed": [{"uri": uri(&two), "name": "t"}]}});
    editor.say("workspace/didChangeWorkspaceFolders", &folders);
    assert_eq!(editor.codes(&outside.join("other.yaml"), None), ["TB101"]);
    assert!(editor.codes(&two.join("a.yaml"), None).is_empty(), "what is not looked at any more has no findings");
    editor.leave();

    let mut editor = Editor::in_folders(&[]);
    editor.open_as("untitled:Untitled-1", &slip());
    let found = editor.findings("untitled:Untitled-1", Some(1));
    assert_eq!(found[0]["code"], "TB101");
    editor.open(&one.join("poltava.yaml"), &fs::read_to_string(one.join("poltava.yaml")).unwrap());
    assert!(editor.codes(&one.join("poltava.yaml"), Some(1)).is_empty(), "its deck is found on disk");
    editor.leave();
}

#[test]
fn closed_files_are_silent_where_the_editor_wants_it_so() {
    let folder = folder("lsp-closed");
    fs::write(folder.join("a.yaml"), slip()).unwrap();
    fs::write(folder.join("b.yaml"), slip()).unwrap();
    let mut editor = Editor::with(&json!({
        "processId": null, "rootUri": uri(&folder), "capabilities": {"general": {"positionEncodings": ["utf-8"]}},
        "initializationOptions": {"closedFiles": false},
    }));
    editor.open(&folder.join("b.yaml"), &slip());
    assert_eq!(editor.codes(&folder.join("b.yaml"), Some(1)), ["TB101"]);
    assert!(editor.said.iter().all(|said| said.params["uri"] != uri(&folder.join("a.yaml"))), "{:?}", editor.said);
    editor.leave();
}

#[test]
fn settings_and_templates_are_looked_at_while_they_are_typed() {
    let folder = folder("lsp-settings");
    let (settings, file, template) =
        (folder.join("muster.toml"), folder.join("slip.yaml"), folder.join("look/formation.yaml"));
    fs::write(&file, slip()).unwrap();
    let mut editor = Editor::in_folders(&[&folder]);
    assert_eq!(editor.codes(&file, None), ["TB101"]);
    editor.open(&settings, "[levels]\nunknown-target = \"allow\"\n");
    assert!(editor.codes(&file, None).is_empty(), "settings that were never saved count");
    editor.change(&settings, 2, "[levels]\nunknown-target = \"allowed\"\n");
    assert_eq!(editor.codes(&settings, Some(2)), ["MU503"]);
    editor.change(&settings, 3, "[levels]\nunknown-target = \n");
    assert_eq!(editor.codes(&settings, Some(3))[0], "MU501");
    editor.open(&template, "system: table-battles\ntemplate: formatoin\n");
    assert!(!editor.codes(&template, Some(1)).is_empty());
    editor.leave();

    let alone = folder.join("elsewhere/muster.toml");
    let mut editor = Editor::in_folders(&[]);
    editor.open(&alone, "colour = 1\n");
    assert_eq!(editor.codes(&alone, Some(1)), ["MU502"], "also where no document stands below");
    editor.leave();
}
