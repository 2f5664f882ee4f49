//! Sentences for cards, achievements, triggers and special rules, addressed to the player who has them: the texts that are
//! printed where an author has not written one.

mod deeds;
mod published;
mod rules;

use muster_systems::catalogue::Person;

use self::deeds::deeds;
pub use self::published::card_name;
pub use self::rules::{
    achievement, achievement_title, concealment, deployment, forfeit, holders, special, starting_places, trigger,
    victory,
};
use super::model::DeckKind;
use super::resolve::CardInUse;
use super::values::{MoraleState, PolyhedralDie};
use super::wording::{StatesWord as W, StatesWording};
use super::words::{CardDeed, CardWord, PlainWord};

/// Returns the text of a card: its own, or the sentences of its effects. Of a published card it is the catalogue's.
pub fn card(wording: StatesWording<'_>, card: &CardInUse) -> String {
    let own = |text: &String| published::text(wording, card).unwrap_or_else(|| text.clone());
    let definition = &card.definition;
    definition.text.as_ref().map_or_else(|| deck_sentences(wording, definition.deck, &definition.play), own)
}

/// Returns the sentences of a list of words on a card of a deck.
pub fn deck_sentences(wording: StatesWording<'_>, deck: DeckKind, play: &[CardWord]) -> String {
    let mut clauses = deeds(wording, play, Person::You).concat();
    if deck == DeckKind::Starter
        && !play.iter().any(has_its_time)
        && let Some(first) = clauses.first_mut()
    {
        *first = wording.say(W::InTheirTurn, &[(&*first).into()]);
    }
    if clauses.is_empty() {
        clauses.push(wording.word(W::NothingHappens));
    }
    clauses.iter().map(|clause| wording.sentence(clause)).collect::<Vec<_>>().join(" ")
}

/// Returns true for what says by itself when a starter card is used; any other is used in the opponent's turn (SB-7.1).
fn has_its_time(word: &CardWord) -> bool {
    match word {
        CardWord::Plain(word) => *word == PlainWord::ReRoll,
        CardWord::Deed(deed) => matches!(deed, CardDeed::Stop(_) | CardDeed::Stratagem(_)),
    }
}

/// Returns the name of a state of an army.
pub fn state(wording: StatesWording<'_>, state: MoraleState) -> String {
    wording.word(match state {
        MoraleState::Emboldened => W::Emboldened,
        MoraleState::Shaken => W::Shaken,
        MoraleState::Bloodied => W::Bloodied,
        MoraleState::Desperate => W::Desperate,
    })
}

/// Returns the name of a die: `d6`.
pub fn die(wording: StatesWording<'_>, die: PolyhedralDie) -> String {
    wording.say(W::Die, &[die.faces().into()])
}

/// Returns `one counter`, `two counters`.
pub fn counters(wording: StatesWording<'_>, n: u32) -> String {
    wording.say(W::NumberOfCounters, &[n.into()])
}

/// Returns a number in digits and what it counts: `1,200 points`.
pub fn plainly(wording: StatesWording<'_>, word: W, n: u32) -> String {
    wording.say(word, &[n.into()])
}
