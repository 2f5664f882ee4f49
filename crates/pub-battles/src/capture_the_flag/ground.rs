//! Starting places on the map (PB-10.4): within M of the home edge, corps beside corps, each with room for its blocks in rows
//! before and beside its headquarters.

use super::{CARDS, STACK};
use crate::geometry::{Footprint, MapArea, MapPoint};
use crate::model::{CorpsCard, FlagDeck, MapEdge};
use crate::resolve::{FeatureGround, Field};

/// Between two pieces, in map units.
const GAP: i32 = 6;
/// The most places along the edge at which a corps is tried.
const TRIES: i32 = 96;
/// The farthest column to a side of its headquarters, and the last row, that a block of a corps may have.
const COLUMNS: i32 = 4;
const ROWS: i32 = 12;

/// Returns the length of a home edge, and that of the map from it to the one opposite.
pub(super) fn extent(field: &Field, edge: MapEdge) -> (i32, i32) {
    match edge {
        MapEdge::North | MapEdge::South => (field.size.x, field.size.y),
        MapEdge::East | MapEdge::West => (field.size.y, field.size.x),
    }
}

/// Returns how far a place is from an edge.
pub fn inward_of(field: &Field, edge: MapEdge, at: MapPoint) -> i32 {
    match edge {
        MapEdge::North => field.size.y - at.y,
        MapEdge::East => field.size.x - at.x,
        MapEdge::South => at.y,
        MapEdge::West => at.x,
    }
}

/// The part of a map within M of a home edge, with what stands there.
pub struct StartZone<'b> {
    field: &'b Field,
    edge: MapEdge,
    /// The length of the edge, and how far the zone reaches inward.
    length: i32,
    depth: i32,
    impassable: Vec<&'b MapArea>,
    taken: Vec<Span>,
}

/// A rectangle along the edge and inward from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Span {
    along: (i32, i32),
    inward: (i32, i32),
}

impl Span {
    /// Returns the span of a block around a place. Of an odd size the larger half is taken on both sides.
    fn new((along, inward): (i32, i32), [width, depth]: [u16; 2]) -> Span {
        let (w, d) = (i32::from(width.div_ceil(2)), i32::from(depth.div_ceil(2)));
        Span { along: (along - w, along + w), inward: (inward - d, inward + d) }
    }

    fn is_near(&self, other: &Span) -> bool {
        let near = |a: (i32, i32), b: (i32, i32)| a.0 < b.1 + GAP && b.0 < a.1 + GAP;
        near(self.along, other.along) && near(self.inward, other.inward)
    }
}

impl<'b> StartZone<'b> {
    /// Returns the zone of an edge, with nothing in it.
    pub fn new(field: &'b Field, edge: MapEdge) -> StartZone<'b> {
        let (length, across) = extent(field, edge);
        let areas = field.features.iter().filter_map(|feature| match &feature.ground {
            FeatureGround::Area(area) if field.kind_of(feature).is_some_and(|kind| !kind.passable) => Some(area),
            FeatureGround::Area(_) | FeatureGround::Line(_) | FeatureGround::Nowhere => None,
        });
        let depth = i32::from(field.mounted).min(across);
        StartZone { field, edge, length, depth, impassable: areas.collect(), taken: Vec::new() }
    }

    /// Returns the place of something so far along the edge, and so far inward.
    fn place(&self, (along, inward): (i32, i32)) -> MapPoint {
        let MapPoint { x, y } = self.field.size;
        match self.edge {
            MapEdge::North => MapPoint { x: along, y: y - inward },
            MapEdge::East => MapPoint { x: x - inward, y: along },
            MapEdge::South => MapPoint { x: along, y: inward },
            MapEdge::West => MapPoint { x: inward, y: along },
        }
    }

    /// Returns the rectangle of a piece if it fits there: in the zone, clear of others and of impassable ground.
    fn fits(&self, at: (i32, i32), size: [u16; 2], beside: &[Span]) -> Option<Span> {
        let span = Span::new(at, size);
        let is_inside =
            span.along.0 >= 0 && span.along.1 <= self.length && span.inward.0 >= 0 && span.inward.1 <= self.depth;
        if !is_inside || self.taken.iter().chain(beside).any(|other| span.is_near(other)) {
            return None;
        }
        let (place, outline) = (self.place(at), self.outline(at, size));
        (!self.impassable.iter().any(|area| area.holds(place, &outline))).then_some(span)
    }

    fn outline(&self, at: (i32, i32), [width, depth]: [u16; 2]) -> Footprint {
        Footprint::new(self.place(at), self.edge.inward().0, width, depth)
    }

    /// Puts a headquarters with room for its blocks into the zone, as near as it can be to a place along the edge: the part
    /// `part` of `parts` of it. Blocks have a width and a depth. Returns the place of the headquarters; `None` if they do not
    /// fit, and then nothing is put there.
    pub fn put(&mut self, blocks: &[[u16; 2]], (part, parts): (usize, usize)) -> Option<MapPoint> {
        let parts = parts.clamp(1, CARDS) as i32;
        let ideal = self.length * (2 * (part as i32) + 1) / (2 * parts);
        let largest = |axis: usize| blocks.iter().map(|size| i32::from(size[axis])).max().unwrap_or(0);
        let side = i32::from(self.field.headquarters);
        let (column, row) = (largest(0).max(side) + GAP, largest(1).max(side) + GAP);
        let step = (column / 2).max(self.length / TRIES).max(1);
        for away in 0..=(self.length / step) {
            for along in [ideal - away * step, ideal + away * step] {
                if let Some(hq) = self.put_at(blocks, along, (column, row)) {
                    return Some(hq);
                }
            }
        }
        None
    }

    /// Puts a headquarters with its blocks around a place along the edge, as far to the front as they fit.
    fn put_at(&mut self, blocks: &[[u16; 2]], along: i32, (column, row): (i32, i32)) -> Option<MapPoint> {
        let side = self.field.headquarters;
        let first = self.depth - row / 2 - 1;
        for back in 1..ROWS {
            let hq_at = (along, first - back * row);
            let Some(hq) = self.fits(hq_at, [side; 2], &[]) else { continue };
            let cube = Footprint::new(self.place(hq_at), 0, side, side);
            let mut spans = vec![hq];
            let mut cells: Vec<(i32, i32)> =
                (0..ROWS).flat_map(|row| (-COLUMNS..=COLUMNS).map(move |column| (row, column))).collect();
            // The row before the headquarters first, then that beside it, then those behind; from the middle outward.
            cells.sort_by_key(|(row, column)| (*row, column.abs(), *column));
            for size in blocks {
                let cell = cells.iter().find_map(|(behind, aside)| {
                    let at = (along + aside * column, first - (back - 1 + behind) * row);
                    let span = self.fits(at, *size, &spans)?;
                    self.outline(at, *size).is_within(&cube, self.field.mounted, 3).then_some(span)
                });
                let Some(span) = cell else { break };
                spans.push(span);
            }
            if spans.len() == blocks.len() + 1 {
                self.taken.extend(spans);
                return Some(self.place(hq_at));
            }
        }
        None
    }
}

/// Returns the sizes of a card's blocks on a map, in the card's order; trains are left out where they are not in force.
pub(super) fn sizes(field: &Field, card: &CorpsCard, trains: bool) -> Vec<[u16; 2]> {
    let blocks = card.blocks.iter().filter(|block| trains || block.kind.is_fighting());
    blocks.map(|block| [block.width.unwrap_or(field.block[0]), block.depth.unwrap_or(field.block[1])]).collect()
}

/// Tries the largest start that can be dealt from a deck, nine cards with the most blocks. Returns the corps that finds no room
/// in the zone, by its place in the deck; `None` if all do.
pub fn largest_start(field: &Field, deck: &FlagDeck) -> Option<usize> {
    let mut cards: Vec<usize> = (0..deck.corps.len()).collect();
    cards.sort_by_key(|card| std::cmp::Reverse(deck.corps[*card].blocks.len()));
    cards.truncate(CARDS - STACK);
    let mut zone = StartZone::new(field, deck.edge);
    let armies = deck.armies().count();
    let count = cards.len() + armies.max(1);
    for army in 0..armies {
        zone.put(&[], (cards.len() / 2 + army, count));
    }
    cards
        .iter()
        .enumerate()
        .find(|(i, card)| {
            let sizes = sizes(field, &deck.corps[**card], true);
            zone.put(&sizes, (*i, count)).is_none()
        })
        .map(|(_, card)| *card)
}
