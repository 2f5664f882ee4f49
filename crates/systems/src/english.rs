//! Numbers, lists and sentences in English, as games put their documents into words.

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
pub fn counted(n: u32, one: &str, several: &str) -> String {
    format!("{} {}", number(n), if n == 1 { one } else { several })
}

/// Returns `A`, `A or B`, `A, B or C`, with the word before the last.
pub fn list(items: &[impl AsRef<str>], last: &str) -> String {
    let items: Vec<&str> = items.iter().map(AsRef::as_ref).collect();
    match items.as_slice() {
        [before @ .., end] if !before.is_empty() => format!("{} {last} {end}", before.join(", ")),
        _ => items.concat(),
    }
}

/// Returns a clause with a capital.
pub fn capital(clause: &str) -> String {
    let mut letters = clause.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
