//! SB161 `nobody-to-challenge`: a side can never win the Heroic Challenge, because the enemy has no named character.

use crate::check::{Check, Cx};
use crate::diag::{Code, Severity};
use crate::systems::states_of_battle::model::PublishedAchievement;
use crate::systems::states_of_battle::resolve::AchievementSource;
use crate::systems::states_of_battle::resolve::StatesBattle;

/// A side can never win the Heroic Challenge, because the enemy has no named character.
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
            cx.push(cx.at(battle.at_side(enemy, "/name"), message).help("give one of its characters `named: true`"));
        }
    }
}
