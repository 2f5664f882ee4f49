//! TB126 `card-in-both-sides`: both sides list the same card.

use std::collections::HashSet;

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::model::CardId;
use crate::resolve::Battle;

pub(super) const CHECK: Check<Battle> = Check {
    code: Code::new("TB126", "card-in-both-sides", Severity::Error, include_str!("card_in_both_sides.md")),
    run,
};

/// Most cards that a message lists.
const LISTED: usize = 6;

fn run(battle: &Battle, cx: &mut Cx<'_>) {
    let ids = |cards: &[usize]| cards.iter().map(|card| battle.cards[*card].id).collect::<HashSet<_>>();
    let listed: Vec<HashSet<_>> = battle.armies.iter().map(|army| ids(&army.cards)).collect();
    let ranges: Vec<_> = battle.ranges().collect();
    for (side, range, at) in &ranges {
        let taken = |id: &CardId| listed[..*side].iter().any(|cards| cards.contains(id));
        let twice: Vec<CardId> = range.cards().filter(taken).collect();
        let Some(one) = twice.first() else { continue };
        let names: Vec<String> = twice.iter().take(LISTED).map(|id| format!("`{id}`")).collect();
        let more = if twice.len() > LISTED { " and more" } else { "" };
        let finding = cx.finding(at.clone(), format!("the other side also lists {}{more}", names.join(", ")));
        let other = ranges.iter().find(|(other, range, _)| other < side && range.cards().any(|id| id == *one));
        cx.push(match other {
            Some((_, range, at)) => finding.with_related(at.clone(), format!("in `{range}`")),
            None => finding,
        });
    }
}
