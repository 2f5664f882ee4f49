//! Cards that look different from what a git commit says: the same files are reviewed and drawn as they were then.

use std::collections::{BTreeSet, HashMap};
use std::io;
use std::sync::{Mutex, PoisonError};

use camino::{Utf8Path, Utf8PathBuf};

use muster_core::diag::Sink;
use muster_core::diag::escape::line;
use muster_core::print::Card;
use muster_core::source::Sources;

use super::super::Trouble;
use super::languages::PrintJob;
use super::progress::Progress;
use crate::project::Project;
use crate::project::drawing::{self, Choice, PrintedCard};
use crate::project::gallery::ProjectGallery;
use crate::project::history::{History, Past};
use crate::project::looks::{Looks, WantedLook};
use crate::review::{Reader, review};

/// The faces of files as they were.
pub(super) struct Earlier {
    cards: HashMap<(Option<Utf8PathBuf>, String), Card>,
    /// The messages for the user, a sentence each.
    pub(super) told: Vec<String>,
}

impl Earlier {
    /// Draws the cards of the files as they were at a commit, on the templates as they were then. A file that was not
    /// there had no cards; a folder of templates outside the repository has no history, and is taken as it is.
    pub(super) fn draw(reference: &str, job: &PrintJob<'_>, progress: &Progress) -> Result<Earlier, Trouble> {
        let PrintJob { project, look, paths: files, with, .. } = *job;
        if files.iter().any(|path| path == "-") {
            return Err(Trouble("--since needs files in a git repository, not standard input".to_owned()));
        }
        let history = History::find(reference, files)?;
        let mut then = Vec::new();
        for path in files {
            then.extend(history.document(path)?.map(|bytes| (path.clone(), bytes)));
        }
        let read = |path: &Utf8Path| -> io::Result<Vec<u8>> {
            history.document(path).map_err(io::Error::other)?.ok_or_else(|| io::ErrorKind::NotFound.into())
        };
        let review = review(&then, &read, project.systems);
        let today = project.reader();
        let pictures = Pictures { history: &history, today: &today, not_fetched: Mutex::default() };
        let past = |path: &Utf8Path| pictures.read(path);
        let mut looks = looks(&history, look, files, project, &past)?;
        looks.draw_all_in(job.language);
        let gallery = ProjectGallery::new(&review.sources, &past, look.allow_outside);
        let pieces = drawing::draw(&review, &looks, with, Choice::ALL, &gallery, progress)?.pieces;
        let key = |piece: PrintedCard| ((piece.path, piece.drawn.card.number.clone()), piece.drawn.card);
        let cards = pieces.into_iter().map(key).collect();
        Ok(Earlier { cards, told: pictures.missing_pictures(reference) })
    }

    /// Returns true if a card of a file is new or looks different.
    pub(super) fn has_changed(&self, piece: &PrintedCard) -> bool {
        let card = &piece.drawn.card;
        let earlier = self.cards.get(&(piece.path.clone(), card.number.clone()));
        earlier.is_none_or(|then| then.size != card.size || then.front != card.front || then.back != card.back)
    }
}

/// Pictures and fonts as they were.
struct Pictures<'a> {
    history: &'a History,
    today: &'a Reader<'a>,
    /// Those of which Git LFS has not fetched the content.
    not_fetched: Mutex<BTreeSet<Utf8PathBuf>>,
}

impl Pictures<'_> {
    /// Returns the bytes of a picture or a font at the commit; those of today of one that has no history.
    fn read(&self, path: &Utf8Path) -> io::Result<Vec<u8>> {
        match self.history.picture(path).map_err(io::Error::other)? {
            Past::Bytes(bytes) => Ok(bytes),
            Past::Absent => Err(io::ErrorKind::NotFound.into()),
            Past::Unknown => (self.today)(path),
            Past::NotFetched => {
                self.not_fetched.lock().unwrap_or_else(PoisonError::into_inner).insert(path.to_owned());
                Err(io::Error::other("its content has not been fetched"))
            }
        }
    }

    /// Says which pictures are not there to compare with.
    fn missing_pictures(&self, reference: &str) -> Vec<String> {
        let paths = self.not_fetched.lock().unwrap_or_else(PoisonError::into_inner);
        let reference = line(reference);
        let sentence = |path: &Utf8PathBuf| {
            format!(
                "`{path}` is in Git LFS and its content at `{reference}` is not on this machine, so its cards count as changed (to get it, run `git lfs fetch origin {reference}`)"
            )
        };
        paths.iter().map(sentence).collect()
    }
}

/// Returns the templates as they were at a commit, with the fonts that they named, and the words of today.
fn looks(
    history: &History,
    look: &WantedLook,
    documents: &[Utf8PathBuf],
    project: &Project,
    past: &Reader<'_>,
) -> Result<Looks, Trouble> {
    // What was wrong in them then is no matter now.
    let (mut sources, mut sink) = (Sources::default(), Sink::default());
    let words = project.languages(documents.iter().map(|path| &**path))?;
    let Some(folder) = &look.template else {
        return Ok(look.read(&[], &words, (project.systems, &project.reader()), &mut sources, &mut sink));
    };
    let Some(names) = history.names(folder)? else {
        return Ok(project.looks(look, &mut sources, &mut sink)?);
    };
    let mut files = Vec::new();
    for name in names.iter().filter(|name| name.ends_with(".yaml") || name.ends_with(".yml")) {
        let path = folder.join(name);
        files.extend(history.document(&path)?.map(|bytes| (path, bytes)));
    }
    Ok(look.read(&files, &words, (project.systems, past), &mut sources, &mut sink))
}
