//! Goes on in spite of errors: what someone allows, or a baseline knows, keeps nobody from looking further, playing or
//! printing.

use camino::Utf8PathBuf;

use muster_core::diag::{Code, Severity};

use super::{Project, Trouble};
use crate::review::{Reader, Review, review_without};

impl Project {
    /// Looks at what unknown keys that are allowed or in the baseline kept from being looked at, and marks documents as
    /// sound whose errors are all so, where they can be played or, unless `to_play`, printed. `files` are those of the review.
    ///
    /// # Errors
    ///
    /// Settings or a baseline cannot be read.
    pub fn tolerate(
        &self,
        review: &mut Review,
        files: &[(Utf8PathBuf, Vec<u8>)],
        read: &Reader<'_>,
        to_play: bool,
    ) -> Result<(), Trouble> {
        let mut remaining = None;
        if !review.passed_members(&[]).is_empty() {
            let shown = self.remaining(review)?;
            let members = review.passed_members(&shown);
            match members.is_empty() {
                true => remaining = Some(shown),
                false => *review = review_without(files, read, self.systems, &members),
            }
        }
        if review.units.iter().any(|unit| !unit.sound) {
            let shown = remaining.map_or_else(|| self.remaining(review), Ok)?;
            review.tolerate(&shown, to_play);
        }
        Ok(())
    }

    /// Returns the codes of all findings that are errors in the end.
    ///
    /// # Errors
    ///
    /// Settings or a baseline cannot be read.
    pub fn errors(&self, review: &Review) -> Result<Vec<Code>, Trouble> {
        let findings = self.judge(review)?.findings.into_iter();
        Ok(findings.filter(|finding| finding.severity == Severity::Error).map(|finding| finding.code).collect())
    }
}
