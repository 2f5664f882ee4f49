//! The doubt about a best move: another run may find another one, and then the move that was made has another cost.

use super::sample::Estimate;

/// Standard errors by which a move must do better than the one that was made to be called the best.
const CLEARLY: f64 = 1.0;

/// The slope of a logistic curve that is nearly the normal distribution.
const LOGISTIC: f64 = 1.702;

/// The doubt about whether the best rival of the move that was made is better.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Doubt {
    /// The probability that another run calls the rival the best move.
    chance: f64,
    /// How much better it seems to be, not below 0.
    gap: f64,
    /// The variance of the cost that such a run would find.
    variance: f64,
}

impl Doubt {
    /// Returns the doubt that a comparison of the rival with the move that was made leaves; a run finds the cost by battles of which
    /// those of the comparison are this part.
    pub(super) fn from_estimate(better: Estimate, part: f64) -> Doubt {
        let error = better.standard_error();
        if error <= 0.0 {
            return Doubt::default();
        }
        // What is seen here differs from the truth as much as what another run sees does.
        let distance = (better.value / error - CLEARLY) / std::f64::consts::SQRT_2;
        let chance = 1.0 / (1.0 + (-LOGISTIC * distance).exp());
        Doubt { chance, gap: better.value.max(0.0), variance: error * error * part }
    }

    /// Returns the variance of the cost by the choice, where the rival is the best move and costs so much.
    pub(super) fn cost_variance(self, cost: f64) -> f64 {
        self.chance * (1.0 - self.chance) * cost * cost
    }

    /// Returns the variance of the cost where the move that was made is the best.
    pub(super) fn if_equal(self) -> f64 {
        self.chance * ((1.0 - self.chance) * self.gap * self.gap + self.variance)
    }
}
