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

    /// Reads an order; its key says which it is.
    fn order(&mut self, order: &GivenOrder, at: &Pointer, entries: &mut Vec<TurnEntry<HexOrder, Pointer>>) {
        let GivenOrder { army, .. } = *order;
        let kinds: [(&str, &Option<String>); 11] = [
            ("move", &order.moves),
            ("fortify", &order.fortify),
            ("merge", &order.merge),
            ("join", &order.join),
            ("leave", &order.leave),
            ("deploy", &order.deploy),
            ("reinforce", &order.reinforce),
            ("train", &order.train),
            ("disengage", &order.disengage),
            ("strike", &order.strike),
            ("use", &order.uses),
        ];
        let mut written = kinds.iter().filter_map(|(kind, name)| Some((*kind, name.as_deref()?)));
        let (Some((kind, name)), None) = (written.next(), written.next()) else {
            let names: Vec<String> = kinds.iter().map(|(kind, _)| format!("`{kind}`")).collect();
            return self.unknown(at.clone(), format!("an order needs exactly one of {}", names.join(", ")));
        };
        if kind == "deploy" {
            let row = self.row(name, at.key("deploy"));
            let standard = match &order.at {
                Some(TargetRef::Name(name)) => self.card(name, at.key("at")),
                _ => self.lacks(at, "deploy", "at", "the standard, such as `S1#1`"),
            };
            if let (Some(row), Some(standard)) = (row, standard) {
                entries.push(choice_entry(HexOrder::Deploy { row, at: standard }, at.clone()));
            }
            return;
        }
        let Some(card) = self.card(name, at.key(kind)) else { return };
        let one = match kind {
            "move" => return self.path(order, card, at, entries),
            "fortify" => Some(HexOrder::Fortify { card, army }),
            "merge" => {
                let into = self.other(order.into.as_deref(), at, "merge", "into");
                into.map(|into| HexOrder::Merge { card, into })
            }
            "join" => {
                let with = self.other(order.companion.as_deref(), at, "join", "with");
                with.map(|with| HexOrder::Join { card, with })
            }
            "leave" => Some(HexOrder::Leave { card }),
            "reinforce" => {
                let row = match &order.card {
                    Some(name) => self.row(name, at.key("card")),
                    None => self.lacks(at, "reinforce", "card", "the card that joins"),
                };
                row.map(|row| HexOrder::Reinforce { card, row })
            }
            "train" => Some(HexOrder::Train { card }),
            "disengage" => {
                let to = match &order.to {
                    Some(to) => self.hex(to, at.key("to")),
                    None => self.lacks(at, "disengage", "to", "the hex to go to"),
                };
                to.map(|to| HexOrder::Disengage { card, to, army })
            }
            _ => self.ability_order(order, kind, card, at),
        };
        entries.extend(one.map(|order| choice_entry(order, at.clone())));
    }

    /// Reads a move: a step for each hex of the path after the first.
    fn path(
        &mut self,
        order: &GivenOrder,
        card: CardRef,
        at: &Pointer,
        entries: &mut Vec<TurnEntry<HexOrder, Pointer>>,
    ) {
        let path = order.path.as_deref().unwrap_or_default();
        if path.len() < 2 {
            self.lacks::<()>(at, "move", "path", "at least two hexes, the one it leaves first");
            return;
        }
        let hexes: Vec<Option<u16>> =
            path.iter().enumerate().map(|(i, hex)| self.hex(hex, at.key("path").index(i))).collect();
        for (i, pair) in hexes.windows(2).enumerate() {
            if let [Some(from), Some(to)] = *pair {
                let step = HexOrder::Step { card, from, to, army: order.army };
                entries.push(choice_entry(step, at.key("path").index(i + 1)));
            }
        }
    }

    /// Reads the use of an ability, with a strike or without.
    fn ability_order(&mut self, order: &GivenOrder, kind: &str, card: CardRef, at: &Pointer) -> Option<HexOrder> {
        let strikes = kind == "strike";
        let abilities = &self.rules.cards[usize::from(card.row)].abilities;
        let fits = |number: &usize| {
            abilities[*number].active && matches!(abilities[*number].aim, Aim::Strike { .. }) == strikes
        };
        let number = match &order.ability {
            Some(name) => abilities.iter().position(|ability| ability.name == *name),
            None => Some(0..abilities.len()).and_then(|all| all.into_iter().find(fits)),
        };
        let Some(ability) = number.map(|number| number as u8) else {
            let names: Vec<String> = abilities.iter().map(|ability| format!("`{}`", ability.name)).collect();
            let id = &self.rules.cards[usize::from(card.row)].id;
            let known = if names.is_empty() { "no ability".to_owned() } else { names.join(" and ") };
            let place = if order.ability.is_some() { at.key("ability") } else { at.clone() };
            self.unknown(place, format!("the card {id} has {known}; none is possible here"));
            return None;
        };
        if !strikes {
            let to = match &order.to {
                Some(to) => self.hex(to, at.key("to"))?,
                None => NO_HEX,
            };
            return Some(HexOrder::Use { card, ability, to });
        }
        match &order.at {
            Some(TargetRef::Hex(number)) => {
                let hex = self.hex(&HexRef::Number(*number), at.key("at"))?;
                Some(HexOrder::StrikeAt { card, ability, hex })
            }
            Some(TargetRef::Name(name)) if name.contains('#') => {
                let target = self.card(name, at.key("at"))?;
                Some(HexOrder::Strike { card, ability, target })
            }
            Some(TargetRef::Name(name)) => {
                let hex = self.hex(&HexRef::Place(name.clone()), at.key("at"))?;
                Some(HexOrder::StrikeAt { card, ability, hex })
            }
            None => self.lacks(at, "strike", "at", "the target card, or its hex"),
        }
    }

    fn other(&mut self, name: Option<&str>, at: &Pointer, kind: &str, key: &str) -> Option<CardRef> {
        match name {
            Some(name) => self.card(name, at.key(key)),
            None => self.lacks(at, kind, key, "another card on the map"),
        }
    }

    /// Finds that an order lacks a key.
    fn lacks<T>(&mut self, at: &Pointer, kind: &str, key: &str, what: &str) -> Option<T> {
        self.unknown(at.clone(), format!("`{kind}` needs `{key}`: {what}"));
        None
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
