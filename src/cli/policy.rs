//! Arguments that set the policy for findings.

use camino::Utf8PathBuf;
use clap::{Args, ValueEnum};

use crate::diag::Severity;
use crate::project::policy::Policy;

/// The treatment of findings.
#[derive(Debug, Args)]
#[command(next_help_heading = "Findings")]
pub(super) struct PolicyArgs {
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

impl PolicyArgs {
    /// Returns the policy that is asked for.
    pub(super) fn policy(&self) -> Policy {
        Policy {
            allow: self.allow.clone(),
            warn: self.warn.clone(),
            deny: self.deny.clone(),
            fail_on: self.fail_on.map(|level| match level {
                Level::Error => Severity::Error,
                Level::Warning => Severity::Warning,
                Level::Info => Severity::Info,
            }),
            exit_zero: self.exit_zero,
            no_allows: self.no_allows,
            baseline: self.baseline.clone(),
            write_baseline: self.write_baseline.clone(),
        }
    }
}
