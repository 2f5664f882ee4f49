//! Pictures that authors name: how they write it, and what is found where they do.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::Deserialize;

use muster_core::diag::{Code, Diagnostic, Severity};
use muster_core::print::picture::{Picture, PictureFault};
use muster_core::print::template::{Percent, PictureEntry, PictureFit, WantedPicture};
use muster_core::schema::NOT_BLANK;
use muster_core::source::Address;

/// A file that is no picture, or not all of one.
pub const DAMAGED_PICTURE: Code =
    Code::new("MU805", "damaged-picture", Severity::Error, include_str!("art/damaged_picture.md"));
/// A picture of too many bytes, pixels or parts.
pub const PICTURE_TOO_LARGE: Code =
    Code::new("MU806", "picture-too-large", Severity::Error, include_str!("art/picture_too_large.md"));
/// A picture that names other files.
pub const PICTURE_NAMES_FILES: Code =
    Code::new("MU807", "picture-names-files", Severity::Error, include_str!("art/picture_names_files.md"));
/// Parts of an SVG file that are not drawn.
pub const UNSUPPORTED_IN_PICTURE: Code =
    Code::new("MU808", "unsupported-in-picture", Severity::Warning, include_str!("art/unsupported_in_picture.md"))
        .formerly(&["left-out-of-picture"]);
/// A picture with too few pixels for its size on paper.
pub const COARSE_PICTURE: Code =
    Code::new("MU809", "coarse-picture", Severity::Warning, include_str!("art/coarse_picture.md"));
/// A picture of which much is cut away.
pub const CROPPED_PICTURE: Code =
    Code::new("MU810", "cropped-picture", Severity::Warning, include_str!("art/cropped_picture.md"));

/// A scenario's picture for its cards that is there for none of them.
pub const UNMATCHED_DEFAULT_ART: Code =
    Code::new("MU816", "unmatched-default-art", Severity::Warning, include_str!("art/unmatched_default_art.md"));

/// The kinds of findings in pictures.
pub const CODES: &[Code] = &[
    DAMAGED_PICTURE,
    PICTURE_TOO_LARGE,
    PICTURE_NAMES_FILES,
    UNSUPPORTED_IN_PICTURE,
    COARSE_PICTURE,
    CROPPED_PICTURE,
    UNMATCHED_DEFAULT_ART,
];

/// The fewest pixels on an inch of paper that are not found.
pub const LEAST_DPI: f64 = 200.0;

/// A picture: a PNG, JPEG or SVG file relative to this one, or a picture with settings.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Art {
    /// The file. `{card}` in it is the card's number.
    Path(#[schemars(regex(pattern = NOT_BLANK), length(max = 500))] String),
    /// The file and its settings.
    Placed(PlacedArt),
}

/// A picture with settings.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlacedArt {
    /// The file, relative to this one. `{card}` in it is the card's number.
    #[schemars(regex(pattern = NOT_BLANK), length(max = 500))]
    pub image: String,
    /// The point to keep in view if the picture is cropped, in percent from left and top. Default: as in the template.
    pub focus: Option<[Percent; 2]>,
    /// Whether the picture covers its place or is shown whole. Default: as in the template.
    pub fit: Option<PictureFit>,
}

impl Art {
    /// Returns the entry of a face for it; it is written at a tag.
    pub fn entry(&self, tag: &str) -> PictureEntry {
        match self {
            Art::Path(path) => file_picture(path, tag),
            Art::Placed(PlacedArt { image, focus, fit }) => {
                PictureEntry { fit: *fit, focus: *focus, ..file_picture(image, &format!("{tag}/image")) }
            }
        }
    }
}

/// A picture of the battle, or the pictures of its cards, or both.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum ScenarioArt {
    /// The file.
    Path(#[schemars(regex(pattern = NOT_BLANK), length(max = 500))] String),
    /// The file and its settings.
    Placed(PlacedScenarioArt),
    /// The pictures of cards alone.
    OfCards(CardsArt),
}

/// A picture of the battle with settings, and the pictures of its cards.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlacedScenarioArt {
    /// The file, relative to this one.
    #[schemars(regex(pattern = NOT_BLANK), length(max = 500))]
    pub image: String,
    /// The point to keep in view if the picture is cropped, in percent from left and top. Default: as in the template.
    pub focus: Option<[Percent; 2]>,
    /// Whether the picture covers its place or is shown whole. Default: as in the template.
    pub fit: Option<PictureFit>,
    /// A picture for every card without `art` of its own, if the file exists.
    pub default: Option<Art>,
}

/// The pictures of the cards of a battle.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CardsArt {
    /// A picture for every card without `art` of its own, if the file exists.
    pub default: Art,
}

impl ScenarioArt {
    /// Returns the entry of a face for the picture of the battle, if it has one; it is written at a tag.
    pub fn entry(&self, tag: &str) -> Option<PictureEntry> {
        match self {
            ScenarioArt::Path(path) => Some(file_picture(path, tag)),
            ScenarioArt::Placed(PlacedScenarioArt { image, focus, fit, .. }) => {
                Some(PictureEntry { fit: *fit, focus: *focus, ..file_picture(image, &format!("{tag}/image")) })
            }
            ScenarioArt::OfCards(_) => None,
        }
    }

    /// Returns the picture for cards without one of their own.
    fn default(&self) -> Option<&Art> {
        match self {
            ScenarioArt::Path(_) => None,
            ScenarioArt::Placed(placed) => placed.default.as_ref(),
            ScenarioArt::OfCards(CardsArt { default }) => Some(default),
        }
    }
}

/// Returns the entry of a face for the picture of a card: its own, written at `/art`, or else the one that its scenario has for
/// such cards. The scenario's picture is written at a tag.
pub fn card_picture(own: Option<&Art>, of_scenario: Option<(&ScenarioArt, &str)>) -> Option<PictureEntry> {
    let default = || {
        let (art, tag) = of_scenario?;
        Some(PictureEntry { is_default: true, ..art.default()?.entry(&format!("{tag}/default")) })
    };
    own.map(|art| art.entry("/art")).or_else(default)
}

/// Returns the entry of a face for a file without settings.
fn file_picture(path: &str, tag: &str) -> PictureEntry {
    PictureEntry { path: path.to_owned(), fit: None, focus: None, tag: tag.to_owned(), is_default: false }
}

/// A source of pictures.
pub trait Gallery: Sync {
    /// Returns false if there is no file at a path, relative to the file in which it is named at a place. A file that may not be
    /// read is there.
    fn has(&self, path: &str, at: &Address) -> bool;

    /// Returns the picture at a path, relative to the file in which it is named at a place.
    ///
    /// # Errors
    ///
    /// The finding at that place.
    fn picture(&self, path: &str, at: &Address) -> Result<Arc<Picture>, Box<Diagnostic>>;
}

/// Returns the finding at the name of a file that is not drawn.
pub fn fault(path: &str, fault: &PictureFault, at: Address) -> Diagnostic {
    let (code, help) = match fault {
        PictureFault::NoPicture => {
            (DAMAGED_PICTURE, "save it as PNG or JPEG, or a drawing as SVG; the file extension does not matter")
        }
        PictureFault::OtherForm(_) => {
            (DAMAGED_PICTURE, "save it as PNG, as a baseline or progressive JPEG, or a drawing as SVG in UTF-8")
        }
        PictureFault::Stray(stray) => (DAMAGED_PICTURE, stray.help()),
        PictureFault::Damaged(_) => (DAMAGED_PICTURE, "save it again"),
        PictureFault::Bytes { .. } | PictureFault::Pixels { .. } => {
            (PICTURE_TOO_LARGE, "reduce its size: a card at 600 dpi has 1,500 × 2,100 pixels")
        }
        PictureFault::Endless(_) => (PICTURE_TOO_LARGE, "simplify it, or save it as PNG"),
        PictureFault::Names(_) => (PICTURE_NAMES_FILES, "embed the file that it names, or save it as PNG"),
    };
    Diagnostic::new(code, at, format!("`{path}` {fault}")).help(help)
}

/// Returns what stands in the place of a picture that cannot be had, so many millimetres wide and high: the two diagonals, in red.
pub fn stand_in([width, height]: [f64; 2]) -> Picture {
    let svg = format!(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width} {height}'><path d='M0 0H{width}V{height}H0Z' fill='#fff'/>\
         <path d='M0 0L{width} {height}M{width} 0L0 {height}' stroke='#d0021b' stroke-width='0.5'/></svg>"
    );
    Picture::read(svg.into_bytes()).expect("internal error: a drawing of two lines cannot be read")
}

/// Returns the finding about parts of a picture that are not drawn, if it has some.
pub fn find_unsupported(path: &str, picture: &Picture, at: &Address) -> Option<Diagnostic> {
    let Picture::Vector(vector) = picture else { return None };
    let text = format!("`{path}` has {}, which may not be drawn as intended", vector.left_out.join(", "));
    let help = "convert it to paths in your drawing program, or save it as PNG";
    (!vector.left_out.is_empty()).then(|| Diagnostic::new(UNSUPPORTED_IN_PICTURE, at.clone(), text).help(help))
}

/// Returns the findings about a picture that is drawn.
pub fn remarks(wanted: &WantedPicture, picture: &Picture, at: &Address) -> Vec<Diagnostic> {
    let path = &wanted.path;
    let mut found: Vec<Diagnostic> = find_unsupported(path, picture, at).into_iter().collect();
    let (dpi, cut) = wanted.measure(picture);
    // Less than one would be told as none.
    if dpi < LEAST_DPI {
        let [width, height] = wanted.room;
        let text = format!(
            "`{path}` has {:.0} dpi at its printed size of {width:.0} × {height:.0} mm; sharp pictures have at least {LEAST_DPI:.0} dpi",
            dpi.floor()
        );
        let help = "use a larger picture; scaling up the same one does not make it sharper";
        found.push(Diagnostic::new(COARSE_PICTURE, at.clone(), text).help(help));
    }
    if let Some(most) = wanted.crops.filter(|most| cut > *most + 1e-9) {
        let [width, height] = wanted.room;
        let text = format!(
            "{:.0} % of `{path}` is cropped to fill {width:.0} × {height:.0} mm (limit: {:.0} %)",
            cut * 100.0,
            most * 100.0
        );
        let help = "choose what to show with `focus: [50, 30]`, use `fit: contain`, or crop the picture yourself";
        found.push(Diagnostic::new(CROPPED_PICTURE, at.clone(), text).help(help));
    }
    found
}
