//! Colours of the screen in the inks of a press. All colours and pictures go through [`inks`].

use super::frame::Color;

/// Returns cyan, magenta, yellow and black, each 0 to 1 and together at most `most`.
///
/// Black takes the place of what the three colours have in common, and they are parts of what is then left of the paper:
/// `C = (1 - R - K) / (1 - K)`. Grey and black take black alone. Where that is more ink than the press takes, cyan, magenta
/// and yellow lose equal parts of themselves.
pub fn inks(Color(r, g, b): Color, most: f64) -> [f64; 4] {
    let [c, m, y] = [r, g, b].map(|part| 1.0 - f64::from(part) / 255.0);
    let k = c.min(m).min(y);
    if k >= 1.0 {
        return [0.0, 0.0, 0.0, 1.0];
    }
    let colors = [c, m, y].map(|ink| (ink - k) / (1.0 - k));
    let sum: f64 = colors.iter().sum();
    let part = if k + sum > most { ((most - k) / sum).max(0.0) } else { 1.0 };
    let [c, m, y] = colors.map(|ink| ink * part);
    [c, m, y, k]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a press makes of inks, as plainly as they are computed.
    fn seen([c, m, y, k]: [f64; 4]) -> [f64; 3] {
        [c, m, y].map(|ink| (1.0 - ink) * (1.0 - k) * 255.0)
    }

    fn colors() -> impl Iterator<Item = Color> {
        let steps = || (0..=255).step_by(15);
        steps().flat_map(move |r| steps().flat_map(move |g| steps().map(move |b| Color(r, g, b))))
    }

    #[test]
    fn no_colour_takes_more_ink_than_the_press() {
        for color in colors() {
            for most in [2.4, 1.2] {
                let inks = inks(color, most);
                assert!(inks.iter().sum::<f64>() <= most + 1e-9, "{color:?}: {inks:?}");
                assert!(inks.iter().all(|ink| (0.0..=1.0).contains(ink)), "{color:?}: {inks:?}");
            }
        }
    }

    #[test]
    fn inks_give_the_colour_that_they_stand_for() {
        for color in colors() {
            let Color(r, g, b) = color;
            for (seen, meant) in seen(inks(color, 4.0)).into_iter().zip([r, g, b]) {
                assert!((seen - f64::from(meant)).abs() < 1e-6, "{color:?}");
            }
        }
        assert_eq!(inks(Color(255, 0, 0), 2.4), [0.0, 1.0, 1.0, 0.0]);
        assert_eq!(inks(Color::BLACK, 2.4), [0.0, 0.0, 0.0, 1.0]);
        assert_eq!(inks(Color(0x80, 0x80, 0x80), 2.4)[..3], [0.0; 3]);
    }
}
