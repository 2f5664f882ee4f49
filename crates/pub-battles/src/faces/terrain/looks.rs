//! Looks of the kinds of terrain: chosen by what a kind says or what its name suggests, and so that no two look alike.

use std::collections::BTreeMap;

use crate::model::{TerrainKind, TerrainLook};

/// The style that a kind of terrain is drawn in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::faces) struct TerrainStyle {
    pub(in crate::faces) look: TerrainLook,
    /// False for what nobody enters: it has a heavy border.
    pub(in crate::faces) passable: bool,
    /// 0 for the first kind of a look; that of others is drawn sparser, and every second one in rows.
    pub(in crate::faces) variant: u8,
}

impl TerrainStyle {
    /// That of ground that is of no kind.
    pub(in crate::faces) const NONE: TerrainStyle =
        TerrainStyle { look: TerrainLook::Plain, passable: true, variant: 0 };
}

/// Returns how the kinds of a map are drawn; `is_line` says whether a kind is that of lines.
pub(in crate::faces) fn styles(kinds: &[(String, TerrainKind)], is_line: impl Fn(usize) -> bool) -> Vec<TerrainStyle> {
    let looks: Vec<TerrainLook> = kinds.iter().map(|(name, kind)| look_of(name, kind.drawn)).collect();
    let mut styles = vec![TerrainStyle::NONE; kinds.len()];
    // What is called by the name of its look is drawn as that has it.
    let mut order: Vec<usize> = (0..kinds.len()).collect();
    order.sort_by_key(|kind| (tint(looks[*kind]) != kinds[*kind].0.to_lowercase(), *kind));
    let mut alike: BTreeMap<(&str, bool, bool), u8> = BTreeMap::new();
    for kind in order {
        let (look, passable) = (looks[kind], kinds[kind].1.passable);
        let next = alike.entry((tint(look), passable, is_line(kind))).or_default();
        styles[kind] = TerrainStyle { look, passable, variant: *next };
        *next = next.saturating_add(1);
    }
    styles
}

/// The words by which the name of a kind suggests what it looks like.
const WORDS: [(TerrainLook, &[&str]); 6] = [
    (
        TerrainLook::Wood,
        &["wood", "forest", "orchard", "tree", "grove", "copse", "jungle", "hedge", "thicket", "park", "plantation"],
    ),
    (
        TerrainLook::Hill,
        &[
            "hill",
            "ridge",
            "height",
            "mountain",
            "mount",
            "slope",
            "knoll",
            "rise",
            "crest",
            "bank",
            "embankment",
            "bluff",
        ],
    ),
    (
        TerrainLook::Water,
        &["water", "lake", "river", "stream", "sea", "pond", "brook", "creek", "run", "ford", "canal", "rill", "burn"],
    ),
    (
        TerrainLook::Town,
        &[
            "town",
            "village",
            "city",
            "farm",
            "hamlet",
            "house",
            "building",
            "chateau",
            "castle",
            "church",
            "fort",
            "redoubt",
            "wall",
            "works",
            "work",
            "entrenchment",
        ],
    ),
    (TerrainLook::Marsh, &["marsh", "swamp", "bog", "fen", "mire", "mud", "moor"]),
    (TerrainLook::Field, &["field", "crop", "corn", "wheat", "rye", "vineyard", "fence", "meadow", "garden"]),
];

/// Returns what a kind is drawn as: what it says, else what the last word of its name suggests that is known.
fn look_of(name: &str, drawn: Option<TerrainLook>) -> TerrainLook {
    let words: Vec<String> = name.split(|c: char| !c.is_alphanumeric()).map(str::to_lowercase).collect();
    let known = |word: &String| {
        let is = |one: &&str| word == one || word.strip_suffix('s') == Some(*one);
        WORDS.iter().find(|(_, words)| words.iter().any(&is)).map(|(look, _)| *look)
    };
    drawn.or_else(|| words.iter().rev().find_map(known)).unwrap_or(TerrainLook::Plain)
}

/// Returns the colour of the ground in a template's palette.
pub(in crate::faces) fn tint(look: TerrainLook) -> &'static str {
    match look {
        TerrainLook::Wood => "wood",
        TerrainLook::Hill => "hill",
        TerrainLook::Water => "water",
        TerrainLook::Town => "town",
        TerrainLook::Marsh => "marsh",
        TerrainLook::Field => "field",
        TerrainLook::Plain => "plain",
    }
}

/// Returns the colour of what is drawn on it.
pub(in crate::faces) fn ink(look: TerrainLook) -> &'static str {
    match look {
        TerrainLook::Wood => "trees",
        TerrainLook::Hill => "hachures",
        TerrainLook::Water => "waves",
        TerrainLook::Town => "houses",
        TerrainLook::Marsh => "reeds",
        TerrainLook::Field => "rows",
        TerrainLook::Plain => "muted",
    }
}

/// The looks from the ground up: what is painted over what where two lie on each other.
pub(in crate::faces) const LAYERS: [TerrainLook; 7] = [
    TerrainLook::Plain,
    TerrainLook::Field,
    TerrainLook::Hill,
    TerrainLook::Marsh,
    TerrainLook::Wood,
    TerrainLook::Water,
    TerrainLook::Town,
];
