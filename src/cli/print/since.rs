//! Cards that look different from what a git commit says: the same files are reviewed and drawn as they were then.

use std::collections::HashMap;
use std::io::{self, Read};
use std::process::{Child, Command, Stdio};

use camino::{Utf8Path, Utf8PathBuf};

use super::super::Trouble;
use super::languages::Given;
use super::progress::Progress;
use crate::diag::Sink;
use crate::load::MAX_BYTES;
use crate::print::Card;
use crate::print::picture::MOST_BYTES;
use crate::project::Project;
use crate::project::drawing::{self, Choice, PrintedCard};
use crate::project::gallery::ProjectGallery;
use crate::project::looks::{Looks, WantedLook};
use crate::review::{Reader, review};
use crate::source::Sources;

/// The faces of files as they were.
pub(super) struct Earlier(HashMap<(Option<Utf8PathBuf>, String), Card>);

impl Earlier {
    /// Draws the cards of the files as they were at a commit, on the templates as they were then. A file that was not
    /// there had no cards; a folder of templates that is in no repository has no history, and is taken as it is.
    pub(super) fn draw(reference: &str, given: &Given<'_>, progress: &Progress) -> Result<Earlier, Trouble> {
        let Given { project, look, paths: files, with, .. } = *given;
        let mut then = Vec::new();
        for path in files {
            if path == "-" {
                return Err(Trouble("standard input has no history for --since to look at".to_owned()));
            }
            let commit = commit(reference, path)?;
            if let Some(bytes) = blob(&commit, path)? {
                then.push((path.clone(), bytes));
            }
        }
        let read = |path: &Utf8Path| -> io::Result<Vec<u8>> {
            let bytes = commit(reference, path).and_then(|commit| blob(&commit, path));
            bytes.map_err(|Trouble(text)| io::Error::other(text))?.ok_or_else(|| io::ErrorKind::NotFound.into())
        };
        let review = review(&then, &read, project.systems);
        let mut looks = looks(reference, look, files, project)?;
        looks.draw_all_in(given.language);
        let today = project.reader();
        let pictures = |path: &Utf8Path| as_it_was(reference, path, &today);
        let gallery = ProjectGallery::new(&review.sources, &pictures, look.allow_outside);
        let pieces = drawing::draw(&review, &looks, with, Choice::ALL, &gallery, progress)?.pieces;
        let key = |piece: PrintedCard| ((piece.path, piece.card.number.clone()), piece.card);
        Ok(Earlier(pieces.into_iter().map(key).collect()))
    }

    /// Returns true if a card of a file is new or looks different.
    pub(super) fn changed(&self, piece: &PrintedCard) -> bool {
        let card = &piece.card;
        let earlier = self.0.get(&(piece.path.clone(), card.number.clone()));
        earlier.is_none_or(|then| then.size != card.size || then.front != card.front || then.back != card.back)
    }
}

/// Returns the bytes of a picture or a font at a commit; those of today of one that is in no repository and has no history.
fn as_it_was(reference: &str, path: &Utf8Path, today: &Reader<'_>) -> io::Result<Vec<u8>> {
    match filtered(reference, path) {
        Ok(Some(bytes)) => Ok(bytes),
        Ok(None) => Err(io::ErrorKind::NotFound.into()),
        Err(NoHistory) => today(path),
    }
}

/// Returns the templates as they were at a commit, with the fonts that they named, and the words of today.
fn looks(reference: &str, look: &WantedLook, documents: &[Utf8PathBuf], project: &Project) -> Result<Looks, Trouble> {
    // What was wrong in them then is no matter now.
    let (mut sources, mut sink) = (Sources::default(), Sink::default());
    let words = project.languages(documents.iter().map(|path| &**path))?;
    let Some(folder) = &look.template else {
        return Ok(look.read(&[], &words, (project.systems, &project.reader()), &mut sources, &mut sink));
    };
    let Ok(commit) = commit(reference, &folder.join("template")) else {
        return Ok(project.looks(look, &mut sources, &mut sink)?);
    };
    let names = git(folder, &["ls-tree", "-z", "--name-only", &commit, "./"])?.unwrap_or_default();
    let mut files = Vec::new();
    for name in
        String::from_utf8_lossy(&names).split('\0').filter(|name| name.ends_with(".yaml") || name.ends_with(".yml"))
    {
        let path = folder.join(name);
        files.extend(blob(&commit, &path)?.map(|bytes| (path, bytes)));
    }
    let today = project.reader();
    let fonts = |path: &Utf8Path| as_it_was(reference, path, &today);
    Ok(look.read(&files, &words, (project.systems, &fonts), &mut sources, &mut sink))
}

/// Returns the folder a file is in, for git to stand in, and the file's name.
fn parts(path: &Utf8Path) -> (&Utf8Path, &str) {
    let folder = path.parent().filter(|parent| *parent != "").unwrap_or(Utf8Path::new("."));
    (folder, path.file_name().unwrap_or_default())
}

/// Runs git in a folder. Returns its output; `None` if it fails.
fn git(folder: &Utf8Path, arguments: &[&str]) -> Result<Option<Vec<u8>>, Trouble> {
    git_at_most(MAX_BYTES as u64, folder, arguments)
}

/// Like [`git`]; of more bytes than `most` only as many as show that.
fn git_at_most(most: u64, folder: &Utf8Path, arguments: &[&str]) -> Result<Option<Vec<u8>>, Trouble> {
    let mut command = Command::new("git");
    command.arg("-C").arg(folder).args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    match command.spawn().and_then(|child| limited(child, most)) {
        Ok(output) => Ok(output),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            Err(Trouble("--since asks git, which is not installed".to_owned()))
        }
        Err(error) => Err(Trouble(format!("git cannot be run: {error}"))),
    }
}

/// Returns the output of a program, of more bytes than `most` only as many as show that; `None` if it fails.
fn limited(mut child: Child, most: u64) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    if let Some(stdout) = child.stdout.take() {
        stdout.take(most + 1).read_to_end(&mut bytes)?;
    }
    let succeeded = child.wait()?.success();
    Ok((succeeded || bytes.len() as u64 > most).then_some(bytes))
}

/// Returns the commit a reference means in the repository of a file.
fn commit(reference: &str, path: &Utf8Path) -> Result<String, Trouble> {
    let (folder, _) = parts(path);
    if git(folder, &["rev-parse", "--git-dir"])?.is_none() {
        return Err(Trouble(format!("`{path}` is in no git repository, so --since cannot tell what changed")));
    }
    // What begins with a dash would be an option.
    let commit = match reference.starts_with('-') {
        true => None,
        false => git(folder, &["rev-parse", "--verify", "--quiet", &format!("{reference}^{{commit}}")])?,
    };
    let name = commit.map(|name| String::from_utf8_lossy(&name).trim().to_owned());
    name.ok_or_else(|| Trouble(format!("`{reference}` is no commit in the git repository of `{path}`")))
}

/// Returns the content of a file at a commit; `None` if it was not there.
fn blob(commit: &str, path: &Utf8Path) -> Result<Option<Vec<u8>>, Trouble> {
    let (folder, name) = parts(path);
    let object = format!("{commit}:./{name}");
    match git(folder, &["rev-parse", "--verify", "--quiet", &object])? {
        Some(_) => git(folder, &["cat-file", "blob", &object]),
        None => Ok(None),
    }
}

/// A file that git does not know.
struct NoHistory;

/// Returns the bytes of a file at a commit, as git would write them into the folder; `None` if it was not there.
fn filtered(reference: &str, path: &Utf8Path) -> Result<Option<Vec<u8>>, NoHistory> {
    let (folder, name) = parts(path);
    let commit = commit(reference, path).map_err(|_| NoHistory)?;
    let object = format!("{commit}:./{name}");
    let bytes = git_at_most(MOST_BYTES, folder, &["cat-file", "--filters", &object]).map_err(|_| NoHistory)?;
    let is_known = || git(folder, &["ls-files", "--error-unmatch", "--", name]).is_ok_and(|known| known.is_some());
    match bytes {
        Some(bytes) => Ok(Some(bytes)),
        None if is_known() => Ok(None),
        None => Err(NoHistory),
    }
}
