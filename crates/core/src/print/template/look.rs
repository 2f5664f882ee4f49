//! The colours of one card, and the drawings made in them.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex};

use super::legible::contrast;
use super::pattern::Pattern;
use crate::print::frame::{Color, Frame, Rect};

/// The colours of a kind of card: its name, its colour, that of text on it, and its pattern.
pub(super) type AccentColors = (&'static str, Color, Color, Pattern);

/// Colours by name.
pub(super) type Palette = Vec<(String, Color)>;

/// Drawings by name, number, and accent if they depend on it.
type Symbols = HashMap<(&'static str, usize, Option<usize>), Arc<Frame>>;

/// The colours in which a card is drawn.
#[derive(Clone)]
pub struct Look {
    pub(super) palette: Arc<Palette>,
    /// Those of all kinds of cards.
    pub(super) accents: Arc<Vec<AccentColors>>,
    pub(super) accent: Color,
    pub(super) on_accent: Color,
    pub(super) pattern: Pattern,
    /// The index of the accent.
    pub(super) index: usize,
    pub(super) symbols: Arc<Mutex<Symbols>>,
}

impl Look {
    /// Returns a colour of the palette; ink when there is none of that name.
    pub fn color(&self, name: &str) -> Color {
        self.palette.iter().find(|(known, _)| known == name).map_or(Color::BLACK, |(_, color)| *color)
    }

    /// Returns the colour of text and symbols.
    pub fn ink(&self) -> Color {
        self.color("ink")
    }

    /// Returns the ground.
    pub fn paper(&self) -> Color {
        self.color("paper")
    }

    /// Returns the colour of small print.
    pub fn muted_color(&self) -> Color {
        self.color("muted")
    }

    /// Returns the colour of fine lines.
    pub fn rule(&self) -> Color {
        self.color("rule")
    }

    /// Returns ink or paper, whichever is read on a colour.
    pub fn readable(&self, ground: Color) -> Color {
        let (ink, paper) = (self.ink(), self.paper());
        if contrast(ground, paper) >= contrast(ground, ink) { paper } else { ink }
    }

    /// Returns the colour of this kind of card.
    pub fn accent(&self) -> Color {
        self.accent
    }

    /// Returns the colours of another kind of card; its own when there is none of that name.
    #[must_use]
    pub fn with_accent(&self, accent: &str) -> Look {
        let index = self.accents.iter().position(|(name, ..)| *name == accent).unwrap_or(self.index);
        let (_, color, on_accent, pattern) = self.accents[index];
        Look { accent: color, on_accent, pattern, index, ..self.clone() }
    }

    /// Fills a box with the pattern of this kind of card, in its colour.
    pub fn draw_pattern(&self, frame: &mut Frame, rect: Rect, cell: f64) {
        self.pattern.draw(frame, rect, cell, self.accent);
    }

    /// Returns a drawing in the palette's colours, made once for all cards.
    pub fn symbol(&self, name: &'static str, number: usize, draw: impl FnOnce(&Look) -> Frame) -> Arc<Frame> {
        self.draw_cached((name, number, None), draw)
    }

    /// Returns a drawing in the accent's colours, made once for all cards of this kind.
    pub fn draw_accented(&self, name: &'static str, number: usize, draw: impl FnOnce(&Look) -> Frame) -> Arc<Frame> {
        self.draw_cached((name, number, Some(self.index)), draw)
    }

    fn draw_cached(&self, key: (&'static str, usize, Option<usize>), draw: impl FnOnce(&Look) -> Frame) -> Arc<Frame> {
        if let Some(found) = self.lock().get(&key) {
            return Arc::clone(found);
        }
        // Drawn outside the lock: a drawing may be made of others.
        let drawn = Arc::new(draw(self));
        Arc::clone(self.lock().entry(key).or_insert(drawn))
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Symbols> {
        self.symbols.lock().expect("internal error: a drawing panicked")
    }
}

impl fmt::Debug for Look {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Look").field("accent", &self.accent).field("index", &self.index).finish_non_exhaustive()
    }
}
