//! Possibilities that effects add, and that the lines and actions of cards do not tell.

use super::{CardPicks, Condition, Effect};

/// Something that an effect makes possible.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Opens<'a> {
    /// These can enter play.
    Entry(&'a CardPicks),
    /// These can leave play or lose sticks; none means the effect's own card.
    Exit(Option<&'a CardPicks>),
    /// The dice on the effect's own card count in attacks of these.
    Loan(&'a CardPicks),
    /// Dice that lie on these make a difference.
    Dice(&'a CardPicks),
}

impl Effect {
    /// Returns the possibilities it adds, by its effect and by what its conditions ask for.
    pub fn opens(&self) -> Vec<Opens<'_>> {
        let rule = self.rule();
        let gate = rule.gate();
        let conditions = [gate.only_while, gate.unless].into_iter().flatten();
        rule.opens().into_iter().chain(conditions.flat_map(Condition::opens)).collect()
    }
}

impl Condition {
    /// Returns what it opens: that dice on cards make a difference.
    pub(super) fn opens(&self) -> Vec<Opens<'_>> {
        let inner = self.any.iter().flatten().chain(self.not.as_deref());
        let own = self.has_dice.iter().map(Opens::Dice);
        own.chain(inner.flat_map(Condition::opens)).collect()
    }
}
