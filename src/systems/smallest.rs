//! The smallest play that shows a fault, in the smallest scenario in which it does, written as an author would.

mod gone;
mod places;
mod reduction;
mod turns;
mod whole;

use self::reduction::{Reduction, Smaller};
use super::flow;
use super::notation::{self, Notation};
use super::played::Arena;
use super::smoke::Shown;
use crate::diag::escape::line;
use crate::play::endless::{SEQUELS, sequels_that_end};
use crate::play::exhaust::{Seeker, TURNS};
use crate::play::fault::Fault;
use crate::play::record::{Table, record};
use crate::play::rng::{Rng, battle_seed};
use crate::play::shrink::{PlayOf, TurnsOf, follow, shrink};
use crate::play::smoke::SmokeOptions;
use crate::play::{Blind, Engine, Playout};
use crate::source::Sources;

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
}

/// The names of its scenario for a play to use.
#[derive(Debug, Clone, Copy)]
pub struct ScenarioNames<'a> {
    /// The scenario as it is.
    pub scenario: &'a str,
    /// A smaller one.
    pub smaller: &'a str,
}

/// Finds the smallest play that shows a fault of a run.
pub(super) fn smallest<G: Notation>(
    arena: &Arena<G>,
    sources: &Sources,
    options: &SmokeOptions,
    Shown { seen, sought, .. }: &Shown,
    names: ScenarioNames<'_>,
) -> Result<Smallest, String> {
    let Arena { engine, sides, .. } = arena;
    let index = seen.shortest.1;
    let play = match sought {
        None => {
            let rng = Rng::new(battle_seed(options.seed, index));
            record(engine, options.turn_limit, &mut Table::new(engine, &options.bots, rng), &mut Blind)
        }
        Some(open) => record(engine, TURNS, &mut Seeker::new(engine, open, options.seed, index), &mut Blind),
    };
    if !shows(&seen.fault, engine, &play) {
        if seen.fault == Fault::Endless {
            let ended = sequels_that_end(engine, &play.state, SEQUELS, SEQUELS);
            return Ok(Smallest::GoesOn { ended, of: SEQUELS });
        }
        return Err("internal error: a fault is not there when the battle is played again".to_owned());
    }
    let play = shrunk(&seen.fault, engine, &play);
    let fault = seen.fault.to_string();
    let shown = line(&fault);
    let written = |engine: &G::Engine, sides: &[String], play: &PlayOf<G::Engine>, scenario: &str| {
        format!("# {shown}\n{}", notation::write::<G>(engine, sides, scenario, &play.turns, play.outcome))
    };
    let reduction = Reduction::new(arena, sources, names.scenario, &seen.fault, &play);
    Ok(Smallest::Play(match reduction.and_then(|reduction| reduction.smallest()) {
        None => {
            Written { play: written(engine, sides, &play, names.scenario), scenario: None, turns: play.turns.len() }
        }
        Some(Smaller { document, engine, sides, play }) => Written {
            play: written(&engine, &sides, &play, names.smaller),
            scenario: Some(format!(
                "# as much of {} as it takes for: {shown}\n{}",
                line(names.scenario),
                flow::document(&document, G::DIGITS)
            )),
            turns: play.turns.len(),
        },
    }))
}

/// Returns the smallest play in which a counter is raised, of so many battles that are played for it; `None` if none does.
pub(super) fn smallest_use<G: Notation>(
    Arena { engine, sides, .. }: &Arena<G>,
    counter: usize,
    (seed, tries): (u64, u64),
    scenario: &str,
) -> Option<Written> {
    let raises = |play: &PlayOf<G::Engine>| {
        let mut counted = vec![0; engine.counters()];
        follow(engine, &play.turns, &mut counted);
        play.fault.is_none() && counted[counter] > 0
    };
    let battles =
        (0..tries).map(|index| record(engine, TURNS, &mut Seeker::new(engine, &[counter], seed, index), &mut Blind));
    let found = battles.into_iter().find(|play| raises(play));
    found.map(|play| {
        let play = shrink(engine, play, &raises);
        let turns = play.turns.len();
        let text = notation::write::<G>(engine, sides, scenario, &play.turns, None);
        Written { play: text, scenario: None, turns }
    })
}

/// Random battles that are played on from each position while a play is made smaller.
const FEW: u64 = 16;

/// Returns the smallest play that can be found that shows a fault as well as one does.
fn shrunk<E: Playout>(fault: &Fault, engine: &E, play: &PlayOf<E>) -> PlayOf<E> {
    let by = |sequels| shrink(engine, play.clone(), &|play| shows_in(fault, engine, play, sequels));
    // Thousands of plays are looked at, so a few sequels each must do; nearly always the result stands up to more.
    let quick = by(FEW);
    if shows(fault, engine, &quick) { quick } else { by(SEQUELS) }
}

/// Returns true if a play shows a fault.
fn shows<E: Playout>(fault: &Fault, engine: &E, play: &PlayOf<E>) -> bool {
    shows_in(fault, engine, play, SEQUELS)
}

/// Like [`shows`]. Of a battle that does not end, a position from which none of so many random battles ends says more than
/// thousands of turns.
fn shows_in<E: Playout>(fault: &Fault, engine: &E, play: &PlayOf<E>, sequels: u64) -> bool {
    match fault {
        Fault::Endless => {
            play.fault.is_none() && play.outcome.is_none() && sequels_that_end(engine, &play.state, sequels, 1) == 0
        }
        fault => play.fault.as_ref().is_some_and(|shown| shown.kind() == fault.kind()),
    }
}

/// Returns the indices of the turns without which a battle can still end: what is done in them takes that away. None
/// for other faults than a battle that does not end.
fn essential_turns<E: Playout>(fault: &Fault, engine: &E, turns: &TurnsOf<E>) -> Vec<usize> {
    match fault {
        Fault::Endless => (0..turns.len()).filter(|index| !shows_idle(fault, engine, turns, *index)).collect(),
        Fault::Breach(_) | Fault::Stuck | Fault::Panic(_) => Vec::new(),
    }
}

/// Returns true if a play still shows a fault when nothing is done in one of its turns.
fn shows_idle<E: Playout>(fault: &Fault, engine: &E, turns: &TurnsOf<E>, index: usize) -> bool {
    let mut turns = turns.to_vec();
    turns[index].entries.clear();
    shows(fault, engine, &follow(engine, &turns, &mut Blind))
}
