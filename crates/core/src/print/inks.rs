//! Colours in the inks of a press, and what inks look like on paper. This file alone names the crate of colour management.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, LazyLock};

use moxcms::{
    ColorProfile, DataColorSpace, Layout, ProfileClass, RenderingIntent, TransformExecutor, TransformOptions,
};

use super::frame::{Color, Pixels};

/// Cyan, magenta, yellow and black, each from 0 to 1.
pub type Inks = [f64; 4];

/// The most ink that one place takes, where no printer says another: 1 for as much as of one ink.
pub const MOST_INK: f64 = 2.4;

/// The registered name of the printing condition that [`PROFILE`] describes: coated paper, offset.
pub const CONDITION: &str = "FOGRA39";

/// The ICC profile of the inks; its origin and licence are in the README beside it.
pub static PROFILE: &[u8] = muster_templates::FOGRA39;

/// From one kind of colours to another, eight bits a part.
type Transform = Arc<dyn TransformExecutor<u8> + Send + Sync>;

/// The inks of a press on its paper, as an ICC profile describes them.
pub struct Press {
    /// The ICC profile.
    pub profile: Cow<'static, [u8]>,
    /// The name of its printing condition: the registered one, or what its owner calls it.
    pub condition: String,
    /// True if the condition is registered (at the ICC).
    pub is_registered: bool,
    /// From the screen to the inks, and back to what a screen shows of them.
    to_inks: Transform,
    to_screen: Transform,
    /// The amount of black ink alone that looks like each grey; for what is darker than black ink, all of it.
    blacks: [u8; 256],
}

/// The press of the carried profile: coated paper, offset.
static FOGRA39: LazyLock<Press> = LazyLock::new(|| {
    let mut press =
        Press::read(PROFILE.into(), CONDITION.to_owned()).expect("internal error: the carried profile is one");
    press.is_registered = true;
    press
});

impl Press {
    /// Reads an ICC profile of a press with four inks.
    ///
    /// # Errors
    ///
    /// Says what the profile is instead.
    pub fn read(profile: Cow<'static, [u8]>, condition: String) -> Result<Press, String> {
        let described = ColorProfile::new_from_slice(&profile).map_err(|_| "this is not an ICC profile")?;
        if described.color_space != DataColorSpace::Cmyk || described.profile_class != ProfileClass::OutputDevice {
            return Err("this is not the ICC profile of a press with four inks (CMYK)".to_owned());
        }
        let screen = ColorProfile::new_srgb();
        let options =
            TransformOptions { rendering_intent: RenderingIntent::RelativeColorimetric, ..TransformOptions::default() };
        let to_inks = screen.create_transform_8bit(Layout::Rgb, &described, Layout::Rgba, options);
        let to_screen = described.create_transform_8bit(Layout::Rgba, &screen, Layout::Rgb, options);
        let (Ok(to_inks), Ok(to_screen)) = (to_inks, to_screen) else {
            return Err("this ICC profile does not lead from a screen to the inks and back".to_owned());
        };
        let mut press = Press { profile, condition, is_registered: false, to_inks, to_screen, blacks: [0; 256] };
        press.blacks = press.greys();
        Ok(press)
    }

    fn greys(&self) -> [u8; 256] {
        let ramp: Vec<u8> = (0..=255).flat_map(|black| [0, 0, 0, black]).collect();
        let shades: Vec<u8> = self.to_screen(&ramp).chunks_exact(3).map(|rgb| rgb[1]).collect();
        let mut black = 255_u8;
        std::array::from_fn(|grey| {
            while black > 0 && usize::from(shades[usize::from(black)]) < grey {
                black -= 1;
            }
            black
        })
    }

    /// Returns the colours that a screen shows for inks, three bytes each.
    fn to_screen(&self, inks: &[u8]) -> Vec<u8> {
        let mut rgb = vec![0; inks.len() / 4 * 3];
        self.to_screen.transform(inks, &mut rgb).expect("internal error: four bytes become three");
        rgb
    }
}

impl fmt::Debug for Press {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Press").field(&self.condition).finish()
    }
}

/// Text below this size in points is small: the edges of its letters show where inks do not meet.
pub const SMALL_TEXT: f64 = 12.0;

/// The most inks that small text is printed in without coloured edges.
pub const MOST_INKS_OF_TEXT: usize = 2;

/// The least of an ink that is seen at the edge of a letter, 1 for as much as there can be.
const SEEN: f64 = 0.055;

/// Returns the number of inks that are seen.
pub fn count(inks: Inks) -> usize {
    inks.iter().filter(|ink| **ink > SEEN).count()
}

/// The inks that templates state for colours.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct StatedInks {
    all: BTreeMap<Color, Inks>,
    of_small_text: BTreeMap<Color, Inks>,
}

impl StatedInks {
    /// States the inks of a colour. Of two statements for one colour the first holds.
    pub fn state(&mut self, color: Color, inks: Inks) {
        self.all.entry(color).or_insert(inks);
    }

    /// States the inks of text below [`SMALL_TEXT`] in a colour. Of two statements for one colour the first holds.
    pub fn state_of_small_text(&mut self, color: Color, inks: Inks) {
        self.of_small_text.entry(color).or_insert(inks);
    }

    /// Adds the statements of others, as far as they are of other colours.
    pub fn extend(&mut self, others: &StatedInks) {
        others.all.iter().for_each(|(color, inks)| self.state(*color, *inks));
        others.of_small_text.iter().for_each(|(color, inks)| self.state_of_small_text(*color, *inks));
    }
}

/// A separation of the colours of the screen: into the inks that are stated for them, greys into black alone, all others by the
/// profile.
#[derive(Debug, Clone, Copy)]
pub struct Separation<'a> {
    /// The press; `None` for that of the carried profile.
    press: Option<&'a Press>,
    stated: &'a StatedInks,
    most: f64,
    /// The most of cyan, magenta and yellow together.
    most_colors: f64,
}

impl<'a> Separation<'a> {
    /// Makes a separation in which one place takes at most so much ink, 1 for as much as of one; stated inks are what they are.
    pub fn new(stated: &'a StatedInks, most: f64) -> Separation<'a> {
        Separation::with_press(None, stated, most)
    }

    /// Makes one for a press; `None` is that of the carried profile.
    pub fn with_press(press: Option<&'a Press>, stated: &'a StatedInks, most: f64) -> Separation<'a> {
        Separation { press, stated, most, most_colors: most }
    }

    /// Returns the press. The carried profile is read when it is first asked for: files for a screen never need it.
    pub fn press(&self) -> &'a Press {
        self.press.unwrap_or_else(|| &*FOGRA39)
    }

    /// Returns the same for colours that black is printed over: with all of it, too, a place takes no more than the most.
    pub fn with_overprint(self) -> Separation<'a> {
        Separation { most_colors: self.most - 1.0, ..self }
    }

    /// Returns the inks of a colour.
    pub fn inks(&self, color: Color) -> Inks {
        let Color(r, g, b) = color;
        match self.stated.all.get(&color) {
            Some(inks) => *inks,
            None if r == g && g == b => [0.0, 0.0, 0.0, f64::from(self.press().blacks[usize::from(r)]) / 255.0],
            None => {
                let inks = self.pixels(&[r, g, b]);
                [0, 1, 2, 3].map(|i| f64::from(inks[i]) / 255.0)
            }
        }
    }

    /// Returns the inks of a colour in text of a size in points.
    pub fn inks_of_text(&self, color: Color, points: f64) -> Inks {
        let stated = self.stated.of_small_text.get(&color).filter(|_| points < SMALL_TEXT);
        stated.copied().unwrap_or_else(|| self.inks(color))
    }

    /// Returns true if text of a size in points has other inks than anything else in its colour.
    pub fn sets_apart(&self, color: Color, points: f64) -> bool {
        points < SMALL_TEXT && self.stated.of_small_text.contains_key(&color)
    }

    /// Returns a grey as a press takes it: as much lighter than black ink.
    pub fn grey(&self, grey: u8) -> u8 {
        255 - self.press().blacks[usize::from(grey)]
    }

    /// Returns the inks of the pixels of a picture, four bytes each, by the profile.
    pub fn pixels(&self, rgb: &[u8]) -> Vec<u8> {
        let mut inks = vec![0; rgb.len() / 3 * 4];
        self.press().to_inks.transform(rgb, &mut inks).expect("internal error: three bytes become four");
        inks.chunks_exact_mut(4).for_each(|inks| limit(inks, self.most, self.most_colors));
        inks
    }

    /// Returns a picture as it looks when it is printed, on a screen whose white is the paper's.
    pub fn proof(&self, pixels: &Pixels) -> Pixels {
        let mut rgb = self.press().to_screen(&self.pixels(&pixels.rgb));
        let mut known = BTreeMap::new();
        for (proof, pixel) in rgb.chunks_exact_mut(3).zip(pixels.rgb.chunks_exact(3)) {
            let color = Color(pixel[0], pixel[1], pixel[2]);
            let is_grey = color.0 == color.1 && color.1 == color.2;
            if is_grey || self.stated.all.contains_key(&color) {
                let of_inks = || self.press().to_screen(&self.inks(color).map(|ink| (ink * 255.0).round() as u8));
                proof.copy_from_slice(known.entry(color).or_insert_with(of_inks));
            }
        }
        Pixels { rgb, ..*pixels }
    }
}

/// Takes from the three colours what is more than `most` of all, or `most_colors` of them, in equal shares; black stays.
fn limit(inks: &mut [u8], most: f64, most_colors: f64) {
    let [colors, black] = [&inks[..3], &inks[3..]].map(|inks| inks.iter().copied().map(f64::from).sum::<f64>());
    let room = (most * 255.0 - black).min(most_colors * 255.0).max(0.0);
    if colors > room {
        inks[..3].iter_mut().for_each(|ink| *ink = (f64::from(*ink) * room / colors).floor() as u8);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_place_takes_more_ink_than_the_most() {
        let steps = || (0..=255).step_by(15);
        let colors = || steps().flat_map(|r| steps().flat_map(move |g| steps().map(move |b| Color(r, g, b))));
        for most in [2.4, 1.2] {
            let stated = StatedInks::default();
            let separation = Separation::new(&stated, most);
            for color in colors() {
                let inks = separation.inks(color);
                assert!(inks.iter().sum::<f64>() <= most + 1e-9, "{color:?}: {inks:?}");
                assert!(inks.iter().all(|ink| (0.0..=1.0).contains(ink)), "{color:?}: {inks:?}");
            }
        }
    }

    #[test]
    fn black_over_any_colour_stays_within_the_most() {
        let stated = StatedInks::default();
        let separation = Separation::new(&stated, 3.0).with_overprint();
        let steps = || (0..=255).step_by(15);
        for (r, g, b) in steps().flat_map(|r| steps().flat_map(move |g| steps().map(move |b| (r, g, b)))) {
            let [cyan, magenta, yellow, _] = separation.inks(Color(r, g, b));
            assert!(cyan + magenta + yellow + 1.0 <= 3.0 + 1e-9, "{r} {g} {b}");
        }
    }

    #[test]
    fn greys_are_black_ink_alone_and_stated_inks_hold() {
        let mut stated = StatedInks::default();
        stated.state(Color(1, 2, 3), [0.6, 0.4, 0.4, 1.0]);
        stated.state(Color(1, 2, 3), [0.0; 4]);
        let separation = Separation::new(&stated, 2.4);
        assert_eq!(separation.inks(Color(255, 255, 255)), [0.0; 4]);
        assert_eq!(separation.inks(Color(0, 0, 0)), [0.0, 0.0, 0.0, 1.0]);
        assert_eq!(separation.inks(Color(1, 2, 3)), [0.6, 0.4, 0.4, 1.0]);
        let mut before = 0;
        for grey in 0..=255 {
            let proof = separation.proof(&Pixels { width: 1, height: 1, rgb: vec![grey; 3] }).rgb;
            assert!(proof[1].abs_diff(grey.max(proof[1].min(45))) <= 3, "{grey}: {proof:?}");
            assert!(separation.grey(grey) >= before);
            before = separation.grey(grey);
        }
    }

    #[test]
    fn a_proof_is_near_what_a_press_can_print_and_shows_stated_inks() {
        let mut stated = StatedInks::default();
        let pixels = Pixels { width: 2, height: 1, rgb: vec![0x24, 0x68, 0xa8, 255, 255, 255] };
        let near = |a: u8, b: u8| a.abs_diff(b) <= 6;
        let proof = Separation::new(&stated, 2.4).proof(&pixels);
        assert!(proof.rgb.iter().zip(&pixels.rgb).all(|(a, b)| near(*a, *b)), "{proof:?}");
        stated.state(Color(0x24, 0x68, 0xa8), [0.0; 4]);
        assert_eq!(Separation::new(&stated, 2.4).proof(&pixels).rgb, [255; 6]);
    }
}
