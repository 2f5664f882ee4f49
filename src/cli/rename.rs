//! `muster rename`: another name for a card, a unit, a block, a place, a side, or what else a document names, wherever it is written.

use std::collections::BTreeSet;

use camino::{Utf8Path, Utf8PathBuf};

use muster_core::diag::escape::line;
use muster_core::diag::or_nearest;
use muster_core::source::FileId;
use muster_systems::System;
use muster_systems::english::count_of;
use muster_systems::names::NamedThing;

use super::fix;
use super::output::{complain, text_to_stdout};
use super::settings::SettingsArgs;
use super::{Exit, Outcome, Trouble};
use crate::project::Project;
use crate::project::files::Selection;
use crate::project::naming::{self, RenameEdits, Uses, battles_of};
use crate::project::policy::Policy;
use crate::review::boundary::Boundary;
use crate::review::{Review, same_file};

/// Rename something in its file and in all files of the project that use it.
///
/// You can rename anything that a document names: cards, units, blocks, places, sides. Numbers can be changed in the same
/// way. Nothing is written unless all files keep their meaning; comments and layout stay as they are.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The scenario or deck that defines the name.
    file: Utf8PathBuf,

    /// The name or number as written. If several things share it, put the block's headquarters or the ability's card before it:
    /// `Reynolds/Wadsworth`.
    old: String,

    /// The new name or number.
    new: String,

    /// Show the changes as a diff, without writing.
    #[arg(long)]
    diff: bool,

    #[command(flatten)]
    settings: SettingsArgs,
}

/// A file's path and what is in it.
type FileBytes = (Utf8PathBuf, Vec<u8>);

impl Args {
    pub(super) fn run(self, systems: &'static [&'static System]) -> Outcome {
        let mut project = self.settings.project(Policy::default(), systems)?;
        let (files, unreadable) = self.read(&project)?;
        let review = project.review(&files);
        let here = same_file(&self.file);
        let here = review.sources.iter().find(|(_, file)| same_file(file.path()) == here).map(|(file, _)| file);
        let here = here.ok_or_else(|| Trouble(format!("`{}` is not a scenario or deck", line(self.file.as_str()))))?;
        let (uses, is_number) = self.find_meant(&review, here)?;
        let edits = naming::rename_edits(&review, &uses, is_number, &self.new).map_err(Trouble)?;
        let given: Vec<Utf8PathBuf> = files.iter().map(|(path, _)| path.clone()).collect();
        let refuse = |why: String| Trouble(format!("cannot rename `{}`: {why}", line(&self.old)));
        project.verify_renamed(&review, &given, &edits).map_err(refuse)?;
        self.tell_of_unread(&review);
        self.write(&review, &edits)?;
        Ok(if unreadable > 0 { Exit::Trouble } else { Exit::Clean })
    }

    /// Reads the files of the project, of which any may name what is renamed.
    fn read(&self, project: &Project) -> Result<(Vec<FileBytes>, usize), Trouble> {
        if !self.file.is_file() {
            return Err(Trouble(format!("`{}`: no such file", line(self.file.as_str()))));
        }
        let boundary = Boundary::find(&self.file);
        let folder = boundary.folder().filter(|folder| *folder != same_file(Utf8Path::new(".")));
        let folder = folder.unwrap_or(Utf8Path::new("."));
        let found = project.find(Selection { paths: &[self.file.as_path(), folder], force_exclude: false })?;
        Ok(project.read_all(found))
    }

    /// Returns what the old name means in the battles of a file, and whether it is its number.
    fn find_meant(&self, review: &Review, file: FileId) -> Result<(Uses, bool), Trouble> {
        let tables: Vec<_> = battles_of(review, file).filter_map(naming::table).collect();
        let mut things: Vec<&NamedThing> = Vec::new();
        let mut owned = None;
        for (table, thing) in tables.iter().flat_map(|table| table.names.iter().map(move |thing| (table, thing))) {
            let owner = thing.owner.and_then(|owner| table.names.get(owner));
            let is_asked = |owner: &NamedThing| {
                let name = self.old.strip_prefix(&owner.name).and_then(|rest| rest.strip_prefix('/'));
                name.is_some_and(|name| name == thing.name)
            };
            if thing.is_called(&self.old) || owner.is_some_and(is_asked) {
                owned = owned.or_else(|| owner.map(|owner| format!("{}/{}", owner.name, thing.name)));
                if things.iter().all(|known| known.at != thing.at) {
                    things.push(thing);
                }
            }
        }
        // A number wins over a name.
        let number = |thing: &&&NamedThing| thing.number.as_ref().is_some_and(|(number, _)| *number == self.old);
        let numbered = things.iter().find(number).copied();
        match (numbered, things.as_slice()) {
            (Some(thing), _) => Ok((naming::uses(review, thing.clone()), true)),
            (None, [thing]) => Ok((naming::uses(review, (*thing).clone()), false)),
            (None, []) => {
                let known = tables.iter().flat_map(|table| &table.names).map(|thing| thing.name.as_str());
                let near = or_nearest(&self.old, known);
                let path = review.sources.get(file).path();
                let text = format!("`{path}` has nothing named `{}`{near}", self.old);
                let unread = if tables.is_empty() { ": it cannot be read as a scenario or deck" } else { "" };
                Err(Trouble(text + unread))
            }
            (None, several) => {
                let place = |thing: &&NamedThing| {
                    let source = review.sources.get(thing.at.file);
                    let at = source.position(review.sources.span(&thing.at).start);
                    format!("the {} of {}:{}", thing.kind, source.path(), at.line)
                };
                let places: Vec<String> = several.iter().map(place).collect();
                let say = owned.map(|owned| format!("choose one, for example `{owned}`, or "));
                let say = say.unwrap_or_default();
                Err(Trouble(format!("`{}` could be {}: {say}rename it in an editor", self.old, places.join(" or "))))
            }
        }
    }

    /// Tells of files that have the old name in their text, and could not be read as documents.
    fn tell_of_unread(&self, review: &Review) {
        let unread: BTreeSet<FileId> = review.unjudged_files().flatten().copied().collect();
        for (_, source) in review.sources.iter().filter(|(file, _)| unread.contains(file)) {
            if source.text().contains(&self.old) {
                complain(&format!("`{}` has errors and may still use `{}`", source.path(), self.old));
            }
        }
    }

    /// Writes the edited files, or shows the difference.
    fn write(&self, review: &Review, edits: &RenameEdits) -> Result<(), Trouble> {
        let edited = naming::apply_edits(review, edits).unwrap_or_default();
        let changed: Vec<(Utf8PathBuf, String, String)> = edited
            .into_iter()
            .map(|(file, now)| {
                let source = review.sources.get(file);
                (source.path().to_owned(), source.text().to_owned(), now)
            })
            .collect();
        if self.diff {
            return text_to_stdout(&fix::unified_diff(&changed));
        }
        fix::write(&changed)?;
        let told = edits.iter().map(|(file, edits)| {
            let path = line(review.sources.get(*file).path().as_str()).into_owned();
            format!("{path}: {}\n", count_of(edits.len(), "place"))
        });
        text_to_stdout(&told.collect::<String>())
    }
}
