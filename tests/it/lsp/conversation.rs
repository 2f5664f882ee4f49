//! The protocol itself: beginnings, ends, what is refused, and what is no message.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::Stdio;

use serde_json::{Value, json};

use super::editor::Editor;
use crate::cli::{command, folder};

#[test]
fn goodbyes_are_said_in_order_or_not() {
    Editor::in_folders(&[]).leave();
    let editor = Editor::in_folders(&[]);
    editor.say("exit", &Value::Null);
    assert!(!editor.end(), "without `shutdown`");
    assert!(!Editor::in_folders(&[]).end(), "an editor that is gone");
    let editor = Editor::silent();
    editor.say("exit", &Value::Null);
    assert!(!editor.end());
}

#[test]
fn what_comes_too_early_too_late_or_twice_is_refused() {
    let mut editor = Editor::silent();
    assert_eq!(editor.ask("textDocument/hover", &json!({})).unwrap_err()["code"], -32002);
    editor.open_as("file:///nowhere/a.yaml", "system: [");
    let introduction = json!({"processId": null, "rootUri": null, "capabilities": {}});
    editor.ask("initialize", &introduction).unwrap();
    assert_eq!(editor.ask("initialize", &introduction).unwrap_err()["code"], -32600);
    assert_eq!(editor.ask("textDocument/knit", &json!({})).unwrap_err()["code"], -32601);
    editor.ask("shutdown", &Value::Null).unwrap();
    assert_eq!(editor.ask("shutdown", &Value::Null).unwrap_err()["code"], -32600);
    assert!(editor.said.is_empty(), "what was said before `initialize` is ignored: {:?}", editor.said);
    editor.say("exit", &Value::Null);
    assert!(editor.end());
}

#[test]
fn a_request_that_is_cancelled_before_it_is_looked_at_is_answered_so() {
    let mut editor = Editor::silent();
    // Both wait before the server looks at the first.
    editor.send(lsp_server::Request::new(
        7.into(),
        "initialize".to_owned(),
        json!({"processId": null, "rootUri": null, "capabilities": {}}),
    ));
    let answer = editor.answer(7).unwrap();
    assert_eq!(answer["capabilities"]["positionEncoding"], "utf-16");
    // A check is due first, during which both come.
    editor.open_as("untitled:a", "system: table-battles\n");
    let id = editor.request("textDocument/knit", &json!({}));
    editor.say("$/cancelRequest", &json!({"id": id}));
    editor.say("$/cancelRequest", &json!({"id": "nothing"}));
    let error = editor.answer(id).unwrap_err();
    assert!([-32800, -32601].contains(&error["code"].as_i64().unwrap()), "cancelled, unless it was looked at: {error}");
    editor.leave();
}

#[test]
fn messages_with_wrong_contents_end_nothing() {
    let mut editor = Editor::in_folders(&[]);
    for params in [json!(null), json!([]), json!({"textDocument": 3}), json!({"textDocument": {"uri": "%"}})] {
        for method in ["textDocument/didOpen", "textDocument/didChange", "textDocument/didClose", "$/knit"] {
            editor.say(method, &params);
        }
    }
    let far = json!({"line": 4_000_000_000_u32, "character": 4_000_000_000_u32});
    editor.open_as("untitled:a", "system: table-battles\n");
    for range in [json!({"start": far, "end": far}), json!({"start": far, "end": {"line": 0, "character": 3}})] {
        let change = json!({"range": range, "text": "é\r"});
        let document = json!({"uri": "untitled:a", "version": 2});
        editor.say("textDocument/didChange", &json!({"textDocument": document, "contentChanges": [change]}));
    }
    let document = json!({"uri": "untitled:a", "version": 3});
    let change = json!({"text": "system: table-battles\nscenario: 3\n"});
    editor.say("textDocument/didChange", &json!({"textDocument": document, "contentChanges": [change]}));
    assert!(!editor.findings("untitled:a", Some(3)).is_empty());
    assert!(editor.said.iter().all(|said| !said.params.to_string().contains("internal error")), "{:?}", editor.said);
    editor.leave();
}

#[test]
fn the_command_speaks_over_its_streams() {
    let mut child = command(&folder("lsp-command"), &["lsp", "--stdio"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut say = |body: &str| write!(input, "Content-Length: {}\r\n\r\n{body}", body.len()).unwrap();
    say(r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#);
    say("{");
    say(r#"{"jsonrpc":"2.0","id":"x","method":7}"#);
    say(r#"[[[["#);
    say(r#"{"jsonrpc":"2.0","id":2,"method":"shutdown"}"#);
    say(r#"{"jsonrpc":"2.0","method":"exit"}"#);
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut said = Vec::new();
    loop {
        let mut line = String::new();
        if output.read_line(&mut line).unwrap() == 0 {
            break;
        }
        let length: usize = line.trim().strip_prefix("Content-Length: ").unwrap().parse().unwrap();
        output.read_line(&mut line).unwrap();
        let mut body = vec![0; length];
        output.read_exact(&mut body).unwrap();
        said.push(serde_json::from_slice::<Value>(&body).unwrap());
    }
    assert_eq!(child.wait().unwrap().code(), Some(0));
    let answer = |id: Value| said.iter().find(|message| message["id"] == id).unwrap();
    assert_eq!(answer(json!(1))["result"]["serverInfo"]["name"], "muster");
    assert_eq!(answer(json!("x"))["error"]["code"], -32600);
    assert_eq!(answer(json!(2))["result"], Value::Null);
    assert_eq!(said.iter().filter(|message| message["method"] == "window/logMessage").count(), 2, "{said:?}");
    drop(input);
}

#[test]
fn the_command_ends_with_1_when_the_editor_is_gone_and_with_2_when_it_cannot_be_understood() {
    let folder = folder("lsp-gone");
    for (text, code) in [
        ("", 1),
        ("Content-Length: 99999\r\n\r\n{", 1),
        ("Content-Length: 99999999999999999999\r\n\r\n", 2),
        ("Content-Length: 999999999999\r\n\r\n", 2),
        ("knit\r\n\r\n", 2),
    ] {
        let mut child = command(&folder, &["lsp"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(code), "{text:?}: {}", String::from_utf8_lossy(&output.stderr));
    }
}
