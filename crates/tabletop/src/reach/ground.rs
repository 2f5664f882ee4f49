//! Ground: the hexes that cards may stand in, and those that a faction can ever enter.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use crate::model::{AbilityDeed, DetailedDeed, PlainDeed, Terrain};
use crate::resolve::{ResolvedMap, TabletopBattle};
use crate::rules::MAX_HEXES;

use super::regions::{Land, Regions};
use super::{Movement, TraitOutlook, affordable};

/// The map of a battle as cards move on it.
#[derive(Debug)]
pub struct Ground<'b> {
    battle: &'b TabletopBattle,
    map: &'b ResolvedMap,
    outlook: TraitOutlook,
    /// Whether some card builds roads, so that they may lead anywhere.
    builds_roads: bool,
    /// Whether some card is made faster, so that all may move.
    may_hasten: bool,
    /// By hex: whether a road leads there.
    has_road: Vec<bool>,
    /// The kinds of hexes there are, each once.
    lands: Vec<Land>,
}

/// The movement of cards, and whether they move at all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Manner {
    movement: Movement,
    moves: bool,
}

/// The regions where cards begin, by how they get about.
type Parties = BTreeMap<Manner, Vec<usize>>;

/// Returns those of these manners that no other one covers: a card that gets about as well as another one, or better, comes
/// wherever that one does if both begin in the same hexes.
fn widest_manners(manners: impl Iterator<Item = Manner>) -> Vec<Manner> {
    let mut manners: Vec<Manner> = manners.collect();
    manners.sort_by_key(|manner| Reverse((manner.moves, manner.movement.breadth())));
    let mut widest: Vec<Manner> = Vec::new();
    for manner in manners {
        let covers = |other: &Manner| other.moves >= manner.moves && other.movement.includes(manner.movement);
        if !widest.iter().any(covers) {
            widest.push(manner);
        }
    }
    widest
}

/// Returns the steps between the two hexes of a map that are furthest apart.
pub fn widest(map: &ResolvedMap) -> u32 {
    let (columns, rows) = (map.layout.columns, map.layout.rows);
    // Distances are greatest between hexes of the edge; where every second line lies further, beside a corner.
    let near = |end: u16| [1, 2.min(end), end.saturating_sub(1).max(1), end];
    let corners = near(columns).into_iter().flat_map(|column| near(rows).map(|row| map.layout.hex(column, row)));
    let corners: Vec<usize> = corners.flatten().collect();
    let pairs = corners.iter().flat_map(|a| corners.iter().map(|b| map.layout.distance(*a, *b)));
    pairs.max().unwrap_or(0)
}

impl<'b> Ground<'b> {
    /// Prepares the map of a battle; `None` if it has none, or one that is too large to be played.
    pub fn new(battle: &'b TabletopBattle) -> Option<Ground<'b>> {
        let map = battle.map.as_ref().filter(|map| map.terrain.len() <= MAX_HEXES)?;
        let mut has_road = vec![false; map.terrain.len()];
        map.roads.iter().flat_map(|road| [road.from, road.to]).for_each(|hex| has_road[hex] = true);
        let mut lands: Vec<Land> = Vec::new();
        let mut before = None;
        for (terrain, has_road) in map.terrain.iter().zip(&has_road) {
            let land = Land { terrain: *terrain, has_road: *has_road };
            if before.replace(land) != Some(land) && !lands.contains(&land) {
                lands.push(land);
            }
        }
        let of_factions = battle.cards.iter().filter(|card| !card.factions.is_empty());
        let deeds = of_factions.flat_map(|card| &card.abilities).flat_map(|ability| &ability.written.deeds);
        let deeds: Vec<&AbilityDeed> = deeds.collect();
        let builds_roads = deeds.contains(&&AbilityDeed::Plain(PlainDeed::BuildRoad));
        let hastens =
            |deed: &&AbilityDeed| matches!(deed, AbilityDeed::Deed(DetailedDeed::Change(change)) if change.speed > 0);
        let may_hasten = deeds.iter().any(hastens);
        Some(Ground { battle, map, outlook: TraitOutlook::new(battle), builds_roads, may_hasten, has_road, lands })
    }

    /// Returns the map.
    pub fn map(&self) -> &'b ResolvedMap {
        self.map
    }

    /// Returns true if roads are there, or may be built.
    pub fn may_have_roads(&self) -> bool {
        self.builds_roads || !self.map.roads.is_empty()
    }

    /// Returns the movement that a card of a faction can come to have.
    pub fn movement(&self, faction: usize, card: usize) -> Movement {
        Movement::possible(&self.outlook, faction, &self.battle.cards[card])
    }

    /// Returns true if a card that gets about so may stand on a hex at the start, when no road is built yet.
    pub fn stands(&self, movement: Movement, hex: usize) -> bool {
        let enters = self.map.terrain[hex].is_some_and(|terrain| movement.enters(terrain));
        enters || movement.on_roads && self.has_road[hex]
    }

    /// Returns true if the map has hexes of a terrain.
    pub fn has(&self, terrain: Terrain) -> bool {
        self.lands.iter().any(|land| land.terrain == Some(terrain))
    }

    /// Returns true if there is a hex that a card that gets about so may enter.
    pub fn has_room(&self, movement: Movement) -> bool {
        self.lands.iter().any(|land| self.may_stand(movement, *land))
    }

    /// Returns true if a card that gets about so may stand on a hex of one of these terrains.
    pub fn can_be_on(&self, movement: Movement, terrains: &[Terrain]) -> bool {
        let is_one = |land: &&Land| land.terrain.is_some_and(|terrain| terrains.contains(&terrain));
        self.lands.iter().filter(is_one).any(|land| self.may_stand(movement, *land))
    }

    /// Returns true if a card that gets about so may some time stand on a hex.
    fn may_stand(&self, movement: Movement, land: Land) -> bool {
        let by_road = || movement.on_roads && (land.has_road || self.builds_roads);
        land.terrain.is_some_and(|terrain| movement.enters(terrain) || by_road())
    }

    /// Returns, by faction and hex, whether a card of the faction can ever stand there. Worked out once for a battle.
    pub fn reached_hexes(&self) -> &'b [Vec<bool>] {
        self.battle.reached.get_or_init(|| self.every_reached())
    }

    fn every_reached(&self) -> Vec<Vec<bool>> {
        let begun = self.battle.setup().filter_map(|(_, _, entry)| entry.hex);
        let regions = Regions::new(self.map, &self.has_road, begun);
        let of_faction = |faction| regions.spread_to_hexes(&self.reached_by(faction, &regions));
        (0..self.battle.factions.len()).map(of_faction).collect()
    }

    /// Returns, by region, whether a card of a faction can ever stand there.
    fn reached_by(&self, faction: usize, regions: &Regions) -> Vec<bool> {
        let (mut parties, mut standards) = (Parties::new(), Parties::new());
        for entry in &self.battle.factions[faction].setup {
            let (Some(card), Some(hex)) = (entry.card, entry.hex) else { continue };
            let manner = self.manner(faction, card);
            parties.entry(manner).or_default().push(regions.region(hex));
            if self.battle.cards[card].is_standard() {
                standards.entry(manner).or_default().push(regions.region(hex));
            }
        }
        let deployed: BTreeSet<(bool, Manner)> = affordable(self.battle, faction)
            .map(|card| (self.battle.cards[card].is_standard(), self.manner(faction, card)))
            .collect();
        // Wherever a standard can come, what can be paid for can be deployed: first more standards, then all.
        let mut bases = self.travelled_regions(&standards, regions);
        let more: Vec<Manner> =
            deployed.iter().filter(|(is_standard, _)| *is_standard).map(|(_, manner)| *manner).collect();
        if !more.is_empty() {
            for manner in more {
                standards.entry(manner).or_default().extend(self.deployed_at(&bases, manner, regions));
            }
            bases = self.travelled_regions(&standards, regions);
        }
        for manner in widest_manners(deployed.iter().map(|(_, manner)| *manner)) {
            parties.entry(manner).or_default().extend(self.deployed_at(&bases, manner, regions));
        }
        self.travelled_regions(&parties, regions)
    }

    /// Returns the regions among those that standards can come to where cards can be deployed.
    fn deployed_at(&self, bases: &[bool], manner: Manner, regions: &Regions) -> impl Iterator<Item = usize> {
        (0..bases.len()).filter(move |region| bases[*region] && self.may_stand(manner.movement, regions.land(*region)))
    }

    fn manner(&self, faction: usize, card: usize) -> Manner {
        let moves = self.battle.cards[card].speed > 0 || self.may_hasten;
        Manner { movement: self.movement(faction, card), moves }
    }

    /// Returns, by region, whether cards can come there, those where they begin included.
    fn travelled_regions(&self, parties: &Parties, regions: &Regions) -> Vec<bool> {
        let mut reached = vec![false; regions.len()];
        // Those that get about best come first: where they come, the others need not be followed.
        let mut parties: Vec<(&Manner, &Vec<usize>)> = parties.iter().collect();
        parties.sort_by_key(|(manner, _)| Reverse((manner.moves, manner.movement.breadth())));
        let mut done: Vec<(Movement, Vec<bool>)> = Vec::new();
        for (Manner { movement, moves }, starts) in parties {
            let mut visited = vec![false; regions.len()];
            let mut queue: Vec<usize> = Vec::new();
            for start in starts {
                let is_followed = done.iter().any(|(wider, seen)| wider.includes(*movement) && seen[*start]);
                if !is_followed && !std::mem::replace(&mut visited[*start], true) {
                    queue.push(*start);
                }
            }
            reached.iter_mut().zip(&visited).for_each(|(reached, visited)| *reached |= visited);
            if queue.is_empty() || !moves {
                continue;
            }
            while let Some(region) = queue.pop() {
                for border in regions.borders(region) {
                    let to = border.region();
                    if !visited[to] && self.steps(*movement, regions.land(to), border.by_road) {
                        visited[to] = true;
                        reached[to] = true;
                        queue.push(to);
                    }
                }
            }
            done.push((*movement, visited));
        }
        reached
    }

    fn steps(&self, movement: Movement, to: Land, by_road: bool) -> bool {
        let Some(terrain) = to.terrain else { return false };
        movement.enters(terrain) || movement.on_roads && (self.builds_roads || by_road)
    }
}
