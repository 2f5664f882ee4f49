//! The rules of Table Battles behind [`Engine`]: the state, the moves, and which phase answers for what.
//!
//! A turn begins by itself; then come `Shift` or `NoShift` where the scenario has that rule, an action, a reaction where
//! one is possible, the roll by itself, and `Place` until nothing more fits or `Done`. After the last one the state stands
//! at the turn's end: nothing of the next turn has happened before it begins.

mod act;
mod begin;
mod closing;
mod counters;
mod counting;
mod events;
mod fast;
mod illegal;
mod invariants;
mod leave;
mod outlook;
mod place;
mod positions;
mod questions;
mod react;
mod shift;
mod strike;
mod triggers;
mod value;
mod victory;

use muster_core::play::chance::{Chance, DrawLabel};
use muster_core::play::exact::Listed as _;
use muster_core::play::fault::Breach;
use muster_core::play::rng::Rng;
use muster_core::play::{Blind, Clock, Engine, Next, Outcome, Playout, Watch};

use self::events::{Listener, Unheard};
use self::fast::Fast;
pub use super::dice::DiceWord;
use super::model::Wing;
use super::reach::Never;
use super::resolve::Battle;
use super::rules::{
    ARMY, ActionRow, By, Do, Each, EffectId, End, EventKind, HitRow, Kind, Mask, On, Pending, Phase, Rules, Trigger,
    bit,
};
pub use super::rules::{MAX_FORMATIONS, Refusal, State};
use super::values::CardId;
pub use closing::{EndCounter, STUMP, SideCounter};
pub use counters::Counter;
pub use illegal::Illegal;
pub use outlook::Answers;

/// The dice of a roll phase.
pub const ROLL: DrawLabel = DrawLabel::new("roll");

/// The most formations of a small battle.
const SMALL: usize = 5;

/// The rules of one battle. Formations are numbered from 0: the first side's, then the second's, as listed.
#[derive(Debug)]
pub struct TableBattles {
    rules: Rules,
    /// The tables that make random battles quick.
    fast: Fast,
    /// The state at set-up.
    start: State,
    /// The first counter of measures of battles.
    measured_from: usize,
}

/// Something that can be done. Cards are formations' numbers; actions count a card's actions from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// No sticks are sent.
    NoShift,
    /// Sticks leave one formation for another.
    Shift {
        /// The formation they leave.
        from: u8,
        /// The formation they join.
        to: u8,
        /// The number of sticks.
        sticks: u8,
    },
    /// No action.
    Pass,
    /// An action is performed.
    Act {
        /// The formation.
        card: u8,
        /// Its action.
        action: u8,
    },
    /// The dice come off for an action that cannot be performed.
    Null {
        /// The formation.
        card: u8,
        /// The action it cannot perform.
        action: u8,
    },
    /// A formation retires.
    Retire {
        /// The formation.
        card: u8,
    },
    /// No reaction.
    Decline,
    /// A reaction.
    React {
        /// The formation.
        card: u8,
        /// Its reaction.
        action: u8,
    },
    /// Dice are placed.
    Place {
        /// The formation they are placed on.
        card: u8,
        /// The dice.
        dice: DiceWord,
    },
    /// No more dice are placed.
    Done,
}

impl TableBattles {
    /// Compiles a battle.
    ///
    /// # Errors
    ///
    /// The reason, for everything that the checks report as an error.
    pub fn compile(battle: &Battle) -> Result<TableBattles, Refusal> {
        let rules = Rules::new(battle)?;
        let mut engine = TableBattles { start: rules.start(), fast: Fast::new(&rules), rules, measured_from: 0 };
        engine.measured_from = engine.pieces_counted();
        Ok(engine)
    }

    /// Returns the number of formations.
    pub fn formations(&self) -> usize {
        self.rules.formations.len()
    }

    /// Returns the formation with this card number.
    pub fn find(&self, id: CardId) -> Option<u8> {
        self.rules.formations.iter().position(|row| row.id == id).map(|i| i as u8)
    }

    /// Returns a formation's card number.
    pub fn id(&self, formation: u8) -> CardId {
        self.rules.row(formation).id
    }

    /// Returns a formation's name.
    pub fn name(&self, formation: u8) -> &str {
        &self.rules.row(formation).name
    }

    /// Returns a formation's side.
    pub fn side(&self, formation: u8) -> usize {
        usize::from(self.rules.row(formation).side)
    }

    /// Returns a side's name.
    pub fn side_name(&self, side: usize) -> &str {
        &self.rules.sides[side].name
    }

    /// Returns the side whose turn it is, or is next.
    pub fn mover(&self, state: &State) -> usize {
        state.mover.into()
    }

    /// Returns the number of actions and reactions a formation has.
    pub fn actions(&self, formation: u8) -> usize {
        let (start, end) = self.rules.row(formation).actions;
        usize::from(end - start)
    }

    /// Returns the events that can never happen in the battle.
    pub fn never(&self) -> Never<'_> {
        Never::new(&self.rules)
    }

    /// Returns the same battle, but the other side goes first.
    pub fn other_first(mut self) -> TableBattles {
        self.rules.first ^= 1;
        self
    }

    /// Returns the word for a formation's action, as `attack` or `screen`, counted from 0.
    pub fn action_word(&self, formation: u8, action: u8) -> &'static str {
        self.rules.action(formation, action).1.kind.word()
    }

    /// Returns true if a formation is special (TB-1.4).
    pub fn special(&self, formation: u8) -> bool {
        self.rules.row(formation).special
    }

    /// Returns the sticks of a formation: none of a special one.
    pub fn sticks_on(&self, state: &State, formation: u8) -> u8 {
        if self.special(formation) { 0 } else { state.strength(formation) }
    }

    /// Returns the cubes on a formation, whether they are its strength or not.
    pub fn cubes_on(&self, state: &State, formation: u8) -> u8 {
        if self.special(formation) { state.strength(formation) } else { state.cubes[usize::from(formation)] }
    }

    /// Returns a formation's wing.
    pub fn wing(&self, formation: u8) -> Wing {
        self.rules.row(formation).wing
    }

    /// Makes a move, without what special rules set off and without asking who has won. Inlined even into both its
    /// callers: a call here costs battles without special rules a tenth of their speed.
    #[inline(always)]
    fn step<W: Listener>(&self, state: &mut State, chosen: Move, watch: &mut W) {
        match chosen {
            Move::NoShift => Self::begin_action(state, usize::from(state.mover)),
            Move::Shift { from, to, sticks } => Self::shift(state, from, to, sticks),
            Move::Pass => state.phase = Phase::Roll,
            Move::Act { card, action } => self.act(state, card, action, watch),
            Move::Null { card, .. } => self.null(state, card),
            Move::Retire { card } => self.retire(state, card, watch),
            Move::Decline => self.strike(state, None, watch),
            Move::React { card, action } => self.react(state, card, action, watch),
            Move::Place { card, dice } => self.place(state, card, dice, watch),
            Move::Done => Self::end_turn(state),
        }
    }

    /// Makes a move and what follows from it. Nothing is drawn in it.
    #[inline]
    fn make<W: Watch>(&self, state: &mut State, chosen: Move, watch: &mut W) {
        use Move::{Act, Decline, Null, Pass, React, Retire};
        let acting = matches!(chosen, Pass | Act { .. } | Null { .. } | Retire { .. } | Decline | React { .. });
        if acting && self.rules.specials.count > 0 {
            self.special_step(state, chosen, watch);
        } else {
            self.step(state, chosen, &mut Unheard(watch));
        }
        if Self::is_resolved(state, chosen) {
            self.judge(state, watch);
        }
    }

    /// Returns true if a move that was just made has resolved an action: nothing of it waits for a reaction.
    #[inline]
    fn is_resolved(state: &State, chosen: Move) -> bool {
        use Move::{Act, Decline, Null, React, Retire};
        state.phase == Phase::Roll
            && matches!(chosen, Act { .. } | Null { .. } | Retire { .. } | Decline | React { .. })
    }

    /// Ends the turn; its end is a state of its own.
    #[inline]
    fn end_turn(state: &mut State) {
        state.mover ^= 1;
        state.turn += 1;
        state.phase = Phase::Begin;
    }
}

impl Engine for TableBattles {
    type State = State;
    type Move = Move;
    type Illegal = Illegal;

    const HIDDEN: bool = false;

    fn players(&self) -> usize {
        2
    }

    fn start(&self) -> State {
        State { mover: self.rules.first, ..self.start }
    }

    #[inline]
    fn next(&self, state: &State) -> Next {
        if let Some(outcome) = self.outcome(state) {
            return Next::Over(outcome);
        }
        let mover = usize::from(state.mover);
        match state.phase {
            Phase::Begin | Phase::Roll => Next::Auto,
            Phase::Shift => Next::Decide { player: mover, kind: "shift" },
            Phase::Act => Next::Decide { player: mover, kind: "act" },
            Phase::React => Next::Decide { player: 1 - mover, kind: "react" },
            Phase::Place => Next::Decide { player: mover, kind: "place" },
        }
    }

    #[inline]
    fn clock(&self, state: &State) -> Clock {
        // The end of a turn is the start of the next; who can never again attack loses before the turn is played (TB-11.2).
        Clock { turn: state.turn - u32::from(state.end.is_some()), player: Some(state.mover.into()) }
    }

    #[inline]
    fn moves(&self, state: &State, into: &mut Vec<Move>) {
        into.clear();
        if state.end.is_some() {
            return;
        }
        match state.phase {
            Phase::Begin | Phase::Roll => {}
            Phase::Shift => self.shifts(state, into),
            Phase::Act => self.acts(state, into),
            Phase::React => self.reactions(state, into),
            Phase::Place => self.placements(state, into),
        }
    }

    fn illegal(&self, state: &State, chosen: &Move) -> Option<Illegal> {
        let asked = state.end.is_none() && state.phase == Self::phase_of(*chosen);
        if asked { self.why_not(state, *chosen) } else { Some(Illegal::NotAsked) }
    }

    #[inline]
    fn apply<W: Watch>(&self, state: &mut State, chosen: &Move, _: &mut Chance<'_>, watch: &mut W) {
        self.make(state, *chosen, watch);
    }

    #[inline]
    fn advance<W: Watch>(&self, state: &mut State, chance: &mut Chance<'_>, watch: &mut W) {
        match state.phase {
            Phase::Begin => self.begin(state, usize::from(state.mover), chance, watch),
            _ => self.roll(state, chance, watch),
        }
    }

    fn find_breach(&self, state: &State) -> Option<Breach> {
        if self.is_sound(state) {
            debug_assert_eq!(self.breach(state), None, "a sound state breaks no clause");
            return None;
        }
        self.breach(state)
    }

    fn value(&self, state: &State, player: usize) -> i32 {
        self.worth(state, player)
    }

    fn counters(&self) -> usize {
        self.counter_count()
    }

    fn closing(&self, state: &State, is_over: bool, counted: &mut [u64]) {
        self.count_turns(state, counted);
        if is_over {
            self.count_end(state, counted);
        }
    }

    #[inline]
    fn outcome(&self, state: &State) -> Option<Outcome> {
        let end = state.end?;
        let by = match end.by {
            By::Morale => "morale",
            By::CannotAttack => "cannot attack",
            By::Tactical => "tactical",
            By::Scenario => "scenario",
        };
        Some(Outcome { winner: end.winner.map(usize::from), by })
    }
}

impl Playout for TableBattles {
    fn is_unsettled(&self, state: &State) -> bool {
        state.phase == Phase::Place
    }

    fn figures(&self, state: &State, into: &mut Vec<f32>) {
        self.position_figures(state, into);
    }

    #[inline]
    fn pick(&self, state: &State, buffer: &mut Vec<Move>, choose: impl FnMut(u32) -> u32) -> Move {
        match state.phase {
            Phase::Act => self.pick_act(state, buffer, choose),
            Phase::Place => self.pick_placement(state, choose),
            Phase::Begin | Phase::Roll | Phase::Shift | Phase::React => self.pick_listed(state, buffer, choose),
        }
    }

    #[inline]
    fn play_on<W: Watch>(&self, state: &mut State, last: u32, rng: &mut Rng, buffer: &mut Vec<Move>, watch: &mut W) {
        self.play_turns::<W, false>(state, last, rng, buffer, watch);
    }

    /// In a small battle it takes more turns until something is decided than there are formations to act in them, and they are
    /// played sooner: most of its playouts see the end.
    fn search_turns(&self) -> u32 {
        if self.formations() <= SMALL { 5 * Self::SEARCH_TURNS } else { Self::SEARCH_TURNS }
    }

    /// Dice are always placed: those left lying say little about what a card is good for.
    #[inline]
    fn search_on(&self, state: &mut State, last: u32, rng: &mut Rng, buffer: &mut Vec<Move>) {
        self.play_turns::<Blind, true>(state, last, rng, buffer, &mut Blind);
    }

    /// In a small battle positions soon recur: sides that wait come back to where they were.
    fn recurs(&self, state: &State, into: &mut Vec<u8>) -> bool {
        let is_small = self.formations() <= SMALL;
        if is_small {
            self.position(state, into);
        }
        is_small
    }

    /// Of dice just rolled only those count that a card can take.
    fn drawn_alike(&self, state: &State) -> Option<u64> {
        Some(self.rolled_alike(state))
    }
}
