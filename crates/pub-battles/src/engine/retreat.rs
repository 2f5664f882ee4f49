//! Retreats (PB-5.9).

use super::PubEngine;
use super::ways::Leg;
use crate::geometry::{Footprint, MapPoint, touch};
use crate::rules::FieldGround;
use crate::state::PubState;

impl PubEngine {
    /// Returns the place where a block stands after a retreat from an enemy whose centre is given, and its facing there; `None`
    /// if there is no place.
    pub(super) fn retreat(&self, state: &PubState, block: u8, enemy: MapPoint) -> Option<(MapPoint, u16)> {
        let of = &state.blocks[usize::from(block)];
        let stick = i64::from(self.rules.blocks[usize::from(block)].stick);
        let (facing, end) = match of.at.direction_to(enemy) {
            Some(facing) => (facing, away(of.at, enemy, stick)),
            None => (of.facing, of.at.ahead((of.facing + 180) % 360, stick)),
        };
        let leg = Leg::new(of.at, end);
        let mut hindrances = Hindrances::new(self, state, block);
        let mut best = None;
        for k in 0..=leg.steps {
            let at = leg.place(k);
            let outline = self.outline_at(block, at, facing, false);
            if at.square_to(of.at) > stick * stick || hindrances.stop(at, &outline) {
                break;
            }
            let stands = outline.is_on_map(self.rules.size)
                && self.find_overlap(state, block, at, &outline).is_none()
                && self.adjacent_enemy(state, block, at, &outline).is_none();
            if stands {
                best = Some((at, facing));
            }
        }
        best
    }
}

/// Returns the place so far straight away from an enemy, each coordinate rounded to the nearest map unit, halves away.
fn away(from: MapPoint, enemy: MapPoint, stick: i64) -> MapPoint {
    let square = enemy.square_to(from);
    let out = |own: i32, other: i32| {
        // Of `stick` × part / length the nearest whole number, without a root that is rounded before it.
        let part = 2 * stick * i64::from(own - other);
        let rounded = ((part * part / square).isqrt() + 1) / 2;
        own + (rounded * part.signum()) as i32
    };
    MapPoint { x: out(from.x, enemy.x), y: out(from.y, enemy.y) }
}

/// The hindrances that can stop a retreating block: enemies, and impassable ground. One that it touches when it has turned stops
/// it only once it has been clear of it.
struct Hindrances<'e> {
    engine: &'e PubEngine,
    state: &'e PubState,
    block: u8,
    start: MapPoint,
    /// Enemies that it has been clear of, a bit each.
    clear_of: u128,
    /// Impassable areas that it has been clear of, a bit each: the first 128, which is more than a map has.
    clear_areas: u128,
}

impl<'e> Hindrances<'e> {
    fn new(engine: &'e PubEngine, state: &'e PubState, block: u8) -> Hindrances<'e> {
        let start = state.blocks[usize::from(block)].at;
        Hindrances { engine, state, block, start, clear_of: 0, clear_areas: 0 }
    }

    /// Returns true if the block cannot come to a place; it has come to all before.
    fn stop(&mut self, at: MapPoint, outline: &Footprint) -> bool {
        let own = self.engine.rules.blocks[usize::from(self.block)].side;
        for enemy in self.engine.blocks_on_map(self.state, Some(1 - own)) {
            let overlaps = outline.overlaps(&self.engine.outline(self.state, enemy));
            if overlaps && self.clear_of & 1 << enemy != 0 {
                return true;
            }
            self.clear_of |= u128::from(!overlaps) << enemy;
        }
        for (i, area) in self.engine.impassable_areas().enumerate() {
            let bit = 1_u128.checked_shl(i as u32).unwrap_or(0);
            let holds = area.holds(at, outline);
            if holds && (self.clear_areas & bit != 0 || bit == 0) {
                return true;
            }
            if !holds {
                self.clear_areas |= bit;
            }
        }
        self.crosses_impassable_line(at)
    }

    /// Returns true if the way to a place crosses an impassable line that the block does not stand on.
    fn crosses_impassable_line(&self, at: MapPoint) -> bool {
        self.engine.rules.features.iter().filter(|feature| !feature.passable).any(|feature| match &feature.ground {
            FieldGround::Line(points, ..) => {
                let touches =
                    |from: MapPoint, to: MapPoint| points.windows(2).any(|side| touch(from, to, side[0], side[1]));
                touches(self.start, at) && !touches(self.start, self.start)
            }
            FieldGround::Area(_) => false,
        })
    }
}
