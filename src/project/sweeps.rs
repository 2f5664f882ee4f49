//! Sweeps among the files of a project: they are no documents, and are checked once these are.

use camino::Utf8Path;

use muster_core::source::FileId;

use super::Project;
use crate::review::{Reader, Review, is_sweep};
use crate::sweep;

impl Project {
    /// Adds what is wrong in the sweeps among the files of a review: what they name is read, and nothing is played.
    pub fn look_at_sweeps(&self, review: &mut Review, read: &Reader<'_>) {
        let is_one = |text: &str| text.contains("sweep");
        let files = review.sources.iter().filter(|(_, file)| is_one(file.text()) && file.tree().is_some_and(is_sweep));
        let files: Vec<FileId> = files.map(|(file, _)| file).collect();
        for file in files {
            let folder = review.sources.get(file).path().parent().unwrap_or(Utf8Path::new("")).to_owned();
            let read = |path: &Utf8Path| read(&folder.join(path));
            review.findings.extend(sweep::look(&review.sources, file, &read, self.systems));
        }
    }
}
