//! Moves of blocks across the ground and along roads (PB-3).

use super::ways::Mover;
use super::{Judgement, MoveRefused, PubEngine};
use crate::geometry::{Footprint, LENGTH, MapPoint, SquareDistance, angle};
use crate::model::MapEffect;
use crate::state::{BlockFlags, BlockState, PubState};

/// A block at the end of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Arrival {
    /// Its place.
    pub at: MapPoint,
    /// Its facing.
    pub facing: u16,
    /// Whether it is in column.
    pub is_column: bool,
    /// Enemies that it is in front contact with, a bit each.
    pub contacts: u128,
}

/// A march as it is ordered.
#[derive(Debug, Clone, Copy)]
pub(super) struct March<'a> {
    /// Places on the way.
    pub via: &'a [MapPoint],
    /// The place where it ends.
    pub to: MapPoint,
    /// The facing afterwards.
    pub facing: Option<u16>,
    /// Whether the facing stays as it goes.
    pub echelon: bool,
}

impl<'a> March<'a> {
    /// Returns a change of facing on the spot.
    pub(super) fn turn_on_spot(at: MapPoint, facing: u16) -> March<'a> {
        March { via: &[], to: at, facing: Some(facing), echelon: false }
    }

    /// Returns its legs, each with its two ends; those without length are left out.
    fn legs(self, from: MapPoint) -> impl Iterator<Item = (MapPoint, MapPoint)> + 'a {
        let ends = self.via.iter().copied().chain([self.to]);
        ends.scan(from, |before, end| Some((std::mem::replace(before, end), end))).filter(|(from, to)| from != to)
    }

    /// Returns the directions of its legs.
    fn headings(self, from: MapPoint) -> impl Iterator<Item = u16> + 'a {
        self.legs(from).filter_map(|(from, to)| from.direction_to(to))
    }

    /// Returns true if all its legs are within 45° of a facing.
    fn is_ahead(self, from: MapPoint, facing: u16) -> bool {
        self.headings(from).all(|heading| angle(heading, facing) <= 45)
    }

    /// Returns the facing that is kept in echelon: the one ordered, if all legs are ahead of it.
    fn kept_facing(self, of: &BlockState) -> u16 {
        self.facing.filter(|facing| self.is_ahead(of.at, *facing)).unwrap_or(of.facing)
    }
}

/// A march along a road as it is ordered.
#[derive(Debug, Clone, Copy)]
pub(super) struct RoadMarch {
    /// The road.
    pub road: u8,
    /// A place by the point of the road where it goes.
    pub to: MapPoint,
    /// Whether the block leaves the column there.
    pub deploys: bool,
    /// The facing afterwards.
    pub facing: Option<u16>,
}

impl RoadMarch {
    /// Returns how the block stands when it has gone along a line between two of its points.
    fn end(self, line: &[MapPoint], start: RoadPoint, end: RoadPoint) -> Standing {
        let heading = legs_between(line, start, end).last().map_or(0, |(_, _, heading)| heading);
        (end.at, self.facing.filter(|_| self.deploys).unwrap_or(heading), !self.deploys)
    }
}

/// The place of a block, its facing, and whether it is in column.
type Standing = (MapPoint, u16, bool);

impl Mover<'_> {
    /// Returns the reason the block cannot make a march (PB-3.1).
    pub(super) fn may_march(&self, march: March<'_>) -> Judgement {
        let Mover { engine, state, block, .. } = *self;
        engine.may_move(state, block)?;
        for at in march.via.iter().chain([&march.to]) {
            engine.is_on_field(*at)?;
        }
        let of = &state.blocks[usize::from(block)];
        let kept = march.kept_facing(of);
        if march.echelon && !march.is_ahead(of.at, kept) {
            let most = march.headings(of.at).map(|heading| angle(heading, kept)).max().unwrap_or(0);
            return Err(MoveRefused::NotAhead(most));
        }
        let facing_on = |heading: u16| if march.echelon { kept } else { heading };
        let (mut facing, mut turns) = (of.facing, 0);
        for heading in march.headings(of.at) {
            turns += u32::from(facing_on(heading) != facing);
            facing = facing_on(heading);
        }
        let last = march.facing.unwrap_or(facing);
        turns += u32::from(last != facing);
        let length: u64 = march.legs(of.at).map(|(from, to)| from.length_to(to)).sum();
        if turns == 0 && length == 0 && !of.is_column() {
            return Err(MoveRefused::Nowhere);
        }
        if turns > 2 {
            return Err(MoveRefused::TooManyTurns);
        }
        let lost = u32::from(turns == 2) + u32::from(of.is_column());
        engine.reaches(state, block, (length, 1), lost)?;
        let mut way = self.way(false);
        let mut legs = march.legs(of.at).zip(march.headings(of.at)).peekable();
        while let Some((leg, heading)) = legs.next() {
            way.leg(leg, facing_on(heading), legs.peek().is_none())?;
        }
        way.enter(march.to, &engine.outline_at(block, march.to, last, false));
        engine.reaches(state, block, (length, 1), lost + u32::from(way.entered))?;
        self.may_arrive((march.to, last, false))
    }

    /// Returns the place that the block comes to by a march that it can make.
    pub(super) fn march(&self, march: March<'_>) -> Arrival {
        let of = &self.state.blocks[usize::from(self.block)];
        let facing = match march.headings(of.at).last() {
            Some(heading) if !march.echelon => heading,
            _ if march.echelon => march.kept_facing(of),
            _ => of.facing,
        };
        self.arrival((march.to, march.facing.unwrap_or(facing), false))
    }

    /// Returns the reason the block cannot go along a road, in column (PB-3.2).
    pub(super) fn may_march_on_road(&self, march: RoadMarch) -> Judgement {
        let Mover { engine, state, block, .. } = *self;
        engine.may_move(state, block)?;
        engine.is_on_field(march.to)?;
        let of = &state.blocks[usize::from(block)];
        let line = &engine.rules.roads.get(usize::from(march.road)).ok_or(MoveRefused::NotOnRoad)?.line;
        let (start, off) = nearest(line, of.at).ok_or(MoveRefused::NotOnRoad)?;
        let (end, _) = nearest(line, march.to).ok_or(MoveRefused::NotOnRoad)?;
        if !off.is_at_most(engine.rules.blocks[usize::from(block)].size[0], 2) {
            return Err(MoveRefused::NotOnRoad);
        }
        if start.at == end.at {
            return Err(MoveRefused::Nowhere);
        }
        let length: u64 = legs_between(line, start, end).map(|(from, to, _)| from.length_to(to)).sum();
        let lost = u32::from(!of.is_column()) + u32::from(march.deploys);
        // A road is gone twice as fast.
        engine.reaches(state, block, (length, 2), lost)?;
        let mut way = self.way(true);
        let mut legs = legs_between(line, start, end).peekable();
        while let Some((from, to, heading)) = legs.next() {
            way.leg((from, to), heading, legs.peek().is_none())?;
        }
        self.may_arrive(march.end(line, start, end))
    }

    /// Returns the place that the block comes to along a road that it can go along.
    pub(super) fn march_on_road(&self, march: RoadMarch) -> Arrival {
        let line = &self.engine.rules.roads[usize::from(march.road)].line;
        let ends = nearest(line, self.from).zip(nearest(line, march.to));
        let of = &self.state.blocks[usize::from(self.block)];
        let stays = (of.at, of.facing, of.is_column());
        self.arrival(ends.map_or(stays, |((start, _), (end, _))| march.end(line, start, end)))
    }

    /// Returns the block at the end of a move: its place, its facing, and whether it is in column.
    fn arrival(&self, (at, facing, is_column): Standing) -> Arrival {
        let outline = self.engine.outline_at(self.block, at, facing, is_column);
        Arrival { at, facing, is_column, contacts: self.contacts(at, &outline) }
    }

    /// Returns the reason the block cannot stand somewhere at the end of a move.
    fn may_arrive(&self, (at, facing, is_column): Standing) -> Judgement {
        let Mover { engine, state, block, .. } = *self;
        let outline = engine.outline_at(block, at, facing, is_column);
        engine.has_room(at, &outline, || self.find_overlap(at, &outline))?;
        let contacts = self.contacts(at, &outline);
        if contacts != 0 {
            engine.may_attack(state, block, contacts.trailing_zeros() as u8)?;
        }
        Ok(())
    }
}

impl PubEngine {
    /// Returns a block as it stands, for any move that it can make.
    pub(super) fn mover<'e>(&'e self, state: &'e PubState, block: u8) -> Mover<'e> {
        // On roads it goes twice its stick, from a point at most half its width away.
        let rules = &self.rules.blocks[usize::from(block)];
        Mover::new(self, state, block, 2 * i32::from(rules.stick) + i32::from(rules.size[0]))
    }

    /// Returns the reason a place is not on the map.
    pub(super) fn is_on_field(&self, at: MapPoint) -> Judgement {
        let is_on = (0..=self.rules.size.x).contains(&at.x) && (0..=self.rules.size.y).contains(&at.y);
        if is_on { Ok(()) } else { Err(MoveRefused::OffMap(at)) }
    }

    /// Returns the reason a block cannot move at all.
    fn may_move(&self, state: &PubState, block: u8) -> Judgement {
        if !state.blocks[usize::from(block)].is_on_map() {
            return Err(MoveRefused::MustEnter);
        }
        // Trains move freely (PB-9.2).
        if !self.is_train(block) && self.is_without_orders(state) {
            return Err(MoveRefused::WithoutOrders);
        }
        if self.is_train(block) && state.night && state.blocks[usize::from(block)].flags.has(BlockFlags::FLIPPED) {
            return Err(MoveRefused::TrainFlipped(block));
        }
        Ok(())
    }

    /// Returns the reason a way is too long: its length in parts of [`LENGTH`], gone so many times as fast as across the ground,
    /// and so many thirds of the stick lost.
    fn reaches(&self, state: &PubState, block: u8, (length, speed): (u64, u64), lost: u32) -> Judgement {
        let slow = u32::from(self.rules.has(MapEffect::SlowMoves, block, state.turn));
        let thirds = u64::from(3_u32.saturating_sub(lost + slow));
        let most = u64::from(self.rules.blocks[usize::from(block)].stick) * thirds * speed;
        if 3 * length <= most * LENGTH {
            return Ok(());
        }
        Err(MoveRefused::TooFar { length: length.div_ceil(LENGTH) as u32, most: (most / 3) as u32 })
    }

    /// Returns the reason a block cannot stand somewhere at the end of a move.
    pub(super) fn fits(&self, state: &PubState, block: u8, at: MapPoint, outline: &Footprint) -> Judgement {
        self.is_on_field(at)?;
        self.has_room(at, outline, || self.find_overlap(state, block, at, outline))
    }

    /// Returns the reason there is no room for a block at a place, which may be taken by another.
    fn has_room(&self, at: MapPoint, outline: &Footprint, taken_by: impl FnOnce() -> Option<u8>) -> Judgement {
        if !outline.is_on_map(self.rules.size) {
            return Err(MoveRefused::OffMap(at));
        }
        if let Some(other) = taken_by() {
            return Err(MoveRefused::Occupied(other));
        }
        if self.is_in_impassable(at, outline) {
            return Err(MoveRefused::Impassable(at));
        }
        Ok(())
    }

    /// Returns the reason a block may not move into contact with an enemy.
    fn may_attack(&self, state: &PubState, block: u8, enemy: u8) -> Judgement {
        if state.night {
            return Err(MoveRefused::NightContact(enemy));
        }
        if self.is_train(block) {
            return Err(MoveRefused::TrainContact(enemy));
        }
        if self.rules.has(MapEffect::NoAttack, block, state.turn) {
            return Err(MoveRefused::BarredContact(enemy));
        }
        if self.defends(state) {
            return Err(MoveRefused::DefendContact(enemy));
        }
        if !self.is_in_command(state, block) {
            return Err(MoveRefused::OutOfCommand(enemy));
        }
        Ok(())
    }

    /// Puts a block where it has moved.
    pub(super) fn place(&self, state: &mut PubState, block: u8, arrival: Arrival) {
        let of = &mut state.blocks[usize::from(block)];
        (of.at, of.facing) = (arrival.at, arrival.facing);
        of.flags.set(BlockFlags::COLUMN, arrival.is_column);
        of.flags.set(BlockFlags::ACTED, true);
    }
}

/// A point of a road: the number of the corner before it, and its place, rounded to map units.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct RoadPoint {
    /// The corner before it.
    corner: usize,
    /// Its place.
    pub(super) at: MapPoint,
    /// The distance behind that corner, as a fraction of the way to the next.
    part: (i64, i64),
}

impl RoadPoint {
    /// Returns the place so many map units further along the road, back where it is negative; at most its end.
    pub(super) fn point_along(self, line: &[MapPoint], length: i64) -> MapPoint {
        let (mut at, mut left) = (self.at, length.abs());
        let corners = line.len();
        let mut next = if length >= 0 { self.corner as isize + 1 } else { self.corner as isize };
        while let Some(corner) = usize::try_from(next).ok().filter(|next| *next < corners) {
            let to = line[corner];
            let apart = (at.square_to(to) as u64).isqrt() as i64 + 1;
            if apart > left {
                return at.toward(to, left, apart);
            }
            (at, left) = (to, left - apart);
            next += if length >= 0 { 1 } else { -1 };
        }
        at
    }
}

/// Returns the point of a road that is nearest to a place, the first of several, and how far off it is.
pub(super) fn nearest(line: &[MapPoint], to: MapPoint) -> Option<(RoadPoint, SquareDistance)> {
    let mut best: Option<(RoadPoint, SquareDistance)> = None;
    for (corner, side) in line.windows(2).enumerate() {
        let [from, end] = [side[0], side[1]];
        let along = [i64::from(end.x - from.x), i64::from(end.y - from.y)];
        let aside = [i64::from(to.x - from.x), i64::from(to.y - from.y)];
        let whole = along[0] * along[0] + along[1] * along[1];
        if whole == 0 {
            continue;
        }
        let part = (aside[0] * along[0] + aside[1] * along[1]).clamp(0, whole);
        // Of the point itself, not of its rounded place.
        let off = if part == 0 {
            SquareDistance::from_map_units(from.square_to(to).unsigned_abs().into(), 1)
        } else if part == whole {
            SquareDistance::from_map_units(end.square_to(to).unsigned_abs().into(), 1)
        } else {
            let across = u128::from((along[0] * aside[1] - along[1] * aside[0]).unsigned_abs());
            SquareDistance::from_map_units(across * across, whole.unsigned_abs().into())
        };
        if best.is_none_or(|(_, least)| off < least) {
            best = Some((RoadPoint { corner, at: from.toward(end, part, whole), part: (part, whole) }, off));
        }
    }
    best
}

/// Returns the legs along a road between two of its points, each with the facing of its line.
pub(super) fn legs_between(
    line: &[MapPoint],
    start: RoadPoint,
    end: RoadPoint,
) -> impl Iterator<Item = (MapPoint, MapPoint, u16)> + '_ {
    let is_before = |a: RoadPoint, b: RoadPoint| {
        a.corner < b.corner || a.corner == b.corner && a.part.0 * b.part.1 <= b.part.0 * a.part.1
    };
    let forward = is_before(start, end);
    let count = start.corner.abs_diff(end.corner) + 1;
    (0..count).filter_map(move |i| {
        let side = if forward { start.corner + i } else { start.corner - i };
        let (first, last) = if forward { (line[side], line[side + 1]) } else { (line[side + 1], line[side]) };
        let from = if i == 0 { start.at } else { first };
        let to = if i + 1 == count { end.at } else { last };
        (from != to).then(|| (from, to, first.direction_to(last).unwrap_or(0)))
    })
}
