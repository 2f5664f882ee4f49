//! Numbers, lists and sentences in English.

/// The numbers that are written out.
const NUMBERS: [&str; 13] =
    ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/// Returns a number in words up to twelve, then in digits.
pub(super) fn number(n: u32) -> String {
    NUMBERS.get(n as usize).map_or_else(|| n.to_string(), |word| (*word).to_owned())
}

/// Returns `one counter`, `two counters`.
pub fn counted(n: u32, what: &str) -> String {
    format!("{} {what}{}", number(n), if n == 1 { "" } else { "s" })
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

/// Returns each clause as a sentence.
pub(super) fn sentences(clauses: &[String]) -> String {
    clauses.iter().map(|clause| capital(clause) + ".").collect::<Vec<_>>().join(" ")
}

/// Returns what is done one after the other, each in its clauses, as a part of a sentence: `draw one card; then lose two`.
pub(super) fn chain(deeds: &[Vec<String>]) -> String {
    deeds.iter().map(|clauses| clauses.join("; ")).collect::<Vec<_>>().join("; then ")
}
