//! The bases of Capture the Flag (PB-10.4): the locations of a map that may be one.

use muster_core::play::rng::Rng;

use super::TURNS;
use super::dealing::FlagDeal;
use super::ground::inward_of;
use crate::geometry::{Footprint, MapPoint};
use crate::model::{CaptureTheFlag, FlagDeck, MapEdge};
use crate::resolve::{FeatureGround, Field, NamedLocation};

/// Draws a base for each side, of the locations that may be one.
///
/// # Errors
///
/// Says for which side there is none.
pub fn bases(field: &Field, decks: &CaptureTheFlag, rng: &mut Rng) -> Result<[String; 2], String> {
    let mut base = |deck: usize| {
        let deck = decks.decks.get(deck).ok_or("it does not have two decks")?;
        let fit: Vec<&NamedLocation> = base_locations(field, deck.edge).collect();
        let index = rng.draw_below(fit.len().max(1) as u32) as usize;
        let location =
            fit.get(index).ok_or_else(|| format!("no location of the map can be the base of `{}`", deck.name))?;
        Ok::<String, String>(location.name.clone())
    };
    Ok([base(0)?, base(1)?])
}

/// A base of a battle that is dealt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FlagBase {
    /// The name of its location.
    pub(super) name: String,
    /// Its place, where it is none of the map's locations.
    pub(super) place: Option<MapPoint>,
}

/// Returns the base of each side that has one, as its owner chooses it (PB-10.4), else by chance. A choice is a name of a
/// location or `X,Y`. The error says what is wrong with it.
pub(super) fn choose_bases(
    dealt: &FlagDeal,
    (decks, field): (&CaptureTheFlag, &Field),
    by_chance: &Result<[String; 2], String>,
    chosen: [Option<&str>; 2],
) -> Result<[Option<FlagBase>; 2], String> {
    let base = |side: usize| {
        let deck = &decks.decks[side];
        let has_none = dealt.stronger() == Some(side);
        match chosen[side] {
            Some(_) if has_none => Err(format!("`{}` is the stronger side and has no base (PB-10.4)", deck.name)),
            _ if has_none => Ok(None),
            Some(text) => chosen_base(field, deck, text).map(Some),
            None => by_chance
                .clone()
                .map(|[first, second]| Some(FlagBase { name: if side == 0 { first } else { second }, place: None })),
        }
    };
    Ok([base(0)?, base(1)?])
}

/// Returns a base that its owner chooses.
fn chosen_base(field: &Field, deck: &FlagDeck, text: &str) -> Result<FlagBase, String> {
    let place = |text: &str| {
        let (x, y) = text.split_once(',')?;
        Some(MapPoint { x: x.trim().parse().ok()?, y: y.trim().parse().ok()? })
    };
    let wrong = |why: String| format!("`{text}` cannot be the base of `{}`: {why}", deck.name);
    let (at, base) = match (field.location(text), place(text)) {
        (Some(location), _) => (location.at, FlagBase { name: location.name.clone(), place: None }),
        (None, Some(at)) => (at, FlagBase { name: format!("Base of {}", deck.name), place: Some(at) }),
        (None, None) => {
            return Err(wrong("it is neither a location of the map nor a position such as `600,140`".to_owned()));
        }
    };
    if !field.is_on_map(at) {
        return Err(wrong(format!("it is off the map, which is {}", field.extent())));
    }
    let [width, depth] = field.block;
    // Along an edge or across it: a block that holds the base is on the map.
    if ![0, 90].into_iter().any(|facing| Footprint::new(at, facing, width, depth).is_on_map(field.size)) {
        return Err(wrong(format!("a block cannot stand there, with its {width} × {depth} on the map")));
    }
    let inward = inward_of(field, deck.edge, at);
    if 3 * inward < i32::from(field.mounted) {
        let least = field.mounted.div_ceil(3);
        let edge = deck.edge.word();
        return Err(wrong(format!(
            "it is {inward} from the {edge} edge; a base must be at least {least} from it (PB-10.4)"
        )));
    }
    if is_impassable(field, at) {
        return Err(wrong("nothing can be placed there".to_owned()));
    }
    Ok(base)
}

/// Returns the locations that may be the base of a side with this home edge: at least M/3 from it, and nearer to it by a foot
/// move than to the other edge; no line, not in impassable ground, and so near that an enemy can be there in a day.
pub fn base_locations(field: &Field, edge: MapEdge) -> impl Iterator<Item = &NamedLocation> {
    let (foot, mounted) = (i32::from(field.foot), i32::from(field.mounted));
    let (_, length) = super::ground::extent(field, edge);
    field.locations.iter().filter(move |location| {
        let inward = inward_of(field, edge, location.at);
        let is_line =
            location.feature.is_some_and(|feature| matches!(field.features[feature].ground, FeatureGround::Line(_)));
        let is_known_by_name = field.location(&location.name).is_some_and(|first| first.index == location.index);
        field.is_on_map(location.at)
            && 3 * inward >= mounted
            && 2 * inward <= length - foot
            && length - inward - mounted <= i32::from(TURNS) * foot
            && !is_line
            && is_known_by_name
            && !is_impassable(field, location.at)
    })
}

/// Returns true for a place in ground that cannot be entered.
fn is_impassable(field: &Field, at: MapPoint) -> bool {
    field.features.iter().any(|feature| match &feature.ground {
        FeatureGround::Area(area) => {
            field.kind_of(feature).is_some_and(|kind| !kind.passable) && area.contains(at.fine())
        }
        FeatureGround::Line(_) | FeatureGround::Nowhere => false,
    })
}
