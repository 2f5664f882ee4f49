//! The text of a cell and the value that it stands for: a text as it reads, everything else as YAML writes it on one line.

use serde_json::{Number, Value as Json};

use muster_core::diag::Sink;
use muster_core::load;
use muster_core::source::Sources;
use muster_core::source::tree::{Node, Tree, Value};

use super::columns::Accepts;

/// Returns the text of a value in the place that accepts such values. `source` is the text of its document.
pub fn cell_text(source: &str, tree: &Tree, node: &Node, accepts: Accepts) -> String {
    match &node.value {
        Value::Null => String::new(),
        Value::Str(text) => {
            let json = Json::from(&**text);
            match value(text, accepts) {
                Ok(Some(read)) if read == json => text.to_string(),
                _ => json.to_string(),
            }
        }
        Value::Seq(_) | Value::Map(_) => {
            let json = tree.json(node);
            let written = source.get(node.span.start..node.span.end).unwrap_or_default();
            // Where it is on one line, it is shown as its author wrote it.
            let is_line = written.starts_with(['{', '[']) && !written.contains(['\n', '#', '&', '*', '!']);
            if is_line && written.trim() == written && (is_simple(written) || parse(written).as_ref() == Ok(&json)) {
                return written.to_owned();
            }
            inline(&json, true)
        }
        _ => source.get(node.span.start..node.span.end).unwrap_or_default().to_owned(),
    }
}

/// Returns true for a list or mapping on one line that means the same wherever it is: without quotes and rare signs.
fn is_simple(written: &str) -> bool {
    written.chars().all(|c| c.is_alphanumeric() || " ,:[]{}()./+-_".contains(c))
}

/// Returns a value on one line, its texts without quotes where they need none. `has_zeros` says whether numbers with leading zeros
/// are texts in the document.
pub fn inline(value: &Json, has_zeros: bool) -> String {
    match value {
        Json::String(text) => plain(text, true, has_zeros),
        Json::Array(items) => {
            let items: Vec<String> = items.iter().map(|item| inline(item, has_zeros)).collect();
            format!("[{}]", items.join(", "))
        }
        Json::Object(members) => {
            let member = |(key, value): (&String, &Json)| {
                format!("{}: {}", plain(key, true, has_zeros), inline(value, has_zeros))
            };
            format!("{{{}}}", members.iter().map(member).collect::<Vec<_>>().join(", "))
        }
        scalar => scalar.to_string(),
    }
}

/// Returns a text as it is written in a document: without quotes where it needs none. `has_zeros` is as in [`inline`].
pub fn plain(text: &str, in_flow: bool, has_zeros: bool) -> String {
    let is_zeros = has_zeros && !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if is_plain(text, in_flow, is_zeros) { text.to_owned() } else { Json::from(text).to_string() }
}

/// Returns true for a text that means itself without quotes, here and to older readers. Digits with a leading zero do where
/// numbers of the game have them.
fn is_plain(text: &str, in_flow: bool, is_zeros: bool) -> bool {
    let starts = text.starts_with(|c: char| c.is_alphanumeric() || c == '(' || c == '.');
    let is_cut = [": ", " #", "\t"].iter().any(|mark| text.contains(mark)) || text.ends_with([':', ' ']);
    let is_marked = in_flow && text.contains([',', '[', ']', '{', '}', ':']) || text.contains(char::is_control);
    let is_word = ["y", "n"].iter().any(|word| text.eq_ignore_ascii_case(word));
    starts && !is_cut && !is_marked && !is_word && (load::is_text(text) || is_zeros)
}

/// Returns the value that a cell stands for; `None` for a blank one.
///
/// # Errors
///
/// Says what of a list or mapping cannot be read.
pub fn value(text: &str, accepts: Accepts) -> Result<Option<Json>, String> {
    let text = trim(text);
    if text.is_empty() {
        return Ok(None);
    }
    if accepts.is_only_text() {
        return Ok(Some(text.into()));
    }
    let text = text.replace(['\u{a0}', '\u{202f}'], " ");
    if accepts.collection && text.starts_with(['{', '[']) || text.starts_with('"') {
        return parse(&text).map(Some);
    }
    if accepts.collection && !accepts.text && !accepts.whole {
        return Err(match text.starts_with(['“', '„', '”', '«', '‘', '’']) {
            true => format!("it is in curly quotes: `{text}`; write straight ones"),
            false => format!("expected a list in `[ ]` or a mapping in `{{ }}`, found `{text}`"),
        });
    }
    let scalar = match (load::plain(&text), decimal(&text)) {
        (Value::Bool(truth), _) if accepts.truth => Some(truth.into()),
        (Value::Int(number), _) if accepts.whole || accepts.fraction => Some(number.into()),
        (Value::Float(number), _) | (_, Some(number)) if accepts.fraction || accepts.whole && number.fract() == 0.0 => {
            match number.fract() == 0.0 && number.abs() < 9e15 {
                true => Some((number as i64).into()),
                false => Number::from_f64(number).map(Json::Number),
            }
        }
        _ => None,
    };
    Ok(Some(scalar.unwrap_or_else(|| text.into())))
}

/// Returns a number that is written with a comma for its point, or with a minus sign instead of a hyphen.
fn decimal(text: &str) -> Option<f64> {
    let plain = text.replacen('\u{2212}', "-", 1).replacen(',', ".", 1);
    let digits = plain.strip_prefix('-').unwrap_or(&plain);
    let is_number =
        digits.starts_with(|c: char| c.is_ascii_digit()) && digits.chars().all(|c| c.is_ascii_digit() || c == '.');
    (is_number && plain != text).then(|| plain.parse().ok()).flatten()
}

/// Returns a cell's text without white space around it: blanks of any kind, and marks of no width.
pub fn trim(text: &str) -> &str {
    text.trim_matches(|c: char| c.is_whitespace() || matches!(c, '\u{feff}' | '\u{200b}' | '\u{2060}'))
}

/// Reads a list, a mapping or a quoted text that is on one line.
fn parse(text: &str) -> Result<Json, String> {
    let (mut sources, mut sink) = (Sources::default(), Sink::default());
    let file = load::add(&mut sources, "cell".into(), text.as_bytes(), &mut sink);
    let tree = load::parse(&sources, file, &mut sink);
    let json = tree.map(|tree| tree.to_json());
    match (json, sink.into_findings().into_iter().next()) {
        (Some(json), _) => Ok(json),
        (None, Some(finding)) => {
            let column = sources.get(file).position(sources.span(&finding.at).start).column;
            Err(format!("{} (character {column})", finding.message))
        }
        (None, None) => Err("it cannot be read".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const TEXT: Accepts =
        Accepts { text: true, notation: false, whole: false, fraction: false, truth: false, collection: false };

    #[test]
    fn a_text_stays_what_it_reads() {
        for text in ["6", "yes", "[not a list", "=1+1", "5/6"] {
            assert_eq!(value(text, TEXT), Ok(Some(json!(text))));
        }
        assert_eq!(value(" \u{a0}", TEXT), Ok(None));
    }

    #[test]
    fn other_values_are_as_yaml_has_them() {
        let dice = Accepts { whole: true, notation: true, ..TEXT };
        assert_eq!(value("6", dice), Ok(Some(json!(6))));
        assert_eq!(value("6.0", dice), Ok(Some(json!(6))));
        assert_eq!(value("6,0", dice), Ok(Some(json!(6))));
        assert_eq!(value("(6)", dice), Ok(Some(json!("(6)"))));
        assert_eq!(value("0404", dice), Ok(Some(json!("0404"))));
        assert_eq!(value("\"6\"", dice), Ok(Some(json!("6"))));
        let list = Accepts { collection: true, text: false, ..TEXT };
        assert_eq!(value("[a,\u{a0}b]", list), Ok(Some(json!(["a", "b"]))));
        assert!(value("[a", list).is_err());
        assert!(value("“a”", list).unwrap_err().contains("curly quotes"));
        let number = Accepts { fraction: true, text: false, ..TEXT };
        assert_eq!(value("2,5", number), Ok(Some(json!(2.5))));
        assert_eq!(value("\u{2212}4", number), Ok(Some(json!(-4))));
    }
}
