//! The interface of a game whose battles are dealt: scenarios made from decks of cards by chance.

use muster_core::source::FileId;

use super::Game;

/// Battles of a game that are dealt from its documents.
pub trait Dealt: Game {
    /// The name of its way of dealing, as the option of `muster new` has it.
    const DECKS: &'static str;

    /// Deals a battle from a resolved document and writes it as a scenario. The same order gives the same text. `path_of` returns
    /// the path of a file as the scenario names it.
    ///
    /// # Errors
    ///
    /// Says why nothing can be dealt.
    fn deal(battle: &Self::Battle, order: &DealOrder<'_>, path_of: &dyn Fn(FileId) -> String)
    -> Result<String, String>;

    /// Returns what a side sees of a deal before it makes its choices, in lines: nothing of the other side that is hidden.
    ///
    /// # Errors
    ///
    /// As [`Dealt::deal`].
    fn hand(battle: &Self::Battle, seed: u64, side: &str) -> Result<String, String>;
}

/// An order to deal a battle.
#[derive(Debug, Clone, Copy)]
pub struct DealOrder<'a> {
    /// The battle's name.
    pub name: &'a str,
    /// The seed of everything that is drawn.
    pub seed: u64,
    /// The letters that sides choose for their stacks, by the name of the side. Chance decides the rest.
    pub letters: &'a [(String, String)],
    /// The places that sides choose for their bases, by the name of the side. Chance decides the rest.
    pub places: &'a [(String, String)],
}
