//! The bases of Capture the Flag (PB-10.4): the locations of a map that may be one.

use super::TURNS;
use super::ground::inward_of;
use crate::play::rng::Rng;
use crate::systems::pub_battles::geometry::MapPoint;
use crate::systems::pub_battles::model::{CaptureTheFlag, MapEdge};
use crate::systems::pub_battles::resolve::{FeatureGround, Field, NamedLocation};

/// Draws a base for each side, of the locations that may be one. The error says for which side there is none.
pub fn bases(field: &Field, decks: &CaptureTheFlag, rng: &mut Rng) -> Result<[String; 2], String> {
    let mut base = |deck: usize| {
        let deck = decks.decks.get(deck).ok_or("it has not two decks")?;
        let fit: Vec<&NamedLocation> = base_locations(field, deck.edge).collect();
        let index = rng.below(fit.len().max(1) as u32) as usize;
        let location =
            fit.get(index).ok_or_else(|| format!("no location of the map can be the base of `{}`", deck.name))?;
        Ok::<String, String>(location.name.clone())
    };
    Ok([base(0)?, base(1)?])
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
