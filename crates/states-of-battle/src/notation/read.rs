//! A play's names and numbers turned into the engine's choices.

use muster_core::diag::{Diagnostic, Sink};
use muster_core::play::chance::{Draw, DrawLabel};
use muster_core::play::replay::{Turn, TurnEntry};
use muster_core::source::{Address, FileId, Pointer};
use muster_systems::Doc;

use super::UNKNOWN_IN_ROUND;
use super::options::{REACTIONS, STRATAGEM};
use crate::engine::{DICE, LOTS, PlayerChoice, StatesEngine, TRAY};
use crate::field::Direction;
use crate::model::{DeckKind, StatesDocument};
use crate::play::{CardNames, Destination, GeneralshipThrows, PlayedEntry, StatesRound};
use crate::resolve::StatesBattle;
use crate::rules::StatesRules;
use crate::rules::compile::direction;

/// Returns a play as a record for the engine, each entry with its pointer in the play's file. What the scenario does not
/// have is a finding.
pub(super) fn record(
    play: &Doc<StatesDocument>,
    battle: &StatesBattle,
) -> Result<Vec<Turn<PlayerChoice, Pointer>>, Vec<Diagnostic>> {
    let (Some(written), Ok(rules)) = (&play.model.play, StatesRules::compile(battle)) else { return Ok(Vec::new()) };
    let mut reader = Reader {
        rules: &rules,
        file: play.file,
        is_stated: written.stated,
        sink: Sink::default(),
        entries: Vec::new(),
        unit: None,
    };
    let root = Pointer::root().key("play");
    let rounds = written.turns.iter().enumerate();
    let rounds = rounds.map(|(i, round)| {
        let at = root.key("turns").index(i);
        if round.round.is_some_and(|number| usize::from(number) != i + 1) {
            reader.check_number(i + 1, &at);
        }
        reader.round(round, at)
    });
    let rounds = rounds.collect();
    if let Some(winner) = written.result.as_ref().and_then(|result| result.winner.as_ref()) {
        reader.side(winner, root.key("result").key("winner"));
    }
    if reader.sink.is_empty() { Ok(rounds) } else { Err(reader.sink.into_findings()) }
}

pub(super) struct Reader<'a> {
    pub(super) rules: &'a StatesRules,
    pub(super) file: FileId,
    /// True if moves and fights are stated.
    pub(super) is_stated: bool,
    pub(super) sink: Sink,
    entries: Vec<TurnEntry<PlayerChoice, Pointer>>,
    /// The unit that was chosen last to move.
    unit: Option<u8>,
}

impl Reader<'_> {
    fn round(&mut self, round: &StatesRound, at: Pointer) -> Turn<PlayerChoice, Pointer> {
        self.list(&round.setup, &at.key("setup"));
        for (side, shown) in &round.gd {
            let tag = at.key("gd").key(side);
            if let Some(side) = self.side_key(side, tag.clone()) {
                self.draws(vec![Draw::die(StatesEngine::generalship(side), shown.0)], tag);
            }
        }
        self.list(&round.rerolls, &at.key("rerolls"));
        if let Some(card) = &round.pick {
            let kind = self.card(DeckKind::Orders, card, at.key("pick"));
            self.choice("pick", kind.map(PlayerChoice::Pick), at.key("pick"));
        }
        for (side, cards) in &round.drawn {
            self.read_drawn(side, cards, &at.key("drawn").key(side));
        }
        if let Some(side) = &round.first {
            let side = self.side(side, at.key("first"));
            self.choice("first", side.map(PlayerChoice::First), at.key("first"));
        }
        self.list(&round.played, &at.key("played"));
        if let Some(expect) = &round.expect {
            let here = at.key("expect");
            let sides = expect.counters.keys().map(|side| ("counters", side));
            let sides = sides.chain(expect.state.keys().map(|side| ("state", side)));
            let sides = sides.chain(expect.total.keys().map(|side| ("total", side)));
            for (key, side) in sides {
                self.side_key(side, here.key(key).key(side));
            }
            for unit in expect.units.keys() {
                let found = self.rules.units.iter().any(|row| row.number == *unit);
                if !found {
                    self.no_unit(unit, Address::key(self.file, here.key("units").key(unit)));
                }
            }
        }
        Turn { player: None, tag: at, entries: std::mem::take(&mut self.entries) }
    }

    /// Finds a round that has the number of another.
    fn check_number(&mut self, number: usize, at: &Pointer) {
        let text = format!("this is round {number}; rounds must be numbered from 1 in order");
        self.sink.push(Diagnostic::new(UNKNOWN_IN_ROUND, Address::value(self.file, at.key("round")), text));
    }

    fn list(&mut self, entries: &[PlayedEntry], at: &Pointer) {
        for (i, entry) in entries.iter().enumerate() {
            self.entry(entry, &at.index(i));
        }
    }

    pub(super) fn choice(&mut self, kind: &'static str, chosen: Option<PlayerChoice>, tag: Pointer) {
        self.entries.extend(chosen.map(|chosen| TurnEntry::Chosen { kind, chosen, tag }));
    }

    fn draws(&mut self, draws: Vec<Draw>, tag: Pointer) {
        if !draws.is_empty() {
            self.entries.push(TurnEntry::Drawn { draws, tag });
        }
    }

    /// Reads an entry: its keys in their order.
    fn entry(&mut self, entry: &PlayedEntry, at: &Pointer) {
        let window = if entry.at_end { "end" } else { "window" };
        if self.is_stated {
            self.only_stated(entry, at);
        }
        if let Some(card) = &entry.leave_out {
            let tag = at.key("leave_out");
            let kind = self.card(DeckKind::Orders, card, tag.clone());
            self.choice("leave", kind.map(PlayerChoice::LeaveOut), tag);
        }
        if let Some(unit) = &entry.conceal {
            self.unit_choice("conceal", unit, at.key("conceal"), PlayerChoice::Conceal);
        }
        if let Some(side) = &entry.deploys {
            let side = self.side(side, at.key("deploys"));
            self.choice("deploys", side.map(PlayerChoice::Deploys), at.key("deploys"));
        }
        for (key, unit) in [("place", &entry.place), ("nudge", &entry.nudge)] {
            let Some(unit) = unit else { continue };
            let found = self.unit(unit, at.key(key));
            let chosen = found.zip(entry.to).map(|(unit, to)| {
                let (x, lane, _) = self.spot(unit, to);
                if key == "place" { PlayerChoice::Place(unit, x, lane) } else { PlayerChoice::Nudge(unit, x, lane) }
            });
            self.needs(entry.to.is_some(), key, "to", at);
            self.choice(key, chosen, at.key(key));
        }
        if let Some([a, b]) = &entry.swap {
            let tag = at.key("swap");
            let (a, b) = (self.unit(a, tag.index(0)), self.unit(b, tag.index(1)));
            let pair = a.zip(b).map(|(a, b)| PlayerChoice::Swap(a.min(b), a.max(b)));
            self.choice("nudge", pair, tag);
        }
        if let Some(unit) = &entry.mark {
            self.unit_choice("mark", unit, at.key("mark"), PlayerChoice::Mark);
        }
        if let Some(how) = entry.stratagem {
            let word = serde_json::to_value(how).unwrap_or_default();
            let how = STRATAGEM.iter().position(|known| word == *known).unwrap_or(0) as u8;
            self.choice("stratagem", Some(PlayerChoice::Stratagem(how)), at.key("stratagem"));
        }
        self.entry_of_cards(entry, window, at);
        self.entry_on_field(entry, window, at);
        for (key, throws) in [("lots", &entry.lots), ("gd", &entry.gd)] {
            for (side, throws) in throws {
                self.throws(key, side, throws, at.key(key).key(side));
            }
        }
        let dice = entry.dice.iter().map(|die| Draw::die(DICE, die.0.max(1))).collect();
        self.draws(dice, at.key("dice"));
        for (side, cards) in &entry.drawn {
            self.read_drawn(side, cards, &at.key("drawn").key(side));
        }
        self.facts(&entry.happened, &at.key("happened"));
    }

    /// Reads what an entry says of cards that are played, and of answers to them.
    fn entry_of_cards(&mut self, entry: &PlayedEntry, window: &'static str, at: &Pointer) {
        if let Some(card) = &entry.card {
            let tag = at.key("card");
            let chosen = self.read_played(card, entry.played_as.as_deref(), at);
            self.choice("play", chosen, tag);
        }
        if let Some(card) = &entry.discard {
            let tag = at.key("discard");
            let kind = self.card(DeckKind::Orders, card, tag.clone());
            self.choice("play", kind.map(PlayerChoice::Discard), tag);
        }
        if let Some(card) = &entry.starter {
            let tag = at.key("starter");
            let kind = self.card(DeckKind::Starter, card, tag.clone());
            self.choice(window, kind.map(PlayerChoice::Starter), tag);
        }
        if let Some(yes) = entry.accept {
            self.choice("accept", Some(PlayerChoice::Accept(yes)), at.key("accept"));
        }
        if let Some(yes) = entry.risk {
            self.choice("risk", Some(PlayerChoice::Risk(yes)), at.key("risk"));
        }
        if let Some(yes) = entry.inspire {
            self.choice("inspire", Some(PlayerChoice::Inspire(yes)), at.key("inspire"));
        }
        for (key, kind, card) in [("stop", "respond", &entry.stop), ("reroll", "favour", &entry.reroll)] {
            let Some(card) = card else { continue };
            let tag = at.key(key);
            let by = entry.by.as_ref().and_then(|side| self.side(side, at.key("by")));
            self.needs(entry.by.is_some(), key, "by", at);
            let card = self.card(DeckKind::Starter, card, tag.clone());
            let chosen = by.zip(card).map(|(by, card)| match key {
                "stop" => PlayerChoice::Stop(by, card),
                _ => PlayerChoice::ReRoll(by, card),
            });
            self.choice(kind, chosen, tag);
        }
    }

    /// Reads what an entry says of units on the field.
    fn entry_on_field(&mut self, entry: &PlayedEntry, window: &'static str, at: &Pointer) {
        if let Some(unit) = &entry.aim {
            self.unit_choice("aim", unit, at.key("aim"), PlayerChoice::Aim);
        }
        if let Some(unit) = &entry.unit {
            self.unit = self.unit(unit, at.key("unit"));
            self.choice("unit", self.unit.map(PlayerChoice::Unit), at.key("unit"));
        }
        if let Some(unit) = &entry.free {
            let found = self.unit(unit, at.key("free"));
            let chosen = found.zip(entry.to).map(|(unit, to)| {
                let (x, lane, facing) = self.spot(unit, to);
                PlayerChoice::Free(unit, x, lane, facing)
            });
            self.needs(entry.to.is_some(), "free", "to", at);
            self.choice(window, chosen, at.key("free"));
        } else if let Some(to) = entry.to
            && entry.place.is_none()
            && entry.nudge.is_none()
        {
            self.needs(self.unit.is_some(), "to", "unit", at);
            let chosen = self.unit.map(|unit| {
                let (x, lane, facing) = self.spot(unit, to);
                PlayerChoice::Go(unit, x, lane, facing)
            });
            self.choice("go", chosen, at.key("to"));
        }
        if let Some(enemy) = &entry.charge {
            self.unit_choice("go", enemy, at.key("charge"), PlayerChoice::Charge);
        }
        if let Some(how) = entry.react {
            let word = serde_json::to_value(how).unwrap_or_default();
            let how = REACTIONS.iter().position(|known| word == *known).unwrap_or(0) as u8;
            self.choice("react", Some(PlayerChoice::React(how)), at.key("react"));
        }
        if let Some(unit) = &entry.shoot {
            let pair = self.pair(unit, at.key("shoot"), entry.target.as_deref(), ("shoot", "target"), at);
            self.choice(window, pair.map(|(unit, target)| PlayerChoice::Shoot(unit, target)), at.key("shoot"));
        }
        if let Some(unit) = &entry.challenge {
            let keys = ("challenge", "against");
            let pair = self.pair(unit, at.key("challenge"), entry.against.as_deref(), keys, at);
            self.choice("challenge", pair.map(|(by, to)| PlayerChoice::Challenge(by, to)), at.key("challenge"));
        }
        if let Some(wizard) = &entry.cast {
            let chosen = match &entry.ward {
                Some(_) => {
                    let pair = self.pair(wizard, at.key("cast"), entry.ward.as_deref(), ("cast", "ward"), at);
                    pair.map(|(wizard, friend)| PlayerChoice::Ward(wizard, friend))
                }
                None => {
                    let pair = self.pair(wizard, at.key("cast"), entry.bolt.as_deref(), ("cast", "bolt"), at);
                    pair.map(|(wizard, enemy)| PlayerChoice::Bolt(wizard, enemy))
                }
            };
            self.choice("cast", chosen, at.key("cast"));
        }
        if let Some(unit) = &entry.rally {
            self.unit_choice("rally", unit, at.key("rally"), PlayerChoice::Rally);
        }
        if let Some(unit) = &entry.pursue {
            self.unit_choice("pursue", unit, at.key("pursue"), PlayerChoice::Pursue);
        }
        if let Some(card) = &entry.lose {
            let kind = self.card(DeckKind::Orders, card, at.key("lose"));
            self.choice("lose", kind.map(PlayerChoice::Lose), at.key("lose"));
        }
    }

    fn unit_choice(&mut self, kind: &'static str, unit: &str, tag: Pointer, choice: fn(u8) -> PlayerChoice) {
        let unit = self.unit(unit, tag.clone());
        self.choice(kind, unit.map(choice), tag);
    }

    /// Finds a key without the one that belongs to it.
    pub(super) fn needs(&mut self, is_there: bool, key: &str, other: &str, at: &Pointer) {
        if !is_there {
            let at = Address::value(self.file, at.key(key));
            self.sink.push(Diagnostic::new(UNKNOWN_IN_ROUND, at, format!("`{key}` needs `{other}`")));
        }
    }

    /// Reads a unit, and another or a tray.
    fn pair(
        &mut self,
        unit: &str,
        tag: Pointer,
        other: Option<&str>,
        (key, other_key): (&str, &str),
        at: &Pointer,
    ) -> Option<(u8, u8)> {
        let unit = self.unit(unit, tag);
        self.needs(other.is_some(), key, other_key, at);
        let (unit, other) = (unit?, other?);
        let tray = other.strip_prefix("tray ").and_then(|number| number.parse::<usize>().ok());
        let target = match tray {
            None => self.unit(other, at.key(other_key))?,
            Some(number) => {
                let enemy = self.rules.unit(unit).side ^ 1;
                let trays = self.rules.trays.iter().enumerate().filter(|(_, tray)| tray.side == enemy);
                let found = trays.map(|(tray, _)| tray as u8).nth(number.wrapping_sub(1));
                if found.is_none() {
                    let at = Address::value(self.file, at.key(other_key));
                    let text = format!("the enemy has no `{other}`; trays are numbered from 1");
                    self.sink.push(Diagnostic::new(UNKNOWN_IN_ROUND, at, text));
                }
                TRAY + found?
            }
        };
        Some((unit, target))
    }

    /// Returns a card of either deck that is played, perhaps as another.
    fn read_played(&mut self, card: &str, played_as: Option<&str>, at: &Pointer) -> Option<PlayerChoice> {
        let events = &self.rules.cards[DeckKind::Events as usize];
        if let Some(kind) = events.iter().position(|row| row.name == card) {
            return Some(PlayerChoice::PlayEvent(kind as u8));
        }
        let kind = self.card(DeckKind::Orders, card, at.key("card"))?;
        let acts = match played_as {
            None => kind,
            Some(name) => self.card(DeckKind::Orders, name, at.key("as"))?,
        };
        Some(PlayerChoice::Play(kind, acts))
    }

    fn throws(&mut self, key: &str, side: &str, throws: &GeneralshipThrows, tag: Pointer) {
        let Some(side) = self.side_key(side, tag.clone()) else { return };
        let label = match key {
            "lots" => DrawLabel::with_piece(LOTS, side.into()),
            _ => StatesEngine::generalship(side),
        };
        let shown: Vec<u8> = match throws {
            GeneralshipThrows::One(shown) => vec![shown.0],
            GeneralshipThrows::Several(several) => several.iter().map(|die| die.0).collect(),
        };
        self.draws(shown.into_iter().map(|shown| Draw::die(label, shown.max(1))).collect(), tag);
    }

    fn read_drawn(&mut self, side: &str, cards: &CardNames, tag: &Pointer) {
        let Some(side) = self.side_key(side, tag.clone()) else { return };
        for (deck, names) in [(DeckKind::Orders, &cards.orders), (DeckKind::Events, &cards.events)] {
            for (i, name) in names.iter().flatten().enumerate() {
                let at = tag.key(deck.word()).index(i);
                if let Some(kind) = self.card(deck, name, at.clone()) {
                    self.draws(vec![Draw { label: StatesEngine::draw_label(deck, side), number: kind.into() }], at);
                }
            }
        }
    }

    /// Returns a place as the engine counts it, and where a unit faces there.
    fn spot(&self, unit: u8, to: Destination) -> (u8, u8, Direction) {
        let side = self.rules.unit(unit).side;
        let depth = self.rules.numbers.depth;
        // One beyond the field stays beyond it.
        let x = if side == 0 { to.at } else { depth.checked_sub(to.at).unwrap_or(u8::MAX) };
        (x, to.lane, direction(side, to.facing.unwrap_or_default()))
    }

    pub(super) fn side(&mut self, name: &str, at: Pointer) -> Option<u8> {
        self.side_at(name, Address::value(self.file, at))
    }

    fn side_key(&mut self, name: &str, at: Pointer) -> Option<u8> {
        self.side_at(name, Address::key(self.file, at))
    }

    fn side_at(&mut self, name: &str, at: Address) -> Option<u8> {
        let sides = &self.rules.sides;
        let found = sides.iter().position(|side| side.name == name);
        if found.is_none() {
            let names = [sides[0].name.as_str(), sides[1].name.as_str()];
            let text = format!("unknown side `{name}`; the sides are `{}`", names.join("` and `"));
            self.sink.push(Diagnostic::new(UNKNOWN_IN_ROUND, at, text).nearest(name, names));
        }
        found.map(|side| side as u8)
    }

    pub(super) fn unit(&mut self, written: &str, at: Pointer) -> Option<u8> {
        let units = &self.rules.units;
        let by_number = units.iter().position(|row| row.number == written);
        let mut named = units.iter().enumerate().filter(|(_, row)| row.name == written).map(|(unit, _)| unit);
        let found = by_number.or_else(|| named.next().filter(|_| named.next().is_none()));
        if found.is_none() {
            self.no_unit(written, Address::value(self.file, at));
        }
        found.map(|unit| unit as u8)
    }

    fn no_unit(&mut self, written: &str, at: Address) {
        let numbers: Vec<&str> = self.rules.units.iter().map(|row| row.number.as_str()).collect();
        let text = format!("unknown unit `{written}` in this battle");
        self.sink.push(Diagnostic::new(UNKNOWN_IN_ROUND, at, text).nearest(written, numbers));
    }

    pub(super) fn card(&mut self, deck: DeckKind, name: &str, at: Pointer) -> Option<u8> {
        let cards = &self.rules.cards[deck as usize];
        let found = cards.iter().position(|row| row.name == name);
        if found.is_none() {
            let cards_of = match deck {
                DeckKind::Orders => "Orders card",
                DeckKind::Events => "Event card",
                DeckKind::Starter => "starter card",
            };
            let text = format!("unknown {cards_of} `{name}`");
            let finding = Diagnostic::new(UNKNOWN_IN_ROUND, Address::value(self.file, at), text);
            self.sink.push(finding.nearest(name, cards.iter().map(|row| row.name.as_str())));
        }
        found.map(|kind| kind as u8)
    }
}
