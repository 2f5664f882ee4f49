//! `muster completions`: shell completion.

use clap_complete::Shell;

use super::{Exit, Outcome, output};

/// Prints the completion script of a shell.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The shell.
    shell: Shell,
}

impl Args {
    pub(super) fn run(self, mut command: clap::Command) -> Outcome {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut command, "muster", &mut script);
        output::to_stdout(&script)?;
        Ok(Exit::Clean)
    }
}
