//! The way of a block, looked at from map unit to map unit (PB-1.6).

use super::contact::is_within;
use super::{MoveRefused, PubEngine, Refusal};
use crate::systems::pub_battles::geometry::{Area, Outline, Point, touch};
use crate::systems::pub_battles::rules::{FeatureRules, FieldGround};
use crate::systems::pub_battles::state::PubState;

/// The way of a block: where it began, and what it has met.
pub(super) struct Way<'e> {
    engine: &'e PubEngine,
    state: &'e PubState,
    block: u8,
    /// The outline at the start of the move.
    start: Outline,
    from: Point,
    /// Enemies that it was in front contact with at the start, a bit each.
    touched: u128,
    /// Whether it goes in column on a road.
    on_road: bool,
    /// Whether it has entered a feature.
    pub(super) entered: bool,
}

impl<'e> Way<'e> {
    /// Begins the way of a block where it stands.
    pub(super) fn new(engine: &'e PubEngine, state: &'e PubState, block: u8, on_road: bool) -> Way<'e> {
        let start = engine.outline(state, block);
        let from = state.blocks[usize::from(block)].at;
        let touched = engine.contacts(state, block, from, &start);
        let mut way = Way { engine, state, block, start, from, touched, on_road, entered: false };
        way.enter(from, &start);
        way
    }

    /// Looks at whether the block has entered a feature at a place, as it stands there.
    pub(super) fn enter(&mut self, at: Point, outline: &Outline) {
        if self.on_road || self.entered {
            return;
        }
        self.entered = self.engine.rules.features.iter().any(|feature| match &feature.ground {
            FieldGround::Area(area) => area.holds(at, outline),
            FieldGround::Line(..) => false,
        });
    }

    /// Goes a leg, with a facing.
    pub(super) fn leg(&mut self, from: Point, to: Point, facing: u16) -> Refusal {
        let leg = Leg::new(from, to);
        self.past_enemies(&leg, facing)?;
        if self.on_road { Ok(()) } else { self.over_ground(&leg, facing) }
    }

    fn outline(&self, at: Point, facing: u16) -> Outline {
        self.engine.outline_at(self.block, at, facing, self.on_road)
    }

    fn past_enemies(&self, leg: &Leg, facing: u16) -> Refusal {
        let rules = &self.engine.rules.blocks;
        let own = &rules[usize::from(self.block)];
        for enemy in self.engine.on_map(self.state, Some(1 - own.side)) {
            let reach = own.radius + rules[usize::from(enemy)].radius + 2;
            let centre = self.state.blocks[usize::from(enemy)].at;
            if !leg.comes_within(centre, reach) {
                continue;
            }
            let other = self.engine.outline(self.state, enemy);
            let mut k = 0;
            while k <= leg.steps {
                let at = leg.place(k);
                if !is_within(at, centre, reach) {
                    // As long as it is farther away, it needs not be looked at.
                    let far = (at.square_to(centre) as u64).isqrt() as i64 - i64::from(reach);
                    k += (far - 2).max(1);
                    continue;
                }
                let outline = self.outline(at, facing);
                if outline.overlaps(&other) {
                    return Err(MoveRefused::ThroughEnemy(enemy));
                }
                let was_touched = self.touched & 1 << enemy != 0;
                if k < leg.steps && !was_touched && outline.is_in_front_contact(&other) {
                    return Err(MoveRefused::StoppedBy(enemy));
                }
                k += 1;
            }
        }
        Ok(())
    }

    fn over_ground(&mut self, leg: &Leg, facing: u16) -> Refusal {
        let engine = self.engine;
        for feature in &engine.rules.features {
            // What can be entered says nothing new once something is.
            if feature.passable && self.entered {
                continue;
            }
            match &feature.ground {
                FieldGround::Line(points, low, high) => {
                    if leg.is_beside(*low, *high, 0) || !points.windows(2).any(|side| leg.touches(side[0], side[1])) {
                        continue;
                    }
                    let was_on = || points.windows(2).any(|side| touch(self.from, self.from, side[0], side[1]));
                    if !feature.passable && !was_on() {
                        return Err(MoveRefused::Impassable(leg.to));
                    }
                    self.entered = true;
                }
                FieldGround::Area(area) => self.over_area(leg, facing, feature, area)?,
            }
        }
        Ok(())
    }

    fn over_area(&mut self, leg: &Leg, facing: u16, feature: &FeatureRules, area: &Area) -> Refusal {
        let radius = self.engine.rules.blocks[usize::from(self.block)].radius;
        let (low, high) = area.bounds();
        if leg.is_beside(low, high, radius) {
            return Ok(());
        }
        let mut k = 0;
        while k <= leg.steps {
            let at = leg.place(k);
            let beside = beside(at, low, high);
            if beside > radius {
                k += i64::from(beside - radius - 2).max(1);
                continue;
            }
            if area.holds(at, &self.outline(at, facing)) {
                if !feature.passable && !area.holds(self.from, &self.start) {
                    return Err(MoveRefused::Impassable(at));
                }
                self.entered = true;
                if feature.passable {
                    return Ok(());
                }
            }
            k += 1;
        }
        Ok(())
    }
}

/// A leg, from map unit to map unit.
#[derive(Debug, Clone, Copy)]
pub(super) struct Leg {
    from: Point,
    to: Point,
    /// Its length, rounded up.
    pub(super) steps: i64,
}

impl Leg {
    /// Returns the leg between two places.
    pub(super) fn new(from: Point, to: Point) -> Leg {
        let square = from.square_to(to) as u64;
        let whole = square.isqrt();
        Leg { from, to, steps: (whole + u64::from(whole * whole < square)) as i64 }
    }

    /// Returns the place after so many steps.
    #[inline]
    pub(super) fn place(&self, k: i64) -> Point {
        if self.steps == 0 { self.from } else { self.from.toward(self.to, k, self.steps) }
    }

    /// Returns false if it comes nowhere near a place.
    fn comes_within(&self, at: Point, reach: i32) -> bool {
        !self.is_beside(at, at, reach)
    }

    /// Returns true if all of it lies beside a rectangle, with some room between.
    fn is_beside(&self, low: Point, high: Point, room: i32) -> bool {
        self.from.x.max(self.to.x) + room < low.x
            || self.from.x.min(self.to.x) - room > high.x
            || self.from.y.max(self.to.y) + room < low.y
            || self.from.y.min(self.to.y) - room > high.y
    }

    /// Returns true if it touches a straight line.
    fn touches(&self, a: Point, b: Point) -> bool {
        let (low, high) = (Point { x: a.x.min(b.x), y: a.y.min(b.y) }, Point { x: a.x.max(b.x), y: a.y.max(b.y) });
        !self.is_beside(low, high, 0) && touch(self.from, self.to, a, b)
    }
}

/// Returns how far a place lies beside a rectangle, along the axis where that is more.
fn beside(at: Point, low: Point, high: Point) -> i32 {
    (low.x - at.x).max(at.x - high.x).max(low.y - at.y).max(at.y - high.y)
}
