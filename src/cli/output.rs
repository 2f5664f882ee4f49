//! Output: to stdout, or to a file that costs nobody another one; complaints to stderr.

mod artifact;
mod replace;
mod unwritten;

use std::cell::RefCell;
use std::fs::OpenOptions;
use std::io::{self, IsTerminal, Write};
use std::panic::PanicHookInfo;

pub(super) use artifact::{Artifact, sealed, signed};
use camino::{Utf8Path, Utf8PathBuf};
use clap::Args;
use replace::Held;
#[cfg(feature = "preview")]
pub(super) use replace::remove_at_end;
pub(super) use replace::{is_signalled, note_signals, replace};
pub(super) use unwritten::unwritten;

use muster_core::diag::describe;
use muster_core::diag::escape::{Escaped, Syntax, line};
use muster_core::diag::width::truncate;
use muster_core::source::resolve_links;

use super::Trouble;
use crate::review::same_file;

/// The widest that tables are where nothing says how wide the output is, in columns.
const WIDE: usize = 120;

/// Returns the columns of standard output: those that `COLUMNS` says, or the terminal has; 120 elsewhere, and 40 at least.
pub(super) fn columns() -> usize {
    known_columns().unwrap_or(WIDE)
}

/// Like [`columns`], where `COLUMNS` or a terminal says.
pub(super) fn known_columns() -> Option<usize> {
    let said = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let terminal = || terminal_size::terminal_size().filter(|_| io::stdout().is_terminal());
    said.or_else(|| terminal().map(|(width, _)| usize::from(width.0))).map(|columns: usize| columns.max(40))
}

/// Returns the address of a folder, below which files are named; empty where none is given.
pub(super) fn folder_address(url: &str) -> String {
    if url.is_empty() || url.ends_with('/') { url.to_owned() } else { format!("{url}/") }
}

/// Makes a folder, and those that it is in.
pub(super) fn make_folder(folder: &Utf8Path) -> Result<(), Trouble> {
    std::fs::create_dir_all(folder)
        .map_err(|error| Trouble(format!("cannot create the folder `{folder}`: {}", describe(&error))))
}

/// Writes a whole output to stdout. A reader that has gone away is no trouble.
pub(super) fn to_stdout(output: &Escaped) -> Result<(), Trouble> {
    let mut stdout = io::stdout().lock();
    match stdout.write_all(output.bytes()).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result.map_err(|error| Trouble(format!("cannot write to standard output: {}", describe(&error)))),
    }
}

/// The files that outputs may take the place of.
#[derive(Debug, Clone, Copy, Default, Args)]
pub(super) struct Overwrite {
    /// Overwrite files that Muster did not write.
    #[arg(long)]
    force: bool,
}

/// The target of an output.
enum Target {
    /// A file, whether or not it is there yet.
    File(Utf8PathBuf),
    /// A target that takes everything: a pipe, or a device such as `/dev/null`.
    Stream,
}

impl Overwrite {
    /// Refuses outputs that would cost somebody a file: one that was read, one that Muster did not write, and two in one
    /// place.
    pub(super) fn check_all<'a>(
        self,
        outputs: impl IntoIterator<Item = (&'a Utf8Path, Artifact)>,
        read: impl IntoIterator<Item = &'a Utf8Path>,
    ) -> Result<(), Trouble> {
        let read: Vec<Utf8PathBuf> = read.into_iter().map(same_file).collect();
        let mut written = Vec::new();
        for (path, artifact) in outputs {
            if path == "-" {
                return Err(Trouble("`-` cannot be used as the name of an output file".to_owned()));
            }
            let Target::File(target) = target(path)? else { continue };
            let target = same_file(&target);
            if read.contains(&target) {
                return Err(Trouble(format!("`{path}` is one of the input files and was not overwritten")));
            }
            if written.contains(&target) {
                return Err(Trouble(format!("`{path}` is named for two outputs")));
            }
            self.check(path, artifact)?;
            written.push(target);
        }
        Ok(())
    }

    /// Refuses to write over a file that Muster did not write, or that is not to be written.
    pub(super) fn check(self, path: &Utf8Path, artifact: Artifact) -> Result<(), Trouble> {
        match target(path)? {
            Target::File(target) if !self.force && !may_replace(&target, artifact)? => Err(foreign(path, artifact)),
            _ => Ok(()),
        }
    }

    /// Writes a whole output.
    pub(super) fn write(self, path: &Utf8Path, artifact: Artifact, bytes: &[u8]) -> Result<(), Trouble> {
        self.check(path, artifact)?;
        to_file(path, bytes)
    }

    /// Returns true if other people's files are written over too.
    pub(super) fn is_forced(self) -> bool {
        self.force
    }

    /// Returns true if an output may be written there.
    pub(super) fn allows(self, path: &Utf8Path, artifact: Artifact) -> bool {
        self.check(path, artifact).is_ok()
    }
}

/// Holds a file that is read, changed and written: other processes that do the same with it wait. `None` for a stream.
pub(super) fn hold(path: &Utf8Path) -> Result<Option<Held>, Trouble> {
    match target(path)? {
        Target::Stream => Ok(None),
        Target::File(target) => replace::hold(&target).map(Some).map_err(|error| unwritten(path, &error)),
    }
}

fn may_replace(target: &Utf8Path, artifact: Artifact) -> Result<bool, Trouble> {
    let may = if target.exists() { artifact.may_replace(target) } else { Ok(true) };
    may.map_err(|error| Trouble(format!("cannot read `{target}`: {}", describe(&error))))
}

fn foreign(path: &Utf8Path, artifact: Artifact) -> Trouble {
    let why = match artifact {
        Artifact::Findings => {
            "is not a readable baseline, and overwriting it would lose what it lists for other files: fix it"
        }
        Artifact::Skeleton => "already exists: name another file",
        Artifact::Spreadsheet => "already exists and may hold changes: import them first, name another file",
        _ => "was not written by muster: name another file, delete it",
    };
    Trouble(format!("`{path}` {why}, or use `--force` to overwrite it"))
}

/// Returns the place where an output goes that is written to a path, through links.
fn target(path: &Utf8Path) -> Result<Target, Trouble> {
    let refuse = |why: &str| Err(Trouble(format!("cannot write `{path}`: {why}")));
    let file = match path.metadata() {
        Ok(meta) if meta.is_dir() => return refuse("it is a folder"),
        Ok(meta) if is_stream(&meta) => return Ok(Target::Stream),
        Ok(meta) if !meta.is_file() => return refuse("it is not a regular file"),
        // Files in a browser's memory have no permissions.
        Ok(meta) if meta.permissions().readonly() && !cfg!(target_family = "wasm") => {
            return refuse("it is read-only");
        }
        // What may not be written is not replaced either.
        Ok(_) => resolve_links(path).and_then(|file| OpenOptions::new().write(true).open(&file).map(|_| file)),
        Err(_) => follow(path),
    };
    file.map(Target::File).map_err(|error| unwritten(path, &error))
}

/// Refuses a path that nothing can be written to: a folder, a socket, a read-only file.
pub(super) fn is_writable(path: &Utf8Path) -> Result<(), Trouble> {
    target(path).map(|_| ())
}

/// Returns the file that a path leads to, through links, when it is not there yet.
fn follow(path: &Utf8Path) -> io::Result<Utf8PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        match path.read_link_utf8() {
            Ok(link) => path = path.parent().unwrap_or(Utf8Path::new("")).join(link),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("too many links"))
}

/// Links that are followed one after another, as many as Linux follows.
const MOST_LINKS: usize = 40;

#[cfg(unix)]
fn is_stream(meta: &std::fs::Metadata) -> bool {
    use std::os::unix::fs::FileTypeExt;
    meta.file_type().is_fifo() || meta.file_type().is_char_device()
}

#[cfg(not(unix))]
fn is_stream(_: &std::fs::Metadata) -> bool {
    false
}

/// Writes a whole file in one step, whatever it held: an interrupted or failed run leaves the old file whole.
pub(super) fn to_file(path: &Utf8Path, bytes: &[u8]) -> Result<(), Trouble> {
    let written = match target(path)? {
        Target::Stream => OpenOptions::new().write(true).open(path).and_then(|mut file| file.write_all(bytes)),
        Target::File(target) => replace(&target, bytes),
    };
    written.map_err(|error| unwritten(path, &error))
}

/// Writes text of lines to stdout.
pub(super) fn text_to_stdout(text: &str) -> Result<(), Trouble> {
    to_stdout(&Syntax::Text.escape(text))
}

/// Writes to stderr what stands beside an output.
pub(super) fn to_stderr(output: &Escaped) {
    // Nowhere is left to say that stderr cannot be written.
    let _ = anstream::stderr().write_all(output.bytes());
}

/// Longest complaint, in columns.
const LONGEST: usize = 5000;

/// Says on stderr in one line what went wrong.
pub(super) fn complain(text: &str) {
    to_stderr(&Syntax::Text.escape(&format!("muster: {}\n", truncate(&line(text), LONGEST))));
}

thread_local! {
    static PANIC: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Keeps the text of a panic for who catches it, instead of printing it at once: a panic hook.
pub(super) fn keep_panic(info: &PanicHookInfo<'_>) {
    let payload = info.payload();
    let text = payload.downcast_ref::<String>().map(String::as_str).or_else(|| payload.downcast_ref().copied());
    let text = text.unwrap_or("internal error: no message");
    let place = info.location().map(|at| format!(" ({}:{})", at.file(), at.line()));
    let prefix = if text.starts_with("internal error:") { "" } else { "internal error: " };
    PANIC.set(Some(format!("{prefix}{text}{}", place.unwrap_or_default())));
}

/// Returns the text of the last panic of this thread.
pub(super) fn kept_panic() -> String {
    PANIC.take().unwrap_or_else(|| "internal error: no message".to_owned())
}
