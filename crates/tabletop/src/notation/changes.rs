//! What was drawn and what has changed, in words.

use muster_core::play::chance::Draw;
use muster_systems::notation::Changed;

use super::show::MORALE;
use crate::Tabletop;
use crate::engine::{DISENGAGES, HexEngine, HexOrder, card_of};
use crate::state::{CardRef, CardState, Flags};

/// Returns a card by its number, its copy and its name: "N2#1 Miners".
fn name(engine: &HexEngine, card: CardRef) -> String {
    format!("{} {}", engine.name(card), engine.rules.cards[usize::from(card.row)].name)
}

/// Returns what chance made of each card.
pub(super) fn describe_draws(engine: &HexEngine, draws: &[Draw]) -> String {
    let fate = |draw: &Draw| {
        let fate = match (draw.label.kind == DISENGAGES, draw.number) {
            (true, 0) => "is held",
            (true, _) => "disengages",
            (false, 0) => "survives",
            (false, _) => "is destroyed",
        };
        format!("{} {fate}", name(engine, card_of(draw.label)))
    };
    draws.iter().map(fate).collect::<Vec<_>>().join(", ")
}

/// Returns what has changed on the map: cards that came or are gone, where they went, their experience, morale and states, and
/// resources.
pub(super) fn changes(engine: &HexEngine, step: &Changed<'_, Tabletop>) -> Vec<String> {
    let (before, after) = (step.before, step.after);
    let mut changes = Vec::new();
    // The words of a step say where it leads.
    let is_step = matches!(step.chosen, Some(HexOrder::Step { .. }));
    for was in before.cards() {
        let name = || name(engine, was.id());
        match after.find(was.id()).map(|card| &after.all[card]) {
            None if was.flags.has(Flags::ROUTED) => changes.push(format!("{} is routed and leaves the map", name())),
            None => changes.push(format!("{} is destroyed", name())),
            Some(now) => {
                if was.hex != now.hex && !is_step {
                    changes.push(format!("{} goes to {}", name(), engine.rules.digits(now.hex)));
                }
                changes.extend(card_changes(was, now).into_iter().map(|what| format!("{} {what}", name())));
            }
        }
    }
    for card in after.cards().iter().filter(|card| before.find(card.id()).is_none()) {
        changes.push(format!("{} comes to {}", name(engine, card.id()), engine.rules.digits(card.hex)));
    }
    for (faction, row) in engine.rules.factions.iter().enumerate() {
        let (was, now) = (before.resources[faction], after.resources[faction]);
        if was != now {
            changes.push(format!("resources of {}: {was} to {now}", row.name));
        }
    }
    changes
}

/// Returns what has changed of a card that stays on the map.
fn card_changes(was: &CardState, now: &CardState) -> Vec<String> {
    let mut changes = Vec::new();
    if now.experience > was.experience {
        changes.push(format!("gains {} experience", now.experience - was.experience));
    }
    if now.morale != was.morale {
        changes.push(format!("has {} morale", MORALE[(now.morale + 1).clamp(0, 2) as usize]));
    }
    let states = [
        (Flags::FORTIFIED, "is fortified", "is no longer fortified"),
        (Flags::OUTFLANKED, "is outflanked", "is no longer outflanked"),
        (Flags::ENCIRCLED, "is encircled", "is no longer encircled"),
        (Flags::ROUTED, "is routed", "rallies"),
    ];
    for (flag, gained, lost) in states {
        match (was.flags.has(flag), now.flags.has(flag)) {
            (false, true) => changes.push(gained.to_owned()),
            (true, false) => changes.push(lost.to_owned()),
            _ => {}
        }
    }
    changes
}
