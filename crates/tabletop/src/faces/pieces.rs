//! The pieces of a battle, in the order of printing.

use std::sync::Arc;

use muster_core::print::template::Offer;
use muster_core::source::Address;
use muster_systems::Printed;
use muster_systems::catalogue::{Catalogue, WordList};
use muster_systems::printed::{Extra, Moved, Piece, With};
use muster_templates::CarriedLook;
use muster_templates::TABLETOP;

use super::counters::{self, CounterForm};
use super::{OFFER, cards, map, markers, reference, rules, setup, track};
use crate::Tabletop;
use crate::resolve::TabletopBattle;
use crate::wording::{TABLETOP_WORDS, TabletopWording};

/// The cards, the sheet of the battle, the summary, the map in two sizes, what is laid on it, and the track beside it.
const CARDS: &str = "cards";
const SETUP: &str = "setup";
const REFERENCE: &str = "reference";
const MAP: &str = "map";
const LARGE_MAP: &str = "map-large";
const MARKERS: &str = "markers";
const TRACK: &str = "track";

/// From side to side of the hexes of the map, and of the large map, in millimetres.
pub(super) const HEX: f64 = 20.0;
const LARGE_HEX: f64 = 30.0;

const fn token(name: &'static str, about: &'static str, by_default: bool) -> Extra {
    Extra { name, about, by_default, token: true, large: false }
}

const fn sheet(name: &'static str, about: &'static str, by_default: bool) -> Extra {
    Extra { name, about, by_default, token: true, large: true }
}

impl Printed for Tabletop {
    const OFFER: &'static Offer = &OFFER;
    const TEMPLATES: &'static [CarriedLook] = TABLETOP.looks;
    const LAYOUTS: &'static [CarriedLook] = TABLETOP.layouts;
    const WORDS: &'static WordList = &TABLETOP_WORDS;
    const CATALOGUES: &'static [&'static str] = TABLETOP.catalogues;
    const EXTRAS: &'static [Extra] = &[
        Extra {
            name: CARDS,
            about: "The cards that each faction may deploy or has on the map",
            by_default: true,
            token: false,
            large: false,
        },
        sheet(SETUP, "A sheet of the battle: factions, the set-up, victory", true),
        Extra {
            name: REFERENCE,
            about: "Summary cards for each player: a turn, combat, terrain, traits",
            by_default: false,
            token: false,
            large: false,
        },
        token("counters", "Counters for the cards: squares of 5/8 in", true),
        token(
            "counters-half",
            "Counters for the cards: squares of 1/2 in, which lie within the hexes of the map",
            false,
        ),
        token("counters-large", "Counters for the cards: squares of 20 mm, for the large map", false),
        token("counters-hex", "Counters for the cards: hexagons of 17 mm from side to side", false),
        token(MARKERS, "Formations, armies, fortified, morale, debuffs, cooldown, experience, roads", true),
        sheet(TRACK, "A track of turns, and of the resources of each faction", false),
        sheet(MAP, "The map, with hexes of 20 mm from side to side", true),
        sheet(LARGE_MAP, "The map, hexes of 30 mm from side to side", false),
    ];

    fn language(battle: &TabletopBattle) -> Option<(&str, Address)> {
        let language = battle.scenario()?.language.as_deref()?;
        Some((language, battle.scenario_address("/scenario/language")))
    }

    fn pieces<'a>(battle: &'a TabletopBattle, with: &With, words: &'a Catalogue) -> Vec<Piece<'a>> {
        let wording = TabletopWording::new(words);
        let mut pieces: Vec<Piece<'a>> = Vec::new();
        if with.has(CARDS) {
            let cards = cards::printed_cards(battle).into_iter();
            pieces.extend(cards.map(|(card, faction)| cards::piece(battle, card, faction, wording)));
        }
        if with.has(SETUP) {
            pieces.extend(setup::pieces(battle, wording));
        }
        for (form, name) in CounterForm::ALL {
            if with.has(name) {
                pieces.extend(counters::pieces(battle, form, wording));
            }
        }
        if with.has(MARKERS) && battle.scenario().is_some() {
            pieces.extend(markers::pieces(battle, wording));
        }
        if with.has(TRACK) {
            pieces.extend(track::piece(battle, wording));
        }
        if with.has(MAP) {
            pieces.extend(map::piece(battle, MAP, HEX, wording));
        }
        if with.has(LARGE_MAP) {
            pieces.extend(map::piece(battle, LARGE_MAP, LARGE_HEX, wording));
        }
        pieces
    }

    fn shared_pieces(battles: &[Arc<TabletopBattle>], with: &With, words: &Catalogue) -> Vec<Piece<'static>> {
        if with.has(REFERENCE) { reference::pieces(battles, TabletopWording::new(words)) } else { Vec::new() }
    }

    fn further_card<'a>(battle: &'a TabletopBattle, texts: &[Moved<'_>], words: &'a Catalogue) -> Option<Piece<'a>> {
        Some(rules::piece(battle, texts, TabletopWording::new(words)))
    }
}
