//! SB160 `unwinnable-achievement`: neither side can win a listed achievement.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::model::{PublishedAchievement, UnitKind};
use crate::resolve::StatesBattle;
use crate::resolve::{AchievementSource, BattleUnit};

pub(super) const CHECK: Check<StatesBattle> = Check {
    code: Code::new("SB160", "unwinnable-achievement", Severity::Info, include_str!("unwinnable_achievement.md")),
    run,
};

fn run(battle: &StatesBattle, cx: &mut Cx<'_>) {
    let known = (0..battle.sides.len()).all(|side| battle.army_is_known(side));
    if !known || !battle.has_two_sides() {
        return;
    }
    for achievement in &battle.achievements {
        let (Some(at), AchievementSource::Published(published)) = (&achievement.at, achievement.source) else {
            continue;
        };
        let count = |side: usize, is: &dyn Fn(&BattleUnit) -> bool| {
            battle.sides[side].units.iter().filter(|unit| is(&battle.units[**unit])).count()
        };
        let why = match published {
            PublishedAchievement::Salvo => {
                let machines = |unit: &BattleUnit| unit.kind == UnitKind::WarMachine;
                (0..2).all(|side| count(side, &machines) < 2).then_some("neither side has two war machines")
            }
            PublishedAchievement::PincerMovement => {
                let charges = |unit: &BattleUnit| unit.carrier.is_none();
                (0..2).all(|side| count(side, &charges) < 2).then_some("neither side has two units that can charge")
            }
            _ => None,
        };
        if let Some(why) = why {
            cx.push(cx.finding(at.clone(), format!("nobody can win `{}`: {why}", achievement.title)));
        }
    }
}
