//! Invariants of every state that can be reached.

use muster_core::play::fault::Breach;

use super::PubEngine;
use super::contact::bits;
use crate::rules::HqCover;
use crate::state::{BlockFlags, PubPhase, PubState};

impl PubEngine {
    /// Returns a clause that a state breaks.
    pub(super) fn breach(&self, state: &PubState) -> Option<Breach> {
        // Between activations: what is wrong then was so since it came about.
        if !matches!(state.phase, PubPhase::Draw | PubPhase::Combat | PubPhase::Over(..)) {
            return None;
        }
        for block in self.blocks_on_map(state, None) {
            let (of, name) = (&state.blocks[usize::from(block)], &self.rules.blocks[usize::from(block)].full_name);
            let outline = self.outline(state, block);
            if !outline.is_on_map(self.rules.size) {
                return Some(Breach::new("PB-1.3", format!("`{name}` is not on the map")));
            }
            if of.facing >= 360 {
                return Some(Breach::new("PB-1.5", format!("`{name}` faces {}", of.facing)));
            }
            if self.is_in_impassable(of.at, &outline) && self.rules.blocks[usize::from(block)].at != Some(of.at) {
                return Some(Breach::new("PB-1.3", format!("`{name}` is in impassable ground")));
            }
            if let Some(other) = self.find_overlap(state, block, of.at, &outline) {
                let other = &self.rules.blocks[usize::from(other)].full_name;
                return Some(Breach::new("PB-1.5", format!("`{name}` overlaps `{other}`")));
            }
        }
        for (block, rules) in state.blocks.iter().zip(&self.rules.blocks) {
            let cover = state.commands[usize::from(rules.command)].cover;
            if cover == HqCover::Hidden && !block.flags.has(BlockFlags::HIDDEN) {
                return Some(Breach::new(
                    "PB-10.6",
                    format!("`{}` is not hidden with its headquarters", rules.full_name),
                ));
            }
        }
        // Where the headquarters stand at the start is a matter of the scenario.
        let spotted = if state.clock > 1 { self.spotted_headquarters(state) } else { 0 };
        if let Some(command) = bits(spotted.into()).next() {
            let name = &self.rules.commands[usize::from(command)].name;
            return Some(Breach::new("PB-10.5", format!("an enemy headquarters near `{name}` is not spotted")));
        }
        for (number, side) in self.rules.sides.iter().enumerate() {
            let lost = self
                .rules
                .blocks
                .iter()
                .zip(&state.blocks)
                .filter(|(rules, of)| usize::from(rules.side) == number && of.flags.has(BlockFlags::ELIMINATED));
            let lost: u16 = lost.map(|(rules, _)| rules.loss()).sum();
            if lost != state.losses[number] {
                return Some(Breach::new("PB-7.1", format!("the losses of `{}` are counted wrong", side.name)));
            }
        }
        None
    }
}
