//! Recorded battles of Table Battles: how moves, turns and states are written, and what is wrong in a play in its words.

mod cards;
mod choices;
mod expect;
mod faults;
mod options;
mod read;
mod refusals;
mod write;

use serde_json::Value;

use muster_core::diag::{Code, Diagnostic, Severity};
use muster_core::play::chance::Draw;
use muster_core::play::replay::{Decision, Turn};
use muster_core::source::{FileId, Pointer};
use muster_systems::Doc;
use muster_systems::notation::{
    Changed, CountedInPlays, Cuts, Expected, ExpectedResult, FaultOf, Notation, PlayCodes, rolls,
};

use super::engine::{Illegal, Move, State, TableBattles};
use super::model::Document;
use super::resolve::Battle;

/// A turn that cannot have been played so.
pub const ILLEGAL_MOVE: Code =
    Code::new("TB401", "illegal-move", Severity::Error, include_str!("notation/illegal_move.md"));

/// A state that is not as the play says.
pub const EXPECTATION_NOT_MET: Code =
    Code::new("TB402", "expectation-not-met", Severity::Error, include_str!("notation/expectation_not_met.md"));

/// A battle that did not end as the play says.
pub const RESULT_NOT_MET: Code =
    Code::new("TB403", "result-not-met", Severity::Error, include_str!("notation/result_not_met.md"));

/// A side, card or action in a play that its scenario does not have.
pub const UNKNOWN_IN_PLAY: Code =
    Code::new("TB404", "unknown-in-play", Severity::Error, include_str!("notation/unknown_in_play.md"));

/// The kinds of findings of replaying.
pub const CODES: &[Code] = &[ILLEGAL_MOVE, EXPECTATION_NOT_MET, RESULT_NOT_MET, UNKNOWN_IN_PLAY];

impl Notation for TableBattles {
    const LIES_AS_CARDS: bool = true;
    const PLAY_CODES: PlayCodes =
        PlayCodes { illegal: ILLEGAL_MOVE, expectation: EXPECTATION_NOT_MET, result: RESULT_NOT_MET };
    const HAS_RESULT: bool = true;
    const CUTS: Cuts = Cuts {
        parts: &[
            "/scenario/special/*",
            "/formations/*/special/*",
            "/formations/*",
            "/formations/*/actions/*",
            "/scenario/rules/*",
            "/scenario/sides/*/tactical",
            "/formations/*/reserve",
            "/formations/*/retire",
            "/formations/*/pursuit",
            "/formations/*/link",
            "/formations/*/arm",
            "/formations/*/star",
            "/formations/*/copies",
        ],
        unplayed: &["/formations/*/lore", "/formations/*/rule_text", "/formations/*/art", "/formations/*/fields"],
        listings: &["/scenario/sides/*/cards"],
        counted: &[CountedInPlays { number: "card", place: "action", list: "actions" }],
    };

    fn read(play: &Doc<Document>, battle: &Battle) -> Result<Vec<Turn<Move, Pointer>>, Vec<Diagnostic>> {
        read::record(play, battle)
    }

    fn option(engine: &TableBattles, chosen: &Move) -> Value {
        options::option(engine, *chosen)
    }

    fn question(kind: &str) -> &'static str {
        choices::question(kind)
    }

    fn words(engine: &TableBattles, chosen: &Move) -> String {
        choices::words(engine, *chosen)
    }

    fn piece_name(engine: &TableBattles, number: &str) -> Option<String> {
        let card = (0..engine.formations() as u8).find(|card| engine.id(*card).to_string() == number)?;
        Some(engine.name(card).to_owned())
    }

    fn outlook(engine: &TableBattles, state: &State, chosen: &Move) -> Option<String> {
        choices::outlook(engine, state, *chosen)
    }
    fn changes(engine: &TableBattles, step: &Changed<'_, Self>, _: Option<usize>) -> Vec<String> {
        choices::changes(engine, step.before, step.after)
    }

    fn describe_draws(engine: &TableBattles, state: &State, draws: &[Draw], _: Option<usize>) -> String {
        format!("{} {}", engine.side_name(engine.mover(state)), rolls(draws))
    }

    fn thinkable(engine: &TableBattles, state: &State) -> Vec<Move> {
        choices::thinkable(engine, state)
    }

    fn turn(engine: &TableBattles, turn: &Turn<Move, ()>) -> Vec<(&'static str, Value)> {
        write::turn(engine, turn)
    }

    fn show(engine: &TableBattles, state: &State, _: Option<usize>) -> Value {
        options::state(engine, state)
    }

    fn unsaid(decision: Decision, _: &[Move]) -> Option<Move> {
        // No shift, and no more dice. Actions and reactions are always written.
        match decision.kind {
            "shift" => Some(Move::NoShift),
            "place" => Some(Move::Done),
            _ => None,
        }
    }

    fn refusal(engine: &TableBattles, state: &State, why: &Illegal) -> String {
        refusals::refusal(engine, state, *why)
    }

    fn clause(why: &Illegal) -> Option<&'static str> {
        choices::clause(*why)
    }

    fn wrong(engine: &TableBattles, play: &Document, fault: &FaultOf<TableBattles>) -> Option<(Pointer, String)> {
        faults::wrong(engine, play.play.as_ref()?, fault)
    }

    fn expectations(play: &Document, battle: &Battle) -> Vec<Vec<Expected>> {
        let turns = play.play.iter().flat_map(|play| &play.turns).enumerate();
        turns.map(|(number, turn)| expect::turn(number, turn, battle)).collect()
    }

    fn result(play: &Document) -> Option<ExpectedResult> {
        expect::result(play.play.as_ref()?)
    }

    fn files(battle: &Battle) -> Vec<FileId> {
        battle.docs().iter().map(|doc| doc.file).collect()
    }
}
