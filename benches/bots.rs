//! How far bots are from best play: the table of `docs/balance.md`, on the battles in `tests/oracles/small`, each solved exactly.
//! `cargo bench --bench bots -- 200 random,greedy,mcts:100` plays 200 battles of each with each bot on both sides.
//!
//! What each decision changes of either side's exact value is known, so a side's share is its exact one and the changes, on average:
//! luck of the dice does not blur it. A decision may cost its side nothing and yet give the other side what it could not make sure
//! of before, so the changes of both sides' values are added up.
#![allow(clippy::print_stdout, reason = "a benchmark prints what it measured")]
#![allow(missing_docs, reason = "a benchmark is no library")]

mod battles;

use muster_core::play::bots::{Bot, Seat};
use muster_core::play::chance::Chance;
use muster_core::play::exact::{ExactValues, Listed, SolveLimits};
use muster_core::play::rng::{Rng, battle_seed};
use muster_core::play::{Blind, Engine, Next, Playout};
use rayon::iter::{IntoParallelIterator, ParallelIterator};

/// A battle that goes on after so many turns is given up: what changed until then counts.
const TURNS: u32 = 400;

/// Returns what the decisions of a battle between two of a bot changed of each side's value.
fn changed<E: Playout + Listed>(values: &ExactValues<'_, E>, engine: &E, bot: Bot, seed: u64) -> [f64; 2] {
    let mut seats = [Seat::new(bot, engine), Seat::new(bot, engine)];
    let (mut rng, mut state) = (Rng::new(seed), engine.start());
    let mut changed = [0.0; 2];
    while engine.clock(&state).turn <= TURNS {
        match engine.next(&state) {
            Next::Over(_) => break,
            Next::Auto => engine.advance(&mut state, &mut Chance::fair(&mut rng), &mut Blind),
            Next::Decide { player, .. } => {
                let chosen = seats[player].choose(engine, &state, player, &mut rng);
                let (before, after) = (values.shares(&state), values.values_after(&state, &chosen));
                (0..2).for_each(|side| changed[side] += after[side] - before[side]);
                engine.apply(&mut state, &chosen, &mut Chance::fair(&mut rng), &mut Blind);
            }
        }
    }
    changed
}

fn main() {
    let mut arguments = std::env::args().skip(1).filter(|argument| !argument.starts_with("--"));
    let games: u64 = arguments.next().map_or(200, |games| games.parse().expect("a number of battles"));
    let named = arguments.next().unwrap_or_else(|| "random,greedy,mcts:20,mcts:100,mcts:400".to_owned());
    let bots: Vec<Bot> = named.split(',').map(|bot| Bot::parse(bot).expect("a bot")).collect();
    let heads: String = bots.iter().map(|bot| format!(" {bot} |")).collect();
    println!("| battle | exact |{heads}\n|---|---|{}", "---|".repeat(bots.len()));
    let mut off: Vec<Vec<f64>> = vec![Vec::new(); bots.len()];
    for (name, engine) in battles::of_folder("tests/oracles/small") {
        let values = ExactValues::new(&engine, &SolveLimits::FULL).expect("it is small enough");
        let exact = values.shares(&Engine::start(&engine));
        print!("| {name} | {:.1} |", exact[0] * 100.0);
        for (bot, off) in bots.iter().zip(&mut off) {
            let changes = (0..games).into_par_iter().map(|game| changed(&values, &engine, *bot, battle_seed(0, game)));
            let sum = changes.reduce(|| [0.0; 2], |a, b| [a[0] + b[0], a[1] + b[1]]);
            let won = [0, 1].map(|side| exact[side] + sum[side] / games as f64);
            let share = won[0] / (won[0] + won[1]);
            off.push((share - exact[0]).abs() * 100.0);
            print!(" {:.1} |", share * 100.0);
        }
        println!();
    }
    let mean = |off: &Vec<f64>| format!(" {:.1} |", off.iter().sum::<f64>() / off.len() as f64);
    let greatest = |off: &Vec<f64>| format!(" {:.1} |", off.iter().copied().fold(0.0, f64::max));
    println!("| *mean distance* | |{}", off.iter().map(mean).collect::<String>());
    println!("| *greatest distance* | |{}", off.iter().map(greatest).collect::<String>());
}
