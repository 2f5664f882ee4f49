//! Spotting (PB-10.5, PB-10.6): enemy headquarters near each other show what they hide.

use super::contact::bits;
use super::{Judgement, MoveRefused, PubEngine};
use crate::geometry::MapPoint;
use crate::rules::HqCover;
use crate::state::{BlockFlags, Placing, PubPhase, PubState};

/// The most rows before and behind a headquarters, and the most columns to each side of it, in which bots place blocks.
const MOST_ROWS: i64 = 6;
const MOST_COLUMNS: i64 = 4;
/// Between two of them, in map units.
const GAP: i64 = 2;

impl PubEngine {
    /// Looks at which headquarters are within a foot move of each other, and begins to place their blocks. Returns true if
    /// there are any to be placed. Ruling on PB-10.5: the distance is that of outlines where headquarters have moved to, and
    /// nothing is checked on the way.
    pub(super) fn spot(&self, state: &mut PubState, acting: u8, is_last: bool) -> bool {
        if !self.rules.has_fog {
            return false;
        }
        for command in bits(self.spotted_headquarters(state).into()) {
            let of = &mut state.commands[usize::from(command)];
            match of.cover {
                HqCover::Hidden => {
                    of.cover = HqCover::Open;
                    state.placing |= 1 << command;
                }
                HqCover::Fog => (of.at, of.cover) = (None, HqCover::Removed),
                HqCover::Open | HqCover::Removed => {}
            }
        }
        // Ruling on PB-10.6: what has found no room is placed in an activation of its command.
        let army = self.army_of(acting).filter(|_| state.army_goes);
        for command in [Some(acting), army].into_iter().flatten() {
            if state.commands[usize::from(command)].cover == HqCover::Open {
                state.placing |= 1 << command;
            }
        }
        self.place_next(state, acting, is_last, None)
    }

    /// Returns the headquarters that are within a foot move of one of the enemy, of two that hide nothing neither: a bit each.
    pub(super) fn spotted_headquarters(&self, state: &PubState) -> u32 {
        let mut spotted = 0;
        for (one, side) in (0_u8..).zip(self.rules.commands.iter().map(|command| command.side)) {
            for (other, _) in (0_u8..).zip(&self.rules.commands).filter(|(_, command)| command.side > side) {
                let (first, second) = (&state.commands[usize::from(one)], &state.commands[usize::from(other)]);
                let (Some(at), Some(enemy_at)) = (first.at, second.at) else { continue };
                let matters = first.cover.is_unspotted() || second.cover.is_unspotted();
                if matters && self.rules.cube(at).is_within(&self.rules.cube(enemy_at), self.rules.foot, 1) {
                    spotted |= 1 << one | 1 << other;
                }
            }
        }
        spotted
    }

    /// Goes on to the next block that is placed, after another. Returns false where none is left.
    fn place_next(&self, state: &mut PubState, acting: u8, is_last: bool, after: Option<u8>) -> bool {
        let side = self.rules.commands[usize::from(acting)].side;
        // Ruling on PB-10.6: the side that acts places first, each block by block as they are written.
        let order = |block: u8| (self.rules.blocks[usize::from(block)].side != side, block);
        let is_placed = |block: &u8| {
            let command = self.rules.blocks[usize::from(*block)].command;
            state.blocks[usize::from(*block)].flags.has(BlockFlags::HIDDEN) && state.placing & 1 << command != 0
        };
        let all = 0..self.rules.blocks.len() as u8;
        let left = all.filter(is_placed).filter(|block| after.is_none_or(|after| order(*block) > order(after)));
        match left.min_by_key(|block| order(*block)) {
            Some(block) => state.phase = PubPhase::Place(Placing { block, acting, is_last }),
            None => state.placing = 0,
        }
        state.placing != 0
    }

    /// Goes on when a block has been placed, or found no room.
    pub(super) fn resume_after_placing(&self, state: &mut PubState, Placing { block, acting, is_last }: Placing) {
        if self.place_next(state, acting, is_last, Some(block)) {
            return;
        }
        if is_last {
            self.end_activation(state);
        } else {
            self.next_block(state, acting);
        }
    }

    /// Puts a block on the map.
    pub(super) fn place_hidden(&self, state: &mut PubState, block: u8, at: MapPoint, facing: u16) {
        let of = &mut state.blocks[usize::from(block)];
        (of.at, of.facing) = (at, facing);
        of.flags.set(BlockFlags::HIDDEN, false);
    }

    /// Returns the reason a block cannot be placed so: within a third of a mounted move of its headquarters, out of contact.
    pub(super) fn may_place(&self, state: &PubState, asked: u8, block: u8, at: MapPoint, facing: u16) -> Judgement {
        if block != asked {
            return Err(MoveRefused::NotPlacedNow(asked));
        }
        self.is_on_field(at)?;
        let outline = self.outline_at(block, at, facing, false);
        let hq = state.commands[usize::from(self.rules.blocks[usize::from(block)].command)].at;
        if !hq.is_some_and(|hq| self.rules.cube(hq).is_within(&outline, self.rules.mounted, 3)) {
            return Err(MoveRefused::AwayFromHq(block));
        }
        self.fits(state, block, at, &outline)?;
        match self.adjacent_enemy(state, block, at, &outline) {
            Some(enemy) => Err(MoveRefused::InContact(enemy)),
            None => Ok(()),
        }
    }

    /// Returns the reason a block must be placed. Ruling on PB-10.6: it stays with its headquarters where none of the places that
    /// bots choose from is free.
    pub(super) fn may_stay_hidden(&self, state: &PubState, block: u8) -> Judgement {
        let mut has_room = false;
        self.places_around(state, block, |at, facing| {
            has_room = has_room || self.may_place(state, block, block, at, facing).is_ok();
        });
        if has_room { Err(MoveRefused::HasRoom(block)) } else { Ok(()) }
    }

    /// Calls `add` with places around a block's headquarters, and a facing: rows toward the nearest enemy headquarters and away
    /// from it, the foremost first.
    pub(super) fn places_around(&self, state: &PubState, block: u8, mut add: impl FnMut(MapPoint, u16)) {
        let rules = &self.rules.blocks[usize::from(block)];
        let Some(hq) = state.commands[usize::from(rules.command)].at else { return };
        let inward = self.rules.sides[usize::from(rules.side)].edge.inward().0;
        let ahead = self.nearest_enemy_hq(state, rules.side, hq).and_then(|enemy| hq.direction_to(enemy));
        let facing = ahead.unwrap_or(inward);
        let range = i64::from(self.rules.mounted / 3) + i64::from(self.rules.headquarters / 2);
        let [width, depth] = rules.size.map(i64::from);
        let rows = ((range + depth / 2) / (depth + GAP)).min(MOST_ROWS);
        let columns = ((range + width / 2) / (width + GAP)).min(MOST_COLUMNS);
        for row in (-rows..=rows).rev() {
            for column in -columns..=columns {
                let at = hq.ahead(facing, row * (depth + GAP)).ahead((facing + 90) % 360, column * (width + GAP));
                add(at, facing);
            }
        }
    }

    /// Returns the place where the enemy headquarters stands that is nearest to a place; `None` if several are equally near:
    /// which of them comes first is not seen.
    pub(super) fn nearest_enemy_hq(&self, state: &PubState, side: u8, from: MapPoint) -> Option<MapPoint> {
        let enemies = self.rules.commands.iter().zip(&state.commands).filter(|(rules, _)| rules.side != side);
        let mut nearest: Option<(i64, Option<MapPoint>)> = None;
        for at in enemies.filter_map(|(_, of)| of.at) {
            let square = from.square_to(at);
            match nearest {
                Some((least, _)) if square > least => {}
                Some((least, first)) if square == least => nearest = Some((least, first.filter(|first| *first == at))),
                _ => nearest = Some((square, Some(at))),
            }
        }
        nearest.and_then(|(_, at)| at)
    }
}
