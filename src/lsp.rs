//! The language server: a front of a project for editors, over the Language Server Protocol 3.17.
//!
//! It keeps the texts that are open in the editor over the files on disk. After each change and a moment of quiet it checks
//! the whole project again, as `muster check` does, which is quick enough. A request about the documents is answered from a check
//! of the texts as they are.

mod actions;
mod analysis;
mod commands;
mod completion;
mod diagnostics;
mod documents;
mod encoding;
mod hints;
mod hover;
mod incoming;
mod lens;
mod links;
mod markup;
mod navigation;
mod places;
mod previews;
mod refusal;
mod rename;
mod requests;
mod schema;
mod server;
mod session;
mod stdio;
mod symbols;
mod uri;
mod view;

use std::io::{self, BufReader};
use std::thread;
use std::time::Duration;

use lsp_server::Connection;

use muster_systems::System;

pub use server::serve;

/// Messages that wait to be heeded at most.
const BACKLOG: usize = 1000;

/// Serves an editor over standard input and output. Returns true if it said goodbye in order: `shutdown`, then `exit`.
///
/// Where there are no threads, in a browser, everything is read before the first answer is written.
///
/// # Errors
///
/// The editor's messages cannot be read, or the answers not be written.
pub fn serve_stdio(systems: &'static [&'static System]) -> io::Result<bool> {
    let (server, editor) = Connection::memory();
    let Connection { sender, receiver } = editor;
    let answers = server.sender.clone();
    if cfg!(target_family = "wasm") {
        let answer = |message| _ = answers.send(message);
        stdio::read_all(&mut BufReader::new(io::stdin()), |message| sender.send(message).is_ok(), answer)?;
        drop((sender, answers));
        let in_order = serve(&server, systems);
        drop(server);
        stdio::write_all(&mut io::stdout(), receiver)?;
        return Ok(in_order);
    }
    let reader = thread::Builder::new().name("reader".to_owned()).spawn(move || {
        let mut stream = BufReader::new(io::stdin());
        let answer = |message| _ = answers.send(message);
        let take = |message| {
            // An editor that says more than can be heeded waits.
            while sender.len() > BACKLOG {
                thread::sleep(Duration::from_millis(1));
            }
            sender.send(message).is_ok()
        };
        stdio::read_all(&mut stream, take, answer)
    })?;
    let writer = thread::Builder::new()
        .name("writer".to_owned())
        .spawn(move || stdio::write_all(&mut io::stdout(), receiver))?;
    let in_order = serve(&server, systems);
    drop(server);
    let ended = |what: &str| Err(io::Error::other(format!("internal error: {what} stopped")));
    reader.join().unwrap_or_else(|_| ended("reading"))?;
    writer.join().unwrap_or_else(|_| ended("writing"))?;
    Ok(in_order)
}
