//! The semantic checks of States of Battle: the list, by code. SB10x names, SB11x sides and lists, SB12x units, SB13x the
//! field, SB14x counters and what decides the battle, SB15x decks and cards, SB16x achievements, SB17x special rules.
//!
//! A new check is `checks/<name>.rs`, its page `checks/<name>.md`, and two lines here. One of names that mean nothing
//! is a row of `checks/unknown.rs` instead.

mod alternate_twins;
mod ambiguous_unit;
mod arrives_twice;
mod battle_too_large;
mod contested_unit;
mod costly_forfeit;
mod costly_unit;
mod crowded_units;
mod crowded_zone;
mod dead_card;
mod deck_size;
mod doubled_trigger;
mod duplicate_unit;
mod end_never_comes;
mod foreign_unit;
mod half_placed;
mod idle_key;
mod idle_trigger;
mod idle_word;
mod lull_listed;
mod misplaced_word;
mod named_twice;
mod nearly_published;
mod no_army;
mod no_counters;
mod no_events;
mod no_general;
mod no_lull;
mod no_rounds;
mod nobody_fights;
mod nobody_on_the_field;
mod nobody_to_challenge;
mod off_the_field;
mod outside_zone;
mod place_nowhere;
mod replaces_published;
mod reversed_range;
mod rule_in_words;
mod rule_never_applies;
mod several_generals;
mod too_many_copies;
mod too_many_trays;
mod twin_sides;
mod two_sides;
mod undefined_unit;
mod uneven_armies;
mod unfit_rider;
mod unit_in_no_side;
mod unknown;
mod unwinnable_achievement;
mod won_at_start;
mod zones_overlap;

use muster_core::check::Check;

use super::resolve::StatesBattle;

/// Every check, by code.
pub const CHECKS: &[&Check<StatesBattle>] = &[
    &unknown::SIDE,
    &unknown::UNIT,
    &unknown::ORDERS,
    &unknown::PLACE,
    &foreign_unit::CHECK,
    &ambiguous_unit::CHECK,
    &two_sides::CHECK,
    &twin_sides::CHECK,
    &reversed_range::CHECK,
    &undefined_unit::CHECK,
    &duplicate_unit::CHECK,
    &contested_unit::CHECK,
    &unit_in_no_side::CHECK,
    &named_twice::CHECK,
    &no_army::CHECK,
    &unfit_rider::CHECK,
    &no_general::CHECK,
    &several_generals::CHECK,
    &costly_unit::CHECK,
    &idle_key::CHECK,
    &alternate_twins::CHECK,
    &rule_in_words::CHECK,
    &battle_too_large::CHECK,
    &arrives_twice::CHECK,
    &nobody_on_the_field::CHECK,
    &off_the_field::CHECK,
    &crowded_units::CHECK,
    &outside_zone::CHECK,
    &half_placed::CHECK,
    &zones_overlap::CHECK,
    &too_many_trays::CHECK,
    &crowded_zone::CHECK,
    &place_nowhere::CHECK,
    &no_counters::CHECK,
    &idle_trigger::CHECK,
    &costly_forfeit::CHECK,
    &uneven_armies::CHECK,
    &no_rounds::CHECK,
    &end_never_comes::CHECK,
    &won_at_start::CHECK,
    &doubled_trigger::CHECK,
    &nobody_fights::CHECK,
    &deck_size::CHECK,
    &too_many_copies::CHECK,
    &lull_listed::CHECK,
    &dead_card::CHECK,
    &no_events::CHECK,
    &replaces_published::CHECK,
    &nearly_published::CHECK,
    &misplaced_word::CHECK,
    &idle_word::CHECK,
    &no_lull::CHECK,
    &unwinnable_achievement::CHECK,
    &nobody_to_challenge::CHECK,
    &rule_never_applies::CHECK,
];
