//! The names of sides, units, cards and places with their uses, and the numbers of a battle that may be tuned.

use muster_systems::names::{Alternative, Knob, NameTable, NameUse, NamedThing, SpokenWords, listed_ranges};

use super::missing::missing;
use super::model::{CounterRule, DeckKind, StateTrigger};
use super::resolve::{AchievementSource, BattleAchievement, NameKind, StatesBattle};

/// Returns the names of the battle and where they are used. Published cards are written nowhere, and have none.
pub(super) fn names(battle: &StatesBattle) -> NameTable {
    let sides = battle.sides.iter().enumerate();
    let sides = sides.map(|(i, side)| NamedThing::new("side", &side.name, battle.side_address(i, "/name")));
    let units = battle.units.iter().enumerate().map(|(i, unit)| {
        NamedThing::new("unit", &unit.name, battle.unit_address(i, "/name"))
            .with_number(unit.id, battle.unit_address(i, "/unit"))
    });
    let places = battle.places.iter().map(|place| NamedThing::new("place", &place.name, place.name_at.clone()));
    let first_unit = battle.sides.len();
    let first_place = first_unit + battle.units.len();
    let mut names: Vec<NamedThing> = sides.chain(units).chain(places).collect();
    // By card in use: its place among the names.
    let mut cards = vec![None; battle.cards.len()];
    for (card, in_use) in battle.cards.iter().enumerate() {
        if let Some(at) = battle.card_address(card, "/card") {
            cards[card] = Some(names.len());
            names.push(NamedThing::new("card", &in_use.definition.card, at));
        }
    }
    // Published achievements have the names of the rules.
    let is_own = |achievement: &&BattleAchievement| !matches!(achievement.source, AchievementSource::Published(_));
    let own = battle.achievements.iter().filter(is_own);
    let own = own.filter_map(|own| Some(NamedThing::new("achievement", &own.title, own.at.as_ref()?.join("/name"))));
    names.extend(own);
    // Sides, places, Orders cards, any unit, then the units of each side.
    let of_side = |side: usize| battle.sides[side].units.iter().map(|unit| first_unit + unit).collect();
    let sets = [
        (0..first_unit).collect(),
        (first_place..first_place + battle.places.len()).collect(),
        cards.iter().flatten().copied().collect(),
        (first_unit..first_place).collect(),
    ];
    let sets = sets.into_iter().chain((0..battle.sides.len()).map(of_side)).collect();
    let uses = battle.names.iter().filter_map(|name| {
        let index = name.meaning.index();
        let (set, means) = match name.kind {
            NameKind::Side => (0, index),
            NameKind::Place => (1, index.map(|place| first_place + place)),
            NameKind::Orders => (2, index.map(|card| cards[card]).unwrap_or_default()),
            NameKind::Unit(side) => (side.map_or(3, |side| 4 + side), index.map(|unit| first_unit + unit)),
        };
        // A published card that is chosen is no name that a document gives.
        let is_published = name.kind == NameKind::Orders && index.is_some() && means.is_none();
        (!is_published).then(|| NameUse { text: name.text.clone(), at: name.at.clone(), means, set })
    });
    let ranges = listed_ranges(battle.unit_ranges().map(|(_, range, at)| (range, at)));
    NameTable { uses: uses.collect(), ranges, names, sets, missing: missing(battle), spoken: spoken_words(battle) }
}

/// Returns the words that plays say.
fn spoken_words(battle: &StatesBattle) -> Vec<SpokenWords> {
    let sides = || battle.sides.iter().map(|side| side.name.clone());
    let fighting = || battle.sides.iter().flat_map(|side| &side.units).map(|unit| &battle.units[*unit]);
    let units = || fighting().map(|unit| (unit.id.to_string(), format!("unit {}", unit.name))).collect();
    let cards = |deck: DeckKind| {
        let of_deck = battle.cards.iter().map(|card| &card.definition).filter(move |card| card.deck == deck);
        of_deck.map(|card| card.card.clone())
    };
    let played = cards(DeckKind::Orders).map(|card| (card, "Orders card".to_owned()));
    let played = played.chain(cards(DeckKind::Events).map(|card| (card, "Events card".to_owned()))).collect();
    let achievements = battle.achievements.iter().map(|achievement| achievement.title.clone());
    const ORDERS: [&str; 6] = ["leave_out", "as", "discard", "lose", "pick", "orders"];
    const UNITS: [&str; 18] = [
        "conceal",
        "place",
        "nudge",
        "swap",
        "mark",
        "aim",
        "unit",
        "free",
        "charge",
        "shoot",
        "target",
        "challenge",
        "against",
        "cast",
        "bolt",
        "ward",
        "rally",
        "pursue",
    ];
    const BY_SIDE: [&str; 13] = [
        "lots",
        "gd",
        "drawn",
        "counters",
        "state",
        "total",
        "hand",
        "pile",
        "discards",
        "starter",
        "kept",
        "stratagem",
        "achievements",
    ];
    vec![
        SpokenWords::new(&["by", "first", "deploys"], false, "side", sides()),
        SpokenWords::new(&BY_SIDE, true, "side", sides()),
        SpokenWords { places: &UNITS, are_keys: false, words: units() },
        SpokenWords { places: &["units"], are_keys: true, words: units() },
        SpokenWords::new(&ORDERS, false, "Orders card", cards(DeckKind::Orders)),
        SpokenWords::new(&["events"], false, "Events card", cards(DeckKind::Events)),
        SpokenWords::new(&["starter", "stop", "reroll"], false, "starter card", cards(DeckKind::Starter)),
        SpokenWords { places: &["card"], are_keys: false, words: played },
        SpokenWords::new(&["expect/achievements"], true, "achievement", achievements),
        SpokenWords::new(&["places"], true, "place", battle.places.iter().map(|place| place.name.clone())),
    ]
}

/// Returns the numbers that may be tuned: those that are written of rounds, points, counters, copies and triggers.
pub(super) fn knobs(battle: &StatesBattle) -> Vec<Knob> {
    let Some(scenario) = battle.scenario() else { return Vec::new() };
    let knob = |what: String, pointer: &str, value: i64, range| Knob {
        what,
        at: battle.scenario_address(&format!("/scenario{pointer}")),
        value,
        range,
    };
    let mut knobs = Vec::new();
    if let Some(rounds) = scenario.rounds {
        knobs.push(knob("rounds".to_owned(), "/rounds", rounds.into(), 1..=999));
    }
    if let Some(points) = scenario.points_per_counter {
        knobs.push(knob("points a counter".to_owned(), "/points_per_counter", points.into(), 1..=1000));
    }
    for (i, side) in scenario.sides.iter().enumerate() {
        let (what, key, value, range) = match side.counters {
            None => continue,
            Some(CounterRule::Add(add)) => ("counters added for", "add", add.into(), -200..=200),
            Some(CounterRule::Exactly(counters)) => ("counters of", "exactly", counters.into(), 0..=200),
        };
        knobs.push(knob(format!("{what} `{}`", side.name), &format!("/sides/{i}/counters/{key}"), value, range));
    }
    for (i, trigger) in scenario.triggers.iter().enumerate() {
        let (what, key, value, range) = match trigger {
            StateTrigger::Reinforcements { .. } | StateTrigger::Generalship { .. } => continue,
            StateTrigger::ToHit { change, .. } => ("change of to-hit for", "change", (*change).into(), -3..=3),
            StateTrigger::Melee { change, .. } => ("change of melee for", "change", (*change).into(), -90..=200),
            StateTrigger::Cards { change, .. } => ("change of cards for", "change", (*change).into(), -3..=10),
            StateTrigger::Counters { change, .. } => ("change of counters for", "change", (*change).into(), -20..=20),
            StateTrigger::Steal { counters, .. } => ("counters stolen by", "counters", (*counters).into(), 1..=20),
            StateTrigger::Push { counters, .. } => ("counters pushed by", "counters", (*counters).into(), 1..=20),
        };
        let what = format!("{what} `{}` in {}", trigger.side(), trigger.state().word());
        knobs.push(knob(what, &format!("/triggers/{i}/{key}"), value, range));
    }
    for (i, forfeit) in scenario.forfeits.iter().enumerate() {
        let what = format!("counters that `{}` forfeits with `{}`", forfeit.side, forfeit.on.lost);
        knobs.push(knob(what, &format!("/forfeits/{i}/counters"), forfeit.counters.into(), 1..=200));
    }
    for unit in battle.fielded_units() {
        let (name, written) = (&battle.units[unit].name, battle.written_unit(unit));
        let (what, at) = (format!("points of `{name}`"), battle.unit_address(unit, "/points"));
        knobs.push(Knob { what, at, value: written.points.into(), range: 1..=5000 });
        if let Some(mcv) = written.mcv {
            let (what, at) = (format!("counters that the loss of `{name}` costs"), battle.unit_address(unit, "/mcv"));
            knobs.push(Knob { what, at, value: mcv.into(), range: 0..=99 });
        }
    }
    for (card, in_use) in battle.cards.iter().enumerate() {
        // One copy is meant where nothing is written.
        let copies = in_use.definition.copies;
        if let Some(at) = battle.card_address(card, "/copies").filter(|_| copies > 1) {
            let what = format!("copies of `{}`", in_use.definition.card);
            knobs.push(Knob { what, at, value: copies.into(), range: 1..=16 });
        }
    }
    knobs
}

/// Returns what else may be changed: units stay away.
pub(super) fn alternatives(battle: &StatesBattle) -> Vec<Alternative> {
    let unit = |unit: usize| {
        let written = &battle.units[unit];
        let side = written.side.and_then(|side| battle.sides.get(side)).map_or("", |side| &side.name);
        Alternative::left_out(format!("`{}` of `{side}`", written.name), battle.unit_address(unit, ""))
    };
    battle.fielded_units().map(unit).collect()
}
