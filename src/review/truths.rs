//! Words such as `yes` in a file with a syntax error. Where its schema would want true or false, nothing compares the file with
//! the schema, so that the advice to quote the word would be wrong.

use std::collections::HashSet;

use serde_json::Value as Json;

use muster_core::diag::Diagnostic;
use muster_core::load::AMBIGUOUS_SCALAR;
use muster_core::source::Sources;
use muster_systems::System;

/// Returns findings with `true` or `false` as the advice where a key of the system takes nothing else.
pub(super) fn advise(findings: Vec<Diagnostic>, sources: &Sources, system: &System) -> Vec<Diagnostic> {
    if findings.iter().all(|finding| finding.code != AMBIGUOUS_SCALAR) {
        return findings;
    }
    let mut keys = HashSet::new();
    truths(system.schema().json(), &mut keys);
    let advise = |finding: Diagnostic| match truth_meant(&finding, sources, &keys) {
        Some(truth) => {
            let at = finding.at.clone();
            finding.help(format!("write `{truth}`")).replace(true, at, truth.to_string())
        }
        None => finding,
    };
    findings.into_iter().map(advise).collect()
}

/// Returns the truth that a word means, if it stands alone after one of the keys.
fn truth_meant(finding: &Diagnostic, sources: &Sources, keys: &HashSet<&str>) -> Option<bool> {
    if finding.code != AMBIGUOUS_SCALAR {
        return None;
    }
    let (text, span) = (sources.get(finding.at.file).text(), sources.span(&finding.at));
    let truth = match text.get(span.start..span.end)?.to_ascii_lowercase().as_str() {
        "yes" | "on" => true,
        "no" | "off" => false,
        _ => return None,
    };
    let before = text[..span.start].trim_end_matches([' ', '\t']).strip_suffix(':')?;
    let key = before.rsplit(['\n', ' ', '\t', '{', ',']).next()?;
    keys.contains(key.trim_matches(['"', '\''])).then_some(truth)
}

/// Adds the keys that a schema gives a truth value, wherever it does.
fn truths<'s>(schema: &'s Json, keys: &mut HashSet<&'s str>) {
    match schema {
        Json::Object(members) => {
            for (key, member) in members.get("properties").and_then(Json::as_object).into_iter().flatten() {
                if member["type"] == "boolean" {
                    keys.insert(key);
                }
            }
            members.values().for_each(|member| truths(member, keys));
        }
        Json::Array(items) => items.iter().for_each(|item| truths(item, keys)),
        _ => {}
    }
}
