//! Printers' profiles, kept as data in `templates/profiles`: what a file must be, and what a printer would refuse.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::{Arc, LazyLock};

use serde::Deserialize;

use super::frame::{Color, Frame, Item, Text, Transform, at};
use super::image::dots;
use super::inks::{self, Inks, Press, Separation, StatedInks};
use super::layout::POINT;
use super::order::OrderForm;
use super::pdf::{PdfColors, Standard};
use super::picture::{Picture, SeenThrough};
use super::sheet::leaves;
use super::{Deck, Duplex, Layout, PageOptions, Paper, Size};

/// The requirements of a printer.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    /// The printer's name.
    pub title: String,
    /// The kind of file.
    pub format: ProfileFormat,
    /// Dots per inch of pictures.
    pub dpi: f64,
    /// The sizes of cards that it sells; empty if any will do.
    #[serde(default)]
    pub sizes: Vec<ProfileSize>,
    /// The paper of sheets of cards with crop marks, by its name; `None` for a face a page.
    #[serde(default)]
    pub paper: Option<String>,
    /// Bleed in millimetres.
    pub bleed: f64,
    /// Distance inside the cut that text must keep, in millimetres.
    pub safe: f64,
    /// Thickness of the card that it prints on, in millimetres.
    pub stock: f64,
    /// Sizes of decks; empty if any number will do.
    #[serde(default)]
    pub tiers: Vec<u32>,
    /// Whether the page of a back stands before that of its front.
    #[serde(default)]
    pub backs_first: bool,
    /// Whether every card must have a back.
    #[serde(default)]
    pub backs_needed: bool,
    /// The order that is written beside the pictures.
    #[serde(default)]
    pub order: Option<OrderForm>,
    /// The standard that a document follows.
    #[serde(default)]
    pub standard: Standard,
    /// The most ink on one place in percent, 400 being all of the four; more is not asked for.
    #[serde(default = "all_inks")]
    pub most_ink: f64,
    /// The press, if it is not that of the carried ICC profile.
    #[serde(skip)]
    pub press: Option<&'static Press>,
}

/// A size of cards that a printer sells.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProfileSize {
    /// Its name.
    pub name: String,
    /// Trimmed width and height of a card in millimetres.
    pub card: [f64; 2],
    /// The printer's own figure for the pixels of a face with its bleed.
    pub canvas: [u32; 2],
    /// The printer's own name for a deck of such cards in orders.
    #[serde(default)]
    pub deck: Option<String>,
}

impl ProfileSize {
    /// Returns true if cards are of this size.
    pub(super) fn is(&self, size: Size) -> bool {
        (size.width - self.card[0]).abs() <= 0.01 && (size.height - self.card[1]).abs() <= 0.01
    }
}

impl fmt::Display for ProfileSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} × {} mm ({})", self.card[0], self.card[1], self.name)
    }
}

fn all_inks() -> f64 {
    400.0
}

/// The kind of file a printer takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ProfileFormat {
    /// One document, a page a face.
    Pdf,
    /// One picture a face.
    Png,
}

/// The profiles by their names.
pub static PROFILES: LazyLock<[(&str, Profile); 5]> = LazyLock::new(|| {
    let read = |text| serde_yaml::from_str(text).expect("internal error: a carried profile cannot be read");
    muster_templates::PRINTERS.map(|(name, text)| (name, read(text)))
});

/// Returns the names of the profiles, without reading them.
pub fn names() -> impl Iterator<Item = &'static str> {
    muster_templates::PRINTERS.into_iter().map(|(name, _)| name)
}

/// An objection of a printer to a deck.
#[derive(Debug, Clone, PartialEq)]
pub struct Objection {
    /// The card, an index into the deck; `None` if it is the deck.
    pub card: Option<usize>,
    /// The objection.
    pub what: Remark,
}

/// A fault of a deck, or a fact that should be known of it.
#[derive(Debug, Clone, PartialEq)]
pub enum Remark {
    /// A card is of a size that the printer does not sell: its width and height in millimetres, and the printer's sizes.
    Size([f64; 2], Vec<ProfileSize>),
    /// A card is of another size than the first one, where all cards of a deck have one: its own and that of the first.
    Mixed([f64; 2], [f64; 2]),
    /// Nothing is on the back of a card, where every card must have something.
    NoBack,
    /// Nothing is on the back of a card.
    BareBack,
    /// A text is nearer to the cut than so many millimetres.
    Unsafe {
        /// The text.
        text: String,
        /// On the front or on the back.
        front: bool,
        /// The printer's safe line.
        safe: f64,
    },
    /// Something is seen through shapes on these sides of a card, the front and the back, which the standard of the printer's
    /// documents does not know: told of the first card.
    SeenThrough([bool; 2]),
    /// Something is seen through a picture, of which this is the number among those given, on these sides of a card: told of its
    /// first card.
    SeenThroughPicture(usize, [bool; 2]),
    /// Small text is printed in more inks than meet exactly: told once of each colour.
    ManyInks {
        /// The first such text.
        text: String,
        /// Its size in points.
        points: f64,
        /// Its colour.
        color: Color,
        /// The inks of the colour.
        inks: Inks,
    },
    /// Cards are paid for as more cards: their number, and the number paid for.
    PaidAs(u32, u32),
    /// There are more cards than in the largest deck known: their number, and the largest.
    TooMany(u32, u32),
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Remark::Size([width, height], sizes) => {
                let sizes: Vec<String> = sizes.iter().map(ProfileSize::to_string).collect();
                write!(f, "{width} × {height} mm is not a size that the printer sells; it sells {}", sizes.join(", "))
            }
            Remark::Mixed([width, height], [w, h]) => {
                write!(
                    f,
                    "the card is {width} × {height} mm, but the first card is {w} × {h} mm; all cards of a deck must have one size"
                )
            }
            Remark::NoBack => f.write_str("the back is blank, and the printer does not accept blank sides"),
            Remark::BareBack => f.write_str("the back is blank"),
            Remark::Unsafe { text, front, safe } => {
                let side = if *front { "front" } else { "back" };
                write!(f, "`{text}` on the {side} is less than {safe} mm from the cut")
            }
            Remark::SeenThrough(sides) => write!(f, "a shape on {} has transparent parts", side(*sides)),
            Remark::SeenThroughPicture(_, sides) => {
                write!(f, "the picture on {} has transparent parts", side(*sides))
            }
            Remark::ManyInks { text, points, color: Color(r, g, b), inks } => {
                let named = ["cyan", "magenta", "yellow", "black"].into_iter().zip(inks);
                let parts = named.filter(|(_, ink)| **ink >= 0.005);
                let parts: Vec<String> = parts.map(|(name, ink)| format!("{name} {:.0}", ink * 100.0)).collect();
                write!(
                    f,
                    "`{text}`, {points:.1} pt in `#{r:02x}{g:02x}{b:02x}`, is printed in {} inks ({} %)",
                    inks::count(*inks),
                    parts.join(", ")
                )
            }
            Remark::PaidAs(count, tier) => {
                write!(f, "{count} cards cost as much as {tier}: {} places stay empty", tier - count)
            }
            Remark::TooMany(count, most) => {
                write!(f, "{count} cards; the largest known deck has {most}")
            }
        }
    }
}

/// Returns the words for the front, the back or both.
fn side(sides: [bool; 2]) -> &'static str {
    match sides {
        [true, true] => "both sides",
        [_, true] => "its back",
        _ => "its front",
    }
}

impl Profile {
    /// Returns the colours of a document.
    pub fn colors(&self) -> PdfColors {
        PdfColors { standard: self.standard, press: self.press, most_ink: self.most_ink / 100.0 }
    }

    /// Returns the separation into the inks of its press, of which at most so much lies on one place.
    pub fn separation<'a>(&self, stated: &'a StatedInks, most: f64) -> Separation<'a> {
        Separation::with_press(self.press, stated, most)
    }

    /// Returns the layout of a document's pages: sheets of cards with crop marks, each with its whole bleed; or a face a page with its
    /// bleed, nothing else.
    pub fn options(&self) -> PageOptions {
        let paper = self.paper.as_deref().map(|name| Paper::parse(name).expect("internal error: no such paper"));
        PageOptions {
            paper: paper.unwrap_or_default(),
            layout: if paper.is_some() { Layout::Sheet } else { Layout::Single },
            has_whole_bleed: paper.is_some(),
            duplex: Duplex::Long,
            bleed: self.bleed,
            backs_first: self.backs_first,
            ..PageOptions::default()
        }
    }

    /// Looks at a deck as the printer would; `transparent` are the pictures through which something is seen.
    pub fn preflight(&self, deck: &Deck, transparent: &[Arc<Picture>]) -> Vec<Objection> {
        let of = |card: usize, what: Remark| Objection { card: Some(card), what };
        let whole = |what: Remark| Objection { card: None, what };
        let leaves = leaves(&deck.cards, true);
        let mut found = Vec::new();
        let mut first = None;
        for leaf in leaves.iter().filter(|leaf| leaf.copies > 0) {
            let card = leaf.front.card;
            let is = deck.cards[card].size;
            match (self.sizes.iter().find(|size| size.is(is)), first) {
                _ if self.sizes.is_empty() => {}
                (None, _) => found.push(of(card, Remark::Size([is.width, is.height], self.sizes.clone()))),
                (Some(size), None) => first = Some(size),
                (Some(size), Some(first)) if size != first => {
                    found.push(of(card, Remark::Mixed([is.width, is.height], first.card)));
                }
                (Some(_), Some(_)) => {}
            }
            if leaf.back.is_none() {
                found.push(of(card, if self.backs_needed { Remark::NoBack } else { Remark::BareBack }));
            }
        }
        for (i, card) in deck.cards.iter().enumerate() {
            for (front, face) in [(true, Some(&card.front)), (false, card.back.as_ref())] {
                if let Some(text) = face.and_then(|face| self.unsafe_text(face, card.size)) {
                    found.push(of(i, Remark::Unsafe { text, front, safe: self.safe }));
                }
            }
        }
        if !self.standard.is_transparent() {
            found.extend(seen_through(deck, transparent).into_iter().map(|(card, what)| of(card, what)));
        }
        if self.standard.is_in_inks() {
            found.extend(self.text_in_many_inks(deck).into_iter().map(|(card, what)| of(card, what)));
        }
        let count: u32 = leaves.iter().map(|leaf| leaf.copies).sum();
        match self.tiers.iter().find(|tier| **tier >= count) {
            Some(tier) if *tier > count => found.push(whole(Remark::PaidAs(count, *tier))),
            None if !self.tiers.is_empty() => {
                found.push(whole(Remark::TooMany(count, self.tiers.last().copied().unwrap_or_default())));
            }
            _ => {}
        }
        found
    }

    /// Returns the pixels of a face with its bleed, as they follow from the sizes.
    pub fn computed_canvas(&self, size: &ProfileSize) -> [u32; 2] {
        size.card.map(|mm| dots(mm + 2.0 * self.bleed, self.dpi))
    }

    /// Returns the first small text of each colour that takes more inks than meet exactly, with its card.
    fn text_in_many_inks(&self, deck: &Deck) -> Vec<(usize, Remark)> {
        let separation = self.separation(&deck.inks, self.colors().most_ink.min(inks::MOST_INK));
        let mut found: Vec<(usize, Remark)> = Vec::new();
        let mut known = BTreeSet::new();
        for (i, card) in deck.cards.iter().enumerate().filter(|(_, card)| card.copies > 0) {
            for face in [Some(&card.front), card.back.as_ref()].into_iter().flatten() {
                walk(face, Transform::from_translate(0.0, 0.0), &mut |text, _| {
                    let points = text.size / POINT;
                    if points < inks::SMALL_TEXT && !text.text.trim().is_empty() && known.insert(text.color) {
                        let (color, inks) = (text.color, separation.inks_of_text(text.color, points));
                        if inks::count(inks) > inks::MOST_INKS_OF_TEXT {
                            found.push((i, Remark::ManyInks { text: text.text.clone(), points, color, inks }));
                        }
                    }
                    false
                });
            }
        }
        found
    }

    /// Returns the first text that crosses the safe line.
    fn unsafe_text(&self, face: &Arc<Frame>, size: Size) -> Option<String> {
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
        walk(face, Transform::from_translate(0.0, 0.0), &mut |text, map| outside(text, map))
    }
}

/// Returns what on the cards something is seen through: each picture once, and the first card with a shape that is.
fn seen_through(deck: &Deck, pictures: &[Arc<Picture>]) -> Vec<(usize, Remark)> {
    let mut found = Vec::new();
    let (mut is_told, mut known) = (false, BTreeSet::new());
    for (i, card) in deck.cards.iter().enumerate() {
        let sides = [Some(&card.front), card.back.as_ref()].map(|side| {
            let mut seen = SeenThrough::default();
            side.iter().for_each(|side| seen.add(side, pictures));
            seen
        });
        let shapes = sides.each_ref().map(|side| side.shapes);
        if shapes.contains(&true) && !std::mem::replace(&mut is_told, true) {
            found.push((i, Remark::SeenThrough(shapes)));
        }
        for picture in sides.iter().flat_map(|side| &side.pictures).filter(|picture| known.insert(**picture)) {
            let on = sides.each_ref().map(|side| side.pictures.contains(picture));
            found.push((i, Remark::SeenThroughPicture(*picture, on)));
        }
    }
    found
}

/// Returns the first text of a face that is looked for; each comes with its place on the face.
fn walk(frame: &Frame, map: Transform, is_it: &mut dyn FnMut(&Text, Transform) -> bool) -> Option<String> {
    frame.items.iter().find_map(|item| match item {
        Item::Group(group) => walk(&group.frame, map.compose(group.transform), is_it),
        Item::Text(text) => is_it(text, map).then(|| text.text.clone()),
        Item::Shape(_) | Item::Area(_) | Item::Image(_) => None,
    })
}

/// Returns the depth of a text's letters below the baseline, in millimetres.
fn descent(text: &Text) -> f64 {
    let below = |c: char| matches!(c, 'g' | 'j' | 'p' | 'q' | 'y' | 'Q' | ',' | ';' | '(' | ')' | 'ę' | 'ą' | 'ç');
    if text.text.contains(below) { 0.22 * text.size } else { 0.0 }
}
