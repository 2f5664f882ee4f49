//! The pictures that a scenario has for cards without one of their own: a card has it where there is such a file.

use std::collections::BTreeSet;

use muster_core::diag::Diagnostic;
use muster_core::print::template::{Content, PictureEntry};
use muster_core::source::Address;

use super::{Drawing, place};
use crate::art::UNMATCHED_DEFAULT_ART;
use crate::catalogue::Catalogue;
use crate::printed::{FaceContent, Piece, Printed, Surface, With};

/// The pictures of the scenario that were looked for.
#[derive(Default)]
pub(super) struct DefaultArt {
    is_wanted: bool,
    is_found: bool,
}

/// The scenario's picture for a card: how its path is written, the file that it means for this card, and the place that names it.
struct DefaultPicture {
    path: String,
    file: String,
    at: Address,
}

impl<G: Printed> Drawing<'_, '_, G> {
    /// Takes the scenario's picture away from a side of a piece that has none. `self` knows the piece already.
    pub(super) fn keep_art_that_is_there(&mut self, side: &mut Surface<'_>) {
        match side {
            Surface::Face(FaceContent { content, place, .. }) => {
                let at = |tag: &str| place.as_ref().map(|place| place(tag));
                self.keep_pictures_that_are_there(content, &at);
            }
            Surface::Sized(_) => {
                let Some(picture) = default_of(side, &self.card, &self.at) else { return };
                if !self.is_there(&picture)
                    && let Surface::Sized(sized) = side
                    && let Some(without) = sized.without_art.take()
                {
                    *sized = *without;
                }
            }
            Surface::Drawn(_) => {}
        }
    }

    /// Takes the scenario's picture away from the content of a face; `place` returns where a tag is written.
    pub(super) fn keep_pictures_that_are_there(
        &mut self,
        content: &mut Content<'_>,
        place: &dyn Fn(&str) -> Option<Address>,
    ) {
        let Some(picture) = default_among(content, &self.card, place) else { return };
        if !self.is_there(&picture) {
            content.pictures.retain(|(_, entry)| !entry.is_default);
        }
    }

    fn is_there(&mut self, picture: &DefaultPicture) -> bool {
        let Some(gallery) = self.gallery else { return false };
        let is_there = gallery.has(&picture.file, &picture.at);
        self.default_art.is_wanted = true;
        self.default_art.is_found |= is_there;
        is_there
    }

    /// Returns the finding that the scenario's picture is there for no card of the battle, whichever are drawn now.
    pub(super) fn unmatched_default_art(&self, battle: &G::Battle, words: &Catalogue) -> Option<Diagnostic> {
        let gallery = self.gallery.filter(|_| self.default_art.is_wanted && !self.default_art.is_found)?;
        let (mut first, mut files) = (None, BTreeSet::new());
        for piece in G::pieces(battle, &With::Everything, words) {
            for picture in defaults_of(&piece) {
                if gallery.has(&picture.file, &picture.at) {
                    return None;
                }
                files.insert(picture.file.clone());
                first.get_or_insert(picture);
            }
        }
        let DefaultPicture { path, file, at } = first?;
        files.remove(&file);
        let text = match (files.first(), files.len()) {
            (None, _) => format!("there is no `{file}`, the picture for cards without `art`"),
            (Some(other), 1) => format!("no card has a picture `{path}`: there is no `{file}` and no `{other}`"),
            (Some(_), n) => format!("no card has a picture `{path}`: there is no `{file}`, nor any of {n} other files"),
        };
        // What is wrong with the name of the first file is probably wrong with all.
        let help = gallery.picture(&file, &at).err().and_then(|found| found.help);
        let help = match help {
            Some(help) if help.starts_with("did you mean") => of_all_cards(&path, &file, &help),
            help => help,
        };
        let finding = Diagnostic::new(UNMATCHED_DEFAULT_ART, at, text);
        Some(match help {
            Some(help) => finding.help(help),
            None => finding,
        })
    }
}

/// Returns help about the file of one card as help about those of all: with what the path has in place of its number. `None` if it is
/// about another file.
fn of_all_cards(path: &str, file: &str, help: &str) -> Option<String> {
    let Some((before, after)) = path.split_once('{') else { return Some(help.to_owned()) };
    let (name, after) = after.split_once('}')?;
    let number = file.strip_prefix(before)?.strip_suffix(after)?;
    help.contains(number).then(|| help.replace(number, &format!("{{{name}}}")))
}

/// Returns the scenario's pictures on both sides of a piece.
fn defaults_of(piece: &Piece<'_>) -> impl Iterator<Item = DefaultPicture> {
    piece.sides().filter_map(|side| default_of(side, &piece.number, &piece.at)).collect::<Vec<_>>().into_iter()
}

/// Returns the scenario's picture on a side of a piece with a number.
fn default_of(side: &Surface<'_>, number: &str, at: &Option<Address>) -> Option<DefaultPicture> {
    match side {
        Surface::Face(written) => {
            default_among(&written.content, number, &|tag| written.place.as_ref().map(|place| place(tag)))
        }
        Surface::Sized(sized) => {
            let (entry, _) = sized.art.as_deref().filter(|(entry, _)| entry.is_default)?;
            let (path, file) = (entry.path.clone(), entry.path.clone());
            Some(DefaultPicture { path, file, at: place(side, &entry.tag, at) })
        }
        Surface::Drawn(_) => None,
    }
}

fn default_among(
    content: &Content<'_>,
    number: &str,
    place: &dyn Fn(&str) -> Option<Address>,
) -> Option<DefaultPicture> {
    let is_default = |(_, entry): &&(&'static str, PictureEntry)| entry.is_default;
    let (_, entry) = content.pictures.iter().find(is_default)?;
    Some(DefaultPicture { path: entry.path.clone(), file: entry.file(content, number), at: place(&entry.tag)? })
}
