//! What chooses among legal moves: bots that work for every engine, one file each.

mod greedy;
mod mcts;
mod random;

use std::fmt;

use self::greedy::Greedy;
use self::mcts::Mcts;
use self::random::Random;
use super::rng::Rng;
use super::{Blind, Engine, Scripted};

/// A kind of bot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Bot {
    /// Any legal move, each as likely as any other.
    #[default]
    Random,
    /// The move after which it stands best, once the opponent has made the best reply to it; ties at random. One
    /// decision in ten is a random one, or two cautious bots wait for each other for ever.
    Greedy,
    /// Monte Carlo tree search with this many playouts for each decision.
    Mcts(u32),
}

impl Bot {
    /// The names of all bots, as on the command line.
    pub const NAMES: &'static [&'static str] = &["random", "greedy", "mcts:N"];

    /// The most playouts that a search may have for each decision.
    pub const MOST_PLAYOUTS: u32 = 1_000_000;

    /// The bot of a name: `random`, `greedy`, `mcts:400`.
    pub fn parse(name: &str) -> Option<Bot> {
        match name {
            "random" => Some(Bot::Random),
            "greedy" => Some(Bot::Greedy),
            _ => {
                let playouts = name.strip_prefix("mcts:")?.parse().ok()?;
                (1..=Bot::MOST_PLAYOUTS).contains(&playouts).then_some(Bot::Mcts(playouts))
            }
        }
    }
}

impl fmt::Display for Bot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Bot::Random => f.write_str("random"),
            Bot::Greedy => f.write_str("greedy"),
            Bot::Mcts(playouts) => write!(f, "mcts:{playouts}"),
        }
    }
}

/// What every bot is to those who let it play.
trait Player<E: Engine> {
    /// Its choice where somebody decides and something is legal.
    fn choose(&mut self, engine: &E, state: &E::State, rng: &mut Rng) -> E::Move;
}

/// A bot at a table, with the buffers that it fills again and again and never gives back.
#[derive(Debug)]
pub struct Seat<E: Engine>(Seated<E>);

#[derive(Debug)]
enum Seated<E: Engine> {
    Random(Random<E::Move>),
    Greedy(Greedy<E::Move>),
    Mcts(Box<Mcts<E>>),
}

impl<E: Engine> Seat<E> {
    /// Lets a bot sit down to play.
    pub fn new(bot: Bot, engine: &E) -> Seat<E> {
        Seat(match bot {
            Bot::Random => Seated::Random(Random::default()),
            Bot::Greedy => Seated::Greedy(Greedy::default()),
            Bot::Mcts(playouts) => Seated::Mcts(Box::new(Mcts::new(engine, playouts))),
        })
    }

    /// The buffer of the first of these bots, if all of them move at random.
    pub(super) fn all_random(seats: &mut [Seat<E>]) -> Option<&mut Vec<E::Move>> {
        if !seats.iter().all(|seat| matches!(seat.0, Seated::Random(_))) {
            return None;
        }
        seats.first_mut()?.buffer()
    }

    /// The buffer in which the bot lists moves; none of one that keeps more than that.
    pub(super) fn buffer(&mut self) -> Option<&mut Vec<E::Move>> {
        match &mut self.0 {
            Seated::Random(bot) => Some(bot.buffer()),
            Seated::Greedy(bot) => Some(bot.buffer()),
            Seated::Mcts(_) => None,
        }
    }

    /// The bot's choice where somebody decides and something is legal.
    #[inline]
    pub fn choose(&mut self, engine: &E, state: &E::State, rng: &mut Rng) -> E::Move {
        match &mut self.0 {
            Seated::Random(bot) => bot.choose(engine, state, rng),
            Seated::Greedy(bot) => bot.choose(engine, state, rng),
            Seated::Mcts(bot) => bot.choose(engine, state, rng),
        }
    }
}

/// The state after a move that somebody decides: no chance is drawn in it.
fn follow<E: Engine>(engine: &E, state: &E::State, chosen: E::Move) -> E::State {
    let mut after = *state;
    engine.apply(&mut after, chosen, &mut Scripted::new(&[]), &mut Blind);
    after
}

/// The state after a move and the opponent's best reply to it, where a reply comes before chance. `replies` is used as it
/// needs.
fn answered<E: Engine>(engine: &E, state: &E::State, chosen: E::Move, replies: &mut Vec<E::Move>) -> E::State {
    let after = follow(engine, state, chosen);
    let next = engine.decision(&after);
    if next.kind.is_none() || next.player == engine.decision(state).player {
        return after;
    }
    engine.moves(&after, replies);
    let ends = replies.iter().map(|reply| follow(engine, &after, *reply));
    ends.max_by_key(|end| engine.value(end, next.player)).unwrap_or(after)
}
