//! The kinds of files that Muster writes, and the marks by which it knows its own again.

use std::fs::File;
use std::io::{self, Read};

use camino::Utf8Path;
use serde_json::Value;

use crate::digest::hex_of_text;
use crate::print::image::SOFTWARE;
use crate::print::pdf;
use crate::review::baseline::Baseline;

/// Most bytes of a file that are read to know it again.
const MOST: u64 = 64 << 20;
/// Most bytes that are read of a file that is marked at its beginning.
const HEAD: u64 = 1024;

/// A kind of file that Muster writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::cli) enum Artifact {
    /// Cards to print.
    Pdf,
    /// A picture.
    Png,
    /// The saved object of Tabletop Simulator.
    SavedObject,
    /// The report of a command, in any format.
    Report,
    /// A part of a run, for `muster merge`.
    Part,
    /// The page of `--html`.
    Page,
    /// The counts of a search so far, as `tune --state` keeps them.
    State,
    /// Win shares, as `--save-baseline` keeps them.
    Shares,
    /// Findings, as `--write-baseline` keeps them.
    Findings,
    /// A play, or the scenario it is of.
    Play,
    /// A JSON schema.
    Schema,
    /// A document to start from: what becomes of it is the author's.
    Skeleton,
    /// The text of cards, to be posted: whoever posts it adds words of their own.
    Text,
}

impl Artifact {
    /// Returns whether a file holds nothing, or what Muster wrote into it.
    pub(super) fn may_replace(self, file: &Utf8Path) -> io::Result<bool> {
        let most = if matches!(self, Artifact::Pdf | Artifact::Png | Artifact::Page) { HEAD } else { MOST };
        let mut bytes = Vec::new();
        File::open(file)?.take(most).read_to_end(&mut bytes)?;
        Ok(bytes.is_empty() || self.wrote(&bytes))
    }

    /// Returns true if Muster wrote such a file with this content.
    fn wrote(self, bytes: &[u8]) -> bool {
        let has = |mark: &[u8]| bytes.windows(mark.len()).any(|part| part == mark);
        let text = || str::from_utf8(bytes).unwrap_or_default();
        match self {
            Artifact::Pdf => bytes.starts_with(b"%PDF") && has(pdf::MARK),
            Artifact::Png => bytes.starts_with(b"\x89PNG") && has(SOFTWARE.as_bytes()),
            Artifact::Page => has(GENERATOR.as_bytes()),
            Artifact::SavedObject => keys(bytes) == ["SaveName", "ObjectStates"],
            Artifact::Shares => {
                keys(bytes) == ["version", "scenarios"]
                    && has_items(&json(bytes)["scenarios"], &["path", "name", "bots", "games", "wins"])
            }
            Artifact::Findings => Baseline::read(Default::default(), text().to_owned()).is_sound(),
            Artifact::Schema => json(bytes)["$id"].as_str().is_some_and(|id| id.starts_with("urn:muster:")),
            Artifact::Part => has_keys(&json(bytes), &["version", "muster", "part", "of", "settings", "sums"]),
            Artifact::State => keys(bytes) == ["version", "muster", "digest", "tuned", "proofs"],
            Artifact::Play => is_signed(text()),
            Artifact::Report => is_report(text()),
            Artifact::Skeleton | Artifact::Text => false,
        }
    }
}

/// The line of a page that says what made it.
pub(in crate::cli) const GENERATOR: &str = "<meta name=\"generator\" content=\"muster\">";

/// Returns a JSON value; null where the text is none.
fn json(bytes: &[u8]) -> Value {
    serde_json::from_slice(bytes).unwrap_or_default()
}

/// Returns the keys of a JSON object, in their order; none of anything else.
fn keys(bytes: &[u8]) -> Vec<String> {
    json(bytes).as_object().map(|object| object.keys().cloned().collect()).unwrap_or_default()
}

fn has_keys(value: &Value, keys: &[&str]) -> bool {
    keys.iter().all(|key| value.get(key).is_some())
}

/// Returns true if a value is a list of objects with these keys.
fn has_items(value: &Value, keys: &[&str]) -> bool {
    value.as_array().is_some_and(|items| items.iter().all(|item| has_keys(item, keys)))
}

const SIGNATURE: &str = "# written by muster, ";

/// Returns a document with a first line that no longer fits once the rest was changed.
pub(in crate::cli) fn signed(text: &str) -> String {
    format!("{SIGNATURE}{}: once it is changed, it is not written over\n{text}", hex_of_text(text))
}

/// Returns true if a document is as [`signed`] made it.
fn is_signed(text: &str) -> bool {
    text.split_once('\n').is_some_and(|(_, rest)| text == signed(rest))
}

/// Returns true if a text is a report in any format.
fn is_report(text: &str) -> bool {
    let first = text.lines().next().unwrap_or_default();
    if first.starts_with(['{', '[']) {
        return is_machine_report(text);
    }
    text.contains("<testsuites name=\"muster\"")
        || first.starts_with("::") && is_annotation(first)
        || is_for_people(text)
}

/// Returns true if a text is a report of JSON, JSON lines, SARIF or GitLab's.
fn is_machine_report(text: &str) -> bool {
    match serde_json::from_str::<Value>(text) {
        Ok(value) if value.is_array() => has_items(&value, &["check_name", "fingerprint"]),
        Ok(value) if has_keys(&value, &["version", "findings", "summary"]) => value["findings"].is_array(),
        Ok(value) if has_keys(&value, &["runs"]) => value["runs"][0]["tool"]["driver"]["name"] == "muster",
        _ => text.lines().all(|line| {
            let value = json(line.as_bytes());
            has_keys(&value, &["code", "severity", "message", "pointer"])
                || has_keys(&value, &["path", "sides", "unchanged", "changes"])
                || has_items(&value["points"], &["path", "bots", "values", "shares"])
                || has_items(&value["scenarios"], &["path", "name", "games"])
                || has_items(&value["plays"], &["path", "scenario", "ok"])
        }),
    }
}

/// Returns true if a line is a workflow command of GitHub Actions with a finding.
fn is_annotation(line: &str) -> bool {
    ["error", "warning", "notice"].iter().any(|kind| line.starts_with(&format!("::{kind} file=")))
}

/// Returns true if a text ends with the line that sums up findings, or begins with a finding. A document of Muster's is
/// never taken for a report, whatever it says.
fn is_for_people(text: &str) -> bool {
    let sums_up = |line: &str| {
        let counted =
            |words: &str| line.strip_prefix(words).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
        let passes = line == "The file passes muster" || counted("All ") && line.ends_with(" files pass muster");
        passes
            || line.starts_with("No file was checked")
            || line.starts_with("Found nothing in ")
            || counted("Found ") && line.contains(" file")
    };
    let is_document = text.lines().any(|line| line.starts_with("system:"));
    !is_document && (text.lines().rev().take(2).any(sums_up) || text.lines().next().is_some_and(is_finding))
}

/// Returns true if a line has a severity and a code: `path:line:column: severity[code] message`, `code (name)` or `3
/// severity code (name)`.
fn is_finding(line: &str) -> bool {
    // Without colours.
    let mut parts = line.split('\x1b');
    let first = parts.next().unwrap_or_default().to_owned();
    let plain = parts.fold(first, |plain, part| plain + part.split_once('m').map_or(part, |(_, rest)| rest));
    let is_code = |text: &str| {
        let digits = text.trim_start_matches(|c: char| c.is_ascii_uppercase());
        digits.len() == 3 && text.len() > 3 && digits.bytes().all(|byte| byte.is_ascii_digit())
    };
    let code_in_brackets = |part: &str| {
        let rest = ["error[", "warning[", "info["].iter().find_map(|severity| part.strip_prefix(severity))?;
        rest.split_once(']').map(|(code, _)| is_code(code))
    };
    let code_before_name =
        |(before, name): (&str, &str)| name.ends_with(')') && before.rsplit(' ').next().is_some_and(is_code);
    plain.split(": ").any(|part| code_in_brackets(part) == Some(true))
        || plain.split_once(" (").is_some_and(code_before_name)
}
