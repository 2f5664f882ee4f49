//! TB124 `undefined-card`: a side lists a card that no file defines.

use std::collections::BTreeMap;

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::causes;
use crate::model::CardId;
use crate::resolve::Battle;

pub(super) const CHECK: Check<Battle> =
    Check { code: Code::new("TB124", "undefined-card", Severity::Error, include_str!("undefined_card.md")), run };

/// Most cards that a message lists.
const LISTED: usize = 6;

fn run(battle: &Battle, cx: &mut Cx<'_>) {
    let slips = causes::misnumbered_cards(battle);
    // Where the slip has the number of another card, that is said instead.
    let twice = |card: usize| battle.cards[..card].iter().any(|other| other.id == battle.cards[card].id);
    let (said, slips): (BTreeMap<_, _>, BTreeMap<_, _>) = slips.into_iter().partition(|(card, _)| twice(*card));
    let turned = causes::turned_cards(battle);
    for (army, missing) in battle.armies.iter().map(|army| &army.missing).enumerate() {
        let missing: Vec<_> = missing.iter().filter(|(id, _)| !said.values().any(|other| other == id)).collect();
        let mut explained = causes::undefined_references(battle, army);
        for range in missing.chunk_by(|(_, a), (_, b)| a == b) {
            let ids: Vec<CardId> = range.iter().map(|(id, _)| *id).collect();
            let at = battle.scenario_address(range[0].1.as_str());
            let mut finding = cx.finding(at, message(&ids));
            finding.help =
                Some("define it under `formations`, add its deck to `decks`, or remove it from the list".to_owned());
            if let Some((&card, fits)) = slips.iter().find(|(_, fits)| ids.contains(fits)) {
                let (at, text) = (battle.card_address(card, "/card"), fits.to_string());
                finding = finding.help(format!("should `{}` be numbered `{text}`?", battle.cards[card].id));
                finding = finding.with_related(at.clone(), "in neither side").replace(false, at, text);
            }
            for &card in turned.iter().filter(|card| ids.contains(&battle.cards[**card].id.other_side())) {
                finding = finding.with_related(battle.card_address(card, "/card"), "the other side of the card");
            }
            // What the names would have meant cannot be told apart: the first range of the side has them all.
            cx.push(explained.drain(..).fold(finding, |finding, i| {
                let reference = &battle.references[i];
                finding.with_related(reference.at.clone(), format!("`{}` may be this card", reference.text))
            }));
        }
    }
}

fn message(missing: &[CardId]) -> String {
    let listed: Vec<String> = missing.iter().take(LISTED).map(|id| format!("`{id}`")).collect();
    match missing.len().saturating_sub(LISTED) {
        0 if missing.len() == 1 => format!("card {} is not defined", listed.join(", ")),
        0 => format!("cards {} are not defined", listed.join(", ")),
        more => format!("cards {} and {more} more are not defined", listed.join(", ")),
    }
}
