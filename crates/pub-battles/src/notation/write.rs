//! An activation or a combat phase as a play writes it.

use serde_json::{Map, Value, json};

use muster_core::play::chance::Draw;
use muster_core::play::replay::{Turn, TurnEntry};

use super::options::option;
use crate::engine::{PubEngine, PubMove, decisions, draws};

/// Returns the keys of an activation or of a combat phase in order.
pub(super) fn turn(engine: &PubEngine, turn: &Turn<PubMove, ()>) -> Vec<(&'static str, Value)> {
    let mut writer = Writer {
        engine,
        keys: Vec::new(),
        block: None,
        moves: Vec::new(),
        bombarded: None,
        attack: None,
        combat: Vec::new(),
    };
    for entry in &turn.entries {
        match entry {
            TurnEntry::Chosen { kind, chosen, .. } => writer.choice(kind, chosen),
            TurnEntry::Drawn { draws, .. } => draws.iter().for_each(|draw| writer.draw(*draw)),
        }
    }
    writer.keys()
}

struct Writer<'a> {
    engine: &'a PubEngine,
    keys: Vec<(&'static str, Value)>,
    /// The block that acts.
    block: Option<u8>,
    moves: Vec<Value>,
    /// The bombardment to which dice are added that stand without it.
    bombarded: Option<(u8, u8)>,
    /// The attack that is fought, as it began.
    attack: Option<(u8, u8)>,
    combat: Vec<Value>,
}

impl Writer<'_> {
    fn name(&self, block: u8) -> Value {
        json!(self.engine.rules.blocks[usize::from(block)].full_name)
    }

    fn choice(&mut self, kind: &str, chosen: &PubMove) {
        let written = option(self.engine, chosen);
        match chosen {
            PubMove::Keep
            | PubMove::Army(false)
            | PubMove::HqStays
            | PubMove::Done
            | PubMove::Unplaced
            | PubMove::Stay
            | PubMove::JoinsNobody
            | PubMove::SupportStays => {}
            PubMove::Write { .. } => self.keys.push(("orders", written)),
            PubMove::Army(true) => self.keys.push(("army", json!(true))),
            PubMove::Hq(_) => {
                let key = if kind == decisions::ARMY_HQ { "army_hq" } else { "hq" };
                self.keys.push((key, written["hq"].clone()));
            }
            PubMove::Block(block) => self.block = Some(*block),
            PubMove::Place { .. } => self.push_placed(written),
            PubMove::Joins { .. } => {
                self.flush_moves();
                self.keys.push(("join", written));
            }
            PubMove::Support { .. } => {
                let attack = self.combat.last_mut();
                let round =
                    attack.and_then(|attack| attack["rounds"].as_array_mut()).and_then(|rounds| rounds.last_mut());
                if let Some(round) = round {
                    round["support"] = written;
                }
            }
            _ => {
                let Value::Object(keys) = written else { return };
                let block = self.block.map(|block| ("block".to_owned(), self.name(block)));
                self.moves.push(Value::Object(block.into_iter().chain(keys).collect()));
            }
        }
    }

    /// Adds a block that is placed: when the leader has joined another, or when the headquarters have moved.
    fn push_placed(&mut self, written: Value) {
        let last = match self.keys.last_mut() {
            Some(("join", join)) => {
                let Value::Object(keys) = join else { return };
                keys.entry("place").or_insert_with(|| json!([]))
            }
            Some(("place", placed)) => placed,
            _ => {
                self.keys.push(("place", json!([written])));
                return;
            }
        };
        if let Value::Array(placed) = last {
            placed.push(written);
        }
    }

    fn draw(&mut self, Draw { label, number }: Draw) {
        let face = number + 1;
        match label.kind {
            draws::CHIT => {
                self.keys.push(("turn", json!(label.piece)));
                self.keys.push(("chit", json!(self.engine.rules.commands[number as usize].name)));
            }
            "entry" => self.keys.push(("entry", json!(face))),
            "command" => {
                // The roll for new orders comes after they are written, but stands before them.
                let at = self.keys.iter().position(|(key, _)| *key == "orders").unwrap_or(self.keys.len());
                self.keys.insert(at, ("command", json!(face)));
            }
            draws::BOMBARDMENT => {
                // Dice that were drawn for a bombardment that is written elsewhere stand with its two blocks.
                let meant = draws::blocks_of(label);
                if self.moves.is_empty() || self.bombarded.is_some_and(|last| last != meant) {
                    self.bombarded = Some(meant);
                    let (block, target) = (self.name(meant.0), self.name(meant.1));
                    self.moves.push(json!({"block": block, "target": target}));
                }
                if let Some(Value::Object(last)) = self.moves.last_mut() {
                    push_face(last, "dice", face);
                }
            }
            "successor" => {
                if let Some(Value::Object(attack)) = self.combat.last_mut() {
                    push_face(attack, "successor", face);
                }
            }
            _ => self.combat_die(label, face),
        }
    }

    /// Adds a die of an attack: to the round that is fought, or to a new one.
    fn combat_die(&mut self, label: muster_core::play::chance::DrawLabel, face: u32) {
        let (attacker, defender) = draws::blocks_of(label);
        let round = draws::round_of(label) as usize;
        // A supporter that has advanced fights on in the attack of another, in a later round.
        if round == 1 && self.attack != Some((attacker, defender)) {
            self.attack = Some((attacker, defender));
            let (attacker, defender) = (self.name(attacker), self.name(defender));
            self.combat.push(json!({"attacker": attacker, "defender": defender, "rounds": []}));
        }
        let Some(rounds) = self.combat.last_mut().and_then(|attack| attack["rounds"].as_array_mut()) else { return };
        if rounds.len() < round {
            rounds.push(json!({}));
        }
        if let Some(Value::Object(round)) = rounds.last_mut() {
            push_face(round, label.kind, face);
            // The attacker's stand first, whoever throws first.
            if label.kind == draws::ATTACKER
                && let Some(answered) = round.shift_remove(draws::DEFENDER)
            {
                round.insert(draws::DEFENDER.to_owned(), answered);
            }
        }
    }

    fn flush_moves(&mut self) {
        if !self.moves.is_empty() {
            let key = if self.bombarded.is_some() { "bombard" } else { "moves" };
            self.keys.push((key, Value::Array(std::mem::take(&mut self.moves))));
        }
    }

    fn keys(mut self) -> Vec<(&'static str, Value)> {
        self.flush_moves();
        if !self.combat.is_empty() {
            self.keys.push(("combat", Value::Array(self.combat)));
        }
        self.keys
    }
}

/// Adds a face to a list of dice.
fn push_face(keys: &mut Map<String, Value>, key: &str, face: u32) {
    match keys.get_mut(key) {
        Some(Value::Array(dice)) => dice.push(json!(face)),
        _ => _ = keys.insert(key.to_owned(), json!([face])),
    }
}
