//! Entry by an edge of the map (PB-10.4).

use super::{Judgement, MoveRefused, PubEngine};
use crate::geometry::MapPoint;
use crate::model::MapEdge;
use crate::rules::EntryRules;
use crate::state::{BlockFlags, PubState};

impl PubEngine {
    /// Returns the facing with which a block enters at a place, or why it cannot enter there.
    pub(super) fn may_enter_at(&self, state: &PubState, block: u8, at: MapPoint) -> Judgement<u16> {
        let (of, rules) = (&state.blocks[usize::from(block)], &self.rules.blocks[usize::from(block)]);
        if !of.flags.has(BlockFlags::WAITING) || !self.may_enter(state, rules.entry) {
            return Err(MoveRefused::NotEntering);
        }
        let entry = rules.entry.ok_or(MoveRefused::NotEntering)?;
        self.is_on_field(at)?;
        let depth = i32::from(rules.size[1].div_ceil(2));
        let is_there = |edge: &MapEdge| {
            let (inward, along) = self.off_edge(*edge, at);
            inward == depth && self.is_entrance(state, entry, *edge, along, i32::from(rules.size[0]))
        };
        let edge = MapEdge::ALL.into_iter().find(is_there).ok_or(MoveRefused::NotAtEdge)?;
        let facing = edge.inward().0;
        let outline = self.outline_at(block, at, facing, false);
        self.fits(state, block, at, &outline)?;
        match self.adjacent_enemy(state, block, at, &outline) {
            Some(enemy) => Err(MoveRefused::InContact(enemy)),
            None => Ok(facing),
        }
    }

    /// Returns how far a place lies inward from an edge, and how far along it: from the west, or from the south.
    fn off_edge(&self, edge: MapEdge, at: MapPoint) -> (i32, i32) {
        match edge {
            MapEdge::North => (self.rules.size.y - at.y, at.x),
            MapEdge::East => (self.rules.size.x - at.x, at.y),
            MapEdge::South => (at.y, at.x),
            MapEdge::West => (at.x, at.y),
        }
    }

    /// Returns the length of an edge.
    fn edge_length(&self, edge: MapEdge) -> i32 {
        match edge {
            MapEdge::North | MapEdge::South => self.rules.size.x,
            MapEdge::East | MapEdge::West => self.rules.size.y,
        }
    }

    /// Returns true if something so wide may enter by an edge, so far along it.
    fn is_entrance(&self, state: &PubState, entry: EntryRules, edge: MapEdge, along: i32, width: i32) -> bool {
        if let Some(road) = entry.road {
            return edge == entry.edge && self.road_ends(road, edge).any(|end| 2 * (along - end).abs() <= width);
        }
        self.open_part(state, entry, edge).is_some_and(|(first, last)| (first..=last).contains(&along))
    }

    /// Returns the place where a road meets an edge: how far along it.
    fn road_ends(&self, road: u8, edge: MapEdge) -> impl Iterator<Item = i32> + '_ {
        let line = self.rules.roads.get(usize::from(road)).map_or(&[][..], |road| &road.line);
        line.iter()
            .map(move |corner| self.off_edge(edge, *corner))
            .filter(|(inward, _)| *inward <= 0)
            .map(|(_, along)| along)
    }

    /// Returns the part of an edge by which something may enter, if it is not bound to a road.
    fn open_part(&self, state: &PubState, entry: EntryRules, edge: MapEdge) -> Option<(i32, i32)> {
        let length = self.edge_length(edge);
        if edge == entry.edge {
            return Some((0, length));
        }
        let (along, parts) = entry.along?;
        let reach = i32::from(along) * i32::from(state.turn) / i32::from(parts);
        match (entry.edge, edge) {
            (MapEdge::North, MapEdge::East | MapEdge::West) | (MapEdge::East, MapEdge::North | MapEdge::South) => {
                Some(((length - reach).max(0), length))
            }
            (MapEdge::South, MapEdge::East | MapEdge::West) | (MapEdge::West, MapEdge::North | MapEdge::South) => {
                Some((0, reach.min(length)))
            }
            _ => None,
        }
    }

    /// Returns the reason the headquarters of a command cannot enter at a place.
    pub(super) fn may_hq_enter_at(&self, state: &PubState, command: u8, at: MapPoint) -> Judgement {
        let entry = self.rules.commands[usize::from(command)].entry.filter(|entry| self.may_enter(state, Some(*entry)));
        let entry = entry.ok_or(MoveRefused::NotEntering)?;
        self.is_on_field(at)?;
        let cube = self.rules.cube(at);
        if !cube.is_on_map(self.rules.size) {
            return Err(MoveRefused::OffMap(at));
        }
        if self.is_in_impassable(at, &cube) {
            return Err(MoveRefused::Impassable(at));
        }
        // In halves of a map unit: a headquarters may have an odd side.
        let reach = 2 * i64::from(self.rules.mounted);
        let side = i32::from(self.rules.headquarters);
        let is_near = |edge: MapEdge| {
            let (inward, along) = self.off_edge(edge, at);
            let is_near_part = |first: i32, last: i32| {
                let aside = i64::from((2 * along).clamp(first, last.max(first)) - 2 * along);
                aside * aside + 4 * i64::from(inward) * i64::from(inward) <= reach * reach
            };
            let length = self.edge_length(edge);
            match entry.road {
                Some(road) if edge == entry.edge => self
                    .road_ends(road, edge)
                    .any(|end| is_near_part((2 * end - side).max(0), (2 * end + side).min(2 * length))),
                Some(_) => false,
                None => {
                    self.open_part(state, entry, edge).is_some_and(|(first, last)| is_near_part(2 * first, 2 * last))
                }
            }
        };
        if MapEdge::ALL.into_iter().any(is_near) { Ok(()) } else { Err(MoveRefused::NotAtEdge) }
    }

    /// Puts places where a block may enter into `into`: on the road, or at twelfths of its edges.
    pub(super) fn entrances(&self, state: &PubState, entry: EntryRules, inward: i32, mut into: impl FnMut(MapPoint)) {
        let mut add = |edge: MapEdge, along: i32| {
            let size = self.rules.size;
            into(match edge {
                MapEdge::North => MapPoint { x: along, y: size.y - inward },
                MapEdge::East => MapPoint { x: size.x - inward, y: along },
                MapEdge::South => MapPoint { x: along, y: inward },
                MapEdge::West => MapPoint { x: inward, y: along },
            });
        };
        if let Some(road) = entry.road {
            return self.road_ends(road, entry.edge).for_each(|end| add(entry.edge, end));
        }
        for edge in MapEdge::ALL {
            if let Some((first, last)) = self.open_part(state, entry, edge) {
                (1..12).for_each(|i| add(edge, first + (last - first) * i / 12));
            }
        }
    }
}
