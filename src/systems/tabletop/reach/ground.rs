//! Where cards may stand, and which hexes a faction can ever enter.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use crate::systems::tabletop::model::{AbilityDeed, DetailedDeed, PlainDeed, Terrain};
use crate::systems::tabletop::resolve::{ResolvedMap, TabletopBattle};
use crate::systems::tabletop::rules::{MAX_HEXES, NO_HEX};

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
}

/// How cards get about, and whether they move at all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Manner {
    movement: Movement,
    moves: bool,
}

/// The hexes where cards begin, by how they get about.
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
    /// Prepares the map of a battle; none where it has none, or one that is too large to be played.
    pub fn new(battle: &'b TabletopBattle) -> Option<Ground<'b>> {
        let map = battle.map.as_ref().filter(|map| map.terrain.len() <= MAX_HEXES)?;
        let mut has_road = vec![false; map.terrain.len()];
        map.roads.iter().flat_map(|road| [road.from, road.to]).for_each(|hex| has_road[hex] = true);
        let of_factions = battle.cards.iter().filter(|card| !card.factions.is_empty());
        let deeds = of_factions.flat_map(|card| &card.abilities).flat_map(|ability| &ability.written.deeds);
        let deeds: Vec<&AbilityDeed> = deeds.collect();
        let builds_roads = deeds.contains(&&AbilityDeed::Plain(PlainDeed::BuildRoad));
        let hastens =
            |deed: &&AbilityDeed| matches!(deed, AbilityDeed::Deed(DetailedDeed::Change(change)) if change.speed > 0);
        let may_hasten = deeds.iter().any(hastens);
        Some(Ground { battle, map, outlook: TraitOutlook::new(battle), builds_roads, may_hasten, has_road })
    }

    /// Returns the map.
    pub fn map(&self) -> &'b ResolvedMap {
        self.map
    }

    /// Returns true if roads are there, or may be built.
    pub fn may_have_roads(&self) -> bool {
        self.builds_roads || !self.map.roads.is_empty()
    }

    /// Returns how a card of a faction can come to get about.
    pub fn movement(&self, faction: usize, card: usize) -> Movement {
        Movement::possible(&self.outlook, faction, card, &self.battle.cards[card])
    }

    /// Returns true if a card that gets about so may stand on a hex at the start, when no road is built yet.
    pub fn stands(&self, movement: Movement, hex: usize) -> bool {
        let enters = self.map.terrain[hex].is_some_and(|terrain| movement.enters(terrain));
        enters || movement.on_roads && self.has_road[hex]
    }

    /// Returns true if there is a hex that a card that gets about so may enter.
    pub fn has_room(&self, movement: Movement) -> bool {
        (0..self.map.terrain.len()).any(|hex| self.may_stand(movement, hex))
    }

    /// Returns true if a card that gets about so may stand on a hex of one of these terrains.
    pub fn can_be_on(&self, movement: Movement, terrains: &[Terrain]) -> bool {
        let is_one = |hex: &usize| self.map.terrain[*hex].is_some_and(|terrain| terrains.contains(&terrain));
        (0..self.map.terrain.len()).filter(is_one).any(|hex| self.may_stand(movement, hex))
    }

    /// Returns true if a card that gets about so may some time stand on a hex.
    fn may_stand(&self, movement: Movement, hex: usize) -> bool {
        self.map.terrain[hex].is_some() && (self.stands(movement, hex) || movement.on_roads && self.builds_roads)
    }

    /// Returns, by faction and hex, whether a card of the faction can ever stand there.
    pub fn reached(&self) -> Vec<Vec<bool>> {
        let of = |hex: usize| self.map.layout.neighbours(hex).map(|next| next.map_or(NO_HEX, |next| next as u16));
        let neighbours: Vec<[u16; 6]> = (0..self.map.terrain.len()).map(of).collect();
        (0..self.battle.factions.len()).map(|faction| self.reached_by(faction, &neighbours)).collect()
    }

    fn reached_by(&self, faction: usize, neighbours: &[[u16; 6]]) -> Vec<bool> {
        let (mut parties, mut standards) = (Parties::new(), Parties::new());
        for entry in &self.battle.factions[faction].setup {
            let (Some(card), Some(hex)) = (entry.card, entry.hex) else { continue };
            let manner = self.manner(faction, card);
            parties.entry(manner).or_default().push(hex);
            if self.battle.cards[card].is_standard() {
                standards.entry(manner).or_default().push(hex);
            }
        }
        let deployed: BTreeSet<(bool, Manner)> = affordable(self.battle, faction)
            .map(|card| (self.battle.cards[card].is_standard(), self.manner(faction, card)))
            .collect();
        // Wherever a standard can come, what can be paid for can be deployed: first more standards, then all.
        let mut bases = self.travelled(&standards, neighbours);
        let more: Vec<Manner> =
            deployed.iter().filter(|(is_standard, _)| *is_standard).map(|(_, manner)| *manner).collect();
        if !more.is_empty() {
            for manner in more {
                standards.entry(manner).or_default().extend(self.deployed_at(&bases, manner));
            }
            bases = self.travelled(&standards, neighbours);
        }
        for manner in widest_manners(deployed.iter().map(|(_, manner)| *manner)) {
            parties.entry(manner).or_default().extend(self.deployed_at(&bases, manner));
        }
        self.travelled(&parties, neighbours)
    }

    /// Returns the hexes among those that standards can come to where cards can be deployed.
    fn deployed_at(&self, bases: &[bool], manner: Manner) -> impl Iterator<Item = usize> {
        (0..bases.len()).filter(move |hex| bases[*hex] && self.may_stand(manner.movement, *hex))
    }

    fn manner(&self, faction: usize, card: usize) -> Manner {
        let moves = self.battle.cards[card].speed > 0 || self.may_hasten;
        Manner { movement: self.movement(faction, card), moves }
    }

    /// Returns the hexes that cards can come to, those where they begin included.
    fn travelled(&self, parties: &Parties, neighbours: &[[u16; 6]]) -> Vec<bool> {
        let mut reached = vec![false; neighbours.len()];
        // Those that get about best come first: where they come, the others need not be followed.
        let mut parties: Vec<(&Manner, &Vec<usize>)> = parties.iter().collect();
        parties.sort_by_key(|(manner, _)| Reverse((manner.moves, manner.movement.breadth())));
        let mut done: Vec<(Movement, Vec<bool>)> = Vec::new();
        for (Manner { movement, moves }, starts) in parties {
            let mut visited = vec![false; neighbours.len()];
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
            while let Some(hex) = queue.pop() {
                for next in &neighbours[hex] {
                    let next = usize::from(*next);
                    if next < visited.len() && !visited[next] && self.steps(*movement, hex, next) {
                        visited[next] = true;
                        reached[next] = true;
                        queue.push(next);
                    }
                }
            }
            done.push((*movement, visited));
        }
        reached
    }

    fn steps(&self, movement: Movement, from: usize, to: usize) -> bool {
        let Some(terrain) = self.map.terrain[to] else { return false };
        let on_road = || movement.on_roads && (self.builds_roads || self.has_segment(from, to));
        movement.enters(terrain) || on_road()
    }

    fn has_segment(&self, a: usize, b: usize) -> bool {
        let wanted = (a.min(b), a.max(b));
        self.has_road[a] && self.map.roads.binary_search_by_key(&wanted, |road| (road.from, road.to)).is_ok()
    }
}
