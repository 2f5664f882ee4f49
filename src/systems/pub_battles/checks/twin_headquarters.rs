//! PB112 `twin-headquarters`: two headquarters have one name.

use crate::check::{Check, Cx};
use crate::diag::{Code, Severity};
use crate::systems::pub_battles::checks::twins;
use crate::systems::pub_battles::resolve::PubBattle;

/// Two headquarters have one name.
pub(super) const CHECK: Check<PubBattle> =
    Check { code: Code::new("PB112", "twin-headquarters", Severity::Error, include_str!("twin_headquarters.md")), run };

fn run(battle: &PubBattle, cx: &mut Cx<'_>) {
    let names: Vec<&str> = battle.commands.iter().map(|command| command.hq.as_str()).collect();
    for twin in twins(&names) {
        let finding = cx.at(battle.at_command(twin.again, "/hq"), twin.message("headquarters"));
        cx.push(finding.related(battle.at_command(twin.first, "/hq"), "this one"));
    }
}
