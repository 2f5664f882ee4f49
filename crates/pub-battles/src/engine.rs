//! The rules of Pub Battles behind [`Engine`]: chits, activations, combats, nights.

mod activation;
mod apply;
mod bombardment;
mod combat;
mod contact;
mod entering;
mod fog;
mod headquarters;
mod illegal;
mod invariants;
mod listing;
mod marching;
mod odds;
mod orders;
mod rallying;
mod retreat;
mod spotting;
mod start;
pub mod tally;
mod turn;
mod value;
mod victory;
mod ways;

pub use self::illegal::{Judgement, MoveRefused};
pub use self::odds::{AttackOdds, Fighter, attack_odds, hit_chances};

use muster_core::play::chance::Chance;
use muster_core::play::fault::Breach;
use muster_core::play::rng::Rng;
use muster_core::play::{Clock, Engine, Next, Outcome, Playout, Watch};

use super::geometry::{Footprint, MapPoint};
use super::play::SupportWord;
use super::rules::{OrderList, PubRules};
use super::state::{Placing, PubPhase, PubState};

/// The draws of a battle, in the words of plays.
pub mod draws {
    use super::super::state::Attack;
    use muster_core::play::chance::DrawLabel;

    /// The die for the entering of a command.
    pub const ENTRY: DrawLabel = DrawLabel::new("entry");
    /// The die of a command roll.
    pub const COMMAND: DrawLabel = DrawLabel::new("command");
    /// The kind of draw that is a chit.
    pub const CHIT: &str = "chit";
    /// The kind of draw of a bombardment.
    pub const BOMBARDMENT: &str = "bombard";
    /// The kind of draw for the rating of a leader who takes the place of one who fell.
    pub const SUCCESSOR: &str = "successor";
    /// The kind of draw of an attacker.
    pub const ATTACKER: &str = "attacker";
    /// The kind of draw of a defender.
    pub const DEFENDER: &str = "defender";

    /// Returns the label of a chit that is drawn in a turn.
    pub const fn chit_in(turn: u16) -> DrawLabel {
        DrawLabel::with_piece(CHIT, turn as u32)
    }

    /// Returns the label of the dice of a bombardment.
    pub const fn bombardment_of(block: u8, target: u8) -> DrawLabel {
        DrawLabel::with_piece(BOMBARDMENT, (block as u32) << 8 | target as u32)
    }

    /// Returns the label of the dice of a round of an attack, from 1, by the attacker or by the defender.
    pub const fn dice_of(kind: &'static str, attack: Attack, round: u16) -> DrawLabel {
        DrawLabel::with_piece(kind, (round as u32) << 16 | (attack.attacker as u32) << 8 | attack.defender as u32)
    }

    /// Returns the label of the dice for who follows the leader who fell after so many others in a combat phase.
    pub const fn successor_after(others: u8) -> DrawLabel {
        DrawLabel::with_piece(SUCCESSOR, others as u32)
    }

    /// Returns the round of a label of an attack, from 1.
    pub const fn round_of(label: DrawLabel) -> u32 {
        label.piece >> 16
    }

    /// Returns the two blocks of a label: who attacks or bombards, and whom.
    pub const fn blocks_of(label: DrawLabel) -> (u8, u8) {
        ((label.piece >> 8) as u8, label.piece as u8)
    }
}

/// The kinds of decisions.
pub mod decisions {
    /// The decision whether new orders are written.
    pub const ORDERS: &str = "orders";
    /// The decision whether the headquarters of the army goes with a corps.
    pub const ARMY: &str = "army";
    /// The move of a headquarters.
    pub const HQ: &str = "hq";
    /// The move of the headquarters of the army, which has no chit.
    pub const ARMY_HQ: &str = "army-hq";
    /// The placing of a block whose headquarters is spotted.
    pub const PLACE: &str = "place";
    /// The choice of the block that acts next.
    pub const BLOCK: &str = "block";
    /// The move of a block.
    pub const MOVE: &str = "move";
    /// The choice of the block that a leader joins.
    pub const JOIN: &str = "join";
    /// The deed of a supporter.
    pub const SUPPORT: &str = "support";
}

/// The rules of one battle.
#[derive(Debug, Clone)]
pub struct PubEngine {
    /// The tables.
    pub rules: PubRules,
    start: PubState,
}

/// A decision of a player. Blocks are meant by their number in the rules.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PubMove {
    /// No new orders.
    Keep,
    /// New orders.
    Write {
        /// The orders.
        orders: OrderList,
        /// Whether the command roll is made.
        roll: bool,
    },
    /// Whether the headquarters of the army goes with the corps.
    Army(bool),
    /// The headquarters stays where it is, or out.
    HqStays,
    /// The headquarters goes, or enters.
    Hq(MapPoint),
    /// The block is placed, its headquarters spotted (PB-10.6).
    Place {
        /// The block.
        block: u8,
        /// Its place.
        at: MapPoint,
        /// Its facing.
        facing: u16,
    },
    /// The block finds no room, and stays with its headquarters.
    Unplaced,
    /// The command has done what it does.
    Done,
    /// This block acts next.
    Block(u8),
    /// The block does nothing.
    Stay,
    /// The block moves, or changes its facing.
    March {
        /// Places on the way.
        via: Vec<MapPoint>,
        /// The place where it ends.
        to: MapPoint,
        /// Its facing afterwards.
        facing: Option<u16>,
        /// Whether it keeps its facing while moving.
        echelon: bool,
    },
    /// The block changes its facing on the spot.
    Turn(u16),
    /// The block goes along a road in column.
    Road {
        /// The road.
        road: u8,
        /// A place by the point of the road where it goes.
        to: MapPoint,
        /// Whether it leaves the column there.
        deploy: bool,
        /// Its facing afterwards.
        facing: Option<u16>,
    },
    /// The block enters; it may act then.
    Enter(MapPoint),
    /// The block bombards another.
    Bombard(u8),
    /// The block rallies.
    Rally {
        /// The train by which it does.
        train: Option<u8>,
        /// Its facing afterwards.
        facing: Option<u16>,
    },
    /// The train recovers an eliminated block.
    Recover {
        /// The block.
        block: u8,
        /// The place where it is put.
        at: MapPoint,
        /// Its facing.
        facing: u16,
    },
    /// The leader joins nobody.
    JoinsNobody,
    /// The leader joins a block.
    Joins {
        /// The block.
        block: u8,
        /// The place where the headquarters is put; on the block if `None`.
        at: Option<MapPoint>,
    },
    /// No supporter does anything.
    SupportStays,
    /// A supporter advances or retreats.
    Support {
        /// The block.
        block: u8,
        /// Its deed.
        does: SupportWord,
    },
}

impl PubEngine {
    /// Returns the engine of a battle.
    pub fn new(rules: PubRules) -> PubEngine {
        let start = start::start(&rules);
        let mut engine = PubEngine { rules, start };
        let mut start = engine.start.clone();
        engine.begin_turn(&mut start);
        engine.start = start;
        engine
    }

    /// Returns the side that decides; `None` if nobody does.
    fn deciding(&self, state: &PubState) -> Option<(u8, &'static str)> {
        let of = |command: u8| self.rules.commands[usize::from(command)].side;
        Some(match state.phase {
            PubPhase::Orders(command) => (of(command), decisions::ORDERS),
            PubPhase::Army(command) => (of(command), decisions::ARMY),
            PubPhase::Headquarters(command) => (of(command), decisions::HQ),
            PubPhase::ArmyHeadquarters(command) => (of(command), decisions::ARMY_HQ),
            PubPhase::Place(Placing { block, .. }) => (self.rules.blocks[usize::from(block)].side, decisions::PLACE),
            PubPhase::Block(command) => (of(command), decisions::BLOCK),
            PubPhase::Act(command, _) => (of(command), decisions::MOVE),
            PubPhase::Join(command) => (of(command), decisions::JOIN),
            PubPhase::Support(gap) => {
                let attack = state.attacks()[state.attacks().len() - 1];
                let gone = if gap.is_attacker { attack.attacker } else { attack.defender };
                (self.rules.blocks[usize::from(gone)].side, decisions::SUPPORT)
            }
            PubPhase::Draw | PubPhase::Entry(_) | PubPhase::CommandRoll(_) | PubPhase::Combat | PubPhase::Over(..) => {
                return None;
            }
        })
    }

    /// Returns the command that acts; none between activations.
    pub fn acting(&self, state: &PubState) -> Option<u8> {
        match state.phase {
            PubPhase::Entry(command)
            | PubPhase::CommandRoll(command)
            | PubPhase::Orders(command)
            | PubPhase::Army(command)
            | PubPhase::Headquarters(command)
            | PubPhase::ArmyHeadquarters(command)
            | PubPhase::Place(Placing { acting: command, .. })
            | PubPhase::Block(command)
            | PubPhase::Act(command, _)
            | PubPhase::Join(command) => Some(command),
            PubPhase::Draw | PubPhase::Combat | PubPhase::Support(_) | PubPhase::Over(..) => None,
        }
    }

    /// Returns the outline of a block as it stands.
    #[inline]
    pub fn outline(&self, state: &PubState, block: u8) -> Footprint {
        let of = &state.blocks[usize::from(block)];
        self.outline_at(block, of.at, of.facing, of.is_column())
    }

    /// Returns the outline that a block has elsewhere.
    #[inline]
    fn outline_at(&self, block: u8, at: MapPoint, facing: u16, is_column: bool) -> Footprint {
        let [width, depth] = self.rules.blocks[usize::from(block)].size;
        if is_column { Footprint::new(at, facing, depth, width) } else { Footprint::new(at, facing, width, depth) }
    }

    /// Returns the blocks on the map, of one side or of all.
    #[inline]
    fn blocks_on_map<'a>(&'a self, state: &'a PubState, side: Option<u8>) -> impl Iterator<Item = u8> + 'a {
        let blocks = (0..).zip(state.blocks.iter().zip(&self.rules.blocks));
        let is_meant = move |(state, rules): (&super::state::BlockState, &super::rules::BlockRules)| {
            state.is_on_map() && side.is_none_or(|side| side == rules.side)
        };
        blocks.filter(move |(_, block)| is_meant(*block)).map(|(number, _)| number)
    }
}

impl Engine for PubEngine {
    type State = PubState;
    type Move = PubMove;
    type Illegal = MoveRefused;

    const HIDDEN: bool = true;

    fn start(&self) -> PubState {
        self.start.clone()
    }

    fn next(&self, state: &PubState) -> Next {
        match (self.deciding(state), state.phase) {
            (Some((side, kind)), _) => Next::Decide { player: side.into(), kind },
            (None, PubPhase::Over(winner, goal)) => {
                Next::Over(Outcome { winner: winner.map(usize::from), by: self.rules.end_word(goal) })
            }
            (None, _) => Next::Auto,
        }
    }

    fn clock(&self, state: &PubState) -> Clock {
        let player = self.acting(state).map(|command| self.rules.commands[usize::from(command)].side.into());
        Clock { turn: state.clock, player }
    }

    fn rounds(&self, state: &PubState) -> u32 {
        state.turn.into()
    }

    fn moves(&self, state: &PubState, into: &mut Vec<PubMove>) {
        self.list(state, into);
    }

    fn illegal(&self, state: &PubState, chosen: &PubMove) -> Option<MoveRefused> {
        self.check_move(state, chosen).err()
    }

    fn apply<W: Watch>(&self, state: &mut PubState, chosen: &PubMove, chance: &mut Chance<'_>, watch: &mut W) {
        self.perform(state, chosen, chance, watch);
    }

    fn advance<W: Watch>(&self, state: &mut PubState, chance: &mut Chance<'_>, watch: &mut W) {
        match state.phase {
            PubPhase::Draw => self.draw_chit(state, chance, watch),
            PubPhase::Entry(command) => self.throw_entry(state, command, chance),
            PubPhase::CommandRoll(command) => self.roll_command(state, command, chance),
            _ => self.fight(state, chance, watch),
        }
        self.note_end(state, watch);
    }

    fn redraw(&self, state: &mut PubState, seen_by: usize, rng: &mut Rng) {
        self.redraw_fog(state, seen_by as u8, rng);
        self.redraw_orders(state, seen_by as u8, rng);
    }

    fn find_breach(&self, state: &PubState) -> Option<Breach> {
        self.breach(state)
    }

    fn value(&self, state: &PubState, player: usize) -> i32 {
        self.worth(state, player as u8)
    }

    fn counters(&self) -> usize {
        tally::PubTally::new(&self.rules).len()
    }

    fn closing(&self, _: &PubState, is_over: bool, counted: &mut [u64]) {
        if is_over {
            self.count_unmet(counted);
        }
    }
}

impl Playout for PubEngine {
    const REPLIES: bool = false;
    const SEARCH_TURNS: u32 = 0;

    fn pick(&self, state: &PubState, buffer: &mut Vec<PubMove>, choose: impl FnMut(u32) -> u32) -> PubMove {
        self.pick_legal(state, buffer, choose)
    }
}
