//! One check of the whole project, as `muster check` makes it, with open texts in place of files.

use std::collections::HashSet;

use camino::{Utf8Path, Utf8PathBuf};

use muster_core::config::FILE;
use muster_core::diag::{Diagnostic, finish};
use muster_core::source::{FileId, Sources};
use muster_systems::System;

use super::documents::{OpenDocument, OpenDocuments};
use crate::project::files::{FoundFiles, Selection, is_yaml};
use crate::project::policy::Policy;
use crate::project::settings::Origin;
use crate::project::verdict::Purpose;
use crate::project::{Messages, Project, Trouble};
use crate::review::cache::ReviewCache;
use crate::review::{Review, is_document, same_file};

/// The result of a check.
pub(super) struct Analysis {
    /// The files, the documents in them, and the battles.
    pub(super) review: Review,
    /// The findings that are shown, in order.
    pub(super) findings: Vec<Diagnostic>,
    /// The paths of the files that a check was asked to look at.
    pub(super) given: Vec<Utf8PathBuf>,
    /// Messages that are worth telling and no findings: files that cannot be read.
    pub(super) told: Vec<String>,
}

impl Analysis {
    /// Returns the file of an open text, where it was looked at.
    pub(super) fn file_of(&self, document: &OpenDocument) -> Option<FileId> {
        file_of(&self.review.sources, &document.file)
    }
}

/// Returns the file among those of a check that is the same as `wanted`.
pub(super) fn file_of(sources: &Sources, wanted: &Utf8Path) -> Option<FileId> {
    sources
        .iter()
        .find(|(_, file)| file.path() == wanted)
        .or_else(|| {
            let name = wanted.file_name();
            sources.iter().find(|(_, file)| file.path().file_name() == name && same_file(file.path()) == wanted)
        })
        .map(|(id, _)| id)
}

/// Returns a project as the editor has it, and what it will tell.
pub(super) fn project(
    systems: &'static [&'static System],
    documents: &OpenDocuments,
) -> Result<(Project, Messages), Trouble> {
    let messages = Messages::default();
    let tell = messages.clone();
    let say = move |text: &str| tell.say(text);
    let mut project = Project::new(systems, &Origin::Nearest, Policy::default(), say)?;
    for document in documents.iter() {
        project.open(document.path(), document.text.text().to_owned());
    }
    Ok((project, messages))
}

/// Checks the files below the folders and the open texts, of which the cache knows what has not changed since the last check. Asks
/// before each step whether to give up; returns none then.
pub(super) fn analyse(
    systems: &'static [&'static System],
    folders: &[Utf8PathBuf],
    documents: &OpenDocuments,
    cache: &mut ReviewCache,
    mut give_up: impl FnMut() -> bool,
) -> Result<Option<Analysis>, Trouble> {
    let (project, messages) = project(systems, documents)?;
    let found = find_files(&project, folders, documents, &messages);
    let (files, _) = project.read_all(found);
    if give_up() {
        return Ok(None);
    }
    let mut review = project.review_again(&files, cache);
    let mut troubles = Vec::new();
    troubles.extend(project.tolerate(&mut review, &files, &project.reader(), false).err());
    project.look_at_sweeps(&mut review, &project.reader());
    if give_up() {
        return Ok(None);
    }
    troubles.extend(project.measure_again(&mut review, cache).err());
    if give_up() {
        return Ok(None);
    }
    add_settings(documents, &mut review);
    let findings = match project.verdict(&mut review, Purpose::default()) {
        Ok(verdict) => verdict.findings,
        Err(trouble) => {
            // Without its baseline or settings a project is checked all the same.
            troubles.push(trouble);
            finish(review.findings.clone(), &review.sources)
        }
    };
    let mut told = messages.take();
    told.extend(troubles.iter().map(Trouble::to_string));
    let given = files.into_iter().map(|(path, _)| path).collect();
    Ok(Some(Analysis { review, findings, given, told }))
}

/// Returns the files that are checked: those that a check of the folders finds, and what is open besides.
fn find_files(
    project: &Project,
    folders: &[Utf8PathBuf],
    documents: &OpenDocuments,
    messages: &Messages,
) -> FoundFiles {
    let mut found = FoundFiles::default();
    let mut known = HashSet::new();
    for folder in folders {
        match project.find(Selection { paths: &[folder], force_exclude: true }) {
            Ok(of_folder) => {
                found.unnamed.extend(of_folder.unnamed);
                // A folder may lie within another one.
                found.files.extend(of_folder.files.into_iter().filter(|path| known.insert(same_file(path))));
            }
            // A folder may be empty.
            Err(Trouble::Usage(_)) => {}
            Err(trouble) => messages.say(&trouble.to_string()),
        }
    }
    for document in documents.iter() {
        let path = document.path();
        let is_meant = (!document.on_disk || is_yaml(path.as_std_path()))
            && !known.contains(&document.file)
            && is_document(document.text.text().as_bytes(), project.systems)
            && !project.settings.exclude(path).unwrap_or(false);
        if is_meant {
            known.insert(document.file.clone());
            found.files.insert(path.to_owned());
        }
    }
    found
}

/// Adds open settings to the files of a review, so that they are judged also where no document stands below them.
fn add_settings(documents: &OpenDocuments, review: &mut Review) {
    for document in documents.iter().filter(|document| document.path().file_name() == Some(FILE)) {
        review.sources.add(document.path().to_owned(), document.text.text().to_owned());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use muster_games::SYSTEMS;

    #[test]
    fn a_check_is_given_up_at_any_of_its_steps() {
        let documents = OpenDocuments::default();
        let check = |most: usize| {
            let mut steps = 0;
            let analysis = analyse(SYSTEMS, &[], &documents, &mut ReviewCache::default(), || {
                steps += 1;
                steps > most
            });
            (analysis.expect("no trouble").is_some(), steps)
        };
        assert_eq!([0, 1, 2].map(check), [(false, 1), (false, 2), (false, 3)]);
        assert_eq!(check(3), (true, 3));
    }
}
