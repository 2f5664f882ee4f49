//! PB158 `attack-done-at-start`: an attack is complete before the battle begins.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::checks::{may_reach, standing, written_commands};
use crate::geometry::Footprint;
use crate::model::{LocationRef, OptionalRule};
use crate::resolve::PubBattle;

pub(super) const CHECK: Check<PubBattle> = Check {
    code: Code::new("PB158", "attack-done-at-start", Severity::Warning, include_str!("attack_done_at_start.md")),
    run,
};

fn run(battle: &PubBattle, cx: &mut Cx<'_>) {
    let Some(field) = battle.field.as_ref().filter(|_| battle.has(OptionalRule::WrittenOrders)) else { return };
    for (i, written) in written_commands(battle).iter().enumerate() {
        let Some(order) = written.orders.first().filter(|order| order.defend.is_none()) else { continue };
        let Some(LocationRef::One(name)) = &order.attack else { continue };
        let Some(location) = battle.location(name) else { continue };
        let place = Footprint::place(location.at);
        let side = battle.commands[i].side;
        let side_of = |block: usize| battle.commands[battle.blocks[block].command].side;
        let stands_there = standing(battle)
            .any(|piece| battle.blocks[piece.index].command == i && piece.outline.is_within(&place, field.foot, 2));
        // Who may be there before the command acts makes the order one that matters.
        let may_come =
            |block: usize| side_of(block) != side && may_reach(battle, block, location.at, (field.foot, 2), (1, 2));
        if stands_there && !(0..battle.blocks.len()).any(may_come) {
            let message = format!("`{}` is already at `{name}`, and no enemy is near", battle.commands[i].hq);
            let finding = cx.finding(battle.command_address(i, "/orders/0/attack"), message);
            cx.push(finding.help("to order it to stay, use `defend`"));
        }
    }
}
