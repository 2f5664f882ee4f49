//! The interface of a game whose cards and battles can be posted: the text of each, in the form that its players know.

use muster_core::play::replay::Turn;
use muster_core::source::Address;

use super::Game;
use super::catalogue::Catalogue;
use super::notation::{MoveOf, Notation, StateOf};
use super::played::{Compiled, CompiledBattle, Replayed};
use super::system::downcast;

/// The cards of a game as texts to post.
pub trait Posted: Game {
    /// Returns the cards of a battle, or of a part, in the order of printing and in the words of a language.
    fn posts(battle: &Self::Battle, words: &Catalogue) -> Vec<Post>;
}

/// A card as a text to post.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Post {
    /// The number it is chosen by.
    pub number: String,
    /// Its name.
    pub name: String,
    /// The text, without a line break at its end.
    pub text: String,
    /// The place where the card is written.
    pub at: Address,
}

/// The turns of a game's recorded battles as texts to post.
pub trait Reported: Notation {
    /// Returns a turn as a text, without a line break at its end: what was done and what came of it. `before` is the state
    /// in which it began, `turn` everything that was chosen and drawn.
    fn report(
        battle: &Self::Battle,
        engine: &Self::Engine,
        before: &StateOf<Self>,
        turn: &Turn<MoveOf<Self>, ()>,
    ) -> String;
}

/// Returns the turns of a replayed battle as texts, those that were played whole.
pub(super) fn reports<G: Reported>(battle: &dyn Compiled, replayed: &Replayed) -> Vec<String> {
    let CompiledBattle { battle, engine, .. } = CompiledBattle::<G>::downcast(battle);
    let positions = downcast::<Vec<StateOf<G>>>(&replayed.positions);
    let turns = downcast::<Vec<Turn<MoveOf<G>, ()>>>(&replayed.played);
    positions.iter().zip(turns.iter()).map(|(before, turn)| G::report(battle, engine, before, turn)).collect()
}
