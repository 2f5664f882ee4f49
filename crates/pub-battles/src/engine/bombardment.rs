//! Bombardment and the line of fire (PB-4.1, PB-4.3).

use muster_core::play::Watch;
use muster_core::play::chance::Chance;

use super::contact::{bits, is_within};
use super::tally::BlockTally;
use super::{Judgement, MoveRefused, PubEngine, draws};
use crate::geometry::{Footprint, angle, divide_rounded};
use crate::model::MapEffect;
use crate::rules::FieldGround;
use crate::state::{BlockFlags, PubState};

/// Points of a target that are looked for.
const SIGHTS: i64 = 16;
/// The number of them that must be seen.
const ENOUGH: u8 = 8;

impl PubEngine {
    /// Returns the reason a block cannot bombard at all.
    pub(super) fn may_bombard(&self, state: &PubState, block: u8) -> Judgement {
        let (of, rules) = (&state.blocks[usize::from(block)], &self.rules.blocks[usize::from(block)]);
        if !of.is_on_map() {
            return Err(MoveRefused::MustEnter);
        }
        if !rules.kind.is_artillery() || of.is_spent() {
            return Err(MoveRefused::NotFreshArtillery);
        }
        if state.night || self.rules.has(MapEffect::NoBombardment, block, state.turn) {
            return Err(MoveRefused::NoBombardment);
        }
        Ok(())
    }

    /// Returns the reason a block cannot bombard another.
    pub(super) fn may_hit(&self, state: &PubState, block: u8, target: u8) -> Judgement {
        self.may_bombard(state, block)?;
        let of = &state.blocks[usize::from(block)];
        let is_enemy = self.rules.blocks.get(usize::from(target)).is_some_and(|other| {
            other.side != self.rules.blocks[usize::from(block)].side && state.blocks[usize::from(target)].is_on_map()
        });
        if !is_enemy {
            return Err(MoveRefused::NoTarget);
        }
        let aimed = of.at.direction_to(state.blocks[usize::from(target)].at).unwrap_or(of.facing);
        if angle(aimed, of.facing) > 45 {
            return Err(MoveRefused::OutOfArc(angle(aimed, of.facing)));
        }
        let outline = self.outline(state, target);
        if !Footprint::place(of.at).is_within(&outline, self.rules.foot, 1) {
            return Err(MoveRefused::OutOfReach);
        }
        let seen = self.points_seen(state, block, target, &outline);
        if seen < ENOUGH { Err(MoveRefused::Unseen(seen)) } else { Ok(()) }
    }

    /// Returns how many of sixteen points of a target are seen from the centre of a block.
    fn points_seen(&self, state: &PubState, block: u8, target: u8, outline: &Footprint) -> u8 {
        let from = state.blocks[usize::from(block)].at;
        let eye = from.fine();
        let [left, right] = span(eye, outline);
        let aim = state.blocks[usize::from(target)].at;
        let reach = (from.square_to(aim) as u64).isqrt() as i32 + self.rules.blocks[usize::from(target)].radius + 2;
        // What can stand between: its circle reaches into the circle around the eye that holds the target.
        let is_between = |other: &u8| {
            let radius = self.rules.blocks[usize::from(*other)].radius;
            *other != block && *other != target && is_within(from, state.blocks[usize::from(*other)].at, reach + radius)
        };
        let between: u128 = self.blocks_on_map(state, None).filter(is_between).map(|other| 1 << other).sum();
        let is_hidden = |point: [i64; 2]| {
            bits(between).any(|other| self.outline(state, other).is_passed_by(eye, point))
                || self.rules.features.iter().any(|feature| match &feature.ground {
                    FieldGround::Area(area) => feature.blocks_sight && area.is_passed_by(eye, point),
                    FieldGround::Line(..) => false,
                })
        };
        (0..SIGHTS).filter(|i| !is_hidden(point_between(left, right, eye, *i))).count() as u8
    }

    /// Bombards a block.
    pub(super) fn bombard<W: Watch>(
        &self,
        state: &mut PubState,
        (block, target): (u8, u8),
        chance: &mut Chance<'_>,
        watch: &mut W,
    ) {
        state.blocks[usize::from(block)].flags.set(BlockFlags::ACTED, true);
        self.note(watch, block, BlockTally::Bombarded);
        let needed = 4 - self.modifier(state, target);
        let hits =
            chance.roll(draws::bombardment_of(block, target), 3).faces().filter(|face| *face as i8 >= needed).count();
        let from = state.blocks[usize::from(block)].at;
        let of = &mut state.blocks[usize::from(target)];
        let retreats = hits >= 1 && (of.is_spent() || hits >= 2);
        if hits >= 1 && !of.is_spent() {
            of.flags.set(BlockFlags::SPENT, true);
            self.note(watch, target, BlockTally::Spent);
        }
        if retreats && let Some((at, facing)) = self.retreat(state, target, from) {
            let of = &mut state.blocks[usize::from(target)];
            (of.at, of.facing) = (at, facing);
            of.flags.set(BlockFlags::COLUMN, false);
            self.note(watch, target, BlockTally::Retreated);
        }
    }
}

/// Returns the corners of an outline that are furthest to the left and to the right as seen from a point; of two in one
/// direction the nearer.
fn span(eye: [i64; 2], outline: &Footprint) -> [[i64; 2]; 2] {
    let corners = outline.corners();
    let from_eye = |corner: [i64; 2]| [corner[0] - eye[0], corner[1] - eye[1]];
    let side = |a: [i64; 2], b: [i64; 2]| {
        let (a, b) = (from_eye(a), from_eye(b));
        (i128::from(a[0]) * i128::from(b[1]) - i128::from(a[1]) * i128::from(b[0])).signum()
    };
    let length = |corner: [i64; 2]| {
        let [x, y] = from_eye(corner);
        i128::from(x) * i128::from(x) + i128::from(y) * i128::from(y)
    };
    let extreme = |sign: i128| {
        let mut best = corners[0];
        for corner in corners {
            let beyond = side(best, corner) * sign;
            if beyond > 0 || beyond == 0 && length(corner) < length(best) {
                best = corner;
            }
        }
        best
    };
    [extreme(1), extreme(-1)]
}

/// Returns one of the points of a target, the middle of a part of the line between two corners, rounded to fine units as seen
/// from the eye.
fn point_between(left: [i64; 2], right: [i64; 2], eye: [i64; 2], i: i64) -> [i64; 2] {
    let along = |axis: usize| {
        let (l, r) = (left[axis] - eye[axis], right[axis] - eye[axis]);
        eye[axis] + divide_rounded(l * (2 * SIGHTS - 2 * i - 1) + r * (2 * i + 1), 2 * SIGHTS)
    };
    [along(0), along(1)]
}
