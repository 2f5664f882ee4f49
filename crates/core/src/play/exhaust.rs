//! Plays on until everything that is wanted was used often enough, or battles enough were played for it: with players who
//! want what was seldom used, and, in half of the battles, dice that are not fair.

use std::collections::BTreeMap;

use rayon::iter::{IntoParallelIterator, ParallelIterator};

use super::chance::{Chance, Tape};
use super::fault::Fault;
use super::loaded::Loaded;
use super::record::{Author, record};
use super::rng::{Rng, battle_seed};
use super::smoke::{Seen, add};
use super::{Engine, Next, Watch};

/// The counters to raise, and the limits of the search.
#[derive(Debug, Clone)]
pub struct Wanted {
    /// The counters that are to be raised.
    pub counters: Vec<usize>,
    /// The value each counter is to reach.
    pub uses: u64,
    /// The most battles that are played for it.
    pub most: u64,
    /// Seed of the battles.
    pub seed: u64,
}

/// The result of a search for counters that were never raised.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Sought {
    /// The engine's counters, with what they were before.
    pub counters: Vec<u64>,
    /// Battles that were played.
    pub battles: u64,
    /// The faults in them, by [`Fault::kind`], and the counters that the shortest such battle was played for.
    pub faults: BTreeMap<String, (Seen, Vec<usize>)>,
}

/// Battles between two looks at what is still wanted. The result depends on it, but not on the number of threads.
const ROUND: u64 = 128;
/// A battle is given up after this many turns: others get further.
pub const TURNS: u32 = 200;
/// A player does something that is wanted in all but one of so many decisions where it can.
const WHIM: u32 = 8;

/// Plays on from counters.
pub fn exhaust<E: Engine>(engine: &E, wanted: &Wanted, counters: Vec<u64>, progress: &(dyn Fn(u64) + Sync)) -> Sought {
    let mut sought = Sought { counters, ..Sought::default() };
    loop {
        let open: Vec<usize> =
            wanted.counters.iter().copied().filter(|counter| sought.counters[*counter] < wanted.uses).collect();
        let round = ROUND.min(wanted.most - sought.battles);
        if open.is_empty() || round == 0 {
            return sought;
        }
        let battles = (sought.battles..sought.battles + round).into_par_iter().map(|index| {
            let mut counted = vec![0; engine.counters()];
            let played = record(engine, TURNS, &mut Seeker::new(engine, &open, wanted.seed, index), &mut counted);
            progress(1);
            (index, counted, played.fault.map(|fault| (fault, played.turns.len() as u32)))
        });
        for (index, counted, fault) in battles.collect::<Vec<_>>() {
            add(&mut sought.counters, &counted);
            let Some((fault, turns)) = fault else { continue };
            let seen = Seen { fault, battles: 1, first: index, shortest: (turns, index) };
            let kind = seen.fault.kind();
            match sought.faults.get_mut(&kind) {
                None => _ = sought.faults.insert(kind, (seen, open.clone())),
                Some((before, for_what)) => {
                    before.battles += 1;
                    if seen.shortest < before.shortest {
                        (before.shortest, *for_what) = (seen.shortest, open.clone());
                    }
                }
            }
        }
        sought.battles += round;
    }
}

/// Both players of a battle that is played for something.
#[derive(Debug)]
pub struct Seeker {
    loaded: Loaded,
    /// By counter, whether it is wanted.
    wanted: Vec<bool>,
    /// By player and kind of decision: in how many of eight it makes the first legal move, which is to do nothing. A
    /// player who saves dice gets what one never gets who spends them.
    habits: Vec<(usize, &'static str, u32)>,
}

impl Seeker {
    /// Returns the players of a battle by its index, for whoever wants some counters raised.
    pub fn new<E: Engine>(engine: &E, open: &[usize], seed: u64, index: u64) -> Seeker {
        let mut wanted = vec![false; engine.counters()];
        open.iter().for_each(|counter| wanted[*counter] = true);
        let loaded = Loaded { rng: Rng::new(battle_seed(seed, index)), fair: index.is_multiple_of(2) };
        Seeker { loaded, wanted, habits: Vec::new() }
    }

    fn habit(&mut self, player: usize, kind: &'static str) -> u32 {
        let known = self.habits.iter().find(|(who, what, _)| (*who, *what) == (player, kind));
        if let Some((.., habit)) = known {
            return *habit;
        }
        let habit = [0, 4, 7][self.loaded.rng.draw_below(3) as usize];
        self.habits.push((player, kind, habit));
        habit
    }
}

impl<E: Engine> Author<E> for Seeker {
    fn choose(&mut self, engine: &E, state: &E::State, player: usize, legal: &[E::Move]) -> E::Move {
        if let [only] = legal {
            return only.clone();
        }
        let raises = |chosen: &&E::Move| {
            let mut notices = Notices { wanted: &self.wanted, noticed: false };
            let (mut after, mut lowest) = (state.clone(), Tape::or_lowest(Vec::new()));
            let chance = &mut Chance::from_tape(&mut lowest);
            let made = Fault::caught(|| engine.apply(&mut after, chosen, chance, &mut notices));
            // A move that fails is worth being seen.
            notices.noticed || made.is_err()
        };
        let liked: Vec<E::Move> = legal.iter().filter(raises).cloned().collect();
        let any = |moves: &[E::Move], rng: &mut Rng| moves[rng.draw_below(moves.len() as u32) as usize].clone();
        if !liked.is_empty() && self.loaded.rng.draw_below(WHIM) > 0 {
            return any(&liked, &mut self.loaded.rng);
        }
        let kind = if let Next::Decide { kind, .. } = engine.next(state) { kind } else { "" };
        let habit = self.habit(player, kind);
        if self.loaded.rng.draw_below(8) < habit { legal[0].clone() } else { any(legal, &mut self.loaded.rng) }
    }

    fn chance(&mut self) -> Chance<'_> {
        Chance::with_loaded(&mut self.loaded)
    }

    fn steps(&self, legal: usize) -> u64 {
        // Each move is made once.
        legal as u64
    }
}

/// Notices when something wanted is counted.
struct Notices<'a> {
    wanted: &'a [bool],
    noticed: bool,
}

impl Watch for Notices<'_> {
    fn count(&mut self, counter: usize, _: u32) {
        self.noticed |= self.wanted[counter];
    }
}
