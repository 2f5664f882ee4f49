//! A state in plain words, line by line: what reports write as JSON.

use serde_json::{Map, Value};

/// Between a line and those that belong to it.
const INDENT: &str = "  ";

/// Returns a state in words: a line for each of its parts, and below it one for each piece. `name` gives the name of what has a
/// number.
pub(super) fn describe_state(state: &Value, name: &dyn Fn(&str) -> Option<String>) -> String {
    let mut text = String::new();
    for (key, value) in state.as_object().into_iter().flatten() {
        add(&mut text, "", key, value, name);
    }
    text
}

fn add(text: &mut String, indent: &str, key: &str, value: &Value, name: &dyn Fn(&str) -> Option<String>) {
    let title = name(key).map_or_else(|| key.replace('_', " "), |name| format!("{key} {name}"));
    let is_line = |parts: &Map<String, Value>| !indent.is_empty() || parts.values().all(Value::is_number);
    match value {
        Value::Object(parts) if !parts.is_empty() && (!is_line(parts) || parts.values().any(Value::is_object)) => {
            *text += &format!("{indent}{title}:\n");
            let deeper = format!("{indent}{INDENT}");
            parts.iter().for_each(|(key, value)| add(text, &deeper, key, value, name));
        }
        _ => {
            let nothing = if value.is_boolean() { "no" } else { "none" };
            *text += &format!("{indent}{title}: {}\n", describe_value(value).unwrap_or_else(|| nothing.to_owned()));
        }
    }
}

/// Returns a value in words; `None` for what says nothing.
fn describe_value(value: &Value) -> Option<String> {
    match value {
        Value::Null | Value::Bool(false) => None,
        Value::Bool(true) => Some("yes".to_owned()),
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Array(items) => {
            let between = if items.iter().all(Value::is_number) { " " } else { ", " };
            let item = |item: &Value| match item {
                Value::Array(ends) => Some(ends.iter().filter_map(describe_value).collect::<Vec<_>>().join(" – ")),
                item => describe_value(item),
            };
            let items: Vec<String> = items.iter().filter_map(item).collect();
            (!items.is_empty()).then(|| items.join(between))
        }
        Value::Object(parts) => {
            let parts: Vec<String> = parts.iter().filter_map(|(key, value)| part(key, value)).collect();
            (!parts.is_empty()).then(|| parts.join(", "))
        }
    }
}

/// Returns a part of what stands in one line: `{"strength": 3, "routed": true}` is "strength 3, routed".
fn part(key: &str, value: &Value) -> Option<String> {
    let key = key.replace('_', " ");
    match value {
        Value::Bool(true) => Some(key),
        Value::Object(parts) if parts.is_empty() => None,
        Value::Object(_) => describe_value(value).map(|words| format!("{key} ({words})")),
        Value::Array(items) if items.is_empty() => None,
        _ => describe_value(value)
            .map(|words| if key == "where" || key == "state" { words } else { format!("{key} {words}") }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_is_told_line_by_line() {
        let state = serde_json::json!({
            "turn": "Red",
            "points": {"Blue": 3, "Red": 4},
            "pieces": {"7A": {"where": "play", "strength": 3, "dice": [6, 6], "spent": false, "routed": true}},
            "night": false,
            "places": {"Ford": "Red", "Mill": null},
            "roads": [["0404", "0504"], ["0504", "0604"]],
        });
        let words = describe_state(&state, &|number| (number == "7A").then(|| "Pikes".to_owned()));
        assert_eq!(
            words,
            "turn: Red\npoints: Blue 3, Red 4\npieces:\n  7A Pikes: play, strength 3, dice 6 6, routed\nnight: no\n\
             places:\n  Ford: Red\n  Mill: none\nroads: 0404 – 0504, 0504 – 0604\n"
        );
    }
}
