//! Rallying (PB-4.2), trains and night recovery (PB-6).

use super::contact::is_within;
use super::{Judgement, MoveRefused, PubEngine};
use crate::geometry::{Footprint, MapPoint};
use crate::model::MapEffect;
use crate::state::{BlockFlags, BlockState, PubState};

impl PubEngine {
    /// Returns the reason a block cannot rally, by a train or alone.
    pub(super) fn may_rally(&self, state: &PubState, block: u8, train: Option<u8>, facing: Option<u16>) -> Judgement {
        let of = &state.blocks[usize::from(block)];
        if !of.is_on_map() {
            return Err(MoveRefused::MustEnter);
        }
        if !of.is_spent() {
            return Err(MoveRefused::NotSpent);
        }
        if self.rules.has(MapEffect::NoRally, block, state.turn) || state.night && !self.rules.trains {
            return Err(MoveRefused::NoRally);
        }
        match (self.rules.trains, train) {
            (true, None) => return Err(MoveRefused::NeedsTrain),
            (true, Some(train)) => self.may_serve(state, block, train)?,
            (false, Some(_)) => return Err(MoveRefused::NoTrains),
            (false, None) => {}
        }
        // By a train, too, it is a rally (PB-6.3).
        let outline = self.outline(state, block);
        let is_near = |enemy: &u8| self.outline(state, *enemy).is_within(&outline, self.rules.foot, 3);
        let reach = i32::from(self.rules.foot) / 3 + 2;
        if let Some(enemy) = self.enemies_near(state, block, of.at, reach).find(is_near) {
            return Err(MoveRefused::EnemyNear(enemy));
        }
        match facing.filter(|facing| *facing != of.facing) {
            Some(facing) => self.fits(state, block, of.at, &self.outline_at(block, of.at, facing, of.is_column())),
            None => Ok(()),
        }
    }

    /// Returns the reason a train cannot let a block rally (PB-6.1).
    fn may_serve(&self, state: &PubState, block: u8, train: u8) -> Judgement {
        let number = usize::from(train);
        let side = self.rules.blocks[usize::from(block)].side;
        let is_one = self.rules.blocks.get(number).is_some_and(|rules| rules.side == side) && self.is_train(train);
        if !is_one || train == block || !state.blocks[number].is_on_map() {
            return Err(MoveRefused::TrainAway(train));
        }
        if state.blocks[number].flags.has(BlockFlags::FLIPPED) {
            return Err(MoveRefused::TrainFlipped(train));
        }
        if !self.outline(state, train).is_within(&self.outline(state, block), self.rules.mounted, 3) {
            return Err(MoveRefused::TrainAway(train));
        }
        Ok(())
    }

    /// Lets a block rally.
    pub(super) fn rally(&self, state: &mut PubState, block: u8, train: Option<u8>, facing: Option<u16>) {
        let of = &mut state.blocks[usize::from(block)];
        of.flags.set(BlockFlags::SPENT, false);
        of.flags.set(BlockFlags::ACTED, true);
        of.facing = facing.unwrap_or(of.facing);
        if let Some(train) = train {
            state.blocks[usize::from(train)].flags.set(BlockFlags::FLIPPED, true);
        }
    }

    /// Returns the reason a train cannot recover an eliminated block (PB-6.2).
    pub(super) fn may_recover(
        &self,
        state: &PubState,
        (train, block): (u8, u8),
        at: MapPoint,
        facing: u16,
    ) -> Judgement {
        if !self.rules.trains || !self.is_train(train) || !state.night || !state.blocks[usize::from(train)].is_on_map()
        {
            return Err(MoveRefused::NotRecovering);
        }
        if state.blocks[usize::from(train)].flags.has(BlockFlags::FLIPPED) {
            return Err(MoveRefused::TrainFlipped(train));
        }
        let Some(of) = self.rules.blocks.get(usize::from(block)) else {
            return Err(MoveRefused::NotRecoverable(block));
        };
        let is_lost = state.blocks[usize::from(block)].flags.has(BlockFlags::ELIMINATED);
        if of.side != self.rules.blocks[usize::from(train)].side || self.is_train(block) || !is_lost {
            return Err(MoveRefused::NotRecoverable(block));
        }
        let hq = state.commands[usize::from(of.command)].at.map(|at| self.rules.cube(at));
        let reach = |hq: &Footprint| self.outline(state, train).is_within(hq, self.rules.mounted, 3);
        let Some(hq) = hq.filter(reach) else { return Err(MoveRefused::HqAway(block)) };
        self.is_on_field(at)?;
        let outline = self.outline_at(block, at, facing, false);
        if !outline.is_adjacent(&hq) {
            return Err(MoveRefused::NotAtHq(block));
        }
        self.fits(state, block, at, &outline)?;
        match self.adjacent_enemy(state, block, at, &outline) {
            Some(enemy) => Err(MoveRefused::InContact(enemy)),
            None => Ok(()),
        }
    }

    /// Puts a recovered block beside its headquarters, spent.
    pub(super) fn recover(&self, state: &mut PubState, (train, block): (u8, u8), at: MapPoint, facing: u16) {
        let acted = state.blocks[usize::from(block)].flags.0 & BlockFlags::ACTED.0;
        let flags = BlockFlags(BlockFlags::SPENT.0 | acted);
        state.blocks[usize::from(block)] = BlockState { at, facing, flags };
        let rules = &self.rules.blocks[usize::from(block)];
        state.losses[usize::from(rules.side)] -= rules.loss();
        let train = &mut state.blocks[usize::from(train)].flags;
        train.set(BlockFlags::FLIPPED, true);
        train.set(BlockFlags::ACTED, true);
    }

    /// Returns true if two places are near enough that a train may serve there.
    pub(super) fn may_be_served(&self, from: MapPoint, to: MapPoint) -> bool {
        is_within(from, to, i32::from(self.rules.mounted))
    }
}
