//! Recorded battles of Tabletop: how orders, fates, turns and states are written.

mod changes;
mod choices;
mod expect;
mod fates;
mod near;
mod options;
mod read;
mod refusals;
mod show;
mod thinkable;
mod write;

use serde_json::Value;

use muster_core::diag::{Code, Diagnostic, Severity};
use muster_core::play::chance::Draw;
use muster_core::play::replay::{Decision, Turn};
use muster_core::source::{FileId, Pointer};
use muster_systems::Doc;
use muster_systems::notation::{Changed, Cuts, Expected, ExpectedResult, FaultOf, Notation, PlayCodes};

use super::Tabletop;
use super::engine::{HexEngine, HexOrder, OrderRefused};
use super::model::TabletopDocument;
use super::resolve::TabletopBattle;
use super::state::HexState;

/// An order that cannot have been given, or a fate that nothing asks for.
pub const ILLEGAL_ORDER: Code =
    Code::new("TT401", "illegal-order", Severity::Error, include_str!("notation/illegal_order.md"));

/// A position that is not as the play says.
pub const POSITION_NOT_AS_EXPECTED: Code = Code::new(
    "TT402",
    "position-not-as-expected",
    Severity::Error,
    include_str!("notation/position_not_as_expected.md"),
);

/// A battle that did not end as the play says.
pub const RESULT_NOT_AS_EXPECTED: Code =
    Code::new("TT403", "outcome-not-as-expected", Severity::Error, include_str!("notation/outcome_not_as_expected.md"));

/// A faction, card, ability or hex in a play that its scenario does not have.
pub const UNKNOWN_IN_ORDERS: Code =
    Code::new("TT404", "unknown-in-orders", Severity::Error, include_str!("notation/unknown_in_orders.md"));

/// The kinds of findings of replaying.
pub const CODES: &[Code] = &[ILLEGAL_ORDER, POSITION_NOT_AS_EXPECTED, RESULT_NOT_AS_EXPECTED, UNKNOWN_IN_ORDERS];

impl Notation for Tabletop {
    const PLAY_CODES: PlayCodes =
        PlayCodes { illegal: ILLEGAL_ORDER, expectation: POSITION_NOT_AS_EXPECTED, result: RESULT_NOT_AS_EXPECTED };
    const HAS_RESULT: bool = true;
    const DIGITS: &'static [&'static str] = &["path", "to", "at"];
    const CUTS: Cuts = Cuts {
        parts: &[
            "/scenario/victory/*",
            "/scenario/factions/*",
            "/scenario/factions/*/setup/*",
            "/cards/*",
            "/cards/*/abilities/*",
            "/map/roads/*",
            "/map/places/*",
            "/map/legend/*",
            "/cards/*/traits/*",
            "/cards/*/abilities/*/do/*",
            "/cards/*/abilities/*/while",
            "/cards/*/abilities/*/unless",
            "/cards/*/copies",
            "/scenario/factions/*/setup/*/army",
            "/scenario/factions/*/setup/*/merged",
            "/scenario/factions/*/setup/*/count",
            "/scenario/factions/*/setup/*/experience",
            "/scenario/factions/*/setup/*/morale",
            "/scenario/factions/*/resources",
            "/scenario/factions/*/income",
            "/scenario/turns",
        ],
        unplayed: &[
            "/scenario/factions/*/flag",
            "/cards/*/nation",
            "/cards/*/lore",
            "/cards/*/rule_text",
            "/cards/*/art",
            "/cards/*/fields",
            "/cards/*/abilities/*/flavour",
            "/cards/*/abilities/*/text",
        ],
        listings: &["/scenario/factions/*/cards"],
        counted: &[],
    };

    fn read(
        play: &Doc<TabletopDocument>,
        battle: &TabletopBattle,
    ) -> Result<Vec<Turn<HexOrder, Pointer>>, Vec<Diagnostic>> {
        read::record(play, battle)
    }

    fn option(engine: &HexEngine, chosen: &HexOrder) -> Value {
        options::option(engine, *chosen)
    }

    fn question(_: &str) -> &'static str {
        choices::QUESTION
    }

    fn key_words(key: &str) -> Option<&'static str> {
        choices::key_words(key)
    }

    fn piece_name(engine: &HexEngine, number: &str) -> Option<String> {
        choices::piece_name(engine, number)
    }

    fn changes(engine: &HexEngine, step: &Changed<'_, Self>, _: Option<usize>) -> Vec<String> {
        changes::changes(engine, step)
    }

    fn describe_draws(engine: &HexEngine, _: &HexState, draws: &[Draw], _: Option<usize>) -> String {
        changes::describe_draws(engine, draws)
    }

    fn thinkable(engine: &HexEngine, state: &HexState) -> Vec<HexOrder> {
        thinkable::thinkable(engine, state)
    }

    fn turn(engine: &HexEngine, turn: &Turn<HexOrder, ()>) -> Vec<(&'static str, Value)> {
        write::turn(engine, turn)
    }

    fn show(engine: &HexEngine, state: &HexState, _: Option<usize>) -> Value {
        show::state(engine, state)
    }

    fn unsaid(_: Decision, _: &[HexOrder]) -> Option<HexOrder> {
        Some(HexOrder::Done)
    }

    fn refusal(engine: &HexEngine, state: &HexState, why: &OrderRefused) -> String {
        refusals::refusal(engine, state, *why)
    }

    fn clause(why: &OrderRefused) -> Option<&'static str> {
        refusals::clause(*why)
    }

    fn near(_: &HexEngine, state: &HexState, chosen: &HexOrder, legal: &[HexOrder]) -> Vec<HexOrder> {
        near::near(state, *chosen, legal)
    }

    fn wrong(engine: &HexEngine, _: &TabletopDocument, fault: &FaultOf<Tabletop>) -> Option<(Pointer, String)> {
        fates::wrong(engine, fault)
    }

    fn expectations(play: &TabletopDocument, battle: &TabletopBattle) -> Vec<Vec<Expected>> {
        let turns = play.play.iter().flat_map(|play| &play.turns).enumerate();
        turns.map(|(number, turn)| expect::turn(number, turn, battle)).collect()
    }

    fn result(play: &TabletopDocument) -> Option<ExpectedResult> {
        expect::result(play.play.as_ref()?)
    }

    fn files(battle: &TabletopBattle) -> Vec<FileId> {
        battle.docs().iter().map(|doc| doc.file).collect()
    }
}
