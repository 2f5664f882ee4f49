//! SB161 `nobody-to-challenge`: a side can never win the Heroic Challenge, because the enemy has no named character.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::model::PublishedAchievement;
use crate::resolve::AchievementSource;
use crate::resolve::StatesBattle;

pub(super) const CHECK: Check<StatesBattle> = Check {
    code: Code::new("SB161", "nobody-to-challenge", Severity::Warning, include_str!("nobody_to_challenge.md")),
    run,
};

fn run(battle: &StatesBattle, cx: &mut Cx<'_>) {
    let challenge = AchievementSource::Published(PublishedAchievement::HeroicChallenge);
    if !battle.achievements.iter().any(|achievement| achievement.source == challenge) {
        return;
    }
    for (i, side) in battle.sides.iter().enumerate() {
        let Some(enemy) = battle.enemy(i).filter(|enemy| battle.army_is_known(i) && battle.army_is_known(*enemy))
        else {
            continue;
        };
        let units = |side: usize| battle.sides[side].units.iter().map(|unit| &battle.units[*unit]);
        let heroes = units(i).any(|unit| unit.kind.is_character());
        // Without a general the army has another finding, which speaks for this one.
        if heroes && !battle.sides[enemy].generals.is_empty() && !units(enemy).any(|unit| unit.named) {
            let message = format!(
                "`{}` has no named character, so `{}` can never win the Heroic Challenge",
                battle.sides[enemy].name, side.name
            );
            cx.push(
                cx.finding(battle.side_address(enemy, "/name"), message)
                    .help("give one of its characters `named: true`"),
            );
        }
    }
}
