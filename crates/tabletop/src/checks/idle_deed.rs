//! TT174 `idle-deed`: a part of an ability has no effect in this battle.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};
use muster_systems::english::quote_names;

use crate::checks::deeds;
use crate::model::{AbilityDeed, DetailedDeed, PlainDeed, RecipientGroup, Recipients, StatChange, Trait, TraitChange};
use crate::reach::{Ground, TraitOutlook};
use crate::resolve::{ResolvedCard, TabletopBattle};

pub(super) const CHECK: Check<TabletopBattle> =
    Check { code: Code::new("TT174", "idle-deed", Severity::Warning, include_str!("idle_deed.md")), run };

fn run(battle: &TabletopBattle, cx: &mut Cx<'_>) {
    if battle.factions.len() < 2 {
        return;
    }
    let outlook = TraitOutlook::new(battle);
    let has_roads = Ground::new(battle).is_none_or(|ground| ground.may_have_roads());
    let mut of_faction: Vec<Vec<usize>> = vec![Vec::new(); battle.factions.len()];
    for card in battle.fielded_cards() {
        battle.cards[card].factions.iter().for_each(|faction| of_faction[*faction].push(card));
    }
    let strikes: Vec<bool> = battle.cards.iter().map(strikes).collect();
    for card in battle.fielded_cards() {
        for written in deeds(battle, card) {
            if *written.deed == AbilityDeed::Plain(PlainDeed::DemolishRoad) && !has_roads {
                cx.push(cx.finding(written.key(), "the map has no road, and no card builds one"));
                continue;
            }
            let Some(recipients) = written.deed.recipients() else { continue };
            // Each card that it reaches, with its faction.
            let reached = reached_cards(battle, &of_faction, card, recipients);
            if reached.is_empty() {
                let is_known = |kind: &String| battle.fielded_cards().any(|other| battle.cards[other].kind == *kind);
                // A type that no card has is another finding.
                if recipients.types.iter().all(is_known) {
                    cx.push(cx.finding(written.part("/types"), nobody(battle, card, recipients)));
                }
                continue;
            }
            if let Some((key, message)) = idle(battle, &outlook, &strikes, written.deed, &reached) {
                cx.push(cx.finding(written.part(key), message));
            }
        }
    }
}

/// Returns the cards that a deed may be for, each with its faction.
fn reached_cards(
    battle: &TabletopBattle,
    of_faction: &[Vec<usize>],
    card: usize,
    recipients: Recipients<'_>,
) -> Vec<(usize, usize)> {
    let resolved = &battle.cards[card];
    let mut reached = Vec::new();
    for (faction, cards) in of_faction.iter().enumerate() {
        let is_own = resolved.factions.contains(&faction);
        let is_enemy = resolved.factions.iter().any(|own| *own != faction);
        let is_for = |other: &usize| {
            let kind = &battle.cards[*other].kind;
            let in_group = match recipients.to {
                // A formation is of one type, and shares everything (TT-3.1).
                RecipientGroup::Own | RecipientGroup::Formation => is_own && *kind == resolved.kind,
                RecipientGroup::Army | RecipientGroup::Friends => is_own,
                RecipientGroup::Enemies => is_enemy,
            };
            in_group && (recipients.types.is_empty() || recipients.types.contains(kind))
        };
        reached.extend(cards.iter().copied().filter(is_for).map(|card| (faction, card)));
    }
    reached
}

/// Returns that the types of a deed leave nobody for it.
fn nobody(battle: &TabletopBattle, card: usize, recipients: Recipients<'_>) -> String {
    let types = quote_names(recipients.types.iter().map(String::as_str), "or");
    match recipients.to {
        RecipientGroup::Own => format!("`{}` itself is not of type {types}", battle.cards[card].name),
        RecipientGroup::Formation => {
            format!("no card in a formation of `{}` is of type {types}", battle.cards[card].name)
        }
        RecipientGroup::Army | RecipientGroup::Friends => format!("no card of its faction is of type {types}"),
        RecipientGroup::Enemies => format!("no card of an enemy is of type {types}"),
    }
}

/// Returns the reason a deed makes no difference to the cards that it is for, and to which part of it that belongs.
fn idle(
    battle: &TabletopBattle,
    outlook: &TraitOutlook,
    strikes: &[bool],
    deed: &AbilityDeed,
    reached: &[(usize, usize)],
) -> Option<(&'static str, String)> {
    let AbilityDeed::Deed(deed) = deed else { return None };
    let those = match reached {
        [(_, card)] => format!("`{}`", battle.cards[*card].name),
        _ => "every card that it reaches".to_owned(),
    };
    match deed {
        DetailedDeed::Give(TraitChange { quality, .. }) => {
            let keeps = |wanted: Trait| {
                let always =
                    |(faction, card): &(usize, usize)| !outlook.may_lack(*faction, &battle.cards[*card], wanted);
                reached.iter().all(always)
            };
            if keeps(*quality) {
                return Some(("/trait", format!("{those} already has `{}`", quality.word())));
            }
            let stays = match quality {
                Trait::Hiding => Trait::Sheltering,
                Trait::Sheltering => Trait::Hiding,
                _ => return None,
            };
            let message = || format!("{those} has `{}`, which excludes `{}`", stays.word(), quality.word());
            keeps(stays).then(|| ("/trait", message()))
        }
        DetailedDeed::Take(TraitChange { quality, .. }) => {
            let never = |(faction, card): &(usize, usize)| !outlook.may_have(*faction, &battle.cards[*card], *quality);
            let message = || match reached {
                [_] => format!("{those} never has `{}`", quality.word()),
                _ => format!("no card that it reaches ever has `{}`", quality.word()),
            };
            reached.iter().all(never).then(|| ("/trait", message()))
        }
        DetailedDeed::Change(StatChange { might: 0, speed: 0, range, .. }) if *range != 0 => {
            let message = || match reached {
                [_] => format!("{those} has no strike, so it has no range"),
                _ => "no card that it reaches has a strike, so none has a range".to_owned(),
            };
            (!reached.iter().any(|(_, card)| strikes[*card])).then(|| ("/range", message()))
        }
        DetailedDeed::Change(_) | DetailedDeed::Strike(_) => None,
    }
}

fn strikes(card: &ResolvedCard) -> bool {
    card.abilities.iter().any(|ability| ability.written.deeds.iter().any(|deed| deed.strike().is_some()))
}
