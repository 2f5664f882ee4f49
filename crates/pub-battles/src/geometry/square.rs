//! Squares of distances, as exact fractions.

use std::cmp::Ordering;

use super::FINE;

/// The exact square of a distance in fine units: a fraction.
#[derive(Debug, Clone, Copy)]
pub struct SquareDistance {
    square: u128,
    /// The denominator; at least 1.
    by: u128,
}

impl SquareDistance {
    /// No distance.
    pub const ZERO: SquareDistance = SquareDistance { square: 0, by: 1 };

    /// Returns a square divided by a number, which is at least 1.
    pub(super) const fn new(square: u128, by: u128) -> SquareDistance {
        SquareDistance { square, by }
    }

    /// Like `SquareDistance::new`, of a square in map units.
    pub fn from_map_units(square: u128, by: u128) -> SquareDistance {
        SquareDistance { square: square * (FINE * FINE) as u128, by }
    }

    /// Returns true if the distance is at most `length` / `parts` map units.
    #[inline]
    pub fn is_at_most(self, length: u16, parts: u16) -> bool {
        let (length, parts) = (u128::from(length) * FINE as u128, u128::from(parts));
        self <= SquareDistance { square: length * length, by: parts * parts }
    }

    /// Compares two whose products have more bits than there are: many times slower than by their products.
    #[cold]
    fn cmp_by_continued_fractions(self, other: &SquareDistance) -> Ordering {
        let (mut one, mut two) = (self, *other);
        loop {
            match (one.square / one.by).cmp(&(two.square / two.by)) {
                Ordering::Equal => {}
                apart => return apart,
            }
            let (left, right) = (one.square % one.by, two.square % two.by);
            if left == 0 || right == 0 {
                return left.cmp(&right);
            }
            // a / b < c / d exactly if d / c < b / a.
            (one, two) = (SquareDistance::new(two.by, right), SquareDistance::new(one.by, left));
        }
    }
}

impl PartialEq for SquareDistance {
    fn eq(&self, other: &SquareDistance) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for SquareDistance {}

impl PartialOrd for SquareDistance {
    #[inline]
    fn partial_cmp(&self, other: &SquareDistance) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for SquareDistance {
    #[inline]
    fn cmp(&self, other: &SquareDistance) -> Ordering {
        if self.by == other.by {
            return self.square.cmp(&other.square);
        }
        match (self.square.checked_mul(other.by), other.square.checked_mul(self.by)) {
            (Some(one), Some(two)) => one.cmp(&two),
            _ => self.cmp_by_continued_fractions(other),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_are_compared_as_by_their_products() {
        for (a, b, c, d) in
            (0..9).flat_map(|a| (1..8).flat_map(move |b| (0..9).flat_map(move |c| (1..8).map(move |d| (a, b, c, d)))))
        {
            let (one, two) = (SquareDistance::new(a, b), SquareDistance::new(c, d));
            assert_eq!(one.cmp(&two), (a * d).cmp(&(c * b)), "{a}/{b}, {c}/{d}");
            assert_eq!(one.cmp_by_continued_fractions(&two), one.cmp(&two), "{a}/{b}, {c}/{d}");
        }
        let (large, by) = (u128::MAX - 3, 1 << 90);
        assert!(SquareDistance::new(large, by) < SquareDistance::new(large + 1, by));
        assert!(SquareDistance::new(large, by + 1) < SquareDistance::new(large, by));
    }

    #[test]
    fn lengths_are_parts_of_map_units() {
        let third = SquareDistance::new((40 * FINE as u128).pow(2), 9);
        assert!(third.is_at_most(40, 3) && third.is_at_most(41, 3) && !third.is_at_most(39, 3));
    }
}
