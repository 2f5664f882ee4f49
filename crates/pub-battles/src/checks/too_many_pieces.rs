//! PB114 `too-many-pieces`: a battle has more blocks, commands or locations than can be played.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::model::OptionalRule;
use crate::resolve::PubBattle;
use crate::rules::{MAX_BLOCKS, MAX_COMMANDS, MAX_LOCATIONS};

pub(super) const CHECK: Check<PubBattle> =
    Check { code: Code::new("PB114", "too-many-pieces", Severity::Error, include_str!("too_many_pieces.md")), run };

fn run(battle: &PubBattle, cx: &mut Cx<'_>) {
    if let Some(block) = battle.blocks.get(MAX_BLOCKS) {
        let message = format!("the battle has {} blocks; at most {MAX_BLOCKS} can be played", battle.blocks.len());
        let finding = cx.finding(battle.command_address(block.command, "/hq"), message);
        cx.push(finding.help("let each block represent more men"));
    }
    if battle.commands.len() > MAX_COMMANDS {
        let count = battle.commands.len();
        let message = format!("the battle has {count} headquarters; at most {MAX_COMMANDS} can be played");
        cx.push(cx.finding(battle.command_address(MAX_COMMANDS, "/hq"), message));
    }
    let Some(field) = battle.field.as_ref().filter(|_| battle.has(OptionalRule::WrittenOrders)) else { return };
    if let Some(location) = field.locations.get(MAX_LOCATIONS) {
        let count = field.locations.len();
        let message =
            format!("the map has {count} locations; with written orders at most {MAX_LOCATIONS} can be played");
        let finding = cx.finding(location.written.clone(), message);
        cx.push(finding.help("a feature does not need a name; without one it is not a location"));
    }
}
