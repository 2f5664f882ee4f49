//! Messages about mistakes in the fates of a turn, with the card and the chance.

use muster_core::play::chance::{Chance, DrawLabel, Tape};
use muster_core::play::replay::PlayMistake;
use muster_core::play::step;
use muster_core::source::Pointer;
use muster_systems::notation::FaultOf;

use crate::Tabletop;
use crate::engine::{DISENGAGES, HexEngine, HexOrder, card_of};
use crate::figures::odds::fraction;
use crate::state::HexState;

/// Returns the place of a mistake in the fates of a turn, and what it is; `None` for every other mistake.
pub(super) fn wrong(engine: &HexEngine, fault: &FaultOf<Tabletop>) -> Option<(Pointer, String)> {
    let PlayMistake::Draws { label, drawn, written, of, .. } = &fault.wrong else { return None };
    let name = engine.name(card_of(*label));
    let text = match (drawn, written) {
        (0, _) => format!(
            "nothing is rolled for `{name}`, but a fate is written; certain results are not rolled, such as equal might, or a strike as strong as its target"
        ),
        (_, 0) => {
            let chance = chance_of(engine, &fault.state, of.as_ref(), *label)?;
            match of {
                _ if label.kind == DISENGAGES => {
                    format!("missing fate of `{name}`: it disengages with {chance}, or is held")
                }
                Some(HexOrder::Strike { card, ability, .. } | HexOrder::StrikeAt { card, ability, .. }) => {
                    let ability = &engine.rules.cards[usize::from(card.row)].abilities[usize::from(*ability)].name;
                    let striker = engine.name(*card);
                    format!(
                        "missing fate of `{name}`: `{ability}` of `{striker}` destroys it with {chance}, or it survives"
                    )
                }
                _ => {
                    let hex = fault.state.find(card_of(*label)).map(|card| fault.state.cards()[card].hex);
                    let at = hex.map_or_else(String::new, |hex| format!(" at {}", engine.rules.digits(hex)));
                    format!("missing fate of `{name}`: the combat{at} destroys it with {chance}, or it survives")
                }
            }
        }
        _ => return None,
    };
    Some((fault.tag.clone(), text))
}

/// Returns the chance of a draw that follows an order, or that nobody decides, as a fraction.
fn chance_of(engine: &HexEngine, state: &HexState, of: Option<&HexOrder>, label: DrawLabel) -> Option<String> {
    let (mut after, mut drawn, mut asked) = (*state, Vec::new(), Vec::new());
    let mut lowest = Tape::or_lowest(Vec::new());
    let mut chance = Chance::from_tape(&mut lowest).record_in(&mut drawn).ask_in(&mut asked);
    step(engine, &mut after, of, &mut chance);
    let place = drawn.iter().position(|draw| draw.label == label)?;
    asked.get(place).map(|chance| fraction(*chance))
}
