//! Names of one battle turned into indices: what the engine, the checks and the pieces share.

mod commands;
mod field;
mod names;

use std::sync::Arc;

use muster_core::source::{Address, FileId, Pointer};
use muster_systems::Doc;

pub use self::commands::{ResolvedBlock, ResolvedCommand, ResolvedEntry, ResolvedOrder, ResolvedSide};
pub use self::field::{FeatureGround, Field, NamedLocation, ResolvedFeature, ResolvedRoad, WrittenShape};
pub use self::names::{PubReference, PubReferenceKind};
use super::geojson::GeoCollection;
use super::geometry::MapPoint;
use super::model::{
    BattleMap, BlockKind, CaptureTheFlag, HoldTime, LocationRef, MapCondition, MapEffect, Measure, OptionalRule,
    PubDocument, PubOrder, PubScenario, PubVictory, Stick,
};

/// A scenario with its map, every reference resolved; or a map alone, without sides. References that mean nothing stay
/// visible: they are `None`, and in [`PubBattle::references`].
#[derive(Debug, Clone)]
pub struct PubBattle {
    /// The scenario's file (or the map) first, then the map that it names.
    docs: Vec<Arc<Doc<PubDocument>>>,
    /// The sides as written: two in a sound scenario, none in a map alone.
    pub sides: Vec<ResolvedSide>,
    /// All commands, by side: the headquarters of the army where there is one, then the corps.
    pub commands: Vec<ResolvedCommand>,
    /// All blocks, by command.
    pub blocks: Vec<ResolvedBlock>,
    /// The map; `None` if the scenario has none.
    pub field: Option<Field>,
    /// The rules of victory, with their names resolved.
    pub victory: Vec<ResolvedGoal>,
    /// The special rules, with their names resolved.
    pub specials: Vec<ResolvedSpecial>,
    /// Every name by which something refers to a side, a command, a location, a road or a kind, in written order.
    pub references: Vec<PubReference>,
}

/// A rule of victory (PB-7). What means nothing is left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ResolvedGoal {
    /// Half of an army is lost.
    SuddenDeath,
    /// Locations are held.
    Hold {
        /// Their places.
        places: Vec<MapPoint>,
        /// The greatest distance, as a length and its divisor.
        within: (u16, u16),
        /// The turn at whose end it is checked; `None` for the end of each day.
        turn: Option<u16>,
        /// The only side that can win by it.
        side: Option<usize>,
        /// Whether that side loses the battle if it does not.
        or_loses: bool,
    },
    /// Losses are compared.
    Losses,
}

/// A special rule with its names resolved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ResolvedSpecial {
    /// The first and the last turn.
    pub turns: (u16, u16),
    /// The side; `None` for both.
    pub side: Option<usize>,
    /// The command; `None` for all.
    pub command: Option<usize>,
    /// The kind of block; `None` for all.
    pub kind: Option<BlockKind>,
    /// The change.
    pub effect: MapEffect,
}

impl PubBattle {
    /// Resolves a scenario with its map, or a map alone. Mistakes stay visible in the result; checks report them.
    pub fn new(docs: Vec<Arc<Doc<PubDocument>>>) -> PubBattle {
        let written = docs.iter().find_map(|doc| doc.model.map.as_ref().map(|map| (doc.file, map)));
        let drawn = docs.iter().find_map(|doc| doc.model.drawn.as_ref().map(|drawn| (doc.file, drawn)));
        let own = docs[0].model.scenario.as_ref().map(|scenario| (docs[0].file, &scenario.locations));
        let field = written.map(|(file, map)| Field::new(file, map, drawn, own));
        let mut battle = PubBattle {
            docs,
            sides: Vec::new(),
            commands: Vec::new(),
            blocks: Vec::new(),
            field,
            victory: Vec::new(),
            specials: Vec::new(),
            references: Vec::new(),
        };
        commands::resolve(&mut battle);
        battle.references = names::resolve(&battle);
        battle.victory = battle.resolved_victory();
        battle.specials = battle.resolved_specials();
        battle
    }

    fn resolved_victory(&self) -> Vec<ResolvedGoal> {
        let written = self.scenario().map_or(&[][..], |scenario| &scenario.victory);
        if written.is_empty() && self.scenario().is_some() {
            return vec![ResolvedGoal::SuddenDeath];
        }
        let resolve = |victory: &PubVictory| match victory {
            PubVictory::SuddenDeath => ResolvedGoal::SuddenDeath,
            PubVictory::Losses => ResolvedGoal::Losses,
            PubVictory::Hold { location, within, at, side, or_loses } => ResolvedGoal::Hold {
                places: location.names().iter().filter_map(|name| Some(self.location(name)?.at)).collect(),
                within: self.length(*within),
                turn: match at {
                    HoldTime::Turn(turn) => Some(*turn),
                    HoldTime::End(_) => None,
                },
                side: side.as_ref().and_then(|name| self.find_side(name)),
                or_loses: *or_loses,
            },
        };
        written.iter().map(resolve).collect()
    }

    fn resolved_specials(&self) -> Vec<ResolvedSpecial> {
        let written = self.scenario().map_or(&[][..], |scenario| &scenario.special);
        let resolve = |special: &super::model::MapSpecial| {
            let MapCondition { turns, side, command, kind } = &special.only_while;
            let turns = turns.as_deref().and_then(|turns| Some((*turns.first()?, *turns.get(1)?)));
            ResolvedSpecial {
                turns: turns.unwrap_or((1, u16::MAX)),
                side: side.as_ref().and_then(|name| self.find_side(name)),
                command: command.as_ref().and_then(|name| self.find_command(name)),
                kind: *kind,
                effect: special.effect,
            }
        };
        written.iter().map(resolve).collect()
    }

    /// Returns the scenario; `None` for a map alone.
    pub fn scenario(&self) -> Option<&PubScenario> {
        self.docs[0].model.scenario.as_ref()
    }

    /// Returns the decks of Capture the Flag; `None` if the document is something else.
    pub fn decks(&self) -> Option<&CaptureTheFlag> {
        self.docs[0].model.capture_the_flag.as_ref()
    }

    /// Returns true if a rule that is not always in force is.
    pub fn has(&self, rule: OptionalRule) -> bool {
        self.scenario().is_some_and(|scenario| scenario.optional.contains(&rule))
    }

    /// Returns the map as it is written, and its file.
    pub fn map(&self) -> Option<(FileId, &BattleMap)> {
        self.docs.iter().find_map(|doc| doc.model.map.as_ref().map(|map| (doc.file, map)))
    }

    /// Returns the features of the map that were drawn in another file, and that file.
    pub fn drawn_features(&self) -> Option<(FileId, &GeoCollection)> {
        self.docs.iter().find_map(|doc| doc.model.drawn.as_ref().map(|drawn| (doc.file, drawn)))
    }

    /// Returns the files: the scenario's (or the map) first.
    pub fn docs(&self) -> &[Arc<Doc<PubDocument>>] {
        &self.docs
    }

    /// Returns the scenario's file, or that of the map.
    pub fn file(&self) -> FileId {
        self.docs[0].file
    }

    /// Returns the place of something in the first file, by its pointer: `/scenario/sides/0`.
    pub fn scenario_address(&self, pointer: &str) -> Address {
        Address::value(self.file(), Pointer::parse(pointer))
    }

    /// Returns the place of something of a command; `suffix` is relative to it, as `/hq`.
    pub fn command_address(&self, command: usize, suffix: &str) -> Address {
        Address::value(self.file(), self.commands[command].pointer.join(suffix))
    }

    /// Returns the place of something of a block; `suffix` is relative to it, as `/at`.
    pub fn block_address(&self, block: usize, suffix: &str) -> Address {
        Address::value(self.file(), self.blocks[block].pointer.join(suffix))
    }

    /// Returns the side that a name means.
    pub fn find_side(&self, name: &str) -> Option<usize> {
        self.sides.iter().position(|side| side.name == name)
    }

    /// Returns the command that the name of a headquarters means.
    pub fn find_command(&self, name: &str) -> Option<usize> {
        self.commands.iter().position(|command| command.hq == name)
    }

    /// Returns the block that a name means, of those that may be meant: `HQ/NAME`, or a name that only one of them has.
    ///
    /// # Errors
    ///
    /// The number of blocks that the name may mean: none, or several.
    pub fn find_block(&self, name: &str, may_be: impl Fn(&ResolvedBlock) -> bool) -> Result<usize, usize> {
        let is_meant = |block: &ResolvedBlock| block.name == name || self.full_name(block) == name;
        let mut meant = (0..self.blocks.len()).filter(|i| may_be(&self.blocks[*i]) && is_meant(&self.blocks[*i]));
        match (meant.next(), meant.count()) {
            (Some(block), 0) => Ok(block),
            (first, others) => Err(others + usize::from(first.is_some())),
        }
    }

    /// Returns a block's name with that of its command: `Reynolds/Wadsworth`.
    pub fn full_name(&self, block: &ResolvedBlock) -> String {
        format!("{}/{}", self.commands[block.command].hq, block.name)
    }

    /// Returns true if the side of a command hides anything: its headquarters may be more, or less, than they seem (PB-10.5,
    /// PB-10.6).
    pub fn hides(&self, side: usize) -> bool {
        let commands = self.sides.get(side).into_iter().flat_map(|side| &side.commands);
        commands.map(|command| &self.commands[*command]).any(|command| command.is_hidden || command.is_fog)
    }

    /// Returns the commands of a side in the order in which its pieces are numbered and printed: those of armies first. Where a
    /// headquarters stands for the Fog of War, the others follow by their names, so that no place in the order tells what one is
    /// (PB-10.5).
    pub fn commands_in_order(&self, side: usize) -> Vec<usize> {
        let mut commands = self.sides.get(side).map(|side| side.commands.clone()).unwrap_or_default();
        if commands.iter().any(|command| self.commands[*command].is_fog) {
            commands.sort_by_key(|command| {
                let of = &self.commands[*command];
                (!of.is_army, (!of.is_army).then(|| (of.hq.to_lowercase(), of.hq.clone())))
            });
        }
        commands
    }

    /// Returns all commands in that order, side by side.
    pub fn all_in_order(&self) -> Vec<usize> {
        (0..self.sides.len()).flat_map(|side| self.commands_in_order(side)).collect()
    }

    /// Returns the location of a name.
    pub fn location(&self, name: &str) -> Option<&NamedLocation> {
        self.field.as_ref()?.location(name)
    }

    /// Returns a measure as a length in map units and the number that it is divided by.
    pub fn length(&self, measure: Measure) -> (u16, u16) {
        let stick = |stick: Stick| self.field.as_ref().map_or(1, |field| field.stick(stick));
        measure.stick.map_or((measure.number, 1), |kind| (stick(kind), measure.number))
    }

    /// Resolves an order; what means nothing is left out. `None` if its location means nothing.
    pub fn resolved_order(&self, order: &PubOrder) -> Option<ResolvedOrder> {
        let location = order.attack.as_ref().or(order.defend.as_ref())?;
        let place = |name: &String| Some(self.location(name)?.index);
        let ends = match location {
            LocationRef::One(name) => [place(name)?; 2],
            LocationRef::Line(names) => [place(names.first()?)?, place(names.get(1)?)?],
        };
        Some(ResolvedOrder {
            is_attack: order.attack.is_some(),
            ends,
            via: order.via.iter().filter_map(place).collect(),
        })
    }
}
