//! Morale Counters: as many as each side has, and those that it can gain.

use muster_core::print::template::{Content, Drawing, FaceOffer};
use muster_systems::printed::{Back, FaceContent, Piece, Surface};

use super::board::places;
use super::places::{LARGE, Places, SMALL};
use super::{accent_of, signs};
use crate::resolve::{DeckCard, StatesBattle, TriggerEffect};
use crate::wording::{StatesWord as W, StatesWording};
use crate::words::{CardDeed, CardWord, CountersDeed, Whose};

/// The names that templates of the faces may use: the emblem of a side in the colour of letters on its ground, or in its own.
pub(super) const FACE: FaceOffer =
    FaceOffer { name: "counter", drawings: &["emblem", "emblem-on-paper"], ..FaceOffer::NOTHING };
pub(super) const SMALL_FACE: FaceOffer = FaceOffer { name: "small-counter", ..FACE };

/// The most counters of a side that are printed.
const MOST: u32 = 250;

/// Returns the counters of each side, as large as the places on the board.
pub(super) fn pieces<'a>(battle: &'a StatesBattle, wording: StatesWording<'_>) -> Vec<Piece<'a>> {
    let counter = places(battle).map_or(LARGE, |by_state| Places::new(by_state).counter);
    let face = if counter > SMALL { FACE.name } else { SMALL_FACE.name };
    let piece = |side: usize| {
        let emblem: Drawing<'_> = Box::new(move |look, frame, rect| signs::emblem_in(frame, side, look.paper(), rect));
        let drawings = vec![("emblem", emblem), ("emblem-on-paper", signs::side_emblem(side))];
        let content = Content { accent: accent_of(side), drawings, ..Content::default() };
        let name = &battle.sides[side].name;
        Piece {
            group: battle.scenario().map(|scenario| scenario.name.clone()).into_iter().collect(),
            side: Some(name.clone()),
            back: Back::Front,
            copies: (u32::from(battle.sides[side].counters) + gains(battle, side)).min(MOST),
            token: true,
            at: Some(battle.scenario_address(&format!("/scenario/sides/{side}"))),
            ..Piece::new(
                format!("counters-{}", side + 1),
                wording.say(W::CountersOf, &[name.into()]),
                Surface::Face(FaceContent { face, content, place: None }),
            )
        }
    };
    (0..battle.sides.len()).map(piece).filter(|piece| piece.copies > 0).collect()
}

/// Returns the counters that a side can gain, everything once: achievements, triggers, special rules, each of its cards.
fn gains(battle: &StatesBattle, side: usize) -> u32 {
    let mut gains: u32 = battle.achievements.iter().map(|achievement| u32::from(achievement.counters)).sum();
    let of_trigger = |effect: &TriggerEffect| match effect {
        TriggerEffect::Counters(change) => u32::from(change.max(&0).unsigned_abs()),
        TriggerEffect::Steal(counters) => u32::from(*counters),
        _ => 0,
    };
    let own = battle.triggers.iter().filter(|trigger| trigger.side == Some(side));
    gains += own.map(|trigger| of_trigger(&trigger.effect)).sum::<u32>();
    for special in &battle.specials {
        let whose = if special.side == Some(side) { Whose::Own } else { Whose::Enemy };
        gains += most_gained(&special.play, whose);
    }
    for (index, owner) in battle.sides.iter().enumerate() {
        let whose = if index == side { Whose::Own } else { Whose::Enemy };
        for DeckCard { card, copies } in owner.orders.iter().chain(&owner.events).chain(&owner.starter) {
            gains += u32::from(*copies) * most_gained(&battle.cards[*card].definition.play, whose);
        }
    }
    gains
}

/// Returns the most that a player gains by words: the one who uses them, or the enemy.
fn most_gained(words: &[CardWord], whose: Whose) -> u32 {
    let other = if whose == Whose::Own { Whose::Enemy } else { Whose::Own };
    let of_word = |word: &CardWord| match word {
        CardWord::Deed(CardDeed::Counters(CountersDeed { side, change })) if *side == whose => {
            u32::from(change.max(&0).unsigned_abs())
        }
        CardWord::Deed(CardDeed::Keep(words)) => most_gained(words, whose),
        CardWord::Deed(CardDeed::Opponent(words)) => most_gained(words, other),
        CardWord::Deed(CardDeed::Roll(roll)) => {
            let much = roll.much.as_ref().map_or(0, |much| most_gained(&much.play, whose));
            most_gained(&roll.win, whose).max(much).max(most_gained(&roll.lose, whose))
        }
        _ => 0,
    };
    words.iter().map(of_word).sum()
}
