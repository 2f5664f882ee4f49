//! Hidden facts about headquarters that are not spotted: which of them stand for the Fog of War, and which blocks the others hide
//! (PB-10.5, PB-10.6).

use muster_core::play::rng::Rng;

use super::PubEngine;
use crate::geometry::MapPoint;
use crate::rules::{MAX_COMMANDS, PackedOrder};
use crate::state::{OrdersHold, PubState};

/// A headquarters that is not spotted, as the other side sees it. Its orders are told with those of the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
struct SeenHq {
    at: Option<MapPoint>,
    began_at: Option<MapPoint>,
    flipped: bool,
    drawn: bool,
    hold: OrdersHold,
    had_any: bool,
    before: Option<PackedOrder>,
}

impl PubEngine {
    /// Draws again which unspotted enemy headquarters is which, among those that come at the same time and in the same way.
    /// That of an army is known, and so is the one that acts.
    pub(super) fn redraw_fog(&self, state: &mut PubState, seen_by: u8, rng: &mut Rng) {
        if !self.rules.has_fog {
            return;
        }
        let mut is_drawn = 0_u32;
        for first in 0..self.rules.commands.len() {
            let mut alike = [0; MAX_COMMANDS];
            let mut seen = [SeenHq::default(); MAX_COMMANDS];
            let mut count = 0;
            for other in first..self.rules.commands.len() {
                if is_drawn & 1 << other == 0 && self.looks_alike(state, seen_by, (first, other)) {
                    is_drawn |= 1 << other;
                    (alike[count], seen[count]) = (other, self.seen_hq(state, other));
                    count += 1;
                }
            }
            // In an order that says nothing of which is which.
            seen[..count].sort_unstable();
            for last in (1..count).rev() {
                seen.swap(last, rng.draw_below(last as u32 + 1) as usize);
            }
            for (command, seen) in alike[..count].iter().zip(seen) {
                Self::put_seen(state, *command, seen);
            }
        }
    }

    /// Returns true if a side cannot tell two unspotted headquarters from each other.
    fn looks_alike(&self, state: &PubState, seen_by: u8, (one, other): (usize, usize)) -> bool {
        let acting = self.acting(state).map(usize::from);
        let is_unknown = |command: usize| {
            let rules = &self.rules.commands[command];
            state.commands[command].cover.is_unspotted()
                && rules.side != seen_by
                && !rules.is_army
                && acting != Some(command)
        };
        is_unknown(one) && is_unknown(other) && self.rules.commands[one].entry == self.rules.commands[other].entry
    }

    fn seen_hq(&self, state: &PubState, command: usize) -> SeenHq {
        let of = &state.commands[command];
        SeenHq {
            at: of.at,
            began_at: of.began_at,
            flipped: of.flipped,
            drawn: state.drawn & 1 << command != 0,
            hold: of.orders.hold,
            had_any: of.orders.had_any,
            before: of.orders.before,
        }
    }

    fn put_seen(state: &mut PubState, command: usize, seen: SeenHq) {
        state.drawn = state.drawn & !(1 << command) | u32::from(seen.drawn) << command;
        let of = &mut state.commands[command];
        (of.at, of.began_at, of.flipped) = (seen.at, seen.began_at, seen.flipped);
        (of.orders.hold, of.orders.had_any, of.orders.before) = (seen.hold, seen.had_any, seen.before);
    }
}
