//! SB148 `nobody-fights`: no card of either side can cost a counter.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::model::UnitKind;
use crate::resolve::BattleSide;
use crate::resolve::StatesBattle;
use crate::words::{CardDeed, CardWord, PlainWord, placed_words};

pub(super) const CHECK: Check<StatesBattle> =
    Check { code: Code::new("SB148", "nobody-fights", Severity::Warning, include_str!("nobody_fights.md")), run };

fn run(battle: &StatesBattle, cx: &mut Cx<'_>) {
    let Some(scenario) = battle.scenario().filter(|_| battle.has_two_sides()) else { return };
    let known = (0..2).all(|side| battle.army_is_known(side));
    let settled = !battle.triggers.is_empty() || !battle.forfeits.is_empty() || !battle.specials.is_empty();
    let shoots = battle.fielded_units().any(|unit| battle.units[unit].kind.shoots() && battle.units[unit].range > 0);
    if known && !settled && !shoots && battle.victory.is_empty() && !(0..2).any(|side| hurts(battle, side)) {
        let message = "no card moves a unit, and no unit shoots or casts, so no counter is ever lost";
        let finding = cx.finding(battle.scenario_address("/scenario/name"), message);
        cx.push(match scenario.rounds {
            Some(_) => finding,
            None => finding.help("without `rounds` the battle never ends"),
        });
    }
}

/// Returns true if a card of a side may cost somebody a counter.
fn hurts(battle: &StatesBattle, side: usize) -> bool {
    let BattleSide { orders, events, starter, units, .. } = &battle.sides[side];
    let wizard = units.iter().any(|unit| battle.units[*unit].kind == UnitKind::Wizard);
    let decks = [orders, events, starter];
    let words = decks.into_iter().flatten().flat_map(|card| placed_words(&battle.cards[card.card].definition.play));
    words.into_iter().any(|placed| match placed.word {
        CardWord::Plain(PlainWord::Cast) => wizard,
        CardWord::Plain(_) => false,
        CardWord::Deed(deed) => match deed {
            CardDeed::Move(moves) => moves.units > 0,
            CardDeed::MoveGroup(_) | CardDeed::HalfMove(_) | CardDeed::Counters(_) => true,
            _ => false,
        },
    })
}
