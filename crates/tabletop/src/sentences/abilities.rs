//! Sentences for abilities: when they hold, under which conditions, for whom, and their effects.

use muster_systems::catalogue::{Given, Phrase};

use super::{morale, quality};
use crate::model::{
    AbilityDeed, Activation, CardCondition, DetailedDeed, PlainDeed, RecipientGroup, Recipients, StatChange,
    StrikeDeed, StrikeKind, Terrain,
};
use crate::resolve::{ResolvedAbility, TabletopBattle};
use crate::wording::{TabletopWord as W, TabletopWording};

/// Returns the text of a card's ability: its own, or its sentence (TT-2.4).
pub fn ability(wording: TabletopWording<'_>, battle: &TabletopBattle, ability: &ResolvedAbility) -> String {
    let written = &ability.written;
    if let Some(text) = &written.text {
        return text.clone();
    }
    let [only_while, unless] = ability.companions.map(|card| card.map(|card| battle.cards[card].name.as_str()));
    let conditions = [(W::While, &written.only_while, only_while), (W::Unless, &written.unless, unless)];
    let mut parts: Vec<String> = written.active.iter().map(|active| timing(wording, active)).collect();
    for (word, condition, companion) in conditions {
        let clauses = condition.as_ref().map(|condition| clauses(wording, condition, companion)).unwrap_or_default();
        if !clauses.is_empty() {
            parts.push(wording.say(word, &[(&wording.all_of(&clauses)).into()]));
        }
    }
    let deeds = deeds(wording, &written.deeds, written.active.as_ref());
    let deeds = if deeds.is_empty() { wording.word(W::NothingHappens) } else { deeds.join("; ") };
    let when = wording.commas(&parts);
    let sentence = match (parts.is_empty(), &written.active) {
        (true, _) => deeds,
        (false, Some(_)) => wording.say(W::ActiveDoes, &[(&when).into(), (&deeds).into()]),
        (false, None) => wording.say(W::PassiveDoes, &[(&when).into(), (&deeds).into()]),
    };
    wording.sentence(&sentence)
}

/// Returns the number of times an active ability is used, and what that costs: `once in three turns, for 50 resources`.
pub fn timing(wording: TabletopWording<'_>, active: &Activation) -> String {
    let often = match u32::from(active.cooldown.unwrap_or(0)) {
        _ if active.once => wording.word(W::OnceInBattle),
        0 => wording.word(W::OnceATurn),
        rest => wording.say(W::OnceInTurns, &[(rest + 1).into()]),
    };
    if active.cost == 0 {
        return often;
    }
    let resources = wording.say(W::NumberOfResources, &[active.cost.into()]);
    wording.say(W::OftenFor, &[(&often).into(), (&resources).into()])
}

/// Returns the duration of the changes of an active ability, with a space behind it.
fn duration(wording: TabletopWording<'_>, active: Option<&Activation>) -> String {
    match active.map(|active| active.lasts) {
        None => String::new(),
        Some(0 | 1) => wording.word(W::ForThisTurn),
        Some(2) => wording.word(W::ForTwoTurns),
        Some(turns) => wording.say(W::ForTurns, &[turns.into()]),
    }
}

/// Returns what words do, each as a clause; how long it lasts is said once.
fn deeds(wording: TabletopWording<'_>, words: &[AbilityDeed], active: Option<&Activation>) -> Vec<String> {
    let mut is_said = false;
    let clause = |deed: &AbilityDeed| {
        let lasts = if is_said { String::new() } else { duration(wording, active) };
        let clause = self::deed(wording, deed, &lasts)?;
        is_said = deed.recipients().is_some();
        Some(clause)
    };
    words.iter().filter_map(clause).collect()
}

/// Returns what a word does, as a clause; `None` if it changes nothing.
fn deed(wording: TabletopWording<'_>, deed: &AbilityDeed, lasts: &str) -> Option<String> {
    let about = |word: W, what: &str| {
        let who = subject(wording, deed.recipients()?);
        Some(wording.say(word, &[(&who).into(), what.into(), lasts.into()]))
    };
    match deed {
        AbilityDeed::Plain(PlainDeed::BuildRoad) => Some(wording.word(W::BuildRoad)),
        AbilityDeed::Plain(PlainDeed::DemolishRoad) => Some(wording.word(W::DemolishRoad)),
        AbilityDeed::Deed(DetailedDeed::Strike(strike)) => Some(self::strike(wording, *strike)),
        AbilityDeed::Deed(DetailedDeed::Change(change)) => {
            let changes = changes(wording, change);
            if changes.is_empty() { None } else { about(W::Has, &wording.all_of(&changes)) }
        }
        AbilityDeed::Deed(DetailedDeed::Give(given)) => about(W::Has, &wording.word(quality(given.quality).0)),
        AbilityDeed::Deed(DetailedDeed::Take(taken)) => about(W::Loses, &wording.word(quality(taken.quality).0)),
    }
}

fn strike(wording: TabletopWording<'_>, StrikeDeed { kind, might, range }: StrikeDeed) -> String {
    let attack = wording.word(match kind {
        StrikeKind::Ranged => W::RangedAttack,
        StrikeKind::AntiAir => W::AntiAirAttack,
        StrikeKind::AntiSubmarine => W::AntiSubmarineAttack,
        StrikeKind::AntiSubterranean => W::AntiSubterraneanAttack,
    });
    let reach = match range {
        0 => wording.word(W::InItsHex),
        1 => wording.word(W::InNeighbouringHex),
        range => wording.say(W::HexesAway, &[range.into()]),
    };
    wording.say(W::Strikes, &[(&attack).into(), (&reach).into(), might.into()])
}

/// Returns the changes up and down: `+1 might`.
fn changes(wording: TabletopWording<'_>, StatChange { might, speed, range, .. }: &StatChange) -> Vec<String> {
    let values = [(*might, W::ChangeMight), (*speed, W::ChangeSpeed), (*range, W::ChangeRange)];
    let said = values.into_iter().filter(|(by, _)| *by != 0).map(|(by, word)| {
        let sign = if by > 0 { '+' } else { '−' };
        wording.say(word, &[(&format!("{sign}{}", by.unsigned_abs())).into()])
    });
    said.collect()
}

/// Returns those that something is for.
fn subject(wording: TabletopWording<'_>, Recipients { to, within, types }: Recipients<'_>) -> Phrase {
    let kinds = match types.is_empty() {
        true => String::new(),
        false => wording.say(W::OfTypes, &[(&wording.all_of(types)).into()]),
    };
    let near = match within.unwrap_or(0) {
        0 => wording.word(W::InItsHex),
        within => wording.say(W::WithinHexes, &[within.into()]),
    };
    let (kinds, near): (Given<'_>, Given<'_>) = ((&kinds).into(), (&near).into());
    match to {
        RecipientGroup::Own if types.is_empty() => wording.phrase(W::ThisCard, &[], false),
        RecipientGroup::Own => wording.phrase(W::ThisCardIf, &[(&wording.any_of(types)).into()], false),
        RecipientGroup::Formation => wording.phrase(W::CardsOfFormation, &[kinds], true),
        RecipientGroup::Army => wording.phrase(W::CardsOfArmy, &[kinds], true),
        RecipientGroup::Friends => wording.phrase(W::FriendlyCards, &[near, kinds], true),
        RecipientGroup::Enemies => wording.phrase(W::EnemyCards, &[near, kinds], true),
    }
}

/// Returns what must be so of a card, each as a clause; `companion` is the name of the card that must be with it.
fn clauses(wording: TabletopWording<'_>, condition: &CardCondition, companion: Option<&str>) -> Vec<String> {
    let yes_or_no = |is: Option<bool>, [yes, no]: [W; 2]| is.map(|is| wording.word(if is { yes } else { no }));
    let terrain = condition.terrain.as_ref().map(|terrain| {
        let places: Vec<String> = terrain.iter().map(|terrain| wording.word(ground(*terrain))).collect();
        wording.say(W::ItIsAt, &[(&wording.any_of(&places)).into()])
    });
    let companion = condition.companion.as_deref().map(|written| companion.unwrap_or(written));
    let morale = condition.morale.as_ref().map(|levels| {
        let levels: Vec<String> = levels.iter().map(|level| wording.word(morale(*level))).collect();
        wording.say(W::MoraleIs, &[(&wording.any_of(&levels)).into()])
    });
    let clauses = [
        terrain,
        yes_or_no(condition.on_road, [W::OnARoad, W::OnNoRoad]),
        yes_or_no(condition.fortified, [W::IsFortified, W::IsNotFortified]),
        yes_or_no(condition.at_standard, [W::AtStandard, W::NotAtStandard]),
        yes_or_no(condition.in_combat, [W::InCombat, W::NotInCombat]),
        companion.map(|name| wording.say(W::IsWith, &[name.into()])),
        morale,
    ];
    clauses.into_iter().flatten().collect()
}

fn ground(terrain: Terrain) -> W {
    match terrain {
        Terrain::Plain => W::OnPlain,
        Terrain::Forest => W::InForest,
        Terrain::Mountain => W::OnMountain,
        Terrain::Water => W::OnWater,
    }
}
