//! All that changes in a battle: units on the field, decks, counters, and what is still to be done.

use super::field::{Direction, FieldSpot, UnitNumbers, one};
use super::model::DeckKind;
use super::rules::{
    CardCounts, MAX_ACHIEVEMENTS, MAX_KINDS, MAX_PLACES, MAX_SPECIALS, MAX_TRAYS, MAX_UNITS, ProgramId, RollId,
};

/// A state of an army: 0 Emboldened, 1 Shaken, 2 Bloodied, 3 Desperate.
pub type ArmyCondition = u8;

/// The state of a battle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FieldState {
    /// The round, from 1; 0 before the first.
    pub round: u32,
    /// The end of the battle, if it has come.
    pub end: Option<BattleEnd>,
    /// The side whose turn it is.
    pub active: u8,
    /// The side that goes first in this round; `None` before that is known.
    pub first: Option<u8>,
    /// The tasks that are still to be done, innermost last.
    pub stack: Stack,
    /// The numbers of the latest throw.
    pub thrown: [u8; 2],
    /// The latest answer: yes, or no.
    pub yes: bool,
    /// The latest choice, by number.
    pub chosen: u8,
    /// The strength of a unit before the hit that may make it panic.
    pub shaken: u32,
    /// By side: counters in the four states.
    pub counters: [[u8; 4]; 2],
    /// By side: losses and gains that are not settled yet.
    pub pending: [Settlement; 2],
    /// By side: the states that were reached, as bits.
    pub reached: [u8; 2],
    /// By side: its cards.
    pub cards: [Hand; 2],
    /// By achievement: who has won it.
    pub achieved: [Option<u8>; MAX_ACHIEVEMENTS],
    /// By side: changes to hit by cards of this round.
    pub to_hit: [i8; 2],
    /// By side: what the die of its Stratagem shows; 0 where there is none.
    pub stratagem: [u8; 2],
    /// By side: the kind of its Stratagem, while it lies on the table.
    pub stratagem_card: [u8; 2],
    /// By place: who holds it.
    pub places: [Option<u8>; MAX_PLACES],
    /// Special rules that have come to pass, as bits.
    pub past: u32,
    /// Forfeits of places that have come to pass, as bits.
    pub forfeited: u32,
    /// By tray: the unit that lies under it.
    pub trays: [Option<u8>; MAX_TRAYS],
    /// The combats that are fought: one, and those that what follows from it brings about before it is over.
    pub fights: [Fight; MAX_FIGHTS],
    /// Sets of units.
    pub sets: Sets,
    /// The units.
    pub units: [UnitState; MAX_UNITS],
}

const _: () = assert!(MAX_SPECIALS <= 32);

/// Losses and gains of a side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Settlement {
    /// Counters lost.
    pub lost: u8,
    /// Counters gained.
    pub gained: u8,
    /// Its other events, as bits of [`super::rules::Occasion`].
    pub happened: u8,
}

/// The end of a battle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BattleEnd {
    /// The winner; `None` for a draw.
    pub winner: Option<u8>,
    /// The cause: `counters`, `count`, `victory`, `field`.
    pub by: &'static str,
}

/// Sets of units, as bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Sets {
    /// On the field, not riding; those under trays, too.
    pub field: u64,
    /// Waiting off the field.
    pub reserve: u64,
    /// Lost. Those that are in none of these three ride, or are not deployed yet.
    pub out: u64,
    /// Fleeing.
    pub flees: u64,
    /// In combat.
    pub fights: u64,
    /// Under trays.
    pub hidden: u64,
    /// Moved in this round.
    pub moved: u64,
    /// Spent until reloaded.
    pub spent: u64,
    /// Shot in this turn.
    pub shot: u64,
    /// Shot twice in this turn: no unit does so a third time.
    pub shot_twice: u64,
    /// Marked by a Stratagem.
    pub marked: u64,
    /// With a free move in this turn.
    pub free: u64,
    /// Those of SB-6.5 that moved at the last Move card.
    pub alternated: u64,
    /// With a ward.
    pub warded: u64,
    /// Charging in this round of combat.
    pub charging: u64,
    /// Units that charged a flank, and those that charged the rear, of those they still fight.
    pub in_flank: u64,
    /// See `in_flank`.
    pub in_rear: u64,
    /// Still to do something by a card that is played: to rally, to fight, to cast, to fire, to move by itself.
    pub to_rally: u64,
    /// See `to_rally`.
    pub to_fight: u64,
    /// See `to_rally`.
    pub to_cast: u64,
    /// See `to_rally`.
    pub to_fire: u64,
    /// See `to_rally`.
    pub to_wander: u64,
    /// May move with the group that is ordered.
    pub group: u64,
}

/// A unit on the field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct UnitState {
    /// Its spot on the field.
    pub spot: FieldSpot,
    /// Its facing.
    pub facing: Direction,
    /// Its models left.
    pub models: u16,
    /// The number of its combat; 0 for none.
    pub combat: u8,
    /// The unit it charged in that combat.
    pub struck: u8,
    /// Distance that it fled when it broke in this round of combat, in inches.
    pub fled: u8,
    /// The aspects it was charged from in this turn, as bits of [`super::field::Aspect`].
    pub charged: u8,
    /// The war machine that killed from it in this turn, by number and 1; 0 for none.
    pub machine: u8,
}

/// A round of combat that is fought.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Fight {
    /// By side: its weight.
    pub weights: [u32; 2],
    /// By side: its units when the round began.
    pub units: [u64; 2],
    /// The units that broke.
    pub broke: u64,
    /// True if the winners' general made one of at least the points of his unit break.
    pub inspires: bool,
}

/// The most rounds of combat that are under way at once.
pub const MAX_FIGHTS: usize = 4;

/// The cards of a side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Hand {
    /// Orders that can be drawn.
    pub pile: CardCounts,
    /// Orders in hand.
    pub orders: CardCounts,
    /// Orders that come back at the next shuffle.
    pub discards: CardCounts,
    /// Orders that were left out before the battle.
    pub left_out: CardCounts,
    /// Events that can be drawn.
    pub event_pile: CardCounts,
    /// Events in hand.
    pub events: CardCounts,
    /// Events that come back at the next shuffle.
    pub event_discards: CardCounts,
    /// Starter cards.
    pub starter: CardCounts,
    /// Event cards that are kept.
    pub kept: CardCounts,
}

const _: () = assert!(MAX_KINDS <= 16);

/// The dice that a player throws.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ThrowKind {
    /// The Generalship die.
    Generalship,
    /// The Generalship die against a die of so many sides.
    Test(u8),
    /// One die.
    One,
    /// Two dice.
    Two,
    /// Hundredths.
    Hundred,
}

/// The kind of moves that are ordered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MoveOrder {
    /// Whole moves, marches and charges.
    Whole,
    /// The same, of the units of a group.
    Group,
    /// Half moves.
    Half,
}

/// Something that is still to be done. Most have stages: what a frame above it found out is read when it comes back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "`side`, `unit` and `stage` are what they say; the rest is told with the variant")]
pub enum Task {
    /// Everything before the first round.
    Setup { stage: u8, next: u8 },
    /// A side leaves a card out of its deck.
    Leave { side: u8 },
    /// A side puts a unit under a tray.
    Conceal { tray: u8 },
    /// The sides deploy.
    Deploy { stage: u8, side: u8, tries: u8 },
    /// A side says who places a unit.
    Deploys { side: u8 },
    /// A side places a unit.
    PlaceUnit { side: u8 },
    /// A side nudges a unit.
    Nudge { side: u8 },
    /// A side marks units for its Stratagem.
    Mark { side: u8, left: u8 },
    /// Between two rounds.
    Pause,
    /// A round.
    Round { stage: u8, most: u8 },
    /// The winner of the throw may take a card of choice.
    Pick { side: u8 },
    /// The winner of the throw says who goes first.
    First { side: u8 },
    /// Two Generalship dice against each other: `side`'s and the enemy's.
    Versus { side: u8, stage: u8, dice: [u8; 2] },
    /// A throw, which its player may throw again.
    Throw { kind: ThrowKind, side: u8, dice: [u8; 2] },
    /// A player may throw again.
    Favour { side: u8 },
    /// A turn; `bonus` is what a wizard adds to a Stratagem.
    Turn { side: u8, stage: u8, bonus: u8 },
    /// A Stratagem may be rolled for.
    Stratagem { side: u8 },
    /// A player plays an Event card.
    PlayEvent { side: u8 },
    /// A player plays or discards an Orders card.
    PlayOrder { side: u8 },
    /// A card is declared; the other player may stop it.
    Declare { side: u8, stage: u8, stop: u8 },
    /// A player may stop a card.
    Respond { side: u8 },
    /// A card is played: `kind` goes to the discards, `acts` is done.
    PlayCard { deck: DeckKind, side: u8, kind: u8, acts: u8, stage: u8 },
    /// A kept card is used.
    Kept { side: u8, kind: u8, stage: u8 },
    /// A player may use a kept card.
    Inspire { side: u8 },
    /// Before a card resolves, or at a turn's end: shots, free moves, starter cards.
    Window { stage: u8, at_end: bool },
    /// The facts of the base game are stated.
    Stated { side: u8 },
    /// The deeds of a program; those of a special rule call no other special rule.
    Deeds { side: u8, program: ProgramId, step: u8, special: bool },
    /// Units move, then rally.
    Moves { side: u8, order: MoveOrder, left: u8, rally: u8, stage: u8 },
    /// A named character is aimed at.
    Aim { side: u8, within: u8, general: u8 },
    /// A unit is chosen to move.
    ChooseUnit { side: u8, order: MoveOrder },
    /// A unit's move or charge is chosen.
    Go { unit: u8, order: MoveOrder },
    /// A fleeing unit is chosen to rally.
    ChooseRally { side: u8 },
    /// A unit tries to rally.
    Rally { unit: u8, stage: u8 },
    /// All fleeing units of a side try to rally.
    RallyAll { side: u8 },
    /// A unit moves by itself.
    Wander { unit: u8, stage: u8 },
    /// A charge.
    Charge { unit: u8, target: u8, stage: u8 },
    /// The reaction of a unit to a charge.
    React { unit: u8, target: u8 },
    /// All combats are fought.
    Melee,
    /// A round of a combat; `level` is its place among [`FieldState::fights`].
    Combat { combat: u8, level: u8, stage: u8, next: u8, loser: u8 },
    /// A player may challenge in that combat.
    Challenge { combat: u8, side: u8 },
    /// A challenge is fought.
    Duel { by: u8, against: u8, stage: u8 },
    /// A player may pursue out of a combat that is over.
    ChoosePursuer { side: u8, level: u8 },
    /// A unit pursues.
    Pursue { unit: u8, level: u8, stage: u8 },
    /// A unit shoots.
    Shot { unit: u8, target: u8, again: bool, stage: u8 },
    /// Everyone who can fires.
    Fire { side: u8 },
    /// Wizards cast.
    Cast { side: u8 },
    /// A wizard casts a bolt.
    Bolt { unit: u8, target: u8, stage: u8 },
    /// A wizard casts a ward.
    Ward { unit: u8, target: u8, stage: u8 },
    /// A test of generalship.
    Test { side: u8, roll: RollId, stage: u8 },
    /// A player may leave a test.
    Risk { side: u8, roll: RollId },
    /// A player may do what the enemy's card allows.
    Accept { side: u8, program: ProgramId },
    /// Orders cards are lost by choice.
    Lose { side: u8, left: u8 },
    /// A unit flees, with the dice that were thrown.
    Flee { unit: u8, stage: u8 },
}

/// The part of a battle that a decision is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DecisionPart {
    /// The set-up, or the start of a round.
    SetUp,
    /// Cards: which is played, and whether an effect of one is accepted.
    Cards,
    /// Units on the field.
    Field,
}

impl Task {
    /// Returns what the decision is about, if a player decides.
    pub(crate) fn part(&self) -> DecisionPart {
        match self {
            Task::Leave { .. }
            | Task::Conceal { .. }
            | Task::Deploys { .. }
            | Task::First { .. }
            | Task::PlaceUnit { .. }
            | Task::Nudge { .. }
            | Task::Mark { .. }
            | Task::Pick { .. }
            | Task::Favour { .. }
            | Task::Stratagem { .. } => DecisionPart::SetUp,
            Task::PlayEvent { .. }
            | Task::PlayOrder { .. }
            | Task::Respond { .. }
            | Task::Risk { .. }
            | Task::Accept { .. }
            | Task::Inspire { .. }
            | Task::Lose { .. } => DecisionPart::Cards,
            _ => DecisionPart::Field,
        }
    }
}

/// The most frames: far more than cards, answers and what they lead to can pile up.
const DEPTH: usize = 48;
/// From here on no more cards are answered.
const DEEP: u8 = 36;

/// The tasks that are still to be done.
#[derive(Clone, Copy)]
pub struct Stack {
    depth: u8,
    frames: [Task; DEPTH],
}

impl Stack {
    /// Returns a stack of one frame.
    pub fn new(frame: Task) -> Stack {
        Stack { depth: 1, frames: [frame; DEPTH] }
    }

    /// Returns the innermost frame.
    #[inline]
    pub fn top(&self) -> Task {
        self.frames[usize::from(self.depth) - 1]
    }

    /// Returns the innermost frame, to be changed.
    #[inline]
    pub fn top_mut(&mut self) -> &mut Task {
        &mut self.frames[usize::from(self.depth) - 1]
    }

    /// Puts a frame inside the innermost.
    #[inline]
    pub fn push(&mut self, frame: Task) {
        let depth = usize::from(self.depth);
        assert!(depth < DEPTH, "internal error: a battle piles up more than {DEPTH} things to do");
        self.frames[depth] = frame;
        self.depth += 1;
    }

    /// Takes the innermost frame away.
    #[inline]
    pub fn pop(&mut self) {
        self.depth -= 1;
    }

    /// Returns true if so much is under way that no more cards are answered.
    #[inline]
    pub fn is_deep(&self) -> bool {
        self.depth > DEEP
    }

    /// Returns the frames from the outermost, to be changed.
    #[inline]
    pub fn frames_mut(&mut self) -> &mut [Task] {
        &mut self.frames[..usize::from(self.depth)]
    }

    /// Returns the frames from the outermost.
    pub fn frames(&self) -> &[Task] {
        &self.frames[..usize::from(self.depth)]
    }
}

impl PartialEq for Stack {
    fn eq(&self, other: &Stack) -> bool {
        self.frames() == other.frames()
    }
}

impl Eq for Stack {}

impl std::fmt::Debug for Stack {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.frames().fmt(f)
    }
}

impl FieldState {
    /// Returns the counters of a side.
    #[inline]
    pub fn total(&self, side: u8) -> u32 {
        self.counters[usize::from(side)].iter().map(|n| u32::from(*n)).sum()
    }

    /// Returns the state of a side's army: the first that still holds counters (SB-1.4).
    #[inline]
    pub fn condition(&self, side: u8) -> ArmyCondition {
        let counters = &self.counters[usize::from(side)];
        counters.iter().position(|n| *n > 0).unwrap_or(3) as u8
    }

    /// Returns the combats, each the set of its units, in the order of their lowest units.
    pub fn combats(&self) -> Vec<u64> {
        let mut combats: Vec<(u8, u64)> = Vec::new();
        for unit in UnitNumbers(self.sets.fights) {
            let combat = self.units[usize::from(unit)].combat;
            match combats.iter_mut().find(|(known, _)| *known == combat) {
                Some((_, units)) => *units |= one(unit),
                None => combats.push((combat, one(unit))),
            }
        }
        combats.into_iter().map(|(_, units)| units).collect()
    }

    /// Returns the place of a unit.
    #[inline]
    pub fn spot(&self, unit: u8) -> FieldSpot {
        self.units[usize::from(unit)].spot
    }

    /// Returns a unit.
    #[inline]
    pub fn unit(&mut self, unit: u8) -> &mut UnitState {
        &mut self.units[usize::from(unit)]
    }

    /// Returns the units on the field that block the way of others.
    #[inline]
    pub fn solid(&self) -> u64 {
        self.sets.field & !self.sets.flees
    }

    /// Returns true if a unit sees a place that lies in its arc: nobody else than the two ends is in the way.
    #[inline]
    pub fn line_is_free(&self, from: u8, to: FieldSpot, but: u64) -> bool {
        let start = self.spot(from);
        let mut others = self.solid() & !but & !(1 << from);
        while others != 0 {
            let other = others.trailing_zeros() as u8;
            others &= others - 1;
            if self.spot(other).is_between(start, to) {
                return false;
            }
        }
        true
    }

    /// Returns true if a unit on the field sees another (SB-8.6).
    #[inline]
    pub fn sees(&self, unit: u8, other: u8) -> bool {
        let (from, to) = (&self.units[usize::from(unit)], self.spot(other));
        from.facing.sees(from.spot.way_to(to)) && self.line_is_free(unit, to, 1 << other)
    }
}

impl Hand {
    /// Returns the cards of a deck that a player holds.
    pub fn held_cards(&self, deck: DeckKind) -> &CardCounts {
        match deck {
            DeckKind::Orders => &self.orders,
            DeckKind::Events => &self.events,
            DeckKind::Starter => &self.starter,
        }
    }
}

/// Returns the number of cards.
#[inline]
pub fn count(cards: &CardCounts) -> u32 {
    cards.iter().map(|n| u32::from(*n)).sum()
}
