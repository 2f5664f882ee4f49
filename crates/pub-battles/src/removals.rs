//! The lines of a battle that can be taken out, to see what they are worth: commands, their blocks and their orders.

use muster_systems::removal::WeighedLine;

use super::resolve::PubBattle;

/// Returns the lines, command by command.
pub(super) fn lines(battle: &PubBattle) -> Vec<WeighedLine> {
    let mut lines = Vec::new();
    for (number, command) in battle.commands.iter().enumerate().filter(|(_, command)| !command.is_fog) {
        let of_command = |suffix: &str, what| WeighedLine {
            name: command.hq.clone(),
            side: command.side,
            ..WeighedLine::new(battle.command_address(number, suffix), what)
        };
        lines.push(WeighedLine { unused: Some(None), ..of_command("", "command") });
        for block in &command.blocks {
            let name = battle.full_name(&battle.blocks[*block]);
            lines.push(WeighedLine {
                name,
                side: command.side,
                ..WeighedLine::new(battle.block_address(*block, ""), "block")
            });
        }
        for order in 0..command.orders.len() {
            let words = format!("order {}", order + 1);
            lines.push(WeighedLine { words, ..of_command(&format!("/orders/{order}"), "order") });
        }
    }
    lines
}
