//! The interface to the engine of any game, and the tools that play it: chance, watchers and outcomes.

pub mod balance;
pub mod barred;
pub mod bots;
pub mod branches;
pub mod chance;
pub mod effort;
pub mod endless;
pub mod exact;
pub mod exhaust;
pub mod fault;
pub mod interval;
pub mod judging;
pub mod loaded;
pub mod luck;
pub mod paired;
pub mod record;
pub mod replay;
pub mod rng;
pub mod roll;
pub mod session;
pub mod shrink;
pub mod smoke;
pub mod stop;

use std::fmt::Debug;

use self::chance::{Chance, Tape};
use self::effort::Pace;
use self::fault::Breach;
use self::rng::Rng;

/// The rules of play of one scenario, compiled. Bots, smoke, replay and tests need nothing else.
///
/// A battle goes from [`Engine::start`] to [`Next::Over`]: where a player decides, a legal move is made by
/// [`Engine::apply`]; what nobody decides (a turn begins, dice are rolled) happens by [`Engine::advance`]. Both may draw.
pub trait Engine: Send + Sync {
    /// Everything that changes. Kept small and flat where playouts must be quick: they clone it and allocate nothing.
    type State: Clone + Send + Sync + Debug;
    /// One thing that a player can do.
    type Move: Clone + Eq + Ord + Send + Sync + Debug;
    /// The reason a move is not legal. The default says only that it is not.
    type Illegal: Clone + Default + Debug;

    /// True if players do not see all of a position: then [`Engine::redraw`] must hide it.
    const HIDDEN: bool;

    /// Returns the number of players, at most four. They are numbered from 0 in the scenario's order.
    fn players(&self) -> usize {
        2
    }

    /// Returns the state at set-up, before anything is drawn.
    fn start(&self) -> Self::State;

    /// Returns the next event of the battle.
    fn next(&self, state: &Self::State) -> Next;

    /// Returns the turn that is played; where the battle is over, the last one that was: a record has as many turns.
    fn clock(&self, state: &Self::State) -> Clock;

    /// Returns the number of turns of the game that have begun, as its players count them: where each player has turns of their
    /// own within one of the game, fewer than [`Engine::clock`] counts.
    #[inline]
    fn rounds(&self, state: &Self::State) -> u32 {
        self.clock(state).turn
    }

    /// Puts the moves worth trying into `into`, after clearing it: all legal, at least one where a player decides, in a
    /// fixed order. All legal moves where they can be listed.
    fn moves(&self, state: &Self::State, into: &mut Vec<Self::Move>);

    /// Returns the reason a move is not legal; `None` if it is. Where a listing is not complete, this says what is legal.
    fn illegal(&self, state: &Self::State, chosen: &Self::Move) -> Option<Self::Illegal> {
        let mut listed = Vec::new();
        self.moves(state, &mut listed);
        (!listed.contains(chosen)).then(Self::Illegal::default)
    }

    /// Makes a legal move. What happens is counted by `watch`.
    fn apply<W: Watch>(&self, state: &mut Self::State, chosen: &Self::Move, chance: &mut Chance<'_>, watch: &mut W);

    /// Makes the next event happen, if it is one that nobody decides. `watch` counts the events.
    fn advance<W: Watch>(&self, _state: &mut Self::State, _chance: &mut Chance<'_>, _watch: &mut W) {
        panic!("internal error: something happens by itself in a game where players decide everything")
    }

    /// Draws again what a player cannot see: any position that is possible for all that the player knows, each as likely
    /// as it is. Where nothing is hidden there is nothing to do.
    fn redraw(&self, _state: &mut Self::State, _seen_by: usize, _rng: &mut Rng) {
        const { assert!(!Self::HIDDEN, "an engine that hides something draws it anew") }
    }

    /// Returns a clause of the rules that a state breaks, which none that can be reached does. Asked in battles that are
    /// examined, not in playouts.
    fn find_breach(&self, _state: &Self::State) -> Option<Breach> {
        None
    }

    /// Returns the place of the move that does least among all that are legal: it is made where a play that is made
    /// smaller says nothing.
    fn idle(&self, _moves: &[Self::Move]) -> usize {
        0
    }

    /// Returns the value of a state to a player, in points that only compare with each other; 0 is even.
    fn value(&self, _state: &Self::State, _player: usize) -> i32 {
        0
    }

    /// Returns the number of counters that a [`Watch`] is called with.
    fn counters(&self) -> usize {
        0
    }

    /// Counts what shows only at the end of a battle, from its last state and what was counted in it. Asked where battles are
    /// counted, once for each that came to its end (`is_over`) or to the turn limit.
    fn closing(&self, _state: &Self::State, _is_over: bool, _counted: &mut [u64]) {}

    /// Returns the outcome of the battle; `None` while it goes on.
    #[inline]
    fn outcome(&self, state: &Self::State) -> Option<Outcome> {
        match self.next(state) {
            Next::Over(outcome) => Some(outcome),
            Next::Decide { .. } | Next::Auto => None,
        }
    }
}

/// Quick play of random battles. Every engine has it, few write any of it: what is quicker chooses among the same moves, each
/// as likely as here.
pub trait Playout: Engine {
    /// Turns of a searching bot's playout: so many that it shows what a move was good for, and no more. With 0 turns, a
    /// position is valued as it is.
    const SEARCH_TURNS: u32 = 4;

    /// Returns the turns of a searching bot's playout in this battle.
    fn search_turns(&self) -> u32 {
        Self::SEARCH_TURNS
    }

    /// Returns a number that two states to which chance led from the same move share only if the battle goes on from both in the same
    /// way: dice that nothing takes make no difference. `None` where every draw makes one. Read by searching bots.
    fn drawn_alike(&self, _state: &Self::State) -> Option<u64> {
        None
    }

    /// Appends bytes that two states share only if the battle goes on from both in the same way, and returns true. Returns false in
    /// battles where positions hardly ever recur. Read by searching bots, which know again what they came to before.
    fn recurs(&self, _state: &Self::State, _into: &mut Vec<u8>) -> bool {
        false
    }

    /// Plays the turns of a searching bot's playout, up to turn `last`: at random, unless the game knows better.
    fn search_on(&self, state: &mut Self::State, last: u32, rng: &mut Rng, buffer: &mut Vec<Self::Move>) {
        self.play_on(state, last, rng, buffer, &mut Blind);
    }

    /// Whether planning bots value a move together with the best reply to it. Not where a turn is a chain of many moves: a
    /// reply would be seen to the last of them only, which would look worse than it is beside the others.
    const REPLIES: bool = true;

    /// Whether random players first choose a kind of move ([`Playout::kind`]), then one of that kind: where a few moves that
    /// matter are listed among many that do not, they are hardly ever made otherwise.
    const BY_KIND: bool = false;

    /// Returns the kind of a listed move: read where [`Playout::BY_KIND`] is true.
    fn kind(&self, _state: &Self::State, _chosen: &Self::Move) -> MoveKind {
        MoveKind { number: 0, weight: 1 }
    }

    /// Returns true where something was just drawn that its player is about to put to use, such as dice to be placed: what the draw
    /// is worth shows only then.
    fn is_unsettled(&self, _state: &Self::State) -> bool {
        false
    }

    /// Appends figures of a position from which it is estimated how likely the first of two players is to win: always as many, each
    /// of which it may be nearly proportional to. Asked where luck is measured, not in playouts.
    fn figures(&self, state: &Self::State, into: &mut Vec<f32>) {
        into.push(self.value(state, 0) as f32);
    }

    /// Returns one of the moves listed, where a player decides, each as likely as any other if `choose` gives every number
    /// below its bound equally often; where [`Playout::BY_KIND`] is true, each kind by its weight, and each of its moves as likely.
    /// `buffer` is used as needed.
    #[inline]
    fn pick(&self, state: &Self::State, buffer: &mut Vec<Self::Move>, choose: impl FnMut(u32) -> u32) -> Self::Move {
        self.pick_listed(state, buffer, choose)
    }

    /// Like [`Playout::pick`], with all moves listed: the one of the index that `choose` gives for their number, if there are
    /// several. Where [`Playout::BY_KIND`] is true, `choose` gives the kind first.
    fn pick_listed(
        &self,
        state: &Self::State,
        buffer: &mut Vec<Self::Move>,
        mut choose: impl FnMut(u32) -> u32,
    ) -> Self::Move {
        self.moves(state, buffer);
        match buffer.as_slice() {
            [only] => only.clone(),
            several if Self::BY_KIND => self.pick_by_kind(state, several, choose),
            several => several[choose(several.len() as u32) as usize].clone(),
        }
    }

    /// Returns one of several moves: of a kind that `choose` gives, one that it gives.
    fn pick_by_kind(
        &self,
        state: &Self::State,
        moves: &[Self::Move],
        mut choose: impl FnMut(u32) -> u32,
    ) -> Self::Move {
        // To see a kind can take long: those of the first moves, mostly all, are kept.
        let mut kept = [0_u8; 64];
        let mut weights = [0_u8; MoveKind::MOST];
        for (i, chosen) in moves.iter().enumerate() {
            let MoveKind { number, weight } = self.kind(state, chosen);
            weights[usize::from(number)] = weight;
            if let Some(place) = kept.get_mut(i) {
                *place = number;
            }
        }
        let all: u32 = weights.iter().map(|weight| u32::from(*weight)).sum();
        let is_one = weights.iter().filter(|weight| **weight > 0).count() == 1;
        let mut left = if is_one { 0 } else { choose(all) };
        let is_it = |weight: &u8| {
            let is_it = left < u32::from(*weight);
            left = left.saturating_sub((*weight).into());
            is_it
        };
        let kind = weights.iter().position(is_it).unwrap_or(0) as u8;
        let kind_of = |i: usize, chosen: &Self::Move| match kept.get(i) {
            Some(kind) => *kind,
            None => self.kind(state, chosen).number,
        };
        let of_kind = || moves.iter().enumerate().filter(|(i, chosen)| kind_of(*i, chosen) == kind);
        let number = of_kind().count() as u32;
        let chosen = of_kind().nth(if number > 1 { choose(number) as usize } else { 0 });
        chosen.expect("internal error: no move of a kind that there is").1.clone()
    }

    /// Makes random moves, those of [`Playout::pick`], until the battle or turn `last` is over, or a turn has gone on for
    /// [`TURN_EVENTS`](effort::TURN_EVENTS).
    fn play_on<W: Watch>(
        &self,
        state: &mut Self::State,
        last: u32,
        rng: &mut Rng,
        buffer: &mut Vec<Self::Move>,
        watch: &mut W,
    ) {
        let mut pace = Pace::default();
        loop {
            let turn = self.clock(state).turn;
            if turn > last || pace.is_endless(turn) {
                return;
            }
            match self.next(state) {
                Next::Over(_) => return,
                Next::Auto => self.advance(state, &mut Chance::fair(rng), watch),
                Next::Decide { .. } => {
                    let chosen = self.pick(state, buffer, |legal| rng.draw_below(legal));
                    self.apply(state, &chosen, &mut Chance::fair(rng), watch);
                }
            }
        }
    }
}

/// A kind of moves, as random players see it: they choose a kind before a move of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MoveKind {
    /// Its number, below [`MoveKind::MOST`].
    pub number: u8,
    /// Its weight when a kind is chosen: a kind of twice the weight is chosen twice as often. At least 1.
    pub weight: u8,
}

impl MoveKind {
    /// The most kinds.
    pub const MOST: usize = 32;
}

/// The next event of a battle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Next {
    /// A player decides.
    Decide {
        /// The player.
        player: usize,
        /// The kind of the decision: `act`, `react`, in the words of the game's plays.
        kind: &'static str,
    },
    /// Something happens that nobody decides.
    Auto,
    /// Nothing: the battle is over.
    Over(Outcome),
}

/// The turn that is played; where the battle is over, the last one that was.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Clock {
    /// Its number, from 1.
    pub turn: u32,
    /// The player whose turn it is; `None` for a turn that all players share.
    pub player: Option<usize>,
}

/// The end of a battle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outcome {
    /// The winner; `None` for a draw.
    pub winner: Option<usize>,
    /// The cause: a word of the system's plays, `surrender`.
    pub by: &'static str,
}

/// Takes the counts of a battle. Counters are numbered by the engine.
pub trait Watch {
    /// Counts something that happened `by` times.
    fn count(&mut self, counter: usize, by: u32);

    /// Counts how often in a row something happened: it does in this turn, and the run goes on if it did in turn `before`.
    /// `counter` keeps the turn, the next one counts the present run, and the one after that the longest.
    /// [`Engine::closing`] reads them.
    fn run(&mut self, _counter: usize, _turn: u32, _before: u32) {}
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

    fn run(&mut self, counter: usize, turn: u32, before: u32) {
        run_on(self, counter, turn, before);
    }
}

/// Counts on in a run; see [`Watch::run`].
fn run_on(counters: &mut [u64], counter: usize, turn: u32, before: u32) {
    let [latest, run, longest] = &mut counters[counter..counter + 3] else { return };
    *run = if *latest == u64::from(before) && *run > 0 { *run + 1 } else { 1 };
    *longest = (*longest).max(*run);
    *latest = turn.into();
}

/// Makes a move, or the next event that nobody decides.
pub fn step<E: Engine>(engine: &E, state: &mut E::State, of: Option<&E::Move>, chance: &mut Chance<'_>) {
    match of {
        Some(chosen) => engine.apply(state, chosen, chance, &mut Blind),
        None => engine.advance(state, chance, &mut Blind),
    }
}

/// Returns the state after all that happens by itself and draws nothing: a battle can end in it, before anybody decides
/// anything in the turn that follows.
pub fn settle<E: Engine>(engine: &E, mut state: E::State) -> E::State {
    while engine.next(&state) == Next::Auto {
        let mut after = state.clone();
        let mut nothing = Tape::default();
        engine.advance(&mut after, &mut Chance::from_tape(&mut nothing), &mut Blind);
        if nothing.lack().is_some() {
            break;
        }
        state = after;
    }
    state
}
