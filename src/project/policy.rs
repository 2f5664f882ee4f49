//! The policy for findings: which codes are allowed or have another level, the baseline, and what fails.

use std::io::ErrorKind;
use std::sync::Arc;

use camino::Utf8PathBuf;

use muster_core::config::Settings;
use muster_core::diag::levels::Levels;
use muster_core::diag::{Code, Diagnostic, Severity, describe, nearest};
use muster_core::source::Sources;

use super::Trouble;
use super::files::{read_text, refuse_irregular};
use super::settings::ProjectSettings;
use crate::review::baseline::Baseline;

/// The policy that the user asks for; it has the last word, before the settings.
#[derive(Debug, Clone, Default)]
pub struct Policy {
    /// Codes, by identifier or name, whose findings are dropped.
    pub allow: Vec<String>,
    /// Codes whose findings are warnings.
    pub warn: Vec<String>,
    /// Codes whose findings are errors.
    pub deny: Vec<String>,
    /// The lowest severity that fails; what the settings say when left out.
    pub fail_on: Option<Severity>,
    /// True if nothing fails, whatever is found.
    pub exit_zero: bool,
    /// True if comments in the files allow nothing.
    pub no_allows: bool,
    /// The baseline instead of that of the settings.
    pub baseline: Option<Utf8PathBuf>,
    /// The baseline that is written: no other one applies, and nothing fails.
    pub write_baseline: Option<Utf8PathBuf>,
}

impl Policy {
    /// Returns the files of the baselines that apply, each with the settings that name it: the one given, or those of the
    /// settings of all files; none while one is written.
    pub fn baselines(&self, settings: &[Arc<Settings>]) -> Vec<(Utf8PathBuf, Option<Arc<Settings>>)> {
        let named = |of: &Arc<Settings>| Some((of.folder().join(of.baseline.as_ref()?), Some(of.clone())));
        match &self.baseline {
            _ if self.write_baseline.is_some() => Vec::new(),
            Some(path) => vec![(path.clone(), None)],
            None => settings.iter().filter_map(named).collect(),
        }
    }

    /// Reads the baselines that apply to files.
    pub(super) fn read_baselines(
        &self,
        sources: &Sources,
        settings: &ProjectSettings,
    ) -> Result<Vec<Baseline>, Trouble> {
        let settings = settings.settings_of_files(sources.iter().map(|(_, file)| file.path()))?;
        let paths = self.baselines(&settings);
        let read = |(path, by): (Utf8PathBuf, Option<Arc<Settings>>)| {
            let regular = by.as_ref().map_or(Ok(()), |_| refuse_irregular(&path));
            let baseline = match (regular.and_then(|()| read_text(&path)), &by) {
                (Ok(text), _) => Baseline::read(path, text),
                // A project names its baseline before the first one is written.
                (Err(error), Some(_)) if error.kind() == ErrorKind::NotFound => Baseline::missing(path),
                (Err(error), Some(by)) => {
                    let by = by.file.as_ref().map(|file| format!("; `baseline` in `{file}` names it"));
                    let by = by.unwrap_or_default();
                    return Err(Trouble::Machine(format!("cannot read `{path}`: {}{by}", describe(&error))));
                }
                (Err(error), None) if error.kind() == ErrorKind::NotFound => {
                    let text = format!(
                        "cannot read `{path}`: {}; to create it, use `--write-baseline {path}`",
                        describe(&error)
                    );
                    return Err(Trouble::Machine(text));
                }
                (Err(error), None) => return Err(Trouble::unreadable(&path, &error)),
            };
            Ok(baseline.named_at(by.and_then(|by| by.baseline_place())))
        };
        paths.into_iter().map(read).collect()
    }

    /// Returns true if one of the findings is at or above the level that fails.
    pub(super) fn fails(
        &self,
        findings: &[Diagnostic],
        sources: &Sources,
        settings: &ProjectSettings,
    ) -> Result<bool, Trouble> {
        let mut fails = false;
        for finding in findings.iter().filter(|_| !self.exit_zero && self.write_baseline.is_none()) {
            fails |= self.reaches(finding, sources, settings)?;
        }
        Ok(fails)
    }

    /// Returns true if a finding is at or above the level that fails, whether or not anything may fail.
    pub(super) fn reaches(
        &self,
        finding: &Diagnostic,
        sources: &Sources,
        settings: &ProjectSettings,
    ) -> Result<bool, Trouble> {
        let limit = match self.fail_on {
            Some(limit) => limit,
            None => settings.file_settings(sources.get(finding.at.file).path())?.fail_on.unwrap_or(Severity::Error),
        };
        Ok(finding.severity >= limit)
    }

    /// Returns the levels that are asked for. The error names a code that there is not. `codes` are those there are.
    pub(super) fn levels(&self, codes: &[Code]) -> Result<Levels, Trouble> {
        let mut levels = Levels::default();
        let groups = [(&self.allow, None), (&self.warn, Some(Severity::Warning)), (&self.deny, Some(Severity::Error))];
        for (names, severity) in groups {
            for name in names {
                levels.set(code(name.trim(), codes)?.id, severity);
            }
        }
        Ok(levels)
    }
}

/// Returns the code of an identifier or name, in any case; the error says which is near.
fn code(wanted: &str, codes: &[Code]) -> Result<Code, Trouble> {
    codes.iter().find(|code| code.is(wanted)).copied().ok_or_else(|| {
        let near = nearest(wanted, codes.iter().flat_map(|code| [code.id, code.name]));
        let hint = near.map(|near| format!("; did you mean `{near}`?"));
        let hint = hint.unwrap_or("; run `muster explain --list` to list all codes".to_owned());
        Trouble::Usage(format!("unknown code `{wanted}`{hint}"))
    })
}
