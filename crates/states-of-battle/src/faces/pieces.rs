//! The pieces of a battle, in the order of printing.

use std::sync::Arc;

use muster_core::print::template::Offer;
use muster_core::source::Address;
use muster_systems::Printed;
use muster_systems::catalogue::{Catalogue, WordList};
use muster_systems::printed::{Extra, Moved, Piece, With};
use muster_templates::CarriedLook;
use muster_templates::STATES_OF_BATTLE;

use super::cards::{self, DECKS};
use super::{OFFER, achievements, battlefield, board, counters, markers, reference, roster, rules, scenario, units};
use crate::StatesOfBattle;
use crate::resolve::StatesBattle;
use crate::wording::{STATES_WORDS, StatesWording};

/// Cards of achievements and of units.
const ACHIEVEMENTS: &str = "achievements";
const UNITS: &str = "units";
/// The summary of a round.
const REFERENCE: &str = "reference";
/// Sheets of the scenario and of armies.
const SCENARIO: &str = "scenario";
const ROSTER: &str = "roster";
/// The board for counters, these, and what lies beside units and cards.
const BOARD: &str = "board";
const COUNTERS: &str = "counters";
const MARKERS: &str = "markers";

const fn card(name: &'static str, about: &'static str) -> Extra {
    Extra { name, about, by_default: true, token: false, large: false }
}

impl Printed for StatesOfBattle {
    const OFFER: &'static Offer = &OFFER;
    const TEMPLATES: &'static [CarriedLook] = STATES_OF_BATTLE.looks;
    const LAYOUTS: &'static [CarriedLook] = STATES_OF_BATTLE.layouts;
    const WORDS: &'static WordList = &STATES_WORDS;
    const CATALOGUES: &'static [&'static str] = STATES_OF_BATTLE.catalogues;
    const EXTRAS: &'static [Extra] = &[
        card(
            "orders",
            "The Orders deck of each side, or the whole stock if the player chooses from it before the battle",
        ),
        card("events", "The Event deck of each side"),
        card("starter", "The starter cards of each side that has them"),
        card(ACHIEVEMENTS, "A card for each achievement that can be won"),
        Extra { name: UNITS, about: "A card for each unit", by_default: false, token: false, large: false },
        Extra {
            name: REFERENCE,
            about: "A summary card for each player: a round and morale",
            by_default: false,
            token: false,
            large: false,
        },
        Extra {
            name: SCENARIO,
            about: "A sheet for the scenario: victory, triggers, special rules; and a sheet of the field if anything has a set place on it",
            by_default: true,
            token: true,
            large: false,
        },
        Extra {
            name: ROSTER,
            about: "A sheet for each army: units, points, counters",
            by_default: true,
            token: true,
            large: false,
        },
        Extra {
            name: BOARD,
            about: "The State of Battle: a circular board for the counters of both sides",
            by_default: true,
            token: true,
            large: false,
        },
        Extra {
            name: COUNTERS,
            about: "Morale Counters: as many as each side starts with, and as many as it can gain",
            by_default: true,
            token: true,
            large: false,
        },
        Extra {
            name: MARKERS,
            about: "`Spent` and `moved` markers, the markers and track for a Stratagem, and trays",
            by_default: true,
            token: true,
            large: false,
        },
    ];

    fn language(battle: &StatesBattle) -> Option<(&str, Address)> {
        let language = battle.scenario()?.language.as_deref()?;
        Some((language, battle.scenario_address("/scenario/language")))
    }

    fn pieces<'a>(battle: &'a StatesBattle, with: &With, words: &'a Catalogue) -> Vec<Piece<'a>> {
        let wording = StatesWording::new(words);
        let decks = || DECKS.into_iter().filter(|deck| with.has(deck.word()));
        let mut pieces: Vec<Piece<'a>> = match battle.scenario() {
            Some(_) => {
                let sides = battle.sides.iter().enumerate();
                sides
                    .flat_map(|side| decks().flat_map(move |deck| cards::side_cards(battle, side, deck, wording)))
                    .collect()
            }
            None => decks().flat_map(|deck| cards::written_cards(battle, deck, wording)).collect(),
        };
        if with.has(ACHIEVEMENTS) {
            pieces.extend(achievements::pieces(battle, wording));
        }
        if with.has(UNITS) {
            pieces.extend(units::printed_units(battle).into_iter().map(|unit| units::piece(battle, unit, wording)));
        }
        if with.has(SCENARIO) {
            pieces.extend(scenario::piece(battle, wording));
            pieces.extend(battlefield::piece(battle, wording));
        }
        if with.has(ROSTER) {
            pieces.extend(roster::pieces(battle, wording));
        }
        if with.has(BOARD) {
            pieces.extend(board::piece(battle, wording));
        }
        if with.has(COUNTERS) {
            pieces.extend(counters::pieces(battle, wording));
        }
        if with.has(MARKERS) {
            pieces.extend(markers::pieces(battle, wording));
        }
        pieces
    }

    fn shared_pieces(battles: &[Arc<StatesBattle>], with: &With, words: &Catalogue) -> Vec<Piece<'static>> {
        if with.has(REFERENCE) { reference::pieces(battles, StatesWording::new(words)) } else { Vec::new() }
    }

    fn further_card<'a>(battle: &'a StatesBattle, texts: &[Moved<'_>], words: &'a Catalogue) -> Option<Piece<'a>> {
        Some(rules::piece(battle, texts, StatesWording::new(words)))
    }
}
