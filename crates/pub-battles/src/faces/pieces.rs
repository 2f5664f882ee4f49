//! The pieces of a battle, in the order of printing.

use std::sync::Arc;

use muster_core::print::template::Offer;
use muster_core::source::Address;
use muster_systems::Printed;
use muster_systems::catalogue::{Catalogue, WordList};
use muster_systems::printed::{Extra, Moved, Piece, With};
use muster_templates::CarriedLook;
use muster_templates::PUB_BATTLES;

use super::{OFFER, chits, cubes, decks, labels, map, orders, reference, rules, scene, setup, sticks, track};
use crate::PubBattles;
use crate::resolve::PubBattle;
use crate::wording::{PUB_WORDS, PubWording};

/// The pieces of a kind of a battle.
type PiecesOf<'a> = fn(&'a PubBattle, PubWording<'a>) -> Vec<Piece<'a>>;

/// The words after `--with`.
const SETUP: &str = "setup";
const MAP: &str = "map";
const LABELS: &str = "labels";
const CUBES: &str = "cubes";
const CHITS: &str = "chits";
const STICKS: &str = "sticks";
const TRACK: &str = "track";
const ORDERS: &str = "orders";
const COUNTERS: &str = "counters";
const CARDS: &str = "cards";
const REFERENCE: &str = "reference";

const fn token(name: &'static str, about: &'static str, by_default: bool) -> Extra {
    Extra { name, about, by_default, token: true, large: false }
}

const fn sheet(name: &'static str, about: &'static str) -> Extra {
    Extra { name, about, by_default: true, token: true, large: true }
}

impl Printed for PubBattles {
    const OFFER: &'static Offer = &OFFER;
    const TEMPLATES: &'static [CarriedLook] = PUB_BATTLES.looks;
    const LAYOUTS: &'static [CarriedLook] = PUB_BATTLES.layouts;
    const WORDS: &'static WordList = &PUB_WORDS;
    const CATALOGUES: &'static [&'static str] = PUB_BATTLES.catalogues;
    const EXTRAS: &'static [Extra] = &[
        sheet(
            SETUP,
            "Sheets of the battle: commands, blocks and places, reinforcements, victory; the map with every block in its starting place",
        ),
        sheet(MAP, "The map at its scale"),
        token(LABELS, "Labels for the blocks, a fresh and a spent face each", true),
        token(CUBES, "Labels for the cubes of headquarters", true),
        token(CHITS, "Chits for the commands, all with the same back", true),
        token(STICKS, "The movement sticks at the scale of the map", true),
        token(ORDERS, "An order sheet for each command, where orders are written", true),
        Extra { token: false, ..token(CARDS, "The cards of Capture the Flag: both decks and the setup deck", true) },
        token(TRACK, "A turn track with nights, reinforcements and both sides' losses", false),
        token(
            COUNTERS,
            "Flat counters instead of blocks, with the fresh face on the front and the spent face on the back",
            false,
        ),
        token(REFERENCE, "A summary of the rules for each player, on two sides", false),
    ];

    fn language(battle: &PubBattle) -> Option<(&str, Address)> {
        let of_scenario = battle.scenario().and_then(|scenario| Some((scenario.language.as_deref()?, "scenario")));
        let of_decks = || battle.decks().and_then(|decks| Some((decks.language.as_deref()?, "capture_the_flag")));
        let (language, of) = of_scenario.or_else(of_decks)?;
        Some((language, battle.scenario_address(&format!("/{of}/language"))))
    }

    fn pieces<'a>(battle: &'a PubBattle, with: &With, words: &'a Catalogue) -> Vec<Piece<'a>> {
        let wording = PubWording::new(words);
        let mut pieces = Vec::new();
        if with.has(CARDS) {
            pieces.extend(decks::pieces(battle, wording));
        }
        // A map in a file of its own is printed with the battles that are fought on it.
        if battle.decks().is_some_and(|decks| decks.map.is_some()) {
            return pieces;
        }
        if with.has(SETUP) {
            pieces.extend(setup::pieces(battle, wording));
            pieces.extend(scene::piece(battle, wording));
        }
        if with.has(MAP) {
            pieces.extend(map::piece(battle, wording));
        }
        if with.has(TRACK) {
            pieces.extend(track::pieces(battle, wording));
        }
        if with.has(STICKS) {
            pieces.extend(sticks::pieces(battle, wording));
        }
        if battle.field.is_none() {
            return pieces;
        }
        let by_word: [(&str, PiecesOf<'a>); 5] = [
            (LABELS, labels::pieces),
            (CUBES, cubes::pieces),
            (CHITS, chits::pieces),
            (ORDERS, orders::pieces),
            (COUNTERS, labels::counters),
        ];
        for (word, of_word) in by_word {
            if with.has(word) {
                pieces.extend(of_word(battle, wording));
            }
        }
        pieces
    }

    fn shared_pieces(battles: &[Arc<PubBattle>], with: &With, words: &Catalogue) -> Vec<Piece<'static>> {
        if with.has(REFERENCE) { reference::pieces(battles, PubWording::new(words)) } else { Vec::new() }
    }

    fn further_card<'a>(battle: &'a PubBattle, texts: &[Moved<'_>], words: &'a Catalogue) -> Option<Piece<'a>> {
        Some(rules::piece(battle, texts, PubWording::new(words)))
    }
}
