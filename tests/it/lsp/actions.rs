//! Code actions: each fixes what it says, and a comment that allows stands where it works.

use std::fs;
use std::path::Path;

use muster_core::source::{File, Utf16Position};
use serde_json::{Value, json};

use super::editor::{Editor, uri};
use crate::cli::{folder, root};

/// A text after the edits of a file.
pub(crate) fn edited(text: &str, edits: &Value) -> String {
    let file = File::new("a.yaml".into(), text.to_owned());
    let place = |at: &Value| {
        let number = |key: &str| usize::try_from(at[key].as_u64().unwrap()).unwrap();
        file.utf16_offset(Utf16Position { line: number("line"), character: number("character") })
    };
    let edits = edits.as_array().unwrap().iter();
    let mut edits: Vec<(usize, usize, &str)> = edits
        .map(|edit| (place(&edit["range"]["start"]), place(&edit["range"]["end"]), edit["newText"].as_str().unwrap()))
        .collect();
    edits.sort_by_key(|(start, ..)| *start);
    let mut text = text.to_owned();
    for (start, end, new) in edits.into_iter().rev() {
        text.replace_range(start..end, new);
    }
    text
}

fn slip() -> String {
    fs::read_to_string(root().join("docs/slip.yaml")).unwrap()
}

pub(crate) fn actions(editor: &mut Editor, path: &Path, range: &Value, only: Option<&str>) -> Vec<Value> {
    let context = json!({"diagnostics": [], "only": only.map(|kind| [kind])});
    let params = json!({"textDocument": {"uri": uri(path)}, "range": range, "context": context});
    editor.ask("textDocument/codeAction", &params).unwrap().as_array().unwrap().clone()
}

pub(crate) fn titles(actions: &[Value]) -> Vec<&str> {
    actions.iter().map(|action| action["title"].as_str().unwrap()).collect()
}

/// The bytes of the first line that has some words, as a range.
pub(crate) fn range(text: &str, words: &str) -> Value {
    let line = text.lines().position(|line| line.contains(words)).unwrap();
    let start = text.lines().nth(line).unwrap().find(words).unwrap();
    json!({"start": {"line": line, "character": start}, "end": {"line": line, "character": start + words.len()}})
}

#[test]
fn a_fix_is_offered_where_the_finding_is_and_mends_it() {
    let file = folder("lsp-fix").join("slip.yaml");
    let mut editor = Editor::in_folders(&[]);
    editor.open(&file, &slip());
    let found = actions(&mut editor, &file, &range(&slip(), "Sothern Horse"), None);
    assert_eq!(
        titles(&found),
        [
            "Write `Southern Horse`",
            "Create the missing formation `Sothern Horse`",
            "Allow unknown-target here",
            "Apply all safe fixes in this file"
        ]
    );
    assert_eq!(found[0]["isPreferred"], true);
    assert_eq!(found[0]["diagnostics"][0]["code"], "TB101");
    let mended = edited(&slip(), &found[0]["edit"]["changes"][uri(&file)]);
    assert_eq!(mended, slip().replace("Sothern", "Southern"));
    let elsewhere = actions(&mut editor, &file, &range(&slip(), "system"), Some("quickfix"));
    assert!(elsewhere.is_empty(), "{elsewhere:#?}");
    editor.leave();
}

#[test]
fn one_action_mends_a_file_as_the_command_does() {
    let file = folder("lsp-fix-all").join("slip.yaml");
    // In an editor that asks for the rest of an action.
    let text = slip().replace(
        "targets: [River Foot, Hill Foot], hits: 1 per die",
        "targets: [river foot, Hil Foot], hits: 1 per die",
    );
    assert_ne!(text, slip());
    let mut editor = Editor::with(&json!({
        "processId": null, "rootUri": null,
        "capabilities": {"textDocument": {"codeAction": {"resolveSupport": {"properties": ["edit"]}}}},
    }));
    editor.open(&file, &text);
    for only in ["source.fixAll.muster", "source.fixAll", "source"] {
        let all = actions(&mut editor, &file, &range(&text, "system"), Some(only));
        assert_eq!(all.len(), 1);
        assert_eq!(all[0].get("edit"), None, "it is completed when it is chosen");
        let whole = editor.ask("codeAction/resolve", &all[0]).unwrap();
        let mended = edited(&text, &whole["edit"]["changes"][uri(&file)]);
        fs::write(&file, &text).unwrap();
        crate::cli::muster(file.parent().unwrap(), &["check", "--fix", "slip.yaml"]);
        assert_eq!(mended, fs::read_to_string(&file).unwrap());
        assert_ne!(mended, text);
    }
    assert!(actions(&mut editor, &file, &range(&text, "system"), Some("refactor")).is_empty());
    editor.leave();
}

#[test]
fn a_comment_allows_what_it_stands_beside_and_the_cursor_is_at_its_reason() {
    let file = folder("lsp-allow").join("slip.yaml");
    let folded =
        slip().replace("targets: [Sothern Horse, Lancers]", "targets: [\n          Sothern Horse,\n          Lancers]");
    let listed = slip().replace("hits: 1}\n", "hits: 1}  # muster: allow(missing-key) for later\n");
    for (text, allowed) in [
        (slip(), "hits: 1} # muster: allow(unknown-target) \n"),
        (folded, "Sothern Horse, # muster: allow(unknown-target) \n"),
        (listed, "# muster: allow(missing-key, unknown-target) for later"),
    ] {
        let mut editor = Editor::with(&json!({
            "processId": null, "rootUri": null, "capabilities": {"window": {"showDocument": {"support": true}}},
        }));
        editor.open(&file, &text);
        let found = actions(&mut editor, &file, &range(&text, "Sothern Horse"), Some("quickfix"));
        let allow = found.iter().find(|action| action["title"] == "Allow unknown-target here").unwrap();
        let new = edited(&text, &allow["edit"]["changes"][uri(&file)]);
        assert!(new.contains(allowed), "{new}");
        editor.change(&file, 2, &new);
        assert!(!editor.codes(&file, Some(2)).contains(&"TB101".to_owned()));
        editor.ask("workspace/executeCommand", &allow["command"]).unwrap();
        let shown = &editor.asked.last().unwrap().params;
        let at = &shown["selection"]["start"];
        let line = new.lines().nth(usize::try_from(at["line"].as_u64().unwrap()).unwrap()).unwrap();
        let before = &line[..usize::try_from(at["character"].as_u64().unwrap()).unwrap()];
        assert!(before.ends_with("unknown-target) ") || before.ends_with("unknown-target"), "{before}");
        editor.leave();
    }
}

#[test]
fn a_command_returns_the_page_of_a_code() {
    let mut editor = Editor::in_folders(&[]);
    let page = editor.ask("workspace/executeCommand", &json!({"command": "muster.explain", "arguments": ["TB101"]}));
    assert!(page.unwrap().as_str().unwrap().starts_with("# unknown-target (TB101)"));
    for wrong in [json!({"command": "muster.explain", "arguments": ["XX"]}), json!({"command": "rm", "arguments": []})]
    {
        assert_eq!(editor.ask("workspace/executeCommand", &wrong).unwrap_err()["code"], -32602);
    }
    editor.leave();
}

#[test]
fn slips_in_settings_are_mended() {
    let file = folder("lsp-fix-settings").join("muster.toml");
    let mut editor = Editor::in_folders(&[]);
    let text = "fail-onn = \"warnin\"\nbaselin = 'a.json'\n[levels]\nuneven-side = \"allow\"\n'TB10l' = 'eror'\nnothing = \"allow\"\n";
    editor.open(&file, text);
    for (words, new) in [
        ("fail-onn", Some("fail-on")),
        ("baselin", Some("baseline")),
        ("uneven-side", Some("uneven-sides")),
        ("nothing", None),
    ] {
        let found = actions(&mut editor, &file, &range(text, words), Some("quickfix"));
        let title = new.map(|new| format!("Write `{new}`"));
        assert_eq!(titles(&found), title.as_deref().as_slice(), "{words}");
        if let Some(new) = new {
            assert_eq!(edited(text, &found[0]["edit"]["changes"][uri(&file)]), text.replacen(words, new, 1));
        }
    }
    let text = "fail-on = \"warnin\"\n[levels]\n'TB10l' = 'eror'\nTB102 = 'eror'\n";
    editor.change(&file, 2, text);
    for (words, new) in [("\"warnin\"", "\"warning\""), ("'TB10l'", "'TB101'"), ("'eror'\n", "'error'\n")] {
        let at = range(&text.replacen("'TB10l' = 'eror'", "'TB10l' = 'info'", 1), words.trim_end());
        let found = actions(&mut editor, &file, &at, Some("quickfix"));
        assert_eq!(found.len(), 1, "{words}: {found:#?}");
        let mended = edited(text, &found[0]["edit"]["changes"][uri(&file)]);
        assert!(mended.contains(new), "{mended}");
    }
    editor.leave();
}
