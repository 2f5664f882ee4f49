//! Previews that the server starts: the cursor leads the page, and what is chosen on the page leads the cursor.

use std::fs;
use std::io::Read;

use serde_json::{Value, json};

use super::editor::{Editor, uri};
use crate::cli::folder;
use crate::preview::{Server, card, place_of, up_to, white_mountain};

#[test]
fn the_page_shows_what_is_typed_and_the_cursor_and_it_lead_each_other() {
    let folder = folder("lsp-preview");
    let file = fs::canonicalize(&folder).unwrap().join("Weißer Berg.yaml");
    let saved = white_mountain();
    fs::write(&file, &saved).unwrap();
    let mut editor = Editor::beside(&folder);
    let introduction = json!({
        "processId": null, "rootUri": null, "capabilities": {"window": {"showDocument": {"support": true}}},
    });
    editor.ask("initialize", &introduction).unwrap();
    editor.say("initialized", &json!({}));
    editor.open(&file, &saved);
    let lenses = editor.ask("textDocument/codeLens", &json!({"textDocument": {"uri": uri(&file)}})).unwrap();
    let lens = lenses.as_array().unwrap().iter().find(|lens| lens["command"]["title"] == "show").unwrap();
    let address = editor.ask("workspace/executeCommand", &lens["command"]).unwrap();
    let shown = editor.asked("window/showDocument").params;
    // The editor starts a browser with it: the address with its token is in the file, not in the arguments.
    let page = shown["uri"].as_str().unwrap().strip_prefix("file://").unwrap().to_owned();
    assert_eq!(shown["external"], json!(true));
    let html = fs::read_to_string(&page).unwrap();
    assert!(html.contains(&format!("url={}&amp;handed=1", address.as_str().unwrap())), "{html}");
    assert_eq!(editor.ask("workspace/executeCommand", &lens["command"]).unwrap(), address, "it runs already");
    editor.asked("window/showDocument");

    let preview = Server::at(address.as_str().unwrap());
    let cards = preview.shown();
    let mut events = preview.events();
    let new = format!("# \u{1F0A1} is new.\n{}", saved.replace("lore: Schlick's", "lore: Count \u{1F0A1} Schlick's"));
    editor.change(&file, 2, &new);
    let follow = |editor: &mut Editor, line: usize, character: usize| {
        let position = json!({"textDocument": {"uri": uri(&file)}, "position": {"line": line, "character": character}});
        editor.ask("workspace/executeCommand", &json!({"command": "muster.follow", "arguments": [position]})).unwrap()
    };
    // What is typed is shown, saved or not.
    up_to(&mut events, "data:");
    let typed = preview.shown();
    assert_ne!(card(&typed, "Schlick")["front"], card(&cards, "Schlick")["front"]);
    assert_eq!(card(&typed, "Thurn")["front"], card(&cards, "Thurn")["front"]);
    let (line, column) = place_of(&new, "name: Schlick");
    for (words, label) in [("name: Schlick", "Schlick"), ("name: Tief", "Tief")] {
        let (line, column) = place_of(&new, words);
        // Lines count from 0.
        let place = follow(&mut editor, line - 1, column - 1);
        assert_eq!(place, format!("{}:{line}:{column}", file.display()));
        up_to(&mut events, "event: cursor");
        assert_eq!(preview.shown()["cursor"]["cards"], json!([card(&typed, label)["key"]]));
    }
    let (lore, before) = place_of(&new, "Schlick's Moravians");
    let units = new.lines().nth(lore - 1).unwrap().chars().take(before - 1).collect::<String>().encode_utf16().count();
    assert_eq!(follow(&mut editor, lore - 1, units), format!("{}:{lore}:{before}", file.display()));

    // A place that is chosen on the page is in the text as it is typed.
    let path = file.file_name().unwrap().to_str().unwrap().replace('\u{df}', "%C3%9F").replace(' ', "%20");
    let folder = file.parent().unwrap().display();
    assert_eq!(preview.post(&format!("/open?path={folder}/{path}&line={line}&column={column}"), "").status, 202);
    let shown = editor.asked("window/showDocument").params;
    assert_eq!((&shown["uri"], &shown["external"]), (&json!(uri(&file)), &json!(false)));
    assert_eq!(shown["selection"]["start"], json!({"line": line - 1, "character": column - 1}));
    let locate = |editor: &mut Editor, place: &str| {
        editor.ask("workspace/executeCommand", &json!({"command": "muster.locate", "arguments": [place]})).unwrap()
    };
    let located = locate(&mut editor, &format!("{}:{line}:{column}", file.display()));
    assert_eq!(located["range"]["start"], json!({"line": line - 1, "character": column - 1}));
    for nowhere in ["", "a:b", "nowhere.yaml:1:1", &format!("{}:99999:1", file.display()), "/etc:1:1"] {
        assert_eq!(locate(&mut editor, nowhere), Value::Null, "{nowhere}");
    }
    // What is closed without being saved is shown as it is saved.
    editor.close(&file);
    // Events before that one may still be on their way.
    while card(&preview.shown(), "Schlick")["at"] != card(&cards, "Schlick")["at"] {
        up_to(&mut events, "data:");
    }
    let untitled = json!({"command": "muster.openPreview", "arguments": ["untitled:a"]});
    assert_eq!(editor.ask("workspace/executeCommand", &untitled).unwrap_err()["code"], -32602);
    editor.leave();
    // It ends with the server, and so does the file.
    events.read_to_end(&mut Vec::new()).unwrap();
    assert!(!fs::exists(&page).unwrap());
}
