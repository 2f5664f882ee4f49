//! The meaning of the engine's counters: the Orders cards and the units of each side.

use muster_systems::counters::{CountedPiece, CountedTable, Counters, Figure};
use muster_systems::measures::{BattleMeasure, MeasureSource};

use super::usable::usable_parts;
use crate::engine::StatesEngine;
use crate::engine::tally::{self, OF_A_UNIT, SideTally, UnitTally};
use crate::model::DeckKind;
use crate::resolve::StatesBattle;

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
