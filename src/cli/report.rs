//! How findings are reported: format, place, colours, levels, and the exit code that follows from them.

use camino::Utf8PathBuf;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};

use super::explain::{all_codes, find};
use super::{Exit, Outcome, Trouble, output};
use crate::diag::levels::Levels;
use crate::diag::{self, Diagnostic, Format, Severity, Style, finish};
use crate::source::Sources;
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

    /// The lowest severity that makes the exit code 1.
    #[arg(long, value_name = "SEVERITY", default_value = "error")]
    fail_on: Level,

    /// Exit with 0 whatever was found.
    #[arg(long)]
    exit_zero: bool,

    /// Drops findings of a code.
    #[arg(short = 'A', long, value_name = "CODE")]
    allow: Vec<String>,

    /// Makes findings of a code warnings.
    #[arg(short = 'W', long, value_name = "CODE")]
    warn: Vec<String>,

    /// Makes findings of a code errors.
    #[arg(short = 'D', long, value_name = "CODE")]
    deny: Vec<String>,
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

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Level {
    Error,
    Warning,
    Info,
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
        sources: &Sources,
        findings: Vec<Diagnostic>,
        extra: &Extra,
        file: Option<&Utf8PathBuf>,
        systems: &[&'static dyn System],
    ) -> Outcome {
        let findings = self.levels(systems)?.apply(finish(findings, sources));
        let mut bytes = Vec::new();
        if !self.quiet && matches!(self.output_format, Format::Full | Format::Concise) {
            bytes.extend_from_slice(extra.text.as_bytes());
        }
        let report = diag::Report {
            sources,
            findings: &findings,
            files: sources.iter().count(),
            extra: extra.json.as_ref().map(|(name, value)| (*name, value)),
        };
        let style = Style { colours: self.colours(file.is_none()), summary: !self.quiet };
        self.output_format.write(&mut bytes, &report, style)?;
        match file {
            Some(file) => output::to_file(file, &bytes)?,
            None => output::to_stdout(&bytes)?,
        }
        Ok(self.exit(&findings, extra.incomplete))
    }

    fn exit(&self, findings: &[Diagnostic], incomplete: bool) -> Exit {
        let limit = match self.fail_on {
            Level::Error => Severity::Error,
            Level::Warning => Severity::Warning,
            Level::Info => Severity::Info,
        };
        let fails = findings.iter().any(|finding| finding.severity >= limit);
        // SARIF is uploaded by a later step, which must run: only trouble stops it.
        let silent = self.exit_zero || self.output_format == Format::Sarif;
        match (incomplete, fails && !silent) {
            (true, _) => Exit::Trouble,
            (false, true) => Exit::Findings,
            (false, false) => Exit::Clean,
        }
    }

    fn levels(&self, systems: &[&'static dyn System]) -> Result<Levels, Trouble> {
        let codes = all_codes(systems);
        let mut levels = Levels::default();
        let groups = [(&self.allow, None), (&self.warn, Some(Severity::Warning)), (&self.deny, Some(Severity::Error))];
        for (names, severity) in groups {
            for name in names.iter().flat_map(|names| names.split(',')) {
                levels.set(find(name.trim(), &codes)?.id, severity);
            }
        }
        Ok(levels)
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
