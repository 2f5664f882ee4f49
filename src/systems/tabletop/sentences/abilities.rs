//! Sentences for abilities: when they hold, under which conditions, for whom, and their effects.

use crate::systems::english::{capital, counted, list, number};
use crate::systems::tabletop::model::{
    AbilityDeed, Activation, CardCondition, CardMorale, DetailedDeed, PlainDeed, RecipientGroup, Recipients,
    StatChange, StrikeDeed, Terrain, Trait,
};
use crate::systems::tabletop::resolve::{ResolvedAbility, TabletopBattle};

/// Returns the text of a card's ability: its own, or its sentence (TT-2.4).
pub fn ability(battle: &TabletopBattle, ability: &ResolvedAbility) -> String {
    let written = &ability.written;
    if let Some(text) = &written.text {
        return text.clone();
    }
    let [only_while, unless] = ability.companions.map(|card| card.map(|card| battle.cards[card].name.as_str()));
    let conditions = [("while", &written.only_while, only_while), ("unless", &written.unless, unless)];
    let mut parts: Vec<String> = written.active.iter().map(timing).collect();
    for (word, condition, companion) in conditions {
        let clauses = condition.as_ref().map(|condition| clauses(condition, companion)).unwrap_or_default();
        if !clauses.is_empty() {
            parts.push(format!("{word} {}", list(&clauses, "and")));
        }
    }
    let deeds = deeds(&written.deeds, written.active.as_ref());
    let deeds = if deeds.is_empty() { "nothing happens".to_owned() } else { deeds.join("; ") };
    let sentence = match (parts.is_empty(), &written.active) {
        (true, _) => deeds,
        (false, Some(_)) => format!("{}: {deeds}", parts.join(", ")),
        (false, None) => format!("{}, {deeds}", parts.join(", ")),
    };
    capital(&sentence) + "."
}

/// Returns the number of times an active ability is used, and what that costs: `once in three turns, for 50 resources`.
pub fn timing(active: &Activation) -> String {
    let rest = u32::from(active.cooldown.unwrap_or(0));
    let often = match rest {
        _ if active.once => "once in the battle".to_owned(),
        0 => "once a turn".to_owned(),
        rest => format!("once in {}", counted(rest + 1, "turn", "turns")),
    };
    if active.cost == 0 { often } else { format!("{often}, for {}", counted(active.cost, "resource", "resources")) }
}

/// Returns how long the changes of an active ability last, to stand before them.
fn duration(active: Option<&Activation>) -> String {
    match active.map(|active| active.lasts) {
        None => String::new(),
        Some(0 | 1) => "for this turn ".to_owned(),
        Some(2) => "for this turn and the next ".to_owned(),
        Some(turns) => format!("for {} turns, this one counted, ", number(turns.into())),
    }
}

/// Returns what words do, each as a clause; how long it lasts is said once.
fn deeds(words: &[AbilityDeed], active: Option<&Activation>) -> Vec<String> {
    let mut is_said = false;
    let clause = |deed: &AbilityDeed| {
        let clause = self::deed(deed)?;
        let lasts = deed.recipients().is_some();
        let was_said = std::mem::replace(&mut is_said, lasts);
        Some(if lasts && !was_said { duration(active) + &clause } else { clause })
    };
    words.iter().filter_map(clause).collect()
}

/// Returns what a word does, as a clause; `None` if it changes nothing.
fn deed(deed: &AbilityDeed) -> Option<String> {
    let clause = match deed {
        AbilityDeed::Plain(PlainDeed::BuildRoad) => "this card builds a road to a neighbouring hex".to_owned(),
        AbilityDeed::Plain(PlainDeed::DemolishRoad) => "this card demolishes a road to a neighbouring hex".to_owned(),
        AbilityDeed::Deed(DetailedDeed::Strike(strike)) => self::strike(*strike),
        AbilityDeed::Deed(DetailedDeed::Change(change)) => {
            let changes = changes(change);
            if changes.is_empty() {
                return None;
            }
            format!("{} {}", having(deed.recipients()?), list(&changes, "and"))
        }
        AbilityDeed::Deed(DetailedDeed::Give(given)) => {
            format!("{} {}", having(deed.recipients()?), name(given.quality))
        }
        AbilityDeed::Deed(DetailedDeed::Take(taken)) => {
            let (subject, is_one) = subject(deed.recipients()?);
            let verb = if is_one { "loses" } else { "lose" };
            format!("{subject} {verb} {}", name(taken.quality))
        }
    };
    Some(clause)
}

fn strike(StrikeDeed { kind, might, range }: StrikeDeed) -> String {
    let article = if kind.word().starts_with('a') { "an" } else { "a" };
    let reach = match range {
        0 => "in its hex".to_owned(),
        1 => "in its hex or a neighbouring one".to_owned(),
        range => format!("up to {} hexes away", number(range.into())),
    };
    format!("this card makes {article} {} attack of might {might} on an enemy card or formation {reach}", kind.word())
}

/// Returns the changes up and down: `+1 might`.
fn changes(StatChange { might, speed, range, .. }: &StatChange) -> Vec<String> {
    let values = [(*might, "might"), (*speed, "speed"), (*range, "range")];
    let told = values.into_iter().filter(|(by, _)| *by != 0).map(|(by, word)| {
        let sign = if by > 0 { '+' } else { '−' };
        format!("{sign}{} {word}", by.unsigned_abs())
    });
    told.collect()
}

/// Returns a trait as it is called on cards.
fn name(quality: Trait) -> String {
    capital(quality.word())
}

/// Returns those that something is for, with `has` or `have`.
fn having(recipients: Recipients<'_>) -> String {
    let (subject, is_one) = subject(recipients);
    format!("{subject} {}", if is_one { "has" } else { "have" })
}

/// Returns those that something is for, and whether they are one.
fn subject(Recipients { to, within, types }: Recipients<'_>) -> (String, bool) {
    let kinds = if types.is_empty() { String::new() } else { format!("{} ", list(types, "and")) };
    let near = match within.unwrap_or(0) {
        0 => "in its hex".to_owned(),
        within => format!("within {}", counted(within.into(), "hex", "hexes")),
    };
    match to {
        RecipientGroup::Own if types.is_empty() => ("this card".to_owned(), true),
        RecipientGroup::Own => (format!("this card, if it is {},", list(types, "or")), true),
        RecipientGroup::Formation => (format!("all {kinds}cards of its formation"), false),
        RecipientGroup::Army => (format!("all {kinds}cards of its army"), false),
        RecipientGroup::Friends => (format!("all friendly {kinds}cards {near}"), false),
        RecipientGroup::Enemies => (format!("all enemy {kinds}cards {near}"), false),
    }
}

/// Returns what must be so of a card, each as a clause; `companion` is the name of the card that must be with it.
fn clauses(condition: &CardCondition, companion: Option<&str>) -> Vec<String> {
    let yes_or_no = |is: Option<bool>, yes: &str, no: &str| is.map(|is| if is { yes } else { no }.to_owned());
    let terrain = condition.terrain.as_ref().map(|terrain| {
        let places: Vec<&str> = terrain.iter().map(|terrain| ground(*terrain)).collect();
        format!("it is {}", list(&places, "or"))
    });
    let companion = condition.companion.as_deref().map(|written| companion.unwrap_or(written));
    let morale = condition.morale.as_ref().map(|levels| {
        let levels: Vec<&str> = levels.iter().copied().map(CardMorale::word).collect();
        format!("its morale is {}", list(&levels, "or"))
    });
    let clauses = [
        terrain,
        yes_or_no(condition.on_road, "it is on a road", "it is on no road"),
        yes_or_no(condition.fortified, "it is fortified", "it is not fortified"),
        yes_or_no(
            condition.at_standard,
            "a standard of its faction is in its hex",
            "no standard of its faction is in its hex",
        ),
        yes_or_no(condition.in_combat, "it is in combat", "it is not in combat"),
        companion.map(|name| format!("it is in an army or a formation with {name}")),
        morale,
    ];
    clauses.into_iter().flatten().collect()
}

fn ground(terrain: Terrain) -> &'static str {
    match terrain {
        Terrain::Plain => "on open ground",
        Terrain::Forest => "in forest",
        Terrain::Mountain => "on a mountain",
        Terrain::Water => "on water",
    }
}
