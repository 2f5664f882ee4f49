//! The semantic checks of Table Battles: the list, by code. TB10x references, TB11x lists of targets, TB12x cards and
//! sides, TB13x set-up, TB14x what cards can do, TB15x and TB16x what a reviewer of a card set would
//! say, TB17x expansion rules, TB18x and TB19x special rules.
//!
//! A new check is `checks/<name>.rs`, its page `checks/<name>.md`, and two lines here. One of names that mean nothing
//! is a row of `checks/unknown.rs` instead.

mod backward_range;
mod blocked_reserve;
mod borrowed_sticks;
mod card_in_both_sides;
mod card_in_no_scenario;
mod card_not_in_battle;
mod contradicting_effects;
mod countdown_too_long;
mod duplicate_card;
mod duplicate_name;
mod effect_changes_nothing;
mod effect_never_applies;
mod first_side;
mod identical_cards;
mod idle_wing;
mod lone_link;
mod marks_without_rule;
mod misplaced_effect;
mod misspelt_name;
mod needless_absorb;
mod needless_command;
mod needless_counterattack;
mod needless_requirement;
mod needless_screen;
mod never_acts;
mod never_attacked;
mod no_morale;
mod no_targets;
mod pursuit_without_attack;
mod repeated_action;
mod repeated_target;
mod reserve_cycle;
mod retire_without_dice;
mod rule_without_marks;
mod same_side_name;
mod shift_without_pair;
mod side_cannot_attack;
mod side_count;
mod similar_names;
mod special_target;
mod star_on_special;
mod starts_above_strength;
mod stranded_target;
mod takes_no_dice;
mod targets_itself;
mod too_large;
mod too_many_cubes;
mod too_many_sticks;
mod uncommanded_reserve;
mod undefined_card;
mod uneven_sides;
mod unfillable_requirement;
mod unknown;
mod unknown_action;
mod unlikely_requirement;
mod unplayed_rule;
mod unreachable_tactical;
mod unshakable_morale;
mod unusual_strength;
mod wrong_side;

use muster_core::check::Check;

use super::resolve::Battle;

/// Every check, by code.
pub const CHECKS: &[&Check<Battle>] = &[
    &unknown::TARGET,
    &unknown::SCREEN,
    &unknown::COUNTERATTACK,
    &unknown::ABSORB,
    &unknown::COMMAND,
    &unknown::RESERVE,
    &wrong_side::CHECK,
    &card_not_in_battle::CHECK,
    &targets_itself::CHECK,
    &repeated_target::CHECK,
    &no_targets::CHECK,
    &special_target::CHECK,
    &side_count::CHECK,
    &first_side::CHECK,
    &same_side_name::CHECK,
    &backward_range::CHECK,
    &undefined_card::CHECK,
    &duplicate_card::CHECK,
    &card_in_both_sides::CHECK,
    &card_in_no_scenario::CHECK,
    &duplicate_name::CHECK,
    &misspelt_name::CHECK,
    &too_many_cubes::CHECK,
    &no_morale::CHECK,
    &too_many_sticks::CHECK,
    &borrowed_sticks::CHECK,
    &side_cannot_attack::CHECK,
    &too_large::CHECK,
    &unfillable_requirement::CHECK,
    &takes_no_dice::CHECK,
    &reserve_cycle::CHECK,
    &uncommanded_reserve::CHECK,
    &needless_command::CHECK,
    &blocked_reserve::CHECK,
    &repeated_action::CHECK,
    &needless_screen::CHECK,
    &needless_counterattack::CHECK,
    &needless_absorb::CHECK,
    &never_attacked::CHECK,
    &never_acts::CHECK,
    &pursuit_without_attack::CHECK,
    &retire_without_dice::CHECK,
    &star_on_special::CHECK,
    &unusual_strength::CHECK,
    &unreachable_tactical::CHECK,
    &similar_names::CHECK,
    &uneven_sides::CHECK,
    &unlikely_requirement::CHECK,
    &needless_requirement::CHECK,
    &identical_cards::CHECK,
    &idle_wing::CHECK,
    &unshakable_morale::CHECK,
    &stranded_target::CHECK,
    &lone_link::CHECK,
    &marks_without_rule::CHECK,
    &rule_without_marks::CHECK,
    &shift_without_pair::CHECK,
    &unknown::IN_EFFECT,
    &effect_never_applies::CHECK,
    &effect_changes_nothing::CHECK,
    &contradicting_effects::CHECK,
    &countdown_too_long::CHECK,
    &misplaced_effect::CHECK,
    &unknown_action::CHECK,
    &starts_above_strength::CHECK,
    &unplayed_rule::CHECK,
];
