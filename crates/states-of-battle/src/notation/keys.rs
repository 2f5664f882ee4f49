//! The keys of what is done in a round, in the order in which they are read.

/// The keys of an entry. What comes later here happened later; what does not begins another entry.
pub(super) const KEYS: [&str; 40] = [
    "leave_out",
    "conceal",
    "deploys",
    "place",
    "nudge",
    "swap",
    "mark",
    "stratagem",
    "card",
    "as",
    "discard",
    "at_end",
    "starter",
    "accept",
    "risk",
    "inspire",
    "by",
    "stop",
    "reroll",
    "aim",
    "unit",
    "free",
    "to",
    "charge",
    "react",
    "shoot",
    "target",
    "challenge",
    "against",
    "cast",
    "bolt",
    "ward",
    "rally",
    "pursue",
    "lose",
    "lots",
    "gd",
    "dice",
    "drawn",
    "happened",
];

/// Returns the place of a key in that order.
pub(super) fn place(key: &str) -> usize {
    let place = KEYS.iter().position(|known| *known == key);
    place.unwrap_or_else(|| panic!("internal error: no entry has the key `{key}`"))
}

#[cfg(test)]
mod tests {
    use schemars::schema_for;

    use super::*;
    use crate::play::PlayedEntry;

    #[test]
    fn the_keys_are_those_of_an_entry_in_their_order() {
        let schema = schema_for!(PlayedEntry);
        let properties = schema.get("properties").and_then(|properties| properties.as_object()).expect("an object");
        assert_eq!(properties.keys().map(String::as_str).collect::<Vec<_>>(), KEYS);
    }
}
