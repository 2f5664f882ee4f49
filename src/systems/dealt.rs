//! The interface of a game whose battles are dealt: scenarios made from decks of cards by chance.

use super::Game;
use crate::source::FileId;

/// Battles of a game that are dealt from its documents.
pub trait Dealt: Game {
    /// The name of its way of dealing, as the option of `muster new` has it.
    const DECKS: &'static str;

    /// Deals a battle from a resolved document and writes it as a scenario, whose name is `name`. The same seed gives the same
    /// text. `path_of` returns the path of a file as the scenario names it. The error says why nothing can be dealt, to
    /// follow on the name of the document's file.
    fn deal(battle: &Self::Battle, name: &str, seed: u64, path_of: &dyn Fn(FileId) -> String)
    -> Result<String, String>;
}
