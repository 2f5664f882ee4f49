//! Finalists, played anew: what a search finds was chosen for its luck too, and only other battles tell how much of it was
//! that.

use super::EndCount;
use super::compare::skill;
use crate::play::bots::Bot;
use crate::play::interval::Interval;
use crate::play::rng::battle_seed;
use crate::play::smoke::{Shard, SmokeOptions};
use crate::systems::Compiled;
use crate::systems::balance::{BalanceOptions, Worth};

/// The battle of a run whose seed begins the fresh ones: no run has so many.
const FRESH: u64 = 1 << 40;

/// After so many battles it is asked whether to go on.
const SLICE: u64 = 64;

/// The options of a proof, in which finalists are played anew.
#[derive(Debug, Clone)]
pub struct ProofOptions {
    /// Battles between random bots.
    pub games: u64,
    /// Battles between planning bots, and of every comparison.
    pub confirm: u64,
    /// Seed of the search: none of its battles is played again.
    pub seed: u64,
    /// A battle still going on after this many turns is given up.
    pub turn_limit: u32,
}

/// The results of a finalist in battles that no search saw.
#[derive(Debug, Clone)]
pub struct Proof {
    /// The outcomes, by the bot that all sides had: random, greedy, and two strengths of search.
    pub ends: Vec<(Bot, EndCount)>,
    /// The share of the greedy bot against the random one; `None` if there are not two sides.
    pub skill: Option<Interval>,
    /// The worth of each card in the hands of greedy bots.
    pub worths: Vec<Worth>,
}

/// Plays a battle anew. `played` is told how many more battles were; together they are [`ProofOptions::battles`]. `go_on` is asked now
/// and then; none where it says no before all is played.
pub fn prove(
    battle: &dyn Compiled,
    options: &ProofOptions,
    played: &(dyn Fn(u64) + Sync),
    go_on: &(dyn Fn() -> bool + Sync),
) -> Option<Proof> {
    let ProofOptions { games, confirm, turn_limit, .. } = *options;
    let seed = battle_seed(options.seed, FRESH);
    let playing = |bot| {
        let bots = vec![bot; battle.sides().len()];
        SmokeOptions { games, seed, bots, turn_limit, shard: Shard::WHOLE }
    };
    let ends = |(bot, battles): (Bot, u64)| {
        let (mut ends, mut first) = (EndCount::default(), 0);
        while first < battles {
            if !go_on() {
                return None;
            }
            let next = battles.min(first + SLICE);
            ends.add(EndCount::from(battle.outcomes(&playing(bot), first..next)));
            played(next - first);
            first = next;
        }
        Some((bot, ends))
    };
    let search = battle.search();
    let bots =
        [(Bot::Random, games), (Bot::Greedy, confirm), (Bot::Mcts(search), confirm), (Bot::Mcts(search * 4), confirm)];
    let ends = bots.into_iter().map(ends).collect::<Option<Vec<_>>>()?;
    let skill = skill(battle, &playing(Bot::Random), 0..confirm.div_ceil(2));
    played(confirm);
    if !go_on() {
        return None;
    }
    let weighing = BalanceOptions {
        games: confirm,
        comparisons: confirm,
        until: None,
        seed,
        bots: vec![Bot::Greedy; battle.sides().len()],
        turn_limit,
        shard: Shard::WHOLE,
        worths_only: true,
    };
    let report = battle.balance_report(&weighing, &battle.balance(&weighing, &|_| (), None));
    played(confirm);
    let worths = report.without.into_iter().filter(|worth| worth.action.is_none()).collect();
    Some(Proof { ends, skill: skill.map(|(won, of)| Interval::estimate(won, of)), worths })
}

impl ProofOptions {
    /// Returns the number of battles of a proof.
    pub fn battles(&self) -> u64 {
        self.games + 5 * self.confirm
    }
}
