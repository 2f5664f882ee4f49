//! Duel: two fighters strike or rest in turn. A strike rolls a die and takes one strength on 4 or more.

use std::sync::Arc;

use muster::check::{Check, Cx};
use muster::diag::{Code, Diagnostic, Severity};
use muster::play::chance::{Chance, Draw, DrawLabel};
use muster::play::fault::Breach;
use muster::play::replay::{Entry, Turn};
use muster::play::{Clock, Engine, Next, Outcome, Playout, Watch};
use muster::print::frame::{Color, Frame, Rect};
use muster::print::layout::{Align, Span, Style, TextBox, Typesetter, Vertical};
use muster::print::{POKER, font::Font};
use muster::source::{Address, FileId, Pointer};
use muster::systems::game::FilesAt;
use muster::systems::notation::{Notation, PlayCodes};
use muster::systems::printed::{Piece, Surface, With};
use muster::systems::{
    CountedPiece, Counters, Doc, DocumentKind, Game, Part, PartCounter, Played, Printed, Role, Used,
};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

/// A document of the toy.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Document {
    #[expect(dead_code, reason = "read before the system is known")]
    system: String,
    duel: Option<DuelCard>,
    #[serde(default)]
    fighters: Vec<Fighter>,
    play: Option<Play>,
}

/// Who meets whom.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct DuelCard {
    #[expect(dead_code, reason = "read by the core")]
    name: String,
    fighters: [String; 2],
}

/// One card.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Fighter {
    card: u8,
    name: String,
    strength: u8,
    foe: String,
}

/// A recorded duel.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Play {
    #[expect(dead_code, reason = "read by the core")]
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Act {
    Strike,
    Rest,
}

/// The die of a strike.
const ROLL: DrawLabel = DrawLabel::new("roll");

/// The rules.
pub(crate) struct Duel {
    strength: [u8; 2],
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct State {
    strength: [u8; 2],
    turn: u32,
    /// Who rested last, and parries the next strike unless it shows a six.
    rested: Option<usize>,
}

impl State {
    fn mover(&self) -> usize {
        (self.turn as usize - 1) % 2
    }
}

impl Engine for Duel {
    type State = State;
    type Move = Act;
    type Illegal = ();

    const HIDDEN: bool = false;

    fn start(&self) -> State {
        State { strength: self.strength, turn: 1, rested: None }
    }

    fn next(&self, state: &State) -> Next {
        match state.strength.iter().position(|strength| *strength == 0) {
            Some(loser) => Next::Over(Outcome { winner: Some(1 - loser), by: "strength" }),
            None => Next::Decide { player: state.mover(), kind: "act" },
        }
    }

    fn clock(&self, state: &State) -> Clock {
        Clock { turn: state.turn, player: Some(state.mover()) }
    }

    fn moves(&self, _: &State, into: &mut Vec<Act>) {
        into.clear();
        into.extend_from_slice(&[Act::Strike, Act::Rest]);
    }

    fn apply<W: Watch>(&self, state: &mut State, chosen: &Act, chance: &mut Chance<'_>, watch: &mut W) {
        let (mover, foe) = (state.mover(), 1 - state.mover());
        match chosen {
            Act::Rest => state.rested = Some(mover),
            Act::Strike => {
                let needed = if state.rested.take() == Some(foe) { 6 } else { 4 };
                if chance.die(ROLL, 6) >= needed {
                    state.strength[foe] -= 1;
                    watch.count(mover, 1);
                }
            }
        }
        state.turn += u32::from(!state.strength.contains(&0));
    }

    fn broken(&self, state: &State) -> Option<Breach> {
        let stronger = (0..2).find(|fighter| state.strength[*fighter] > self.strength[*fighter])?;
        Some(Breach::new("D-1", format!("fighter {stronger} is stronger than at the start")))
    }

    fn value(&self, state: &State, player: usize) -> i32 {
        let stand = |player: usize| i32::from(state.strength[player]) * 2 + i32::from(state.rested == Some(player));
        stand(player) - stand(1 - player)
    }

    fn counters(&self) -> usize {
        2
    }
}

impl Playout for Duel {}

/// A duel with its fighters found.
pub(crate) struct Pair {
    file: FileId,
    docs: Vec<Arc<Doc<Document>>>,
}

impl Pair {
    fn document(&self) -> &Document {
        &self.docs[0].model
    }

    fn fighters(&self) -> impl Iterator<Item = &Fighter> {
        let duel = self.document().duel.as_ref().expect("internal error: no duel");
        duel.fighters.iter().filter_map(|name| self.document().fighters.iter().find(|f| f.name == *name))
    }
}

static UNKNOWN_FOE: Check<Pair> =
    Check { code: Code::new("DU101", "unknown-foe", Severity::Error, "# unknown-foe (DU101)\n"), run: unknown_foe };

/// A fighter who never hit.
const NEVER_HIT: Code = Code::new("DU301", "never-hit", Severity::Warning, "# never-hit (DU301)\n");

fn unknown_foe(pair: &Pair, cx: &mut Cx<'_>) {
    for (i, fighter) in pair.document().fighters.iter().enumerate() {
        if !pair.document().fighters.iter().any(|other| other.name == fighter.foe) {
            let at = Address::value(pair.file, Pointer::root().key("fighters").index(i).key("foe"));
            let finding = cx.at(at, format!("`{}` is nobody in this duel", fighter.foe));
            cx.push(finding);
        }
    }
}

impl Game for Duel {
    const ID: &'static str = "duel";
    const TITLE: &'static str = "Duel";
    const CHECKS: &'static [&'static Check<Pair>] = &[&UNKNOWN_FOE];
    const KINDS: &'static [DocumentKind] = &[
        DocumentKind {
            name: "play",
            role: Role::Record,
            key: "play",
            files: &[FilesAt { pointer: "/play/scenario", kind: "duel" }],
        },
        DocumentKind { name: "duel", role: Role::Main, key: "duel", files: &[] },
    ];
    const CODES: &'static [&'static [Code]] = &[&[NEVER_HIT]];
    const SKELETON: &'static str = "system: duel\n";

    type Model = Document;
    type Battle = Pair;
    fn resolve(docs: Vec<Arc<Doc<Document>>>) -> Pair {
        Pair { file: docs[0].file, docs }
    }
}

impl Played for Duel {
    type Engine = Duel;

    const PIECES: &'static str = "fighters";

    fn compile(pair: &Pair) -> Result<Duel, String> {
        let strength: Vec<u8> = pair.fighters().map(|fighter| fighter.strength).collect();
        let strength = strength.try_into().map_err(|_| "a duel has two fighters".to_owned())?;
        Ok(Duel { strength })
    }

    fn title_address(pair: &Pair) -> Address {
        Address::value(pair.file, Pointer::root().key("duel").key("name"))
    }

    fn sides(pair: &Pair) -> Vec<(String, Address)> {
        let at = Pointer::root().key("duel").key("fighters");
        pair.fighters().enumerate().map(|(i, f)| (f.name.clone(), Address::value(pair.file, at.index(i)))).collect()
    }

    fn counters(_: &Duel, pair: &Pair) -> Counters {
        let fighters = || pair.fighters().zip(Duel::sides(pair)).enumerate();
        let piece = |(side, (fighter, _)): (usize, (&Fighter, _))| CountedPiece {
            card: fighter.card.to_string(),
            name: fighter.name.clone(),
            side,
            parts: vec![PartCounter { index: side, word: "strike" }],
        };
        let hits = |(side, (fighter, (name, at))): (usize, (&Fighter, (String, Address)))| Used {
            counter: side,
            after: Vec::new(),
            card: fighter.card.to_string(),
            never: format!("`{name}` never hit"),
            name,
            what: "hits".to_owned(),
            at,
            code: NEVER_HIT,
            help: None,
        };
        Counters { pieces: fighters().map(piece).collect(), figures: vec![], used: fighters().map(hits).collect() }
    }

    fn parts(counters: &Counters) -> Vec<Part> {
        counters.parts()
    }

    fn uses(_: &Duel, _: &Part, _: &State, chosen: &Act) -> bool {
        // The only card a fighter has is the sword.
        *chosen == Act::Strike
    }
}

impl Notation for Duel {
    const PLAY_CODES: PlayCodes =
        PlayCodes { illegal: UNKNOWN_FOE.code, expectation: UNKNOWN_FOE.code, result: UNKNOWN_FOE.code };

    fn read(play: &Doc<Document>, _: &Pair) -> Result<Vec<Turn<Act, Pointer>>, Vec<Diagnostic>> {
        let turns = &play.model.play.as_ref().expect("internal error: no play").turns;
        let at = Pointer::root().key("play").key("turns");
        let turn = |(i, turn): (usize, &PlayTurn)| {
            let tag = at.index(i);
            let roll = turn.roll.map(|die| Entry::Drawn { draws: vec![Draw::die(ROLL, die)], tag: tag.key("roll") });
            let act = Entry::Chosen { kind: "act", chosen: turn.act, tag: tag.key("act") };
            Turn { player: None, tag, entries: std::iter::once(act).chain(roll).collect() }
        };
        Ok(turns.iter().enumerate().map(turn).collect())
    }

    fn option(_: &Duel, chosen: &Act) -> Value {
        json!(if *chosen == Act::Rest { "rest" } else { "strike" })
    }

    fn turn(engine: &Duel, turn: &Turn<Act, ()>) -> Vec<(&'static str, Value)> {
        let key = |entry: &Entry<Act, ()>| match entry {
            Entry::Drawn { draws, .. } => ("roll", json!(draws[0].number + 1)),
            Entry::Chosen { chosen, .. } => ("act", Duel::option(engine, chosen)),
        };
        turn.entries.iter().map(key).collect()
    }

    fn show(_: &Duel, state: &State, _: Option<usize>) -> Value {
        json!(state.strength)
    }
}

impl Printed for Duel {
    fn pieces<'a>(pair: &'a Pair, _: &With) -> Vec<Piece<'a>> {
        let piece = |fighter: &Fighter| {
            let mut front = Frame::default();
            let name = TextBox {
                rect: Rect::new(5.0, 5.0, POKER.width - 10.0, 12.0),
                sizes: (18.0, 8.0),
                lines: 1,
                hyphens: false,
                align: Align::Center,
                vertical: Vertical::Middle,
            };
            let style = Style { font: Font::Sans, color: Color::BLACK };
            name.set(&mut Typesetter::default(), &[Span::new(&fighter.name, style)], &mut front).expect("a short name");
            let front = Surface::Drawn(POKER, Arc::new(front));
            Piece { at: Some(Duel::title_address(pair)), ..Piece::new(fighter.card.to_string(), &fighter.name, front) }
        };
        pair.fighters().map(piece).collect()
    }
}
