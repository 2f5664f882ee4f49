//! A recorded battle of any game judged move by move, with its moves as plays write them.

use serde_json::Value;

use muster_core::play::bots::Bot;
use muster_core::play::judging::{self, JudgeOptions, JudgeProgress, JudgedBattle};
use muster_core::play::replay::Turn;

use super::notation::{MoveOf, Notation};
use super::played::{Compiled, CompiledBattle, Replayed};
use super::system::downcast;
use super::{Doc, flow};

/// A move as a play writes it.
#[derive(Debug, Clone, PartialEq)]
pub struct WrittenMove {
    /// Its value.
    pub value: Value,
    /// The same as YAML, on one line.
    pub line: String,
    /// The same in words.
    pub words: String,
}

/// Battles for each legal move where nothing else is asked for: of games whose battles are quick, and of others. In those, bots move
/// at random unless others are named: a battle between planning bots takes ten to fifty times as long, and thousands are played on
/// from the positions of one play.
const QUICK: (Bot, u64) = (Bot::Greedy, 100);
const SLOW: (Bot, u64) = (Bot::Random, 4);

/// Returns the bot that plays on, and the battles for each legal move, where nothing else is asked for.
pub fn usual(battle: &dyn Compiled) -> (Bot, u64) {
    if battle.is_quick() { QUICK } else { SLOW }
}

/// A play that was judged, for a report.
#[derive(Clone, Copy)]
pub struct JudgedPlay<'a> {
    /// Its file.
    pub path: &'a str,
    /// The scenario's file.
    pub scenario: &'a str,
    /// The sides, in the engine's order.
    pub sides: &'a [String],
    /// The play, replayed.
    pub replayed: &'a Replayed,
    /// The options by which it was judged.
    pub options: &'a JudgeOptions,
    /// What was found.
    pub judged: &'a JudgedBattle<WrittenMove>,
}

impl JudgedPlay<'_> {
    /// Returns the name of a side.
    pub fn side(&self, player: usize) -> &str {
        &self.sides[player]
    }

    /// Returns the names of the bots that played on.
    pub fn bots(&self) -> Vec<String> {
        Bot::names(&self.options.bots)
    }
}

/// Judges a recorded battle that was replayed without an error. The error says why nobody can judge it.
pub(super) fn judge<G: Notation>(
    play: &Doc<G::Model>,
    replayed: &Replayed,
    CompiledBattle { engine, .. }: &CompiledBattle<G>,
    (options, progress): (&JudgeOptions, JudgeProgress<'_>),
) -> Result<JudgedBattle<WrittenMove>, String> {
    if G::judged_by(engine, &play.model).is_some() {
        return Err("it states what was played by other rules, which bots do not know".to_owned());
    }
    let turns = downcast::<Vec<Turn<MoveOf<G>, ()>>>(&replayed.played);
    let written = |chosen: &MoveOf<G>| {
        let value = G::option(engine, chosen);
        WrittenMove { line: flow::line_with(&value, G::DIGITS), words: G::words(engine, chosen), value }
    };
    let judged = judging::judge(engine, &turns, options, progress).ok_or("it was stopped")?;
    Ok(judged.map_moves(written))
}
