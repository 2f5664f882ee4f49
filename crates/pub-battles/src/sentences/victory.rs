//! Sentences for victory: how a battle is won, and when it ends.

use muster_systems::catalogue::Given;

use super::measure;
use crate::model::{BlockKind, HoldTime, PubScenario, PubVictory};
use crate::resolve::PubBattle;
use crate::wording::{PubWord as W, PubWording};

/// Returns the sentence of a rule of victory (PB-7).
pub fn victory(wording: PubWording<'_>, battle: &PubBattle, victory: &PubVictory) -> String {
    match victory {
        PubVictory::SuddenDeath => sudden_death(wording, battle),
        PubVictory::Hold { location, within, at, side, or_loses } => {
            let when = match at {
                HoldTime::Turn(turn) => wording.say(W::AtEndOfTurn, &[(*turn).into()]),
                HoldTime::End(_) if battle.scenario().is_some_and(|scenario| scenario.days > 1) => {
                    wording.word(W::AtEndOfDay)
                }
                HoldTime::End(_) => wording.word(W::AtEndOfBattle),
            };
            let names = location.names();
            let count = u32::try_from(names.len()).unwrap_or(u32::MAX);
            let (near, places) = (measure(wording, *within), wording.all_of(names));
            let [when, near, places] = [&when, &near, &places].map(Given::from);
            match side {
                Some(side) if *or_loses => {
                    let holds = wording.say(W::SideHolds, &[count.into(), side.into(), when, near, places]);
                    let others = battle.sides.iter().find(|other| other.name != *side);
                    let other = others.map_or("", |other| other.name.as_str());
                    wording.say(W::ElseOtherWins, &[(&holds).into(), other.into()])
                }
                Some(side) => wording.say(W::SideHolds, &[count.into(), side.into(), when, near, places]),
                None => wording.say(W::AnySideHolds, &[count.into(), when, near, places]),
            }
        }
        PubVictory::Losses => wording.word(W::FewerLossesWin),
    }
}

/// Returns at how many losses each side has lost.
pub fn sudden_death(wording: PubWording<'_>, battle: &PubBattle) -> String {
    sudden_death_of(wording, battle, None)
}

/// Returns at how many losses a side has lost, or each: how large an army is that hides its corps is for its owner to know.
pub fn sudden_death_of(wording: PubWording<'_>, battle: &PubBattle, only: Option<usize>) -> String {
    let losses = |side: usize| u32::try_from(half_of_army(battle, side)).unwrap_or(u32::MAX);
    let at = battle.sides.iter().enumerate().filter(|(side, _)| only.is_none_or(|only| only == *side));
    let at: Vec<String> =
        at.map(|(side, of)| wording.say(W::SideAt, &[losses(side).into(), (&of.name).into()])).collect();
    wording.say(W::SuddenDeath, &[(&wording.all_of(&at)).into()])
}

/// Returns the losses that are half of a side's army (PB-7.1).
pub fn half_of_army(battle: &PubBattle, side: usize) -> usize {
    let of_side = battle.blocks.iter().filter(|block| battle.commands[block.command].side == side);
    of_side.filter(|block| block.kind != BlockKind::Train).count().div_ceil(2)
}

/// Returns the sentence about the length of the battle.
pub fn end(wording: PubWording<'_>, scenario: &PubScenario) -> String {
    match scenario.days {
        0 | 1 => wording.say(W::BattleLasts, &[scenario.turns.into()]),
        days => {
            let days = wording.say(W::UpToDays, &[days.into()]);
            wording.say(W::DayHas, &[scenario.turns.into(), (&days).into()])
        }
    }
}
