//! SB153 `dead-card`: a card has no effect for its side.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};
use muster_core::source::Address;

use crate::model::{DeckKind, UnitKind};
use crate::resolve::NameMeaning;
use crate::resolve::StatesBattle;
use crate::words::{CardDeed, CardWord, PlainWord, ReloadedKind};

pub(super) const CHECK: Check<StatesBattle> =
    Check { code: Code::new("SB153", "dead-card", Severity::Warning, include_str!("dead_card.md")), run };

fn run(battle: &StatesBattle, cx: &mut Cx<'_>) {
    let known = (0..battle.sides.len()).all(|side| battle.army_is_known(side));
    if !known || !battle.has_two_sides() {
        return;
    }
    for (i, side) in battle.written_sides().iter().enumerate() {
        for name in side.orders.iter().flat_map(|orders| orders.keys()) {
            let NameMeaning::Meant(card) = battle.find_orders(name) else { continue };
            if let Some(why) = dead(battle, i, card) {
                let at = battle.side_address(i, "/orders");
                let at = Address::key(at.file, at.pointer.key(name));
                cx.push(
                    cx.finding(at, format!("`{name}` has no effect for `{}`, which has {why}", battle.sides[i].name)),
                );
            }
        }
    }
    // Cards of the other decks are every side's: an own one that is dead for both is of no use at all.
    for (card, in_use) in battle.cards.iter().enumerate() {
        let Some(at) = battle.card_address(card, "/card").filter(|_| in_use.definition.deck != DeckKind::Orders) else {
            continue;
        };
        if let (Some(why), Some(_)) = (dead(battle, 0, card), dead(battle, 1, card)) {
            let what = why.strip_prefix("no ").unwrap_or(why);
            let message = format!("`{}` has no effect in this battle: neither side has {what}", in_use.definition.card);
            cx.push(cx.finding(at, message));
        }
    }
}

/// Returns what a side has instead of what all words of a card need; `None` if one of them does something.
fn dead(battle: &StatesBattle, side: usize, card: usize) -> Option<&'static str> {
    let words = &battle.cards[card].definition.play;
    let reasons: Option<Vec<&str>> = words.iter().map(|word| idle(battle, side, word)).collect();
    reasons?.first().copied()
}

/// Returns what a side has instead of what a word needs; `None` if the word does something.
fn idle(battle: &StatesBattle, side: usize, word: &CardWord) -> Option<&'static str> {
    let units = || battle.sides[side].units.iter().map(|unit| &battle.units[*unit]);
    let has = |kind: UnitKind| units().any(|unit| unit.kind == kind);
    let shooters = units().any(|unit| unit.kind.shoots());
    match word {
        CardWord::Plain(PlainWord::Cast) => (!has(UnitKind::Wizard)).then_some("no wizard"),
        CardWord::Plain(PlainWord::Fire) => (!shooters).then_some("no units that shoot"),
        CardWord::Plain(_) => None,
        CardWord::Deed(deed) => match deed {
            CardDeed::Reload(kinds) => {
                let (missile, machine) =
                    (kinds.contains(&ReloadedKind::Missile), kinds.contains(&ReloadedKind::WarMachine));
                let useful = missile && has(UnitKind::Missile) || machine && has(UnitKind::WarMachine);
                let lacks = match (missile, machine) {
                    (true, true) => "no units that shoot",
                    (true, false) => "no missile units",
                    _ => "no war machine",
                };
                (!useful).then_some(lacks)
            }
            CardDeed::ToHit(_) => (!shooters).then_some("no units that shoot"),
            CardDeed::MoveGroup(_) => {
                (!units().any(|unit| unit.named)).then_some("no named character, so the card only moves a unit")
            }
            CardDeed::Keep(_) => battle.sides[side].generals.is_empty().then_some("no general"),
            _ => None,
        },
    }
}
