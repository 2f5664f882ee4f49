//! The stacks of a side as its owner sees them, before anything of the other side is seen (PB-10.4).

use std::fmt::Write as _;

use super::dealing::FlagHand;
use super::setup::{FlagSetup, StackLetter};
use super::text::join_names;
use crate::model::CorpsCard;
use crate::resolve::Field;

/// Returns the stacks of a side, the setup cards, and what its owner has to choose, in lines.
pub(super) fn hand_text(hands: &[FlagHand<'_>; 2], side: usize, field: &Field) -> String {
    let (own, other) = (&hands[side], &hands[1 - side]);
    let setup = |setup: FlagSetup| format!("{} ({})", setup.word(), setup.strength);
    let mut text = format!(
        "{}: setup card {}; {} has {}.\n",
        own.deck.name,
        setup(own.setup),
        other.deck.name,
        setup(other.setup)
    );
    for stack in 0..4 {
        let (corps, fog) = own.stack(stack);
        let mut cards: Vec<String> = corps.iter().map(|corps| card(&own.deck.corps[*corps])).collect();
        if fog > 0 {
            cards.push(format!("{fog} Fog of War"));
        }
        let _ = writeln!(text, "  stack {}: {}", stack + 1, cards.join(", "));
    }
    let letters: Vec<String> =
        (0..).zip(own.setup.letters).map(|(i, letter)| format!("{}{}", letter.letter(), i + 1)).collect();
    let _ = writeln!(
        text,
        "Assign a letter to three of the stacks, stacks with the same letter in the order in which they arrive; the fourth is not used: --letters \"{}={}\"",
        own.deck.name,
        letters.join(" ")
    );
    let names: Vec<&str> = super::base_locations(field, own.deck.edge).map(|location| location.name.as_str()).collect();
    let is_stronger = own.setup.strength > other.setup.strength;
    if is_stronger {
        let _ = writeln!(
            text,
            "It is the stronger side and has no base: it must take that of {}, or it loses.",
            other.deck.name
        );
    } else {
        let _ = writeln!(
            text,
            "Place its base anywhere at least {} from the {} edge, by a position or a name such as {}: --base \"{}=X,Y\"",
            field.mounted.div_ceil(3),
            own.deck.edge.word(),
            join_names(&names[..names.len().min(4)]),
            own.deck.name
        );
    }
    if own.setup.letters.contains(&StackLetter::Reserve) && own.setup.strength != other.setup.strength {
        text.push_str("An X stack is not used: the sides are not equally strong, so there is one day.\n");
    }
    text
}

/// Returns a card of a corps with the number of its blocks.
fn card(card: &CorpsCard) -> String {
    let guard = if card.guard { ", the guard" } else { "" };
    format!("{} ({} blocks{guard})", card.hq, card.fighting())
}
