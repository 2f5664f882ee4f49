//! A logistic fit: the chance of a win by the figures of a position.

/// Rounds of Newton's method.
const ROUNDS: usize = 12;

/// The prior that draws every weight of a standardized figure to nought, in rows of each battle: those of one are much alike.
const RIDGE: f64 = 4.0;

/// A fitted chance.
#[derive(Clone)]
pub(super) struct Fitted {
    /// Of each figure: its mean, and the inverse of its standard deviation.
    scales: Vec<(f64, f64)>,
    /// The weights of the standardized figures, and last that of none.
    weights: Vec<f64>,
}

impl Fitted {
    /// Fits a chance to rows of figures, each of so many, and to whether each was won, of so many battles; `None` where there are too
    /// few, or all were won or lost.
    pub(super) fn new(rows: &[f32], width: usize, won: &[bool], battles: u64) -> Option<Fitted> {
        let wins = won.iter().filter(|won| **won).count();
        if width == 0 || won.len() < 4 * width || wins == 0 || wins == won.len() {
            return None;
        }
        let scales = (0..width).map(|figure| scale(rows.iter().skip(figure).step_by(width).map(|x| f64::from(*x))));
        let mut fitted = Fitted { scales: scales.collect(), weights: vec![0.0; width + 1] };
        let mut row = vec![0.0; width + 1];
        let ridge = RIDGE * won.len() as f64 / battles.max(1) as f64;
        for _ in 0..ROUNDS {
            let size = width + 1;
            let (mut gradient, mut curve) = (vec![0.0; size], vec![0.0; size * size]);
            for i in 0..width {
                gradient[i] = -ridge * fitted.weights[i];
                curve[i * size + i] = ridge;
            }
            for (figures, won) in rows.chunks_exact(width).zip(won) {
                fitted.standardize(figures, &mut row);
                let chance = logistic(dot(&row, &fitted.weights));
                let (off, steep) = (f64::from(u8::from(*won)) - chance, (chance * (1.0 - chance)).max(1e-9));
                for (i, x) in row.iter().enumerate() {
                    gradient[i] += off * x;
                    for (j, y) in row.iter().enumerate().take(i + 1) {
                        curve[i * size + j] += steep * x * y;
                    }
                }
            }
            let step = solve(curve, gradient)?;
            fitted.weights.iter_mut().zip(&step).for_each(|(weight, step)| *weight += step);
            if step.iter().all(|step| step.abs() < 1e-6) {
                break;
            }
        }
        fitted.weights.iter().all(|weight| weight.is_finite()).then_some(fitted)
    }

    /// Returns the chance, from 0 to 1.
    pub(super) fn chance(&self, figures: &[f32]) -> f64 {
        let standard = figures.iter().zip(&self.scales).map(|(x, (mean, inverse))| (f64::from(*x) - mean) * inverse);
        let sum: f64 = standard.zip(&self.weights).map(|(x, weight)| x * weight).sum();
        logistic(sum + self.weights.last().copied().unwrap_or(0.0))
    }

    fn standardize(&self, figures: &[f32], row: &mut [f64]) {
        for ((to, x), (mean, inverse)) in row.iter_mut().zip(figures).zip(&self.scales) {
            *to = (f64::from(*x) - mean) * inverse;
        }
        if let Some(last) = row.last_mut() {
            *last = 1.0;
        }
    }
}

/// Returns the mean of numbers and the inverse of their standard deviation; nought of numbers that are all alike.
fn scale(numbers: impl Iterator<Item = f64>) -> (f64, f64) {
    let (mut n, mut sum, mut squares) = (0.0, 0.0, 0.0);
    for x in numbers {
        (n, sum, squares) = (n + 1.0, sum + x, squares + x * x);
    }
    let mean = sum / f64::max(n, 1.0);
    let variance = squares / f64::max(n, 1.0) - mean * mean;
    (mean, if variance > 1e-9 { 1.0 / variance.sqrt() } else { 0.0 })
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// Solves equations whose matrix is symmetric and positive, of which the lower half is read (by A.-L. Cholesky's method); `None` where
/// it is not.
fn solve(mut matrix: Vec<f64>, mut sides: Vec<f64>) -> Option<Vec<f64>> {
    let size = sides.len();
    for i in 0..size {
        for j in 0..=i {
            let known: f64 = (0..j).map(|k| matrix[i * size + k] * matrix[j * size + k]).sum();
            let rest = matrix[i * size + j] - known;
            matrix[i * size + j] = match i == j {
                true if rest <= 0.0 => return None,
                true => rest.sqrt(),
                false => rest / matrix[j * size + j],
            };
        }
        let known: f64 = (0..i).map(|k| matrix[i * size + k] * sides[k]).sum();
        sides[i] = (sides[i] - known) / matrix[i * size + i];
    }
    for i in (0..size).rev() {
        let known: f64 = (i + 1..size).map(|k| matrix[k * size + i] * sides[k]).sum();
        sides[i] = (sides[i] - known) / matrix[i * size + i];
    }
    Some(sides)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::rng::Rng;

    #[test]
    fn equations_are_solved() {
        // 4x + 2y = 10, 2x + 3y = 9.
        let found = solve(vec![4.0, 0.0, 2.0, 3.0], vec![10.0, 9.0]).expect("a positive matrix");
        assert!((found[0] - 1.5).abs() < 1e-12 && (found[1] - 2.0).abs() < 1e-12, "{found:?}");
        assert!(solve(vec![1.0, 0.0, 2.0, 1.0], vec![0.0, 0.0]).is_none());
    }

    #[test]
    fn a_chance_is_found_again() {
        let mut rng = Rng::new(36);
        let (mut rows, mut won) = (Vec::new(), Vec::new());
        for _ in 0..4000 {
            let (x, noise) = (rng.draw_below(7) as f32 - 3.0, rng.draw_below(5) as f32);
            rows.extend([x, noise, 1.0]);
            let chance = logistic(0.8 * f64::from(x) - 0.4);
            won.push(f64::from(rng.draw_below(1_000_000)) < chance * 1e6);
        }
        let fitted = Fitted::new(&rows, 3, &won, 4000).expect("a fit");
        for x in [-3.0_f32, 0.0, 2.0] {
            let chance = logistic(0.8 * f64::from(x) - 0.4);
            assert!((fitted.chance(&[x, 2.0, 1.0]) - chance).abs() < 0.04, "at {x}");
        }
        assert!(Fitted::new(&rows, 3, &vec![true; 4000], 4000).is_none());
    }
}
