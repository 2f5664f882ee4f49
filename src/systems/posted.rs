//! What an author of a game writes so that its cards can be posted: the text of each, in the form that its players know.

use super::Game;
use crate::source::Address;

/// The cards of a game as texts to post.
pub trait Posted: Game {
    /// Returns the cards of a battle, or of a part, in the order of printing.
    fn posts(battle: &Self::Battle) -> Vec<Post>;
}

/// A card as a text to post.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Post {
    /// What it is chosen by.
    pub number: String,
    /// Its name.
    pub name: String,
    /// The text, without a line break at its end.
    pub text: String,
    /// Where the card is written.
    pub at: Address,
}
