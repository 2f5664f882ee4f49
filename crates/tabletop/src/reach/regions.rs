//! The map as regions, so that ways over a large one are looked for from region to region: hexes of one terrain that lie
//! together are alike to every card, but for those that a road leads to and those where something begins.

use crate::model::Terrain;
use crate::resolve::ResolvedMap;
use crate::rules::NO_HEX;

/// A map divided into regions.
#[derive(Debug)]
pub(super) struct Regions {
    /// By hex: its region.
    of: Vec<u16>,
    /// By region.
    lands: Vec<Land>,
    /// By region: where its borders begin in the list, and after the last region where they end.
    first: Vec<u32>,
    borders: Vec<Border>,
}

/// The properties that all hexes of a region share.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Land {
    /// The terrain; `None` if the map has none.
    pub(super) terrain: Option<Terrain>,
    /// Whether a road leads there.
    pub(super) has_road: bool,
}

/// A step from a region into another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Border {
    to: u16,
    /// Whether it is along a road.
    pub(super) by_road: bool,
}

impl Border {
    /// Returns the region that it leads into.
    pub(super) fn region(self) -> usize {
        self.to.into()
    }
}

impl Regions {
    /// Divides a map of at most [`MAX_HEXES`](crate::rules::MAX_HEXES) hexes. Those of `alone`, and those
    /// that a road leads to, are regions of their own.
    pub(super) fn new(map: &ResolvedMap, has_road: &[bool], alone: impl Iterator<Item = usize>) -> Regions {
        let near = |hex: usize| map.layout.neighbours(hex).map(|next| next.map_or(NO_HEX, |next| next as u16));
        let neighbours: Vec<[u16; 6]> = (0..has_road.len()).map(near).collect();
        let mut is_alone = has_road.to_vec();
        alone.for_each(|hex| is_alone[hex] = true);
        let mut regions = Regions { of: Vec::new(), lands: Vec::new(), first: Vec::new(), borders: Vec::new() };
        let hexes = regions.divide(map, has_road, &is_alone, &neighbours);
        regions.find_borders(&hexes, |a, b| has_road[a] && has_road[b] && map.has_road(a, b), &neighbours);
        regions
    }

    /// Gives every hex its region. Returns the hexes, those of the first region first.
    fn divide(
        &mut self,
        map: &ResolvedMap,
        has_road: &[bool],
        is_alone: &[bool],
        neighbours: &[[u16; 6]],
    ) -> Vec<usize> {
        self.of = vec![NO_HEX; neighbours.len()];
        let mut hexes: Vec<usize> = Vec::with_capacity(neighbours.len());
        for start in 0..neighbours.len() {
            if self.of[start] != NO_HEX {
                continue;
            }
            let (region, terrain) = (self.lands.len() as u16, map.terrain[start]);
            self.lands.push(Land { terrain, has_road: has_road[start] });
            self.of[start] = region;
            let mut looked_at = hexes.len();
            hexes.push(start);
            while !is_alone[start] && looked_at < hexes.len() {
                for next in neighbours_on_map(&neighbours[hexes[looked_at]]) {
                    if self.of[next] == NO_HEX && !is_alone[next] && map.terrain[next] == terrain {
                        self.of[next] = region;
                        hexes.push(next);
                    }
                }
                looked_at += 1;
            }
        }
        hexes
    }

    fn find_borders(&mut self, hexes: &[usize], by_road: impl Fn(usize, usize) -> bool, neighbours: &[[u16; 6]]) {
        // By region: the last one that was found to lie at it, so that each step is there once.
        let mut last = vec![NO_HEX; self.lands.len()];
        for hex in hexes {
            let region = self.of[*hex];
            while self.first.len() <= usize::from(region) {
                self.first.push(self.borders.len() as u32);
            }
            for next in neighbours_on_map(&neighbours[*hex]) {
                let to = self.of[next];
                if to != region && std::mem::replace(&mut last[usize::from(to)], region) != region {
                    self.borders.push(Border { to, by_road: by_road(*hex, next) });
                }
            }
        }
        self.first.push(self.borders.len() as u32);
    }

    /// Returns the number of regions.
    pub(super) fn len(&self) -> usize {
        self.lands.len()
    }

    /// Returns the region of a hex.
    pub(super) fn region(&self, hex: usize) -> usize {
        self.of[hex].into()
    }

    /// Returns what all hexes of a region are like.
    pub(super) fn land(&self, region: usize) -> Land {
        self.lands[region]
    }

    /// Returns the steps out of a region, each once.
    pub(super) fn borders(&self, region: usize) -> &[Border] {
        &self.borders[self.first[region] as usize..self.first[region + 1] as usize]
    }

    /// Returns, by hex, what is so of its region.
    pub(super) fn spread_to_hexes(&self, of_region: &[bool]) -> Vec<bool> {
        self.of.iter().map(|region| of_region[usize::from(*region)]).collect()
    }
}

fn neighbours_on_map(neighbours: &[u16; 6]) -> impl Iterator<Item = usize> {
    neighbours.iter().filter(|next| **next != NO_HEX).map(|next| usize::from(*next))
}
