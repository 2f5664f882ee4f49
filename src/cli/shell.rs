//! Words as a shell takes them.

/// Returns an argument of a command that is shown: in quotes, unless it needs none.
pub(super) fn argument(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "/._-+=:@,".contains(c);
    if word.chars().all(plain) { word.to_owned() } else { quote(word) }
}

/// Returns a word in quotes, in which nothing means anything else to a shell.
pub(super) fn quote(word: &str) -> String {
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_one_word_for_a_shell() {
        assert_eq!(quote("a b"), "'a b'");
        assert_eq!(quote("it's; rm $x"), "'it'\\''s; rm $x'");
    }
}
