//! Sentences for abilities, traits and conditions of victory: the texts that are printed where an author has not written one.

mod abilities;
mod victory;

pub use self::abilities::{ability, timing};
pub use self::victory::{end, last, place, victory};

use super::model::{StrikeKind, Trait};
pub use crate::systems::english::{capital, counted, digits, list};

/// Returns the sentence of a trait (TT-4.2, TT-5.4).
pub fn quality(quality: Trait) -> &'static str {
    match quality {
        Trait::Hiking => "Moves through forest at full speed.",
        Trait::Climbing => "Moves over mountains at half speed.",
        Trait::Floating => "Moves on water only, at full speed.",
        Trait::Swimming => "Moves through water at full speed.",
        Trait::Diving => "Moves through water at half speed. On water only anti-submarine attacks may target it.",
        Trait::Flying => "Terrain and roads mean nothing to it. Only anti-air attacks may target it.",
        Trait::Digging => "Terrain and roads mean nothing to it. Only anti-subterranean attacks may target it.",
        Trait::Hovering => "Terrain and roads mean nothing to it.",
        Trait::Hiding => "Cannot join combat. Only special attacks may target it.",
        Trait::Sheltering => "Special attacks may not target it.",
    }
}

/// Returns the targets of a special attack of a kind, in words (TT-6.1, TT-6.2).
pub fn targets(kind: StrikeKind) -> &'static str {
    match kind {
        StrikeKind::Ranged => "All but Flying and Digging cards, and Diving cards on water.",
        StrikeKind::AntiAir => "Only Flying cards.",
        StrikeKind::AntiSubmarine => "Only Diving cards on water.",
        StrikeKind::AntiSubterranean => "Only Digging cards.",
    }
}
