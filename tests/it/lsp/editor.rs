//! An editor that talks with the server in this process.

use std::io::BufReader;
use std::path::Path;
use std::process::Stdio;
use std::thread::JoinHandle;
use std::time::Duration;

use lsp_server::{Connection, Message, Notification, Request, Response};
use muster::lsp::serve;
use muster_games::SYSTEMS;
use serde_json::{Value, json};

use crate::cli::command;

/// An editor with open files.
pub(crate) struct Editor {
    pub(crate) connection: Option<Connection>,
    server: Option<JoinHandle<bool>>,
    requests: i32,
    /// What the server said and nobody waited for.
    pub(crate) said: Vec<Notification>,
    /// What the server asked for.
    pub(crate) asked: Vec<Request>,
}

/// How a path is written by an editor.
pub(crate) fn uri(path: &Path) -> String {
    let mut uri = "file://".to_owned();
    for byte in path.to_str().unwrap().bytes() {
        match byte {
            b'/' | b'.' | b'-' | b'_' | b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' => uri.push(byte as char),
            _ => uri += &format!("%{byte:02X}"),
        }
    }
    uri
}

impl Editor {
    /// An editor that has said nothing yet.
    pub(crate) fn silent() -> Editor {
        let (server, editor) = Connection::memory();
        let server = std::thread::spawn(move || serve(&server, SYSTEMS));
        Editor { connection: Some(editor), server: Some(server), requests: 0, said: Vec::new(), asked: Vec::new() }
    }

    /// An editor that has said nothing yet, whose server is a program of its own.
    pub(crate) fn beside(folder: &Path) -> Editor {
        let (wire, editor) = Connection::memory();
        let mut command = command(folder, &["lsp"]);
        let command = command.env_remove("MUSTER_PREVIEW_TOKEN").stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut program = command.spawn().expect("the program");
        let (mut input, output) = (program.stdin.take().unwrap(), program.stdout.take().unwrap());
        let Connection { sender, receiver } = wire;
        std::thread::spawn(move || receiver.iter().try_for_each(|message| message.write(&mut input)));
        let server = std::thread::spawn(move || {
            let mut output = BufReader::new(output);
            while let Some(message) = Message::read(&mut output).expect("messages") {
                // The test may have heard enough.
                let _ = sender.send(message);
            }
            program.wait().expect("an end").success()
        });
        Editor { connection: Some(editor), server: Some(server), requests: 0, said: Vec::new(), asked: Vec::new() }
    }

    /// Waits until the server asks for something.
    pub(crate) fn asked(&mut self, method: &str) -> Request {
        loop {
            if let Some(at) = self.asked.iter().position(|asked| asked.method == method) {
                return self.asked.remove(at);
            }
            match self.next() {
                Message::Notification(said) => self.said.push(said),
                Message::Request(asked) => self.asked.push(asked),
                Message::Response(other) => panic!("an answer to nothing: {other:?}"),
            }
        }
    }

    /// An editor with open folders.
    pub(crate) fn in_folders(folders: &[&Path]) -> Editor {
        let folders: Vec<Value> = folders.iter().map(|path| json!({"uri": uri(path), "name": "a"})).collect();
        Editor::with(&json!({"processId": null, "rootUri": null, "capabilities": {}, "workspaceFolders": folders}))
    }

    /// An editor that introduces itself so.
    pub(crate) fn with(introduction: &Value) -> Editor {
        let mut editor = Editor::silent();
        let answer = editor.ask("initialize", introduction).unwrap();
        assert_eq!(answer["serverInfo"]["name"], "muster");
        editor.say("initialized", &json!({}));
        editor
    }

    pub(crate) fn send(&self, message: impl Into<Message>) {
        self.connection.as_ref().unwrap().sender.send(message.into()).unwrap();
    }

    pub(crate) fn say(&self, method: &str, params: &Value) {
        self.send(Notification::new(method.to_owned(), params));
    }

    /// Sends a request and returns its number.
    pub(crate) fn request(&mut self, method: &str, params: &Value) -> i32 {
        self.requests += 1;
        self.send(Request::new(self.requests.into(), method.to_owned(), params));
        self.requests
    }

    /// Returns the answer to a request, or the error.
    pub(crate) fn ask(&mut self, method: &str, params: &Value) -> Result<Value, Value> {
        let id = self.request(method, params);
        self.answer(id)
    }

    pub(crate) fn answer(&mut self, id: i32) -> Result<Value, Value> {
        loop {
            match self.next() {
                Message::Response(Response { id: of, response_result }) if of == id.into() => {
                    return response_result.map_err(|error| json!(error));
                }
                Message::Response(other) => panic!("an answer to nothing: {other:?}"),
                Message::Notification(said) => self.said.push(said),
                Message::Request(asked) => self.asked.push(asked),
            }
        }
    }

    fn next(&self) -> Message {
        // Only a server that hangs says nothing for so long, also on a machine that has much else to do.
        let next = self.connection.as_ref().unwrap().receiver.recv_timeout(Duration::from_secs(600));
        next.expect("the server says something")
    }

    pub(crate) fn open(&self, path: &Path, text: &str) {
        self.open_as(&uri(path), text);
    }

    pub(crate) fn open_as(&self, uri: &str, text: &str) {
        let document = json!({"uri": uri, "languageId": "yaml", "version": 1, "text": text});
        self.say("textDocument/didOpen", &json!({"textDocument": document}));
    }

    /// Changes a whole text.
    pub(crate) fn change(&self, path: &Path, version: i32, text: &str) {
        let document = json!({"uri": uri(path), "version": version});
        self.say("textDocument/didChange", &json!({"textDocument": document, "contentChanges": [{"text": text}]}));
    }

    pub(crate) fn close(&self, path: &Path) {
        self.say("textDocument/didClose", &json!({"textDocument": {"uri": uri(path)}}));
    }

    /// Waits for the findings of a file, of a version where it is open.
    pub(crate) fn findings(&mut self, uri: &str, version: Option<i32>) -> Vec<Value> {
        let is_meant = |said: &Notification| {
            let params = &said.params;
            said.method == "textDocument/publishDiagnostics"
                && params["uri"] == uri
                && version.is_none_or(|version| params["version"] == version)
        };
        loop {
            if let Some(at) = self.said.iter().position(is_meant) {
                let said = self.said.drain(..=at).next_back().unwrap();
                return said.params["diagnostics"].as_array().unwrap().clone();
            }
            match self.next() {
                Message::Notification(said) => self.said.push(said),
                Message::Request(asked) => self.asked.push(asked),
                Message::Response(other) => panic!("an answer to nothing: {other:?}"),
            }
        }
    }

    /// The codes of the findings of a file.
    pub(crate) fn codes(&mut self, path: &Path, version: Option<i32>) -> Vec<String> {
        let findings = self.findings(&uri(path), version);
        findings.iter().map(|finding| finding["code"].as_str().unwrap().to_owned()).collect()
    }

    /// Says goodbye in order.
    pub(crate) fn leave(mut self) {
        assert_eq!(self.ask("shutdown", &Value::Null).unwrap(), Value::Null);
        self.say("exit", &Value::Null);
        assert!(self.end());
    }

    /// Waits for the end of the server.
    pub(crate) fn end(mut self) -> bool {
        let server = self.server.take().unwrap();
        self.connection = None;
        server.join().expect("no panic")
    }
}
