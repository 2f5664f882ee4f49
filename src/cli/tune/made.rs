//! The changes of an answer, shown or made in the files.

use camino::{Utf8Path, Utf8PathBuf};

use muster_core::diag::escape::line;

use crate::cli::{Exit, Trouble, fix, output};
use crate::tune::Change;

/// A file with its text before and after.
type Changed = (Utf8PathBuf, String, String);

/// Shows the changes that would be made.
pub(super) fn show(texts: &[Changed]) -> Result<Exit, Trouble> {
    output::text_to_stdout(&fix::unified_diff(texts))?;
    Ok(Exit::Clean)
}

/// Writes the files, and says what changed.
pub(super) fn apply(texts: &[Changed], changes: &[&Change], stdin: Option<&Utf8Path>) -> Result<Exit, Trouble> {
    if stdin.is_some_and(|stdin| texts.iter().any(|(path, ..)| path == stdin)) {
        return Err(Trouble("cannot write to standard input: use `--diff`".to_owned()));
    }
    fix::write(texts)?;
    let paths: Vec<_> = texts.iter().map(|(path, ..)| line(path.as_str())).collect();
    let said = changes.iter().map(|change| format!("  {}\n", line(&words(change))));
    output::text_to_stdout(&format!("Changed {}\n{}", paths.join(", "), said.collect::<String>()))?;
    Ok(Exit::Clean)
}

/// Returns a change in words.
pub(super) fn words(change: &Change) -> String {
    format!("{}: {} → {}", change.what, change.from, change.to)
}
