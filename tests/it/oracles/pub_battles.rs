//! Battles of Pub Battles that the oracle of the game has played and written down, followed by the engine: every move that the
//! oracle judged is judged again, every state compared.

use std::sync::Arc;

use muster_core::play::chance::{Chance, Draw, Tape};
use muster_core::play::{Blind, Engine, Next};
use muster_games::pub_battles::PubBattles;
use muster_games::pub_battles::engine::{PubEngine, PubMove, decisions, draws};
use muster_games::pub_battles::geometry::MapPoint;
use muster_games::pub_battles::model::PubOrder;
use muster_games::pub_battles::play::SupportWord;
use muster_games::pub_battles::resolve::PubBattle;
use muster_games::pub_battles::rules::{OrderList, PackedOrder};
use muster_games::pub_battles::state::{Attack, PubPhase, PubState};
use muster_systems::notation::Notation;
use muster_systems::{Game, Played};
use serde_json::{Value, json};

use super::read;

/// Counts of what was compared.
#[derive(Debug, Default)]
pub(super) struct Compared {
    /// Battles.
    pub(super) battles: usize,
    /// Moves that were judged, or made.
    pub(super) moves: usize,
    /// Attacks that were fought.
    pub(super) attacks: usize,
    /// States.
    pub(super) states: usize,
}

/// Follows a battle that the oracle has written down.
///
/// # Errors
///
/// The first difference, with the events before it.
pub(super) fn follow(line: &str, compared: &mut Compared) -> Result<(), String> {
    let record: Value = serde_json::from_str(line).expect("a record");
    let document = record["document"].to_string();
    let battle = PubBattles::resolve(vec![Arc::new(read::<PubBattles>(&document))]);
    let engine = PubBattles::compile(&battle).unwrap_or_else(|error| panic!("{error}: {document}"));
    let state = engine.start();
    let mut follower = Follower { battle: &battle, engine: &engine, state, turn: (0, false), fallen: 0 };
    let events = record["events"].as_array().expect("events");
    for (number, event) in events.iter().enumerate() {
        if let Err(why) = follower.event(event, compared) {
            let is_made = |event: &&Value| event.get("judged").is_none() && event.get("state").is_none();
            let before: Vec<String> = events[..number].iter().filter(is_made).map(Value::to_string).collect();
            let last = before[before.len().saturating_sub(6)..].join("\n  ");
            return Err(format!("event {number}: {why}\n  {last}\n  {event}\n{document}"));
        }
    }
    compared.battles += 1;
    let result = match engine.next(&follower.state) {
        Next::Over(end) => {
            json!({"winner": end.winner.map(|winner| &engine.rules.sides[winner].name), "by": end.by})
        }
        _ => Value::Null,
    };
    let wanted = &record["result"];
    if result == *wanted { Ok(()) } else { Err(format!("result: {result}, by the oracle {wanted}\n{document}")) }
}

struct Follower<'a> {
    battle: &'a PubBattle,
    engine: &'a PubEngine,
    state: PubState,
    /// The turn of the record, and whether it is its night.
    turn: (u16, bool),
    /// The leaders who have fallen in this combat phase.
    fallen: u8,
}

impl Follower<'_> {
    fn event(&mut self, event: &Value, compared: &mut Compared) -> Result<(), String> {
        let Some((key, what)) = event.as_object().and_then(|event| event.iter().next()) else {
            return Err("no event".to_owned());
        };
        // The key by which an event is known comes first.
        match key.as_str() {
            "turn" => {
                self.turn = (number(what), event["night"] == true);
                self.fallen = 0;
                Ok(())
            }
            "chit" => self.chit(event),
            "orders" => self.orders(event),
            "army" => self.choose(decisions::ARMY, &PubMove::Army(true), Vec::new()),
            "hq" => self.choose(decisions::HQ, &PubMove::Hq(place(what)), Vec::new()),
            "army_hq" => self.choose(decisions::ARMY_HQ, &PubMove::Hq(place(what)), Vec::new()),
            "judged" => {
                compared.moves += 1;
                self.judged(what, event["legal"] == true)
            }
            "move" => {
                compared.moves += 1;
                self.made(what)
            }
            "join" => {
                let joins = PubMove::Joins { block: self.block(what), at: Some(place(&event["at"])) };
                self.choose(decisions::JOIN, &joins, Vec::new())
            }
            "unplaced" => self.choose(decisions::PLACE, &PubMove::Unplaced, Vec::new()),
            "end" => {
                // An activation is over as soon as nothing is left to be done in it.
                while self.engine.acting(&self.state).is_some() {
                    self.skip()?;
                }
                Ok(())
            }
            "combat" => {
                compared.attacks += 1;
                self.attack(what)
            }
            "reset" => match self.state.phase {
                PubPhase::Draw | PubPhase::Over(..) => Ok(()),
                phase => Err(format!("not at the end of a turn: {phase:?}")),
            },
            "state" => {
                compared.states += 1;
                self.compare(what)
            }
            key => Err(format!("an event that is not known: {key}")),
        }
    }

    fn chit(&mut self, event: &Value) -> Result<(), String> {
        let command = self.battle.find_command(text(&event["chit"])).expect("a command");
        let turn = (self.state.turn, self.state.night);
        if self.state.phase != PubPhase::Draw || turn != self.turn {
            return Err(format!("no chit of turn {:?}: {turn:?}, {:?}", self.turn, self.state.phase));
        }
        let mut drawn = vec![Draw { label: draws::chit_in(turn.0), number: command as u32 }];
        for (key, label) in [("entry", draws::ENTRY), ("command", draws::COMMAND)] {
            drawn.extend(event.get(key).map(|face| Draw::die(label, number(face) as u8)));
        }
        let mut tape = Tape::new(drawn);
        while matches!(self.state.phase, PubPhase::Draw | PubPhase::Entry(_) | PubPhase::CommandRoll(_)) {
            self.engine.advance(&mut self.state, &mut Chance::from_tape(&mut tape), &mut Blind);
            if tape.unused_draws().count() == 0 && self.state.phase == PubPhase::Draw {
                // A poor leader has failed, and the next chit is to be drawn.
                break;
            }
            no_lack(&tape, false)?;
        }
        no_lack(&tape, true)
    }

    fn orders(&mut self, event: &Value) -> Result<(), String> {
        let mut list = OrderList::default();
        for order in event["orders"].as_array().expect("orders") {
            let order: PubOrder = serde_json::from_value(order.clone()).expect("an order");
            let resolved = self.battle.resolved_order(&order).expect("its locations");
            let mut packed = PackedOrder { is_attack: resolved.is_attack, ..PackedOrder::default() };
            packed.ends = resolved.ends.map(|end| end as u8);
            for (place, via) in packed.via.iter_mut().zip(&resolved.via) {
                *place = *via as u8;
                packed.way_points += 1;
            }
            list.push(packed);
        }
        let roll = event.get("roll");
        let drawn = roll.map(|face| Draw::die(draws::COMMAND, number(face) as u8));
        let written = PubMove::Write { orders: list, roll: roll.is_some() };
        self.choose(decisions::ORDERS, &written, drawn.into_iter().collect())
    }

    fn judged(&self, deed: &Value, is_legal: bool) -> Result<(), String> {
        let mut then = Follower { state: self.state.clone(), ..*self };
        let found = then.prepare(deed).and_then(|chosen| match self.engine.illegal(&then.state, &chosen) {
            Some(why) => Err(format!("{why:?}")),
            None => Ok(()),
        });
        match (found, is_legal) {
            (Err(why), true) => Err(format!("{why}, by the oracle legal")),
            (Ok(()), false) => Err("legal, by the oracle it is not".to_owned()),
            _ => Ok(()),
        }
    }

    fn made(&mut self, deed: &Value) -> Result<(), String> {
        let chosen = self.prepare(deed)?;
        let mut drawn = Vec::new();
        if let PubMove::Bombard(target) = chosen {
            let label = draws::bombardment_of(self.block(&deed["block"]), target);
            drawn.extend(dice(&deed["dice"]).map(|face| Draw::die(label, face)));
        }
        self.apply(&chosen, drawn)
    }

    /// Lets a block be the next one that acts, and returns what it does.
    fn prepare(&mut self, deed: &Value) -> Result<PubMove, String> {
        if let Some(at) = deed.get("place") {
            self.reach(decisions::PLACE)?;
            return Ok(PubMove::Place {
                block: self.block(&deed["block"]),
                at: place(at),
                facing: number(&deed["facing"]),
            });
        }
        self.choose(decisions::BLOCK, &PubMove::Block(self.block(&deed["block"])), Vec::new())?;
        let facing = deed.get("facing").map(number);
        Ok(if let Some(road) = deed.get("road") {
            let roads = &self.engine.rules.roads;
            let road = roads.iter().position(|other| other.name == text(road)).expect("a road") as u8;
            PubMove::Road { road, to: place(&deed["to"]), deploy: deed["deploy"] == true, facing }
        } else if let Some(to) = deed.get("to") {
            let via = deed["via"].as_array().into_iter().flatten().map(place).collect();
            PubMove::March { via, to: place(to), facing, echelon: deed["echelon"] == true }
        } else if let Some(at) = deed.get("enter") {
            PubMove::Enter(place(at))
        } else if let Some(target) = deed.get("bombard") {
            PubMove::Bombard(self.block(target))
        } else if let Some(lost) = deed.get("recover") {
            PubMove::Recover { block: self.block(lost), at: place(&deed["at"]), facing: facing.expect("a facing") }
        } else {
            PubMove::Rally { train: deed.get("train").map(|train| self.block(train)), facing }
        })
    }

    fn attack(&mut self, record: &Value) -> Result<(), String> {
        let mut attack =
            Attack { attacker: self.block(&record["attacker"]), defender: self.block(&record["defender"]) };
        let attackers = self.engine.rules.blocks[usize::from(attack.attacker)].side;
        let rounds = record["rounds"].as_array().expect("rounds");
        let mut drawn = Vec::new();
        for (fallen, three) in (self.fallen..).zip(dice(&record["successor"]).collect::<Vec<_>>().chunks(3)) {
            drawn.extend(three.iter().map(|face| Draw::die(draws::successor_after(fallen), *face)));
            self.fallen += 1;
        }
        for (round, thrown) in (1..).zip(rounds) {
            for kind in [draws::ATTACKER, draws::DEFENDER] {
                let label = draws::dice_of(kind, attack, round);
                drawn.extend(dice(&thrown[kind]).map(|face| Draw::die(label, face)));
            }
            if self.state.phase != PubPhase::Combat {
                return Err(format!("no round {round} of an attack: {:?}", self.state.phase));
            }
            let mut tape = Tape::or_lowest(drawn);
            self.engine.advance(&mut self.state, &mut Chance::from_tape(&mut tape), &mut Blind);
            let is_over = matches!(self.state.phase, PubPhase::Over(..));
            drawn = tape.unused_draws().map(|(_, draw)| draw).collect();
            if drawn.iter().any(|draw| draw.label.kind != draws::SUCCESSOR) {
                return Err(format!("dice of round {round} that are not thrown, {:?}", self.state.phase));
            }
            if let Some(deed) = thrown.get("support").filter(|deed| !deed.is_null()) {
                let does = if deed["does"] == "advance" { SupportWord::Advance } else { SupportWord::Retreat };
                let block = self.block(&deed["block"]);
                let mut tape = Tape::or_lowest(drawn);
                self.make(&PubMove::Support { block, does }, &mut tape)?;
                drawn = tape.unused_draws().map(|(_, draw)| draw).collect();
                if does == SupportWord::Advance {
                    let is_attacker = self.engine.rules.blocks[usize::from(block)].side == attackers;
                    *(if is_attacker { &mut attack.attacker } else { &mut attack.defender }) = block;
                }
            } else if matches!(self.state.phase, PubPhase::Support(_)) {
                self.skip()?;
            }
            let goes_on = self.state.phase == PubPhase::Combat && self.state.round > 0;
            if goes_on != (usize::from(round) < rounds.len()) && !is_over {
                return Err(format!("after round {round} of {}: {:?}", rounds.len(), self.state.phase));
            }
        }
        if drawn.is_empty() { Ok(()) } else { Err("dice of a successor that are not thrown".to_owned()) }
    }

    /// Compares what is so now. The end of a turn comes at once here, and with an event of its own in the record.
    fn compare(&self, wanted: &Value) -> Result<(), String> {
        let mut found = PubBattles::show(self.engine, &self.state, None);
        let is_ahead =
            (self.state.turn, self.state.night) != self.turn || matches!(self.state.phase, PubPhase::Over(..));
        for (part, key, wanted) in [("blocks", "flipped", &wanted["blocks"]), ("hqs", "flipped", &wanted["hqs"])] {
            for (name, of) in wanted.as_object().into_iter().flatten() {
                let found = &mut found[part][name];
                if is_ahead && of.get(key).is_some() {
                    found[key] = of[key].clone();
                }
                // Of what is not on the map nothing but that is compared.
                let is_gone =
                    ["eliminated", "waiting", "hidden"].iter().any(|state| part == "blocks" && of["state"] == *state);
                let is_same = if is_gone { found["state"] == of["state"] } else { found == of };
                if !is_same {
                    return Err(format!("{name}: {found}, by the oracle {of}"));
                }
            }
        }
        if found["losses"] != wanted["losses"] || !is_ahead && found["turn"] != wanted["turn"] {
            return Err(format!("{} {}, by the oracle {wanted}", found["turn"], found["losses"]));
        }
        Ok(())
    }

    /// Makes a decision of a kind; those before it are made as if nothing was said.
    fn choose(&mut self, kind: &str, chosen: &PubMove, drawn: Vec<Draw>) -> Result<(), String> {
        self.reach(kind)?;
        self.apply(chosen, drawn)
    }

    /// Decides as if nothing was said until a decision of a kind is asked for.
    fn reach(&mut self, kind: &str) -> Result<(), String> {
        loop {
            match self.engine.next(&self.state) {
                Next::Decide { kind: asked, .. } if asked == kind => return Ok(()),
                Next::Decide { .. } if self.engine.acting(&self.state).is_some() => self.skip()?,
                next => return Err(format!("no {kind} is asked for: {next:?}")),
            }
        }
    }

    fn apply(&mut self, chosen: &PubMove, drawn: Vec<Draw>) -> Result<(), String> {
        let mut tape = Tape::new(drawn);
        self.make(chosen, &mut tape)?;
        no_lack(&tape, true)
    }

    fn make(&mut self, chosen: &PubMove, tape: &mut Tape) -> Result<(), String> {
        if let Some(why) = self.engine.illegal(&self.state, chosen) {
            return Err(format!("{why:?}, by the oracle legal"));
        }
        self.engine.apply(&mut self.state, chosen, &mut Chance::from_tape(tape), &mut Blind);
        Ok(())
    }

    /// Decides as if nothing was said.
    fn skip(&mut self) -> Result<(), String> {
        let chosen = match self.engine.next(&self.state) {
            Next::Decide { kind: decisions::ORDERS, .. } => PubMove::Keep,
            Next::Decide { kind: decisions::ARMY, .. } => PubMove::Army(false),
            Next::Decide { kind: decisions::HQ | decisions::ARMY_HQ, .. } => PubMove::HqStays,
            Next::Decide { kind: decisions::BLOCK, .. } => PubMove::Done,
            Next::Decide { kind: decisions::MOVE, .. } => PubMove::Stay,
            Next::Decide { kind: decisions::JOIN, .. } => PubMove::JoinsNobody,
            Next::Decide { kind: decisions::SUPPORT, .. } => PubMove::SupportStays,
            next => return Err(format!("nothing is asked for: {next:?}")),
        };
        self.apply(&chosen, Vec::new())
    }

    fn block(&self, name: &Value) -> u8 {
        self.battle.find_block(text(name), |_| true).expect("a block") as u8
    }
}

/// Returns an error if a draw was asked for that is not written, or none for one that is.
fn no_lack(tape: &Tape, is_whole: bool) -> Result<(), String> {
    match (tape.lack(), tape.unused_draws().next()) {
        (Some(lack), _) => Err(format!("{lack:?}")),
        (None, Some((_, draw))) if is_whole => Err(format!("not drawn: {draw:?}")),
        _ => Ok(()),
    }
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

fn number(value: &Value) -> u16 {
    value.as_u64().and_then(|number| number.try_into().ok()).expect("a number")
}

fn place(value: &Value) -> MapPoint {
    let at: [i32; 2] = serde_json::from_value(value.clone()).expect("a place");
    at.into()
}

fn dice(value: &Value) -> impl Iterator<Item = u8> + '_ {
    value.as_array().into_iter().flatten().map(|face| number(face) as u8)
}
