//! What an author of a game writes so that its pieces are printed.

use std::sync::Arc;

use super::Game;
use crate::diag::{Code, Diagnostic};
use crate::print::template::{Faces, Offer};
use crate::print::{Accessories, Card, Misfit};
use crate::source::Address;

/// The pieces of a game as they look.
pub trait Printed: Game {
    /// What templates of its faces may name.
    const OFFER: &'static Offer;
    /// The looks carried in the program, each a name and its templates; what one lacks stands in the last.
    const TEMPLATES: &'static [(&'static str, &'static [&'static str])];
    /// Codes of what is found when its pieces are drawn, besides those of every game.
    const FACE_CODES: &'static [Code] = &[];

    /// Draws the cards of a battle or a part on `faces`. Returns them with what does not fit on them.
    fn faces(battle: &Self::Battle, faces: &Faces, with: Accessories) -> (Vec<Drawn>, Vec<Diagnostic>);

    /// Returns what does not fit on the cards, drawn on `faces` as the carried templates give them.
    fn misfits<'f>(battle: &Self::Battle, faces: &dyn Fn() -> &'f Faces) -> Vec<Diagnostic> {
        Self::faces(battle, faces(), Accessories::ALL).1
    }

    /// Draws what is printed once for all battles together. Returns it with what does not fit on it: its words are the
    /// game's, so that is a fault of `faces`.
    fn shared(_battles: &[Arc<Self::Battle>], _faces: &Faces, _with: Accessories) -> (Vec<Card>, Vec<Misfit>) {
        (Vec::new(), Vec::new())
    }
}

/// A card, and where what it shows is written.
#[derive(Debug, Clone)]
pub struct Drawn {
    /// The card.
    pub card: Card,
    /// Where it is written.
    pub at: Address,
}
