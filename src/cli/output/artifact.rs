//! The kinds of files that Muster writes, and the marks by which it knows its own again.

use std::fs::File;
use std::io::{self, Read};

use camino::Utf8Path;
use serde_json::Value;

use muster_core::diag::{Closing, closing};
use muster_core::digest::hex_of_text;
use muster_core::print::image::is_own_png;
use muster_core::print::{order, pdf};

use crate::export::{simulator, vassal};
use crate::review::baseline::Baseline;

/// Most bytes of a file that are read to know it again.
const MOST: u64 = 64 << 20;

/// A kind of file that Muster writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::cli) enum Artifact {
    /// Cards to print.
    Pdf,
    /// A picture.
    Png,
    /// The saved object of Tabletop Simulator.
    SavedObject,
    /// An order of cards from a printer.
    Order,
    /// A module of VASSAL.
    Module,
    /// The save of a table of Tabletop Simulator, and the mesh of its pieces.
    SavedTable,
    /// See [`Artifact::SavedTable`].
    Mesh,
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
    /// A manual page.
    Manual,
    /// A document to start from: what becomes of it is the author's.
    Skeleton,
    /// Cards in a spreadsheet: what is changed in it is its author's.
    Spreadsheet,
    /// The text of cards, to be posted: whoever posts it adds words of their own.
    Text,
}

impl Artifact {
    /// Returns whether a file holds nothing, or what Muster wrote into it.
    pub(super) fn may_replace(self, file: &Utf8Path) -> io::Result<bool> {
        if self == Artifact::Pdf {
            let file = File::open(file)?;
            return Ok(file.metadata()?.len() == 0 || pdf::is_as_written(file)?);
        }
        let mut bytes = Vec::new();
        File::open(file)?.take(MOST).read_to_end(&mut bytes)?;
        Ok(bytes.is_empty() || self.wrote(&bytes))
    }

    /// Returns true if Muster wrote such a file with this content.
    fn wrote(self, bytes: &[u8]) -> bool {
        let text = || str::from_utf8(bytes).unwrap_or_default();
        match self {
            Artifact::Png => is_own_png(bytes),
            Artifact::Page => is_sealed(text()),
            Artifact::SavedObject => keys(bytes) == ["SaveName", "ObjectStates"],
            Artifact::Order => keys(bytes) == order::COMPONENT_KEYS || is_sealed(text()),
            Artifact::Module => vassal::is_as_written(bytes),
            Artifact::SavedTable => keys(bytes) == simulator::SAVE_KEYS,
            Artifact::Mesh => text().starts_with(simulator::MESH_HEAD),
            Artifact::Shares => {
                keys(bytes) == ["version", "scenarios"]
                    && has_items(&json(bytes)["scenarios"], &["path", "name", "bots", "games", "wins"])
            }
            Artifact::Findings => Baseline::read(Default::default(), text().to_owned()).is_sound(),
            Artifact::Schema => json(bytes)["$id"].as_str().is_some_and(|id| id.starts_with("urn:muster:")),
            Artifact::Manual => text().lines().any(|line| line.starts_with(".TH muster")),
            Artifact::Part => has_keys(&json(bytes), &["version", "muster", "part", "of", "settings", "sums"]),
            Artifact::State => keys(bytes) == ["version", "muster", "digest", "tuned", "proofs", "shown"],
            Artifact::Play => is_signed(text()),
            Artifact::Report => is_report(text()),
            Artifact::Pdf | Artifact::Skeleton | Artifact::Spreadsheet | Artifact::Text => false,
        }
    }
}

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
    format!("{SIGNATURE}{}: if you change it, muster does not overwrite it\n{text}", hex_of_text(text))
}

/// Returns true if a document is as [`signed`] made it.
fn is_signed(text: &str) -> bool {
    text.split_once('\n').is_some_and(|(_, rest)| text == signed(rest))
}

/// Returns a page with a last line that no longer fits once the rest was changed.
pub(in crate::cli) fn sealed(page: &str) -> String {
    format!("{page}<!-- muster {} -->\n", hex_of_text(page))
}

/// Returns true if a page is as [`sealed`] made it.
fn is_sealed(text: &str) -> bool {
    text.rsplit_once("<!-- muster ").is_some_and(|(page, _)| text == sealed(page))
}

/// Returns true if a text is a report in any format.
fn is_report(text: &str) -> bool {
    let first = text.lines().next().unwrap_or_default();
    if first.starts_with(['{', '[']) {
        return is_machine_report(text);
    }
    text.contains("<testsuites name=\"muster\"") || is_annotation(first) || is_for_people(text)
}

/// Returns true if a text is a report of JSON, JSON lines, SARIF or GitLab's.
fn is_machine_report(text: &str) -> bool {
    let is_finding = |finding: &Value| has_keys(finding, &["message", "pointer"]) && is_code(&finding["code"]);
    let is_issue = |issue: &Value| has_keys(issue, &["fingerprint"]) && is_code(&issue["check_name"]);
    let all = |list: &Value, is: &dyn Fn(&Value) -> bool| list.as_array().is_some_and(|list| list.iter().all(is));
    match serde_json::from_str::<Value>(text) {
        Ok(value) if value.is_array() => all(&value, &is_issue),
        Ok(value) if has_keys(&value, &["version", "findings", "summary"]) => all(&value["findings"], &is_finding),
        Ok(value) if has_keys(&value, &["runs"]) => value["runs"][0]["tool"]["driver"]["name"] == "muster",
        _ => text.lines().all(|line| {
            let value = json(line.as_bytes());
            is_finding(&value)
                || has_keys(&value, &["path", "sides", "unchanged", "changes"])
                || has_items(&value["points"], &["path", "bots", "values", "shares"])
                || has_items(&value["scenarios"], &["path", "name", "games"])
                || has_items(&value["plays"], &["path", "scenario", "ok"])
        }),
    }
}

/// Returns true if a JSON value is a code of Muster's, as in `TB101` and `TB101 (unknown-target)`.
fn is_code(value: &Value) -> bool {
    let id = |text: &str| is_id(text.split_once(" (").map_or(text, |(id, _)| id));
    value.as_str().is_some_and(id)
}

/// Returns true if a word is formed as Muster's codes are: two capitals and three digits.
fn is_id(word: &str) -> bool {
    let (letters, digits) = word.split_at_checked(2).unwrap_or_default();
    let all = |text: &str, is: fn(&u8) -> bool| text.bytes().all(|byte| is(&byte));
    word.len() == 5 && all(letters, u8::is_ascii_uppercase) && all(digits, u8::is_ascii_digit)
}

/// Returns true if a line is a workflow command of GitHub Actions with a finding of Muster's.
fn is_annotation(line: &str) -> bool {
    let title = line.split_once(",title=").and_then(|(_, title)| title.split_once(" ("));
    let is_kind = |kind: &&str| line.starts_with(&format!("::{kind} file="));
    ["error", "warning", "notice"].iter().any(is_kind) && title.is_some_and(|(id, _)| is_id(id))
}

/// Returns true if a text begins with a finding of Muster's, or has one and ends with the line that counts them, or ends with the
/// line that says there are none. A document of Muster's is never taken for a report, whatever it says.
fn is_for_people(text: &str) -> bool {
    let is_document = text.lines().any(|line| line.starts_with("system:"));
    let closing = || text.lines().rev().take(CLOSING).map(closing);
    let is_closed = || match closing().flatten().next()? {
        Closing::Clean => Some(true),
        Closing::Found => Some(text.lines().any(is_finding)),
    };
    !is_document && (text.lines().next().is_some_and(is_finding) || is_closed() == Some(true))
}

/// The most lines at the end of a report for people.
const CLOSING: usize = 3;

/// Returns true if a line has a severity and a code: `path:line:column: severity[code] message`, `code (name)` or `3
/// severity code (name)`.
fn is_finding(line: &str) -> bool {
    // Without colours.
    let mut parts = line.split('\x1b');
    let first = parts.next().unwrap_or_default().to_owned();
    let plain = parts.fold(first, |plain, part| plain + part.split_once('m').map_or(part, |(_, rest)| rest));
    let code_in_brackets = |part: &str| {
        let rest = ["error[", "warning[", "info["].iter().find_map(|severity| part.strip_prefix(severity))?;
        rest.split_once(']').map(|(code, _)| is_id(code))
    };
    let code_before_name =
        |(before, name): (&str, &str)| name.ends_with(')') && before.rsplit(' ').next().is_some_and(is_id);
    plain.split(": ").any(|part| code_in_brackets(part) == Some(true))
        || plain.split_once(" (").is_some_and(code_before_name)
}
