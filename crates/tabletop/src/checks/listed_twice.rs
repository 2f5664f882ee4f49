//! TT115 `listed-twice`: a faction lists a card twice.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Edit, Severity};
use muster_core::source::Address;
use muster_systems::english::quote_names;

use crate::resolve::TabletopBattle;

pub(super) const CHECK: Check<TabletopBattle> =
    Check { code: Code::new("TT115", "listed-twice", Severity::Warning, include_str!("listed_twice.md")), run };

fn run(battle: &TabletopBattle, cx: &mut Cx<'_>) {
    for faction in &battle.factions {
        for range in faction.twice.chunk_by(|(_, a), (_, b)| a == b) {
            let names: Vec<String> = range.iter().map(|(card, _)| battle.cards[*card].id.to_string()).collect();
            let is = if names.len() == 1 { "is" } else { "are" };
            let names = quote_names(names.iter().map(String::as_str), "and");
            let at = Address::value(battle.file(), range[0].1.clone());
            let finding = cx.finding(at.clone(), format!("{names} {is} already listed"));
            // A number alone, or a range of which every card is there, can go.
            let whole = battle.card_ranges().into_iter().find(|(.., pointer)| *pointer == range[0].1);
            let goes = whole.is_some_and(|(_, whole, _)| whole.numbers().count() == range.len());
            cx.push(if goes { finding.help("remove it").mend(true, vec![Edit::remove(at)]) } else { finding });
        }
    }
}
