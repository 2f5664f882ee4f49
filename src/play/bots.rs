//! What chooses among legal moves: bots that work for every engine.

use std::fmt;

use super::rng::Rng;
use super::{Blind, Engine, Scripted};

/// A kind of bot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Bot {
    /// Any legal move, each as likely as any other.
    #[default]
    Random,
    /// The move after which it stands best, once the opponent has made the best reply to it; ties at random. One
    /// decision in ten is a random one, or two cautious bots wait for each other for ever.
    Greedy,
}

impl Bot {
    /// All bots.
    pub const ALL: &'static [Bot] = &[Bot::Random, Bot::Greedy];

    /// The bot's name on the command line and in reports.
    pub fn name(self) -> &'static str {
        match self {
            Bot::Random => "random",
            Bot::Greedy => "greedy",
        }
    }

    /// The bot of a name.
    pub fn parse(name: &str) -> Option<Bot> {
        Bot::ALL.iter().copied().find(|bot| bot.name() == name)
    }
}

impl fmt::Display for Bot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The greedy bot makes one decision in this many at random.
const WHIM: u32 = 10;

/// The buffers of a table where bots play: filled again and again, never given back.
#[derive(Debug)]
pub struct Table<M> {
    /// The legal moves of the decision at hand.
    moves: Vec<M>,
    replies: Vec<M>,
    best: Vec<M>,
}

impl<M> Default for Table<M> {
    fn default() -> Self {
        Table { moves: Vec::with_capacity(64), replies: Vec::with_capacity(64), best: Vec::with_capacity(64) }
    }
}

impl<M: Copy> Table<M> {
    /// The bot's choice in a state where something is legal.
    pub fn choose<E: Engine<Move = M>>(&mut self, bot: Bot, engine: &E, state: &E::State, rng: &mut Rng) -> M {
        if bot == Bot::Random || engine.decision(state).kind.is_none() {
            return engine.pick(state, &mut self.moves, |legal| rng.below(legal));
        }
        engine.moves(state, &mut self.moves);
        match self.moves.as_slice() {
            [only] => *only,
            moves if rng.below(WHIM) == 0 => moves[rng.below(moves.len() as u32) as usize],
            _ => self.greedy(engine, state, rng),
        }
    }

    fn greedy<E: Engine<Move = M>>(&mut self, engine: &E, state: &E::State, rng: &mut Rng) -> M {
        let player = engine.decision(state).player;
        let mut best_value = i32::MIN;
        for i in 0..self.moves.len() {
            let chosen = self.moves[i];
            let value = self.prospect(engine, state, chosen, player);
            if value > best_value {
                best_value = value;
                self.best.clear();
            }
            if value == best_value {
                self.best.push(chosen);
            }
        }
        self.best[rng.below(self.best.len() as u32) as usize]
    }

    /// How well `player` stands after a move and the opponent's best reply to it, where a reply comes before chance.
    fn prospect<E: Engine<Move = M>>(&mut self, engine: &E, state: &E::State, chosen: M, player: usize) -> i32 {
        let after = follow(engine, state, chosen);
        let next = engine.decision(&after);
        if engine.outcome(&after).is_some() || next.kind.is_none() || next.player == player {
            return engine.value(&after, player);
        }
        engine.moves(&after, &mut self.replies);
        let ends = self.replies.iter().map(|reply| follow(engine, &after, *reply));
        ends.max_by_key(|end| engine.value(end, next.player))
            .map_or_else(|| engine.value(&after, player), |end| engine.value(&end, player))
    }
}

/// The state after a move that somebody decides: no chance is drawn in it.
fn follow<E: Engine>(engine: &E, state: &E::State, chosen: E::Move) -> E::State {
    let mut after = *state;
    engine.apply(&mut after, chosen, &mut Scripted::new(&[]), &mut Blind);
    after
}
