//! Hints for unknown names: the nearest of the names that are legal there, put into a finding of any game.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::Hash;

use muster_core::diag::near::{Meant, closest_match};
use muster_core::diag::{Diagnostic, did_you_mean, nearest};

/// Most legal names that a message lists.
const LISTED: usize = 8;

/// Most different names that are compared with the legal ones: nobody reads more, and comparing takes time.
const COMPARED: usize = 1000;

/// The legal names at a place, and the one that a name there was meant to be.
pub struct Hint<'a> {
    /// The legal names.
    pub legal: Vec<&'a str>,
    /// The name that is not legal.
    found: String,
    near: Option<&'a str>,
    meant: Option<Meant<'a>>,
}

/// The hints for names, by what is legal there (`K`) and the name: each is compared once, however often it is written.
pub struct Hints<'a, K>(HashMap<(K, String), Hint<'a>>);

impl<K> Default for Hints<'_, K> {
    fn default() -> Self {
        Hints(HashMap::new())
    }
}

impl<'a, K: Eq + Hash> Hints<'a, K> {
    /// Returns the hint for a name; `None` if too many others were compared.
    pub fn find(&mut self, key: K, text: &str, legal: impl FnOnce() -> Vec<&'a str>) -> Option<&Hint<'a>> {
        let is_full = self.0.len() >= COMPARED;
        match self.0.entry((key, text.to_owned())) {
            Entry::Occupied(known) => Some(known.into_mut()),
            Entry::Vacant(_) if is_full => None,
            Entry::Vacant(new) => {
                let legal = legal();
                let near = nearest(text, legal.iter().copied());
                Some(new.insert(Hint { found: text.to_owned(), near, meant: closest_match(text, &legal), legal }))
            }
        }
    }
}

/// Returns a finding about a name, with what was meant when that can be told: a legal name, though not put in place of it where
/// it is listed already.
pub fn with_hint(finding: Diagnostic, hint: &Hint<'_>, is_listed: impl Fn(&str) -> bool) -> Diagnostic {
    let at = finding.at.clone();
    match (hint.meant, hint.near) {
        (Some(Meant { text, .. }), _) if is_listed(text) => {
            finding.help(format!("{} It is already listed", did_you_mean(&hint.found, text)))
        }
        (Some(Meant { text, sure }), _) => {
            finding.help(did_you_mean(&hint.found, text)).replace(sure, at, scalar(text))
        }
        (None, Some(near)) => finding.help(did_you_mean(&hint.found, near)),
        (None, None) => finding,
    }
}

/// Lists the legal names as what is expected, the first of them.
pub fn list_expected(legal: &[&str]) -> String {
    match legal {
        [] => "there is nothing to name here".to_owned(),
        [one] => format!("expected `{one}`"),
        _ => format!("expected one of {}", quote_first(legal)),
    }
}

/// Lists the legal names as what a side has, the first of them.
pub fn had(legal: &[&str]) -> String {
    if legal.is_empty() { "it has none to name here".to_owned() } else { format!("it has {}", quote_first(legal)) }
}

fn quote_first(legal: &[&str]) -> String {
    let names = legal.iter().take(LISTED).map(|name| format!("`{name}`")).collect::<Vec<String>>().join(", ");
    match legal.len().saturating_sub(LISTED) {
        0 => names,
        more => format!("{names} and {more} more"),
    }
}

/// Returns a name as a YAML scalar, in block and flow style: plain where that is safe.
pub fn scalar(name: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || " '&.()-".contains(c);
    let word = name.chars().next().is_some_and(char::is_alphabetic) && !name.ends_with(' ') && name.chars().all(plain);
    let typed = ["true", "false", "null", "yes", "no", "on", "off", "y", "n"];
    if word && !typed.contains(&name.to_lowercase().as_str()) || is_plain_number(name) {
        return name.to_owned();
    }
    serde_json::to_string(name).unwrap_or_else(|_| name.to_owned())
}

/// Returns true for the number of a card or a range of such numbers, as `7A-10A`, that no reader of YAML takes for anything else.
fn is_plain_number(text: &str) -> bool {
    // Letters of numbers to another base, and of powers, are none of it.
    let ends = |part: &str| part.ends_with(|c: char| c.is_ascii_uppercase() && !['E', 'O', 'X'].contains(&c));
    let sound = |part: &str| {
        let digits = &part[..part.len().saturating_sub(1)];
        digits.starts_with(|c: char| ('1'..='9').contains(&c)) && digits.bytes().all(|b| b.is_ascii_digit())
    };
    text.split('-').count() <= 2 && text.split('-').all(|part| ends(part) && sound(part))
}

#[cfg(test)]
mod tests {
    use super::scalar;

    #[test]
    fn names_are_quoted_where_yaml_needs_it() {
        assert_eq!(scalar("Imperials & Catholic League"), "Imperials & Catholic League");
        assert_eq!(scalar("Prince Rupert's Horse"), "Prince Rupert's Horse");
        assert_eq!(scalar("No"), "\"No\"");
        assert_eq!(scalar("Foot, left"), "\"Foot, left\"");
        assert_eq!(scalar("14e Ligne"), "\"14e Ligne\"");
        for plain in ["7A", "36B", "7A-10A"] {
            assert_eq!(scalar(plain), plain);
        }
        for other in ["1E", "0304", "07A", "7A-", "7A-8A-9A", "7é", ""] {
            assert!(scalar(other).starts_with('"'), "{other}");
        }
    }
}
