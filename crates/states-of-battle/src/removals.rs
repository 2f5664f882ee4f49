//! The lines of a battle that can be taken out, to see what they are worth: units, and the cards of a written Orders deck.

use muster_core::source::Address;
use muster_systems::removal::WeighedLine;

use super::resolve::StatesBattle;

/// Returns the lines, side by side.
pub(super) fn lines(battle: &StatesBattle) -> Vec<WeighedLine> {
    let mut lines = Vec::new();
    for (side, army) in battle.sides.iter().enumerate() {
        // A unit of both sides, from a file that both name, is nobody's to lose.
        let is_shared = |unit: &&usize| battle.sides.iter().filter(|other| other.units.contains(unit)).count() > 1;
        for unit in army.units.iter().filter(|unit| !is_shared(unit)) {
            let (card, name) = (battle.units[*unit].id.to_string(), battle.units[*unit].name.clone());
            lines.push(WeighedLine { card, name, side, ..WeighedLine::new(battle.unit_address(*unit, ""), "unit") });
        }
        let orders = battle.written_sides().get(side).and_then(|side| side.orders.as_ref());
        for name in orders.into_iter().flat_map(|orders| orders.keys()) {
            let at = battle.side_address(side, "/orders");
            let at = Address::value(at.file, at.pointer.key(name));
            lines.push(WeighedLine { name: name.clone(), side, unused: Some(None), ..WeighedLine::new(at, "card") });
        }
    }
    lines
}
