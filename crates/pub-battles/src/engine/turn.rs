//! The course of a turn (PB-2.1) and of days (PB-6.2): chits, combat, reset, night.

use muster_core::play::Watch;
use muster_core::play::chance::Chance;

use super::PubEngine;
use super::draws;
use super::tally::CommandTally;
use crate::rules::{HqCover, MAX_COMMANDS};
use crate::state::{Attack, BlockFlags, PubPhase, PubState};

impl PubEngine {
    /// Begins a turn, or a night.
    pub(super) fn begin_turn(&self, state: &mut PubState) {
        state.drawn = 0;
        state.army_acted = 0;
        self.next_chit(state);
    }

    /// Goes on to the next chit, and where none is left to the combats.
    fn next_chit(&self, state: &mut PubState) {
        state.army_goes = false;
        state.entry_die = 0;
        if self.cup(state).contains(&1) {
            state.phase = PubPhase::Draw;
            state.clock += 1;
        } else {
            self.begin_combat(state);
        }
    }

    /// Returns the chits in the cup, one for each command that is present and was not drawn.
    fn cup(&self, state: &PubState) -> [u8; MAX_COMMANDS] {
        let mut cup = [0; MAX_COMMANDS];
        for (command, chits) in cup.iter_mut().enumerate().take(self.rules.commands.len()) {
            *chits = (state.drawn & 1 << command == 0 && self.is_present(state, command as u8)).into();
        }
        if let Some(first) = self.rules.chits_first {
            let is_first = |command: &usize| self.rules.commands[*command].side == first;
            if (0..self.rules.commands.len()).filter(is_first).any(|command| cup[command] > 0) {
                (0..cup.len())
                    .filter(|command| *command < self.rules.commands.len() && !is_first(command))
                    .for_each(|command| cup[command] = 0);
            }
        }
        cup
    }

    /// Returns true if the chit of a command is in the cup.
    pub fn is_in_cup(&self, state: &PubState, command: u8) -> bool {
        self.cup(state)[usize::from(command)] > 0
    }

    /// Returns true if the chit of a command is drawn in this turn.
    fn is_present(&self, state: &PubState, command: u8) -> bool {
        let rules = &self.rules.commands[usize::from(command)];
        if !rules.has_chit || self.rules.is_barred(command, state.turn) {
            return false;
        }
        let of = &state.commands[usize::from(command)];
        let hq_waits = of.at.is_none() && of.cover != HqCover::Removed;
        let hq_enters = hq_waits && rules.entry.is_some_and(|entry| entry.turn <= state.turn);
        let is_there = |block: usize| {
            let flags = state.blocks[block].flags;
            let enters = || self.rules.blocks[block].entry.is_some_and(|entry| entry.turn <= state.turn);
            let is_hidden = || flags.has(BlockFlags::HIDDEN) && of.at.is_some();
            state.blocks[block].is_on_map() || flags.has(BlockFlags::WAITING) && enters() || is_hidden()
        };
        let stands_alone = rules.is_army || of.cover == HqCover::Fog;
        hq_enters || stands_alone && !hq_waits || self.rules.blocks_of(command).any(is_there)
    }

    /// Draws a chit, and begins the activation of its command.
    pub(super) fn draw_chit<W: Watch>(&self, state: &mut PubState, chance: &mut Chance<'_>, watch: &mut W) {
        let mut cup = self.cup(state);
        let command = chance.take(draws::chit_in(state.turn), &mut cup[..self.rules.commands.len()]) as u8;
        state.drawn |= 1 << command;
        watch.count(self.tally().command(command, CommandTally::Activated), 1);
        self.begin_activation(state, command);
    }

    /// Ends an activation.
    pub(super) fn end_activation(&self, state: &mut PubState) {
        self.next_chit(state);
    }

    /// Begins the combat phase; without attacks it is over at once.
    fn begin_combat(&self, state: &mut PubState) {
        for block in &mut state.blocks[..self.rules.blocks.len()] {
            block.flags.set(BlockFlags::HIT, false);
        }
        (state.round, state.fallen) = (0, 0);
        if state.night || !state.attacks().iter().any(|attack| self.stands(state, *attack)) {
            self.end_turn(state);
        } else {
            state.phase = PubPhase::Combat;
            state.clock += 1;
        }
    }

    /// Ends a turn: what is flipped flips back, and victory is checked.
    pub(super) fn end_turn(&self, state: &mut PubState) {
        state.attacks.fill(Attack::default());
        state.attack_count = 0;
        state.round = 0;
        for block in &mut state.blocks[..self.rules.blocks.len()] {
            block.flags.set(BlockFlags(BlockFlags::FLIPPED.0 | BlockFlags::HIT.0), false);
            if !state.night {
                block.flags.set(BlockFlags::LED, false);
            }
        }
        for command in &mut state.commands[..self.rules.commands.len()] {
            command.flipped = false;
        }
        if state.night {
            state.night = false;
            state.day += 1;
            state.turn += 1;
        } else {
            if self.decide_turn(state) {
                return;
            }
            if state.turn == state.day * self.rules.turns {
                state.night = true;
            } else {
                state.turn += 1;
            }
        }
        self.begin_turn(state);
    }
}
