//! Numbers, lists and sentences in English, as games put their documents into words.

use std::fmt::Display;

/// The numbers that are written out.
const NUMBERS: [&str; 13] =
    ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/// Returns a number in words up to twelve, then in digits.
pub fn number(n: u32) -> String {
    NUMBERS.get(n as usize).map_or_else(|| digits(n), |word| (*word).to_owned())
}

/// Returns a number in digits, with a comma at thousands: `12,000`.
pub fn digits(n: u32) -> String {
    let plain = n.to_string();
    let groups = plain.as_bytes().rchunks(3).rev();
    groups.map(|group| String::from_utf8_lossy(group).into_owned()).collect::<Vec<_>>().join(",")
}

/// Returns `one hex`, `two hexes`.
pub fn count_in_words(n: u32, one: &str, several: &str) -> String {
    format!("{} {}", number(n), if n == 1 { one } else { several })
}

/// Returns `1 hex`, `2 hexes`.
pub fn count_in_digits(n: usize, one: &str, several: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { several })
}

/// Returns a number of things whose plural is regular: `1 turn`, `2 turns`. `n` is any type of whole numbers.
pub fn count_of<N: Copy + Display + PartialEq + From<bool>>(n: N, noun: &str) -> String {
    format!("{n} {noun}{}", if n == N::from(true) { "" } else { "s" })
}

/// Returns `A`, `A or B`, `A, B or C`, with the word before the last.
pub fn list(items: &[impl AsRef<str>], last: &str) -> String {
    let items: Vec<&str> = items.iter().map(AsRef::as_ref).collect();
    match items.as_slice() {
        [before @ .., end] if !before.is_empty() => format!("{} {last} {end}", before.join(", ")),
        _ => items.concat(),
    }
}

/// Returns names in backticks, with a word before the last: "`a`, `b` and `c`".
pub fn quote_names<'n>(names: impl IntoIterator<Item = &'n str>, last: &str) -> String {
    let quoted: Vec<String> = names.into_iter().map(|name| format!("`{name}`")).collect();
    list(&quoted, last)
}
