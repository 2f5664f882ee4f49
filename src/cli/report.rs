//! How findings are reported: format, place, colours.

use camino::Utf8PathBuf;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};

use super::policy::{Policy, Verdict};
use super::{Exit, Outcome, output};
use crate::diag::{self, Format, Hidden, Style};
use crate::review::Review;
use crate::systems::System;

/// How findings are reported.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub(super) struct Report {
    /// The form of the output.
    #[arg(long, value_name = "FORMAT", default_value = "full", env = "MUSTER_OUTPUT_FORMAT", value_parser = formats())]
    output_format: Format,

    /// When to use colours.
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    color: Color,

    /// Findings only: no tables, no closing line, no progress.
    #[arg(short, long)]
    quiet: bool,

    #[command(flatten)]
    policy: Policy,
}

/// A file for the output instead of stdout.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub(super) struct OutputFile {
    /// Writes the output to a file instead of standard output.
    #[arg(short, long, value_name = "FILE")]
    pub(super) output_file: Option<Utf8PathBuf>,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Color {
    Auto,
    Always,
    Never,
}

/// What a command has to say besides its findings.
#[derive(Default)]
pub(super) struct Extra {
    /// For people: tables before the findings.
    pub(super) text: String,
    /// For machines: a member of the JSON object.
    pub(super) json: Option<(&'static str, serde_json::Value)>,
    /// Some input could not be read: the exit code is 2.
    pub(super) incomplete: bool,
}

impl Report {
    /// Whether progress and tables are wanted.
    pub(super) fn quiet(&self) -> bool {
        self.quiet
    }

    /// Writes everything and says how the command ends.
    pub(super) fn emit(
        &self,
        review: &Review,
        extra: &Extra,
        file: Option<&Utf8PathBuf>,
        systems: &[&'static dyn System],
    ) -> Outcome {
        let Verdict { findings, allowed } = self.policy.judge(review, systems)?;
        let sources = &review.sources;
        let mut bytes = Vec::new();
        if !self.quiet && matches!(self.output_format, Format::Full | Format::Concise) {
            bytes.extend_from_slice(extra.text.as_bytes());
        }
        let report = diag::Report {
            sources,
            findings: &findings,
            files: sources.iter().count(),
            hidden: Hidden { allowed },
            extra: extra.json.as_ref().map(|(name, value)| (*name, value)),
        };
        let style = Style { colours: self.colours(file.is_none()), summary: !self.quiet };
        self.output_format.write(&mut bytes, &report, style)?;
        match file {
            Some(file) => output::to_file(file, &bytes)?,
            None => output::to_stdout(&bytes)?,
        }
        // SARIF is uploaded by a later step, which must run: only trouble stops it.
        let silent = self.output_format == Format::Sarif;
        Ok(match self.policy.exit(&findings) {
            _ if extra.incomplete => Exit::Trouble,
            Exit::Findings if silent => Exit::Clean,
            exit => exit,
        })
    }

    fn colours(&self, stdout: bool) -> bool {
        match self.color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => stdout && anstream::AutoStream::choice(&std::io::stdout()) != anstream::ColorChoice::Never,
        }
    }
}

/// The formats by their names.
fn formats() -> impl TypedValueParser<Value = Format> {
    PossibleValuesParser::new(Format::ALL.map(|(name, _)| name)).map(|name| {
        let found = Format::ALL.into_iter().find(|(known, _)| *known == name);
        found.map_or(Format::Full, |(_, format)| format)
    })
}
