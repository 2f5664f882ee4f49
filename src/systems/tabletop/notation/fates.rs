//! What is wrong with the fates of a turn, in words: of which card, with what chance.

use crate::play::chance::{Chance, DrawLabel, Tape};
use crate::play::replay::PlayMistake;
use crate::play::{Blind, Engine, Next};
use crate::source::Pointer;
use crate::systems::notation::FaultOf;
use crate::systems::tabletop::Tabletop;
use crate::systems::tabletop::engine::{DISENGAGES, HexEngine, card_of};
use crate::systems::tabletop::figures::odds::fraction;
use crate::systems::tabletop::state::HexState;

/// Returns the place of a mistake in the fates of a turn, and what it is; `None` for every other mistake.
pub(super) fn wrong(engine: &HexEngine, fault: &FaultOf<Tabletop>) -> Option<(Pointer, String)> {
    let PlayMistake::Draws { label, drawn, written, .. } = &fault.wrong else { return None };
    let name = engine.name(card_of(*label));
    let text = match (drawn, written) {
        (0, _) => format!(
            "nothing is rolled for `{name}`, but a fate is written; certain results are not rolled, such as equal might, or a strike as strong as its target"
        ),
        (_, 0) if label.kind == DISENGAGES => {
            format!("missing fate of `{name}`: it disengages with 1/2, or is held")
        }
        (_, 0) => match chance_of(engine, &fault.state, *label) {
            Some(chance) => format!("missing fate of `{name}`: it is destroyed with {chance}, or survives"),
            None => format!("missing fate of `{name}`: a strike destroys it, or it survives"),
        },
        _ => return None,
    };
    Some((fault.tag.clone(), text))
}

/// Returns the chance of a draw that nobody decides, as a fraction; `None` where it follows an order.
fn chance_of(engine: &HexEngine, state: &HexState, label: DrawLabel) -> Option<String> {
    if engine.next(state) != Next::Auto {
        return None;
    }
    let (mut after, mut drawn, mut asked) = (*state, Vec::new(), Vec::new());
    let mut lowest = Tape::or_lowest(Vec::new());
    let mut chance = Chance::from_tape(&mut lowest).record_in(&mut drawn).ask_in(&mut asked);
    engine.advance(&mut after, &mut chance, &mut Blind);
    let place = drawn.iter().position(|draw| draw.label == label)?;
    asked.get(place).map(|chance| fraction(*chance))
}
