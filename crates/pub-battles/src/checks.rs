//! The semantic checks of Pub Battles: the list, by code. PB10x names, PB11x sides and commands, PB12x sizes, PB13x the map,
//! PB14x the set-up, PB15x orders and optional rules, PB16x victory, PB17x reinforcements, PB18x special rules, PB19x what is
//! printed alone, PB20x and PB21x Capture the Flag.
//!
//! A new check is `checks/<name>.rs`, its page `checks/<name>.md`, and two lines here. One of names that mean nothing is a
//! row of `checks/unknown.rs` instead.

mod ambiguous_location;
mod area_or_line;
mod at_and_enters;
mod attack_done_at_start;
mod attack_or_defend;
mod base_near_edge;
mod blind_artillery;
mod blocked_entry;
mod brittle_army;
mod contact_at_start;
mod coordinates_in_degrees;
mod corps_without_army;
mod crowded_start;
mod deck_of_twelve;
mod deck_without_corps;
mod deep_block;
mod edges_too_near;
mod feature_without_kind;
mod foot_outruns_horse;
mod forgotten_orders;
mod guard_without_army;
mod hidden_block_stands;
mod hidden_without_blocks;
mod hold_after_losses;
mod hold_everywhere;
mod hold_out_of_reach;
mod hold_too_late;
mod hole_outside;
mod idle_along;
mod idle_facing;
mod idle_terrain;
mod idle_train;
mod idle_way_point;
mod impassable_start;
mod late_reinforcements;
mod leaders_alike;
mod loses_without_side;
mod map_twice;
mod misshapen_area;
mod missing_map;
mod never_within_reach;
mod no_base;
mod no_fighting_blocks;
mod no_sudden_death;
mod no_trains;
mod nowhere_at_start;
mod odd_print_size;
mod odd_setup_strength;
mod off_the_map;
mod one_sided_victory;
mod order_never_followed;
mod orders_without_chit;
mod out_of_command;
mod out_of_scale;
mod outside_home_zone;
mod over_the_edge;
mod overlapping_blocks;
mod picture_points;
mod road_off_edge;
mod rule_not_in_force;
mod setup_letters;
mod setup_strength;
mod shared_edge;
mod short_line;
mod short_setup_deck;
mod side_never_acts;
mod small_army;
mod special_never_applies;
mod special_twice;
mod spotted_at_start;
mod stands_off_map;
mod too_many_pieces;
mod twin_armies;
mod twin_blocks;
mod twin_headquarters;
mod twin_roads;
mod unknown;
mod unused_terrain;
mod victory_listed_twice;
mod won_by_waiting;
mod words_not_played;
mod wrong_card_strength;

use rustc_hash::FxHashMap;

use muster_core::check::Check;
use muster_core::source::{Address, Pointer};

use super::capture_the_flag::inward_of as from_edge;
use super::geometry::{Footprint, MapArea, MapPoint, touch};
use super::model::{
    ArmyHeadquarters, BlockSpec, Corps, EntrySpec, FlagDeck, FogHeadquarters, MapEdge, PubOrder, PubVictory, Stick,
};
use super::resolve::{FeatureGround, Field, PubBattle, ResolvedEntry, ResolvedFeature, ResolvedRoad};

/// Every check, by code.
pub const CHECKS: &[&Check<PubBattle>] = &[
    &unknown::SIDE,
    &unknown::COMMAND,
    &unknown::LOCATION,
    &unknown::ROAD,
    &unknown::TERRAIN,
    &ambiguous_location::CHECK,
    &twin_roads::CHECK,
    &unknown::ARMY,
    &corps_without_army::CHECK,
    &twin_armies::CHECK,
    &shared_edge::CHECK,
    &twin_headquarters::CHECK,
    &twin_blocks::CHECK,
    &too_many_pieces::CHECK,
    &no_fighting_blocks::CHECK,
    &hidden_without_blocks::CHECK,
    &out_of_scale::CHECK,
    &deep_block::CHECK,
    &foot_outruns_horse::CHECK,
    &odd_print_size::CHECK,
    &blind_artillery::CHECK,
    &missing_map::CHECK,
    &map_twice::CHECK,
    &misshapen_area::CHECK,
    &short_line::CHECK,
    &area_or_line::CHECK,
    &hole_outside::CHECK,
    &off_the_map::CHECK,
    &over_the_edge::CHECK,
    &unused_terrain::CHECK,
    &idle_terrain::CHECK,
    &stands_off_map::CHECK,
    &overlapping_blocks::CHECK,
    &impassable_start::CHECK,
    &contact_at_start::CHECK,
    &nowhere_at_start::CHECK,
    &at_and_enters::CHECK,
    &out_of_command::CHECK,
    &idle_facing::CHECK,
    &hidden_block_stands::CHECK,
    &spotted_at_start::CHECK,
    &attack_or_defend::CHECK,
    &rule_not_in_force::CHECK,
    &no_trains::CHECK,
    &leaders_alike::CHECK,
    &forgotten_orders::CHECK,
    &never_within_reach::CHECK,
    &order_never_followed::CHECK,
    &idle_way_point::CHECK,
    &attack_done_at_start::CHECK,
    &orders_without_chit::CHECK,
    &won_by_waiting::CHECK,
    &hold_too_late::CHECK,
    &victory_listed_twice::CHECK,
    &hold_everywhere::CHECK,
    &one_sided_victory::CHECK,
    &no_sudden_death::CHECK,
    &hold_after_losses::CHECK,
    &brittle_army::CHECK,
    &hold_out_of_reach::CHECK,
    &late_reinforcements::CHECK,
    &road_off_edge::CHECK,
    &idle_along::CHECK,
    &blocked_entry::CHECK,
    &loses_without_side::CHECK,
    &special_never_applies::CHECK,
    &special_twice::CHECK,
    &side_never_acts::CHECK,
    &words_not_played::CHECK,
    &coordinates_in_degrees::CHECK,
    &picture_points::CHECK,
    &feature_without_kind::CHECK,
    &deck_of_twelve::CHECK,
    &deck_without_corps::CHECK,
    &setup_letters::CHECK,
    &setup_strength::CHECK,
    &odd_setup_strength::CHECK,
    &short_setup_deck::CHECK,
    &wrong_card_strength::CHECK,
    &small_army::CHECK,
    &crowded_start::CHECK,
    &no_base::CHECK,
    &edges_too_near::CHECK,
    &guard_without_army::CHECK,
    &idle_train::CHECK,
    &outside_home_zone::CHECK,
    &base_near_edge::CHECK,
];

/// Returns the decks of Capture the Flag, with their places.
fn decks(battle: &PubBattle) -> impl Iterator<Item = (usize, &FlagDeck)> {
    battle.decks().into_iter().flat_map(|flag| &flag.decks).enumerate()
}

/// A piece that stands on the map at the start.
struct Piece {
    /// Its place among the blocks, or of a headquarters among the commands.
    index: usize,
    at: MapPoint,
    outline: Footprint,
}

/// Returns the blocks that stand on the map at the start.
fn standing(battle: &PubBattle) -> impl Iterator<Item = Piece> {
    let blocks = battle.field.as_ref().map_or(&[][..], |_| &battle.blocks).iter().enumerate();
    blocks.filter_map(|(index, block)| {
        let at = block.at?;
        Some(Piece { index, at, outline: Footprint::new(at, block.facing, block.size[0], block.size[1]) })
    })
}

/// Returns the headquarters that stand on the map at the start.
fn headquarters(battle: &PubBattle) -> impl Iterator<Item = Piece> {
    let side = battle.field.as_ref().map(|field| field.headquarters);
    battle.commands.iter().enumerate().filter_map(move |(index, command)| {
        let (at, side) = (command.at?, side?);
        Some(Piece { index, at, outline: Footprint::new(at, 0, side, side) })
    })
}

/// A command as it is written.
struct WrittenCommand<'b> {
    enters: Option<&'b EntrySpec>,
    blocks: &'b [BlockSpec],
    orders: &'b [PubOrder],
}

/// Returns the commands as they are written, in the order in which they are resolved.
fn written_commands(battle: &PubBattle) -> Vec<WrittenCommand<'_>> {
    let mut found = Vec::new();
    for side in battle.scenario().into_iter().flat_map(|scenario| &scenario.sides) {
        for (_, ArmyHeadquarters { enters, blocks, orders, .. }) in side.armies() {
            found.push(WrittenCommand { enters: enters.as_ref(), blocks, orders });
        }
        for Corps { enters, blocks, orders, .. } in &side.corps {
            found.push(WrittenCommand { enters: enters.as_ref(), blocks, orders });
        }
        for FogHeadquarters { enters, orders, .. } in &side.fog_of_war {
            found.push(WrittenCommand { enters: enters.as_ref(), blocks: &[], orders });
        }
    }
    found
}

/// An entry that is written at a command, or at a block of its own.
struct WrittenEntry<'b> {
    written: &'b EntrySpec,
    entry: ResolvedEntry,
    /// The width and depth of a block that enters.
    size: [u16; 2],
    at: Address,
}

/// Returns the entries, each once.
fn entries(battle: &PubBattle) -> Vec<WrittenEntry<'_>> {
    let Some(field) = &battle.field else { return Vec::new() };
    let mut found = Vec::new();
    for (command, written) in battle.commands.iter().zip(written_commands(battle)) {
        let at = |pointer: &Pointer| Address::value(battle.file(), pointer.key("enters"));
        if let (Some(written), Some(entry)) = (written.enters, command.entry) {
            found.push(WrittenEntry { written, entry, size: field.block, at: at(&command.pointer) });
        }
        for (block, written) in command.blocks.iter().map(|block| &battle.blocks[*block]).zip(written.blocks) {
            if let (Some(written), Some(entry)) = (&written.enters, block.entry) {
                found.push(WrittenEntry { written, entry, size: block.size, at: at(&block.pointer) });
            }
        }
    }
    found
}

/// Returns the areas that cannot be entered, each with its feature.
fn impassable(field: &Field) -> impl Iterator<Item = (usize, &MapArea)> {
    field.features.iter().enumerate().filter_map(|(i, feature)| match &feature.ground {
        FeatureGround::Area(area) if field.kind_of(feature).is_some_and(|kind| !kind.passable) => Some((i, area)),
        FeatureGround::Area(_) | FeatureGround::Line(_) | FeatureGround::Nowhere => None,
    })
}

/// Returns a feature as messages speak of it: by its name, or by its kind.
fn title(field: &Field, feature: usize) -> String {
    let feature = &field.features[feature];
    match (&feature.name, feature.kind) {
        (Some(name), _) => format!("`{name}`"),
        (None, Some(kind)) => format!("a feature of kind `{}`", field.kinds[kind].0),
        (None, None) => "a feature".to_owned(),
    }
}

/// Returns the borders of all areas: their feature, their place among its borders, and their corners.
fn rings(field: &Field) -> impl Iterator<Item = (&ResolvedFeature, usize, &[MapPoint])> {
    field.features.iter().flat_map(|feature| {
        let area = match &feature.ground {
            FeatureGround::Area(area) => Some(area),
            FeatureGround::Line(_) | FeatureGround::Nowhere => None,
        };
        let rings = area.into_iter().flat_map(MapArea::rings).enumerate();
        rings.map(move |(ring, (corners, _))| (feature, ring, corners))
    })
}

/// Returns the place of a border of an area: the area's own first, then those of its holes.
fn ring_at(feature: &ResolvedFeature, ring: usize) -> Address {
    feature.written.ring(ring.checked_sub(1))
}

/// Points of a map that are written one after the other: the corners of an area, or the points of a line or a road.
struct MapLine<'b> {
    what: &'static str,
    feature: Option<usize>,
    points: &'b [MapPoint],
    at: Address,
}

/// Returns the areas without their holes, the lines and the roads of a map.
fn lines_of_map(field: &Field) -> impl Iterator<Item = MapLine<'_>> {
    let of_features = field.features.iter().enumerate().filter_map(|(i, feature)| {
        let (what, points, at) = match &feature.ground {
            FeatureGround::Area(area) => ("area", area.rings().next()?.0, feature.written.ring(None)),
            FeatureGround::Line(points) => ("line", &points[..], feature.written.line()),
            FeatureGround::Nowhere => return None,
        };
        Some(MapLine { what, feature: Some(i), points, at })
    });
    let of_roads = field.roads.iter().map(|road| MapLine {
        what: "road",
        feature: None,
        points: &road.line,
        at: road.written.line(),
    });
    of_features.chain(of_roads)
}

/// Returns the places where a road meets an edge of the map, rounded to map units.
fn meets<'b>(field: &'b Field, road: &'b ResolvedRoad, edge: MapEdge) -> impl Iterator<Item = MapPoint> + 'b {
    let MapPoint { x, y } = field.size;
    let (from, to) = match edge {
        MapEdge::South => (MapPoint { x: 0, y: 0 }, MapPoint { x, y: 0 }),
        MapEdge::North => (MapPoint { x: 0, y }, field.size),
        MapEdge::West => (MapPoint { x: 0, y: 0 }, MapPoint { x: 0, y }),
        MapEdge::East => (MapPoint { x, y: 0 }, field.size),
    };
    road.line.windows(2).filter(move |ends| touch(ends[0], ends[1], from, to)).map(move |ends| {
        let across = |point: MapPoint| match edge {
            MapEdge::South | MapEdge::North => i64::from(point.y - from.y),
            MapEdge::West | MapEdge::East => i64::from(point.x - from.x),
        };
        let (start, end) = (across(ends[0]), across(ends[1]));
        match start == end {
            true => ends[0],
            false => ends[0].toward(ends[1], start.abs(), (end - start).abs()),
        }
    })
}

/// Returns the number of the last turn of the last day.
fn last_turn(battle: &PubBattle) -> u32 {
    battle.scenario().map_or(0, |scenario| u32::from(scenario.turns) * u32::from(scenario.days))
}

/// Returns the turn at whose end a location is checked, that of the last day where none is given. `None` if the turn never
/// comes, or a name of the rule means nothing: both are found elsewhere.
fn hold_turn(battle: &PubBattle, goal: usize, turn: Option<u16>) -> Option<u16> {
    let written = battle.scenario()?.victory.get(goal)?;
    let PubVictory::Hold { location, side, .. } = written else { return None };
    let all_mean = location.names().iter().all(|name| battle.location(name).is_some())
        && side.as_ref().is_none_or(|name| battle.find_side(name).is_some());
    let last = u16::try_from(last_turn(battle)).unwrap_or(u16::MAX);
    Some(turn.unwrap_or(last)).filter(|turn| all_mean && *turn <= last)
}

/// Returns true if a block may come near a place by a turn, going straight there with at most so many sticks a turn: two are
/// what a road allows, more leave room for retreats and nights.
fn may_reach(battle: &PubBattle, block: usize, at: MapPoint, within: (u16, u16), (turn, sticks): (u16, u16)) -> bool {
    let Some(field) = &battle.field else { return true };
    let block = &battle.blocks[block];
    let hq = &battle.commands[block.command];
    // Hidden blocks go where their headquarters goes, and are placed around it.
    let (start, stick) = match hq.is_hidden {
        true => (hq.at, field.stick(Stick::Mounted).max(field.stick(block.kind.stick()))),
        false => (block.at, field.stick(block.kind.stick())),
    };
    let Some(start) = start else { return block.entry.is_some_and(|entry| entry.turn <= turn) };
    let moves = i64::from(turn) * i64::from(sticks) * i64::from(stick);
    let reach = moves + i64::from(within.0 / within.1) + i64::from(block.size[0]) + i64::from(block.size[1]);
    at.square_to(start) <= reach * reach
}

/// Two things of one name: their places in a list.
struct Twin<'n> {
    first: usize,
    again: usize,
    names: [&'n str; 2],
}

impl Twin<'_> {
    /// Returns what is wrong with the later one.
    fn message(&self, what: &str) -> String {
        let [first, again] = self.names;
        match first == again {
            true => format!("another {what} is already named `{again}`"),
            false => format!("`{again}` and `{first}` differ only in capitals"),
        }
    }
}

/// Returns each name that stands in a list already, capitals not counted.
fn twins<'n>(names: &[&'n str]) -> Vec<Twin<'n>> {
    let mut seen: FxHashMap<String, usize> = FxHashMap::default();
    let mut found = Vec::new();
    for (again, name) in names.iter().enumerate() {
        let first = *seen.entry(name.to_lowercase()).or_insert(again);
        if first != again {
            found.push(Twin { first, again, names: [names[first], name] });
        }
    }
    found
}

/// Returns a length in map units, as whole as it is.
fn counted_length((length, parts): (u16, u16)) -> String {
    match length % parts {
        0 => (length / parts).to_string(),
        rest => format!("{} {rest}/{parts}", length / parts),
    }
}
