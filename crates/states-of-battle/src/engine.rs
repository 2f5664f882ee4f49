//! The rules of States of Battle behind [`Engine`]. What is still to be done is a stack of frames in the state: a card that
//! is played, the charge that it orders, the throw that the charge needs, the card that throws again. `StatesEngine::run`
//! does what the innermost frame says until a player decides or a round is over.

mod answers;
mod apply;
mod cards;
mod charge;
mod combat;
mod deeds;
mod duel;
mod flight;
mod illegal;
mod invariants;
mod kinds;
mod listing;
mod magic;
mod moving;
mod redraw;
mod round;
mod settle;
mod setup;
mod shooting;
mod start;
mod stated;
pub mod tally;
mod throws;
mod turn;
mod value;
mod window;

use muster_core::play::chance::{Chance, DrawLabel};
use muster_core::play::fault::Breach;
use muster_core::play::rng::Rng;
use muster_core::play::{Clock, Engine, MoveKind, Next, Outcome, Playout, Watch};

use super::field::{Aspect, Direction};
use super::model::DeckKind;
use super::rules::{MAX_TRAYS, StatesRules};
use super::state::{FieldState, Task};

pub use self::illegal::Refused;

/// Generalship dice, each of a side.
pub const GENERALSHIP: &str = "gd";
/// Generalship dice for the deployment, each of a side.
pub const LOTS: &str = "lots";
/// All other dice.
pub const DICE: DrawLabel = DrawLabel::new("dice");
/// Orders cards that a side draws.
pub const ORDERS: &str = "orders";
/// Event cards that a side draws.
pub const EVENTS: &str = "events";

/// The first number of a tray, in places that may also have the number of a unit.
pub const TRAY: u8 = 64;

/// The rules of one battle.
#[derive(Debug, Clone)]
pub struct StatesEngine {
    /// The tables.
    pub rules: StatesRules,
    start: FieldState,
}

/// Something that a player decides. Units, cards and sides are numbers; a target from [`TRAY`] on is a tray.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PlayerChoice {
    /// Nothing, or no more of it.
    Pass,
    /// An Orders card is left out of the deck.
    LeaveOut(u8),
    /// A unit lies under the next tray.
    Conceal(u8),
    /// A side places the next unit.
    Deploys(u8),
    /// A unit is placed: inches from the first side's edge, and the lane.
    Place(u8, u8, u8),
    /// A unit is nudged to there.
    Nudge(u8, u8, u8),
    /// Two units change places.
    Swap(u8, u8),
    /// A unit is marked.
    Mark(u8),
    /// An Orders card is taken from the pile.
    Pick(u8),
    /// A side goes first.
    First(u8),
    /// 0: a Stratagem is not rolled for, 1: it is, 2: with a card trashed for it.
    Stratagem(u8),
    /// An Event card is played.
    PlayEvent(u8),
    /// An Orders card is played, as a card.
    Play(u8, u8),
    /// An Orders card is discarded.
    Discard(u8),
    /// A side stops a card by a starter card.
    Stop(u8, u8),
    /// A side throws again by a starter card.
    ReRoll(u8, u8),
    /// A starter card is used.
    Starter(u8),
    /// A character is aimed at.
    Aim(u8),
    /// A unit is to move.
    Unit(u8),
    /// The unit goes there, and faces so.
    Go(u8, u8, u8, Direction),
    /// It charges.
    Charge(u8),
    /// A free move of a unit.
    Free(u8, u8, u8, Direction),
    /// 0: it holds, 1: it shoots, 2: it flees.
    React(u8),
    /// A unit shoots at a target.
    Shoot(u8, u8),
    /// A character challenges another.
    Challenge(u8, u8),
    /// A wizard casts a bolt at a target.
    Bolt(u8, u8),
    /// A wizard casts a ward on a unit.
    Ward(u8, u8),
    /// A unit tries to rally.
    Rally(u8),
    /// A unit pursues.
    Pursue(u8),
    /// An Orders card is lost.
    Lose(u8),
    /// A test is made, or not.
    Risk(bool),
    /// An offer of the enemy's card is taken, or not.
    Accept(bool),
    /// A kept card is used, or not.
    Inspire(bool),
    /// A fact of the base game, of units, sides or cards by number.
    Fact(FactKind, u8, u8),
    /// The facts since the last one are settled together.
    Settled,
}

/// A kind of fact of the base game, which gives the meaning of the fact's two numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FactKind {
    /// A unit's charge succeeded against another, on its front.
    Charged(Aspect),
    /// The same, from nearly as far as it could.
    ChargedFar(Aspect),
    /// A unit won a round of combat, of those that follow each other.
    Won,
    /// A unit lost it.
    Lost,
    /// The round of combat is stated in full.
    Fought,
    /// Models of a unit were killed, by another; by itself where nobody is named.
    Killed,
    /// A unit broke, by another; by itself where nobody is named.
    Broke,
    /// A unit is destroyed or off the field.
    Gone,
    /// A character challenged another, and won.
    Challenged,
    /// The same, and lost.
    ChallengeLost,
    /// A place is held by a side.
    Held,
    /// A starter card was used by a side.
    UsedStarter,
    /// A kept card was used by a side.
    UsedKept,
}

impl PlayerChoice {
    /// Returns the unit that goes somewhere, and the inches and lane of the place; `None` for other choices.
    pub fn goes(self) -> Option<(u8, u8, u8)> {
        match self {
            PlayerChoice::Place(unit, x, lane)
            | PlayerChoice::Nudge(unit, x, lane)
            | PlayerChoice::Go(unit, x, lane, _)
            | PlayerChoice::Free(unit, x, lane, _) => Some((unit, x, lane)),
            _ => None,
        }
    }

    /// Returns true if it is the "no" of its decision, which plays omit: to pass, to hold, not to throw.
    pub fn is_no(self) -> bool {
        matches!(
            self,
            PlayerChoice::Pass
                | PlayerChoice::React(0)
                | PlayerChoice::Stratagem(0)
                | PlayerChoice::Risk(false)
                | PlayerChoice::Accept(false)
                | PlayerChoice::Inspire(false)
        )
    }
}

impl StatesEngine {
    /// Returns the engine of a battle.
    pub fn new(rules: StatesRules) -> StatesEngine {
        let start = rules.start();
        StatesEngine { rules, start }
    }

    /// Returns the same battle with moves and fights that are stated, not played with the stand-in.
    pub fn with_stated_fights(&self) -> StatesEngine {
        StatesEngine::new(StatesRules { stated: true, deployment: None, trays: Vec::new(), ..self.rules.clone() })
    }

    /// Returns the label of a side's Generalship die.
    pub fn generalship(side: u8) -> DrawLabel {
        DrawLabel::with_piece(GENERALSHIP, side.into())
    }

    /// Returns the label of the cards that a side draws.
    pub fn draw_label(deck: DeckKind, side: u8) -> DrawLabel {
        DrawLabel::with_piece(if deck == DeckKind::Orders { ORDERS } else { EVENTS }, side.into())
    }

    /// Returns the unit that is meant: itself, or what lies under the tray.
    fn unit_meant(&self, state: &FieldState, target: u8) -> u8 {
        match target.checked_sub(TRAY) {
            None => target,
            Some(tray) => state.trays[usize::from(tray)].expect("internal error: a tray without a unit"),
        }
    }

    /// Does what is to be done until a player decides, or the round or the battle is over.
    fn run<W: Watch>(&self, state: &mut FieldState, chance: &mut Chance<'_>, watch: &mut W) {
        while state.end.is_none() && !self.waits(state, chance, watch) {}
    }

    /// Does the next thing. Returns true if a player decides instead, or a round is over.
    #[inline]
    fn waits<W: Watch>(&self, state: &mut FieldState, chance: &mut Chance<'_>, watch: &mut W) -> bool {
        match state.stack.top() {
            Task::Pause => return true,
            Task::Setup { stage, next } => self.set_up(state, stage, next),
            Task::Deploy { stage, side, tries } => self.deploy(state, stage, side, tries, chance),
            Task::Round { stage, most } => self.round(state, stage, most, chance, watch),
            Task::Versus { side, stage, dice } => self.versus(state, side, stage, dice, chance),
            Task::Throw { kind, side, dice } => self.throw_again(state, kind, side, dice, chance),
            Task::Turn { side, stage, bonus } => self.turn(state, side, stage, bonus, chance, watch),
            Task::Declare { side, stage, stop } => self.declare(state, side, stage, stop, chance, watch),
            Task::PlayCard { .. } => self.play_card(state, watch),
            Task::Kept { side, kind, stage } => self.use_kept(state, side, kind, stage, watch),
            Task::Deeds { side, program, step, special } => {
                self.deeds(state, side, program, step, special, chance, watch);
            }
            Task::Moves { side, order, left, rally, stage } => {
                self.moves_of_card(state, side, order, left, rally, stage);
            }
            Task::Rally { unit, stage } => self.rally(state, unit, stage, chance, watch),
            Task::RallyAll { side } => self.rally_all(state, side),
            Task::Wander { unit, stage } => self.wander(state, unit, stage, chance, watch),
            Task::Charge { unit, target, stage } => self.charge(state, unit, target, stage, chance, watch),
            Task::Melee => self.melee(state),
            Task::Combat { combat, level, stage, next, loser } => {
                self.combat(state, combat, level, (stage, next, loser), chance, watch);
            }
            Task::Duel { by, against, stage } => self.duel(state, by, against, stage, chance, watch),
            Task::Pursue { unit, level, stage } => self.pursue(state, unit, level, stage, chance, watch),
            Task::Shot { unit, target, again, stage } => self.shot(state, unit, target, again, stage, chance, watch),
            Task::Fire { side } => self.fire(state, side, watch),
            Task::Bolt { unit, target, stage } => self.bolt(state, unit, target, stage, chance, watch),
            Task::Ward { unit, target, stage } => self.ward(state, unit, target, stage, chance, watch),
            Task::Test { side, roll, stage } => self.test(state, side, roll, stage, chance, watch),
            Task::Flee { unit, stage } => self.flee(state, unit, stage, chance, watch),
            Task::Window { stage, at_end } => return self.window(state, stage, at_end, watch),
            Task::Leave { .. }
            | Task::Conceal { .. }
            | Task::Deploys { .. }
            | Task::PlaceUnit { .. }
            | Task::Nudge { .. }
            | Task::Mark { .. }
            | Task::Pick { .. }
            | Task::First { .. }
            | Task::Favour { .. }
            | Task::Stratagem { .. }
            | Task::PlayEvent { .. }
            | Task::PlayOrder { .. }
            | Task::Respond { .. }
            | Task::Inspire { .. }
            | Task::Aim { .. }
            | Task::ChooseUnit { .. }
            | Task::Go { .. }
            | Task::ChooseRally { .. }
            | Task::React { .. }
            | Task::Challenge { .. }
            | Task::ChoosePursuer { .. }
            | Task::Cast { .. }
            | Task::Risk { .. }
            | Task::Accept { .. }
            | Task::Lose { .. }
            | Task::Stated { .. } => return self.asks(state, watch),
        }
        false
    }

    /// Returns who decides in the innermost frame, and about what; `None` if nobody does.
    fn decision(&self, state: &FieldState) -> Option<(u8, &'static str)> {
        let decision = match state.stack.top() {
            Task::Leave { side } => (side, "leave"),
            Task::Conceal { tray } => (self.rules.trays[usize::from(tray)].side, "conceal"),
            Task::Deploys { side } => (side, "deploys"),
            Task::PlaceUnit { side } => (side, "place"),
            Task::Nudge { side } => (side, "nudge"),
            Task::Mark { side, .. } => (side, "mark"),
            Task::Pick { side } => (side, "pick"),
            Task::First { side } => (side, "first"),
            Task::Favour { side } => (side, "favour"),
            Task::Stratagem { side } => (side, "stratagem"),
            Task::PlayEvent { side } | Task::PlayOrder { side } => (side, "play"),
            Task::Respond { side } => (side, "respond"),
            Task::Inspire { side } => (side, "inspire"),
            Task::Window { stage, at_end } => (state.active ^ stage, if at_end { "end" } else { "window" }),
            Task::Aim { side, .. } => (side, "aim"),
            Task::ChooseUnit { side, .. } => (side, "unit"),
            Task::Go { unit, .. } => (self.rules.unit(unit).side, "go"),
            Task::ChooseRally { side } => (side, "rally"),
            Task::React { unit, .. } => (self.rules.unit(unit).side, "react"),
            Task::Challenge { side, .. } => (side, "challenge"),
            Task::ChoosePursuer { side, .. } => (side, "pursue"),
            Task::Cast { side } => (side, "cast"),
            Task::Risk { side, .. } => (side, "risk"),
            Task::Accept { side, .. } => (side, "accept"),
            Task::Lose { side, .. } => (side, "lose"),
            Task::Stated { side } => (side, "happened"),
            _ => return None,
        };
        Some(decision)
    }
}

impl Engine for StatesEngine {
    type State = FieldState;
    type Move = PlayerChoice;
    type Illegal = Refused;

    const HIDDEN: bool = true;

    fn start(&self) -> FieldState {
        self.start
    }

    #[inline]
    fn next(&self, state: &FieldState) -> Next {
        match (state.end, self.decision(state)) {
            (Some(end), _) => Next::Over(Outcome { winner: end.winner.map(usize::from), by: end.by }),
            (None, Some((side, kind))) => Next::Decide { player: side.into(), kind },
            (None, None) => Next::Auto,
        }
    }

    #[inline]
    fn clock(&self, state: &FieldState) -> Clock {
        let between = state.end.is_none() && state.stack.top() == Task::Pause;
        Clock { turn: (state.round + u32::from(between)).max(1), player: None }
    }

    fn moves(&self, state: &FieldState, into: &mut Vec<PlayerChoice>) {
        into.clear();
        if state.end.is_none() {
            self.list(state, into);
        }
    }

    fn illegal(&self, state: &FieldState, chosen: &PlayerChoice) -> Option<Refused> {
        self.refusal(state, *chosen)
    }

    fn apply<W: Watch>(&self, state: &mut FieldState, chosen: &PlayerChoice, chance: &mut Chance<'_>, watch: &mut W) {
        self.make(state, *chosen, watch);
        self.run(state, chance, watch);
    }

    fn advance<W: Watch>(&self, state: &mut FieldState, chance: &mut Chance<'_>, watch: &mut W) {
        chance.next_turn();
        if state.stack.top() == Task::Pause {
            self.begin_round(state);
        }
        self.run(state, chance, watch);
    }

    fn redraw(&self, state: &mut FieldState, seen_by: usize, rng: &mut Rng) {
        self.hide(state, seen_by as u8, rng);
    }

    fn find_breach(&self, state: &FieldState) -> Option<Breach> {
        self.breach(state)
    }

    fn idle(&self, moves: &[PlayerChoice]) -> usize {
        moves.iter().position(|chosen| chosen.is_no()).unwrap_or(0)
    }

    fn value(&self, state: &FieldState, player: usize) -> i32 {
        self.standing(state, player as u8)
    }

    fn counters(&self) -> usize {
        tally::LENGTH
    }

    fn closing(&self, _: &FieldState, is_over: bool, counted: &mut [u64]) {
        if is_over {
            self.count_idle(counted);
        }
    }
}

impl Playout for StatesEngine {
    // Rounds, in which both sides have a turn.
    const SEARCH_TURNS: u32 = 2;

    // Among all the places to go to, nobody would ever charge.
    const BY_KIND: bool = true;

    fn kind(&self, state: &FieldState, chosen: &PlayerChoice) -> MoveKind {
        self.kind_of(state, *chosen)
    }
}

const _: () = assert!(TRAY as usize + MAX_TRAYS < 256);
