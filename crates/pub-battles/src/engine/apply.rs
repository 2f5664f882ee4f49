//! The moves of players: which of them are legal, and their effects.

use muster_core::play::Watch;
use muster_core::play::chance::Chance;

use super::contact::bits;
use super::marching::{March, RoadMarch};
use super::tally::{BlockTally, CommandTally};
use super::ways::Mover;
use super::{Judgement, MoveRefused, PubEngine, PubMove};
use crate::state::{BlockFlags, Placing, PubPhase, PubState};

impl PubEngine {
    /// Makes a legal move.
    pub(super) fn perform<W: Watch>(
        &self,
        state: &mut PubState,
        chosen: &PubMove,
        chance: &mut Chance<'_>,
        watch: &mut W,
    ) {
        let before = state.phase;
        match state.phase {
            PubPhase::Orders(command) => {
                if let PubMove::Write { orders, roll } = chosen {
                    self.write_orders(state, command, *orders, *roll, chance);
                    watch.count(self.tally().command(command, CommandTally::Ordered), 1);
                }
                self.resume_after_orders(state, command);
            }
            PubPhase::Army(command) => self.choose_army(state, command, *chosen == PubMove::Army(true)),
            PubPhase::Headquarters(command) => {
                self.move_hq(state, command, chosen);
                self.resume_after_hq(state, command);
            }
            PubPhase::ArmyHeadquarters(command) => {
                if let Some(army) = self.army_of(command) {
                    self.move_hq(state, army, chosen);
                }
                self.resume_after_headquarters(state, command);
            }
            PubPhase::Place(placing) => {
                if let PubMove::Place { block, at, facing } = chosen {
                    self.place_hidden(state, *block, *at, *facing);
                    self.note(watch, *block, BlockTally::Entered);
                }
                self.resume_after_placing(state, placing);
            }
            PubPhase::Block(command) => match chosen {
                PubMove::Block(block) => state.phase = PubPhase::Act(command, *block),
                _ => self.resume_after_blocks(state, command),
            },
            PubPhase::Act(command, block) => {
                self.act(state, block, chosen, chance, watch);
                // What has entered may be chosen again, to act.
                if state.phase == before {
                    self.next_block(state, command);
                }
            }
            PubPhase::Join(command) => {
                let mut places = false;
                if let PubMove::Joins { block, at } = chosen {
                    self.join(state, command, *block, *at);
                    watch.count(self.tally().command(command, CommandTally::Joined), 1);
                    places = self.spot(state, command, true);
                }
                if !places {
                    self.end_activation(state);
                }
            }
            PubPhase::Support(gap) => match chosen {
                PubMove::Support { block, does } => self.support(state, gap, (*block, *does), chance, watch),
                _ => self.resume(state),
            },
            PubPhase::Draw | PubPhase::Entry(_) | PubPhase::CommandRoll(_) | PubPhase::Combat | PubPhase::Over(..) => {}
        }
        self.note_end(state, watch);
    }

    /// Counts how a battle has ended.
    pub(super) fn note_end<W: Watch>(&self, state: &PubState, watch: &mut W) {
        if let PubPhase::Over(_, by) = state.phase {
            watch.count(self.tally().end(by), 1);
        }
    }

    fn move_hq(&self, state: &mut PubState, command: u8, chosen: &PubMove) {
        if let PubMove::Hq(to) = chosen {
            if self.acting(state) == Some(command) {
                self.choose_by_hq(state, command, *to);
            }
            state.commands[usize::from(command)].at = Some(*to);
            if self.rules.written_orders {
                self.reach_way_points(state, command);
            }
        }
    }

    fn act<W: Watch>(&self, state: &mut PubState, block: u8, chosen: &PubMove, chance: &mut Chance<'_>, watch: &mut W) {
        let arrival = match chosen {
            PubMove::March { via, to, facing, echelon } => {
                let march = March { via, to: *to, facing: *facing, echelon: *echelon };
                self.mover(state, block).march(march)
            }
            PubMove::Turn(facing) => {
                let mover = self.mover(state, block);
                mover.march(March::turn_on_spot(mover.from, *facing))
            }
            PubMove::Road { road, to, deploy, facing } => {
                let march = RoadMarch { road: *road, to: *to, deploys: *deploy, facing: *facing };
                self.mover(state, block).march_on_road(march)
            }
            PubMove::Enter(at) => {
                let facing = self.may_enter_at(state, block, *at).unwrap_or_default();
                let of = &mut state.blocks[usize::from(block)];
                (of.at, of.facing) = (*at, facing);
                of.flags.set(BlockFlags::WAITING, false);
                self.note(watch, block, BlockTally::Entered);
                return;
            }
            PubMove::Bombard(target) => return self.bombard(state, (block, *target), chance, watch),
            PubMove::Rally { train, facing } => {
                self.rally(state, block, *train, *facing);
                self.note(watch, block, BlockTally::Rallied);
                return;
            }
            PubMove::Recover { block: lost, at, facing } => return self.recover(state, (block, *lost), *at, *facing),
            _ => {
                state.blocks[usize::from(block)].flags.set(BlockFlags::ACTED, true);
                return;
            }
        };
        self.place(state, block, arrival);
        self.note(watch, block, BlockTally::Moved);
        if self.is_train(block) {
            // A train that moves is flipped (PB-6.1).
            state.blocks[usize::from(block)].flags.set(BlockFlags::FLIPPED, true);
        } else {
            self.choose_by_block(state);
        }
        if arrival.contacts != 0 {
            self.note(watch, block, BlockTally::Attacked);
            let lost = self.note_attacks(state, block, arrival.contacts);
            for train in bits(lost.0) {
                self.note(watch, train, BlockTally::Eliminated);
            }
            if lost.0 != 0 {
                self.decide_losses(state);
            }
        }
    }

    /// Returns the reason a move is not legal.
    pub(super) fn check_move(&self, state: &PubState, chosen: &PubMove) -> Judgement {
        match (state.phase, chosen) {
            (PubPhase::Orders(_), PubMove::Keep)
            | (PubPhase::Army(_), PubMove::Army(_))
            | (PubPhase::Headquarters(_) | PubPhase::ArmyHeadquarters(_), PubMove::HqStays)
            | (PubPhase::Block(_), PubMove::Done)
            | (PubPhase::Join(_), PubMove::JoinsNobody)
            | (PubPhase::Support(_), PubMove::SupportStays) => Ok(()),
            (PubPhase::Orders(command), PubMove::Write { orders, roll }) => {
                self.may_write(state, command, orders, *roll)
            }
            (PubPhase::Headquarters(command), PubMove::Hq(to)) => self.may_hq_go(state, command, *to),
            (PubPhase::ArmyHeadquarters(command), PubMove::Hq(to)) => {
                self.may_hq_go(state, self.army_of(command).ok_or(MoveRefused::NotNow)?, *to)
            }
            (PubPhase::Place(Placing { block: asked, .. }), PubMove::Place { block, at, facing }) => {
                self.may_place(state, asked, *block, *at, *facing)
            }
            (PubPhase::Place(Placing { block, .. }), PubMove::Unplaced) => self.may_stay_hidden(state, block),
            (PubPhase::Block(command), PubMove::Block(block)) => {
                let army = self.army_of(command).filter(|_| state.army_goes);
                let is_of = |of: u8| self.rules.blocks_of(of).contains(&usize::from(*block));
                if !is_of(command) && !army.is_some_and(is_of) {
                    return Err(MoveRefused::NotActing(*block));
                }
                let can = self.acting_blocks(state, command).any(|acting| acting == *block);
                if can { Ok(()) } else { Err(MoveRefused::CannotAct(*block)) }
            }
            (PubPhase::Act(_, block), chosen) => self.refused_act(&self.mover(state, block), chosen),
            (PubPhase::Join(command), PubMove::Joins { block, at }) => self.may_join_at(state, command, *block, *at),
            (PubPhase::Support(gap), PubMove::Support { block, does }) => self.may_support(state, gap, *block, *does),
            _ => Err(MoveRefused::NotNow),
        }
    }

    /// Returns the reason a block cannot do something.
    pub(super) fn refused_act(&self, mover: &Mover<'_>, chosen: &PubMove) -> Judgement {
        let Mover { state, block, .. } = *mover;
        match chosen {
            PubMove::Stay => Ok(()),
            PubMove::March { via, to, facing, echelon } => {
                let march = March { via, to: *to, facing: *facing, echelon: *echelon };
                mover.may_march(march)
            }
            PubMove::Turn(facing) => mover.may_march(March::turn_on_spot(mover.from, *facing)),
            PubMove::Road { road, to, deploy, facing } => {
                mover.may_march_on_road(RoadMarch { road: *road, to: *to, deploys: *deploy, facing: *facing })
            }
            PubMove::Enter(at) => self.may_enter_at(state, block, *at).map(|_| ()),
            PubMove::Bombard(target) => self.may_hit(state, block, *target),
            PubMove::Rally { train, facing } => self.may_rally(state, block, *train, *facing),
            PubMove::Recover { block: lost, at, facing } => self.may_recover(state, (block, *lost), *at, *facing),
            _ => Err(MoveRefused::NotNow),
        }
    }
}
