//! TT114 `missing-card`: a faction lists a card that no file defines.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};
use muster_core::source::Address;
use muster_systems::english::quote_names;

use crate::model::TabletopCardId;
use crate::resolve::TabletopBattle;

pub(super) const CHECK: Check<TabletopBattle> =
    Check { code: Code::new("TT114", "missing-card", Severity::Error, include_str!("missing_card.md")), run };

/// Most cards that a message lists.
const LISTED: usize = 6;

fn run(battle: &TabletopBattle, cx: &mut Cx<'_>) {
    let slip = battle.misnumbered_card();
    // Where the slip has the number of another card, that is said instead.
    let said = slip.filter(|(card, _)| battle.is_numbered_twice(*card)).map(|(_, fits)| fits);
    for faction in &battle.factions {
        for range in faction.missing.chunk_by(|(_, a), (_, b)| a == b) {
            let ids: Vec<TabletopCardId> = range.iter().map(|(id, _)| *id).filter(|id| Some(*id) != said).collect();
            if ids.is_empty() {
                continue;
            }
            let names: Vec<String> = ids.iter().take(LISTED).map(ToString::to_string).collect();
            let more = ids.len().saturating_sub(LISTED);
            let names = match more {
                0 => quote_names(names.iter().map(String::as_str), "and"),
                _ => format!("`{}` and {more} more", names.join("`, `")),
            };
            let message = match ids.len() {
                1 => format!("no file has a card {names}"),
                _ => format!("no file has the cards {names}"),
            };
            let finding = cx.finding(Address::value(battle.file(), range[0].1.clone()), message);
            cx.push(match slip.filter(|(_, fits)| ids.contains(fits)) {
                Some((card, fits)) => {
                    let at = battle.card_address(card, "/card");
                    let help = format!("should `{}` be numbered `{fits}`?", battle.cards[card].id);
                    finding.help(help).with_related(at.clone(), "in no faction").replace(false, at, fits.to_string())
                }
                None => finding.help("define it under `cards`, add its file to `decks`, or remove it from the list"),
            });
        }
    }
}
