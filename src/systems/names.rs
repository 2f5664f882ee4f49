//! Names that the documents of a battle give, where they are used, and values that may be tuned: what a game declares of
//! its documents, so that an editor can complete and rename, and numbers can be tried out.

use std::ops::RangeInclusive;

use crate::diag::Edit;
use crate::source::Address;

/// The names of a battle's documents and their uses.
#[derive(Debug, Clone, Default)]
pub struct NameTable {
    /// What has a name.
    pub names: Vec<NamedThing>,
    /// Where a name or number is written to mean one of them.
    pub uses: Vec<NameUse>,
    /// Sets of what can be meant somewhere, such as the cards of a side, by their places in `names`.
    pub sets: Vec<Vec<usize>>,
    /// What can be made so that a name means something which means nothing yet.
    pub missing: Vec<MissingThing>,
}

/// Something that is named, is not there, and can be made.
#[derive(Debug, Clone)]
pub struct MissingThing {
    /// The place that names it.
    pub at: Address,
    /// What it is: `side`.
    pub kind: &'static str,
    /// Its name.
    pub name: String,
    /// What makes it, with values to go on from.
    pub edits: Vec<Edit>,
}

/// Something that has a name.
#[derive(Debug, Clone)]
pub struct NamedThing {
    /// What it is: `side`.
    pub kind: &'static str,
    /// Its name.
    pub name: String,
    /// The place of the name.
    pub at: Address,
    /// Its number, by which it can be meant too, and the place of that.
    pub number: Option<(String, Address)>,
}

impl NamedThing {
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
    /// What it means, by its place in [`NameTable::names`]; none where it means nothing.
    pub means: Option<usize>,
    /// What can be meant here, by its place in [`NameTable::sets`].
    pub set: usize,
}

/// Another way to write what may be tuned and is no whole number, such as a dice area, or several values that change
/// together, such as who goes first.
#[derive(Debug, Clone)]
pub struct Alternative {
    /// What it is, with the name of what it belongs to: "dice of `Old Guard`".
    pub what: String,
    /// The place it is named by. Of alternatives in one place only one can be chosen.
    pub at: Address,
    /// What is written, in words.
    pub from: String,
    /// What would be written, in words.
    pub to: String,
    /// How large the change is beside that of a strength by one, at least 1.
    pub size: u32,
    /// What is written anew. A member that is inserted may be there already, with another value.
    pub edits: Vec<Edit>,
}

/// A whole number in a document that may be tuned.
#[derive(Debug, Clone)]
pub struct Knob {
    /// What it is, with the name of what it belongs to: "strength of `Old Guard`".
    pub what: String,
    /// Its place.
    pub at: Address,
    /// The value that is written.
    pub value: i64,
    /// The values that are allowed.
    pub range: RangeInclusive<i64>,
}
