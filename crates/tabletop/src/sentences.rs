//! Sentences for abilities, traits and conditions of victory: the texts that are printed where an author has not written one.

mod abilities;
mod victory;

pub use self::abilities::{ability, timing};
pub use self::victory::{end, place, victory};

use super::model::{CardMorale, StrikeKind, Terrain, Trait};
use super::wording::{TabletopWord as W, TabletopWording};
pub use muster_systems::catalogue::capital;
pub use muster_systems::english::{count_in_words, digits, list};

/// Returns the name of a trait and its sentence (TT-4.2, TT-5.4).
pub fn quality(quality: Trait) -> (W, W) {
    match quality {
        Trait::Hiking => (W::Hiking, W::HikingMeaning),
        Trait::Climbing => (W::Climbing, W::ClimbingMeaning),
        Trait::Floating => (W::Floating, W::FloatingMeaning),
        Trait::Swimming => (W::Swimming, W::SwimmingMeaning),
        Trait::Diving => (W::Diving, W::DivingMeaning),
        Trait::Flying => (W::Flying, W::FlyingMeaning),
        Trait::Digging => (W::Digging, W::DiggingMeaning),
        Trait::Hovering => (W::Hovering, W::HoveringMeaning),
        Trait::Hiding => (W::Hiding, W::HidingMeaning),
        Trait::Sheltering => (W::Sheltering, W::ShelteringMeaning),
    }
}

/// Returns the name of a kind of special attack and its targets, in words (TT-6.1, TT-6.2).
pub fn targets(kind: StrikeKind) -> (W, W) {
    match kind {
        StrikeKind::Ranged => (W::Ranged, W::RangedTargets),
        StrikeKind::AntiAir => (W::AntiAir, W::AntiAirTargets),
        StrikeKind::AntiSubmarine => (W::AntiSubmarine, W::AntiSubmarineTargets),
        StrikeKind::AntiSubterranean => (W::AntiSubterranean, W::AntiSubterraneanTargets),
    }
}

/// Returns the name of terrain.
pub fn terrain(terrain: Terrain) -> W {
    match terrain {
        Terrain::Plain => W::Plain,
        Terrain::Forest => W::Forest,
        Terrain::Mountain => W::Mountain,
        Terrain::Water => W::Water,
    }
}

/// Returns the name of a level of morale.
pub fn morale(morale: CardMorale) -> W {
    match morale {
        CardMorale::Low => W::Low,
        CardMorale::Normal => W::Normal,
        CardMorale::High => W::High,
    }
}

/// Returns a number in digits and what it counts: `1,200 resources`.
pub fn plainly(wording: TabletopWording<'_>, word: W, n: u32) -> String {
    wording.say(word, &[n.into()])
}
