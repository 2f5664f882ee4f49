//! Previews that the server started for the editor. Each is a program of its own: it reads places and the open texts from its
//! input and writes places to its output, one a line.

use std::collections::BTreeMap;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::{env, thread};

use camino::{Utf8Path, Utf8PathBuf};
use serde_json::json;

use super::documents::{OpenDocument, OpenDocuments};
use crate::project::files::read_named;
use crate::project::handover::Handover;

/// The longest line of a preview, in bytes.
const LONGEST: u64 = 8192;

/// The previews that run.
#[derive(Debug)]
pub(super) struct Previews {
    running: Vec<RunningPreview>,
    /// The places that were chosen on their pages.
    chosen: (Sender<String>, Receiver<String>),
}

#[derive(Debug)]
struct RunningPreview {
    /// The file that is shown.
    path: Utf8PathBuf,
    address: String,
    /// The file by which an editor gives the address to a browser, once it was asked for.
    handover: Option<Handover>,
    /// Lines for it, which ends when this does. A thread writes them: the program may be drawing.
    input: Sender<String>,
    /// The versions of the open texts that it knows, by their files.
    texts: BTreeMap<Utf8PathBuf, i32>,
    program: Child,
}

impl Default for Previews {
    fn default() -> Previews {
        Previews { running: Vec::new(), chosen: channel() }
    }
}

impl Previews {
    /// Returns the address of the page that shows a file, and the path of a file that leads there; starts it where it does not run
    /// yet. With `opens` it opens the browser itself.
    ///
    /// # Errors
    ///
    /// If it cannot be started, or the file cannot be written.
    pub(super) fn start(
        &mut self,
        path: &Utf8Path,
        opens: bool,
        documents: &OpenDocuments,
    ) -> io::Result<(&str, Option<&Utf8Path>)> {
        self.running.retain_mut(|preview| matches!(preview.program.try_wait(), Ok(None)));
        let at = match self.running.iter().position(|preview| preview.path == path) {
            Some(at) => at,
            None => {
                let mut preview = RunningPreview::start(path, opens, self.chosen.0.clone())?;
                preview.show_texts(documents);
                self.running.push(preview);
                self.running.len() - 1
            }
        };
        let preview = &mut self.running[at];
        if !opens && preview.handover.as_ref().is_none_or(|page| !page.path().exists()) {
            preview.handover = Some(Handover::write(&preview.address)?);
        }
        Ok((&preview.address, preview.handover.as_ref().map(Handover::path)))
    }

    /// Shows what is written at a place, on all pages.
    pub(super) fn lead(&mut self, place: &str) {
        self.running.retain(|preview| preview.input.send(place.to_owned()).is_ok());
    }

    /// Shows the open texts as they are typed, on all pages.
    pub(super) fn show_texts(&mut self, documents: &OpenDocuments) {
        self.running.iter_mut().for_each(|preview| preview.show_texts(documents));
    }

    /// Returns true if there are any.
    pub(super) fn are_running(&self) -> bool {
        !self.running.is_empty()
    }

    /// Returns the next place that was chosen on a page.
    pub(super) fn next_chosen(&self) -> Option<String> {
        self.chosen.1.try_recv().ok()
    }
}

impl RunningPreview {
    fn start(path: &Utf8Path, opens: bool, chosen: Sender<String>) -> io::Result<RunningPreview> {
        let mut command = Command::new(env::current_exe()?);
        command.args(["preview", "--editor", "-"]).args((!opens).then_some("--no-open"));
        command.arg("--").arg(path).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut program = command.spawn()?;
        let (Some(input), Some(output)) = (program.stdin.take(), program.stdout.take()) else {
            return Err(io::Error::other("internal error: the preview has no input and output"));
        };
        let input = writer(input)?;
        let mut lines = BufReader::new(output);
        let address = line(&mut lines)?.ok_or_else(|| io::Error::other("the preview ended at once"))?;
        thread::Builder::new().name("preview".to_owned()).spawn(move || {
            while let Ok(Some(place)) = line(&mut lines) {
                if chosen.send(place).is_err() {
                    break;
                }
            }
        })?;
        let (path, texts) = (path.to_owned(), BTreeMap::new());
        Ok(RunningPreview { path, address, handover: None, input, texts, program })
    }

    /// Tells it the texts that it does not know yet, and those that were closed.
    fn show_texts(&mut self, documents: &OpenDocuments) {
        let RunningPreview { input, texts, .. } = self;
        let tell = |path: &Utf8Path, text: Option<&str>| {
            // One that is gone is found out when it is looked for.
            let _ = input.send(json!({"path": path.as_str(), "text": text}).to_string());
        };
        let is_open = |file: &Utf8PathBuf| documents.iter().any(|document| document.on_disk && document.file == *file);
        texts.retain(|file, _| {
            let keeps = is_open(file);
            if !keeps {
                tell(file, None);
            }
            keeps
        });
        for document in documents.iter().filter(|document| document.on_disk) {
            let known = texts.insert(document.file.clone(), document.version);
            if known != Some(document.version) && (known.is_some() || !is_saved(document)) {
                tell(&document.file, Some(document.text.text()));
            }
        }
    }
}

/// Returns true if an open text is that of its file.
fn is_saved(document: &OpenDocument) -> bool {
    read_named(&document.file).is_ok_and(|bytes| bytes == document.text.text().as_bytes())
}

/// Returns where to send lines for a program; its input ends with it.
fn writer(mut input: ChildStdin) -> io::Result<Sender<String>> {
    let (lines, queue) = channel::<String>();
    thread::Builder::new().name("preview input".to_owned()).spawn(move || {
        while let Ok(line) = queue.recv() {
            if writeln!(input, "{line}").is_err() {
                break;
            }
        }
    })?;
    Ok(lines)
}

/// Returns the next line of a preview; `None` at the end.
fn line(lines: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = String::new();
    let read = lines.by_ref().take(LONGEST).read_line(&mut line)?;
    Ok((read > 0).then(|| line.trim_end().to_owned()))
}
