//! The turn of a faction as a text: its orders, what came of them, the end of the turn, resources.

use muster_core::play::chance::{Chance, Tape};
use muster_core::play::replay::{Turn, TurnEntry};
use muster_core::play::{Blind, Engine, Next};

use super::orders::Obeyed;
use super::words::Words;
use super::{ends, plain};
use crate::engine::{HexEngine, HexOrder, TurnStage};
use crate::resolve::TabletopBattle;
use crate::sentences::digits;
use crate::state::{END_WORDS, HexPhase, HexState};

/// Returns a turn as a box of a bulletin board, in the code of the cards: `before` is the state in which it began.
pub(super) fn report(
    battle: &TabletopBattle,
    engine: &HexEngine,
    before: &HexState,
    turn: &Turn<HexOrder, ()>,
) -> String {
    let (mut orders, mut draws) = (Vec::new(), Vec::new());
    for entry in &turn.entries {
        match entry {
            TurnEntry::Chosen { chosen, .. } => orders.push(*chosen),
            TurnEntry::Drawn { draws: drawn, .. } => draws.extend(drawn),
        }
    }
    let words = Words { battle, engine };
    let mut reporter = Reporter { words, state: *before, tape: Tape::or_lowest(draws), lines: Vec::new() };
    reporter.play(&orders);
    let clock = engine.clock(before);
    let faction = clock.player.map(|player| format!(": {}", words.faction(player as u8))).unwrap_or_default();
    let name = battle.scenario().map_or("", |scenario| scenario.name.as_str());
    let heading = format!("[color=#FFBF00][b]Turn {}{faction}[/b][/color]\n[i]{}[/i]", before.turn, plain(name));
    format!("[box]{heading}\n{}[/box]", reporter.lines.join("\n"))
}

/// A turn that is played once more, to be told.
struct Reporter<'a> {
    words: Words<'a>,
    state: HexState,
    tape: Tape,
    lines: Vec<String>,
}

impl Reporter<'_> {
    /// Plays the turn to its end.
    fn play(&mut self, orders: &[HexOrder]) {
        if self.state.phase == HexPhase::TurnStart {
            self.begin();
        }
        let mut obeyed = self.obey_all(orders);
        if obeyed.is_empty() {
            obeyed.push("None.".to_owned());
        }
        self.section("Orders", obeyed);
        if self.state.phase == HexPhase::TurnEnd {
            self.end();
        }
        let rules = &self.words.engine.rules;
        let left = (0..rules.factions.len() as u8).zip(self.state.resources);
        let left = left.map(|(faction, left)| format!("{}: {}", self.words.faction(faction), digits(left))).collect();
        self.section("Resources", left);
        self.result();
    }

    /// Begins the turn: routed units move.
    fn begin(&mut self) {
        let engine = self.words.engine;
        let before = self.state;
        let mut counted = vec![0_u64; engine.counters()];
        engine.advance(&mut self.state, &mut Chance::from_tape(&mut self.tape), &mut counted);
        self.section("Routed", ends::routed_units(self.words, &before, &self.state, &counted));
    }

    /// Carries out the orders of the faction. Returns each as a sentence, with what followed from it.
    fn obey_all(&mut self, orders: &[HexOrder]) -> Vec<String> {
        let engine = self.words.engine;
        let now = engine.clock(&self.state).turn;
        let mut lines = Vec::new();
        let mut orders = orders.iter().copied().peekable();
        while matches!(engine.next(&self.state), Next::Decide { .. }) && engine.clock(&self.state).turn == now {
            let Some(order) = orders.next() else { break };
            let before = self.state;
            self.obey(order);
            let (mut path, mut last) = (Vec::new(), order);
            if let HexOrder::Step { to, .. } = order {
                path.push(to);
            }
            while let Some((next, to)) = orders.peek().and_then(|next| Some((*next, last.goes_on(*next)?))) {
                orders.next();
                self.obey(next);
                path.push(to);
                last = next;
            }
            let obeyed = Obeyed { order, path: &path, before: &before, after: &self.state };
            lines.extend(obeyed.sentences(self.words));
        }
        lines
    }

    fn obey(&mut self, order: HexOrder) {
        self.words.engine.apply(&mut self.state, &order, &mut Chance::from_tape(&mut self.tape), &mut Blind);
    }

    /// Ends the turn: combats, morale.
    fn end(&mut self) {
        let mut stages: Vec<(TurnStage, HexState)> = Vec::new();
        let chance = &mut Chance::from_tape(&mut self.tape);
        let note = |stage: TurnStage, state: &HexState| stages.push((stage, *state));
        self.words.engine.end_turn(&mut self.state, chance, &mut Blind, note);
        for (number, (stage, before)) in stages.iter().enumerate() {
            let after = stages.get(number + 1).map_or(&self.state, |(_, next)| next);
            match stage {
                TurnStage::Combat(hex) => {
                    let title = format!("Combat at {}", self.words.hex(*hex));
                    self.section(&title, ends::combat(self.words, before, after, *hex));
                }
                TurnStage::Morale => self.section("Morale", ends::surrounding_changes(self.words, before, after)),
                TurnStage::Victory => {}
            }
        }
    }

    /// Says how the battle ended, if it has.
    fn result(&mut self) {
        let HexPhase::Over(winner, by) = self.state.phase else { return };
        let winner = winner.map(|winner| self.words.faction(winner));
        let line = match (winner, END_WORDS[usize::from(by)]) {
            (Some(winner), "last") => format!("{winner} is the last on the map, and wins."),
            (Some(winner), "hold") => format!("{winner} holds what it had to hold, and wins."),
            (Some(winner), "destroy") => format!("{winner} wins: what had to be destroyed is no longer on the map."),
            (Some(winner), "most-might") => format!("{winner} has most might on the map, and wins."),
            (Some(winner), _) => format!("{winner} wins."),
            (None, "last") => "Nobody is left on the map: a draw.".to_owned(),
            (None, "most-might") => "Several have most might on the map: a draw.".to_owned(),
            (None, _) => "The turns are over: a draw.".to_owned(),
        };
        self.section("The battle is over", vec![line]);
    }

    /// Adds lines under a heading; nothing where there are none.
    fn section(&mut self, title: &str, mut lines: Vec<String>) {
        if !lines.is_empty() {
            self.lines.push(format!("[b]{title}:[/b]"));
            self.lines.append(&mut lines);
        }
    }
}
