//! Every way that chance can go in one step of a battle, with its probability.

use super::roll::Roll;

/// The ways that the draws of a step can go, one after the other: the step is made again for each, and
/// [`Branches::advance`] goes on to the next.
#[derive(Debug)]
pub struct Branches {
    /// The draws of this way: the number that each gives, and how many numbers it can give.
    draws: Vec<(u32, u32)>,
    /// The draws made so far in this way.
    made: usize,
    /// The probability of what was drawn.
    probability: f64,
}

impl Default for Branches {
    fn default() -> Branches {
        Branches { draws: Vec::new(), made: 0, probability: 1.0 }
    }
}

impl Branches {
    /// Returns the probability of this way; those of all ways of a step add up to 1.
    pub fn probability(&self) -> f64 {
        self.probability
    }

    /// Returns true if the step has drawn anything.
    pub fn has_drawn(&self) -> bool {
        !self.draws.is_empty()
    }

    /// Goes on to the next way. Returns false if there is none.
    pub fn advance(&mut self) -> bool {
        (self.made, self.probability) = (0, 1.0);
        while let Some((number, numbers)) = self.draws.last_mut() {
            *number += 1;
            if number < numbers {
                return true;
            }
            self.draws.pop();
        }
        false
    }

    /// Draws one of so many numbers.
    fn draw(&mut self, numbers: u32) -> u32 {
        if self.made == self.draws.len() {
            self.draws.push((0, numbers));
        }
        self.made += 1;
        self.draws[self.made - 1].0
    }

    /// Draws a number below `bound`.
    pub(super) fn draw_below(&mut self, bound: u32) -> u32 {
        self.probability /= f64::from(bound);
        self.draw(bound)
    }

    /// Draws whether something happens that does in `chances` of `all` cases.
    pub(super) fn happens(&mut self, chances: u64, all: u64) -> bool {
        if chances == 0 || chances >= all {
            return chances > 0;
        }
        let happens = self.draw(2) == 1;
        self.probability *= (if happens { chances } else { all - chances }) as f64 / all as f64;
        happens
    }

    /// Draws a kind of card, of which `counts` says how many there are of each.
    pub(super) fn take(&mut self, counts: &[u8]) -> u32 {
        let kinds = counts.iter().filter(|n| **n > 0).count() as u32;
        let place = self.draw(kinds) as usize;
        let kind = (0..counts.len()).filter(|kind| counts[*kind] > 0).nth(place).unwrap_or(0);
        let cards: u32 = counts.iter().map(|n| u32::from(*n)).sum();
        self.probability *= f64::from(counts[kind]) / f64::from(cards);
        kind as u32
    }

    /// Draws a roll of so many dice, of which only the faces count.
    pub(super) fn roll(&mut self, dice: u8) -> Roll {
        let place = self.draw(Roll::number_of(dice));
        let (roll, ways) = Roll::nth(dice, place);
        self.probability *= ways as f64 / 6_f64.powi(dice.into());
        roll
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the probabilities of all ways in which `step` goes, with what it returns.
    fn ways<T>(mut step: impl FnMut(&mut Branches) -> T) -> Vec<(f64, T)> {
        let (mut branches, mut ways) = (Branches::default(), Vec::new());
        loop {
            let result = step(&mut branches);
            ways.push((branches.probability(), result));
            if !branches.advance() {
                return ways;
            }
        }
    }

    /// Returns the sum of the probabilities of the ways that `wanted` takes.
    fn sum<T>(ways: &[(f64, T)], wanted: impl Fn(&T) -> bool) -> f64 {
        ways.iter().filter(|(_, drawn)| wanted(drawn)).map(|(probability, _)| probability).sum()
    }

    #[test]
    fn every_way_comes_once_with_its_probability() {
        let drawn = ways(|branches| (branches.draw_below(3), branches.happens(1, 4), branches.take(&[0, 2, 0, 7])));
        assert_eq!(drawn.len(), 3 * 2 * 2);
        assert!((sum(&drawn, |_| true) - 1.0).abs() < 1e-12);
        assert!((sum(&drawn, |way| *way == (2, false, 3)) - 3.0 * 7.0 / (3.0 * 4.0 * 9.0)).abs() < 1e-12);
    }

    #[test]
    fn rolls_are_as_likely_as_dice_make_them() {
        for dice in 0..=6 {
            let rolls = ways(|branches| branches.roll(dice));
            assert!((sum(&rolls, |_| true) - 1.0).abs() < 1e-12);
            let sixes = sum(&rolls, |roll| roll.faces().all(|face| face == 6));
            assert!((sixes - 6_f64.powi(-i32::from(dice))).abs() < 1e-12);
        }
    }

    #[test]
    fn what_is_sure_is_not_drawn() {
        assert_eq!(ways(|branches| (branches.happens(0, 5), branches.happens(5, 5))), [(1.0, (false, true))]);
    }

    #[test]
    fn later_draws_may_depend_on_earlier_ones() {
        let two = ways(|branches| if branches.draw_below(2) == 0 { branches.draw_below(3) } else { 9 });
        assert_eq!(two.iter().map(|(_, drawn)| *drawn).collect::<Vec<_>>(), [0, 1, 2, 9]);
        assert!((sum(&two, |drawn| *drawn == 9) - 0.5).abs() < 1e-12);
    }
}
