//! The parts of a battle that can be used: phases, cards, units, achievements, triggers, special rules.

use muster_core::diag::{Code, Severity};
use muster_core::source::{Address, Pointer};
use muster_systems::counters::Used;

use crate::engine::StatesEngine;
use crate::engine::tally::{self, Phase, UnitTally};
use crate::model::DeckKind;
use crate::resolve::{BattleSpecial, BattleTrigger, StatesBattle};
use crate::rules::{AchievementRow, StatesRules, Weapon};

/// A card that was never played, or never did anything when it was.
pub const NEVER_PLAYED: Code =
    Code::new("SB301", "card-never-played", Severity::Warning, include_str!("card_never_played.md"));
/// A unit that never did anything.
pub const NEVER_DID_ANYTHING: Code =
    Code::new("SB302", "unit-never-acted", Severity::Warning, include_str!("unit_never_acted.md"));
/// An achievement that nobody won.
pub const NEVER_WON: Code =
    Code::new("SB303", "achievement-never-won", Severity::Info, include_str!("achievement_never_won.md"));
/// A trigger of a state that was never reached.
pub const NEVER_TRIGGERED: Code =
    Code::new("SB304", "never-triggered", Severity::Warning, include_str!("never_triggered.md"));
/// A special rule that never came to pass.
pub const NEVER_CAME_TO_PASS: Code =
    Code::new("SB305", "special-never-used", Severity::Warning, include_str!("special_never_used.md"));

/// A phase of fighting that never happened.
pub const NEVER_HAPPENED: Code =
    Code::new("SB306", "phase-never-happened", Severity::Warning, include_str!("phase_never_happened.md"));

/// The kinds of findings of smoke tests of States of Battle, besides those of every game.
pub const CODES: &[Code] =
    &[NEVER_PLAYED, NEVER_DID_ANYTHING, NEVER_WON, NEVER_TRIGGERED, NEVER_CAME_TO_PASS, NEVER_HAPPENED];

/// Returns everything that is there to be used, in the order of reports.
pub(super) fn usable_parts(engine: &StatesEngine, battle: &StatesBattle) -> Vec<Used> {
    let kinds = [phases, cards, units, achievements, triggers, specials];
    kinds.into_iter().flat_map(|kind| kind(&engine.rules, battle)).collect()
}

/// Returns a part of which something is said whenever its counter is 0.
fn used(counter: usize, (name, what): (&str, String), at: Address, (code, never): (Code, String)) -> Used {
    Used { counter, after: Vec::new(), card: String::new(), name: name.to_owned(), what, at, code, never, help: None }
}

/// Returns the phases of fighting. Of one that follows another nothing is said where that never happened.
fn phases(rules: &StatesRules, battle: &StatesBattle) -> Vec<Used> {
    let phase = |phase: Phase| {
        let (name, never) = phase_words(phase);
        let after = match phase {
            Phase::Charge => None,
            Phase::Combat => Some(Phase::Charge),
            Phase::Break | Phase::Challenge => Some(Phase::Combat),
            Phase::Pursuit | Phase::Rally => Some(Phase::Break),
        };
        let at = battle.scenario_address("/scenario/name");
        let part = used(tally::phase(phase), (name, "phase".to_owned()), at, (NEVER_HAPPENED, never.to_owned()));
        Used { after: after.map(tally::phase).into_iter().collect(), ..part }
    };
    tally::PHASES.into_iter().filter(|phase| can_happen(rules, *phase)).map(phase).collect()
}

/// Returns the name of a phase, and the start of the message where it never happened.
fn phase_words(phase: Phase) -> (&'static str, &'static str) {
    match phase {
        Phase::Charge => ("charge", "no charge reached its enemy"),
        Phase::Combat => ("combat", "no round of combat was fought"),
        Phase::Break => ("break", "no unit broke after a round of combat"),
        Phase::Pursuit => ("pursuit", "nobody pursued"),
        Phase::Challenge => ("challenge", "nobody was challenged"),
        Phase::Rally => ("rally", "no unit rallied"),
    }
}

/// Returns true if a phase can happen in a battle: challenges need a named character, and somebody who can challenge him.
fn can_happen(rules: &StatesRules, phase: Phase) -> bool {
    let has = |set: u64, side: u8| set & rules.army(side) != 0;
    phase != Phase::Challenge
        || [0, 1].iter().any(|side| has(rules.sets.heroic, *side) && has(rules.sets.named, side ^ 1))
}

/// Returns the kinds of cards in each side's decks.
fn cards(rules: &StatesRules, battle: &StatesBattle) -> Vec<Used> {
    let mut all = Vec::new();
    for (side, row) in (0..).zip(&rules.sides) {
        let decks =
            [(DeckKind::Orders, &row.orders), (DeckKind::Events, &row.events), (DeckKind::Starter, &row.starter)];
        for (deck, copies) in decks {
            for (kind, card) in (0..).zip(&rules.cards[deck as usize]) {
                if copies[usize::from(kind)] == 0 {
                    continue;
                }
                let written = battle.find_card(&card.name).and_then(|card| battle.cards[card].at.clone());
                let at = written.unwrap_or_else(|| match deck {
                    DeckKind::Orders => {
                        let orders = Pointer::parse(format!("/scenario/sides/{side}/orders"));
                        battle.scenario_address(orders.key(&card.name).as_str())
                    }
                    _ => battle.scenario_address(&format!("/scenario/sides/{side}/name")),
                });
                let never = format!("`{}` never played `{}` with any effect", row.name, card.name);
                let what = format!("{} of {}", deck.word(), row.name);
                let counter = tally::card(side, deck, kind, tally::USED);
                all.push(used(counter, (&card.name, what), at, (NEVER_PLAYED, never)));
            }
        }
    }
    all
}

/// Returns the units that can move, and those that can shoot or cast.
fn units(rules: &StatesRules, battle: &StatesBattle) -> Vec<Used> {
    let mut all = Vec::new();
    for (unit, row) in (0..).zip(&rules.units) {
        let mut add = |kind: UnitTally, what: &str, never: &str| {
            let never = format!("`{}` ({}) never {never}", row.number, row.name);
            let at = battle.unit_address(usize::from(unit), "");
            let counter = tally::unit(unit, kind);
            all.push(used(counter, (&row.name, what.to_owned()), at, (NEVER_DID_ANYTHING, never)));
        };
        if row.host.is_none() && row.speed > 0 {
            add(UnitTally::Moved, "moved", "moved");
        }
        if row.arm != Weapon::None && row.range > 0 {
            add(UnitTally::Shot, "shot", "shot or cast");
        }
    }
    all
}

/// Returns the achievements that somebody wrote down: the published ones are in use where nobody thought of them.
fn achievements(rules: &StatesRules, battle: &StatesBattle) -> Vec<Used> {
    let achievement = |(number, row): (usize, &AchievementRow)| {
        let at = battle.achievements[number].at.clone()?;
        let never = format!("nobody won `{}`", row.name);
        Some(used(tally::won_counter(number), (&row.name, "won".to_owned()), at, (NEVER_WON, never)))
    };
    rules.achievements.iter().enumerate().filter_map(achievement).collect()
}

/// Returns the triggers of states. Of the state that an army starts in the checks say that it brings nothing.
fn triggers(rules: &StatesRules, battle: &StatesBattle) -> Vec<Used> {
    let trigger = |trigger: &BattleTrigger| {
        let side = trigger.side?;
        let start = battle.sides[side].by_state.iter().position(|counters| *counters > 0)?;
        let (name, word) = (&rules.sides[side].name, trigger.state.word());
        let never = format!("the army of `{name}` was never {word}");
        let counter = tally::state(side as u8, trigger.state as u8);
        let part = || used(counter, (name, word.to_owned()), trigger.at.clone(), (NEVER_TRIGGERED, never));
        (trigger.state as usize > start).then(part)
    };
    battle.triggers.iter().filter_map(trigger).collect()
}

/// Returns the special rules.
fn specials(_: &StatesRules, battle: &StatesBattle) -> Vec<Used> {
    let special = |(number, special): (usize, &BattleSpecial)| {
        let never = (NEVER_CAME_TO_PASS, "the special rule was never triggered".to_owned());
        used(tally::special(number), ("", "special rule".to_owned()), special.at.clone(), never)
    };
    battle.specials.iter().enumerate().map(special).collect()
}
