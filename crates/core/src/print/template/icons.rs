//! The icons that texts of a face may name: those of the game, and those of its author.

use schemars::JsonSchema;
use serde::Deserialize;

use super::content::{Content, Paragraph, Run};
use super::face::Face;
use super::look::Look;
use crate::print::frame::{Frame, Icon, Rect};
use crate::print::picture::Picture;

/// An icon: an SVG, PNG or JPEG file relative to this one.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[schemars(transparent, inline, extend("minLength" = 1, "maxLength" = 500, "examples" = ["icons/shield.svg"]))]
pub struct IconFile(pub String);

/// The names that icons may have, as texts write them between colons.
pub(super) const ICON_NAME: &str = "^[a-z][a-z0-9-]*$";

/// The most icons of a template.
pub(super) const MOST_ICONS: usize = 100;

/// Height of the drawing that an icon is scaled from.
const HEIGHT: f64 = 10.0;

impl Icon {
    /// Returns a picture as an icon.
    pub fn from_picture(picture: &Picture) -> Icon {
        let (size, mut frame) = (picture.size(), Frame::default());
        let width = size.width / size.height;
        picture.draw(&mut frame, Rect::new(0.0, 0.0, width * HEIGHT, HEIGHT));
        Icon { frame: frame.into(), height: HEIGHT, width }
    }
}

/// The icons of a face.
#[derive(Debug)]
pub(super) struct Icons {
    /// Those of its author, by name, in the place of those of the game.
    pub(super) own: Vec<(String, Icon)>,
    /// The names of those of the game.
    pub(super) of_game: &'static [&'static str],
    /// Draws one of these.
    pub(super) draw: fn(&Look, &str) -> Option<Icon>,
}

impl Icons {
    /// Returns the icon of a name.
    pub(super) fn get(&self, look: &Look, name: &str) -> Option<Icon> {
        let own = self.own.iter().find(|(known, _)| known == name).map(|(_, icon)| icon.clone());
        own.or_else(|| (self.draw)(look, name))
    }

    /// Returns the names that a text may say, each once, the author's first.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        let own = self.own.iter().map(|(name, _)| name.as_str());
        own.chain(self.of_game.iter().copied().filter(|name| !self.own.iter().any(|(own, _)| own == name)))
    }
}

impl Face {
    /// Returns the names of the icons that its texts may say, each once.
    pub fn icon_names(&self) -> Vec<&str> {
        self.icons.names().collect()
    }

    /// Returns the icons that texts of a card name and that there are not, each with the tag of its text; none where its author
    /// has no icons.
    pub fn unknown_icons(&self, content: &Content<'_>) -> Vec<(String, String)> {
        let look = self.look(content.accent);
        let mut unknown = Vec::new();
        if self.icons.own.is_empty() {
            return unknown;
        }
        let mut of_runs = |runs: &[Run], tag: &str| {
            for run in runs {
                if let Run::Icon(name) = run
                    && !tag.is_empty()
                    && self.icons.get(look, name).is_none()
                {
                    unknown.push((name.clone(), tag.to_owned()));
                }
            }
        };
        content.texts.iter().for_each(|(_, entry)| of_runs(&entry.runs, &entry.tag));
        content.fields.iter().for_each(|(_, entry)| of_runs(&entry.runs, &entry.tag));
        for block in content.flows.iter().flat_map(|(_, blocks)| blocks) {
            for Paragraph { text, asides, cells, .. } in &block.paragraphs {
                [text].into_iter().chain(asides).chain(cells).for_each(|runs| of_runs(runs, &block.tag));
            }
        }
        unknown
    }
}
