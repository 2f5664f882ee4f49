//! A recorded battle of any game judged move by move, with its moves as plays write them.

use serde_json::Value;

use super::notation::{MoveOf, Notation};
use super::played::{Arena, Replayed};
use super::system::downcast;
use super::{Doc, flow};
use crate::play::judging::{self, JudgeOptions, JudgeProgress, JudgedBattle};
use crate::play::replay::Turn;

/// A move as a play writes it.
#[derive(Debug, Clone, PartialEq)]
pub struct WrittenMove {
    /// Its value.
    pub value: Value,
    /// The same as YAML, on one line.
    pub line: String,
}

/// Judges a recorded battle that was replayed without an error. The error says why nobody can judge it.
pub(super) fn judge<G: Notation>(
    play: &Doc<G::Model>,
    replayed: &Replayed,
    Arena { engine, .. }: &Arena<G>,
    (options, progress): (&JudgeOptions, JudgeProgress<'_>),
) -> Result<JudgedBattle<WrittenMove>, String> {
    if G::judged_by(engine, &play.model).is_some() {
        return Err("it states what was played by other rules, which bots do not know".to_owned());
    }
    let turns = downcast::<Vec<Turn<MoveOf<G>, ()>>>(&replayed.played);
    let written = |chosen: &MoveOf<G>| {
        let value = G::option(engine, chosen);
        WrittenMove { line: flow::line_with(&value, G::DIGITS), value }
    };
    Ok(judging::judge(engine, &turns, options, progress).map_moves(written))
}
