//! `muster lsp`: the language server.

use muster_systems::System;

use super::{Exit, Outcome};
use crate::lsp::serve_stdio;

/// Run the language server for editors on standard input and output (LSP 3.17).
///
/// Editors start it themselves. It exits with 0 after a proper shutdown, otherwise with 1.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Accept an option that some editors add; standard input and output are always used.
    #[arg(long, hide = true)]
    stdio: bool,
}

impl Args {
    pub(super) fn run(self, systems: &'static [&'static System]) -> Outcome {
        let Args { stdio: _ } = self;
        Ok(if serve_stdio(systems)? { Exit::Clean } else { Exit::Findings })
    }
}
