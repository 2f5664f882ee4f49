//! `--languages`: the same cards in several languages, each in files of their own.

use camino::{Utf8Path, Utf8PathBuf};

use muster_core::diag::Diagnostic;
use muster_core::source::FileId;
use muster_systems::faces::{TEXT_DOES_NOT_FIT, TEXT_NOT_PRINTED};
use muster_systems::{System, With};

use super::Args;
use crate::cli::Trouble;
use crate::project::Project;
use crate::project::drawing;
use crate::project::looks::{Looks, WantedLanguages, WantedLook};
use crate::review::Review;

/// The files that a print writes.
#[derive(Debug, Clone, clap::Args)]
pub(super) struct PrintFiles {
    /// Write the PDF, the folder of pictures or the text to this path. Text goes to standard output by default.
    #[arg(short, long, value_name = "FILE")]
    pub(super) output: Option<Utf8PathBuf>,

    /// Write one picture of all faces, in addition to the output or alone.
    #[arg(long, value_name = "PNG")]
    pub(super) preview: Option<Utf8PathBuf>,

    /// Write one picture of all faces as printed on a press (each colour as its inks look on coated paper), in addition
    /// to the output or alone.
    #[arg(long, value_name = "PNG")]
    pub(super) soft_proof: Option<Utf8PathBuf>,
}

/// The files to print, and the settings to print them with.
#[derive(Clone, Copy)]
pub(super) struct PrintJob<'a> {
    pub(super) systems: &'static [&'static System],
    pub(super) project: &'a Project,
    pub(super) look: &'a WantedLook,
    pub(super) paths: &'a [Utf8PathBuf],
    pub(super) with: &'a With,
    /// The language that everything is printed in; `None` for that of each battle.
    pub(super) language: Option<&'a str>,
    /// True if this is one of several languages.
    pub(super) is_several: bool,
}

/// The result of printing in a language.
#[derive(Default)]
pub(super) struct Printed {
    /// The lines that report the files.
    pub(super) text: String,
    /// True if the output is written, or there is nothing to write in it.
    pub(super) is_written: bool,
    /// The reason that the output is not written.
    pub(super) held_back: Option<String>,
    /// The files of cards that do not fit.
    pub(super) unfit: Vec<FileId>,
}

impl PrintJob<'_> {
    /// Returns the findings in this language that are not known yet. Of several languages, what does not fit says in which.
    pub(super) fn new_findings(
        &self,
        found: impl IntoIterator<Item = Diagnostic>,
        known: &[Diagnostic],
    ) -> Vec<Diagnostic> {
        let found = found.into_iter();
        let Some(language) = self.language.filter(|_| self.is_several) else { return found.collect() };
        let found = found.map(|mut finding| {
            if finding.code == TEXT_DOES_NOT_FIT || finding.code == TEXT_NOT_PRINTED {
                finding.message = format!("in `{language}`: {}", finding.message);
            }
            finding
        });
        let is_known = |finding: &Diagnostic| {
            let same = |other: &Diagnostic| {
                (other.code, &other.at, &other.message) == (finding.code, &finding.at, &finding.message)
            };
            known.iter().any(same)
        };
        found.filter(|finding| !is_known(finding)).collect()
    }
}

impl Args {
    /// Returns the languages to print in; `None` for that of each battle.
    pub(super) fn wanted_languages(&self, looks: &Looks, review: &Review) -> Result<Vec<Option<String>>, Trouble> {
        let Some(wanted) = WantedLanguages::parse(&self.languages) else { return Ok(vec![None]) };
        let systems: Vec<&System> = drawing::printable(review).map(|unit| unit.system).collect();
        Ok(looks.languages(&wanted, &systems)?.into_iter().map(Some).collect())
    }

    /// Returns the files of each language: those that are asked for, with the language at the end of the name where there
    /// are several.
    pub(super) fn named_by(&self, languages: &[Option<String>]) -> Vec<PrintFiles> {
        let PrintFiles { output, preview, soft_proof } = &self.to;
        let is_folder = self.output_format().is_folder();
        let of_language = |language: &Option<String>| {
            let language = language.as_deref().filter(|_| languages.len() > 1);
            let Some(language) = language else { return self.to.clone() };
            let folder = |path: &Utf8PathBuf| with_ending(path, language, true);
            let file = |path: &Utf8PathBuf| with_ending(path, language, false);
            PrintFiles {
                output: output.as_ref().map(|path| if is_folder { folder(path) } else { file(path) }),
                preview: preview.as_ref().map(file),
                soft_proof: soft_proof.as_ref().map(file),
            }
        };
        languages.iter().map(of_language).collect()
    }

    /// Refuses to write over what is no earlier print, in any language, and over inputs.
    pub(super) fn check_named(
        &mut self,
        named: &[PrintFiles],
        review: &Review,
        project: &Project,
    ) -> Result<(), Trouble> {
        for files in named {
            files.clone_into(&mut self.to);
            self.replaces()?;
            self.report.check_outputs(self.outputs(), review, project)?;
        }
        Ok(())
    }
}

/// Returns a path with a language at the end of its name, `cards-de.pdf`; the name of a folder has no extension.
fn with_ending(path: &Utf8Path, language: &str, is_folder: bool) -> Utf8PathBuf {
    let Some(name) = path.file_name() else { return path.join(language) };
    match (path.file_stem(), path.extension().filter(|_| !is_folder)) {
        (Some(stem), Some(extension)) => path.with_file_name(format!("{stem}-{language}.{extension}")),
        _ => path.with_file_name(format!("{name}-{language}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_language_stands_before_the_extension_of_a_file_and_after_the_name_of_a_folder() {
        let file = |path: &str| with_ending(path.into(), "de", false);
        assert_eq!(file("out/cards.pdf"), "out/cards-de.pdf");
        assert_eq!(file("cards"), "cards-de");
        assert_eq!(file(".pdf"), ".pdf-de");
        let folder = |path: &str| with_ending(path.into(), "de", true);
        assert_eq!(folder("cards.v1"), "cards.v1-de");
        assert_eq!(folder("out/cards/"), "out/cards-de");
        assert_eq!(folder("."), "./de");
    }
}
