//! The meaning of the engine's counters: the Orders cards and the units of each side, and the parts of a battle that can be used.

use muster_core::diag::{Code, Severity};
use muster_core::source::Pointer;
use muster_systems::counters::{CountedPiece, CountedTable, Counters, Figure, Used};
use muster_systems::measures::{BattleMeasure, MeasureSource};

use crate::engine::StatesEngine;
use crate::engine::tally::{self, OF_A_UNIT, Phase, SideTally, UnitTally};
use crate::model::DeckKind;
use crate::resolve::StatesBattle;
use crate::rules::{StatesRules, Weapon};

/// A card that was never played, or never did anything when it was.
pub const NEVER_PLAYED: Code =
    Code::new("SB301", "card-never-played", Severity::Warning, include_str!("card_never_played.md"));
/// A unit that never did anything.
pub const NEVER_DID_ANYTHING: Code =
    Code::new("SB302", "unit-never-acted", Severity::Warning, include_str!("unit_never_acted.md"));
/// An achievement that nobody won.
pub const NEVER_WON: Code =
    Code::new("SB303", "achievement-never-won", Severity::Info, include_str!("achievement_never_won.md"));
/// A trigger of a state that was never reached.
pub const NEVER_TRIGGERED: Code =
    Code::new("SB304", "never-triggered", Severity::Warning, include_str!("never_triggered.md"));
/// A special rule that never came to pass.
pub const NEVER_CAME_TO_PASS: Code =
    Code::new("SB305", "special-never-used", Severity::Warning, include_str!("special_never_used.md"));

/// A phase of fighting that never happened.
pub const NEVER_HAPPENED: Code =
    Code::new("SB306", "phase-never-happened", Severity::Warning, include_str!("phase_never_happened.md"));

/// The kinds of findings of smoke tests of States of Battle, besides those of every game.
pub const CODES: &[Code] =
    &[NEVER_PLAYED, NEVER_DID_ANYTHING, NEVER_WON, NEVER_TRIGGERED, NEVER_CAME_TO_PASS, NEVER_HAPPENED];

/// The figures of an Orders card in reports: the name of each, and its counter.
const OF_A_CARD: [(&str, usize); 4] =
    [("played", tally::PLAYED), ("used", tally::USED), ("discarded", tally::DISCARDED), ("stopped", tally::STOPPED)];

/// Returns the name of a unit's figure in reports.
fn unit_figure(what: UnitTally) -> &'static str {
    match what {
        UnitTally::Moved => "moved",
        UnitTally::Charged => "charged",
        UnitTally::Shot => "shot",
        UnitTally::Killed => "killed",
        UnitTally::Broke => "broke",
        UnitTally::Rallied => "rallied",
        UnitTally::Lost => "lost",
        UnitTally::Arrived => "arrived",
    }
}

/// Returns what is said of a unit that is lost by it; `None` if it is not.
fn unit_loss(what: UnitTally) -> Option<&'static str> {
    match what {
        UnitTally::Broke => Some("breaks"),
        UnitTally::Lost => Some("is lost"),
        _ => None,
    }
}

/// Returns the name of a phase, and the start of the message where it never happened.
fn phase_words(phase: Phase) -> (&'static str, &'static str) {
    match phase {
        Phase::Charge => ("charge", "no charge reached its enemy"),
        Phase::Combat => ("combat", "no round of combat was fought"),
        Phase::Break => ("break", "no unit broke after a round of combat"),
        Phase::Pursuit => ("pursuit", "nobody pursued"),
        Phase::Challenge => ("challenge", "nobody was challenged"),
        Phase::Rally => ("rally", "no unit rallied"),
    }
}

/// Returns true if a phase can happen in a battle: challenges need a named character, and somebody who can challenge him.
fn can_happen(rules: &StatesRules, phase: Phase) -> bool {
    let has = |set: u64, side: u8| set & rules.army(side) != 0;
    phase != Phase::Challenge
        || [0, 1].iter().any(|side| has(rules.sets.heroic, *side) && has(rules.sets.named, side ^ 1))
}

/// Returns the meaning of the counters of a battle's engine.
pub(super) fn counters(engine: &StatesEngine, battle: &StatesBattle) -> Counters {
    let rules = &engine.rules;
    let figure = |name, loss| Figure { name, counters: Vec::new(), in_smoke: true, in_turn: false, loss };
    let mut cards = CountedTable::new("cards", OF_A_CARD.map(|(name, _)| figure(name, None)).into());
    for (side, row) in (0..).zip(&rules.sides) {
        for (kind, card) in (0..).zip(&rules.cards[DeckKind::Orders as usize]) {
            let copies = row.orders[usize::from(kind)];
            if copies == 0 || card.lull {
                continue;
            }
            let piece = CountedPiece {
                card: format!("{copies} x"),
                name: card.name.clone(),
                side: side.into(),
                parts: Vec::new(),
            };
            cards.add(piece, OF_A_CARD.map(|(_, what)| tally::card(side, DeckKind::Orders, kind, what)));
        }
    }
    let mut units = CountedTable::new("units", OF_A_UNIT.map(|what| figure(unit_figure(what), unit_loss(what))).into());
    for (number, unit) in (0..).zip(&rules.units) {
        let piece = CountedPiece {
            card: unit.number.clone(),
            name: unit.name.clone(),
            side: unit.side.into(),
            parts: Vec::new(),
        };
        units.add(piece, OF_A_UNIT.map(|what| tally::unit(number, what)));
    }
    Counters { tables: vec![cards, units], used: usable_parts(engine, battle), measures: measures() }
}

/// Returns the measures of battles.
fn measures() -> Vec<BattleMeasure> {
    let share = |name, part, all, base| {
        (0..2).map(move |side| {
            let from = MeasureSource::Share(tally::side(side, part), tally::side(side, all), base);
            BattleMeasure { name, side: Some(side.into()), from }
        })
    };
    let futile = share("Orders cards without effect", SideTally::Futile, SideTally::Played, "cards played");
    let idle = share("units that did nothing", SideTally::Idle, SideTally::Present, "units");
    let late = BattleMeasure { name: "ended by the last round", side: None, from: MeasureSource::EndedBy(&["count"]) };
    futile.chain(idle).chain([late]).collect()
}

/// Returns everything that is there to be used, in the order of reports: phases, cards, units, achievements, triggers, special
/// rules. Of a phase that follows another nothing is said where that never happened.
fn usable_parts(engine: &StatesEngine, battle: &StatesBattle) -> Vec<Used> {
    let rules = &engine.rules;
    let mut used = Vec::new();
    for phase in tally::PHASES.into_iter().filter(|phase| can_happen(rules, *phase)) {
        let (name, never) = phase_words(phase);
        let after = match phase {
            Phase::Charge => None,
            Phase::Combat => Some(Phase::Charge),
            Phase::Break | Phase::Challenge => Some(Phase::Combat),
            Phase::Pursuit | Phase::Rally => Some(Phase::Break),
        };
        used.push(Used {
            counter: tally::phase(phase),
            after: after.map(tally::phase).into_iter().collect(),
            card: String::new(),
            name: name.to_owned(),
            what: "phase".to_owned(),
            at: battle.scenario_address("/scenario/name"),
            code: NEVER_HAPPENED,
            never: never.to_owned(),
            help: None,
        });
    }
    let mut add = |counter, name: &str, what: String, at, code, never: String| {
        used.push(Used {
            counter,
            after: Vec::new(),
            card: String::new(),
            name: name.to_owned(),
            what,
            at,
            code,
            never,
            help: None,
        });
    };
    for (side, row) in (0..).zip(&rules.sides) {
        let decks =
            [(DeckKind::Orders, &row.orders), (DeckKind::Events, &row.events), (DeckKind::Starter, &row.starter)];
        for (deck, copies) in decks {
            for (kind, card) in (0..).zip(&rules.cards[deck as usize]) {
                if copies[usize::from(kind)] == 0 {
                    continue;
                }
                let written = battle.find_card(&card.name).and_then(|card| battle.cards[card].at.clone());
                let at = written.unwrap_or_else(|| match deck {
                    DeckKind::Orders => {
                        let orders = Pointer::parse(format!("/scenario/sides/{side}/orders"));
                        battle.scenario_address(orders.key(&card.name).as_str())
                    }
                    _ => battle.scenario_address(&format!("/scenario/sides/{side}/name")),
                });
                let never = format!("`{}` never played `{}` with any effect", row.name, card.name);
                let what = format!("{} of {}", deck.word(), row.name);
                add(tally::card(side, deck, kind, tally::USED), &card.name, what, at, NEVER_PLAYED, never);
            }
        }
    }
    for (unit, row) in (0..).zip(&rules.units) {
        if row.host.is_none() && row.speed > 0 {
            let never = format!("`{}` ({}) never moved", row.number, row.name);
            let counter = tally::unit(unit, UnitTally::Moved);
            let at = battle.unit_address(usize::from(unit), "");
            add(counter, &row.name, "moved".to_owned(), at, NEVER_DID_ANYTHING, never);
        }
        if row.arm != Weapon::None && row.range > 0 {
            let never = format!("`{}` ({}) never shot or cast", row.number, row.name);
            let counter = tally::unit(unit, UnitTally::Shot);
            let at = battle.unit_address(usize::from(unit), "");
            add(counter, &row.name, "shot".to_owned(), at, NEVER_DID_ANYTHING, never);
        }
    }
    for (number, row) in rules.achievements.iter().enumerate() {
        // The published ones are in use where nobody thought of them.
        let Some(at) = battle.achievements[number].at.clone() else { continue };
        let never = format!("nobody won `{}`", row.name);
        add(tally::won_counter(number), &row.name, "won".to_owned(), at, NEVER_WON, never);
    }
    for trigger in &battle.triggers {
        let Some(side) = trigger.side else { continue };
        // Of the state that an army starts in the checks say that it brings nothing.
        let start = battle.sides[side].by_state.iter().position(|counters| *counters > 0);
        if start.is_none_or(|start| trigger.state as usize <= start) {
            continue;
        }
        let (name, state) = (&rules.sides[side].name, trigger.state as u8);
        let word = trigger.state.word();
        let never = format!("the army of `{name}` was never {word}");
        add(tally::state(side as u8, state), name, word.to_owned(), trigger.at.clone(), NEVER_TRIGGERED, never);
    }
    for (number, special) in battle.specials.iter().enumerate() {
        let never = "the special rule was never triggered".to_owned();
        add(tally::special(number), "", "special rule".to_owned(), special.at.clone(), NEVER_CAME_TO_PASS, never);
    }
    used
}
