//! Names that the documents of a battle give, where they are used, and values that may be tuned: what a game declares of
//! its documents, so that an editor can complete and rename, and numbers can be tried out.

use std::fmt::Display;
use std::ops::RangeInclusive;

use muster_core::diag::Edit;
use muster_core::source::{Address, Pointer};

use crate::notated::NumberRange;

/// The names of a battle's documents and their uses.
#[derive(Debug, Clone, Default)]
pub struct NameTable {
    /// The things that have a name.
    pub names: Vec<NamedThing>,
    /// The places where a name or number is written to mean one of them.
    pub uses: Vec<NameUse>,
    /// The places that list numbers one by one or as ranges, such as the cards of a side.
    pub ranges: Vec<(Address, NumberRange)>,
    /// Sets of what can be meant somewhere, such as the cards of a side, by their places in `names`.
    pub sets: Vec<Vec<usize>>,
    /// Things that can be made so that an unknown name becomes a known one.
    pub missing: Vec<MissingThing>,
    /// The words that records of the battle say.
    pub spoken: Vec<SpokenWords>,
}

/// Words that records of a battle say in some places.
#[derive(Debug, Clone)]
pub struct SpokenWords {
    /// The ends of the places, items left out: `card`, or `result/by`.
    pub places: &'static [&'static str],
    /// True if the words are the keys of a mapping there.
    pub are_keys: bool,
    /// The words, each with what it means.
    pub words: Vec<(String, String)>,
}

impl SpokenWords {
    /// Returns words with the same meaning each.
    pub fn new(
        places: &'static [&'static str],
        are_keys: bool,
        meaning: &str,
        words: impl IntoIterator<Item = impl Into<String>>,
    ) -> SpokenWords {
        let words = words.into_iter().map(|word| (word.into(), meaning.to_owned())).collect();
        SpokenWords { places, are_keys, words }
    }
}

/// Something that is named, is not there, and can be made.
#[derive(Debug, Clone)]
pub struct MissingThing {
    /// The place that names it.
    pub at: Address,
    /// Its kind: `side`.
    pub kind: &'static str,
    /// Its name; several, where a range of cards is missing.
    pub names: Vec<String>,
    /// The edits that make it, with values to go on from.
    pub edits: Vec<Edit>,
}

/// Entries for numbers that are listed in one place and that nobody has written are made together, so many at most.
const MADE: usize = 100;

/// Returns what can be made where numbers are listed that nobody has written: in each place, all of them. The numbers of a place
/// stand one after the other.
pub fn missing_entries<N: Copy + Display>(
    missing: &[(N, Pointer)],
    kind: &'static str,
    at: impl Fn(&Pointer) -> Address,
    entry: impl Fn(N) -> Option<Edit>,
) -> Vec<MissingThing> {
    let places = missing.chunk_by(|(_, one), (_, other)| one == other);
    let made = places.filter_map(|place| {
        let place = &place[..place.len().min(MADE)];
        let names = place.iter().map(|(number, _)| number.to_string()).collect();
        let edits = place.iter().map(|(number, _)| entry(*number)).collect::<Option<_>>()?;
        Some(MissingThing { at: at(&place[0].1), kind, names, edits })
    });
    made.collect()
}

/// Returns the edit that lists one more number: in place of the one range that is written, with the range that holds it too
/// where there is one, or at the end of a list of ranges.
pub fn listing<R: Display, N: Display>(at: Address, one: Option<(&R, Option<R>)>, number: N) -> Edit {
    match one {
        Some((_, Some(longer))) => Edit::replace(at, longer.to_string()),
        Some((range, None)) => Edit::replace(at, format!("[{range}, {number}]")),
        None => Edit::append(at, number.to_string()),
    }
}

/// Returns ranges of numbers, each with its place, as [`NameTable::ranges`] has them: those whose ends have the same letters.
pub fn listed_ranges<R: Display>(written: impl IntoIterator<Item = (R, Address)>) -> Vec<(Address, NumberRange)> {
    let listed = |(range, at): (R, Address)| Some((at, NumberRange::parse(&range.to_string())?));
    written.into_iter().filter_map(listed).collect()
}

/// Something that has a name.
#[derive(Debug, Clone)]
pub struct NamedThing {
    /// Its kind: `side`.
    pub kind: &'static str,
    /// Its name.
    pub name: String,
    /// The place of the name.
    pub at: Address,
    /// Its number, by which it can be meant too, and the place of that.
    pub number: Option<(String, Address)>,
    /// The thing that tells it from others of its name, as an index into [`NameTable::names`]: the headquarters of a block.
    pub owner: Option<usize>,
}

impl NamedThing {
    /// Returns something that has a name, no number and no owner.
    pub fn new(kind: &'static str, name: impl Into<String>, at: Address) -> NamedThing {
        NamedThing { kind, name: name.into(), at, number: None, owner: None }
    }

    /// Returns it with a number and the place of that.
    #[must_use]
    pub fn with_number(self, number: impl Display, at: Address) -> NamedThing {
        NamedThing { number: Some((number.to_string(), at)), ..self }
    }

    /// Returns it with its owner.
    #[must_use]
    pub fn owned_by(self, owner: usize) -> NamedThing {
        NamedThing { owner: Some(owner), ..self }
    }

    /// Returns true for its name and its number.
    pub fn is_called(&self, word: &str) -> bool {
        self.name == word || self.number.as_ref().is_some_and(|(number, _)| number == word)
    }
}

/// A name or number that means something.
#[derive(Debug, Clone)]
pub struct NameUse {
    /// As it is written.
    pub text: String,
    /// Its place.
    pub at: Address,
    /// The thing it means, as an index into [`NameTable::names`]; `None` if it means nothing.
    pub means: Option<usize>,
    /// The things that can be meant here, as an index into [`NameTable::sets`].
    pub set: usize,
}

/// Another way to write what may be tuned and is no whole number, such as a dice area, or several values that change
/// together, such as who goes first.
#[derive(Debug, Clone)]
pub struct Alternative {
    /// The value, with the name of what it belongs to: "dice of `Old Guard`".
    pub what: String,
    /// The place it is named by. Of alternatives in one place only one can be chosen.
    pub at: Address,
    /// The present value, in words.
    pub from: String,
    /// The new value, in words.
    pub to: String,
    /// The size of the change beside that of a strength by one, at least 1.
    pub size: u32,
    /// The edits that make the change. A member that is inserted may be there already, with another value.
    pub edits: Vec<Edit>,
}

impl Alternative {
    /// Returns the one in which an item of a list is left out.
    pub fn left_out(what: String, item: Address) -> Alternative {
        let edits = vec![Edit::remove(item.clone())];
        Alternative { what, at: item, from: "in play".to_owned(), to: "removed".to_owned(), size: 3, edits }
    }
}

/// A whole number in a document that may be tuned.
#[derive(Debug, Clone)]
pub struct Knob {
    /// The number, with the name of what it belongs to: "strength of `Old Guard`".
    pub what: String,
    /// Its place.
    pub at: Address,
    /// The value that is written.
    pub value: i64,
    /// The values that are allowed.
    pub range: RangeInclusive<i64>,
}
