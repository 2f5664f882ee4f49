//! A play's names and numbers turned into the engine's orders and draws.

use muster_core::diag::{Diagnostic, Sink};
use muster_core::play::chance::Draw;
use muster_core::play::replay::{Turn, TurnEntry};
use muster_core::source::{Address, FileId, Pointer};
use muster_systems::Doc;

use super::UNKNOWN_IN_ORDERS;
use crate::engine::{HexOrder, ORDER, disengaging_of, fate_of};
use crate::model::{HexRef, TabletopDocument};
use crate::play::{Fate, Fates, GivenOrder, TabletopTurn, TargetRef, WrittenOrder};
use crate::resolve::{ResolvedMap, TabletopBattle};
use crate::rules::{Aim, HexRules, NO_HEX};
use crate::state::CardRef;

/// Returns a play as a record for the engine, each entry with its pointer in the play's file. What the scenario does not
/// have is a finding.
pub(super) fn record(
    play: &Doc<TabletopDocument>,
    battle: &TabletopBattle,
) -> Result<Vec<Turn<HexOrder, Pointer>>, Vec<Diagnostic>> {
    let (Some(written), Ok(rules), Some(map)) = (&play.model.play, HexRules::compile(battle), &battle.map) else {
        return Ok(Vec::new());
    };
    let mut reader = Reader { rules: &rules, battle, map, file: play.file, sink: Sink::default() };
    let root = Pointer::root().key("play");
    let turns = written.turns.iter().enumerate();
    let turns = turns.map(|(number, turn)| reader.turn(turn, root.key("turns").index(number))).collect();
    if let Some(winner) = written.result.as_ref().and_then(|result| result.winner.as_ref()) {
        reader.faction(winner, Address::value(play.file, root.key("result").key("winner")));
    }
    if reader.sink.is_empty() { Ok(turns) } else { Err(reader.sink.into_findings()) }
}

struct Reader<'a> {
    rules: &'a HexRules,
    battle: &'a TabletopBattle,
    map: &'a ResolvedMap,
    file: FileId,
    sink: Sink,
}

impl Reader<'_> {
    fn turn(&mut self, turn: &TabletopTurn, at: Pointer) -> Turn<HexOrder, Pointer> {
        let player = self.faction(&turn.faction, Address::value(self.file, at.key("faction")));
        let mut entries = Vec::new();
        for (name, fates) in &turn.fate {
            let tag = at.key("fate").key(name);
            let Some(card) = self.card_at_key(name, &tag) else { continue };
            let fates = match fates {
                Fates::One(fate) => std::slice::from_ref(fate),
                Fates::Several(fates) => fates,
            };
            let draw = |fate: &Fate| match fate {
                Fate::Destroyed => Draw { label: fate_of(card), number: 1 },
                Fate::Survives => Draw { label: fate_of(card), number: 0 },
                Fate::Disengaged => Draw { label: disengaging_of(card), number: 1 },
                Fate::Held => Draw { label: disengaging_of(card), number: 0 },
            };
            entries.push(TurnEntry::Drawn { draws: fates.iter().map(draw).collect(), tag });
        }
        for (number, order) in turn.orders.iter().enumerate() {
            let tag = at.key("orders").index(number);
            match order {
                WrittenOrder::Done(_) => entries.push(choice_entry(HexOrder::Done, tag)),
                WrittenOrder::Given(order) => self.order(order, &tag, &mut entries),
            }
        }
        if let Some(expect) = &turn.expect {
            let here = at.key("expect");
            for faction in expect.resources.iter().flatten().map(|(faction, _)| faction) {
                self.faction(faction, Address::key(self.file, here.key("resources").key(faction)));
            }
            for card in expect.cards.iter().flatten().map(|(card, _)| card) {
                self.card_at_key(card, &here.key("cards").key(card));
            }
        }
        Turn { player, tag: at, entries }
    }

    /// Reads an order: several steps if it is a move along a path.
    fn order(&mut self, order: &GivenOrder, at: &Pointer, entries: &mut Vec<TurnEntry<HexOrder, Pointer>>) {
        let read = match order {
            GivenOrder::Move { card, path, army } => {
                let card = self.card(card, at.key("move"));
                return self.steps(card, *army, path, &at.key("path"), entries);
            }
            GivenOrder::Fortify { card, army } => {
                self.card(card, at.key("fortify")).map(|card| HexOrder::Fortify { card, army: *army })
            }
            GivenOrder::Merge { card, into } => {
                let both = self.card(card, at.key("merge")).zip(self.card(into, at.key("into")));
                both.map(|(card, into)| HexOrder::Merge { card, into })
            }
            GivenOrder::Join { card, with } => {
                let both = self.card(card, at.key("join")).zip(self.card(with, at.key("with")));
                both.map(|(card, with)| HexOrder::Join { card, with })
            }
            GivenOrder::Leave { card } => self.card(card, at.key("leave")).map(|card| HexOrder::Leave { card }),
            GivenOrder::Deploy { row, at: standard } => {
                let both = self.row(row, at.key("deploy")).zip(self.card(standard, at.key("at")));
                both.map(|(row, at)| HexOrder::Deploy { row, at })
            }
            GivenOrder::Reinforce { card, row } => {
                let both = self.card(card, at.key("reinforce")).zip(self.row(row, at.key("card")));
                both.map(|(card, row)| HexOrder::Reinforce { card, row })
            }
            GivenOrder::Train { card } => self.card(card, at.key("train")).map(|card| HexOrder::Train { card }),
            GivenOrder::Disengage { card, to, army } => {
                let both = self.card(card, at.key("disengage")).zip(self.hex(to, at.key("to")));
                both.map(|(card, to)| HexOrder::Disengage { card, to, army: *army })
            }
            GivenOrder::Strike { card, ability, at: target } => self.strike(card, ability.as_deref(), target, at),
            GivenOrder::Use { card, ability, to } => self.use_ability(card, ability.as_deref(), to.as_ref(), at),
        };
        entries.extend(read.map(|order| choice_entry(order, at.clone())));
    }

    /// Reads the path of a card, or of its army: a step for each hex after the first.
    fn steps(
        &mut self,
        card: Option<CardRef>,
        army: bool,
        path: &[HexRef],
        at: &Pointer,
        entries: &mut Vec<TurnEntry<HexOrder, Pointer>>,
    ) {
        let hexes: Vec<Option<u16>> = path.iter().enumerate().map(|(i, hex)| self.hex(hex, at.index(i))).collect();
        for (i, pair) in hexes.windows(2).enumerate() {
            if let (Some(card), [Some(from), Some(to)]) = (card, pair) {
                let step = HexOrder::Step { card, from: *from, to: *to, army };
                entries.push(choice_entry(step, at.index(i + 1)));
            }
        }
    }

    /// Returns the number of an ability of a card: the named one, or the first active one that strikes or does not.
    fn ability(&mut self, card: CardRef, name: Option<&str>, strikes: bool, at: &Pointer) -> Option<u8> {
        let abilities = &self.rules.cards[usize::from(card.row)].abilities;
        let number = abilities.iter().position(|ability| match name {
            Some(name) => ability.name == *name,
            None => ability.active && matches!(ability.aim, Aim::Strike { .. }) == strikes,
        });
        if number.is_none() {
            let names: Vec<String> = abilities.iter().map(|ability| format!("`{}`", ability.name)).collect();
            let id = &self.rules.cards[usize::from(card.row)].id;
            let known = if names.is_empty() { "no ability".to_owned() } else { names.join(" and ") };
            let place = if name.is_some() { at.key("ability") } else { at.clone() };
            self.unknown(place, format!("the card {id} has {known}; none is possible here"));
        }
        number.map(|number| number as u8)
    }

    /// Reads a strike at a card, or at the only possible target in a hex.
    fn strike(&mut self, card: &str, ability: Option<&str>, target: &TargetRef, at: &Pointer) -> Option<HexOrder> {
        let card = self.card(card, at.key("strike"))?;
        let ability = self.ability(card, ability, true, at)?;
        let place = match target {
            TargetRef::Name(name) if name.contains('#') => {
                return Some(HexOrder::Strike { card, ability, target: self.card(name, at.key("at"))? });
            }
            TargetRef::Name(name) => HexRef::Place(name.clone()),
            TargetRef::Hex(number) => HexRef::Number(*number),
        };
        Some(HexOrder::StrikeAt { card, ability, hex: self.hex(&place, at.key("at"))? })
    }

    /// Reads the use of an ability that does not strike.
    fn use_ability(
        &mut self,
        card: &str,
        ability: Option<&str>,
        to: Option<&HexRef>,
        at: &Pointer,
    ) -> Option<HexOrder> {
        let card = self.card(card, at.key("use"))?;
        let ability = self.ability(card, ability, false, at)?;
        let to = match to {
            Some(to) => self.hex(to, at.key("to"))?,
            None => NO_HEX,
        };
        Some(HexOrder::Use { card, ability, to })
    }

    fn unknown(&mut self, at: Pointer, text: String) {
        self.sink.push(Diagnostic::new(UNKNOWN_IN_ORDERS, Address::value(self.file, at), text));
    }

    fn faction(&mut self, name: &str, at: Address) -> Option<usize> {
        let found = self.battle.find_faction(name);
        if found.is_none() {
            let text = format!("`{name}` is not a faction of this battle");
            let names = self.battle.factions.iter().map(|faction| faction.name.as_str());
            self.sink.push(Diagnostic::new(UNKNOWN_IN_ORDERS, at, text).nearest(name, names));
        }
        found
    }

    /// Returns the row of a card that is named by its number or name.
    fn row(&mut self, name: &str, at: Pointer) -> Option<u8> {
        let card = self.battle.find_card(name);
        let row = card.and_then(|card| self.rules.cards.iter().position(|row| row.card == card));
        if row.is_none() {
            self.unknown(at, format!("`{name}` is not a card of this battle"));
        }
        row.map(|row| row as u8)
    }

    fn card(&mut self, name: &str, at: Pointer) -> Option<CardRef> {
        let found = self.find(name);
        if let Err(text) = &found {
            self.unknown(at, text.clone());
        }
        found.ok()
    }

    fn card_at_key(&mut self, name: &str, at: &Pointer) -> Option<CardRef> {
        let found = self.find(name);
        if let Err(text) = &found {
            self.sink.push(Diagnostic::new(UNKNOWN_IN_ORDERS, Address::key(self.file, at.clone()), text));
        }
        found.ok()
    }

    /// Returns the card on the map that is meant by `N2#1`, whether it has come or not.
    fn find(&self, name: &str) -> Result<CardRef, String> {
        let form = || format!("`{name}` is not a card on the map; name it by number and copy, such as `N2#1`");
        let (id, copy) = name.split_once('#').ok_or_else(form)?;
        let copy = copy.parse::<u8>().ok().filter(|copy| *copy > 0).ok_or_else(form)?;
        let row = self.rules.cards.iter().position(|row| row.id == id);
        let row = row.ok_or_else(|| format!("`{id}` is not a card of this battle"))?;
        Ok(CardRef { row: row as u8, copy })
    }

    fn hex(&mut self, hex: &HexRef, at: Pointer) -> Option<u16> {
        let found = self.map.find(hex);
        if found.is_none() {
            let text = match hex {
                HexRef::Number(number) => format!("hex `{number}` is off the map"),
                HexRef::Place(name) => format!("`{name}` is not a place of the map"),
            };
            self.unknown(at, text);
        }
        found.map(|hex| hex as u16)
    }
}

fn choice_entry(chosen: HexOrder, tag: Pointer) -> TurnEntry<HexOrder, Pointer> {
    TurnEntry::Chosen { kind: ORDER, chosen, tag }
}
