//! Results of orders, and events that happened by themselves, in sentences: losses, surrenders, experience, morale, routs.

use super::words::{Words, morale, sentence};
use crate::engine::HexEngine;
use crate::engine::tally::CardTally;
use crate::sentences::list;
use crate::state::{CardState, Flags, HexState, bits};

/// Returns the units that surrendered, and those that gained experience by the end of an encounter. `destroyed` are the
/// cards before it that were destroyed.
pub(super) fn encounter_ends(words: Words<'_>, before: &HexState, after: &HexState, destroyed: u128) -> Vec<String> {
    let mut lines = Vec::new();
    for leader in (0..before.cards().len()).filter(|card| before.is_leader(*card)) {
        let unit = before.group(leader, false);
        let is_gone = bits(unit).all(|card| after.find(before.all[card].id()).is_none());
        if is_gone && unit & !destroyed != 0 {
            lines.push(sentence(&format!("{} surrenders", words.unit(before, leader))));
        }
    }
    for leader in (0..after.cards().len()).filter(|card| after.is_leader(*card)) {
        let card = after.all[leader];
        let earlier = before.find(card.id()).map(|place| before.all[place].experience);
        if earlier.is_some_and(|earlier| earlier < card.experience) {
            let unit = words.unit(after, leader);
            let morale = morale(card.morale);
            lines.push(sentence(&format!("{unit} has experience {} and {morale} now", card.experience)));
        }
    }
    lines
}

/// Returns a combat: the sums of might, each faction's losses, and what followed.
pub(super) fn combat(words: Words<'_>, before: &HexState, after: &HexState, hex: u16) -> Vec<String> {
    let fighting = before.mask(|card| card.hex == hex && card.fights());
    let destroyed = bits(fighting).filter(|card| after.find(before.all[*card].id()).is_none());
    let destroyed = destroyed.fold(0_u128, |all, card| all | 1 << card);
    let sides = (0..words.engine.rules.factions.len() as u8)
        .map(|faction| (faction, fighting & before.mask(|card| card.faction == faction)))
        .filter(|(_, cards)| *cards != 0);
    let (mut sums, mut losses) = (Vec::new(), Vec::new());
    for (faction, cards) in sides {
        let name = words.faction(faction);
        let might: u32 = bits(cards).map(|card| u32::from(before.all[card].now.might)).sum();
        sums.push(format!("{name} {might}"));
        let lost = match cards & destroyed {
            0 => "no card".to_owned(),
            lost => words.cards(bits(lost).map(|card| &before.all[card])),
        };
        losses.push(format!("{name} loses {lost}."));
    }
    let mut lines = vec![format!("{}.", sums.join(", "))];
    lines.extend(losses);
    lines.extend(encounter_ends(words, before, after, destroyed));
    lines
}

/// Returns what the look at who is outflanked and encircled changed.
pub(super) fn surrounding_changes(words: Words<'_>, before: &HexState, after: &HexState) -> Vec<String> {
    let mut lines = Vec::new();
    for leader in (0..before.cards().len()).filter(|card| before.is_leader(*card)) {
        let was = before.all[leader];
        let Some(is) = after.find(was.id()).map(|place| after.all[place]) else {
            lines.push(sentence(&format!("{} is routed, and surrenders", words.unit(before, leader))));
            continue;
        };
        let (mut clauses, mut gained, mut lost) = (Vec::new(), Vec::new(), Vec::new());
        for (flag, word) in
            [(Flags::OUTFLANKED, "outflanked"), (Flags::ENCIRCLED, "encircled"), (Flags::ROUTED, "routed")]
        {
            match (was.flags.has(flag), is.flags.has(flag)) {
                (false, true) => gained.push(word),
                (true, false) => lost.push(word),
                _ => {}
            }
        }
        if !gained.is_empty() {
            clauses.push(format!("is {}", list(&gained, "and")));
        }
        if !lost.is_empty() {
            clauses.push(format!("is no longer {}", list(&lost, "or")));
        }
        if was.morale != is.morale {
            clauses.push(format!("has {} now", morale(is.morale)));
        }
        if !clauses.is_empty() {
            lines.push(sentence(&format!("{} {}", words.unit(before, leader), list(&clauses, "and"))));
        }
    }
    lines
}

/// Returns what became of the units that were routed as the turn began; `counted` is what the engine counted meanwhile.
pub(super) fn routed_units(words: Words<'_>, before: &HexState, after: &HexState, counted: &[u64]) -> Vec<String> {
    let routed = before.mask(|card| card.flags.has(Flags::ROUTED));
    let leaders = bits(routed).filter(|card| before.is_leader(*card));
    let clause = |leader: usize| {
        let was = before.all[leader];
        let Some(is) = after.find(was.id()).map(|place| after.all[place]) else {
            let surrendered = surrenders(words.engine, &was, counted);
            return if surrendered { "surrenders" } else { "leaves the map" }.to_owned();
        };
        let went = match is.hex == was.hex {
            true => format!("stays at {}", words.hex(is.hex)),
            false => format!("flees from {} to {}", words.hex(was.hex), words.hex(is.hex)),
        };
        if is.flags.has(Flags::ROUTED) { went } else { format!("{went} and is rallied") }
    };
    leaders.map(|leader| sentence(&format!("{} {}", words.unit(before, leader), clause(leader)))).collect()
}

/// Returns true if copies of a card were counted as having surrendered.
fn surrenders(engine: &HexEngine, card: &CardState, counted: &[u64]) -> bool {
    counted[engine.tally().card(card.faction, card.row, CardTally::Surrendered)] > 0
}
