//! Lists in one text as VASSAL writes them (`VASSAL.tools.SequenceEncoder`): a separator in a value has a backslash before it.

/// Returns values in one text.
pub(super) fn join<T: AsRef<str>>(values: &[T], separator: char) -> String {
    let values: Vec<String> = values.iter().map(|value| quote(value.as_ref(), separator)).collect();
    values.join(&separator.to_string())
}

/// Returns a value as it is written. One that ends in a backslash would take the separator away from what follows, and quotes at both
/// ends would be taken for these.
fn quote(value: &str, separator: char) -> String {
    let escaped = value.replace(separator, &format!("\\{separator}"));
    let is_quoted = value.len() > 1 && value.starts_with('\'') && value.ends_with('\'');
    if value.ends_with('\\') || is_quoted { format!("'{escaped}'") } else { escaped }
}

/// Returns parts each of which holds the next one: traits of a piece, the outermost first.
pub(super) fn nest(parts: &[String]) -> String {
    let mut parts = parts.iter().rev();
    let innermost = parts.next().cloned().unwrap_or_default();
    parts.fold(innermost, |inner, outer| join(&[outer.as_str(), &inner], '\t'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn separators_in_values_are_escaped() {
        assert_eq!(join(&["a", "b;c", ""], ';'), "a;b\\;c;");
        assert_eq!(join(&["a\\", "'b'"], ';'), "'a\\';''b''");
    }

    #[test]
    fn each_part_holds_the_next() {
        let parts = ["a", "b", "c", "d"].map(str::to_owned);
        assert_eq!(nest(&parts), "a\tb\\\tc\\\\\td");
    }
}
