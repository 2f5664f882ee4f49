//! Bots that choose among legal moves, and work for every engine: one file each.

mod greedy;
mod mcts;
mod random;

use std::fmt;

use self::greedy::Greedy;
use self::mcts::Mcts;
use self::random::Random;
use super::chance::Chance;
use super::rng::Rng;
use super::stop::Stop;
use super::{Blind, Engine, Next, Playout};

/// A kind of bot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Bot {
    /// Any legal move, each as likely as any other, or by kinds: see [`Playout::BY_KIND`].
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

    /// Returns the bot of a name: `random`, `greedy`, `mcts:400`.
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

    /// Reads a bot that somebody at a page asks for: one that moves within a second or two.
    ///
    /// # Errors
    ///
    /// Says which bots there are.
    pub fn parse_on_page(name: &str) -> Result<Bot, String> {
        const MOST_PLAYOUTS: u32 = 10_000;
        let bot = Bot::parse(name).filter(|bot| !matches!(bot, Bot::Mcts(playouts) if *playouts > MOST_PLAYOUTS));
        bot.ok_or_else(|| format!("a bot: {}, with N up to {MOST_PLAYOUTS}", Bot::NAMES.join(", ")))
    }

    /// Returns the names of bots, as options and documents have them.
    pub fn names(bots: &[Bot]) -> Vec<String> {
        bots.iter().map(Bot::to_string).collect()
    }

    /// Returns a bot for each of so many players: one that is named plays for all of them. `None` if several are named, but not
    /// one for each.
    pub fn one_per_player(named: &[Bot], players: usize) -> Option<Vec<Bot>> {
        match named {
            [one] => Some(vec![*one; players]),
            several => (several.len() == players).then(|| several.to_vec()),
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

/// What a bot thinks of a move.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Thought {
    /// The engine's value of the position after the move and the best reply, in points for the player who decides.
    Points(f64),
    /// What a search came to.
    Searched {
        /// The part of its playouts that began with the move, from 0 to 1.
        tries: f64,
        /// The share of wins that it expects after the move, from 0 to 1.
        share: f64,
    },
}

impl Thought {
    /// Returns numbers by which thoughts of one bot are put in order: what it thinks better has greater ones.
    pub fn rank(self) -> (f64, f64) {
        match self {
            Thought::Points(points) => (points, 0.0),
            Thought::Searched { tries, share } => (tries, share),
        }
    }
}

/// A bot as its seat sees it.
trait Player<E: Playout> {
    /// Returns how many of the positions that its player thinks possible it is shown, where something is hidden.
    fn most_positions(&self) -> u32;

    /// Returns its choice for a player who decides, by positions that this player thinks possible: one where nothing is
    /// hidden.
    fn choose(&mut self, engine: &E, positions: &[E::State], player: usize, rng: &mut Rng) -> E::Move;

    /// Makes its choice, and returns what it thinks of each of the listed moves, in their order; nothing if it does not weigh them.
    fn consider(&mut self, _: &E, _: &[E::State], _: usize, _: &mut Rng) -> Vec<Thought> {
        Vec::new()
    }
}

/// A bot at a table, with the buffers that it fills again and again and never gives back.
#[derive(Debug)]
pub struct Seat<E: Engine> {
    bot: Seated<E>,
    /// The positions shown to the bot, where something is hidden.
    possible: Vec<E::State>,
    stop: Stop,
}

#[derive(Debug)]
enum Seated<E: Engine> {
    Random(Random<E::Move>),
    Greedy(Greedy<E::Move>),
    Mcts(Box<Mcts<E>>),
}

impl<E: Playout> Seat<E> {
    /// Lets a bot sit down to play.
    pub fn new(bot: Bot, engine: &E) -> Seat<E> {
        Seat::with_stop(bot, engine, &Stop::NEVER)
    }

    /// Lets a bot sit down to play until it is called to stop.
    pub fn with_stop(bot: Bot, engine: &E, stop: &Stop) -> Seat<E> {
        let bot = match bot {
            Bot::Random => Seated::Random(Random::default()),
            Bot::Greedy => Seated::Greedy(Greedy::new(stop)),
            Bot::Mcts(playouts) => Seated::Mcts(Box::new(Mcts::new(engine, playouts, stop))),
        };
        Seat { bot, possible: Vec::new(), stop: stop.clone() }
    }

    /// Lets bots begin another battle: they play as if they had just sat down.
    pub(super) fn forget(seats: &mut [Seat<E>]) {
        for seat in seats {
            if let Seated::Mcts(bot) = &mut seat.bot {
                bot.forget();
            }
        }
    }

    /// Returns true if the battle is not to be played on.
    #[inline]
    pub(super) fn is_stopped(seats: &[Seat<E>]) -> bool {
        seats.first().is_some_and(|seat| seat.stop.is_called())
    }

    /// Returns the buffer of the first of these bots, if all of them move at random.
    pub(super) fn all_random(seats: &mut [Seat<E>]) -> Option<&mut Vec<E::Move>> {
        if !seats.iter().all(|seat| matches!(seat.bot, Seated::Random(_))) {
            return None;
        }
        match &mut seats.first_mut()?.bot {
            Seated::Random(bot) => Some(bot.buffer()),
            Seated::Greedy(_) | Seated::Mcts(_) => None,
        }
    }

    /// Returns the bot's choice for a player who decides. It knows what that player knows: what is hidden is drawn again.
    #[inline]
    pub fn choose(&mut self, engine: &E, state: &E::State, player: usize, rng: &mut Rng) -> E::Move {
        match &mut self.bot {
            Seated::Random(bot) => ask(bot, &mut self.possible, engine, state, player, rng),
            Seated::Greedy(bot) => ask(bot, &mut self.possible, engine, state, player, rng),
            Seated::Mcts(bot) => ask(&mut **bot, &mut self.possible, engine, state, player, rng),
        }
    }
}

impl<E: Playout> Seat<E> {
    /// Returns what the bot thinks of each of the listed moves, in their order, when it makes the choice that [`Seat::choose`]
    /// makes with the same random numbers; nothing if it does not weigh moves. It knows what the player knows.
    pub fn consider(&mut self, engine: &E, state: &E::State, player: usize, rng: &mut Rng) -> Vec<Thought> {
        match &mut self.bot {
            Seated::Random(_) => Vec::new(),
            Seated::Greedy(bot) => {
                let positions = possible::<E>(bot, engine, state, player, rng);
                bot.consider(engine, &positions, player, rng)
            }
            Seated::Mcts(bot) => {
                let positions = possible::<E>(&**bot, engine, state, player, rng);
                bot.consider(engine, &positions, player, rng)
            }
        }
    }
}

/// Returns the positions that a bot is shown.
fn possible<E: Playout>(
    bot: &impl Player<E>,
    engine: &E,
    state: &E::State,
    player: usize,
    rng: &mut Rng,
) -> Vec<E::State> {
    if !E::HIDDEN {
        return vec![state.clone()];
    }
    let redrawn = |_| {
        let mut known = state.clone();
        engine.redraw(&mut known, player, rng);
        known
    };
    (0..bot.most_positions()).map(redrawn).collect()
}

/// Asks a bot for its choice, showing it only what the player can know.
#[inline]
fn ask<E: Playout>(
    bot: &mut impl Player<E>,
    possible: &mut Vec<E::State>,
    engine: &E,
    state: &E::State,
    player: usize,
    rng: &mut Rng,
) -> E::Move {
    if !E::HIDDEN {
        return bot.choose(engine, std::slice::from_ref(state), player, rng);
    }
    possible.clear();
    for _ in 0..bot.most_positions() {
        let mut known = state.clone();
        engine.redraw(&mut known, player, rng);
        possible.push(known);
    }
    bot.choose(engine, possible, player, rng)
}

/// Returns the state after a move, which changes `digest` if it draws.
fn follow<E: Engine>(engine: &E, state: &E::State, chosen: &E::Move, rng: &mut Rng, digest: &mut u64) -> E::State {
    let mut after = state.clone();
    engine.apply(&mut after, chosen, &mut Chance::fair(rng).with_digest(digest), &mut Blind);
    after
}

/// Returns the state after a player's move and the best reply to it of who decides next, where a reply comes before
/// anything happens by itself and counts (see [`Playout::REPLIES`]). `replies` is used as needed; `digest` changes if
/// anything was drawn.
fn play_best_reply<E: Playout>(
    engine: &E,
    (state, player): (&E::State, usize),
    chosen: &E::Move,
    replies: &mut Vec<E::Move>,
    (rng, digest): (&mut Rng, &mut u64),
) -> E::State {
    let after = follow(engine, state, chosen, rng, digest);
    let next = match engine.next(&after) {
        Next::Decide { player: next, .. } if E::REPLIES && next != player => next,
        _ => return after,
    };
    engine.moves(&after, replies);
    let ends = replies.iter().map(|reply| follow(engine, &after, reply, rng, digest));
    ends.max_by_key(|end| engine.value(end, next)).unwrap_or(after)
}
