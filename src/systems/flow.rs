//! Values written as YAML on one line.

use serde_json::Value;

/// Returns a value on one line, `{card: 7A, dice: [6, 6]}`: texts without quotes where they mean themselves.
pub fn line(value: &Value) -> String {
    line_with(value, &[])
}

/// Returns a value on one line as [`line`] does; texts of digits below one of the keys in `numbered` are numbers, and stand
/// without quotes too.
pub fn line_with(value: &Value, numbered: &[&str]) -> String {
    written(value, numbered, false)
}

fn written(value: &Value, numbered: &[&str], is_numbered: bool) -> String {
    match value {
        Value::Object(members) => {
            let member = |(key, value): (&String, &Value)| {
                format!("{key}: {}", written(value, numbered, numbered.contains(&key.as_str())))
            };
            let members: Vec<String> = members.iter().map(member).collect();
            format!("{{{}}}", members.join(", "))
        }
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(|item| written(item, numbered, is_numbered)).collect();
            format!("[{}]", items.join(", "))
        }
        Value::String(text) if plain(text) || is_numbered && text.bytes().all(|b| b.is_ascii_digit()) => text.clone(),
        // JSON's quoted strings are YAML's.
        other => other.to_string(),
    }
}

/// Returns true if a text means itself in YAML without quotes, also between brackets. Most names do, and numbers of cards
/// such as `7A`.
fn plain(text: &str) -> bool {
    const WORDS: [&str; 9] = ["true", "false", "yes", "no", "on", "off", "null", "y", "n"];
    let letters = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let numbered = letters.len() < text.len() && !letters.is_empty() && letters.chars().all(|c| c.is_ascii_uppercase());
    let name = text.starts_with(char::is_alphabetic)
        && !text.ends_with(' ')
        && text.chars().all(|c| c.is_alphanumeric() || " &'-_./#".contains(c))
        && !text.contains(" #")
        && !WORDS.contains(&text.to_lowercase().as_str());
    numbered || name
}
