//! Sentences for the rest of a scenario besides cards: achievements, triggers, forfeits, victory, special rules, deployment.

use super::deeds::{Teller, deeds};
use super::english::{capital, chain, counted, list, number, sentences};
use crate::systems::states_of_battle::model::{
    Deployment, MoraleState, PublishedAchievement, RoundRange, SpecialEvent, VictoryTime,
};
use crate::systems::states_of_battle::resolve::{
    AchievementSource, BattleAchievement, BattleConcealment, BattleCondition, BattleForfeit, BattleSpecial,
    BattleTrigger, BattleVictory, StatesBattle, TriggerEffect,
};

/// Returns the sentence of an achievement (SB-3).
pub fn achievement(achievement: &BattleAchievement) -> String {
    use PublishedAchievement as P;
    let text = match achievement.source {
        AchievementSource::Published(P::FirstBlood) => {
            "You are the first to kill a model of the enemy. What the enemy does to himself does not count."
        }
        AchievementSource::Published(P::ThunderousCharge) => {
            "A charge of yours succeeds that was declared from within 2 inches of its greatest range; 1 inch where charge \
             ranges are fixed."
        }
        AchievementSource::Published(P::PincerMovement) => {
            "In your turn, two or more of your units charge the same enemy unit: from opposite flanks, or from a flank and \
             the rear."
        }
        AchievementSource::Published(P::Salvo) => {
            "In your turn, two or more of your war machines kill models of the same enemy unit."
        }
        AchievementSource::Published(P::HeroicChallenge) => {
            "Your character challenges a named character of the enemy, and wins. Lost: you lose two counters, besides those \
             of the character himself."
        }
        AchievementSource::Published(P::HeroicMoment) => {
            "A unit of yours wins a round of combat against one of a greater Morale Counter Value, or puts one to flight."
        }
        AchievementSource::EnemyUnitLost => "The enemy loses a unit: it is destroyed, or flees off the field.",
        AchievementSource::EnemyUnitBroken => "A unit of the enemy breaks.",
    };
    text.to_owned()
}

/// Returns the sentence of a trigger, addressed to its side (SB-9.1).
pub fn trigger(battle: &StatesBattle, trigger: &BattleTrigger) -> String {
    let state = trigger.state.word();
    let (during, once) = (format!("While your army is {state}, "), format!("When your army first becomes {state}, "));
    let more = |change: i32, more: &'static str, fewer: &'static str| if change < 0 { fewer } else { more };
    let sentence = match &trigger.effect {
        TriggerEffect::Reinforcements(units) => {
            let names: Vec<&str> = units.iter().flatten().map(|unit| battle.units[*unit].name.as_str()).collect();
            let (unit, arrive) = if names.len() == 1 { ("unit", "arrives") } else { ("units", "arrive") };
            format!("{once}the {unit} {} {arrive} at your edge of the table", list(&names, "and"))
        }
        TriggerEffect::ToHit(change) => {
            let off = more((*change).into(), "add", "take");
            let by = change.unsigned_abs();
            format!("{during}your units {off} {by}{} to hit when they shoot", more((*change).into(), "", " off"))
        }
        TriggerEffect::Melee(change) => {
            let by = change.unsigned_abs();
            format!("{during}your units count for {by} per cent {} in combat", more((*change).into(), "more", "less"))
        }
        TriggerEffect::Generalship(die) => format!("{during}you throw a {die} as your Generalship die"),
        TriggerEffect::Cards(change) => {
            let cards = format!(
                "{} {} Orders card{}",
                number(change.unsigned_abs().into()),
                more((*change).into(), "more", "fewer"),
                if change.unsigned_abs() == 1 { "" } else { "s" }
            );
            format!("{during}you draw {cards} in each round")
        }
        TriggerEffect::Counters(change) => {
            let counters = counted(change.unsigned_abs().into(), "counter");
            format!("{once}you {} {counters}", more((*change).into(), "gain", "lose"))
        }
        TriggerEffect::Steal(counters) => {
            format!("{once}you take {} from the enemy for your own", counted((*counters).into(), "counter"))
        }
        TriggerEffect::Push(counters) => {
            let next = MoraleState::ALL.into_iter().find(|next| *next > trigger.state);
            let next = next.map_or("next state", MoraleState::word);
            let up_to = if *counters == 1 { "" } else { "up to " };
            format!("{once}{up_to}{} of your counters go to {next}", number((*counters).into()))
                .replace("one of your counters go ", "one of your counters goes ")
        }
    };
    sentence + "."
}

/// Returns the sentence of a forfeit, addressed to its side (SB-1.2).
pub fn forfeit(battle: &StatesBattle, forfeit: &BattleForfeit) -> String {
    let counters = counted(forfeit.counters.into(), "counter");
    format!(
        "When the enemy comes to hold {}, you forfeit {counters}, once in the battle.",
        place(battle, forfeit.place)
    )
}

/// Returns a condition of victory, told to whoever can win by it (SB-1.6).
pub fn victory(battle: &StatesBattle, victory: &BattleVictory) -> String {
    let place = place(battle, victory.place);
    match victory.time {
        VictoryTime::End => {
            format!("You win, whatever counters are left, if you hold {place} when the last round is over.")
        }
        VictoryTime::Now => format!("You win at once, whatever counters are left, when you hold {place}."),
    }
}

/// Returns the text of a special rule, addressed to its side: its own, or its sentences.
pub fn special(battle: &StatesBattle, special: &BattleSpecial) -> String {
    if let Some(text) = &special.text {
        return text.clone();
    }
    let event = match special.on {
        SpecialEvent::Round => "in each round in which cards are drawn, once it is known who goes first",
        SpecialEvent::Turn => "at the start of your turn",
        SpecialEvent::UnitLost => "when you lose a unit",
        SpecialEvent::UnitBroken => "when a unit of yours breaks",
        SpecialEvent::Achievement => "when you win an achievement",
    };
    let mut when = event.to_owned();
    for (word, condition) in [("while", &special.only_while), ("unless", &special.unless)] {
        let conditions = condition.as_ref().map(|condition| conditions(battle, condition)).unwrap_or_default();
        if !conditions.is_empty() {
            when += &format!(", {word} {}", list(&conditions, "and"));
        }
    }
    let done = chain(&deeds(&special.play, Teller::You));
    let done = if done.is_empty() { "nothing happens" } else { &done };
    let once = if special.once { " Only the first time." } else { "" };
    format!("{}: {done}.{once}", capital(&when))
}

fn conditions(battle: &StatesBattle, condition: &BattleCondition) -> Vec<String> {
    let states = condition.states.as_ref().map(|states| {
        let states: Vec<&str> = states.iter().map(|state| state.word()).collect();
        format!("your army is {}", list(&states, "or"))
    });
    let rounds = condition.rounds.map(|RoundRange { first, last }| match last {
        None => format!("it is round {first} or later"),
        Some(last) if last == first => format!("it is round {first}"),
        Some(last) if last == first + 1 => format!("it is round {first} or {last}"),
        Some(last) => format!("it is any of rounds {first} to {last}"),
    });
    let holds = condition.holds.map(|held| format!("you hold {}", place(battle, held)));
    [states, rounds, holds].into_iter().flatten().collect()
}

/// Returns the name of a place; of one that is not there, that nobody knows it.
fn place(battle: &StatesBattle, place: Option<usize>) -> String {
    place.map_or_else(|| "an unknown place".to_owned(), |place| battle.places[place].name.clone())
}

/// Returns the places of the battle and who holds them at the start; `None` if there are none.
pub fn holders(battle: &StatesBattle) -> Option<String> {
    let named = battle.places.iter().map(|place| match place.held_by.and_then(|side| battle.sides.get(side)) {
        Some(side) => format!("{} (held by {})", place.name, side.name),
        None => place.name.clone(),
    });
    let named: Vec<String> = named.collect();
    (!named.is_empty()).then(|| list(&named, "and"))
}

/// Returns the sentence about deployment (SB-10.1, SB-10.4).
pub fn deployment(deployment: Deployment) -> String {
    let clauses: &[&str] = match deployment {
        Deployment::Alternate => {
            &["the sides place one unit in turn", "who throws more with the Generalship die begins"]
        }
        Deployment::Generalship => &[
            "throw the Generalship dice again and again: the winner says who places a unit",
            "when one side has placed all, the other places the rest; for each of these units the opponent may move one \
             placed unit of his own by up to 6 inches, or exchange two",
        ],
    };
    sentences(&clauses.iter().map(|clause| (*clause).to_owned()).collect::<Vec<_>>())
}

/// Returns the sentence about concealed units, addressed to their side (SB-10.2).
pub fn concealment(concealed: &BattleConcealment) -> String {
    let units = capital(&counted(concealed.units.into(), "unit"));
    let (start, trays) = if concealed.units == 1 { ("starts", "a tray") } else { ("start", "trays") };
    let area = concealed.area.as_ref().map(|area| format!(" in {area}")).unwrap_or_default();
    format!("{units} of yours {start} under {trays}{area}.")
}
