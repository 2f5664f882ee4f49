//! A template joined with what the game offers: boxes in order.

mod joining;

use self::joining::Joining;
use super::condition::Condition;
use super::content::{FaceOffer, Offer};
use super::fault::{TemplateFault, TemplateMistake};
use super::flow::Flow;
use super::fonts::{Fonts, OwnFont};
use super::icons::Icons;
use super::look::Look;
use super::pictures::PictureBox;
use super::text::Part;
use super::{BoxSpec, LabelMark, Pattern, Shape, Template, legible};
use crate::print::font::Font;
use crate::print::frame::{Color, Icon, Rect};
use crate::print::inks::StatedInks;
use crate::print::layout::{Align, TextBox};
use crate::print::{POKER, Size};

/// A face that can be drawn.
#[derive(Debug)]
pub struct Face {
    /// The size of the trimmed card.
    pub size: Size,
    pub(super) looks: Vec<(&'static str, Look)>,
    pub(super) steps: Vec<Step>,
    /// Indices of the steps that are boxes with pictures.
    pub(super) pictures: Vec<usize>,
    pub(super) icons: Icons,
    /// The data fields that it names.
    pub(super) fields: Vec<FieldUse>,
    inks: StatedInks,
    pub(super) own_fonts: Vec<OwnFont>,
}

/// A place in a template that names a data field of cards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldUse {
    /// The name of the field.
    pub name: String,
    /// The number of its file; `None` for a template carried in the program.
    pub file: Option<u32>,
    /// A JSON Pointer into the file.
    pub pointer: String,
}

/// A step of drawing a face.
#[derive(Debug)]
pub(super) enum Step {
    /// Shapes that every card of an accent has.
    Shapes(Vec<Outline>),
    /// A box.
    Box(Box<Place>),
}

/// A box.
#[derive(Debug)]
pub(super) struct Place {
    pub(super) name: String,
    /// The place in the template, as a JSON Pointer.
    pub(super) pointer: String,
    /// The conditions that a card must meet to have this box.
    pub(super) only_if: Vec<Condition>,
    /// The conditions that it must not meet.
    pub(super) unless: Vec<Condition>,
    pub(super) filling: Filling,
}

/// The content of a box.
#[derive(Debug)]
pub(super) enum Filling {
    Text { parts: Vec<Part>, style: TextStyle, text_box: TextBox, turn: f64 },
    Picture(PictureBox),
    Drawing { name: String, rect: Rect },
    Flow { name: String, flow: Flow },
    Shape(Outline),
}

/// The style of a text.
#[derive(Debug, Clone, Copy)]
pub(super) struct TextStyle {
    pub(super) font: Font,
    pub(super) color: Paint,
    pub(super) caps: bool,
}

/// A shape with its paint.
#[derive(Debug)]
pub(super) struct Outline {
    /// The box that draws it, as a JSON Pointer into the template.
    pub(super) pointer: String,
    pub(super) shape: Shape,
    pub(super) rect: Rect,
    pub(super) fill: Option<Paint>,
    pub(super) stroke: Option<Paint>,
    pub(super) color: Paint,
    pub(super) width: f64,
    pub(super) radius: f64,
    pub(super) dash: Option<(f64, f64)>,
    pub(super) cell: f64,
    pub(super) opacity: f64,
    pub(super) turn: f64,
    /// The colour that the fill runs into, and where that lies in degrees with the clock.
    pub(super) gradient: Option<(Paint, f64)>,
}

/// A colour, once the card is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Paint {
    Fixed(Color),
    Accent,
    OnAccent,
    /// A tint of the accent on paper, in per cent.
    AccentTint(u8),
    /// A tint of the colour of text on the accent, in per cent.
    OnAccentTint(u8),
}

impl Paint {
    pub(super) fn color(self, look: &Look) -> Color {
        match self {
            Paint::Fixed(color) => color,
            Paint::Accent => look.accent,
            Paint::OnAccent => look.on_accent,
            Paint::AccentTint(percent) => look.paper().mix(look.accent, f64::from(percent) / 100.0),
            Paint::OnAccentTint(percent) => look.accent.mix(look.on_accent, f64::from(percent) / 100.0),
        }
    }
}

impl Face {
    /// Joins a whole template, nothing left to extend, with what the game offers, and with what was read for its
    /// `fonts` and its `icons`. What is wrong is not on the face.
    pub fn new(
        template: &Template,
        offer: &Offer,
        face: &FaceOffer,
        fonts: Vec<(String, Font)>,
        icons: Vec<(String, Icon)>,
    ) -> (Face, Vec<TemplateFault>) {
        let size = template.size.map_or(POKER, |[width, height]| Size { width: width.get(), height: height.get() });
        let (fonts, palette) = (Fonts(fonts), Vec::new());
        let icons = Icons { own: icons, of_game: offer.icons, draw: offer.icon };
        let (faults, fields) = (Vec::new(), Vec::new());
        let mut joining = Joining { offer, face, size, fonts, palette, icons, faults, fields };
        joining.palette(&template.palette);
        let looks = joining.looks(&template.accents);
        let inks = joining.inks(&template.inks, &template.text_inks);
        let styles = joining.styles(&template.styles);
        let mut boxes: Vec<&(String, BoxSpec)> =
            template.boxes.0.iter().filter(|(_, spec)| spec.hide != Some(true)).collect();
        boxes.sort_by_key(|(_, spec)| spec.layer.unwrap_or(0));
        let mut steps = Vec::new();
        for (name, spec) in boxes {
            let pointer = format!("/boxes/{}", name.replace('~', "~0").replace('/', "~1"));
            let Some(filling) = joining.filling(spec, &pointer, &styles) else { continue };
            let only_if = joining.conditions(spec.only_if.as_ref(), &format!("{pointer}/if"));
            let unless = joining.conditions(spec.unless.as_ref(), &format!("{pointer}/unless"));
            let conditional = spec.only_if.is_some() || spec.unless.is_some();
            match (filling, steps.last_mut()) {
                (Filling::Shape(outline), Some(Step::Shapes(outlines))) if !conditional => outlines.push(outline),
                (Filling::Shape(outline), _) if !conditional => steps.push(Step::Shapes(vec![outline])),
                (filling, _) => {
                    steps.push(Step::Box(Box::new(Place { name: name.clone(), pointer, only_if, unless, filling })));
                }
            }
        }
        let own_fonts = joining.fonts.own(&template.fonts);
        let (mut faults, fields, icons) = (joining.faults, joining.fields, joining.icons);
        let is_picture = |step: &Step| matches!(step, Step::Box(place) if matches!(place.filling, Filling::Picture(_)));
        let pictures = (0..steps.len()).filter(|i| is_picture(&steps[*i])).collect();
        let drawn = Face { size, looks, steps, pictures, icons, fields, inks, own_fonts };
        // What is unknown is drawn in black: that it cannot be read would be told of something else.
        if !faults
            .iter()
            .any(|fault| matches!(fault.wrong, TemplateMistake::Unknown { .. } | TemplateMistake::Missing(_)))
        {
            faults.extend(legible::faults(&drawn, face));
        }
        (drawn, faults)
    }
}

impl Face {
    /// Returns the kinds of cards: name, colour, and colour of text on it.
    pub fn accents(&self) -> impl Iterator<Item = (&'static str, Color, Color)> {
        self.looks.iter().map(|(name, look)| (*name, look.accent, look.on_accent))
    }

    /// Returns the colours of a kind of card, one of [`Offer::accents`].
    pub fn look(&self, accent: &str) -> &Look {
        let look = self.looks.iter().find(|(name, _)| *name == accent).map(|(_, look)| look);
        look.unwrap_or_else(|| panic!("internal error: no colours for `{accent}`"))
    }

    /// Returns the data fields that it names.
    pub fn fields(&self) -> &[FieldUse] {
        &self.fields
    }

    /// Returns the inks that are stated for its colours.
    pub fn inks(&self) -> &StatedInks {
        &self.inks
    }

    /// Returns the pattern of a kind of card.
    pub fn pattern(&self, accent: &str) -> Option<Pattern> {
        self.looks.iter().find(|(name, _)| *name == accent).map(|(_, look)| look.pattern)
    }
}

/// The style of a paragraph.
#[derive(Debug, Clone)]
pub(super) struct FlowStyle {
    /// Plain, strong, aside.
    pub(super) fonts: [Font; 3],
    pub(super) color: Paint,
    pub(super) muted: Paint,
    pub(super) size: f64,
    pub(super) leading: f64,
    pub(super) align: Align,
    pub(super) hyphens: bool,
    pub(super) indent: f64,
    pub(super) bar: Option<Paint>,
    pub(super) before: f64,
    pub(super) above: Option<Rule>,
    pub(super) below: Option<Rule>,
    /// Of a table; none of anything else.
    pub(super) columns: Vec<ColumnStyle>,
    pub(super) row: bool,
    pub(super) label: Tag,
    pub(super) aside: Tag,
}

/// A column of a table.
#[derive(Debug, Clone, Copy)]
pub(super) struct ColumnStyle {
    /// With the space to the next one.
    pub(super) width: f64,
    pub(super) align: Align,
    pub(super) font: Font,
    pub(super) size: f64,
    pub(super) color: Paint,
}

/// A line above or below a paragraph.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rule {
    pub(super) color: Paint,
    pub(super) width: f64,
    pub(super) length: Option<f64>,
    pub(super) space: f64,
}

/// The style of a word set apart.
#[derive(Debug, Clone, Copy)]
pub(super) struct Tag {
    pub(super) font: Font,
    pub(super) size: f64,
    pub(super) color: Paint,
    pub(super) fill: Option<Paint>,
    pub(super) stroke: Option<Paint>,
    pub(super) width: f64,
    pub(super) radius: f64,
    pub(super) caps: bool,
    pub(super) mark: Option<LabelMark>,
}
