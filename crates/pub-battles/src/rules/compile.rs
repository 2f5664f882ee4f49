//! From a resolved battle to the tables.

use super::{
    BlockRules, CommandRules, EntryRules, FeatureRules, FieldGround, GroundCells, HqCover, LocationRules, MAX_BLOCKS,
    MAX_COMMANDS, MAX_LOCATIONS, OrderList, PackedOrder, PubRules, RoadRules, SideRules, SpecialRules,
};
use crate::geometry::{Footprint, MapPoint};
use crate::model::{BlockKind, OptionalRule};
use crate::resolve::{
    FeatureGround, Field, NamedLocation, PubBattle, ResolvedBlock, ResolvedCommand, ResolvedEntry, ResolvedFeature,
    ResolvedOrder,
};

/// Compiles a battle in which no check found an error.
///
/// # Errors
///
/// Says what no check has found.
pub fn compile(battle: &PubBattle) -> Result<PubRules, String> {
    let scenario = battle.scenario().ok_or("there is no scenario")?;
    let field = battle.field.as_ref().ok_or("there is no map")?;
    if battle.sides.len() != 2 {
        return Err(format!("there are {} sides", battle.sides.len()));
    }
    if battle.blocks.len() > MAX_BLOCKS || battle.commands.len() > MAX_COMMANDS {
        return Err(format!("there are {} blocks in {} commands", battle.blocks.len(), battle.commands.len()));
    }
    let written_orders = battle.has(OptionalRule::WrittenOrders);
    if written_orders && field.locations.len() > MAX_LOCATIONS {
        return Err(format!("there are {} locations", field.locations.len()));
    }
    let commands = battle.commands.iter().map(|written| command(written, written_orders));
    let blocks: Vec<BlockRules> = battle.blocks.iter().map(|written| block(battle, field, written)).collect();
    let size_of =
        |side: u8| blocks.iter().filter(|block| block.side == side && block.kind != BlockKind::Train).count() as u16;
    let sides = (0..).zip(&battle.sides).map(|(number, side)| SideRules {
        name: side.name.clone(),
        edge: side.edge,
        size: size_of(number),
    });
    let specials = battle.specials.iter().map(|special| SpecialRules {
        turns: special.turns,
        side: special.side.map(|side| side as u8),
        command: special.command.map(|command| command as u8),
        kind: special.kind,
        effect: special.effect,
    });
    let features: Vec<FeatureRules> = field.features.iter().filter_map(|of| feature(field, of)).collect();
    Ok(PubRules {
        size: field.size,
        foot: field.foot,
        mounted: field.mounted,
        headquarters: field.headquarters,
        turns: scenario.turns,
        days: scenario.days,
        leadership: battle.has(OptionalRule::Leadership),
        written_orders,
        trains: battle.has(OptionalRule::Trains),
        sides: sides.collect(),
        commands: commands.collect(),
        cells: GroundCells::new(field.size, &features, blocks.iter().map(|block| block.radius).max().unwrap_or(0)),
        areas: areas(&features),
        has_impassable: features.iter().any(|feature| !feature.passable),
        features,
        roads: field.roads.iter().map(|road| RoadRules { name: road.name.clone(), line: road.line.clone() }).collect(),
        locations: field.locations.iter().map(|named| location(field, named)).collect(),
        victory: battle.victory.clone(),
        specials: specials.collect(),
        has_fog: battle.commands.iter().any(|command| cover(command) != HqCover::Open),
        chits_first: None,
        blocks,
    })
}

fn command(written: &ResolvedCommand, written_orders: bool) -> CommandRules {
    let mut orders = OrderList::default();
    if written_orders {
        written.orders.iter().for_each(|written| orders.push(order(written)));
    }
    let first = written.blocks.first().copied().unwrap_or(0);
    CommandRules {
        side: written.side as u8,
        name: written.hq.clone(),
        is_army: written.is_army,
        army: written.army.map(|army| army as u8),
        has_chit: written.has_chit,
        cover: cover(written),
        leader: written.leader,
        at: written.at,
        entry: written.entry.map(entry),
        blocks: (first as u8, (first + written.blocks.len()) as u8),
        orders,
    }
}

fn order(written: &ResolvedOrder) -> PackedOrder {
    let mut packed = PackedOrder { is_attack: written.is_attack, ..PackedOrder::default() };
    packed.ends = written.ends.map(|end| end as u8);
    for (at, via) in packed.via.iter_mut().zip(&written.via) {
        *at = *via as u8;
        packed.way_points += 1;
    }
    packed
}

fn block(battle: &PubBattle, field: &Field, written: &ResolvedBlock) -> BlockRules {
    let command = &battle.commands[written.command];
    BlockRules {
        name: written.name.clone(),
        full_name: battle.full_name(written),
        command: written.command as u8,
        side: command.side as u8,
        kind: written.kind,
        quality: written.quality,
        stick: field.stick(written.kind.stick()),
        size: written.size,
        radius: Footprint::new(MapPoint::default(), 0, written.size[0], written.size[1]).radius() as i32,
        at: written.at.filter(|_| !command.is_hidden),
        facing: written.facing,
        entry: written.entry.filter(|_| !command.is_hidden).map(entry),
    }
}

fn location(field: &Field, named: &NamedLocation) -> LocationRules {
    let is_ground = |feature: usize| {
        let feature = &field.features[feature];
        matches!(feature.ground, FeatureGround::Area(_)) && field.kind_of(feature).is_some_and(|kind| kind.passable)
    };
    LocationRules { name: named.name.clone(), at: named.at, is_ground: named.feature.is_some_and(is_ground) }
}

/// Returns what a headquarters hides at the start; without blocks it hides nothing.
fn cover(command: &ResolvedCommand) -> HqCover {
    match (command.is_fog, command.is_hidden && !command.blocks.is_empty()) {
        (true, _) => HqCover::Fog,
        (false, true) => HqCover::Hidden,
        (false, false) => HqCover::Open,
    }
}

/// Returns the areas among features, a bit each as far as there are bits.
fn areas(features: &[FeatureRules]) -> u128 {
    let areas = features.iter().enumerate().filter(|(_, feature)| matches!(feature.ground, FieldGround::Area(_)));
    areas.filter_map(|(number, _)| 1_u128.checked_shl(number as u32)).fold(0, |all, area| all | area)
}

/// Returns a feature; `None` for one that lies nowhere or is of no kind.
fn feature(field: &Field, of: &ResolvedFeature) -> Option<FeatureRules> {
    let kind = field.kind_of(of)?;
    let ground = match &of.ground {
        FeatureGround::Area(area) => FieldGround::Area(area.clone()),
        FeatureGround::Line(line) => {
            let low = MapPoint { x: line.iter().map(|p| p.x).min()?, y: line.iter().map(|p| p.y).min()? };
            let high = MapPoint { x: line.iter().map(|p| p.x).max()?, y: line.iter().map(|p| p.y).max()? };
            FieldGround::Line(line.clone(), low, high)
        }
        FeatureGround::Nowhere => return None,
    };
    Some(FeatureRules { ground, modifier: kind.modifier, blocks_sight: kind.blocks_sight, passable: kind.passable })
}

fn entry(of: ResolvedEntry) -> EntryRules {
    let ResolvedEntry { turn, edge, road, roll, along } = of;
    EntryRules { turn, edge, road: road.map(|road| road as u8), roll, along }
}
