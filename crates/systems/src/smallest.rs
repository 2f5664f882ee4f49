//! The smallest play that shows a fault, in the smallest scenario in which it does, written as an author would.

pub(super) mod gone;
pub(super) mod places;
mod reduction;
mod turns;
pub(super) mod whole;

use std::collections::BTreeMap;

use muster_core::diag::escape::line;
use muster_core::play::effort::Effort;
use muster_core::play::endless::{SEQUELS, sequels_that_end};
use muster_core::play::exhaust::{Seeker, TURNS};
use muster_core::play::fault::Fault;
use muster_core::play::record::{Limits, Table, record, record_within};
use muster_core::play::rng::{Rng, battle_seed};
use muster_core::play::shrink::{PlayOf, TurnsOf, follow, shrink};
use muster_core::play::smoke::SmokeOptions;
use muster_core::play::{Blind, Engine, Playout};
use muster_core::source::Sources;

use self::reduction::{Reduction, Smaller};
use super::flow;
use super::notation::{self, Notation};
use super::played::CompiledBattle;
use super::smoke::Shown;

/// The smallest evidence of a fault.
#[derive(Debug, Clone)]
pub enum Smallest {
    /// A play.
    Play(Written),
    /// Nothing: of so many battles, played on from where one was given up, so many ended.
    GoesOn {
        /// Number of those battles that ended.
        ended: u64,
        /// Number of battles that were played on.
        of: u64,
    },
    /// Nothing: a turn of the battle does not end.
    EndlessTurn {
        /// The turn, as its players count them.
        turn: u32,
    },
    /// Nothing: the effort was spent before it was found.
    Sought,
}

/// A play, as the texts of its files.
#[derive(Debug, Clone)]
pub struct Written {
    /// The play.
    pub play: String,
    /// The smaller scenario that it is played in, where not all of the scenario is needed.
    pub scenario: Option<String>,
    /// Number of turns in it.
    pub turns: usize,
    /// True if the effort was spent before nothing more could be left out.
    pub cut_short: bool,
}

/// The names of its scenario for a play to use.
#[derive(Debug, Clone, Copy)]
pub struct ScenarioNames<'a> {
    /// The scenario as it is.
    pub scenario: &'a str,
    /// A smaller one.
    pub smaller: &'a str,
}

/// Finds the smallest play that shows a fault of a run, as far as the effort lasts.
pub(super) fn smallest<G: Notation>(
    compiled: &CompiledBattle<G>,
    sources: &Sources,
    options: &SmokeOptions,
    Shown { seen, sought, .. }: &Shown,
    names: ScenarioNames<'_>,
    effort: &Effort,
) -> Result<Smallest, String> {
    let CompiledBattle { engine, sides, .. } = compiled;
    let index = seen.shortest.1;
    let play = match sought {
        None => {
            let rng = Rng::new(battle_seed(options.seed, index));
            record(engine, options.turn_limit, &mut Table::new(engine, &options.bots, rng), &mut Blind)
        }
        Some(open) => record(engine, TURNS, &mut Seeker::new(engine, open, options.seed, index), &mut Blind),
    };
    if seen.fault == Fault::EndlessTurn {
        return Ok(Smallest::EndlessTurn { turn: engine.rounds(&play.state) });
    }
    if !shows(&seen.fault, engine, &play, effort) {
        if seen.fault == Fault::Endless {
            let ended = sequels_that_end(engine, &play.state, SEQUELS, SEQUELS, effort);
            return Ok(ended.map_or(Smallest::Sought, |ended| Smallest::GoesOn { ended, of: SEQUELS }));
        }
        if effort.is_spent() {
            return Ok(Smallest::Sought);
        }
        return Err("internal error: a fault is not there when the battle is played again".to_owned());
    }
    let play = shrunk(&seen.fault, engine, &play, effort);
    let fault = seen.fault.to_string();
    let shown = line(&fault);
    let written = |engine: &G::Engine, sides: &[String], play: &PlayOf<G::Engine>, scenario: &str| {
        format!("# {shown}\n{}", notation::write::<G>(engine, sides, scenario, &play.turns, play.outcome))
    };
    let reduction = Reduction::new(compiled, sources, names.scenario, &seen.fault, &play, effort);
    Ok(Smallest::Play(match reduction.and_then(|reduction| reduction.smallest()) {
        None => Written {
            play: written(engine, sides, &play, names.scenario),
            scenario: None,
            turns: play.turns.len(),
            cut_short: effort.is_spent(),
        },
        Some(Smaller { document, engine, sides, play }) => Written {
            play: written(&engine, &sides, &play, names.smaller),
            scenario: Some(format!(
                "# as much of {} as it takes for: {shown}\n{}",
                line(names.scenario),
                flow::document(&document, G::DIGITS)
            )),
            turns: play.turns.len(),
            cut_short: effort.is_spent(),
        },
    }))
}

/// A battle in which something is used: the counters that it was played for, and its index.
pub type SoughtBattle = (Vec<usize>, u64);

/// The battles in which counters are raised, and the number of those that were played for them.
#[derive(Debug, Clone, Default)]
pub struct SoughtUses {
    /// By counter.
    pub found: BTreeMap<usize, SoughtBattle>,
    /// Number of battles.
    pub battles: u64,
}

/// Plays battles for counters until each is raised in one, or so many were played, or the effort is spent: each battle is for
/// all that are left.
pub(super) fn seek_uses<G: Notation>(
    CompiledBattle { engine, .. }: &CompiledBattle<G>,
    counters: &[usize],
    (seed, tries): (u64, u64),
    effort: &Effort,
) -> SoughtUses {
    let mut open = counters.to_vec();
    let mut sought = SoughtUses::default();
    while !open.is_empty() && sought.battles < tries && !effort.is_spent() {
        let mut counted = vec![0; engine.counters()];
        let mut seeker = Seeker::new(engine, &open, seed, sought.battles);
        let play = record_within(engine, Limits::rounds(TURNS, effort), &mut seeker, &mut counted);
        // A battle that fails shows nothing.
        let raised = open.iter().copied().filter(|counter| play.fault.is_none() && counted[*counter] > 0);
        let raised: Vec<usize> = raised.collect();
        sought.found.extend(raised.iter().map(|counter| (*counter, (open.clone(), sought.battles))));
        open.retain(|counter| !raised.contains(counter));
        sought.battles += 1;
    }
    sought
}

/// Returns the smallest play in which a counter is raised that can be found from a battle in which it is, as far as the
/// effort lasts.
pub(super) fn smallest_use<G: Notation>(
    CompiledBattle { engine, sides, .. }: &CompiledBattle<G>,
    counter: usize,
    (seed, (open, index)): (u64, &SoughtBattle),
    scenario: &str,
    effort: &Effort,
) -> Written {
    let raises = |play: &PlayOf<G::Engine>| {
        let mut counted = vec![0; engine.counters()];
        follow(engine, &play.turns, effort, &mut counted);
        play.fault.is_none() && counted[counter] > 0
    };
    let play = record(engine, TURNS, &mut Seeker::new(engine, open, seed, *index), &mut Blind);
    let play = shrink(engine, play, effort, &raises);
    let text = notation::write::<G>(engine, sides, scenario, &play.turns, None);
    Written { play: text, scenario: None, turns: play.turns.len(), cut_short: effort.is_spent() }
}

/// Random battles that are played on from each position while a play is made smaller.
const FEW: u64 = 16;

/// Returns the smallest play that can be found that shows a fault as well as one does.
fn shrunk<E: Playout>(fault: &Fault, engine: &E, play: &PlayOf<E>, effort: &Effort) -> PlayOf<E> {
    let by = |sequels| shrink(engine, play.clone(), effort, &|play| shows_in(fault, engine, play, sequels, effort));
    // Thousands of plays are checked, so a few sequels each must do; nearly always the result stands up to more.
    let quick = by(FEW);
    // Whether it does is checked also when nothing is left: a play that shows something else is none.
    if shows(fault, engine, &quick, &Effort::new(effort.steps())) { quick } else { by(SEQUELS) }
}

/// Returns true if a play shows a fault; false where the effort is spent before that is known.
fn shows<E: Playout>(fault: &Fault, engine: &E, play: &PlayOf<E>, effort: &Effort) -> bool {
    shows_in(fault, engine, play, SEQUELS, effort)
}

/// Like [`shows`]. Of a battle that does not end, a position from which none of so many random battles ends says more than
/// thousands of turns.
fn shows_in<E: Playout>(fault: &Fault, engine: &E, play: &PlayOf<E>, sequels: u64, effort: &Effort) -> bool {
    match fault {
        Fault::Endless => {
            play.fault.is_none()
                && play.outcome.is_none()
                && sequels_that_end(engine, &play.state, sequels, 1, effort) == Some(0)
        }
        fault => play.fault.as_ref().is_some_and(|shown| shown.kind() == fault.kind()),
    }
}

/// Returns the indices of the turns without which a battle can still end: what is done in them takes that away. None
/// for other faults than a battle that does not end.
fn essential_turns<E: Playout>(fault: &Fault, engine: &E, turns: &TurnsOf<E>, effort: &Effort) -> Vec<usize> {
    match fault {
        Fault::Endless => (0..turns.len()).filter(|index| !shows_idle(fault, engine, turns, *index, effort)).collect(),
        Fault::Breach(_) | Fault::Stuck | Fault::Panic(_) | Fault::EndlessTurn => Vec::new(),
    }
}

/// Returns true if a play still shows a fault when nothing is done in one of its turns.
fn shows_idle<E: Playout>(fault: &Fault, engine: &E, turns: &TurnsOf<E>, index: usize, effort: &Effort) -> bool {
    let mut turns = turns.to_vec();
    turns[index].entries.clear();
    shows(fault, engine, &follow(engine, &turns, effort, &mut Blind), effort)
}
