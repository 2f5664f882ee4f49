//! Messages of the editor that wait to be heeded.

use std::collections::VecDeque;
use std::time::Instant;

use lsp_server::{Connection, Message, Notification, RequestId};
use lsp_types::notification::{
    Cancel, DidChangeTextDocument, DidCloseTextDocument, DidOpenTextDocument, Notification as _,
};

/// The editor's messages that are not handled yet, in order.
pub(super) struct Incoming<'c> {
    connection: &'c Connection,
    waiting: VecDeque<Message>,
}

/// The result of waiting.
#[derive(Debug)]
pub(super) enum Next {
    /// A message.
    Message(Message),
    /// It is time.
    Due,
    /// The editor is gone.
    Gone,
}

impl<'c> Incoming<'c> {
    pub(super) fn new(connection: &'c Connection) -> Incoming<'c> {
        Incoming { connection, waiting: VecDeque::new() }
    }

    /// Waits until a message is there, at most until something is due.
    pub(super) fn wait(&mut self, due: Option<Instant>) -> Next {
        self.gather();
        if let Some(message) = self.waiting.pop_front() {
            return Next::Message(message);
        }
        let receiver = &self.connection.receiver;
        match due {
            None => receiver.recv().map_or(Next::Gone, Next::Message),
            Some(due) => match receiver.recv_deadline(due) {
                Ok(message) => Next::Message(message),
                Err(error) if error.is_disconnected() => Next::Gone,
                Err(_) => Next::Due,
            },
        }
    }

    /// Puts a message back that is to be heeded next.
    pub(super) fn put_back(&mut self, message: Message) {
        self.waiting.push_front(message);
    }

    /// Takes out the requests that were cancelled, and what cancels them.
    pub(super) fn take_cancelled(&mut self) -> Vec<RequestId> {
        self.gather();
        let cancelled: Vec<RequestId> = self.waiting.iter().filter_map(cancels).collect();
        self.waiting.retain(|message| cancels(message).is_none());
        let mut take = |id: &RequestId| {
            let is_meant = |message: &Message| matches!(message, Message::Request(request) if request.id == *id);
            self.waiting.iter().position(is_meant).map(|at| self.waiting.remove(at)).is_some()
        };
        cancelled.into_iter().filter(|id| take(id)).collect()
    }

    /// Returns true if a request was cancelled meanwhile.
    pub(super) fn cancel(&mut self, id: &RequestId) -> bool {
        self.gather();
        self.waiting.iter().any(|message| cancels(message).as_ref() == Some(id))
    }

    /// Returns true if a text was opened, closed or edited meanwhile.
    pub(super) fn edit(&mut self) -> bool {
        const EDITS: [&str; 3] =
            [DidChangeTextDocument::METHOD, DidOpenTextDocument::METHOD, DidCloseTextDocument::METHOD];
        self.gather();
        self.waiting
            .iter()
            .any(|message| matches!(message, Message::Notification(said) if EDITS.contains(&said.method.as_str())))
    }

    fn gather(&mut self) {
        self.waiting.extend(self.connection.receiver.try_iter());
    }
}

/// Returns the request that a message cancels.
fn cancels(message: &Message) -> Option<RequestId> {
    match message {
        Message::Notification(Notification { method, params }) if method == Cancel::METHOD => {
            serde_json::from_value(params.get("id")?.clone()).ok()
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use lsp_server::Request;
    use serde_json::{Value, json};

    use super::*;

    fn say(editor: &Connection, method: &str, params: Value) {
        editor.sender.send(Notification::new(method.to_owned(), params).into()).expect("the server listens");
    }

    fn ask(editor: &Connection, id: i32) {
        editor.sender.send(Request::new(id.into(), "a".to_owned(), Value::Null).into()).expect("the server listens");
    }

    #[test]
    fn what_was_cancelled_is_taken_out_and_the_rest_waits_in_order() {
        let (server, editor) = Connection::memory();
        let mut incoming = Incoming::new(&server);
        for id in 1..=3 {
            ask(&editor, id);
        }
        for id in [json!(2), json!(9), json!("2")] {
            say(&editor, "$/cancelRequest", json!({ "id": id }));
        }
        assert_eq!(incoming.take_cancelled(), [2.into()]);
        for id in [1, 3] {
            let next = incoming.wait(None);
            assert!(matches!(&next, Next::Message(Message::Request(request)) if request.id == id.into()), "{next:?}");
        }
        drop(editor);
        assert!(matches!(incoming.wait(None), Next::Gone));
    }

    #[test]
    fn an_edit_and_a_cancellation_are_seen_before_they_are_heeded() {
        let (server, editor) = Connection::memory();
        let mut incoming = Incoming::new(&server);
        say(&editor, "textDocument/didSave", json!({}));
        say(&editor, "$/cancelRequest", json!({"id": 4}));
        assert!(!incoming.edit());
        assert!(incoming.cancel(&4.into()) && !incoming.cancel(&5.into()));
        say(&editor, "textDocument/didChange", json!({}));
        assert!(incoming.edit());
        let Next::Message(first) = incoming.wait(None) else { panic!("messages wait") };
        incoming.put_back(first);
        let Next::Message(Message::Notification(first)) = incoming.wait(None) else { panic!("messages wait") };
        assert_eq!(first.method, "textDocument/didSave");
    }
}
