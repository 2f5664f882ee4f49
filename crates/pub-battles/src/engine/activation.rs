//! The activation of a command (PB-2.1): the stages that it goes through, and what its blocks can still do.

use muster_core::play::chance::Chance;

use super::PubEngine;
use super::draws;
use crate::model::Leader;
use crate::rules::EntryRules;
use crate::state::{BlockFlags, PubPhase, PubState};

impl PubEngine {
    /// Begins the activation of a command whose chit was drawn.
    pub(super) fn begin_activation(&self, state: &mut PubState, command: u8) {
        for block in self.rules.blocks_of(command) {
            state.blocks[block].flags.set(BlockFlags::ACTED, false);
        }
        let of = &mut state.commands[usize::from(command)];
        of.began_at = of.at;
        if self.throws_for_entry(state, command) {
            state.phase = PubPhase::Entry(command);
        } else {
            self.resume_after_entry(state, command);
        }
    }

    /// Returns true if something of a command may enter in this turn if a die says so (PB-10.4).
    fn throws_for_entry(&self, state: &PubState, command: u8) -> bool {
        let throws = |entry: Option<EntryRules>| entry.is_some_and(|of| of.roll.is_some() && of.turn <= state.turn);
        let hq = state.commands[usize::from(command)].at.is_none();
        hq && throws(self.rules.commands[usize::from(command)].entry)
            || self.rules.blocks_of(command).any(|block| {
                state.blocks[block].flags.has(BlockFlags::WAITING) && throws(self.rules.blocks[block].entry)
            })
    }

    /// Throws the die for the entering of a command.
    pub(super) fn throw_entry(&self, state: &mut PubState, command: u8, chance: &mut Chance<'_>) {
        state.entry_die = chance.die(draws::ENTRY, 6);
        self.resume_after_entry(state, command);
    }

    /// Returns true if what has such an entry may enter now.
    pub(super) fn may_enter(&self, state: &PubState, entry: Option<EntryRules>) -> bool {
        entry.is_some_and(|entry| {
            let is_let = entry.roll.is_none_or(|most| (1..=most).contains(&state.entry_die));
            entry.turn <= state.turn && is_let
        })
    }

    fn resume_after_entry(&self, state: &mut PubState, command: u8) {
        if !self.rules.written_orders {
            return self.resume_after_orders(state, command);
        }
        self.take_up_orders(state, command);
        let is_poor = self.rules.leadership && state.commands[usize::from(command)].leader == Leader::Poor;
        state.phase = if is_poor && !state.night { PubPhase::CommandRoll(command) } else { PubPhase::Orders(command) };
    }

    /// Makes the command roll of a poor leader; on a failure the activation is over (PB-8.1).
    pub(super) fn roll_command(&self, state: &mut PubState, command: u8, chance: &mut Chance<'_>) {
        if chance.die(draws::COMMAND, 6) <= Leader::Poor.rating() {
            state.phase = PubPhase::Orders(command);
        } else {
            self.end_activation(state);
        }
    }

    /// Goes on when the orders of a command are known.
    pub(super) fn resume_after_orders(&self, state: &mut PubState, command: u8) {
        if self.army_may_go(state, command) {
            state.phase = PubPhase::Army(command);
        } else {
            self.resume_after_army(state, command);
        }
    }

    /// Returns the command of the headquarters of a corps' army, if that has no chit.
    pub(super) fn army_of(&self, command: u8) -> Option<u8> {
        let army = self.rules.commands[usize::from(command)].army;
        army.filter(|army| !self.rules.commands[usize::from(*army)].has_chit)
    }

    /// Returns true if the headquarters of the army, which has no chit, may go with a corps (PB-10.7).
    fn army_may_go(&self, state: &PubState, command: u8) -> bool {
        let Some(army) = self.army_of(command) else { return false };
        let rules = &self.rules.commands[usize::from(army)];
        let is_there = state.commands[usize::from(army)].at.is_some() || self.may_enter(state, rules.entry);
        state.army_acted & 1 << army == 0
            && (is_there || self.rules.blocks_of(army).any(|block| self.can_be_chosen(state, block as u8)))
    }

    /// Lets the headquarters of the army go with a corps, or not.
    pub(super) fn choose_army(&self, state: &mut PubState, command: u8, goes: bool) {
        if let Some(army) = self.army_of(command).filter(|_| goes) {
            state.army_goes = true;
            state.army_acted |= 1 << army;
            for block in self.rules.blocks_of(army) {
                state.blocks[block].flags.set(BlockFlags::ACTED, false);
            }
        }
        self.resume_after_army(state, command);
    }

    fn resume_after_army(&self, state: &mut PubState, command: u8) {
        if self.hq_may_move(state, command) {
            state.phase = PubPhase::Headquarters(command);
        } else {
            self.resume_after_hq(state, command);
        }
    }

    /// Goes on when the headquarters of a command has moved.
    pub(super) fn resume_after_hq(&self, state: &mut PubState, command: u8) {
        match self.army_of(command).filter(|army| state.army_goes && self.hq_may_move(state, *army)) {
            Some(_) => state.phase = PubPhase::ArmyHeadquarters(command),
            None => self.resume_after_headquarters(state, command),
        }
    }

    /// Goes on when the headquarters of an activation stand where they stand: blocks are placed, or act.
    pub(super) fn resume_after_headquarters(&self, state: &mut PubState, command: u8) {
        if !self.spot(state, command, false) {
            self.next_block(state, command);
        }
    }

    /// Goes on to the next block that acts.
    pub(super) fn next_block(&self, state: &mut PubState, command: u8) {
        if self.acting_blocks(state, command).next().is_some() {
            state.phase = PubPhase::Block(command);
        } else {
            self.resume_after_blocks(state, command);
        }
    }

    /// Returns the blocks that may still act in the activation of a command.
    pub(super) fn acting_blocks<'a>(&'a self, state: &'a PubState, command: u8) -> impl Iterator<Item = u8> + 'a {
        let army = self.army_of(command).filter(|_| state.army_goes);
        let of_army = army.into_iter().flat_map(|army| self.rules.blocks_of(army));
        let blocks = self.rules.blocks_of(command).chain(of_army).map(|block| block as u8);
        blocks.filter(|block| self.can_be_chosen(state, *block))
    }

    /// Returns true if a block has not acted, and is on the map or may enter.
    fn can_be_chosen(&self, state: &PubState, block: u8) -> bool {
        let of = &state.blocks[usize::from(block)];
        let enters =
            || of.flags.has(BlockFlags::WAITING) && self.may_enter(state, self.rules.blocks[usize::from(block)].entry);
        !of.flags.has(BlockFlags::ACTED) && (of.is_on_map() || enters())
    }

    /// Goes on when the blocks of a command have acted.
    pub(super) fn resume_after_blocks(&self, state: &mut PubState, command: u8) {
        if self.may_join(state, command) {
            state.phase = PubPhase::Join(command);
        } else {
            self.end_activation(state);
        }
    }

    /// Returns true if the leader of a command may join one of its blocks (PB-8.2).
    fn may_join(&self, state: &PubState, command: u8) -> bool {
        let of = &state.commands[usize::from(command)];
        self.rules.leadership
            && of.leader != Leader::Poor
            && of.at.is_some()
            && self.rules.blocks_of(command).any(|block| state.blocks[block].is_on_map())
    }
}
