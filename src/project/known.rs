//! The findings in files as they are, to compare changes with: a change is legal if `check` reports nothing new in it.

use std::collections::BTreeSet;

use camino::{Utf8Path, Utf8PathBuf};

use muster_core::diag::{Code, Severity};

use super::{Project, Trouble};
use crate::review::Review;
use crate::tune::{ChangePolicy, Rewritten};

/// The findings that count in files as they are: warnings and errors as the policy, settings, comments and baselines leave them,
/// and whatever else makes `check` fail.
pub struct KnownFindings<'p> {
    project: &'p Project,
    files: &'p [(Utf8PathBuf, Vec<u8>)],
    /// The folder that the paths of changed files are relative to.
    folder: Utf8PathBuf,
    marks: Vec<Mark>,
    /// The codes whose findings may count.
    codes: BTreeSet<&'static str>,
}

/// The mark that a finding is known again by: its code and file, and its place or its words.
struct Mark {
    code: &'static str,
    path: Utf8PathBuf,
    /// The place; on a card by the card's number, which stays the same if others before it are removed.
    place: String,
    message: String,
}

impl Mark {
    fn is_same(&self, other: &Mark) -> bool {
        let is_near = self.place == other.place || self.message == other.message;
        self.code == other.code && self.path == other.path && is_near
    }
}

impl<'p> KnownFindings<'p> {
    /// Returns the findings in files; `review` is their review.
    ///
    /// # Errors
    /// Settings or a baseline cannot be read.
    pub fn new(
        project: &'p Project,
        files: &'p [(Utf8PathBuf, Vec<u8>)],
        review: &Review,
    ) -> Result<KnownFindings<'p>, Trouble> {
        let (marks, codes) = (marks(project, review)?, codes(project, review)?);
        Ok(KnownFindings { project, files, folder: Utf8PathBuf::new(), marks, codes })
    }

    /// The same, but the paths of changed files are relative to a folder.
    #[must_use]
    pub fn relative_to(self, folder: &Utf8Path) -> KnownFindings<'p> {
        KnownFindings { folder: folder.to_owned(), ..self }
    }
}

impl ChangePolicy for KnownFindings<'_> {
    fn heeds(&self, code: Code) -> bool {
        self.codes.contains(code.id)
    }

    fn permits(&self, texts: &[Rewritten]) -> bool {
        let mut files = self.files.to_vec();
        for (path, _, text) in texts {
            let path = self.folder.join(path);
            let changed = files.iter_mut().filter(|(file, _)| *file == path);
            changed.for_each(|(_, bytes)| *bytes = text.clone().into_bytes());
        }
        let review = self.project.review_to_play(&files);
        let found = review.and_then(|review| marks(self.project, &review));
        found.is_ok_and(|found| found.iter().all(|mark| self.marks.iter().any(|known| known.is_same(mark))))
    }
}

/// Returns the codes of which findings can count in one of the files.
fn codes(project: &Project, review: &Review) -> Result<BTreeSet<&'static str>, Trouble> {
    let asked = project.policy.levels(&project.codes)?;
    let mut codes = BTreeSet::new();
    for (_, file) in review.sources.iter() {
        let settings = project.settings.file_settings(file.path())?;
        let fails = project.policy.fail_on.or(settings.fail_on).unwrap_or(Severity::Error);
        for code in &project.codes {
            let level = asked.get(code.id).or_else(|| settings.level(file.path(), code.id));
            if level.unwrap_or(Some(code.severity)).is_some_and(|level| level >= fails.min(Severity::Warning)) {
                codes.insert(code.id);
            }
        }
    }
    Ok(codes)
}

/// Returns the marks of the findings that count.
fn marks(project: &Project, review: &Review) -> Result<Vec<Mark>, Trouble> {
    let mut marks = Vec::new();
    for finding in project.judge(review)?.findings {
        if finding.severity >= Severity::Warning || project.fails(std::slice::from_ref(&finding), &review.sources)? {
            let pointer = &finding.at.pointer;
            let place = match review.card_of(&finding.at) {
                card if card.is_empty() => pointer.to_string(),
                card => pointer.steps().skip(2).fold(card, |place, step| place + "/" + &step),
            };
            let path = review.sources.get(finding.at.file).path().to_owned();
            marks.push(Mark { code: finding.code.id, path, place, message: finding.message });
        }
    }
    Ok(marks)
}
