//! PB182 `side-never-acts`: a side has no command that can ever act.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::checks::last_turn;
use crate::model::MapEffect;
use crate::resolve::PubBattle;

pub(super) const CHECK: Check<PubBattle> =
    Check { code: Code::new("PB182", "side-never-acts", Severity::Error, include_str!("side_never_acts.md")), run };

fn run(battle: &PubBattle, cx: &mut Cx<'_>) {
    let Some(scenario) = battle.scenario() else { return };
    for (i, (special, written)) in battle.specials.iter().zip(&scenario.special).enumerate() {
        let condition = &written.only_while;
        let is_of_all = condition.command.is_none() && condition.kind.is_none();
        let (first, last) = special.turns;
        let is_always = first <= 1 && u32::from(last) >= last_turn(battle);
        if special.effect != MapEffect::NoChit || !is_of_all || !is_always {
            continue;
        }
        let who = match (&condition.side, special.side) {
            (None, _) => "neither side".to_owned(),
            (Some(_), Some(side)) => format!("`{}` never", battle.sides[side].name),
            (Some(_), None) => continue,
        };
        let who = who.replace("neither side", "neither side ever");
        let message = format!("{who} acts: no chit is drawn from the first turn to the last");
        cx.push(cx.finding(battle.scenario_address(&format!("/scenario/special/{i}/do")), message));
    }
}
