//! Lists of numbers as a queue takes them, and large numbers as people read them.

/// Numbers in ascending order, as in `3,7-9`.
pub(super) fn array(numbers: &[u64]) -> String {
    let runs = numbers.chunk_by(|a, b| a + 1 == *b).map(|run| match run {
        [one] => one.to_string(),
        [first, .., last] => format!("{first}-{last}"),
        [] => String::new(),
    });
    runs.collect::<Vec<_>>().join(",")
}

/// Returns a number with commas between its thousands.
pub(super) fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let groups = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy);
    groups.collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_of_numbers_are_written_as_such() {
        assert_eq!(array(&[3, 7, 8, 9]), "3,7-9");
        assert_eq!(array(&[1, 2]), "1-2");
        assert_eq!(array(&[]), "");
    }

    #[test]
    fn thousands_are_set_apart() {
        assert_eq!([0, 999, 1000, 1_234_567].map(thousands), ["0", "999", "1,000", "1,234,567"]);
    }
}
