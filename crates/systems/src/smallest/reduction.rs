//! Making a battle smaller in which a play shows a fault, by what its game says can be left out: halves of it, quarters, at
//! last single parts.

use serde_json::Value;

use muster_core::check;
use muster_core::diag::{Severity, Sink};
use muster_core::play::Blind;
use muster_core::play::effort::Effort;
use muster_core::play::endless::SEQUELS;
use muster_core::play::fault::Fault;
use muster_core::play::shrink::{PlayOf, follow};
use muster_core::schema::{Schema, read_json};
use muster_core::source::tree::Tree;
use muster_core::source::{Pointer, Sources};

use super::gone::Gone;
use super::places::places;
use super::turns::{read, write_turns};
use super::whole::Whole;
use super::{FEW, essential_turns, shows, shows_idle, shows_in, shrunk};
use crate::Notation;
use crate::played::CompiledBattle;

/// A battle in which a play shows a fault, to be made smaller.
pub(super) struct Reduction<'a, G: Notation> {
    whole: Whole<G>,
    schema: Schema,
    fault: &'a Fault,
    /// The turns of the play, as they are written.
    turns: Vec<Value>,
    /// The turns of the play that the smaller battle must need, too. Else something is left out that could have ended
    /// the whole one, and the smaller one does not end for want of it.
    essential: Vec<usize>,
    effort: &'a Effort,
    /// The steps of effort that it takes to look at the document: the number of its values.
    steps: u64,
}

/// A smaller scenario, and the play in it.
pub(super) struct Smaller<G: Notation> {
    pub(super) document: Value,
    pub(super) engine: G::Engine,
    pub(super) sides: Vec<String>,
    pub(super) play: PlayOf<G::Engine>,
}

impl<'a, G: Notation> Reduction<'a, G> {
    /// Begins to make a battle smaller; `scenario` is its path from where the smaller one will be. `None` if nothing of it can
    /// be left out.
    pub(super) fn new(
        compiled: &CompiledBattle<G>,
        sources: &Sources,
        scenario: &str,
        fault: &'a Fault,
        play: &PlayOf<G::Engine>,
        effort: &'a Effort,
    ) -> Option<Reduction<'a, G>> {
        if G::CUTS.parts.is_empty() {
            return None;
        }
        let whole = Whole::<G>::new(&compiled.battle, sources, scenario)?;
        Some(Reduction {
            steps: values(&whole.linked.document) * STEPS_OF_A_VALUE,
            whole,
            schema: G::schema(),
            fault,
            turns: write_turns::<G>(&compiled.engine, &play.turns),
            essential: essential_turns(fault, &compiled.engine, &play.turns, effort),
            effort,
        })
    }

    /// Leaves out of the scenario whatever the play does not need; `None` if all of it is needed.
    pub(super) fn smallest(&self) -> Option<Smaller<G>> {
        // Many battles are checked, so a few sequels each must do; nearly always the result stands up to more.
        let quick = self.search(FEW)?;
        let smaller = match shows(self.fault, &quick.engine, &quick.play, &Effort::new(self.effort.steps())) {
            true => quick,
            false => self.search(SEQUELS)?,
        };
        let play = match self.fault {
            // A shorter play could lead to a position that is endless for another reason.
            Fault::Endless => smaller.play,
            fault => shrunk(fault, &smaller.engine, &smaller.play, self.effort),
        };
        Some(Smaller { play, ..smaller })
    }

    fn search(&self, sequels: u64) -> Option<Smaller<G>> {
        let mut best = Search { reduction: self, sequels, cuts: Vec::new(), best: self.without(&[], sequels)? };
        loop {
            let before = best.cuts.len();
            for pattern in G::CUTS.parts {
                best.leave_out(&places(&self.whole.linked.document, pattern));
            }
            if best.cuts.len() == before || self.effort.is_spent() {
                return (!best.cuts.is_empty()).then_some(best.best);
            }
        }
    }

    /// Returns the scenario without some of its parts, where no check finds an error in it and the play still shows the same
    /// fault.
    fn without(&self, cuts: &[Pointer], sequels: u64) -> Option<Smaller<G>> {
        if self.effort.is_spent() {
            return None;
        }
        self.effort.spend(self.steps);
        let gone = Gone::new(&self.whole.linked, cuts);
        // Some lists may be left out when they are empty, some may not.
        let rests = [false, true].into_iter().map(|emptied| gone.rest(&self.whole.linked.document, emptied));
        let document = rests.into_iter().find(|rest| {
            let tree = Tree::from(rest);
            self.schema.certain(&tree) || self.schema.allows(&tree)
        })?;
        let battle = self.whole.resolve(read_json(&document).ok()?);
        let mut sink = Sink::default();
        let broken = check::run(G::CHECKS, &battle, &mut sink);
        let error = sink.into_findings().iter().any(|finding| finding.code.severity == Severity::Error);
        if error || !broken.is_empty() {
            return None;
        }
        let engine = G::compile(&battle).ok()?;
        let (numbers, turns) = read(&self.turns, (&self.whole, &gone), &self.schema, &battle, &engine)?;
        let play = follow(&engine, &turns, self.effort, &mut Blind);
        let is_needed = |turn: &usize| {
            let index = numbers.iter().position(|number| number == turn);
            index.is_some_and(|index| !shows_idle(self.fault, &engine, &turns, index, self.effort))
        };
        let same = shows_in(self.fault, &engine, &play, sequels, self.effort) && self.essential.iter().all(is_needed);
        let sides = G::sides(&battle).into_iter().map(|(name, _)| name).collect();
        // Where the effort ended in the middle, nothing is known.
        let same = same && !self.effort.is_spent();
        same.then_some(Smaller { document, engine, sides, play })
    }
}

/// Steps of effort for each value of a document, which is checked and compiled.
const STEPS_OF_A_VALUE: u64 = 1;

/// Returns the number of values in a document, itself counted.
fn values(document: &Value) -> u64 {
    1 + match document {
        Value::Array(items) => items.iter().map(values).sum(),
        Value::Object(members) => members.values().map(values).sum(),
        _ => 0,
    }
}

/// The smallest scenario so far.
struct Search<'a, G: Notation> {
    reduction: &'a Reduction<'a, G>,
    sequels: u64,
    /// The parts that are left out.
    cuts: Vec<Pointer>,
    best: Smaller<G>,
}

impl<G: Notation> Search<'_, G> {
    /// Leaves out as many of some parts as can be: all of them, or as many of each half.
    fn leave_out(&mut self, parts: &[Pointer]) {
        let gone = Gone::new(&self.reduction.whole.linked, &self.cuts);
        let parts: Vec<Pointer> = parts.iter().filter(|part| !gone.has(part)).cloned().collect();
        if parts.is_empty() {
            return;
        }
        let cuts = [self.cuts.as_slice(), &parts].concat();
        match self.reduction.without(&cuts, self.sequels) {
            Some(smaller) => {
                self.cuts = cuts;
                self.best = smaller;
            }
            None if parts.len() > 1 => {
                let (first, last) = parts.split_at(parts.len() / 2);
                self.leave_out(last);
                self.leave_out(first);
            }
            None => {}
        }
    }
}
