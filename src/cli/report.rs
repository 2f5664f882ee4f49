//! Reports of findings: their formats, target, colours and width.

use std::io::IsTerminal;

use camino::Utf8PathBuf;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use muster_core::diag::describe;
use muster_core::diag::escape::{Escaped, Syntax};
use muster_core::diag::{self, Diagnostic, Format, Hidden, ReportStyle};
use muster_systems::english::count_of;

use super::color::Color;
use super::output::{self, Artifact, Overwrite, complain};
use super::policy::PolicyArgs;
use super::{Exit, Outcome, Trouble};
use crate::project::Project;
use crate::project::files::read_text;
use crate::project::verdict::{Purpose, Verdict};
use crate::review::baseline::Baseline;
use crate::review::{Review, named_pictures};

/// The form in which findings are reported.
#[derive(Debug, Args)]
pub(super) struct Report {
    /// Choose the format of the findings and the report.
    #[arg(long, value_name = "FORMAT", default_value = "full", env = "MUSTER_OUTPUT_FORMAT", value_parser = formats(), ignore_case = true)]
    output_format: Format,

    /// Also write the findings to a file, such as `sarif=muster.sarif`; can be repeated.
    #[arg(long, value_name = "FORMAT=FILE", value_parser = format_and_file)]
    report: Vec<(Format, Utf8PathBuf)>,

    /// Use colours. `auto` does so on a terminal, or anywhere if FORCE_COLOR or CLICOLOR_FORCE is set; never if NO_COLOR is set.
    #[arg(long, value_name = "WHEN", default_value = "auto", ignore_case = true)]
    color: Color,

    /// Print findings only: no tables, summary or progress.
    #[arg(short, long)]
    quiet: bool,

    /// Print the number of findings of each code instead of the findings. Only for `full` and `concise`.
    #[arg(long)]
    statistics: bool,

    /// Print at most N findings, the most severe first, and how many more there are. Only for `full` and `concise`.
    #[arg(long, value_name = "N")]
    max_problems: Option<usize>,

    #[command(flatten)]
    pub(super) overwrite: Overwrite,
    #[command(flatten)]
    pub(super) policy: PolicyArgs,
}

/// A file for the output instead of stdout.
#[derive(Debug, Args)]
pub(super) struct OutputFile {
    /// Write the output to FILE instead of standard output.
    #[arg(short, long, value_name = "FILE")]
    pub(super) output_file: Option<Utf8PathBuf>,
}

impl OutputFile {
    /// Returns the file, as what it is.
    pub(super) fn artifact(&self) -> impl Iterator<Item = (&Utf8PathBuf, Artifact)> {
        self.output_file.iter().map(|file| (file, Artifact::Report))
    }
}

/// The output of a command besides its findings.
#[derive(Default)]
pub(super) struct Extra {
    /// For people: tables before the findings.
    pub(super) text: String,
    /// For machines: a member of the JSON object, or without a name its members.
    pub(super) json: Option<(&'static str, serde_json::Value)>,
    /// Number of inputs that could not be read: if there are any, the exit code is 2.
    pub(super) unreadable: usize,
    /// Standard output is taken: what would stand there goes to standard error, of `full` one line a finding.
    pub(super) aside: bool,
    /// The program goes on after this.
    pub(super) again: bool,
    /// The use that was made of the documents.
    pub(super) purpose: Purpose,
}

impl Report {
    /// Returns true if progress and tables are wanted.
    pub(super) fn quiet(&self) -> bool {
        self.quiet
    }

    /// Returns the files of reports, and what is written to them.
    pub(super) fn files(&self) -> impl Iterator<Item = (&Utf8PathBuf, Artifact)> {
        self.report.iter().map(|(_, file)| (file, Artifact::Report))
    }

    /// Refuses outputs that would cost somebody a file: the report's, and `others`.
    pub(super) fn check_outputs<'a>(
        &'a self,
        others: impl IntoIterator<Item = (&'a Utf8PathBuf, Artifact)>,
        review: &Review,
        project: &'a Project,
    ) -> Result<(), Trouble> {
        let reports = self.files();
        let baseline = project.policy.write_baseline.as_ref().map(|file| (file, Artifact::Findings));
        let mut written = reports.chain(baseline).chain(others).peekable();
        // Most runs write no file, and asking where each one that was read leads takes time.
        if written.peek().is_none() {
            return Ok(());
        }
        let read = || review.sources.iter().map(|(_, file)| file.path());
        let settings = project.settings.settings_of_files(read())?;
        let baselines = project.policy.baselines(&settings);
        let baselines = baselines.iter().map(|(file, _)| file.as_path());
        let written = written.map(|(path, artifact)| (&**path, artifact));
        let settings = settings.iter().filter_map(|of| of.file.as_deref());
        let pictures = named_pictures(&review.sources);
        let pictures = pictures.iter().map(Utf8PathBuf::as_path);
        self.overwrite.check_all(written, read().chain(settings).chain(baselines).chain(pictures))
    }

    /// Writes everything and says how the command ends.
    pub(super) fn emit(
        &self,
        mut review: Review,
        project: &Project,
        extra: &Extra,
        file: Option<&Utf8PathBuf>,
    ) -> Outcome {
        self.check_outputs(file.map(|file| (file, Artifact::Report)), &review, project)?;
        let mut verdict = project.verdict(&mut review, extra.purpose)?;
        verdict.hidden.unreadable = extra.unreadable;
        self.write_baseline(&mut verdict, &review, project)?;
        for (format, file) in &self.report {
            let written = self.write_report(*format, &review, &verdict, extra, &self.plain())?;
            self.overwrite.write(file, Artifact::Report, written.bytes())?;
        }
        let style = if file.is_none() && !extra.aside { self.output_style() } else { self.plain() };
        let format = match self.output_format {
            Format::Full if file.is_none() && extra.aside => Format::Concise,
            format => format,
        };
        let written = self.write_report(format, &review, &verdict, extra, &style)?;
        match file {
            Some(file) => self.overwrite.write(file, Artifact::Report, written.bytes())?,
            None if extra.aside => output::to_stderr(&written),
            None => output::to_stdout(&written)?,
        }
        let fails = project.fails(&verdict.findings, &review.sources)?;
        if !extra.again {
            // The program ends here, and does not wait until thousands of trees are taken apart.
            rayon::spawn(move || drop(review));
        }
        Ok(match fails {
            _ if extra.unreadable > 0 => Exit::Trouble,
            // SARIF is uploaded by a later step, which must run: only trouble stops it.
            true if self.output_format != Format::Sarif => Exit::Findings,
            _ => Exit::Clean,
        })
    }

    /// Writes the findings into the baseline that is asked for, which leaves none.
    fn write_baseline(&self, verdict: &mut Verdict, review: &Review, project: &Project) -> Result<(), Trouble> {
        let Some(path) = &project.policy.write_baseline else { return Ok(()) };
        // What another run writes into it meanwhile stays.
        let _held = output::hold(path)?;
        self.overwrite.check(path, Artifact::Findings)?;
        let earlier = match path.is_file().then(|| read_text(path)) {
            Some(Ok(text)) => text,
            Some(Err(error)) if !self.overwrite.is_forced() => {
                return Err(Trouble(format!("cannot read `{path}`: {}", describe(&error))));
            }
            _ => Baseline::EMPTY.to_owned(),
        };
        let text = project.renew_baseline(Baseline::read(path.clone(), earlier), &verdict.findings, review);
        self.overwrite.write(path, Artifact::Findings, text.as_bytes())?;
        let count = verdict.findings.len();
        complain(&format!("{path}: {} written", count_of(count, "finding")));
        verdict.hidden.baseline += count;
        verdict.findings.clear();
        verdict.hidden.fixes = None;
        Ok(())
    }

    /// Shows findings on stderr, one line each, beside another output.
    pub(super) fn aside(&self, findings: &[Diagnostic], review: &Review) -> Result<(), Trouble> {
        let style = ReportStyle { summary: false, ..self.plain() };
        let hidden = Hidden::default();
        let report = diag::Report { sources: &review.sources, findings, files: 0, hidden, extra: None };
        output::to_stderr(&Format::Concise.render(&report, &style)?);
        Ok(())
    }

    fn write_report(
        &self,
        format: Format,
        review: &Review,
        verdict: &Verdict,
        extra: &Extra,
        style: &ReportStyle,
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
        written.append(format.render(&report, style)?);
        Ok(written)
    }

    /// Returns the style of a file.
    fn plain(&self) -> ReportStyle {
        ReportStyle {
            colours: matches!(self.color, Color::Always),
            summary: !self.quiet,
            statistics: self.statistics,
            most: self.max_problems.unwrap_or(usize::MAX),
            ..ReportStyle::default()
        }
    }

    /// Returns the style of standard output.
    fn output_style(&self) -> ReportStyle {
        let terminal = std::io::stdout().is_terminal();
        let colours = self.color.is_shown();
        let width = output::columns().min(ReportStyle::default().width);
        // Where links lead to depends on the machine.
        let base = std::env::current_dir().ok().filter(|_| terminal && colours);
        let base = base.and_then(|folder| Utf8PathBuf::try_from(folder).ok());
        ReportStyle { colours, width, links: base, ..self.plain() }
    }
}

/// Returns the formats by their names.
fn formats() -> impl TypedValueParser<Value = Format> {
    PossibleValuesParser::new(Format::ALL.map(|(name, _)| name))
        .map(|name| Format::from_name(&name.to_lowercase()).unwrap_or(Format::Full))
}

/// Reads a format and a file: `sarif=muster.sarif`.
fn format_and_file(text: &str) -> Result<(Format, Utf8PathBuf), String> {
    let (name, file) = text.split_once('=').ok_or("expected FORMAT=FILE, such as `sarif=muster.sarif`")?;
    let names = || Format::ALL.map(|(name, _)| name);
    let near = || diag::or_nearest(name, names());
    let format = Format::from_name(&name.to_lowercase())
        .ok_or_else(|| format!("unknown format `{name}`; expected one of {}{}", names().join(", "), near()))?;
    if file.is_empty() { Err("the file name is missing".to_owned()) } else { Ok((format, file.into())) }
}
