//! The rules of Table Battles behind [`Engine`]: the state, the moves, and which phase answers for what.
//!
//! A turn begins by itself; then come `Shift` or `NoShift` where the scenario has that rule, an action, a reaction where
//! one is possible, the roll by itself, and `Place` until nothing more fits or `Done`. After the last one the state stands
//! at the turn's end: nothing of the next turn has happened before it begins.

mod act;
mod begin;
mod broken;
mod counters;
mod illegal;
mod leave;
mod lots;
mod never;
mod place;
mod playout;
mod react;
mod sets;
mod setup;
mod shift;
mod specials;
mod strike;
mod value;
mod victory;

pub use counters::Counter;
pub use illegal::Illegal;
pub use never::Never;

use self::setup::{ActionRow, FormationRow, Kind, Setup, TakerRow};
pub(super) use self::specials::{
    AimRow, Compiler, Do, ForbidRow, Goal, HitRow, LendRow, PlacementRow, RescueRow, RoutableRow, Trigger,
};
pub use super::dice::DiceWord;
use super::model::{Location, Wing};
use super::resolve::Battle;
use super::values::CardId;
use crate::play::chance::{Chance, DrawLabel};
use crate::play::fault::Breach;
use crate::play::rng::Rng;
use crate::play::{Clock, Engine, Next, Outcome, Playout, Watch};

/// The dice of a roll phase.
pub const ROLL: DrawLabel = DrawLabel::new("roll");

/// The most formations a battle can have.
pub const MAX_FORMATIONS: usize = 64;

/// Where [`State::allowance`] has that of the whole army, behind those of the wings.
const ARMY: usize = 4;

/// A set of formations.
type Mask = u64;

#[inline]
const fn bit(formation: u8) -> Mask {
    1 << formation
}

/// The formations of a set, in order.
struct Each(Mask);

impl Iterator for Each {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        if self.0 == 0 {
            return None;
        }
        let formation = self.0.trailing_zeros() as u8;
        self.0 &= self.0 - 1;
        Some(formation)
    }
}

/// The rules of one battle. Formations are numbered from 0: the first side's, then the second's, as listed.
#[derive(Debug)]
pub struct TableBattles {
    setup: Setup,
    /// The state at set-up.
    start: State,
}

/// A battle at a moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct State {
    /// Formations in play.
    play: Mask,
    /// Formations in reserve; those in neither set are out.
    reserve: Mask,
    /// Formations that routed.
    routed: Mask,
    /// What special rules remember: bits that the battle's tables give away.
    happened: u64,
    /// Formations with dice or cubes.
    ready: Mask,
    /// Dice on each card.
    dice: [DiceWord; MAX_FORMATIONS],
    /// Sticks of each normal formation, cubes of each special one.
    strength: [u8; MAX_FORMATIONS],
    /// Cubes on each normal formation: no strength of it, but something that special rules count.
    cubes: [u8; MAX_FORMATIONS],
    /// Formations that may still take of the dice rolled.
    open: Mask,
    /// Formations of wings that took dice in this roll phase.
    served: Mask,
    /// Cards that may still take dice in this phase: of each wing, and of the army where that counts instead. Kept only
    /// where special rules change it.
    allowance: [u8; ARMY + 1],
    /// Dice rolled and not placed in the latest roll phase.
    rolled: DiceWord,
    turn: u32,
    /// Sticks each side lost, without those on cards that retired or pursued (TB-11.3).
    lost: [u16; 2],
    morale: [u8; 2],
    /// Dice that are not on cards.
    pool: [u8; 2],
    /// Cubes nobody has (TB-1.2).
    supply: u8,
    /// Sticks each side sent last turn: to whom, how many (TB-12.2).
    arriving: [(u8, u8); 2],
    /// Sides that reacted and lose their next action phase (TB-7.6).
    skip: [bool; 2],
    /// Whose turn it is.
    mover: u8,
    phase: Phase,
    /// The attack that can be reacted to.
    attack: Pending,
    end: Option<End>,
}

/// What comes next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    Begin,
    Shift,
    Act,
    React,
    Roll,
    Place,
}

/// An attack on its way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Pending {
    row: u16,
    attacker: u8,
    target: u8,
    /// Dice that came off the attacker.
    dice: u8,
}

/// How the battle ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct End {
    winner: Option<u8>,
    by: By,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum By {
    Morale,
    CannotAttack,
    Tactical,
    Scenario,
}

/// Something that can be done. Cards are formations' numbers; actions count a card's actions from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// No sticks are sent.
    NoShift,
    /// Sticks leave one formation for another.
    Shift {
        /// Whom they leave.
        from: u8,
        /// Whom they join.
        to: u8,
        /// How many.
        sticks: u8,
    },
    /// No action.
    Pass,
    /// An action is performed.
    Act {
        /// Who acts.
        card: u8,
        /// What it does.
        action: u8,
    },
    /// The dice come off for an action that cannot be performed.
    Null {
        /// Who acts.
        card: u8,
        /// What it would do.
        action: u8,
    },
    /// A formation retires.
    Retire {
        /// Who.
        card: u8,
    },
    /// No reaction.
    Decline,
    /// A reaction.
    React {
        /// Who reacts.
        card: u8,
        /// What it does.
        action: u8,
    },
    /// Dice are placed.
    Place {
        /// Where.
        card: u8,
        /// Which.
        dice: DiceWord,
    },
    /// No more dice are placed.
    Done,
}

/// Why a battle cannot be compiled. Every reason is a finding of some check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// A mistake in the cards or sides.
    Mistake(String),
    /// More than the engine's tables hold.
    TooLarge(String),
    /// Effects that mean nothing where they stand: their numbers in [`Battle::effects`], and why.
    Effects(Vec<(usize, String)>),
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Refusal::Mistake(text) | Refusal::TooLarge(text) => f.write_str(text),
            Refusal::Effects(effects) => {
                let reasons: Vec<&str> = effects.iter().map(|(_, why)| why.as_str()).collect();
                f.write_str(&reasons.join("; "))
            }
        }
    }
}

impl TableBattles {
    /// Compiles a battle. What the checks report as errors is refused with a reason.
    pub fn compile(battle: &Battle) -> Result<TableBattles, Refusal> {
        Setup::new(battle).map(|setup| TableBattles { start: setup.start(), setup })
    }

    /// How many formations there are.
    pub fn formations(&self) -> usize {
        self.setup.formations.len()
    }

    /// The formation with this card number.
    pub fn find(&self, id: CardId) -> Option<u8> {
        self.setup.formations.iter().position(|row| row.id == id).map(|i| i as u8)
    }

    /// A formation's card number.
    pub fn id(&self, formation: u8) -> CardId {
        self.row(formation).id
    }

    /// A formation's name.
    pub fn name(&self, formation: u8) -> &str {
        &self.row(formation).name
    }

    /// A formation's side.
    pub fn side(&self, formation: u8) -> usize {
        usize::from(self.row(formation).side)
    }

    /// A side's name.
    pub fn side_name(&self, side: usize) -> &str {
        &self.setup.sides[side].name
    }

    /// The side whose turn it is, or is next.
    pub fn mover(&self, state: &State) -> usize {
        state.mover.into()
    }

    /// How many actions and reactions a formation has.
    pub fn actions(&self, formation: u8) -> usize {
        let (start, end) = self.row(formation).actions;
        usize::from(end - start)
    }

    /// The same battle, but the other side goes first.
    pub fn other_first(mut self) -> TableBattles {
        self.setup.first ^= 1;
        self
    }

    /// What a formation's action is, as `attack` or `screen`, counted from 0.
    pub fn action_word(&self, formation: u8, action: u8) -> &'static str {
        self.action(formation, action).1.kind.word()
    }

    /// Whether a formation is special (TB-1.4).
    pub fn special(&self, formation: u8) -> bool {
        self.row(formation).special
    }

    /// The sticks of a formation: none of a special one.
    pub fn sticks_on(&self, state: &State, formation: u8) -> u8 {
        if self.special(formation) { 0 } else { state.strength(formation) }
    }

    /// The cubes on a formation, whether they are its strength or not.
    pub fn cubes_on(&self, state: &State, formation: u8) -> u8 {
        if self.special(formation) { state.strength(formation) } else { state.cubes[usize::from(formation)] }
    }

    /// A formation's wing.
    pub fn wing(&self, formation: u8) -> Wing {
        self.row(formation).wing
    }

    #[inline]
    fn row(&self, formation: u8) -> &FormationRow {
        &self.setup.formations[usize::from(formation)]
    }

    #[inline]
    fn taker(&self, formation: u8) -> &TakerRow {
        &self.setup.takers[usize::from(formation)]
    }

    #[inline]
    fn action(&self, card: u8, action: u8) -> (u16, &ActionRow) {
        let row = self.row(card).actions.0 + u16::from(action);
        (row, &self.setup.actions[usize::from(row)])
    }

    /// Makes a move, without what special rules set off and without asking who has won. Inlined even into both its
    /// callers: a call here costs battles without special rules a tenth of their speed.
    #[inline(always)]
    fn step<W: Watch>(&self, state: &mut State, chosen: Move, watch: &mut W) {
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
        if acting && self.setup.specials.count > 0 {
            self.special_step(state, chosen, watch);
        } else {
            self.step(state, chosen, watch);
        }
        if Self::resolved(state, chosen) {
            self.judge(state, watch);
        }
    }

    /// Whether a move that was just made has resolved an action: nothing of it waits for a reaction.
    #[inline]
    fn resolved(state: &State, chosen: Move) -> bool {
        use Move::{Act, Decline, Null, React, Retire};
        state.phase == Phase::Roll
            && matches!(chosen, Act { .. } | Null { .. } | Retire { .. } | Decline | React { .. })
    }

    /// The turn is over; its end is a state of its own.
    #[inline]
    fn end_turn(state: &mut State) {
        state.mover ^= 1;
        state.turn += 1;
        state.phase = Phase::Begin;
    }
}

impl State {
    /// Where a formation is.
    pub fn location(&self, formation: u8) -> Location {
        if self.play & bit(formation) != 0 {
            Location::Play
        } else if self.reserve & bit(formation) != 0 {
            Location::Reserve
        } else {
            Location::Out
        }
    }

    /// A side's morale cubes.
    pub fn morale(&self, side: usize) -> u8 {
        self.morale[side]
    }

    /// A side's dice that are not on cards.
    pub fn pool(&self, side: usize) -> u8 {
        self.pool[side]
    }

    /// The dice on a card.
    pub fn dice(&self, formation: u8) -> DiceWord {
        self.dice[usize::from(formation)]
    }

    /// A normal formation's sticks, a special one's cubes; 0 when it is out.
    pub fn strength(&self, formation: u8) -> u8 {
        self.strength[usize::from(formation)]
    }

    /// Returns true once the turn has begun: a turn's end is a state of its own.
    pub fn begun(&self) -> bool {
        self.phase != Phase::Begin
    }

    /// The dice rolled and not yet placed in this phase.
    pub fn rolled(&self) -> DiceWord {
        self.rolled
    }

    /// Whether a side loses its next action phase because it reacted.
    pub fn skips(&self, side: usize) -> bool {
        self.skip[side]
    }

    /// Cubes that nobody has.
    pub fn supply(&self) -> u8 {
        self.supply
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
        State { mover: self.setup.first, ..self.start }
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

    fn broken(&self, state: &State) -> Option<Breach> {
        self.breach(state)
    }

    fn value(&self, state: &State, player: usize) -> i32 {
        self.worth(state, player)
    }

    fn counters(&self) -> usize {
        self.counter_count()
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
    #[inline]
    fn pick(&self, state: &State, buffer: &mut Vec<Move>, choose: impl FnOnce(u32) -> u32) -> Move {
        match state.phase {
            Phase::Act => self.pick_act(state, buffer, choose),
            Phase::Place => self.pick_placement(state, choose),
            Phase::Begin | Phase::Roll | Phase::Shift | Phase::React => self.pick_listed(state, buffer, choose),
        }
    }

    #[inline]
    fn play_on<W: Watch>(&self, state: &mut State, last: u32, rng: &mut Rng, buffer: &mut Vec<Move>, watch: &mut W) {
        self.play_turns(state, last, rng, buffer, watch);
    }
}
