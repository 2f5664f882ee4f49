//! `muster lsp`: the language server.

use super::{Exit, Outcome};
use crate::lsp::serve_stdio;
use crate::systems::System;

/// Serves an editor over standard input and output, as a language server (Language Server Protocol 3.17).
///
/// Editors start it themselves. It ends with 0 when the editor said goodbye in order, otherwise with 1.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Accepts an option that editors add of themselves; standard input and output are meant in any case.
    #[arg(long, hide = true)]
    stdio: bool,
}

impl Args {
    pub(super) fn run(self, systems: &'static [System]) -> Outcome {
        let Args { stdio: _ } = self;
        Ok(if serve_stdio(systems)? { Exit::Clean } else { Exit::Findings })
    }
}
