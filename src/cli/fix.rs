//! `--fix` and `--diff`: files are fixed where that can be done, and written aside and renamed.

use camino::{Utf8Path, Utf8PathBuf};
use clap::Args;
use similar::TextDiff;

use muster_core::diag::Diagnostic;
use muster_core::diag::describe;
use muster_core::diag::escape::line;

use super::output;
use super::{Exit, Trouble};
use crate::project::Project;
use crate::project::files::read_named;
use crate::review::fix::{Mended, mend};

/// Whether files are fixed.
#[derive(Debug, Args)]
pub(super) struct Fixing {
    /// Apply safe fixes and report what remains. For standard input, print the fixed text.
    #[arg(long)]
    fix: bool,

    /// Also apply fixes that you should review. Use with `--fix` or `--diff`.
    #[arg(long)]
    unsafe_fixes: bool,

    /// Exit with code 1 if `--fix` changed something, so that a pre-commit hook fails.
    #[arg(long, requires = "fix")]
    exit_non_zero_on_fix: bool,

    /// Show what `--fix` would change, without writing; exit with code 1 if it would change something.
    #[arg(long)]
    diff: bool,
}

impl Fixing {
    /// Returns true if anything is to be fixed.
    pub(super) fn is_wanted(&self) -> bool {
        self.fix || self.diff
    }

    /// Returns true if differences are shown instead of findings.
    pub(super) fn diff(&self) -> bool {
        self.diff
    }

    /// Returns how a command ends that fixed so much and would end like this.
    pub(super) fn exit(&self, fixed: usize, exit: Exit) -> Exit {
        if self.exit_non_zero_on_fix && fixed > 0 { exit.max(Exit::Findings) } else { exit }
    }

    /// Fixes files in memory. The review of them has what is wrong in sweeps, too.
    pub(super) fn mend(&self, files: Vec<(Utf8PathBuf, Vec<u8>)>, project: &Project) -> Result<Mended, Trouble> {
        let chosen = |finding: &Diagnostic| finding.fix.as_ref().is_some_and(|fix| fix.safe || self.unsafe_fixes);
        mend(files, &read_named, project.systems, |review| {
            project.look_at_sweeps(review, &read_named);
            let verdict = project.judge(review)?;
            Ok(verdict.findings.into_iter().filter(chosen).collect())
        })
    }
}

/// Changes of files as a unified diff: path, text before, text now.
pub(super) fn unified_diff(changed: &[(Utf8PathBuf, String, String)]) -> String {
    let mut text = String::new();
    for (path, before, now) in changed {
        let diff = TextDiff::from_lines(before.as_str(), now.as_str());
        let path = line(path.as_str());
        text += &diff.unified_diff().header(&format!("a/{path}"), &format!("b/{path}")).to_string();
    }
    text
}

/// Writes changed files, or none when one of them may not be written or is no longer what was changed.
pub(super) fn write(files: &[(Utf8PathBuf, String, String)]) -> Result<(), Trouble> {
    files.iter().try_for_each(|(path, before, _)| can_be_mended(path, before))?;
    files.iter().try_for_each(|(path, before, now)| {
        can_be_mended(path, before)?;
        output::to_file(path, now.as_bytes())
    })
}

/// Refuses to write over a file that is read-only, or that somebody else has changed since it was read.
fn can_be_mended(path: &Utf8Path, before: &str) -> Result<(), Trouble> {
    output::is_writable(path)?;
    let now = read_named(path).map_err(|error| Trouble(format!("cannot read `{path}` again: {}", describe(&error))))?;
    if now == before.as_bytes() {
        return Ok(());
    }
    Err(Trouble(format!("`{path}` has changed since it was read and was not overwritten; run the command again")))
}
