//! The names of factions, cards and places with their uses, and what of a battle may be tuned.

use muster_core::diag::Edit;
use muster_core::source::{Address, Pointer};
use muster_systems::names::{Alternative, Knob, NameTable, NameUse, NamedThing, SpokenWords, listed_ranges};

use super::missing::missing;
use super::model::{AbilityDeed, DetailedDeed, HexVictory};
use super::resolve::{ReferenceKind, ResolvedAbility, TabletopBattle};

/// Returns the names of the battle and where they are used. A hex that is meant by its number is no name.
pub(super) fn names(battle: &TabletopBattle) -> NameTable {
    let factions = battle.factions.iter().enumerate();
    let factions =
        factions.map(|(i, faction)| NamedThing::new("faction", &faction.name, battle.faction_address(i, "/name")));
    let cards = battle.cards.iter().enumerate().map(|(i, card)| {
        NamedThing::new("card", &card.name, battle.card_address(i, "/name"))
            .with_number(card.id, battle.card_address(i, "/card"))
    });
    let places = battle.map.iter().flat_map(|map| {
        map.places.iter().map(|(name, _)| {
            let Address { file, pointer, .. } = map.address("/places");
            NamedThing::new("place", name, Address::key(file, pointer.key(name)))
        })
    });
    let first_card = battle.factions.len();
    let first_place = first_card + battle.cards.len();
    let mut names: Vec<NamedThing> = factions.chain(cards).chain(places).collect();
    let sets =
        vec![(0..first_card).collect(), (first_card..first_place).collect(), (first_place..names.len()).collect()];
    let uses = battle.references.iter().filter_map(|reference| {
        let (set, means) = match reference.kind {
            ReferenceKind::Faction => (0, reference.means),
            ReferenceKind::Card => (1, reference.means.map(|card| first_card + card)),
            ReferenceKind::Hex if reference.text.bytes().all(|b| b.is_ascii_digit()) => return None,
            ReferenceKind::Hex => {
                let place = |place: &usize| names[*place].name == reference.text;
                (2, (first_place..names.len()).find(place))
            }
        };
        Some(NameUse { text: reference.text.clone(), at: reference.at.clone(), means, set })
    });
    let uses = uses.collect();
    for (i, card) in battle.cards.iter().enumerate() {
        let named = |(k, ability): (usize, &ResolvedAbility)| {
            let at = battle.card_address(i, &format!("/abilities/{k}/name"));
            NamedThing::new("ability", &ability.written.name, at).owned_by(first_card + i)
        };
        names.extend(card.abilities.iter().enumerate().map(named));
    }
    let at = |pointer: Pointer| Address::value(battle.file(), pointer);
    let ranges = listed_ranges(battle.card_ranges().into_iter().map(|(_, range, pointer)| (range, at(pointer))));
    NameTable { uses, ranges, sets, names, missing: missing(battle), spoken: spoken_words(battle) }
}

/// Returns the words that plays say. The first copy of a card stands for all.
fn spoken_words(battle: &TabletopBattle) -> Vec<SpokenWords> {
    let factions = || battle.factions.iter().map(|faction| faction.name.clone());
    let fielded = || battle.cards.iter().filter(|card| !card.factions.is_empty());
    let cards =
        |copy: &str| fielded().map(|card| (format!("{}{copy}", card.id), format!("card {}", card.name))).collect();
    let abilities = fielded().flat_map(|card| {
        let about = format!("ability of {} {}", card.id, card.name);
        card.abilities.iter().map(move |ability| (ability.written.name.clone(), about.clone()))
    });
    const COPIES: [&str; 11] =
        ["move", "fortify", "merge", "into", "join", "with", "leave", "reinforce", "train", "disengage", "strike"];
    vec![
        SpokenWords::new(&["turns/faction"], false, "faction", factions()),
        SpokenWords::new(&["resources"], true, "faction", factions()),
        SpokenWords { places: &COPIES, are_keys: false, words: cards("#1") },
        SpokenWords { places: &["use", "orders/at"], are_keys: false, words: cards("#1") },
        SpokenWords { places: &["fate", "expect/cards"], are_keys: true, words: cards("#1") },
        SpokenWords { places: &["deploy", "orders/card"], are_keys: false, words: cards("") },
        SpokenWords { places: &["ability"], are_keys: false, words: abilities.collect() },
        SpokenWords::new(&["result/by"], false, "reason", ["last", "hold", "destroy", "most-might", "turns"]),
    ]
}

/// Returns the numbers that may be tuned: those that are written of turns, resources, set-up, victory, and of the cards that
/// factions have.
pub(super) fn knobs(battle: &TabletopBattle) -> Vec<Knob> {
    let mut knobs = scenario_knobs(battle);
    for card in (0..battle.cards.len()).filter(|card| !battle.cards[*card].factions.is_empty()) {
        push_card_knobs(battle, card, &mut knobs);
    }
    knobs
}

/// Returns other ways to write what is no whole number: who acts first, and what is not there at the start.
pub(super) fn alternatives(battle: &TabletopBattle) -> Vec<Alternative> {
    let Some(scenario) = battle.scenario() else { return Vec::new() };
    let at = |pointer: String| Address::value(battle.file(), Pointer::parse(format!("/scenario/factions/{pointer}")));
    let mut all = Vec::new();
    for two in battle.initiative_order().windows(2) {
        let (Some(first), Some(second)) = (scenario.factions.get(two[0]), scenario.factions.get(two[1])) else {
            continue;
        };
        let [one, other] = [two[0], two[1]].map(|faction| at(format!("{faction}/initiative")));
        all.push(Alternative {
            what: "who acts first".to_owned(),
            at: one.clone(),
            from: format!("`{}`", first.name),
            to: format!("`{}`", second.name),
            size: 1,
            edits: vec![
                Edit::replace(one, second.initiative.to_string()),
                Edit::replace(other, first.initiative.to_string()),
            ],
        });
    }
    for (i, faction) in scenario.factions.iter().enumerate() {
        for (k, entry) in faction.setup.iter().enumerate() {
            let name = battle.find_card(&entry.card).map_or(&*entry.card, |card| &*battle.cards[card].name);
            let at = at(format!("{i}/setup/{k}"));
            all.push(Alternative::left_out(format!("`{name}` of `{}` at the start", faction.name), at));
        }
    }
    all
}

fn scenario_knobs(battle: &TabletopBattle) -> Vec<Knob> {
    let Some(scenario) = battle.scenario() else { return Vec::new() };
    let mut knobs = Vec::new();
    let mut push = |what: String, pointer: &str, value: i64, range| {
        let at = Address::value(battle.file(), Pointer::parse(format!("/scenario{pointer}")));
        knobs.push(Knob { what, at, value, range });
    };
    if let Some(turns) = scenario.turns {
        push("turns".to_owned(), "/turns", turns.into(), 1..=999);
    }
    for (i, faction) in scenario.factions.iter().enumerate() {
        // None is meant where nothing is written.
        if faction.resources > 0 {
            let what = format!("resources of `{}`", faction.name);
            push(what, &format!("/factions/{i}/resources"), faction.resources.into(), 0..=10_000_000);
        }
        if faction.income > 0 {
            let what = format!("income of `{}`", faction.name);
            push(what, &format!("/factions/{i}/income"), faction.income.into(), 0..=1_000_000);
        }
        for (k, entry) in faction.setup.iter().enumerate() {
            let name = battle.find_card(&entry.card).map_or(&*entry.card, |card| &*battle.cards[card].name);
            let at = format!("/factions/{i}/setup/{k}");
            if entry.count > 1 {
                push(format!("copies of `{name}` at the start"), &format!("{at}/count"), entry.count.into(), 1..=99);
            }
            if entry.experience > 0 {
                let what = format!("experience of `{name}` at the start");
                push(what, &format!("{at}/experience"), entry.experience.into(), 0..=99);
            }
        }
    }
    for (i, victory) in scenario.victory.iter().enumerate() {
        if let HexVictory::Hold { until: Some(until), faction, .. } = victory {
            let what = format!("turn until which `{faction}` must hold hexes");
            push(what, &format!("/victory/{i}/until"), (*until).into(), 1..=999);
        }
    }
    knobs
}

fn push_card_knobs(battle: &TabletopBattle, card: usize, knobs: &mut Vec<Knob>) {
    let written = battle.written_card(card);
    let mut push = |what: String, suffix: &str, value: i64, range| {
        knobs.push(Knob { what, at: battle.card_address(card, suffix), value, range });
    };
    let name = &written.name;
    // What a standard costs, and what it can do, is fixed (TT-2.3).
    if !battle.cards[card].is_standard() {
        if let Some(cost) = written.cost {
            push(format!("cost of `{name}`"), "/cost", cost.into(), 0..=1_000_000);
        }
        if let Some(might) = written.might {
            push(format!("might of `{name}`"), "/might", might.into(), 0..=999);
        }
        if let Some(speed) = written.speed {
            push(format!("speed of `{name}`"), "/speed", speed.into(), 0..=99);
        }
    }
    for (i, ability) in written.abilities.iter().enumerate() {
        let (of, at) = (&ability.name, format!("/abilities/{i}"));
        if let Some(active) = &ability.active {
            if let Some(cooldown) = active.cooldown {
                push(format!("cooldown of `{of}`"), &format!("{at}/active/cooldown"), cooldown.into(), 0..=99);
            }
            if active.cost > 0 {
                push(format!("cost of `{of}`"), &format!("{at}/active/cost"), active.cost.into(), 0..=1_000_000);
            }
            if active.lasts > 1 {
                push(
                    format!("duration of `{of}`, in turns"),
                    &format!("{at}/active/lasts"),
                    active.lasts.into(),
                    1..=99,
                );
            }
        }
        for (k, deed) in ability.deeds.iter().enumerate() {
            let at = format!("{at}/do/{k}/{}", deed.word());
            match deed {
                AbilityDeed::Deed(DetailedDeed::Strike(strike)) => {
                    push(
                        format!("might of the strike of `{of}`"),
                        &format!("{at}/might"),
                        strike.might.into(),
                        1..=999,
                    );
                    push(
                        format!("range of the strike of `{of}`"),
                        &format!("{at}/range"),
                        strike.range.into(),
                        0..=999,
                    );
                }
                AbilityDeed::Deed(DetailedDeed::Change(change)) => {
                    let stats = [("might", change.might), ("speed", change.speed), ("range", change.range)];
                    for (stat, value) in stats.into_iter().filter(|(_, value)| *value != 0) {
                        push(format!("change of {stat} by `{of}`"), &format!("{at}/{stat}"), value.into(), -99..=99);
                    }
                }
                _ => {}
            }
        }
    }
}
