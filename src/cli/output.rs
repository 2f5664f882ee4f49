//! Where output goes: stdout, or a file that is written aside and renamed; complaints to stderr.

use std::cell::RefCell;
use std::io::{self, Read, Write};
use std::panic::PanicHookInfo;

use camino::{Utf8Path, Utf8PathBuf};

use super::Trouble;
use crate::review::same_file;

/// Writes a whole output to stdout. A reader that has gone away is no trouble.
pub(super) fn to_stdout(bytes: &[u8]) -> Result<(), Trouble> {
    let mut stdout = io::stdout().lock();
    match stdout.write_all(bytes).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result.map_err(|error| Trouble(format!("standard output cannot be written: {error}"))),
    }
}

/// Refuses outputs that would cost somebody a file: one that was read, and two in one place.
pub(super) fn spare<'a>(
    outputs: impl IntoIterator<Item = &'a Utf8Path>,
    read: impl IntoIterator<Item = &'a Utf8Path>,
) -> Result<(), Trouble> {
    let read: Vec<Utf8PathBuf> = read.into_iter().map(same_file).collect();
    let mut written = Vec::new();
    for path in outputs {
        if path == "-" {
            return Err(Trouble("an output is a file, and `-` is no name of one".to_owned()));
        }
        let real = same_file(path);
        if read.contains(&real) {
            return Err(Trouble(format!("`{path}` is one of the files that were read: it is not written over")));
        }
        // What is no file, as `/dev/null`, takes everything.
        if written.contains(&real) && !is_device(path) {
            return Err(Trouble(format!("`{path}` is the name of two outputs")));
        }
        written.push(real);
    }
    Ok(())
}

/// How a PDF begins, and a PNG.
pub(super) const PDF: &[u8] = b"%PDF";
pub(super) const PNG: &[u8] = b"\x89PNG";

/// Refuses to write over a file that begins otherwise than what is to be written.
pub(super) fn replaces(path: &Utf8Path, signature: &[u8]) -> Result<(), Trouble> {
    let mut begins = Vec::new();
    if path.is_file()
        && let Ok(file) = std::fs::File::open(path)
    {
        file.take(signature.len() as u64).read_to_end(&mut begins)?;
    }
    if begins.is_empty() || begins == signature {
        return Ok(());
    }
    let kind = if signature == PDF { "PDF" } else { "PNG" };
    Err(Trouble(format!("`{path}` is there already and is no {kind}: name another file, or take it away")))
}

fn is_device(path: &Utf8Path) -> bool {
    path.metadata().is_ok_and(|meta| !meta.is_file() && !meta.is_dir())
}

/// How many of something: `1 card`, `2 cards`.
pub(super) fn counted(count: usize, one: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {one}s") }
}

/// Writes a whole file aside and renames it: an interrupted or failed run leaves the old file whole.
pub(super) fn to_file(path: &Utf8Path, bytes: &[u8]) -> Result<(), Trouble> {
    let write = || {
        // A device or a pipe cannot be replaced by a file: it is written to.
        if is_device(path) {
            return std::fs::OpenOptions::new().write(true).open(path)?.write_all(bytes);
        }
        let mut file = atomic_write_file::AtomicWriteFile::open(path)?;
        file.write_all(bytes)?;
        file.commit()
    };
    write().map_err(|error| Trouble(format!("`{path}` cannot be written: {error}")))
}

/// Writes to stderr what stands beside an output.
pub(super) fn to_stderr(bytes: &[u8]) {
    // Nowhere is left to say that stderr cannot be written.
    let _ = anstream::stderr().write_all(bytes);
}

/// Says on stderr what went wrong.
pub(super) fn complain(text: &str) {
    // Nowhere is left to say that stderr cannot be written.
    let _ = writeln!(anstream::stderr(), "muster: {text}");
}

thread_local! {
    static PANIC: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// A panic hook that keeps the text for who catches the panic, instead of printing it at once.
pub(super) fn keep_panic(info: &PanicHookInfo<'_>) {
    let payload = info.payload();
    let text = payload.downcast_ref::<String>().map(String::as_str).or_else(|| payload.downcast_ref().copied());
    let text = text.unwrap_or("internal error: no message");
    let place = info.location().map(|at| format!(" ({}:{})", at.file(), at.line()));
    let prefix = if text.starts_with("internal error:") { "" } else { "internal error: " };
    PANIC.set(Some(format!("{prefix}{text}{}", place.unwrap_or_default())));
}

/// The text of the last panic of this thread.
pub(super) fn kept_panic() -> String {
    PANIC.take().unwrap_or_else(|| "internal error: no message".to_owned())
}
