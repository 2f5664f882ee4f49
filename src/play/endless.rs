//! Whether a battle that did not end can still end: it is played on from where it was given up.

use super::rng::Rng;
use super::{Blind, Playout, settled};

/// Random battles that are played on from a position. A search that asks of thousands of positions comes upon some in
/// which a few battles happen not to end.
pub const SEQUELS: u64 = 128;
/// Turns that each is given.
const TURNS: u32 = 500;

/// Returns the number of random battles from a position that end, of so many, counted until there are `enough`.
pub fn sequels_that_end<E: Playout>(engine: &E, state: &E::State, battles: u64, enough: u64) -> u64 {
    let mut moves = Vec::new();
    let mut ended = 0;
    for seed in 0..battles {
        ended += u64::from(ends(engine, state.clone(), &mut Rng::new(seed), &mut moves));
        if ended == enough {
            break;
        }
    }
    ended
}

fn ends<E: Playout>(engine: &E, mut state: E::State, rng: &mut Rng, moves: &mut Vec<E::Move>) -> bool {
    let last = engine.clock(&state).turn + TURNS - 1;
    engine.play_on(&mut state, last, rng, moves, &mut Blind);
    engine.outcome(&settled(engine, state)).is_some()
}
