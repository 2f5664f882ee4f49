//! Sentences for cards, achievements, triggers and special rules, addressed to the player who has them: the texts that are
//! printed where an author has not written one.

mod deeds;
mod english;
mod rules;

use self::deeds::{Teller, deeds};
use self::english::sentences;
pub use self::english::{capital, counted, list};
pub use self::rules::{achievement, concealment, deployment, forfeit, holders, special, trigger, victory};
use super::model::{CardDefinition, DeckKind};
use super::words::{CardDeed, CardWord, PlainWord};

/// Returns the text of a card: its own, or the sentences of its effects.
pub fn card(card: &CardDefinition) -> String {
    card.text.clone().unwrap_or_else(|| of_deck(card.deck, &card.play))
}

/// Returns the sentences of a list of words on a card of a deck.
pub fn of_deck(deck: DeckKind, play: &[CardWord]) -> String {
    let mut clauses = deeds(play, Teller::You).concat();
    if deck == DeckKind::Starter
        && !play.iter().any(has_its_time)
        && let Some(first) = clauses.first_mut()
    {
        *first = format!("in your opponent’s turn, {first}");
    }
    if clauses.is_empty() { "Nothing happens.".to_owned() } else { sentences(&clauses) }
}

/// Returns true for what says by itself when a starter card is used; any other is used in the opponent's turn (SB-7.1).
fn has_its_time(word: &CardWord) -> bool {
    match word {
        CardWord::Plain(word) => *word == PlainWord::ReRoll,
        CardWord::Deed(deed) => matches!(deed, CardDeed::Stop(_) | CardDeed::Stratagem(_)),
    }
}
