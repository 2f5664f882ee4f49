//! Duel: two fighters strike or rest in turn. A strike rolls a die and takes one strength on 4 or more.
#![expect(dead_code, reason = "the core reads some of what the documents say")]

use std::sync::Arc;

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Diagnostic, Severity};
use muster_core::play::chance::{Chance, Draw, DrawLabel};
use muster_core::play::replay::{Turn, TurnEntry};
use muster_core::play::{Clock, Engine, Next, Outcome, Playout, Watch};
use muster_core::print::template::{Content, FaceOffer, Offer};
use muster_core::source::{Address, Pointer};
use muster_systems::{
    CarriedLook, Catalogue, Doc, DocumentKind, FilesAt, Game, Notation, Piece, PlayCodes, Played, Printed, With,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// A duel, or a recorded one.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Document {
    system: String,
    duel: Option<Meeting>,
    play: Option<Play>,
}

/// Who meets whom.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Meeting {
    name: String,
    fighters: [Fighter; 2],
}

/// One card.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Fighter {
    name: String,
    strength: u8,
    foe: String,
}

/// A recorded duel.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Play {
    scenario: String,
    turns: Vec<PlayTurn>,
}

/// One turn of it.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct PlayTurn {
    act: Act,
    roll: Option<u8>,
}

/// What a fighter does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Act {
    Strike,
    Rest,
}

const UNKNOWN_FOE: Code = Code::new("DU101", "unknown-foe", Severity::Error, include_str!("duel/unknown_foe.md"));
const FOUL: Code = Code::new("DU401", "foul", Severity::Error, include_str!("duel/foul.md"));
const ROLL: DrawLabel = DrawLabel::new("roll");
const SCENARIO: FilesAt = FilesAt { pointer: "/play/scenario", kind: "duel" };
const FIGHTER: FaceOffer = FaceOffer { name: "fighter", texts: &["name", "strength"], ..FaceOffer::NOTHING };

/// The fighters of a duel, each with its place.
fn fighters(duel: &Doc<Document>) -> impl Iterator<Item = (&Fighter, Address)> {
    let fighters = duel.model.duel.iter().flat_map(|duel| &duel.fighters);
    fighters.enumerate().map(|(i, fighter)| (fighter, duel.address(format!("/duel/fighters/{i}"))))
}

fn unknown_foe(duel: &Arc<Doc<Document>>, cx: &mut Cx<'_>) {
    let is_nobody = |foe: &str| !fighters(duel).any(|(other, _)| other.name == foe);
    for (fighter, at) in fighters(duel).filter(|(fighter, _)| is_nobody(&fighter.foe)) {
        cx.push(cx.finding(at.join("/foe"), format!("`{}` is nobody in this duel", fighter.foe)));
    }
}

impl Game for Duel {
    const ID: &'static str = "duel";
    const TITLE: &'static str = "Duel";
    const CHECKS: &'static [&'static Check<Self::Battle>] = &[&Check { code: UNKNOWN_FOE, run: unknown_foe }];
    const CODES: &'static [&'static [Code]] = &[&[FOUL]];
    const KINDS: &'static [DocumentKind] =
        &[DocumentKind::record("play", &[SCENARIO]), DocumentKind::main("duel", &[])];
    const SKELETON: &'static str = include_str!("duel/skeleton.yaml");

    type Model = Document;
    type Battle = Arc<Doc<Document>>;

    fn resolve(docs: Vec<Arc<Doc<Document>>>) -> Self::Battle {
        Arc::clone(&docs[0])
    }
}

/// The rules: the fighters' strength.
pub(crate) struct Duel([u8; 2]);

#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct State {
    strength: [u8; 2],
    turn: u32,
    mover: usize,
    /// True if the foe rested, who then parries a strike that does not show a six.
    parries: bool,
}

impl Engine for Duel {
    type State = State;
    type Move = Act;
    type Illegal = ();

    const HIDDEN: bool = false;

    fn start(&self) -> State {
        State { strength: self.0, turn: 1, mover: 0, parries: false }
    }

    fn next(&self, state: &State) -> Next {
        match state.strength.iter().position(|strength| *strength == 0) {
            Some(loser) => Next::Over(Outcome { winner: Some(1 - loser), by: "strength" }),
            None => Next::Decide { player: state.mover, kind: "act" },
        }
    }

    fn clock(&self, state: &State) -> Clock {
        Clock { turn: state.turn, player: Some(state.mover) }
    }

    fn moves(&self, _: &State, into: &mut Vec<Act>) {
        into.clear();
        into.extend([Act::Strike, Act::Rest]);
    }

    fn apply<W: Watch>(&self, state: &mut State, chosen: &Act, chance: &mut Chance<'_>, _: &mut W) {
        let (foe, needed) = (1 - state.mover, if state.parries { 6 } else { 4 });
        let is_hit = *chosen == Act::Strike && chance.die(ROLL, 6) >= needed;
        state.strength[foe] -= u8::from(is_hit);
        state.parries = *chosen == Act::Rest;
        if !state.strength.contains(&0) {
            (state.turn, state.mover) = (state.turn + 1, foe);
        }
    }

    fn value(&self, state: &State, player: usize) -> i32 {
        i32::from(state.strength[player]) - i32::from(state.strength[1 - player])
    }
}

impl Playout for Duel {}

impl Played for Duel {
    type Engine = Duel;

    fn compile(duel: &Self::Battle) -> Result<Duel, String> {
        let duel = duel.model.duel.as_ref().ok_or("there is no duel to fight")?;
        Ok(Duel(duel.fighters.each_ref().map(|fighter| fighter.strength)))
    }

    fn title_address(duel: &Self::Battle) -> Address {
        duel.address("/duel/name")
    }

    fn sides(duel: &Self::Battle) -> Vec<(String, Address)> {
        fighters(duel).map(|(fighter, at)| (fighter.name.clone(), at.join("/name"))).collect()
    }
}

impl Notation for Duel {
    const PLAY_CODES: PlayCodes = PlayCodes::new(FOUL);

    fn read(play: &Doc<Document>, _: &Self::Battle) -> Result<Vec<Turn<Act, Pointer>>, Vec<Diagnostic>> {
        let turn = |(i, turn): (usize, &PlayTurn)| {
            let tag = Pointer::parse(format!("/play/turns/{i}"));
            let roll = turn.roll.map(|d| TurnEntry::Drawn { draws: vec![Draw::die(ROLL, d)], tag: tag.key("roll") });
            let act = TurnEntry::Chosen { kind: "act", chosen: turn.act, tag: tag.key("act") };
            Turn { player: None, tag, entries: std::iter::once(act).chain(roll).collect() }
        };
        Ok(play.model.play.iter().flat_map(|play| &play.turns).enumerate().map(turn).collect())
    }

    fn option(_: &Duel, chosen: &Act) -> Value {
        json!(chosen)
    }

    fn turn(_: &Duel, turn: &Turn<Act, ()>) -> Vec<(&'static str, Value)> {
        let key = |entry: &TurnEntry<Act, ()>| match entry {
            TurnEntry::Drawn { draws, .. } => ("roll", json!(draws[0].number + 1)),
            TurnEntry::Chosen { chosen, .. } => ("act", json!(chosen)),
        };
        turn.entries.iter().map(key).collect()
    }

    fn show(_: &Duel, state: &State, _: Option<usize>) -> Value {
        json!(state.strength)
    }
}

impl Printed for Duel {
    const OFFER: &'static Offer = &Offer { faces: &[FIGHTER], ..Offer::NOTHING };
    const TEMPLATES: &'static [CarriedLook] = &[("plain", &[include_str!("duel/fighter.yaml")])];

    fn pieces<'a>(duel: &'a Self::Battle, _: &With, _: &'a Catalogue) -> Vec<Piece<'a>> {
        let piece = |(number, (fighter, at)): (usize, (&'a Fighter, Address))| {
            let texts = [("name", fighter.name.clone()), ("strength", fighter.strength.to_string())];
            Piece::from_content(number.to_string(), &fighter.name, &FIGHTER, Content::from_keys(texts), at)
        };
        (1..).zip(fighters(duel)).map(piece).collect()
    }
}
