//! Sentences for the rest of a scenario besides cards: achievements, triggers, forfeits, victory, special rules, deployment.

use muster_systems::catalogue::{Person, capital};

use super::deeds::{chain, deeds};
use super::{counters, die, state};
use crate::model::{Deployment, MoraleState, PublishedAchievement, RoundRange, SpecialEvent, Spot, VictoryTime};
use crate::resolve::{
    AchievementSource, BattleAchievement, BattleConcealment, BattleCondition, BattleForfeit, BattleSpecial,
    BattleTrigger, BattleVictory, StatesBattle, TriggerEffect,
};
use crate::wording::{StatesWord as W, StatesWording};

/// Returns the name of an achievement on the table.
pub fn achievement_title(wording: StatesWording<'_>, achievement: &BattleAchievement) -> String {
    use PublishedAchievement as P;
    wording.word(match achievement.source {
        AchievementSource::Published(P::FirstBlood) => W::FirstBlood,
        AchievementSource::Published(P::ThunderousCharge) => W::ThunderousCharge,
        AchievementSource::Published(P::PincerMovement) => W::PincerMovement,
        AchievementSource::Published(P::Salvo) => W::Salvo,
        AchievementSource::Published(P::HeroicChallenge) => W::HeroicChallenge,
        AchievementSource::Published(P::HeroicMoment) => W::HeroicMoment,
        AchievementSource::EnemyUnitLost | AchievementSource::EnemyUnitBroken => return achievement.title.clone(),
    })
}

/// Returns the sentence of an achievement (SB-3).
pub fn achievement(wording: StatesWording<'_>, achievement: &BattleAchievement) -> String {
    use PublishedAchievement as P;
    wording.word(match achievement.source {
        AchievementSource::Published(P::FirstBlood) => W::FirstBloodWon,
        AchievementSource::Published(P::ThunderousCharge) => W::ThunderousChargeWon,
        AchievementSource::Published(P::PincerMovement) => W::PincerMovementWon,
        AchievementSource::Published(P::Salvo) => W::SalvoWon,
        AchievementSource::Published(P::HeroicChallenge) => W::HeroicChallengeWon,
        AchievementSource::Published(P::HeroicMoment) => W::HeroicMomentWon,
        AchievementSource::EnemyUnitLost => W::EnemyUnitLost,
        AchievementSource::EnemyUnitBroken => W::EnemyUnitBroken,
    })
}

/// Returns the sentence of a trigger, addressed to its side (SB-9.1).
pub fn trigger(wording: StatesWording<'_>, battle: &StatesBattle, trigger: &BattleTrigger) -> String {
    let by = |change: i8, [more, less]: [W; 2]| {
        wording.say(if change < 0 { less } else { more }, &[change.unsigned_abs().into()])
    };
    let (when, deed) = match &trigger.effect {
        TriggerEffect::Reinforcements(units) => {
            let names: Vec<&str> = units.iter().flatten().map(|unit| battle.units[*unit].name.as_str()).collect();
            let all = wording.all_of(&names);
            let given = [count(names.len()).into(), (&all).into()];
            (W::OnceInState, wording.say(W::ReinforcementsArrive, &given))
        }
        TriggerEffect::ToHit(change) => (W::WhileInState, by(*change, [W::UnitsHitMore, W::UnitsHitLess])),
        TriggerEffect::Melee(change) => {
            let word = if *change < 0 { W::UnitsFightLess } else { W::UnitsFightMore };
            (W::WhileInState, wording.say(word, &[u32::from(change.unsigned_abs()).into()]))
        }
        TriggerEffect::Generalship(faced) => {
            (W::WhileInState, wording.say(W::ThrowAnotherDie, &[(&die(wording, *faced)).into()]))
        }
        TriggerEffect::Cards(change) => (W::WhileInState, by(*change, [W::DrawMore, W::DrawFewer])),
        TriggerEffect::Counters(change) => {
            let word = if *change < 0 { W::YouLose } else { W::YouGain };
            (W::OnceInState, wording.say(word, &[(&counters(wording, change.unsigned_abs().into())).into()]))
        }
        TriggerEffect::Steal(stolen) => {
            (W::OnceInState, wording.say(W::YouSteal, &[(&counters(wording, (*stolen).into())).into()]))
        }
        TriggerEffect::Push(pushed) => {
            let next = MoraleState::ALL.into_iter().find(|next| *next > trigger.state);
            let next = next.map_or_else(|| wording.word(W::NextState), |next| state(wording, next));
            (W::OnceInState, wording.say(W::CountersPushed, &[(*pushed).into(), (&next).into()]))
        }
    };
    wording.say(when, &[(&state(wording, trigger.state)).into(), (&deed).into()])
}

/// Returns the sentence of a forfeit, addressed to its side (SB-1.2).
pub fn forfeit(wording: StatesWording<'_>, battle: &StatesBattle, forfeit: &BattleForfeit) -> String {
    let counters = counters(wording, forfeit.counters.into());
    wording.say(W::Forfeit, &[(&place(wording, battle, forfeit.place)).into(), (&counters).into()])
}

/// Returns a condition of victory, told to whoever can win by it (SB-1.6).
pub fn victory(wording: StatesWording<'_>, battle: &StatesBattle, victory: &BattleVictory) -> String {
    let word = match victory.time {
        VictoryTime::End => W::VictoryAtEnd,
        VictoryTime::Now => W::VictoryAtOnce,
    };
    wording.say(word, &[(&place(wording, battle, victory.place)).into()])
}

/// Returns the text of a special rule, addressed to its side: its own, or its sentences.
pub fn special(wording: StatesWording<'_>, battle: &StatesBattle, special: &BattleSpecial) -> String {
    if let Some(text) = &special.text {
        return text.clone();
    }
    let mut when = wording.word(match special.on {
        SpecialEvent::Round => W::OnRound,
        SpecialEvent::Turn => W::OnTurn,
        SpecialEvent::UnitLost => W::OnUnitLost,
        SpecialEvent::UnitBroken => W::OnUnitBroken,
        SpecialEvent::Achievement => W::OnAchievement,
    });
    for (word, condition) in [(W::EventWhile, &special.only_while), (W::EventUnless, &special.unless)] {
        let all = condition.as_ref().map(|condition| conditions(wording, battle, condition)).unwrap_or_default();
        if !all.is_empty() {
            when = wording.say(word, &[(&when).into(), (&wording.all_of(&all)).into()]);
        }
    }
    let done = chain(wording, &deeds(wording, &special.play, Person::You));
    let rule = if special.once { W::RuleDoesOnce } else { W::RuleDoes };
    wording.say(rule, &[(&when).into(), (&done).into()])
}

fn conditions(wording: StatesWording<'_>, battle: &StatesBattle, condition: &BattleCondition) -> Vec<String> {
    let states = condition.states.as_ref().map(|states| {
        let states: Vec<String> = states.iter().map(|one| state(wording, *one)).collect();
        wording.say(W::ArmyIs, &[(&wording.any_of(&states)).into()])
    });
    let rounds = condition.rounds.map(|RoundRange { first, last }| match last {
        None => wording.say(W::RoundOrLater, &[first.into()]),
        Some(last) if last == first => wording.say(W::IsRound, &[first.into()]),
        Some(last) if last == first + 1 => wording.say(W::RoundOrNext, &[first.into(), last.into()]),
        Some(last) => wording.say(W::RoundsFromTo, &[first.into(), last.into()]),
    });
    let holds = condition.holds.map(|held| wording.say(W::YouHold, &[(&place(wording, battle, held)).into()]));
    [states, rounds, holds].into_iter().flatten().collect()
}

/// Returns the name of a place; of one that is not there, that nobody knows it.
fn place(wording: StatesWording<'_>, battle: &StatesBattle, place: Option<usize>) -> String {
    place.map_or_else(|| wording.word(W::UnknownPlace), |place| battle.places[place].name.clone())
}

/// Returns the places of the battle and who holds them at the start; `None` if there are none.
pub fn holders(wording: StatesWording<'_>, battle: &StatesBattle) -> Option<String> {
    let edge = battle.sides.first().map_or("", |side| &side.name);
    let named = battle.places.iter().map(|place| {
        let holder = place.held_by.and_then(|side| battle.sides.get(side));
        let Some(Spot { at, lane }) = place.spot else {
            return match holder {
                Some(side) => wording.say(W::PlaceHeld, &[(&place.name).into(), (&side.name).into()]),
                None => place.name.clone(),
            };
        };
        let inches = wording.say(W::Inches, &[at.into()]);
        match holder {
            Some(holder) => wording.say(
                W::PlaceAtHeld,
                &[(&place.name).into(), (&inches).into(), lane.into(), edge.into(), (&holder.name).into()],
            ),
            None => wording.say(W::PlaceAt, &[(&place.name).into(), (&inches).into(), lane.into(), edge.into()]),
        }
    });
    let named: Vec<String> = named.collect();
    (!named.is_empty()).then(|| wording.say(W::PlacesAre, &[(&wording.all_of(&named)).into()]))
}

/// Returns the sentence about deployment (SB-10.1, SB-10.4).
pub fn deployment(wording: StatesWording<'_>, deployment: Deployment) -> String {
    wording.word(match deployment {
        Deployment::Alternate => W::DeployAlternate,
        Deployment::Generalship => W::DeployGeneralship,
    })
}

/// Returns the sentence about concealed units, addressed to their side (SB-10.2).
pub fn concealment(wording: StatesWording<'_>, concealed: &BattleConcealment) -> String {
    let units = concealed.units.into();
    let told = match &concealed.area {
        None => wording.say(W::Concealed, &[units]),
        Some(area) => wording.say(W::ConcealedIn, &[units, area.into()]),
    };
    let inches = wording.say(W::Inches, &[concealed.point.at.into()]);
    let lie = wording.say(W::TraysLie, &[units, (&inches).into(), concealed.point.lane.into()]);
    format!("{} {lie}", capital(&told))
}

/// Returns where units start whose places are written, and how large the field is on which anything has a place; `None` if
/// nothing has.
pub fn starting_places(wording: StatesWording<'_>, battle: &StatesBattle) -> Option<String> {
    let scenario = battle.scenario()?;
    let starts =
        scenario.deployment.is_none() && battle.units.iter().any(|unit| unit.side.is_some() && unit.at.is_some());
    if !starts && !battle.places.iter().any(|place| place.spot.is_some()) && battle.concealed.is_empty() {
        return None;
    }
    let side = battle.sides.first().map_or("", |side| &side.name);
    let inches = wording.say(W::Inches, &[battle.stand_in.depth.into()]);
    let field = wording.say(W::FieldIs, &[(&inches).into(), battle.stand_in.lanes.into()]);
    let starts = starts.then(|| wording.say(W::DeployAsWritten, &[side.into()]));
    Some(starts.map_or_else(|| field.clone(), |starts| format!("{starts} {field}")))
}

fn count(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}
