//! Whether a battle that did not end can still end: it is played on from where it was given up.

use super::effort::Effort;
use super::rng::Rng;
use super::{Blind, Playout, settle};

/// Random battles that are played on from a position. A search that asks of thousands of positions comes upon some in
/// which a few battles happen not to end.
pub const SEQUELS: u64 = 128;
/// Turns that each is given.
const TURNS: u32 = 500;
/// Steps of effort for each of them, where a turn is a chain of many moves ...
const STEPS_OF_A_TURN: u64 = 64;
/// ... and turns for each step, where it is one.
const TURNS_OF_A_STEP: u64 = 16;

/// Returns the number of random battles from a position that end, of so many, counted until there are `enough`; `None` if
/// the effort is spent before.
pub fn sequels_that_end<E: Playout>(
    engine: &E,
    state: &E::State,
    battles: u64,
    enough: u64,
    effort: &Effort,
) -> Option<u64> {
    let mut moves = Vec::new();
    let mut ended = 0;
    for seed in 0..battles {
        ended += u64::from(ends(engine, state.clone(), &mut Rng::new(seed), &mut moves, effort));
        if effort.is_spent() {
            return None;
        }
        if ended == enough {
            break;
        }
    }
    Some(ended)
}

fn ends<E: Playout>(engine: &E, mut state: E::State, rng: &mut Rng, moves: &mut Vec<E::Move>, effort: &Effort) -> bool {
    let first = engine.clock(&state).turn;
    engine.play_on(&mut state, first + TURNS - 1, rng, moves, &mut Blind);
    let turns = u64::from(engine.clock(&state).turn - first + 1);
    effort.spend(if E::REPLIES { turns.div_ceil(TURNS_OF_A_STEP) } else { turns * STEPS_OF_A_TURN });
    engine.outcome(&settle(engine, state)).is_some()
}
