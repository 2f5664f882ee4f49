//! TB187 `starts-above-strength`: a special formation starts with more cubes than it can hold (TB-1.4).

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::effects::Effect;
use crate::resolve::Battle;

pub(super) const CHECK: Check<Battle> = Check {
    code: Code::new("TB187", "starts-above-strength", Severity::Error, include_str!("starts_above_strength.md")),
    run,
};

fn run(battle: &Battle, cx: &mut Cx<'_>) {
    for placed in battle.effects() {
        let (Effect::StartsWith(rule), Some(card)) = (placed.effect, placed.card) else { continue };
        let formation = battle.formation(card);
        let held = formation.strength.cubes();
        if formation.strength.special() && rule.cubes > held {
            let message = format!("`{}` starts with `{}` cubes but holds at most {held}", formation.name, rule.cubes);
            let finding = cx.finding(battle.effect_address(&placed, "/cubes"), message);
            cx.push(
                finding.with_related(battle.card_address(card, "/strength"), "the strength sets how many it holds"),
            );
        }
    }
}
