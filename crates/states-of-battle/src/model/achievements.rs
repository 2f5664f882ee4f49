//! Achievements of a scenario as they are written.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use muster_core::schema::NOT_BLANK;

/// The achievements that can be won.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Achievements {
    /// The published ones.
    Published(PublishedWord),
    /// These.
    Listed(#[schemars(length(max = 16))] Vec<AchievementEntry>),
}

impl Default for Achievements {
    fn default() -> Achievements {
        Achievements::Published(PublishedWord::Published)
    }
}

/// The word `published`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum PublishedWord {
    /// All published ones.
    Published,
}

/// An achievement of a list.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum AchievementEntry {
    /// A published one.
    Published(PublishedAchievement),
    /// Your own.
    Own(OwnAchievement),
}

/// A published achievement (SB-3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PublishedAchievement {
    /// The first model of the enemy is killed: one counter.
    FirstBlood,
    /// A charge succeeds from nearly as far as it can: two counters.
    ThunderousCharge,
    /// Two units charge one enemy from opposite flanks, or from a flank and the rear, in a turn: two counters.
    PincerMovement,
    /// Two war machines kill from one enemy unit in a turn: one counter.
    Salvo,
    /// A challenge of a named character is won: two counters; lost, two are lost.
    HeroicChallenge,
    /// A unit beats one of greater value in a round of combat, or puts it to flight: two counters.
    HeroicMoment,
}

impl PublishedAchievement {
    /// All of them, in the order of the clauses.
    pub const ALL: [PublishedAchievement; 6] = [
        PublishedAchievement::FirstBlood,
        PublishedAchievement::ThunderousCharge,
        PublishedAchievement::PincerMovement,
        PublishedAchievement::Salvo,
        PublishedAchievement::HeroicChallenge,
        PublishedAchievement::HeroicMoment,
    ];

    /// Returns its name on the table.
    pub fn title(self) -> &'static str {
        match self {
            PublishedAchievement::FirstBlood => "First Blood",
            PublishedAchievement::ThunderousCharge => "Thunderous Charge",
            PublishedAchievement::PincerMovement => "Pincer Movement",
            PublishedAchievement::Salvo => "Salvo",
            PublishedAchievement::HeroicChallenge => "Heroic Challenge",
            PublishedAchievement::HeroicMoment => "Heroic Moment",
        }
    }

    /// Returns the counters that it gives.
    pub fn counters(self) -> u8 {
        match self {
            PublishedAchievement::FirstBlood | PublishedAchievement::Salvo => 1,
            _ => 2,
        }
    }
}

/// An achievement of the scenario, won once in a battle by the first side to do it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OwnAchievement {
    /// Its name.
    #[schemars(regex(pattern = NOT_BLANK))]
    pub name: String,
    /// The event that wins it.
    pub on: AchievementEvent,
    /// The counters that it gives.
    #[schemars(range(min = 1, max = 20))]
    pub counters: u8,
}

/// An event that wins an achievement of the scenario.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum AchievementEvent {
    /// The enemy loses a unit: it is destroyed, or flees off the field.
    UnitLost,
    /// A unit of the enemy breaks.
    UnitBroken,
}
