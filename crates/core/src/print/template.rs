//! Faces as data: what a template file says, and how it becomes a drawing.
//!
//! A game gives a face as named [`Content`]; a [`Template`] places it in boxes. [`Face::new`] joins a template with what the
//! game [`Offer`]s and reports every name in it that means nothing; [`Face::compose`] draws.

mod compose;
mod condition;
mod content;
mod emblem;
mod face;
mod fault;
mod flow;
mod fonts;
mod icons;
mod legible;
mod look;
mod measure;
mod names;
mod overset;
mod pattern;
mod pictures;
mod setting;
mod text;
mod tiny;
mod typing;

pub use content::{
    Block, Content, Drawing, Emphasis, Entry, FIELD_NAME, FaceOffer, Headings, Offer, Paragraph, PictureEntry, Run,
};
pub use face::{Face, FieldUse};
pub use fault::{TemplateFault, TemplateMistake};
pub use fonts::{FontName, LentLetters, NamedFont, OwnFont};
pub use icons::IconFile;
pub use legible::contrast;
pub use look::Look;
pub use measure::{
    CardLength, CellSize, Degrees, Leading, Length, LineCount, LineWidth, Percent, PointSize, Position, Scale,
    SpaceAbove,
};
pub use names::Names;
pub use overset::stamp;
pub use pattern::Pattern;
pub use pictures::{PictureFit, PictureMask, PictureOrigin, WantedPicture};
pub use setting::{Setting, TaggedBox};
pub use text::{icons, runs};
pub use tiny::{LEAST_POINTS, LEAST_POINTS_REVERSED, TinyText};
pub use typing::typeset;

use std::sync::LazyLock;

use schemars::JsonSchema;
use serde::Deserialize;

use super::inks::StatedInks;
use super::layout::{Align, Vertical};

/// The faces of a game, each made ready when it is first drawn on.
#[derive(Debug, Default)]
pub struct Faces(Vec<(&'static str, LazyFace)>);

type LazyFace = LazyLock<Face, Box<dyn FnOnce() -> Face + Send>>;

impl Faces {
    /// Adds a face that the game offers.
    pub fn add(&mut self, name: &'static str, face: impl FnOnce() -> Face + Send + 'static) {
        self.0.push((name, LazyLock::new(Box::new(face))));
    }

    /// Adds the inks that its faces state for colours.
    pub fn add_inks(&self, to: &mut StatedInks) {
        self.0.iter().for_each(|(_, face)| to.extend(face.inks()));
    }

    /// Returns the face of a name that the game offers.
    pub fn get(&self, name: &str) -> &Face {
        let face = self.0.iter().find(|(known, _)| *known == name).map(|(_, face)| face);
        face.unwrap_or_else(|| panic!("internal error: no face `{name}`"))
    }
}

/// The layout of one kind of card. Lengths are in millimetres from the card's top left corner, text sizes in points.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Template {
    /// The game system whose cards are laid out.
    pub system: String,
    /// The face, such as `back`. `base` is not a face: it holds what the others share.
    #[schemars(length(min = 1))]
    pub template: String,
    /// The template that provides everything this one does not set. Its own name means the template it replaces.
    pub extends: Option<String>,
    /// The purpose of this template.
    pub about: Option<String>,
    /// Width and height of the trimmed card. Default: poker, 63.5 × 88.9 mm.
    pub size: Option<[CardLength; 2]>,
    /// Colours by name. Every template needs `ink`, `paper`, `muted` and `rule`; symbols may need more.
    #[serde(default)]
    pub palette: Names<Ink>,
    /// The colours of each kind of card. `accent` and `on-accent` mean those of the current card.
    #[serde(default)]
    pub accents: Names<Accent>,
    /// The inks in which a press prints colours, each written as `#rrggbb`: cyan, magenta, yellow and black in percent,
    /// together at most 240. Other colours are converted.
    #[serde(default)]
    pub inks: Names<[Percent; 4]>,
    /// The inks of text below 12 points, if different from those of the colour: at most two of the four, because misaligned
    /// inks show at the edges of small letters.
    #[serde(default, rename = "text-inks")]
    pub text_inks: Names<[Percent; 4]>,
    /// Fonts by name: TTF or OTF files relative to this one. `sans`, `sans-semi`, `sans-bold`, `serif`, `serif-italic` and
    /// `serif-bold` replace the built-in fonts; other names are for `font`, `strong` and `emphasis`.
    #[serde(default)]
    pub fonts: Names<NamedFont>,
    /// Icons by name, which texts show as `:name:`: SVG, PNG or JPEG files relative to this one. An icon with the name of a
    /// built-in one replaces it.
    #[serde(default)]
    #[schemars(extend("propertyNames" = {"pattern": icons::ICON_NAME}, "maxProperties" = icons::MOST_ICONS))]
    pub icons: Names<IconFile>,
    /// The styles of a flow's paragraphs, by the game's name for them.
    #[serde(default)]
    pub styles: Names<ParagraphStyle>,
    /// The boxes, painted in this order.
    #[serde(default)]
    pub boxes: Names<BoxSpec>,
}

/// A colour: `#rrggbb`, a name of the palette, `accent` or `on-accent`. In a box or style, `accent 12%` is this much of a
/// colour on paper, and `on-accent 20%` on the accent.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[schemars(transparent, extend(
    "pattern" = "^(#[0-9a-fA-F]{6}|[a-z][a-z0-9-]*)( [1-9][0-9]?%)?$",
    "examples" = ["#1c1c1c", "ink", "accent", "accent 12%"]
))]
pub struct Ink(pub String);

/// The colours and the pattern of one kind of card.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Accent {
    /// The meaning of `accent`: a colour or a name of the palette.
    pub color: Option<Ink>,
    /// The meaning of `on-accent`: the colour of text on the accent.
    pub text: Option<Ink>,
    /// The meaning of `pattern`, which distinguishes the cards without colour.
    pub pattern: Option<Pattern>,
}

/// One number, or the smallest and the largest.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize, JsonSchema)]
#[serde(untagged)]
#[schemars(inline)]
pub enum Bounds<T> {
    /// Always this.
    One(T),
    /// From the first to the second.
    Between([T; 2]),
}

impl<T: Copy + PartialOrd> Bounds<T> {
    /// Returns the smallest and the largest.
    fn ends(self) -> (T, T) {
        match self {
            Bounds::One(one) => (one, one),
            Bounds::Between([low, high]) if low <= high => (low, high),
            Bounds::Between([high, low]) => (low, high),
        }
    }
}

/// A box on the card with one content: exactly one of `text`, `draw`, `flow`, `image` and `shape`.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BoxSpec {
    /// Left, top, width and height.
    pub at: Option<[Position; 4]>,
    /// The edges of the card from which the box keeps its distance if a template that extends this one has another `size`;
    /// with two opposite edges it becomes wider or higher. Default: left and top.
    #[schemars(length(min = 1, max = 4))]
    pub edges: Option<Vec<BoxEdge>>,
    /// A text. `{name}` is replaced by a text of the game, `{fields.cost}` by a data field of the card, `:star:` by an icon.
    pub text: Option<String>,
    /// A drawing of the game, as large as fits.
    pub draw: Option<String>,
    /// Paragraphs of the game, one below the other, as large as fits.
    pub flow: Option<String>,
    /// A picture: a PNG, JPEG or SVG file relative to this one, or the picture given by the author of the card, `"{art}"`.
    /// In a path, `{card}` is the card's number, `{accent}` the key of its colours, `{fields.era}` a data field of the card,
    /// and other placeholders are texts of the game: a key such as `dkblue` instead of a word in the printed language.
    #[schemars(length(min = 1, max = 500), extend("examples" = ["{art}", "art/{card}.png"]))]
    pub image: Option<String>,
    /// A shape.
    pub shape: Option<Shape>,
    /// Only on cards that have this, or all of these, by the game's name for texts and drawings. `name = Guard`,
    /// `fields.cost >= 3` and the like compare a text or a data field with a value; the signs are `=`, `<`, `<=`, `>` and
    /// `>=`. `room-for-art` is for cards with a picture that is good enough for the boxes with this condition and whose text
    /// fits beside it.
    #[serde(rename = "if")]
    pub only_if: Option<BoxConditions>,
    /// Only on cards that have none of these, by name or by value.
    pub unless: Option<BoxConditions>,
    /// Hides a box of the template that this one extends.
    pub hide: Option<bool>,
    /// Boxes of a higher layer are painted later. Default: 0.
    pub layer: Option<i32>,
    /// The text's size, or its smallest and largest size.
    pub size: Option<Bounds<PointSize>>,
    /// For a flow: the sizes of its text, the largest first. If it fits at none of them, it is made smaller, down to the
    /// smallest `size`.
    #[schemars(length(min = 1, max = 10))]
    pub preferred: Option<Vec<PointSize>>,
    /// The text's font.
    pub font: Option<FontName>,
    /// The colour of a text, a pattern, or the charge of an emblem.
    pub color: Option<Ink>,
    /// The alignment of lines. Default: left.
    pub align: Option<Align>,
    /// The vertical alignment of a text in its box. Default: middle.
    pub vertical: Option<Vertical>,
    /// The most lines of a text. Default: 1.
    pub lines: Option<LineCount>,
    /// Whether words of a text may be hyphenated. Default: no; a flow always hyphenates.
    pub hyphens: Option<bool>,
    /// The text in capitals.
    pub caps: Option<bool>,
    /// For a flow: the least and most space between two blocks.
    pub gap: Option<Bounds<Length>>,
    /// For a flow: how its foot is set, or no foot.
    pub foot: Option<Foot>,
    /// The colour inside a shape.
    pub fill: Option<Ink>,
    /// The colour of a shape's border.
    pub stroke: Option<Ink>,
    /// The width of a shape's border. Default: 0.3.
    pub width: Option<LineWidth>,
    /// The radius of the corners of a rectangle or a picture.
    pub radius: Option<Length>,
    /// The lengths of dash and gap of a shape's border.
    pub dash: Option<[LineWidth; 2]>,
    /// The width and height of a pattern's cell. Default: 2.2.
    pub cell: Option<CellSize>,
    /// The way a picture fills the box, unless the author of the card says otherwise. Default: cover.
    pub fit: Option<PictureFit>,
    /// The point to keep in view if a picture is cropped, in percent from left and top, unless the author of the card says
    /// otherwise. Default: its middle.
    pub focus: Option<[Percent; 2]>,
    /// The outline that a picture is cut to.
    pub mask: Option<PictureMask>,
    /// The most of a picture that may be cropped without a finding, in percent. Default: 40.
    pub crops: Option<Percent>,
    /// The opacity of a picture or a shape, in percent. Default: 100.
    pub opacity: Option<Percent>,
    /// The clockwise rotation about the middle of the box, in degrees.
    pub turn: Option<Degrees>,
    /// A second colour inside a shape, for a gradient.
    pub gradient: Option<GradientSpec>,
}

/// An edge of the card, or its middle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum BoxEdge {
    /// The left edge.
    Left,
    /// The right edge.
    Right,
    /// The top edge.
    Top,
    /// The bottom edge.
    Bottom,
    /// The middle between left and right.
    Center,
    /// The middle between top and bottom.
    Middle,
}

/// The second colour of a shape's gradient.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GradientSpec {
    /// The colour.
    pub to: Ink,
    /// The direction of the gradient, in degrees clockwise: 0 at the top, 90 at the right, 180 at the bottom. Default: 180.
    pub angle: Option<Degrees>,
}

impl BoxSpec {
    /// Returns the settings written that not every box has.
    fn settings(&self) -> impl Iterator<Item = &'static str> {
        let written = [
            ("size", self.size.is_some()),
            ("preferred", self.preferred.is_some()),
            ("font", self.font.is_some()),
            ("color", self.color.is_some()),
            ("align", self.align.is_some()),
            ("vertical", self.vertical.is_some()),
            ("lines", self.lines.is_some()),
            ("hyphens", self.hyphens.is_some()),
            ("caps", self.caps.is_some()),
            ("gap", self.gap.is_some()),
            ("foot", self.foot.is_some()),
            ("fill", self.fill.is_some()),
            ("stroke", self.stroke.is_some()),
            ("width", self.width.is_some()),
            ("radius", self.radius.is_some()),
            ("dash", self.dash.is_some()),
            ("cell", self.cell.is_some()),
            ("fit", self.fit.is_some()),
            ("focus", self.focus.is_some()),
            ("mask", self.mask.is_some()),
            ("crops", self.crops.is_some()),
            ("opacity", self.opacity.is_some()),
            ("turn", self.turn.is_some()),
            ("gradient", self.gradient.is_some()),
        ];
        written.into_iter().filter_map(|(key, is)| is.then_some(key))
    }
}

/// The features that a card may have: a name, or several.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(untagged)]
#[schemars(inline)]
pub enum BoxConditions {
    /// One.
    One(String),
    /// Several.
    Several(#[schemars(length(min = 1, max = 20))] Vec<String>),
}

impl BoxConditions {
    /// Returns the names.
    fn names(&self) -> &[String] {
        match self {
            BoxConditions::One(name) => std::slice::from_ref(name),
            BoxConditions::Several(names) => names,
        }
    }
}

/// A shape.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Shape {
    /// The box, with round corners where it has a `radius`.
    Rectangle,
    /// As large as the box.
    Ellipse,
    /// From the box's top left to its bottom right corner.
    Line,
    /// The pattern of the card's accent, all over the box.
    Pattern,
    /// A shield with the pattern of the card's accent, as large as fits: `fill` is its field, `color` the pattern.
    Emblem,
    /// Two crossed flags, as large as fits: `fill` is their cloth, `color` poles and bands.
    Flags,
    /// Two branches of laurel around the middle of the box, in `color`.
    Laurel,
    /// A ribbon whose ends are cut to swallow tails.
    Ribbon,
}

/// The text at the foot of a flow where there is room: lore.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Foot {
    /// Its smallest and largest size.
    pub size: Option<Bounds<PointSize>>,
    /// The text above is not made smaller than this to make room for the foot.
    pub spares: Option<PointSize>,
}

/// The style of a flow's paragraph. Sizes are relative to the flow's size.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ParagraphStyle {
    /// The font. Default: sans.
    pub font: Option<FontName>,
    /// The font for emphasis by weight. Default: sans-bold.
    pub strong: Option<FontName>,
    /// The font of asides. Default: serif-italic.
    pub emphasis: Option<FontName>,
    /// The colour. Default: ink.
    pub color: Option<Ink>,
    /// The size, relative to that of the flow.
    pub size: Option<Scale>,
    /// The line height, in sizes. Default: 1.18.
    pub leading: Option<Leading>,
    /// The alignment of lines. Default: left.
    pub align: Option<Align>,
    /// Whether words may be hyphenated. Default: yes, unless lines are centred.
    pub hyphens: Option<bool>,
    /// The indent from the left.
    pub indent: Option<Length>,
    /// A bar of this colour along the left.
    pub bar: Option<Ink>,
    /// The space above, in sizes of the flow, unless it is the first paragraph.
    pub before: Option<SpaceAbove>,
    /// A line above, unless it is the first paragraph or the one before has the same style.
    pub above: Option<Above>,
    /// A line below.
    pub below: Option<Above>,
    /// Everything on one line: the label, the text, and the aside at the right.
    pub row: Option<bool>,
    /// The columns of a table, side by side.
    pub columns: Option<Vec<TableColumn>>,
    /// The style of the label.
    pub label: Option<Label>,
    /// The style of the aside.
    pub aside: Option<Label>,
}

/// A line above or below a paragraph.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Above {
    /// Its colour. Default: rule.
    pub color: Option<Ink>,
    /// Its width. Default: 0.2.
    pub width: Option<LineWidth>,
    /// Its length, centred. Default: from edge to edge.
    pub length: Option<Length>,
    /// The space between it and the paragraph. Default: 0.8.
    pub space: Option<Length>,
}

/// A column of a table.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TableColumn {
    /// Its width, including the space to the next one.
    pub width: Length,
    /// The alignment of lines. Default: left.
    pub align: Option<Align>,
    /// The font. Default: that of the style.
    pub font: Option<FontName>,
    /// The size, relative to that of the style.
    pub size: Option<Scale>,
    /// The colour. Default: that of the style.
    pub color: Option<Ink>,
}

/// A highlighted word, with or without a box.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Label {
    /// The font. Default: sans-bold.
    pub font: Option<FontName>,
    /// The size, relative to that of the flow. Default: 0.86.
    pub size: Option<Scale>,
    /// The colour. Default: ink.
    pub color: Option<Ink>,
    /// The colour of its box.
    pub fill: Option<Ink>,
    /// The colour of its box's border.
    pub stroke: Option<Ink>,
    /// The width of its box's border. Default: 0.4.
    pub width: Option<LineWidth>,
    /// The radius of its box's corners. Default: 0.5.
    pub radius: Option<Length>,
    /// In capitals.
    pub caps: Option<bool>,
    /// A small sign before it, which distinguishes labels without colour.
    pub mark: Option<LabelMark>,
}

/// A sign before a highlighted word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum LabelMark {
    /// An arrow head that points to the word.
    Arrow,
    /// A shield.
    Shield,
}
