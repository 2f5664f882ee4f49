//! Findings as the policy leaves them: without what comments allow and baselines know, each at the level it is given.

use std::collections::BTreeSet;

use muster_core::check::allow::Allows;
use muster_core::diag::levels::Levels;
use muster_core::diag::{Diagnostic, Hidden, Severity, finish};
use muster_core::source::{FileId, Sources};
use muster_systems::Role;

use super::Project;
use super::Trouble;
use crate::review::baseline::{Applied, Baseline};
use crate::review::{Review, SKIPPED_FILE, fix};

/// The word for an error that a comment or an option hides.
const SUPPRESSED: &str = "suppressed";

/// Findings as the policy leaves them.
pub struct Verdict {
    /// In order, each with the severity it was given.
    pub findings: Vec<Diagnostic>,
    /// Number of files that were looked at.
    pub files: usize,
    /// Counts of findings and files that are not shown.
    pub hidden: Hidden,
    /// The baselines, and what they did.
    known: Vec<(Baseline, Applied)>,
}

/// The use of a review's documents besides checking them.
#[derive(Debug, Clone, Copy, Default)]
pub struct Purpose {
    /// The word for the use, as in `printed`, and the roles of the documents that are used if they are sound. `None` if they are
    /// only checked.
    pub done: Option<(&'static str, &'static [Role])>,
    /// True if of findings in other documents only those are shown that stop these; a check shows the rest.
    pub leaves_checking: bool,
}

impl Purpose {
    /// Returns a finding for each file that is skipped although nothing `shown` says so; its errors are `hidden` by this.
    fn passed_over(self, review: &Review, shown: &[Diagnostic], hidden: &str) -> Vec<Diagnostic> {
        match self.done {
            Some((done, roles)) => review.passed_over(review.unsound(roles), done, shown, hidden),
            None => review.passed_over(review.unjudged_files(), "read", shown, hidden),
        }
    }
}

impl Project {
    /// Judges the findings of a review, without those that a baseline knows.
    ///
    /// # Errors
    ///
    /// Settings or a baseline cannot be read.
    pub fn judge(&self, review: &Review) -> Result<Verdict, Trouble> {
        self.judge_with(self.policy.read_baselines(&review.sources, &self.settings)?, review)
    }

    /// Judges all that there is to report of a review: its findings, mistakes in the settings of its files, skipped files, and
    /// mistakes in the baselines.
    ///
    /// # Errors
    ///
    /// Settings or a baseline cannot be read.
    pub fn verdict(&self, review: &mut Review, purpose: Purpose) -> Result<Verdict, Trouble> {
        // Settings and baselines are none of the files that were looked at.
        let (all, end) = (review.sources.iter().map(|(file, _)| file), review.sources.next_id());
        let files: Vec<FileId> = all.filter(|file| !purpose.leaves_checking || review.is_given(*file)).collect();
        let of_files = self.settings.settings_of_files(review.sources.iter().map(|(_, file)| file.path()))?;
        for settings in of_files {
            let wrong = settings.findings(&mut review.sources);
            review.findings.extend(wrong);
        }
        let passed_over = self.passed_over(review, purpose)?;
        review.findings.extend(passed_over);
        let mut verdict = self.judge(review)?;
        let known = verdict.known.iter().flat_map(|(_, applied)| &applied.known);
        known.filter(|finding| finding.code == SKIPPED_FILE).for_each(|finding| (self.tell)(&finding.message));
        for (baseline, applied) in std::mem::take(&mut verdict.known) {
            let found = baseline.findings(&applied, review, &self.codes);
            let found = self.apply_levels(found, &review.sources, &self.policy.levels(&self.codes)?)?;
            verdict.findings = finish([std::mem::take(&mut verdict.findings), found].concat(), &review.sources);
        }
        // A baseline takes all findings.
        let leaves_checking = purpose.leaves_checking && self.policy.write_baseline.is_none();
        if let Some((_, roles)) = purpose.done.filter(|_| leaves_checking) {
            let (kept, left): (Vec<Diagnostic>, Vec<Diagnostic>) =
                verdict.findings.into_iter().partition(|finding| review.concerns(roles, finding));
            verdict.findings = kept;
            let count = |severity| left.iter().filter(|finding| finding.severity == severity).count();
            verdict.hidden.left_to_check = [Severity::Error, Severity::Warning, Severity::Info].map(count);
        }
        for finding in &mut verdict.findings {
            finding.fails = Some(self.policy.reaches(finding, &review.sources, &self.settings)?);
        }
        fix::drop_vain(&mut verdict.findings, &review.sources);
        verdict.hidden.fixes = Some(fix::count(&verdict.findings, &review.sources, |file| review.is_given(file)));
        let found = verdict.findings.iter().map(|finding| finding.at.file).filter(|file| *file < end);
        // A file that is read several times is one.
        let paths = files.into_iter().chain(found).map(|file| review.sources.get(file).path());
        verdict.files = paths.collect::<BTreeSet<_>>().len();
        verdict.hidden.unread = review.unjudged_files().count();
        Ok(verdict)
    }

    /// Returns the findings that the policy neither allows nor knows from a baseline: none while a baseline is written,
    /// which will know them all.
    pub(super) fn remaining(&self, review: &Review) -> Result<Vec<Diagnostic>, Trouble> {
        if self.policy.write_baseline.is_some() { Ok(Vec::new()) } else { Ok(self.judge(review)?.findings) }
    }

    /// Returns true if one of the findings is at or above the level that fails.
    ///
    /// # Errors
    ///
    /// Settings cannot be read.
    pub fn fails(&self, findings: &[Diagnostic], sources: &Sources) -> Result<bool, Trouble> {
        self.policy.fails(findings, sources, &self.settings)
    }

    /// Returns the text of a baseline, written to `path` and read from there as `earlier`, once it knows these findings.
    pub fn renew_baseline(&self, earlier: Baseline, findings: &[Diagnostic], review: &Review) -> String {
        earlier.renew(findings, review, &self.codes)
    }

    /// Finds what is ignored without a finding that says so.
    fn passed_over(&self, review: &Review, purpose: Purpose) -> Result<Vec<Diagnostic>, Trouble> {
        // Most files are done whole, and then nobody need judge the findings twice: with none shown, most is ignored.
        if purpose.passed_over(review, &[], SUPPRESSED).is_empty() {
            return Ok(Vec::new());
        }
        let remaining = self.remaining(review)?;
        let mut kept = purpose.passed_over(review, &remaining, SUPPRESSED);
        if kept.is_empty() {
            return Ok(kept);
        }
        // What is ignored only for errors that a baseline knows, or will know, is as well known as they are.
        let all = self.judge_with(Vec::new(), review)?.findings;
        let allowed: Vec<_> =
            purpose.passed_over(review, &all, SUPPRESSED).into_iter().map(|finding| finding.at).collect();
        kept.retain(|finding| allowed.contains(&finding.at));
        if self.policy.write_baseline.is_none() {
            let known = purpose.passed_over(review, &remaining, "in the baseline");
            let known = known.iter().filter(|finding| !allowed.contains(&finding.at));
            known.for_each(|finding| (self.tell)(&finding.message));
        }
        Ok(kept)
    }

    /// Judges the findings of a review with these baselines.
    fn judge_with(&self, baselines: Vec<Baseline>, review: &Review) -> Result<Verdict, Trouble> {
        let levels = self.policy.levels(&self.codes)?;
        let sources = &review.sources;
        let all = finish(review.findings.clone(), sources);
        let mut allows = Allows::read(sources, &self.codes);
        let total = all.len();
        let kept = allows.apply(sources, all.clone());
        let allowed = if self.policy.no_allows { 0 } else { total - kept.len() };
        let mut findings = if self.policy.no_allows { all } else { kept };
        let mut known = Vec::new();
        for baseline in baselines {
            let mut applied = baseline.apply(findings, review);
            findings = std::mem::take(&mut applied.left);
            known.push((baseline, applied));
        }
        findings.extend(allows.finish(sources, |file, code| review.judgement(file, code)));
        let baseline = known.iter().map(|(_, applied)| applied.known.len()).sum();
        let hidden = Hidden { allowed, baseline, ..Hidden::default() };
        let findings = self.apply_levels(finish(findings, sources), sources, &levels)?;
        Ok(Verdict { findings, files: sources.iter().count(), hidden, known })
    }

    /// Gives findings their severity: the policy has the last word, then the settings of a path, then those of the project.
    fn apply_levels(
        &self,
        findings: Vec<Diagnostic>,
        sources: &Sources,
        asked: &Levels,
    ) -> Result<Vec<Diagnostic>, Trouble> {
        let mut left = Vec::new();
        for mut finding in findings {
            let (id, path) = (finding.code.id, sources.get(finding.at.file).path());
            let level = match asked.get(id) {
                None => self.settings.file_settings(path)?.level(path, id),
                level => level,
            };
            if let Some(severity) = level.unwrap_or(Some(finding.severity)) {
                finding.severity = severity;
                left.push(finding);
            }
        }
        Ok(left)
    }
}
