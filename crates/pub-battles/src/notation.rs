//! Recorded battles of Pub Battles: how activations, combats and states are written.

mod changes;
mod choices;
mod expect;
mod near;
mod options;
mod order;
mod read;
mod refusals;
mod show;
mod uncalled;
mod write;

use serde_json::Value;

pub(super) use self::options::place;

use muster_core::diag::{Code, Diagnostic, Severity};
use muster_core::play::chance::Draw;
use muster_core::play::replay::{Decision, Turn};
use muster_core::source::{FileId, Pointer};
use muster_systems::Doc;
use muster_systems::notation::{Changed, Cuts, Expected, ExpectedResult, FaultOf, Notation, PlayCodes};

use super::PubBattles;
use super::engine::{MoveRefused, PubEngine, PubMove, decisions};
use super::model::PubDocument;
use super::resolve::PubBattle;
use super::state::PubState;

/// A move that cannot have been made, or dice that nothing asks for.
pub const ILLEGAL_DEED: Code =
    Code::new("PB401", "illegal-deed", Severity::Error, include_str!("notation/illegal_deed.md"));

/// A field that is not as the play says.
pub const FIELD_NOT_AS_EXPECTED: Code =
    Code::new("PB402", "field-not-as-expected", Severity::Error, include_str!("notation/field_not_as_expected.md"));

/// A battle that did not end as the play says.
pub const FINISH_NOT_AS_EXPECTED: Code =
    Code::new("PB403", "finish-not-as-expected", Severity::Error, include_str!("notation/finish_not_as_expected.md"));

/// A name in a play that its scenario does not have, or something that is not said.
pub const UNKNOWN_IN_PLAY: Code =
    Code::new("PB404", "unknown-in-activation", Severity::Error, include_str!("notation/unknown_in_activation.md"));

/// The kinds of findings of replaying.
pub const CODES: &[Code] = &[ILLEGAL_DEED, FIELD_NOT_AS_EXPECTED, FINISH_NOT_AS_EXPECTED, UNKNOWN_IN_PLAY];

impl Notation for PubBattles {
    const PLAY_CODES: PlayCodes =
        PlayCodes { illegal: ILLEGAL_DEED, expectation: FIELD_NOT_AS_EXPECTED, result: FINISH_NOT_AS_EXPECTED };
    const HAS_RESULT: bool = true;
    const CUTS: Cuts = Cuts {
        parts: &[
            "/scenario/special/*",
            "/scenario/victory/*",
            "/scenario/sides/*/fog_of_war/*",
            "/scenario/sides/*/corps/*",
            "/scenario/sides/*/army_hq",
            "/scenario/sides/*/army_hqs/*",
            "/scenario/sides/*/corps/*/blocks/*",
            "/scenario/sides/*/army_hq/blocks/*",
            "/scenario/sides/*/army_hqs/*/blocks/*",
            "/map/features/*",
            "/map/roads/*",
            "/map/locations/*",
            "/map/kinds/*",
            "/scenario/optional/*",
            "/scenario/sides/*/corps/*/orders/*",
            "/scenario/sides/*/army_hq/orders/*",
            "/scenario/sides/*/army_hqs/*/orders/*",
            "/scenario/sides/*/corps/*/leader",
            "/scenario/sides/*/army_hq/leader",
            "/scenario/sides/*/army_hqs/*/leader",
            "/scenario/sides/*/corps/*/hidden",
            "/scenario/sides/*/army_hq/hidden",
            "/scenario/sides/*/army_hqs/*/hidden",
            "/scenario/sides/*/corps/*/blocks/*/facing",
            "/scenario/sides/*/army_hq/blocks/*/facing",
            "/scenario/sides/*/army_hqs/*/blocks/*/facing",
            "/scenario/days",
        ],
        unplayed: &[
            "/scenario/special/*/text",
            "/scenario/sides/*/corps/*/blocks/*/art",
            "/scenario/sides/*/army_hq/blocks/*/art",
            "/scenario/sides/*/army_hqs/*/blocks/*/art",
            "/map/picture",
        ],
        listings: &[],
        counted: &[],
    };

    fn read(play: &Doc<PubDocument>, battle: &PubBattle) -> Result<Vec<Turn<PubMove, Pointer>>, Vec<Diagnostic>> {
        read::record(play, battle)
    }

    fn option(engine: &PubEngine, chosen: &PubMove) -> Value {
        options::option(engine, chosen)
    }

    fn question(kind: &str) -> &'static str {
        choices::question(kind)
    }

    fn subject(engine: &PubEngine, state: &PubState) -> Option<String> {
        choices::subject(engine, state)
    }

    fn key_words(key: &str) -> Option<&'static str> {
        choices::key_words(key)
    }

    fn is_secret(engine: &PubEngine, state: &PubState, kind: &str) -> bool {
        choices::is_secret(engine, state, kind)
    }

    fn changes(engine: &PubEngine, step: &Changed<'_, Self>, seen_by: Option<usize>) -> Vec<String> {
        changes::changes(engine, step, seen_by)
    }

    fn describe_draws(engine: &PubEngine, state: &PubState, draws: &[Draw], seen_by: Option<usize>) -> String {
        changes::describe_draws(engine, state, draws, seen_by)
    }

    fn thinkable(engine: &PubEngine, state: &PubState) -> Vec<PubMove> {
        engine.thinkable(state)
    }

    fn turn(engine: &PubEngine, turn: &Turn<PubMove, ()>) -> Vec<(&'static str, Value)> {
        write::turn(engine, turn)
    }

    fn show(engine: &PubEngine, state: &PubState, seen_by: Option<usize>) -> Value {
        show::state(engine, state, seen_by)
    }

    fn unsaid(decision: Decision, legal: &[PubMove]) -> Option<PubMove> {
        Some(match decision.kind {
            // A block that has room is placed somewhere.
            decisions::PLACE => legal.first().filter(|first| **first == PubMove::Unplaced)?.clone(),
            decisions::ORDERS => PubMove::Keep,
            decisions::ARMY => PubMove::Army(false),
            decisions::HQ | decisions::ARMY_HQ => PubMove::HqStays,
            decisions::BLOCK => PubMove::Done,
            decisions::MOVE => PubMove::Stay,
            decisions::JOIN => PubMove::JoinsNobody,
            _ => PubMove::SupportStays,
        })
    }

    fn refusal(engine: &PubEngine, state: &PubState, why: &MoveRefused) -> String {
        refusals::refusal(engine, state, *why)
    }

    fn clause(why: &MoveRefused) -> Option<&'static str> {
        refusals::clause(*why)
    }

    fn near(_: &PubEngine, _: &PubState, chosen: &PubMove, legal: &[PubMove]) -> Vec<PubMove> {
        near::near(chosen, legal)
    }

    fn wrong(engine: &PubEngine, play: &PubDocument, fault: &FaultOf<Self>) -> Option<(Pointer, String)> {
        refusals::wrong(engine, play, fault)
    }

    fn find_misplaced(
        battle: &PubBattle,
        play: &PubDocument,
        number: usize,
        played: &Turn<PubMove, ()>,
    ) -> Option<(Pointer, String)> {
        order::wrong_turn(play, number, played).or_else(|| order::find_misplaced(battle, play, number, played))
    }

    fn expectations(play: &PubDocument, battle: &PubBattle) -> Vec<Vec<Expected>> {
        let turns = play.play.iter().flat_map(|play| &play.turns).enumerate();
        turns.map(|(number, turn)| expect::turn(number, turn, battle)).collect()
    }

    fn result(play: &PubDocument) -> Option<ExpectedResult> {
        expect::result(play.play.as_ref()?)
    }

    fn files(battle: &PubBattle) -> Vec<FileId> {
        battle.docs().iter().map(|doc| doc.file).collect()
    }
}
