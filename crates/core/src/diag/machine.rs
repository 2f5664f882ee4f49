//! Findings for programs: JSON, version 1. Other programs' formats have a file each.

pub mod github;
pub mod gitlab;
pub mod junit;
pub mod sarif;

use std::collections::HashMap;
use std::io::{self, Write};

use serde_json::{Value, json};

use super::{Diagnostic, Fix, Report};
use crate::digest::hex_of_texts;
use crate::source::{Address, Sources, Span};

/// The version of the JSON output.
pub const VERSION: u32 = 1;

/// Writes one JSON document with all findings.
///
/// # Errors
///
/// Says that it cannot be written to `out`.
pub fn json(out: &mut dyn Write, report: &Report<'_>) -> io::Result<()> {
    write!(out, "{{\"version\":{VERSION},")?;
    match report.extra {
        Some(("", Value::Object(members))) => {
            members.iter().try_for_each(|(name, value)| writeln!(out, "{}:{value},", Value::from(name.as_str())))?;
        }
        Some((name, value)) => writeln!(out, "\"{name}\":{value},")?,
        None => {}
    }
    write!(out, "\"findings\":[")?;
    for (i, found) in report.findings.iter().enumerate() {
        let comma = if i == 0 { "" } else { "," };
        write!(out, "{comma}\n{}", finding(found, report.sources))?;
    }
    let end = if report.findings.is_empty() { "" } else { "\n" };
    writeln!(out, "{end}],\"summary\":{}}}", serde_json::to_string(&report.summary())?)
}

/// Writes one JSON document a line: one for each item of the extra, or one for it all, then one for each finding.
///
/// # Errors
///
/// Says that it cannot be written to `out`.
pub fn json_lines(out: &mut dyn Write, report: &Report<'_>) -> io::Result<()> {
    match report.extra {
        Some((name, Value::Array(items))) => {
            items.iter().try_for_each(|item| writeln!(out, "{}", json!({name: [item]})))?;
        }
        Some(("", members)) => writeln!(out, "{members}")?,
        _ => {}
    }
    for found in report.findings {
        writeln!(out, "{}", finding(found, report.sources))?;
    }
    Ok(())
}

/// Returns a finding in JSON.
pub fn finding(finding: &Diagnostic, sources: &Sources) -> Value {
    let mut value = json!({
        "code": finding.code.id,
        "name": finding.code.name,
        "severity": finding.severity,
        "message": finding.message,
        "help": finding.help,
    });
    place(&mut value, &finding.at, sources);
    let related = finding.related.iter().map(|related| {
        let mut value = json!({"message": related.message});
        place(&mut value, &related.at, sources);
        value
    });
    value["related"] = related.collect();
    value["fix"] = finding.fix.as_ref().map_or(Value::Null, |f| fix(f, sources));
    value
}

/// Returns a fix with the bytes it replaces.
fn fix(fix: &Fix, sources: &Sources) -> Value {
    let edits = fix.edits.iter().filter_map(|edit| {
        let (span, text) = edit.resolve(sources)?;
        let mut value = json!({});
        place_at(&mut value, &edit.at, span, sources);
        value["text"] = text.into();
        Some(value)
    });
    json!({"safe": fix.safe, "edits": edits.collect::<Value>()})
}

fn place(value: &mut Value, at: &Address, sources: &Sources) {
    place_at(value, at, sources.span(at), sources);
}

fn place_at(value: &mut Value, at: &Address, span: Span, sources: &Sources) {
    let file = sources.get(at.file);
    value["path"] = file.path().as_str().into();
    value["pointer"] = at.pointer.as_str().into();
    value["span"] = json!({"start": file.position(span.start), "end": file.position(span.end)});
    if let Some(cell) = file.cell(span.start) {
        value["cell"] = json!({"path": cell.book.as_str(), "sheet": cell.sheet, "cell": cell.cell});
    }
}

/// Returns a short mark for each finding that stays the same while the finding does: of its code, path and message, and of what
/// it is about, but not of where that stands among its neighbours. The same again gets a number.
fn fingerprints(findings: &[Diagnostic], sources: &Sources) -> Vec<String> {
    let mut seen: HashMap<String, usize> = HashMap::new();
    let marks = findings.iter().map(|finding| {
        let path = sources.get(finding.at.file).path().as_str();
        let keys = finding.at.pointer.steps().filter(|step| step.parse::<usize>().is_err());
        let pointer = keys.collect::<Vec<_>>().join("/");
        let parts = [finding.code.id, path, &pointer, &finding.message];
        let digest = hex_of_texts(parts);
        let again = seen.entry(digest.clone()).or_default();
        *again += 1;
        format!("{digest}:{again}")
    });
    marks.collect()
}
