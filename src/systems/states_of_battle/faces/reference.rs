//! The round summary card: a round on its first side, counters and states on its second, restated from the clauses.

use std::sync::Arc;

use crate::print::template::{Block, FaceOffer};
use crate::systems::printed::{Piece, reference_line, reference_step};
use crate::systems::states_of_battle::resolve::StatesBattle;

/// The names that templates of the face may use.
pub(super) const FACE: FaceOffer = FaceOffer {
    name: "reference",
    texts: &["title"],
    flows: &["lines"],
    styles: &["step", "words", "line"],
    ..FaceOffer::NOTHING
};

/// Returns the two sides of the round summary card. What no battle needs is left out.
pub(super) fn pieces(battles: &[Arc<StatesBattle>]) -> Vec<Piece<'static>> {
    let any = |is: fn(&StatesBattle) -> bool| battles.iter().any(|battle| battle.scenario().is_none() || is(battle));
    let starter = any(|battle| battle.sides.iter().any(|side| !side.starter.is_empty()));
    let sides = [("reference", "A round", round(starter)), ("states", "Morale", morale())];
    sides.into_iter().map(|(number, title, lines)| Piece::reference(number, title, &FACE, lines)).collect()
}

/// Returns what is done in a round (SB-5), and when units shoot (SB-6.4, SB-6.6).
fn round(starter: bool) -> Vec<Block> {
    let mut turns =
        "The winner says who goes first. A player plays all his Event cards, then his Orders cards one after the \
                     other, or trashes them; a Lull does nothing. Then the other player does the same."
            .to_owned();
    if starter {
        turns += " A Stratagem’s throw comes first in a turn.";
    }
    vec![
        reference_step(
            "1 Throw",
            "Both throw the Generalship die. Equal: shuffle all decks anew, and the round ends. A difference above five: \
             the winner may take an Orders card of choice as one of those drawn.",
        ),
        reference_step("2 Draw", "As many Orders and as many Event cards as the difference, three at most."),
        reference_step("3 Turns", &turns),
        reference_step(
            "Shoot",
            "Before any card and at a turn’s end; then the unit is spent until it is reloaded. Twice in a turn only to \
             stand and shoot, which then hits on a 6.",
        ),
    ]
}

/// Returns how counters are lost and gained (SB-1.4, SB-1.5, SB-2, SB-3.5).
fn morale() -> Vec<Block> {
    vec![
        reference_line("−1", "A unit loses a round of combat, or breaks. One that does both costs 1."),
        reference_line("−MCV", "A unit is destroyed or leaves the field."),
        reference_line("−2", "A Heroic Challenge is lost, besides the character’s own."),
        reference_line("+", "The first to win an achievement gains what it is worth. Each is won once in the battle."),
        reference_line(
            "State",
            "Take counters from Emboldened first, and empty each state before the next. The army is in the first that holds any.",
        ),
        reference_line(
            "Gains",
            "Refill the states the other way round, up to the number at the start; what is more goes to Emboldened.",
        ),
        reference_line("Army Morale", "1, 2 or 3 less in Shaken, Bloodied, Desperate."),
        reference_line(
            "End",
            "Without counters the battle is lost at once. Losses come before gains; both without: a draw. After the last round more counters win.",
        ),
    ]
}
