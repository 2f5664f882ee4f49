//! `muster check`: every mistake at its place.

use super::Outcome;
use super::inputs::{Files, Inputs, read_file};
use super::report::{Extra, OutputFile, Report};
use crate::review::review;
use crate::systems::System;

/// Checks documents: syntax, schema, and whether what they say makes sense.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    inputs: Inputs,
    #[command(flatten)]
    report: Report,
    #[command(flatten)]
    output: OutputFile,
}

impl Args {
    pub(super) fn run(self, systems: &[&'static dyn System]) -> Outcome {
        let Files { files, incomplete } = self.inputs.read()?;
        let review = review(files, &read_file, systems);
        let extra = Extra { incomplete, ..Extra::default() };
        self.report.emit(&review, &extra, self.output.output_file.as_ref(), systems)
    }
}
