//! What becomes of findings: comments that allow them, the baseline, levels, and the exit code that follows.

use std::rc::Rc;

use camino::Utf8PathBuf;
use clap::{Args, ValueEnum};

use super::explain::find;
use super::inputs::{read_text, refuse_irregular};
use super::output::{Artifact, Overwrite, complain, counted};
use super::settings::Projects;
use super::{Exit, Outcome, Trouble};
use crate::check::allow::Allows;
use crate::config::Settings;
use crate::diag::levels::Levels;
use crate::diag::{Code, Diagnostic, Hidden, Severity, finish};
use crate::review::baseline::{Applied, Baseline};
use crate::review::{PASSED_OVER, Review, all_codes};
use crate::source::Sources;
use crate::systems::System;

/// What becomes of findings.
#[derive(Debug, Args)]
#[command(next_help_heading = "Findings")]
pub(super) struct Policy {
    /// Drops findings of a code.
    #[arg(short = 'A', long, value_name = "CODE", value_delimiter = ',')]
    allow: Vec<String>,

    /// Makes findings of a code warnings.
    #[arg(short = 'W', long, value_name = "CODE", value_delimiter = ',')]
    warn: Vec<String>,

    /// Makes findings of a code errors.
    #[arg(short = 'D', long, value_name = "CODE", value_delimiter = ',')]
    deny: Vec<String>,

    /// The lowest severity that makes the exit code 1: `error` unless the settings say otherwise.
    #[arg(long, value_name = "SEVERITY", ignore_case = true)]
    fail_on: Option<Level>,

    /// Exit with 0 whatever was found.
    #[arg(long)]
    exit_zero: bool,

    /// Shows also what comments in the files allow.
    #[arg(long)]
    no_allows: bool,

    /// Leaves out the findings that a baseline knows, and shows which of them are not there any more. For `muster balance`:
    /// compares the win shares with those that `--save-baseline` kept.
    #[arg(long, value_name = "FILE")]
    baseline: Option<Utf8PathBuf>,

    /// Writes what is found into a baseline, and ends with exit code 0.
    #[arg(long, value_name = "FILE", conflicts_with = "baseline")]
    write_baseline: Option<Utf8PathBuf>,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Level {
    Error,
    Warning,
    Info,
}

/// Findings as the policy leaves them.
pub(super) struct Verdict {
    /// In order, each with the severity it was given.
    pub(super) findings: Vec<Diagnostic>,
    /// How many files were looked at.
    pub(super) files: usize,
    /// What is left out.
    pub(super) hidden: Hidden,
    /// The baselines, and what they did.
    known: Vec<(Baseline, Applied)>,
}

/// Findings with the severity that they are given: the command line has the last word, then the settings of a path, then
/// those of the project.
fn levelled(
    findings: Vec<Diagnostic>,
    sources: &Sources,
    cli: &Levels,
    settings: &Projects,
) -> Result<Vec<Diagnostic>, Trouble> {
    let mut left = Vec::new();
    for mut finding in findings {
        let (id, path) = (finding.code.id, sources.get(finding.at.file).path());
        let level = match cli.get(id) {
            None => settings.of(path)?.level(path, id),
            level => level,
        };
        if let Some(severity) = level.unwrap_or(Some(finding.severity)) {
            finding.severity = severity;
            left.push(finding);
        }
    }
    Ok(left)
}

/// Says of a file that is passed over for errors that a baseline knows.
fn complain_of_known(finding: &Diagnostic) {
    complain(&format!("{}, which a baseline knows", finding.message));
}

impl Policy {
    /// The baseline, for a command that keeps something else in one than findings.
    pub(super) fn take_baseline(&mut self) -> Option<Utf8PathBuf> {
        self.baseline.take()
    }

    /// Judges the findings of a review; those that a baseline knows are left out.
    pub(super) fn judge(
        &self,
        review: &Review,
        settings: &Projects,
        systems: &'static [System],
    ) -> Result<Verdict, Trouble> {
        self.judge_with(self.known(&review.sources, settings)?, review, settings, systems)
    }

    /// As [`Policy::judge`], with these baselines.
    fn judge_with(
        &self,
        baselines: Vec<Baseline>,
        review: &Review,
        settings: &Projects,
        systems: &'static [System],
    ) -> Result<Verdict, Trouble> {
        let codes = all_codes(systems);
        let cli = self.levels(&codes)?;
        let sources = &review.sources;
        let all = finish(review.findings.clone(), sources);
        let mut allows = Allows::read(sources, &codes);
        let total = all.len();
        let kept = allows.apply(sources, all.clone());
        let allowed = if self.no_allows { 0 } else { total - kept.len() };
        let mut findings = if self.no_allows { all } else { kept };
        let mut known = Vec::new();
        for baseline in baselines {
            let mut applied = baseline.apply(findings, review);
            findings = std::mem::take(&mut applied.left);
            known.push((baseline, applied));
        }
        findings.extend(allows.finish(sources, |file, code| review.judged(file, code)));
        let baseline = known.iter().map(|(_, applied)| applied.known.len()).sum();
        let hidden = Hidden { allowed, baseline, ..Hidden::default() };
        let findings = levelled(finish(findings, sources), sources, &cli, settings)?;
        Ok(Verdict { findings, files: sources.iter().count(), hidden, known })
    }

    /// The file for the findings of today.
    pub(super) fn write_baseline(&self) -> Option<&Utf8PathBuf> {
        self.write_baseline.as_ref()
    }

    /// Returns the findings that the policy neither allows nor knows from a baseline: none while a baseline is written,
    /// which will know them all.
    pub(super) fn remaining(
        &self,
        review: &Review,
        settings: &Projects,
        systems: &'static [System],
    ) -> Result<Vec<Diagnostic>, Trouble> {
        let judged = || Ok(self.judge(review, settings, systems)?.findings);
        if self.write_baseline.is_some() { Ok(Vec::new()) } else { judged() }
    }

    /// As [`Policy::judge`], with what `passed_over` finds in view of the findings that are left, and with what is wrong
    /// with the baselines; or writes the baseline.
    pub(super) fn judge_all(
        &self,
        review: &mut Review,
        passed_over: impl Fn(&Review, &[Diagnostic]) -> Vec<Diagnostic>,
        settings: &Projects,
        overwrite: Overwrite,
        systems: &'static [System],
    ) -> Result<Verdict, Trouble> {
        // Most files are done whole, and then nobody need judge the findings twice: with none shown, most is passed over.
        let mut found = passed_over(review, &[]);
        if !found.is_empty() {
            found = passed_over(review, &self.remaining(review, settings, systems)?);
        }
        if self.write_baseline.is_none() && !found.is_empty() {
            // What is passed over only for errors that a baseline knows is as well known as they are.
            let all = self.judge_with(Vec::new(), review, settings, systems)?.findings;
            let allowed: Vec<_> = passed_over(review, &all).into_iter().map(|finding| finding.at).collect();
            let (kept, known): (Vec<_>, Vec<_>) = found.into_iter().partition(|finding| allowed.contains(&finding.at));
            found = kept;
            known.iter().for_each(complain_of_known);
        }
        review.findings.extend(found);
        let mut verdict = self.judge(review, settings, systems)?;
        let known = verdict.known.iter().flat_map(|(_, applied)| &applied.known);
        known.filter(|finding| finding.code == PASSED_OVER).for_each(complain_of_known);
        for (baseline, applied) in std::mem::take(&mut verdict.known) {
            let found = baseline.findings(&applied, review, &all_codes(systems));
            self.add(&mut verdict, found, review, settings, systems)?;
        }
        if let Some(path) = &self.write_baseline {
            overwrite.check(path, Artifact::Findings)?;
            let earlier = match path.is_file().then(|| read_text(path)) {
                Some(Ok(text)) => text,
                Some(Err(error)) if !overwrite.is_forced() => {
                    return Err(Trouble(format!("`{path}` cannot be read: {error}")));
                }
                _ => Baseline::EMPTY.to_owned(),
            };
            let earlier = Baseline::read(path.clone(), earlier);
            let text = earlier.renewed(&verdict.findings, review, &all_codes(systems));
            overwrite.write(path, Artifact::Findings, text.as_bytes())?;
            let count = verdict.findings.len();
            complain(&format!("{path}: {} written", counted(count, "finding")));
            verdict.hidden.baseline += count;
            verdict.findings.clear();
        }
        Ok(verdict)
    }

    /// Adds findings about what the policy did to others.
    pub(super) fn add(
        &self,
        verdict: &mut Verdict,
        found: Vec<Diagnostic>,
        review: &Review,
        settings: &Projects,
        systems: &'static [System],
    ) -> Result<(), Trouble> {
        let found = levelled(found, &review.sources, &self.levels(&all_codes(systems))?, settings)?;
        verdict.findings = finish([std::mem::take(&mut verdict.findings), found].concat(), &review.sources);
        Ok(())
    }

    /// The files of the baselines that apply, each with the settings that name it: the one given, or those of the settings
    /// of all files; none while one is written.
    pub(super) fn baselines(&self, settings: &[Rc<Settings>]) -> Vec<(Utf8PathBuf, Option<Rc<Settings>>)> {
        let named = |of: &Rc<Settings>| Some((of.folder().join(of.baseline.as_ref()?), Some(of.clone())));
        match &self.baseline {
            _ if self.write_baseline.is_some() => Vec::new(),
            Some(path) => vec![(path.clone(), None)],
            None => settings.iter().filter_map(named).collect(),
        }
    }

    /// Reads the baselines that apply.
    fn known(&self, sources: &Sources, settings: &Projects) -> Result<Vec<Baseline>, Trouble> {
        let settings = settings.of_all(sources.iter().map(|(_, file)| file.path()))?;
        let paths = self.baselines(&settings);
        let read = |(path, by): (Utf8PathBuf, Option<Rc<Settings>>)| {
            let regular = by.as_ref().map_or(Ok(()), |_| refuse_irregular(&path));
            let text = regular.and_then(|()| read_text(&path)).map_err(|error| {
                let by = by.as_ref().and_then(|by| by.file.as_ref());
                let by = by.map(|file| format!("; `baseline` in `{file}` names it")).unwrap_or_default();
                format!("`{path}` cannot be read: {error}{by}")
            })?;
            Ok(Baseline::read(path, text).named_at(by.and_then(|by| by.baseline_place())))
        };
        paths.into_iter().map(read).collect()
    }

    /// How a command ends that found this.
    pub(super) fn exit(&self, findings: &[Diagnostic], sources: &Sources, settings: &Projects) -> Outcome {
        let mut exit = Exit::Clean;
        for finding in findings.iter().filter(|_| !self.exit_zero && self.write_baseline.is_none()) {
            let limit = match self.fail_on {
                Some(Level::Error) => Severity::Error,
                Some(Level::Warning) => Severity::Warning,
                Some(Level::Info) => Severity::Info,
                None => settings.of(sources.get(finding.at.file).path())?.fail_on.unwrap_or(Severity::Error),
            };
            if finding.severity >= limit {
                exit = Exit::Findings;
            }
        }
        Ok(exit)
    }

    fn levels(&self, codes: &[Code]) -> Result<Levels, Trouble> {
        let mut levels = Levels::default();
        let groups = [(&self.allow, None), (&self.warn, Some(Severity::Warning)), (&self.deny, Some(Severity::Error))];
        for (names, severity) in groups {
            for name in names {
                levels.set(find(name.trim(), codes)?.id, severity);
            }
        }
        Ok(levels)
    }
}
