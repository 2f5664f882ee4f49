//! Values written as YAML: on one line, and documents with as much on a line as an author would write there.

use serde_json::{Map, Value};

/// Returns a value on one line, `{card: 7A, dice: [6, 6]}`: texts without quotes where they mean themselves.
pub fn line(value: &Value) -> String {
    line_with(value, &[])
}

/// Returns a value on one line as [`line()`] does; texts of digits below one of the keys in `numbered` are numbers, and stand
/// without quotes too.
pub fn line_with(value: &Value, numbered: &[&str]) -> String {
    write_value(value, numbered, false)
}

fn write_value(value: &Value, numbered: &[&str], is_numbered: bool) -> String {
    match value {
        Value::Object(members) => {
            let member = |(key, value): (&String, &Value)| {
                format!("{}: {}", written_key(key), write_value(value, numbered, numbered.contains(&key.as_str())))
            };
            let members: Vec<String> = members.iter().map(member).collect();
            format!("{{{}}}", members.join(", "))
        }
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(|item| write_value(item, numbered, is_numbered)).collect();
            format!("[{}]", items.join(", "))
        }
        Value::String(text) if plain(text) || is_numbered && text.bytes().all(|b| b.is_ascii_digit()) => text.clone(),
        // JSON's quoted strings are YAML's.
        other => other.to_string(),
    }
}

/// Returns a key, between quotes unless it means itself.
fn written_key(key: &str) -> String {
    // Keys of documents that would be no names as values.
    if plain(key) || ["null", "on"].contains(&key) { key.to_owned() } else { Value::from(key).to_string() }
}

/// Returns a document as an author would write it: its members and theirs on lines of their own, an item of a list on one line
/// unless that were too long. Keys in `numbered` are as in [`line_with`].
pub fn document(document: &Value, numbered: &[&str]) -> String {
    let mut block = Block { text: String::new(), numbered };
    if let Value::Object(members) = document {
        block.members(members, 0);
    }
    block.text
}

/// Most characters of a line of a document that could be broken.
const WIDTH: usize = 180;

/// A document that is written.
struct Block<'a> {
    text: String,
    numbered: &'a [&'a str],
}

impl Block<'_> {
    fn members(&mut self, members: &Map<String, Value>, indent: usize) {
        members.iter().for_each(|(key, value)| self.member(key, value, indent));
    }

    fn member(&mut self, key: &str, value: &Value, indent: usize) {
        let inline = write_value(value, self.numbered, self.numbered.contains(&key));
        let start = format!("{:indent$}{}:", "", written_key(key));
        let is_long = start.chars().count() + 1 + inline.chars().count() > WIDTH;
        self.text += &start;
        match value {
            Value::Object(members) if !members.is_empty() && (indent == 0 || is_long) => {
                self.text.push('\n');
                self.members(members, indent + 2);
            }
            Value::Array(items) if items.iter().any(is_collection) && (indent <= 2 || is_long) => {
                self.text.push('\n');
                items.iter().for_each(|item| self.item(item, indent + 2));
            }
            Value::String(text) if is_drawing(text) => {
                self.text += if text.ends_with('\n') { " |\n" } else { " |-\n" };
                text.lines().for_each(|line| self.text += &format!("{:1$}{line}\n", "", indent + 2));
            }
            _ => self.text += &format!(" {inline}\n"),
        }
    }

    fn item(&mut self, item: &Value, indent: usize) {
        let inline = write_value(item, self.numbered, false);
        match item {
            Value::Object(members) if indent + 2 + inline.chars().count() > WIDTH => {
                let start = self.text.len() + indent;
                self.members(members, indent + 2);
                self.text.replace_range(start..start + 2, "- ");
            }
            _ => self.text += &format!("{:indent$}- {inline}\n", ""),
        }
    }
}

fn is_collection(value: &Value) -> bool {
    value.is_object() || value.is_array()
}

/// Returns true for a text of several lines that can stand in a document as it is, such as a map of letters.
fn is_drawing(text: &str) -> bool {
    let is_line =
        |line: &str| !line.is_empty() && !line.ends_with(' ') && line.chars().all(|c| c.is_ascii_graphic() || c == ' ');
    text.trim_end_matches('\n').contains('\n')
        && !text.ends_with("\n\n")
        && !text.starts_with(' ')
        && text.lines().all(is_line)
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
