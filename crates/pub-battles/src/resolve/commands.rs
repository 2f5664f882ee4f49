//! The orders of battle: sides, commands, blocks.

use muster_core::source::Pointer;
use muster_systems::art::Art;

use super::PubBattle;
use crate::geometry::MapPoint;
use crate::model::{
    BlockKind, BlockQuality, BlockSpec, EntrySpec, FogHeadquarters, Leader, MapEdge, PubOrder, PubSide,
};

/// A side.
#[derive(Debug, Clone)]
pub struct ResolvedSide {
    /// Its name.
    pub name: String,
    /// Its home edge.
    pub edge: MapEdge,
    /// The commands of its armies' headquarters.
    pub armies: Vec<usize>,
    /// Its commands, those first.
    pub commands: Vec<usize>,
}

/// A headquarters with the blocks that it commands.
#[derive(Debug, Clone)]
pub struct ResolvedCommand {
    /// The side.
    pub side: usize,
    /// The name of its headquarters.
    pub hq: String,
    /// True for the headquarters of an army.
    pub is_army: bool,
    /// The command of its army's headquarters: the one it names, or the first of its side. `None` for that of an army, and
    /// where there is none.
    pub army: Option<usize>,
    /// Whether it has a chit.
    pub has_chit: bool,
    /// Whether its blocks are hidden until it is spotted (PB-10.6).
    pub is_hidden: bool,
    /// Whether it stands for the Fog of War (PB-10.5).
    pub is_fog: bool,
    /// The quality of its leader.
    pub leader: Leader,
    /// The place of the headquarters at the start.
    pub at: Option<MapPoint>,
    /// When and where it enters.
    pub entry: Option<ResolvedEntry>,
    /// Its blocks.
    pub blocks: Vec<usize>,
    /// Its orders at the start; what means nothing is left out.
    pub orders: Vec<ResolvedOrder>,
    /// The place where it is written.
    pub pointer: Pointer,
}

/// A block.
#[derive(Debug, Clone)]
pub struct ResolvedBlock {
    /// Its command.
    pub command: usize,
    /// Its name.
    pub name: String,
    /// The kind of block.
    pub kind: BlockKind,
    /// Its quality.
    pub quality: BlockQuality,
    /// The picture on its labels and counters.
    pub art: Option<Art>,
    /// The place of its centre at the start.
    pub at: Option<MapPoint>,
    /// Its facing at the start.
    pub facing: u16,
    /// Its entry: of its own, or with its command. A hidden block enters when its headquarters does.
    pub entry: Option<ResolvedEntry>,
    /// Its width and depth.
    pub size: [u16; 2],
    /// The place where it is written.
    pub pointer: Pointer,
}

/// The entry of a command or a block: its first turn and its edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ResolvedEntry {
    /// The first turn in which it may.
    pub turn: u16,
    /// The edge.
    pub edge: MapEdge,
    /// The road on which it enters.
    pub road: Option<usize>,
    /// The highest face of a die with which it enters.
    pub roll: Option<u8>,
    /// The further way along the neighbouring edges with every turn, as a length and its divisor.
    pub along: Option<(u16, u16)>,
}

/// An order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResolvedOrder {
    /// Whether the location is attacked; else it is defended.
    pub is_attack: bool,
    /// The location, twice; or the two ends of a line.
    pub ends: [usize; 2],
    /// The way-points.
    pub via: Vec<usize>,
}

/// Resolves the sides with their commands and blocks.
pub(super) fn resolve(battle: &mut PubBattle) {
    let Some(scenario) = battle.scenario() else { return };
    let sides = scenario.sides.clone();
    for (number, side) in sides.iter().enumerate() {
        let root = Pointer::root().key("scenario").key("sides").index(number);
        let armies = side.armies().map(|(key, army)| Written {
            hq: &army.hq,
            is_army: true,
            army: None,
            has_chit: army.chit,
            is_hidden: army.hidden,
            is_fog: false,
            leader: army.leader,
            at: army.at.map(MapPoint::from),
            entry: army.enters.as_ref(),
            blocks: &army.blocks,
            orders: &army.orders,
            pointer: root.join(&key),
        });
        let corps = side.corps.iter().enumerate().map(|(i, corps)| Written {
            hq: &corps.hq,
            is_army: false,
            army: corps.army.as_deref(),
            has_chit: true,
            is_hidden: corps.hidden,
            is_fog: false,
            leader: corps.leader,
            at: corps.at.map(MapPoint::from),
            entry: corps.enters.as_ref(),
            blocks: &corps.blocks,
            orders: &corps.orders,
            pointer: root.key("corps").index(i),
        });
        let fog = side.fog_of_war.iter().enumerate().map(|(i, fog)| Written::fog(fog, root.key("fog_of_war").index(i)));
        let first = battle.commands.len();
        let written: Vec<Written<'_>> = armies.chain(corps).chain(fog).collect();
        battle.sides.push(ResolvedSide {
            name: side.name.clone(),
            edge: side.edge,
            armies: (first..first + side.armies().count()).collect(),
            commands: (first..first + written.len()).collect(),
        });
        for command in written {
            push(battle, (number, side), &command);
        }
    }
}

/// A command as it is written, of an army, of a corps or of the Fog of War.
struct Written<'a> {
    hq: &'a str,
    is_army: bool,
    /// The army that it says it is of.
    army: Option<&'a str>,
    has_chit: bool,
    is_hidden: bool,
    is_fog: bool,
    leader: Leader,
    at: Option<MapPoint>,
    entry: Option<&'a EntrySpec>,
    blocks: &'a [BlockSpec],
    orders: &'a [PubOrder],
    pointer: Pointer,
}

impl Written<'_> {
    /// Returns a headquarters that stands for the Fog of War.
    fn fog(fog: &FogHeadquarters, pointer: Pointer) -> Written<'_> {
        Written {
            hq: &fog.hq,
            is_army: false,
            army: fog.army.as_deref(),
            has_chit: true,
            is_hidden: false,
            is_fog: true,
            leader: fog.leader,
            at: fog.at.map(MapPoint::from),
            entry: fog.enters.as_ref(),
            blocks: &[],
            orders: &fog.orders,
            pointer,
        }
    }
}

fn push(battle: &mut PubBattle, (number, side): (usize, &PubSide), written: &Written<'_>) {
    let command = battle.commands.len();
    let entry_of = |entry: &EntrySpec| ResolvedEntry {
        turn: entry.turn,
        edge: entry.edge.unwrap_or(side.edge),
        road: entry.on.as_ref().and_then(|name| {
            battle.field.as_ref().and_then(|field| field.roads.iter().position(|road| road.name == *name))
        }),
        roll: entry.roll,
        along: entry.along.map(|measure| battle.length(measure)),
    };
    let entry = written.entry.map(entry_of);
    let standard = battle.field.as_ref().map_or([1, 1], |field| field.block);
    let blocks = written.blocks.iter().enumerate().map(|(i, block)| ResolvedBlock {
        command,
        name: block.block.clone(),
        kind: block.kind,
        quality: block.quality,
        art: block.art.clone(),
        at: block.at.map(MapPoint::from),
        facing: block.facing.unwrap_or(side.edge.inward()).0,
        entry: block.enters.as_ref().map(entry_of).or(entry.filter(|_| block.at.is_none())),
        size: [block.width.unwrap_or(standard[0]), block.depth.unwrap_or(standard[1])],
        pointer: written.pointer.key("blocks").index(i),
    });
    let blocks: Vec<ResolvedBlock> = blocks.collect();
    let armies = &battle.sides[number].armies;
    let army = match written.army {
        Some(name) => armies.iter().find(|army| battle.commands[**army].hq == name),
        None => armies.first(),
    };
    let army = army.copied().filter(|_| !written.is_army);
    let resolved = ResolvedCommand {
        side: number,
        hq: written.hq.to_owned(),
        is_army: written.is_army,
        army,
        has_chit: written.has_chit,
        is_hidden: written.is_hidden,
        is_fog: written.is_fog,
        leader: written.leader,
        at: written.at,
        entry,
        blocks: (battle.blocks.len()..battle.blocks.len() + blocks.len()).collect(),
        orders: written.orders.iter().filter_map(|order| battle.resolved_order(order)).collect(),
        pointer: written.pointer.clone(),
    };
    battle.commands.push(resolved);
    battle.blocks.extend(blocks);
}
