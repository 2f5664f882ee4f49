//! The preview: a front of a project for the browser. A page shows the cards as they are printed and the findings beside them,
//! and follows the files.
//!
//! A thread looks at the files again whenever one changes, as `muster check` and `muster print` do, and keeps what the page
//! shows. A small server hands that out, and nothing of the disk: to whoever knows the address with its token, on this
//! machine alone. The page learns that something changed by an event, and asks for the faces it does not have.

mod board;
mod cursor;
mod editor;
mod guard;
mod job;
mod offline;
mod page;
mod pictures;
mod plays;
mod review;
mod routes;
mod rules;
mod runs;
mod serving;
mod sheets;
mod shown;
mod table;
mod waiting;

use std::io::{self, BufReader};
use std::net::{Ipv4Addr, SocketAddr};
use std::pin::pin;
use std::sync::{Arc, Mutex};
use std::thread;

use camino::Utf8PathBuf;
use futures_util::future::{Either, pending, select};
use tokio::net::TcpListener;
use tokio::runtime::Builder;
use tokio::sync::oneshot;

use muster_systems::System;

use crate::project::handover::Handover;
use crate::project::looks::WantedLook;
use board::Board;
use cursor::{EditorLine, read_lines};
pub use editor::{Editor, EditorCommand};
use guard::Guard;
pub use offline::{OFFLINE_PROGRAM, OfflineOptions, offline_page};
use pictures::Pictures;
pub use review::ReviewPage;
use review::Reviews;
use routes::{Server, router};
pub use runs::ReportMakers;
use runs::Runs;
use table::PlayTable;
pub use table::{KeepRecord, Recorder, TableOptions, TableStart};

/// The options of the preview.
pub struct PreviewOptions {
    /// The file or folder whose cards are shown.
    pub path: Utf8PathBuf,
    /// The look that is asked for; the settings of the files have the rest.
    pub look: WantedLook,
    /// The tags of the languages of the cards, of which the first is shown; of none, those of the settings.
    pub languages: Vec<String>,
    /// The port that is listened at; with 0 the system chooses one.
    pub port: u16,
    /// The secret part of the address, which nobody can guess.
    pub token: String,
    /// The editor in which places are opened, where there is one.
    pub editor: Option<Editor>,
    /// The makers of reports of battles.
    pub makers: ReportMakers,
    /// The battle that is played on the page.
    pub table: TableOptions,
}

/// Returns a token that nobody can guess: 128 bits of the system's, as hexadecimal digits.
///
/// # Errors
///
/// If the system has no random bits.
pub fn new_token() -> io::Result<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(io::Error::other)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Returns a seed for a battle that is played: another one each time, up to [`MOST_SEED`].
///
/// # Errors
///
/// If the system has no random bits.
pub fn new_seed() -> io::Result<u64> {
    Ok(getrandom::u64().map_err(io::Error::other)? & MOST_SEED)
}

/// The largest seed: scripts of a page count exactly so far.
pub const MOST_SEED: u64 = (1 << 53) - 1;

/// Serves the page until the program is stopped, or the editor that started it ends the input. `ready` takes its address as soon
/// as it can be opened, and may return the file that hands it to the browser, which is gone once it has come from there.
///
/// # Errors
///
/// If the port is taken or a thread cannot be started; and errors of `ready`.
pub fn serve(
    systems: &'static [&'static System],
    options: PreviewOptions,
    ready: impl FnOnce(&str) -> io::Result<Option<Handover>>,
) -> io::Result<()> {
    let PreviewOptions { path, look, languages, port, token, editor, makers, table } = options;
    // Pictures are painted, and files read, on threads of their own; the rest is waiting.
    let painters = thread::available_parallelism().map_or(1, usize::from);
    let runtime = Builder::new_current_thread().enable_all().max_blocking_threads(painters + 1).build()?;
    let served = runtime.block_on(async {
        let listener = TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, port))).await?;
        let port = listener.local_addr()?.port();
        let reviews = Reviews::new(systems, makers.review_page);
        let runs = Runs::new(systems, path.clone(), makers);
        let board = Board::follow(systems, path, (look, languages))?;
        let guard = Guard::new(port, token.clone());
        let is_led = editor == Some(Editor::Starter);
        let view = if table.start.is_some() { "&view=table" } else { "" };
        let handed = Mutex::new(ready(&format!("http://{}:{port}/?token={token}{view}", Ipv4Addr::LOCALHOST))?);
        let (table, pictures) = (PlayTable::new(systems, table), Pictures::default());
        let server = Server { guard, board: Arc::clone(&board), editor, runs, table, reviews, pictures, handed };
        let ended = if is_led { Either::Left(follow_input(board)?) } else { Either::Right(pending()) };
        let serving = serving::serve(listener, router(Arc::new(server)));
        match select(pin!(serving), ended).await {
            Either::Left((served, _)) => served,
            Either::Right(_) => Ok(()),
        }
    });
    // Pages may still wait for something.
    runtime.shutdown_background();
    served
}

/// Follows the editor by the lines on standard input, its cursor and what is typed in it, on a thread of its own. What is returned is ready when the input
/// has ended.
fn follow_input(board: Arc<Board>) -> io::Result<oneshot::Receiver<()>> {
    let (end, ended) = oneshot::channel();
    thread::Builder::new().name("input".to_owned()).spawn(move || {
        read_lines(BufReader::new(io::stdin()), |line| match line {
            EditorLine::Cursor(place) => _ = board.lead(place),
            EditorLine::Typed(typed) => board.take_typed(typed),
        });
        end.send(())
    })?;
    Ok(ended)
}
