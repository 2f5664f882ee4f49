//! What an engine of any game answers, and what plays it: chance, watchers and outcomes.

pub mod balance;
pub mod barred;
pub mod bots;
pub mod endless;
pub mod exhaust;
pub mod fault;
pub mod interval;
pub mod loaded;
pub mod record;
pub mod replay;
pub mod rng;
pub mod roll;
pub mod shrink;
pub mod smoke;

use std::fmt::Debug;

use self::fault::Breach;
use self::rng::Rng;
use self::roll::Roll;

/// The rules of play of one scenario, compiled. Bots, smoke, replay and tests need nothing else.
///
/// A battle is a chain of [`Engine::moves`] and [`Engine::apply`], from [`Engine::start`] to an [`Engine::outcome`].
/// Steps that nobody decides (a turn begins, dice are rolled) are moves too, the only legal ones at their time,
/// so that chance is drawn only where it is seen.
pub trait Engine: Send + Sync {
    /// Everything that changes. Small and flat: playouts copy it and allocate nothing.
    type State: Copy + Send + Sync + Debug;
    /// One thing that can be done.
    type Move: Copy + Eq + Ord + Send + Sync + Debug;

    /// Sides of the battle, numbered from 0 in the scenario's order.
    fn players(&self) -> usize;

    /// The state at set-up.
    fn start(&self) -> Self::State;

    /// Whose decision comes next, and of which kind.
    fn decision(&self, state: &Self::State) -> Decision;

    /// Puts the legal moves into `into` after clearing it, in a fixed order; none once there is an outcome.
    fn moves(&self, state: &Self::State, into: &mut Vec<Self::Move>);

    /// One of the legal moves, of which there is at least one, without listing the others where the engine can do that:
    /// where there are several, the one of the index that `choose` gives for their number, in the order of
    /// [`Engine::moves`]; an engine may ask it for the only one, too. `buffer` is used as it needs.
    fn pick(&self, state: &Self::State, buffer: &mut Vec<Self::Move>, choose: impl FnOnce(u32) -> u32) -> Self::Move {
        self.pick_listed(state, buffer, choose)
    }

    /// As [`Engine::pick`], with all legal moves listed.
    fn pick_listed(
        &self,
        state: &Self::State,
        buffer: &mut Vec<Self::Move>,
        choose: impl FnOnce(u32) -> u32,
    ) -> Self::Move {
        self.moves(state, buffer);
        match buffer.as_slice() {
            [only] => *only,
            several => several[choose(several.len() as u32) as usize],
        }
    }

    /// Makes random moves until there is an outcome or turn `last` is over: those that [`Engine::pick`] gives, made one by
    /// one. An engine that gets there faster makes the same ones.
    fn play_on<W: Watch>(
        &self,
        state: &mut Self::State,
        last: u32,
        rng: &mut Rng,
        buffer: &mut Vec<Self::Move>,
        watch: &mut W,
    ) {
        while self.outcome(state).is_none() && self.decision(state).turn <= last {
            let chosen = self.pick(state, buffer, |legal| rng.below(legal));
            self.apply(state, chosen, rng, watch);
        }
    }

    /// Makes a legal move. A step of chance takes its dice from `dice`; what happens is told to `watch`.
    fn apply<D: Dice, W: Watch>(&self, state: &mut Self::State, chosen: Self::Move, dice: &mut D, watch: &mut W);

    /// How the battle ended, if it has.
    fn outcome(&self, state: &Self::State) -> Option<Outcome>;

    /// A clause of the rules that a state breaks, which none that can be reached does. Asked in battles that are examined,
    /// not in playouts.
    fn broken(&self, state: &Self::State) -> Option<Breach>;

    /// How well a player stands, in points that only compare with each other; 0 is even.
    fn value(&self, state: &Self::State, player: usize) -> i32;

    /// How many counters the engine tells a [`Watch`] about.
    fn counters(&self) -> usize;
}

/// What is to be decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Decision {
    /// Who decides, or in whose turn something happens by itself.
    pub player: usize,
    /// `act`, `react`, ...; none for a step that nobody decides.
    pub kind: Option<&'static str>,
    /// Number of the turn, from 1.
    pub turn: u32,
}

/// How a battle ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outcome {
    /// Who won; none for a draw.
    pub winner: Option<usize>,
    /// Why: a word of the system's plays, `morale`.
    pub by: &'static str,
}

/// A source of six-sided dice.
pub trait Dice {
    /// The next die, 1 to 6.
    fn roll(&mut self) -> u8;

    /// A turn begins: told by engines that draw in vain at its end. What comes next must not depend on that.
    fn next_turn(&mut self) {}

    /// The next `n` dice, at most six.
    fn roll_many(&mut self, n: u8) -> Roll {
        Roll::new((0..n).map(|_| 1 << (4 * (self.roll() - 1))).sum())
    }
}

/// Is told what happens in a battle. Counters are numbered by the engine.
pub trait Watch {
    /// Something happened `by` times.
    fn count(&mut self, counter: usize, by: u32);
}

/// Watches nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct Blind;

impl Watch for Blind {
    fn count(&mut self, _: usize, _: u32) {}
}

impl Watch for Vec<u64> {
    #[inline]
    fn count(&mut self, counter: usize, by: u32) {
        self[counter] += u64::from(by);
    }
}

/// Dice in a given order.
#[derive(Debug, Clone)]
pub struct Scripted<'a> {
    rest: &'a [u8],
}

impl<'a> Scripted<'a> {
    /// Dice to be rolled in this order.
    pub fn new(dice: &'a [u8]) -> Scripted<'a> {
        Scripted { rest: dice }
    }

    /// Dice not yet rolled.
    pub fn left(&self) -> usize {
        self.rest.len()
    }
}

impl Dice for Scripted<'_> {
    fn roll(&mut self) -> u8 {
        let (first, rest) = self.rest.split_first().expect("internal error: more dice were rolled than were scripted");
        self.rest = rest;
        *first
    }
}
