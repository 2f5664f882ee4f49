//! Places of a battle whose values may change, as an author names them: by a JSON Pointer, or by a card's name or number.

use std::fmt;

use muster_core::diag::or_nearest;
use muster_core::source::{Address, FileId, Pointer};

use crate::review::{Review, Unit};

/// A place of a battle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedSpot {
    /// The file; `None` for the scenario's own.
    pub file: Option<FileId>,
    /// The place in it.
    pub pointer: Pointer,
}

impl From<Pointer> for NamedSpot {
    fn from(pointer: Pointer) -> NamedSpot {
        NamedSpot { file: None, pointer }
    }
}

impl NamedSpot {
    /// Returns its address in the battle of a scenario.
    pub fn address(&self, unit: &Unit) -> Address {
        Address::value(self.file.unwrap_or(unit.file), self.pointer.clone())
    }
}

/// A place as it is written on a command line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NamedPlace {
    /// A JSON Pointer into the scenario's file.
    Pointer(Pointer),
    /// The item that a name or number means, and the keys below it; items of lists count from 1.
    Named {
        /// The name or number, of a card or of anything else that has one.
        name: String,
        /// The keys.
        keys: Vec<String>,
    },
}

impl fmt::Display for NamedPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NamedPlace::Pointer(pointer) => write!(f, "{pointer}"),
            NamedPlace::Named { name, keys } => {
                write!(f, "\"{name}\"")?;
                keys.iter().try_for_each(|key| write!(f, ".{key}"))
            }
        }
    }
}

impl NamedPlace {
    /// Reads a place: `/scenario/turns`, `601A/strength`, `"Bern Pikes".strength`, `Bern Pikes.actions.1.hits`.
    ///
    /// # Errors
    /// Says what a place is.
    pub fn parse(text: &str) -> Result<NamedPlace, String> {
        if text.starts_with('/') {
            return Ok(NamedPlace::Pointer(Pointer::parse(text)));
        }
        let (name, rest) = match text.strip_prefix('"') {
            Some(quoted) => {
                quoted.split_once('"').ok_or_else(|| format!("the name in `{text}` has no closing quote"))?
            }
            None => text.split_at(text.find('/').or_else(|| text.find('.')).unwrap_or(text.len())),
        };
        let keys: Vec<String> = rest.split(['.', '/']).skip(1).map(str::to_owned).collect();
        let is_sound = !name.is_empty() && rest.is_empty() == keys.is_empty() && !keys.iter().any(String::is_empty);
        match is_sound && (rest.is_empty() || rest.starts_with(['.', '/'])) {
            true => Ok(NamedPlace::Named { name: name.to_owned(), keys }),
            false => Err(format!(
                "`{text}` is not a place: expected a name and keys, as in `\"Old Guard\".strength` or `7A/strength`, or a JSON Pointer, which begins with `/`"
            )),
        }
    }

    /// Returns the place in the battle of a scenario.
    ///
    /// # Errors
    /// Says what there is not.
    pub fn spot(&self, review: &Review, unit: &Unit) -> Result<NamedSpot, String> {
        let (name, keys) = match self {
            NamedPlace::Pointer(pointer) => return Ok(pointer.clone().into()),
            NamedPlace::Named { name, keys } => (name, keys),
        };
        let Some(battle) = &unit.battle else { return Err("there is no battle".to_owned()) };
        let names = unit.system.names(battle).names;
        let meant: Vec<&Address> = names.iter().filter(|thing| thing.is_called(name)).map(|thing| &thing.at).collect();
        if meant.is_empty() {
            let near = or_nearest(name, names.iter().map(|thing| thing.name.as_str()));
            return Err(format!("nothing in this battle is named `{name}`{near}"));
        }
        // The name is a member of what it names.
        let place = |at: &&Address| {
            let below = |place: Pointer, key: &String| match key.parse::<usize>() {
                Ok(number) => place.index(number.saturating_sub(1)),
                Err(_) => place.key(key),
            };
            let pointer = keys.iter().fold(at.pointer.parent()?, below);
            let spot = NamedSpot { file: (at.file != unit.file).then_some(at.file), pointer };
            review.sources.get(at.file).tree()?.get(&spot.pointer)?;
            Some(spot)
        };
        let mut places: Vec<NamedSpot> = meant.iter().filter_map(place).collect();
        places.dedup();
        match (places.pop(), places.is_empty()) {
            (Some(only), true) => Ok(only),
            (Some(_), false) => Err(format!("several things are named `{name}`: use a JSON Pointer")),
            (None, _) => Err(format!("`{name}` has nothing at `{}`", keys.join("."))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_a_pointer_or_a_name_with_keys() {
        let named = |text: &str| match NamedPlace::parse(text) {
            Ok(NamedPlace::Named { name, keys }) => (name, keys.join(" ")),
            other => panic!("{text}: {other:?}"),
        };
        let is = |name: &str, keys: &str| (name.to_owned(), keys.to_owned());
        assert_eq!(named("\"Bern Pikes\".strength"), is("Bern Pikes", "strength"));
        assert_eq!(named("Bern Pikes.strength"), is("Bern Pikes", "strength"));
        assert_eq!(named("601A/actions/1/hits"), is("601A", "actions 1 hits"));
        assert_eq!(named("\"St. Gall\".might"), is("St. Gall", "might"));
        assert_eq!(named("7A"), is("7A", ""));
        assert_eq!(NamedPlace::parse("/a/0"), Ok(NamedPlace::Pointer(Pointer::parse("/a/0"))));
        for wrong in ["", ".strength", "\"Bern", "\"Bern\"strength", "7A/", "7A..x", "\"\".x"] {
            assert!(NamedPlace::parse(wrong).is_err(), "{wrong}");
        }
    }
}
