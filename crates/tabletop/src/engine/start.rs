//! The start of a battle: the set-up on the map.

use super::settle::note_seen;
use super::{HexEngine, HexRules, HexState};
use crate::rules::{MAX_CARDS, SetupRow};
use crate::state::{CardState, HeldChange, HexPhase, MAX_HELD, MAX_ROAD_CHANGES, Places, RoadChange};

/// Returns the state before anything happens.
pub(super) fn start(rules: &HexRules) -> HexState {
    let mut state = HexState {
        all: [CardState::default(); MAX_CARDS],
        len: 0,
        resources: [0; 4],
        copies: [0; MAX_CARDS],
        turn: 1,
        clock: 1,
        phase: HexPhase::TurnStart,
        next_unit: 1,
        seen: 0,
        roads: [RoadChange::default(); 2 * MAX_ROAD_CHANGES],
        road_changes: 0,
        held: [HeldChange::default(); MAX_HELD],
        held_changes: 0,
        places: Places::default(),
    };
    for (faction, row) in rules.factions.iter().enumerate() {
        state.resources[faction] = row.resources;
    }
    // By formation of the set-up: the number of its unit.
    let mut units = [0; MAX_CARDS + 1];
    for SetupRow { faction, card: row, hex, formation, army, experience, morale } in &rules.setup {
        let unit = &mut units[usize::from(*formation)];
        if *formation == 0 || *unit == 0 {
            *unit = state.next_unit;
            state.next_unit += 1;
        }
        let copies = &mut state.copies[usize::from(*row)];
        *copies += 1;
        state.all[usize::from(state.len)] = CardState {
            row: *row,
            copy: *copies,
            faction: *faction,
            army: *army,
            hex: *hex,
            unit: *unit,
            experience: *experience,
            morale: *morale,
            ..CardState::default()
        };
        state.len += 1;
    }
    state.note_units();
    let engine = HexEngine { rules: rules.clone(), start: state };
    engine.refresh(&mut state);
    note_seen(rules, &mut state);
    state
}
