//! The way of a block, looked at from map unit to map unit (PB-1.6).

use super::contact::{bits, is_within};
use super::{Judgement, MoveRefused, PubEngine};
use crate::geometry::{Footprint, MapPoint, touch};
use crate::rules::{FeatureRules, FieldGround, GroundCell};
use crate::state::PubState;

/// A way may be in contact with the enemy that it ends against this many map units before its end, not more. Ruling on PB-1.5:
/// contact is a gap of at most one map unit, and a block in echelon closes it in less than two.
const CLOSING: i64 = 2;

/// A block that may move, and what it can meet: worked out once for all moves that are tried.
pub(super) struct Mover<'e> {
    pub(super) engine: &'e PubEngine,
    pub(super) state: &'e PubState,
    pub(super) block: u8,
    /// Its outline at the start.
    start: Footprint,
    pub(super) from: MapPoint,
    /// Enemies that it can come near to, a bit each.
    enemies: u128,
    /// Blocks that it can overlap, a bit each.
    others: u128,
    /// Enemies that it is in front contact with at the start, a bit each.
    touched: u128,
    /// Whether it is in a feature at the start.
    is_in_feature: bool,
}

impl<'e> Mover<'e> {
    /// Returns a block as it stands, for moves that go at most so many map units from there.
    pub(super) fn new(engine: &'e PubEngine, state: &'e PubState, block: u8, reach: i32) -> Mover<'e> {
        let rules = &engine.rules.blocks;
        let own = &rules[usize::from(block)];
        let from = state.blocks[usize::from(block)].at;
        let start = engine.outline(state, block);
        let (mut enemies, mut others) = (0, 0);
        for other in engine.blocks_on_map(state, None).filter(|other| *other != block) {
            let of = &rules[usize::from(other)];
            if is_within(from, state.blocks[usize::from(other)].at, reach + own.radius + of.radius + 3) {
                others |= 1 << other;
                enemies |= u128::from(of.side != own.side) << other;
            }
        }
        let mut mover = Mover { engine, state, block, start, from, enemies, others, touched: 0, is_in_feature: false };
        mover.touched = mover.contacts(from, &start);
        // A column leaves its column at the start of a way across the ground.
        let facing = state.blocks[usize::from(block)].facing;
        mover.is_in_feature = mover.is_in_area(from, &engine.outline_at(block, from, facing, false));
        mover
    }

    /// Returns the enemies that the block would be in front contact with, a bit each.
    pub(super) fn contacts(&self, at: MapPoint, outline: &Footprint) -> u128 {
        let own = self.engine.rules.blocks[usize::from(self.block)].radius;
        let touches = |enemy: &u8| {
            let number = usize::from(*enemy);
            let reach = own + self.engine.rules.blocks[number].radius + 2;
            is_within(at, self.state.blocks[number].at, reach)
                && outline.is_in_front_contact(&self.engine.outline(self.state, *enemy))
        };
        bits(self.enemies).filter(touches).fold(0, |all, enemy| all | 1 << enemy)
    }

    /// Returns another block that the block would overlap.
    pub(super) fn find_overlap(&self, at: MapPoint, outline: &Footprint) -> Option<u8> {
        let own = self.engine.rules.blocks[usize::from(self.block)].radius;
        bits(self.others).find(|other| {
            let number = usize::from(*other);
            is_within(at, self.state.blocks[number].at, own + self.engine.rules.blocks[number].radius)
                && outline.overlaps(&self.engine.outline(self.state, *other))
        })
    }

    /// Returns true if the block would be in an area, whatever it is.
    fn is_in_area(&self, at: MapPoint, outline: &Footprint) -> bool {
        let cell = self.engine.rules.cells.as_ref().and_then(|cells| cells.cell(at));
        if cell.is_some_and(|cell| cell.is_passable_area || cell.is_impassable_area) {
            return true;
        }
        self.areas_at(cell).any(|feature| match &feature.ground {
            FieldGround::Area(area) => area.holds(at, outline),
            FieldGround::Line(..) => false,
        })
    }

    /// Returns the features whose borders may matter in a cell, and all without one.
    fn areas_at(&self, cell: Option<GroundCell>) -> impl Iterator<Item = &'e FeatureRules> {
        let rules = &self.engine.rules;
        let (some, rest) = match cell {
            Some(cell) => (cell.near, 0),
            None => (rules.areas, rules.features.len().min(u128::BITS as usize)),
        };
        // Those for which there are no bits.
        let rest = if cell.is_some() { &[][..] } else { &rules.features[rest..] };
        bits(some).map(|number| &rules.features[usize::from(number)]).chain(rest)
    }

    /// Begins a way; one in column on a road enters nothing.
    pub(super) fn way(&'e self, on_road: bool) -> Way<'e> {
        Way { mover: self, on_road, entered: !on_road && self.is_in_feature }
    }
}

/// The way of a block, and what it has met.
pub(super) struct Way<'e> {
    mover: &'e Mover<'e>,
    /// Whether it goes in column on a road.
    on_road: bool,
    /// Whether it has entered a feature.
    pub(super) entered: bool,
}

impl Way<'_> {
    /// Looks at whether the block has entered a feature at a place, as it stands there.
    pub(super) fn enter(&mut self, at: MapPoint, outline: &Footprint) {
        self.entered = self.entered || !self.on_road && self.mover.is_in_area(at, outline);
    }

    /// Goes a leg, with a facing; `is_last` if the way ends with it.
    pub(super) fn leg(&mut self, (from, to): (MapPoint, MapPoint), facing: u16, is_last: bool) -> Judgement {
        let leg = Leg::new(from, to);
        let here = self.mover.engine.outline_at(self.mover.block, from, facing, self.on_road);
        self.past_enemies(&leg, &here, is_last)?;
        if self.on_road {
            return Ok(());
        }
        self.check_lines(&leg)?;
        self.check_areas(&leg, &here)
    }

    /// Looks at the enemies along a leg; `here` is the block's outline at its start.
    fn past_enemies(&self, leg: &Leg, here: &Footprint, is_last: bool) -> Judgement {
        let Mover { engine, state, block, enemies, touched, .. } = self.mover;
        let rules = &engine.rules.blocks;
        for enemy in bits(*enemies) {
            let reach = rules[usize::from(*block)].radius + rules[usize::from(enemy)].radius + 2;
            let centre = state.blocks[usize::from(enemy)].at;
            if leg.is_beside(centre, centre, reach) {
                continue;
            }
            let other = engine.outline(state, enemy);
            let mut k = 0;
            while k <= leg.steps {
                let at = leg.place(k);
                if !is_within(at, centre, reach) {
                    // As long as it is farther away, it needs not be looked at.
                    let far = (at.square_to(centre) as u64).isqrt() as i64 - i64::from(reach);
                    k += (far - 2).max(1);
                    continue;
                }
                let outline = here.moved_to(at);
                let Some(clear) = outline.clearance(&other) else {
                    return Err(MoveRefused::ThroughEnemy(enemy));
                };
                let was_touched = touched & 1 << enemy != 0;
                if k < leg.steps && !was_touched && clear < 2 && outline.is_in_front_contact(&other) {
                    if is_last && leg.closes(k, &outline, &other) {
                        break;
                    }
                    return Err(MoveRefused::StoppedBy(enemy));
                }
                // Neither does it need a look before it can be in contact.
                k += (clear - 4).max(1);
            }
        }
        Ok(())
    }

    fn check_lines(&mut self, leg: &Leg) -> Judgement {
        let rules = &self.mover.engine.rules;
        if self.entered && !rules.has_impassable {
            return Ok(());
        }
        for feature in &rules.features {
            let FieldGround::Line(points, low, high) = &feature.ground else { continue };
            // What can be entered says nothing new once something is.
            if feature.passable && self.entered || leg.is_beside(*low, *high, 0) {
                continue;
            }
            if !points.windows(2).any(|side| leg.touches(side[0], side[1])) {
                continue;
            }
            let from = self.mover.from;
            if !feature.passable && !points.windows(2).any(|side| touch(from, from, side[0], side[1])) {
                return Err(MoveRefused::Impassable(leg.to));
            }
            self.entered = true;
        }
        Ok(())
    }

    fn check_areas(&mut self, leg: &Leg, here: &Footprint) -> Judgement {
        let mover = self.mover;
        let rules = &mover.engine.rules;
        let radius = rules.blocks[usize::from(mover.block)].radius;
        let mut k = 0;
        while k <= leg.steps && (!self.entered || rules.has_impassable) {
            let at = leg.place(k);
            let cell = rules.cells.as_ref().and_then(|cells| cells.cell(at));
            // How far the block can go before anything changes.
            let mut unchanged = i64::MAX;
            if let Some(cell) = cell {
                if cell.is_impassable_area {
                    self.is_let_out(at)?;
                }
                self.entered |= cell.is_passable_area || cell.is_impassable_area;
                unchanged = i64::from(cell.clear - radius);
            }
            let mut features = mover.areas_at(cell).peekable();
            if features.peek().is_some() {
                let outline = here.moved_to(at);
                for feature in features {
                    let FieldGround::Area(area) = &feature.ground else { continue };
                    if feature.passable && self.entered {
                        continue;
                    }
                    let (holds, for_units) = area.holds_for(at, &outline);
                    unchanged = unchanged.min(for_units);
                    if holds && !feature.passable && !area.holds(mover.from, &mover.start) {
                        return Err(MoveRefused::Impassable(at));
                    }
                    self.entered |= holds;
                }
            }
            // Rounding adds less than two map units to the steps between two places.
            k += (unchanged - 2).clamp(1, leg.steps + 1);
        }
        Ok(())
    }

    /// Returns the reason the block may not be well inside an impassable area at a place: it was not in it at the start.
    fn is_let_out(&self, at: MapPoint) -> Judgement {
        let mover = self.mover;
        let is_barred = mover
            .engine
            .impassable_areas()
            .any(|area| area.contains(at.fine()) && !area.holds(mover.from, &mover.start));
        if is_barred { Err(MoveRefused::Impassable(at)) } else { Ok(()) }
    }
}

/// A leg, from map unit to map unit.
#[derive(Debug, Clone, Copy)]
pub(super) struct Leg {
    from: MapPoint,
    to: MapPoint,
    /// Its length, rounded up.
    pub(super) steps: i64,
}

impl Leg {
    /// Returns the leg between two places.
    pub(super) fn new(from: MapPoint, to: MapPoint) -> Leg {
        let square = from.square_to(to) as u64;
        let whole = square.isqrt();
        Leg { from, to, steps: (whole + u64::from(whole * whole < square)) as i64 }
    }

    /// Returns the place after so many steps: as [`MapPoint::toward`] gives it, in fewer bits.
    #[inline]
    pub(super) fn place(&self, k: i64) -> MapPoint {
        let (k, steps) = (k as u32, self.steps as u32);
        let along = |from: i32, to: i32| {
            let part = (to.abs_diff(from) * k + steps / 2).checked_div(steps).unwrap_or(0) as i32;
            if to < from { from - part } else { from + part }
        };
        MapPoint { x: along(self.from.x, self.to.x), y: along(self.from.y, self.to.y) }
    }

    /// Returns true if a block that is in contact with an enemy after so many steps only goes nearer to it from there, and not
    /// along it: it stays in contact to the end, which is near (PB-1.5).
    fn closes(&self, k: i64, outline: &Footprint, other: &Footprint) -> bool {
        let at = |k: i64| outline.moved_to(self.place(k));
        self.steps - k <= CLOSING
            && (k + 1..=self.steps).all(|later| at(later).is_in_front_contact(other))
            && at(self.steps).square_distance(other) < outline.square_distance(other)
    }

    /// Returns true if all of it lies beside a rectangle, with some room between.
    fn is_beside(&self, low: MapPoint, high: MapPoint, room: i32) -> bool {
        self.from.x.max(self.to.x) + room < low.x
            || self.from.x.min(self.to.x) - room > high.x
            || self.from.y.max(self.to.y) + room < low.y
            || self.from.y.min(self.to.y) - room > high.y
    }

    /// Returns true if it touches a straight line.
    fn touches(&self, a: MapPoint, b: MapPoint) -> bool {
        let (low, high) =
            (MapPoint { x: a.x.min(b.x), y: a.y.min(b.y) }, MapPoint { x: a.x.max(b.x), y: a.y.max(b.y) });
        !self.is_beside(low, high, 0) && touch(self.from, self.to, a, b)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use serde_json::json;

    use super::*;
    use crate::PubBattles;
    use crate::model::PubDocument;
    use muster_core::play::Engine;
    use muster_core::play::rng::Rng;
    use muster_core::source::Sources;
    use muster_systems::played::Played;
    use muster_systems::{Doc, Game};

    /// Returns a battle of four blocks a side around a hill, a wood and a stream; `barred` makes wood and stream impassable.
    fn engine(barred: bool) -> PubEngine {
        let corps = |hq: &str, y: i32| {
            let block = |i: i32| json!({"block": format!("{hq} {i}"), "at": [250 + 60 * i, y]});
            json!([{"hq": hq, "at": [300, y + 20], "blocks": (0..4).map(block).collect::<Vec<_>>()}])
        };
        let model = json!({
            "system": "pub-battles",
            "scenario": {
                "name": "Test",
                "turns": 10,
                "sides": [
                    {"name": "North", "edge": "north", "corps": corps("Varga", 400)},
                    {"name": "South", "edge": "south", "corps": corps("Keller", 100)},
                ],
                "victory": [{"rule": "losses"}],
            },
            "map": {
                "name": "Field",
                "size": [800, 600],
                "units_per_mm": 2,
                "foot": 120,
                "mounted": 180,
                "block": {"width": 40, "depth": 14},
                "kinds": {"hill": {"modifier": -1}, "wood": {"passable": !barred}, "stream": {"passable": !barred}},
                "features": [
                    {"name": "Hill", "kind": "hill", "area": [[330, 340], [420, 370], [500, 350], [490, 310], [340, 310]]},
                    {"name": "Wood", "kind": "wood", "area": [[320, 260], [400, 280], [430, 220], [390, 190], [330, 200]]},
                    {"name": "Rill", "kind": "stream", "line": [[800, 330], [560, 240], [250, 180], [0, 170]]},
                ],
            },
        });
        let model: PubDocument = serde_json::from_value(model).expect("a document");
        let file = Sources::default().add("way.yaml".into(), String::new());
        let battle = PubBattles::resolve(vec![Arc::new(Doc { file, given: true, model })]);
        PubBattles::compile(&battle).expect("a battle that can be played")
    }

    /// Goes a leg, and looks at every enemy and every area in every map unit.
    fn plain(way: &mut Way<'_>, (from, to): (MapPoint, MapPoint), facing: u16, is_last: bool) -> Judgement {
        let (mover, leg) = (way.mover, Leg::new(from, to));
        let engine = mover.engine;
        let outline = |at: MapPoint| engine.outline_at(mover.block, at, facing, way.on_road);
        for enemy in bits(mover.enemies) {
            let other = engine.outline(mover.state, enemy);
            // Of contact to the very end, the first step.
            let touches = |k: i64| outline(leg.place(k)).is_in_front_contact(&other);
            let closing = (0..leg.steps).rev().take_while(|k| touches(*k)).last().filter(|k| {
                let gap = |k: i64| outline(leg.place(k)).square_distance(&other);
                is_last && touches(leg.steps) && leg.steps - k <= 2 && gap(leg.steps) < gap(*k)
            });
            for k in 0..=leg.steps {
                if outline(leg.place(k)).overlaps(&other) {
                    return Err(MoveRefused::ThroughEnemy(enemy));
                }
                let is_closing = closing.is_some_and(|first| first <= k);
                if k < leg.steps && mover.touched & 1 << enemy == 0 && touches(k) && !is_closing {
                    return Err(MoveRefused::StoppedBy(enemy));
                }
            }
        }
        if way.on_road {
            return Ok(());
        }
        way.check_lines(&leg)?;
        for k in 0..=leg.steps {
            let at = leg.place(k);
            let outline = engine.outline_at(mover.block, at, facing, false);
            for feature in &engine.rules.features {
                let FieldGround::Area(area) = &feature.ground else { continue };
                let holds = area.holds(at, &outline);
                if holds && !feature.passable && !area.holds(mover.from, &mover.start) {
                    return Err(MoveRefused::Impassable(at));
                }
                way.entered |= holds;
            }
        }
        Ok(())
    }

    #[test]
    fn legs_meet_what_they_meet_from_map_unit_to_map_unit() {
        let mut rng = Rng::new(5);
        let (mut seen, mut closed) = ([0; 4], 0);
        for barred in [false, true] {
            let engine = engine(barred);
            for _ in 0..3_000 {
                let mut state = engine.start();
                let mut place = |spread: u32| MapPoint {
                    x: 400 - spread as i32 / 2 + rng.draw_below(spread) as i32,
                    y: 260 - spread as i32 / 2 + rng.draw_below(spread) as i32,
                };
                let standing = state.blocks.iter().filter(|block| block.is_on_map()).count();
                let places: Vec<MapPoint> = (0..standing).map(|_| place(300)).collect();
                let (from, to) = (place(340), place(340));
                for (block, at) in state.blocks.iter_mut().filter(|block| block.is_on_map()).zip(places) {
                    (block.at, block.facing) = (at, rng.draw_below(360) as u16);
                }
                let (facing, on_road) = (rng.draw_below(360) as u16, rng.happens(1, 4));
                state.blocks[0].at = from;
                let mover = Mover::new(&engine, &state, 0, 500);
                // Some end where they would next go through an enemy: that is where contact begins before the end.
                let to = match (rng.happens(1, 2), mover.way(on_road).leg((from, to), facing, true)) {
                    (true, Err(MoveRefused::StoppedBy(_) | MoveRefused::ThroughEnemy(_))) => {
                        let leg = Leg::new(from, to);
                        let is_free = |k: &i64| {
                            let outline = engine.outline_at(0, leg.place(*k), facing, on_road);
                            !bits(mover.enemies).any(|enemy| outline.overlaps(&engine.outline(&state, enemy)))
                        };
                        leg.place((0..=leg.steps).take_while(is_free).last().unwrap_or(0))
                    }
                    _ => to,
                };
                let is_last = rng.happens(2, 3);
                let (mut quick, mut every) = (mover.way(on_road), mover.way(on_road));
                let found = quick.leg((from, to), facing, is_last);
                let expected = plain(&mut every, (from, to), facing, is_last);
                closed += u32::from(
                    is_last && found.is_ok() && {
                        let stopped = mover.way(on_road).leg((from, to), facing, false);
                        matches!(stopped, Err(MoveRefused::StoppedBy(_)))
                    },
                );
                assert_eq!(found, expected, "{from:?} to {to:?}, facing {facing}");
                assert_eq!(quick.entered, every.entered, "{from:?} to {to:?}, facing {facing}");
                let what = match found {
                    Ok(()) => 0,
                    Err(MoveRefused::ThroughEnemy(_)) => 1,
                    Err(MoveRefused::StoppedBy(_)) => 2,
                    Err(_) => 3,
                };
                seen[what] += 1;
            }
        }
        assert!(seen.iter().all(|n| *n > 50) && closed > 20, "{seen:?} {closed}");
    }
}
