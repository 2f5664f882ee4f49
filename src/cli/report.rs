//! How findings are reported: in which forms, where to, with what colours and how wide.

use std::io::IsTerminal;

use camino::Utf8PathBuf;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};

use super::output::{self, Artifact, Overwrite};
use super::policy::{Policy, Verdict};
use super::settings::Projects;
use super::{Exit, Outcome, Trouble};
use crate::diag::escape::{Escaped, Syntax};
use crate::diag::{self, Code, Diagnostic, Format, Severity, Style};
use crate::review::{Reader, Review, review_without};
use crate::systems::{Role, System};

/// How findings are reported.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub(super) struct Report {
    /// The form of the output.
    #[arg(long, value_name = "FORMAT", default_value = "full", env = "MUSTER_OUTPUT_FORMAT", value_parser = formats(), ignore_case = true)]
    output_format: Format,

    /// Writes the findings also to a file, as in `sarif=muster.sarif`; may be given several times.
    #[arg(long, value_name = "FORMAT=FILE", value_parser = format_and_file)]
    report: Vec<(Format, Utf8PathBuf)>,

    /// When to use colours. `auto`: on a terminal, unless NO_COLOR is set, and where FORCE_COLOR or CLICOLOR_FORCE is.
    #[arg(long, value_name = "WHEN", default_value = "auto", ignore_case = true)]
    color: Color,

    /// Findings only: no tables, no closing line, no progress.
    #[arg(short, long)]
    quiet: bool,

    /// Counts the findings of each code instead of showing them. Only in `full` and `concise`.
    #[arg(long)]
    statistics: bool,

    /// Shows so many findings, the worst first, and how many more there are. Only in `full` and `concise`.
    #[arg(long, value_name = "N")]
    max_problems: Option<usize>,

    #[command(flatten)]
    pub(super) overwrite: Overwrite,
    #[command(flatten)]
    pub(super) policy: Policy,
}

/// A file for the output instead of stdout.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub(super) struct OutputFile {
    /// Writes the output to a file instead of standard output.
    #[arg(short, long, value_name = "FILE")]
    pub(super) output_file: Option<Utf8PathBuf>,
}

impl OutputFile {
    /// The file, as what it is.
    pub(super) fn artifact(&self) -> impl Iterator<Item = (&Utf8PathBuf, Artifact)> {
        self.output_file.iter().map(|file| (file, Artifact::Report))
    }
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
    /// How many inputs could not be read: of any the exit code is 2.
    pub(super) unreadable: usize,
    /// Standard output is taken: what would stand there goes to standard error, of `full` one line a finding.
    pub(super) aside: bool,
    /// The program goes on after this.
    pub(super) again: bool,
    /// What was done with documents of these kinds, so far as they are sound. None where they were only checked.
    pub(super) done: Option<(&'static str, &'static [Role])>,
    /// Shows of findings in other documents only those that stop these; `check` shows the rest.
    pub(super) leaves_checking: bool,
}

impl Report {
    /// Whether progress and tables are wanted.
    pub(super) fn quiet(&self) -> bool {
        self.quiet
    }

    /// Looks at what unknown keys that are allowed or in the baseline kept from being looked at, and marks documents as
    /// sound whose errors are all so, where they can be played or, unless `to_play`, printed. `files` are those of the review.
    pub(super) fn tolerate(
        &self,
        review: &mut Review,
        files: (&[(Utf8PathBuf, Vec<u8>)], &Reader<'_>),
        to_play: bool,
        settings: &Projects,
        systems: &'static [System],
    ) -> Result<(), Trouble> {
        let mut remaining = None;
        if !review.passed_members(&[]).is_empty() {
            let shown = self.policy.remaining(review, settings, systems)?;
            let members = review.passed_members(&shown);
            match members.is_empty() {
                true => remaining = Some(shown),
                false => *review = review_without(files.0, files.1, systems, members),
            }
        }
        if review.units.iter().any(|unit| !unit.sound) {
            let shown = remaining.map_or_else(|| self.policy.remaining(review, settings, systems), Ok)?;
            review.tolerate(&shown, to_play);
        }
        Ok(())
    }

    /// The codes of all findings that are errors in the end.
    pub(super) fn errors(
        &self,
        review: &Review,
        settings: &Projects,
        systems: &'static [System],
    ) -> Result<Vec<Code>, Trouble> {
        let findings = self.policy.judge(review, settings, systems)?.findings.into_iter();
        Ok(findings.filter(|finding| finding.severity == Severity::Error).map(|finding| finding.code).collect())
    }

    /// Refuses outputs that would cost somebody a file: the report's, and `others`.
    pub(super) fn check_outputs<'a>(
        &'a self,
        others: impl IntoIterator<Item = (&'a Utf8PathBuf, Artifact)>,
        review: &Review,
        settings: &Projects,
    ) -> Result<(), Trouble> {
        let reports = self.report.iter().map(|(_, file)| (file, Artifact::Report));
        let baseline = self.policy.write_baseline().map(|file| (file, Artifact::Findings));
        let mut written = reports.chain(baseline).chain(others).peekable();
        // Most runs write no file, and asking where each one that was read leads takes time.
        if written.peek().is_none() {
            return Ok(());
        }
        let read = || review.sources.iter().map(|(_, file)| file.path());
        let settings = settings.of_all(read())?;
        let baselines = self.policy.baselines(&settings);
        let baselines = baselines.iter().map(|(file, _)| file.as_path());
        let written = written.map(|(path, artifact)| (&**path, artifact));
        let settings = settings.iter().filter_map(|of| of.file.as_deref());
        self.overwrite.check_all(written, read().chain(settings).chain(baselines))
    }

    /// Writes everything and says how the command ends.
    pub(super) fn emit(
        &self,
        mut review: Review,
        settings: &Projects,
        extra: &Extra,
        file: Option<&Utf8PathBuf>,
        systems: &'static [System],
    ) -> Outcome {
        self.check_outputs(file.map(|file| (file, Artifact::Report)), &review, settings)?;
        let verdict = self.judge(&mut review, settings, extra, systems)?;
        for (format, file) in &self.report {
            let written = self.written(*format, &review, &verdict, extra, &self.plain())?;
            self.overwrite.write(file, Artifact::Report, written.bytes())?;
        }
        let style = if file.is_none() && !extra.aside { self.shown() } else { self.plain() };
        let format = match self.output_format {
            Format::Full if file.is_none() && extra.aside => Format::Concise,
            format => format,
        };
        let written = self.written(format, &review, &verdict, extra, &style)?;
        match file {
            Some(file) => self.overwrite.write(file, Artifact::Report, written.bytes())?,
            None if extra.aside => output::to_stderr(&written),
            None => output::to_stdout(&written)?,
        }
        let exit = self.policy.exit(&verdict.findings, &review.sources, settings)?;
        if !extra.again {
            // The program ends here: taking thousands of trees apart would only take time.
            std::mem::forget(review);
        }
        Ok(match exit {
            _ if extra.unreadable > 0 => Exit::Trouble,
            // SARIF is uploaded by a later step, which must run: only trouble stops it.
            Exit::Findings if self.output_format == Format::Sarif => Exit::Clean,
            exit => exit,
        })
    }

    /// What is left of all findings, with those about the settings.
    fn judge(
        &self,
        review: &mut Review,
        settings: &Projects,
        extra: &Extra,
        systems: &'static [System],
    ) -> Result<Verdict, Trouble> {
        // Settings and baselines are none of the files that were looked at.
        let files = review.sources.iter().count();
        let of_files = settings.of_all(review.sources.iter().map(|(_, file)| file.path()))?;
        for settings in of_files {
            let wrong = settings.findings(&mut review.sources);
            review.findings.extend(wrong);
        }
        let passed_over = |review: &Review, shown: &[Diagnostic]| match extra.done {
            Some((done, kinds)) => review.passed_over(review.unsound(kinds), done, shown),
            None => review.passed_over(review.unjudged(), "checked further", shown),
        };
        let mut verdict = self.policy.judge_all(review, passed_over, settings, self.overwrite, systems)?;
        if let Some((_, kinds)) = extra.done.filter(|_| extra.leaves_checking) {
            let found = verdict.findings.len();
            verdict.findings.retain(|finding| review.concerns(kinds, finding));
            verdict.hidden.left_to_check = found - verdict.findings.len();
        }
        verdict.files = files;
        verdict.hidden.unreadable = extra.unreadable;
        verdict.hidden.unread = review.unjudged().count();
        Ok(verdict)
    }

    fn written(
        &self,
        format: Format,
        review: &Review,
        verdict: &Verdict,
        extra: &Extra,
        style: &Style,
    ) -> Result<Escaped, Trouble> {
        let mut written = Escaped::default();
        if !self.quiet && matches!(format, Format::Full | Format::Concise) {
            written = Syntax::Text.escape(&extra.text);
        }
        let report = diag::Report {
            sources: &review.sources,
            findings: &verdict.findings,
            files: verdict.files,
            hidden: verdict.hidden,
            extra: extra.json.as_ref().map(|(name, value)| (*name, value)),
        };
        written.append(format.escaped(&report, style)?);
        Ok(written)
    }

    /// The style of a file.
    fn plain(&self) -> Style {
        Style {
            colours: matches!(self.color, Color::Always),
            summary: !self.quiet,
            statistics: self.statistics,
            most: self.max_problems.unwrap_or(usize::MAX),
            ..Style::default()
        }
    }

    /// The style of standard output.
    fn shown(&self) -> Style {
        let terminal = std::io::stdout().is_terminal();
        let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty() && value != "0");
        let colours = match self.color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto if std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty()) => false,
            Color::Auto => {
                set("FORCE_COLOR")
                    || set("CLICOLOR_FORCE")
                    || anstream::AutoStream::choice(&std::io::stdout()) != anstream::ColorChoice::Never
            }
        };
        let width = output::columns().min(Style::default().width);
        // Where links lead to depends on the machine.
        let base = std::env::current_dir().ok().filter(|_| terminal && colours);
        let base = base.and_then(|folder| Utf8PathBuf::try_from(folder).ok());
        Style { colours, width, links: base, ..self.plain() }
    }
}

/// The formats by their names.
fn formats() -> impl TypedValueParser<Value = Format> {
    PossibleValuesParser::new(Format::ALL.map(|(name, _)| name))
        .map(|name| Format::named(&name.to_lowercase()).unwrap_or(Format::Full))
}

/// `sarif=muster.sarif`.
fn format_and_file(text: &str) -> Result<(Format, Utf8PathBuf), String> {
    let (name, file) = text.split_once('=').ok_or("write FORMAT=FILE, as in `sarif=muster.sarif`")?;
    let names = || Format::ALL.map(|(name, _)| name);
    let near = || diag::nearest(name, names()).map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
    let format = Format::named(&name.to_lowercase())
        .ok_or_else(|| format!("unknown format `{name}`; it is one of {}{}", names().join(", "), near()))?;
    if file.is_empty() { Err("no file is named".to_owned()) } else { Ok((format, file.into())) }
}
