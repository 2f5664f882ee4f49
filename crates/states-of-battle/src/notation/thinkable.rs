//! Choices that a player might think of and that are not legal.

use muster_core::play::Engine;

use crate::engine::{PlayerChoice, Refused, StatesEngine};
use crate::field::{UnitNumbers, one};
use crate::model::DeckKind;
use crate::state::{FieldState, Task};

/// Returns the cards in hand that cannot be played or let go now, the units that cannot move, the enemies that cannot be charged,
/// and the units that cannot shoot. What lies under the enemy's trays is nobody's thought.
pub(super) fn thinkable(engine: &StatesEngine, state: &FieldState) -> Vec<PlayerChoice> {
    let held = |side: u8, deck: DeckKind| {
        let counts = *state.cards[usize::from(side)].held_cards(deck);
        (0..).zip(counts).filter(|(_, n)| *n > 0).map(|(kind, _)| kind)
    };
    let seen = state.sets.field & !state.sets.hidden;
    let enemies = |side: u8| UnitNumbers(engine.rules.army(side ^ 1) & seen);
    let choices: Vec<PlayerChoice> = match state.stack.top() {
        Task::PlayEvent { side } => held(side, DeckKind::Orders).map(|kind| PlayerChoice::Play(kind, kind)).collect(),
        Task::PlayOrder { side } => held(side, DeckKind::Orders).map(PlayerChoice::Discard).collect(),
        Task::ChooseUnit { side, .. } => {
            UnitNumbers(engine.rules.army(side) & !state.sets.out).map(PlayerChoice::Unit).collect()
        }
        Task::Go { unit, .. } => enemies(engine.rules.unit(unit).side).map(PlayerChoice::Charge).collect(),
        Task::Window { stage, .. } => {
            let side = state.active ^ stage;
            let armed = (engine.rules.sets.missiles | engine.rules.sets.machines) & engine.rules.army(side);
            let nearest = |unit: u8| {
                let is_legal = |target: u8| engine.illegal(state, &PlayerChoice::Shoot(unit, target)).is_none();
                // One enemy that it can shoot at is enough.
                let is_free = enemies(side).any(is_legal);
                let near = || enemies(side).min_by_key(|enemy| state.spot(unit).distance_squared(state.spot(*enemy)));
                if is_free { None } else { near().map(|enemy| PlayerChoice::Shoot(unit, enemy)) }
            };
            UnitNumbers(armed & state.sets.field).filter_map(nearest).collect()
        }
        _ => Vec::new(),
    };
    let is_told = |choice: &PlayerChoice| match engine.illegal(state, choice) {
        None | Some(Refused::NotOffered) => false,
        // Who stands there under a tray is not told.
        Some(Refused::InTheWay(other) | Refused::TooNear(other)) => state.sets.hidden & one(other) == 0,
        Some(_) => true,
    };
    choices.into_iter().filter(is_told).collect()
}
