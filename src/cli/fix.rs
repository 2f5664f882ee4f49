//! `--fix` and `--diff`: files are mended where that can be done, and written aside and renamed.

use camino::Utf8PathBuf;
use clap::Args;
use similar::TextDiff;

use super::inputs::read_file;
use super::output;
use super::policy::Policy;
use super::settings::Projects;
use super::{Exit, Trouble};
use crate::diag::Diagnostic;
use crate::review::fix::{Mended, mend};
use crate::systems::System;

/// Whether files are mended.
#[derive(Debug, Args)]
#[command(next_help_heading = "Fixes")]
pub(super) struct Fixing {
    /// Mends what can be mended without a look, and shows what is left. Of standard input the mended text is printed.
    #[arg(long)]
    fix: bool,

    /// With `--fix` or `--diff`: mends also where a look at the result is needed.
    #[arg(long)]
    unsafe_fixes: bool,

    /// The exit code is 1 where `--fix` mended something, so that a hook stops for a look.
    #[arg(long, requires = "fix")]
    exit_non_zero_on_fix: bool,

    /// Shows what `--fix` would change, and writes nothing; the exit code is 1 when it would.
    #[arg(long)]
    diff: bool,
}

impl Fixing {
    /// Whether anything is to be mended.
    pub(super) fn wanted(&self) -> bool {
        self.fix || self.diff
    }

    /// Whether differences are shown instead of findings.
    pub(super) fn diff(&self) -> bool {
        self.diff
    }

    /// How a command ends that mended so much and would end like this.
    pub(super) fn exit(&self, fixed: usize, exit: Exit) -> Exit {
        if self.exit_non_zero_on_fix && fixed > 0 { exit.max(Exit::Findings) } else { exit }
    }

    /// Mends files in memory.
    pub(super) fn mend(
        &self,
        files: Vec<(Utf8PathBuf, Vec<u8>)>,
        policy: &Policy,
        settings: &Projects,
        systems: &[&'static dyn System],
    ) -> Result<Mended, Trouble> {
        let chosen = |finding: &Diagnostic| finding.fix.as_ref().is_some_and(|fix| fix.safe || self.unsafe_fixes);
        mend(files, &read_file, systems, |review| {
            let verdict = policy.judge(review, settings, systems)?;
            Ok(verdict.findings.into_iter().filter(chosen).collect())
        })
    }
}

/// The changes as a unified diff.
pub(super) fn unified(mended: &Mended) -> String {
    let mut text = String::new();
    for (path, before, now) in &mended.changed {
        let diff = TextDiff::from_lines(before.as_str(), now.as_str());
        text += &diff.unified_diff().header(&format!("a/{path}"), &format!("b/{path}")).to_string();
    }
    text
}

/// Writes the files that changed.
pub(super) fn write(mended: &Mended) -> Result<(), Trouble> {
    mended.changed.iter().try_for_each(|(path, _, now)| output::to_file(path, now.as_bytes()))
}
