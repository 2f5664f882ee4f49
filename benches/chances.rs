//! The battles that mirrored chances would save, and the part of the variance that first rolls explain: a table of `docs/balance.md`.
//! `cargo bench --bench chances -- 20000 greedy` plays so many battles of each shipped scenario of Table Battles, and of each in
//! `tests/oracles/small`.
//!
//! Every turn has random numbers of its own. In the second battle of a pair, each turn has the numbers that the turn of the other
//! side beside it had in the first. If the sides' luck decided battles, the other side would often win the second one.
#![allow(clippy::print_stdout, reason = "a benchmark prints what it measured")]
#![allow(missing_docs, reason = "a benchmark is no library")]

mod battles;

use std::collections::BTreeMap;

use muster_core::play::bots::{Bot, Seat};
use muster_core::play::chance::{Chance, Draw};
use muster_core::play::rng::{Rng, battle_seed};
use muster_core::play::{Blind, Next, Playout};
use rayon::iter::{IntoParallelIterator, ParallelIterator};

/// A battle that goes on after so many turns is given up, and counts half.
const TURNS: u32 = 1000;

/// One battle: what the first player won of it, 0 to 1, and the dice of its first roll, the lowest first.
struct Played {
    won: f64,
    first_roll: Vec<u32>,
}

/// Plays a battle, with the chances of the sides exchanged or not.
fn play<E: Playout>(engine: &E, bot: Bot, seed: u64, is_mirrored: bool) -> Played {
    let mut seats = [Seat::new(bot, engine), Seat::new(bot, engine)];
    let mut state = engine.start();
    let (mut turn, mut rng) = (0, Rng::new(seed));
    let mut draws: Vec<Draw> = Vec::new();
    let won = loop {
        let clock = engine.clock(&state).turn;
        if clock > TURNS {
            break 0.5;
        }
        if clock != turn {
            turn = clock;
            // Turns 1 and 2 are a pair, and so on.
            let numbers = if is_mirrored { ((turn - 1) ^ 1) + 1 } else { turn };
            rng = Rng::new(battle_seed(seed, numbers.into()));
        }
        match engine.next(&state) {
            Next::Over(outcome) => break outcome.winner.map_or(0.5, |winner| f64::from(u8::from(winner == 0))),
            Next::Auto if draws.is_empty() => {
                engine.advance(&mut state, &mut Chance::fair(&mut rng).record_in(&mut draws), &mut Blind);
            }
            Next::Auto => engine.advance(&mut state, &mut Chance::fair(&mut rng), &mut Blind),
            Next::Decide { player, .. } => {
                let chosen = seats[player].choose(engine, &state, player, &mut rng);
                engine.apply(&mut state, &chosen, &mut Chance::fair(&mut rng), &mut Blind);
            }
        }
    };
    let mut first_roll: Vec<u32> = draws.iter().map(|draw| draw.number).collect();
    first_roll.sort_unstable();
    Played { won, first_roll }
}

/// Returns the mean of some numbers and their mean square distance from it.
fn moments(numbers: &[f64]) -> (f64, f64) {
    let mean = numbers.iter().sum::<f64>() / numbers.len() as f64;
    (mean, numbers.iter().map(|number| (number - mean).powi(2)).sum::<f64>() / numbers.len() as f64)
}

/// Returns the part of the variance that lies between groups, without what chance alone puts there.
fn explained(battles: &[Played]) -> f64 {
    let mut groups: BTreeMap<&[u32], Vec<f64>> = BTreeMap::new();
    battles.iter().for_each(|battle| groups.entry(&battle.first_roll).or_default().push(battle.won));
    let all: Vec<f64> = battles.iter().map(|battle| battle.won).collect();
    let several = groups.values().filter(|group| group.len() > 1);
    let (within, degrees) = several.fold((0.0, 0), |(within, degrees), group| {
        (within + moments(group).1 * group.len() as f64, degrees + group.len() - 1)
    });
    1.0 - within / degrees as f64 / moments(&all).1
}

fn main() {
    let mut arguments = std::env::args().skip(1).filter(|argument| !argument.starts_with("--"));
    let games: u64 = arguments.next().map_or(20_000, |games| games.parse().expect("a number of battles"));
    let bot = arguments.next().map_or(Bot::Greedy, |bot| Bot::parse(&bot).expect("a bot"));
    println!(
        "| battle | share | correlation | standard error | times the battles | explained by the first roll |\n|---|---|---|---|---|---|"
    );
    for (name, engine) in ["scenarios/table-battles", "tests/oracles/small"].into_iter().flat_map(battles::of_folder) {
        let pair = |game| [false, true].map(|is_mirrored| play(&engine, bot, battle_seed(0, game), is_mirrored));
        let battles: Vec<Played> = (0..games / 2).into_par_iter().flat_map_iter(pair).collect();
        let of = |nth: usize| battles.iter().skip(nth).step_by(2).map(|battle| battle.won).collect::<Vec<f64>>();
        let (first, second) = (of(0), of(1));
        let ((mean, variance), (other_mean, other_variance)) = (moments(&first), moments(&second));
        let products = first.iter().zip(&second).map(|(one, other)| (one - mean) * (other - other_mean));
        let pairs = first.len() as f64;
        let correlation = products.sum::<f64>() / pairs / (variance * other_variance).sqrt();
        println!(
            "| {name} | {:.1} % | {correlation:+.2} | {:.2} | {:.2} | {:.1} % |",
            50.0 * (mean + other_mean),
            pairs.sqrt().recip(),
            1.0 / (1.0 + correlation),
            100.0 * explained(&battles)
        );
    }
}
