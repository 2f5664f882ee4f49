//! Sentences for scenarios: the texts that are printed where an author has not written one.

mod orders;
mod rules;
mod victory;

pub use self::orders::order;
pub use self::rules::{FOG_OF_WAR, optional, special};
pub use self::victory::{end, half_of_army, sudden_death, sudden_death_of, victory};

use muster_systems::catalogue::Phrase;

use super::model::{BlockFacing, BlockKind, BlockQuality, Leader, MapEdge, Measure, Stick};
use super::resolve::{PubBattle, ResolvedEntry};
use super::wording::{PubWord as W, PubWording};

/// Returns the name of a kind of block: `horse artillery`.
pub fn kind(kind: BlockKind) -> W {
    match kind {
        BlockKind::Infantry => W::Infantry,
        BlockKind::Cavalry => W::Cavalry,
        BlockKind::Artillery => W::Artillery,
        BlockKind::HorseArtillery => W::HorseArtillery,
        BlockKind::Train => W::BaggageTrain,
    }
}

/// Returns the name of a quality that is told: `elite`.
pub fn quality(quality: BlockQuality) -> Option<W> {
    match quality {
        BlockQuality::Line => None,
        BlockQuality::Elite => Some(W::Elite),
        BlockQuality::Militia => Some(W::Militia),
    }
}

/// Returns the name of a kind of block with its quality: `elite horse artillery`.
pub fn kind_of_quality(wording: PubWording<'_>, (of_kind, of_quality): (BlockKind, BlockQuality)) -> String {
    let kind = wording.word(kind(of_kind));
    match quality(of_quality) {
        Some(quality) => wording.say(W::OfQuality, &[(&wording.word(quality)).into(), (&kind).into()]),
        None => kind,
    }
}

/// Returns how good a leader is: `great`.
pub fn leader_rating(leader: Leader) -> W {
    match leader {
        Leader::Great => W::RatedGreat,
        Leader::Average => W::RatedAverage,
        Leader::Poor => W::RatedPoor,
    }
}

/// Returns what a leader is, by how good he is: `great leader`.
pub fn leader(leader: Leader) -> W {
    match leader {
        Leader::Great => W::GreatLeader,
        Leader::Average => W::AverageLeader,
        Leader::Poor => W::PoorLeader,
    }
}

/// Returns a facing: its word where it has one, else its degrees.
pub fn facing(wording: PubWording<'_>, BlockFacing(degrees): BlockFacing) -> String {
    const WORDS: [W; 8] =
        [W::North, W::NorthEast, W::East, W::SouthEast, W::South, W::SouthWest, W::West, W::NorthWest];
    match degrees % 45 {
        0 => wording.word(WORDS[usize::from(degrees / 45) % 8]),
        _ => wording.say(W::Degrees, &[degrees.into()]),
    }
}

/// Returns a length: `a third of the foot move`, `40 map units`.
pub fn measure(wording: PubWording<'_>, Measure { stick, number }: Measure) -> String {
    let word = match stick {
        None => W::MapUnits,
        Some(Stick::Foot) => W::OfFootMove,
        Some(Stick::Mounted) => W::OfMountedMove,
    };
    wording.say(word, &[number.into()])
}

/// Returns a length as it was resolved: one that a stick is divided into is told in map units.
fn length(wording: PubWording<'_>, (length, parts): (u16, u16)) -> String {
    wording.say(W::MapUnits, &[(length / parts.max(1)).into()])
}

/// Returns when and where something enters: `turn 3, south edge on Emmitsburg Road, if a die shows 3 or less`.
pub fn entry(wording: PubWording<'_>, battle: &PubBattle, entry: &ResolvedEntry) -> String {
    let mut text = wording.say(W::Enters, &[entry.turn.into(), (&edge(wording, entry.edge)).into()]);
    if let Some(road) = entry.road.and_then(|road| battle.field.as_ref()?.roads.get(road)) {
        text = wording.say(W::OnRoad, &[(&text).into(), (&road.name).into()]);
    }
    if let Some(along) = entry.along {
        text = wording.say(W::OrAlong, &[(&text).into(), (&length(wording, along)).into()]);
    }
    match entry.roll {
        Some(roll) => wording.say(W::IfDieShows, &[roll.into(), (&text).into()]),
        None => text,
    }
}

/// Returns the word for an edge.
pub fn edge(wording: PubWording<'_>, edge: MapEdge) -> Phrase {
    let word = match edge {
        MapEdge::North => W::North,
        MapEdge::East => W::East,
        MapEdge::South => W::South,
        MapEdge::West => W::West,
    };
    wording.phrase(word, &[], false)
}
