//! Where output goes: stdout, or a file that is written aside and renamed; complaints to stderr.

use std::cell::RefCell;
use std::io::{self, Write};
use std::panic::PanicHookInfo;

use camino::Utf8Path;

use super::Trouble;

/// Writes a whole output to stdout. A reader that has gone away is no trouble.
pub(super) fn to_stdout(bytes: &[u8]) -> Result<(), Trouble> {
    let mut stdout = io::stdout().lock();
    match stdout.write_all(bytes).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result.map_err(|error| Trouble(format!("standard output cannot be written: {error}"))),
    }
}

/// Writes a whole file aside and renames it: an interrupted or failed run leaves the old file whole.
pub(super) fn to_file(path: &Utf8Path, bytes: &[u8]) -> Result<(), Trouble> {
    let write = || {
        // A device or a pipe cannot be replaced by a file: it is written to.
        if path.metadata().is_ok_and(|meta| !meta.is_file() && !meta.is_dir()) {
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
