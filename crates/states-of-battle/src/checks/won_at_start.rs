//! SB146 `won-at-start`: a side has won before the battle begins.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::model::VictoryTime;
use crate::resolve::StatesBattle;

pub(super) const CHECK: Check<StatesBattle> =
    Check { code: Code::new("SB146", "won-at-start", Severity::Error, include_str!("won_at_start.md")), run };

fn run(battle: &StatesBattle, cx: &mut Cx<'_>) {
    let Some(scenario) = battle.scenario() else { return };
    for (victory, written) in battle.victory.iter().zip(&scenario.victory) {
        // Whom a side means that is not there, nobody knows.
        let is_for_nobody = written.side.is_some() && victory.side.is_none();
        if victory.time != VictoryTime::Now || is_for_nobody {
            continue;
        }
        let Some(place) = victory.place.map(|place| &battle.places[place]) else { continue };
        let holder = place.held_by.filter(|_| place.spot.is_some());
        let Some(winner) = holder.filter(|holder| victory.side.is_none_or(|side| side == *holder)) else { continue };
        let message = format!("`{}` already holds `{}` at the start and wins", battle.sides[winner].name, place.name);
        let finding = cx.finding(victory.at.join("/place"), message);
        let finding = finding.help("limit the rule to the other side with `side`, or check it `at: end`");
        cx.push(finding.with_related(place.at.join("/held_by"), "held here"));
    }
}
