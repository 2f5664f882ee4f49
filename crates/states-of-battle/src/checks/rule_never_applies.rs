//! SB170 `rule-never-applies`: a special rule is never triggered, or its condition is never true.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::model::{MoraleState, SpecialEvent};
use crate::resolve::StatesBattle;
use crate::resolve::{BattleCondition, BattleSpecial};

pub(super) const CHECK: Check<StatesBattle> = Check {
    code: Code::new("SB170", "rule-never-applies", Severity::Warning, include_str!("rule_never_applies.md"))
        .formerly(&["rule-never-holds"]),
    run,
};

fn run(battle: &StatesBattle, cx: &mut Cx<'_>) {
    let rounds = battle.scenario().and_then(|scenario| scenario.rounds).filter(|rounds| *rounds > 0);
    for special in &battle.specials {
        if special.on == SpecialEvent::Achievement && battle.achievements.is_empty() {
            cx.push(cx.finding(special.at.join("/on"), "this battle has no achievements"));
        }
        if let Some(condition) = &special.only_while {
            never(battle, special, condition, rounds, cx);
        }
        if let Some(condition) = &special.unless {
            always(special, condition, rounds, cx);
        }
        if special.only_while.is_some() && special.only_while == special.unless {
            cx.push(cx.finding(special.at.join("/unless"), "`unless` cancels `while`"));
        }
    }
}

/// Finds what makes a condition never hold.
fn never(
    battle: &StatesBattle,
    special: &BattleSpecial,
    condition: &BattleCondition,
    limit: Option<u16>,
    cx: &mut Cx<'_>,
) {
    if let Some(range) = condition.rounds {
        let at = special.at.join("/while/rounds");
        if range.last.is_some_and(|last| last < range.first) {
            cx.push(cx.finding(at, format!("`{range}` is backward; it contains no round")));
        } else if let Some(limit) = limit.filter(|limit| range.first > *limit) {
            let plural = if limit == 1 { "" } else { "s" };
            cx.push(
                cx.finding(at, format!("the battle has {limit} round{plural}, and no round of `{range}` is played")),
            );
        }
    }
    if let Some(place) =
        condition.holds.flatten().map(|place| &battle.places[place]).filter(|place| place.spot.is_none())
    {
        let message = format!("`{}` has no position on the field, so nobody ever holds it", place.name);
        cx.push(cx.finding(special.at.join("/while/holds"), message).with_related(place.at.clone(), "the place"));
    }
    if let (Some(states), Some(side)) = (&condition.states, special.side.filter(|side| battle.army_is_known(*side))) {
        let by_state = battle.sides[side].by_state;
        if battle.sides[side].counters > 0
            && !battle.can_push(side)
            && states.iter().all(|state| by_state[*state as usize] == 0)
        {
            let message = format!(
                "`{}` never enters these states: it has {} counters",
                battle.sides[side].name, battle.sides[side].counters
            );
            cx.push(cx.finding(special.at.join("/while/state"), message));
        }
    }
}

/// Finds what makes an exception hold always.
fn always(special: &BattleSpecial, condition: &BattleCondition, limit: Option<u16>, cx: &mut Cx<'_>) {
    let all_rounds = condition
        .rounds
        .is_none_or(|range| range.first == 1 && range.last.is_none_or(|last| limit.is_some_and(|limit| last >= limit)));
    let all_states =
        condition.states.as_ref().is_none_or(|states| MoraleState::ALL.iter().all(|state| states.contains(state)));
    let says_something = condition.rounds.is_some() || condition.states.is_some();
    if condition.holds.is_none() && says_something && all_rounds && all_states {
        cx.push(cx.finding(special.at.join("/unless"), "this is always true, so the rule never applies"));
    }
}
