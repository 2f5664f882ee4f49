//! Moves of headquarters (PB-2.2), and leaders who join blocks (PB-8.2).

use super::ways::Leg;
use super::{Judgement, MoveRefused, PubEngine};
use crate::geometry::{LENGTH, MapPoint, touch};
use crate::rules::FieldGround;
use crate::state::{BlockFlags, PubState};

impl PubEngine {
    /// Returns true if the headquarters of a command stands on the map or may enter.
    pub(super) fn hq_may_move(&self, state: &PubState, command: u8) -> bool {
        let at = state.commands[usize::from(command)].at;
        at.is_some() || self.may_enter(state, self.rules.commands[usize::from(command)].entry)
    }

    /// Returns the reason the headquarters of a command cannot go to a place.
    pub(super) fn may_hq_go(&self, state: &PubState, command: u8, to: MapPoint) -> Judgement {
        let Some(from) = state.commands[usize::from(command)].at else {
            return self.may_hq_enter_at(state, command, to);
        };
        self.is_on_field(to)?;
        if from == to {
            return Err(MoveRefused::Nowhere);
        }
        let mounted = i64::from(self.rules.mounted);
        if from.square_to(to) > mounted * mounted {
            let most = u32::from(self.rules.mounted);
            let length = from.length_to(to).div_ceil(LENGTH) as u32;
            return Err(MoveRefused::TooFar { length: length.max(most + 1), most });
        }
        if !self.rules.cube(to).is_on_map(self.rules.size) {
            return Err(MoveRefused::OffMap(to));
        }
        self.passes(from, to)?;
        if self.goes_away(state, command, to) { Err(MoveRefused::Farther) } else { Ok(()) }
    }

    /// Returns the reason a headquarters cannot go straight from place to place: impassable ground.
    fn passes(&self, from: MapPoint, to: MapPoint) -> Judgement {
        for feature in self.rules.features.iter().filter(|feature| !feature.passable) {
            match &feature.ground {
                FieldGround::Line(points, ..) => {
                    let touches =
                        |a: MapPoint, b: MapPoint| points.windows(2).any(|side| touch(a, b, side[0], side[1]));
                    if touches(from, to) && !touches(from, from) {
                        return Err(MoveRefused::Impassable(to));
                    }
                }
                FieldGround::Area(area) => {
                    let leg = Leg::new(from, to);
                    let is_in = |at: MapPoint| area.holds(at, &self.rules.cube(at));
                    // Leaving an area is free, but not ending in it.
                    let stops = |k: i64| is_in(leg.place(k)) && (k == leg.steps || !is_in(from));
                    if let Some(k) = (0..=leg.steps).find(|k| stops(*k)) {
                        return Err(MoveRefused::Impassable(leg.place(k)));
                    }
                }
            }
        }
        Ok(())
    }

    /// Returns the reason the leader of a command cannot join a block, his headquarters put at a place.
    pub(super) fn may_join_at(&self, state: &PubState, command: u8, block: u8, at: Option<MapPoint>) -> Judgement {
        let is_own = self.rules.blocks_of(command).contains(&usize::from(block));
        if !is_own || !state.blocks[usize::from(block)].is_on_map() {
            return Err(MoveRefused::CannotAct(block));
        }
        let at = at.unwrap_or(state.blocks[usize::from(block)].at);
        self.is_on_field(at)?;
        let cube = self.rules.cube(at);
        if !cube.is_on_map(self.rules.size) {
            return Err(MoveRefused::OffMap(at));
        }
        if !cube.is_adjacent(&self.outline(state, block)) {
            return Err(MoveRefused::NotAdjacent(block));
        }
        if self.goes_away(state, command, at) { Err(MoveRefused::Farther) } else { Ok(()) }
    }

    /// Lets the leader of a command join a block; one that he joined before is without him.
    pub(super) fn join(&self, state: &mut PubState, command: u8, block: u8, at: Option<MapPoint>) {
        for own in self.rules.blocks_of(command) {
            state.blocks[own].flags.set(BlockFlags::LED, false);
        }
        state.commands[usize::from(command)].at = at.or(Some(state.blocks[usize::from(block)].at));
        state.blocks[usize::from(block)].flags.set(BlockFlags::LED, true);
    }
}
