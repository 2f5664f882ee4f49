//! Table Battles with mistakes in its engine: each is the real engine with one thing wrong.

use std::sync::Arc;

use muster_core::check::Check;
use muster_core::diag::{Code, Diagnostic, Severity};
use muster_core::play::chance::Chance;
use muster_core::play::fault::Breach;
use muster_core::play::replay::{Decision, Turn};
use muster_core::play::{Blind, Clock, Engine, Next, Playout, Watch};
use muster_core::source::{Address, FileId, Pointer};
use muster_games::table_battles::TableBattles;
use muster_games::table_battles::engine::{Illegal, Move, State};
use muster_games::table_battles::model::Document;
use muster_games::table_battles::resolve::Battle;
use muster_games::table_battles::values::Strength;
use muster_systems::names::NameTable;
use muster_systems::notation::{Cuts, Notation, PlayCodes};
use muster_systems::{Counters, Doc, DocumentKind, Game, Played, WeighedPart};
use serde_json::Value;

/// A screen costs a normal formation all its sticks.
pub(crate) const SCREEN_TAKES_STICKS: u8 = 0;
/// The engine panics when a formation retires, and says a number that is never the same.
pub(crate) const RETIREMENT_PANICS: u8 = 1;
/// The battle never ends, though its last turn is over.
pub(crate) const NOBODY_WINS: u8 = 2;

/// A check panics where a formation is as strong as none is in White Mountain.
pub(crate) const CHECK_PANICS: u8 = 3;

/// The strength at which that check panics.
pub(crate) const TOO_STRONG: u8 = 5;

static PANICS: Check<Battle> = Check {
    code: Code::new("TB190", "planted", Severity::Info, "A planted check."),
    run: |battle, _| {
        let too_strong = |card: usize| battle.formation(card).strength == Strength::Sticks(TOO_STRONG);
        assert!(!battle.judged_cards().any(too_strong), "internal error: planted");
    },
};

/// The checks of the game, and that one.
static CHECKS: [&Check<Battle>; TableBattles::CHECKS.len() + 1] = {
    let mut all = [&PANICS; TableBattles::CHECKS.len() + 1];
    let mut at = 0;
    while at < TableBattles::CHECKS.len() {
        all[at] = TableBattles::CHECKS[at];
        at += 1;
    }
    all
};

/// Table Battles with one of the mistakes.
pub(crate) struct Planted<const MISTAKE: u8>(TableBattles);

impl<const MISTAKE: u8> Engine for Planted<MISTAKE> {
    type State = State;
    type Move = Move;
    type Illegal = Illegal;

    const HIDDEN: bool = false;

    fn players(&self) -> usize {
        self.0.players()
    }

    fn start(&self) -> State {
        self.0.start()
    }

    fn next(&self, state: &State) -> Next {
        match self.0.next(state) {
            Next::Over(_) if MISTAKE == NOBODY_WINS => Next::Decide { player: 0, kind: "act" },
            next => next,
        }
    }

    fn clock(&self, state: &State) -> Clock {
        self.0.clock(state)
    }

    fn moves(&self, state: &State, into: &mut Vec<Move>) {
        self.0.moves(state, into);
    }

    fn illegal(&self, state: &State, chosen: &Move) -> Option<Illegal> {
        self.0.illegal(state, chosen)
    }

    fn apply<W: Watch>(&self, state: &mut State, chosen: &Move, chance: &mut Chance<'_>, watch: &mut W) {
        self.0.apply(state, chosen, chance, watch);
        match *chosen {
            Move::React { card, action }
                if MISTAKE == SCREEN_TAKES_STICKS
                    && self.0.action_word(card, action) == "screen"
                    && !self.0.special(card) =>
            {
                // Not a legal move: its sticks leave, and stay away for a turn.
                let lost = Move::Shift { from: card, to: card, sticks: state.strength(card) };
                self.0.apply(state, &lost, chance, &mut Blind);
            }
            Move::Retire { card } if MISTAKE == RETIREMENT_PANICS => {
                panic!("internal error: card {card} retired in turn {}", self.0.clock(state).turn);
            }
            _ => {}
        }
    }

    fn advance<W: Watch>(&self, state: &mut State, chance: &mut Chance<'_>, watch: &mut W) {
        self.0.advance(state, chance, watch);
    }

    fn find_breach(&self, state: &State) -> Option<Breach> {
        self.0.find_breach(state)
    }

    fn value(&self, state: &State, player: usize) -> i32 {
        self.0.value(state, player)
    }

    fn counters(&self) -> usize {
        self.0.counters()
    }
}

impl<const MISTAKE: u8> Playout for Planted<MISTAKE> {}

impl<const MISTAKE: u8> Game for Planted<MISTAKE> {
    const ID: &'static str = TableBattles::ID;
    const TITLE: &'static str = TableBattles::TITLE;
    const KINDS: &'static [DocumentKind] = TableBattles::KINDS;
    const CHECKS: &'static [&'static Check<Battle>] =
        if MISTAKE == CHECK_PANICS { &CHECKS } else { TableBattles::CHECKS };
    const SKELETON: &'static str = TableBattles::SKELETON;
    const NUMBERED: &'static [(&'static str, &'static str)] = TableBattles::NUMBERED;

    type Model = Document;
    type Battle = Battle;

    fn resolve(docs: Vec<Arc<Doc<Document>>>) -> Battle {
        TableBattles::resolve(docs)
    }

    fn names(battle: &Battle) -> NameTable {
        TableBattles::names(battle)
    }
}

impl<const MISTAKE: u8> Played for Planted<MISTAKE> {
    type Engine = Self;

    fn compile(battle: &Battle) -> Result<Self, String> {
        <TableBattles as Played>::compile(battle).map(Planted)
    }

    fn title_address(battle: &Battle) -> Address {
        TableBattles::title_address(battle)
    }

    fn sides(battle: &Battle) -> Vec<(String, Address)> {
        TableBattles::sides(battle)
    }

    fn counters(engine: &Self, battle: &Battle) -> Counters {
        <TableBattles as Played>::counters(&engine.0, battle)
    }

    fn impossible(engine: &Self, battle: &Battle, counters: &Counters) -> Vec<Option<String>> {
        TableBattles::impossible(&engine.0, battle, counters)
    }

    fn parts(_: &Counters) -> Vec<WeighedPart> {
        Vec::new()
    }
}

impl<const MISTAKE: u8> Notation for Planted<MISTAKE> {
    const PLAY_CODES: PlayCodes = TableBattles::PLAY_CODES;
    const HAS_RESULT: bool = TableBattles::HAS_RESULT;
    const CUTS: Cuts = TableBattles::CUTS;

    fn read(play: &Doc<Document>, battle: &Battle) -> Result<Vec<Turn<Move, Pointer>>, Vec<Diagnostic>> {
        TableBattles::read(play, battle)
    }

    fn option(engine: &Self, chosen: &Move) -> Value {
        TableBattles::option(&engine.0, chosen)
    }

    fn turn(engine: &Self, turn: &Turn<Move, ()>) -> Vec<(&'static str, Value)> {
        TableBattles::turn(&engine.0, turn)
    }

    fn show(engine: &Self, state: &State, seen_by: Option<usize>) -> Value {
        TableBattles::show(&engine.0, state, seen_by)
    }

    fn unsaid(decision: Decision, legal: &[Move]) -> Option<Move> {
        TableBattles::unsaid(decision, legal)
    }

    fn files(battle: &Battle) -> Vec<FileId> {
        TableBattles::files(battle)
    }
}
