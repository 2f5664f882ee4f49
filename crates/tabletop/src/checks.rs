//! The semantic checks of Tabletop: the list, by code. TT10x names, TT11x factions and lists, TT12x cards, TT13x the map,
//! TT14x the set-up, TT15x abilities as they are written, TT16x victory, TT17x abilities in their battle, TT18x the course of
//! the battle, TT19x what is printed alone.
//!
//! A new check is `checks/<name>.rs`, its page `checks/<name>.md`, and two lines here. One of names that mean nothing is a
//! row of `checks/unknown.rs` instead.

mod ability_never_applies;
mod ambiguous_card;
mod army_without_commander;
mod broken_road;
mod cannot_stand;
mod card_in_no_faction;
mod changes_nothing;
mod contested_start;
mod contradicting_deeds;
mod cooldown_of_once;
mod costly_ability;
mod costly_card;
mod destroys_nothing;
mod divided_army;
mod empty_ability;
mod equal_initiative;
mod faction_count;
mod fixed_value;
mod foreign_card;
mod harmless_strike;
mod held_at_start;
mod hero_twice;
mod hiding_and_sheltering;
mod idle_condition;
mod idle_deed;
mod idle_trait;
mod idle_within;
mod inverted_range;
mod late_hold;
mod legend_key;
mod letter_without_meaning;
mod listed_twice;
mod lone_formation;
mod lone_nation;
mod long_range;
mod map_too_large;
mod misplaced_deed;
mod missing_card;
mod missing_value;
mod never_meet;
mod no_ability;
mod no_map;

mod no_start;
mod nothing_affordable;
mod nothing_lasts;
mod nowhere_to_deploy;
mod nowhere_to_stand;
mod number_twice;
mod numbered_place;
mod odd_copies;
mod out_of_reach;
mod place_off_map;
mod plain_pattern;
mod printed_only;
mod several_orders;
mod standard_as_unit;
mod too_many_abilities;
mod too_many_at_start;
mod too_many_kinds;
mod trait_without_terrain;
mod twin_factions;
mod twin_flags;
mod two_maps;
mod type_of_no_card;
mod uneven_rows;
mod unknown;
mod unlike_formation;
mod unused_letter;
mod victory_twice;
mod zero_cooldown;
mod zero_value;

use muster_core::check::Check;
use muster_core::source::Address;
use muster_systems::english::count_in_digits;

use super::model::{AbilityDeed, Activation, CardAbility, HexNumber};
use super::resolve::{ResolvedMap, TabletopBattle};

/// Every check, by code.
pub const CHECKS: &[&Check<TabletopBattle>] = &[
    &unknown::FACTION,
    &unknown::CARD,
    &unknown::HEX,
    &ambiguous_card::CHECK,
    &type_of_no_card::CHECK,
    &faction_count::CHECK,
    &twin_factions::CHECK,
    &equal_initiative::CHECK,
    &inverted_range::CHECK,
    &missing_card::CHECK,
    &listed_twice::CHECK,
    &number_twice::CHECK,
    &card_in_no_faction::CHECK,
    &twin_flags::CHECK,
    &too_many_kinds::CHECK,
    &missing_value::CHECK,
    &fixed_value::CHECK,
    &too_many_abilities::CHECK,
    &hiding_and_sheltering::CHECK,
    &no_ability::CHECK,
    &idle_trait::CHECK,
    &trait_without_terrain::CHECK,
    &nowhere_to_stand::CHECK,
    &costly_card::CHECK,
    &odd_copies::CHECK,
    &no_map::CHECK,
    &two_maps::CHECK,
    &uneven_rows::CHECK,
    &letter_without_meaning::CHECK,
    &legend_key::CHECK,
    &unused_letter::CHECK,
    &broken_road::CHECK,
    &place_off_map::CHECK,
    &numbered_place::CHECK,
    &map_too_large::CHECK,
    &cannot_stand::CHECK,
    &contested_start::CHECK,
    &hero_twice::CHECK,
    &unlike_formation::CHECK,
    &lone_formation::CHECK,
    &standard_as_unit::CHECK,
    &divided_army::CHECK,
    &too_many_at_start::CHECK,
    &foreign_card::CHECK,
    &no_start::CHECK,
    &misplaced_deed::CHECK,
    &several_orders::CHECK,
    &zero_cooldown::CHECK,
    &cooldown_of_once::CHECK,
    &nothing_lasts::CHECK,
    &army_without_commander::CHECK,
    &idle_within::CHECK,
    &changes_nothing::CHECK,
    &contradicting_deeds::CHECK,
    &empty_ability::CHECK,
    &held_at_start::CHECK,
    &out_of_reach::CHECK,
    &late_hold::CHECK,
    &destroys_nothing::CHECK,
    &victory_twice::CHECK,
    &harmless_strike::CHECK,
    &long_range::CHECK,
    &ability_never_applies::CHECK,
    &idle_condition::CHECK,
    &idle_deed::CHECK,
    &costly_ability::CHECK,
    &nowhere_to_deploy::CHECK,
    &nothing_affordable::CHECK,
    &never_meet::CHECK,
    &zero_value::CHECK,
    &printed_only::CHECK,
    &lone_nation::CHECK,
    &plain_pattern::CHECK,
];

/// A deed as it is written in an ability of a card.
struct WrittenDeed<'b> {
    /// The ability's place among those of its card.
    number: usize,
    ability: &'b CardAbility,
    deed: &'b AbilityDeed,
    at: Address,
}

impl WrittenDeed<'_> {
    /// Returns the place of the deed's word: the key that it is, or the word alone.
    fn key(&self) -> Address {
        match self.deed {
            AbilityDeed::Plain(_) => self.at.clone(),
            AbilityDeed::Deed(_) => Address::key(self.at.file, self.at.pointer.key(self.deed.word())),
        }
    }

    /// Returns the place of something that belongs to the deed: `/range`.
    fn part(&self, suffix: &str) -> Address {
        self.at.join(&format!("/{}{suffix}", self.deed.word()))
    }
}

/// Returns every deed of a card's abilities.
fn deeds(battle: &TabletopBattle, card: usize) -> impl Iterator<Item = WrittenDeed<'_>> {
    let abilities = battle.written_card(card).abilities.iter().enumerate();
    abilities.flat_map(move |(number, ability)| {
        ability.deeds.iter().enumerate().map(move |(k, deed)| {
            let at = battle.card_address(card, &format!("/abilities/{number}/do/{k}"));
            WrittenDeed { number, ability, deed, at }
        })
    })
}

/// Returns every active ability of the cards that are judged: its card, its place there, and how it is used.
fn activations(battle: &TabletopBattle) -> impl Iterator<Item = (usize, usize, Activation)> {
    battle.judged_cards().flat_map(|card| {
        let abilities = battle.written_card(card).abilities.iter().enumerate();
        abilities.filter_map(move |(i, ability)| Some((card, i, ability.active?)))
    })
}

/// Returns true if a deed is done by an order, so that only active abilities have it.
fn is_by_order(deed: &AbilityDeed) -> bool {
    matches!(deed, AbilityDeed::Plain(_)) || deed.strike().is_some()
}

/// Returns that a hex is off the map, or beyond a row that is too short.
fn off_the_map(map: &ResolvedMap, number: HexNumber) -> String {
    let digits = number.digits(map.layout.is_wide());
    let (column, row) = number.place(map.layout.is_wide());
    if map.layout.hex(column, row).is_some() {
        let length = map.rows()[usize::from(row) - 1].len();
        return format!("there is no hex `{digits}`; row {row} has {}", count_in_digits(length, "hex", "hexes"));
    }
    let columns = count_in_digits(map.layout.columns.into(), "column", "columns");
    let rows = count_in_digits(map.layout.rows.into(), "row", "rows");
    // Without the bar YAML joins the lines.
    let joined = if map.layout.rows == 1 { "; if it has several rows, begin it with `hexes: |`" } else { "" };
    format!("hex `{digits}` is off the map, which has {columns} and {rows}{joined}")
}
