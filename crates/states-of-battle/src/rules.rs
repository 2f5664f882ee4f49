//! A battle compiled into tables: units, decks, and what cards do, by number. Nothing of it changes in play.

pub mod compile;

use super::field::{Direction, FieldSpot};
use super::model::{DeckKind, Deployment};

/// The most units of both sides together; a set of units is a word of so many bits.
pub const MAX_UNITS: usize = 64;
/// The most kinds of cards in a deck.
pub const MAX_KINDS: usize = 16;
/// The most units under trays, of both sides together.
pub const MAX_TRAYS: usize = 8;
/// The most achievements, published and own.
pub const MAX_ACHIEVEMENTS: usize = 16;
/// The most places of a scenario.
pub const MAX_PLACES: usize = 8;
/// The most special rules that can come to pass once only.
pub const MAX_SPECIALS: usize = 32;

/// The numbers of the stand-in for the base game (SB-8). All chances are in hundredths.
#[derive(Debug, Clone)]
pub struct StandInNumbers {
    /// Inches from edge to edge.
    pub depth: u8,
    /// Lanes, each [`super::field::LANE`] inches wide.
    pub lanes: u8,
    /// Inches from its edge in which a side deploys.
    pub zone: u8,
    /// The least number of a die that hits.
    pub to_hit: i8,
    /// Per cent of its strength that a missile unit's hit kills, that of a war machine, and a wizard's bolt.
    pub shooting: u32,
    /// See `shooting`.
    pub artillery: u32,
    /// See `shooting`.
    pub magic: u32,
    /// Percent of its models that a unit loses in a round of combat.
    pub melee: u32,
    /// A round of combat is a draw if the sides differ by at most this percentage.
    pub tie: i32,
    /// The chances to break, to panic, to rally and to cast, against an equal.
    pub break_chance: u32,
    /// See `break_chance`.
    pub panic: u32,
    /// See `break_chance`.
    pub rally: u32,
    /// See `break_chance`.
    pub cast: u32,
    /// Per cent that are added in melee: into a flank, by a charge, by a ward.
    pub flank: u32,
    /// See `flank`.
    pub charge: u32,
    /// See `flank`.
    pub ward: u32,
}

/// The weapon of a unit, if it has one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Weapon {
    /// It does not.
    None,
    /// As missile troops.
    Missile,
    /// As a war machine.
    Machine,
    /// It casts spells.
    Wizard,
}

/// A unit of a roster.
#[derive(Debug, Clone)]
pub struct UnitRow {
    /// Its number as written.
    pub number: String,
    /// Its name.
    pub name: String,
    /// Its side.
    pub side: u8,
    /// Its points, at least 1.
    pub points: u32,
    /// Its Morale Counter Value (SB-1.3).
    pub mcv: u8,
    /// Its models at the start, at least 1.
    pub models: u16,
    /// Inches of a move.
    pub speed: u8,
    /// Inches of a fixed charge; `None` if dice are thrown.
    pub charge: Option<u8>,
    /// Inches that it shoots or casts.
    pub range: u8,
    /// The weapon it shoots with.
    pub arm: Weapon,
    /// True for war machines, with a range or without.
    pub machine: bool,
    /// True for characters, generals and wizards: they can challenge.
    pub heroic: bool,
    /// True if it can be challenged, and aimed at by Move Command Group.
    pub named: bool,
    /// True for the general.
    pub general: bool,
    /// True if it moves by itself at every second Move (SB-6.5).
    pub alternate: bool,
    /// The unit it rides with.
    pub host: Option<u8>,
    /// The spot and facing at the start; `None` for one that rides, waits, lies under a tray or is deployed.
    pub start: Option<(FieldSpot, Direction)>,
    /// True if it waits off the field until a trigger calls it.
    pub reserve: bool,
}

/// A part of the programs of all cards: what is done, from a deed to another.
pub type ProgramId = u16;

/// A roll of a card, by its place among all.
pub type RollId = u16;

/// Something that a card does, in the order of the vocabulary.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeedRow {
    /// Units move, then units rally.
    Move {
        /// Number of units that move.
        units: u8,
        /// Number of units that must try to rally.
        rally: u8,
    },
    /// Units near a named character move.
    MoveGroup {
        /// Inches to a character.
        within: u8,
        /// Inches to the general.
        general: u8,
    },
    /// Units move by half their move.
    HalfMove {
        /// Number of units.
        units: u8,
    },
    /// All combats are fought.
    Melee,
    /// Spent markers are taken off.
    Reload {
        /// From missile units.
        missile: bool,
        /// From war machines.
        machines: bool,
    },
    /// A magic phase.
    Cast,
    /// Counters are gained or lost.
    Counters {
        /// By the enemy.
        enemy: bool,
        /// Number of counters; below 0 lost.
        change: i8,
    },
    /// Counters go on to the next state.
    Push {
        /// The enemy's.
        enemy: bool,
        /// Number of counters.
        counters: u8,
    },
    /// A test of generalship: see [`RollRow`].
    Roll(RollId),
    /// Draws Orders cards: so many, or as many as are held.
    Draw(Option<u8>),
    /// Loses Orders cards of choice: so many, or all.
    Lose(Option<u8>),
    /// Changes to hit for this round.
    ToHit(i8),
    /// The card is kept; the program is for when it is used.
    Keep(ProgramId),
    /// The enemy may do this.
    Opponent(ProgramId),
    /// All fleeing units try to rally.
    RallyAll,
    /// Unspent units fire at the nearest.
    Fire,
}

/// A test of generalship on a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RollRow {
    /// The sides of the die it is thrown against; `None` for the enemy's own.
    pub against: Option<u8>,
    /// Takes 1, 2 or 3 off in the states after Emboldened.
    pub handicap: bool,
    /// The player may leave it.
    pub optional: bool,
    /// Only with fewer than three quarters of the enemy's counters.
    pub behind: bool,
    /// The program if it is won.
    pub win: ProgramId,
    /// The program if it is won by more than so much, instead.
    pub much: Option<(u8, ProgramId)>,
    /// The program if it is lost.
    pub lose: ProgramId,
}

/// The use of a starter card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StarterUse {
    /// In the opponent's turn, by its program.
    Program,
    /// A throw is thrown again.
    ReRoll,
    /// A card is stopped, if the Generalship die shows more than a die of so many sides.
    Stop(u8),
    /// SB-7.2.
    Stratagem {
        /// The number that the die shows at first.
        die: u8,
        /// Per cent of the units that may be marked.
        share: u8,
        /// The number that a wizard adds.
        wizard: u8,
    },
}

/// A kind of card in a deck.
#[derive(Debug, Clone)]
pub struct CardRow {
    /// Its name.
    pub name: String,
    /// The program of its effects.
    pub program: ProgramId,
    /// True if it stands for any other Orders card.
    pub wild: bool,
    /// True if it does nothing: it cannot be trashed instead of played.
    pub lull: bool,
    /// True if it lets wizards cast: a Stratagem can take it.
    pub casts: bool,
    /// The program of its later use, if it is kept.
    pub kept: Option<ProgramId>,
    /// The way it is used, if it is a starter card.
    pub starter: StarterUse,
}

/// Numbers of cards of each kind.
pub type CardCounts = [u8; MAX_KINDS];

/// A side.
#[derive(Debug, Clone)]
pub struct SideRow {
    /// Its name.
    pub name: String,
    /// The sides of its Generalship die.
    pub die: u8,
    /// Its counters in the four states at the start (SB-1.4).
    pub counters: [u8; 4],
    /// Its units.
    pub units: u64,
    /// Its Orders deck, or the stock that it is chosen from.
    pub orders: CardCounts,
    /// The cards that are left out of the stock before the battle.
    pub left_out: u8,
    /// Its Event deck.
    pub events: CardCounts,
    /// Its starter cards.
    pub starter: CardCounts,
    /// The triggers of its four states.
    pub triggers: [Vec<TriggerRow>; 4],
}

/// An effect of coming into a state, or of being in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TriggerRow {
    /// Units arrive.
    Reinforcements(u64),
    /// Changes to hit.
    ToHit(i8),
    /// Changes the weight in melee, per cent.
    Melee(i16),
    /// Another Generalship die.
    Generalship(u8),
    /// More or fewer Orders cards.
    Cards(i8),
    /// Counters gained or lost.
    Counters(i8),
    /// Counters taken from the enemy.
    Steal(u8),
    /// Counters that go on to the next state.
    Push(u8),
}

/// Something that happens, to which achievements and special rules answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Occasion {
    /// A round begins, once it is known who goes first.
    Round,
    /// A turn of the side begins.
    Turn,
    /// A unit of the side is lost.
    UnitLost,
    /// A unit of the side breaks.
    UnitBroken,
    /// The side wins an achievement.
    Achievement,
}

/// An achievement.
#[derive(Debug, Clone)]
pub struct AchievementRow {
    /// Its name.
    pub name: String,
    /// The feat that wins it.
    pub feat: Feat,
    /// The counters it is worth.
    pub counters: u8,
}

/// The feat that wins an achievement (SB-3).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Feat {
    /// SB-3.1
    FirstBlood,
    /// SB-3.2
    ThunderousCharge,
    /// SB-3.3
    Pincer,
    /// SB-3.4
    Salvo,
    /// SB-3.5
    HeroicChallenge,
    /// SB-3.6
    HeroicMoment,
    /// An own one: when this happens to the enemy.
    Enemy(Occasion),
}

/// The condition of a special rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ConditionRow {
    /// The states, as bits; 0 for any.
    pub states: u8,
    /// The rounds; `None` for all.
    pub rounds: Option<(u32, u32)>,
    /// The place that is held.
    pub holds: Option<u8>,
}

/// A special rule.
#[derive(Debug, Clone)]
pub struct SpecialRow {
    /// The side whose rule it is.
    pub side: u8,
    /// The event that triggers it.
    pub on: Occasion,
    /// The condition that must hold.
    pub condition: Option<ConditionRow>,
    /// The condition that must not hold.
    pub unless: Option<ConditionRow>,
    /// The program of its effects.
    pub program: ProgramId,
    /// True if only once.
    pub once: bool,
}

/// A place of the scenario.
#[derive(Debug, Clone)]
pub struct PlaceRow {
    /// Its name.
    pub name: String,
    /// Its spot on the field.
    pub spot: Option<FieldSpot>,
    /// The side that holds it at the start.
    pub held_by: Option<u8>,
}

/// Counters that are lost with a place.
#[derive(Debug, Clone, Copy)]
pub struct ForfeitRow {
    /// The side that loses them.
    pub side: u8,
    /// The place.
    pub place: u8,
    /// Number of counters.
    pub counters: u8,
}

/// A condition of victory: to hold a place.
#[derive(Debug, Clone, Copy)]
pub struct VictoryRow {
    /// The side that can win by it; `None` for both.
    pub side: Option<u8>,
    /// The place.
    pub place: u8,
    /// True if it is checked when the last round is over, not at once.
    pub at_end: bool,
}

/// A tray of concealed deployment.
#[derive(Debug, Clone, Copy)]
pub struct TrayRow {
    /// The side that has it.
    pub side: u8,
    /// Its spot on the field.
    pub spot: FieldSpot,
}

/// The rules of one battle.
#[derive(Debug, Clone)]
pub struct StatesRules {
    /// The numbers of the stand-in.
    pub numbers: StandInNumbers,
    /// Rounds after which the counters decide.
    pub rounds: Option<u32>,
    /// The units: the first side's, then the second's.
    pub units: Vec<UnitRow>,
    /// The two sides.
    pub sides: [SideRow; 2],
    /// The kinds of Orders, Event and starter cards.
    pub cards: [Vec<CardRow>; 3],
    /// The deeds of all programs, one after the other.
    pub deeds: Vec<DeedRow>,
    /// The first deed of each program, and one past its last. The first program is empty.
    pub programs: Vec<(u16, u16)>,
    /// Tests of generalship.
    pub rolls: Vec<RollRow>,
    /// The achievements in use.
    pub achievements: Vec<AchievementRow>,
    /// The special rules.
    pub specials: Vec<SpecialRow>,
    /// The places.
    pub places: Vec<PlaceRow>,
    /// The forfeits of places.
    pub forfeits: Vec<ForfeitRow>,
    /// The scenario's own victory conditions.
    pub victories: Vec<VictoryRow>,
    /// The way the sides deploy; `None` if units stand as they are written.
    pub deployment: Option<Deployment>,
    /// The trays, in the order of the scenario.
    pub trays: Vec<TrayRow>,
    /// True if moves and fights are not played with the stand-in, but stated.
    pub stated: bool,
    /// A card that is never played, for balance: the side, and the kind of Orders card.
    pub barred: Option<(u8, u8)>,
    /// Sets of units that are asked for again and again.
    pub sets: UnitSets,
}

/// Sets of units that are asked for again and again.
#[derive(Debug, Clone, Copy, Default)]
pub struct UnitSets {
    /// Missile units with a range.
    pub missiles: u64,
    /// War machines with a range.
    pub machines: u64,
    /// Wizards.
    pub wizards: u64,
    /// Units that can challenge.
    pub heroic: u64,
    /// Units that can be challenged.
    pub named: u64,
    /// Generals.
    pub generals: u64,
    /// Units that move by themselves.
    pub alternates: u64,
    /// Units that ride with another.
    pub riders: u64,
    /// War machines, with a range or without.
    pub all_machines: u64,
}

impl StatesRules {
    /// Returns the deeds of a program.
    pub fn program(&self, id: ProgramId) -> &[DeedRow] {
        let (from, to) = self.programs[usize::from(id)];
        &self.deeds[usize::from(from)..usize::from(to)]
    }

    /// Returns a kind of card.
    pub fn card(&self, deck: DeckKind, kind: u8) -> &CardRow {
        &self.cards[deck as usize][usize::from(kind)]
    }

    /// Returns a unit.
    pub fn unit(&self, unit: u8) -> &UnitRow {
        &self.units[usize::from(unit)]
    }

    /// Returns the units of a side.
    pub fn army(&self, side: u8) -> u64 {
        self.sides[usize::from(side)].units
    }
}
