//! What becomes of findings: comments that allow them, the baseline, levels, and the exit code that follows.

use camino::Utf8PathBuf;
use clap::{Args, ValueEnum};

use super::explain::find;
use super::output::to_file;
use super::{Exit, Trouble};
use crate::check::allow::Allows;
use crate::config::Settings;
use crate::diag::levels::Levels;
use crate::diag::{Code, Diagnostic, Hidden, Severity, finish};
use crate::review::baseline::{Applied, Baseline};
use crate::review::{Review, all_codes};
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
    #[arg(long, value_name = "SEVERITY")]
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
    /// The baseline, and what it did.
    known: Option<(Baseline, Applied)>,
}

/// Findings with the severity that they are given: the command line has the last word, then the settings of a path, then
/// those of the project.
fn levelled(findings: Vec<Diagnostic>, sources: &Sources, cli: &Levels, settings: &Settings) -> Vec<Diagnostic> {
    let level = |mut finding: Diagnostic| {
        let id = finding.code.id;
        let level = cli.get(id).or_else(|| settings.level(sources.get(finding.at.file).path(), id));
        finding.severity = level.unwrap_or(Some(finding.severity))?;
        Some(finding)
    };
    findings.into_iter().filter_map(level).collect()
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
        settings: &Settings,
        systems: &[&'static dyn System],
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
        let baseline = self.known(settings)?;
        let mut known = None;
        if let Some(baseline) = baseline {
            let mut applied = baseline.apply(findings, review);
            findings = std::mem::take(&mut applied.left);
            known = Some((baseline, applied));
        }
        findings.extend(allows.finish(sources, |file, code| review.judged(file, code)));
        let hidden = Hidden { allowed, baseline: known.as_ref().map_or(0, |(_, applied)| applied.known) };
        let findings = levelled(finish(findings, sources), sources, &cli, settings);
        Ok(Verdict { findings, files: sources.iter().count(), hidden, known })
    }

    /// As [`Policy::judge`], with what is stale in the baseline; or writes the baseline.
    pub(super) fn judge_all(
        &self,
        review: &mut Review,
        settings: &Settings,
        systems: &[&'static dyn System],
    ) -> Result<Verdict, Trouble> {
        let mut verdict = self.judge(review, settings, systems)?;
        if let Some((baseline, applied)) = verdict.known.take() {
            let codes = all_codes(systems);
            let stale = baseline.stale(&applied, review, &codes);
            let stale = levelled(stale, &review.sources, &self.levels(&codes)?, settings);
            verdict.findings = finish([verdict.findings, stale].concat(), &review.sources);
        }
        if let Some(path) = &self.write_baseline {
            to_file(path, Baseline::of(path, &verdict.findings, review).as_bytes())?;
        }
        Ok(verdict)
    }

    /// The baseline that applies; none while one is written.
    fn known(&self, settings: &Settings) -> Result<Option<Baseline>, Trouble> {
        let of_settings = || settings.baseline.as_ref().map(|file| settings.folder().join(file));
        let Some(path) = self.baseline.clone().or_else(of_settings).filter(|_| self.write_baseline.is_none()) else {
            return Ok(None);
        };
        let text = std::fs::read_to_string(&path).map_err(|error| format!("`{path}` cannot be read: {error}"))?;
        Ok(Some(Baseline::read(path, text)?))
    }

    /// How a command ends that found this.
    pub(super) fn exit(&self, findings: &[Diagnostic], settings: &Settings) -> Exit {
        let limit = match self.fail_on {
            Some(Level::Error) => Severity::Error,
            Some(Level::Warning) => Severity::Warning,
            Some(Level::Info) => Severity::Info,
            None => settings.fail_on.unwrap_or(Severity::Error),
        };
        let fails = findings.iter().any(|finding| finding.severity >= limit);
        if fails && !self.exit_zero && self.write_baseline.is_none() { Exit::Findings } else { Exit::Clean }
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
