//! Sentences for scenarios: the texts that are printed where an author has not written one.

mod orders;
mod rules;
mod victory;

pub use self::orders::order;
pub use self::rules::{fog_of_war, optional, special};
pub use self::victory::{end, sudden_death, victory};

use super::model::{BlockFacing, BlockKind, MapEdge, Measure, Stick};
use super::resolve::{PubBattle, ResolvedEntry};
use crate::systems::english::digits;

/// Returns the name of a kind of block: `horse artillery`.
pub fn kind(kind: BlockKind) -> &'static str {
    match kind {
        BlockKind::Infantry => "infantry",
        BlockKind::Cavalry => "cavalry",
        BlockKind::Artillery => "artillery",
        BlockKind::HorseArtillery => "horse artillery",
        BlockKind::Train => "baggage train",
    }
}

/// Returns a facing: its word where it has one, else its degrees.
pub fn facing(BlockFacing(degrees): BlockFacing) -> String {
    const WORDS: [&str; 8] = ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];
    match degrees % 45 {
        0 => WORDS[usize::from(degrees / 45) % 8].to_owned(),
        _ => format!("{degrees}°"),
    }
}

/// Returns a length: `a third of the foot move`, `40 map units`.
pub fn measure(Measure { stick, number }: Measure) -> String {
    const PARTS: [&str; 9] = [
        "",
        "half",
        "a third of",
        "a quarter of",
        "a fifth of",
        "a sixth of",
        "a seventh of",
        "an eighth of",
        "a ninth of",
    ];
    let Some(stick) = stick else { return format!("{} map units", digits(number.into())) };
    let move_of = match stick {
        Stick::Foot => "the foot move",
        Stick::Mounted => "the mounted move",
    };
    match PARTS.get(usize::from(number).saturating_sub(1)) {
        Some(&"") | None => move_of.to_owned(),
        Some(part) => format!("{part} {move_of}"),
    }
}

/// Returns a length as it was resolved: one that a stick is divided into is told in map units.
fn length((length, parts): (u16, u16)) -> String {
    match parts {
        0 | 1 => format!("{} map units", digits(length.into())),
        parts => format!("{} map units", digits(u32::from(length / parts))),
    }
}

/// Returns when and where something enters: `from turn 3, south edge on Emmitsburg Road, if a die shows 3 or less`.
pub fn entry(battle: &PubBattle, entry: &ResolvedEntry) -> String {
    let mut text = format!("turn {}, {} edge", entry.turn, edge(entry.edge));
    if let Some(road) = entry.road.and_then(|road| battle.field.as_ref()?.roads.get(road)) {
        text += &format!(" on {}", road.name);
    }
    if let Some(along) = entry.along {
        text += &format!(" or {} per turn round its corners", length(along));
    }
    match entry.roll {
        Some(1) => text += ", if a die shows 1",
        Some(roll) => text += &format!(", if a die shows {roll} or less"),
        None => {}
    }
    text
}

/// Returns the word for an edge.
pub fn edge(edge: MapEdge) -> &'static str {
    edge.word()
}
