//! Printers' profiles, kept as data in `templates/profiles`: what a file must be, and what a printer would refuse.

use std::sync::{Arc, LazyLock};

use serde::Deserialize;

use super::frame::{Frame, Item, Text, Transform, at};
use super::image::dots;
use super::sheet::{Leaf, leaves};
use super::{Deck, Duplex, Layout, Options, Paper, Size};

/// What a printer takes.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    /// The printer's name.
    pub title: String,
    /// The kind of file.
    pub format: Format,
    /// Dots per inch of pictures.
    pub dpi: f64,
    /// Trimmed width and height of a card in millimetres.
    pub card: [f64; 2],
    /// Bleed in millimetres.
    pub bleed: f64,
    /// The printer's own figure for the pixels of a face with its bleed.
    pub canvas: [u32; 2],
    /// How far inside the cut text must stay, in millimetres.
    pub safe: f64,
    /// Sizes of decks; none where any number will do.
    #[serde(default)]
    pub tiers: Vec<u32>,
    /// Whether the page of a back stands before that of its front.
    #[serde(default)]
    pub backs_first: bool,
    /// Whether every card must have a back.
    #[serde(default)]
    pub backs_needed: bool,
    /// What the printer asks for and the file is not.
    #[serde(default)]
    pub unmet: Vec<String>,
}

/// The kind of file a printer takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// One document, a page a face.
    Pdf,
    /// One picture a face.
    Png,
}

/// The profiles by their names.
pub static PROFILES: LazyLock<[(&str, Profile); 3]> = LazyLock::new(|| {
    let read = |text| serde_yaml::from_str(text).expect("internal error: a carried profile cannot be read");
    [
        ("drive-thru-cards", read(include_str!("../../templates/profiles/drive-thru-cards.yaml"))),
        ("make-playing-cards", read(include_str!("../../templates/profiles/make-playing-cards.yaml"))),
        ("the-game-crafter", read(include_str!("../../templates/profiles/the-game-crafter.yaml"))),
    ]
});

/// What a look at a deck before it is sent has shown.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Preflight {
    /// Why the printer would not take it.
    pub refused: Vec<String>,
    /// What the printer takes, but should be known.
    pub warnings: Vec<String>,
}

impl Profile {
    /// How the pages of a document are laid out: a face a page with its bleed, nothing else.
    pub fn options(&self) -> Options {
        Options {
            paper: Paper::default(),
            layout: Layout::Single,
            duplex: Duplex::Long,
            bleed: self.bleed,
            backs_first: self.backs_first,
            ..Options::default()
        }
    }

    /// Looks at a deck as the printer would.
    pub fn preflight(&self, deck: &Deck) -> Preflight {
        let mut found = Preflight { warnings: self.unmet.clone(), ..Preflight::default() };
        let [width, height] = self.card;
        let leaves = leaves(&deck.cards, true);
        let number = |leaf: &Leaf| deck.cards[leaf.front.card].number.as_str();
        for leaf in &leaves {
            let card = &deck.cards[leaf.front.card];
            let is = card.size;
            if (is.width - width).abs() > 0.01 || (is.height - height).abs() > 0.01 {
                let text =
                    format!("card {} is {} × {} mm, not {width} × {height} mm", card.number, is.width, is.height);
                found.refused.push(text);
            }
        }
        let bare: Vec<&str> = leaves.iter().filter(|leaf| leaf.back.is_none() && leaf.copies > 0).map(number).collect();
        if !bare.is_empty() {
            let told = if self.backs_needed { &mut found.refused } else { &mut found.warnings };
            told.push(format!("nothing is on the back of {}", bare.join(", ")));
        }
        for card in &deck.cards {
            for (side, face) in [("front", Some(&card.front)), ("back", card.back.as_ref())] {
                let outside = face.and_then(|face| self.unsafe_text(face, card.size));
                if let Some(text) = outside {
                    let mm = self.safe;
                    let at = format!("on the {side} of card {}", card.number);
                    found.refused.push(format!("`{text}` {at} is nearer than {mm} mm to the cut"));
                }
            }
        }
        let count: u32 = leaves.iter().map(|leaf| leaf.copies).sum();
        match self.tiers.iter().find(|tier| **tier >= count) {
            Some(tier) if *tier > count => {
                found.warnings.push(format!("{count} cards are paid for as {tier}: {} stay empty", tier - count));
            }
            None if !self.tiers.is_empty() => {
                let most = self.tiers.last().copied().unwrap_or_default();
                found.warnings.push(format!("{count} cards are more than the {most} of the largest deck known here"));
            }
            _ => {}
        }
        found
    }

    /// The pixels of a face with its bleed, as they follow from the sizes.
    pub fn computed_canvas(&self) -> [u32; 2] {
        self.card.map(|mm| dots(mm + 2.0 * self.bleed, self.dpi))
    }

    /// The first text that crosses the safe line.
    fn unsafe_text(&self, face: &Arc<Frame>, size: Size) -> Option<String> {
        fn walk(frame: &Frame, map: Transform, outside: &dyn Fn(&Text, Transform) -> bool) -> Option<String> {
            frame.items.iter().find_map(|item| match item {
                Item::Group(group) => walk(&group.frame, map.after(group.transform), outside),
                Item::Text(text) => outside(text, map).then(|| text.text.clone()),
                Item::Shape(_) | Item::Image(_) => None,
            })
        }
        // Less than a dot is no matter.
        let safe = self.safe - 0.05;
        let outside = |text: &Text, map: Transform| {
            let (x, y) = (text.at.x, text.at.y);
            let top = y - text.font.cap_height() * text.size;
            let bottom = y + descent(text);
            [at(x, top), at(x + text.width(), bottom)].into_iter().any(|corner| {
                let p = map.apply(corner);
                p.x < safe || p.y < safe || p.x > size.width - safe || p.y > size.height - safe
            })
        };
        walk(face, Transform::at(0.0, 0.0), &outside)
    }
}

/// How far the letters of a text reach below the baseline, in millimetres.
fn descent(text: &Text) -> f64 {
    let below = |c: char| matches!(c, 'g' | 'j' | 'p' | 'q' | 'y' | 'Q' | ',' | ';' | '(' | ')' | 'ę' | 'ą' | 'ç');
    if text.text.contains(below) { 0.22 * text.size } else { 0.0 }
}
