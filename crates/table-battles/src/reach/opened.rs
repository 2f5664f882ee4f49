//! Possibilities that effects add, and that the lines and actions of cards do not tell: checks ask for them before they say
//! never.

use std::collections::{HashMap, HashSet};

use crate::effects::{CardPicks, Opens, Pick};
use crate::resolve::{Battle, Found};

/// The possibilities that the effects of a battle add, by card.
#[derive(Debug, Default)]
pub struct Opened {
    /// Can enter play.
    pub entry: HashSet<usize>,
    /// Can leave play or lose sticks.
    pub exit: HashSet<usize>,
    /// Can do something with dice: lends them, or makes a difference by having some.
    pub dice: HashSet<usize>,
    lenders: HashMap<usize, Vec<usize>>,
}

impl Opened {
    /// Returns the cards whose dice count in attacks of this card.
    pub fn lenders(&self, card: usize) -> &[usize] {
        self.lenders.get(&card).map_or(&[], Vec::as_slice)
    }
}

impl Opened {
    /// Returns the possibilities that the effects of a battle's cards and of its scenario add.
    pub fn new(battle: &Battle) -> Opened {
        let mut opened = Opened::default();
        // Cards of a deck that no side uses yet are judged as well.
        let idle = battle.judged_cards().filter(|card| battle.cards[*card].sides.is_empty());
        let idle = idle.flat_map(|card| battle.formation(card).special.iter().map(move |effect| (Some(card), effect)));
        for (card, effect) in battle.effects().iter().map(|placed| (placed.card, placed.effect)).chain(idle) {
            for opens in effect.opens() {
                match opens {
                    Opens::Entry(cards) => opened.entry.extend(touched_cards(battle, card, Some(cards))),
                    Opens::Exit(cards) => opened.exit.extend(touched_cards(battle, card, cards)),
                    Opens::Dice(cards) => opened.dice.extend(touched_cards(battle, card, Some(cards))),
                    Opens::Loan(cards) => {
                        opened.dice.extend(card);
                        for borrower in touched_cards(battle, card, Some(cards)) {
                            opened.lenders.entry(borrower).or_default().extend(card);
                        }
                    }
                }
            }
        }
        opened
    }
}

/// Like [`Battle::cards_meant`]; a card that no side uses means others like it.
fn touched_cards(battle: &Battle, card: Option<usize>, cards: Option<&CardPicks>) -> Vec<usize> {
    let idle = |card: &usize| battle.cards[*card].sides.is_empty();
    let (Some(this), Some(cards)) = (card.filter(idle), cards) else { return battle.cards_meant(card, cards) };
    let picked = |pick| match pick {
        Pick::This => vec![this],
        Pick::Named(name) => match battle.find_anyone(None, name) {
            Found::Unused(other) => vec![other],
            _ => Vec::new(),
        },
        Pick::Friends | Pick::Enemies | Pick::Any => (0..battle.cards.len()).filter(idle).collect(),
    };
    cards.picks().flat_map(picked).collect()
}
