//! The meaning of the engine's counters: the commands and the blocks of each side, and the parts of a battle that can be used.

use muster_core::diag::{Code, Severity};
use muster_systems::counters::{CountedPiece, CountedTable, Counters, Figure, Used};
use muster_systems::measures::{BattleMeasure, MeasureSource};

use crate::engine::PubEngine;
use crate::engine::tally::{ArmyTally, BlockTally, OF_A_BLOCK, PubTally};
use crate::model::{BlockKind, PubVictory};
use crate::resolve::PubBattle;
use crate::rules::HqCover;

/// A block that never entered.
pub const NEVER_ENTERED: Code =
    Code::new("PB301", "block-never-entered", Severity::Warning, include_str!("block_never_entered.md"));
/// A block that never fought.
pub const NEVER_FOUGHT: Code =
    Code::new("PB302", "block-never-fought", Severity::Warning, include_str!("block_never_fought.md"));
/// A victory by which nobody won.
pub const NEVER_WON: Code =
    Code::new("PB303", "victory-never-won", Severity::Warning, include_str!("victory_never_won.md"));

/// The kinds of findings of smoke tests of Pub Battles, besides those of every game.
pub const CODES: &[Code] = &[NEVER_ENTERED, NEVER_FOUGHT, NEVER_WON];

/// Returns the name of a figure in reports.
fn name(what: BlockTally) -> &'static str {
    match what {
        BlockTally::Entered => "entered",
        BlockTally::Moved => "moved",
        BlockTally::Attacked => "attacked",
        BlockTally::Fought => "rounds",
        BlockTally::Bombarded => "bombarded",
        BlockTally::Spent => "spent",
        BlockTally::Rallied => "rallied",
        BlockTally::Retreated => "retreated",
        BlockTally::Supported => "supported",
        BlockTally::Eliminated => "eliminated",
    }
}

/// The word for a victory in reports.
pub(super) const VICTORY: &str = "victory";

/// Returns a victory in reports: `hold` with its locations.
pub(super) fn title(victory: &PubVictory) -> String {
    match victory {
        PubVictory::Hold { location, .. } => format!("`hold` of {}", location.names().join(" and ")),
        _ => format!("`{}`", victory.word()),
    }
}

/// Returns the meaning of the counters of a battle's engine.
pub(super) fn counters(engine: &PubEngine, battle: &PubBattle) -> Counters {
    let (rules, tally) = (&engine.rules, engine.tally());
    let mut used = Vec::new();
    let figure = |what: BlockTally, loss| Figure {
        name: name(what),
        counters: Vec::new(),
        in_smoke: !matches!(what, BlockTally::Entered | BlockTally::Supported),
        in_turn: false,
        loss,
    };
    let eliminated = |what| (what == BlockTally::Eliminated).then_some("is eliminated");
    let mut commands = CountedTable::new("commands", OF_A_BLOCK.map(|what| figure(what, None)).into());
    let mut blocks = CountedTable::new("blocks", OF_A_BLOCK.map(|what| figure(what, eliminated(what))).into());
    for (number, command) in (0..).zip(&rules.commands).filter(|(_, command)| command.blocks.0 < command.blocks.1) {
        let piece = CountedPiece {
            card: String::new(),
            name: command.name.clone(),
            side: command.side.into(),
            parts: Vec::new(),
        };
        commands.add(piece, OF_A_BLOCK.map(|what| tally.blocks_of(number, what)));
    }
    for (number, block) in (0..).zip(&rules.blocks) {
        let command = &rules.commands[usize::from(block.command)];
        let piece = CountedPiece {
            card: String::new(),
            name: block.full_name.clone(),
            side: block.side.into(),
            parts: Vec::new(),
        };
        blocks.add(piece, OF_A_BLOCK.map(|what| tally.block(number, what)));
        let mut add = |what: BlockTally, code: Code, after: Vec<usize>, never: String| {
            used.push(Used {
                counter: tally.block(number, what),
                after,
                card: command.name.clone(),
                name: block.full_name.clone(),
                what: name(what).to_owned(),
                at: battle.block_address(number.into(), "/block"),
                code,
                never,
                help: None,
            });
        };
        let entered = tally.block(number, BlockTally::Entered);
        if block.at.is_none() {
            let is_hidden = command.cover == HqCover::Hidden;
            let never = if is_hidden { "was never placed: its headquarters was not spotted" } else { "never entered" };
            add(BlockTally::Entered, NEVER_ENTERED, Vec::new(), format!("`{}` {never}", block.full_name));
        }
        if block.kind != BlockKind::Train {
            let after = if block.at.is_none() { vec![entered] } else { Vec::new() };
            add(BlockTally::Fought, NEVER_FOUGHT, after, format!("`{}` never fought", block.full_name));
        }
    }
    let written = battle.scenario().map_or(&[][..], |scenario| &scenario.victory);
    for (number, victory) in written.iter().enumerate() {
        let name = title(victory);
        used.push(Used {
            counter: tally.end(number as u8),
            after: Vec::new(),
            card: String::new(),
            never: format!("no battle ended by {name}"),
            name,
            what: VICTORY.to_owned(),
            at: battle.scenario_address(&format!("/scenario/victory/{number}/rule")),
            code: NEVER_WON,
            help: None,
        });
    }
    Counters { tables: vec![commands, blocks], used, measures: measures(tally) }
}

/// Returns the measures of battles.
fn measures(tally: PubTally) -> Vec<BattleMeasure> {
    let unmet = (0..2).map(|side| {
        let of = |what| tally.side(side, what);
        let from = MeasureSource::Share(of(ArmyTally::Unmet), of(ArmyTally::Present), "blocks");
        BattleMeasure { name: "blocks that never met the enemy", side: Some(side.into()), from }
    });
    let late = BattleMeasure {
        name: "ended by the last turn",
        side: None,
        from: MeasureSource::EndedBy(&["turns", "losses"]),
    };
    unmet.chain([late]).collect()
}
