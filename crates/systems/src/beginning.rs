//! Positions of recorded battles, from which other battles begin.

use serde::Serialize;

use muster_core::play::{Engine, settle};

use super::Doc;
use super::notation::{Notation, StateOf};
use super::played::Replayed;
use super::system::downcast;

/// A position of a play, from which battles begin.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Beginning {
    /// The play's file.
    pub play: String,
    /// The turn after which it is; 0 for the set-up.
    pub turn: usize,
    /// The word for a turn of the play, in the singular.
    #[serde(skip)]
    pub noun: &'static str,
}

impl Beginning {
    /// Returns what is measured of whole battles: nothing where battles begin after the set-up, of which turns were played before.
    pub(super) fn whole<T>(from: Option<&Beginning>, measured: impl FnOnce() -> Vec<T>) -> Vec<T> {
        if from.is_some_and(|from| from.turn > 0) { Vec::new() } else { measured() }
    }

    /// Returns the position in words: `the position after turn 5 of plays/bridge.yaml`.
    pub fn describe(&self) -> String {
        let Beginning { play, turn, noun } = self;
        if *turn == 0 { format!("the start of {play}") } else { format!("the position after {noun} {turn} of {play}") }
    }

    /// Returns what a report on balance does not say of battles from there, as a sentence; `None` where it says everything.
    pub fn left_out(&self) -> Option<&'static str> {
        (self.turn > 0).then_some("Not measured from such a position: who goes first, and what each line is worth.")
    }
}

/// Returns the position after so many turns of a play, or after all of them: `None` for the set-up. The error says why battles
/// cannot begin there.
pub(super) fn find<G: Notation>(
    engine: &G::Engine,
    play: &Doc<G::Model>,
    replayed: &Replayed,
    (path, turn): (&str, Option<usize>),
    turn_limit: u32,
) -> Result<(Option<StateOf<G>>, Beginning), String> {
    if G::judged_by(engine, &play.model).is_some() {
        return Err("it states what was played by other rules, which bots do not know".to_owned());
    }
    let positions = downcast::<Vec<StateOf<G>>>(&replayed.positions);
    let (noun, last) = (replayed.noun, positions.len().saturating_sub(1));
    let turn = turn.unwrap_or(last);
    let Some(position) = positions.get(turn) else {
        let ends = if last == 1 { "" } else { "s" };
        return Err(format!("it has {last} {noun}{ends}, and {noun} {turn} is not among them"));
    };
    let settled = settle(engine, position.clone());
    if engine.rounds(&settled) > turn_limit {
        return Err(format!(
            "after {noun} {turn} the battle is past `--turn-limit {turn_limit}` already, which counts from its beginning"
        ));
    }
    if engine.outcome(&settled).is_some() {
        return Err(format!("the battle is over after {noun} {turn}; name an earlier {noun} with `--turn`"));
    }
    let midway = (turn > 0).then(|| position.clone());
    Ok((midway, Beginning { play: path.to_owned(), turn, noun }))
}
