//! The numbers of the stand-in for the base game, as a scenario may set them (SB-8).

use schemars::JsonSchema;
use serde::Deserialize;

/// The table: what each number is called, its type, what it is at first, its range, and what it means.
macro_rules! numbers {
    ($($(#[doc = $doc:literal])* $name:ident: $type:ty = $default:literal, $least:literal..=$most:literal;)*) => {
        /// Numbers of the stand-in for the base game: a simple line of battle for playing whole battles. It does not
        /// predict the base game.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
        #[serde(deny_unknown_fields, default)]
        pub struct StandIn {
            $(
                $(#[doc = $doc])*
                #[schemars(range(min = $least, max = $most))]
                pub $name: $type,
            )*
        }

        impl Default for StandIn {
            fn default() -> StandIn {
                StandIn { $($name: $default,)* }
            }
        }
    };
}

numbers! {
    /// Inches from table edge to table edge.
    depth: u8 = 48, 24..=96;
    /// Lanes side by side, four inches each.
    lanes: u8 = 12, 1..=18;
    /// Inches from its own edge in which a side deploys.
    zone: u8 = 12, 1..=48;
    /// The least number that a die must show to hit.
    to_hit: u8 = 4, 2..=6;
    /// Percent of its points that a missile unit's hit kills.
    shooting: u8 = 20, 0..=200;
    /// Percent of its points that a war machine's hit kills.
    artillery: u8 = 40, 0..=200;
    /// Percent of its points that a wizard's bolt kills.
    magic: u8 = 30, 0..=200;
    /// Percent of its models that a unit loses in a round of combat.
    melee: u8 = 20, 0..=100;
    /// A round of combat is a draw if the sides differ by at most this percentage.
    tie: u8 = 4, 0..=50;
    /// Chance in percent to break after losing a round to an equal.
    r#break: u8 = 40, 0..=100;
    /// Chance in percent to flee from the fire of an equal.
    panic: u8 = 30, 0..=100;
    /// Chance in percent to rally for a unit at full strength.
    rally: u8 = 70, 0..=100;
    /// Chance in percent to cast against an equal wizard, or none.
    cast: u8 = 60, 0..=100;
    /// Percent that a charge into a flank adds; into the rear twice as much.
    flank: u8 = 25, 0..=200;
    /// Percent that charging adds in the first round of combat.
    charge: u8 = 20, 0..=200;
    /// Percent that a ward adds in melee.
    ward: u8 = 25, 0..=200;
}
