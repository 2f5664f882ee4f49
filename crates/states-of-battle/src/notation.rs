//! Recorded battles of States of Battle: how choices, rounds and states are written.

mod changes;
mod choices;
mod expect;
mod facts;
mod faults;
mod keys;
mod options;
mod read;
mod refusals;
mod show;
mod thinkable;
mod write;

use serde_json::Value;

pub(super) use self::options::to as place;

use muster_core::diag::{Code, Diagnostic, Severity};
use muster_core::play::chance::Draw;
use muster_core::play::replay::{Decision, Turn};
use muster_core::source::{FileId, Pointer};
use muster_systems::Doc;
use muster_systems::notation::{Changed, Cuts, Expected, ExpectedResult, FaultOf, Notation, PlayCodes};

use super::StatesOfBattle;
use super::engine::{PlayerChoice, Refused, StatesEngine};
use super::model::StatesDocument;
use super::resolve::StatesBattle;
use super::state::FieldState;

/// A round that cannot have been played so.
pub const ILLEGAL_CHOICE: Code =
    Code::new("SB401", "illegal-choice", Severity::Error, include_str!("notation/illegal_choice.md"));

/// A state that is not as the play says.
pub const STATE_NOT_AS_EXPECTED: Code =
    Code::new("SB402", "state-not-as-expected", Severity::Error, include_str!("notation/state_not_as_expected.md"));

/// A battle that did not end as the play says.
pub const END_NOT_AS_EXPECTED: Code =
    Code::new("SB403", "end-not-as-expected", Severity::Error, include_str!("notation/end_not_as_expected.md"));

/// A side, unit, card or place in a play that its scenario does not have.
pub const UNKNOWN_IN_ROUND: Code =
    Code::new("SB404", "unknown-in-round", Severity::Error, include_str!("notation/unknown_in_round.md"));

/// The decisions that a play may leave out where there is one option only. A card that is played is always written.
const FORCED: [&str; 5] = ["leave", "conceal", "place", "rally", "lose"];

/// The kinds of findings of replaying.
pub const CODES: &[Code] = &[ILLEGAL_CHOICE, STATE_NOT_AS_EXPECTED, END_NOT_AS_EXPECTED, UNKNOWN_IN_ROUND];

impl Notation for StatesOfBattle {
    const PLAY_CODES: PlayCodes =
        PlayCodes { illegal: ILLEGAL_CHOICE, expectation: STATE_NOT_AS_EXPECTED, result: END_NOT_AS_EXPECTED };
    const HAS_RESULT: bool = true;
    const IS_SPARSE: bool = true;
    const CUTS: Cuts = Cuts {
        parts: &[
            "/scenario/special/*",
            "/scenario/triggers/*",
            "/scenario/forfeits/*",
            "/scenario/victory/*",
            "/scenario/concealed/*",
            "/scenario/places/*",
            "/scenario/achievements/*",
            "/scenario/deployment",
            "/units/*",
            "/cards/*",
            "/cards/*/play/*",
            "/scenario/stand_in/*",
            "/scenario/sides/*/counters",
            "/scenario/sides/*/starter",
            "/scenario/points_per_counter",
            "/scenario/rounds",
            "/units/*/in",
            "/units/*/at",
            "/units/*/models",
            "/units/*/mcv",
            "/units/*/named",
            "/units/*/alternate",
            "/units/*/move",
            "/units/*/charge",
            "/units/*/range",
            "/scenario/sides/*/orders",
        ],
        unplayed: &[
            "/scenario/special/*/text",
            "/units/*/lore",
            "/units/*/rule_text",
            "/units/*/art",
            "/units/*/fields",
            "/cards/*/lore",
            "/cards/*/text",
            "/cards/*/art",
            "/cards/*/fields",
        ],
        listings: &["/scenario/sides/*/units"],
        counted: &[],
    };

    fn read(
        play: &Doc<StatesDocument>,
        battle: &StatesBattle,
    ) -> Result<Vec<Turn<PlayerChoice, Pointer>>, Vec<Diagnostic>> {
        read::record(play, battle)
    }

    fn judged_by(engine: &StatesEngine, play: &StatesDocument) -> Option<StatesEngine> {
        play.play.as_ref()?.stated.then(|| engine.with_stated_fights())
    }

    fn option(engine: &StatesEngine, chosen: &PlayerChoice) -> Value {
        options::option(engine, *chosen)
    }

    fn question(kind: &str) -> &'static str {
        choices::question(kind)
    }

    fn piece_name(engine: &StatesEngine, number: &str) -> Option<String> {
        choices::piece_name(engine, number)
    }

    fn subject(engine: &StatesEngine, state: &FieldState) -> Option<String> {
        choices::subject(engine, state)
    }

    fn key_words(key: &str) -> Option<&'static str> {
        choices::key_words(key)
    }

    fn is_secret(_: &StatesEngine, _: &FieldState, kind: &str) -> bool {
        choices::is_secret(kind)
    }

    fn changes(engine: &StatesEngine, step: &Changed<'_, Self>, seen_by: Option<usize>) -> Vec<String> {
        changes::changes(engine, step, seen_by)
    }

    fn describe_draws(engine: &StatesEngine, _: &FieldState, draws: &[Draw], seen_by: Option<usize>) -> String {
        changes::describe_draws(engine, draws, seen_by)
    }

    fn thinkable(engine: &StatesEngine, state: &FieldState) -> Vec<PlayerChoice> {
        thinkable::thinkable(engine, state)
    }

    fn turn(engine: &StatesEngine, turn: &Turn<PlayerChoice, ()>) -> Vec<(&'static str, Value)> {
        write::round(engine, turn)
    }

    fn show(engine: &StatesEngine, state: &FieldState, seen_by: Option<usize>) -> Value {
        show::state(engine, state, seen_by.map(|side| side as u8))
    }

    fn unsaid(decision: Decision, legal: &[PlayerChoice]) -> Option<PlayerChoice> {
        let forced = legal.first().filter(|_| legal.len() == 1 && FORCED.contains(&decision.kind));
        forced.or_else(|| legal.iter().find(|choice| choice.is_no())).copied()
    }

    fn refusal(engine: &StatesEngine, state: &FieldState, why: &Refused) -> String {
        refusals::refusal(engine, state, *why)
    }

    fn near(_: &StatesEngine, _: &FieldState, chosen: &PlayerChoice, legal: &[PlayerChoice]) -> Vec<PlayerChoice> {
        // Of facts none is more legal than another.
        if matches!(chosen, PlayerChoice::Fact(..)) { Vec::new() } else { legal.to_vec() }
    }

    fn wrong(engine: &StatesEngine, _: &StatesDocument, fault: &FaultOf<StatesOfBattle>) -> Option<(Pointer, String)> {
        faults::wrong(engine, fault)
    }

    fn expectations(play: &StatesDocument, _: &StatesBattle) -> Vec<Vec<Expected>> {
        let rounds = play.play.iter().flat_map(|play| &play.turns).enumerate();
        rounds.map(|(number, round)| expect::round(number, round)).collect()
    }

    fn result(play: &StatesDocument) -> Option<ExpectedResult> {
        expect::result(play.play.as_ref()?)
    }

    fn files(battle: &StatesBattle) -> Vec<FileId> {
        battle.docs().iter().map(|doc| doc.file).collect()
    }
}
