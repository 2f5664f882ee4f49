//! Arguments that set the policy for findings.

use camino::Utf8PathBuf;
use clap::{Args, ValueEnum};

use muster_core::diag::Severity;

use crate::project::policy::Policy;

/// The treatment of findings.
#[derive(Debug, Args)]
pub(super) struct PolicyArgs {
    /// Hide findings of a code.
    #[arg(short = 'A', long, value_name = "CODE", value_delimiter = ',')]
    allow: Vec<String>,

    /// Report findings of a code as warnings.
    #[arg(short = 'W', long, value_name = "CODE", value_delimiter = ',')]
    warn: Vec<String>,

    /// Report findings of a code as errors.
    #[arg(short = 'D', long, value_name = "CODE", value_delimiter = ',')]
    deny: Vec<String>,

    /// Exit with code 1 if a finding has this severity or a higher one; the default is the `fail-on` setting, or `error`.
    #[arg(long, value_name = "SEVERITY", ignore_case = true)]
    fail_on: Option<Level>,

    /// Exit with code 0 even if there are findings.
    #[arg(long)]
    exit_zero: bool,

    /// Also show findings that comments suppress.
    #[arg(long)]
    no_allows: bool,

    /// Hide the findings listed in FILE, and report any listed there that no longer occur. In `muster balance`, FILE is instead one
    /// written by `muster balance --save-baseline`, and win shares are compared with those in it.
    #[arg(long, value_name = "FILE")]
    baseline: Option<Utf8PathBuf>,

    /// Write all findings to a baseline and exit with code 0.
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
