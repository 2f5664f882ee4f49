//! SB157 `misplaced-word`: a card has an effect that it cannot have.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::model::{CardDefinition, DeckKind};
use crate::resolve::StatesBattle;
use crate::words::{CardDeed, CardWord, PlacedWord, PlainWord, placed_words};

pub(super) const CHECK: Check<StatesBattle> =
    Check { code: Code::new("SB157", "misplaced-word", Severity::Error, include_str!("misplaced_word.md")), run };

fn run(battle: &StatesBattle, cx: &mut Cx<'_>) {
    for doc in battle.docs() {
        for (i, card) in doc.model.cards.iter().enumerate() {
            for placed in placed_words(&card.play) {
                if let Some(why) = find_misplacement(&placed, Some(card)) {
                    cx.push(cx.finding(doc.address(format!("/cards/{i}/play{}", placed.suffix)), why));
                }
            }
        }
    }
    for special in &battle.specials {
        for placed in placed_words(&special.play) {
            if let Some(why) = find_misplacement(&placed, None) {
                cx.push(cx.finding(special.at.join(&format!("/do{}", placed.suffix)), why));
            }
        }
    }
}

/// Returns the reason a word may not stand on a card, or in a special rule where there is none.
fn find_misplacement(placed: &PlacedWord<'_>, card: Option<&CardDefinition>) -> Option<String> {
    let name = placed.word.name();
    let deck = card.map(|card| card.deck);
    let alone = placed.inside.is_empty() && card.is_some_and(|card| card.play.len() == 1);
    let on_a_card = card.is_some() && placed.inside.is_empty();
    match placed.word {
        CardWord::Plain(PlainWord::Wild) if deck != Some(DeckKind::Orders) || !alone => {
            Some(format!("`{name}` must be the only effect of an Orders card"))
        }
        CardWord::Plain(PlainWord::ReRoll) | CardWord::Deed(CardDeed::Stop(_) | CardDeed::Stratagem(_))
            if deck != Some(DeckKind::Starter) || !alone =>
        {
            Some(format!("`{name}` must be the only effect of a starter card"))
        }
        CardWord::Deed(CardDeed::Keep(_)) if !on_a_card || deck == Some(DeckKind::Starter) => {
            Some(format!("`{name}` is allowed only at the top level of Orders and Event cards"))
        }
        CardWord::Deed(CardDeed::Opponent(_))
            if placed.inside.iter().any(|deed| matches!(deed, CardDeed::Opponent(_))) =>
        {
            Some("`opponent` is not allowed inside `opponent`".to_owned())
        }
        _ => None,
    }
}
