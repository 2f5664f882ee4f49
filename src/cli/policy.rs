//! What becomes of findings: comments that allow them, levels, and the exit code that follows.

use clap::{Args, ValueEnum};

use super::explain::find;
use super::{Exit, Trouble};
use crate::check::allow::Allows;
use crate::config::Settings;
use crate::diag::levels::Levels;
use crate::diag::{Code, Diagnostic, Hidden, Severity, finish};
use crate::review::{Review, all_codes};
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
    /// What is left out.
    pub(super) hidden: Hidden,
}

impl Policy {
    /// Judges the findings of a review.
    pub(super) fn judge(
        &self,
        review: &Review,
        settings: &Settings,
        systems: &[&'static dyn System],
    ) -> Result<Verdict, Trouble> {
        let codes = all_codes(systems);
        let levels = self.levels(&codes)?;
        let sources = &review.sources;
        let all = finish(review.findings.clone(), sources);
        let mut allows = Allows::read(sources, &codes);
        let total = all.len();
        let kept = allows.apply(sources, all.clone());
        let allowed = if self.no_allows { 0 } else { total - kept.len() };
        let mut findings = if self.no_allows { all } else { kept };
        findings.extend(allows.finish(sources, |file, code| review.judged(file, code)));
        let hidden = Hidden { allowed, baseline: 0 };
        // The command line has the last word, then the settings of a path, then those of the project.
        let judged = finish(findings, sources).into_iter().filter_map(|mut finding| {
            let id = finding.code.id;
            let path = sources.get(finding.at.file).path();
            let level = levels.get(id).or_else(|| settings.level(path, id));
            finding.severity = level.unwrap_or(Some(finding.severity))?;
            Some(finding)
        });
        Ok(Verdict { findings: judged.collect(), hidden })
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
        if fails && !self.exit_zero { Exit::Findings } else { Exit::Clean }
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
