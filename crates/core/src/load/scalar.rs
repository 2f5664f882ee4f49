//! Plain scalars by the YAML 1.2 core schema, and those that other readers of YAML take for something else.

use crate::source::tree::Value;

/// Returns the value of a plain scalar. Digits with a leading zero stay text.
pub(super) fn resolve(text: &str) -> Value {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => return Value::Null,
        "true" | "True" | "TRUE" => return Value::Bool(true),
        "false" | "False" | "FALSE" => return Value::Bool(false),
        ".nan" | ".NaN" | ".NAN" => return Value::Float(f64::NAN),
        _ => {}
    }
    number(text).unwrap_or_else(|| Value::Str(text.into()))
}

fn number(text: &str) -> Option<Value> {
    if !text.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c)) {
        return None;
    }
    for (prefix, radix) in [("0o", 8), ("0x", 16)] {
        if let Some(digits) = text.strip_prefix(prefix) {
            return radix_number(digits, radix);
        }
    }
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    if matches!(unsigned, ".inf" | ".Inf" | ".INF") {
        return Some(Value::Float(if text.starts_with('-') { f64::NEG_INFINITY } else { f64::INFINITY }));
    }
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent.strip_prefix(['-', '+']).unwrap_or(exponent))),
        None => (unsigned, None),
    };
    let (whole, fraction) = match mantissa.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (mantissa, None),
    };
    let digits = |part: &str| part.bytes().all(|b| b.is_ascii_digit());
    let sound = digits(whole)
        && fraction.is_none_or(digits)
        && exponent.is_none_or(|e| !e.is_empty() && digits(e))
        && !(whole.is_empty() && fraction.is_none_or(str::is_empty))
        && !(whole.len() > 1 && whole.starts_with('0'));
    if !sound {
        return None;
    }
    if fraction.is_none()
        && exponent.is_none()
        && let Ok(n) = text.parse()
    {
        return Some(Value::Int(n));
    }
    text.parse().ok().map(Value::Float)
}

fn radix_number(digits: &str, radix: u32) -> Option<Value> {
    if digits.is_empty() || !digits.chars().all(|c| c.is_digit(radix)) {
        return None;
    }
    Some(match i64::from_str_radix(digits, radix) {
        Ok(n) => Value::Int(n),
        Err(_) => {
            let digits = digits.chars().filter_map(|c| c.to_digit(radix));
            Value::Float(digits.fold(0.0, |sum, d| sum * f64::from(radix) + f64::from(d)))
        }
    })
}

/// Returns what readers of the older YAML 1.1 take a plain scalar for, where that is not what it means here.
pub(super) fn trap(text: &str) -> Option<&'static str> {
    let word = |word: &str| text.eq_ignore_ascii_case(word) && one_case(text);
    if word("yes") || word("on") {
        return Some("true");
    }
    if word("no") || word("off") {
        return Some("false");
    }
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    if !unsigned.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let all = |allowed: fn(u8) -> bool| unsigned.bytes().all(allowed);
    if unsigned.starts_with("0o") && matches!(resolve(text), Value::Int(_) | Value::Float(_)) {
        return Some("text");
    }
    if unsigned.strip_prefix("0b").is_some_and(|d| !d.is_empty() && d.bytes().all(|b| matches!(b, b'0' | b'1' | b'_')))
    {
        return Some("a binary number");
    }
    if unsigned.len() > 1 && unsigned.starts_with('0') && all(|b| matches!(b, b'0'..=b'9' | b'_')) {
        return Some("an octal number");
    }
    if unsigned.contains('_') && all(|b| matches!(b, b'0'..=b'9' | b'_' | b'.')) {
        return Some("a number");
    }
    if sexagesimal(unsigned) {
        return Some("a base-60 number");
    }
    // 1.1 wants a point and a signed exponent.
    let exponent = text.split_once(['e', 'E']).filter(|_| matches!(resolve(text), Value::Float(_)));
    exponent.filter(|(m, e)| !m.contains('.') || !e.starts_with(['-', '+'])).map(|_| "text")
}

/// Returns true if a word is written as `yes`, `Yes` or `YES`.
fn one_case(text: &str) -> bool {
    let rest = text.get(1..).unwrap_or_default();
    let lower = |c: char| c.is_ascii_lowercase();
    rest.chars().all(lower) || !text.contains(lower)
}

fn sexagesimal(text: &str) -> bool {
    let mut parts = text.split(':');
    let first = parts.next().unwrap_or_default();
    let mut rest = 0;
    let small = |part: &str| {
        let digits = part.split('.').next().unwrap_or_default();
        (1..=2).contains(&digits.len()) && digits.parse::<u8>().is_ok_and(|n| n < 60)
    };
    let sound = parts.all(|part| {
        rest += 1;
        small(part)
    });
    rest > 0 && sound && first.bytes().all(|b| b.is_ascii_digit()) && !first.starts_with('0')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn describe(text: &str) -> String {
        match resolve(text) {
            Value::Null => "null".into(),
            Value::Bool(b) => b.to_string(),
            Value::Int(n) => format!("int {n}"),
            Value::Float(x) => format!("float {x:?}"),
            Value::Str(s) => format!("text {s}"),
            Value::Seq(_) | Value::Map(_) => unreachable!("a scalar"),
        }
    }

    #[test]
    fn the_core_schema_resolves_plain_scalars() {
        for (text, meaning) in [
            ("~", "null"),
            ("NULL", "null"),
            ("nUll", "text nUll"),
            ("True", "true"),
            ("yes", "text yes"),
            ("12", "int 12"),
            ("-7", "int -7"),
            ("+7", "int 7"),
            ("0", "int 0"),
            ("007", "text 007"),
            ("-01", "text -01"),
            ("0o17", "int 15"),
            ("0x1F", "int 31"),
            ("0o8", "text 0o8"),
            ("0b11", "text 0b11"),
            ("1_000", "text 1_000"),
            ("1:30", "text 1:30"),
            ("1e3", "float 1000.0"),
            ("1.5", "float 1.5"),
            (".5", "float 0.5"),
            ("5.", "float 5.0"),
            (".", "text ."),
            ("-.INF", "float -inf"),
            (".nan", "float NaN"),
            ("e3", "text e3"),
            ("1e", "text 1e"),
            ("7A", "text 7A"),
            ("9223372036854775808", "float 9.223372036854776e18"),
            ("0xFFFFFFFFFFFFFFFF", "float 1.8446744073709552e19"),
            ("5/6", "text 5/6"),
            ("infinity", "text infinity"),
        ] {
            assert_eq!(describe(text), meaning, "{text}");
        }
    }

    #[test]
    fn traps_are_what_older_readers_take_for_something_else() {
        for (text, other) in [
            ("No", Some("false")),
            ("ON", Some("true")),
            ("nO", None),
            ("None", None),
            ("1:30", Some("a base-60 number")),
            ("1:75", None),
            ("1_000", Some("a number")),
            ("007", Some("an octal number")),
            ("0o17", Some("text")),
            ("0b11", Some("a binary number")),
            ("1e3", Some("text")),
            ("1.5e+3", None),
            ("12", None),
            ("1.5", None),
            ("0", None),
            ("7A-10A", None),
            ("8 November 1620", None),
            ("é", None),
        ] {
            assert_eq!(trap(text), other, "{text}");
        }
    }
}
