//! What effects make possible that the lines and actions of cards do not tell: what checks ask before they say never.

use std::collections::{HashMap, HashSet};

use super::{Cards, Condition, Effect, Pick};
use crate::systems::table_battles::resolve::{Battle, Found};

/// Something that an effect makes possible.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Opens<'a> {
    /// These can enter play.
    Entry(&'a Cards),
    /// These can leave play or lose sticks; none means the effect's own card.
    Exit(Option<&'a Cards>),
    /// The dice on the effect's own card count in attacks of these.
    Loan(&'a Cards),
    /// Dice that lie on these make a difference.
    Dice(&'a Cards),
}

/// What the effects of a battle make possible, by card.
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
    /// The cards whose dice count in attacks of this card.
    pub fn lenders(&self, card: usize) -> &[usize] {
        self.lenders.get(&card).map_or(&[], Vec::as_slice)
    }
}

impl Effect {
    /// What it makes possible, by what it does and by what its conditions ask for.
    fn opens(&self) -> Vec<Opens<'_>> {
        let rule = self.rule();
        let gate = rule.gate();
        let conditions = [gate.only_while, gate.unless].into_iter().flatten();
        rule.opens().into_iter().chain(conditions.flat_map(Condition::opens)).collect()
    }
}

impl Condition {
    /// That dice on cards make a difference.
    pub(super) fn opens(&self) -> Vec<Opens<'_>> {
        let inner = self.any.iter().flatten().chain(self.not.as_deref());
        let own = self.has_dice.iter().map(Opens::Dice);
        own.chain(inner.flat_map(Condition::opens)).collect()
    }
}

impl Battle {
    /// What the effects of its cards and of the scenario make possible.
    pub fn opened(&self) -> Opened {
        let mut opened = Opened::default();
        // Cards of a deck that no side uses yet are judged as well.
        let idle = self.judged().filter(|card| self.cards[*card].sides.is_empty());
        let idle = idle.flat_map(|card| self.formation(card).special.iter().map(move |effect| (Some(card), effect)));
        for (card, effect) in self.effects().iter().map(|placed| (placed.card, placed.effect)).chain(idle) {
            for opens in effect.opens() {
                match opens {
                    Opens::Entry(cards) => opened.entry.extend(self.touched(card, Some(cards))),
                    Opens::Exit(cards) => opened.exit.extend(self.touched(card, cards)),
                    Opens::Dice(cards) => opened.dice.extend(self.touched(card, Some(cards))),
                    Opens::Loan(cards) => {
                        opened.dice.extend(card);
                        for borrower in self.touched(card, Some(cards)) {
                            opened.lenders.entry(borrower).or_default().extend(card);
                        }
                    }
                }
            }
        }
        opened
    }

    /// As [`Battle::meant`]; a card that no side uses means others like it.
    fn touched(&self, card: Option<usize>, cards: Option<&Cards>) -> Vec<usize> {
        let idle = |card: &usize| self.cards[*card].sides.is_empty();
        let (Some(this), Some(cards)) = (card.filter(idle), cards) else { return self.meant(card, cards) };
        let picked = |pick| match pick {
            Pick::This => vec![this],
            Pick::Named(name) => match self.find_anyone(None, name) {
                Found::Unused(other) => vec![other],
                _ => Vec::new(),
            },
            Pick::Friends | Pick::Enemies | Pick::Any => (0..self.cards.len()).filter(idle).collect(),
        };
        cards.picks().flat_map(picked).collect()
    }
}
